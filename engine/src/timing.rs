//! `timing.*`: missing the timing, which is one comparison of instants.
//!
//! Elsewhere: `timing.payment-is-earlier` in `summon.rs` (`pay_for_summon`) and `activate.rs` (`activate`).

use crate::def::Timing;
use crate::duel::Duel;
use crate::ids::Instant;
use crate::log::{Line, What};
use crate::policy::When;
use crate::rule::{Refusal, Rule};
use crate::state::{Occasion, Pending};

impl Duel {
    /// `timing.missed`, `timing.last-event`, `timing.never-missed`: an optional "when" effect needs its event in the
    /// last instant of the occasion. The one reader of [`When`].
    pub(crate) fn is_in_time(&self, pending: &Pending, occasion: &Occasion) -> Result<(), Refusal> {
        let effect = self.effect(pending.effect);
        let when = effect.cause.as_ref().is_some_and(|c| c.timing == Timing::When);
        let can_miss = match self.policy.when {
            When::LatestInstant | When::WholeLink => when && !pending.mandatory,
            When::NeverMisses => false,
            When::IfMissesToo => !pending.mandatory,
            When::MandatoryMisses => when || pending.mandatory,
        };
        let last = match self.policy.when {
            When::WholeLink => self.last_link_began(occasion).or(occasion.latest),
            _ => occasion.latest,
        };
        let in_time = pending.seen.iter().any(|s| last.is_none_or(|last| s.deed.at >= last));
        self.applies_if(can_miss && in_time, Rule::TimingLastEvent);
        self.applies_if(!can_miss && !in_time, Rule::TimingNeverMissed);
        if !can_miss || in_time {
            return Ok(());
        }
        self.refuse(Rule::TimingMissed)
    }

    /// The instant in which the last link of an occasion began to resolve.
    fn last_link_began(&self, occasion: &Occasion) -> Option<Instant> {
        self.log[occasion.from..occasion.to].iter().rev().find_map(|entry| match &entry.line {
            Line::Event(e) if matches!(e.what, What::Resolves(_)) => Some(e.deed.at),
            _ => None,
        })
    }
}
