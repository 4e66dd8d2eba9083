//! Tributes: how many a monster needs, which cards may be tributed, and doing it.

use crate::catalogue::Rule;
use crate::def::{Affected, CannotBe, Modifier, Says, TributesTaken, Word};
use crate::flow::{Choice, Duel, Flow, Pool};
use crate::state::{CardId, Changed, MoveHow, Player, Purpose, What, Why, Zone};
use crate::words::Ctx;

/// Tributes a monster of this Level needs.
fn tributes_for(level: i32) -> usize {
    match level {
        ..=4 => 0,
        5 | 6 => 1,
        _ => 2,
    }
}

impl Duel {
    /// The sets of monsters that may be tributed for a monster. One's own, and those an effect allows.
    pub(super) fn tribute_sets(&self, player: Player, card: CardId, set: bool) -> Vec<Vec<CardId>> {
        let counts = self.tributes_of(player, card, set);
        let candidates: Vec<CardId> = self
            .state
            .ids()
            .filter(|&id| {
                let state = self.state.card(id);
                let own_monster = state.zone == Zone::Monster && state.controller == player;
                state.zone.on_field()
                    && (own_monster || self.may_tribute_others(player, card, id))
                    && self.may_be(id, CannotBe::TributedForASummon, player).is_ok()
            })
            .collect();
        let mut sets: Vec<Vec<CardId>> = counts.iter().flat_map(|&count| combinations(&candidates, count)).collect();
        for &count in &counts {
            let fewer = (1..count).filter(|_| self.some_count_as_more()).flat_map(|n| combinations(&candidates, n));
            let fewer: Vec<_> = fewer.filter(|set| self.may_count_as(set, count, card)).collect();
            sets.extend(fewer.into_iter().filter(|set| !counts.contains(&set.len())));
        }
        sets.retain(|set| self.has_room_for(player, card, set));
        sets
    }

    fn some_count_as_more(&self) -> bool {
        !self.modifiers(Says::CountsAsTributes).is_empty()
    }

    /// `summon.number-of-tributes`: whether monsters of which each counts as one Tribute, or as more if that is said of it, can be so
    /// many for a monster.
    fn may_count_as(&self, set: &[CardId], count: usize, monster: CardId) -> bool {
        let more = self.modifiers(Says::CountsAsTributes);
        let mut sums = vec![0];
        for &id in set {
            let counts = more.iter().filter_map(|applying| match applying.modifier {
                Modifier::CountsAsTributes(affected, n, for_) => {
                    let fits = for_.as_ref().is_none_or(|for_| self.affects(&applying.ctx, for_, monster));
                    (fits && self.reaches(applying, affected, id)).then_some(usize::from(*n))
                }
                _ => None,
            });
            let counts: Vec<usize> = counts.chain([1]).collect();
            sums = sums.iter().flat_map(|sum| counts.iter().map(move |n| sum + n)).collect();
        }
        let enough = sums.contains(&count);
        self.applies_if(enough, Rule::SummonNumberOfTributes);
        enough
    }

    /// `summon.number-of-tributes`: how many Tributes a monster needs, by its Level or as its text says.
    /// `summon.tributes-at-ones-choice`: where that is said of what its player can do, either number will do.
    pub(super) fn tributes_of(&self, player: Player, card: CardId, set: bool) -> Vec<usize> {
        let level = self.level(card).unwrap_or(0);
        let mut said = self.tributes_said(player, card);
        said.retain(|said| !(set && said.summon_only && self.policy.tributes.tell_summon_and_set_apart()));
        let must = said.iter().find(|said| !said.optional).map(|said| usize::from(said.count));
        self.applies_if(must.is_some(), Rule::SummonNumberOfTributes);
        let mut counts = vec![self.policy.tributes.needed(tributes_for(level), must)];
        for may in said.iter().filter(|said| said.optional).map(|said| usize::from(said.count)) {
            self.applies(Rule::SummonTributesAtOnesChoice);
            if !counts.contains(&may) {
                counts = self.policy.tributes.either(counts, may);
            }
        }
        counts
    }

    /// The numbers of Tributes that the card itself, wherever it is, and effects that apply, ask for.
    fn tributes_said(&self, player: Player, card: CardId) -> Vec<TributesTaken> {
        let own = self.said_by(card, player, Says::Tributes).into_iter().filter_map(|said| match said.modifier {
            Modifier::Tributes(Affected::Word(Word::ThisCard), taken) => Some(*taken),
            _ => None,
        });
        let others = self.modifiers(Says::Tributes).into_iter().filter_map(|m| match m.modifier {
            Modifier::Tributes(affected, taken) => {
                (m.ctx.player == player && self.affects(&m.ctx, affected, card)).then_some(*taken)
            }
            _ => None,
        });
        own.chain(others).collect()
    }

    /// Whether an effect lets a player tribute a card for a monster although it is no monster of theirs.
    fn may_tribute_others(&self, player: Player, monster: CardId, id: CardId) -> bool {
        self.modifiers(Says::MayTribute).iter().any(|m| match m.modifier {
            Modifier::MayTribute(affected, for_) => {
                let fits = for_.as_ref().is_none_or(|for_| self.affects(&m.ctx, for_, monster));
                m.ctx.player == player && fits && self.may_take(&m.ctx, affected, id)
            }
            _ => false,
        })
    }

    fn may_take(&self, ctx: &Ctx, affected: &Affected, id: CardId) -> bool {
        match affected {
            Affected::Word(word) => self.still_meant_by(ctx, word).contains(&id),
            Affected::Group(group) => self.members(ctx, group, None).contains(&id),
        }
    }

    pub(crate) fn choose_tributes(&mut self, player: Player, card: CardId, set: bool) -> Flow<Vec<CardId>> {
        let sets = self.tribute_sets(player, card, set);
        let sizes = sets.iter().map(Vec::len);
        let (min, max) = (sizes.clone().min().unwrap_or(0), sizes.max().unwrap_or(0));
        let choice = Choice { purpose: Purpose::Tributes, effect: None, about: None, from: Pool::Sets(sets), min, max };
        self.choose_cards(player, choice)
    }

    pub(crate) fn tribute(&mut self, player: Player, cards: &[CardId]) -> Flow<()> {
        self.new_instant()?;
        let mut changed: Vec<Changed> = Vec::new();
        self.state.leaving = cards.to_vec();
        for &id in cards {
            self.applies_if(self.state.card(id).waiting, Rule::ChainUsedCardWaits);
            let to = self.owners(id, Zone::Gy);
            changed.push(self.move_card(id, to, MoveHow::Tributed));
        }
        self.state.leaving.clear();
        self.are_used_for_a_summon(&changed);
        self.emit(Why::Action(player), Rule::TimingPaymentIsEarlier, What::Moved, changed);
        Ok(())
    }
}

/// All sets of `count` of the cards.
fn combinations(cards: &[CardId], count: usize) -> Vec<Vec<CardId>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let mut sets = Vec::new();
    for (i, &card) in cards.iter().enumerate() {
        for mut rest in combinations(&cards[i + 1..], count - 1) {
            rest.insert(0, card);
            sets.push(rest);
        }
    }
    sets
}
