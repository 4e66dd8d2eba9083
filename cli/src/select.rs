//! Which rulings a request means. One that means none is an error.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use super::shared::directory;
use super::{Problem, Selection};
use segoc_format::corpus::{Corpus, Listed};
use segoc_format::ruling::Ruling;
use segoc_runner::trial::{Trial, trials, trials_of, trials_outside};

/// A part of a run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shard {
    /// Counted from 1.
    pub(super) part: usize,
    /// How many there are.
    pub(super) of: usize,
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.split_once('/').and_then(|(part, of)| Some((part.parse().ok()?, of.parse().ok()?)));
        match numbers {
            Some((part, of)) if part >= 1 && part <= of => Ok(Self { part, of }),
            _ => Err("two numbers, as in 1/4, 2/4, 3/4 and 4/4".into()),
        }
    }
}

/// The trials a request selects, in the order of the corpus. Files of rulings that are not meant are not read.
pub(super) fn select(selection: &Selection, corpus: &Corpus) -> Result<Vec<Trial>, Problem> {
    let of_corpus = |filter: &String| from_elsewhere(filter, corpus).is_none();
    if selection.filters.is_empty() || selection.filters.iter().any(of_corpus) {
        some_rulings(corpus)?;
    }
    for format in &selection.formats {
        known_format(format, corpus)?;
    }
    let mut chosen = meant(&selection.filters, corpus)?;
    let asked = |format: &str| selection.formats.iter().any(|wanted| wanted == format);
    chosen.retain(|trial| selection.formats.is_empty() || trial.format.as_deref().is_none_or(asked));
    if chosen.is_empty() { Err(not_in(&selection.formats)) } else { Ok(chosen) }
}

/// An error if there is nothing to select from.
pub(super) fn some_rulings(corpus: &Corpus) -> Result<(), Problem> {
    match corpus.ruling_names().next() {
        Some(_) => Ok(()),
        None => Err(Problem::plain(format!("the corpus {} has no rulings", corpus.origin()))),
    }
}

/// That what is meant is not asserted in any of the formats.
pub(super) fn not_in(formats: &[String]) -> Problem {
    let what = format!("no ruling that was asked for is asserted in {}", formats.join(", "));
    Problem::advised(what, "`segoc list` shows every ruling with its formats")
}

/// The trials that any of the filters means; without one, all.
fn meant(filters: &[String], corpus: &Corpus) -> Result<Vec<Trial>, Problem> {
    if filters.is_empty() {
        return Ok(trials(corpus));
    }
    // For each filter the names of the rulings it means for sure, and else what the name of a trial must contain.
    let mut meanings: Vec<(&String, BTreeSet<String>)> = Vec::new();
    let mut names: BTreeSet<String> = BTreeSet::new();
    let mut outside: Vec<Trial> = Vec::new();
    for filter in filters {
        if let Some(file) = from_elsewhere(filter, corpus) {
            outside.extend(trials_outside(corpus, file));
            continue;
        }
        let in_folder: BTreeSet<String> = of_folder(filter, corpus).map(str::to_owned).collect();
        let for_sure = match certain(filter, corpus)? {
            Some(name) => BTreeSet::from([name]),
            None if !in_folder.is_empty() => in_folder,
            None => {
                // What the format has a part in is sorted out below.
                let ruling = filter.split("::").next().unwrap_or(filter);
                let of_format = corpus.formats().iter().any(|format| format.name.contains(filter.as_str()));
                let named = corpus.ruling_names().filter(|name| of_format || name.contains(ruling));
                let before = names.len();
                names.extend(named.map(str::to_owned));
                let found = if names.len() == before { corpus.search(&[filter]) } else { Vec::new() };
                found.into_iter().map(|listed| listed.name).collect()
            }
        };
        names.extend(for_sure.iter().cloned());
        meanings.push((filter, for_sure));
    }
    let mut trials = trials_of(corpus.list_of(names.iter().map(String::as_str)));
    let means = |(filter, for_sure): &(&String, BTreeSet<String>), trial: &Trial| {
        // Of a file that cannot be read no format is known.
        let ruling = filter.split("::").next().filter(|_| trial.format.is_none());
        trial.name().contains(ruling.unwrap_or(filter)) || for_sure.contains(&trial.ruling)
    };
    if let Some((filter, _)) = meanings.iter().find(|meaning| !trials.iter().any(|trial| means(meaning, trial))) {
        return Err(no_match(filter, corpus));
    }
    trials.retain(|trial| meanings.iter().any(|meaning| means(meaning, trial)));
    trials.append(&mut outside);
    Ok(trials)
}

/// A file that is no part of the corpus.
fn from_elsewhere<'w>(wanted: &'w str, corpus: &Corpus) -> Option<&'w Path> {
    Some(Path::new(wanted)).filter(|file| file.is_file() && corpus.path_of(file).is_none())
}

