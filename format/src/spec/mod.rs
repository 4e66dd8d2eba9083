//! The format, said once: every map of every file with its keys, what each of them holds, means and looks like, as the
//! tables of `format.md`.
//!
//! The readers take their keys from here; the schemas for editors and the vocabulary page are written from here;
//! `format/tests/spec/` reads every example, word, limit and need of it through the readers. So none of them can say
//! something else than the others.

mod files;
mod load;
mod model;
mod page;
mod schema;
pub mod search;
pub(crate) mod shapes;
pub(crate) mod words;

pub use files::{FILES, File, shapes_of};
pub use load::shape;
pub use model::{Choice, Field, Form, Holds, Named, Need, Said, Shape};
pub use words::Spelt;
pub(crate) use words::Vocabulary;

use crate::catalogue::{Catalogue, Format};

/// Every file that is written from the specification, by its path below a corpus with these rules and formats: the
/// schemas and the vocabulary page.
pub fn generated(rules: &Catalogue, formats: &[Format]) -> Vec<(String, String)> {
    let mut files = schema::schemas(rules, formats);
    files.push((page::PATH.to_owned(), page::vocabulary()));
    files
}
