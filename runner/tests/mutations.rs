//! The corpus is tested too: an engine that believes something wrong must fail some ruling.

#![allow(clippy::expect_used, clippy::panic)]

use std::path::Path;
use std::sync::Arc;

use segoc_engine::Policy;
use segoc_runner::corpus::Corpus;
use segoc_runner::outcome::Outcome;
use segoc_runner::play;
use segoc_runner::ruling::Ruling;

/// Wrong values no ruling notices yet: nobody has brought a sourced ruling that turns on them.
const UNNOTICED: &[&str] = &[
    "repeated triggers: per instant",
    "repeated triggers: per card",
    "conjunctions: then needs nothing",
    "summon attempt: after any link",
    "face-up traps in the damage step: admitted",
    "face-up traps in the damage step: not admitted",
    "replays: choose again",
    "replays: store",
    "battle of 0 atk: neither destroyed",
    "battle of 0 atk: both destroyed",
    "triggers of one window: by spell speed",
    "triggers belong to: its controller before",
    "triggers of an ended phase: dropped",
    "resolving: without bans",
    "limits: copies remember",
    "negated summon: counts as summoned",
    "flip summon: two events",
    "continuous reactions: after the chain",
    "continuous reactions: at once",
];

fn rulings() -> (Corpus, Vec<Arc<Ruling>>) {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus");
    let corpus = Corpus::load(&dir).unwrap_or_else(|e| panic!("{e}"));
    let rulings = corpus.list().iter().map(|l| corpus.ruling(&l.name).unwrap_or_else(|e| panic!("{e}"))).collect();
    (corpus, rulings)
}

/// The trials that fail when one axis has another value than the format gives it; none if no format is changed by it.
fn caught(corpus: &Corpus, rulings: &[Arc<Ruling>], axis: &str, word: &str) -> Option<Vec<String>> {
    let mut caught = Vec::new();
    let mut changes_something = false;
    for ruling in rulings.iter().filter(|r| r.disputed.is_empty()) {
        for format in &ruling.formats {
            let right = corpus.format(format).expect("a format of the corpus").policy.clone();
            let mut wrong = right.clone();
            assert!(wrong.set(axis, word), "{axis}: {word}");
            changes_something |= wrong != right;
            if wrong != right && !matches!(play::judge(ruling, format, &wrong), Outcome::Passed) {
                caught.push(format!("{}::{format}", ruling.name));
            }
        }
    }
    changes_something.then_some(caught)
}

#[test]
fn every_wrong_belief_fails_some_ruling() {
    let (corpus, rulings) = rulings();
    let mut unnoticed = Vec::new();
    for (axis, words) in Policy::AXES {
        for word in *words {
            if caught(&corpus, &rulings, axis, word).is_some_and(|caught| caught.is_empty()) {
                unnoticed.push(format!("{axis}: {word}"));
            }
        }
    }
    assert_eq!(unnoticed, UNNOTICED);
}

#[test]
fn the_beliefs_everyone_argues_about_fail_the_rulings_about_them() {
    let (corpus, rulings) = rulings();
    for (axis, word, family) in [
        ("groups", "player first", "segoc/"),
        ("hand limit", "none", "hand-limit/"),
        ("each player", "player by player", "simultaneous/"),
        ("missing the timing", "never misses", "missing-the-timing/"),
        ("age of triggers", "together", "segoc/"),
    ] {
        let caught = caught(&corpus, &rulings, axis, word).unwrap_or_default();
        assert!(caught.iter().any(|name| name.starts_with(family)), "{axis}: {word} is caught by {caught:?}");
    }
}
