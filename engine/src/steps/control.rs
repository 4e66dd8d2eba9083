//! Verbs about single cards on the field: control, equips, counters.

use super::Outcome;
use crate::catalogue::Rule;
use crate::def::{Amount, BattlePosition, CannotBe, Group, Pick, Selection, Until, Who, Word};
use crate::flow::{Choice, Duel, Flow, Pool};
use crate::state::{CardId, Changed, Control, Destination, MoveHow, Player, Purpose, Seat, What, Zone};
use crate::words::{Ctx, Doing};

impl Duel {
    /// A player takes control of monsters; `value.owned-whoever-controls-it`: their owner is who it was, whoever controls them.
    pub(crate) fn take_control(&mut self, ctx: &mut Ctx, selection: &Selection, until: Until) -> Flow<Outcome> {
        let Some(&player) = self.acting(ctx, selection).first() else { return Ok(Outcome::NotDone) };
        let may = |duel: &Self, id: CardId| duel.is_given_control_of(ctx, player, id);
        let found = self.select(ctx, selection, player, may)?;
        let found = self.affected(ctx, found, Doing::Affects);
        let found = self.first_those_for_which_there_is_room(ctx, player, found)?;
        let mut changed = Vec::new();
        for &id in &found {
            if !self.finds_a_zone(player, id) {
                continue;
            }
            let zones = self.zones_for(player, id, &[]);
            let seat = self.choose_seat_beyond(ctx, player, id, &zones)?;
            changed.push(self.is_taken(ctx, player, id, seat, until));
        }
        self.applies_if(selection.who == Who::ItsOwner && !changed.is_empty(), Rule::ValueOwnedWhoeverControlsIt);
        let outcome = Outcome::of(changed.len());
        self.tell_control(ctx, selection, changed);
        Ok(outcome)
    }

    /// Control of a monster goes to a player for some time.
    fn is_taken(&mut self, ctx: &Ctx, player: Player, id: CardId, seat: Option<Seat>, until: Until) -> Changed {
        let back_to = self.state.card(id).controller;
        let changed = self.goes_over_to(id, player, seat);
        self.state.controls.push(Control {
            card: changed.card,
            back_to,
            until,
            source: ctx.source,
            from_turn: self.state.turn,
            ends: self.state.appoint_end(until, ctx.player),
            was_face_up: self.state.card(id).face_up,
            held_by: None,
        });
        changed
    }

    fn tell_control(&mut self, ctx: &mut Ctx, selection: &Selection, changed: Vec<Changed>) {
        if let Some(name) = &selection.named {
            ctx.name(name, changed.iter().map(|c| c.card).collect());
        }
        if !changed.is_empty() {
            self.emit(ctx.cause, ctx.rule, What::ChangedControl, changed);
        }
    }

    /// `zone.exchanged`: two players exchange control of a monster each, at the same time: each of them goes to a zone that is free once the
    /// other has left.
    pub(crate) fn exchange_control(
        &mut self,
        ctx: &mut Ctx,
        [(one, until), (other, until_then)]: [(&Selection, Until); 2],
    ) -> Flow<Outcome> {
        let (Some(&first), Some(&second)) = (self.acting(ctx, one).first(), self.acting(ctx, other).first()) else {
            return Ok(Outcome::NotDone);
        };
        let may = |duel: &Self, to: Player, id: CardId| {
            duel.is_given_control_of(ctx, to, id) && duel.leaves_room_for_the_other(id)
        };
        let taken = self.select(ctx, one, first, |duel, id| may(duel, first, id))?;
        let given = self.select(ctx, other, second, |duel, id| may(duel, second, id))?;
        let (taken, given) = (self.affected(ctx, taken, Doing::Affects), self.affected(ctx, given, Doing::Affects));
        let (&[taken], &[given]) = (&taken[..], &given[..]) else { return Ok(Outcome::NotDone) };
        let zones = self.zones_for(first, taken, &[given]);
        let there = self.choose_seat_beyond(ctx, first, taken, &zones)?;
        let zones = self.zones_for(second, given, &[taken]);
        let here = self.choose_seat_beyond(ctx, second, given, &zones)?;
        let changed = vec![self.is_taken(ctx, first, taken, there, until)];
        let other_way = vec![self.is_taken(ctx, second, given, here, until_then)];
        self.applies(Rule::ZoneExchanged);
        self.tell_control(ctx, one, changed);
        self.tell_control(ctx, other, other_way);
        Ok(Outcome::Done)
    }

    /// `zone.exchanged`: whether a monster that its player gives away leaves a zone to the one they get: there is one, or it lies in the same
    /// row.
    fn leaves_room_for_the_other(&self, id: CardId) -> bool {
        let card = self.state.card(id);
        self.state.free_monster_zones(card.controller) > 0 || !card.is_in_an_extra_zone()
    }

