//! `timing.*`: missing the timing, which is one comparison of instants.
//!
//! Elsewhere: `timing.payment-is-earlier` in `rules/summon.rs` (`pay_for_summon`) and `rules/chain/activation.rs`
//! (`activate`).

use crate::catalogue::{Refusal, Rule};
use crate::def::Timing;
use crate::flow::{Duel, Flow};
use crate::state::{Instant, Line, Occasion, Pending, What, Why};
use crate::words::Ctx;

impl Duel {
    /// `timing.missed`, `timing.last-event`, `timing.never-missed`: an optional "when" effect needs its event in the
    /// last instant of the occasion.
    pub(crate) fn is_in_time(&self, pending: &Pending, occasion: &Occasion) -> Result<(), Refusal> {
        let effect = self.effect(pending.effect);
        let when = effect.cause.as_ref().is_some_and(|c| c.timing == Timing::When);
        let can_miss = self.policy.when.can_miss(when, pending.mandatory);
        let last = self.policy.when.last_thing(occasion.latest, || self.links_began(occasion).collect());
        let in_time = pending.seen.iter().any(|s| {
            let spoilt = || self.policy.when.is_spoilt(|| self.something_happened_beside(s.event, occasion));
            last.is_none_or(|last| s.deed.at >= last) && !spoilt()
        });
        self.note_timing(can_miss, in_time);
        if !can_miss || in_time {
            return Ok(());
        }
        self.refuse(Rule::TimingMissed)
    }

    /// The instants in which the links of an occasion began to resolve.
    fn links_began(&self, occasion: &Occasion) -> impl Iterator<Item = Instant> {
        self.log[occasion.from..occasion.to].iter().filter_map(|entry| match &entry.line {
            Line::Event(e) if matches!(e.what, What::Resolves(_)) => Some(e.deed.at),
            _ => None,
        })
    }

    /// Whether a player, an effect or a battle did something else in the instant of an event.
    fn something_happened_beside(&self, event: usize, occasion: &Occasion) -> bool {
        let at = self.event_at(event).map(|e| e.deed.at);
        (occasion.from..occasion.to)
            .filter(|&i| i != event)
            .filter_map(|i| self.event_at(i))
            .any(|e| Some(e.deed.at) == at && e.deed.cause != Why::Game && !matches!(e.what, What::Resolves(_)))
    }

    /// A part of an effect that was not done opens no instant. Only who believes otherwise notes it as a thing that
    /// happened.
    pub(crate) fn left_out(&mut self, ctx: &Ctx, later: bool) -> Flow<()> {
        if later && self.policy.when.counts_what_is_left_out() {
            self.new_instant()?;
            self.emit(ctx.cause, ctx.rule, What::Applied, Vec::new());
        }
        Ok(())
    }
}
