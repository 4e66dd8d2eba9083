//! Special Summons by an effect: of cards, of tokens, and Fusion Summons with their materials.

use super::Outcome;
use super::feasible::{Feasible, yes};
use crate::catalogue::{Refusal, Rule};
use crate::def::{
    Affected, BattlePosition, CannotBe, CannotDo, Class, Count, How, Joint, Modifier, MonsterIs, OrDeclared, Part,
    Pick, Says, Selection, Step, Subject, Target, Turned, Who, Word,
};
use crate::flow::{Choice, Duel, Flow, Pool};
use crate::state::{
    CardId, Changed, Destination, DuelEnd, EffectRef, Entry, Excess, MoveHow, Player, Purpose, Ref, Room, Seat,
    SummonKind, What, Zone,
};
use crate::words::{Ctx, Way, steps_of, targets_of};

/// After so many cards and tokens the duel counts as endless: their numbers have an end.
const MOST_CARDS: Excess = Excess { most: 10_000, of: "cards and tokens in one duel" };

/// The cards to which a part does something, if it is of the kind that is asked for.
type DoneTo = fn(&Step) -> Option<&Pick>;

/// How monsters are Special Summoned without materials.
pub(crate) struct Terms<'a> {
    pub position: Option<Turned>,
    pub to_opponent: bool,
    /// Although the monster's own text says otherwise.
    pub ignoring: bool,
    /// Only to a zone to which such a card points.
    pub to_zone: Option<&'a Subject>,
    /// As such a Summon.
    pub how: Option<How>,
}

/// Whether a selection is about known cards, as targets, and all of them.
fn is_of_known_cards(selection: &Selection) -> bool {
    match &selection.pick {
        Pick::These(_) => true,
        Pick::All(group) => !group.among.is_empty(),
        _ => false,
    }
}

/// The way in which an effect Special Summons without materials.
fn way_of(ctx: &Ctx, how: Option<How>, position: Option<Turned>) -> Way {
    Way { how, link: ctx.link, by: Some(ctx.effect), position }
}

impl Duel {
    pub(crate) fn special_summon(&mut self, ctx: &mut Ctx, selection: &Selection, terms: &Terms<'_>) -> Flow<Outcome> {
        let Terms { position, to_opponent, ignoring, to_zone, how } = *terms;
        let mut shares = Vec::new();
        let mut named: Vec<Ref> = Vec::new();
        for (i, player) in self.acting(ctx, selection).into_iter().enumerate() {
            self.next_players_share(i == 0)?;
            let side = if to_opponent { player.opponent() } else { player };
            let cards = match self.token_of(ctx, selection) {
                // A token cannot lie face-down.
                Some(_) if position == Some(Turned::FaceDown) => Vec::new(),
                Some((def, count)) => self.tokens(ctx, player, side, def, count, to_zone)?,
                None => {
                    let may = |duel: &Self, id: CardId| {
                        let may = duel.may_be_special_summoned(player, id, ignoring, way_of(ctx, how, position));
                        let may = may.and_then(|()| duel.may_be_the_only_one(side, id));
                        may.inspect_err(|refusal| duel.note_hindered(refusal.rule)).is_ok()
                    };
                    let zones = self.room_for_any_of(ctx, side, &self.pool(ctx, selection, player), to_zone);
                    let room = zones.min(self.so_many_at_once(player));
                    let cards = self.select_at_most(ctx, selection, player, room, may)?;
                    if is_of_known_cards(selection) {
                        self.those_with_a_zone(ctx, player, &selection.pick, cards, zones)?
                    } else {
                        cards
                    }
                }
            };
            let cards = if cards.len() > self.so_many_at_once(player) { Vec::new() } else { cards };
            let changed = self.put_on_the_field(ctx, player, side, &cards, position, to_zone)?;
            for id in changed.iter().map(|change| change.card.card) {
                self.applies_if(how.is_some(), Rule::ValueTreatedAs);
                if how.is_some() || self.asks_for_such_a_summon(player, id, way_of(ctx, how, position)) {
                    self.state.card_mut(id).properly_summoned = true;
                }
            }
            named.extend(changed.iter().map(|c| c.card));
            let share = Outcome::of(changed.len());
            if !changed.is_empty() {
                self.emit(ctx.cause, ctx.rule, What::Summoned(SummonKind::Special, how, player), changed);
            }
            shares.push(share);
        }
        if let Some(name) = &selection.named {
            ctx.name(name, named);
        }
        Ok(Outcome::all(&shares))
    }

