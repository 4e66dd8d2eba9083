//! Facts: events, together with others of their instant of which the same is to be said.

use segoc_engine::def::{CauseWord, Class};
use segoc_protocol::{CardEvent, CardId, Cause, Event, Happened, Player, Spot, Turned, Zone};

use super::teller::Teller;
use crate::cast::Cast;
use crate::transcript::{self, Link};

/// Something that happened: an event, with the cards of others of its instant of which the same is to be said.
#[derive(Clone, Debug)]
pub(super) struct Fact<'t> {
    /// The event.
    pub(super) event: &'t Event,
    /// Its number.
    pub(super) number: usize,
    /// The cards it is about.
    pub(super) cards: Vec<CardId>,
    /// The card of the link or effect that brought it about, or of the link it is about.
    pub(super) source: Option<CardId>,
    /// The ATK and DEF the cards have now, if they changed.
    pub(super) values: [Option<i32>; 2],
}

impl<'t> Fact<'t> {
    /// An event as a fact.
    fn new(number: usize, event: &'t Event, source: Option<CardId>) -> Self {
        let (cards, values) = match &event.what {
            Happened::Cards { cards, atk, def, .. } => (cards.clone(), [*atk, *def]),
            Happened::Player { cards, .. } | Happened::Attempted { cards, .. } => (cards.clone(), [None; 2]),
            Happened::Activated { effect, .. } => (vec![effect.card], [None; 2]),
            Happened::Resolves { .. } => (source.into_iter().collect(), [None; 2]),
            _ => (Vec::new(), [None; 2]),
        };
        Self { event, number, cards, source, values }
    }

    /// The word that says best what became of its cards.
    pub(super) fn word(&self) -> Option<CardEvent> {
        word(self.event)
    }

    /// Whether a word says best what became of its cards.
    pub(super) fn is(&self, word: CardEvent) -> bool {
        self.word() == Some(word)
    }

    /// Whether it was done in battle.
    pub(super) fn in_battle(&self) -> bool {
        matches!(self.event.by, Some(Cause::Battle(_)))
    }

    /// Whether the cards left to make room for another one.
    pub(super) fn made_room(&self) -> bool {
        matches!(&self.event.what, Happened::Cards { are, .. } if are.contains(&CardEvent::MadeRoom))
    }

    /// From where to where its cards went, if there is nothing more to say of them than that.
    pub(super) fn way(&self) -> Option<(Spot, Spot)> {
        match (&self.event.what, self.word()) {
            (Happened::Cards { from: Some(from), to: Some(to), .. }, word) if word.is_none_or(is_a_way) => {
                Some((*from, *to))
            }
            _ => None,
        }
    }

    /// The link whose effect did it.
    pub(super) fn by_link(&self) -> Option<u16> {
        match self.event.by {
            Some(Cause::Link(link)) => Some(link),
            _ => None,
        }
    }

    /// Adds a fact of the same instant if the same is to be said of its cards; else gives it back.
    fn join(&mut self, other: Self) -> Option<Self> {
        let when = |fact: &Self| (fact.event.instant, fact.event.by, fact.word());
        if when(self) != when(&other) || self.event.instant.is_none() || self.word().is_none() {
            return Some(other);
        }
        if self.is(CardEvent::Affected) {
            // Two values of one card are one fact.
            let free = (0..2).all(|i| self.values[i].is_none() || other.values[i].is_none());
            if self.cards != other.cards || self.cards.is_empty() || !free {
                return Some(other);
            }
            self.values = [0, 1].map(|i| self.values[i].or(other.values[i]));
            return None;
        }
        if self.event.rule != other.event.rule || self.said() != other.said() || self.turned() != other.turned() {
            return Some(other);
        }
        self.cards.extend(other.cards);
        None
    }

    /// The position to which its cards change.
    fn turned(&self) -> Option<Turned> {
        match &self.event.what {
            Happened::Cards { position, .. } if self.is(CardEvent::ChangedPosition) => *position,
            _ => None,
        }
    }

    /// What is said of its cards beside the word: hidden places are somebody's, and so is the side to which they came.
    fn said(&self) -> (Option<Spot>, Option<Spot>, Option<u8>) {
        let Happened::Cards { to, count, .. } = &self.event.what else { return (None, None, None) };
        let hidden = |spot: Spot| matches!(spot.zone, Zone::Hand | Zone::Deck | Zone::ExtraDeck);
        let shown = |spot: Spot| if hidden(spot) { spot } else { Spot { player: Player::Yugi, ..spot } };
        match self.way() {
            Some((from, to)) => (Some(from).filter(|from| hidden(*from)), Some(shown(to)), *count),
            None => (None, *to, *count),
        }
    }
}

