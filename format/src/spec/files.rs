//! The kinds of files, and everything that can stand in them.

use super::Holds::{ByName, Map};
use super::shapes::{CARD, CATALOGUE, DISPUTES, FORMAT, RULING, STATEMENTS};
use super::{Holds, Shape};

/// A kind of file.
#[derive(Debug)]
pub struct File {
    /// The name of its schema, without ending.
    pub name: &'static str,
    /// Where such files lie, below the corpus.
    pub paths: &'static str,
    /// What such a file is, in a sentence.
    pub about: &'static str,
    /// What it holds.
    pub holds: Holds,
}

const fn file(name: &'static str, paths: &'static str, holds: Holds, about: &'static str) -> File {
    File { name, paths, about, holds }
}

/// Every kind of file.
pub static FILES: &[File] = &[
    file("ruling", "rulings/**/*.yaml", Map(&RULING), "A ruling: a question, its answer, and a duel that shows it."),
    file("card", "cards/*.yaml", Map(&CARD), "A card: what its effects are, never its text."),
    file("rules", "rules.yaml", Map(&CATALOGUE), "The catalogue of rules."),
    file(
        "formats",
        "formats.yaml",
        ByName(&Map(&FORMAT), true),
        "The formats by name, with the rules in which they differ from today's TCG.",
    ),
    file(
        "statements",
        "statements.yaml",
        Map(&STATEMENTS),
        "What the source documents say, and what stands for it in the corpus.",
    ),
    file("disputes", "disputes.yaml", Map(&DISPUTES), "Where the sources disagree, and what became of it."),
];

/// Every shape that can stand in a place or anywhere below it, each once, outer ones first.
pub fn shapes_of(value: &Holds) -> Vec<&'static Shape> {
    let mut found: Vec<&'static Shape> = value.shapes();
    let mut next = 0;
    while let Some(shape) = found.get(next) {
        for inner in shape.every().iter().flat_map(|field| field.value.shapes()) {
            if !found.iter().any(|other| std::ptr::eq(*other, inner)) {
                found.push(inner);
            }
        }
        next += 1;
    }
    found
}
