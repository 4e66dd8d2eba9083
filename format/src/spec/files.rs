//! The kinds of files, and everything that can stand in them.

use super::Holds::{ByName, Map};
use super::{Holds, Shape, shapes};

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

/// Every kind of file.
pub static FILES: &[File] = &[
    File {
        name: "ruling",
        paths: "rulings/**/*.yaml",
        about: "A ruling: a question, its answer, and a duel that shows it.",
        holds: Map(&shapes::RULING),
    },
    File {
        name: "card",
        paths: "cards/*.yaml",
        about: "A card: what its effects are, never its text.",
        holds: Map(&shapes::CARD),
    },
    File { name: "rules", paths: "rules.yaml", about: "The catalogue of rules.", holds: Map(&shapes::CATALOGUE) },
    File {
        name: "formats",
        paths: "formats.yaml",
        about: "The formats by name, with the rules in which they differ from today's TCG.",
        holds: ByName(&Map(&shapes::FORMAT), true),
    },
    File {
        name: "statements",
        paths: "statements.yaml",
        about: "What the source documents say, and what stands for it in the corpus.",
        holds: Map(&shapes::STATEMENTS),
    },
    File {
        name: "disputes",
        paths: "disputes.yaml",
        about: "Where the sources disagree, and what became of it.",
        holds: Map(&shapes::DISPUTES),
    },
];

/// Every shape that can stand in a place or anywhere below it, each once, outer ones first.
#[must_use]
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
