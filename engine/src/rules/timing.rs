//! `timing.*`: missing the timing, which is one comparison of instants.
//!
//! Elsewhere: `timing.payment-is-earlier` in `summon.rs` (`pay_for_summon`) and `activate.rs` (`activate`).

use crate::catalogue::{Refusal, Rule};
use crate::def::Timing;
use crate::flow::{Duel, Flow};
use crate::policy::When;
use crate::state::{Instant, Line, Occasion, Pending, What, Why};
use crate::words::Ctx;

impl Duel {
    /// `timing.missed`, `timing.last-event`, `timing.never-missed`: an optional "when" effect needs its event in the
    /// last instant of the occasion.
    pub(crate) fn is_in_time(&self, pending: &Pending, occasion: &Occasion) -> Result<(), Refusal> {
        let effect = self.effect(pending.effect);
        let when = effect.cause.as_ref().is_some_and(|c| c.timing == Timing::When);
        let can_miss = match self.when() {
            When::LatestInstant | When::WholeLink | When::WholeChain => when && !pending.mandatory,
            When::WrittenPart | When::NothingBeside => when && !pending.mandatory,
            When::NeverMisses => false,
            When::IfMissesToo => !pending.mandatory,
            When::MandatoryMisses => when || pending.mandatory,
        };
        let last = match self.when() {
            When::WholeLink => self.links_began(occasion).last().or(occasion.latest),
            When::WholeChain => self.links_began(occasion).next().or(occasion.latest),
            _ => occasion.latest,
        };
        let in_time = pending.seen.iter().any(|s| {
            let beside = || self.when() == When::NothingBeside && self.something_happened_beside(s.event, occasion);
            last.is_none_or(|last| s.deed.at >= last) && !beside()
        });
        self.note_timing(can_miss, in_time);
        if !can_miss || in_time {
            return Ok(());
        }
        self.refuse(Rule::TimingMissed)
    }

    /// The one reader of [`When`].
    fn when(&self) -> When {
        self.policy.when
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
        if later && self.when() == When::WrittenPart {
            self.new_instant()?;
            self.emit(ctx.cause, ctx.rule, What::Applied, Vec::new());
        }
        Ok(())
    }
}
