//! The reference engine as an engine under test: its log told in the plainer events of every engine.

use segoc_engine::{
    Answer, CardId, Changed, Duel, Event as Logged, Fate, Line, MoveHow, Policy, Refused, SummonKind, What, Zone,
};

use super::{
    About, Board, BoardCard, Capabilities, Capability, Engine, Event, Fault, FaultKind, Next, Placing, Reply, Start,
    Told, Trouble,
};
use crate::corpus::Corpus;
use crate::ruling::{CardEvent, PlayerEvent};

/// The reference engine.
#[derive(Clone, Debug)]
pub struct Reference {
    about: About,
    /// The formats by name with their policies.
    formats: Vec<(String, Policy)>,
    duel: Option<Duel>,
    /// Lines of the log before this one have been told.
    told: usize,
    /// Cards before this one are known.
    known: usize,
}

impl Reference {
    /// The engine with the policies of some formats.
    pub fn new(formats: impl IntoIterator<Item = (String, Policy)>) -> Self {
        let formats: Vec<(String, Policy)> = formats.into_iter().collect();
        let about = About {
            name: "segoc".into(),
            version: env!("CARGO_PKG_VERSION").into(),
            formats: formats.iter().map(|(name, _)| name.clone()).collect(),
            capabilities: Capability::ALL.iter().copied().collect(),
        };
        Self { about, formats, duel: None, told: 0, known: 0 }
    }

    /// The engine with the formats of a corpus.
    #[must_use]
    pub fn of(corpus: &Corpus) -> Self {
        Self::new(corpus.formats().iter().map(|format| (format.name.clone(), format.policy.clone())))
    }

    /// The same, as if it could tell only this.
    #[must_use]
    pub fn telling(mut self, capabilities: Capabilities) -> Self {
        self.about.capabilities = capabilities;
        self
    }

    /// The duel under way, or the last one.
    #[must_use]
    pub fn into_duel(self) -> Option<Duel> {
        self.duel
    }

    /// What has happened since, and what is asked now.
    fn reply(&mut self) -> Result<Reply, Trouble> {
        let Some(duel) = &self.duel else { return Err(no_duel()) };
        let mut events: Vec<Told> = Vec::new();
        for (line, card) in duel.cards().enumerate().skip(self.known) {
            self.known = line + 1;
            events.push(Told { at: None, line: self.told, event: Event::Token(card.id, card.def.name.clone()) });
        }
        for (line, entry) in duel.log().iter().enumerate().skip(self.told) {
            let told = |event| Told { at: Some(entry.at.0), line, event };
            match &entry.line {
                Line::Event(event) => tell(duel, event, &mut |event| events.push(told(event))),
                other => events.extend(other_line(duel, other).map(told)),
            }
        }
        self.told = duel.log().len();
        let next = match (duel.prompt(), duel.end()) {
            (Some(prompt), _) => Next::Asks(prompt.clone(), duel.turn_player()),
            (None, Some(end)) => Next::Ends(end),
            (None, None) => return Err(Fault::new(FaultKind::Crashed, "the engine neither asks nor ends").into()),
        };
        Ok(Reply { events, next, lines: self.told })
    }
}

fn no_duel() -> Trouble {
    Fault::new(FaultKind::Crashed, "no duel is under way").into()
}

impl Engine for Reference {
    fn about(&self) -> &About {
        &self.about
    }

    fn start(&mut self, duel: &Start<'_>) -> Result<Reply, Trouble> {
        let Some((_, policy)) = self.formats.iter().find(|(name, _)| name == duel.format) else {
            return Err(Trouble::Unsupported(format!("there is no format `{}`", duel.format)));
        };
        let begun = Duel::new(duel.setup, duel.library.to_vec(), policy.clone());
        let begun = begun.map_err(|errors| Fault::new(FaultKind::Crashed, errors.to_string()))?;
        // What came before the duel is no event of it.
        (self.told, self.known) = (begun.log().len(), duel.setup.cards.len());
        self.duel = Some(begun);
        self.reply()
    }

    fn answer(&mut self, answer: &Answer) -> Result<Reply, Trouble> {
        let duel = self.duel.as_mut().ok_or_else(no_duel)?;
        duel.answer(answer).map_err(|error| {
            Fault::new(FaultKind::Crashed, format!("the engine refused an answer it had offered: {error}"))
        })?;
        self.reply()
    }

    fn board(&self) -> Option<Board> {
        let duel = self.duel.as_ref()?;
        let cards = duel.cards().map(|card| BoardCard {
            card: card.id,
            zone: card.zone,
            controller: card.controller,
            face_up: card.face_up,
            position: card.position,
            atk: card.atk,
            def: card.defense,
            counters: card.counters,
            equipped_to: card.equipped_to,
        });
        let cards = cards.filter(|card| !matches!(card.zone, Zone::Gone)).collect();
        Some(Board { lp: [segoc_engine::Player::One, segoc_engine::Player::Two].map(|p| duel.lp(p)), cards })
    }

    fn refused(&self) -> Vec<Refused> {
        self.duel.as_ref().map_or_else(Vec::new, Duel::refused)
    }
}

