//! `segoc run`: rulings against an engine.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::io::{self, Write};
use std::str::FromStr;
use std::sync::Arc;

use clap::Args;

use super::engine::Subject;
use super::{Ending, Output, Problem, Selection, github, locate, select};
use crate::corpus::id_used_twice;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::outcome::Outcome;
use crate::play::Judgement;
use crate::report::{self, Summary, json};
use crate::ruling::Ruling;
use crate::trial::{Trial, Verdict, run_all};

/// Which rulings are run against which engine.
#[derive(Debug, Args)]
pub(super) struct Request {
    #[command(flatten)]
    selection: Selection,

    #[command(flatten)]
    subject: Subject,

    /// Only every N-th ruling and format, beginning with the K-th, for runs that are split up.
    #[arg(long, value_name = "K/N")]
    shard: Option<Shard>,
}

/// A part of a run.
#[derive(Clone, Copy, Debug)]
struct Shard {
    /// Counted from 1.
    part: usize,
    of: usize,
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.split_once('/').and_then(|(part, of)| Some((part.parse().ok()?, of.parse().ok()?)));
        match numbers {
            Some((part, of)) if part >= 1 && part <= of => Ok(Self { part, of }),
            _ => Err("two numbers, as in 1/4, 2/4, 3/4 and 4/4".into()),
        }
    }
}

pub(super) fn run(request: &Request) -> Result<Ending, Problem> {
    let selection = &request.selection;
    let corpus = locate::corpus(selection.common.corpus.as_deref())?;
    let mut trials = select::select(selection, &corpus)?;
    if let Some(Shard { part, of }) = request.shard {
        trials = trials.into_iter().skip(part - 1).step_by(of).collect();
        if trials.is_empty() {
            return Err(Problem::Request(format!("there is nothing left for part {part} of {of}"), None));
        }
    }
    let catalogue = corpus.rules()?;
    let output = selection.common.output;
    let (about, engines) = request.subject.engines(&corpus, trials.len())?;
    let mut out = anstream::stdout().lock();
    let mut summary = Summary::new();
    let mut reasons: BTreeMap<String, usize> = BTreeMap::new();
    let mut ending = Ending::Passed;
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
            (_, Verdict::Played(_, Judgement { outcome: Outcome::Unsupported(why), .. })) => {
                *reasons.entry(why.clone()).or_default() += 1;
                Ok(())
            }
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
        Output::Json => writeln!(out, "{}", json::summary(&summary, &about, corpus.version(), &origin))?,
        Output::Pretty | Output::Github => {
            for (why, times) in &reasons {
                writeln!(out, "unsupported {times} times: {why}")?;
            }
            let engine = request.subject.engine.as_ref().map(|_| format!("{} {}: ", about.name, about.version));
            let engine = engine.unwrap_or_default();
            writeln!(out, "{engine}{}; corpus {} ({origin})", summary.line(), corpus.version())?;
        }
    }
    out.flush()?;
    if summary.of("unsupported") == summary.total() {
        return Err(Problem::Request("the engine played none of these rulings".into(), None));
    }
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
