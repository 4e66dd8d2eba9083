//! What shows only when a duel begins, or when its play cannot be told.

use std::sync::Arc;

use crate::outcome::{Flaw, Outcome};
use crate::trial;
use segoc_format::corpus::Corpus;
use segoc_format::diagnostic::Diagnostic;
use segoc_format::parallel::on_all_cores;
use segoc_format::ruling::Ruling;

/// The flaws of every ruling, once each.
pub(super) fn lint(corpus: &Corpus, rulings: &[Arc<Ruling>]) -> Vec<Diagnostic> {
    on_all_cores(rulings, |ruling| of_ruling(corpus, ruling)).into_iter().flatten().collect()
}

fn of_ruling(corpus: &Corpus, ruling: &Ruling) -> Vec<Diagnostic> {
    let mut flaws: Vec<Flaw> = Vec::new();
    for format in &ruling.formats {
        let Some(found) = corpus.format(format) else { continue };
        if let Outcome::Invalid(more) = trial::outcome(ruling, format, &found.policy) {
            flaws.extend(more.into_iter().filter(|flaw| !flaws.contains(flaw)).collect::<Vec<_>>());
        }
    }
    flaws.iter().map(|flaw| flaw.diagnostic(ruling)).collect()
}
