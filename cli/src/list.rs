//! `segoc list`: rulings by the names under which they run, and what other engines make of them.

use std::io::Write;

use super::{Ending, Output, Problem, Selection, select};
use segoc_runner::opinions::{self, Opinion, Opinions};
use segoc_runner::report::count;
use segoc_runner::report::style::DIM;
use segoc_runner::trial::Trial;

pub(super) fn list(selection: &Selection) -> Result<Ending, Problem> {
    let corpus = selection.common.place.corpus()?;
    let trials = select::select(selection, &corpus)?;
    let known = Opinions::of(&corpus)?;
    let engines = |trial: &Trial| known.on(&trial.ruling, trial.format.as_deref().unwrap_or_default());
    let output = selection.common.output;
    let names = || {
        let said = |opinion: Opinion| format!("{} {}", opinion.engine, opinion.says);
        let said = |trial: &Trial| engines(trial).into_iter().map(said).collect::<Vec<_>>().join(", ");
        trials.iter().map(|trial| format!("{}{DIM}  {}{DIM:#}\n", trial.name(), said(trial))).collect()
    };
    let lines =
        || trials.iter().map(|t| opinions::listed(&t.ruling, t.format.as_deref(), &t.path, &engines(t))).collect();
    output.print("list", names, lines)?;
    if output == Output::Pretty {
        let trials = count(trials.len(), "trial");
        writeln!(anstream::stderr(), "{trials}, corpus {} ({})", corpus.version(), corpus.origin())?;
    }
    Ok(Ending::Passed)
}
