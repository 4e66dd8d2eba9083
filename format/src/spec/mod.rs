//! The format, said once: every map of every file with its keys, what each of them holds, means and looks like.
//!
//! The readers take their keys from here and cannot take another; the schemas for editors and the
//! vocabulary page are written from here; `format/tests/spec/` reads every example, word, limit and need of it through the readers. So none of them can say something else than the others.

pub(crate) mod card;
pub(crate) mod catalogue;
pub mod cause;
pub mod condition;
pub(crate) mod deviation;
pub(crate) mod duel;
pub mod effect;
mod files;
pub(crate) mod group;
mod model;
pub mod modifier;
mod page;
pub mod play;
pub(crate) mod ruling;
mod schema;
pub mod verb;
pub(crate) mod words;

pub use files::{FILES, File, shapes_of};
pub use model::{Choice, Field, Form, Holds, Need, Shape};
pub use words::Spelt;
pub(crate) use words::Vocabulary;

use crate::catalogue::{Catalogue, Format};
use model::field;

/// Every file that is written from the specification, by its path below a corpus with these rules and formats: the
/// schemas and the vocabulary page.
#[must_use]
pub fn generated(rules: &Catalogue, formats: &[Format]) -> Vec<(String, String)> {
    let mut files = schema::schemas(rules, formats);
    files.push((page::PATH.to_owned(), page::vocabulary()));
    files
}

/// An id inside a file.
const ID: Holds = Holds::Form(&Form {
    name: "an id",
    what: "an id, lower-case-with-hyphens",
    pattern: "^[a-z0-9]+(-[a-z0-9]+)*$",
    fits: is_lower_case,
});
/// A rule of the catalogue.
const RULE: Holds = Holds::Word(words::every::<segoc_engine::Rule>);
/// Names of formats.
const FORMATS: Holds = Holds::List(&Holds::Format);
/// A player of a card's effect.
const WHO: Holds = Holds::Word(words::every::<segoc_engine::def::Who>);
/// Places of a card.
const PLACES: Holds = Holds::List(&Holds::Word(words::every::<segoc_engine::def::Place>));

/// Whether a text is made of lower-case letters and digits, with hyphens between them.
fn is_lower_case(text: &str) -> bool {
    text.split('-').all(|part| consists_of(part, |c| c.is_ascii_lowercase() || c.is_ascii_digit()))
}

/// Whether there is something in a text, and nothing but such characters.
fn consists_of(text: &str, such: impl Fn(char) -> bool) -> bool {
    !text.is_empty() && text.chars().all(such)
}