/// What an activation answers.
pub(super) enum Answers<'t> {
    /// An activation.
    Link(Link<'t>),
    /// Something that happened.
    Event(Fact<'t>),
    /// A mandatory effect that answers nothing where it lies.
    Nothing,
}

impl<'t> Teller<'t> {
    /// An event as a fact.
    pub(super) fn fact(&self, number: usize) -> Fact<'t> {
        let event = &self.told.events[number];
        let card = |link: Option<Link<'t>>| link.map(|link| link.effect.card);
        let source = match (&event.what, event.by) {
            (Happened::Resolves { link }, _) => card(self.link_before(number, *link)),
            // A cost is paid before the activation is complete.
            (_, Some(Cause::Cost(link))) => {
                let later = self.told.events[number..].iter().filter_map(|event| transcript::link(number, event));
                card(later.into_iter().find(|l| l.number == link).or_else(|| self.link_before(number, link)))
            }
            (_, Some(Cause::Link(link))) => card(self.link_before(number, link)),
            (_, Some(Cause::Effect(effect))) => Some(effect.card),
            (_, Some(Cause::Battle(card))) => Some(card),
            _ => None,
        };
        Fact::new(number, event, source)
    }

    /// Events as facts; those of which the same is to be said together.
    fn facts(&self, events: impl IntoIterator<Item = usize>) -> Vec<Fact<'t>> {
        let mut facts = Vec::new();
        let there = events.into_iter().filter(|&i| self.told.events.get(i).is_some_and(is_something));
        there.for_each(|i| add(&self.told.cast, &mut facts, self.fact(i)));
        facts
    }

    /// Of some events the fact that is about a card, else the first one.
    pub(super) fn fact_about(&self, events: &[usize], card: CardId) -> Option<Fact<'t>> {
        let mut facts = self.facts(events.iter().copied());
        let index = facts.iter().position(|fact| fact.cards.contains(&card)).unwrap_or(0);
        (index < facts.len()).then(|| facts.swap_remove(index))
    }

    /// An event and those around it that were one doing.
    pub(super) fn doing(&self, number: usize) -> Vec<usize> {
        let events = &self.told.events;
        let deed = |event: &Event| (event.instant, event.by, event.rule, word(event));
        let same =
            |event: &Event| event.instant.is_some() && word(event).is_some() && deed(event) == deed(&events[number]);
        let first = (0..number).rev().take_while(|&i| same(&events[i])).last().unwrap_or(number);
        let after = (number + 1..events.len()).take_while(|&i| same(&events[i]));
        (first..=number).chain(after).collect()
    }

    /// The facts of these events, without what is no reason for anything.
    pub(super) fn reasons(&self, events: &[usize]) -> Vec<Fact<'t>> {
        let counts = |event: &Event| {
            !matches!(event.what, Happened::Resolves { .. } | Happened::Activated { .. } | Happened::Moment { .. })
                && !matches!(word(event), Some(CardEvent::Targeted | CardEvent::BecameMaterial))
        };
        self.facts(events.iter().copied().filter(|&i| counts(&self.told.events[i])))
    }

    /// What an activation answers.
    pub(super) fn answers(&self, link: &Link<'t>, activated: &'t Event) -> Option<Answers<'t>> {
        let def = self.told.cast.effect(link.effect)?;
        let cause = def.cause.as_ref().filter(|_| self.causes && def.class != Class::Trigger)?;
        let Happened::Activated { answers, about, .. } = &activated.what else { return None };
        if let Some(answered) = answers.and_then(|number| self.link_before(link.event, number)) {
            return Some(Answers::Link(answered));
        }
        if def.mandatory {
            return Some(Answers::Nothing);
        }
        let concerns = |card: &CardId| about.is_empty() || about.contains(card);
        let before = (0..link.event).rev().filter(|&i| self.told.events[i].instant < activated.instant);
        before.into_iter().find_map(|i| {
            let event = &self.told.events[i];
            let cards = Fact::new(i, event, None).cards;
            let could_be = cause.any_of.iter().any(|pattern| is_cause(pattern.event, event));
            if !could_be || !(cards.is_empty() || cards.iter().any(concerns)) {
                return None;
            }
            let card = about.first().or(cards.first()).copied().unwrap_or(link.effect.card);
            self.fact_about(&self.doing(i), card).map(Answers::Event)
        })
    }
}

