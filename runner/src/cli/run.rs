//! `segoc run`: rulings against the reference engine.

use std::collections::{HashMap, HashSet};
use std::io::{self, Write};
use std::num::NonZero;
use std::sync::Arc;

use super::{Ending, Output, Problem, Selection, github, locate, select};
use crate::corpus::id_used_twice;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::engines::{Engine, Reference};
use crate::outcome::Outcome;
use crate::play::Judgement;
use crate::report::{self, Summary, json};
use crate::ruling::Ruling;
use crate::trial::{Trial, Verdict, run_all};

pub(super) fn run(selection: &Selection) -> Result<Ending, Problem> {
    let corpus = locate::corpus(selection.common.corpus.as_deref())?;
    let trials = select::select(selection, &corpus)?;
    let catalogue = corpus.rules()?;
    let output = selection.common.output;
    let mut out = anstream::stdout().lock();
    let mut summary = Summary::new();
    let mut ending = Ending::Passed;
    let workers = std::thread::available_parallelism().map_or(1, NonZero::get).min(trials.len().max(1));
    let engines = (0..workers).map(|_| Box::new(Reference::of(&corpus)) as Box<dyn Engine>).collect();
    let mut seen = Seen::default();
    run_all(&corpus, &trials, engines, |trial, verdict| {
        ending = ending.max(count(&mut summary, &verdict));
        if let Verdict::Played(ruling, _) = &verdict
            && let Some(twice) = seen.id(ruling)
        {
            ending = Ending::Wrong;
            mistakes(&mut out, output, &twice.into())?;
        }
        let format = trial.format.as_deref().unwrap_or_default();
        match (output, &verdict) {
            (Output::Json, verdict) => writeln!(out, "{}", line(trial, verdict)),
            // A file that cannot be read is the same mistake in every format.
            (_, Verdict::Unreadable(_)) if !seen.unreadable(trial) => Ok(()),
            (_, Verdict::Unreadable(found)) => mistakes(&mut out, output, found),
            (Output::Github, Verdict::Played(ruling, judgement)) => {
                github::outcome(ruling, format, &judgement.outcome).iter().try_for_each(|line| writeln!(out, "{line}"))
            }
            (Output::Pretty, Verdict::Played(ruling, judgement)) => {
                match report::outcome(ruling, format, &judgement.outcome, Some(catalogue)) {
                    Some(text) => writeln!(out, "{text}"),
                    None => Ok(()),
                }
            }
        }
    })?;
    let origin = corpus.origin().to_string();
    match output {
        Output::Json => writeln!(out, "{}", json::summary(&summary, corpus.version(), &origin))?,
        Output::Pretty | Output::Github => {
            writeln!(out, "{}; corpus {} ({origin})", summary.line(), corpus.version())?;
        }
    }
    out.flush()?;
    Ok(ending)
}

/// What was met so far in a run.
#[derive(Default)]
struct Seen {
    /// The first ruling with each id.
    ids: HashMap<String, Arc<Ruling>>,
    /// Rulings with the id of another.
    twice: HashSet<String>,
    /// The last file that could not be read.
    unreadable: Option<String>,
}

impl Seen {
    /// The mistake of having the id of another ruling, said once.
    fn id(&mut self, ruling: &Arc<Ruling>) -> Option<Diagnostic> {
        let first = self.ids.entry(ruling.id.clone()).or_insert_with(|| Arc::clone(ruling));
        let twice = first.name != ruling.name && self.twice.insert(ruling.name.clone());
        twice.then(|| id_used_twice(ruling, first))
    }

    /// Whether a file that cannot be read is met for the first time.
    fn unreadable(&mut self, trial: &Trial) -> bool {
        self.unreadable.replace(trial.path.clone()).as_ref() != Some(&trial.path)
    }
}

fn mistakes(out: &mut impl Write, output: Output, found: &Diagnostics) -> io::Result<()> {
    match output {
        Output::Pretty => writeln!(out, "{}\n", found.render(true)),
        Output::Github => found.0.iter().try_for_each(|one| writeln!(out, "{}", github::diagnostic(one))),
        Output::Json => found.0.iter().try_for_each(|one| writeln!(out, "{}", super::check::line(one))),
    }
}

/// Counts a verdict, and says how a run with it ends.
fn count(summary: &mut Summary, verdict: &Verdict) -> Ending {
    match verdict {
        Verdict::Unreadable(_) => {
            summary.add_invalid();
            Ending::Wrong
        }
        Verdict::Played(_, Judgement { outcome, .. }) => {
            summary.add(outcome);
            match outcome {
                Outcome::Invalid(_) => Ending::Wrong,
                fine if fine.is_fine() => Ending::Passed,
                _ => Ending::Failed,
            }
        }
    }
}

fn line(trial: &Trial, verdict: &Verdict) -> String {
    match verdict {
        Verdict::Played(ruling, judgement) => {
            json::result(ruling, trial.format.as_deref().unwrap_or_default(), judgement)
        }
        Verdict::Unreadable(mistakes) => {
            json::unreadable(&trial.ruling, trial.format.as_deref(), &trial.path, mistakes)
        }
    }
}
