//! Card files: what is printed on a card, and its effects in the engine's closed vocabulary.

mod cause;
mod condition;
mod effect;
mod group;
mod modifier;
mod names;
mod printed;
mod step;

use std::sync::Arc;

use segoc_engine::def::{Amount, Condition, Group, Pattern, Step, Subject, Together};
use serde_json::Value;

use super::{Place, Read, Reader, read_file};
use crate::card::CardFile;
use crate::diagnostic::Diagnostics;
use crate::place::{Span, Spanned};
use crate::yaml::Node;
use names::Names;

/// Reads a card file. `formats` are the names of the formats there are.
///
/// # Errors
/// Everything that is wrong with the file.
pub fn read(path: &str, text: &Arc<str>, formats: &[String]) -> Result<CardFile, Diagnostics> {
    read_file((path, text), formats, Card::default(), CardReader::file)
}

/// Reads a card that came as JSON; its mistakes have no place.
///
/// # Errors
/// Everything that is wrong with it.
pub fn read_json(name: &str, json: &Value, formats: &[String]) -> Result<CardFile, Diagnostics> {
    let text = Arc::from(json.to_string());
    let mut reader = Reader::new(name, &text, formats, Card::default());
    let read = reader.file(&Node::from_json(json));
    reader.finish(read)
}

/// What is known while a card file is read.
#[derive(Default)]
struct Card {
    /// Names given by `as` anywhere in the card.
    names: Names,
    mentions: Vec<Spanned<String>>,
    summons: Vec<String>,
    /// Where a declared number is spoken of, and whether one is declared at all.
    declared_numbers: Vec<Span>,
    declares_a_number: bool,
    /// Where a declared kind of card is spoken of, and whether one is declared at all.
    declared_kinds: Vec<Span>,
    declares_a_kind: bool,
}

type CardReader<'f> = Reader<'f, Card>;

/// What stands in a box is read as if it did not.
macro_rules! boxed {
    ($($type:ident),+) => {
        $(impl Read<Card> for Box<$type> {
            fn read(card: &mut CardReader<'_>, node: &Node, place: Place) -> Option<Self> {
                $type::read(card, node, place).map(Self::new)
            }
        })+
    };
}

boxed!(Amount, Condition, Group, Pattern, Step, Subject, Together);
