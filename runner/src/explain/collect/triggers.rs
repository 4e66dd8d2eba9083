//! Triggers: what met them, why they were placed where they were, and what became of the others.

use std::cmp::Ordering;

use segoc_engine::def::Pattern;
use segoc_protocol::{Action, Answer, Ask, CardId, ChartBox, EffectRef, Event, Happened, Player, Prompt, Rule};

use super::super::tale::{Kind, Loss, Placed, Position, Trigger};
use super::windows::Acting;
use super::{Teller, facts, leaves_after_a_chain};
use crate::transcript::Item;

/// What is known of the triggers that wait.
#[derive(Default)]
pub(super) struct Triggers {
    /// Triggers that were met and have no fate yet.
    waiting: Vec<Waiting>,
    /// Whether the triggers of this window were told.
    met: bool,
    /// Whether the triggers of this window are of one group.
    one_group: bool,
    /// The placement under way: its event.
    pub(super) placement: Option<usize>,
    /// The rule of the group of which a trigger of this window was placed last.
    batch: Option<Option<Rule>>,
    /// When the trigger that was placed last was met.
    placed_at: Option<u32>,
    /// Triggers whose card could not see the event; told at the next window.
    unseen: Vec<usize>,
}

/// A trigger that was met and has no fate yet.
#[derive(Clone, Debug)]
struct Waiting {
    trigger: u32,
    effect: EffectRef,
    /// The events that met it.
    events: Vec<usize>,
    /// Whether its player has it told that it triggered.
    told: bool,
}

impl Waiting {
    fn event(&self) -> usize {
        self.events.last().copied().unwrap_or(0)
    }
}

/// What became of a trigger: it was placed, dropped, or not used.
#[derive(Clone, Copy, Debug)]
struct Fate {
    player: Player,
    /// How many events had happened.
    at: usize,
    /// The last question at which its player could have used it, if they did not.
    passed: Option<usize>,
    /// Whether it had to wait for a chance of its player.
    private: bool,
}

impl<'t> Teller<'t> {
    pub(super) fn triggered(&mut self, trigger: u32, effect: EffectRef, events: &[usize]) {
        let events = events.iter().copied().filter(|&event| event < self.now).collect();
        self.triggers.waiting.push(Waiting { trigger, effect, events, told: false });
        self.triggers.met = false;
    }

    /// Several triggers that reach the same window are told together, before the first of them is dealt with.
    pub(super) fn meet(&mut self) {
        if std::mem::replace(&mut self.triggers.met, true) {
            return;
        }
        let is_met = |w: &&Waiting| !w.told && self.is_settled_here(w);
        let together: Vec<u32> = self.triggers.waiting.iter().filter(is_met).map(|w| w.trigger).collect();
        if together.len() < 2 {
            return;
        }
        let mut triggers: Vec<Trigger<'t>> = Vec::new();
        for waiting in &mut self.triggers.waiting {
            waiting.told |= together.contains(&waiting.trigger);
        }
        for waiting in self.triggers.waiting.iter().filter(|w| together.contains(&w.trigger)) {
            triggers.extend(self.trigger(waiting));
        }
        self.flush();
        self.tell_unseen();
        let group = |t: &Trigger<'_>| (t.player, t.mandatory);
        self.triggers.one_group = triggers.windows(2).all(|pair| group(&pair[0]) == group(&pair[1]));
        self.push(Kind::Meet(triggers));
    }

    /// Whether a private trigger waits that its player may use here, or at the other player's chance.
    pub(super) fn waits_for_a_chance(&self, prompt: &Prompt) -> bool {
        let is_private = |w: &Waiting| self.fate(w).is_some_and(|fate| fate.private);
        prompt.options().iter().any(|option| matches!(option, Action::Trigger(_)))
            || (matches!(prompt.chart, Some(ChartBox::B | ChartBox::C)) && self.triggers.waiting.iter().any(is_private))
    }

    /// Whether a trigger has its fate before anything else resolves; one that waits longer is told later.
    fn is_settled_here(&self, waiting: &Waiting) -> bool {
        let resolves = |event: &Event| matches!(event.what, Happened::Resolves { .. });
        let until = self.fate(waiting).and_then(|fate| self.told.events.get(self.now..fate.at.max(self.now)));
        until.is_some_and(|events| !events.iter().any(resolves))
    }

