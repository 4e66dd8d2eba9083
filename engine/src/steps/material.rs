//! Summons with materials: which sets of cards will do, using them, and what they become.

use super::Outcome;
use super::feasible::{Feasible, yes};
use crate::catalogue::Rule;
use crate::def::{
    CannotBe, CannotDo, Class, Count, Group, How, Material, Modifier, MonsterDef, Moving, Says, Selection, Step,
    Turned, Using, WithMaterials,
};
use crate::flow::{Choice, Duel, Flow, Pool};
use crate::state::{CardId, Changed, MoveHow, Purpose, Ref, Snapshot, SummonKind, Used, What, Why, Zone};
use crate::words::{Ctx, Doing, Way, steps_of};

/// Ways to put materials together that are looked at; no real monster asks for as many.
const MOST_TRIES: u32 = 20_000;

impl Duel {
    /// `conjunction.materials-before-the-summon`: the materials leave, and after that the monster is Summoned; both
    /// or neither.
    pub(crate) fn summon_with_materials(
        &mut self,
        ctx: &mut Ctx,
        selection: &Selection,
        position: Option<Turned>,
        with: &WithMaterials,
    ) -> Flow<Outcome> {
        let player = ctx.player;
        let may = |duel: &Self, id: CardId| duel.may_be_summoned_with(ctx, id, with, position);
        let found = self.select(ctx, selection, player, may)?;
        let Some(&monster) = found.first() else { return Ok(Outcome::NotDone) };
        let materials = self.choose_materials(ctx, monster, with, None)?;
        if materials.is_empty() {
            return Ok(Outcome::NotDone);
        }
        let turned = match position {
            Some(position) => position,
            None => self.choose_position(Some(ctx.effect), player, monster)?,
        };
        let rule = ctx.rule;
        ctx.rule = Some(Rule::ConjunctionMaterialsBeforeTheSummon);
        self.send_materials(ctx, monster, with, &materials);
        if self.policy.conjunctions.has_materials_first() {
            self.new_instant()?;
        }
        let summoned = self.put_on_the_field(ctx, player, player, &[monster], Some(turned), None)?;
        self.state.card_mut(monster).properly_summoned = true;
        if let Some(name) = &selection.named {
            ctx.name(name, summoned.iter().map(|c| c.card).collect());
        }
        self.emit(ctx.cause, ctx.rule, What::Summoned(SummonKind::Special, Some(with.how), player), summoned);
        self.became_material(ctx.cause, ctx.rule, Some(with.how), monster, &materials, with.taking_materials);
        ctx.rule = rule;
        Ok(Outcome::Done)
    }

    pub(crate) fn can_summon_with_materials(
        &self,
        ctx: &Ctx,
        selection: &Selection,
        with: &WithMaterials,
        position: Option<Turned>,
    ) -> Feasible {
        let possible = |id: CardId| self.may_be_summoned_with(ctx, id, with, position);
        let any = self.pool(ctx, selection, ctx.player).into_iter().any(possible);
        yes(any)
    }

    /// Whether a monster can be Summoned in this way now.
    pub(crate) fn may_be_summoned_with(
        &self,
        ctx: &Ctx,
        monster: CardId,
        with: &WithMaterials,
        position: Option<Turned>,
    ) -> bool {
        let way = Way { how: Some(with.how), link: ctx.link, by: Some(ctx.effect), position };
        self.may_be_summoned_so(ctx.player, monster, way)
            .and_then(|()| self.may_do_so(ctx.player, CannotDo::SpecialSummon, Some(monster), way))
            .inspect_err(|refusal| self.note_hindered(refusal.rule))
            .is_ok()
            && !self.material_sets(ctx, monster, with, None).is_empty()
    }

    /// The player chooses materials for a monster, and they leave.
    pub(crate) fn use_materials(
        &mut self,
        ctx: &mut Ctx,
        monster: CardId,
        with: &WithMaterials,
        asked: Option<&[Material]>,
    ) -> Flow<Vec<CardId>> {
        let materials = self.choose_materials(ctx, monster, with, asked)?;
        self.send_materials(ctx, monster, with, &materials);
        Ok(materials)
    }

