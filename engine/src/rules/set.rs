//! `set.*`: cards that were Set, or must be.

use crate::catalogue::{Refusal, Rule};
use crate::def::{BattlePosition, CannotDo, CardKind, Class, Even, Modifier, Says, Selection, SpellKind, Turned};
use crate::flow::{Bid, Duel, Flow};
use crate::state::{CardId, Destination, MoveHow, Player, SummonKind, What, Why, Zone};
use crate::steps::Outcome;
use crate::words::{Ctx, Way};

impl Duel {
    /// Whether an effect gives leave to activate a card although it usually could not be yet.
    fn has_leave(&self, id: CardId, even: Even) -> bool {
        self.modifiers(Says::MayActivate).iter().any(|applying| match applying.modifier {
            Modifier::MayActivate(affected, given) => *given == even && self.affects(&applying.ctx, affected, id),
            _ => false,
        })
    }

    /// Whether a Trap in the hand may be activated from it.
    pub(crate) fn is_a_trap_with_leave(&self, id: CardId) -> bool {
        let card = self.state.card(id);
        let trap = card.zone == Zone::Hand && matches!(self.def(id).kind, CardKind::Trap(_));
        trap && self.state.free_spell_trap_zones(card.controller) > 0 && self.has_leave(id, Even::FromTheHand)
    }

    /// `set.leave-on-activation`: a card that was activated by the leave of an effect resolves although the leave is gone; only
    /// who believes otherwise finds that it fails.
    pub(crate) fn has_lost_its_leave(&self, id: CardId) -> bool {
        let by_leave = matches!(self.def(id).kind, CardKind::Trap(_)) && self.state.card(id).arrived == self.state.turn;
        let lost = by_leave && !self.has_leave(id, Even::TheTurnItWasSet) && !self.has_leave(id, Even::FromTheHand);
        self.applies_if(lost, Rule::SetLeaveOnActivation);
        lost && self.policy.leave.is_asked_again()
    }

    /// `set.not-this-turn`, `set.hand-only-in-own-turn`: Traps and Quick-Play Spells.
    pub(crate) fn is_not_freshly_set(&self, bid: &Bid) -> Result<(), Refusal> {
        let card = self.state.card(bid.effect.card);
        if self.effect(bid.effect).class != Class::Activation && !self.state.is_used_with_its_card(bid.effect) {
            return Ok(());
        }
        match self.def(bid.effect.card).kind {
            CardKind::Trap(_) | CardKind::Spell(SpellKind::QuickPlay)
                if card.zone.on_field() && card.arrived == self.state.turn =>
            {
                let leave = self.has_leave(bid.effect.card, Even::TheTurnItWasSet);
                self.applies_if(leave, Rule::SetLeaveOnActivation);
                if leave { Ok(()) } else { self.refuse(Rule::SetNotThisTurn) }
            }
            CardKind::Spell(SpellKind::QuickPlay)
                if card.zone == Zone::Hand && bid.player != self.state.turn_player =>
            {
                let leave = self.has_leave(bid.effect.card, Even::FromTheHand);
                if leave { Ok(()) } else { self.refuse(Rule::SetHandOnlyInOwnTurn) }
            }
            _ => Ok(()),
        }
    }

    /// `set.traps-first`: a Trap cannot be activated from the hand.
    pub(crate) fn is_not_a_trap_in_the_hand(&self, card: CardId) -> Result<(), Refusal> {
        let trap = matches!(self.def(card).kind, CardKind::Trap(_));
        if trap && self.state.card(card).zone == Zone::Hand { self.refuse(Rule::SetTrapsFirst) } else { Ok(()) }
    }

    /// Whether a Spell or Trap may be Set from the hand.
    pub(crate) fn may_set_spell_or_trap(&self, player: Player, card: CardId) -> Result<(), Refusal> {
        self.may_do(player, CannotDo::SetSpellsAndTraps, Some(card))?;
        self.note_zones_of_trap_monsters(player);
        let room = self.def(card).is_field_spell() || self.state.free_spell_trap_zones(player) > 0;
        if !room {
            return self.refuse(Rule::LegalityConditionNotMet);
        }
        self.may_do(player, CannotDo::Set, Some(card))
    }

