//! `resolves`: how the chain last checked resolved, link by link.

use segoc_format::place::Spanned;
use segoc_format::ruling::{Check, LinkRef};
use segoc_protocol::{Capability, EffectRef, Happened, LinkOutcome, Rule};

use super::chain::fresh;
use super::{Judge, Verdict};
use crate::outcome::{Failure, FailureKind};
use crate::transcript::{Found, Stand};

/// A link as it is written: its card and what became of it.
type Written = Spanned<(LinkRef, Option<LinkOutcome>)>;
/// A link that resolved: its effect, what became of it, and why.
type Resolved = (EffectRef, LinkOutcome, Option<Rule>);

impl Judge<'_, '_> {
    pub(super) fn resolves(&mut self, stand: &Stand, links: &[Written]) -> Verdict {
        let done = self.done(stand);
        let knows_outcomes = !links.iter().any(|l| l.value.1 == Some(LinkOutcome::WithoutEffect))
            && !done.iter().any(|d| d.1 == LinkOutcome::WithoutEffect)
            || self.can_tell(Capability::Outcomes);
        let same = |written: LinkOutcome, done: LinkOutcome| {
            let plain = |o| if o == LinkOutcome::WithoutEffect && !knows_outcomes { LinkOutcome::Done } else { o };
            plain(written) == plain(done)
        };
        let agrees = |written: &Written, (effect, outcome, _): &Resolved| {
            self.told.cast.is_link(&written.value.0, *effect)
                && same(written.value.1.unwrap_or(LinkOutcome::Done), *outcome)
        };
        let first = (0..links.len().max(done.len()))
            .find(|&i| !matches!((links.get(i), done.get(i)), (Some(l), Some(d)) if agrees(l, d)));
        match first {
            None => Ok(()),
            Some(first) => Err(self.other_resolution(stand, links, &done, first)),
        }
    }

    /// How the chain resolved.
    pub(super) fn observe_resolves(&self, stand: &Stand) -> Result<Check, Failure> {
        let done = self.done(stand);
        match done.is_empty() {
            true => Err(self.nothing(stand, "no link resolved")),
            false => Ok(Check::Resolves(done.iter().map(|link| self.resolved(link, false)).collect())),
        }
    }

    /// A link that resolved, as it is written.
    fn resolved(&self, (effect, outcome, _): &Resolved, with_effect: bool) -> Written {
        let outcome = (*outcome != LinkOutcome::Done).then_some(*outcome);
        fresh((self.told.cast.link(*effect, with_effect), outcome))
    }

    /// The links of the chain last checked, in the order in which they resolved.
    fn done(&self, stand: &Stand) -> Vec<Resolved> {
        let Found::Chain(complete) = stand.found else { return Vec::new() };
        let chain = self.told.chain_before(complete);
        let rest = self.told.events[complete..].iter().take_while(|event| event.what != Happened::ChainOver);
        let links = rest.filter_map(|event| match &event.what {
            Happened::Resolved { link, outcome } => {
                Some((chain.iter().find(|l| l.number == *link)?.effect, *outcome, event.rule))
            }
            _ => None,
        });
        links.collect()
    }

    fn other_resolution(&self, stand: &Stand, links: &[Written], done: &[Resolved], first: usize) -> Failure {
        let cast = &self.told.cast;
        let message = match (links.get(first), done.get(first)) {
            (Some(link), Some((effect, outcome, _))) if cast.is_link(&link.value.0, *effect) => {
                format!("{} {}", cast.name(effect.card), outcome_words(*outcome))
            }
            (Some(link), Some((effect, ..))) => {
                format!("{} resolved here, not {}", cast.name(effect.card), cast.name_of(&link.value.0.card))
            }
            (Some(link), None) => format!("{} did not resolve", cast.name_of(&link.value.0.card)),
            (None, Some((effect, ..))) => format!("{} resolved too", cast.name(effect.card)),
            (None, None) => "the chain resolved otherwise".into(),
        };
        let span = links.get(first).map_or(self.step(stand).span, |l| l.span);
        let mut failure = self.fail(stand, FailureKind::OtherOrder, span, message);
        if let Some((_, _, Some(reason))) = done.get(first) {
            failure.notes.push(format!("The reason given is `{reason}`."));
            failure.rule = Some(*reason);
        }
        let named = |card| links.iter().any(|l| l.value.0.effect.is_some() && cast.is(&l.value.0.card, card));
        let observed = done.iter().map(|link| self.resolved(link, named(link.0.card))).collect();
        failure.actual = Some(Check::Resolves(observed).into());
        failure
    }
}

fn outcome_words(outcome: LinkOutcome) -> &'static str {
    match outcome {
        LinkOutcome::Done => "resolved and did something",
        LinkOutcome::WithoutEffect => "resolved without effect",
        LinkOutcome::EffectNegated => "resolved with its effect negated",
        LinkOutcome::ActivationNegated => "did not resolve, its activation was negated",
    }
}
