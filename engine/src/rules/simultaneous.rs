//! `simultaneous.*`: one effect that makes both players act, step by step for the whole table.

use crate::beliefs::is_for_each_player;
use crate::catalogue::Rule;
use crate::def::{Part, Who};
use crate::flow::{Duel, Flow};
use crate::state::{Card, CardId, Player};
use crate::words::Ctx;

impl Duel {
    /// Who acts in a part of an effect, physically in this order.
    ///
    /// `simultaneous.turn-player-first`: the turn player first, whoever activated the effect.
    pub(crate) fn addressed(&self, ctx: &Ctx, who: Who) -> Vec<Player> {
        let order = self.policy.each_player.order(self.state.turn_player, ctx.player);
        let about = if ctx.those.is_empty() { std::slice::from_ref(&ctx.source) } else { &ctx.those[..] };
        let its = |of: fn(&Card) -> Player| {
            let one_of_them = |player: &Player| about.iter().any(|r| of(self.state.card(r.card)) == *player);
            order.into_iter().filter(one_of_them).collect()
        };
        match who {
            Who::You => vec![ctx.player],
            Who::Opponent => vec![ctx.player.opponent()],
            Who::TurnPlayer => vec![self.state.turn_player],
            Who::ItsController => its(|card| card.controller),
            Who::ItsOwner => its(|card| card.owner),
            Who::EachPlayer => match ctx.only {
                Some(player) => vec![player],
                None => order.to_vec(),
            },
        }
    }

    /// `simultaneous.leaves-with-the-rest`: what a card would do to others that leave, it does not do to those that leave with it.
    pub(crate) fn leaves_at_the_same_time(&self, card: CardId) -> bool {
        let leaves = self.state.leaving.contains(&card);
        self.applies_if(leaves, Rule::SimultaneousLeavesWithTheRest);
        leaves && self.policy.each_player.is_gone_with_the_rest()
    }

    /// `simultaneous.one-moment`: the second player's share belongs to the same instant.
    pub(crate) fn next_players_share(&mut self, first: bool) -> Flow<()> {
        if !first {
            self.note_share();
        }
        if !first && self.policy.each_player.takes_two_instants() {
            self.new_instant()?;
        }
        Ok(())
    }

    /// `simultaneous.step-by-step`: everyone finishes a step before anyone begins the next. Only who believes
    /// otherwise gets an order of players here.
    pub(crate) fn one_after_the_other(&self, parts: &[Part]) -> Option<[Player; 2]> {
        let for_all = is_for_each_player(parts);
        self.applies_if(for_all, Rule::SimultaneousStepByStep);
        (for_all && self.policy.each_player.goes_player_by_player()).then(|| self.state.players())
    }
}
