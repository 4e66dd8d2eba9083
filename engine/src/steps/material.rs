//! Summons with materials: which sets of cards will do, using them, and what they become.

use super::Outcome;
use super::feasible::{Feasible, yes};
use crate::catalogue::Rule;
use crate::def::{CannotDo, Count, Group, How, Material, MonsterDef, Selection, Turned};
use crate::flow::{Choice, Duel, Flow, Pool};
use crate::state::{CardId, MoveHow, Purpose, SummonKind, What, Why, Zone};
use crate::words::Ctx;

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
        how: How,
        using: &Group,
    ) -> Flow<Outcome> {
        let player = ctx.player;
        let may = |duel: &Self, id: CardId| !duel.material_sets(ctx, id, using, how).is_empty();
        let found = self.select(ctx, selection, player, may)?;
        let Some(&monster) = found.first() else { return Ok(Outcome::NotDone) };
        let materials = self.choose_materials(ctx, monster, using, how)?;
        if materials.is_empty() {
            return Ok(Outcome::NotDone);
        }
        let turned = match position {
            Some(position) => position,
            None => self.choose_position(ctx, player, monster)?,
        };
        let rule = ctx.rule;
        ctx.rule = Some(Rule::ConjunctionMaterialsBeforeTheSummon);
        self.send_materials(ctx, &materials);
        if self.policy.conjunctions.has_materials_first() {
            self.new_instant()?;
        }
        let summoned = self.put_on_the_field(ctx, player, player, &[monster], Some(turned))?;
        self.state.card_mut(monster).properly_summoned = true;
        if let Some(name) = &selection.named {
            ctx.name(name, summoned.iter().map(|c| c.card).collect());
        }
        self.emit(ctx.cause, ctx.rule, What::Summoned(SummonKind::Special, Some(how), player), summoned);
        self.became_material(ctx.cause, ctx.rule, Some(how), monster, &materials);
        ctx.rule = rule;
        Ok(Outcome::Done)
    }

    pub(crate) fn can_summon_with_materials(
        &self,
        ctx: &Ctx,
        selection: &Selection,
        how: How,
        using: &Group,
    ) -> Feasible {
        let possible = |id: CardId| !self.material_sets(ctx, id, using, how).is_empty();
        let any = self.pool(ctx, selection, ctx.player).into_iter().any(possible);
        yes(any && self.may_do(ctx.player, CannotDo::SpecialSummon, None).is_ok())
    }

    /// The player chooses materials for a monster, and they leave.
    pub(crate) fn use_materials(
        &mut self,
        ctx: &mut Ctx,
        monster: CardId,
        using: &Group,
        how: How,
    ) -> Flow<Vec<CardId>> {
        let materials = self.choose_materials(ctx, monster, using, how)?;
        self.send_materials(ctx, &materials);
        Ok(materials)
    }

    fn choose_materials(&mut self, ctx: &Ctx, monster: CardId, using: &Group, how: How) -> Flow<Vec<CardId>> {
        let sets = self.material_sets(ctx, monster, using, how);
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

    fn send_materials(&mut self, ctx: &mut Ctx, materials: &[CardId]) {
        let mut changed = Vec::new();
        for &id in materials {
            let to = self.owners(id, Zone::Gy);
            changed.push(self.move_for(ctx, id, to, MoveHow::Material));
        }
        if !changed.is_empty() {
            self.emit(ctx.cause, ctx.rule, What::Moved, changed);
        }
    }

    /// `summon.material-needs-success`: only now, when the monster is on the field, the cards count as its materials.
    pub(crate) fn became_material(
        &mut self,
        cause: Why,
        rule: Option<Rule>,
        how: Option<How>,
        monster: CardId,
        materials: &[CardId],
    ) {
        if materials.is_empty() {
            return;
        }
        let used = materials.iter().map(|&id| self.touched(id)).collect();
        let monster = self.state.reference(monster);
        self.emit(cause, rule, What::BecameMaterial(how, monster), used);
    }

    /// Every set of cards of a group that a monster can be Summoned with, leaving room for it.
    pub(crate) fn material_sets(&self, ctx: &Ctx, monster: CardId, using: &Group, how: How) -> Vec<Vec<CardId>> {
        let Some(def) = self.def(monster).monster() else { return Vec::new() };
        let pool = self.members(ctx, using, None);
        let mut sets = Vec::new();
        let mut tries = MOST_TRIES;
        for demands in demands_of(&def.materials, pool.len()) {
            self.assign(ctx, &demands, &pool, &mut Vec::new(), &mut sets, &mut tries);
        }
        sets.retain(|set| self.adds_up(def, set, how) && self.leaves_room(ctx, set));
        sets
    }

    /// The Levels of Synchro Materials add up to that of the monster; Link Materials add up to its Link Rating, each
    /// Link Monster counting as one or as its own Rating.
    fn adds_up(&self, monster: &MonsterDef, set: &[CardId], how: How) -> bool {
        let values = || set.iter().filter_map(|&id| self.def(id).monster());
        match how {
            How::Synchro => {
                let levels: Option<u32> = values().map(|m| m.level.map(u32::from)).sum();
                levels.is_some() && levels == monster.level.map(u32::from)
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

    fn leaves_room(&self, ctx: &Ctx, set: &[CardId]) -> bool {
        let freed = set.iter().any(|&id| {
            let card = self.state.card(id);
            card.zone == Zone::Monster && card.controller == ctx.player
        });
        freed || self.state.free_monster_zones(ctx.player) > 0
    }

    fn assign(
        &self,
        ctx: &Ctx,
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
        let Some((demand, rest)) = demands.split_first() else {
            let mut set = taken.clone();
            set.sort_unstable();
            if !sets.contains(&set) {
                sets.push(set);
            }
            return;
        };
        for &id in pool {
            if !taken.contains(&id) && self.in_group(ctx, demand, id, &self.snapshot(id), ctx.player) {
                taken.push(id);
                self.assign(ctx, rest, pool, taken, sets, tries);
                taken.pop();
            }
        }
    }
}

/// The demands of a list of materials one by one; "at least" is met by every larger number the pool allows.
fn demands_of(materials: &[Material], most: usize) -> Vec<Vec<&Group>> {
    if materials.is_empty() {
        return Vec::new();
    }
    let mut lists: Vec<Vec<&Group>> = vec![Vec::new()];
    for material in materials {
        let (least, open) = match material.count {
            Count::Exactly(n) => (n as usize, false),
            Count::UpTo(_) => (1, true),
            Count::AtLeast(n) => (n as usize, true),
            Count::AsManyAsPossible => (1, true),
        };
        let largest = match material.count {
            Count::UpTo(n) => n as usize,
            _ if open => most,
            _ => least,
        };
        let longer =
            |list: &Vec<_>, n: usize| list.iter().copied().chain(std::iter::repeat_n(&material.of, n)).collect();
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
