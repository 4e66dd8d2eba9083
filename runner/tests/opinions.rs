//! What other engines made of a ruling holds as long as ruling and cards are as they were played.

#![allow(clippy::expect_used, clippy::unwrap_used)]

use std::sync::Arc;

use segoc_format::corpus::Corpus;
use segoc_format::deviations::Class;
use segoc_runner::opinions::{Opinions, Says};
use segoc_runner::outcome::Outcome;
use segoc_runner::report::json::Listed;
use segoc_runner::results::scoreboard::Scoreboard;
use segoc_runner::results::{Record, Results};

const NAME: &str = "test/sangan";
const RULING: &str = "\
id: K7Q2
ruling: Sangan is destroyed by battle
question: Does its effect activate?
answer: Yes.
formats: [tcg, goat]
rules: [chain.both-pass]
sources: [{kind: derived, title: An example}]
duel: {phase: battle, Yugi: {monsters: [Summoned Skull]}, Joey: {monsters: [Sangan], deck: [Kuriboh]}}
play:
  - Yugi: {attacks with: Summoned Skull, target: Sangan}
  - chain: [Sangan]
";

/// The ruling with its cards, and further files in the place of others.
fn corpus(more: &[(&str, &str)]) -> Corpus {
    let needed = ["formats.yaml", "rules.yaml", "cards/sangan.yaml", "cards/summoned-skull.yaml", "cards/kuriboh.yaml"];
    let files = needed.iter().map(|path| (*path, segoc_corpus::file(path).expect("it is in the corpus")));
    let files = files.chain([("rulings/test/sangan.yaml", RULING)]).chain(more.iter().copied());
    Corpus::from_texts(files.map(|(path, text)| (path, Arc::from(text)))).unwrap_or_else(|errors| panic!("{errors}"))
}

/// A score in which the ruling had an outcome in the TCG.
fn score(outcome: &str, class: Option<Class>) -> String {
    let ruling = corpus(&[]).ruling(NAME).expect("it can be read");
    let mut record = Record::of(&ruling, "tcg", &Outcome::Passed, None);
    record.outcome = outcome.to_owned();
    record.deviation = class.map(|class| Listed { class: class.word().to_owned(), ..Listed::default() });
    let (engine, version) = ("another".to_owned(), "1".to_owned());
    let results = Results { engine, version, capabilities: None, corpus: "0".into(), records: vec![record] };
    Scoreboard::of(&results).text()
}

fn said(score: &str, format: &str, more: &[(&str, &str)]) -> Vec<Says> {
    let files: Vec<_> = [("scoreboards/another.json", score)].into_iter().chain(more.iter().copied()).collect();
    let corpus = corpus(&files);
    let opinions = Opinions::of(&corpus).unwrap_or_else(|errors| panic!("{errors}"));
    opinions.on(NAME, format).into_iter().map(|opinion| opinion.says).collect()
}

#[test]
fn an_engine_agrees_rules_otherwise_or_was_not_asked() {
    let passed = score("passed", None);
    assert_eq!(said(&passed, "tcg", &[]), [Says::Agrees]);
    assert_eq!(said(&passed, "goat", &[]), [Says::NotPlayed]);
    assert_eq!(said(&score("failed", None), "tcg", &[]), [Says::Otherwise]);
    assert_eq!(said(&score("failed", Some(Class::EngineDeviates)), "tcg", &[]), [Says::Otherwise]);
    assert_eq!(said(&score("failed", Some(Class::AdapterLimit)), "tcg", &[]), [Says::NotPlayed]);
    assert_eq!(said(&score("unsupported", None), "tcg", &[]), [Says::NotPlayed]);
    assert_eq!(said(&score("disputed", None), "tcg", &[]), [Says::NotScored]);
}

#[test]
fn an_opinion_ends_when_play_or_cards_change() {
    let passed = score("passed", None);
    let changed = |from: &str, to: &str| RULING.replace(from, to);
    for prose in [changed("Yes.", "Certainly."), changed("An example", "Another one"), RULING.replace('\n', "\r\n")] {
        assert_eq!(said(&passed, "tcg", &[("rulings/test/sangan.yaml", &prose)]), [Says::Agrees], "{prose}");
    }
    for played in [changed("deck: [Kuriboh]", "deck: [Sangan]"), changed("chain: [Sangan]", "ends: draw")] {
        assert_eq!(said(&passed, "tcg", &[("rulings/test/sangan.yaml", &played)]), [Says::Outdated], "{played}");
    }
    let sangan = segoc_corpus::file("cards/sangan.yaml").expect("it is in the corpus").replace("level: 3", "level: 4");
    assert_eq!(said(&passed, "tcg", &[("cards/sangan.yaml", &sangan)]), [Says::Outdated]);
}

#[test]
fn a_score_that_cannot_be_read_is_an_error_with_its_path() {
    let corpus = corpus(&[("scoreboards/another.json", "{\"type\": \"scoreboard\"}")]);
    let errors = Opinions::of(&corpus).err().expect("it is wrong").to_string();
    assert!(errors.starts_with("scoreboards/another.json: this scoreboard cannot be read"), "{errors}");
}
