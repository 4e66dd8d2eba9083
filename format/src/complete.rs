//! What may be written at a place of a text that is being written: keys of the map there, and words.
//!
//! ```
//! use segoc_format::complete::complete;
//! use segoc_format::corpus::Corpus;
//! use segoc_format::spec::FILES;
//!
//! let corpus = Corpus::embedded()?;
//! let text = "duel:\n  Joey: {set: [Trap Ho";
//! let found = complete(&FILES[0], &corpus, text, text.len());
//! assert_eq!(&text[found.from..], "Trap Ho");
//! assert!(found.proposals.iter().any(|proposal| proposal.word == "Trap Hole"));
//! # Ok::<(), segoc_format::diagnostic::Diagnostics>(())
//! ```

use crate::corpus::Corpus;
use crate::edit;
use crate::spec::{Field, File, Holds, Shape};
use crate::yaml::{Kind, Level, Node, Open, open, parse};

/// What may stand at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// Where the word begins that is being written, in bytes.
    pub from: usize,
    /// What it may become; whoever shows them picks those that fit what is written already.
    pub proposals: Vec<Proposal>,
}

/// Something that may be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposal {
    /// As people know it.
    pub word: String,
    /// As it is written, with what has to follow a key.
    pub written: String,
    /// What it means; empty where it says it itself.
    pub about: String,
    /// Whether it is a key.
    pub is_key: bool,
}

/// What may be written at a place of a file of this kind, given in bytes.
#[must_use]
pub fn complete(file: &File, corpus: &Corpus, text: &str, at: usize) -> Completion {
    let before = text.get(..at).unwrap_or(text);
    let from = word_begin(before);
    let mut found = Found { corpus, text, proposals: Vec::new() };
    let as_value = open(&before[..from], false);
    let in_flow = as_value.as_ref().is_some_and(|open| open.in_flow);
    let as_key = if in_flow { None } else { open(&before[..from], true) };
    let after = text.get(at..).unwrap_or_default();
    let beside = beside(&format!("{}{HERE}: x{after}", &before[..from]));
    for open in as_key.iter().chain(&as_value) {
        found.at(file, open, &beside);
    }
    Completion { from, proposals: found.proposals }
}

/// Stands for the key that is being written.
const HERE: &str = "being-written-here";

/// The keys of the map in which the key stands that is being written, if the text can be read with it.
fn beside(text: &str) -> Vec<String> {
    fn find(node: &Node) -> Option<Vec<String>> {
        match &node.kind {
            Kind::Map(entries) if entries.iter().any(|(key, _)| key.value == HERE) => {
                Some(entries.iter().map(|(key, _)| key.value.clone()).collect())
            }
            Kind::Map(entries) => entries.iter().find_map(|(_, value)| find(value)),
            Kind::Seq(items) => items.iter().find_map(find),
            _ => None,
        }
    }
    parse("", &text.into()).0.as_ref().and_then(find).unwrap_or_default()
}

/// Where the word at the end of a text begins; a word may have blanks in it.
fn word_begin(before: &str) -> usize {
    let line = &before[before.rfind('\n').map_or(0, |end| end + 1)..];
    let marks = ["[", "{", ", ", ": "].into_iter().filter_map(|mark| line.rfind(mark).map(|at| at + mark.len()));
    let word = &line[marks.max().unwrap_or(0)..];
    before.len() - word.trim_start_matches([' ', '-']).len()
}

struct Found<'c> {
    corpus: &'c Corpus,
    text: &'c str,
    proposals: Vec<Proposal>,
}