    /// `upkeep.no-zone-no-control`: of more monsters than there are zones the player chooses which they get.
    fn first_those_for_which_there_is_room(
        &mut self,
        ctx: &Ctx,
        player: Player,
        mut cards: Vec<CardId>,
    ) -> Flow<Vec<CardId>> {
        let room = self.state.free_monster_zones(player);
        if (1..cards.len()).contains(&room) {
            let (purpose, from) = (Purpose::Effect, Pool::Cards(cards.clone()));
            let choice = Choice { purpose, effect: Some(ctx.effect), about: None, from, min: room, max: room };
            let chosen = self.choose_cards(player, choice)?;
            cards.sort_by_key(|id| !chosen.contains(id));
        }
        Ok(cards)
    }

    /// Whether an effect can give a player control of a card: of another's monster, unless control of it cannot change.
    pub(crate) fn can_take_control(&self, ctx: &Ctx, player: Player, id: CardId) -> bool {
        self.is_anothers(player, id)
            && self.may_be_by(id, CannotBe::TakenControlOf, player, Self::as_cause(ctx)).is_ok()
    }

    /// The same now; notes what keeps control of it from changing.
    fn is_given_control_of(&self, ctx: &Ctx, player: Player, id: CardId) -> bool {
        let may = |duel: &Self| duel.may_be_by(id, CannotBe::TakenControlOf, player, Self::as_cause(ctx));
        self.is_anothers(player, id) && may(self).inspect_err(|refusal| self.note_hindered(refusal.rule)).is_ok()
    }

    fn is_anothers(&self, player: Player, id: CardId) -> bool {
        let card = self.state.card(id);
        card.zone == Zone::Monster && card.controller != player
    }

    pub(crate) fn equip(&mut self, ctx: &mut Ctx, selection: &Selection, to: &Word) -> Flow<Outcome> {
        let bears = |id: &CardId| self.state.card(*id).zone == Zone::Monster && self.state.card(*id).face_up;
        let Some(target) = self.still_meant_by(ctx, to).into_iter().find(bears) else {
            self.send_what_nothing_can_bear(ctx, selection);
            return Ok(Outcome::NotDone);
        };
        let (player, equipped, source) = (ctx.player, self.state.reference(target), ctx.source.card);
        let may = |duel: &Self, id: CardId| id != target && duel.can_be_equipped(source, player, id);
        let found = self.select(ctx, selection, player, may)?;
        let found = self.affected(ctx, found, Doing::Affects);
        let (mut changed, mut without) = (Vec::new(), Vec::new());
        for &id in &found {
            let (zone, face_up) = (self.state.card(id).zone, self.state.card(id).face_up);
            let by = (id != source).then_some(source);
            if zone != Zone::SpellTrap && self.state.free_spell_trap_zones(player) == 0 {
                without.push(id);
                continue;
            }
            let change = if zone == Zone::SpellTrap {
                self.change_card(id, |card| (card.equipped_to, card.equipped_by) = (Some(equipped), by))
            } else {
                // `value.equipped-is-no-monster`: a face-down monster lies there face-down.
                let face_up = face_up || !zone.on_field();
                self.applies_if(!face_up, Rule::ValueEquippedIsNoMonster);
                let to = Destination {
                    zone: Zone::SpellTrap,
                    controller: player,
                    face_up,
                    position: BattlePosition::Attack,
                };
                let mut change = self.move_for(ctx, id, to, MoveHow::Equipped);
                let now = self.state.clock.now;
                let card = self.state.card_mut(id);
                card.equipped_to = Some(equipped);
                card.equipped_by = by;
                card.in_force = Some(now);
                // What waits for an Equip Card sees one in it.
                change.after = self.snapshot(id);
                change
            };
            changed.push(change);
        }
        let outcome = Outcome::of(changed.len());
        if let Some(name) = &selection.named {
            ctx.name(name, changed.iter().map(|c| c.card).collect());
        }
        if !changed.is_empty() {
            self.emit(ctx.cause, ctx.rule, What::Equipped(target), changed);
        }
        self.send_what_finds_no_zone(ctx, &selection.pick, &without);
        Ok(outcome)
    }

    /// `upkeep.nothing-to-bear-it`: a known card on the field or in the hand that cannot be equipped, because the monster is not there face-up, goes
    /// to the GY; no effect sends it.
    fn send_what_nothing_can_bear(&mut self, ctx: &Ctx, selection: &Selection) {
        let Pick::These(word) = &selection.pick else { return };
        let waits = |id: &CardId| {
            let card = self.state.card(*id);
            let lies_so = matches!(card.zone, Zone::Monster | Zone::SpellTrap | Zone::Hand);
            lies_so && card.equipped_to.is_none()
        };
        let cards: Vec<CardId> = self.still_meant_by(ctx, word).into_iter().filter(waits).collect();
        self.send_by_the_game(cards, Rule::UpkeepNothingToBearIt);
    }

