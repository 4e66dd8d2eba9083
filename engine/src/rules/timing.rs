//! `timing.*`: missing the timing, which is one comparison of instants.
//!
//! Elsewhere: `timing.payment-is-earlier` in `rules/summon.rs` (`pay_for_summon`) and `rules/chain/activation.rs`
//! (`activate`).

use crate::catalogue::{Refusal, Rule};
use crate::def::Timing;
use crate::flow::Duel;
use crate::state::{Occasion, Pending, What};

impl Duel {
    /// `timing.missed`, `timing.last-event`, `timing.never-missed`: an optional "when" effect needs its event in the
    /// last instant of the occasion.
    pub(crate) fn is_in_time(&self, pending: &Pending, occasion: &Occasion) -> Result<(), Refusal> {
        let effect = self.effect(pending.effect);
        let when = effect.cause.as_ref().is_some_and(|c| c.timing == Timing::When);
        let can_miss = self.policy.when.can_miss(when, pending.mandatory);
        let last = self.policy.when.last_thing(occasion.latest, || self.links_began(occasion).collect());
        let in_time = pending.seen.iter().any(|s| {
            if self.is_a_link_resolving(s.event) {
                return self.last_link_resolved(occasion) == Some(s.event);
            }
            let spoilt = || self.policy.when.is_spoilt(|| self.something_happened_beside(s.event, occasion));
            last.is_none_or(|last| s.deed.at >= last) && !spoilt()
        });
        self.note_timing(can_miss, in_time);
        if !can_miss || in_time {
            return Ok(());
        }
        self.refuse(Rule::TimingMissed)
    }

    fn is_a_link_resolving(&self, event: usize) -> bool {
        self.event_at(event).is_some_and(|e| matches!(e.what, What::Resolves(_)))
    }

    /// The last link of an occasion that resolved: what waits for an activation is met by that, whatever its parts did when.
    fn last_link_resolved(&self, occasion: &Occasion) -> Option<usize> {
        (occasion.from..occasion.to).rev().find(|&event| self.is_a_link_resolving(event))
    }
}
