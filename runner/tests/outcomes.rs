//! Each way in which a ruling can come out, told by small rulings that are right or wrong on purpose.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

#[path = "../../cli/tests/common/fixtures.rs"]
mod fixtures;

use fixtures::{HEAD, real_corpus, right, summoned_and};
use segoc_format::ruling::Ruling;
use segoc_runner::outcome::{Failure, FailureKind, Outcome};
use segoc_runner::{rewrite, trial};

const DARK_HOLE: &str = "
duel:
  Yugi: {hand: [Dark Hole], monsters: [Sangan, Peten the Dark Clown], deck: [Kuriboh, {card: Peten the Dark Clown, as: second}]}
  Joey: {monsters: [Sangan], deck: [Kuriboh]}
play:
  - Yugi: {activates: Dark Hole}
  - chain: [Dark Hole]
";

/// Celtic Guardian is Normal Summoned, and Trap Hole is Set.
const TRAP_HOLE: &str = "";

/// Plays a story in today's TCG.
fn play(duel: &str, steps: &str) -> (Ruling, Outcome) {
    play_with("", duel, steps)
}

fn play_with(keys: &str, duel: &str, steps: &str) -> (Ruling, Outcome) {
    let text = match duel {
        TRAP_HOLE => summoned_and(steps.trim_start_matches('\n')),
        duel => format!("{HEAD}{duel}{}", steps.trim_start_matches('\n')),
    };
    let corpus = real_corpus();
    let ruling = right(corpus.parse_ruling("test.yaml", text.replace("duel:", &format!("{keys}duel:"))));
    let outcome = trial::outcome(&ruling, "tcg", &corpus.format("tcg").expect("a format").policy);
    (ruling, outcome)
}

/// A failure of this kind, and what would stand in the file if the engine were right.
#[track_caller]
fn failure((ruling, outcome): (Ruling, Outcome), kind: FailureKind) -> (Failure, Option<String>) {
    match outcome {
        Outcome::Failed(failure) if failure.kind == kind => (*failure.clone(), rewrite::text(&ruling, &failure)),
        other => panic!("expected {kind}, got {other:#?}"),
    }
}

#[track_caller]
fn passes((_, outcome): &(Ruling, Outcome)) {
    assert!(matches!(outcome, Outcome::Passed), "{outcome:#?}");
}

