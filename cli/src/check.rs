//! `segoc check`: everything that is wrong with a corpus, or with some files.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Args, ValueEnum};
use serde_json::json;

use super::progress::Progress;
use super::shared::{Annotated, Reader, is_quiet};
use super::{Ending, Problem, github, select};
use segoc_format::corpus::Corpus;
use segoc_format::diagnostic::{Diagnostic, Severity};
use segoc_format::lint::Lint;
use segoc_format::printed::Table;
use segoc_protocol::visible;
use segoc_runner::check::{Mistakes, Outside, Written};
use segoc_runner::coverage::json::written;
use segoc_runner::report::count;

/// Which files.
#[derive(Debug, Args)]
pub(super) struct Request {
    /// Only these files, of the corpus, or rulings from elsewhere and cards in a folder `cards` beside them, or rulings by their id, name or words that no other says; else everything.
    #[arg(value_name = "RULING|FILE")]
    files: Vec<String>,

    /// Explain a mistake by its id, the word in brackets; without an id, list them.
    #[arg(long, value_name = "ID", num_args = 0..=1, default_missing_value = "", conflicts_with_all = ["files", "deny"])]
    explain: Option<String>,

    /// End with 1 if there are warnings, too.
    #[arg(long, value_name = "WHAT")]
    deny: Option<Deny>,

    /// Compare cards with this table of what is printed on them; corpus/README.md says what it looks like.
    #[arg(long, value_name = "FILE")]
    printed: Option<PathBuf>,

    #[command(flatten)]
    common: Annotated,
}

/// What else is not let pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Deny {
    /// Warnings.
    Warnings,
}

pub(super) fn check(request: &Request) -> Result<Ending, Problem> {
    if let Some(id) = &request.explain {
        return explain(id);
    }
    let corpus = request.common.place.corpus()?;
    let progress = Progress::of("checking", 0);
    let Mistakes { of_files: mistakes, gaps } = found(&corpus, request)?;
    drop(progress);
    let of = |list: &[Diagnostic], severity| list.iter().filter(|d| d.severity == severity).count();
    let wrong = of(&mistakes, Severity::Error);
    let all: Vec<Diagnostic> = mistakes.into_iter().chain(gaps).collect();
    let counts = [Severity::Error, Severity::Warning, Severity::Note].map(|severity| (severity, of(&all, severity)));
    let mut out = anstream::stdout().lock();
    for diagnostic in &all {
        match request.common.output {
            Reader::Json => writeln!(out, "{}", line(diagnostic))?,
            // What is only a note is said of a file that was asked about.
            _ if diagnostic.severity == Severity::Note => {}
            Reader::Pretty => writeln!(out, "{}\n", diagnostic.render(true))?,
            Reader::Github => writeln!(out, "{}", github::diagnostic(diagnostic))?,
        }
    }
    let [(_, errors), (_, warnings), (_, notes)] = counts;
    if request.common.output == Reader::Json {
        let summary = json!({"type": "summary", "errors": errors, "warnings": warnings, "notes": notes});
        writeln!(out, "{}", written(&summary))?;
    } else if !(is_quiet() && errors + warnings == 0) {
        let mut counted = vec![count(errors, "error"), count(warnings, "warning")];
        counted.extend((notes > 0).then(|| count(notes, "note")));
        writeln!(out, "{}; corpus {} ({})", counted.join(", "), corpus.version(), corpus.origin())?;
        if let Some(first) = all.iter().find(|d| d.severity != Severity::Note) {
            writeln!(out, "`segoc check --explain {}` says more about a mistake", first.lint)?;
        } else if notes > 0 {
            writeln!(out, "`segoc check FILE` shows the notes of a file")?;
        }
    }
    out.flush()?;
    let denied = request.deny == Some(Deny::Warnings) && warnings > 0;
    Ok(match (wrong, errors) {
        (0, 0) if denied => Ending::Failed,
        (0, 0) => Ending::Passed,
        (0, _) => Ending::Failed,
        _ => Ending::Wrong,
    })
}

/// What an id means; without one, which there are.
fn explain(id: &str) -> Result<Ending, Problem> {
    let mut out = anstream::stdout().lock();
    if id.is_empty() {
        for lint in Lint::ALL {
            let first = lint.explanation().lines().next().unwrap_or_default();
            writeln!(out, "{:<20} {first}", lint.word())?;
        }
        return Ok(Ending::Passed);
    }
    let Some(lint) = Lint::from_word(id) else {
        let ids: Vec<&str> = Lint::ALL.iter().map(|lint| lint.word()).collect();
        let all = format!("there are {}", ids.join(", "));
        return Err(Problem::misspelt(format!("no mistake has the id `{id}`"), id, ids, all));
    };
    writeln!(out, "{lint}\n\n{}", lint.explanation())?;
    Ok(Ending::Passed)
}

/// What is wrong with the files that were asked for, and what the rulings do not show.
fn found(corpus: &Corpus, request: &Request) -> Result<Mistakes, Problem> {
    let (inside, outside) = sorted(&request.files, corpus)?;
    let outside = outside.iter().map(|file| Outside {
        path: visible(&file.display().to_string()),
        read: match is_card(file) {
            true => corpus.parse_card_file(file).map(|card| Written::Card(Arc::new(card))),
            false => corpus.parse_ruling_file(file).map(|ruling| Written::Ruling(Arc::new(ruling))),
        },
    });
    let outside: Vec<Outside> = outside.collect();
    let printed = request.printed.as_deref().map(Table::load).transpose()?;
    Ok(segoc_runner::check::check(corpus, &inside, &outside, printed.as_ref()))
}

/// Whether a file from elsewhere lies where a ruling finds cards of its own.
fn is_card(file: &Path) -> bool {
    let file = std::path::absolute(file).unwrap_or_else(|_| file.to_owned());
    file.parent().and_then(Path::file_name).is_some_and(|folder| folder == "cards")
}

/// The files of the corpus, by their paths in it, and those from elsewhere; a file that does not exist is an error.
fn sorted(files: &[String], corpus: &Corpus) -> Result<(Vec<String>, Vec<PathBuf>), Problem> {
    let (mut inside, mut outside) = (Vec::new(), Vec::new());
    for wanted in files {
        let file = Path::new(wanted);
        match corpus.path_of(file).filter(|_| file.is_file()) {
            Some(path) => inside.push(path),
            None if file.is_file() => outside.push(file.to_owned()),
            None if file.exists() => return Err(Problem::plain(format!("there is no file `{wanted}`"))),
            // One that is built into this program is no file.
            None => inside.push(format!("rulings/{}.yaml", select::name(wanted, corpus)?)),
        }
    }
    Ok((inside, outside))
}

/// A mistake as a line of JSON.
pub(super) fn line(diagnostic: &Diagnostic) -> String {
    let (line, column) = diagnostic.at();
    written(&json!({
        "type": "diagnostic",
        "severity": diagnostic.severity.word(),
        "id": diagnostic.lint.word(),
        "file": diagnostic.path,
        "line": line,
        "column": column,
        "message": diagnostic.message,
        "help": diagnostic.help,
    }))
}
