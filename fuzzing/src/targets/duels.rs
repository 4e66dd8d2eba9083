//! Duels with recombined cards on arbitrary boards, answered possibly and impossibly.

use std::sync::Arc;

use segoc_engine::def::{BattlePosition, CardDef, Phase};
use segoc_engine::{Duel, Player, Setup, Since, StartCard, StartZone};

use super::Target;
use crate::cards::some_cards;
use crate::dice::Dice;
use crate::invariants::{Manner, holds, is_repeated};
use crate::world::world;

/// The bytes are the choices: cards, board, answers.
pub const TARGET: Target = Target { name: "duels", run, seeds, change };

fn run(bytes: &[u8]) {
    let mut dice = Dice::of(bytes);
    let Some(begin) = some_duel(&mut dice) else { return };
    let manner = Manner { answers: if dice.one_in(10) { 400 } else { 100 }, eager: 1 + dice.below(8), impossible: 20 };
    let tried = holds(&begin, &mut dice, manner);
    if dice.one_in(8) {
        is_repeated(&begin, &tried);
    }
}

/// A duel about to begin; none if it cannot.
fn some_duel(dice: &mut Dice<'_>) -> Option<Duel> {
    let world = world();
    let format = dice.pick(world.corpus.formats());
    let cards = some_cards(world, dice);
    let all = cards.iter().chain(&world.tokens);
    let library: Vec<Arc<CardDef>> = all.map(|card| Arc::new(card.def(&format.name))).collect();
    let setup = some_setup(&library, cards.len(), dice);
    Duel::new(&setup, library, format.policy.clone()).ok()
}

/// A board that is right, with the first so many cards of a library.
fn some_setup(library: &[Arc<CardDef>], cards: usize, dice: &mut Dice<'_>) -> Setup {
    let phases = [Phase::Main1, Phase::Main1, Phase::Main1, Phase::Draw, Phase::Standby, Phase::Battle, Phase::Main2];
    let phase = if dice.one_in(12) { Phase::End } else { *dice.pick(&phases) };
    let lp = [*dice.pick(&[8000, 8000, 8000, 1000, 100, 1]), *dice.pick(&[8000, 8000, 8000, 1000, 1_000_000])];
    let mut setup = Setup { phase, lp, cards: Vec::new() };
    let mut add = |card: StartCard| {
        setup.cards.push(card);
        if !setup.problems(library).is_empty() {
            setup.cards.pop();
        }
        setup.cards.len()
    };
    let player = |dice: &mut Dice<'_>| *dice.pick(Player::ALL);
    let mut there = 0;
    for _ in 0..3 + dice.below(24) {
        let zones = StartZone::ALL;
        let zone = if dice.one_in(2) { *dice.pick(zones) } else { *dice.pick(&[StartZone::Hand, StartZone::Monsters]) };
        let mut card = StartCard::new(dice.below(cards), player(dice), zone);
        if dice.one_in(12) {
            card.owner = card.owner.opponent();
        }
        if zone == StartZone::Monsters && dice.one_in(3) {
            card.position = BattlePosition::Defense;
        }
        if dice.one_in(12) {
            card.counters = *dice.pick(&[1, 2, 255]);
        }
        card.revealed = zone == StartZone::Hand && dice.one_in(12);
        card.since = *dice.pick(&[Since::Earlier, Since::Earlier, Since::LastTurn, Since::ThisTurn]);
        if zone == StartZone::SpellsAndTraps && there > 0 && dice.one_in(3) {
            card.equipped_to = Some(dice.below(there));
        }
        there = add(card);
    }
    for side in Player::ALL {
        for _ in 0..dice.below(12) {
            add(StartCard::new(dice.below(cards), *side, StartZone::Deck));
        }
    }
    setup
}

/// Bytes of no special meaning.
fn seeds() -> Vec<Vec<u8>> {
    (0..64).map(|seed| bytes(&mut Dice::new(seed), 64)).collect()
}

fn bytes(dice: &mut Dice<'_>, most: usize) -> Vec<u8> {
    (0..1 + dice.below(most)).map(|_| dice.number() as u8).collect()
}

fn change(input: &mut Vec<u8>, dice: &mut Dice<'_>) {
    *input = bytes(dice, 512);
}
