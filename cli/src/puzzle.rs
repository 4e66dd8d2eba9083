//! `segoc puzzle`: the board of a ruling as a puzzle that EDOPro opens.

use std::path::{Path, PathBuf};

use clap::Args;

use super::shared::Place;
use super::write::{Existing, write};
use super::{Ending, Problem, explain, select};
use segoc_runner::puzzle::puzzle;

/// Which board is written where.
#[derive(Debug, Args)]
pub(super) struct Request {
    /// The ruling, by its id, its name, its file or words of its question.
    #[arg(value_name = "RULING")]
    ruling: String,

    /// The format; else the first of the ruling.
    #[arg(long = "in", value_name = "FORMAT")]
    format: Option<String>,

    /// The file to write; else standard output. EDOPro lists what lies in its folder `puzzles`.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    #[command(flatten)]
    place: Place,
}

pub(super) fn run(request: &Request) -> Result<Ending, Problem> {
    let corpus = request.place.corpus()?;
    if let Some(format) = &request.format {
        select::known_format(format, &corpus)?;
    }
    let ruling = select::ruling(&request.ruling, &corpus)?;
    let format = explain::format_of(&ruling, request.format.as_deref())?;
    let script = puzzle(&ruling, &format).map_err(Problem::plain)?;
    write(request.out.as_deref().unwrap_or(Path::new("-")), &script, Existing::Replace)?;
    Ok(Ending::Passed)
}
