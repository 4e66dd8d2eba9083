//! The duel as an engine tells it, replayed: whether each event can follow the ones before it, and whether a board shows what they say.
//!
//! Nothing here knows the rules of the game, only what words mean: what was sent to the GY lies there, who takes 500 damage has 500
//! less. What an engine may leave out is not known afterwards, until a board shows it; so nobody is blamed for what they did not promise.

use std::fmt;

use crate::board::{Board, BoardCard, Face, Sides};
use crate::event::{CardEvent, Event, Happened, PlayerEvent, Spot};
use crate::message::{Capabilities, Capability};
use crate::prompt::{Action, Answer, Ask, Prompt};
use crate::sound::Sound;
use crate::start::{Start, StartCard};
use crate::words::{BattlePosition, CardId, EffectRef, LinkOutcome, Moment, Phase, Player, StartZone, Turned, Zone};

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

/// A chain as far as it was told.
#[derive(Clone, Debug, Default)]
struct Chain {
    links: Vec<CardId>,
    complete: bool,
    /// How many links have resolved.
    done: usize,
    /// The link whose turn has come.
    resolving: Option<u16>,
    /// It resolves from the first link on. Rulings say that this is wrong; here it is as good as the other way.
    upward: bool,
}

/// What is known of a card. What is not known is none.
#[derive(Clone, Debug)]
struct Card {
    id: CardId,
    name: String,
    owner: Option<Player>,
    is_token: bool,
    /// Where it may be.
    zones: Zones,
    player: Option<Player>,
    face: Option<Face>,
    position: Option<BattlePosition>,
    counters: Option<u8>,
    equipped_to: Option<Option<CardId>>,
    /// Its Summon is attempted.
    attempted: bool,
    /// A player has begun to activate it: what becomes of it is told with the activation.
    under_way: bool,
    /// It was in the Deck when cards were drawn that were not named.
    may_be_drawn: bool,
    /// The words that were told of it, as bits, in this instant.
    told: (u32, u64),
    /// Whether the board that is looked at shows it.
    shown: bool,
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
        // Whether it was one of the cards that were drawn is not known.
        if let Some(player) = drawn
            && !card.may_be_drawn
        {
            self.drawn[player] = None;
        }
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

impl Chain {
    fn activated(&mut self, link: u16, card: CardId) -> Sound {
        let next = self.links.len() + 1;
        if self.complete {
            return Err(format!("link {link} is activated while the chain resolves"));
        }
        if usize::from(link) != next {
            return Err(format!("link {link} is activated where link {next} comes next"));
        }
        self.links.push(card);
        Ok(())
    }

    fn completed(&mut self) -> Sound {
        if std::mem::replace(&mut self.complete, true) {
            return Err("a chain is complete, but it resolves already".into());
        }
        Ok(())
    }

    /// The link is the next one of a chain that resolves.
    fn is_next(&mut self, link: u16, does: &str) -> Sound {
        if !self.complete {
            return Err(format!("link {link} {does}, but the chain is not complete"));
        }
        if self.done == self.links.len() {
            return Err(format!("link {link} {does}, but every link has resolved"));
        }
        if usize::from(link) > self.links.len() {
            return Err(format!("link {link} {does}, but it was never activated"));
        }
        if self.done == 0 && self.resolving.is_none() {
            self.upward = link == 1;
        }
        let next = if self.upward { self.done + 1 } else { self.links.len() - self.done };
        if next != usize::from(link) {
            return Err(format!("link {link} {does}, but link {next} comes next"));
        }
        Ok(())
    }

    fn resolves(&mut self, link: u16) -> Sound {
        self.is_next(link, "resolves")?;
        match self.resolving.replace(link) {
            Some(_) => Err(format!("link {link} resolves, but it has begun to already")),
            None => Ok(()),
        }
    }

    fn resolved(&mut self, link: u16, begins: bool) -> Sound {
        self.is_next(link, "has resolved")?;
        if self.resolving.take().is_none() && begins {
            return Err(format!("link {link} has resolved, but it never began to"));
        }
        self.done += 1;
        Ok(())
    }

