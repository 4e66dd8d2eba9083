//! What must hold of the engine in every duel, tried on every board of the corpus with arbitrary answers.

#![allow(clippy::expect_used, clippy::panic)]

use std::sync::Arc;

use segoc_engine::Duel;
use segoc_format::ruling::engine_setup;
use segoc_fuzzing::dice::Dice;
use segoc_fuzzing::invariants::{Manner, holds, is_repeated};
use segoc_fuzzing::world::world;

/// Every ruling of the corpus in every format, at the beginning of its duel.
fn duels() -> Vec<(String, Duel)> {
    let world = world();
    let mut duels = Vec::new();
    for ruling in &world.rulings {
        for name in &ruling.formats {
            let format = world.corpus.format(name).expect("a format of the corpus");
            let library: Vec<_> = ruling.cards.iter().map(|card| Arc::new(card.def(name))).collect();
            let setup = engine_setup(&ruling.setup, &library).expect("a right set-up");
            let duel = Duel::new(&setup, library, format.policy.clone()).expect("a right set-up");
            duels.push((format!("{}::{name}", ruling.name), duel));
        }
    }
    duels
}

#[test]
fn arbitrary_play_keeps_the_invariants() {
    for (index, (name, begin)) in duels().iter().enumerate() {
        for round in 0..6u64 {
            // Shown if something does not hold.
            println!("{name}, round {round}");
            let mut dice = Dice::new(index as u64 * 1_000 + round);
            let impossible = if round == 0 { 1 } else { 0 };
            let answers = if round == 0 { 40 } else { 150 };
            let tried = holds(begin, &mut dice, Manner { answers, eager: 5, impossible });
            if round == 1 {
                is_repeated(begin, &tried);
            }
        }
    }
}
