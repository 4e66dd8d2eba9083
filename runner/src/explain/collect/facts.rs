//! Events as facts.

use segoc_engine::def::{CardKind, CauseWord, Class, TrapKind};
use segoc_protocol::{CardEvent, CardId, Cause, EffectRef, Event, Face, Happened, Zone};

use super::super::tale::{Answers, Fact, word};
use super::Teller;
use super::windows::Acting;
use crate::cast::Cast;
use crate::transcript::{self, Link};

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
        Fact::new(event, source)
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
        let same = |event: &Event| {
            let this = &events[number];
            event.instant.is_some()
                && (event.instant, event.by, event.rule) == (this.instant, this.by, this.rule)
                && word(event) == word(this)
                && word(event).is_some()
        };
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
            let cards = Fact::new(event, None).cards;
            let could_be = cause.any_of.iter().any(|pattern| is_cause(pattern.event, event));
            if !could_be || !(cards.is_empty() || cards.iter().any(concerns)) {
                return None;
            }
            let card = about.first().or(cards.first()).copied().unwrap_or(link.effect.card);
            self.fact_about(&self.doing(i), card).map(Answers::Event)
        })
    }

    /// Whether an activation is that of a Spell or Trap Card itself: a Set Continuous Trap may be turned up to use its effect.
    pub(super) fn is_of_card(&self, effect: EffectRef, acting: Option<&Acting<'t>>) -> bool {
        let cast = &self.told.cast;
        let Some(class) = cast.class(effect) else { return false };
        let lay = acting.and_then(|acting| acting.prompt.board.as_ref()).and_then(|board| board.card(effect.card));
        let was_set = lay.is_some_and(|card| card.zone == Zone::SpellTrap && card.face == Face::Down);
        let continuous = cast.def(effect.card).is_some_and(|def| def.kind == CardKind::Trap(TrapKind::Continuous));
        class == Class::Activation || (class == Class::Quick && continuous && was_set)
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
        Happened::Cards { .. } => word(event).is_some() || super::is_token_gone(event),
        Happened::Player { .. }
        | Happened::Attempted { .. }
        | Happened::Activated { .. }
        | Happened::Resolves { .. }
        | Happened::Moment { .. } => true,
        _ => false,
    }
}

/// Whether an event is of a kind a cause names; the engine has decided that one of them is meant.
fn is_cause(cause: CauseWord, event: &Event) -> bool {
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
                from.is_some_and(|from| from.zone.on_field()) && to.is_some_and(|to| !to.zone.on_field())
            }
            _ => are.iter().any(|word| word.word() == cause.word()),
        },
        _ => false,
    }
}
