//! `simultaneous.*`: one effect that makes both players act, step by step for the whole table.

use crate::beliefs::is_for_each_player;
use crate::catalogue::Rule;
use crate::def::{Part, Pick, Selection, Who, Word};
use crate::flow::{Duel, Flow};
use crate::state::{Card, CardId, Player};
use crate::words::Ctx;

impl Duel {
    /// `simultaneous.turn-player-first`: the turn player acts first, whoever activated the effect.
    fn in_order(&self, ctx: &Ctx) -> [Player; 2] {
        self.policy.each_player.order(self.state.turn_player, ctx.player)
    }

    /// Who acts in a part of an effect, physically in this order.
    pub(crate) fn addressed(&self, ctx: &Ctx, who: Who) -> Vec<Player> {
        let order = self.in_order(ctx);
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

    /// The players who act with the cards of a selection: of known cards those who control or own them, if it says so.
    pub(crate) fn acting(&self, ctx: &Ctx, selection: &Selection) -> Vec<Player> {
        let of: fn(&Card) -> Player = match (&selection.pick, selection.who) {
            (Pick::These(Word::Named(_)), Who::ItsController) => |card| card.controller,
            (Pick::These(Word::Named(_)), Who::ItsOwner) => |card| card.owner,
            _ => return self.addressed(ctx, selection.who),
        };
        let Pick::These(word) = &selection.pick else { return Vec::new() };
        let cards = self.still_meant_by(ctx, word);
        self.in_order(ctx)
            .into_iter()
            .filter(|player| cards.iter().any(|&id| of(self.state.card(id)) == *player))
            .collect()
    }

    /// `simultaneous.leaves-with-the-rest`: what a card would do to others that leave, it does not do to those that leave with it.
    pub(crate) fn leaves_at_the_same_time(&self, card: CardId) -> bool {
        self.is_gone_with_the_rest(self.state.leaving.contains(&card))
    }

    pub(crate) fn is_gone_with_the_rest(&self, leaves: bool) -> bool {
        self.applies_if(leaves, Rule::SimultaneousLeavesWithTheRest);
        leaves && self.policy.each_player.is_gone_with_the_rest()
    }

    /// `simultaneous.one-moment`: the second player's share belongs to the same instant.
    pub(crate) fn next_players_share(&mut self, first: bool) -> Flow<()> {
        if !first {
            self.note_share();
        }
        if !first && self.policy.each_player.takes_two_instants() {
            self.new_instant_of_an_effect()?;
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
