//! Duels that once made the engine panic or count wrongly.

#![allow(clippy::expect_used, clippy::panic)]

use std::path::Path;

use segoc_runner::corpus::Corpus;
use segoc_runner::outcome::Outcome;
use segoc_runner::{play, report};

/// Plays a duel with its checks in today's TCG; it must come out as written.
fn passes(duel_and_play: &str) {
    let corpus =
        Corpus::load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus")).unwrap_or_else(|e| panic!("{e}"));
    let text = format!(
        "id: T3ST\nruling: R\nquestion: Q?\nanswer: A.\nformats: [tcg]\nrules: [chain.both-pass]\n\
         sources: [{{kind: derived, title: T}}]\n{duel_and_play}"
    );
    let ruling = corpus.parse_ruling("test.yaml", text).unwrap_or_else(|e| panic!("{}", e.render(false)));
    let outcome = play::judge(&ruling, "tcg", &corpus.format("tcg").expect("a format").policy);
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
