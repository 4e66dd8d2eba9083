//! `segoc list`: rulings by the names under which they run.

use std::io::Write;

use super::{Ending, Output, Problem, Selection, github, locate, select};
use segoc_runner::opinions::Opinions;
use segoc_runner::report::style::DIM;
use segoc_runner::report::{count, json};

pub(super) fn list(selection: &Selection) -> Result<Ending, Problem> {
    let corpus = locate::corpus(selection.common.corpus.as_deref())?;
    let trials = select::select(selection, &corpus)?;
    let mut out = anstream::stdout().lock();
    let opinions = Opinions::of(&corpus)?;
    for trial in &trials {
        let engines = opinions.on(&trial.ruling, trial.format.as_deref().unwrap_or_default());
        match selection.common.output {
            Output::Github => return Err(github::refused("list")),
            Output::Pretty => {
                let said: Vec<String> = engines.iter().map(|said| format!("{} {}", said.engine, said.says)).collect();
                writeln!(out, "{}{DIM}  {}{DIM:#}", trial.name(), said.join(", "))?;
            }
            Output::Json => {
                writeln!(out, "{}", json::listed(&trial.ruling, trial.format.as_deref(), &trial.path, &engines))?;
            }
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
