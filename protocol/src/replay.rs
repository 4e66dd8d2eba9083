//! The duel as an engine tells it, replayed: whether each event can follow the ones before it, and whether a board shows what they say.
//!
//! Nothing here knows the rules of the game, only what words mean: what was sent to the GY lies there, who takes 500 damage has 500
//! less. What an engine may leave out is not known afterwards, until a board shows it; so nobody is blamed for what they did not promise.

mod card;
mod chain;
mod zones;

use crate::board::{Board, Face, Sides};
use crate::event::{CardEvent, Event, Happened, PlayerEvent, Spot};
use crate::message::{Capabilities, Capability};
use crate::prompt::{Action, Answer, Ask, Choice, Prompt};
use crate::sound::Sound;
use crate::start::{Start, StartCard};
use crate::words::{CardId, EffectRef, LinkOutcome, Moment, Phase, Player, StartZone, Zone};
use card::Card;
use chain::Chain;
use zones::{ACTIVATED, Zones};

/// A duel as far as it was told.
#[derive(Clone, Debug)]
pub struct Replay {
    /// The engine numbers events by instant.
    instants: bool,
    /// The engine tells every move and every phase.
    causes: bool,
    instant: u32,
    /// How many events were told.
    events: usize,
    lp: Sides<i32>,
    turn: Player,
    phase: Phase,
    /// Those of the set-up, then the tokens.
    cards: Vec<Card>,
    /// Cards that were drawn since the last board without being named; none if they cannot be counted any more.
    drawn: Sides<Option<usize>>,
    /// The chain, and under it the one after whose last link it began, at a gate.
    chains: Vec<Chain>,
    /// Triggers that were met and have no fate yet.
    waiting: Vec<u32>,
    /// The trigger that was placed and is about to be activated.
    placed: Option<EffectRef>,
    /// The monster whose attack is under way, or was the last one.
    attacker: Option<CardId>,
}

impl Replay {
    /// A duel that begins, played by an engine that promises this.
    pub fn new(start: &Start, capabilities: &Capabilities) -> Self {
        let cards = start.setup.cards.iter().enumerate();
        Self {
            instants: capabilities.contains(&Capability::Instants),
            causes: capabilities.contains(&Capability::Causes),
            instant: 0,
            events: 0,
            lp: start.setup.lp,
            turn: Player::Yugi,
            phase: start.setup.phase,
            cards: cards.map(|(number, card)| Card::new(number, card)).collect(),
            drawn: Sides::of(|_| Some(0)),
            chains: Vec::new(),
            waiting: Vec::new(),
            placed: None,
            attacker: None,
        }
    }

    /// Takes an event; `before` is the one told directly before it, if nothing was asked in between.
    ///
    /// # Errors
    /// Says what it contradicts.
    pub fn event(&mut self, event: &Event, before: Option<&Event>) -> Sound {
        self.time(event)?;
        if before == Some(event) && !may_be_repeated(&event.what) {
            return Err("this event was told already: it is the same as the one before it".into());
        }
        match &event.what {
            Happened::Cards { cards, .. } => cards.iter().try_for_each(|card| self.happened_to(*card, &event.what))?,
            Happened::Player { is, player, count, cards } => self.player(*is, *player, *count, cards)?,
            Happened::Token { card, name } => self.token(*card, name)?,
            Happened::Phase { phase, player } => self.phase(*phase, *player)?,
            Happened::Attempted { cards, .. } => cards.iter().try_for_each(|card| self.attempted(*card))?,
            Happened::Triggered { trigger, events, .. } if self.causes => self.triggered(*trigger, events)?,
            Happened::Activated { link, effect, .. } => self.activated(*link, *effect)?,
            Happened::Placed { effect, trigger, .. } => self.placed(*effect, *trigger)?,
            Happened::Dropped { trigger, .. } => self.fate(*trigger, "dropped")?,
            Happened::ChainComplete => self.chain("a chain is complete")?.completed()?,
            Happened::Resolves { link } => self.chain("a link resolves")?.resolves(*link)?,
            Happened::Resolved { link, outcome } => self.resolved(*link, *outcome)?,
            Happened::ChainOver => self.chain_over()?,
            Happened::AttackEnded { card } => self.attack_ended(*card)?,
            Happened::Triggered { .. }
            | Happened::Chosen { .. }
            | Happened::Moment { .. }
            | Happened::Unaffected { .. } => {}
        }
        self.events += 1;
        Ok(())
    }

