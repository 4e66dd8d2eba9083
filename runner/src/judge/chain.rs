//! `chain` and `resolves`: exactly this chain was completed, and how it resolved, link by link.

use segoc_format::place::{Span, Spanned};
use segoc_format::ruling::{Check, LinkRef, Refusal, StepKind};
use segoc_protocol::{Capability, EffectRef, Happened, LinkOutcome, Rule};

use super::refusals::Denied;
use super::{Judge, Verdict, fresh};
use crate::outcome::{Failure, FailureKind};
use crate::transcript::{Found, Stand};

/// A link as it is written: its card and what became of it.
type Written = Spanned<(LinkRef, Option<LinkOutcome>)>;
/// A link that resolved: its effect, what became of it, and why.
type Resolved = (EffectRef, LinkOutcome, Option<Rule>);

/// The first place at which two lists do not agree.
fn first_difference<A, B>(written: &[A], done: &[B], agree: impl Fn(&A, &B) -> bool) -> Option<usize> {
    let same = |i: usize| matches!((written.get(i), done.get(i)), (Some(w), Some(d)) if agree(w, d));
    (0..written.len().max(done.len())).find(|&i| !same(i))
}

impl Judge<'_, '_> {
    pub(super) fn chain(&mut self, stand: &Stand, links: &[Spanned<LinkRef>], list: &[Spanned<Refusal>]) -> Verdict {
        let Found::Chain(complete) = stand.found else { return Err(self.no_chain(stand, links)) };
        let done = self.completed(complete);
        if let Some(first) = first_difference(links, &done, |l, e| self.told.cast.is_link(&l.value, *e)) {
            return Err(self.other_chain(stand, links, &done, first));
        }
        let after_last = self.told.after_last_link(complete);
        self.refused(Denied { stand, key: "cannot be added", list }, &after_last)?;
        self.never_offered(stand, &self.step(stand).never_offered)
    }

    /// The chain there was.
    pub(super) fn observe_chain(&self, stand: &Stand) -> Result<Check, Failure> {
        let Found::Chain(complete) = stand.found else { return Err(self.no_chain(stand, &[])) };
        let links = self.completed(complete).iter().map(|&effect| fresh(self.told.cast.link(effect, false))).collect();
        Ok(Check::Chain { links, cannot_be_added: Vec::new() })
    }

    /// The links of a chain that was completed by an event.
    fn completed(&self, complete: usize) -> Vec<EffectRef> {
        self.told.chain_before(complete).iter().map(|link| link.effect).collect()
    }

    fn other_chain(&self, stand: &Stand, links: &[Spanned<LinkRef>], done: &[EffectRef], first: usize) -> Failure {
        let (cast, number) = (&self.told.cast, first + 1);
        let message = match (links.get(first), done.get(first)) {
            (Some(link), Some(effect)) => match (cast.name_of(&link.value.card), cast.name(effect.card)) {
                (expected, actual) if expected == actual => {
                    let effect = cast.effect_id(*effect).unwrap_or("unnamed");
                    format!("Chain Link {number} was another effect of {actual}: `{effect}`")
                }
                (expected, actual) => format!("Chain Link {number} was {actual}, not {expected}"),
            },
            (Some(link), None) => format!("{} was not on the chain", cast.name_of(&link.value.card)),
            (None, Some(effect)) => format!("the chain had one more link, {}", cast.name(effect.card)),
            (None, None) => "the chain was another".into(),
        };
        let span = links.get(first).map_or(whole(links, self.step(stand).span), |l| l.span);
        let failure = self.fail(stand, FailureKind::OtherOrder, span, message);
        let missing = links.iter().filter(|l| !done.iter().any(|&e| cast.is_link(&l.value, e)));
        let failure = self.explained(stand, failure, missing.map(|l| &l.value));
        let named = |card| links.iter().any(|l| l.value.effect.is_some() && cast.is(&l.value.card, card));
        let cannot_be_added = match &self.step(stand).kind {
            StepKind::Check(Check::Chain { cannot_be_added, .. }) => cannot_be_added.clone(),
            _ => Vec::new(),
        };
        let links = done.iter().map(|e| fresh(cast.link(*e, named(e.card)))).collect();
        failure.actually(Check::Chain { links, cannot_be_added })
    }

    fn no_chain(&self, stand: &Stand, links: &[Spanned<LinkRef>]) -> Failure {
        let message = match self.prompt(stand.at) {
            Some(_) => "the game state was open again before any chain was completed",
            None => "the duel ended before any chain was completed",
        };
        let failure = self.fail(stand, FailureKind::NotReached, whole(links, self.step(stand).span), message);
        self.explained(stand, failure, links.iter().map(|l| &l.value))
    }

    pub(super) fn resolves(&mut self, stand: &Stand, links: &[Written]) -> Verdict {
        let done = self.done(stand);
        let nothing = LinkOutcome::WithoutEffect;
        let matters = links.iter().any(|l| l.value.1 == Some(nothing)) || done.iter().any(|d| d.1 == nothing);
        let knows_outcomes = !matters || self.can_tell(Capability::Outcomes);
        let plain = |o| if o == nothing && !knows_outcomes { LinkOutcome::Done } else { o };
        let first = first_difference(links, &done, |written, (effect, outcome, _)| {
            let (link, expected) = &written.value;
            self.told.cast.is_link(link, *effect) && plain(expected.unwrap_or(LinkOutcome::Done)) == plain(*outcome)
        });
        first.map_or(Ok(()), |first| Err(self.other_resolution(stand, links, &done, first)))
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
                let became = match outcome {
                    LinkOutcome::Done => "resolved and did something",
                    LinkOutcome::WithoutEffect => "resolved without effect",
                    LinkOutcome::EffectNegated => "resolved with its effect negated",
                    LinkOutcome::ActivationNegated => "did not resolve, its activation was negated",
                };
                format!("{} {became}", cast.name(effect.card))
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
        let reason = done.get(first).and_then(|(_, _, reason)| *reason);
        failure.notes.extend(reason.map(|reason| format!("The reason given is `{reason}`.")));
        let named = |card| links.iter().any(|l| l.value.0.effect.is_some() && cast.is(&l.value.0.card, card));
        let observed = done.iter().map(|link| self.resolved(link, named(link.0.card))).collect();
        failure.by(reason).actually(Check::Resolves(observed))
    }
}

fn whole(links: &[Spanned<LinkRef>], step: Span) -> Span {
    match (links.first(), links.last()) {
        (Some(first), Some(last)) => Span { start: first.span.start, end: last.span.end },
        _ => step,
    }
}
