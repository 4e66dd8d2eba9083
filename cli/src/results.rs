//! Results that are kept: by `segoc run`, and what `segoc scoreboard`, `compare` and `diagnose` make of them.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use super::progress::Progress;
use super::write::{Existing, write};
use super::{Common, Ending, Output, Problem};
use crate::junit::{Junit, Said};
use segoc_format::corpus::Corpus;
use segoc_format::deviations::Deviation;
use segoc_format::diagnostic::Diagnostic;
use segoc_protocol::Hello;
use segoc_runner::diagnose::Diagnosis;
use segoc_runner::report;
use segoc_runner::results::compare::Comparison;
use segoc_runner::results::scoreboard::{Scoreboard, table};
use segoc_runner::results::{Digests, Record, Results, badge, read};
use segoc_runner::trial::{Trial, Verdict};

/// What is kept of a run.
#[derive(Debug, Args)]
pub(super) struct Keep {
    /// Write the results as JUnit XML, for CI.
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,

    /// Write the score of the engine, to be committed: the same results are the same bytes.
    #[arg(long, value_name = "FILE", conflicts_with = "shard")]
    scoreboard: Option<PathBuf>,

    /// Compare with a score that was written by `--scoreboard`; one that is not current is an error.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["shard", "scoreboard"])]
    check_scoreboard: Option<PathBuf>,
}

/// What was kept so far.
pub(super) struct Kept {
    junit: Option<(Junit, PathBuf)>,
    scoreboard: Option<(Results, PathBuf, Use)>,
}

/// What a score is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    Write,
    Check,
}

impl Keep {
    /// Begins to keep what was asked for; `whole` says whether everything is run.
    pub(super) fn begin(&self, about: &Hello, corpus: &Corpus, whole: bool) -> Result<Kept, Problem> {
        let write = self.scoreboard.as_ref().map(|path| (path, Use::Write));
        let score = write.or(self.check_scoreboard.as_ref().map(|path| (path, Use::Check)));
        if score.is_some() && !whole {
            let help = "run everything: leave out filters and --in";
            return Err(Problem::advised("a part of the rulings makes no score", help));
        }
        if let Some((path, Use::Check)) = score
            && !path.is_file()
        {
            let what = format!("there is no file `{}`", path.display());
            return Err(Problem::advised(what, "write it with --scoreboard"));
        }
        let results = || Results::of(about, corpus.version());
        Ok(Kept {
            junit: self.junit.as_ref().map(|path| (Junit::default(), path.clone())),
            scoreboard: score.map(|(path, to)| (results(), path.clone(), to)),
        })
    }
}

impl Kept {
    /// Keeps a verdict, with what the list of deviations says about it.
    pub(super) fn add(
        &mut self,
        trial: &Trial,
        verdict: &Verdict,
        listed: Option<&Deviation>,
        stale: Option<&Diagnostic>,
        corpus: &Corpus,
    ) {
        let format = trial.format.as_deref().unwrap_or_default();
        if let Some((junit, _)) = &mut self.junit {
            let said = listed.map(Said::Known).or(stale.map(Said::Otherwise)).unwrap_or(Said::Nothing);
            let report = match verdict {
                Verdict::Played(ruling, judgement) => {
                    report::outcome(ruling, format, &judgement.outcome, corpus.rules().ok())
                }
                Verdict::Unreadable(mistakes) => Some(mistakes.render(false)),
            };
            junit.add(trial, verdict, said, report);
        }
        if let Some((results, ..)) = &mut self.scoreboard {
            results.records.push(match verdict {
                Verdict::Played(ruling, judgement) => Record {
                    played: Some(Digests::of(ruling)),
                    ..Record::of(ruling, format, &judgement.outcome, listed)
                },
                Verdict::Unreadable(_) => Record {
                    name: trial.ruling.clone(),
                    format: format.to_owned(),
                    outcome: "invalid".into(),
                    ..Record::default()
                },
            });
        }
    }

