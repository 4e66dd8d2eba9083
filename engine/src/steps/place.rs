//! The verb that places cards face-up: no activation, and no Summon.

use super::Outcome;
use crate::catalogue::{Refusal, Rule};
use crate::def::{BattlePosition, CardKind, PlacedAs, PlacedIn, Selection, SpellKind, TrapKind};
use crate::flow::{Duel, Flow};
use crate::state::{CardId, Destination, MoveHow, Player, Ref, What, Zone};
use crate::words::Ctx;

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
        let frees = || self.frees_zones(ctx, None) || (card.zone == Zone::SpellTrap && card.controller == player);
        let stays = matches!(def.kind, CardKind::Spell(SpellKind::Continuous) | CardKind::Trap(TrapKind::Continuous));
        let fits = match into {
            PlacedIn::PendulumZone => {
                let room = self.state.free_pendulum_zones(player) > 0 || frees();
                def.is_pendulum() && card.zone != Zone::Pendulum && room
            }
            PlacedIn::ExtraDeck => def.is_pendulum() && card.zone != Zone::ExtraDeck,
            PlacedIn::SpellTrapZone => {
                let lies_there = card.zone == Zone::SpellTrap && card.face_up && card.placed_as == placed_as;
                let may_lie = if placed_as.is_some() { def.monster().is_some() && !def.is_token() } else { stays };
                may_lie && !lies_there && (self.state.free_spell_trap_zones(player) > 0 || frees())
            }
            PlacedIn::FieldZone => def.is_field_spell() && !(card.zone == Zone::Field && card.face_up),
        };
        if !fits || matches!(card.zone, Zone::Gone | Zone::Limbo) {
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
        for (i, player) in self.addressed(ctx, selection.who).into_iter().enumerate() {
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
                if zone == Zone::Field {
                    self.replace_field_spell(player, id, ctx.cause);
                    self.replace_opponents_field_spell(player, id, ctx.cause);
                }
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
}
