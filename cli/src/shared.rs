//! What commands share: parts of their requests, where the corpus is, and how they end.

use std::io::{self, Write};
use std::mem::ManuallyDrop;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use clap::{Args, ValueEnum};

use segoc_format::corpus::{Checked, Corpus, Origin};
use segoc_format::diagnostic::Diagnostics;
use segoc_format::suggest::nearest;
use segoc_protocol::{Fault, visible};
use segoc_runner::report;

/// How a command is to behave, whichever it is.
#[derive(Debug, Args)]
pub(super) struct Manners {
    /// Whether there are colours: where a terminal shows them, always, or never.
    #[arg(long, global = true, value_name = "WHEN", value_enum, default_value_t = Colour::Auto)]
    color: Colour,

    /// Say only what is wrong, or what was asked for: no progress, no counts.
    #[arg(long, short, global = true)]
    quiet: bool,
}

/// Whether there are colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Colour {
    /// Where a terminal shows them.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

static QUIET: AtomicBool = AtomicBool::new(false);

impl Manners {
    /// Keeps them from now on, and the width of the terminal there is.
    pub(super) fn keep(&self) {
        QUIET.store(self.quiet, Ordering::Relaxed);
        match self.color {
            Colour::Auto => {}
            Colour::Always => anstream::ColorChoice::Always.write_global(),
            Colour::Never => anstream::ColorChoice::Never.write_global(),
        }
        if let Some((terminal_size::Width(columns), _)) = terminal_size::terminal_size_of(io::stdout()) {
            report::fit(usize::from(columns));
        }
    }
}

/// Whether only what is wrong, or was asked for, is said.
pub(super) fn is_quiet() -> bool {
    QUIET.load(Ordering::Relaxed)
}

/// Which rulings, and how they are shown.
#[derive(Debug, Args)]
pub(super) struct Selection {
    /// Only rulings whose `family/ruling::format` contains this, with this id, in this file, or else that `segoc list` finds by it; several: any of them.
    #[arg(value_name = "FILTER")]
    pub(super) filters: Vec<String>,

    /// Only in these formats, as in `--in tcg,goat`.
    #[arg(long = "in", value_name = "FORMATS", value_delimiter = ',')]
    pub(super) formats: Vec<String>,

    #[command(flatten)]
    pub(super) common: Annotated,
}

/// Which corpus, and for whom the output is, which may be GitHub.
#[derive(Debug, Args)]
pub(super) struct Annotated {
    #[command(flatten)]
    pub(super) place: Place,

    /// For people, one JSON object a line, or annotations for GitHub.
    #[arg(long, value_enum, default_value_t = Reader::Pretty)]
    pub(super) output: Reader,
}

/// For whom the output of `check` and `run` is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Reader {
    /// For people.
    Pretty,
    /// For programs.
    Json,
    /// For GitHub: annotations of a pull request.
    Github,
}

/// Which corpus, and for whom the output is.
#[derive(Debug, Args)]
pub(super) struct Common {
    #[command(flatten)]
    pub(super) place: Place,

    /// For people, or one JSON object a line.
    #[arg(long, value_enum, default_value_t = Output::Pretty)]
    pub(super) output: Output,
}

/// Where the corpus is.
#[derive(Debug, Args)]
pub(super) struct Place {
    /// The corpus; else `corpus/` here or in a directory above, else the one built in.
    #[arg(long, value_name = "DIR")]
    corpus: Option<PathBuf>,
}

impl Place {
    /// The corpus there. It is not taken apart at the end, for the program ends with the command.
    pub(super) fn corpus(&self) -> Result<ManuallyDrop<Corpus>, Problem> {
        located(self.corpus.as_deref()).map(ManuallyDrop::new)
    }
}

/// For whom the output is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Output {
    /// For people.
    Pretty,
    /// For programs.
    Json,
}

