//! Cards made of the parts of others: the cause of one, the cost of another, what a third does, the limits of a fourth.

use std::sync::Arc;

use segoc_format::card::CardFile;
use segoc_format::read::card;

use crate::dice::Dice;
use crate::world::World;

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
            dice.pick(&world.cards).clone()
        } else {
            let made = world.inventory.recombined(&format!("Card {}", cards.len()), dice);
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
        cards.extend(Some(dice.pick(&world.cards).clone()).filter(|card| !card.is_token()));
    }
    cards
}
