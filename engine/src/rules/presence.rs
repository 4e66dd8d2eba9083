//! `presence.*`: where and since when a card must be there.
//!
//! Elsewhere: `presence.hand-when-the-window-opens` in `rules/trigger.rs` (`match_hidden_triggers`).

use crate::catalogue::{Refusal, Rule};
use crate::def::{CardKind, Class, EffectDef, Place, TrapKind};
use crate::flow::Duel;
use crate::state::{Board, Card, CardId, EffectRef, Instant, Player, Zone};
use crate::words::lies_at;

/// What only looks at the board.
impl Board {
    /// A Spell may be activated from the hand, every Spell and Trap when it lies face-down.
    fn may_be_activated_from(&self, id: CardId) -> bool {
        let card = self.card(id);
        match card.zone {
            Zone::Hand => {
                let room = self.def(id).is_field_spell() || self.free_spell_trap_zones(card.controller) > 0;
                let scale = self.def(id).is_pendulum() && self.free_pendulum_zones(card.controller) > 0;
                (matches!(self.def(id).kind, CardKind::Spell(_)) && room) || scale
            }
            Zone::SpellTrap | Zone::Field => !card.face_up,
            _ => false,
        }
    }

    /// Whether to use an effect is to activate its Spell or Trap Card.
    pub(crate) fn activates_its_card(&self, effect: EffectRef) -> bool {
        self.effect(effect).class == Class::Activation || self.is_used_with_its_card(effect)
    }

    /// Whether an effect would be used by turning its Set Continuous Trap face-up, card and effect as one link.
    pub(crate) fn is_used_with_its_card(&self, effect: EffectRef) -> bool {
        let card = self.card(effect.card);
        let continuous_trap = self.def(effect.card).kind == CardKind::Trap(TrapKind::Continuous);
        let only_flips = |e: &EffectDef| e.class == Class::Activation && e.does.is_empty() && e.cost.is_empty();
        self.effect(effect).class == Class::Quick
            && continuous_trap
            && card.zone == Zone::SpellTrap
            && !card.face_up
            && self.works_in(effect).contains(&Place::SpellTrapZone)
            && self.def(effect.card).effects.iter().any(|e| only_flips(e))
    }
}

impl Duel {
    /// `presence.not-there-before`, `presence.not-yet-in-force`: a card that waits for others must have been in its
    /// place, and in force, before it happened. `presence.together-on-the-field`: or have come to the field with it.
    /// `presence.turned-up-with-it`: or, lying there face-down, have been turned face-up with it.
    pub(crate) fn was_there_before(&self, card: CardId, at: Instant) -> Result<(), Refusal> {
        let card = self.state.card(card);
        let came = card.zone.on_field() && card.in_force == Some(card.since);
        let early_enough = |since: Instant| self.policy.presence.saw(since, at, came);
        if card.zone.on_field() {
            self.applies_if(came && card.since == at, self.policy.presence.rule_for_coming_together());
            if card.face_up && card.since < at && card.in_force == Some(at) {
                self.applies(Rule::PresenceTurnedUpWithIt);
                return Ok(());
            }
            match card.in_force {
                Some(since) if card.face_up && early_enough(since) => Ok(()),
                _ => self.refuse(self.why_not_there_before(card)),
            }
        } else if early_enough(card.since) {
            Ok(())
        } else {
            self.refuse(Rule::PresenceNotThereBefore)
        }
    }

    /// `presence.wrong-place`: a card that lies face-down on the field, or is banished face-down, does not wait for what happens to it.
    pub(crate) fn is_not_face_down(&self, card: CardId) -> Result<(), Refusal> {
        let card = self.state.card(card);
        if (card.zone.on_field() || card.zone == Zone::Banished) && !card.face_up {
            self.refuse(Rule::PresenceWrongPlace)
        } else {
            Ok(())
        }
    }

    /// `presence.part-of-the-event`: a card sees what is done to it, though it came to the field only with it.
    pub(crate) fn sees_what_is_done_to_it(&self, card: CardId, at: Instant) -> Result<(), Refusal> {
        self.applies_if(self.state.card(card).in_force.is_none_or(|since| since >= at), Rule::PresencePartOfTheEvent);
        self.is_not_face_down(card)
    }

    /// Why a card on the field that waits for others was not there, or not in force.
    fn why_not_there_before(&self, card: &Card) -> Rule {
        match card.in_force {
            None if card.face_up && card.activation.is_some() => Rule::PresenceNotYetInForce,
            Some(_) => Rule::PresenceNotThereBefore,
            None => Rule::PresenceWrongPlace,
        }
    }

    /// `presence.wrong-place`: the card is where the effect works, face-up if it must be, and the player's to use.
    /// `presence.not-yet-in-force`: its own activation has resolved.
    pub(crate) fn is_in_place(&self, player: Player, effect: EffectRef) -> Result<(), Refusal> {
        let def = self.effect(effect);
        let card = self.state.card(effect.card);
        let mine = card.controller == player || def.either_player;
        let there = match def.class {
            Class::Activation => {
                self.note_zones_of_trap_monsters(player);
                self.state.may_be_activated_from(effect.card) || self.is_a_trap_with_leave(effect.card)
            }
            _ if self.state.is_used_with_its_card(effect) => true,
            _ => {
                self.state.works_in(effect).iter().any(|&p| lies_at(p, card.zone, card.seat))
                    && match card.zone {
                        // What is banished face-down is not known to be there.
                        Zone::Banished => card.face_up,
                        zone => !zone.on_field() || (card.face_up && card.in_force.is_some()),
                    }
            }
        };
        if mine && there && self.has_effect(effect) {
            return Ok(());
        }
        if mine && def.class == Class::Activation {
            self.is_not_a_trap_in_the_hand(effect.card)?;
            // A Spell in the hand lacks a free zone.
            if card.zone == Zone::Hand {
                self.refuse(Rule::LegalityConditionNotMet)?;
            }
        }
        self.refuse(self.why_out_of_place(card, mine))
    }

    /// Why an effect cannot be used where its card is.
    fn why_out_of_place(&self, card: &Card, mine: bool) -> Rule {
        let unresolved = card.zone.on_field() && card.face_up && card.in_force.is_none() && card.activation.is_some();
        if mine && unresolved { Rule::PresenceNotYetInForce } else { Rule::PresenceWrongPlace }
    }

    /// `presence.flip-and-use`, `presence.face-up-before-its-effect`.
    pub(crate) fn was_face_up_before_the_chain(&self, effect: EffectRef) -> Result<(), Refusal> {
        let card = self.state.card(effect.card);
        let continuous_trap = self.def(effect.card).kind == CardKind::Trap(TrapKind::Continuous);
        let flipped_now = match (card.flipped_by, self.state.chain()) {
            (Some(link), Some(chain)) => chain.links.contains(&link),
            _ => self.state.is_used_with_its_card(effect),
        };
        if self.effect(effect).class == Class::Activation || !continuous_trap || !flipped_now {
            return Ok(());
        }
        if !self.policy.fresh_trap.is_usable() {
            return self.refuse(Rule::PresenceFaceUpBeforeItsEffect);
        }
        self.applies(Rule::PresenceFlipAndUse);
        Ok(())
    }
}