    /// `zone.as-many-as-there-are`: of more known monsters than there are zones their player picks which come; banished ones for which there is
    /// none go to the GY, and no effect sends them.
    fn those_with_a_zone(
        &mut self,
        ctx: &Ctx,
        player: Player,
        pick: &Pick,
        cards: Vec<CardId>,
        zones: usize,
    ) -> Flow<Vec<CardId>> {
        if cards.len() <= zones {
            return Ok(cards);
        }
        let (purpose, from) = (Purpose::Effect, Pool::Cards(cards.clone()));
        let choice = Choice { purpose, effect: Some(ctx.effect), about: None, from, min: zones, max: zones };
        let chosen = if zones > 0 { self.choose_cards(player, choice)? } else { Vec::new() };
        let without: Vec<CardId> = cards.iter().copied().filter(|id| !chosen.contains(id)).collect();
        let left: Vec<CardId> =
            without.iter().copied().filter(|&id| self.state.card(id).zone == Zone::Banished).collect();
        self.applies_if(cards.len() > 1, Rule::ZoneAsManyAsThereAre);
        self.send_by_the_game(left, Rule::ZoneAsManyAsThereAre);
        self.send_what_finds_no_zone(ctx, pick, &without);
        Ok(chosen)
    }

    /// How many monsters a player may still Special Summon at this moment.
    fn so_many_at_once(&self, player: Player) -> usize {
        let most = self.most_at_once(player);
        if most == usize::MAX {
            return most;
        }
        self.note_hindered(Rule::LegalityForbidden);
        let now = self.state.clock.now;
        let events = self.log.iter().rev().filter_map(Entry::event).take_while(|event| event.deed.at == now);
        let summoned = events.filter(|event| {
            !self.state.clock.fresh && matches!(event.what, What::Summoned(SummonKind::Special, _, by) if by == player)
        });
        most.saturating_sub(summoned.map(|event| event.cards.len()).sum())
    }

    /// `legality.forbidden`: how many monsters a player may Special Summon at the same time: one, if an effect says so.
    pub(crate) fn most_at_once(&self, player: Player) -> usize {
        if self.may_do(player, CannotDo::SpecialSummonSeveral, None).is_ok() { usize::MAX } else { 1 }
    }

    /// Whether a part, together with those that are joined to it, would have a player Special Summon more monsters at the same time
    /// than they may.
    fn would_summon_too_many(&self, ctx: &Ctx, selection: &Selection, player: Player, able: usize) -> bool {
        let most = self.most_at_once(player);
        if most == usize::MAX {
            return false;
        }
        let also = ctx.joined.iter().filter(|part| match &part.step {
            Step::SpecialSummon { what, .. } => self.acting(ctx, what).contains(&player),
            _ => false,
        });
        let least = match (&selection.pick, self.token_of(ctx, selection)) {
            (_, Some((_, (least, _)))) => least,
            (Pick::Choose(count, _), _) => self.needed_for(ctx, count),
            _ => able,
        };
        least.saturating_add(also.count()) > most
    }

