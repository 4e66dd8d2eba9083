//! `zone.makes-room`: whether there will be a zone for what an effect or a procedure brings to the field: one is free, or what is paid, targeted or done
//! before makes one. What is chosen for that must make as many as nothing else can. `zone.none-left`: what becomes of a card for which there
//! is none when it comes to it.

use crate::catalogue::Rule;
use crate::def::{Class, Count, Group, Kind, Part, Pick, Place, PlacedIn, Selection, Step, Target, Word};
use crate::flow::Duel;
use crate::state::{CardId, Freed, Player, Room, Zone};
use crate::words::{Ctx, parts_of, targets_of};

/// The cards that a step takes out of their zones.
fn taken_away(step: &Step) -> Option<&Selection> {
    match step.inner() {
        Step::Tribute(s)
        | Step::Destroy(s)
        | Step::Banish(s, _)
        | Step::SendToGy(s)
        | Step::ReturnToHand(s)
        | Step::ReturnToDeck(s, _)
        | Step::TakeControl(s, _)
        | Step::SpecialSummon { what: s, .. }
        | Step::Place(s, ..)
        | Step::Equip { what: s, .. }
        | Step::Attach { what: s, .. } => Some(s).filter(|s| s.may_be_on_the_field()),
        _ => None,
    }
}

/// Whether a selection is the cards known by a name.
fn are_called(what: &Selection, name: &str) -> bool {
    matches!(&what.pick, Pick::These(Word::Named(called)) if called == name)
}

/// The names by which cards are known that are done something to.
fn names_in(pick: &Pick) -> Vec<&String> {
    let words = match pick {
        Pick::These(word) => std::slice::from_ref(word),
        Pick::All(group) => &group.among[..],
        _ => &[],
    };
    let names = words.iter().filter_map(|word| match word {
        Word::Named(name) => Some(name),
        _ => None,
    });
    names.collect()
}

impl Duel {
    /// How many zones there are for what is to come, once some cards have left theirs.
    fn zones_once(&self, room: &Room, gone: &[CardId]) -> usize {
        let card = |id: &CardId| self.state.card(*id);
        match (room.zone, room.monster) {
            (Zone::Monster, Some(id)) if card(&id).zone == Zone::ExtraDeck => self.zones_for(room.side, id, gone).len(),
            (zone, _) => {
                let frees = |id: &&CardId| {
                    let card = card(id);
                    let in_the_row = match zone {
                        Zone::Monster => card.zone == Zone::Monster && !card.is_in_an_extra_zone(),
                        _ => matches!(card.zone, Zone::SpellTrap | Zone::Pendulum),
                    };
                    let on_the_side = card.zone.on_field() && card.controller == room.side;
                    on_the_side && self.policy.making_room.counts(in_the_row)
                };
                self.free_zones_of(room.side, zone) + gone.iter().filter(frees).count()
            }
        }
    }

    fn free_zones_of(&self, side: Player, zone: Zone) -> usize {
        match zone {
            Zone::Pendulum => self.state.free_pendulum_zones(side),
            _ => self.state.free_zones(side, zone),
        }
    }

    /// Whether there is room once some cards have left.
    pub(crate) fn leaves_room(&self, room: &Room, gone: &[CardId]) -> bool {
        self.zones_once(room, gone) >= room.least
    }

    /// Whether there is a zone for a monster when some cards have left the field.
    pub(crate) fn has_room_for(&self, side: Player, id: CardId, gone: &[CardId]) -> bool {
        self.leaves_room(&Room::for_monster(side, id), gone)
    }

    /// How many zones there can be for what is to come, with those that what is done before could free.
    pub(crate) fn zones_by_then(&self, ctx: &Ctx, room: &Room) -> usize {
        self.zones_once(room, &[]) + self.zones_freed(room, &ctx.freed)
    }

    /// How many zones could come free.
    fn zones_freed(&self, room: &Room, freed: &[Freed]) -> usize {
        let before = self.zones_once(room, &[]);
        let makes_one = |id: &&CardId| self.zones_once(room, &[**id]) > before;
        freed.iter().map(|freed| freed.of.iter().filter(makes_one).count().min(freed.most)).sum()
    }

