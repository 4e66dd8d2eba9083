//! `cargo test` over a corpus: one trial for each ruling and format, named `family/ruling::format`.
//!
//! ```no_run
//! // tests/rulings.rs, with `harness = false`
//! fn main() -> std::process::ExitCode {
//!     segoc_runner::harness::main(segoc_runner::engines::Reference::of)
//! }
//! ```

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::{Arc, Mutex};

use anstream::ColorChoice;
use libtest_mimic::{Arguments, Completion, Failed};

use crate::outcome::Outcome;
use crate::report;
use crate::trial::{Recent, Trial, Verdict, trials};
use segoc_format::corpus::Corpus;
use segoc_format::deviations::{Deviations, Reasons, Standing};
use segoc_format::diagnostic::Diagnostics;
use segoc_protocol::Engine;

/// Runs the corpus of the working tree, or else the one built in, with the arguments of the process. `engine` makes as
/// many engines as there are tests at once.
#[must_use]
pub fn main<E: Engine + 'static>(engine: impl Fn(&Corpus) -> E + Send + Sync + 'static) -> ExitCode {
    Harness::new(engine).main()
}

/// Runs a corpus. One without rulings is an error.
#[must_use]
pub fn run<E: Engine + 'static>(
    arguments: &Arguments,
    corpus: Corpus,
    engine: impl Fn(&Corpus) -> E + Send + Sync + 'static,
) -> ExitCode {
    Harness::new(engine).run(arguments, corpus)
}

/// A corpus, run against an engine that has its peculiarities.
///
/// ```no_run
/// use segoc_runner::{engines::Reference, harness::Harness};
///
/// fn main() -> std::process::ExitCode {
///     Harness::new(Reference::of).deviations("tests/deviations.yaml").main()
/// }
/// ```
pub struct Harness {
    make: Make,
    deviations: Option<PathBuf>,
}

impl Harness {
    /// For an engine; `engine` makes as many as there are tests at once.
    pub fn new<E: Engine + 'static>(engine: impl Fn(&Corpus) -> E + Send + Sync + 'static) -> Self {
        Self { make: Box::new(move |corpus| Box::new(engine(corpus))), deviations: None }
    }

    /// With a file that lists the rulings the engine is known to fail. What fails as listed is ignored, with its reason;
    /// what is listed and does not fail so is a failure.
    #[must_use]
    pub fn deviations(mut self, file: impl Into<PathBuf>) -> Self {
        self.deviations = Some(file.into());
        self
    }

    /// Runs the corpus of the working tree, or else the one built in, with the arguments of the process.
    #[must_use]
    pub fn main(self) -> ExitCode {
        let arguments = Arguments::from_args();
        match Corpus::found() {
            Ok(corpus) => self.run(&arguments, corpus),
            Err(mistakes) => wrong(&mistakes),
        }
    }

    /// Runs a corpus. One without rulings is an error, and so is a wrong list of deviations.
    #[must_use]
    pub fn run(self, arguments: &Arguments, corpus: Corpus) -> ExitCode {
        let deviations = self.deviations.map(|file| Deviations::open(&file, &corpus, Reasons::Required));
        let deviations = match deviations.transpose() {
            Ok(deviations) => deviations,
            Err(mistakes) => return wrong(&mistakes),
        };
        let bench =
            Arc::new(Bench { corpus, make: self.make, deviations, recent: Recent::default(), idle: Mutex::default() });
        let mut all: Vec<libtest_mimic::Trial> =
            trials(&bench.corpus).into_iter().map(|trial| as_test(arguments, trial, &bench)).collect();
        if all.is_empty() {
            eprintln!("error: the corpus {} has no rulings", bench.corpus.origin());
            return ExitCode::from(2);
        }
        all.push(check(&bench));
        libtest_mimic::run(arguments, all).exit_code()
    }
}

fn wrong(mistakes: &Diagnostics) -> ExitCode {
    eprintln!("{}", shown(&mistakes.render(true)));
    ExitCode::from(2)
}

