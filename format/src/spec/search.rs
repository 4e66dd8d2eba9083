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
/// first.
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
    found
}

/// The word most like a misspelt one.
pub fn nearest(word: &str) -> Option<&'static str> {
    crate::suggest::nearest(word, entries().iter().map(|entry| entry.word))
}