    fn over(&self) -> Sound {
        match self.links.len() - self.done {
            _ if !self.complete => Err("a chain is over, but it never resolved".into()),
            0 => Ok(()),
            left => Err(format!("a chain is over, but {left} of its links have not resolved")),
        }
    }
}

impl Card {
    /// A card of the set-up.
    fn new(number: usize, card: &StartCard) -> Self {
        let zones: &[Zone] = match card.zone {
            StartZone::Hand => &[Zone::Hand],
            StartZone::Monsters => &[Zone::Monster],
            StartZone::SpellsAndTraps => &[Zone::SpellTrap, Zone::Field],
            StartZone::PendulumZones => &[Zone::Pendulum],
            StartZone::Set => &[Zone::Monster, Zone::SpellTrap, Zone::Field],
            StartZone::Gy => &[Zone::Gy],
            StartZone::Banished => &[Zone::Banished],
            StartZone::Deck => &[Zone::Deck],
            StartZone::ExtraDeck => &[Zone::ExtraDeck],
            StartZone::Material => &[Zone::Material],
        };
        let is_set = card.zone == StartZone::Set;
        let usual = if is_set { BattlePosition::Defense } else { BattlePosition::Attack };
        Self {
            id: CardId(number as u16),
            name: card.name.clone(),
            owner: Some(card.owner()),
            is_token: false,
            zones: Zones::of(zones),
            player: Some(card.player),
            face: Some(if is_set { Face::Down } else { Face::Up }),
            position: Some(card.position.unwrap_or(usual)),
            counters: Some(card.counters.unwrap_or(0)),
            equipped_to: Some(card.equipped_to.map(|monster| CardId(monster as u16))),
            attempted: false,
            under_way: false,
            may_be_drawn: false,
            told: (0, 0),
            shown: false,
        }
    }

    /// In one instant a word that leaves no trace is told of a card once.
    fn once(&mut self, are: &[CardEvent], instant: u32) -> Sound {
        let before = if self.told.0 == instant { self.told.1 } else { 0 };
        let bit = |word: &CardEvent| if leaves_no_trace(*word) { 1 << *word as u64 } else { 0 };
        if let Some(word) = are.iter().find(|word| before & bit(word) != 0) {
            return Err(format!("it was told already that {self} is `{word}` in the instant {instant}"));
        }
        self.told = (instant, are.iter().fold(before, |told, word| told | bit(word)));
        Ok(())
    }

    /// Where it was when this happened to it.
    fn was(&mut self, from: Option<Spot>, are: &[CardEvent]) -> Sound {
        if let Some(from) = from {
            let other_player = self.player.is_some_and(|player| player != from.player);
            // Whether what lies ready for an Xyz Summon is material already is for rulings to say.
            let ready: &[Zone] =
                if from.zone == Zone::Material { &[Zone::Material, Zone::Limbo] } else { &[from.zone] };
            match self.zones.and(Zones::of(ready)) {
                Some(zones) if !other_player => self.zones = zones,
                _ => {
                    let from = place(Some(from.player), Zones::of(&[from.zone]));
                    return Err(format!("{self} was not {from}: it is {}", self.place()));
                }
            }
        }
        for word in are {
            let may_be_there = self.attempted && destination(*word) == Some(MONSTERS);
            match self.zones.and(if may_be_there { Zones::but(&[]) } else { source(*word) }) {
                Some(zones) => self.zones = zones,
                None => return Err(format!("{self} cannot be `{word}`: it is {}", self.place())),
            }
        }
        Ok(())
    }