/// Makes one more engine.
type Make = Box<dyn Fn(&Corpus) -> Box<dyn Engine> + Send + Sync>;

/// The corpus and the engines it is run against.
struct Bench {
    corpus: Corpus,
    make: Make,
    deviations: Option<Deviations>,
    recent: Recent,
    /// Engines no test uses now.
    idle: Mutex<Vec<Box<dyn Engine>>>,
}

impl Bench {
    /// Runs a trial with an engine that nobody uses.
    fn run(&self, trial: &Trial) -> Verdict {
        let idle = self.idle.lock().ok().and_then(|mut idle| idle.pop());
        let mut engine = idle.unwrap_or_else(|| (self.make)(&self.corpus));
        let verdict = trial.run(&self.corpus, &self.recent, &mut *engine);
        if let Ok(mut idle) = self.idle.lock() {
            idle.push(engine);
        }
        verdict
    }
}

/// What no single ruling shows: unused files, ids given twice, rules without a sentence.
fn check(bench: &Arc<Bench>) -> libtest_mimic::Trial {
    let bench = Arc::clone(bench);
    libtest_mimic::Trial::test("corpus::check", move || match bench.corpus.check().diagnostics {
        mistakes if mistakes.is_empty() => Ok(()),
        mistakes => Err(shown(&Diagnostics(mistakes).render(true)).into()),
    })
}

/// The file is read inside the trial: a runner that starts one process a test should not read the whole corpus.
fn as_test(arguments: &Arguments, trial: Trial, bench: &Arc<Bench>) -> libtest_mimic::Trial {
    let (name, ruling, shared) = (trial.name(), trial.ruling.clone(), Arc::clone(bench));
    let test = libtest_mimic::Trial::ignorable_test(name, move || verdict(&trial, &shared));
    let by_kind = arguments.filter.iter().chain(&arguments.skip).any(|filter| filter.contains(DISPUTED));
    let may_show = arguments.list || by_kind || !arguments.is_filtered_out(&test);
    let is_disputed = may_show && bench.corpus.ruling(&ruling).is_ok_and(|ruling| !ruling.disputed.is_empty());
    if is_disputed { test.with_kind(DISPUTED) } else { test }
}

/// The kind of trials that are run and never scored.
const DISPUTED: &str = "disputed";

fn verdict(trial: &Trial, bench: &Bench) -> Result<Completion, Failed> {
    let (ruling, outcome) = match bench.run(trial) {
        Verdict::Unreadable(mistakes) => return Err(shown(&mistakes.render(true)).into()),
        Verdict::Played(ruling, judgement) => (ruling, judgement.outcome),
    };
    let format = trial.format.as_deref().unwrap_or_default();
    match bench.deviations.as_ref().map(|list| list.standing(&ruling.id, format, outcome.now())) {
        Some(Standing::AsListed(entry)) => {
            return Ok(Completion::ignored_with(format!("deviates as listed: {}", entry.reason)));
        }
        Some(Standing::Otherwise(_, stale)) => {
            let report = report::outcome(&ruling, format, &outcome, bench.corpus.rules().ok()).unwrap_or_default();
            return Err(shown(&format!("{report}\n{}", stale.render(true))).trim_start().into());
        }
        Some(Standing::Unlisted) | None => {}
    }
    match outcome {
        Outcome::Passed => Ok(Completion::Completed),
        Outcome::Unsupported(why) => Ok(Completion::ignored_with(format!("unsupported: {why}"))),
        Outcome::Disputed(disputed) => {
            let follows = match disputed.followed.as_slice() {
                [] => "none of its readings".to_owned(),
                all => all.join(" and "),
            };
            Ok(Completion::ignored_with(format!("disputed, the engine follows: {follows}")))
        }
        outcome => {
            let text = report::outcome(&ruling, format, &outcome, bench.corpus.rules().ok());
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
        assert_eq!(
            format!("{:?}", run(&arguments, corpus, crate::engines::Reference::of)),
            format!("{:?}", ExitCode::from(2))
        );
    }
}