    fn choose_materials(
        &mut self,
        ctx: &Ctx,
        monster: CardId,
        with: &WithMaterials,
        asked: Option<&[Material]>,
    ) -> Flow<Vec<CardId>> {
        let sets = self.material_sets(ctx, monster, with, asked);
        let sizes = sets.iter().map(Vec::len);
        let (min, max) = (sizes.clone().min().unwrap_or(0), sizes.max().unwrap_or(0));
        if max == 0 {
            return Ok(Vec::new());
        }
        let choice = Choice {
            purpose: Purpose::Materials,
            effect: Some(ctx.effect),
            about: None,
            from: Pool::Sets(sets),
            min,
            max,
        };
        self.choose_cards(ctx.player, choice)
    }

    fn send_materials(&mut self, ctx: &mut Ctx, monster: CardId, with: &WithMaterials, materials: &[CardId]) {
        let mut changed = Vec::new();
        self.state.leaving = materials.to_vec();
        for &id in materials {
            if with.how == How::Xyz {
                changed.push(self.lay_ready(ctx, id, monster));
                continue;
            }
            let (zone, moved) = match with.materials {
                Some(Moving::Banish | Moving::BanishFaceDown) => (Zone::Banished, MoveHow::Material),
                Some(Moving::ReturnToDeck) => (Zone::Deck, MoveHow::Material),
                None => leaves_as(with.how, self.state.card(id).zone),
            };
            let mut to = self.owners(id, zone);
            to.face_up &= with.materials != Some(Moving::BanishFaceDown);
            changed.push(self.move_for(ctx, id, to, moved));
        }
        self.state.leaving.clear();
        self.are_used_for_a_summon(&changed);
        if !changed.is_empty() {
            self.emit(ctx.cause, ctx.rule, What::Moved, changed);
        }
    }

    /// Remembers what is used for the Summon that comes next.
    pub(crate) fn are_used_for_a_summon(&mut self, changed: &[Changed]) {
        let used = |c: &Changed| Used { card: c.card.card, was: c.before.clone() };
        self.state.used_for_a_summon = changed.iter().map(used).collect();
    }

    /// `summon.material-needs-success`: only now, when the monster is on the field, the cards count as its materials.
    pub(crate) fn became_material(
        &mut self,
        cause: Why,
        rule: Option<Rule>,
        how: Option<How>,
        monster: CardId,
        materials: &[CardId],
        taking: bool,
    ) {
        if materials.is_empty() {
            return;
        }
        let xyz = how == Some(How::Xyz);
        let under = |duel: &Self, id: CardId| duel.state.materials_of(id).collect::<Vec<_>>();
        let taken: Vec<CardId> = materials.iter().filter(|_| xyz && taking).flat_map(|&id| under(self, id)).collect();
        let used =
            materials.iter().map(|&id| if xyz { self.put_under(id, monster) } else { self.touched(id) }).collect();
        let taken: Vec<Changed> = taken.into_iter().map(|id| self.put_under(id, monster)).collect();
        let monster = self.state.reference(monster);
        self.emit(cause, rule, What::BecameMaterial(how, monster), used);
        if !taken.is_empty() {
            self.emit(cause, rule, What::Attached(monster.card), taken);
        }
    }

    /// Every set of cards that a monster can be Summoned with, leaving room for it.
    pub(crate) fn material_sets(
        &self,
        ctx: &Ctx,
        monster: CardId,
        with: &WithMaterials,
        asked: Option<&[Material]>,
    ) -> Vec<Vec<CardId>> {
        let mut sets = self.sets_of_materials(ctx, monster, with, asked);
        sets.retain(|set| self.has_room_for(ctx.player, monster, set));
        sets
    }

