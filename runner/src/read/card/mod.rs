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

use segoc_engine::def::{CardDef, CardKind, EffectDef};

use super::Reader;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::ruling::{Span, Spanned};
use names::Names;

/// A card file, read.
#[derive(Clone, Debug)]
pub struct CardFile {
    /// The name of the card.
    pub name: String,
    /// The number printed on it; tokens have none.
    pub passcode: Option<u32>,
    /// Path of the file as shown to people.
    pub path: String,
    /// The text of the file.
    pub text: Arc<str>,
    /// Where the name stands.
    pub name_span: Span,
    /// Monster, Spell or Trap, with what is printed on it.
    pub kind: CardKind,
    /// The archetypes it belongs to.
    pub series: Vec<String>,
    /// Its effects, those of all formats.
    pub effects: Vec<CardEffect>,
    /// What is not modelled, a sentence each.
    pub left_out: Vec<String>,
    /// Names of other cards its effects speak of.
    pub mentions: Vec<Spanned<String>>,
    /// Names of cards its effects Special Summon by name; tokens among them are made.
    pub summons: Vec<String>,
}

/// An effect with the formats in which the card has it.
#[derive(Clone, Debug)]
pub struct CardEffect {
    /// The formats; `None` means all.
    pub formats: Option<Vec<String>>,
    /// The effect.
    pub def: EffectDef,
    /// Where it stands.
    pub span: Span,
}

impl CardEffect {
    /// Whether the card has it in a format.
    #[must_use]
    pub fn is_in(&self, format: &str) -> bool {
        self.formats.as_ref().is_none_or(|formats| formats.iter().any(|name| name == format))
    }
}

impl CardFile {
    /// The card as it is in a format.
    #[must_use]
    pub fn def(&self, format: &str) -> CardDef {
        CardDef {
            name: self.name.clone(),
            passcode: self.passcode,
            kind: self.kind.clone(),
            series: self.series.clone(),
            effects: self.effects.iter().filter(|effect| effect.is_in(format)).map(|e| e.def.clone()).collect(),
        }
    }

    /// Whether it is a token.
    #[must_use]
    pub fn is_token(&self) -> bool {
        printed::is_token(&self.kind)
    }
}

/// Reads a card file. `formats` are the names of the formats there are.
///
/// # Errors
/// Everything that is wrong with the file.
pub fn read(path: &str, text: &Arc<str>, formats: &[String]) -> Result<CardFile, Diagnostics> {
    let (reader, node) = Reader::parse(path, text);
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
