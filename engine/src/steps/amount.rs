//! Numbers that depend on the board.

use crate::catalogue::Rule;
use crate::def::{Amount, Group, MonsterDef, Word};
use crate::flow::Duel;
use crate::state::{CardId, Entry, Line, Ref, Snapshot, Stat, Why, Zone};
use crate::words::Ctx;

/// The largest amount there is, and the largest number of life points or of ATK.
pub(crate) const MOST: i32 = 100_000_000;

impl Duel {
    /// The number an amount means; `base` is what "half" and "double" are of. It stays small enough to be added to any
    /// other, however often it is doubled.
    pub(crate) fn amount(&self, ctx: &Ctx, amount: &Amount, base: i32) -> i32 {
        let amount = match amount {
            Amount::Number(n) => *n,
            // Life points and ATK are halved upwards.
            Amount::Half => base.saturating_add(1) / 2,
            Amount::Double => base.saturating_mul(2),
            Amount::TheSame => ctx.amount,
            Amount::OfTheCause => ctx.of_the_cause,
            Amount::Difference(one, other) => {
                self.amount(ctx, one, base).saturating_sub(self.amount(ctx, other, base)).saturating_abs()
            }
            Amount::LpOf(who) => self.addressed(ctx, *who).iter().map(|p| self.state.lp[p.index()]).sum(),
            Amount::Until(hand) => hand.saturating_sub(base).max(0),
            Amount::HalfOf(whole) => self.amount(ctx, whole, base).saturating_add(1) / 2,
            Amount::ChainLink(times) => times.saturating_mul(self.link_number_of(ctx)),
            Amount::Declared(times) => {
                let declared = ctx.declared.as_deref().and_then(|number| number.parse().ok());
                times.saturating_mul(declared.unwrap_or(0))
            }
            Amount::AtkOf(Word::ThisCard) if self.is_only_a_trap_now(ctx.source.card) => 0,
            Amount::AtkOf(word) => self.sum(ctx, word, |duel, r| duel.last_on_field(ctx, r.card).atk),
            Amount::DefOf(word) => self.sum(ctx, word, |duel, r| duel.last_on_field(ctx, r.card).def),
            Amount::LevelOf(word, times) => {
                times.saturating_mul(self.sum(ctx, word, |duel, r| duel.level_seen_by(ctx, r.card)))
            }
            Amount::Original(amount) => self.original(ctx, amount, base),
            Amount::RankOf(word, times) => times.saturating_mul(self.sum(ctx, word, |duel, r| duel.rank(r.card))),
            Amount::LinkRatingOf(word, times) => {
                let rating = |duel: &Self, r: Ref| duel.def(r.card).monster().and_then(|m| m.link).map_or(0, i32::from);
                times.saturating_mul(self.sum(ctx, word, rating))
            }
            Amount::ScaleOf(word, times) => {
                times.saturating_mul(self.sum(ctx, word, |duel, r| duel.scale_seen_by(ctx, r.card)))
            }
            Amount::Plus(one, more) => self.amount(ctx, one, base).saturating_add(self.amount(ctx, more, base)),
            Amount::Times(amount, times) => times.saturating_mul(self.amount(ctx, amount, base)),
            Amount::NumberOf(word, times) => times.saturating_mul(self.meant_by(ctx, word).len() as i32),
            Amount::Counters(word, kind, times) => {
                let of = |duel: &Self, r: Ref| duel.last_on_field(ctx, r.card).counters.of(kind.as_deref());
                let counters = self.sum(ctx, word, |duel, r| i32::from(of(duel, r)));
                times.saturating_mul(counters)
            }
            Amount::ThisTurn(pattern, times) => {
                let met = |index: usize| self.meets(ctx, pattern, index).map_or(0, |cards| cards.len().max(1));
                let often: usize = (self.state.turn_began[0]..self.log.len()).map(met).sum();
                times.saturating_mul(often as i32)
            }
            Amount::TotalAtk(group) => self.total(ctx, group, |duel, id| duel.seen_by(ctx, id).atk),
            Amount::TotalDef(group) => self.total(ctx, group, |duel, id| duel.seen_by(ctx, id).def),
            Amount::TotalLevel(group, times) => {
                times.saturating_mul(self.total(ctx, group, |duel, id| duel.seen_by(ctx, id).level.unwrap_or(0)))
            }
            Amount::TotalRank(group, times) => times.saturating_mul(self.total(ctx, group, Self::rank)),
            Amount::TotalLink(group, times) => {
                let rating = |duel: &Self, id: CardId| duel.def(id).monster().and_then(|m| m.link).map_or(0, i32::from);
                times.saturating_mul(self.total(ctx, group, rating))
            }
            Amount::Each(group, times) => {
                let there = self.members(ctx, group, None).len() + usize::from(self.counts_itself(ctx, group));
                times.saturating_mul(there as i32)
            }
        };
        amount.clamp(-MOST, MOST)
    }