    /// Whether an effect can Set a card: a Spell or Trap that does not lie face-down on the field, with room for it; or a monster
    /// from elsewhere, which is Special Summoned face-down.
    pub(crate) fn can_be_set(&self, player: Player, card: CardId) -> bool {
        let state = self.state.card(card);
        let elsewhere = !state.zone.on_field();
        if let Some(monster) = self.def(card).monster() {
            let face_down = Way { position: Some(Turned::FaceDown), ..Way::default() };
            let may_set = self.may_do(player, CannotDo::Set, Some(card)).is_ok()
                && self
                    .may_be_special_summoned(player, card, false, face_down)
                    .inspect_err(|r| self.note_hindered(r.rule))
                    .is_ok();
            return may_set && monster.link.is_none() && elsewhere && self.state.free_monster_zones(player) > 0;
        }
        if self.lies_on_the_field(card) {
            let may = |doing: CannotDo| self.may_do(player, doing, Some(card)).is_ok();
            return state.face_up && may(CannotDo::SetSpellsAndTraps) && may(CannotDo::Set);
        }
        self.may_set_spell_or_trap(player, card).is_ok()
    }

    /// The same now; notes what keeps it from being Set.
    fn is_set(&self, player: Player, card: CardId) -> bool {
        let can = self.can_be_set(player, card);
        if !can && let Err(refusal) = self.may_do(player, CannotDo::Set, Some(card)) {
            self.note_hindered(refusal.rule);
        }
        can
    }

    /// Cards are Set by an effect.
    pub(crate) fn set_by_effect(&mut self, ctx: &mut Ctx, selection: &Selection) -> Flow<Outcome> {
        let mut done = 0;
        for (i, player) in self.acting(ctx, selection).into_iter().enumerate() {
            self.next_players_share(i == 0)?;
            let may = |duel: &Self, id: CardId| duel.is_set(player, id);
            let found = self.select(ctx, selection, player, may)?;
            for &id in &found {
                let from = self.state.reference(id);
                if self.def(id).monster().is_some() {
                    let changed = self.put_on_the_field(ctx, player, player, &[id], Some(Turned::FaceDown), None)?;
                    if changed.is_empty() {
                        continue;
                    }
                    let what = What::Summoned(SummonKind::Special, None, player);
                    self.emit(ctx.cause, ctx.rule, what, changed);
                } else {
                    self.set_spell_or_trap(player, id, ctx.cause);
                }
                ctx.follow(from, self.state.reference(id));
                done += 1;
            }
            if let Some(name) = &selection.named {
                ctx.name(name, found.iter().map(|&id| self.state.reference(id)).collect());
            }
        }
        Ok(Outcome::of_selection(selection, done))
    }

    /// Puts a monster face-down into the Monster Zone.
    pub(crate) fn set_monster(&mut self, player: Player, card: CardId, cause: Why) {
        let to =
            Destination { zone: Zone::Monster, controller: player, face_up: false, position: BattlePosition::Defense };
        let changed = self.move_card(card, to, MoveHow::Set);
        self.emit(cause, None, What::Set, vec![changed]);
    }

    /// Whether a Spell or Trap lies on the field, be it that its activation was negated.
    fn lies_on_the_field(&self, card: CardId) -> bool {
        let zone = self.state.card(card).zone;
        zone.on_field() || zone == Zone::Limbo
    }

    /// Puts a Spell or Trap face-down on the field; one that lies there is turned face-down where it is.
    pub(crate) fn set_spell_or_trap(&mut self, player: Player, card: CardId, cause: Why) {
        let there = self.lies_on_the_field(card);
        let player = if there { self.state.card(card).controller } else { player };
        if !there {
            self.replace_field_spell(player, card, cause);
        }
        let zone = if self.def(card).is_field_spell() { Zone::Field } else { Zone::SpellTrap };
        let to = Destination { zone, controller: player, face_up: false, position: BattlePosition::Attack };
        let changed = self.move_card(card, to, MoveHow::Set);
        self.emit(cause, None, if there { What::TurnedFaceDown } else { What::Set }, vec![changed]);
    }
}