impl Output {
    /// Prints what a command says: a text for people, lines for programs.
    pub(super) fn print(
        self,
        pretty: impl FnOnce() -> String,
        json: impl FnOnce() -> Vec<String>,
    ) -> Result<(), Problem> {
        let mut out = anstream::stdout().lock();
        match self {
            Self::Pretty => write!(out, "{}", pretty())?,
            Self::Json => json().iter().try_for_each(|line| writeln!(out, "{line}"))?,
        }
        Ok(out.flush()?)
    }
}

/// Why a command cannot do what it was asked.
pub(super) enum Problem {
    /// The request is wrong: what, and what to do.
    Request(String, Option<String>),
    /// The corpus is wrong.
    Corpus(Diagnostics),
    /// The engine cannot be put to the test.
    Engine(Box<Fault>),
    /// The output cannot be written.
    Output(io::Error),
}

impl Problem {
    /// A wrong request about which there is no more to say.
    pub(super) fn plain(what: impl Into<String>) -> Self {
        Self::Request(what.into(), None)
    }

    /// A wrong request, and what to do.
    pub(super) fn advised(what: impl Into<String>, help: impl Into<String>) -> Self {
        Self::Request(what.into(), Some(help.into()))
    }

    /// A wrong request with a word that is not among some: what was probably meant, else something to do.
    pub(super) fn misspelt<'w>(
        what: String,
        word: &str,
        among: impl IntoIterator<Item = &'w str>,
        otherwise: impl Into<String>,
    ) -> Self {
        match nearest(word, among) {
            Some(near) => Self::advised(what, format!("did you mean `{near}`?")),
            None => Self::advised(what, otherwise),
        }
    }
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
pub(super) enum Ending {
    Passed = 0,
    Failed = 1,
    Wrong = 2,
}

/// The corpus asked for; else `corpus/` in the working directory or one above; else the one built in.
pub(super) fn located(asked: Option<&Path>) -> Result<Corpus, Problem> {
    match asked {
        Some(dir) if !dir.join("rules.yaml").is_file() => Err(Problem::advised(
            format!("`{}` is not a corpus: it has no rules.yaml", dir.display()),
            "a corpus is a directory with rules.yaml, formats.yaml, cards/ and rulings/",
        )),
        Some(dir) => Ok(Corpus::load(dir)?),
        None => Ok(Corpus::found()?),
    }
}

/// The directory of a corpus; one that is built in has none.
pub(super) fn directory(corpus: &Corpus) -> Option<&Path> {
    match corpus.origin() {
        Origin::Directory(path) => Some(path),
        _ => None,
    }
}

/// Everything of a corpus, if nothing is wrong with it.
pub(super) fn checked(corpus: &Corpus) -> Result<Checked, Problem> {
    let mut checked = corpus.check();
    match std::mem::take(&mut checked.diagnostics) {
        none if none.is_empty() => Ok(checked),
        mistakes => Err(Problem::Corpus(Diagnostics(mistakes))),
    }
}

/// A text with its line breaks, in which everything else can be seen: it may name a file, or quote what was typed.
fn lines(text: &str) -> String {
    text.lines().map(visible).collect::<Vec<_>>().join("\n")
}

/// Says on stderr what was wrong.
pub(super) fn say(problem: &Problem) -> Ending {
    let mut err = anstream::stderr().lock();
    // There is nowhere left to report that stderr is closed.
    let _ = match problem {
        // Whoever reads has read enough, as in `segoc list | head`.
        Problem::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ending::Passed,
        Problem::Output(error) => writeln!(err, "error: cannot write the output: {error}"),
        Problem::Engine(fault) => writeln!(err, "{}", report::breakdown(fault)),
        Problem::Corpus(mistakes) => writeln!(err, "{}", mistakes.render(true)),
        Problem::Request(what, None) => writeln!(err, "error: {}", lines(what)),
        Problem::Request(what, Some(help)) => writeln!(err, "error: {}\n  help: {}", lines(what), lines(help)),
    };
    Ending::Wrong
}
