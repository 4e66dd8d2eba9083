//! What is true of chosen cards together: they have different names, or the same Level, or Levels that total a number.

use super::Ctx;
use crate::def::{Amount, Count, Feature, Group, Together};
use crate::flow::Duel;
use crate::state::{CardId, Room};

/// Sets of cards that are looked at; no real choice has as many.
const MOST_TRIES: u32 = 20_000;

/// Looking for sets of cards that go together.
struct Search<'a> {
    together: &'a Together,
    /// The cards, each with what it is compared by and with what it adds to each total.
    cards: Vec<(CardId, Vec<String>, Vec<i32>)>,
    /// The least and the most that each total may be.
    totals: Vec<(Option<i32>, Option<i32>)>,
    /// The least and the most cards of a set.
    sizes: (usize, usize),
    /// Whether there is room for what needs it once the cards of a set have left.
    leaves_room: &'a dyn Fn(&[CardId]) -> bool,
    /// So many sets are enough.
    enough: usize,
    tries: u32,
    sets: Vec<Vec<CardId>>,
}

impl Search<'_> {
    /// Puts further cards, of those from a place on, to the ones that are taken.
    fn on(&mut self, from: usize, taken: &mut Vec<usize>) {
        if (self.sizes.0..=self.sizes.1).contains(&taken.len()) && self.adds_up(taken) {
            let set: Vec<CardId> = taken.iter().map(|&i| self.cards[i].0).collect();
            self.sets.extend(Some(set).filter(|set| (self.leaves_room)(set)));
        }
        if taken.len() >= self.sizes.1 {
            return;
        }
        for next in from..self.cards.len() {
            if self.tries == 0 || self.sets.len() >= self.enough {
                return;
            }
            self.tries -= 1;
            if taken.iter().all(|&other| self.may_stand_beside(other, next)) {
                taken.push(next);
                self.on(next + 1, taken);
                taken.pop();
            }
        }
    }

    /// Whether two cards differ, and are alike, in what they must.
    fn may_stand_beside(&self, one: usize, other: usize) -> bool {
        let (one, other) = (&self.cards[one].1, &self.cards[other].1);
        one.iter().zip(other).enumerate().all(|(i, (one, other))| (one != other) == (i < self.together.different.len()))
    }

    fn adds_up(&self, taken: &[usize]) -> bool {
        self.totals.iter().enumerate().all(|(i, (least, most))| {
            let total = taken.iter().map(|&card| self.cards[card].2[i]).fold(0, i32::saturating_add);
            least.is_none_or(|least| total >= least) && most.is_none_or(|most| total <= most)
        })
    }
}

impl Duel {
    /// Whether enough of the cards may be chosen: as many as are asked for, and such as go together.
    pub(crate) fn are_enough_to_choose(&self, ctx: &Ctx, count: &Count, group: &Group, cards: &[CardId]) -> bool {
        let needed = self.needed_for(ctx, count);
        let most = self.asked_for(ctx, count).1;
        let any_will_do = group.together.is_none() && ctx.room.is_none();
        let room = ctx.room.as_ref();
        let some = || !self.sets_of(ctx, group.together.as_deref(), room, cards, (needed, most), 1).is_empty();
        cards.len() >= needed && (any_will_do || some())
    }

    /// Whether there is a set of so many of the cards that go together.
    pub(crate) fn some_go_together(&self, ctx: &Ctx, it: &Together, cards: &[CardId], sizes: (usize, usize)) -> bool {
        !self.sets_of(ctx, Some(it), None, cards, sizes, 1).is_empty()
    }

    /// The sets of cards that a choice may be, if not any of so many cards will do: such as go together, and leave room for what needs it.
    pub(crate) fn sets_to_choose(
        &self,
        ctx: &Ctx,
        (count, room): (&Count, usize),
        group: &Group,
        cards: &[CardId],
    ) -> Option<Vec<Vec<CardId>>> {
        if group.together.is_none() && ctx.room.is_none() {
            return None;
        }
        let as_many = *count == Count::AsManyAsPossible;
        let (least, most) = if as_many { (1, cards.len()) } else { self.asked_for(ctx, count) };
        let sizes = (least, most.min(room));
        let mut sets = self.sets_of(ctx, group.together.as_deref(), ctx.room.as_ref(), cards, sizes, usize::MAX);
        let largest = sets.iter().map(Vec::len).max().unwrap_or(0);
        sets.retain(|set| !set.is_empty() && (!as_many || set.len() == largest));
        Some(sets)
    }

    /// Sets of so many of the cards that go together and leave room; a card that lacks what they are compared by is in none.
    fn sets_of(
        &self,
        ctx: &Ctx,
        together: Option<&Together>,
        room: Option<&Room>,
        cards: &[CardId],
        sizes: (usize, usize),
        enough: usize,
    ) -> Vec<Vec<CardId>> {
        let none = Together::default();
        let together = together.unwrap_or(&none);
        let compared = || together.different.iter().chain(&together.same);
        let with_values = |&id: &CardId| {
            let features = compared().map(|&f| self.feature(ctx, id, f)).collect::<Option<Vec<_>>>()?;
            let parts = together.totals.iter().map(|(f, _)| self.number_in(ctx, id, *f)).collect::<Option<Vec<_>>>()?;
            Some((id, features, parts))
        };
        let amount = |end: &Option<Box<Amount>>| end.as_ref().map(|end| self.amount(ctx, end, 0));
        let mut search = Search {
            together,
            cards: cards.iter().filter_map(with_values).collect(),
            totals: together.totals.iter().map(|(_, range)| (amount(&range.min), amount(&range.max))).collect(),
            sizes,
            leaves_room: &|set| room.is_none_or(|room| self.leaves_room(room, set)),
            enough,
            tries: MOST_TRIES,
            sets: Vec::new(),
        };
        search.on(0, &mut Vec::new());
        search.sets
    }

    /// What a card has of something by which cards are compared, if it has it.
    fn feature(&self, ctx: &Ctx, id: CardId, feature: Feature) -> Option<String> {
        let was = self.seen_by(ctx, id);
        let monster = || self.state.monster_in(id, was.zone).filter(|_| self.counts_as_a_monster(&was));
        match feature {
            Feature::Name => Some(was.alias.as_deref().unwrap_or(self.def(id).original_name()).to_owned()),
            Feature::Type => monster().map(|m| was.race.unwrap_or(m.race).word().to_owned()),
            Feature::Attribute => monster().map(|m| was.attribute.unwrap_or(m.attribute).word().to_owned()),
            number => self.number_in(ctx, id, number).map(|n| n.to_string()),
        }
    }

    /// The number a card has of something, if it is one.
    fn number_in(&self, ctx: &Ctx, id: CardId, feature: Feature) -> Option<i32> {
        let was = self.seen_by(ctx, id);
        let monster = self.state.monster_in(id, was.zone).filter(|_| self.counts_as_a_monster(&was));
        match feature {
            Feature::Name | Feature::Type | Feature::Attribute => None,
            Feature::Level => monster.and(was.level),
            Feature::Rank => monster?.rank.map(i32::from),
            Feature::Link => monster?.link.map(i32::from),
            Feature::Scale => self.scale(id).map(i32::from),
            Feature::Atk => monster.map(|_| was.atk),
            Feature::Def => monster.filter(|_| !self.def(id).is_link()).map(|_| was.def),
        }
    }
}