    /// Writes the files that were asked for.
    pub(super) fn finish(self, about: &Hello) -> Result<Ending, Problem> {
        if let Some((junit, path)) = self.junit {
            let text = junit.text(&format!("{} {}", about.engine, about.version));
            let text = text.map_err(|error| Problem::plain(format!("no JUnit can be written: {error}")))?;
            write(&path, &text, Existing::Replace)?;
        }
        match self.scoreboard {
            Some((results, path, Use::Write)) => write(&path, &Scoreboard::of(&results).text(), Existing::Replace)?,
            Some((results, path, Use::Check)) => return check(&results, &path),
            None => {}
        }
        Ok(Ending::Passed)
    }
}

/// Says whether a committed score is current.
fn check(results: &Results, path: &Path) -> Result<Ending, Problem> {
    let current = Scoreboard::of(results).text();
    let committed = std::fs::read_to_string(path)
        .map_err(|error| Problem::plain(format!("`{}` cannot be read: {error}", path.display())))?;
    if committed.replace("\r\n", "\n") == current {
        return Ok(Ending::Passed);
    }
    let before = read::file(path)?;
    let mut err = anstream::stderr().lock();
    writeln!(err, "{}", Comparison::of(&before, results).pretty())?;
    writeln!(err, "error: `{0}` is not current\n  help: write it again with --scoreboard {0}", path.display())?;
    Ok(Ending::Failed)
}

/// Which scores are shown, and how.
#[derive(Debug, Args)]
pub(super) struct ScoreboardRequest {
    /// Files written by `segoc run --scoreboard`, or by `segoc run --output json`.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// Write a badge instead, an SVG image.
    #[arg(long, value_name = "FILE")]
    badge: Option<PathBuf>,
}

/// `segoc scoreboard`: scores as a table in Markdown, or a badge.
pub(super) fn scoreboard(request: &ScoreboardRequest) -> Result<Ending, Problem> {
    let boards = request.files.iter().map(|file| Ok(Scoreboard::of(&read::file(file)?)));
    match (&request.badge, boards.collect::<Result<Vec<_>, Problem>>()?.as_slice()) {
        (Some(path), [board]) => write(path, &badge::svg(board), Existing::Replace)?,
        (Some(_), _) => return Err(Problem::advised("a badge is for one engine", "name one file")),
        (None, boards) => write!(anstream::stdout().lock(), "{}", table(boards))?,
    }
    Ok(Ending::Passed)
}

/// Which runs are compared.
#[derive(Debug, Args)]
pub(super) struct CompareRequest {
    /// The results of one run: what `segoc run --output json` printed, or a scoreboard.
    #[arg(value_name = "BEFORE")]
    before: PathBuf,

    /// The results of another.
    #[arg(value_name = "AFTER")]
    after: PathBuf,

    /// For people, or one JSON object a line.
    #[arg(long, value_enum, default_value_t = Output::Pretty)]
    output: Output,
}

/// `segoc compare`: what changed between two runs.
pub(super) fn compare(request: &CompareRequest) -> Result<Ending, Problem> {
    let (before, after) = (read::file(&request.before)?, read::file(&request.after)?);
    let comparison = Comparison::of(&before, &after);
    request.output.print(|| comparison.pretty(), || comparison.json())?;
    Ok(if comparison.is_worse() { Ending::Failed } else { Ending::Passed })
}

/// Which results are explained.
#[derive(Debug, Args)]
pub(super) struct DiagnoseRequest {
    /// The results of an engine: what `segoc run --engine … --output json` printed.
    #[arg(value_name = "RESULTS")]
    results: PathBuf,

    #[command(flatten)]
    common: Common,
}

/// `segoc diagnose`: which wrong beliefs explain the failures of an engine.
pub(super) fn diagnose(request: &DiagnoseRequest) -> Result<Ending, Problem> {
    let results = read::file(&request.results)?;
    let corpus = request.common.place.corpus()?;
    if results.capabilities.is_none() {
        return Err(Problem::advised(
            format!("`{}` does not say how the engine failed", request.results.display()),
            "save the results with `segoc run --engine … --output json > FILE`; a scoreboard says too little",
        ));
    }
    let progress = Progress::of("trying wrong beliefs", 0);
    let diagnosis = Diagnosis::of(&corpus, &results)?;
    drop(progress);
    request.common.output.print(|| diagnosis.pretty(), || diagnosis.json())?;
    Ok(Ending::Passed)
}
