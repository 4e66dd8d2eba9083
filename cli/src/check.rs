//! `segoc check`: everything that is wrong with a corpus, or with some files.

use std::collections::HashSet;
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
use segoc_format::ruling::Ruling;
use segoc_protocol::visible;
use segoc_runner::coverage::json::written;
use segoc_runner::coverage::{self, Coverage};
use segoc_runner::lint;
use segoc_runner::report::count;

/// Which files.
#[derive(Debug, Args)]
pub(super) struct Request {
    /// Only these files, of the corpus or rulings from elsewhere, or rulings by their id, name or words that no other says; else everything.
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
    let (mistakes, gaps) = found(&corpus, request)?;
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

/// What is wrong with the files, and what the rulings do not show.
fn found(corpus: &Corpus, request: &Request) -> Result<(Vec<Diagnostic>, Vec<Diagnostic>), Problem> {
    let (inside, outside) = sorted(&request.files, corpus)?;
    let (mut mistakes, mut drafts) = (Vec::new(), Vec::new());
    // What keeps a ruling from being read, which may be a card of it.
    let mut unread: Vec<Diagnostic> = Vec::new();
    for file in &outside {
        match corpus.parse_ruling_file(file) {
            Ok(ruling) => drafts.push(Arc::new(ruling)),
            Err(errors) => unread.extend(errors.0),
        }
    }
    let checked = if request.files.is_empty() { corpus.check() } else { corpus.check_some(&inside, &drafts) };
    let read: HashSet<&str> = checked.rulings.iter().map(|ruling| ruling.path.as_str()).collect();
    let files = inside.iter().map(|path| corpus.shown(path)).filter(|path| !read.contains(path.as_str()));
    let names = files.filter_map(|path| corpus.name_in(Path::new(&path)));
    unread.extend(names.filter_map(|name| corpus.ruling(&name).err()).flat_map(|errors| errors.0));
    let outside = outside.iter().map(|file| visible(&file.display().to_string()));
    let named: HashSet<String> = inside.iter().map(|path| corpus.shown(path)).chain(outside).collect();
    let meant = |path: &str| request.files.is_empty() || named.contains(path);
    let of_catalogue = named.contains(&corpus.shown("rules.yaml"));
    let counted: Vec<Arc<Ruling>> =
        checked.rulings.iter().filter(|ruling| of_catalogue || meant(&ruling.path)).cloned().collect();
    let mut gaps = match Coverage::of(corpus, &counted) {
        Ok(coverage) => coverage::lint(&coverage),
        // The mistakes of the catalogue are among those of the corpus.
        Err(_) => Vec::new(),
    };
    let lints = lint::lint(corpus, &checked, meant);
    if let Some(path) = &request.printed {
        let table = Table::load(path)?;
        mistakes.extend(checked.cards.iter().flat_map(|card| table.differences(card)));
    }
    mistakes.extend(checked.diagnostics);
    mistakes.extend(checked.warnings);
    mistakes.extend(lints);
    if !request.files.is_empty() {
        // Two files with one id are wrong together, whichever of them is named.
        let together = |d: &Diagnostic| d.severity == Severity::Error && d.elsewhere.iter().any(|e| meant(&e.path));
        mistakes.retain(|mistake| meant(&mistake.path) || together(mistake));
        gaps.retain(|gap| meant(&gap.path));
        // Whoever works on a file can do something about what is a note in a whole corpus.
        let notes = mistakes.iter_mut().filter(|d| d.severity == Severity::Note);
        notes.for_each(|note| note.severity = Severity::Warning);
        let same = |a: &Diagnostic, b: &Diagnostic| (&a.path, a.span, &a.message) == (&b.path, b.span, &b.message);
        unread.retain(|error| !mistakes.iter().any(|mistake| same(mistake, error)));
        mistakes.extend(unread);
    }
    Ok((mistakes, gaps))
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
