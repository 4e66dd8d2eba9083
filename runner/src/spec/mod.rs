//! The format, said once: every map of every file with its keys, what each of them holds, means and looks like.
//!
//! The readers of [`crate::read`] take their keys from here and cannot take another; the schemas for editors and the
//! vocabulary page are written from here; `runner/tests/spec.rs` reads every example, word, limit and need of it through the
//! readers. So none of them can say something else than the others.

pub mod card;
pub mod catalogue;
pub mod cause;
pub mod condition;
pub mod deviation;
pub mod duel;
pub mod effect;
mod files;
pub mod group;
mod model;
pub mod modifier;
mod page;
pub mod play;
pub mod ruling;
mod schema;
pub mod verb;
pub(crate) mod words;

pub use files::{FILES, File, shapes_of};
pub use model::{Choice, Field, Form, Need, Shape, Value};
pub use words::Spelt;
pub(crate) use words::Vocabulary;

use crate::corpus::Corpus;
use crate::diagnostic::Diagnostics;
use model::field;

/// Every file that is written from the specification, by its path below the corpus: the schemas and the vocabulary page.
///
/// # Errors
/// If the catalogue of the corpus is wrong.
pub fn generated(corpus: &Corpus) -> Result<Vec<(String, String)>, Diagnostics> {
    let mut files = schema::schemas(corpus)?;
    files.extend(crate::engines::wire::schema::files());
    files.push((page::PATH.to_owned(), page::vocabulary()));
    Ok(files)
}

/// An id inside a file.
const ID: Value = Value::Form(&Form { what: "an id, lower-case-with-hyphens", pattern: "^[a-z0-9]+(-[a-z0-9]+)*$" });
/// A rule of the catalogue.
const RULE: Value = Value::Word(words::every::<segoc_engine::Rule>);
/// Names of formats.
const FORMATS: Value = Value::List(&Value::Format);
/// A player of a card's effect.
const WHO: Value = Value::Word(words::every::<segoc_engine::def::Who>);
/// Places of a card.
const PLACES: Value = Value::List(&Value::Word(words::every::<segoc_engine::def::Place>));
