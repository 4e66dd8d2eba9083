//! The corpus is tested too: an engine that believes something wrong must fail some ruling.

#![allow(clippy::expect_used, clippy::panic)]

#[path = "../../cli/tests/common/fixtures.rs"]
mod fixtures;

use std::sync::Arc;

use fixtures::{Dice, real_corpus, right, some_answer, try_duel};
use segoc_engine::{Duel, MISCONCEPTIONS, Policy, REFUSALS, Rule};
use segoc_format::corpus::Corpus;
use segoc_format::ruling::Ruling;
use segoc_runner::adequacy::{catches, mistakes};
use segoc_runner::outcome::Outcome;
use segoc_runner::trial;

/// Beliefs no ruling notices yet: nobody has brought a sourced ruling that turns on them.
const UNNOTICED: &[&str] = &[];

/// Rules that refuse nothing and have no belief of their own: what is believed of `target.all-or-none` holds for the choice on
/// resolution, too; that monsters which change places need no zone besides is shown by rulings, and nobody is known to hold otherwise. The others say
/// what words of cards mean; no belief about them is written yet.
const WITHOUT_BELIEF: &[Rule] = &[
    Rule::PresencePartOfTheEvent,
    Rule::PresenceTurnedUpWithIt,
    Rule::ResolveSoManyOrNone,
    Rule::NegationAsItWasActivated,
    Rule::NegationSaysSoOfItself,
    Rule::SummonOneSubstitute,
    Rule::SummonKnownByWhatWasUsed,
    Rule::SummonSetWithTributes,
    Rule::SummonNormalSummonable,
    Rule::ZoneAsManyAsThereAre,
    Rule::ZoneNoneLeft,
    Rule::ZoneExchanged,
    Rule::LaterMaintenance,
    Rule::LaterUntilThatTurnEnds,
    Rule::ReplayInDefensePosition,
    Rule::ContinuousNotWhileTurnedUp,
    Rule::ContinuousNegatesItself,
    Rule::ReplacementPlacedInsteadOfTheGy,
    Rule::UpkeepControlWhileItApplies,
    Rule::UpkeepNothingToBearIt,
    Rule::ValueLevelAlreadySo,
    Rule::ValueSaidOfTheGy,
    Rule::ValueAlwaysNamed,
    Rule::ValueSwitched,
    Rule::ValueEquippedIsNoMonster,
    Rule::ValueOriginalValues,
    Rule::ValueNamedInItsText,
    Rule::ValueOwnedWhoeverControlsIt,
    Rule::ValueCountersFaceDown,
    Rule::ValueMostCounters,
];

fn rulings() -> (Corpus, Vec<Arc<Ruling>>) {
    let corpus = real_corpus();
    let rulings = corpus.list().iter().map(|listed| right(corpus.ruling(&listed.name))).collect();
    (corpus, rulings)
}

/// The trials that fail when one axis has another value than the format gives it, looked for one by one.
fn caught<'a>(
    corpus: &'a Corpus,
    rulings: &'a [Arc<Ruling>],
    axis: &'a str,
    word: &'a str,
) -> impl Iterator<Item = String> + 'a {
    let trials = rulings.iter().filter(|r| r.disputed.is_empty()).flat_map(|r| r.formats.iter().map(move |f| (r, f)));
    trials.filter_map(move |(ruling, format)| {
        let right = &corpus.format(format).expect("a format of the corpus").policy;
        let mut wrong = right.clone();
        assert!(wrong.set(axis, word), "{axis}: {word}");
        let outcome = if wrong == *right { Outcome::Passed } else { trial::outcome(ruling, format, &wrong) };
        assert!(!matches!(outcome, Outcome::Fault(_)), "{axis}: {word}: wrong, but told truly: {outcome:#?}");
        (!matches!(outcome, Outcome::Passed)).then(|| format!("{}::{format}", ruling.name))
    })
}

#[test]
fn every_wrong_belief_fails_some_ruling() {
    let (corpus, rulings) = rulings();
    let unnoticed: Vec<&str> = MISCONCEPTIONS
        .iter()
        .filter(|belief| caught(&corpus, &rulings, belief.axis, belief.word).next().is_none())
        .map(|belief| belief.id)
        .collect();
    assert_eq!(unnoticed, UNNOTICED);
}