    /// Takes a question, with its board.
    ///
    /// # Errors
    /// Says what it contradicts.
    pub fn prompt(&mut self, prompt: &Prompt) -> Sound {
        let now = (prompt.phase, prompt.turn);
        if self.causes && now != (self.phase, self.turn) {
            let (phase, turn) = (self.phase, self.turn);
            return Err(format!(
                "the question comes in {}'s phase `{}`; after what was told, it is {turn}'s phase `{phase}`",
                now.1, now.0
            ));
        }
        (self.phase, self.turn) = now;
        if matches!(prompt.ask, Ask::Act { .. }) && !self.chains.is_empty() {
            return Err(format!("{} is asked to act before the chain is over", prompt.player));
        }
        if prompt.during == Some(Moment::SummonAttempt) && !self.causes {
            // Which monster is about to be Summoned need not be told.
            let from = Zones::of(&[Zone::Hand, Zone::ExtraDeck]);
            let cards = self.cards.iter_mut().filter(|card| card.zones.and(from).is_some());
            cards.for_each(|card| card.zones = card.zones.or(Zones::of(&[Zone::Limbo])));
        }
        if let Ask::Choose(Choice { about: Some(card), .. }) = &prompt.ask
            && !self.causes
        {
            // That the monster is on its way whose position or zone is chosen need not be told.
            let card = self.card(*card)?;
            card.zones = card.zones.or(Zones::of(&[Zone::Limbo]));
        }
        if prompt.is_open_state() {
            self.cards.iter_mut().for_each(|card| card.under_way = false);
        }
        prompt.board.as_ref().map_or(Ok(()), |board| self.board(board))
    }

    /// Takes the answer to a question: what a player does with a card is told only after they have begun to do it.
    pub fn answer(&mut self, prompt: &Prompt, answer: &Answer) {
        let Answer::Option(option) = answer else { return };
        let (card, leaves) = match &prompt.ask {
            Ask::Act { options } | Ask::Respond { options } => match options.get(*option) {
                Some(Action::Activate(effect) | Action::Trigger(effect)) => (Some(effect.card), ACTIVATED),
                Some(
                    Action::NormalSummon { card }
                    | Action::PendulumSummon { card }
                    | Action::SpecialSummon(EffectRef { card, .. }),
                ) if !self.causes => (Some(*card), Zones::of(&[Zone::Limbo])),
                Some(Action::FlipSummon { card }) if !self.causes => {
                    self.about_to_turn(*card);
                    (None, ACTIVATED)
                }
                _ => (None, ACTIVATED),
            },
            Ask::Trigger { options, .. } => (options.get(*option).map(|effect| effect.card), ACTIVATED),
            Ask::Choose(_) | Ask::Confirm(_) => (None, ACTIVATED),
        };
        if let Some(card) = card {
            self.begins(card, leaves);
        }
    }