    /// `legality.forbidden`: whether a part would have the player Special Summon one more monster at the same time as a part before it.
    pub(crate) fn would_summon_another_at_once(&self, ctx: &Ctx, before: &[Part], part: &Part) -> bool {
        let summons = |step: &Step| match step {
            Step::SpecialSummon { what, .. } => self.acting(ctx, what).contains(&ctx.player),
            _ => false,
        };
        let mut joint = part.joint;
        let earlier = before.iter().rev().take_while(|earlier| {
            let at_once = matches!(joint, Joint::And | Joint::AndIfYouDo | Joint::Also);
            joint = earlier.joint;
            at_once
        });
        summons(&part.step)
            && earlier.into_iter().any(|earlier| summons(&earlier.step))
            && self.most_at_once(ctx.player) == 1
    }

    /// Of targets that the effect would Special Summon: how many there may be.
    pub(crate) fn most_targets(&self, ctx: &Ctx, bullet: Option<u8>, named: Option<&String>) -> usize {
        let summoned = |step: &Step| match step {
            Step::SpecialSummon { what, .. } => {
                matches!(&what.pick, Pick::These(Word::Named(name)) if Some(name) == named)
            }
            _ => false,
        };
        if steps_of(self.effect(ctx.effect), bullet).any(summoned) { self.most_at_once(ctx.player) } else { usize::MAX }
    }

    /// The token a selection makes, and the least and the most of them: it names a token and no place.
    pub(crate) fn token_of(&self, ctx: &Ctx, selection: &Selection) -> Option<(usize, (usize, usize))> {
        let Pick::Choose(count, group) = &selection.pick else { return None };
        let (true, [OrDeclared::Just(name)]) = (group.places.is_empty(), &group.name[..]) else { return None };
        let def = self.state.library.iter().position(|d| d.name == *name && d.is_token())?;
        let count = match count {
            Count::UpTo(n) | Count::AtLeast(n) => *n as usize,
            // There are no more zones.
            Count::AsManyAsPossible => return Some((def, (1, 5))),
            count => self.asked_for(ctx, count).1,
        };
        Some((def, (count, count)))
    }

    fn tokens(
        &mut self,
        ctx: &Ctx,
        player: Player,
        side: Player,
        def: usize,
        (least, most): (usize, usize),
        to_zone: Option<&Subject>,
    ) -> Flow<Vec<CardId>> {
        self.burn_fuel_of_tokens()?;
        let room = self.room_in_the_row(ctx, side, to_zone).min(self.so_many_at_once(player));
        let count = most.min(room);
        if count < least || self.may_do_with_def(ctx, player, def).is_err() {
            return Ok(Vec::new());
        }
        Ok((0..count).map(|_| self.make_token(def, player)).collect())
    }

    /// Tokens without end end the duel instead.
    fn burn_fuel_of_tokens(&mut self) -> Flow<()> {
        if self.state.cards.len() > MOST_CARDS.most { self.finish(DuelEnd::Endless(MOST_CARDS)) } else { Ok(()) }
    }

    fn may_do_with_def(&mut self, ctx: &Ctx, player: Player, def: usize) -> Result<(), Refusal> {
        let id = self.make_token(def, player);
        let way = way_of(ctx, None, None);
        let allowed = self.may_do_so(player, CannotDo::SpecialSummon, Some(id), way);
        let allowed = allowed.and_then(|()| self.may_be_summoned_so(player, id, way));
        self.state.cards.pop();
        allowed.inspect_err(|_| self.note_hindered(Rule::LegalityForbidden))
    }

    /// How many of the cards find a zone, as far as zones decide it: of the Extra Monster Zones a player has one.
    fn room_for_any_of(&self, ctx: &Ctx, side: Player, cards: &[CardId], to_zone: Option<&Subject>) -> usize {
        let mut zones: Vec<Seat> = cards.iter().flat_map(|&id| self.zones_left(ctx, side, id, to_zone, &[])).collect();
        zones.sort_unstable();
        zones.dedup();
        let extra = zones.iter().filter(|zone| zone.is_extra()).count();
        zones.len() - extra.saturating_sub(1)
    }