    /// Every set of cards that a monster can be Summoned with: of what it asks for itself or its procedure does, or just the cards
    /// that are named.
    pub(crate) fn sets_of_materials(
        &self,
        ctx: &Ctx,
        monster: CardId,
        with: &WithMaterials,
        asked: Option<&[Material]>,
    ) -> Vec<Vec<CardId>> {
        let Some(def) = self.def(monster).monster() else { return Vec::new() };
        let mut sets = Vec::new();
        match &with.using {
            Using::From(group) if with.how == How::Ritual => {
                let mut pool = self.members(&Ctx { knows_own: true, ..ctx.clone() }, group, None);
                pool.retain(|&id| id != monster && self.may_be_ritual_material(ctx, id));
                let fits = |id: CardId| {
                    def.materials.iter().any(|m| self.in_group(ctx, &m.of, id, &self.snapshot(id), ctx.player))
                };
                pool.retain(|&id| def.materials.is_empty() || fits(id));
                let level = self.level(monster).unwrap_or(0).unsigned_abs();
                self.tributes_for_a_ritual(&pool, level, with.exact_levels, &mut Vec::new(), &mut sets);
            }
            Using::From(group) => {
                let ctx = &Ctx { knows_own: self.may_lie_face_down(with.how), ..ctx.clone() };
                let mut pool = self.members(ctx, group, None);
                pool.retain(|&id| self.may_be_material(ctx, id, with.how, monster));
                let mut tries = MOST_TRIES;
                for demands in demands_of(asked.unwrap_or(&def.materials), pool.len()) {
                    self.assign(ctx, with.how, monster, &demands, &pool, &mut Vec::new(), &mut sets, &mut tries);
                }
                sets.retain(|set| self.adds_up(def, set, with.how));
                self.note_face_down_materials(with.how, &sets);
            }
            Using::These(word) => {
                let mut these = self.still_meant_by(ctx, word);
                these.sort_unstable();
                let may = these.iter().all(|&id| self.may_be_material(ctx, id, with.how, monster));
                these.truncate(if may { these.len() } else { 0 });
                sets.extend((!these.is_empty()).then_some(these));
            }
        }
        let must: Vec<Ref> = with.including.iter().flat_map(|word| self.meant_by(ctx, word).into_owned()).collect();
        let there = |r: &Ref, set: &[CardId]| self.state.still(*r) && set.contains(&r.card);
        let fits = |set: &[CardId]| with.how != How::Xyz || set.iter().all(|&id| !self.def(id).is_token());
        sets.retain(|set| must.iter().all(|r| there(r, set)) && fits(set));
        let can_be = |id: &CardId| match with.materials {
            Some(Moving::BanishFaceDown) if self.def(*id).is_token() => false,
            Some(Moving::Banish | Moving::BanishFaceDown) => {
                self.may_be_by(*id, CannotBe::Banished, ctx.player, Self::as_cause(ctx)).is_ok()
            }
            Some(Moving::ReturnToDeck) => {
                self.may_be_by(*id, CannotBe::ReturnedToDeck, ctx.player, Self::as_cause(ctx)).is_ok()
            }
            None => true,
        };
        sets.retain(|set| set.iter().all(can_be));
        // What an effect cannot affect it cannot use, which is asked for its activation, too; a Summon after it has resolved does not
        // affect what is used, and a procedure is no effect.
        let effect = self.effect(ctx.effect);
        let afterwards = steps_of(effect, None).any(|step| matches!(step, Step::Afterwards(_)));
        if !afterwards && effect.class != Class::Procedure {
            let using = Ctx { cause: Self::as_cause(ctx), ..ctx.clone() };
            sets.retain(|set| !set.iter().any(|&id| self.leaves_alone(&using, id, Doing::Affects)));
        }
        if with.including.is_some() && must.is_empty() {
            sets.clear();
        }
        sets
    }

    /// `summon.face-down-fusion-material`: whether one's own face-down monsters, which one knows, will do as materials.
    fn may_lie_face_down(&self, how: How) -> bool {
        how == How::Fusion && !self.policy.materials.lie_face_up_only()
    }

