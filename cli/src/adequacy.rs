//! `segoc adequacy`: whether the corpus would notice an engine that believes something wrong.

use std::io::Write;

use super::{Common, Ending, Output, Problem, checked, github, locate};
use segoc_runner::adequacy::{Adequacy, mistakes};

pub(super) fn adequacy(common: &Common) -> Result<Ending, Problem> {
    let corpus = locate::corpus(common.corpus.as_deref())?;
    let checked = checked(&corpus)?;
    let adequacy = Adequacy::of(&corpus, &checked.rulings, mistakes(corpus.rules()?));
    let mut out = anstream::stdout().lock();
    match common.output {
        Output::Github => return Err(github::refused("adequacy")),
        Output::Pretty => write!(out, "{}", adequacy.pretty())?,
        Output::Json => adequacy.json().iter().try_for_each(|line| writeln!(out, "{line}"))?,
    }
    out.flush()?;
    Ok(if adequacy.uncaught().next().is_none() { Ending::Passed } else { Ending::Failed })
}
