//! `segoc list`: rulings by the names under which they run.

use std::io::Write;

use super::{Ending, Output, Problem, Selection, select};
use segoc_runner::report::{count, json};

pub(super) fn list(selection: &Selection) -> Result<Ending, Problem> {
    let corpus = selection.common.place.corpus()?;
    let trials = select::select(selection, &corpus)?;
    let output = selection.common.output;
    let names = || trials.iter().map(|trial| trial.name() + "\n").collect();
    let lines = || trials.iter().map(|t| json::listed(&t.ruling, t.format.as_deref(), &t.path)).collect();
    output.print("list", names, lines)?;
    if output == Output::Pretty {
        let trials = count(trials.len(), "trial");
        writeln!(anstream::stderr(), "{trials}, corpus {} ({})", corpus.version(), corpus.origin())?;
    }
    Ok(Ending::Passed)
}