    /// How many Main Monster Zones of a side are free, of those to which a card points if it must be one of these.
    fn room_in_the_row(&self, ctx: &Ctx, side: Player, to_zone: Option<&Subject>) -> usize {
        let Some(by) = to_zone else { return self.state.free_monster_zones(side) };
        self.of_those_pointed_to(ctx, by, side, self.state.free_row(side)).len()
    }

    /// How many zones of the row what is done before could free; of those to which a card points none counts.
    fn freed_in_the_row(&self, ctx: &Ctx, side: Player, to_zone: Option<&Subject>) -> usize {
        if ctx.freed.is_empty() || to_zone.is_some() {
            return 0;
        }
        let row = Room { side, zone: Zone::Monster, monster: None, least: 1 };
        self.zones_by_then(ctx, &row) - self.state.free_monster_zones(side)
    }

    /// Whether there is a zone for a monster, or will be when what is done before has freed one.
    pub(crate) fn may_find_a_zone(&self, ctx: &Ctx, side: Player, id: CardId, to_zone: Option<&Subject>) -> bool {
        let by_then = || self.zones_by_then(ctx, &Room::for_monster(side, id)) > 0;
        !self.zones_left(ctx, side, id, to_zone, &[]).is_empty() || (to_zone.is_none() && by_then())
    }

    /// The zones that are left for a monster, of those to which a card points if it must be one of these.
    pub(crate) fn zones_left(
        &self,
        ctx: &Ctx,
        side: Player,
        id: CardId,
        to_zone: Option<&Subject>,
        taken: &[Seat],
    ) -> Vec<Seat> {
        let mut zones = self.zones_for(side, id, &[]);
        zones.retain(|seat| !taken.contains(seat));
        match to_zone {
            Some(by) => self.of_those_pointed_to(ctx, by, side, zones),
            None => zones,
        }
    }

    /// Puts monsters onto the field, each in a zone and a position its player chooses if nothing is said; those without a zone stay
    /// where they are.
    pub(crate) fn put_on_the_field(
        &mut self,
        ctx: &mut Ctx,
        player: Player,
        side: Player,
        cards: &[CardId],
        position: Option<Turned>,
        to_zone: Option<&Subject>,
    ) -> Flow<Vec<Changed>> {
        let mut changed = Vec::new();
        let mut positions = Vec::new();
        let (mut taken, mut seated) = (Vec::new(), Vec::new());
        for &id in cards {
            let zones = self.zones_left(ctx, side, id, to_zone, &taken);
            if let Some(seat) = self.choose_seat(Some(ctx.effect), player, id, &zones)? {
                taken.push(seat);
                seated.push(id);
            }
        }
        let cards = &seated[..];
        for &id in cards {
            positions.push(match position {
                Some(position) => position,
                None => self.choose_position(Some(ctx.effect), player, id)?,
            });
        }
        for (&id, turned) in cards.iter().zip(positions) {
            let mut to =
                Destination { zone: Zone::Monster, controller: side, face_up: true, position: BattlePosition::Attack };
            match turned {
                Turned::Defense | Turned::FaceUpDefense => to.position = BattlePosition::Defense,
                Turned::FaceDown => (to.face_up, to.position) = (false, BattlePosition::Defense),
                Turned::Attack | Turned::Other => {}
            }
            let mut change = self.move_for(ctx, id, to, MoveHow::Summoned);
            if to.face_up {
                let now = self.state.clock.now;
                self.state.card_mut(id).in_force = Some(now);
            }
            change.after = self.snapshot(id);
            changed.push(change);
        }
        Ok(changed)
    }

