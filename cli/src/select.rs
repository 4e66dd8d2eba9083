//! Which trials a request means. One that means none is an error.

use std::collections::BTreeSet;
use std::path::Path;

use super::{Problem, Selection};
use segoc_format::corpus::Corpus;
use segoc_runner::trial::{Trial, trials, trials_of};

/// The trials a request selects, in the order of the corpus. Files of rulings that are not meant are not read.
pub(super) fn select(selection: &Selection, corpus: &Corpus) -> Result<Vec<Trial>, Problem> {
    if corpus.ruling_names().next().is_none() {
        return Err(Problem::plain(format!("the corpus {} has no rulings", corpus.origin())));
    }
    for format in &selection.formats {
        known_format(format, corpus)?;
    }
    let mut chosen = meant(&selection.filters, corpus)?;
    let asked = |format: &str| selection.formats.iter().any(|wanted| wanted == format);
    chosen.retain(|trial| selection.formats.is_empty() || trial.format.as_deref().is_none_or(asked));
    if chosen.is_empty() {
        let what = format!("no ruling that was asked for is asserted in {}", selection.formats.join(", "));
        return Err(Problem::advised(what, "`segoc list` shows every ruling with its formats"));
    }
    Ok(chosen)
}

/// The trials that any of the filters means; without one, all.
fn meant(filters: &[String], corpus: &Corpus) -> Result<Vec<Trial>, Problem> {
    if filters.is_empty() {
        return Ok(trials(corpus));
    }
    let filters: Vec<String> = filters.iter().map(|filter| name_of_a_path(filter)).collect();
    let filters = &filters[..];
    let mut names = BTreeSet::new();
    let mut meanings = Vec::new();
    for filter in filters {
        // What the format has a part in is sorted out below.
        let ruling = filter.split("::").next().unwrap_or(filter);
        let of_format = corpus.formats().iter().any(|format| format.name.contains(filter.as_str()));
        names.extend(corpus.ruling_names().filter(|name| of_format || name.contains(ruling)).map(str::to_owned));
        let one = if is_id(filter) { corpus.name_of(filter).map(str::to_owned) } else { None };
        names.extend(one.clone());
        meanings.push((filter, one));
    }
    let mut trials = trials_of(corpus.list_of(names.iter().map(String::as_str)));
    let means = |(filter, one): &(&String, Option<String>), trial: &Trial| {
        trial.name().contains(filter.as_str()) || one.as_ref() == Some(&trial.ruling)
    };
    if let Some((filter, _)) = meanings.iter().find(|meaning| !trials.iter().any(|trial| means(meaning, trial))) {
        return Err(no_match(filter, corpus));
    }
    trials.retain(|trial| meanings.iter().any(|meaning| means(meaning, trial)));
    Ok(trials)
}

/// The name of a ruling that is meant by the path of its file, as `corpus/rulings/segoc/x.yaml`; anything else is left as it is.
fn name_of_a_path(filter: &str) -> String {
    let path = filter.replace('\\', "/");
    let Some(path) = path.strip_suffix(".yaml") else { return filter.to_owned() };
    path.rsplit_once("rulings/").map_or(path, |(_, name)| name).to_owned()
}

pub(super) fn known_format(format: &str, corpus: &Corpus) -> Result<(), Problem> {
    if corpus.format(format).is_some() {
        return Ok(());
    }
    let names: Vec<&str> = corpus.formats().iter().map(|f| f.name.as_str()).collect();
    let all = format!("there are {}", names.join(", "));
    Err(Problem::misspelt(format!("there is no format `{format}`"), format, names, all))
}

/// Ids begin with a letter and have four characters, all capitals or digits.
pub(super) fn is_id(filter: &str) -> bool {
    filter.len() == 4
        && filter.starts_with(|c: char| c.is_ascii_uppercase())
        && filter.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit())
}

fn no_match(filter: &str, corpus: &Corpus) -> Problem {
    if Path::new(filter).is_file() {
        let what = format!("`{filter}` is not a ruling of the corpus {}", corpus.origin());
        return Problem::advised(what, "`segoc explain FILE` plays a file from anywhere");
    }
    let words = corpus.ruling_names().flat_map(|name| [name].into_iter().chain(name.split('/')));
    let words: BTreeSet<&str> = words.collect();
    let wanted = filter.split("::").next().unwrap_or(filter);
    Problem::misspelt(format!("no ruling matches `{filter}`"), wanted, words, "`segoc list` shows every ruling")
}