    /// Where it goes, if it does.
    fn goes(&mut self, to: Option<Spot>, are: &[CardEvent]) -> Sound {
        let mut zones = to.map(|to| Zones::of(&[to.zone]));
        for word in are {
            let Some(mut goal) = destination(*word) else { continue };
            // A token of the set-up is known when it is gone.
            let gone = Zones::of(&[Zone::Gone]);
            if (self.is_token || zones == Some(gone)) && goal.and(ON_FIELD).is_none() {
                goal = gone;
            }
            match zones.unwrap_or(goal).and(goal) {
                Some(both) => zones = Some(both),
                None => return Err(format!("{self} is `{word}`, but goes to {}", zones.unwrap_or(goal))),
            }
        }
        let Some(zones) = zones else {
            if are.contains(&CardEvent::ChangedControl) {
                self.player = self.player.map(Player::opponent);
            }
            return Ok(());
        };
        self.attempted = false;
        let stays = self.zones.and(ON_FIELD) == Some(self.zones) && zones.and(ON_FIELD) == Some(zones);
        let leaves = zones.and(ON_FIELD).is_none();
        self.player = match to {
            Some(to) => Some(to.player),
            None if stays && self.zones.and(zones).is_some() => self.player,
            None if leaves && !zones.has(Zone::Hand) => self.owner,
            None => None,
        };
        self.zones = zones;
        self.may_be_drawn = false;
        if !stays {
            (self.face, self.position) = (Some(Face::Up), Some(BattlePosition::Attack));
            (self.counters, self.equipped_to) = (Some(0), Some(None));
        }
        Ok(())
    }

    /// How it lies afterwards. That its Summon is attempted, for which it is turned twice, is told only by who tells causes.
    fn turns(&mut self, are: &[CardEvent], position: Option<Turned>, causes: bool) -> Sound {
        let is = |word: CardEvent| are.contains(&word);
        let other = self.position.map(|position| match position {
            BattlePosition::Attack => BattlePosition::Defense,
            BattlePosition::Defense => BattlePosition::Attack,
        });
        let (attack, defense) = (Some(BattlePosition::Attack), Some(BattlePosition::Defense));
        let (face, turned) = match position {
            Some(Turned::Attack) => (Some(Face::Up), attack),
            Some(Turned::Defense | Turned::FaceUpDefense) => (Some(Face::Up), defense),
            Some(Turned::FaceDown) => (Some(Face::Down), defense),
            Some(Turned::Other) => (Some(Face::Up), other),
            None if is(CardEvent::Set) || is(CardEvent::TurnedFaceDown) => (Some(Face::Down), defense),
            None if is(CardEvent::FlipSummoned) => (Some(Face::Up), attack),
            None if is(CardEvent::TurnedFaceUp) => (Some(Face::Up), None),
            None if is(CardEvent::ChangedPosition) => (self.face, other),
            None if is(CardEvent::NormalSummoned) || is(CardEvent::SpecialSummoned) => (None, None),
            None if is(CardEvent::ReturnedToField) => (None, None),
            None => return Ok(()),
        };
        let as_before = match () {
            () if is(CardEvent::TurnedFaceUp) || is(CardEvent::TurnedFaceDown) => {
                causes && !self.attempted && self.face.is_some() && face == self.face
            }
            () if is(CardEvent::ChangedPosition) => turned.is_some() && turned == self.position,
            () => false,
        };
        if as_before {
            return Err(format!("{self} is turned to how it lies already"));
        }
        (self.face, self.position) = (face, turned);
        Ok(())
    }

    /// How many counters it has afterwards.
    fn counts(&mut self, are: &[CardEvent], count: Option<u8>) -> Sound {
        let counters = self.counters.zip(count);
        if are.contains(&CardEvent::CounterPlaced) {
            self.counters = counters.map(|(before, placed)| before.saturating_add(placed));
        } else if are.contains(&CardEvent::CounterRemoved) {
            self.counters = match counters {
                Some((before, removed)) if removed > before => {
                    return Err(format!("{removed} counters are removed from {self}, which has {before}"));
                }
                other => other.map(|(before, removed)| before - removed),
            };
        }
        Ok(())
    }

