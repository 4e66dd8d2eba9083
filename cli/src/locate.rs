//! Which corpus is used.

use std::path::Path;

use super::Problem;
use segoc_format::corpus::Corpus;

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
    Ok(Corpus::found()?)
}
