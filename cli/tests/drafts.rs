//! `segoc explain` of a ruling that is being written: it tells the duel as soon as there is one.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod common;

use common::{TestCorpus, err, out, repository, scratch};

/// A duel and what is done in it, and nothing else.
const BARE: &str = "\
duel:
  Yugi: {hand: [Raigeki]}
  Joey: {hand: [Kuriboh], monsters: [Celtic Guardian], set: [Magic Jammer]}
play:
  - Yugi: {activates: Raigeki}
  - Joey: {activates: Magic Jammer, paying with: [Kuriboh]}
";

/// The file of a draft, outside of every corpus.
fn draft(name: &str, text: &str) -> String {
    scratch(&format!("drafts/{name}"), text)
}

/// Output, what was said beside it, and the exit code.
fn explain(file: &str, more: &[&str]) -> (String, String, Option<i32>) {
    let output = TestCorpus::real().run(&[&["explain", file], more].concat());
    (out(&output), err(&output), output.status.code())
}

#[test]
fn a_duel_without_a_head_or_checks_is_told_with_its_rules() {
    let (out, err, code) = explain(&draft("bare.yaml", BARE), &[]);
    assert!(out.starts_with("A draft\nbare · TCG today\n"), "{out}");
    assert!(!out.contains("Question") && !out.contains("Answer"), "{out}");
    assert!(out.contains("Raigeki does not resolve: its activation was negated."), "{out}");
    assert!(out.contains("[negation.negated-link-is-skipped]"), "{out}");
    assert!(out.contains("The file checks nothing, so there is nothing to compare."), "{out}");
    for missing in ["id", "ruling", "question", "answer", "formats", "rules"] {
        assert!(err.contains(&format!("bare.yaml:1:1: `{missing}` is not written yet\n")), "{missing}: {err}");
    }
    assert!(err.contains("note[missing-source]: ") && err.contains("note[no-check]: "), "{err}");
    assert!(err.contains("help: rules that decided something: ") && err.contains("negation.negated-link-is-skipped"));
    assert_eq!(code, Some(0), "{err}");
}

#[test]
fn empty_fields_are_as_good_as_none_and_have_their_places() {
    let head = "id:\nruling: \"\"\nquestion: What happens?\nanswer:\nformats: [goat]\nrules: []\nsources: []\n";
    let (out, err, code) = explain(&draft("empty.yaml", &format!("{head}{BARE}")), &[]);
    assert!(out.contains("Question  What happens?") && out.contains("Goat"), "{out}");
    assert!(err.contains("empty.yaml:4:1: `answer` is not written yet"), "{err}");
    assert!(!err.contains("`question`") && !err.contains("`formats`"), "{err}");
    assert_eq!(code, Some(0), "{err}");
}

#[test]
fn a_board_alone_is_told_in_the_format_asked_for() {
    let board = BARE.split("play:").next().expect("a board");
    for text in [board.to_owned(), format!("{board}play:\n"), format!("{board}play: []\n")] {
        let (out, err, code) = explain(&draft("board.yaml", &text), &["--in", "goat", "--output", "markdown"]);
        assert!(out.starts_with("# A draft\n\n`board` · Goat"), "{out}");
        assert!(out.contains("- set: Magic Jammer") && !out.contains("**Rules:**"), "{out}");
        assert_eq!(code, Some(0), "{err}");
    }
}

#[test]
fn what_is_wrong_is_wrong_in_a_draft_too() {
    for (text, says) in [
        (BARE.replace("Raigeki", "Raigeky"), "unknown card `Raigeky`"),
        (format!("id: nonsense\n{BARE}"), "`nonsense` is not an id"),
        (BARE.replace("duel:", "dual:"), "unknown field `dual` of a ruling"),
        (format!("qestion: Why?\n{BARE}"), "unknown field `qestion` of a ruling"),
    ] {
        let (out, err, code) = explain(&draft("wrong.yaml", &text), &[]);
        assert!(err.contains(says), "{err}");
        assert_eq!((out.as_str(), code), ("", Some(2)), "{err}");
    }
}

#[test]
fn a_finished_ruling_has_nothing_to_note() {
    let file = repository().join("corpus/rulings/segoc/airknight-above-cestus.yaml");
    let (_, err, code) = explain(&file.display().to_string(), &[]);
    assert_eq!((err.as_str(), code), ("", Some(0)));
}
