//! `priority.*`: ignition effects outside the open state.

use crate::catalogue::Refusal;
use crate::flow::{After, Bid, Duel, Slot};
use crate::state::{Occasion, What};

impl Duel {
    /// `priority.ignition-open-only`, `priority.ignition-after-summon`, `priority.ignition-with-the-next-chance`:
    /// where a player may use one. It belongs to the Main Phases in any case.
    pub(crate) fn ignition_may_be_used(&self, bid: &Bid) -> Result<(), Refusal> {
        let after = match bid.slot {
            Slot::AfterAction(after) if bid.player == self.state.turn_player && self.state.in_main_phase() => {
                Some(after)
            }
            _ => None,
        };
        let rule = self.policy.ignition.rule();
        let chain = matches!(after, Some(After::Chain(_)));
        let summon = after == Some(After::Summon) || (chain && self.ended_in_a_summon(bid.occasion));
        if !self.policy.ignition.may_be_used(summon, chain) {
            return self.refuse(rule);
        }
        self.applies(rule);
        Ok(())
    }

    /// Whether a Summon was part of the last thing that happened.
    fn ended_in_a_summon(&self, occasion: Occasion) -> bool {
        (occasion.from..occasion.to)
            .filter_map(|index| self.event_at(index))
            .any(|e| Some(e.deed.at) == occasion.latest && matches!(e.what, What::Summoned(..)))
    }
}
