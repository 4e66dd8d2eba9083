//! What judges may write in their own words is answered with the word of the corpus, or with what there is none for.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

use std::sync::Arc;

use segoc_format::corpus::Corpus;
use segoc_format::read::card;

const RULING: &str = "\
id: T3ST
ruling: Raigeki destroys a monster
question: Is it destroyed?
answer: It is.
formats: [tcg]
rules: [chart.box-c]
sources: [{kind: derived, title: T}]
duel:
  Yugi: {hand: [Raigeki]}
  Joey: {monsters: [Celtic Guardian]}
play:
  - Yugi: {activates: Raigeki}
  - board: {Joey: {monsters: []}}
";

/// The helps of everything wrong with a ruling in which something is written otherwise.
fn of_ruling(from: &str, to: &str) -> Vec<String> {
    assert!(RULING.contains(from), "{from}");
    let corpus = Corpus::embedded().expect("the corpus");
    let errors = corpus.parse_ruling("t.yaml", RULING.replacen(from, to, 1)).expect_err(to);
    errors.0.into_iter().filter_map(|error| error.help).collect()
}

fn of_card(effect: &str) -> Vec<String> {
    let text = format!(
        "name: A\npasscode: 12345678\nmonster: {{attribute: dark, type: fiend, level: 1, atk: 0, def: 0}}\neffects:\n  - {effect}\n"
    );
    let errors = card::read("a.yaml", &Arc::from(text), &["tcg".to_owned()]).expect_err(effect);
    errors.0.into_iter().filter_map(|error| error.help).collect()
}

#[track_caller]
fn says(helps: &[String], expected: &str) {
    assert!(helps.iter().any(|help| help.starts_with(expected)), "{expected}: {helps:#?}");
}

#[test]
fn verbs_of_effects() {
    for (verb, expected) in [
        ("shuffle into deck: this card", "did you mean `return to deck`?"),
        ("mill: 3", "did you mean `send to gy`?"),
        ("summon: this card", "did you mean `special summon`?"),
        ("kill: this card", "did you mean `destroy`?"),
        ("negate: activation", "did you mean `that activation`"),
        ("inflict damage: 500", "did you mean `damage`?"),
        ("gain life: 500", "did you mean `gain lp`?"),
        ("detach: 1", "Xyz Monsters have no materials here"),
        ("skip draw phase: true", "phases are not skipped"),
        ("search: this card", "did you mean `add to hand`?"),
        ("tutor: this card", "did you mean `add to hand`?"),
        ("return: this card", "did you mean `return to hand`?"),
        ("bounce: this card", "did you mean `return to hand`?"),
        ("flip: this card", "did you mean `change position`?"),
        ("excavate: 5", "cards are not excavated; the closest is `reveal` (all words are in corpus/VOCABULARY.md)"),
        ("Remove from play: this card", "did you mean `banish`?"),
        ("steal: this card", "did you mean `take control`?"),
    ] {
        says(&of_card(&format!("ignition: {{does: [{{{verb}}}]}}")), expected);
    }
    says(
        &of_card("trigger: {mandatory: true, if: {sent to graveyard: {what: this card}}, does: [{draw: 1}]}"),
        "did you mean `sent to gy`?",
    );
    says(&of_card("ignition: {from: [graveyard], does: [{draw: 1}]}"), "did you mean `gy`?");
}

#[test]
fn players_zones_and_fields_of_a_ruling() {
    for (from, to, expected) in [
        ("  Yugi: {hand", "  player1: {hand", "did you mean `Yugi`?"),
        ("  Joey: {monsters: [", "  Player B: {monsters: [", "did you mean `Joey`?"),
        ("hand: [Raigeki]", "graveyard: [Raigeki]", "did you mean `gy`?"),
        ("{hand:", "{LP: 4000, hand:", "did you mean `lp`?"),
        ("monsters: [Celtic", "monster zone: [Celtic", "did you mean `monsters`?"),
        ("monsters: [Celtic", "backrow: [Celtic", "did you mean `set`?"),
        ("sources: [{kind", "source: [{kind", "did you mean `sources`?"),
        ("duel:", "setup:", "did you mean `duel`?"),
        ("[tcg]", "[TCG]", "did you mean `tcg`?"),
        ("[tcg]", "[HAT]", "there is no such format yet"),
        ("  - Yugi: {activates", "  - turn player: {activates", "did you mean `Yugi`?"),
        ("{activates: Raigeki}", "{plays: Raigeki}", "did you mean `activates`?"),
        ("{activates: Raigeki}", "{activates: Raigeki, discarding: [Raigeki]}", "did you mean `paying with`?"),
        ("[chart.box-c]", "[box-c]", "did you mean `chart.box-c`?"),
        ("monsters: [Celtic Guardian]", "monsters: [Peten]", "did you mean `Peten the Dark Clown`?"),
        ("{activates: Raigeki}", "{passes: true}", "nobody has to pass"),
        ("{activates: Raigeki}", "{goes to: Battle Phase}", "did you mean `battle`?"),
        ("board: {Joey: {monsters: []}}", "happens: [[{killed: [Celtic Guardian]}]]", "did you mean `destroyed`?"),
        ("board: {Joey: {monsters: []}}", "priority: {player: Joey}", "did you mean `window`?"),
        ("board: {Joey: {monsters: []}}", "window: {player: Player A}", "did you mean `Yugi`?"),
    ] {
        says(&of_ruling(from, to), expected);
    }
}
