//! Parts of cards: the causes, costs, deeds and limits of effects, and everything else by the key it stands behind.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::Dice;

/// Parts of cards, by the key they stand behind; items of a list by the key with `[]`.
#[derive(Debug, Default)]
pub(super) struct Pool {
    parts: BTreeMap<String, Vec<Value>>,
    /// Every effect: its class with its body.
    effects: Vec<(String, Map<String, Value>)>,
}

/// What an effect consists of: keys that belong together and are taken from one effect.
const SLOTS: [&[&str]; 4] = [
    &["when", "if", "during", "mandatory", "whenever"],
    &["cost"],
    &["targets", "declares", "options", "does", "applies", "by"],
    &[
        "once per turn",
        "once per duel",
        "once per battle step",
        "once per chain",
        "requires",
        "oath",
        "damage step",
        "no response",
        "from",
        "who",
        "stays",
        "while",
    ],
];

/// What a card or an effect is called is not recombined.
const NAMES: [&str; 5] = ["name", "passcode", "left out", "id", "in"];

impl Pool {
    /// The parts of some cards.
    pub(super) fn of<'v>(cards: impl Iterator<Item = &'v Value>) -> Self {
        let mut pool = Self::default();
        for card in cards {
            pool.gather(card, "card");
            for effect in card.get("effects").and_then(Value::as_array).into_iter().flatten() {
                let class = effect.as_object().into_iter().flatten().find(|(_, body)| body.is_object());
                if let Some((class, Value::Object(body))) = class {
                    pool.effects.push((class.clone(), body.clone()));
                }
            }
        }
        NAMES.iter().for_each(|key| _ = pool.parts.remove(*key));
        pool
    }

    fn gather(&mut self, value: &Value, key: &str) {
        self.parts.entry(key.to_owned()).or_default().push(value.clone());
        match value {
            Value::Array(items) => items.iter().for_each(|item| self.gather(item, &format!("{key}[]"))),
            Value::Object(map) => map.iter().for_each(|(key, value)| self.gather(value, key)),
            _ => {}
        }
    }

    /// An effect with its parts from up to four others.
    pub(super) fn effect(&self, dice: &mut Dice<'_>) -> Value {
        let (class, mut body) = dice.pick(&self.effects).clone();
        for keys in SLOTS {
            if dice.one_in(3) {
                continue;
            }
            // Most causes and costs fit only effects of their own class.
            let mut donor = dice.pick(&self.effects);
            for _ in 0..4 {
                if donor.0 == class || dice.one_in(4) {
                    break;
                }
                donor = dice.pick(&self.effects);
            }
            for key in keys {
                body.remove(*key);
                body.extend(donor.1.get(*key).map(|value| ((*key).to_owned(), value.clone())));
            }
        }
        Value::Object(Map::from_iter([(class, Value::Object(body))]))
    }

    /// Changes one place of a card: another value that stands behind the same key elsewhere, a number, something more or less.
    pub(super) fn bend(&self, card: &mut Value, dice: &mut Dice<'_>) {
        let mut place = 1 + dice.below(size(card) - 1);
        let Some((value, key)) = at(card, "card".to_owned(), &mut place) else { return };
        if NAMES.contains(&key.as_str()) {
            return;
        }
        let same = self.parts.get(&key);
        match dice.below(12) {
            0 if value.is_number() => {
                *value = Value::from(*dice.pick(&[0i64, 1, 2, 3, 4, 5, 10, 255, 1000, 4000, 8000, 65_535, 1_000_000]));
            }
            1 => match value {
                Value::Array(items) if items.len() > 1 => _ = items.remove(dice.below(items.len())),
                Value::Object(map) if map.len() > 1 => {
                    let gone = map.keys().nth(dice.below(map.len())).cloned();
                    gone.iter().for_each(|key| _ = map.remove(key));
                }
                _ => {}
            },
            2 | 3 => {
                if let (Value::Array(items), Some(more)) = (value, self.parts.get(&format!("{key}[]")))
                    && items.len() < 6
                {
                    items.insert(dice.below(items.len() + 1), dice.pick(more).clone());
                }
            }
            4 => {
                if let (Value::Object(map), Some(Value::Object(other))) = (value, same.map(|same| dice.pick(same)))
                    && let Some((key, more)) = other.iter().nth(dice.below(other.len()))
                {
                    map.entry(key.clone()).or_insert_with(|| more.clone());
                }
            }
            _ => *value = same.map_or_else(|| value.clone(), |same| dice.pick(same).clone()),
        }
    }
}

fn size(value: &Value) -> usize {
    1 + match value {
        Value::Array(items) => items.iter().map(size).sum(),
        Value::Object(map) => map.values().map(size).sum(),
        _ => 0,
    }
}

/// The value at a place, counted through the tree, with the key it stands behind.
fn at<'v>(value: &'v mut Value, key: String, place: &mut usize) -> Option<(&'v mut Value, String)> {
    if *place == 0 {
        return Some((value, key));
    }
    *place -= 1;
    match value {
        Value::Array(items) => items.iter_mut().find_map(|item| at(item, format!("{key}[]"), place)),
        Value::Object(map) => map.iter_mut().find_map(|(key, value)| at(value, key.clone(), place)),
        _ => None,
    }
}
