//! Which corpus is used.

use std::path::{Path, PathBuf};

use clap::Args;

use super::Problem;
use segoc_format::corpus::{Corpus, Origin};

/// Where the corpus is.
#[derive(Debug, Args)]
pub(super) struct Place {
    /// The corpus; else `corpus/` here or in a directory above, else the one built in.
    #[arg(long, value_name = "DIR")]
    corpus: Option<PathBuf>,
}

impl Place {
    /// The corpus there.
    pub(super) fn corpus(&self) -> Result<Corpus, Problem> {
        corpus(self.corpus.as_deref())
    }
}

/// The corpus asked for; else `corpus/` in the working directory or one above; else the one built in.
pub(super) fn corpus(asked: Option<&Path>) -> Result<Corpus, Problem> {
    match asked {
        Some(dir) if !dir.join("rules.yaml").is_file() => Err(Problem::advised(
            format!("`{}` is not a corpus: it has no rules.yaml", dir.display()),
            "a corpus is a directory with rules.yaml, formats.yaml, cards/ and rulings/",
        )),
        Some(dir) => Ok(Corpus::load(dir)?),
        None => Ok(Corpus::found()?),
    }
}

/// The directory of a corpus; one that is built in has none.
pub(super) fn directory(corpus: &Corpus) -> Option<&Path> {
    match corpus.origin() {
        Origin::Directory(path) => Some(path),
        _ => None,
    }
}

/// Whether two paths lead to the same file.
pub(super) fn same(a: &Path, b: &Path) -> bool {
    a == b || a.canonicalize().is_ok_and(|a| b.canonicalize().is_ok_and(|b| a == b))
}
