//! The command line.
//!
//! It ends with 0 if everything passed, 1 if a ruling failed, 2 if the request or the corpus was wrong.

mod adequacy;
mod bless;
mod check;
mod coverage;
mod deviations;
mod engine;
mod explain;
mod github;
mod list;
mod locate;
mod new;
mod results;
mod rules;
mod run;
mod schema;
mod select;
mod serve;
mod smoke;
mod watch;
mod write;

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::corpus::{Checked, Corpus};
use crate::diagnostic::Diagnostics;
use crate::engines::Fault;
pub(crate) use locate::found;

/// Rulings of the Yu-Gi-Oh! card game, run against an engine.
#[derive(Debug, Parser)]
#[command(name = "segoc", version, propagate_version = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run rulings against the reference engine, or against another one.
    Run(run::Request),
    /// List rulings by the names under which they run.
    List(Selection),
    /// Tell the duel of a ruling step by step, with the rules it rests on.
    Explain(explain::Request),
    /// Say everything that is wrong with the corpus, or with some files.
    Check(check::Request),
    /// Begin the file of a ruling, or of a card.
    New(Box<new::Request>),
    /// Write what the engine did into the checks of a ruling.
    Bless(bless::Request),
    /// Check, play and tell a ruling again whenever it, or a card in it, is saved.
    Watch(watch::Request),
    /// List the rules, or tell everything about one.
    Rules(rules::Request),
    /// Show what the corpus shows: from statement to rule to ruling, what is missing first.
    Coverage(coverage::Request),
    /// Show which misconceptions the corpus catches, and which it does not.
    Adequacy(Common),
    /// Write the schemas for editors and the vocabulary page from the specification of the format.
    Schema(schema::Request),
    /// Say within seconds whether another engine's adapter works, before any ruling is judged.
    Smoke(smoke::Request),
    /// Print the scores of engines as a table in Markdown, or write a badge.
    Scoreboard(results::ScoreboardRequest),
    /// Show what changed between two runs; ends with 1 if something got worse.
    Compare(results::CompareRequest),
    /// Explain the failures of an engine by the wrong beliefs that would cause them.
    Diagnose(results::DiagnoseRequest),
    /// Serve the reference engine over the protocol, on standard input and output.
    Serve(ServeRequest),
}

/// Which formats are served.
#[derive(Debug, Args)]
struct ServeRequest {
    /// The corpus whose formats are served; else `corpus/` here or in a directory above, else the one built in.
    #[arg(long, value_name = "DIR")]
    corpus: Option<PathBuf>,
}

/// Which rulings, and how they are shown.
#[derive(Debug, Args)]
struct Selection {
    /// Only rulings whose `family/ruling::format` contains this, or with this id; several: any of them.
    #[arg(value_name = "FILTER")]
    filters: Vec<String>,

    /// Only in these formats, as in `--in tcg,goat`.
    #[arg(long = "in", value_name = "FORMATS", value_delimiter = ',')]
    formats: Vec<String>,

    #[command(flatten)]
    common: Common,
}

/// Which corpus, and for whom the output is.
#[derive(Debug, Args)]
struct Common {
    /// The corpus; else `corpus/` here or in a directory above, else the one built in.
    #[arg(long, value_name = "DIR")]
    corpus: Option<PathBuf>,

    /// For people, one JSON object a line, or annotations for GitHub.
    #[arg(long, value_enum, default_value_t = Output::Pretty)]
    output: Output,
}

/// For whom the output is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Output {
    /// For people.
    Pretty,
    /// For programs.
    Json,
    /// For GitHub: annotations of a pull request, by `check` and `run`.
    Github,
}

/// Why a command cannot do what it was asked.
enum Problem {
    /// The request is wrong: what, and what to do.
    Request(String, Option<String>),
    /// The corpus is wrong.
    Corpus(Diagnostics),
    /// The engine cannot be put to the test.
    Engine(Box<Fault>),
    /// The output cannot be written.
    Output(io::Error),
}

impl From<io::Error> for Problem {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

impl From<Diagnostics> for Problem {
    fn from(mistakes: Diagnostics) -> Self {
        Self::Corpus(mistakes)
    }
}

/// How a command ended, as its exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Ending {
    Passed = 0,
    Failed = 1,
    Wrong = 2,
}

/// Runs the command line of the process.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    let result = match &cli.command {
        Command::Run(request) => run::run(request),
        Command::List(selection) => list::list(selection),
        Command::Explain(request) => explain::explain(request),
        Command::Check(request) => check::check(request),
        Command::New(request) => new::new(request),
        Command::Bless(request) => bless::bless(request),
        Command::Watch(request) => watch::watch(request),
        Command::Rules(request) => rules::rules(request),
        Command::Coverage(request) => coverage::coverage(request),
        Command::Adequacy(common) => adequacy::adequacy(common),
        Command::Schema(request) => schema::schema(request),
        Command::Smoke(request) => smoke::run(request),
        Command::Scoreboard(request) => results::scoreboard(request),
        Command::Compare(request) => results::compare(request),
        Command::Diagnose(request) => results::diagnose(request),
        Command::Serve(request) => serve::serve(request),
    };
    let ending = result.unwrap_or_else(|problem| say(&problem));
    ExitCode::from(ending as u8)
}

/// Everything of a corpus, if nothing is wrong with it.
fn checked(corpus: &Corpus) -> Result<Checked, Problem> {
    let mut checked = corpus.check();
    match std::mem::take(&mut checked.diagnostics) {
        none if none.is_empty() => Ok(checked),
        mistakes => Err(Problem::Corpus(Diagnostics(mistakes))),
    }
}

/// Says on stderr what was wrong.
fn say(problem: &Problem) -> Ending {
    let mut err = anstream::stderr().lock();
    // There is nowhere left to report that stderr is closed.
    let _ = match problem {
        // Whoever reads has read enough, as in `segoc list | head`.
        Problem::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ending::Passed,
        Problem::Output(error) => writeln!(err, "error: cannot write the output: {error}"),
        Problem::Engine(fault) => writeln!(err, "{}", crate::report::breakdown(fault)),
        Problem::Corpus(mistakes) => writeln!(err, "{}", mistakes.render(true)),
        Problem::Request(what, None) => writeln!(err, "error: {what}"),
        Problem::Request(what, Some(help)) => writeln!(err, "error: {what}\n  help: {help}"),
    };
    Ending::Wrong
}
