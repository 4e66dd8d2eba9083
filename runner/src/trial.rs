//! A trial: one ruling in one format. What runs rulings, the command line and the test harness alike, runs these.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};

use crate::corpus::Corpus;
use crate::diagnostic::Diagnostics;
use crate::engines::{Capabilities, Engine, Fault, FaultKind};
use crate::outcome::Outcome;
use crate::play::{self, Judgement};
use crate::ruling::Ruling;

/// One ruling in one format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trial {
    /// `family/file-name` of the ruling.
    pub ruling: String,
    /// The format; none if the file cannot be read so far as to know its formats.
    pub format: Option<String>,
    /// The file, as shown to people.
    pub path: String,
}

impl Trial {
    /// `family/ruling::format`.
    #[must_use]
    pub fn name(&self) -> String {
        match &self.format {
            Some(format) => format!("{}::{format}", self.ruling),
            None => self.ruling.clone(),
        }
    }

    /// Reads the ruling and plays it. An engine that breaks down is an outcome, not the end of the run.
    #[must_use]
    pub fn run(&self, corpus: &Corpus, engine: &mut dyn Engine) -> Verdict {
        let ruling = match corpus.ruling(&self.ruling) {
            Ok(ruling) => ruling,
            Err(mistakes) => return Verdict::Unreadable(mistakes),
        };
        let format = self.format.as_deref().or(ruling.formats.first().map(String::as_str)).unwrap_or_default();
        if corpus.format(format).is_none() {
            let message = format!("there is no format `{format}` in formats.yaml");
            let outcome = Outcome::Invalid(vec![crate::outcome::Flaw { span: ruling.play_span, message }]);
            return Verdict::Played(ruling, Judgement { outcome, weaker: Capabilities::new() });
        }
        let judgement = catch_unwind(AssertUnwindSafe(|| play::judge_with(engine, &ruling, format)));
        let judgement = judgement.unwrap_or_else(|panic| {
            let fault = Fault::new(FaultKind::Crashed, panic_words(panic.as_ref()));
            Judgement { outcome: Outcome::Fault(Box::new(fault)), weaker: Capabilities::new() }
        });
        Verdict::Played(ruling, judgement)
    }
}

/// What came of a trial.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// The ruling was played.
    Played(Arc<Ruling>, Judgement),
    /// The ruling, or a card it needs, could not be read.
    Unreadable(Diagnostics),
}

/// Every trial of a corpus, by the names of its files and the order of their formats.
#[must_use]
pub fn trials(corpus: &Corpus) -> Vec<Trial> {
    let of_file = |listed: crate::corpus::Listed| {
        let trial = |format: Option<String>| Trial { ruling: listed.name.clone(), format, path: listed.path.clone() };
        if listed.formats.is_empty() {
            return vec![trial(None)];
        }
        listed.formats.iter().cloned().map(|format| trial(Some(format))).collect()
    };
    corpus.list().into_iter().flat_map(of_file).collect()
}

/// Runs trials with so many engines at once; `each` sees the verdicts in the order of the trials and may end the run.
///
/// # Errors
/// What `each` returns.
pub fn run_all<E>(
    corpus: &Corpus,
    trials: &[Trial],
    engines: Vec<Box<dyn Engine>>,
    mut each: impl FnMut(&Trial, Verdict) -> Result<(), E>,
) -> Result<(), E> {
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        let (sender, verdicts) = mpsc::channel();
        for mut engine in engines {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(trial) = trials.get(index) else { return };
                    if sender.send((index, trial.run(corpus, &mut *engine))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut early = std::collections::BTreeMap::new();
        let mut due = 0;
        for (index, verdict) in verdicts {
            early.insert(index, verdict);
            while let Some(verdict) = early.remove(&due) {
                each(&trials[due], verdict)?;
                due += 1;
            }
        }
        Ok(())
    })
}

fn panic_words(panic: &(dyn std::any::Any + Send)) -> String {
    let words = panic.downcast_ref::<&str>().map(|s| (*s).to_owned());
    words.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "the engine panicked".into())
}
