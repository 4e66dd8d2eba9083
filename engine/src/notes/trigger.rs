//! What triggers show that were met and wait.

use crate::catalogue::Rule;
use crate::flow::{Duel, WindowFrame};
use crate::state::{EffectRef, Occasion, Pending, Ref, Seen, Zone};

impl Duel {
    /// A trigger was met.
    pub(crate) fn note_trigger(&self, effect: EffectRef, source: Ref, seen: &Seen, per_deed: bool, about_itself: bool) {
        self.applies(Rule::TriggerConditionAtTheEvent);
        let waiting = |p: &&Pending| p.effect == effect && p.source == source && !p.batched;
        let again = self.state.pendings.iter().filter(waiting).any(|p| p.seen.iter().all(|s| s.deed != seen.deed));
        self.applies_if(again && per_deed, Rule::TriggerOnceForEachTime);
        self.applies_if(again && !per_deed, Rule::TriggerOptionalOncePerWindow);
        let same_def = |p: &Pending| {
            p.effect.card != effect.card && self.state.card(p.effect.card).def == self.state.card(effect.card).def
        };
        let copies = self.state.pendings.iter().any(|p| same_def(p) && p.seen.iter().any(|s| s.event == seen.event));
        self.applies_if(seen.cards.len() > 1 || copies, Rule::TriggerOnceForOneEvent);
        self.applies_if(self.state.chain().is_some(), Rule::ChainNothingWhileResolving);
        let card = self.state.card(effect.card);
        let came_later = matches!(card.zone, Zone::Hand | Zone::Deck) && card.since >= seen.deed.at && !about_itself;
        self.applies_if(came_later, Rule::PresenceHandWhenTheWindowOpens);
    }

    /// A window has opened: its triggers are known, and in which order they will be placed.
    pub(crate) fn note_window(&self, window: &WindowFrame) {
        self.note_latecomers(window.occasion);
        let survives = self.state.forced_on.is_some() && !(window.batch.is_empty() && window.late.is_empty());
        self.applies_if(survives, Rule::TriggerSurvivesAForcedPhase);
        let waiting = || window.batch.iter().chain(&window.late).filter_map(|&id| self.pending(id));
        waiting().for_each(|pending| self.note_owner(pending));
        self.note_order(window);
    }

    /// Whether whose trigger it is was a question at all.
    fn note_owner(&self, pending: &Pending) {
        let card = self.state.card(pending.effect.card);
        let was_others = |s: &Seen| {
            self.event_at(s.event).is_some_and(|e| {
                e.cards.iter().any(|c| c.card.card == pending.effect.card && c.before.controller != pending.player)
                    || self.state.doer(e.deed.cause).is_some_and(|doer| pending.about_itself && doer != pending.player)
            })
        };
        let asked = (card.zone.on_field() && card.controller != card.owner) || pending.seen.iter().any(was_others);
        self.applies_if(asked, Rule::TriggerBelongsToItsController);
    }

    /// A card which is in force only now was not there for what it waits for.
    fn note_latecomers(&self, occasion: Occasion) {
        for &effect in self.triggers.iter() {
            let card = self.state.card(effect.card);
            let (Some(since), Some(cause)) = (card.in_force, &self.effect(effect).cause) else { continue };
            let came = occasion.latest.is_some_and(|latest| since == latest) && card.zone.on_field();
            if !came || cause.any_of.iter().all(crate::def::Pattern::is_about_this_card) {
                continue;
            }
            let ctx = self.ctx(effect, card.controller);
            let earlier = |&i: &usize| self.event_at(i).is_some_and(|e| e.deed.at < since);
            let missed =
                (occasion.from..occasion.to).filter(earlier).any(|i| self.meets_cause(&ctx, cause, i).is_some());
            self.applies_if(missed, Rule::PresenceNotThereBefore);
        }
    }

    /// In which order the triggers will be placed.
    fn note_order(&self, window: &WindowFrame) {
        let several = window.batch.len() + window.late.len() > 1;
        let waiting = || window.batch.iter().filter_map(|&id| self.pending(id));
        let from_hand = waiting().any(|p| !p.mandatory && self.state.card(p.effect.card).zone == Zone::Hand);
        let private = self.policy.private.rule();
        let decided = from_hand && (several || private == Rule::SegocPublicBeforePrivate);
        self.applies_if(decided || !window.late.is_empty(), private);
        let of_different_age = waiting().any(|p| waiting().any(|other| other.age() != p.age()));
        self.applies_if(of_different_age, self.policy.age.rule());
        let group = |p: &Pending| (p.player, p.obligation());
        if waiting().any(|p| waiting().any(|other| group(other) != group(p))) {
            waiting().for_each(|p| self.applies(self.group_rule(group(p))));
        }
    }
}
