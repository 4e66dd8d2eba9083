//! `segoc run`: rulings against an engine.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::io::{self, Write};
use std::sync::Arc;

use clap::Args;

use super::deviations::{Known, Listed};
use super::engine::Subject;
use super::progress::Progress;
use super::results::{Keep, Kept};
use super::select::Shard;
use super::shared::{Reader, is_quiet};
use super::{Ending, Problem, Selection, github, select};
use segoc_format::corpus::{Corpus, id_used_twice};
use segoc_format::deviations::{Deviation, Standing};
use segoc_format::diagnostic::{Diagnostic, Diagnostics};
use segoc_format::ruling::Ruling;
use segoc_runner::outcome::Outcome;
use segoc_runner::play::Judgement;
use segoc_runner::report::{self, Summary, json};
use segoc_runner::trial::{Trial, Verdict, run_all};

/// Which rulings are run against which engine.
#[derive(Debug, Args)]
pub(super) struct Request {
    #[command(flatten)]
    selection: Selection,

    #[command(flatten)]
    subject: Subject,

    #[command(flatten)]
    listed: Listed,

    #[command(flatten)]
    keep: Keep,

    /// Only every N-th ruling and format, beginning with the K-th, for runs that are split up.
    #[arg(long, value_name = "K/N")]
    shard: Option<Shard>,

    /// Stop at the first ruling that does not pass.
    #[arg(long, conflicts_with_all = ["scoreboard", "check_scoreboard", "update_deviations"])]
    fail_fast: bool,
}

/// Why a run ends before its end.
enum Stop {
    Output(io::Error),
    /// Something did not pass, and that is enough.
    Failed,
}

pub(super) fn run(request: &Request) -> Result<Ending, Problem> {
    let selection = &request.selection;
    let corpus = selection.common.place.corpus()?;
    let mut trials = select::select(selection, &corpus)?;
    if let Some(Shard { part, of }) = request.shard {
        trials = trials.into_iter().skip(part - 1).step_by(of).collect();
        if trials.is_empty() {
            return Err(Problem::plain(format!("there is nothing left for part {part} of {of}")));
        }
    }
    let known = request.listed.known(&corpus)?;
    let output = selection.common.output;
    let (about, engines) = request.subject.engines(&corpus, trials.len())?;
    let whole = selection.filters.is_empty() && selection.formats.is_empty();
    let kept = request.keep.begin(&about, &corpus, whole)?;
    let summary = if known.is_some() { Summary::new().with_deviations() } else { Summary::new() };
    let mut show = Show {
        out: anstream::stdout().lock(),
        output,
        corpus: &corpus,
        known,
        kept,
        summary,
        reasons: BTreeMap::new(),
        ending: Ending::Passed,
        seen: Seen::default(),
        progress: (output != Reader::Json).then(|| Progress::of("rulings", trials.len())),
    };
    let stopped = run_all(&corpus, &trials, engines, |trial, verdict| {
        show.verdict(trial, &verdict).map_err(Stop::Output)?;
        let enough = request.fail_fast && show.ending != Ending::Passed;
        if enough { Err(Stop::Failed) } else { Ok(()) }
    });
    let stopped = match stopped {
        Ok(()) => false,
        Err(Stop::Failed) => true,
        Err(Stop::Output(error)) => return Err(error.into()),
    };
    drop(show.progress.take());
    let Show { mut out, summary, reasons, mut ending, known, kept, .. } = show;
    let updated = known.map(|known| known.finish(&corpus)).transpose()?.flatten();
    let origin = corpus.origin().to_string();
    match output {
        Reader::Json => writeln!(out, "{}", json::summary(&summary, &about, corpus.version(), &origin))?,
        // Whoever wants to hear nothing else hears of failures.
        _ if is_quiet() && ending == Ending::Passed => {}
        Reader::Pretty | Reader::Github => {
            let shown = |text: String| if output == Reader::Github { github::line(&text) } else { text };
            let mut reasons: Vec<(&String, &usize)> = reasons.iter().collect();
            reasons.sort_by_key(|(_, times)| std::cmp::Reverse(**times));
            for (why, times) in reasons {
                writeln!(out, "{}", shown(format!("unsupported {times} times: {why}")))?;
            }
            let engine = request.subject.engine.as_ref().map(|_| format!("{} {}: ", about.engine, about.version));
            let engine = engine.unwrap_or_default();
            let early = if stopped { ", stopped at the first failure" } else { "" };
            let line = format!("{engine}{}{early}; corpus {} ({origin})", summary.line(), corpus.version());
            writeln!(out, "{}", shown(line))?;
        }
    }
    out.flush()?;
    if let Some(said) = updated {
        writeln!(anstream::stderr(), "{said}")?;
        // What failed is listed now.
        ending = if ending == Ending::Failed { Ending::Passed } else { ending };
    }
    ending = ending.max(kept.finish(&about)?);
    if summary.of("unsupported") == summary.total() {
        return Err(Problem::plain("the engine played none of these rulings"));
    }
    Ok(ending)
}

/// Shows verdicts one by one and counts them.
struct Show<'r, W> {
    out: W,
    output: Reader,
    corpus: &'r Corpus,
    known: Option<Known>,
    kept: Kept,
    summary: Summary,
    /// Why rulings are not supported, and how often.
    reasons: BTreeMap<String, usize>,
    ending: Ending,
    seen: Seen,
    progress: Option<Progress>,
}

