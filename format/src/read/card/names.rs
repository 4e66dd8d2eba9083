//! Words for cards, and names given by `as`.

use segoc_engine::def::Word;

use super::CardReader;
use crate::spec::words::KNOWN;
use crate::suggest;
use crate::yaml::{Kind, Node};

/// What a word means that needs no `as`.
fn known_word(text: &str) -> Option<Word> {
    Some(match text {
        "this card" => Word::ThisCard,
        "that card" | "those cards" => Word::ThoseCards,
        "attacker" => Word::Attacker,
        "attack target" => Word::AttackTarget,
        "opposing monster" => Word::OpposingMonster,
        "equipped monster" => Word::EquippedMonster,
        "summoned monster" => Word::SummonedMonster,
        _ => return None,
    })
}

/// The names that a card gives with `as`.
#[derive(Default)]
pub(super) struct Names(Vec<String>);

impl Names {
    /// Collects every `as` of a card: a name given in the activation is known to its continuous effects too.
    pub(super) fn given_in(node: &Node) -> Self {
        let mut names = Self::default();
        names.collect(node);
        names
    }

    fn collect(&mut self, node: &Node) {
        match &node.kind {
            Kind::Seq(items) => items.iter().for_each(|item| self.collect(item)),
            Kind::Map(entries) => {
                for (key, value) in entries {
                    match &value.kind {
                        Kind::Str(name) if key.value == "as" && !self.0.contains(name) => self.0.push(name.clone()),
                        _ => self.collect(value),
                    }
                }
            }
            _ => {}
        }
    }

    /// What a text means, if it is a word or a given name.
    pub(super) fn word(&self, text: &str) -> Option<Word> {
        known_word(text).or_else(|| self.0.iter().any(|name| name == text).then(|| Word::Named(text.to_owned())))
    }

    fn all(&self) -> impl Iterator<Item = &str> {
        KNOWN.iter().map(|spelt| -> &str { spelt.word }).chain(self.0.iter().map(String::as_str))
    }
}

impl CardReader<'_> {
    /// A word for cards that are already known.
    pub(super) fn known(&mut self, node: &Node) -> Option<Word> {
        let text = self.reader.string(node, "a word for cards, as `this card`, or a name given by `as`")?;
        let word = self.names.word(&text);
        if word.is_none() {
            let help = suggest::help(&text, self.names.all());
            let help = format!("{help}; any other name must be given by an `as` in this card");
            self.reader.error_help(node.span, format!("unknown word `{text}`"), help);
        }
        word
    }

    /// A new name, given by `as`.
    pub(super) fn given(&mut self, node: &Node) -> Option<String> {
        let name = self.reader.id(node, "a name given by `as`")?;
        if known_word(&name).is_some() {
            self.reader.error(node.span, format!("`{name}` has a meaning of its own and cannot be given by `as`"));
            return None;
        }
        Some(name)
    }
}