    fn sum(&self, ctx: &Ctx, word: &Word, value: impl Fn(&Self, Ref) -> i32) -> i32 {
        self.meant_by(ctx, word).iter().map(|&r| value(self, r)).fold(0, i32::saturating_add)
    }

    fn total(&self, ctx: &Ctx, group: &Group, value: impl Fn(&Self, CardId) -> i32) -> i32 {
        self.members(ctx, group, None).into_iter().map(|id| value(self, id)).fold(0, i32::saturating_add)
    }

    /// The same of what is printed on the cards it depends on. `value.original-values`: whatever has changed them.
    fn original(&self, ctx: &Ctx, amount: &Amount, base: i32) -> i32 {
        let printed = |word: &Word, stat: Option<Stat>, value: fn(&MonsterDef) -> i32| {
            self.sum(ctx, word, |duel, r| {
                let was = duel.last_on_field(ctx, r.card);
                // A Trap that was a monster and lies as an Equip Card was one of these values.
                let as_equip = || duel.def(r.card).as_monster.as_ref().filter(|_| was.equipped_to.is_some());
                let monster = duel.state.monster_in(r.card, was.zone).or_else(|| as_equip().map(|as_| &as_.monster));
                let printed = monster.map_or(0, value);
                stat.map_or(printed, |stat| duel.original_now(ctx, r.card, printed, stat))
            })
        };
        let total = |group: &Group, stat: Stat| {
            self.total(ctx, group, |duel, id| duel.original_now(ctx, id, duel.printed_value(id, stat), stat))
        };
        self.applies(Rule::ValueOriginalValues);
        match amount {
            Amount::AtkOf(word) => printed(word, Some(Stat::Atk), |m| m.atk),
            Amount::DefOf(word) => printed(word, Some(Stat::Def), |m| m.def),
            Amount::LevelOf(word, times) => times.saturating_mul(printed(word, None, |m| m.level.map_or(0, i32::from))),
            Amount::TotalAtk(group) => total(group, Stat::Atk),
            Amount::TotalDef(group) => total(group, Stat::Def),
            Amount::TotalLevel(group, times) => {
                times.saturating_mul(self.total(ctx, group, |duel, id| duel.printed(id).level.unwrap_or(0)))
            }
            amount => self.amount(ctx, amount, base),
        }
    }

    /// A card's Level as an effect sees it: of a monster that the effect itself took from the field, be it as its cost, the one it had there.
    fn level_seen_by(&self, ctx: &Ctx, id: CardId) -> i32 {
        if let Some(level) = self.level_when_it_was_taken(ctx, id) {
            return level;
        }
        if ctx.sees_values_as_printed() { self.printed_value(id, Stat::Level) } else { self.level(id).unwrap_or(0) }
    }

    fn level_when_it_was_taken(&self, ctx: &Ctx, id: CardId) -> Option<i32> {
        let link = ctx.link.filter(|_| !self.state.card(id).zone.on_field())?;
        let events = self.log.iter().rev().filter_map(Entry::event);
        let of_this_effect = |why: Why| why == Why::Cost(link) || why == Why::Link(link);
        let mut taken = events.filter(|event| of_this_effect(event.deed.cause)).flat_map(|event| &event.cards);
        taken.find(|c| c.card.card == id && c.before.zone == Zone::Monster)?.before.level
    }

    /// A card's Pendulum Scale as an effect sees it.
    fn scale_seen_by(&self, ctx: &Ctx, id: CardId) -> i32 {
        let scale = if ctx.sees_values_as_printed() { self.printed_scale(id) } else { self.scale(id) };
        scale.map_or(0, i32::from)
    }

    fn rank(&self, id: CardId) -> i32 {
        self.def(id).monster().and_then(|m| m.rank).map_or(0, i32::from)
    }

    /// What a card is, or for one that has left the field what it last was there.
    pub(crate) fn last_on_field(&self, ctx: &Ctx, id: CardId) -> Snapshot {
        if self.state.card(id).zone.on_field() {
            return self.seen_by(ctx, id);
        }
        self.as_it_left(id).cloned().unwrap_or_else(|| self.seen_by(ctx, id))
    }

    /// What a card was when something last happened to it on the field.
    pub(crate) fn as_it_left(&self, id: CardId) -> Option<&Snapshot> {
        let changed = self.log.iter().rev().find_map(|entry| match &entry.line {
            Line::Event(event) => event.cards.iter().find(|c| c.card.card == id && c.before.zone.on_field()),
            _ => None,
        });
        changed.map(|changed| &changed.before)
    }
}