    /// The Levels of Synchro Materials add up to that of the monster; Link Materials add up to its Link Rating, each
    /// Link Monster counting as one or as its own Rating.
    fn adds_up(&self, monster: &MonsterDef, set: &[CardId], how: How) -> bool {
        let values = || set.iter().filter_map(|&id| self.state.monster(id));
        match how {
            How::Synchro => {
                let mut sums = vec![0];
                for &id in set {
                    let levels = self.levels_as_material(id, how);
                    sums = sums.iter().flat_map(|sum| levels.iter().map(move |level| sum + level)).collect();
                }
                monster.level.is_some_and(|level| sums.contains(&i32::from(level)))
            }
            How::Link => {
                let most: u32 = values().map(|m| u32::from(m.link.unwrap_or(1))).sum();
                let rating = monster.link.map_or(0, u32::from);
                let linked: Vec<u32> = values().filter_map(|m| m.link).map(|l| u32::from(l) - 1).collect();
                sums(&linked).any(|less| most.checked_sub(less) == Some(rating))
            }
            _ => true,
        }
    }

    /// Whether nothing keeps a card from being used for a monster. It is the monster that uses it, as in a battle it destroys.
    fn may_be_material(&self, ctx: &Ctx, id: CardId, how: How, monster: CardId) -> bool {
        let used = match how {
            How::Fusion => CannotBe::UsedAsFusionMaterial,
            How::Synchro => CannotBe::UsedAsSynchroMaterial,
            How::Xyz => CannotBe::UsedAsXyzMaterial,
            How::Link => CannotBe::UsedAsLinkMaterial,
            _ => return true,
        };
        !self.bans_materials || self.may_be_by(id, used, ctx.player, Why::Battle(monster)).is_ok()
    }

    /// What lies in the hand or on the field is tributed, so it must be possible to tribute it.
    fn may_be_ritual_material(&self, ctx: &Ctx, id: CardId) -> bool {
        let has_level = self.state.monster(id).is_some_and(|m| m.level.is_some());
        let is_tributed = leaves_as(How::Ritual, self.state.card(id).zone).1 == MoveHow::Tributed;
        has_level && (!is_tributed || self.may_be(id, CannotBe::Tributed, ctx.player).is_ok())
    }

    /// Every set of the cards whose Levels are enough, with none that is not needed; or just enough.
    fn tributes_for_a_ritual(
        &self,
        pool: &[CardId],
        level: u32,
        exactly: bool,
        taken: &mut Vec<CardId>,
        sets: &mut Vec<Vec<CardId>>,
    ) {
        let of = |id: &CardId| self.level(*id).unwrap_or(0).unsigned_abs();
        let sum: u32 = taken.iter().map(of).sum();
        if sum >= level {
            let needed = exactly || taken.iter().all(|id| sum - of(id) < level);
            if needed && (!exactly || sum == level) && !taken.is_empty() {
                sets.push(taken.clone());
            }
            return;
        }
        for (i, &id) in pool.iter().enumerate() {
            if sets.len() < MOST_TRIES as usize {
                taken.push(id);
                self.tributes_for_a_ritual(&pool[i + 1..], level, exactly, taken, sets);
                taken.pop();
            }
        }
    }

    /// Whether a card is what is asked for: for an Xyz Summon with any Level it may have as a material.
    fn is_asked_for(&self, ctx: &Ctx, demand: &Group, id: CardId, how: How) -> bool {
        let was = self.snapshot(id);
        if how != How::Xyz || !self.changes_levels || was.level.is_none() {
            return self.in_group(ctx, demand, id, &was, ctx.player);
        }
        self.levels_as_material(id, how).into_iter().any(|level| {
            let so = Snapshot { level: Some(level), ..was.clone() };
            self.in_group(ctx, demand, id, &so, ctx.player)
        })
    }

    /// `summon.one-substitute`: whether a card takes the place of a Fusion Material that is named, the last that is demanded, beside
    /// others that all are what is demanded.
    fn takes_the_place_of(
        &self,
        ctx: &Ctx,
        how: How,
        monster: CardId,
        demands: &[&Group],
        taken: &[CardId],
        id: CardId,
    ) -> bool {
        let Some((last, before)) = demands.split_last() else { return false };
        let right = |(demand, &id): (&&Group, &CardId)| self.is_asked_for(ctx, demand, id, how);
        how == How::Fusion
            && self.is_a_substitute(id, monster)
            && !self.def(monster).monster().is_some_and(|m| m.no_substitutes)
            && !last.name.is_empty()
            && before.iter().zip(taken).all(right)
    }

