//! `segoc serve`: the reference engine over the protocol.

use std::io::{self, BufWriter};
use std::path::PathBuf;

use clap::Args;

use super::{Ending, Problem, locate};
use segoc_runner::engines::{Reference, serve};

/// Which formats are served.
#[derive(Debug, Args)]
pub(super) struct Request {
    /// The corpus whose formats are served; else `corpus/` here or in a directory above, else the one built in.
    #[arg(long, value_name = "DIR")]
    corpus: Option<PathBuf>,
}

pub(super) fn serve(request: &Request) -> Result<Ending, Problem> {
    let corpus = locate::corpus(request.corpus.as_deref())?;
    let mut engine = Reference::of(&corpus);
    serve::serve(&mut engine, io::stdin().lock(), BufWriter::new(io::stdout().lock()))?;
    Ok(Ending::Passed)
}
