//! Words for cards, and names given by `as`.

use segoc_engine::def::Word;

use super::{Card, CardReader};
use crate::place::Spanned;
use crate::read::{Place, Read};
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
pub(super) struct Names(Vec<Spanned<String>>);

impl Names {
    /// Collects every `as` of a card: a name given in the activation is known to its continuous effects too.
    pub(super) fn collect(&mut self, node: &Node) {
        match &node.kind {
            Kind::Seq(items) => items.iter().for_each(|item| self.collect(item)),
            Kind::Map(entries) => {
                for (key, value) in entries {
                    match &value.kind {
                        Kind::Str(name) if key.value == "as" && !self.0.iter().any(|given| given.value == *name) => {
                            self.0.push(Spanned { value: name.clone(), span: value.span });
                        }
                        _ => self.collect(value),
                    }
                }
            }
            _ => {}
        }
    }

    /// What a text means, if it is a word or a given name.
    pub(super) fn word(&self, text: &str) -> Option<Word> {
        let given = || self.0.iter().any(|name| name.value == text).then(|| Word::Named(text.to_owned()));
        known_word(text).or_else(given)
    }
}

impl CardReader<'_> {
    /// A name given by `as` is no word already. Those of several words are not even names.
    pub(super) fn given_names_are_new(&mut self) {
        let taken = |name: &&Spanned<String>| known_word(&name.value).is_some() && !name.value.contains(' ');
        let taken: Vec<Spanned<String>> = self.known.names.0.iter().filter(taken).cloned().collect();
        for Spanned { value, span } in taken {
            self.error(span, format!("`{value}` has a meaning of its own and cannot be given by `as`"));
        }
    }
}

/// A word for cards that are already known.
impl Read<Card> for Word {
    fn read(card: &mut CardReader<'_>, node: &Node, _: Place) -> Option<Self> {
        let text = card.string(node, "a word for cards, as `this card`, or a name given by `as`")?;
        let word = card.known.names.word(text);
        if word.is_none() {
            let given = card.known.names.0.iter().map(|name| name.value.as_str());
            let help = suggest::help(text, KNOWN.iter().map(|spelt| -> &str { spelt.word }).chain(given));
            let help = format!("{help}; any other name must be given by an `as` in this card");
            card.error_help(node.span, format!("unknown word `{text}`"), help);
        }
        word
    }
}
