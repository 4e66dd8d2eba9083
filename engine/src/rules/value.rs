//! `value.*`: the ATK, DEF, Level and name of a card, and where they count.
//!
//! Elsewhere: `value.treated-as` in `words/layers.rs` (`counts_as`), `value.named-in-its-text` in `words/which.rs`
//! (`has_properties`), `value.owned-whoever-controls-it` in `words/which.rs` (`is_owned_by`) and `steps/control.rs`
//! (`take_control`), `value.equipped-is-no-monster` in `words/which.rs` (`is_of_kind`), `value.original-values` in
//! `words/which.rs` (`was_originally`), `value.always-named` also there,
//! `value.series-of-the-name` there too (`is_of_series_by_name`), `value.as-it-has-become` and `value.said-of-the-gy` in `words/layers.rs` (`as_it_became`, `said_last`),
//! `value.known-once-it-left` in `words/matching.rs` (`known_once_it_left`), `value.own-face-down-known` in `words/which.rs` (`knows_its_own`), `value.counters-face-down` in `steps/turn.rs` (`turn_cards`),
//! `value.switched` and `value.level-already-so` in `steps/lingering.rs` (`switch_atk_and_def`, `is_another_level`).

use crate::catalogue::Rule;
use crate::def::{Affected, Change, How, Modifier, Says};
use crate::flow::Duel;
use crate::state::{Boost, CardId, Ref, Stat, Zone};
use crate::words::{Applying, Ctx, value_change};

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
        self.applies_if(
            self.state.boosts.iter().any(|boost| !boost.own && self.is_negated(boost.by.0.card)),
            Rule::ValueOwnChangeEndsWhenNegated,
        );
        let own = self.state.boosts.iter().filter(|boost| boost.own && self.state.still(boost.card));
        let ended: Vec<Ref> = own.map(|boost| boost.card).filter(|card| self.is_negated(card.card)).collect();
        if ended.is_empty() || self.policy.negation.leaves_own_changes() {
            return;
        }
        self.applies(Rule::ValueOwnChangeEndsWhenNegated);
        self.state.boosts.retain(|boost| !(boost.own && ended.contains(&boost.card)));
    }

    /// `value.in-the-order-applied`: whether a value that an effect has set counts from later than a change that applies, so that the
    /// change is in it already.
    pub(crate) fn comes_later(&self, boost: &Boost, applying: &Applying<'_>) -> bool {
        if !boost.sets || applying.lingers || boost.since <= applying.since {
            return false;
        }
        self.applies(Rule::ValueInTheOrderApplied);
        self.policy.fixed_values.hold()
    }

    /// `value.original-first`: the original ATK or DEF of a monster on the field, if effects have changed it: the last of them
    /// decides, and whatever else changes the value is worked out from that.
    pub(crate) fn original_value(&self, id: CardId, printed: i32, stat: Stat) -> Option<i32> {
        if !self.changes_originals {
            return None;
        }
        let card = self.state.card(id);
        if card.zone != Zone::Monster || !card.face_up {
            return None;
        }
        let boosts = self.state.boosts.iter().filter(|b| b.original && b.stat == stat && self.boosts(b, id));
        let made = boosts.map(|boost| (boost.since, boost.amount)).max_by_key(|(since, _)| *since);
        let changes =
            self.modifiers_that(Says::of(stat), |m| matches!(value_change(m, stat), Some((_, Change::Original(_)))));
        let applies = changes.into_iter().filter_map(|applying| {
            let (affected, change) = value_change(applying.modifier, stat)?;
            let reaches = self.reaches(&applying, affected, id);
            reaches.then(|| (applying.since, self.changed(&applying.ctx, change, printed)))
        });
        let (_, original) = made.into_iter().chain(applies).max_by_key(|(since, _)| *since)?;
        self.applies(Rule::ValueOriginalFirst);
        self.policy.originals.come_first().then_some(original.max(0))
    }

    /// What an effect means by the original ATK or DEF of a card: on the field as it was changed, else as it is printed.
    pub(crate) fn original_now(&self, ctx: &Ctx, id: CardId, printed: i32, stat: Stat) -> i32 {
        let changed = if ctx.sees_values_as_printed() { None } else { self.original_value(id, printed, stat) };
        changed.unwrap_or(printed)
    }

    /// The value that is printed on a card, as the monster it is now.
    pub(crate) fn printed_value(&self, id: CardId, stat: Stat) -> i32 {
        let monster = self.state.monster(id);
        monster.map_or(0, |m| match stat {
            Stat::Atk => m.atk,
            Stat::Def => m.def,
            Stat::Level => m.level.map_or(0, i32::from),
        })
    }

    /// `value.original-first`: when the original value changes, an amount the value had become is forgotten; what was added to it
    /// is not.
    pub(crate) fn forget_what_it_became(&mut self, id: CardId, stat: Stat) {
        let card = self.state.reference(id);
        self.state.boosts.retain(|b| b.card != card || b.stat != stat || !b.sets || b.original);
    }

    /// `value.original-first`: whether the value of a card is an amount that it has become, which is gone when the original value changes, be it
    /// to what that is already.
    pub(crate) fn has_become_something(&self, id: CardId, stat: Stat) -> bool {
        let became = |b: &Boost| b.stat == stat && b.sets && !b.original && self.boosts(b, id);
        self.state.boosts.iter().any(became)
    }

    /// `value.level-as-material`: the Levels a monster may have as a material; what says so does not mind what becomes of
    /// its Level otherwise.
    pub(crate) fn levels_as_material(&self, id: CardId, how: How) -> Vec<i32> {
        let Some(level) = self.level(id) else { return Vec::new() };
        let mut levels = vec![level];
        if !self.changes_levels {
            return levels;
        }
        for applying in self.modifiers(Says::MaterialLevel) {
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
        let by_what_is_printed = Ctx { sees_what_cards_became: false, ..ban.ctx.clone() };
        let printed = self.affects(&by_what_is_printed, affected, id) && !self.shrugs_off(ban, affected, id);
        self.applies_if(so != printed, Rule::ValueNameWhereItIs);
        self.policy.names.decide(printed, so)
    }

    /// `value.always-named`: the names that can be declared: those that cards have in the Duel, not one that is only printed.
    pub(crate) fn names_to_declare(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for def in self.state.library.iter() {
            self.applies_if(def.always_named.is_some(), Rule::ValueAlwaysNamed);
            if !names.iter().any(|known| known == def.original_name()) {
                names.push(def.original_name().to_owned());
            }
        }
        names
    }

    /// `value.most-counters`: how many counters of a kind can still be placed on a card.
    pub(crate) fn room_for_counters(&self, id: CardId, kind: Option<&str>) -> u8 {
        let most = self.modifiers(Says::MostCounters);
        let most = most.iter().filter_map(|a| match a.modifier {
            Modifier::MostCounters(affected, most, of)
                if (of.is_none() || kind.is_none() || of.as_deref() == kind) && self.affects(&a.ctx, affected, id) =>
            {
                Some((*most, of.as_deref()))
            }
            _ => None,
        });
        let there = &self.state.card(id).counters;
        let Some(room) = most.map(|(most, of)| most.saturating_sub(there.of(of))).min() else { return u8::MAX };
        self.applies(Rule::ValueMostCounters);
        room
    }
}
