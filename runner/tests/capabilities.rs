//! Engines that cannot tell everything are judged by what they can.

#![allow(clippy::panic, clippy::unwrap_used)]

#[path = "../../cli/tests/common/fixtures.rs"]
mod fixtures;

use fixtures::{HEAD, real_corpus, right};
use segoc_protocol::{Capability, Engine};
use segoc_runner::engines::Reference;
use segoc_runner::judge::{Judgement, judge};
use segoc_runner::outcome::{FailureKind, Outcome};

const DUEL: &str = "\
duel:
  Yugi: {hand: [Celtic Guardian], set: [Call of the Haunted]}
  Joey: {set: [Trap Hole]}
play:
";

/// What the reference engine makes of it, or the same engine giving no reasons.
fn judged(steps: &str, silent: bool) -> Judgement {
    let corpus = real_corpus();
    let ruling = right(corpus.parse_ruling("test.yaml", format!("{HEAD}{DUEL}{steps}")));
    let mut engine = Reference::of(&corpus);
    if silent {
        let mut told = engine.about().capabilities.clone();
        assert!(told.remove(&Capability::Reasons));
        engine = engine.telling(told);
    }
    judge(&mut engine, &ruling, "tcg")
}

const NO_TARGET: &str =
    "  - window: {player: Yugi, box: A, not offered: [{card: Call of the Haunted, rule: target.none}]}\n";

#[test]
fn a_rule_is_not_compared_with_an_engine_that_gives_no_reasons() {
    let judgement = judged(NO_TARGET, true);
    assert!(matches!(judgement.outcome, Outcome::Passed), "{:#?}", judgement.outcome);
    assert!(judgement.weaker.contains(&Capability::Reasons), "and the result says so");
}

#[test]
fn an_engine_with_reasons_is_held_to_them() {
    let other = NO_TARGET.replace("target.none", "speed.equal-or-higher");
    match judged(&other, false).outcome {
        Outcome::Failed(failure) => assert_eq!(failure.kind, FailureKind::OtherReason),
        outcome => panic!("{outcome:#?}"),
    }
    assert!(judged(NO_TARGET, false).weaker.is_empty());
}

#[test]
fn that_something_was_refused_is_compared_all_the_same() {
    let steps = "  - Yugi: {normal summons: Celtic Guardian}\n  - window: {player: Yugi, box: B}\n  \
                 - window: {player: Joey, box: C, not offered: [{card: Trap Hole, rule: target.none}]}\n";
    match judged(steps, true).outcome {
        Outcome::Failed(failure) => assert_eq!(failure.kind, FailureKind::WronglyAllowed),
        outcome => panic!("{outcome:#?}"),
    }
}
