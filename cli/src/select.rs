//! Which trials a request means. One that means none is an error.

use super::{Problem, Selection};
use segoc_format::corpus::Corpus;
use segoc_format::suggest::nearest;
use segoc_runner::trial::{Trial, trials};

/// The trials a request selects, in the order of the corpus.
pub(super) fn select(selection: &Selection, corpus: &Corpus) -> Result<Vec<Trial>, Problem> {
    let all = trials(corpus);
    if all.is_empty() {
        return Err(Problem::Request(format!("the corpus {} has no rulings", corpus.origin()), None));
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
        let formats = selection.formats.join(", ");
        let what = format!("no ruling that was asked for is asserted in {formats}");
        return Err(Problem::Request(what, Some("`segoc list` shows every ruling with its formats".into())));
    }
    Ok(chosen)
}

pub(super) fn known_format(format: &str, corpus: &Corpus) -> Result<(), Problem> {
    if corpus.format(format).is_some() {
        return Ok(());
    }
    let names: Vec<&str> = corpus.formats().iter().map(|f| f.name.as_str()).collect();
    let help = match nearest(format, names.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("there are {}", names.join(", ")),
    };
    Err(Problem::Request(format!("there is no format `{format}`"), Some(help)))
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
    let mut words: Vec<&str> = Vec::new();
    for trial in all {
        words.push(&trial.ruling);
        words.extend(trial.ruling.split('/'));
    }
    words.sort_unstable();
    words.dedup();
    let wanted = filter.split("::").next().unwrap_or(filter);
    let help = match nearest(wanted, words) {
        Some(near) => format!("did you mean `{near}`?"),
        None => "`segoc list` shows every ruling".into(),
    };
    Problem::Request(format!("no ruling matches `{filter}`"), Some(help))
}
