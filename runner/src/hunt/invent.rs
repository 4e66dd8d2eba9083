//! Cards that nobody printed, made of the parts of others: the cause of one, the cost of another, what a third does, the limits of a fourth.

use std::sync::Arc;

use segoc_format::card::CardFile;
use segoc_format::edit;
use segoc_format::read::card;
use segoc_format::{corpus, yaml};
use serde_json::{Map, Value};

use super::Dice;
use super::parts::Pool;

/// How often a card is tried to be made: most recombinations say something that no card can.
const TRIES: usize = 40;

/// What cards are made of.
#[derive(Debug)]
pub struct Inventory {
    /// The cards, each with its file as JSON.
    cards: Vec<(String, Value)>,
    pool: Pool,
    formats: Vec<String>,
}

impl Inventory {
    /// The parts of some cards, to be read in some formats.
    pub fn of<'c>(cards: impl IntoIterator<Item = &'c Arc<CardFile>>, formats: &[String]) -> Self {
        let json = |card: &Arc<CardFile>| Some((card.name.clone(), yaml::parse(&card.path, &card.text).0?.to_json()));
        let cards: Vec<(String, Value)> = cards.into_iter().filter_map(json).collect();
        Self { pool: Pool::of(cards.iter().map(|(_, card)| card)), cards, formats: formats.to_vec() }
    }

    /// A card made of the parts of others, as JSON; it may say something that no card can.
    #[must_use]
    pub fn recombined(&self, name: &str, dice: &mut Dice<'_>) -> Value {
        let mut card = dice.pick(&self.cards).1.clone();
        if let Value::Object(card) = &mut card {
            call(card, name);
            let own = card.get("effects").and_then(Value::as_array).cloned().unwrap_or_default();
            let mut effects: Vec<Value> = if dice.one_in(2) { own } else { Vec::new() };
            effects.extend((0..dice.below(4)).map(|_| self.pool.effect(dice)));
            card.insert("effects".to_owned(), Value::Array(effects));
        }
        for _ in 0..dice.below(5) {
            self.pool.bend(&mut card, dice);
        }
        for (i, effect) in card.get_mut("effects").and_then(Value::as_array_mut).into_iter().flatten().enumerate() {
            if let Value::Object(effect) = effect {
                effect.insert("id".to_owned(), format!("effect-{i}").into());
                effect.remove("in");
            }
        }
        card
    }

    /// A card in which little is otherwise than in another one, as JSON; none if that one is not known. Its effects keep their ids.
    fn altered(&self, of: &str, name: &str, dice: &mut Dice<'_>) -> Option<Value> {
        let mut card = self.cards.iter().find(|(known, _)| known == of)?.1.clone();
        for _ in 0..1 + dice.below(3) {
            self.pool.bend(&mut card, dice);
        }
        if let Value::Object(card) = &mut card {
            call(card, name);
        }
        Some(card)
    }

    /// A card that can be read and is no token: like another one, if that is named, else of any parts.
    pub(super) fn card(&self, like: Option<&str>, name: &str, dice: &mut Dice<'_>) -> Option<Arc<CardFile>> {
        let made = |dice: &mut Dice<'_>| {
            let card = match like {
                Some(like) => self.altered(like, name, dice)?,
                None => self.recombined(name, dice),
            };
            self.read(&card).filter(|card| !card.is_token())
        };
        (0..TRIES).find_map(|_| made(dice)).map(Arc::new)
    }

    /// A card without one of its effects, if it has several.
    pub(super) fn without_an_effect(&self, card: &CardFile, effect: usize) -> Option<Arc<CardFile>> {
        let mut card = yaml::parse(&card.path, &card.text).0?.to_json();
        let effects = card.get_mut("effects")?.as_array_mut()?;
        if effect >= effects.len() || effects.len() < 2 {
            return None;
        }
        effects.remove(effect);
        self.read(&card).map(Arc::new)
    }

    /// A card as its file would have it, read.
    fn read(&self, card: &Value) -> Option<CardFile> {
        let name = card.get("name")?.as_str()?;
        card::read(&file_of(name), &written(card)?.into(), &self.formats).ok()
    }
}

/// Gives a card that is made up a name, and a passcode that no other has.
fn call(card: &mut Map<String, Value>, name: &str) {
    card.remove("left out");
    card.insert("name".to_owned(), name.into());
    let mixed = name.bytes().fold(0_u32, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
    if card.contains_key("passcode") {
        card.insert("passcode".to_owned(), (99_990_000 + mixed % 10_000).into());
    }
}

/// The file of a card, as it lies beside a ruling.
pub(super) fn file_of(card: &str) -> String {
    format!("cards/{}.yaml", corpus::file_name(card))
}

/// The text of the file of a card, the name first and every effect on a line.
fn written(card: &Value) -> Option<String> {
    let flow = |value: &Value| edit::Value::from(value).flow();
    let mut text = format!("# Made up of parts of other cards.\nname: {}\n", flow(card.get("name")?));
    for (key, value) in card.as_object()?.iter().filter(|(key, _)| *key != "name") {
        match value {
            Value::Array(items) if key == "effects" && !items.is_empty() => {
                text.push_str("effects:\n");
                text.extend(items.iter().map(|item| format!("  - {}\n", flow(item))));
            }
            value => text.push_str(&format!("{}: {}\n", edit::word(key), flow(value))),
        }
    }
    Some(text)
}
