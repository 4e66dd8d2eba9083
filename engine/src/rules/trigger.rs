//! `trigger.*`: whether, how often and for whom an effect triggers.
//!
//! Elsewhere: `trigger.survives-a-forced-phase` in `rules/replay.rs` (`attack_over`).

use crate::catalogue::{Refusal, Rule};
use crate::def::{Cause, CauseWord, Class, EffectDef, Moment, Pattern, Place, Timing};
use crate::flow::Duel;
use crate::state::{
    Board, CardId, EffectRef, Fate, Instant, Line, Occasion, Pending, PendingId, Player, Ref, Seen, What, Zone,
};
use crate::words::{Ctx, at_place};

/// What only looks at the board.
impl Board {
    /// Whether a trigger is used from the zone its card is in.
    fn waits_in(&self, effect: EffectRef, def: &EffectDef, about_itself: bool, zone: Zone) -> bool {
        if about_itself && def.from.is_none() {
            return true;
        }
        self.works_in(effect).iter().any(|&place| at_place(place, zone))
    }

    /// `trigger.belongs-to-its-controller`: on the field its controller, elsewhere its owner.
    pub(crate) fn would_be_used_by(&self, effect: EffectRef) -> Player {
        let card = self.card(effect.card);
        if card.zone.on_field() { card.controller } else { card.owner }
    }

    /// The cards of the cause that may still be meant.
    pub(crate) fn live_cards(&self, pending: &Pending) -> Vec<Ref> {
        let last = pending.seen.iter().map(|s| s.deed.at).max().unwrap_or(Instant(0));
        let effect = self.effect(pending.effect);
        let when = effect.cause.as_ref().is_some_and(|c| c.timing == Timing::When) && !effect.mandatory;
        let mut cards: Vec<Ref> = Vec::new();
        for seen in pending.seen.iter().filter(|s| !when || s.deed.at == last) {
            cards.extend(seen.cards.iter().filter(|c| !cards.contains(c)).copied().collect::<Vec<_>>());
        }
        cards
    }

    /// A waiting trigger by its number.
    pub(crate) fn pending(&self, id: PendingId) -> Option<&Pending> {
        self.pendings.get(id)
    }
}

impl Duel {
    /// `trigger.condition-at-the-event`: an event is compared with every trigger once, as things are then.
    pub(crate) fn match_triggers(&mut self, index: usize) {
        let library = self.state.library.clone();
        for i in 0..self.triggers.len() {
            let effect = self.triggers[i];
            let def = self.state.effect_in(&library, effect);
            self.match_trigger(effect, def, index);
        }
    }

    fn match_trigger(&mut self, effect: EffectRef, def: &EffectDef, index: usize) {
        let player = self.state.would_be_used_by(effect);
        if def.cause.is_none() {
            return self.match_moment(effect, def, player, index);
        }
        self.match_trigger_for(effect, def, player, index);
        if def.either_player {
            self.match_trigger_for(effect, def, player.opponent(), index);
        }
    }

    /// The event by which a trigger is met: `trigger.activation-when-resolved`: of an activation that its link resolves, not
    /// that it was activated.
    fn event_of_a_trigger(&self, pattern: &Pattern, index: usize) -> Option<usize> {
        if !pattern.is_activation() || !self.policy.activation_triggers.wait() {
            return Some(index);
        }
        match self.event_at(index)?.what {
            What::Resolves(link) => Some(self.state.link(link).event),
            // What an effect activates is no link of its own.
            What::Moved => Some(index),
            _ => None,
        }
    }

    /// The cards with which an event meets the cause of a trigger.
    fn meets_trigger(&self, ctx: &Ctx, cause: &Cause, index: usize) -> Option<Vec<Ref>> {
        cause.any_of.iter().find_map(|pattern| self.meets(ctx, pattern, self.event_of_a_trigger(pattern, index)?))
    }

