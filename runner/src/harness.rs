//! `cargo test` over a corpus: one trial for each ruling and format, named `family/ruling::format`.
//!
//! ```no_run
//! // tests/rulings.rs, with `harness = false`
//! fn main() -> std::process::ExitCode {
//!     segoc_runner::harness::main()
//! }
//! ```

use std::process::ExitCode;
use std::sync::Arc;

use anstream::ColorChoice;
use libtest_mimic::{Arguments, Completion, Failed};

use crate::corpus::Corpus;
use crate::diagnostic::Diagnostics;
use crate::outcome::Outcome;
use crate::report;
use crate::trial::{Trial, Verdict, trials};

/// Runs the corpus of the working tree, or else the one built in, with the arguments of the process.
#[must_use]
pub fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    match crate::cli::found() {
        Ok(corpus) => run(&arguments, corpus),
        Err(mistakes) => {
            eprintln!("{}", shown(&mistakes.render(true)));
            ExitCode::from(2)
        }
    }
}

/// Runs a corpus. One without rulings is an error.
#[must_use]
pub fn run(arguments: &Arguments, corpus: Corpus) -> ExitCode {
    let corpus = Arc::new(corpus);
    let mut all: Vec<libtest_mimic::Trial> =
        trials(&corpus).into_iter().map(|trial| as_test(arguments, trial, &corpus)).collect();
    if all.is_empty() {
        eprintln!("error: the corpus {} has no rulings", corpus.origin());
        return ExitCode::from(2);
    }
    all.push(check(&corpus));
    libtest_mimic::run(arguments, all).exit_code()
}

/// What no single ruling shows: unused files, ids given twice, rules without a sentence.
fn check(corpus: &Arc<Corpus>) -> libtest_mimic::Trial {
    let corpus = Arc::clone(corpus);
    libtest_mimic::Trial::test("corpus::check", move || match corpus.check().diagnostics {
        mistakes if mistakes.is_empty() => Ok(()),
        mistakes => Err(shown(&Diagnostics(mistakes).render(true)).into()),
    })
}

/// The file is read inside the trial: a runner that starts one process a test should not read the whole corpus.
fn as_test(arguments: &Arguments, trial: Trial, corpus: &Arc<Corpus>) -> libtest_mimic::Trial {
    let (name, ruling, shared) = (trial.name(), trial.ruling.clone(), Arc::clone(corpus));
    let test = libtest_mimic::Trial::ignorable_test(name, move || verdict(&trial, &shared));
    let by_kind = arguments.filter.iter().chain(&arguments.skip).any(|filter| filter.contains(DISPUTED));
    let may_show = arguments.list || by_kind || !arguments.is_filtered_out(&test);
    let is_disputed = may_show && corpus.ruling(&ruling).is_ok_and(|ruling| !ruling.disputed.is_empty());
    if is_disputed { test.with_kind(DISPUTED) } else { test }
}

/// The kind of trials that are run and never scored.
const DISPUTED: &str = "disputed";

fn verdict(trial: &Trial, corpus: &Corpus) -> Result<Completion, Failed> {
    match trial.run(corpus) {
        Verdict::Unreadable(mistakes) => Err(shown(&mistakes.render(true)).into()),
        Verdict::Played(_, Outcome::Passed) => Ok(Completion::Completed),
        Verdict::Played(_, Outcome::Disputed(disputed)) => {
            let follows = match disputed.followed.as_slice() {
                [] => "none of its readings".to_owned(),
                all => all.join(" and "),
            };
            Ok(Completion::ignored_with(format!("disputed, the engine follows: {follows}")))
        }
        Verdict::Played(ruling, outcome) => {
            let format = trial.format.as_deref().unwrap_or_default();
            let text = report::outcome(&ruling, format, &outcome, corpus.rules().ok());
            Err(shown(&text.unwrap_or_default()).into())
        }
    }
}

/// With colours only where they are wanted: the harness prints what it is given.
fn shown(text: &str) -> String {
    match anstream::AutoStream::choice(&std::io::stdout()) {
        ColorChoice::Never => report::plain(text),
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_corpus_without_rulings_is_an_error() {
        let corpus = Corpus::from_texts([("formats.yaml", "tcg: {title: TCG today}\n")]).expect("a corpus");
        let arguments = Arguments::from_iter(["rulings", "--list"]);
        assert_eq!(format!("{:?}", run(&arguments, corpus)), format!("{:?}", ExitCode::from(2)));
    }
}
