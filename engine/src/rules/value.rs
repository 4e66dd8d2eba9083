//! `value.*`: the Level and the name of a card, and where they count.

use crate::catalogue::Rule;
use crate::def::{Affected, How, Modifier};
use crate::flow::Duel;
use crate::state::{Boost, CardId, Ref, Stat};
use crate::words::Applying;

impl Duel {
    /// `value.level-as-changed`: a monster's Level now, on the field and in the hand as effects have changed it.
    pub(crate) fn level(&self, id: CardId) -> Option<i32> {
        let printed = i32::from(self.state.monster(id)?.level?);
        if !self.changes_levels {
            return Some(printed);
        }
        let changed = self.changed_value(id, printed, Stat::Level);
        self.applies_if(changed != printed, Rule::ValueLevelAsChanged);
        Some(self.policy.levels.are(printed, changed))
    }

    /// `value.level-stays-when-summoned`: what changed a Level in the hand goes on when the monster comes to the field.
    pub(crate) fn keep_levels(&mut self, was: Ref) {
        if self.state.boosts.is_empty() || self.policy.levels.end_with_the_hand() {
            return;
        }
        let (now, face) = (self.state.reference(was.card), self.state.card(was.card).face);
        let mut kept = false;
        for boost in self.state.boosts.iter_mut().filter(|boost| boost.card == was) {
            (boost.card, boost.face) = (now, face);
            kept = true;
        }
        self.applies_if(kept, Rule::ValueLevelStaysWhenSummoned);
    }

    /// `value.own-change-ends-when-negated`: what a monster has changed of itself, by an effect that speaks of no other card, ends
    /// once its effects are negated.
    pub(crate) fn end_own_changes_of_the_negated(&mut self) {
        if self.state.boosts.is_empty() {
            return;
        }
        let by_the_negated = |boost: &Boost| !boost.own && self.is_negated(boost.by.0.card);
        self.applies_if(self.state.boosts.iter().any(by_the_negated), Rule::ValueOwnChangeEndsWhenNegated);
        let own = self.state.boosts.iter().filter(|boost| boost.own && self.state.still(boost.card));
        let ended: Vec<Ref> = own.map(|boost| boost.card).filter(|card| self.is_negated(card.card)).collect();
        if ended.is_empty() || self.policy.negation.leaves_own_changes() {
            return;
        }
        self.applies(Rule::ValueOwnChangeEndsWhenNegated);
        self.state.boosts.retain(|boost| !(boost.own && ended.contains(&boost.card)));
    }

    /// `value.level-as-material`: the Levels a monster may have as a material; what says so does not mind what becomes of
    /// its Level otherwise.
    pub(crate) fn levels_as_material(&self, id: CardId, how: How) -> Vec<i32> {
        let Some(level) = self.level(id) else { return Vec::new() };
        let mut levels = vec![level];
        if !self.changes_levels {
            return levels;
        }
        for applying in self.modifiers(|m| matches!(m, Modifier::MaterialLevel(_))) {
            let Modifier::MaterialLevel(said) = applying.modifier else { continue };
            let about_it =
                self.affects_now(&applying.ctx, &said.what, id) && !self.shrugs_off(&applying, &said.what, id);
            if !said.how.contains(&how) || !about_it {
                continue;
            }
            self.applies(Rule::ValueLevelAsMaterial);
            let printed = self.state.monster(id).and_then(|m| m.level).map_or(0, i32::from);
            let value = self.changed(&applying.ctx, &said.change, level);
            let value = self.policy.levels.of_a_material(value, level, level != printed);
            if said.optional {
                levels.push(value);
            } else {
                levels = vec![value];
            }
        }
        levels
    }

    /// `value.name-where-it-is`: whether a ban is about a card, by what it is where it lies: with the name it has there.
    pub(crate) fn is_banned_by(&self, ban: &Applying<'_>, affected: &Affected, id: CardId) -> bool {
        let Affected::Group(group) = affected else { return self.reaches(ban, affected, id) };
        let was = self.snapshot(id);
        let so = self.in_group(&ban.ctx, group, id, &was, ban.ctx.player) && !self.shrugs_off(ban, affected, id);
        if was.alias.is_none() {
            return so;
        }
        let printed = self.reaches(ban, affected, id);
        self.applies_if(so != printed, Rule::ValueNameWhereItIs);
        self.policy.names.decide(printed, so)
    }
}