impl<W: Write> Show<'_, W> {
    fn verdict(&mut self, trial: &Trial, verdict: &Verdict) -> io::Result<()> {
        if let Some(progress) = &self.progress {
            progress.step();
            if !matches!(verdict, Verdict::Played(_, judgement) if matches!(judgement.outcome, Outcome::Passed)) {
                progress.clear();
            }
        }
        match verdict {
            Verdict::Unreadable(found) => {
                self.kept.add(trial, verdict, None, None, self.corpus);
                self.unreadable(trial, found)
            }
            Verdict::Played(ruling, judgement) => {
                let format = trial.format.as_deref().unwrap_or_default();
                let (listed, stale) = self.standing(&ruling.id, format, &judgement.outcome);
                self.kept.add(trial, verdict, listed.as_ref(), stale.as_ref(), self.corpus);
                self.played(ruling, format, judgement, listed.as_ref(), stale)
            }
        }
    }

    fn unreadable(&mut self, trial: &Trial, found: &Diagnostics) -> io::Result<()> {
        self.summary.add_invalid();
        self.ending = Ending::Wrong;
        match self.output {
            Reader::Json => {
                let line = json::unreadable(&trial.ruling, trial.format.as_deref(), &trial.path, found);
                writeln!(self.out, "{line}")
            }
            // A file that cannot be read is the same mistake in every format.
            _ if !self.seen.unreadable(trial) => Ok(()),
            _ => self.mistakes(found),
        }
    }

    /// The known deviation an outcome is, or what is wrong with the list.
    fn standing(&mut self, id: &str, format: &str, outcome: &Outcome) -> (Option<Deviation>, Option<Diagnostic>) {
        match self.known.as_mut().map(|known| known.meet(id, format, outcome)) {
            Some(Standing::AsListed(entry)) => (Some(entry.clone()), None),
            Some(Standing::Otherwise(_, stale)) => (None, Some(*stale)),
            Some(Standing::Unlisted) | None => (None, None),
        }
    }

    fn played(
        &mut self,
        ruling: &Arc<Ruling>,
        format: &str,
        judgement: &Judgement,
        listed: Option<&Deviation>,
        stale: Option<Diagnostic>,
    ) -> io::Result<()> {
        let outcome = &judgement.outcome;
        if let Some(twice) = self.seen.id(ruling, self.corpus) {
            self.ending = Ending::Wrong;
            self.mistakes(&twice.into())?;
        }
        match listed {
            Some(_) => self.summary.add_as_listed(outcome),
            None => self.summary.add(outcome),
        }
        self.ending = self.ending.max(match outcome {
            Outcome::Invalid(_) => Ending::Wrong,
            _ if stale.is_some() => Ending::Failed,
            fine if listed.is_some() || fine.is_fine() => Ending::Passed,
            _ => Ending::Failed,
        });
        match (self.output, outcome) {
            (Reader::Json, _) => writeln!(self.out, "{}", json::result(ruling, format, judgement, listed))?,
            (_, Outcome::Unsupported(why)) => *self.reasons.entry(why.clone()).or_default() += 1,
            _ if listed.is_some() => {}
            (Reader::Github, outcome) => {
                for line in github::outcome(ruling, format, outcome) {
                    writeln!(self.out, "{line}")?;
                }
            }
            (Reader::Pretty, outcome) => {
                // The catalogue is read only for what it has to say something about.
                let catalogue = if outcome.is_fine() { None } else { self.corpus.rules().ok() };
                if let Some(text) = report::outcome(ruling, format, outcome, catalogue) {
                    writeln!(self.out, "{text}")?;
                }
            }
        }
        match stale {
            Some(stale) => self.mistakes(&stale.into()),
            None => Ok(()),
        }
    }

    fn mistakes(&mut self, found: &Diagnostics) -> io::Result<()> {
        let out = &mut self.out;
        match self.output {
            Reader::Pretty => writeln!(out, "{}\n", found.render(true)),
            Reader::Github => found.0.iter().try_for_each(|one| writeln!(out, "{}", github::diagnostic(one))),
            Reader::Json => found.0.iter().try_for_each(|one| writeln!(out, "{}", super::check::line(one))),
        }
    }
}

/// What was met so far in a run.
#[derive(Default)]
struct Seen {
    /// The name of the first ruling with each id.
    ids: HashMap<String, String>,
    /// Rulings with the id of another.
    twice: HashSet<String>,
    /// The last file that could not be read.
    unreadable: Option<String>,
}

impl Seen {
    /// The mistake of having the id of another ruling, said once.
    fn id(&mut self, ruling: &Ruling, corpus: &Corpus) -> Option<Diagnostic> {
        let first = self.ids.entry(ruling.id.clone()).or_insert_with(|| ruling.name.clone());
        let twice = *first != ruling.name && self.twice.insert(ruling.name.clone());
        // What was judged is not kept: the other one is read again.
        let other = if twice { corpus.ruling(first).ok() } else { None };
        other.map(|other| id_used_twice(ruling, &other))
    }

    /// Whether a file that cannot be read is met for the first time.
    fn unreadable(&mut self, trial: &Trial) -> bool {
        self.unreadable.replace(trial.path.clone()).as_ref() != Some(&trial.path)
    }
}
