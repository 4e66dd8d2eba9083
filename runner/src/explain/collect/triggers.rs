//! Triggers: what met them, why they were placed where they were, and what became of the others.

use std::cmp::Ordering;

use segoc_engine::def::Pattern;
use segoc_engine::policy::Age;
use segoc_engine::{CardId, EffectRef, Entry, Event, Fate, Line, PendingId, Placement, Player, Rule, What as Happened};

use super::super::tale::{Fact, Kind, Loss, Meeting, Placed, Position, Trigger, What};
use super::windows::Acting;
use super::{Teller, leaves_after_a_chain};

/// A trigger that was met and has no fate yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Waiting {
    pending: PendingId,
    effect: EffectRef,
    /// The line of the event that met it.
    event: usize,
    /// Whether its player has it told that it triggered.
    told: bool,
}

impl Teller<'_> {
    pub(super) fn triggered(&mut self, pending: PendingId, effect: EffectRef, event: usize) {
        self.waiting.push(Waiting { pending, effect, event, told: false });
        self.met = false;
    }

    /// Several triggers that reach the same window are told together, before the first of them is dealt with.
    pub(super) fn meet(&mut self) {
        if std::mem::replace(&mut self.met, true) {
            return;
        }
        let together: Vec<Waiting> =
            self.waiting.iter().copied().filter(|w| !w.told && self.is_settled_here(w)).collect();
        let triggers: Vec<Trigger> = together.iter().filter_map(|w| self.trigger(w)).collect();
        if triggers.len() < 2 {
            return;
        }
        for waiting in self.waiting.iter_mut().filter(|w| together.iter().any(|t| t.pending == w.pending)) {
            waiting.told = true;
        }
        self.flush();
        self.tell_unseen();
        let group = |t: &Trigger| (t.player, t.mandatory);
        self.one_group = triggers.windows(2).all(|pair| group(&pair[0]) == group(&pair[1]));
        let called = |t: &Trigger| matches!(t.cause, Some(Fact { what: What::Activated(..), .. }));
        let called = triggers.iter().all(|t| t.mandatory && called(t));
        let age_matters = matches!(self.policy.age, Age::EarliestFirst | Age::LatestFirst);
        self.push(Kind::Meet(Meeting { triggers, age_matters, called }));
    }

    /// Whether a trigger has its fate before anything else resolves; one that waits longer is told later.
    fn is_settled_here(&self, waiting: &Waiting) -> bool {
        let mut after = self.duel.log().iter().skip(waiting.event + 1).skip_while(|e| !is_dealing(e));
        after
            .by_ref()
            .take_while(|entry| !matches!(&entry.line, Line::Event(e) if matches!(e.what, Happened::Resolves(_))))
            .any(|entry| matches!(&entry.line, Line::Fate { pending, .. } if *pending == waiting.pending))
    }

    fn trigger(&self, waiting: &Waiting) -> Option<Trigger> {
        let player = self.duel.log().iter().find_map(|entry| match &entry.line {
            Line::Fate { pending, player, .. } if *pending == waiting.pending => Some(*player),
            _ => None,
        })?;
        Some(self.trigger_of(waiting.effect, player, waiting.event))
    }

    fn trigger_of(&self, effect: EffectRef, player: Player, event: usize) -> Trigger {
        let def = self.duel.card(effect.card).def.effects.get(effect.effect as usize);
        let mut cause = self.fact_about(event, effect.card);
        let own = def.and_then(|d| d.cause.as_ref()).is_some_and(|c| c.any_of.iter().any(Pattern::is_about_this_card));
        if let Some(fact) = cause.as_mut().filter(|f| !own && f.cards.len() > 1) {
            // It waits for others, not for what happens to itself at the same time.
            fact.cards.retain(|c| c.id != effect.card);
        }
        Trigger {
            player,
            card: self.card(effect.card),
            mandatory: def.is_some_and(|d| d.mandatory),
            cause,
            instant: self.duel.log().get(event).map_or(0, |e| e.at.0),
        }
    }

    pub(super) fn placement(&mut self, line: usize, placement: &Placement) {
        self.meet();
        if placement.placed.is_some() {
            self.placement = Some(line);
            return;
        }
        let mut cards: Vec<_> = placement.offered.iter().map(|o| self.card(o.effect.card)).collect();
        cards.dedup();
        self.flush();
        self.push(Kind::Declined(placement.player, cards));
    }

    /// Why the effect that is being activated was placed where it was, if it is a trigger.
    pub(super) fn placed(&mut self, effect: EffectRef, acting: Option<&Acting>) -> Option<Placed> {
        let by_placement = self.placement.take().and_then(|line| {
            let entry = self.duel.log().get(line)?;
            let Line::Placement(placement) = &entry.line else { return None };
            Some((entry.rule?, placement, placement.placed?))
        });
        let private = acting.and_then(|acting| acting.trigger);
        let (group, pending) = match (&by_placement, private) {
            (Some((rule, _, pending)), _) => (*rule, *pending),
            (None, Some(pending)) => (Rule::SegocPublicBeforePrivate, pending),
            (None, None) => return None,
        };
        let waiting = *self.waiting.iter().find(|w| w.pending == pending)?;
        let mut instead = Vec::new();
        if let Some((_, placement, _)) = &by_placement {
            let others = placement.offered.iter().filter(|o| o.pending != pending && o.effect != effect);
            instead.extend(others.map(|o| self.card(o.effect.card)));
        }
        let last = self.batch.replace(group);
        let at = |w: &Waiting| self.duel.log().get(w.event).map(|e| e.at);
        let later = |w: &&Waiting| w.pending != pending && at(w) > at(&waiting) && self.is_settled_here(w);
        let age = match self.policy.age == Age::EarliestFirst {
            true if self.placed_at.is_some() && self.placed_at < at(&waiting) => Some(Ordering::Greater),
            true if self.waiting.iter().find(later).is_some() => Some(Ordering::Less),
            _ => None,
        };
        self.placed_at = at(&waiting);
        Some(Placed {
            group,
            asked: by_placement.as_ref().is_none_or(|(_, placement, _)| placement.asked),
            instead,
            told: waiting.told,
            age,
            private: by_placement.is_none(),
            position: match last {
                None => Position::First,
                Some(last) if last == group => Position::Next,
                Some(_) => Position::NextGroup,
            },
            one_group: self.one_group,
            trigger: self.trigger(&waiting)?,
        })
    }

    pub(super) fn fate(&mut self, line: usize, (pending, effect, player): (PendingId, EffectRef, Player), fate: &Fate) {
        if !matches!(fate, Fate::Placed(_)) && self.waiting.iter().any(|w| w.pending == pending) {
            self.meet();
        }
        let known = self.waiting.iter().position(|w| w.pending == pending).map(|i| self.waiting.remove(i));
        let Fate::Dropped(refusal) = fate else { return };
        let Some(waiting) = known else {
            // The card could not see what happened; that is told where the triggers of that time are.
            self.unseen.push(line);
            return;
        };
        if self.was_said(effect.card, refusal.rule) || self.calls_itself(effect, waiting.event) {
            return;
        }
        let since = if refusal.rule == Rule::TimingMissed { self.since(waiting.event, line) } else { Vec::new() };
        self.flush();
        self.push(Kind::Lost(Loss {
            trigger: self.trigger_of(effect, player, waiting.event),
            rule: refusal.rule,
            rests_on: refusal.rests_on.clone(),
            since,
            sentence: self.sentence(refusal.rule),
            met: true,
        }));
    }

    /// Whether an effect was called for only by its own activation, which nobody would ask about.
    fn calls_itself(&self, effect: EffectRef, event: usize) -> bool {
        match self.duel.log().get(event).map(|entry| &entry.line) {
            Some(Line::Event(Event { what: Happened::Activated(link), .. })) => {
                self.duel.link(*link).is_some_and(|l| l.effect == effect)
            }
            _ => false,
        }
    }

    /// Whether it was just told that a card cannot be used by a rule.
    fn was_said(&self, card: CardId, rule: Rule) -> bool {
        let recent = self.steps.iter().rev().take_while(|s| !matches!(s.kind, Kind::Link(_) | Kind::Resolves(_)));
        recent.into_iter().any(|step| match &step.kind {
            Kind::NotOffered(not) => not.card.id == card && not.rule == Some(rule),
            _ => false,
        })
    }

    /// Tells of cards that could not see something happen.
    pub(super) fn tell_unseen(&mut self) {
        for line in std::mem::take(&mut self.unseen) {
            let Some(entry) = self.duel.log().get(line) else { continue };
            let Line::Fate { effect, player, fate: Fate::Dropped(refusal), .. } = &entry.line else { continue };
            let before = self.duel.log()[..line].iter().rposition(|e| matches!(e.line, Line::Event(_)));
            let trigger = self.trigger_of(*effect, *player, before.unwrap_or(line));
            self.push(Kind::Lost(Loss {
                trigger,
                rule: refusal.rule,
                rests_on: refusal.rests_on.clone(),
                since: Vec::new(),
                sentence: self.sentence(refusal.rule),
                met: false,
            }));
        }
    }

    /// The last thing that happened between an event and a line of the log.
    fn since(&self, event: usize, line: usize) -> Vec<Fact> {
        let log = self.duel.log();
        let at = log.get(event).map(|e| e.at);
        // What is activated in the same window is no reason for missing it.
        let placing = log.iter().skip(event).position(|e| matches!(e.line, Line::Placement(_)));
        let line = placing.map_or(line, |i| line.min(event + i));
        let later: Vec<(usize, &Entry, &Event)> = log[..line.min(log.len())]
            .iter()
            .enumerate()
            .skip(event)
            .filter_map(|(i, entry)| match &entry.line {
                Line::Event(e) if Some(entry.at) > at && !leaves_after_a_chain(entry.rule) => Some((i, entry, e)),
                _ => None,
            })
            .collect();
        let Some(last) = later.iter().map(|(_, entry, _)| entry.at).max() else { return Vec::new() };
        let told = |e: &Event| {
            !matches!(e.what, Happened::Resolves(_) | Happened::Activated(_) | Happened::Targeted(_))
                && !matches!(e.what, Happened::MomentBegan(_) | Happened::BecameMaterial(..))
        };
        let of_last: Vec<_> = later.iter().filter(|(_, entry, _)| entry.at == last).collect();
        let mut facts: Vec<Fact> =
            of_last.iter().filter(|(_, _, e)| told(e)).flat_map(|(_, entry, e)| self.facts(entry, e)).collect();
        if facts.is_empty() {
            facts.extend(of_last.iter().find_map(|(i, _, _)| self.fact_about(*i, CardId(u16::MAX))));
        }
        facts
    }

    /// What was met before has been dealt with.
    pub(super) fn end_window(&mut self) {
        self.batch = None;
        self.placed_at = None;
        self.met = false;
    }
}

fn is_dealing(entry: &Entry) -> bool {
    matches!(entry.line, Line::Placement(_) | Line::Fate { .. })
}
