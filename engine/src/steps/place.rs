//! Verbs that bring cards to a zone without a Summon: place, activate, move.

use super::Outcome;
use crate::catalogue::{Refusal, Rule};
use crate::def::{
    BattlePosition, CannotBe, CannotDo, CardKind, Class, EffectDef, PlacedAs, PlacedIn, Selection, SpellKind, TrapKind,
};
use crate::flow::{Duel, Flow};
use crate::state::{CardId, Destination, EffectRef, MoveHow, Player, Ref, Room, What, Zone};
use crate::words::{Ctx, Doing};

impl Duel {
    /// Whether a card can be placed face-up there by an effect.
    pub(crate) fn may_be_placed(
        &self,
        ctx: &Ctx,
        player: Player,
        id: CardId,
        into: PlacedIn,
        placed_as: Option<PlacedAs>,
    ) -> Result<(), Refusal> {
        let (card, def) = (self.state.card(id), self.def(id));
        let makes_room = card.zone == Zone::SpellTrap && card.controller == player;
        let room =
            |zone| makes_room || self.zones_by_then(ctx, &Room { side: player, zone, monster: None, least: 1 }) > 0;
        let stays = matches!(def.kind, CardKind::Spell(SpellKind::Continuous) | CardKind::Trap(TrapKind::Continuous));
        let fits = match into {
            PlacedIn::PendulumZone => def.is_pendulum() && room(Zone::Pendulum),
            PlacedIn::ExtraDeck => def.is_pendulum(),
            PlacedIn::SpellTrapZone => {
                let may_lie = if placed_as.is_some() { def.monster().is_some() && !def.is_token() } else { stays };
                may_lie && room(Zone::SpellTrap)
            }
            PlacedIn::FieldZone => def.is_field_spell(),
        };
        if !fits {
            return Err(self.impossible(Rule::PresenceWrongPlace));
        }
        let on_field = matches!(into, PlacedIn::SpellTrapZone | PlacedIn::FieldZone);
        if on_field { self.may_be_the_only_one(player, id) } else { Ok(()) }
    }

    /// Places cards face-up in a zone or in the Extra Deck. They apply at once.
    pub(crate) fn place_face_up(
        &mut self,
        ctx: &mut Ctx,
        selection: &Selection,
        into: PlacedIn,
        placed_as: Option<PlacedAs>,
    ) -> Flow<Outcome> {
        let mut shares = Vec::new();
        let mut named: Vec<Ref> = Vec::new();
        for (i, player) in self.acting(ctx, selection).into_iter().enumerate() {
            self.next_players_share(i == 0)?;
            let may = |duel: &Self, id: CardId| duel.may_be_placed(ctx, player, id, into, placed_as).is_ok();
            let found = self.select(ctx, selection, player, may)?;
            let mut changed = Vec::new();
            for &id in &found {
                let (zone, controller) = match into {
                    PlacedIn::PendulumZone if self.state.free_pendulum_zones(player) == 0 => continue,
                    PlacedIn::SpellTrapZone if self.state.free_spell_trap_zones(player) == 0 => continue,
                    PlacedIn::PendulumZone => (Zone::Pendulum, player),
                    PlacedIn::SpellTrapZone => (Zone::SpellTrap, player),
                    PlacedIn::FieldZone => (Zone::Field, player),
                    PlacedIn::ExtraDeck => (Zone::ExtraDeck, self.state.card(id).owner),
                };
                self.replace_field_spell(player, id, ctx.cause);
                self.replace_opponents_field_spell(player, id, ctx.cause);
                let to = Destination { zone, controller, face_up: true, position: BattlePosition::Attack };
                let mut change = self.move_for(ctx, id, to, MoveHow::Placed);
                if zone.on_field() {
                    let now = self.state.clock.now;
                    let card = self.state.card_mut(id);
                    (card.in_force, card.placed_as) = (Some(now), placed_as);
                }
                change.after = self.snapshot(id);
                changed.push(change);
            }
            named.extend(changed.iter().map(|c| c.card));
            shares.push(Outcome::of_selection(selection, changed.len()));
            if !changed.is_empty() {
                self.emit(ctx.cause, ctx.rule, What::Moved, changed);
            }
        }
        if let Some(name) = &selection.named {
            ctx.name(name, named);
        }
        Ok(Outcome::all(&shares))
    }

