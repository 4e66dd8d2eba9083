//! The corpus is tested too: an engine that believes something wrong must fail some ruling.

use std::path::Path;
use std::sync::Arc;

use segoc_engine::{Policy, Rule};
use segoc_runner::corpus::Corpus;
use segoc_runner::outcome::Outcome;
use segoc_runner::play;
use segoc_runner::ruling::Ruling;

fn rulings() -> (Corpus, Vec<Arc<Ruling>>) {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus");
    let corpus = Corpus::load(&dir).unwrap_or_else(|e| panic!("{e}"));
    let rulings = corpus.list().iter().map(|l| corpus.ruling(&l.name).unwrap_or_else(|e| panic!("{e}"))).collect();
    (corpus, rulings)
}

/// The trials that fail when the policy of every format is changed in one way.
fn caught(corpus: &Corpus, rulings: &[Arc<Ruling>], change: impl Fn(&mut Policy)) -> Vec<String> {
    let mut caught = Vec::new();
    for ruling in rulings.iter().filter(|r| r.disputed.is_empty()) {
        for format in &ruling.formats {
            let right = corpus.format(format).expect("a format of the corpus").policy.clone();
            let mut wrong = right.clone();
            change(&mut wrong);
            if wrong != right && !matches!(play::judge(ruling, format, &wrong), Outcome::Passed) {
                caught.push(format!("{}::{format}", ruling.name));
            }
        }
    }
    caught
}

#[test]
fn wrong_beliefs_are_noticed() {
    let (corpus, rulings) = rulings();
    let mut unnoticed = Vec::new();
    for (axis, words) in Policy::AXES {
        for word in *words {
            let caught = caught(&corpus, &rulings, |policy| assert!(policy.set(axis, word)));
            println!("{axis}: {word}: {} trials, e.g. {:?}", caught.len(), caught.first());
            if caught.is_empty() {
                unnoticed.push(format!("{axis}: {word}"));
            }
        }
    }
    println!("unnoticed: {unnoticed:#?}");
}

#[test]
fn refusals_are_noticed() {
    let (corpus, rulings) = rulings();
    for rule in Rule::ALL {
        let caught = caught(&corpus, &rulings, |policy| policy.unknown = Some(*rule));
        if !caught.is_empty() {
            println!("{rule}: {} trials, e.g. {:?}", caught.len(), caught.first());
        }
    }
}