#[test]
fn a_story_that_is_right_passes() {
    passes(&play(
        DARK_HOLE,
        "
  - triggers: [Peten the Dark Clown]
  - placing: {player: Yugi, offered: [Yugi's Sangan]}
  - placing: {player: Joey, offered: [Joey's Sangan]}
  - chain: [Yugi's Sangan, Joey's Sangan, Peten the Dark Clown]
  - resolves: [Peten the Dark Clown, Joey's Sangan, Yugi's Sangan]
  - happens:
      - [{destroyed: [Yugi's Sangan, Joey's Sangan]}, {sent to gy: [Dark Hole]}]
      - [{special summoned: [second]}]
  - board: {Yugi: {hand: [Kuriboh], monsters: [second], banished: [Peten the Dark Clown]}, Joey: {hand: [Kuriboh]}}
",
    ));
}

#[test]
fn an_action_that_is_not_possible_is_wrongly_forbidden() {
    let (failed, actual) = failure(
        play(TRAP_HOLE, "  - Yugi: {goes to: battle}\n  - Joey: {activates: Trap Hole}\n  - chain: [Trap Hole]\n"),
        FailureKind::WronglyForbidden,
    );
    assert_eq!(failed.message, "Joey could not activate Trap Hole");
    assert!(failed.notes[0].starts_with("Not possible in box E (main 1), Joey's chance, because of"), "{failed:#?}");
    assert_eq!(failed.rule.map(|r| r.word()), Some("answers.one-chain-per-event"));
    let actual = actual.expect("a rewritten step");
    assert_eq!(actual, "never offered: [{card: Trap Hole, rule: answers.one-chain-per-event}]");
}

#[test]
fn an_offer_that_is_missing_is_wrongly_forbidden() {
    let (failed, _) = failure(
        play(TRAP_HOLE, "  - window: {player: Yugi, box: B, offered: [Celtic Guardian]}\n"),
        FailureKind::WronglyForbidden,
    );
    assert!(failed.message.starts_with("Yugi could not activate Celtic Guardian in box B"), "{}", failed.message);
}

#[test]
fn an_offer_that_should_not_be_is_wrongly_allowed() {
    for (step, expected) in [
        ("  - never offered: [Trap Hole]\n", ""),
        ("  - never offered: [Trap Hole, Celtic Guardian]\n", "never offered: [Celtic Guardian]"),
        (
            "  - window: {player: Yugi, box: B}\n  - window: {player: Joey, box: C, not offered: [Trap Hole]}\n",
            "window: {player: Joey, box: C, offered: [Trap Hole]}",
        ),
    ] {
        let (failed, actual) = failure(play(TRAP_HOLE, step), FailureKind::WronglyAllowed);
        assert_eq!(failed.message, "it was possible to activate Trap Hole");
        assert_eq!(failed.notes, ["It was on offer in box C (main 1), Joey's chance."]);
        assert_eq!(actual.as_deref(), Some(expected));
    }
}

#[test]
fn a_chain_of_other_links_is_another_order() {
    let (failed, actual) = failure(
        play(
            DARK_HOLE,
            "  - triggers: [Peten the Dark Clown]\n  - chain: [Peten the Dark Clown, Yugi's Sangan, Joey's Sangan]\n",
        ),
        FailureKind::OtherOrder,
    );
    assert_eq!(failed.message, "Chain Link 1 was Yugi's Sangan, not Peten the Dark Clown");
    let actual = actual.expect("a rewritten step");
    assert_eq!(actual, "chain: [Yugi's Sangan, Joey's Sangan, Peten the Dark Clown]");
}

#[test]
fn another_resolution_and_other_events_are_another_order() {
    let steps = "  - resolves: [{card: Dark Hole, outcome: activation negated}]\n";
    let (_, actual) = failure(play(DARK_HOLE, steps), FailureKind::OtherOrder);
    assert_eq!(actual.as_deref(), Some("resolves: [Dark Hole]"));

    let steps = "  - happens: [[{sent to gy: [Peten the Dark Clown]}], [{destroyed: [Yugi's Sangan]}]]\n";
    let (failed, actual) = failure(play(DARK_HOLE, steps), FailureKind::OtherOrder);
    assert_eq!(failed.message, "this happened, but not after what is written before it");
    let actual = actual.expect("a rewritten step");
    assert_eq!(actual, "happens: [[{destroyed: [Yugi's Sangan]}, {sent to gy: [Peten the Dark Clown]}]]");
}

#[test]
fn a_window_of_the_other_player_is_another_player() {
    let (_, actual) = failure(play(TRAP_HOLE, "  - window: {player: Joey, box: C}\n"), FailureKind::OtherPlayer);
    assert_eq!(actual.as_deref(), Some("window: {player: Yugi, box: B}"));

    let steps = "  - triggers: [Peten the Dark Clown]\n  - placing: {player: Joey, offered: [Joey's Sangan]}\n";
    let (_, actual) = failure(play(DARK_HOLE, steps), FailureKind::OtherPlayer);
    assert_eq!(actual.as_deref(), Some("placing: {player: Yugi, offered: [Yugi's Sangan]}"));
}

#[test]
fn another_board_or_end_is_another_state() {
    let (failed, actual) =
        failure(play(DARK_HOLE, "  - board: {Yugi: {lp: 7000, monsters: [Sangan]}}\n"), FailureKind::OtherState);
    assert_eq!(failed.message, "Yugi has 8000 LP, not 7000");
    assert_eq!(failed.notes, ["Yugi's monsters: empty."]);
    assert_eq!(actual.as_deref(), Some("board: {Yugi: {lp: 8000, monsters: []}}"));

    let (failed, _) = failure(play(DARK_HOLE, "  - ends: Yugi wins\n"), FailureKind::OtherState);
    assert_eq!(failed.message, "the duel went on");
}

#[test]
fn a_refusal_for_another_reason_is_told_apart() {
    let steps = "
  - Yugi: {goes to: battle}
  - window: {player: Joey, box: E, not offered: [{card: Trap Hole, rule: timing.missed}]}
";
    let (_, actual) = failure(play(TRAP_HOLE, steps), FailureKind::OtherReason);
    let actual = actual.expect("a rewritten step");
    let expected =
        "window: {player: Joey, box: E, not offered: [{card: Trap Hole, rule: answers.one-chain-per-event}]}";
    assert_eq!(actual, expected);
}

#[test]
fn an_announcement_nobody_asked_for_is_unused() {
    let steps = "  - triggers: [second]\n  - chain: [Yugi's Sangan, Joey's Sangan]\n";
    let (failed, actual) = failure(play(DARK_HOLE, steps), FailureKind::Unused);
    assert_eq!(failed.message, "the trigger of second was never placed");
    assert_eq!(actual.as_deref(), Some("never offered: [second]"));

    let (failed, _) = failure(
        play(TRAP_HOLE, "  - Joey: {applies: Trap Hole}\n  - board: {Yugi: {hand: []}}\n"),
        FailureKind::Unused,
    );
    assert_eq!(failed.message, "Joey was never asked whether to apply Trap Hole");
}

#[test]
fn a_check_whose_time_never_comes_is_not_reached() {
    for step in [
        "  - chain: [Trap Hole]\n",
        "  - placing: {player: Yugi, offered: [Celtic Guardian]}\n",
        "  - window: {player: Joey, phase: end}\n",
    ] {
        failure(play(TRAP_HOLE, step), FailureKind::NotReached);
    }
}

#[test]
fn what_is_announced_after_a_chain_is_used_by_what_was_forced_in_it() {
    // Both Sangans are placed without a question while Dark Hole's chain ends; their searches have one answer each.
    passes(&play(
        DARK_HOLE,
        "
  - triggers: [Yugi's Sangan, Joey's Sangan]
  - Joey: {chooses: [Joey's Kuriboh]}
  - chain: [Yugi's Sangan, Joey's Sangan]
",
    ));
}

#[test]
fn a_position_is_given_when_it_is_asked_for() {
    let duel = "
duel:
  Yugi: {hand: [Monster Reborn], gy: [Summoned Skull]}
  Joey: {}
play:
  - Yugi: {activates: Monster Reborn, targets: [Summoned Skull]}
";
    let board = "  - board: {Yugi: {monsters: [{card: Summoned Skull, position: defense}]}}\n";
    passes(&play(duel, &format!("  - Yugi: {{chooses: [Summoned Skull], position: defense}}\n{board}")));
    let (_, actual) = failure(play(duel, board), FailureKind::OtherState);
    let attack = "board: {Yugi: {monsters: [{card: Summoned Skull, position: attack}]}}";
    assert_eq!(actual.as_deref(), Some(attack), "attack position is the default");
}

#[test]
fn what_stands_beside_an_activation_must_be_possible() {
    let duel = "
duel:
  Yugi: {hand: [Monster Reborn], monsters: [Celtic Guardian], gy: [Summoned Skull, Kuriboh]}
  Joey: {}
play:
";
    let steps = "  - Yugi: {activates: Monster Reborn, targets: [Celtic Guardian]}\n  - chain: [Monster Reborn]\n";
    let (failed, _) = failure(play(duel, steps), FailureKind::WronglyForbidden);
    assert_eq!(failed.message, "Monster Reborn could not target Celtic Guardian");
    assert_eq!(failed.notes, ["Possible were Summoned Skull and Kuriboh."]);
}

#[test]
fn a_disputed_ruling_says_which_reading_is_followed() {
    let readings = "disputed:
  - {reading: works, answer: Yes., sources: [{kind: derived, title: A, url: \"https://example.org\"}]}
  - {reading: fails, answer: No., sources: [{kind: derived, title: B, url: \"https://example.org\"}]}
";
    let steps = "
  - {reading: works, Joey: {activates: Trap Hole}}
  - {reading: fails, never offered: [Trap Hole]}
  - {reading: works, board: {Yugi: {monsters: []}}}
";
    match play_with(readings, TRAP_HOLE, steps).1 {
        Outcome::Disputed(disputed) => {
            assert_eq!(disputed.followed, ["works"]);
            assert_eq!(disputed.others[0].0, "fails");
        }
        other => panic!("{other:#?}"),
    }
}