    /// The position in which a monster is Special Summoned, by an effect or by the rules of the game.
    pub(crate) fn choose_position(&mut self, effect: Option<EffectRef>, player: Player, card: CardId) -> Flow<Turned> {
        let in_defense = Way { position: Some(Turned::Defense), ..Way::default() };
        if self.may_come_in_its_position(Some(card), in_defense).is_err() {
            self.applies(Rule::SummonLinkInAttackPosition);
            return Ok(Turned::Attack);
        }
        let from = Pool::Positions(vec![Turned::Attack, Turned::Defense]);
        let choice = Choice { purpose: Purpose::Position, effect, about: Some(card), from, min: 1, max: 1 };
        self.choose_turned(player, choice)
    }

    /// Whether an effect may Special Summon a card: `summon.not-properly-summoned` and what forbids it.
    /// What its own text says of it counts only if the effect does not ignore it, but in the GY or banished it must have been
    /// Summoned properly in any case.
    pub(crate) fn may_be_special_summoned(
        &self,
        player: Player,
        id: CardId,
        ignoring: bool,
        way: Way,
    ) -> Result<(), Refusal> {
        let card = self.state.card(id);
        // A monster that lies as an Equip Card, or is placed as a Continuous Spell, is Summoned from there.
        let monster = self.def(id).monster().is_some() && card.zone != Zone::Monster;
        if !monster && !self.may_become_a_monster(id, way) {
            return Err(self.impossible(Rule::PresenceWrongPlace));
        }
        self.may_do_so(player, CannotDo::SpecialSummon, Some(id), way)?;
        // Where both players know it, having been Summoned properly is asked for even then.
        let asked = match card.zone {
            Zone::ExtraDeck => card.face_up,
            Zone::Hand | Zone::Deck => !ignoring,
            _ => true,
        };
        if asked && !card.properly_summoned && self.must_be_summoned_properly(id) {
            return self.refuse(Rule::SummonNotProperlySummoned);
        }
        if ignoring { Ok(()) } else { self.may_be_summoned_so(player, id, way) }
    }

    /// Extra Deck and Ritual Monsters, and those with a procedure that cannot be Normal Summoned.
    fn must_be_summoned_properly(&self, id: CardId) -> bool {
        let def = self.def(id);
        let by_kind = def.is_extra() || def.monster().is_some_and(|m| m.is.contains(&MonsterIs::Ritual));
        let by_text = def.effects.iter().any(|e| e.class == Class::Procedure)
            && self.may_be(id, CannotBe::NormalSummoned, self.state.card(id).owner).is_err();
        by_kind || by_text
    }

    /// Of a target that the effect would Special Summon: whether it could be.
    pub(crate) fn would_be_summonable(&self, ctx: &Ctx, bullet: Option<u8>, id: CardId) -> Result<(), Refusal> {
        let summoned: DoneTo = |step| match step {
            Step::SpecialSummon { what, .. } => Some(&what.pick),
            _ => None,
        };
        if self.state.card(id).zone.on_field() || !self.is_target_of(ctx, bullet, id, summoned) {
            return Ok(());
        }
        let mut steps = steps_of(self.effect(ctx.effect), bullet);
        let terms = steps.find_map(|step| match step {
            Step::SpecialSummon { ignoring_conditions, counts_as, position, to_opponent, .. } => {
                Some((*ignoring_conditions, *counts_as, *position, *to_opponent))
            }
            _ => None,
        });
        let (ignoring, how, position, to_opponent) = terms.unwrap_or_default();
        let side = if to_opponent { ctx.player.opponent() } else { ctx.player };
        self.may_be_special_summoned(ctx.player, id, ignoring, way_of(ctx, how, position))?;
        self.may_be_the_only_one(side, id)
    }

    /// Of a target of which the effect would take control: whether it could.
    pub(crate) fn would_be_taken(&self, ctx: &Ctx, bullet: Option<u8>, id: CardId) -> Result<(), Refusal> {
        let taken: DoneTo = |step| match step {
            Step::TakeControl(what, _) => Some(&what.pick),
            _ => None,
        };
        if !self.is_target_of(ctx, bullet, id, taken) && !self.would_control_its_monster(ctx) {
            return Ok(());
        }
        self.may_be_by(id, CannotBe::TakenControlOf, ctx.player, Self::as_cause(ctx))
    }