    /// Takes a board; what was not known is known now.
    ///
    /// # Errors
    /// Says what it contradicts.
    pub fn board(&mut self, board: &Board) -> Sound {
        for (player, lp) in board.lp.iter() {
            let told = self.lp[player];
            if *lp < 0 {
                return Err(format!("the board shows {lp} life points of {player}: they never fall below 0"));
            }
            if *lp != told {
                return Err(format!("the board shows {lp} life points of {player}; after what was told, {told}"));
            }
        }
        self.cards.iter_mut().for_each(|card| card.shown = false);
        let mut drawn = Sides::of(|_| 0);
        for there in &board.cards {
            let card = self.card(there.card)?;
            if card.shown {
                return Err(format!("the board shows {card} in two places"));
            }
            drawn[there.player] += usize::from(card.may_be_drawn && there.zone == Zone::Hand);
            card.seen(there)?;
        }
        self.cards.iter_mut().filter(|card| !card.shown).try_for_each(Card::unseen)?;
        for (player, drawn) in drawn.iter() {
            match self.drawn[player].replace(0) {
                Some(told) if told != *drawn => {
                    let cards = format!("{told} cards that were not named");
                    return Err(format!("{player} drew {cards}; the board shows {drawn} of their Deck in the hand"));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Time does not go back, and is told by those who promise it.
    fn time(&mut self, event: &Event) -> Sound {
        match event.instant {
            Some(at) if at < self.instant => Err(format!("the instant {at} comes after the instant {}", self.instant)),
            Some(at) => {
                self.instant = at;
                Ok(())
            }
            None if self.instants && matches!(event.what, Happened::Cards { .. } | Happened::Player { .. }) => {
                Err("the event has no `instant`, and the engine promises `instants`".into())
            }
            None => Ok(()),
        }
    }

    /// The card of a number.
    fn card(&mut self, id: CardId) -> Result<&mut Card, String> {
        let number = usize::from(id.0);
        let number = match self.cards.get(number) {
            Some(card) if card.id == id => Some(number),
            _ => self.cards.iter().position(|card| card.id == id),
        };
        number.map(|number| &mut self.cards[number]).ok_or_else(|| format!("there is no card {}", id.0))
    }

    /// An event of cards happens to one of them.
    fn happened_to(&mut self, id: CardId, what: &Happened) -> Sound {
        let Happened::Cards { are, from, to, position, count, with, .. } = what else { return Ok(()) };
        let is = |word: CardEvent| are.contains(&word);
        let negated = is(CardEvent::ActivationNegated) || is(CardEvent::EffectNegated);
        if negated && !self.chains.iter().any(|chain| chain.links.contains(&id)) {
            return Err(format!("card {} is negated, but it is no link of the chain", id.0));
        }
        if is(CardEvent::AttackDeclared) {
            if self.causes && self.phase != Phase::Battle {
                return Err(format!("card {} declares an attack in the phase `{}`", id.0, self.phase));
            }
            self.attacker = Some(id);
        }
        let (now, causes) = (self.instants.then_some(self.instant), self.causes);
        let card = self.card(id)?;
        if let Some(instant) = now {
            card.once(are, instant)?;
        }
        card.was(*from, are)?;
        let drawn = card.may_be_drawn.then_some(card.owner).flatten();
        card.goes(*to, are)?;
        card.turns(are, *position, causes)?;
        card.counts(are, *count)?;
        if is(CardEvent::Equipped) {
            card.equipped_to = with.map(Some);
        }
        let (has_left, may_be_drawn) = (card.has_left(), card.may_be_drawn);
        if is(CardEvent::ChangedControl) {
            // What lies under it goes along, and what lies under which monster is not told.
            let materials = self.cards.iter_mut().filter(|other| other.zones.has(Zone::Material));
            materials.for_each(|material| material.player = None);
        }
        // Whether it was one of the cards that were drawn is not known.
        if let Some(player) = drawn
            && !may_be_drawn
        {
            self.drawn[player] = None;
        }
        // What a monster that left was equipped with lies on, equipped to nothing any more, or leaves next.
        let equipped = self.cards.iter_mut().filter(|other| has_left && other.equipped_to == Some(Some(id)));
        equipped.for_each(|other| other.equipped_to = None);
        Ok(())
    }

    fn player(&mut self, is: PlayerEvent, player: Player, count: i32, cards: &[CardId]) -> Sound {
        if count < 0 {
            return Err(format!("{player} {is} {count}: less than nothing"));
        }
        let lp = self.lp[player];
        self.lp[player] = match is {
            PlayerEvent::TakesDamage => (lp - count).max(0),
            PlayerEvent::GainsLp => lp.saturating_add(count),
            PlayerEvent::PaysLp if count > lp => return Err(format!("{player} pays {count} LP and has only {lp}")),
            PlayerEvent::PaysLp => lp - count,
            PlayerEvent::LpBecome => count,
            PlayerEvent::Draws => return self.draws(player, count as usize, cards),
        };
        Ok(())
    }

    fn draws(&mut self, player: Player, count: usize, cards: &[CardId]) -> Sound {
        if cards.is_empty() {
            self.drawn[player] = self.drawn[player].map(|drawn| drawn + count);
            for card in self.cards.iter_mut().filter(|card| card.zones.has(Zone::Deck) && card.player == Some(player)) {
                (card.zones, card.may_be_drawn) = (card.zones.or(Zones::of(&[Zone::Hand])), true);
            }
            return Ok(());
        }
        if cards.len() != count {
            return Err(format!("{player} draws {count} cards, and {} are named", cards.len()));
        }
        let (from, to) = (Spot { zone: Zone::Deck, player }, Spot { zone: Zone::Hand, player });
        cards.iter().try_for_each(|id| {
            let card = self.card(*id)?;
            card.was(Some(from), &[])?;
            card.goes(Some(to), &[])
        })
    }

    fn token(&mut self, id: CardId, name: &str) -> Sound {
        if self.card(id).is_ok() {
            return Err(format!("the token `{name}` has the number {}, which is another card's", id.0));
        }
        self.cards.push(Card {
            id,
            owner: None,
            is_token: true,
            ..Card::new(0, &StartCard::new(name, Player::Yugi, StartZone::Deck))
        });
        self.card(id).map(|token| (token.zones, token.player) = (Zones::of(&[Zone::Gone]), None))
    }

    fn phase(&mut self, phase: Phase, turn: Player) -> Sound {
        if (self.phase, self.turn) == (phase, turn) {
            return Err(format!("{turn}'s phase `{phase}` has begun already"));
        }
        (self.phase, self.turn) = (phase, turn);
        Ok(())
    }

    /// A monster is about to be Summoned: it is in limbo, or on the field, where it may have been turned face-up for that.
    fn attempted(&mut self, id: CardId) -> Sound {
        let card = self.card(id)?;
        if card.attempted {
            return Err(format!("{card} is about to be Summoned already"));
        }
        match card.zones.and(Zones::of(&[Zone::Limbo, Zone::Monster])) {
            Some(_) => {
                card.attempted = true;
                (card.face, card.position) = (None, None);
                Ok(())
            }
            None => Err(format!("{card} cannot be about to be Summoned: it is {}", card.place())),
        }
    }

    fn triggered(&mut self, trigger: u32, events: &[usize]) -> Sound {
        if self.waiting.contains(&trigger) {
            return Err(format!("the trigger {trigger} was met already"));
        }
        if let Some(later) = events.iter().find(|event| **event >= self.events) {
            return Err(format!("a trigger is met by the event {later}, and only {} were told", self.events));
        }
        self.waiting.push(trigger);
        Ok(())
    }

    /// A trigger is placed or lost, which happens once.
    fn fate(&mut self, trigger: Option<u32>, fate: &str) -> Sound {
        let Some(trigger) = trigger.filter(|_| self.causes) else { return Ok(()) };
        match self.waiting.iter().position(|waiting| *waiting == trigger) {
            Some(waits) => self.waiting.remove(waits),
            None => return Err(format!("the trigger {trigger} is {fate}, but it does not wait")),
        };
        Ok(())
    }

    fn placed(&mut self, effect: EffectRef, trigger: Option<u32>) -> Sound {
        if let Some(before) = self.placed {
            return Err(format!(
                "a trigger is placed before the one of card {}, placed earlier, was activated",
                before.card.0
            ));
        }
        self.fate(trigger, "placed")?;
        self.placed = Some(effect);
        self.begins(effect.card, ACTIVATED);
        Ok(())
    }

    fn activated(&mut self, link: u16, effect: EffectRef) -> Sound {
        if self.chains.last().is_none_or(|chain| chain.complete && chain.done == chain.links.len()) {
            self.chains.push(Chain::default());
        }
        self.chain("a link is activated")?.activated(link, effect.card)?;
        if let Some(placed) = self.placed.take()
            && placed != effect
        {
            let (placed, activated) = (placed.card.0, effect.card.0);
            return Err(format!("the trigger of card {placed} was placed, but card {activated} is activated"));
        }
        self.begins(effect.card, ACTIVATED);
        let causes = self.causes;
        let card = self.card(effect.card)?;
        card.under_way = false;
        if causes && card.zones.has(Zone::Hand) {
            card.zones = Zones::of(&[Zone::Hand]);
        }
        if card.zones.and(ACTIVATED) == Some(card.zones) {
            card.face = Some(Face::Up);
        }
        Ok(())
    }

    /// The chain that is built or resolves.
    fn chain(&mut self, what: &str) -> Result<&mut Chain, String> {
        self.chains.last_mut().ok_or_else(|| format!("{what}, but nothing was activated"))
    }

    fn resolved(&mut self, link: u16, outcome: LinkOutcome) -> Sound {
        let begins = self.causes && outcome != LinkOutcome::ActivationNegated;
        self.chain("a link has resolved")?.resolved(link, begins)
    }

    fn chain_over(&mut self) -> Sound {
        self.chain("a chain is over")?.over()?;
        self.chains.pop();
        Ok(())
    }

    fn attack_ended(&mut self, id: CardId) -> Sound {
        match self.attacker.take() {
            Some(attacker) if attacker == id => Ok(()),
            _ => Err(format!("the attack of card {} ended, but it does not attack", id.0)),
        }
    }

    /// A monster is about to be Flip Summoned: how it lies during the attempt need not be told.
    fn about_to_turn(&mut self, id: CardId) {
        let Ok(card) = self.card(id) else { return };
        (card.face, card.position) = (None, None);
        card.under_way = true;
    }

    /// A player begins to do something with a card: it may leave the hand, or be turned face-up, before that is told.
    fn begins(&mut self, id: CardId, leaves_for: Zones) {
        let Ok(card) = self.card(id) else { return };
        card.under_way = true;
        if card.zones.and(ACTIVATED).is_some() {
            card.face = card.face.filter(|face| *face == Face::Up);
        }
        if card.zones.and(Zones::of(&[Zone::Hand, Zone::ExtraDeck])).is_some() {
            (card.zones, card.face) = (card.zones.or(leaves_for), Some(Face::Up));
        }
    }
}

/// Whether the same may be told twice in a row: what adds up shows on the board, and chains are counted.
fn may_be_repeated(what: &Happened) -> bool {
    match what {
        Happened::Cards { are, .. } => {
            let adds_up =
                [CardEvent::CounterPlaced, CardEvent::CounterRemoved, CardEvent::Affected, CardEvent::Targeted];
            are.iter().any(|word| adds_up.contains(word))
        }
        Happened::Player { .. } | Happened::Dropped { .. } | Happened::ChainOver => true,
        _ => false,
    }
}
