//! Which trials a request means. One that means none is an error.

use std::collections::BTreeSet;

use super::{Problem, Selection};
use segoc_format::corpus::Corpus;
use segoc_runner::trial::{Trial, trials};

/// The trials a request selects, in the order of the corpus.
pub(super) fn select(selection: &Selection, corpus: &Corpus) -> Result<Vec<Trial>, Problem> {
    let all = trials(corpus);
    if all.is_empty() {
        return Err(Problem::plain(format!("the corpus {} has no rulings", corpus.origin())));
    }
    for format in &selection.formats {
        known_format(format, corpus)?;
    }
    let in_formats = |trial: &Trial| {
        let format = trial.format.as_deref();
        selection.formats.is_empty() || format.is_none_or(|f| selection.formats.iter().any(|wanted| wanted == f))
    };
    let mut selected = vec![selection.filters.is_empty(); all.len()];
    for filter in &selection.filters {
        let matching = matching(filter, &all, corpus);
        if matching.is_empty() {
            return Err(no_match(filter, &all));
        }
        matching.into_iter().for_each(|i| selected[i] = true);
    }
    let chosen: Vec<Trial> =
        all.into_iter().zip(selected).filter(|(trial, s)| *s && in_formats(trial)).map(|(trial, _)| trial).collect();
    if chosen.is_empty() {
        let what = format!("no ruling that was asked for is asserted in {}", selection.formats.join(", "));
        return Err(Problem::advised(what, "`segoc list` shows every ruling with its formats"));
    }
    Ok(chosen)
}

pub(super) fn known_format(format: &str, corpus: &Corpus) -> Result<(), Problem> {
    if corpus.format(format).is_some() {
        return Ok(());
    }
    let names: Vec<&str> = corpus.formats().iter().map(|f| f.name.as_str()).collect();
    let all = format!("there are {}", names.join(", "));
    Err(Problem::misspelt(format!("there is no format `{format}`"), format, names, all))
}

/// The trials whose name contains the filter; if it looks like an id, those of the ruling with that id too.
fn matching(filter: &str, all: &[Trial], corpus: &Corpus) -> Vec<usize> {
    let by_name: Vec<usize> = (0..all.len()).filter(|&i| all[i].name().contains(filter)).collect();
    if !by_name.is_empty() || !is_id(filter) {
        return by_name;
    }
    let has_id = |trial: &Trial| corpus.ruling(&trial.ruling).is_ok_and(|ruling| ruling.id == filter);
    (0..all.len()).filter(|&i| has_id(&all[i])).collect()
}

/// Ids begin with a letter and have four characters, all capitals or digits.
pub(super) fn is_id(filter: &str) -> bool {
    filter.len() == 4
        && filter.starts_with(|c: char| c.is_ascii_uppercase())
        && filter.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit())
}

fn no_match(filter: &str, all: &[Trial]) -> Problem {
    let words = all.iter().flat_map(|trial| [trial.ruling.as_str()].into_iter().chain(trial.ruling.split('/')));
    let words: BTreeSet<&str> = words.collect();
    let wanted = filter.split("::").next().unwrap_or(filter);
    Problem::misspelt(format!("no ruling matches `{filter}`"), wanted, words, "`segoc list` shows every ruling")
}