    fn match_trigger_for(&mut self, effect: EffectRef, def: &EffectDef, player: Player, met: usize) {
        let Some(cause) = &def.cause else { return };
        if !self.had_effect(effect, met) {
            return;
        }
        let mut gone = false;
        for pattern in &cause.any_of {
            let Some(index) = self.event_of_a_trigger(pattern, met) else { continue };
            let Some(at) = self.event_at(index).map(|e| e.deed.at) else { continue };
            self.applies_if(index != met, Rule::TriggerActivationWhenResolved);
            let about_itself = pattern.is_about_this_card();
            let elsewhere = pattern.event == CauseWord::DestroysByBattle;
            if about_itself && !elsewhere && !self.happens_to(index, effect.card) {
                continue;
            }
            // Most of what happens is something else.
            if !about_itself && !elsewhere && !self.is_such_an_event(pattern, index) {
                continue;
            }
            let zone = self.state.card(effect.card).zone;
            if !self.state.waits_in(effect, def, about_itself, zone) {
                // `presence.wrong-place`: it left with what it waits for.
                let left = self.left_from(index, effect.card);
                let waited = left.is_some_and(|zone| self.state.waits_in(effect, def, about_itself, zone));
                gone |= waited && self.meets(&self.ctx(effect, player), pattern, index).is_some();
                continue;
            }
            // `presence.hand-when-the-window-opens`: hidden cards are asked when the window opens.
            if !about_itself && matches!(zone, Zone::Hand | Zone::Deck) {
                continue;
            }
            let ctx = self.ctx(effect, player);
            let Some(cards) = self.meets(&ctx, pattern, index) else {
                // What happened to the card itself was not what it waits for.
                self.applies_if(about_itself, Rule::TriggerConditionAtTheEvent);
                continue;
            };
            let sees = match about_itself {
                true => self.is_not_face_down(effect.card),
                false if pattern.is_done_to_this_card() => self.sees_what_is_done_to_it(effect.card, at),
                false => self.was_there_before(effect.card, at),
            };
            match sees {
                Ok(()) => self.trigger(effect, about_itself, player, met, cards),
                Err(refusal) => self.never_triggers(effect, player, refusal),
            }
            return;
        }
        if gone {
            self.never_triggers(effect, player, self.impossible(Rule::PresenceWrongPlace));
        }
    }

    /// Whether a card has an effect, or had it when the event took it from the field.
    fn had_effect(&self, effect: EffectRef, index: usize) -> bool {
        let left = self.event_at(index).and_then(|event| event.cards.iter().find(|c| c.card.card == effect.card));
        match left.filter(|c| c.before.zone == Zone::Monster && c.card.stay != c.was) {
            Some(changed) if self.effect(effect).given.is_none() => {
                !self.is_without_its_effects(effect.card, &changed.before)
            }
            _ => self.has_effect(effect),
        }
    }

    /// A trigger that says when in the Damage Step it activates is met when that moment begins.
    fn match_moment(&mut self, effect: EffectRef, def: &EffectDef, player: Player, index: usize) {
        let Some(What::MomentBegan(moment)) = self.event_at(index).map(|e| e.what.clone()) else { return };
        let now = def.during.as_ref().is_some_and(|d| d.at.contains(&moment));
        if now && self.is_in_place(player, effect).is_ok() {
            let ctx = self.ctx(effect, player);
            if def.requires.as_ref().is_none_or(|condition| self.holds(&ctx, condition)) {
                self.trigger(effect, false, player, index, Vec::new());
            }
        }
    }

    /// `damage-step.flip-waits`: a flip effect met before damage calculation joins the window after it, as if it had
    /// been met there.
    pub(crate) fn is_released(&self, pending: &Pending) -> bool {
        let there = || matches!(self.state.moment, Some(Moment::AfterDamageCalculation | Moment::EndOfDamageStep));
        let too_early = || self.state.in_damage_step() && !there();
        !pending.held || !too_early()
    }

