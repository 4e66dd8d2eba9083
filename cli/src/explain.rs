//! `segoc explain`: the duel of a ruling, told.

use std::io::Write;
use std::path::Path;

use clap::{Args, ValueEnum};

use super::engine::Patience;
use super::shared::Place;
use super::{Ending, Problem, select};
use segoc_format::corpus::Corpus;
use segoc_format::ruling::Ruling;
use segoc_runner::coverage::rules_exercised;
use segoc_runner::outcome::Outcome;
use segoc_runner::{explain, telling};

/// Which ruling, and how it is told.
#[derive(Debug, Args)]
pub(super) struct Request {
    /// A file, the id or name of a ruling, or words that no other says, as of its question.
    #[arg(value_name = "RULING|FILE")]
    ruling: String,

    /// The format; else the first one of the ruling.
    #[arg(long = "in", value_name = "FORMAT")]
    format: Option<String>,

    #[command(flatten)]
    place: Place,

    /// The command that starts another engine, whose duel is told, and where it parts from the reference engine's.
    #[arg(long, value_name = "COMMAND")]
    engine: Option<String>,

    #[command(flatten)]
    patience: Patience,

    /// For a terminal, for a forum post, or for programs.
    #[arg(long, value_enum, default_value_t = Output::Pretty)]
    output: Output,
}

/// For whom the output is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Output {
    /// For a terminal.
    Pretty,
    /// One JSON object.
    Json,
    /// A document.
    Markdown,
}

pub(super) fn explain(request: &Request) -> Result<Ending, Problem> {
    let corpus = request.place.corpus()?;
    let (wanted, in_name) = match request.ruling.split_once("::") {
        Some((ruling, format)) => (ruling, Some(format)),
        None => (request.ruling.as_str(), None),
    };
    if let Some(format) = request.format.as_deref().or(in_name) {
        select::known_format(format, &corpus)?;
    }
    let ruling = select::ruling(wanted, &corpus)?;
    let format = format_of(&ruling, request.format.as_deref().or(in_name))?;
    let ours = telling::play(&corpus, &ruling, &format);
    let (played, parting) = match &request.engine {
        None => (ours?, None),
        Some(command) => {
            let mut engine = request.patience.start(command, &corpus)?;
            let theirs = telling::play_with(&mut engine, &corpus, &ruling, &format)?;
            let said = match ours?.parts_from(&theirs) {
                Some(parting) => parting.to_string(),
                None => "As far as this engine tells it, its duel is the reference engine's.".to_owned(),
            };
            (theirs, Some(said))
        }
    };
    let tale = played.tale(&corpus)?;
    let mut out = anstream::stdout().lock();
    match request.output {
        Output::Pretty => write!(out, "{}", explain::pretty(&tale))?,
        Output::Markdown => write!(out, "{}", explain::markdown(&tale))?,
        Output::Json => writeln!(out, "{}", explain::json(&tale))?,
    }
    out.flush()?;
    if let Some(said) = parting {
        anstream::eprintln!("{said}");
    }
    unfinished(&corpus, &ruling, &format);
    // Whoever works on a file hears of what is taken for granted.
    if Path::new(wanted).is_file() {
        for choice in played.unwritten_choices() {
            anstream::eprintln!("note: nothing is written of a choice: {choice}");
        }
    }
    Ok(match played.outcome() {
        Outcome::Invalid(_) => Ending::Wrong,
        fine if fine.is_fine() || fine.is_unwritten() => Ending::Passed,
        _ => Ending::Failed,
    })
}

/// Says on stderr what a draft still lacks, and which rules it could name.
fn unfinished(corpus: &Corpus, ruling: &Ruling, format: &str) {
    for note in &ruling.unfinished {
        anstream::eprintln!("note[{}]: {note}", note.lint);
    }
    let policy = corpus.format(format).map(|format| &format.policy).filter(|_| ruling.rules.is_empty());
    if let Some(rules) = policy.and_then(|policy| rules_exercised(ruling, format, policy)) {
        let rules: Vec<&str> = rules.iter().map(|rule| rule.word()).collect();
        anstream::eprintln!("  help: rules that decided something: {}", rules.join(", "));
    }
}

/// The format asked for, if the ruling is asserted in it; else its first.
pub(super) fn format_of(ruling: &Ruling, asked: Option<&str>) -> Result<String, Problem> {
    match asked {
        None => Ok(ruling.formats.first().cloned().unwrap_or_default()),
        Some(format) if ruling.formats.iter().any(|f| f == format) => Ok(format.to_owned()),
        Some(format) => {
            let what = format!("`{}` is not asserted in {format}", ruling.name);
            Err(Problem::advised(what, format!("it is in {}", ruling.formats.join(", "))))
        }
    }
}
