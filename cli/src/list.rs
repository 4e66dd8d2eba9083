//! `segoc list`: rulings by the names under which they run.

use std::io::Write;

use super::{Ending, Output, Problem, Selection, github, locate, select};
use segoc_runner::report::{count, json};

pub(super) fn list(selection: &Selection) -> Result<Ending, Problem> {
    let corpus = locate::corpus(selection.common.corpus.as_deref())?;
    let trials = select::select(selection, &corpus)?;
    let mut out = anstream::stdout().lock();
    for trial in &trials {
        match selection.common.output {
            Output::Github => return Err(github::refused("list")),
            Output::Pretty => writeln!(out, "{}", trial.name())?,
            Output::Json => writeln!(out, "{}", json::listed(&trial.ruling, trial.format.as_deref(), &trial.path))?,
        }
    }
    out.flush()?;
    if selection.common.output == Output::Pretty {
        let mut err = anstream::stderr().lock();
        let trials = count(trials.len(), "trial");
        writeln!(err, "{trials}, corpus {} ({})", corpus.version(), corpus.origin())?;
    }
    Ok(Ending::Passed)
}