/// The rulings of a folder that is meant by its path, as `corpus/rulings/chain`.
fn of_folder<'c>(wanted: &str, corpus: &'c Corpus) -> impl Iterator<Item = &'c str> {
    let path = format!("{}/", wanted.trim_end_matches('/'));
    let folder = path.rsplit_once("rulings/").map(|(_, folder)| folder.to_owned());
    corpus.ruling_names().filter(move |name| folder.as_ref().is_some_and(|folder| name.starts_with(folder.as_str())))
}

/// The name of the ruling that is meant by its file, its id or its whole name; a file of something else is an error.
fn certain(wanted: &str, corpus: &Corpus) -> Result<Option<String>, Problem> {
    let path = Path::new(wanted);
    if let Some(name) = corpus.name_in(path).filter(|name| corpus.ruling_names().any(|other| other == name)) {
        return Ok(Some(name));
    }
    if path.is_file() {
        let what = format!("`{wanted}` is a file of the corpus, and no ruling");
        return Err(Problem::advised(what, "`segoc check FILE` says whether something is wrong with it"));
    }
    if wanted.ends_with(".yaml") {
        return Err(Problem::plain(format!("there is no file `{wanted}`")));
    }
    if let Some(name) = corpus.ruling_names().find(|name| *name == wanted) {
        return Ok(Some(name.to_owned()));
    }
    let id = wanted.to_ascii_uppercase();
    Ok(if is_id(&id) { corpus.name_of(&id).map(str::to_owned) } else { None })
}

/// The ruling that is meant: by a file, which may be a draft from anywhere, or as [`name`] says.
pub(super) fn ruling(wanted: &str, corpus: &Corpus) -> Result<Arc<Ruling>, Problem> {
    let path = Path::new(wanted);
    if !path.is_file() {
        return Ok(corpus.ruling(&name(wanted, corpus)?)?);
    }
    let mut ruling = corpus.parse_draft(path)?;
    if let Some(name) = corpus.name_in(path) {
        ruling.name = name;
    }
    Ok(Arc::new(ruling))
}

/// The file that is meant: by its path, or of the ruling that [`name`] finds.
pub(super) fn file(wanted: &str, corpus: &Corpus) -> Result<PathBuf, Problem> {
    let path = Path::new(wanted);
    if path.exists() {
        return Ok(path.to_owned());
    }
    let name = name(wanted, corpus)?;
    match directory(corpus) {
        Some(root) => Ok(root.join("rulings").join(name + ".yaml")),
        None => {
            let help = "go to a clone of the project, or name the directory with --corpus";
            Err(Problem::advised(format!("`{name}` is built into this program, and no file here"), help))
        }
    }
}

/// The name of the one ruling that is meant: by its path in the corpus, its id, its name or the last part of it, a part of its name that no other has, or
/// else words that no other says.
pub(super) fn name(wanted: &str, corpus: &Corpus) -> Result<String, Problem> {
    if let Some(name) = certain(wanted, corpus)? {
        return Ok(name);
    }
    let names =
        |means: &dyn Fn(&str) -> bool| -> Vec<&str> { corpus.ruling_names().filter(|name| means(name)).collect() };
    let mut found = names(&|name| last_part(name) == wanted);
    if found.is_empty() {
        found = names(&|name| name.contains(&wanted.to_lowercase()));
    }
    let mut found = corpus.list_of(found);
    if found.is_empty() {
        found = corpus.search(&[wanted]);
    }
    if found.is_empty() {
        found = corpus.search(&wanted.split_whitespace().collect::<Vec<_>>());
    }
    match &found[..] {
        [one] => Ok(one.name.clone()),
        [] => Err(no_match(wanted, corpus)),
        _ => Err(ambiguous(wanted, &found)),
    }
}

/// The name of a ruling without its family.
fn last_part(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
}

fn ambiguous(wanted: &str, found: &[Listed]) -> Problem {
    const MOST: usize = 12;
    let one = |one: &Listed| {
        let (id, question) = (one.id.as_deref().unwrap_or("    "), one.question.as_deref().unwrap_or("?"));
        format!("\n    {id}  {}: {question}", one.name)
    };
    let mut names: Vec<String> = found.iter().take(MOST).map(one).collect();
    if found.len() > MOST {
        names.push(format!("\n    and {} more", found.len() - MOST));
    }
    let what = format!("{} rulings match `{wanted}`", found.len());
    Problem::advised(what, format!("say which:{}", names.concat()))
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
fn is_id(filter: &str) -> bool {
    filter.len() == 4
        && filter.starts_with(|c: char| c.is_ascii_uppercase())
        && filter.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit())
}

/// That nothing is meant, and what may be: a ruling or a card of almost that name.
pub(super) fn no_match(wanted: &str, corpus: &Corpus) -> Problem {
    let ruling = wanted.split("::").next().unwrap_or(wanted);
    let words = corpus.ruling_names().flat_map(|name| [name].into_iter().chain(name.split('/')));
    let words: BTreeSet<&str> = words.chain(corpus.card_files()).collect();
    let spelt = ruling.to_lowercase().replace(' ', "-");
    let near = if words.contains(ruling) { ruling } else { &spelt };
    Problem::misspelt(format!("no ruling matches `{wanted}`"), near, words, "`segoc list` shows every ruling")
}