/// Adds a fact to others: to one of which the same is to be said, if there is one. What each player shows is told for each.
pub(super) fn add<'t>(cast: &Cast<'_>, facts: &mut Vec<Fact<'t>>, fact: Fact<'t>) {
    let owner = |fact: &Fact<'_>| fact.cards.first().and_then(|&card| cast.owner(card));
    let mut left = Some(fact);
    for before in facts.iter_mut().rev() {
        let apart = |fact: &Fact<'_>| fact.is(CardEvent::Revealed) && owner(fact) != owner(before);
        left = match left {
            Some(fact) if !apart(&fact) => before.join(fact),
            other => other,
        };
    }
    facts.extend(left);
}

/// Whether an event is something that happened in the duel, not only said about it; a card that is moved for something else is not.
pub(super) fn is_something(event: &Event) -> bool {
    match &event.what {
        Happened::Cards { .. } => word(event).is_some() || is_token_gone(event),
        Happened::Player { .. }
        | Happened::Attempted { .. }
        | Happened::Activated { .. }
        | Happened::Resolves { .. }
        | Happened::Moment { .. } => true,
        _ => false,
    }
}

/// Whether an event says only that a token is gone, which has no place to go to.
pub(super) fn is_token_gone(event: &Event) -> bool {
    matches!(&event.what, Happened::Cards { to: Some(to), .. } if to.zone == Zone::Gone)
}

/// Whether an event is of a kind a cause names; the engine has decided that one of them is meant.
pub(super) fn is_cause(cause: CauseWord, event: &Event) -> bool {
    use CauseWord as W;
    let in_battle = matches!(event.by, Some(Cause::Battle(_)));
    match &event.what {
        Happened::Attempted { .. } => cause == W::WouldBeSummoned,
        Happened::Player { is, .. } => {
            let battle_damage = matches!(cause, W::TakesBattleDamage | W::InflictsBattleDamage);
            is.word() == cause.word() || (in_battle && battle_damage && is.word() == W::TakesDamage.word())
        }
        Happened::Cards { are, from, to, .. } => match cause {
            W::Summoned => are.iter().any(|word| word.word().ends_with(" summoned")),
            W::DestroysByBattle => in_battle && are.contains(&CardEvent::Destroyed),
            W::LeftTheField => {
                let left = |zone: Zone| !zone.on_field() && !matches!(zone, Zone::Limbo | Zone::Material);
                from.is_some_and(|from| from.zone.on_field()) && to.is_some_and(|to| left(to.zone))
            }
            _ => are.iter().any(|word| word.word() == cause.word()),
        },
        _ => false,
    }
}

/// The word that says best what became of the cards of an event.
pub(super) fn word(event: &Event) -> Option<CardEvent> {
    let Happened::Cards { are, .. } = &event.what else { return None };
    let is = |word: CardEvent| are.contains(&word).then_some(word);
    // A Tribute Summon is a Normal Summon too, and whatever is done to a card may send or banish it.
    let says_where = |word: &CardEvent| {
        matches!(word, CardEvent::SentToGy | CardEvent::Banished | CardEvent::MadeRoom | CardEvent::AddedToExtraDeck)
    };
    is(CardEvent::TributeSummoned)
        .or_else(|| are.iter().find(|word| !is_a_way(**word)).copied())
        .or_else(|| are.iter().find(|word| !says_where(word)).copied())
        .or_else(|| is(CardEvent::Banished))
        .or_else(|| are.first().copied())
}

/// Whether a word says how cards went from one place to another.
fn is_a_way(word: CardEvent) -> bool {
    use CardEvent as C;
    matches!(word, C::Destroyed | C::Discarded | C::Tributed | C::MadeRoom | C::UsedAsMaterial | C::SentToGy)
        || matches!(word, C::AddedToHand | C::ReturnedToHand | C::ReturnedToGy | C::ReturnedToDeck | C::ReturnedToField)
        || matches!(word, C::AddedToExtraDeck | C::Placed)
        || matches!(word, C::Banished | C::Detached)
}
