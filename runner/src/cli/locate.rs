//! Which corpus is used.

use std::path::{Path, PathBuf};

use super::Problem;
use crate::corpus::Corpus;

/// The corpus asked for; else `corpus/` in the working directory or one above; else the one built in.
pub(super) fn corpus(asked: Option<&Path>) -> Result<Corpus, Problem> {
    if let Some(dir) = asked {
        if !dir.join("rules.yaml").is_file() {
            let what = format!("`{}` is not a corpus: it has no rules.yaml", dir.display());
            let help = "a corpus is a directory with rules.yaml, formats.yaml, cards/ and rulings/".into();
            return Err(Problem::Request(what, Some(help)));
        }
        return Ok(Corpus::load(dir)?);
    }
    Ok(found()?)
}

/// The corpus of the working tree, or the one built in.
pub(crate) fn found() -> Result<Corpus, crate::diagnostic::Diagnostics> {
    match in_tree() {
        Some(dir) => Corpus::load(&dir),
        None => Corpus::embedded(),
    }
}

/// The nearest `corpus/` with a rules.yaml, as short a path as leads there.
fn in_tree() -> Option<PathBuf> {
    let here = std::env::current_dir().ok()?;
    let mut up = PathBuf::new();
    for dir in here.ancestors() {
        if dir.join("corpus").join("rules.yaml").is_file() {
            return Some(up.join("corpus"));
        }
        up.push("..");
    }
    None
}
