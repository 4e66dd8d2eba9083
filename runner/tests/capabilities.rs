//! Engines that cannot tell everything are judged by what they can.

#![allow(clippy::panic, clippy::unwrap_used)]

use std::path::Path;

use segoc_engine::{Answer, Refused};
use segoc_runner::corpus::Corpus;
use segoc_runner::engines::{About, Board, Capability, Engine, Reference, Reply, Start, Trouble};
use segoc_runner::outcome::{FailureKind, Outcome};
use segoc_runner::play::{Judgement, judge_with};

const STORY: &str = "id: T3ST
ruling: A test
question: What happens?
answer: This.
formats: [tcg]
rules: [chain.both-pass]
sources: [{kind: derived, title: A test, url: \"https://example.org\"}]
duel:
  Yugi: {hand: [Celtic Guardian], set: [Call of the Haunted]}
  Joey: {set: [Trap Hole]}
play:
";

/// The reference engine, giving no reasons.
struct Silent {
    inner: Reference,
    about: About,
}

impl Silent {
    fn of(corpus: &Corpus) -> Self {
        let inner = Reference::of(corpus);
        let mut about = inner.about().clone();
        assert!(about.capabilities.remove(&Capability::Reasons));
        Self { inner, about }
    }
}

impl Engine for Silent {
    fn about(&self) -> &About {
        &self.about
    }
    fn start(&mut self, duel: &Start<'_>) -> Result<Reply, Trouble> {
        self.inner.start(duel)
    }
    fn answer(&mut self, answer: &Answer) -> Result<Reply, Trouble> {
        self.inner.answer(answer)
    }
    fn board(&self) -> Option<Board> {
        self.inner.board()
    }
    fn refused(&self) -> Vec<Refused> {
        Vec::new()
    }
}

fn judged(steps: &str, silent: bool) -> Judgement {
    let corpus =
        Corpus::load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus")).unwrap_or_else(|e| panic!("{e}"));
    let ruling =
        corpus.parse_ruling("test.yaml", format!("{STORY}{steps}")).unwrap_or_else(|e| panic!("{}", e.render(false)));
    let (mut quiet, mut full) = (Silent::of(&corpus), Reference::of(&corpus));
    let engine: &mut dyn Engine = if silent { &mut quiet } else { &mut full };
    judge_with(engine, &ruling, "tcg")
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
