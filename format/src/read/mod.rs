//! From trees to types: reads cards, rulings, rules and formats, and reports every mistake of a file at once.
//!
//! The specification says what may stand where; `Fields` compares a map with it, and `Read` reads words, texts,
//! numbers and lists as it says. A reader says only which type is made of which fields.

mod beliefs;
pub mod card;
pub mod disputes;
mod fields;
pub mod formats;
mod reader;
pub mod rules;
pub mod ruling;
mod source;
pub mod statements;
mod value;

pub(crate) use fields::{Entry, Fields};
pub(crate) use reader::{Reader, read_file};
pub(crate) use value::{Make, Place, Read};
