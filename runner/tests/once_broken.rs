//! Duels that once made the engine panic or count wrongly.

#![allow(clippy::expect_used, clippy::panic)]

#[path = "../../cli/tests/common/fixtures.rs"]
mod fixtures;

use fixtures::{HEAD, real_corpus, right};
use segoc_runner::outcome::Outcome;
use segoc_runner::{report, trial};

/// Plays a duel with its checks in today's TCG; it must come out as written.
fn passes(duel_and_play: &str) {
    let corpus = real_corpus();
    let ruling = right(corpus.parse_ruling("test.yaml", format!("{HEAD}{duel_and_play}")));
    let outcome = trial::outcome(&ruling, "tcg", &corpus.format("tcg").expect("a format").policy);
    if !matches!(outcome, Outcome::Passed) {
        panic!("{}", report::plain(&report::outcome(&ruling, "tcg", &outcome, None).unwrap_or_default()));
    }
}

#[test]
fn an_extra_deck_monster_returned_to_the_top_leaves_an_empty_deck_alone() {
    passes(
        r"
duel:
  Yugi: {hand: [Kuriboh], set: [Phoenix Wing Wind Blast], deck: [Sangan]}
  Joey: {monsters: [Ally of Justice Catastor]}
play:
  - Yugi: {activates: Phoenix Wing Wind Blast, targets: [Ally of Justice Catastor], paying with: [Kuriboh]}
  - chain: [Phoenix Wing Wind Blast]
  - board: {Joey: {extra deck: [Ally of Justice Catastor]}}
",
    );
}

#[test]
fn an_extra_deck_monster_returned_to_the_top_leaves_the_order_of_the_deck_alone() {
    passes(
        r"
duel:
  Yugi: {hand: [Pot of Greed], monsters: [Ally of Justice Catastor], deck: [Celtic Guardian, Sangan, Dark Hole]}
  Joey: {hand: [Kuriboh], set: [Phoenix Wing Wind Blast]}
play:
  - Yugi: {activates: Pot of Greed}
  - Joey: {activates: Phoenix Wing Wind Blast, targets: [Ally of Justice Catastor], paying with: [Kuriboh]}
  - chain: [Pot of Greed, Phoenix Wing Wind Blast]
  - board: {Yugi: {hand: [Celtic Guardian, Sangan], extra deck: [Ally of Justice Catastor]}}
",
    );
}

#[test]
fn life_points_never_fall_below_0() {
    passes(
        r"
duel:
  phase: battle
  Yugi: {monsters: [Celtic Guardian]}
  Joey: {lp: 100}
play:
  - Yugi: {attacks directly with: Celtic Guardian}
  - happens: [[{takes damage: {player: Joey, count: 1400}}]]
  - ends: Yugi wins
  - board: {Joey: {lp: 0}}
",
    );
}