    /// What becomes of a trigger.
    fn fate(&self, waiting: &Waiting) -> Option<Fate> {
        let told = self.told;
        let wanted = Action::Trigger(waiting.effect);
        let mut last = None;
        for item in told.items(&told.after_event(waiting.event()).to(told.last())) {
            let number = match item {
                Item::Event(at) => match told.events[at].what {
                    Happened::Placed { player, trigger, effect, .. }
                    | Happened::Dropped { player, trigger, effect }
                        if trigger == Some(waiting.trigger) || (trigger.is_none() && effect == waiting.effect) =>
                    {
                        return Some(Fate { player, at, passed: None, private: false });
                    }
                    _ => continue,
                },
                Item::Question(number) => number,
            };
            let (prompt, answer) = (&told.questions[number].prompt, &told.questions[number].answer);
            let (player, at, private) = (prompt.player, told.questions[number].events, prompt.is_window());
            let fate = Some(Fate { player, at, passed: Some(number), private });
            match (&prompt.ask, answer) {
                (Ask::Trigger { options, .. }, Some(Answer::Pass)) if options.contains(&waiting.effect) => return fate,
                (_, Some(Answer::Option(index))) if prompt.options().get(*index) == Some(&wanted) => {
                    return Some(Fate { player, at, passed: None, private });
                }
                _ if prompt.options().contains(&wanted) => last = fate,
                _ => {}
            }
        }
        last
    }

