//! Card files: what is printed on a card, and its effects in the engine's closed vocabulary.

mod cause;
mod condition;
mod effect;
mod group;
mod modifier;
mod names;
mod printed;
mod step;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use serde_json::Value;

use super::Reader;
use crate::card::CardFile;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::place::Spanned;
use crate::yaml::Node;
use names::Names;

/// Reads a card file. `formats` are the names of the formats there are.
///
/// # Errors
/// Everything that is wrong with the file.
pub fn read(path: &str, text: &Arc<str>, formats: &[String]) -> Result<CardFile, Diagnostics> {
    let (reader, node) = Reader::parse(path, text);
    read_node(reader, node, path, formats)
}

/// Reads a card that came as JSON; its mistakes have no place.
///
/// # Errors
/// Everything that is wrong with it.
pub fn read_json(name: &str, json: &Value, formats: &[String]) -> Result<CardFile, Diagnostics> {
    let text = Arc::from(json.to_string());
    read_node(Reader::new(name, &text), Some(Node::from_json(json)), name, formats)
}

fn read_node(reader: Reader, node: Option<Node>, path: &str, formats: &[String]) -> Result<CardFile, Diagnostics> {
    let mut card = CardReader { reader, names: Names::default(), formats, mentions: Vec::new(), summons: Vec::new() };
    let file = node.and_then(|node| {
        card.names = Names::given_in(&node);
        card.file(&node)
    });
    match file {
        Some(file) if card.reader.errors.is_empty() => Ok(file),
        _ if card.reader.errors.is_empty() => Err(Diagnostic::of_file(path, "the card cannot be read").into()),
        _ => Err(card.reader.into_errors()),
    }
}

/// What is known while a card file is read.
struct CardReader<'f> {
    reader: Reader,
    /// Names given by `as` anywhere in the card.
    names: Names,
    formats: &'f [String],
    mentions: Vec<Spanned<String>>,
    summons: Vec<String>,
}

impl CardReader<'_> {
    /// A list with something in it; what cannot be read is left out.
    fn each<T>(&mut self, node: &Node, what: &str, read: impl Fn(&mut Self, &Node) -> Option<T>) -> Vec<T> {
        let items = self.reader.some(node, what).unwrap_or_default();
        items.iter().filter_map(|item| read(self, item)).collect()
    }
}