    /// It is shown on a board.
    fn seen(&mut self, there: &BoardCard) -> Sound {
        let on_field = there.zone.on_field();
        let is_monster = there.zone == Zone::Monster;
        let other_player = self.player.is_some_and(|player| player != there.player);
        let counters = self.counters.unwrap_or(there.counters);
        let equipped_to = self.equipped_to.unwrap_or(there.equipped_to);
        let to =
            |card: Option<CardId>| card.map_or("equipped to nothing".into(), |c| format!("equipped to card {}", c.0));
        let (shown, told) = if !self.zones.has(there.zone) || other_player {
            (place(Some(there.player), Zones::of(&[there.zone])), self.place())
        } else if let Some(face) = self.face.filter(|face| on_field && *face != there.face) {
            (format!("face-{}", there.face), format!("face-{face}"))
        } else if let Some(position) = self.position.filter(|position| is_monster && *position != there.position) {
            (format!("in {} position", there.position), format!("in {position} position"))
        } else if on_field && counters != there.counters {
            (format!("with {} counters", there.counters), format!("with {counters}"))
        } else if on_field && equipped_to != there.equipped_to {
            (to(there.equipped_to), to(equipped_to))
        } else {
            (String::new(), String::new())
        };
        if shown != told {
            return Err(format!("the board shows {self} {shown}; after what was told, {told}"));
        }
        (self.may_be_drawn, self.shown) = (false, true);
        if !self.under_way {
            (self.zones, self.player) = (Zones::of(&[there.zone]), Some(there.player));
            (self.face, self.position) = (Some(there.face), Some(there.position));
            (self.counters, self.equipped_to) = (Some(there.counters), Some(there.equipped_to));
        }
        Ok(())
    }

    /// It is not shown on a board.
    fn unseen(&mut self) -> Sound {
        match self.zones.and(Zones::of(&[Zone::Limbo, Zone::Gone])) {
            Some(zones) => self.zones = if self.under_way { self.zones } else { zones },
            None => return Err(format!("{self} is not on the board; after what was told, it is {}", self.place())),
        }
        Ok(())
    }

    /// Where it is, in words.
    fn place(&self) -> String {
        place(self.player, self.zones)
    }
}

/// A place in words.
fn place(player: Option<Player>, zones: Zones) -> String {
    if zones == Zones::of(&[Zone::Limbo]) {
        return "being Summoned".into();
    }
    if zones.and(ON_FIELD).is_none() && (zones.0.count_ones() > 2 || zones == Zones::of(&[Zone::Gone])) {
        return "off the field".into();
    }
    player.map_or_else(|| format!("in the {zones}"), |player| format!("in {player}'s {zones}"))
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "card {} ({})", self.id.0, self.name)
    }
}

/// Some zones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Zones(u16);

/// The field.
const ON_FIELD: Zones = Zones::of(&[Zone::Monster, Zone::SpellTrap, Zone::Field, Zone::Pendulum]);
/// Where a card lies that was Summoned.
const MONSTERS: Zones = Zones::of(&[Zone::Monster]);
/// Where a card lies that was activated.
const ACTIVATED: Zones = Zones::of(&[Zone::SpellTrap, Zone::Field, Zone::Pendulum]);

impl Zones {
    const fn of(zones: &[Zone]) -> Self {
        let (mut bits, mut i) = (0, 0);
        while i < zones.len() {
            bits |= 1 << zones[i] as u16;
            i += 1;
        }
        Self(bits)
    }

    /// Every zone but these.
    const fn but(zones: &[Zone]) -> Self {
        Self(!Self::of(zones).0)
    }

    const fn has(self, zone: Zone) -> bool {
        self.0 & 1 << zone as u16 != 0
    }

    const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The zones in both, if there are any.
    fn and(self, other: Self) -> Option<Self> {
        Some(Self(self.0 & other.0)).filter(|both| both.0 != 0)
    }
}

impl fmt::Display for Zones {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Vec<&str> = Zone::ALL.iter().filter(|zone| self.has(**zone)).map(|zone| zone.word()).collect();
        f.write_str(&words.join(" or "))
    }
}

