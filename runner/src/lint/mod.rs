//! What may be wrong with files that can be read: rulings one by one, played, and beside each other.

mod duplicates;
mod head;
mod mentions;
mod sources;
mod unused;

use std::sync::Arc;

use segoc_engine::REFUSALS;

use crate::outcome::{Failure, FailureKind, Flaw, Outcome};
use crate::trial;
use segoc_format::corpus::{Checked, Corpus};
use segoc_format::diagnostic::Diagnostic;
use segoc_format::parallel::on_all_cores;
use segoc_format::ruling::{Ruling, Step};

pub use duplicates::lint as duplicates;

/// What may be wrong with a ruling, as far as it shows without the others.
pub fn alone(corpus: &Corpus, ruling: &Arc<Ruling>) -> Vec<Diagnostic> {
    let rulings = vec![Arc::clone(ruling)];
    let checked = Checked { rulings, cards: Vec::new(), diagnostics: Vec::new(), warnings: Vec::new() };
    lint(corpus, &checked, |path| path == ruling.path).into_iter().filter(|found| found.path == ruling.path).collect()
}

/// What is wrong with rulings and cards that could be read. Only rulings whose path is `is_wanted` are played.
#[must_use]
pub fn lint(corpus: &Corpus, checked: &Checked, is_wanted: impl Fn(&str) -> bool) -> Vec<Diagnostic> {
    let rulings: &[Arc<Ruling>] = &checked.rulings;
    let wanted: Vec<Arc<Ruling>> = rulings.iter().filter(|ruling| is_wanted(&ruling.path)).cloned().collect();
    let mut found: Vec<Diagnostic> = wanted.iter().flat_map(|ruling| head::lint(ruling)).collect();
    found.extend(wanted.iter().flat_map(|ruling| sources::of_ruling(ruling)));
    found.extend(
        corpus.rules().iter().filter(|rules| is_wanted(&rules.path)).flat_map(|rules| sources::of_rules(rules)),
    );
    found.extend(flaws(corpus, &wanted));
    found.extend(duplicates::lint(rulings));
    found.extend(unused::cards(corpus, &wanted));
    // A ruling that cannot be read may be the one that uses a card.
    if checked.diagnostics.is_empty() {
        found.extend(unused::files(checked));
    }
    found
}

/// What shows only when a duel begins, or when its play cannot be told or has a reason that is none: the flaws of every ruling, once each.
fn flaws(corpus: &Corpus, rulings: &[Arc<Ruling>]) -> Vec<Diagnostic> {
    on_all_cores(rulings, |ruling| flaws_of(corpus, ruling)).into_iter().flatten().collect()
}

fn flaws_of(corpus: &Corpus, ruling: &Ruling) -> Vec<Diagnostic> {
    let mut flaws: Vec<Flaw> = Vec::new();
    for format in &ruling.formats {
        let Some(found) = corpus.format(format) else { continue };
        let more = match trial::outcome(ruling, format, &found.policy) {
            Outcome::Invalid(more) => more,
            Outcome::Failed(failure) => no_reason(ruling, &failure).into_iter().collect(),
            _ => continue,
        };
        flaws.extend(more.into_iter().filter(|flaw| !flaws.contains(flaw)).collect::<Vec<_>>());
    }
    flaws.iter().map(|flaw| flaw.diagnostic(ruling)).collect()
}

/// That a rule is named as the reason why something is not on offer, and can never be.
fn no_reason(ruling: &Ruling, failure: &Failure) -> Option<Flaw> {
    let mut refusals = ruling.play.iter().flat_map(Step::refusals);
    let refusal = refusals.find(|refusal| failure.kind == FailureKind::OtherReason && refusal.span == failure.span)?;
    let rule = refusal.value.rule.filter(|rule| !REFUSALS.contains(rule))?;
    let instead = failure.rule.filter(|&other| REFUSALS.contains(&other) && !failure.notes.is_empty());
    let instead = instead.map(|other| format!("; here it is `{other}`")).unwrap_or_default();
    let message = format!("`{rule}` alone never refuses anything, so it cannot be the reason{instead}");
    Some(Flaw { span: refusal.span, message })
}