    /// A trigger was met: it waits for the next window, once for each doing if it is mandatory
    /// (`trigger.once-for-each-time`), or once in all (`trigger.optional-once-per-window`). `trigger.once-for-one-event`:
    /// however many cards of the event met it, and for every copy of the card on its own.
    pub(crate) fn trigger(
        &mut self,
        effect: EffectRef,
        about_itself: bool,
        player: Player,
        event: usize,
        cards: Vec<Ref>,
    ) {
        let Some(deed) = self.event_at(event).map(|e| e.deed) else { return };
        if self.is_met_by_each(&cards) {
            cards.into_iter().for_each(|card| self.trigger(effect, about_itself, player, event, vec![card]));
            return;
        }
        for which in 0..self.how_often_it_has(effect).max(1) {
            let seen = Seen { event, deed, cards: cards.clone() };
            self.waits(effect, which, about_itself, player, seen);
        }
    }

    /// A trigger waits from now on, or has been met once more.
    fn waits(&mut self, effect: EffectRef, which: usize, about_itself: bool, player: Player, seen: Seen) {
        let event = seen.event;
        let source = self.state.reference(effect.card);
        let mandatory = self.effect(effect).mandatory;
        let per_deed = self.effect(effect).class == Class::Trigger && self.policy.repeats.counts_every_time(mandatory);
        let same = |p: &Pending| {
            p.effect == effect
                && p.which == which
                && p.source == source
                && !p.batched
                && (p.met_for == player || !self.effect(effect).either_player)
                && (!per_deed || p.seen.iter().any(|s| self.policy.repeats.is_one_time(s, &seen, mandatory)))
        };
        self.note_trigger(effect, source, &seen, per_deed, about_itself);
        let known = self.state.pendings.iter().find(|p| same(p)).map(|p| p.id);
        if let Some(id) = known {
            if let Some(pending) = self.state.pendings.get_mut(id)
                && !pending.seen.iter().any(|s| s.event == event)
            {
                pending.seen.push(seen);
            }
            return;
        }
        let id = self.new_pending_id();
        let pending = Pending {
            id,
            effect,
            source,
            about_itself,
            mandatory,
            which,
            met_for: player,
            player,
            seen: vec![seen],
            held: about_itself && self.flip_effects_wait() && self.is_flip(event),
            batched: false,
            owed: false,
        };
        self.state.pendings.push(pending);
        self.say(Rule::TriggerConditionAtTheEvent, Line::Triggered { pending: id, effect, event });
    }

    fn happens_to(&self, event: usize, card: CardId) -> bool {
        self.event_at(event).is_some_and(|e| e.cards.iter().any(|c| c.card.card == card))
    }

    fn is_flip(&self, event: usize) -> bool {
        self.event_at(event).is_some_and(|e| e.what == What::TurnedFaceUp)
    }

    fn new_pending_id(&mut self) -> PendingId {
        self.state.next_pending += 1;
        PendingId(self.state.next_pending)
    }

    /// A condition was met, but the card could not see it.
    fn never_triggers(&mut self, effect: EffectRef, player: Player, refusal: Refusal) {
        let pending = self.new_pending_id();
        let rule = refusal.rule;
        self.say(rule, Line::Fate { pending, effect, player, fate: Fate::Dropped(refusal) });
    }

    /// From where a card went in an event.
    fn left_from(&self, event: usize, card: CardId) -> Option<Zone> {
        let cards = self.event_at(event).map(|event| &event.cards);
        cards?.iter().find(|changed| changed.card.card == card).map(|changed| changed.before.zone)
    }

