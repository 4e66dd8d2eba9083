//! From trees to types: reads cards, rulings, rules and formats, and reports every mistake of a file at once.

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
#[cfg(test)]
mod testing;

use crate::spec::Vocabulary;
use fields::Fields;
pub(crate) use reader::Reader;

/// What was read of a field that may be left out: the outer `None` is a mistake, the inner one that it is left out.
fn if_written<T>(read: Option<Option<T>>) -> Option<Option<T>> {
    match read {
        Some(None) => None,
        read => Some(read.flatten()),
    }
}