    fn trigger(&self, waiting: &Waiting) -> Option<Trigger<'t>> {
        let player = self.fate(waiting)?.player;
        Some(self.trigger_of(waiting.effect, player, &waiting.events))
    }

    fn trigger_of(&self, effect: EffectRef, player: Player, events: &[usize]) -> Trigger<'t> {
        let def = self.told.cast.effect(effect);
        let mut cause = self.fact_about(events, effect.card);
        let own = def.and_then(|d| d.cause.as_ref()).is_some_and(|c| c.any_of.iter().any(Pattern::is_about_this_card));
        if let Some(fact) = cause.as_mut().filter(|f| !own && f.cards.len() > 1) {
            // It waits for others, not for what happens to itself at the same time.
            fact.cards.retain(|card| *card != effect.card);
        }
        Trigger { player, card: effect.card, mandatory: def.is_some_and(|d| d.mandatory), cause }
    }

    /// A player is asked which trigger to place and wants none of them.
    pub(super) fn declined(&mut self, number: usize, player: Player, options: &[EffectRef]) {
        self.meet();
        let mut cards: Vec<CardId> = options.iter().map(|effect| effect.card).collect();
        cards.dedup();
        self.flush();
        self.push(Kind::Declined(player, cards));
        self.forget(number);
    }

    /// Triggers that could be used for the last time at this question were not.
    pub(super) fn forget(&mut self, question: usize) {
        let is_over = |w: &Waiting| self.fate(w).is_some_and(|fate| fate.passed == Some(question));
        let over: Vec<u32> = self.triggers.waiting.iter().filter(|w| is_over(w)).map(|w| w.trigger).collect();
        self.triggers.waiting.retain(|waiting| !over.contains(&waiting.trigger));
    }

    /// Why the effect that is being activated was placed where it was, if it is a trigger.
    pub(super) fn placed(&mut self, effect: EffectRef, acting: Option<&Acting<'t>>) -> Option<Placed<'t>> {
        let placement = self.triggers.placement.take().map(|event| &self.told.events[event]);
        let (group, trigger, others) = match placement {
            Some(Event { rule, what: Happened::Placed { instead, trigger, .. }, .. }) => {
                (*rule, *trigger, &instead[..])
            }
            _ if acting.is_some_and(|acting| acting.is_trigger) => {
                (Some(Rule::SegocPublicBeforePrivate), None, &[][..])
            }
            _ => return None,
        };
        let is_meant = |w: &Waiting| trigger.map_or(w.effect == effect, |trigger| w.trigger == trigger);
        let waiting = self.triggers.waiting.remove(self.triggers.waiting.iter().position(is_meant)?);
        let last = self.triggers.batch.replace(group);
        let at = |w: &Waiting| self.told.events.get(w.event()).and_then(|event| event.instant);
        let (earlier, this) = (self.triggers.placed_at, at(&waiting));
        let age = match self.earlier_first {
            Some(true) if earlier.is_some() && earlier < this => Some(Ordering::Greater),
            Some(true) if self.triggers.waiting.iter().any(|w| at(w) > this && self.is_settled_here(w)) => {
                Some(Ordering::Less)
            }
            _ => None,
        };
        self.triggers.placed_at = this;
        Some(Placed {
            group,
            instead: others.iter().filter(|other| **other != effect).map(|other| other.card).collect(),
            told: waiting.told,
            age,
            private: placement.is_none(),
            position: match last {
                None => Position::First,
                Some(last) if last == group => Position::Next,
                Some(_) => Position::NextGroup,
            },
            one_group: self.triggers.one_group,
            trigger: self.trigger(&waiting)?,
        })
    }

    pub(super) fn dropped(
        &mut self,
        number: usize,
        event: &'t Event,
        player: Player,
        effect: EffectRef,
        trigger: Option<u32>,
    ) {
        let is_meant = |w: &Waiting| Some(w.trigger) == trigger;
        if self.triggers.waiting.iter().any(is_meant) {
            self.meet();
        }
        let Some(index) = self.triggers.waiting.iter().position(is_meant) else {
            // The card could not see what happened; that is told where the triggers of that time are.
            self.triggers.unseen.push(number);
            return;
        };
        let waiting = self.triggers.waiting.remove(index);
        if self.was_said(effect.card, event.rule) || self.calls_itself(effect, &waiting.events) {
            return;
        }
        let missed = event.rule == Some(Rule::TimingMissed);
        let since = if missed { self.since(waiting.event(), number) } else { Vec::new() };
        self.flush();
        let trigger = self.trigger_of(effect, player, &waiting.events);
        self.push(Kind::Lost(Loss { trigger, refusal: event.refusal(), since, met: true }));
    }

    /// Whether an effect was called for only by its own activation, which nobody would ask about.
    fn calls_itself(&self, effect: EffectRef, events: &[usize]) -> bool {
        let own = |event: &Event| matches!(&event.what, Happened::Activated { effect: own, .. } if *own == effect);
        events.iter().filter_map(|&event| self.told.events.get(event)).any(own)
    }

    /// Whether it was just told that a card cannot be used by a rule.
    fn was_said(&self, card: CardId, rule: Option<Rule>) -> bool {
        let recent = self.steps.iter().rev().take_while(|s| !matches!(s.kind, Kind::Link(_) | Kind::Resolves(_)));
        recent.into_iter().any(|step| match &step.kind {
            Kind::NotOffered(not) => {
                let refusal = not.looked.refusal.as_ref();
                self.told.cast.is(&not.looked.offer.card, card) && refusal.map(|refusal| refusal.rule) == rule
            }
            _ => false,
        })
    }

    /// Tells of cards that could not see something happen.
    pub(super) fn tell_unseen(&mut self) {
        for number in std::mem::take(&mut self.triggers.unseen) {
            let event = &self.told.events[number];
            let Happened::Dropped { player, effect, .. } = event.what else { continue };
            let before = self.told.events[..number].iter().rposition(facts::is_something).filter(|_| self.causes);
            let events = before.map(|before| self.doing(before)).unwrap_or_default();
            let trigger = self.trigger_of(effect, player, &events);
            self.push(Kind::Lost(Loss { trigger, refusal: event.refusal(), since: Vec::new(), met: false }));
        }
    }

    /// The last thing that happened between an event and another.
    fn since(&self, event: usize, end: usize) -> Vec<super::Fact<'t>> {
        let events = &self.told.events;
        // What is activated in the same window is no reason for missing it.
        let placing = events[event..].iter().position(|e| matches!(e.what, Happened::Placed { .. }));
        let asked =
            self.told.questions.iter().find(|q| q.events > event && matches!(q.prompt.ask, Ask::Trigger { .. }));
        let end = [placing.map(|i| event + i), asked.map(|q| q.events)].into_iter().flatten().fold(end, usize::min);
        let counts = |&i: &usize| {
            events[i].instant > events[event].instant
                && facts::is_something(&events[i])
                && !leaves_after_a_chain(events[i].rule)
        };
        let later: Vec<usize> = (event..end).filter(counts).collect();
        let last = later.iter().map(|&i| events[i].instant).max();
        let of_last: Vec<usize> = later.into_iter().filter(|&i| Some(events[i].instant) == last).collect();
        let facts = self.reasons(&of_last);
        if facts.is_empty() { self.fact_about(&of_last, CardId(u16::MAX)).into_iter().collect() } else { facts }
    }

    /// What was met before has been dealt with.
    pub(super) fn end_window(&mut self) {
        self.triggers.batch = None;
        self.triggers.placed_at = None;
        self.triggers.met = false;
    }
}
