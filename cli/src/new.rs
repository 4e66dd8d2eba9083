//! `segoc new`: a file to begin with, for a ruling or a card.

mod ask;
mod card;
mod ruling;

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};

use super::{Ending, Problem, shared};
use segoc_format::corpus::Corpus;

/// What to begin.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(super) struct Request {
    #[command(subcommand)]
    what: Option<What>,

    #[command(flatten)]
    ruling: ruling::Known,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Begin the file of a card.
    Card(card::Request),
}

/// What every kind of new file is asked for.
#[derive(Clone, Debug, Args)]
struct Common {
    /// The corpus; else `corpus/` here or in a directory above.
    #[arg(long, value_name = "DIR")]
    corpus: Option<PathBuf>,

    /// Ask for what is missing, even if nobody sits at a terminal.
    #[arg(long, hide = true)]
    ask: bool,
}

pub(super) fn new(request: &Request) -> Result<Ending, Problem> {
    match &request.what {
        Some(What::Card(request)) => card::new(request),
        None => ruling::new(&request.ruling),
    }
}

/// The corpus in which a file is begun, which must be a directory, and that directory.
fn corpus(common: &Common) -> Result<(Corpus, PathBuf), Problem> {
    let corpus = shared::located(common.corpus.as_deref())?;
    let root = shared::directory(&corpus).map(Path::to_path_buf).ok_or_else(|| {
        let help = "go to a clone of the project, or name the directory with --corpus";
        Problem::advised("there is no corpus here to which a file could be added", help)
    })?;
    Ok((corpus, root))
}