    /// `presence.hand-when-the-window-opens`: triggers of hidden cards are compared with the whole occasion when the window opens.
    pub(crate) fn match_hidden_triggers(&mut self, occasion: Occasion) {
        let library = self.state.library.clone();
        for i in 0..self.triggers.len() {
            let effect = self.triggers[i];
            let card = self.state.card(effect.card);
            if !matches!(card.zone, Zone::Hand | Zone::Deck) {
                continue;
            }
            let def = self.state.effect_in(&library, effect);
            let Some(cause) = &def.cause else { continue };
            let watches =
                def.from.iter().flatten().any(|&p| matches!(p, Place::Hand | Place::Deck) && at_place(p, card.zone));
            if !watches || cause.any_of.iter().all(crate::def::Pattern::is_about_this_card) {
                continue;
            }
            let (player, ctx) = (card.owner, self.ctx(effect, card.owner));
            let events = occasion.from..occasion.to;
            let met = events.filter_map(|event| Some((event, self.meets_trigger(&ctx, cause, event)?)));
            let mut met: Vec<(usize, Vec<Ref>)> = met.collect();
            // It is the last thing to happen that an optional "when" effect answers.
            let answers_the_last = cause.timing == Timing::When && !def.mandatory;
            let at = |duel: &Self, event: usize| duel.event_at(event).map_or(Instant(0), |e| e.deed.at);
            met.sort_by_key(|(event, _)| answers_the_last && Some(at(self, *event)) != occasion.latest);
            for (event, cards) in met {
                let came_later = self.state.card(effect.card).since >= at(self, event);
                if came_later && self.policy.presence.asks_the_hand() {
                    continue;
                }
                self.trigger(effect, false, player, event, cards);
            }
        }
    }

    /// Whether a waiting trigger may still be used from where its card is now.
    ///
    /// `trigger.lost-on-any-move` and `trigger.kept-after-a-move`: what waits for other cards must simply still be
    /// in its place, and `presence.wrong-place`: face-up.
    pub(crate) fn has_not_moved(&self, pending: &Pending) -> Result<(), Refusal> {
        // A flip effect is met by what turned it, wherever it lies by then.
        if !(pending.about_itself && pending.seen.iter().any(|seen| self.is_flip(seen.event))) {
            self.is_not_face_down(pending.source.card)?;
        }
        if self.state.still(pending.source) {
            return Ok(());
        }
        if !pending.about_itself {
            return self.refuse(Rule::PresenceWrongPlace);
        }
        let card = self.state.card(pending.source.card);
        if self.policy.moved.loses(card.is_hidden()) {
            return self.refuse(Rule::TriggerLostOnAnyMove);
        }
        self.applies(Rule::TriggerKeptAfterAMove);
        Ok(())
    }

    /// `trigger.controller-changed`: what was met for one player must hold for the one who would use it now.
    pub(crate) fn holds_for_its_player(&self, pending: &Pending) -> Result<(), Refusal> {
        if pending.player == pending.met_for || self.effect(pending.effect).either_player {
            return Ok(());
        }
        let ctx = self.ctx(pending.effect, pending.player);
        let Some(cause) = &self.effect(pending.effect).cause else { return Ok(()) };
        // What says nothing of a player was met for either of them, wherever the card lies now.
        if !cause.any_of.iter().any(Pattern::speaks_of_a_player) {
            return Ok(());
        }
        if pending.seen.iter().any(|s| self.meets_trigger(&ctx, cause, s.event).is_some()) {
            return Ok(());
        }
        self.refuse(Rule::TriggerControllerChanged)
    }

    /// `trigger.belongs-to-its-controller`: who uses a trigger whose window opens.
    pub(crate) fn owner_of(&self, pending: &Pending) -> Player {
        if self.effect(pending.effect).either_player {
            return pending.met_for;
        }
        let before = || {
            let event = self.event_at(pending.seen.first()?.event)?;
            let changed = event.cards.iter().find(|c| c.card.card == pending.effect.card)?;
            Some(changed.before.controller)
        };
        self.policy.owner.of(self.state.would_be_used_by(pending.effect), || before().unwrap_or(pending.met_for))
    }

    /// A waiting trigger cannot be used: the rule that forbids it ends its life.
    pub(crate) fn drop_pending(&mut self, id: PendingId, refusal: Refusal) {
        let rule = refusal.rule;
        self.settle_fate(id, Fate::Dropped(refusal), rule);
    }

    /// Ends the life of a waiting trigger: exactly one fate each.
    pub(crate) fn settle_fate(&mut self, id: PendingId, fate: Fate, rule: impl Into<Option<Rule>>) {
        let Some(pending) = self.state.pendings.remove(id) else { return };
        self.say(rule, Line::Fate { pending: id, effect: pending.effect, player: pending.player, fate });
    }
}
