//! `priority.*`: ignition effects outside the open state.

use crate::catalogue::Refusal;
use crate::flow::{After, Duel, Slot};
use crate::state::Player;

impl Duel {
    /// `priority.ignition-open-only`, `priority.ignition-after-summon`, `priority.ignition-with-the-next-chance`:
    /// where a player may use one.
    pub(crate) fn ignition_may_be_used(&self, player: Player, slot: Slot) -> Result<(), Refusal> {
        let after = match slot {
            Slot::AfterAction(after) if player == self.state.turn_player => Some(after),
            _ => None,
        };
        let rule = self.policy.ignition.rule();
        let (summon, chain) = (after == Some(After::Summon), matches!(after, Some(After::Chain(_))));
        if !self.policy.ignition.may_be_used(summon, chain) {
            return self.refuse(rule);
        }
        self.applies(rule);
        Ok(())
    }
}