    /// Whether a player can use a card as an Equip Card: it lies face-up in a Spell & Trap Zone, or there is one for it. The card
    /// whose effect it is will be face-up by then. A Field Spell has its own zone.
    pub(crate) fn can_be_equipped(&self, source: CardId, player: Player, id: CardId) -> bool {
        let card = self.state.card(id);
        match card.zone {
            Zone::SpellTrap => card.face_up || id == source,
            Zone::Gone | Zone::Limbo => false,
            _ if self.def(id).is_field_spell() => false,
            _ => self.state.free_spell_trap_zones(player) > 0 && self.may_be_the_only_one(player, id).is_ok(),
        }
    }

    pub(crate) fn place_counters(&mut self, ctx: &Ctx, word: &Word, amount: &Amount, kind: Option<&str>) -> Outcome {
        let count = self.amount(ctx, amount, 0).clamp(0, 255) as u8;
        let cards: Vec<CardId> = self.still_meant_by(ctx, word);
        let bears = |id: &&CardId| self.state.card(**id).zone.on_field() && self.state.card(**id).face_up;
        let cards: Vec<CardId> = cards.iter().filter(bears).copied().collect();
        let cards = self.affected(ctx, cards, Doing::Affects);
        let mut placed = Vec::new();
        for id in cards {
            let count = count.min(self.room_for_counters(id, kind));
            if count > 0 {
                placed.push((count, self.change_card(id, |card| card.counters.place(kind, count))));
            }
        }
        let outcome = Outcome::of(placed.len());
        for same in placed.chunk_by(|one, other| one.0 == other.0) {
            let changed = same.iter().map(|(_, changed)| changed.clone()).collect();
            self.emit(ctx.cause, ctx.rule, What::CountersPlaced(same[0].0), changed);
        }
        outcome
    }

    /// Counters are removed from cards of a group, one by one as the player chooses, all in one moment; all of them or none.
    pub(crate) fn remove_counters_among(
        &mut self,
        ctx: &Ctx,
        group: &Group,
        amount: &Amount,
        kind: Option<&str>,
    ) -> Flow<Outcome> {
        let count = self.amount(ctx, amount, 0).clamp(0, 255) as usize;
        let counters = |duel: &Self, id: CardId| usize::from(duel.state.card(id).counters.of(kind));
        let mut left: Vec<(CardId, usize)> = self
            .members(ctx, group, None)
            .into_iter()
            .map(|id| (id, counters(self, id)))
            .filter(|(_, n)| *n > 0)
            .collect();
        if count == 0 || left.iter().map(|(_, n)| n).sum::<usize>() < count {
            return Ok(Outcome::NotDone);
        }
        let mut taken: Vec<CardId> = Vec::new();
        while taken.len() < count {
            let there: usize = left.iter().map(|(_, n)| n).sum();
            // With one card left, or if all of them are needed, nobody is asked.
            let from = if left.len() == 1 || there == count - taken.len() {
                left[0].0
            } else {
                let pool = left.iter().map(|(id, _)| *id).collect();
                let choice = Choice {
                    purpose: ctx.purpose,
                    effect: Some(ctx.effect),
                    about: None,
                    from: Pool::Cards(pool),
                    min: 1,
                    max: 1,
                };
                self.choose_cards(ctx.player, choice)?[0]
            };
            taken.push(from);
            left.iter_mut().filter(|(id, _)| *id == from).for_each(|(_, n)| *n -= 1);
            left.retain(|(_, n)| *n > 0);
        }
        taken.sort_unstable();
        for same in taken.chunk_by(|one, other| one == other) {
            let n = same.len() as u8;
            let changed = vec![self.change_card(same[0], |card| card.counters.remove(kind, n))];
            self.emit(ctx.cause, ctx.rule, What::CountersRemoved(n), changed);
        }
        Ok(Outcome::Done)
    }

    pub(crate) fn remove_counters(&mut self, ctx: &Ctx, word: &Word, amount: &Amount, kind: Option<&str>) -> Outcome {
        let count = self.amount(ctx, amount, 0).clamp(0, 255) as u8;
        let enough = |id: &CardId| count > 0 && self.state.card(*id).counters.of(kind) >= count;
        let cards: Vec<CardId> = self.still_meant_by(ctx, word).into_iter().filter(enough).collect();
        let mut changed = Vec::new();
        for id in cards {
            changed.push(self.change_card(id, |card| card.counters.remove(kind, count)));
        }
        let outcome = Outcome::of(changed.len());
        if !changed.is_empty() {
            self.emit(ctx.cause, ctx.rule, What::CountersRemoved(count), changed);
        }
        outcome
    }
}
