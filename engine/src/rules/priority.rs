//! `priority.*`: ignition effects outside the open state.

use crate::catalogue::{Refusal, Rule};
use crate::flow::{After, Duel, Slot};
use crate::policy::Ignition;
use crate::state::Player;

impl Duel {
    /// `priority.ignition-open-only`, `priority.ignition-after-summon`, `priority.ignition-with-the-next-chance`:
    /// where a player may use one.
    pub(crate) fn ignition_may_be_used(&self, player: Player, slot: Slot) -> Result<(), Refusal> {
        let next_chance = matches!(slot, Slot::AfterAction(_)) && player == self.state.turn_player;
        let allowed = match self.policy_of_ignition() {
            Ignition::OpenOnly => false,
            Ignition::AfterSummon => next_chance && slot == Slot::AfterAction(After::Summon),
            Ignition::NextChance => next_chance && matches!(slot, Slot::AfterAction(After::Summon | After::Chain(_))),
            Ignition::Anytime => true,
        };
        let rule = match self.policy_of_ignition() {
            Ignition::AfterSummon => Rule::PriorityIgnitionAfterSummon,
            Ignition::NextChance => Rule::PriorityIgnitionWithTheNextChance,
            Ignition::OpenOnly | Ignition::Anytime => Rule::PriorityIgnitionOpenOnly,
        };
        if !allowed {
            return self.refuse(rule);
        }
        self.applies(rule);
        Ok(())
    }

    /// The one reader of [`Ignition`].
    fn policy_of_ignition(&self) -> Ignition {
        self.policy.ignition
    }
}