    /// Whether a card is activated that lets its player control the monster to which it is equipped.
    pub(crate) fn would_control_its_monster(&self, ctx: &Ctx) -> bool {
        let controls = |m: &Modifier| matches!(m, Modifier::Control(Affected::Word(Word::EquippedMonster)));
        let def = self.def(ctx.source.card);
        self.effect(ctx.effect).class == Class::Activation && def.effects.iter().any(|e| e.applies.iter().any(controls))
    }

    /// Whether the group a card was taken from is the one to whose name something is done.
    fn is_target_of(&self, ctx: &Ctx, bullet: Option<u8>, id: CardId, done_to: DoneTo) -> bool {
        let effect = self.effect(ctx.effect);
        targets_of(effect, bullet).any(|target| match target {
            Target::Chosen { of, named: Some(name), .. } => {
                let is_it = |pick: &Pick| matches!(pick, Pick::These(Word::Named(said)) if said == name);
                steps_of(effect, bullet).filter_map(done_to).any(is_it)
                    && self.in_group(ctx, of, id, &self.snapshot(id), ctx.player)
            }
            _ => false,
        })
    }

    pub(crate) fn can_special_summon(&self, ctx: &Ctx, selection: &Selection, terms: &Terms<'_>) -> Feasible {
        let Terms { position, to_opponent, ignoring, to_zone, how } = *terms;
        let mut rules = Vec::new();
        for player in self.acting(ctx, selection) {
            let side = if to_opponent { player.opponent() } else { player };
            let freed = self.freed_in_the_row(ctx, side, to_zone);
            let room = self.room_in_the_row(ctx, side, to_zone) + freed;
            if let Some((def, (count, _))) = self.token_of(ctx, selection) {
                if self.would_summon_too_many(ctx, selection, player, count) {
                    return Err(vec![Rule::LegalityForbidden]);
                }
                let of_some = |m: &Modifier| matches!(m, Modifier::CannotBe(_, _, be, _) if be.is_a_special_summon());
                let nothing_is_said_of_some = self.modifiers_that(Says::CannotBe, of_some).is_empty();
                let any = self.may_do(player, CannotDo::SpecialSummon, None).is_ok() && nothing_is_said_of_some;
                let allowed = any || self.clone().may_do_with_def(ctx, player, def).is_ok();
                return yes(room >= count && allowed && position != Some(Turned::FaceDown));
            }
            let (mut able, mut unable) = (Vec::new(), Vec::new());
            for id in self.pool(ctx, selection, player) {
                let may = self.may_be_special_summoned(player, id, ignoring, way_of(ctx, how, position));
                match may.and_then(|()| self.may_be_the_only_one(side, id)) {
                    Ok(()) if self.may_find_a_zone(ctx, side, id, to_zone) => able.push(id),
                    Ok(()) => unable.extend(self.why_no_zone(id)),
                    Err(refusal) => unable.push(refusal.rule),
                }
            }
            if self.would_summon_too_many(ctx, selection, player, able.len()) {
                return Err(vec![Rule::LegalityForbidden]);
            }
            let fit = match &selection.pick {
                Pick::Choose(count, _) => {
                    self.needed_for(ctx, count) <= self.room_for_any_of(ctx, side, &able, to_zone) + freed
                }
                _ => true,
            };
            let enough = fit && self.are_enough(ctx, &selection.pick, &able);
            if enough && selection.who == Who::EachPlayer {
                return Ok(());
            }
            if enough {
                continue;
            }
            rules.extend(unable);
            if selection.who != Who::EachPlayer {
                return Err(rules);
            }
        }
        if selection.who == Who::EachPlayer { Err(rules) } else { Ok(()) }
    }
}
