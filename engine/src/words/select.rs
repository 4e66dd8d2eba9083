//! Choosing cards: how many, by whom, and from what.

use super::Ctx;
use crate::def::{Count, Pick, Selection};
use crate::flow::{Choice, Duel, Flow, Pool};
use crate::state::{CardId, Player, Purpose, Why, Zone};

/// The least and the most cards a count takes of those there are. No choice may empty an effect.
pub(crate) fn bounds(count: Count, there: usize) -> (usize, usize) {
    match count {
        Count::Exactly(n) => (there.min(n as usize), there.min(n as usize)),
        Count::UpTo(n) => (there.min(1), there.min(n as usize)),
        Count::AtLeast(n) => (there.min(n as usize), there),
        Count::AsManyAsPossible => (there, there),
    }
}

impl Duel {
    /// The cards a selection might take for one player.
    pub(crate) fn pool(&self, ctx: &Ctx, selection: &Selection, player: Player) -> Vec<CardId> {
        let own = selection.who.acts_with_own_cards().then_some(player);
        match &selection.pick {
            Pick::These(word) => {
                let mut cards = self.still_meant_by(ctx, word);
                cards.retain(|&c| own.is_none_or(|p| self.state.card(c).controller == p));
                cards
            }
            Pick::Choose(_, group) => self.members(&Ctx { knows_own: true, ..ctx.clone() }, group, own),
            Pick::All(group) | Pick::Random(_, group) => self.members(ctx, group, own),
            Pick::Top(n) => {
                self.state.decks[player.index()].iter().take(*n as usize * ctx.times.max(1) as usize).copied().collect()
            }
        }
    }

    /// Finds the cards of a selection for one player, asking where there is a choice. Only cards for which `may` holds
    /// can be chosen.
    pub(crate) fn select(
        &mut self,
        ctx: &Ctx,
        selection: &Selection,
        player: Player,
        may: impl Fn(&Self, CardId) -> bool,
    ) -> Flow<Vec<CardId>> {
        let mut pool = self.pool(ctx, selection, player);
        pool.retain(|&id| may(self, id) && !self.is_passed_over(ctx, id));
        if matches!(selection.pick, Pick::Choose(..)) && matches!(ctx.cause, Why::Link(_) | Why::Reflex(..)) {
            pool.retain(|&id| self.may_be_chosen(ctx, id));
        }
        let (count, purpose) = match selection.pick {
            Pick::These(_) | Pick::All(_) | Pick::Top(_) => return Ok(pool),
            Pick::Choose(count, _) => (count, ctx.purpose),
            Pick::Random(n, _) => (Count::Exactly(n), Purpose::Chance),
        };
        let (min, max) = bounds(count, pool.len());
        let chooser = if selection.chosen_by_opponent { player.opponent() } else { player };
        let choice = Choice { purpose, effect: Some(ctx.effect), about: None, from: Pool::Cards(pool), min, max };
        self.choose_cards(chooser, choice)
    }

    /// Whether a card lies where it can be acted on at all.
    pub(crate) fn is_somewhere(&self, id: CardId) -> bool {
        self.state.card(id).zone != Zone::Gone
    }
}