#[test]
fn every_value_that_is_wrong_somewhere_is_a_belief_with_a_name() {
    let (corpus, _) = rulings();
    let formats: Vec<&Policy> = corpus.formats().iter().map(|f| &f.policy).collect();
    let right = |axis: &str, word: &str, policy: &Policy| {
        let mut changed = policy.clone();
        assert!(changed.set(axis, word), "{axis}: {word}");
        changed == *policy
    };
    for (axis, words) in Policy::AXES {
        for word in *words {
            let named = MISCONCEPTIONS.iter().filter(|b| b.axis == *axis && b.word == *word).count();
            let wrong = !formats.iter().all(|policy| right(axis, word, policy));
            assert_eq!(named, usize::from(wrong), "{axis}: {word}");
        }
    }
    for (i, belief) in MISCONCEPTIONS.iter().enumerate() {
        let known = Policy::AXES.iter().any(|(axis, words)| *axis == belief.axis && words.contains(&belief.word));
        assert!(known, "{belief:?}");
        assert!(MISCONCEPTIONS[..i].iter().all(|b| b.id != belief.id), "{} twice", belief.id);
    }
}

#[test]
fn every_rule_can_be_believed_otherwise() {
    let (corpus, _) = rulings();
    let rules = &right(corpus.rules()).rules;
    // A rule that refuses something is believed otherwise by an engine that does not know it.
    let believed = |rule: Rule| MISCONCEPTIONS.iter().any(|belief| belief.rules.contains(&rule));
    let without: Vec<Rule> = rules.iter().filter(|e| !e.refuses && !believed(e.rule)).map(|e| e.rule).collect();
    assert_eq!(without, WITHOUT_BELIEF);
}

#[test]
fn every_refusal_is_a_rule_that_refuses() {
    let (corpus, _) = rulings();
    let catalogue = right(corpus.rules());
    for &rule in REFUSALS {
        assert!(catalogue.get(rule).is_some_and(|entry| entry.refuses), "`{rule}` needs `refuses: true`");
    }
}

#[test]
fn a_format_that_is_so_already_is_not_changed() {
    let (corpus, _) = rulings();
    let mistakes = mistakes(right(corpus.rules()));
    let together = mistakes.iter().find(|mistake| mistake.id == "age-together").expect("a belief");
    let in_format = |name: &str| together.in_policy(&corpus.format(name).expect("a format of the corpus").policy);
    assert_eq!(in_format("tcg"), None);
    assert!(in_format("goat").is_some());
}

/// Beliefs about what a ruling never asks are not tried: of each ruling some of them are tried here, another part in each.
#[test]
fn a_belief_that_is_not_tried_changes_nothing() {
    let (corpus, rulings) = rulings();
    let mistakes = mistakes(right(corpus.rules()));
    let scored = rulings.iter().filter(|ruling| ruling.disputed.is_empty());
    let trials = scored.flat_map(|ruling| ruling.formats.iter().map(move |format| (ruling, format)));
    for (i, (ruling, format)) in trials.enumerate() {
        let policy = &corpus.format(format).expect("a format of the corpus").policy;
        let caught = catches(ruling, format, policy, &mistakes).unwrap_or_else(|| panic!("{} fails", ruling.name));
        for (j, mistake) in mistakes.iter().enumerate().skip(i % 24).step_by(24) {
            let Some(wrong) = mistake.in_policy(policy) else { continue };
            let fails = !matches!(trial::outcome(ruling, format, &wrong), Outcome::Passed);
            assert_eq!(fails, caught.contains(&j), "{}::{format} with {}", ruling.name, mistake.id);
        }
    }
}

/// Answers anything, for a while.
fn play_on(mut duel: Duel, any: usize) {
    let mut any = Dice(any as u64);
    for _ in 0..80 {
        let Some(prompt) = duel.prompt() else { return };
        let answer = some_answer(prompt, &mut any);
        duel.answer(&answer).unwrap_or_else(|e| panic!("an answer that was offered: {e}"));
    }
}

#[test]
fn whatever_an_engine_believes_it_goes_on() {
    let (corpus, rulings) = rulings();
    for (i, belief) in MISCONCEPTIONS.iter().enumerate() {
        for (j, ruling) in rulings.iter().enumerate().skip(i % 3).step_by(3) {
            let format = &ruling.formats[i % ruling.formats.len()];
            let mut policy = corpus.format(format).expect("a format of the corpus").policy.clone();
            assert!(policy.set(belief.axis, belief.word), "{belief:?}");
            // Who knows of no Extra Monster Zones has no board with monsters in them.
            let Some(duel) = try_duel(ruling, format, policy) else { continue };
            play_on(duel, i * 1000 + j);
        }
    }
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
        let mut caught = caught(&corpus, &rulings, axis, word);
        assert!(caught.any(|name| name.starts_with(family)), "{axis}: {word} is caught by nothing in {family}");
    }
}
