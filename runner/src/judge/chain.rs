//! `chain`: exactly this chain was completed.

use segoc_format::place::{Span, Spanned};
use segoc_format::ruling::{Check, LinkRef, Refusal};
use segoc_protocol::EffectRef;

use super::{Judge, Verdict};
use crate::outcome::{Failure, FailureKind};
use crate::transcript::{Found, Stand};

impl Judge<'_, '_> {
    pub(super) fn chain(
        &mut self,
        stand: &Stand,
        links: &[Spanned<LinkRef>],
        cannot_be_added: &[Spanned<Refusal>],
    ) -> Verdict {
        let Found::Chain(complete) = stand.found else { return Err(self.no_chain(stand, links)) };
        let done = self.completed(complete);
        let cast = &self.told.cast;
        if done.len() != links.len() || !links.iter().zip(&done).all(|(l, &e)| cast.is_link(&l.value, e)) {
            return Err(self.other_chain(stand, links, &done));
        }
        let after_last = self.told.after_last_link(complete);
        self.refused(stand, &["chain", "cannot be added"], cannot_be_added, &after_last)?;
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

    fn other_chain(&self, stand: &Stand, links: &[Spanned<LinkRef>], done: &[EffectRef]) -> Failure {
        let cast = &self.told.cast;
        let first = (0..links.len().max(done.len()))
            .find(|&i| !matches!((links.get(i), done.get(i)), (Some(l), Some(&e)) if cast.is_link(&l.value, e)))
            .unwrap_or(0);
        let number = first + 1;
        let message = match (links.get(first), done.get(first)) {
            (Some(link), Some(effect)) => {
                let (expected, actual) = (cast.name_of(&link.value.card), cast.name(effect.card));
                if expected == actual {
                    let effect = cast.effect_id(*effect).unwrap_or("unnamed");
                    format!("Chain Link {number} was another effect of {actual}: `{effect}`")
                } else {
                    format!("Chain Link {number} was {actual}, not {expected}")
                }
            }
            (Some(link), None) => format!("{} was not on the chain", cast.name_of(&link.value.card)),
            (None, Some(effect)) => format!("the chain had one more link, {}", cast.name(effect.card)),
            (None, None) => "the chain was another".into(),
        };
        let span = links.get(first).map_or(whole(links, self.step(stand).span), |l| l.span);
        let mut failure = self.fail(stand, FailureKind::OtherOrder, span, message);
        let missing = links.iter().filter(|l| !done.iter().any(|&e| cast.is_link(&l.value, e)));
        self.explain(stand, &mut failure, missing.map(|l| &l.value));
        let with_effect =
            |e: &EffectRef| links.iter().any(|l| l.value.effect.is_some() && cast.is(&l.value.card, e.card));
        let observed = done.iter().map(|e| fresh(cast.link(*e, with_effect(e)))).collect();
        failure.actual = Some(Check::Chain { links: observed, cannot_be_added: kept(self.step(stand)) }.into());
        failure
    }

    fn no_chain(&self, stand: &Stand, links: &[Spanned<LinkRef>]) -> Failure {
        let message = match self.prompt(stand.at) {
            Some(_) => "the game state was open again before any chain was completed",
            None => "the duel ended before any chain was completed",
        };
        let mut failure = self.fail(stand, FailureKind::NotReached, whole(links, self.step(stand).span), message);
        self.explain(stand, &mut failure, links.iter().map(|l| &l.value));
        failure
    }
}

/// What a `chain` says besides its links.
fn kept(step: &segoc_format::ruling::Step) -> Vec<Spanned<Refusal>> {
    match &step.kind {
        segoc_format::ruling::StepKind::Check(Check::Chain { cannot_be_added, .. }) => cannot_be_added.clone(),
        _ => Vec::new(),
    }
}

/// A value that stands nowhere yet.
pub(super) fn fresh<T>(value: T) -> Spanned<T> {
    Spanned { value, span: Span::default() }
}

fn whole(links: &[Spanned<LinkRef>], step: Span) -> Span {
    match (links.first(), links.last()) {
        (Some(first), Some(last)) => Span { start: first.span.start, end: last.span.end },
        _ => step,
    }
}
