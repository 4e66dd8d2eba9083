//! `segoc explain`: the duel of a ruling, told.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

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
    /// `family/ruling`, a part of it that no other has, its id, or a file.
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
    let ruling = find(wanted, &corpus)?;
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
    Ok(match played.outcome() {
        Outcome::Invalid(_) => Ending::Wrong,
        fine if fine.is_fine() => Ending::Passed,
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

/// The ruling that is meant: a file, a name, an id, or a part of a name.
pub(super) fn find(wanted: &str, corpus: &Corpus) -> Result<Arc<Ruling>, Problem> {
    let path = Path::new(wanted);
    if path.is_file() {
        return Ok(Arc::new(of_file(path, corpus)?));
    }
    let names = || corpus.ruling_names();
    let mut found: Vec<&str> = names().filter(|name| *name == wanted || last_part(name) == wanted).collect();
    if found.is_empty() && select::is_id(&wanted.to_ascii_uppercase()) {
        found.extend(corpus.name_of(&wanted.to_ascii_uppercase()));
    }
    if found.is_empty() {
        found = names().filter(|name| name.contains(&wanted.to_lowercase())).collect();
    }
    match found[..] {
        [one] => Ok(corpus.ruling(one)?),
        [] => Err(unknown(wanted, corpus)),
        _ => Err(ambiguous(wanted, &found)),
    }
}

/// The name of a ruling without its family.
fn last_part(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
}

/// A file, which may be a draft; one of the corpus keeps its name.
fn of_file(path: &Path, corpus: &Corpus) -> Result<Ruling, Problem> {
    let mut ruling = corpus.parse_draft(path)?;
    if let Some(name) = corpus.name_in(path) {
        ruling.name = name;
    }
    Ok(ruling)
}

fn unknown(wanted: &str, corpus: &Corpus) -> Problem {
    if wanted.ends_with(".yaml") {
        return Problem::plain(format!("there is no file `{wanted}`"));
    }
    let names = corpus.ruling_names().flat_map(|name| [name, last_part(name)]);
    Problem::misspelt(format!("no ruling matches `{wanted}`"), wanted, names, "`segoc list` shows every ruling")
}

fn ambiguous(wanted: &str, found: &[&str]) -> Problem {
    const MOST: usize = 12;
    let mut names: Vec<String> = found.iter().take(MOST).map(|name| format!("\n    {name}")).collect();
    if found.len() > MOST {
        names.push(format!("\n    and {} more", found.len() - MOST));
    }
    let what = format!("{} rulings match `{wanted}`", found.len());
    Problem::advised(what, format!("say which:{}", names.concat()))
}