impl Found<'_> {
    /// Proposes what may stand at a place; `beside` are the keys of its map, if that is known.
    fn at(&mut self, file: &File, open: &Open, beside: &[String]) {
        let mut here = vec![file.holds];
        for level in &open.levels {
            here = match level {
                Level::Map { written, key: None } => {
                    let written = if beside.is_empty() { written } else { beside };
                    return maps(&here).into_iter().for_each(|shape| self.keys(shape, written, ""));
                }
                Level::Map { written, key: Some(key) } => values_of(&here, key, written),
                Level::List { before } => items_of(&here, *before),
            };
        }
        here.iter().for_each(|holds| self.values(holds));
        maps(&here).into_iter().for_each(|shape| self.keys(shape, &[], "{"));
    }

    /// The keys that a map may still have.
    fn keys(&mut self, shape: &'static Shape, written: &[String], brace: &str) {
        let is_written = |key: &str| written.iter().any(|other| other == key);
        let chosen = shape.all_choices().into_iter().filter(|choice| choice.keys().any(is_written));
        let excluded: Vec<&str> = chosen.flat_map(|choice| choice.keys()).collect();
        for field in shape.every() {
            let beside = shape.stands_beside(field.key);
            let fits = beside.is_empty() || beside.iter().any(|key| is_written(key));
            if fits && !is_written(field.key) && !excluded.contains(&field.key) {
                self.push(field.key, format!("{brace}{}: ", field.key), &about(field), true);
            }
        }
    }

    /// The words that may stand in a place.
    fn values(&mut self, holds: &Holds) {
        match holds {
            Holds::Word(words) | Holds::Among(words) => {
                words.iter().for_each(|spelt| self.value(spelt.word, spelt.about));
            }
            Holds::Flag => self.value("true", ""),
            Holds::Bool => ["true", "false"].into_iter().for_each(|word| self.value(word, "")),
            Holds::Format => {
                let formats = self.corpus.formats();
                formats.iter().for_each(|format| self.value(&format.name, &format.title));
            }
            Holds::CardName => self.cards(|_| true),
            // A card of the duel stands in the file already.
            Holds::Reference => {
                let text = self.text;
                self.cards(|name| text.contains(name));
            }
            Holds::Either(forms) => forms.iter().for_each(|form| self.values(form)),
            _ => {}
        }
    }

    fn cards(&mut self, is_meant: impl Fn(&str) -> bool) {
        let names = self.corpus.card_names().filter(|name| is_meant(name)).collect::<Vec<_>>();
        names.iter().for_each(|name| self.push(name, edit::word(name), "", false));
    }

    fn value(&mut self, word: &str, about: &str) {
        self.push(word, word.to_owned(), about, false);
    }

    fn push(&mut self, word: &str, written: String, about: &str, is_key: bool) {
        if !self.proposals.iter().any(|other| other.written == written) {
            self.proposals.push(Proposal { word: word.to_owned(), written, about: about.to_owned(), is_key });
        }
    }
}

/// What a key means, with its example.
fn about(field: &Field) -> String {
    match field.example {
        "" => field.about.to_owned(),
        example => format!("{} As in `{}: {example}`.", field.about, field.key),
    }
}

/// The shapes of maps that may stand directly in a place.
fn maps(here: &[Holds]) -> Vec<&'static Shape> {
    let of = |holds: &Holds| match holds {
        Holds::Map(shape) => vec![shape.get()],
        Holds::Either(forms) => maps(forms),
        _ => Vec::new(),
    };
    here.iter().flat_map(of).collect()
}

/// What may stand behind a key.
fn values_of(here: &[Holds], key: &str, written: &[String]) -> Vec<Holds> {
    let is_written = |other: &str| written.iter().any(|written| written == other);
    let of = |holds: &Holds| match holds {
        Holds::Map(shape) => shape.field(key, is_written).map(|field| field.value).into_iter().collect(),
        Holds::ByName(value, _) => vec![**value],
        Holds::Either(forms) => values_of(forms, key, written),
        _ => Vec::new(),
    };
    here.iter().flat_map(of).collect()
}

/// What may stand in a list behind some items.
fn items_of(here: &[Holds], before: usize) -> Vec<Holds> {
    let of = |holds: &Holds| match holds {
        Holds::List(item) | Holds::ListOrEmpty(item) => vec![**item],
        Holds::FirstThen(first, then) => vec![Holds::Map(if before == 0 { first } else { then })],
        Holds::Either(forms) => items_of(forms, before),
        _ => Vec::new(),
    };
    here.iter().flat_map(of).collect()
}
