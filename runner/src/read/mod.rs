//! From trees to types: reads cards, rulings, rules and formats, and reports every mistake of a file at once.

pub mod card;
mod fields;
pub mod formats;
mod reader;
pub mod rules;
pub mod ruling;
mod source;
pub mod suggest;
#[cfg(test)]
mod testing;
mod vocabulary;

use fields::Fields;
use reader::Reader;
use vocabulary::Vocabulary;