    /// Whether an effect can activate a card: a Spell or Trap that stays on the field, which nothing keeps from it and which needs
    /// neither a cost nor a target.
    pub(crate) fn may_be_activated_by_effect(&self, ctx: &Ctx, player: Player, id: CardId) -> Result<(), Refusal> {
        let (card, def) = (self.state.card(id), self.def(id));
        let banned = match def.kind {
            CardKind::Spell(SpellKind::Field | SpellKind::Continuous) => CannotDo::ActivateSpells,
            CardKind::Trap(TrapKind::Continuous) => CannotDo::ActivateTraps,
            _ => return Err(self.impossible(Rule::PresenceWrongPlace)),
        };
        let plain =
            |effect: &EffectDef| effect.cost.is_empty() && effect.targets.is_empty() && effect.options.is_empty();
        let simply = def.effects.iter().filter(|effect| effect.class == Class::Activation).all(|effect| plain(effect));
        if card.zone.on_field() || !simply {
            return Err(self.impossible(Rule::PresenceWrongPlace));
        }
        let room = Room { side: player, zone: Zone::SpellTrap, monster: None, least: 1 };
        if self.finds_its_zones_full(player, id) && self.zones_by_then(ctx, &room) == 0 {
            return Err(self.impossible(Rule::LegalityConditionNotMet));
        }
        self.may_do(player, banned, Some(id))?;
        self.may_be(id, CannotBe::Activated, player)?;
        self.may_be_the_only_one(player, id)
    }

    /// Whether a Spell or Trap finds no zone: a Field Spell takes the place of another.
    fn finds_its_zones_full(&self, player: Player, id: CardId) -> bool {
        !self.def(id).is_field_spell() && self.state.free_spell_trap_zones(player) == 0
    }

    /// Cards are activated as part of an effect: they come to the field face-up, and what they do on activation is done. What waits
    /// for an activation sees it, but it is no link of the chain to which anybody could respond.
    pub(crate) fn activate_by_effect(&mut self, ctx: &mut Ctx, selection: &Selection) -> Flow<Outcome> {
        let mut done = 0;
        for (i, player) in self.acting(ctx, selection).into_iter().enumerate() {
            self.next_players_share(i == 0)?;
            let may = |duel: &Self, id: CardId| duel.may_be_activated_by_effect(ctx, player, id).is_ok();
            for id in self.select(ctx, selection, player, may)? {
                if self.finds_its_zones_full(player, id) {
                    continue;
                }
                let zone = if self.def(id).is_field_spell() { Zone::Field } else { Zone::SpellTrap };
                self.replace_field_spell(player, id, ctx.cause);
                self.replace_opponents_field_spell(player, id, ctx.cause);
                let to = Destination { zone, controller: player, face_up: true, position: BattlePosition::Attack };
                let mut change = self.move_for(ctx, id, to, MoveHow::Activated);
                self.state.card_mut(id).in_force = Some(self.state.clock.now);
                change.after = self.snapshot(id);
                if let Some(name) = &selection.named {
                    ctx.name(name, vec![change.card]);
                }
                self.emit(ctx.cause, ctx.rule, What::Moved, vec![change]);
                done += 1;
                self.do_what_activating_does(ctx, player, id)?;
            }
        }
        Ok(Outcome::of_selection(selection, done))
    }

    fn do_what_activating_does(&mut self, ctx: &Ctx, player: Player, id: CardId) -> Flow<()> {
        let library = self.state.library.clone();
        let own = self.def(id).effects.iter().position(|effect| effect.class == Class::Activation);
        let Some(effect) = own.map(|effect| EffectRef { card: id, effect: effect as u8 }) else { return Ok(()) };
        let does = &self.state.effect_in(&library, effect).does;
        let mut own = Ctx { cause: ctx.cause, link: ctx.link, ..self.ctx(effect, player) };
        self.carry_out(&mut own, does)?;
        Ok(())
    }

    /// Whether there is another Main Monster Zone for a monster.
    pub(crate) fn may_move(&self, id: CardId) -> bool {
        let card = self.state.card(id);
        card.zone == Zone::Monster && !self.state.free_row(card.controller).is_empty()
    }

    /// Monsters move to another of their controller's Main Monster Zones; they stay the same cards.
    pub(crate) fn move_to_another_zone(&mut self, ctx: &mut Ctx, selection: &Selection) -> Flow<Outcome> {
        let mut done = 0;
        for (i, player) in self.acting(ctx, selection).into_iter().enumerate() {
            self.next_players_share(i == 0)?;
            let found = self.select(ctx, selection, player, |duel, id| duel.may_move(id))?;
            let found = self.affected(ctx, found, Doing::Affects);
            let mut changed = Vec::new();
            for id in found {
                let zones = self.state.free_row(self.state.card(id).controller);
                let Some(seat) = self.choose_seat(Some(ctx.effect), player, id, &zones)? else { continue };
                changed.push(self.change_card(id, |card| (card.seat, card.next_seat) = (Some(seat), None)));
            }
            done += changed.len();
            if let Some(name) = &selection.named {
                ctx.name(name, changed.iter().map(|c| c.card).collect());
            }
            if !changed.is_empty() {
                self.emit(ctx.cause, ctx.rule, What::ChangedZone, changed);
            }
        }
        Ok(Outcome::of_selection(selection, done))
    }
}
