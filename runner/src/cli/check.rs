//! `segoc check`: everything that is wrong with a corpus, or with some files.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use serde_json::json;

use super::{Common, Ending, Output, Problem, locate};
use crate::corpus::{Checked, Corpus};
use crate::coverage::json::written;
use crate::coverage::{Coverage, lint};
use crate::diagnostic::{Diagnostic, Severity};
use crate::report::count;

/// Which files.
#[derive(Debug, Args)]
pub(super) struct Request {
    /// Only these files, of the corpus or rulings from elsewhere; else everything.
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    #[command(flatten)]
    common: Common,
}

pub(super) fn check(request: &Request) -> Result<Ending, Problem> {
    let corpus = locate::corpus(request.common.corpus.as_deref())?;
    let (mistakes, gaps) = found(&corpus, request)?;
    let errors = |list: &[Diagnostic]| list.iter().filter(|d| d.severity == Severity::Error).count();
    let (wrong, missing) = (errors(&mistakes), errors(&gaps));
    let all: Vec<&Diagnostic> = mistakes.iter().chain(&gaps).collect();
    let mut out = anstream::stdout().lock();
    for diagnostic in &all {
        match request.common.output {
            Output::Pretty => writeln!(out, "{}\n", diagnostic.render(true))?,
            Output::Json => writeln!(out, "{}", line(diagnostic))?,
        }
    }
    let (errors, warnings) = (wrong + missing, all.len() - wrong - missing);
    match request.common.output {
        Output::Pretty => {
            let (errors, warnings) = (count(errors, "error"), count(warnings, "warning"));
            writeln!(out, "{errors}, {warnings}; corpus {} ({})", corpus.version(), corpus.origin())?;
        }
        Output::Json => {
            writeln!(out, "{}", written(&json!({"type": "summary", "errors": errors, "warnings": warnings})))?;
        }
    }
    out.flush()?;
    Ok(match (wrong, missing) {
        (0, 0) => Ending::Passed,
        (0, _) => Ending::Failed,
        _ => Ending::Wrong,
    })
}

/// What is wrong with the files, and what the rulings do not show.
fn found(corpus: &Corpus, request: &Request) -> Result<(Vec<Diagnostic>, Vec<Diagnostic>), Problem> {
    let mut checked = corpus.check();
    let (inside, outside) = sorted(&request.files, corpus, &checked)?;
    let mut mistakes = Vec::new();
    for file in &outside {
        match corpus.parse_ruling_file(file) {
            Ok(ruling) => checked.rulings.push(Arc::new(ruling)),
            Err(errors) => mistakes.extend(errors.0),
        }
    }
    let mut gaps = match Coverage::of(corpus, &checked.rulings) {
        Ok(coverage) => lint(&coverage),
        // The mistakes of the catalogue are among those of the corpus.
        Err(_) => Vec::new(),
    };
    mistakes.extend(checked.diagnostics);
    mistakes.extend(checked.warnings);
    if !request.files.is_empty() {
        let meant = |d: &Diagnostic| inside.iter().chain(&outside).any(|file| same(file, Path::new(&d.path)));
        mistakes.retain(meant);
        gaps.retain(meant);
    }
    Ok((mistakes, gaps))
}

/// The files of the corpus, and those from elsewhere; a file that does not exist is an error.
fn sorted(files: &[PathBuf], corpus: &Corpus, checked: &Checked) -> Result<(Vec<PathBuf>, Vec<PathBuf>), Problem> {
    if let Some(missing) = files.iter().find(|file| !file.is_file()) {
        return Err(Problem::Request(format!("there is no file `{}`", missing.display()), None));
    }
    let mut of_corpus: Vec<String> = corpus.list().into_iter().map(|listed| listed.path).collect();
    of_corpus.extend(checked.cards.iter().map(|card| card.path.clone()));
    of_corpus.extend(checked.diagnostics.iter().map(|diagnostic| diagnostic.path.clone()));
    let is_inside = |file: &PathBuf| {
        let top = |d: &Path| d.join("rules.yaml").is_file() && d.join("formats.yaml").is_file();
        of_corpus.iter().any(|path| same(file, Path::new(path))) || file.parent().is_some_and(top)
    };
    Ok(files.iter().cloned().partition(is_inside))
}

fn same(a: &Path, b: &Path) -> bool {
    a == b || a.canonicalize().is_ok_and(|a| b.canonicalize().is_ok_and(|b| a == b))
}

fn line(diagnostic: &Diagnostic) -> String {
    let (line, column) = diagnostic.at();
    let severity = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    written(&json!({
        "type": "diagnostic",
        "severity": severity,
        "file": diagnostic.path,
        "line": line,
        "column": column,
        "message": diagnostic.message,
        "help": diagnostic.help,
    }))
}
