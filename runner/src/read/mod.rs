//! From trees to types: reads cards, rulings, rules and formats, and reports every mistake of a file at once.

mod beliefs;
pub mod card;
pub mod deviations;
pub mod disputes;
mod fields;
pub mod formats;
mod reader;
pub mod rules;
pub mod ruling;
mod slang;
mod source;
pub mod statements;
pub mod suggest;
#[cfg(test)]
mod testing;

use crate::spec::Vocabulary;
use fields::Fields;
use reader::Reader;