    /// What some steps could take out of its zone, as far as the board shows it.
    pub(crate) fn freed_by<'s>(
        &self,
        ctx: &Ctx,
        bullet: Option<u8>,
        steps: impl IntoIterator<Item = &'s Step>,
    ) -> Vec<Freed> {
        let freed = |what| self.freed_from(ctx, bullet, what);
        steps.into_iter().filter_map(taken_away).map(freed).filter(|freed| !freed.of.is_empty()).collect()
    }

    fn freed_from(&self, ctx: &Ctx, bullet: Option<u8>, what: &Selection) -> Freed {
        let effect = self.effect(ctx.effect);
        let unknown = |name: &str| !ctx.names.iter().any(|(known, _)| known == name);
        let most = match &what.pick {
            Pick::These(Word::Named(name)) if unknown(name) => {
                let target = targets_of(effect, bullet).find_map(|target| match target {
                    Target::Chosen { count, of, named: Some(called), .. } if called == name => Some((count, of)),
                    _ => None,
                });
                if let Some((count, of)) = target {
                    return Freed { most: self.asked_for(ctx, count).1, of: self.members(ctx, of, None) };
                }
                let mut steps = effect.cost_with(bullet).chain(parts_of(effect, bullet)).filter_map(Step::selection);
                let chosen = steps.find(|s| s.named.as_ref() == Some(name) && !are_called(s, name));
                return chosen.map_or_else(Freed::default, |chosen| self.freed_from(ctx, bullet, chosen));
            }
            Pick::Choose(count, _) => self.asked_for(ctx, count).1,
            Pick::Random(n, _) | Pick::Top(n) => self.amount(ctx, n, 0).max(0) as usize,
            Pick::These(_) | Pick::All(_) => usize::MAX,
        };
        let players = self.acting(ctx, what);
        let of = players.iter().flat_map(|&player| self.pool(ctx, what, player)).collect();
        Freed { most: most.saturating_mul(players.len()), of }
    }

    /// What the cost and the parts of an effect before one of them could take out of its zone.
    pub(crate) fn freed_before(&self, ctx: &Ctx, bullet: Option<u8>, part: usize) -> Vec<Freed> {
        let effect = self.effect(ctx.effect);
        self.freed_by(ctx, bullet, effect.cost_with(bullet).chain(parts_of(effect, bullet).take(part)))
    }

    /// The same before some parts, if one of them brings cards to the field.
    pub(crate) fn freed_before_any(&self, ctx: &Ctx, bullet: Option<u8>, parts: &[Part]) -> Vec<Freed> {
        let any = parts.iter().any(|part| Self::brings_cards(&part.step));
        if any { self.freed_before(ctx, bullet, usize::MAX) } else { Vec::new() }
    }

    /// Whether there can be room for what a part brings to the field, as far as the board shows it.
    pub(crate) fn finds_room(&self, ctx: &Ctx, bullet: Option<u8>, step: &Step) -> bool {
        self.needed_by(ctx, bullet, step).is_none_or(|room| self.zones_by_then(ctx, &room) >= room.least)
    }

    /// `conjunction.and`: whether there can be room for all cards that are Set or Special Summoned by parts which need each other.
    pub(crate) fn finds_room_for_all(&self, ctx: &Ctx, parts: &[Part]) -> bool {
        let bullet = ctx.link.and_then(|link| self.state.link(link).bullet);
        let several = parts.iter().filter(|part| matches!(part.step, Step::SpecialSummon { .. })).count() > 1;
        let needed = |step: &Step| match step {
            Step::SpecialSummon { what, .. } if several => {
                let mut room = self.needed_by(ctx, bullet, step)?;
                if ctx.link.is_some() && !matches!(what.pick, Pick::Choose(..)) {
                    // Of the targets of one part as many are Summoned then as there is room for.
                    room.least = 1;
                }
                Some(room)
            }
            step => self.needed_to_set(ctx, step),
        };
        let needed: Vec<Room> = parts.iter().filter_map(|part| needed(&part.step)).collect();
        needed.iter().all(|room| {
            let of_the_row = needed.iter().filter(|other| (other.side, other.zone) == (room.side, room.zone));
            self.zones_by_then(ctx, room) >= of_the_row.fold(0, |all: usize, room| all.saturating_add(room.least))
        })
    }

    /// The room that a part needs which Sets cards from elsewhere, all of them in the same row.
    fn needed_to_set(&self, ctx: &Ctx, step: &Step) -> Option<Room> {
        let Step::Set(what) = step else { return None };
        let &[side] = &self.acting(ctx, what)[..] else { return None };
        let row = |id: &CardId| match self.def(*id) {
            _ if self.state.card(*id).zone.on_field() => None,
            def if def.is_field_spell() => None,
            def if def.monster().is_some() => Some(Zone::Monster),
            _ => Some(Zone::SpellTrap),
        };
        let cards = self.pool(ctx, what, side);
        let zone = row(cards.first()?)?;
        let least = match &what.pick {
            Pick::Choose(count, _) => self.needed_for(ctx, count),
            Pick::These(_) => cards.len(),
            _ => 1,
        };
        cards.iter().all(|id| row(id) == Some(zone)).then_some(Room { side, zone, monster: None, least })
    }

    /// Whether a part may bring cards to the field.
    pub(crate) fn brings_cards(step: &Step) -> bool {
        use Step::{Activate, ByChance, Equip, OneOf, Place, Set, SpecialSummon, TakeControl};
        matches!(
            step.inner(),
            SpecialSummon { .. }
                | TakeControl(..)
                | Place(..)
                | Equip { .. }
                | Activate(_)
                | Set(_)
                | OneOf(..)
                | ByChance(_)
        )
    }

    /// The room that the cards chosen for a cost, or as the targets known by a name, must leave, if there is not enough and nothing
    /// else can make it: neither the other steps of the cost nor the parts before the one that needs it. If all of them together could
    /// not make enough, the effect cannot be activated anyway.
    pub(crate) fn room_to_leave<'s>(
        &self,
        ctx: &Ctx,
        bullet: Option<u8>,
        named: Option<&str>,
        others: impl Iterator<Item = &'s Step>,
    ) -> Option<Room> {
        let (part, room) = self.room_missing(ctx, bullet)?;
        let most = self.zones_once(&room, &[]) + self.zones_freed(&room, &self.freed_before(ctx, bullet, part));
        if most < room.least {
            return None;
        }
        let effect = self.effect(ctx.effect);
        let of_these =
            |step: &&Step| named.is_some_and(|name| taken_away(step).is_some_and(|what| are_called(what, name)));
        let before = || parts_of(effect, bullet).take(part);
        if named.is_some() && !before().any(|step| of_these(&step)) {
            return None;
        }
        let mut freed = self.freed_by(ctx, bullet, others);
        freed.extend(self.freed_by(ctx, bullet, before().filter(|step| !of_these(step))));
        let made = self.zones_freed(&room, &freed);
        let room = Room { least: room.least.saturating_sub(made), ..room };
        let missing = !self.leaves_room(&room, &[]);
        self.applies_if(missing, Rule::ZoneMakesRoom);
        missing.then_some(room)
    }

    /// The room that a procedure, or the first part that brings cards to the field, needs and does not find, and which part it is.
    fn room_missing(&self, ctx: &Ctx, bullet: Option<u8>) -> Option<(usize, Room)> {
        let effect = self.effect(ctx.effect);
        let needed = if effect.class == Class::Procedure {
            let room = Room::for_monster(self.side_of(Some(ctx.effect), ctx.player), ctx.effect.card);
            Some((0, room)).filter(|_| effect.by.is_none())
        } else {
            let parts = parts_of(effect, bullet).enumerate();
            parts.filter_map(|(i, step)| Some((i, self.needed_by(ctx, bullet, step)?))).next()
        };
        needed.filter(|(_, room)| !self.leaves_room(room, &[]))
    }

    /// The room that a part needs, as far as it is known before anything is chosen.
    fn needed_by(&self, ctx: &Ctx, bullet: Option<u8>, step: &Step) -> Option<Room> {
        let (what, zone) = match step {
            Step::SpecialSummon { what, by: None, .. } if !self.may_come_from_the_extra_deck(ctx, what) => {
                (what, Zone::Monster)
            }
            Step::TakeControl(what, _) => (what, Zone::Monster),
            Step::Equip { what, .. } if self.would_control_its_monster(ctx) => (what, Zone::Monster),
            Step::Equip { what, .. }
                if self.are_targets(ctx, bullet, &what.pick, |of| of.kind != Some(Kind::EquipCard)) =>
            {
                (what, Zone::SpellTrap)
            }
            Step::Place(what, into, _)
                if self.are_targets(ctx, bullet, &what.pick, |of| self.is_elsewhere(ctx, of)) =>
            {
                match into {
                    PlacedIn::PendulumZone => (what, Zone::Pendulum),
                    PlacedIn::SpellTrapZone => (what, Zone::SpellTrap),
                    PlacedIn::FieldZone | PlacedIn::ExtraDeck => return None,
                }
            }
            _ => return None,
        };
        let &[player] = &self.acting(ctx, what)[..] else { return None };
        let to_opponent = matches!(step, Step::SpecialSummon { to_opponent: true, .. });
        let side = if to_opponent { player.opponent() } else { player };
        let least = match (&what.pick, self.token_of(ctx, what)) {
            (_, Some((_, (least, _)))) => least,
            (Pick::Choose(Count::AsManyAsPossible, _), _) => 1,
            (Pick::Choose(count, _), _) => self.asked_for(ctx, count).0,
            (pick, _) if what.all_or_none || matches!(step, Step::SpecialSummon { .. }) => {
                self.fewest_targets(ctx, bullet, pick)
            }
            _ => 1,
        };
        Some(Room { side, zone, monster: None, least })
    }

    /// How many cards at least are targeted that are done something to together.
    fn fewest_targets(&self, ctx: &Ctx, bullet: Option<u8>, pick: &Pick) -> usize {
        let names = names_in(pick);
        let targets = targets_of(self.effect(ctx.effect), bullet).filter_map(|target| match target {
            Target::Chosen { count, named: Some(name), .. } if names.contains(&name) => Some(count),
            _ => None,
        });
        targets.map(|count| self.asked_for(ctx, count).0).fold(0, usize::saturating_add).max(1)
    }

    /// `zone.makes-room`: no more cards are targeted to be Special Summoned than there will be zones for; one is looked for elsewhere.
    pub(crate) fn zones_for_targets(&self, ctx: &Ctx, bullet: Option<u8>, named: Option<&String>) -> usize {
        let summons = |step: &Step| match step {
            Step::SpecialSummon { what, .. } => named.is_some_and(|name| are_called(what, name)),
            _ => false,
        };
        let parts = || parts_of(self.effect(ctx.effect), bullet).enumerate();
        let Some((i, step)) = parts().find(|(_, step)| summons(step.inner())) else { return usize::MAX };
        let Some(room) = self.needed_by(ctx, bullet, step.inner()) else { return usize::MAX };
        let ctx = &Ctx { freed: self.freed_before(ctx, bullet, i), ..ctx.clone() };
        self.zones_by_then(ctx, &room).max(1)
    }

    /// `zone.none-left`: a card that was known when the effect was activated, the card itself or a target, and that finds no zone is sent
    /// to the GY, unless it lies there; what is chosen only on resolution stays where it is.
    pub(crate) fn send_what_finds_no_zone(&mut self, ctx: &Ctx, pick: &Pick, cards: &[CardId]) {
        if cards.is_empty() || !self.was_known_on_activation(ctx, pick) {
            return;
        }
        let goes = |id: &&CardId| matches!(self.state.card(**id).zone, Zone::Hand | Zone::SpellTrap | Zone::Monster);
        let going: Vec<CardId> = cards.iter().filter(goes).copied().collect();
        self.send_by_the_game(going, Rule::ZoneNoneLeft);
    }

    /// Whether cards are this card or targets.
    pub(crate) fn was_known_on_activation(&self, ctx: &Ctx, pick: &Pick) -> bool {
        if *pick == Pick::These(Word::ThisCard) {
            return true;
        }
        let bullet = ctx.link.and_then(|link| self.state.link(link).bullet);
        let names = names_in(pick);
        let is_target = |name: &&String| {
            targets_of(self.effect(ctx.effect), bullet)
                .any(|target| matches!(target, Target::Chosen { named: Some(known), .. } if known == *name))
        };
        !names.is_empty() && names.iter().all(is_target)
    }

    /// Whether these cards are targets, chosen from such a group.
    fn are_targets(&self, ctx: &Ctx, bullet: Option<u8>, pick: &Pick, such: impl Fn(&Group) -> bool) -> bool {
        let Pick::These(Word::Named(name)) = pick else { return false };
        targets_of(self.effect(ctx.effect), bullet).any(|target| match target {
            Target::Chosen { of, named, .. } => named.as_ref() == Some(name) && such(of),
            Target::Known(_) => false,
        })
    }

    /// Whether no card of a group lies in a Spell & Trap Zone, which would be free when it is placed elsewhere.
    fn is_elsewhere(&self, ctx: &Ctx, group: &Group) -> bool {
        self.members(ctx, group, None).iter().all(|&id| self.state.card(id).zone != Zone::SpellTrap)
    }

    /// Whether what is Special Summoned may lie in the Extra Deck.
    fn may_come_from_the_extra_deck(&self, ctx: &Ctx, what: &Selection) -> bool {
        match &what.pick {
            Pick::Choose(_, group) | Pick::All(group) => group.places.contains(&Place::ExtraDeck) || group.or.is_some(),
            Pick::These(Word::ThisCard) => self.state.card(ctx.effect.card).zone == Zone::ExtraDeck,
            _ => false,
        }
    }
}
