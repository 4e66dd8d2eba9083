//! `simultaneous.*`: one effect that makes both players act, step by step for the whole table.

use crate::beliefs::is_for_each_player;
use crate::catalogue::Rule;
use crate::def::{Part, Who};
use crate::flow::{Duel, Flow};
use crate::state::Player;
use crate::words::Ctx;

impl Duel {
    /// Who acts in a part of an effect, physically in this order.
    ///
    /// `simultaneous.turn-player-first`: the turn player first, whoever activated the effect.
    pub(crate) fn addressed(&self, ctx: &Ctx, who: Who) -> Vec<Player> {
        let its = ctx.those.first().or(Some(&ctx.source)).map(|r| self.state.card(r.card));
        match who {
            Who::You => vec![ctx.player],
            Who::Opponent => vec![ctx.player.opponent()],
            Who::TurnPlayer => vec![self.state.turn_player],
            Who::ItsController => its.map(|c| c.controller).into_iter().collect(),
            Who::ItsOwner => its.map(|c| c.owner).into_iter().collect(),
            Who::EachPlayer => match ctx.only {
                Some(player) => vec![player],
                None => self.policy.each_player.order(self.state.turn_player, ctx.player).to_vec(),
            },
        }
    }

    /// `simultaneous.one-moment`: the second player's share belongs to the same instant.
    pub(crate) fn next_players_share(&mut self, who: Who, first: bool) -> Flow<()> {
        if !first {
            self.note_share(who);
        }
        if !first && who == Who::EachPlayer && self.policy.each_player.takes_two_instants() {
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