    /// `summon.one-substitute`: whether an effect says of a card that it is one for this monster.
    fn is_a_substitute(&self, id: CardId, monster: CardId) -> bool {
        let said = self.modifiers(Says::Substitutes).iter().any(|a| match a.modifier {
            Modifier::Substitutes(affected, of) => {
                let fits = |of: &Group| self.in_group(&a.ctx, of, monster, &self.printed(monster), a.ctx.player);
                self.affects(&a.ctx, affected, id) && of.as_deref().is_none_or(fits)
            }
            _ => false,
        });
        self.applies_if(said, Rule::SummonOneSubstitute);
        said
    }

    /// Whether those taken for the same demand go together, if it asks for that.
    fn go_together(&self, ctx: &Ctx, demands: &[&Group], taken: &[CardId]) -> bool {
        let mut at = 0;
        demands.chunk_by(|one, other| std::ptr::eq(*one, *other)).all(|same| {
            let cards = &taken[at..at + same.len()];
            at += same.len();
            let sizes = (same.len(), same.len());
            same[0].together.as_deref().is_none_or(|it| self.some_go_together(ctx, it, cards, sizes))
        })
    }

    #[allow(clippy::too_many_arguments)]
    fn assign(
        &self,
        ctx: &Ctx,
        how: How,
        monster: CardId,
        demands: &[&Group],
        pool: &[CardId],
        taken: &mut Vec<CardId>,
        sets: &mut Vec<Vec<CardId>>,
        tries: &mut u32,
    ) {
        if *tries == 0 {
            return;
        }
        *tries -= 1;
        let Some(demand) = demands.get(taken.len()) else {
            let mut set = taken.clone();
            set.sort_unstable();
            if !sets.contains(&set) && self.go_together(ctx, demands, taken) {
                sets.push(set);
            }
            return;
        };
        for &id in pool {
            let fits = !taken.contains(&id)
                && (self.is_asked_for(ctx, demand, id, how)
                    || self.takes_the_place_of(ctx, how, monster, &demands[..=taken.len()], taken, id));
            if fits {
                taken.push(id);
                self.assign(ctx, how, monster, demands, pool, taken, sets, tries);
                taken.pop();
            }
        }
    }
}

/// Where a material goes, and how: for a Ritual Summon those in the GY are banished, those in a Deck sent to the GY, and all
/// others tributed.
fn leaves_as(how: How, from: Zone) -> (Zone, MoveHow) {
    match (how, from) {
        (How::Ritual, Zone::Gy) => (Zone::Banished, MoveHow::Material),
        (How::Ritual, Zone::Hand | Zone::Monster) => (Zone::Gy, MoveHow::Tributed),
        _ => (Zone::Gy, MoveHow::Material),
    }
}

/// The demands of a list of materials one by one; "at least" is met by every larger number the pool allows.
fn demands_of(materials: &[Material], most: usize) -> Vec<Vec<&Group>> {
    if materials.is_empty() {
        return Vec::new();
    }
    let mut lists: Vec<Vec<&Group>> = vec![Vec::new()];
    for material in materials {
        let (least, open) = match &material.count {
            Count::Exactly(n) => (*n as usize, false),
            Count::AtLeast(n) => (*n as usize, true),
            _ => (1, true),
        };
        let largest = match &material.count {
            Count::UpTo(n) => *n as usize,
            _ if open => most,
            _ => least,
        };
        let longer =
            |list: &Vec<_>, n: usize| list.iter().copied().chain(std::iter::repeat_n(&*material.of, n)).collect();
        lists = lists.iter().flat_map(|list| (least..=largest).map(move |n| longer(list, n))).collect();
        lists.retain(|list| list.len() <= most);
    }
    lists
}

/// Every sum of some of the numbers.
fn sums(numbers: &[u32]) -> impl Iterator<Item = u32> {
    (0..1u32 << numbers.len().min(6))
        .map(|some| numbers.iter().enumerate().filter(|(i, _)| some >> i & 1 == 1).map(|(_, n)| n).sum())
}
