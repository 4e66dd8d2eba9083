//! Whether what a card's text asks for is the case now.

use super::Ctx;
use crate::def::{Condition, During, InBattle, Whose};
use crate::flow::Duel;
use crate::state::Player;

impl Duel {
    /// Whether a phase, moment or turn is the present one.
    pub(crate) fn is_during(&self, during: &During, you: Player) -> bool {
        (during.phase.is_empty() || during.phase.contains(&self.state.phase))
            && (during.at.is_empty() || self.state.moment.is_some_and(|m| during.at.contains(&m)))
            && during.turn.is_none_or(|whose| (self.state.turn_player == you) == (whose == Whose::Yours))
    }

    /// Whether a condition holds now.
    pub(crate) fn holds(&self, ctx: &Ctx, condition: &Condition) -> bool {
        match condition {
            Condition::ThereIs(least, group) => self.members(ctx, group, None).len() >= *least as usize,
            Condition::ThereIsNo(group) => self.members(ctx, group, None).is_empty(),
            Condition::During(during) => self.is_during(during, ctx.player),
            Condition::ThisTurn(pattern) => {
                (self.state.turn_began[0]..self.log.len()).any(|i| self.meets(ctx, pattern, i).is_some())
            }
            Condition::LastTurn(pattern) => {
                let [this, last] = self.state.turn_began;
                (last..this).any(|i| self.meets(ctx, pattern, i).is_some())
            }
            Condition::ThisCard(role) => {
                let attack = self.state.attack.as_ref();
                let attacks = attack.is_some_and(|a| a.attacker.card == ctx.source.card);
                let attacked = attack.and_then(|a| a.target).is_some_and(|t| t.card == ctx.source.card);
                match role {
                    InBattle::Attacks => attacks,
                    InBattle::IsAttacked => attacked,
                    InBattle::Battles => attacks || attacked,
                }
            }
            Condition::Not(condition) => !self.holds(ctx, condition),
            Condition::AllOf(all) => all.iter().all(|c| self.holds(ctx, c)),
        }
    }
}
