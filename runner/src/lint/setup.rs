//! What shows only when a duel begins, or when its play cannot be told.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use crate::corpus::Corpus;
use crate::diagnostic::Diagnostic;
use crate::lint::Lint;
use crate::outcome::{Flaw, Outcome};
use crate::parallel::on_all_cores;
use crate::play;
use crate::ruling::Ruling;

/// The flaws of every ruling, once each.
pub(super) fn lint(corpus: &Corpus, rulings: &[Arc<Ruling>]) -> Vec<Diagnostic> {
    on_all_cores(rulings, |ruling| of_ruling(corpus, ruling)).into_iter().flatten().collect()
}

fn of_ruling(corpus: &Corpus, ruling: &Ruling) -> Vec<Diagnostic> {
    let mut flaws: Vec<Flaw> = Vec::new();
    for format in &ruling.formats {
        let Some(found) = corpus.format(format) else { continue };
        let outcome = catch_unwind(AssertUnwindSafe(|| play::judge(ruling, format, &found.policy)));
        if let Ok(Outcome::Invalid(more)) = outcome {
            flaws.extend(more.into_iter().filter(|flaw| !flaws.contains(flaw)).collect::<Vec<_>>());
        }
    }
    let diagnostic = |flaw: Flaw| Diagnostic::new(&ruling.path, &ruling.text, flaw.span, flaw.message);
    flaws.into_iter().map(|flaw| diagnostic(flaw).lint(Lint::Setup)).collect()
}
