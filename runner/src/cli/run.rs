//! `segoc run`: rulings against the reference engine.

use std::io::Write;
use std::num::NonZero;

use super::{Ending, Output, Problem, Selection, locate, select};
use crate::engines::{Engine, Reference};
use crate::outcome::Outcome;
use crate::play::Judgement;
use crate::report::{self, Summary, json};
use crate::trial::{Trial, Verdict, run_all};

pub(super) fn run(selection: &Selection) -> Result<Ending, Problem> {
    let corpus = locate::corpus(selection.common.corpus.as_deref())?;
    let trials = select::select(selection, &corpus)?;
    let catalogue = corpus.rules()?;
    let mut out = anstream::stdout().lock();
    let mut summary = Summary::new();
    let mut ending = Ending::Passed;
    let workers = std::thread::available_parallelism().map_or(1, NonZero::get).min(trials.len().max(1));
    let engines = (0..workers).map(|_| Box::new(Reference::of(&corpus)) as Box<dyn Engine>).collect();
    run_all(&corpus, &trials, engines, |trial, verdict| {
        ending = ending.max(count(&mut summary, &verdict));
        match (selection.common.output, &verdict) {
            (Output::Json, verdict) => writeln!(out, "{}", line(trial, verdict)),
            (Output::Pretty, Verdict::Unreadable(mistakes)) => writeln!(out, "{}\n", mistakes.render(true)),
            (Output::Pretty, Verdict::Played(ruling, judgement)) => {
                let format = trial.format.as_deref().unwrap_or_default();
                match report::outcome(ruling, format, &judgement.outcome, Some(catalogue)) {
                    Some(text) => writeln!(out, "{text}"),
                    None => Ok(()),
                }
            }
        }
    })?;
    let origin = corpus.origin().to_string();
    match selection.common.output {
        Output::Json => writeln!(out, "{}", json::summary(&summary, corpus.version(), &origin))?,
        Output::Pretty => writeln!(out, "{}; corpus {} ({origin})", summary.line(), corpus.version())?,
    }
    out.flush()?;
    Ok(ending)
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
