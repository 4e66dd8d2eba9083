//! Cards made of the parts of others: the cause of one, the cost of another, what a third does, the limits of a fourth.

use std::sync::Arc;

use segoc_format::card::CardFile;
use segoc_format::read::card;
use serde_json::Value;

use crate::dice::Dice;
use crate::world::World;

/// A card made of the parts of others, as JSON; it may say something that no card can.
#[must_use]
pub fn recombined(world: &World, name: &str, dice: &mut Dice<'_>) -> Value {
    let mut card = dice.pick(&world.cards).1.clone();
    if let Value::Object(card) = &mut card {
        card.remove("left out");
        card.insert("name".to_owned(), name.into());
        let own = card.get("effects").and_then(Value::as_array).cloned().unwrap_or_default();
        let mut effects: Vec<Value> = if dice.one_in(2) { own } else { Vec::new() };
        effects.extend((0..dice.below(4)).map(|_| world.pool.effect(dice)));
        card.insert("effects".to_owned(), Value::Array(effects));
    }
    for _ in 0..dice.below(5) {
        world.pool.bend(&mut card, dice);
    }
    for (i, effect) in card.get_mut("effects").and_then(Value::as_array_mut).into_iter().flatten().enumerate() {
        if let Value::Object(effect) = effect {
            effect.insert("id".to_owned(), format!("effect-{i}").into());
            effect.remove("in");
        }
    }
    card
}

/// Cards of a duel, at least one: recombined ones that can be read, and some of the corpus. None of them is a token.
#[must_use]
pub fn some_cards(world: &World, dice: &mut Dice<'_>) -> Vec<Arc<CardFile>> {
    let wanted = 1 + dice.below(6);
    let mut cards: Vec<Arc<CardFile>> = Vec::new();
    for _ in 0..wanted * 6 {
        if cards.len() == wanted {
            break;
        }
        let card = if dice.one_in(4) {
            dice.pick(&world.cards).0.clone()
        } else {
            let made = recombined(world, &format!("Card {}", cards.len()), dice);
            match card::read_json("card", &made, &world.formats) {
                Ok(card) => Arc::new(card),
                Err(_) => continue,
            }
        };
        if !card.is_token() && cards.iter().all(|other| other.name != card.name) {
            cards.push(card);
        }
    }
    while cards.is_empty() {
        cards.extend(Some(dice.pick(&world.cards).0.clone()).filter(|card| !card.is_token()));
    }
    cards
}
