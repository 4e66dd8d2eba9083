//! A trial: one ruling in one format. What runs rulings, the command line and the test harness alike, runs these.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};

use crate::engines::Reference;
use crate::outcome::Outcome;
use crate::play::{self, Judgement};
use segoc_engine::Policy;
use segoc_format::corpus::{Corpus, Listed};
use segoc_format::diagnostic::Diagnostics;
use segoc_format::ruling::Ruling;
use segoc_protocol::{Capabilities, Engine, Fault, FaultKind, visible};

/// One ruling in one format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trial {
    /// `family/file-name` of the ruling.
    pub ruling: String,
    /// The format; none if the file cannot be read so far as to know its formats.
    pub format: Option<String>,
    /// The file, as shown to people.
    pub path: String,
    /// The file of a ruling that is no part of the corpus.
    pub outside: Option<PathBuf>,
}

impl Trial {
    /// `family/ruling::format`.
    pub fn name(&self) -> String {
        match &self.format {
            Some(format) => format!("{}::{format}", self.ruling),
            None => self.ruling.clone(),
        }
    }

    /// Reads the ruling and plays it. An engine that breaks down is an outcome, not the end of the run.
    #[must_use]
    pub fn run(&self, corpus: &Corpus, recent: &Recent, engine: &mut dyn Engine) -> Verdict {
        let ruling = match recent.ruling(corpus, self) {
            Ok(ruling) => ruling,
            Err(mistakes) => return Verdict::Unreadable(mistakes),
        };
        let format = self.format.as_deref().or(ruling.formats.first().map(String::as_str)).unwrap_or_default();
        if corpus.format(format).is_none() {
            let message = format!("there is no format `{format}` in formats.yaml");
            let outcome = Outcome::Invalid(vec![crate::outcome::Flaw { span: ruling.play_span, message }]);
            return Verdict::Played(ruling, Judgement { outcome, weaker: Capabilities::new() });
        }
        let judgement = judged(engine, &ruling, format);
        Verdict::Played(ruling, judgement)
    }
}

/// The rulings that were read last: the trials of one ruling follow each other, and it is read once for all of them.
#[derive(Debug, Default)]
pub struct Recent(Mutex<VecDeque<Arc<Ruling>>>);

impl Recent {
    /// As many as are under way at once on a large machine.
    const MOST: usize = 16;

    fn ruling(&self, corpus: &Corpus, trial: &Trial) -> Result<Arc<Ruling>, Diagnostics> {
        let kept = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_it = |ruling: &&Arc<Ruling>| (&ruling.name, &ruling.path) == (&trial.ruling, &trial.path);
        if let Some(known) = kept().iter().find(is_it) {
            return Ok(Arc::clone(known));
        }
        let ruling = match &trial.outside {
            Some(file) => corpus.parse_ruling_file(file).map(Arc::new)?,
            None => corpus.ruling(&trial.ruling)?,
        };
        let mut kept = kept();
        kept.push_front(Arc::clone(&ruling));
        kept.truncate(Self::MOST);
        Ok(ruling)
    }
}

/// Does something with an engine; that it panics is a fault.
pub(crate) fn guarded<T>(play: impl FnOnce() -> T) -> Result<T, Fault> {
    catch_unwind(AssertUnwindSafe(play)).map_err(|panic| {
        let words = panic.downcast_ref::<&str>().map(|s| (*s).to_owned());
        let words = words.or_else(|| panic.downcast_ref::<String>().cloned());
        Fault::new(FaultKind::Crashed, words.unwrap_or_else(|| "the engine panicked".into()))
    })
}

/// Plays a ruling; an engine that breaks down is an outcome.
fn judged(engine: &mut dyn Engine, ruling: &Ruling, format: &str) -> Judgement {
    let judgement = guarded(|| play::play(engine, ruling, format));
    judgement
        .unwrap_or_else(|fault| Judgement { outcome: Outcome::Fault(Box::new(fault)), weaker: Capabilities::new() })
}

/// What comes of a ruling in a format if the reference engine plays it with a policy.
#[must_use]
pub fn outcome(ruling: &Ruling, format: &str, policy: &Policy) -> Outcome {
    outcome_of(&mut Reference::new([(format.to_owned(), policy.clone())]), ruling, format)
}

/// What comes of a ruling in a format if this engine plays it.
pub(crate) fn outcome_of(engine: &mut Reference, ruling: &Ruling, format: &str) -> Outcome {
    judged(engine, ruling, format).outcome
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
pub fn trials(corpus: &Corpus) -> Vec<Trial> {
    trials_of(corpus.list())
}

/// The trials of some rulings, in the order of their formats.
pub fn trials_of(rulings: Vec<Listed>) -> Vec<Trial> {
    let of_file = |listed: Listed| in_formats(listed.name, listed.path, None, &listed.formats);
    rulings.into_iter().flat_map(of_file).collect()
}

/// The trials of a file that is no part of the corpus.
pub fn trials_outside(corpus: &Corpus, file: &Path) -> Vec<Trial> {
    let read = corpus.parse_ruling_file(file);
    let name = file.file_stem().unwrap_or_default().to_string_lossy();
    let formats = read.map(|ruling| ruling.formats).unwrap_or_default();
    in_formats(visible(&name), visible(&file.display().to_string()), Some(file), &formats)
}

fn in_formats(ruling: String, path: String, outside: Option<&Path>, formats: &[String]) -> Vec<Trial> {
    let unread = Trial { ruling, format: None, path, outside: outside.map(Path::to_path_buf) };
    match formats {
        [] => vec![unread],
        formats => formats.iter().map(|format| Trial { format: Some(format.clone()), ..unread.clone() }).collect(),
    }
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
    let (next, recent) = (AtomicUsize::new(0), Recent::default());
    std::thread::scope(|scope| {
        let (sender, verdicts) = mpsc::channel();
        for mut engine in engines {
            let (sender, next, recent) = (sender.clone(), &next, &recent);
            scope.spawn(move || {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(trial) = trials.get(index) else { return };
                    if sender.send((index, trial.run(corpus, recent, &mut *engine))).is_err() {
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
