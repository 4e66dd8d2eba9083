//! Verbs about single cards on the field: control, equips, counters.

use super::Outcome;
use crate::def::{Amount, BattlePosition, CannotBe, Selection, Until, Word};
use crate::flow::{Duel, Flow};
use crate::state::{CardId, Control, Destination, MoveHow, Player, What, Zone};
use crate::words::{Ctx, Doing};

impl Duel {
    pub(crate) fn take_control(&mut self, ctx: &mut Ctx, selection: &Selection, until: Until) -> Flow<Outcome> {
        let Some(&player) = self.acting(ctx, selection).first() else { return Ok(Outcome::NotDone) };
        let may = |duel: &Self, id: CardId| duel.can_take_control(ctx, player, id);
        let found = self.select(ctx, selection, player, may)?;
        let found = self.affected(ctx, found, Doing::Affects);
        let mut changed = Vec::new();
        for &id in &found {
            let from = self.state.card(id).controller;
            if !self.finds_a_zone(player, id) {
                continue;
            }
            let seat = self.choose_seat_beyond(ctx, player, id)?;
            changed.push(self.goes_over_to(id, player, seat));
            let card = self.state.reference(id);
            self.state.controls.push(Control {
                card,
                back_to: from,
                until,
                source: ctx.source,
                from_turn: self.state.turn,
                ends: self.state.appoint_end(until, ctx.player),
            });
        }
        let outcome = Outcome::of(changed.len());
        if !changed.is_empty() {
            self.emit(ctx.cause, ctx.rule, What::ChangedControl, changed);
        }
        Ok(outcome)
    }

    /// Whether an effect can give a player control of a card: of another's monster, unless control of it cannot change.
    pub(crate) fn can_take_control(&self, ctx: &Ctx, player: Player, id: CardId) -> bool {
        let card = self.state.card(id);
        let anothers = card.zone == Zone::Monster && card.controller != player;
        anothers && self.may_be_by(id, CannotBe::TakenControlOf, player, Self::as_cause(ctx)).is_ok()
    }

    pub(crate) fn equip(&mut self, ctx: &mut Ctx, selection: &Selection, to: &Word) -> Flow<Outcome> {
        let bears = |id: &CardId| self.state.card(*id).zone == Zone::Monster && self.state.card(*id).face_up;
        let Some(target) = self.still_meant_by(ctx, to).into_iter().find(bears) else { return Ok(Outcome::NotDone) };
        let (player, equipped, source) = (ctx.player, self.state.reference(target), ctx.source.card);
        let may = |duel: &Self, id: CardId| id != target && duel.can_be_equipped(source, player, id);
        let found = self.select(ctx, selection, player, may)?;
        let found = self.affected(ctx, found, Doing::Affects);
        let mut changed = Vec::new();
        for &id in &found {
            let zone = self.state.card(id).zone;
            let by = (id != source).then_some(source);
            if zone != Zone::SpellTrap && self.state.free_spell_trap_zones(player) == 0 {
                continue;
            }
            let change = if zone == Zone::SpellTrap {
                self.change_card(id, |card| (card.equipped_to, card.equipped_by) = (Some(equipped), by))
            } else {
                let to = Destination {
                    zone: Zone::SpellTrap,
                    controller: player,
                    face_up: true,
                    position: BattlePosition::Attack,
                };
                let change = self.move_for(ctx, id, to, MoveHow::Equipped);
                let now = self.state.clock.now;
                let card = self.state.card_mut(id);
                card.equipped_to = Some(equipped);
                card.equipped_by = by;
                card.in_force = Some(now);
                change
            };
            changed.push(change);
        }
        let outcome = Outcome::of(changed.len());
        if !changed.is_empty() {
            self.emit(ctx.cause, ctx.rule, What::Equipped(target), changed);
        }
        Ok(outcome)
    }

    /// Whether a player can use a card as an Equip Card: it lies face-up in a Spell & Trap Zone, or there is one for it. The card
    /// whose effect it is will be face-up by then. A token is nothing but a monster, and a Field Spell has its own zone.
    pub(crate) fn can_be_equipped(&self, source: CardId, player: Player, id: CardId) -> bool {
        let card = self.state.card(id);
        match card.zone {
            Zone::SpellTrap => card.face_up || id == source,
            Zone::Gone | Zone::Limbo => false,
            _ if self.def(id).is_token() || self.def(id).is_field_spell() => false,
            _ => self.state.free_spell_trap_zones(player) > 0 && self.may_be_the_only_one(player, id).is_ok(),
        }
    }

    pub(crate) fn place_counters(&mut self, ctx: &Ctx, word: &Word, amount: &Amount) -> Outcome {
        let count = self.amount(ctx, amount, 0).clamp(0, 255) as u8;
        let cards: Vec<CardId> = self.still_meant_by(ctx, word);
        let bears = |id: &&CardId| self.state.card(**id).zone.on_field() && self.state.card(**id).face_up;
        let cards: Vec<CardId> = cards.iter().filter(bears).copied().collect();
        let cards = self.affected(ctx, cards, Doing::Affects);
        let mut changed = Vec::new();
        for id in cards {
            changed.push(self.change_card(id, |card| card.counters = card.counters.saturating_add(count)));
        }
        let outcome = Outcome::of(changed.len());
        if !changed.is_empty() {
            self.emit(ctx.cause, ctx.rule, What::CountersPlaced(count), changed);
        }
        outcome
    }

    pub(crate) fn remove_counters(&mut self, ctx: &Ctx, word: &Word, amount: &Amount) -> Outcome {
        let count = self.amount(ctx, amount, 0).clamp(0, 255) as u8;
        let enough = |id: &CardId| self.state.card(*id).counters >= count;
        let cards: Vec<CardId> = self.still_meant_by(ctx, word).into_iter().filter(enough).collect();
        let mut changed = Vec::new();
        for id in cards {
            changed.push(self.change_card(id, |card| card.counters -= count));
        }
        let outcome = Outcome::of(changed.len());
        if !changed.is_empty() {
            self.emit(ctx.cause, ctx.rule, What::CountersRemoved(count), changed);
        }
        outcome
    }
}