/// A line that is no event. What a question already said is not told again.
fn other_line(duel: &Duel, line: &Line) -> Option<Event> {
    Some(match line {
        Line::Placement(p) if !p.asked && p.placed.is_some() => Event::Placed(Placing {
            player: p.player,
            offered: p.offered.iter().map(|o| o.effect).collect(),
            refused: p.refused.clone(),
            placed: p.offered.iter().find(|o| Some(o.pending) == p.placed).map(|o| o.effect),
            asked: false,
        }),
        Line::Chosen { player, purpose, cards, asked: false, .. } => Event::Chosen(*player, *purpose, cards.clone()),
        Line::Fate { effect, player, fate: Fate::Dropped(refusal), .. } => {
            Event::Dropped(*player, *effect, Some(refusal.clone()))
        }
        Line::ChainComplete(_) => Event::ChainComplete,
        Line::LinkDone { link, outcome, reason } => {
            Event::Resolved { link: duel.link(*link)?.number, outcome: *outcome, rule: *reason }
        }
        Line::ChainOver => Event::ChainOver,
        Line::AttackEnded { attacker, refusal } => Event::AttackEnded(*attacker, Some(refusal.clone())),
        Line::Event(_)
        | Line::Triggered { .. }
        | Line::Placement(_)
        | Line::Chosen { .. }
        | Line::Fate { .. }
        | Line::Ended(_) => return None,
    })
}

/// What an event of the log is, in the words of the format.
fn tell(duel: &Duel, event: &Logged, told: &mut impl FnMut(Event)) {
    let player = match event.what {
        What::Drew { player, .. } => Some((PlayerEvent::Draws, player, event.cards.len() as i32)),
        What::Damage { player, amount, .. } => Some((PlayerEvent::TakesDamage, player, amount)),
        What::GainedLp(player, amount) => Some((PlayerEvent::GainsLp, player, amount)),
        What::PaidLp(player, amount) => Some((PlayerEvent::PaysLp, player, amount)),
        _ => None,
    };
    if let Some((what, who, count)) = player {
        told(Event::Player(what, who, count));
    }
    let negated = match event.what {
        What::ActivationNegated(link, _) => Some((CardEvent::ActivationNegated, link)),
        What::EffectNegated(link) => Some((CardEvent::EffectNegated, link)),
        _ => None,
    };
    if let Some((what, link)) = negated.and_then(|(what, link)| Some((what, duel.link(link)?))) {
        told(Event::Cards { are: vec![what], cards: vec![link.effect.card], position: None });
    }
    let summoned = matches!(event.what, What::Summoned(..));
    let mut alike: Option<(Vec<CardEvent>, Vec<CardId>, Option<segoc_engine::def::BattlePosition>)> = None;
    for changed in &event.cards {
        let are = words(&event.what, changed);
        if are.is_empty() {
            continue;
        }
        let position = summoned.then_some(changed.after.position);
        match &mut alike {
            Some((same, cards, at)) if *same == are && *at == position => cards.push(changed.card.card),
            _ => {
                if let Some((are, cards, position)) = alike.replace((are, vec![changed.card.card], position)) {
                    told(Event::Cards { are, cards, position });
                }
            }
        }
    }
    if let Some((are, cards, position)) = alike {
        told(Event::Cards { are, cards, position });
    }
    if let What::Activated(id) = event.what
        && let Some(link) = duel.link(id)
    {
        let (player, effect) = (link.player, link.effect);
        told(Event::Activated { link: link.number, player, effect, targets: link.targets });
    }
}

/// Everything an event and its change say of one card: one change may have several names.
fn words(what: &What, changed: &Changed) -> Vec<CardEvent> {
    let mut words: Vec<CardEvent> = words_of_change(changed);
    words.extend(word_of_event(what));
    words.sort_unstable();
    words.dedup();
    words
}

/// What an event says of all its cards.
fn word_of_event(what: &What) -> Option<CardEvent> {
    Some(match what {
        What::Summoned(SummonKind::Normal | SummonKind::Tribute, ..) => CardEvent::NormalSummoned,
        What::Summoned(SummonKind::Flip, ..) => CardEvent::FlipSummoned,
        What::Summoned(SummonKind::Special, ..) => CardEvent::SpecialSummoned,
        What::Set => CardEvent::Set,
        What::Revealed => CardEvent::Revealed,
        What::TurnedFaceDown => CardEvent::TurnedFaceDown,
        What::TurnedFaceUp => CardEvent::TurnedFaceUp,
        What::ChangedPosition => CardEvent::ChangedPosition,
        What::ChangedControl => CardEvent::ChangedControl,
        What::Equipped => CardEvent::Equipped,
        What::SummonNegated => CardEvent::SummonNegated,
        What::CountersPlaced(_) => CardEvent::CounterPlaced,
        What::CountersRemoved(_) => CardEvent::CounterRemoved,
        What::AttackDeclared { .. } => CardEvent::AttackDeclared,
        _ => return None,
    })
}

/// What the change of one card says of it: one change may have several names.
fn words_of_change(changed: &Changed) -> Vec<CardEvent> {
    let (before, after) = (&changed.before, &changed.after);
    let moved_to = |zone: Zone| after.zone == zone && before.zone != zone;
    let stayed = before.zone.on_field() && after.zone.on_field() && changed.how == MoveHow::Stayed;
    let all = [
        (changed.how == MoveHow::Destroyed, CardEvent::Destroyed),
        (changed.how == MoveHow::Discarded, CardEvent::Discarded),
        (changed.how == MoveHow::Tributed, CardEvent::Tributed),
        (moved_to(Zone::Gy), CardEvent::SentToGy),
        (moved_to(Zone::Banished), CardEvent::Banished),
        (changed.how == MoveHow::AddedToHand, CardEvent::AddedToHand),
        (changed.how == MoveHow::ReturnedToHand, CardEvent::ReturnedToHand),
        (changed.how == MoveHow::ReturnedToDeck, CardEvent::ReturnedToDeck),
        (stayed && !before.face_up && after.face_up, CardEvent::TurnedFaceUp),
        (stayed && before.face_up && !after.face_up, CardEvent::TurnedFaceDown),
        (stayed && before.controller != after.controller, CardEvent::ChangedControl),
    ];
    all.into_iter().filter(|(is, _)| *is).map(|(_, word)| word).collect()
}
