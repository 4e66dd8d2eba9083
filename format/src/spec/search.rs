//! Finding words of the format: by their spelling, or by what is said of them.

use super::{FILES, Field, Holds, Spelt, shapes_of};

/// A word of the format, with every map in which it means the same.
#[derive(Debug)]
pub struct Entry {
    /// The word: a key, or one of the words that a key holds.
    pub word: &'static str,
    /// What it means; empty where it says it itself.
    pub about: &'static str,
    /// The key with its example, if it is one: `cost: [{pay lp: 1000}]`.
    pub example: Option<String>,
    /// The maps that have the key, or the keys that hold the word.
    pub of: Vec<&'static str>,
}

/// Every word of the format, in the order of the vocabulary page.
fn entries() -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::new();
    for shape in FILES.iter().flat_map(|file| shapes_of(&file.holds)) {
        for field in shape.every() {
            let with = if field.with.is_empty() { String::new() } else { format!(", {}", field.with) };
            let example = format!("{}: {}{with}", field.key, field.example);
            note(&mut entries, field.key, field.about, Some(example), shape.name);
            for spelt in words(field) {
                note(&mut entries, spelt.word, spelt.about, None, field.key);
            }
        }
    }
    entries
}

fn note(
    entries: &mut Vec<Entry>,
    word: &'static str,
    about: &'static str,
    example: Option<String>,
    place: &'static str,
) {
    let is_key = example.is_some();
    let known = |e: &&mut Entry| e.word == word && e.about == about && e.example.is_some() == is_key;
    match entries.iter_mut().find(known) {
        Some(entry) if entry.of.contains(&place) => {}
        Some(entry) => entry.of.push(place),
        None => entries.push(Entry { word, about, example, of: vec![place] }),
    }
}

/// The words that a key holds, those of long lists apart: the ids of rules are listed by `segoc rules`.
fn words(field: &Field) -> impl Iterator<Item = &'static Spelt> {
    lists(&field.value).into_iter().filter(|list| list.len() <= super::page::MOST_WORDS).flatten()
}

/// The lists of words in a place.
pub(super) fn lists(value: &Holds) -> Vec<&'static [Spelt]> {
    match value {
        Holds::Word(words) | Holds::Among(words) => vec![words],
        Holds::List(item) | Holds::ListOrEmpty(item) => lists(item),
        Holds::Either(forms) => forms.iter().flat_map(lists).collect(),
        _ => Vec::new(),
    }
}

/// The words that have every one of some terms in their spelling or their meaning, whatever the case; those spelt like that
/// first. If there are none, what else may be meant, unless it is known that there is no word for it.
pub fn find(terms: &[String]) -> Vec<Entry> {
    let wanted = terms.join(" ").to_lowercase();
    let fits = |entry: &Entry| {
        let said = format!("{} {}", entry.word, entry.about).to_lowercase();
        terms.iter().all(|term| said.contains(&term.to_lowercase()))
    };
    let mut found: Vec<Entry> = entries().into_iter().filter(fits).collect();
    found.sort_by_key(|entry| {
        let word = entry.word.to_lowercase();
        (word != wanted, !word.contains(&wanted), entry.example.is_none())
    });
    if found.is_empty() && crate::suggest::missing(&wanted).is_none() { by_parts(&wanted) } else { found }
}

/// As many words are shown that have only parts of what was asked for.
const MOST_BY_PARTS: usize = 6;

/// What judges mean by a phrase, or by a part of it; else the words that have most of its words in their spelling or meaning.
fn by_parts(wanted: &str) -> Vec<Entry> {
    let said: Vec<&str> = wanted.split_whitespace().collect();
    let all = entries();
    let every: Vec<&'static str> = all.iter().map(|entry| entry.word).collect();
    let longest_first = (1..=said.len()).rev().flat_map(|size| said.windows(size));
    let meant = longest_first.map(|phrase| crate::suggest::meant_by(&phrase.join(" "), &every)).find(|m| !m.is_empty());
    if let Some(meant) = meant {
        let place = |entry: &Entry| meant.iter().position(|word| *word == entry.word);
        let mut found: Vec<Entry> = all.into_iter().filter(|entry| place(entry).is_some()).collect();
        found.sort_by_key(|entry| (place(entry), entry.example.is_none()));
        return found;
    }
    let stems: Vec<&str> = said.iter().filter(|word| word.len() > 3).map(|word| stem(word)).collect();
    let score = |entry: &Entry| {
        let (word, about) = (entry.word.to_lowercase(), entry.about.to_lowercase());
        let has = |text: &str| stems.iter().filter(|stem| text.contains(**stem)).count();
        2 * has(&word) + has(&about)
    };
    let mut found: Vec<Entry> = all.into_iter().filter(|entry| score(entry) > 1).collect();
    found.sort_by_key(|entry| std::cmp::Reverse(score(entry)));
    found.truncate(MOST_BY_PARTS);
    found
}

/// A word without its ending.
fn stem(word: &str) -> &str {
    let endings = ["ing", "ed", "es", "s"];
    endings.iter().find_map(|ending| word.strip_suffix(ending)).filter(|stem| stem.len() > 3).unwrap_or(word)
}

/// The word most like a misspelt one.
pub fn nearest(word: &str) -> Option<&'static str> {
    crate::suggest::nearest(word, entries().iter().map(|entry| entry.word))
}
