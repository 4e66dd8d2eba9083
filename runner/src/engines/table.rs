//! The table: what the runner knows of the duel under way, whoever plays it.

use segoc_engine::def::{CardDef, Phase};
use segoc_engine::{Answer, Ask, CardId, DuelEnd, EffectRef, Player, Prompt, Refusal, Refused};

use super::{Board, Capability, Engine, Event, Next, Placing, Reply, Start, Told, Trouble};

/// A duel under way.
pub(crate) struct Table<'a> {
    engine: &'a mut dyn Engine,
    start: Start<'a>,
    log: Vec<Told>,
    prompt: Option<Prompt>,
    turn: Player,
    phase: Phase,
    end: Option<DuelEnd>,
    tokens: Vec<(CardId, String)>,
    /// The length of the engine's own log.
    lines: usize,
}

/// A link of a chain.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Link<'t> {
    /// Counted from 1.
    pub(crate) number: u16,
    pub(crate) player: Player,
    pub(crate) effect: EffectRef,
    pub(crate) targets: &'t [CardId],
    /// The event of its activation.
    pub(crate) line: usize,
}

impl<'a> Table<'a> {
    /// Begins a duel.
    pub(crate) fn begin(engine: &'a mut dyn Engine, start: Start<'a>) -> Result<Self, Trouble> {
        let reply = engine.start(&start)?;
        let mut table = Self {
            engine,
            log: Vec::new(),
            prompt: None,
            turn: Player::One,
            phase: start.setup.phase,
            end: None,
            tokens: Vec::new(),
            lines: 0,
            start,
        };
        table.take(reply);
        Ok(table)
    }

    fn take(&mut self, reply: Reply) {
        for told in reply.events {
            if let Event::Token(card, name) = &told.event {
                self.tokens.push((*card, name.clone()));
            }
            self.log.push(told);
        }
        self.lines = reply.lines;
        match reply.next {
            Next::Asks(prompt, turn) => {
                (self.phase, self.turn) = (prompt.window.phase, turn);
                self.prompt = Some(prompt);
            }
            Next::Ends(end) => self.end = Some(end),
        }
    }

    /// Answers the question. That a trigger was placed is written down, with what was refused.
    pub(crate) fn answer(&mut self, answer: &Answer, refused: Vec<(EffectRef, Refusal)>) -> Result<(), Trouble> {
        if let Some(Prompt { player, ask: Ask::Trigger { options, .. }, .. }) = &self.prompt {
            let offered: Vec<EffectRef> = options.iter().map(|o| o.effect).collect();
            let placed = match answer {
                Answer::Option(i) => offered.get(*i).copied(),
                _ => None,
            };
            let at = self.log.last().and_then(|told| told.at);
            let event = Event::Placed(Placing { player: *player, offered, refused, placed, asked: true });
            self.log.push(Told { at, line: self.lines, event });
        }
        self.prompt = None;
        let reply = self.engine.answer(answer)?;
        self.take(reply);
        Ok(())
    }

    /// Whether what the engine said can be trusted, when it went otherwise than the ruling says.
    pub(crate) fn in_doubt(&mut self) -> Result<(), Trouble> {
        self.engine.in_doubt()
    }

    /// The question that waits for an answer.
    pub(crate) fn prompt(&self) -> Option<&Prompt> {
        self.prompt.as_ref()
    }

    /// What the asked player cannot do or place, and why.
    pub(crate) fn refused(&self) -> Vec<Refused> {
        self.engine.refused()
    }

    /// Whether the engine can tell something.
    pub(crate) fn can(&self, capability: Capability) -> bool {
        self.engine.about().capabilities.contains(&capability)
    }

    /// Where everything lies.
    pub(crate) fn board(&self) -> Option<Board> {
        self.engine.board()
    }

    /// How the duel ended, if it did.
    pub(crate) fn end(&self) -> Option<DuelEnd> {
        self.end
    }

    /// Everything that happened.
    pub(crate) fn log(&self) -> &[Told] {
        &self.log
    }

    /// The place in the engine's own log of an event, or of the end of the log.
    pub(crate) fn own_line(&self, index: usize) -> usize {
        self.log.get(index).map_or(self.lines, |told| told.line)
    }

    pub(crate) fn turn_player(&self) -> Player {
        self.turn
    }

    pub(crate) fn phase(&self) -> Phase {
        self.phase
    }

    /// What a card is; none if the engine made up its number.
    pub(crate) fn def(&self, card: CardId) -> Option<&'a CardDef> {
        let library = self.start.library;
        if let Some(start) = self.start.setup.cards.get(card.0 as usize) {
            return library.get(start.def).map(|def| &**def);
        }
        let (_, name) = self.tokens.iter().find(|(token, _)| *token == card)?;
        library.iter().find(|def| def.name == *name).map(|def| &**def)
    }

    /// The links of the chain under way at an event, Chain Link 1 first.
    pub(crate) fn chain_before(&self, line: usize) -> Vec<Link<'_>> {
        let mut links: Vec<Link<'_>> = Vec::new();
        for (line, told) in self.log[..line.min(self.log.len())].iter().enumerate().rev() {
            if told.event == Event::ChainOver {
                break;
            }
            links.extend(link(line, &told.event));
            // A chain may be built while the last link of another has just resolved.
            if links.last().is_some_and(|link| link.number == 1) {
                break;
            }
        }
        links.reverse();
        links
    }

    /// The chain being built or resolved, Chain Link 1 first.
    pub(crate) fn chain(&self) -> Vec<Link<'_>> {
        self.chain_before(self.log.len())
    }
}

/// The link an event adds to the chain, if it does.
pub(crate) fn link(line: usize, event: &Event) -> Option<Link<'_>> {
    match event {
        Event::Activated { link, player, effect, targets } => {
            Some(Link { number: *link, player: *player, effect: *effect, targets, line })
        }
        _ => None,
    }
}
