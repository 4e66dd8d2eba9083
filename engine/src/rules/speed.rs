//! `speed.*`: Spell Speeds.

use crate::catalogue::{Refusal, Rule};
use crate::def::{By, CardKind, Class, SpellKind, TrapKind};
use crate::flow::{Bid, Duel, Slot};
use crate::state::EffectRef;

impl Duel {
    /// `speed.classes`: the Spell Speed of a card's activation or of an effect.
    pub(crate) fn speed(&self, effect: EffectRef) -> u8 {
        let monsters = self.kind_of_effect(effect) == By::MonsterEffect;
        match (self.effect(effect).class, &self.def(effect.card).kind) {
            (Class::Activation, CardKind::Trap(TrapKind::Counter)) => 3,
            (Class::Quick, _) if monsters => self.policy.speeds.of_quick_monster_effects(),
            (Class::Activation, CardKind::Trap(_) | CardKind::Spell(SpellKind::QuickPlay)) | (Class::Quick, _) => 2,
            (Class::Phase, CardKind::Trap(_)) if !monsters => 2,
            _ => 1,
        }
    }

    /// `speed.1-only-starts`, `speed.equal-or-higher`: measured against the link before.
    ///
    /// `speed.counter-trap-may-start`: there is nothing to measure against where no chain is being built.
    /// `speed.triggers-follow-each-other`: triggers being placed are not asked; a private trigger that waited for the
    /// fast-effect window counts as Spell Speed 2 for what it may follow.
    pub(crate) fn is_fast_enough(&self, bid: &Bid) -> Result<(), Refusal> {
        let Some(last) = self.state.chain().and_then(|chain| chain.links.last()) else {
            let may_start = self.policy.speeds.may_start(self.speed(bid.effect));
            return if may_start { Ok(()) } else { self.refuse(Rule::SpeedCounterTrapMayStart) };
        };
        if bid.slot == Slot::Placing
            && self.policy.batch.asks_for_spell_speed()
            && self.state.follows_a_trap(bid.effect)
        {
            return self.refuse(Rule::SpeedEqualOrHigher);
        }
        if bid.slot != Slot::Chain {
            return Ok(());
        }
        let speed = if bid.pending.is_some() { 2 } else { self.speed(bid.effect) };
        if self.takes_the_place_of_the_draw_too(bid.effect) {
            return Ok(());
        }
        if speed == 1 {
            return self.refuse(Rule::Speed1OnlyStarts);
        }
        if speed < self.state.link(*last).speed {
            return self.refuse(Rule::SpeedEqualOrHigher);
        }
        Ok(())
    }
}
