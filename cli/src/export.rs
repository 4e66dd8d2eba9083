//! `segoc export`: the corpus as one JSON.

use std::path::PathBuf;

use clap::Args;

use super::shared::Place;
use super::write::{Existing, write};
use super::{Ending, Problem, checked};

/// Where it goes.
#[derive(Debug, Args)]
pub(super) struct Request {
    /// The file; else standard output.
    #[arg(long, value_name = "FILE", default_value = "-")]
    out: PathBuf,

    #[command(flatten)]
    place: Place,
}

pub(super) fn export(request: &Request) -> Result<Ending, Problem> {
    let corpus = request.place.corpus()?;
    checked(&corpus)?;
    let text = format!("{}\n", corpus.export()?);
    write(&request.out, &text, Existing::Replace)?;
    Ok(Ending::Passed)
}