/// Where a card may be that is about to be this.
fn source(word: CardEvent) -> Zones {
    match word {
        CardEvent::SentToGy => Zones::but(&[Zone::Gy, Zone::Gone]),
        CardEvent::Banished => Zones::but(&[Zone::Banished, Zone::Gone]),
        // A card banished for a time may be destroyed for want of a zone to return to.
        CardEvent::Destroyed => Zones::but(&[Zone::Gy, Zone::Gone]),
        CardEvent::AddedToHand | CardEvent::ReturnedToHand => Zones::but(&[Zone::Hand, Zone::Gone]),
        CardEvent::ReturnedToDeck => Zones::but(&[Zone::Deck, Zone::Gone]),
        CardEvent::Discarded => Zones::of(&[Zone::Hand]),
        CardEvent::Detached => Zones::of(&[Zone::Material]),
        CardEvent::Attached => Zones::but(&[Zone::Gone]),
        CardEvent::NormalSummoned | CardEvent::TributeSummoned | CardEvent::SpecialSummoned => {
            Zones::but(&[Zone::Monster])
        }
        CardEvent::Set | CardEvent::ReturnedToField => {
            Zones::but(&[Zone::Monster, Zone::SpellTrap, Zone::Field, Zone::Pendulum, Zone::Gone])
        }
        CardEvent::AddedToExtraDeck => Zones::but(&[Zone::ExtraDeck, Zone::Gone]),
        CardEvent::Placed => Zones::but(&[Zone::Limbo, Zone::Gone]),
        CardEvent::FlipSummoned
        | CardEvent::ChangedPosition
        | CardEvent::AttackDeclared
        | CardEvent::AttackTargeted
        | CardEvent::AttackRedirected
        | CardEvent::AttackNegated
        | CardEvent::Battled => MONSTERS,
        CardEvent::TurnedFaceDown
        | CardEvent::TurnedFaceUp
        | CardEvent::ChangedControl
        | CardEvent::CounterPlaced
        | CardEvent::CounterRemoved => ON_FIELD,
        CardEvent::MadeRoom => Zones::of(&[Zone::Field]),
        CardEvent::Tributed
        | CardEvent::UsedAsMaterial
        | CardEvent::Targeted
        | CardEvent::Revealed
        | CardEvent::Equipped
        | CardEvent::Affected => Zones::but(&[Zone::Gone]),
        CardEvent::BecameMaterial
        | CardEvent::SummonNegated
        | CardEvent::ActivationNegated
        | CardEvent::EffectNegated => Zones::but(&[]),
    }
}

/// Where a card is that has become this, if it has moved.
fn destination(word: CardEvent) -> Option<Zones> {
    Some(match word {
        CardEvent::SentToGy => Zones::of(&[Zone::Gy]),
        CardEvent::Banished => Zones::of(&[Zone::Banished]),
        CardEvent::AddedToHand => Zones::of(&[Zone::Hand]),
        CardEvent::ReturnedToHand => Zones::of(&[Zone::Hand, Zone::ExtraDeck]),
        CardEvent::ReturnedToDeck => Zones::of(&[Zone::Deck, Zone::ExtraDeck]),
        CardEvent::NormalSummoned
        | CardEvent::TributeSummoned
        | CardEvent::FlipSummoned
        | CardEvent::SpecialSummoned => MONSTERS,
        CardEvent::Set | CardEvent::ReturnedToField => ON_FIELD,
        CardEvent::Equipped => Zones::of(&[Zone::SpellTrap]),
        CardEvent::Attached => Zones::of(&[Zone::Material]),
        CardEvent::AddedToExtraDeck => Zones::of(&[Zone::ExtraDeck]),
        CardEvent::Placed => Zones::of(&[Zone::Pendulum, Zone::ExtraDeck, Zone::SpellTrap]),
        CardEvent::UsedAsMaterial => Zones::but(&[Zone::Monster, Zone::SpellTrap, Zone::Field, Zone::Pendulum]),
        CardEvent::Destroyed
        | CardEvent::Tributed
        | CardEvent::Discarded
        | CardEvent::Detached
        | CardEvent::MadeRoom => {
            Zones::but(&[Zone::Monster, Zone::SpellTrap, Zone::Field, Zone::Pendulum, Zone::Limbo])
        }
        _ => return None,
    })
}

/// Whether a word changes nothing that a board shows, and can be true of a card only once in an instant.
const fn leaves_no_trace(word: CardEvent) -> bool {
    matches!(
        word,
        CardEvent::Revealed
            | CardEvent::BecameMaterial
            | CardEvent::SummonNegated
            | CardEvent::ActivationNegated
            | CardEvent::EffectNegated
            | CardEvent::AttackDeclared
            | CardEvent::AttackTargeted
            | CardEvent::AttackRedirected
            | CardEvent::AttackNegated
            | CardEvent::Battled
    )
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
