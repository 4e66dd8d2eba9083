//! The program as its users meet it: what it prints, and how it ends.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod common;

use std::process::Stdio;

use common::{TRAP_HOLE as RIGHT, TestCorpus, err, out};

/// A report whose rule is not said in its own words, which belong to the corpus.
fn without_the_rule(report: &str) -> String {
    let (before, rest) = report.split_once("  Rule ").expect("a rule");
    let (name, rest) = rest.split_once('\n').expect("the name of the rule");
    let (sentence, after) = rest.split_once("  Source").expect("a source");
    assert!(!sentence.trim().is_empty(), "the rule is said");
    format!("{before}  Rule {name}\n            SENTENCE\n  Source{after}")
}

#[test]
fn everything_passed_is_one_line_and_zero() {
    let corpus = TestCorpus::new("passes", &[("trap-hole.yaml", RIGHT)]);
    let output = corpus.run(&["run"]);
    assert_eq!(out(&output), format!("2 passed; corpus {} (corpus)\n", env!("CARGO_PKG_VERSION")));
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn a_failure_is_explained_and_one() {
    let wrong =
        RIGHT.replace("player: Joey, box: C, offered: [Trap Hole]", "player: Joey, box: C, not offered: [Trap Hole]");
    let corpus = TestCorpus::new("fails", &[("trap-hole.yaml", &wrong)]);
    let output = corpus.run(&["run", "--in", "tcg"]);
    assert_eq!(output.status.code(), Some(1), "{}", err(&output));
    let expected = r#"FAILED A monster is Normal Summoned into a Trap Hole
       test/trap-hole::tcg T3ST, corpus/rulings/test/trap-hole.yaml:15

  Question  When may the opponent use Trap Hole?
  Answer    In box C, after the turn player passes in box B.

  13     - Yugi: {normal summons: Celtic Guardian}
  14     - window: {player: Yugi, box: B}
  15 -   - window: {player: Joey, box: C, not offered: [Trap Hole]}
     +   - window: {player: Joey, box: C, offered: [Trap Hole]}
  16     - Joey: {activates: Trap Hole}
  17     - chain: [Trap Hole]

  Verdict   wrongly allowed: it was possible to activate Trap Hole.
            It was on offer in box C (main 1), Joey's chance.
  Rule      chart.box-c
            SENTENCE
  Source    Fast effects & Timing (Konami) (official, as of 2018-10-07)
            https://www.yugioh-card.com/en/gameplay/fasteffects_timing.html

  Board     Yugi's turn, main 1, Joey is asked in box C
            Yugi 8000 LP
              monsters  Celtic Guardian
            Joey 8000 LP
              set  Trap Hole

0 passed, 1 failed (1 wrongly allowed); corpus VERSION (corpus)
"#;
    assert_eq!(without_the_rule(&out(&output)), expected.replace("VERSION", env!("CARGO_PKG_VERSION")));
}

#[test]
fn colours_are_there_only_when_wanted() {
    let wrong = RIGHT.replace("chain: [Trap Hole]", "chain: [Celtic Guardian]");
    let corpus = TestCorpus::new("colours", &[("trap-hole.yaml", &wrong)]);
    let piped = out(&corpus.run(&["run"]));
    let forced = corpus.segoc(&["run"]).env("CLICOLOR_FORCE", "1").output().expect("the program runs");
    let refused = corpus.segoc(&["run"]).env("NO_COLOR", "1").output().expect("the program runs");
    assert!(!piped.contains('\x1b'), "{piped}");
    assert!(out(&forced).contains("\x1b["));
    assert_eq!(out(&refused), piped);
}

#[test]
fn json_is_one_object_a_line() {
    let wrong = RIGHT.replace("gy: [Celtic Guardian]", "gy: []").replace("T3ST", "T3S2");
    let corpus =
        TestCorpus::new("json", &[("a-right.yaml", RIGHT), ("b-wrong.yaml", &wrong), ("c-broken.yaml", "id: [\n")]);
    let output = corpus.run(&["run", "--output", "json"]);
    assert_eq!(output.status.code(), Some(2), "a file that cannot be read outweighs a failure");
    let lines: Vec<serde_json::Value> =
        out(&output).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let [right, _, wrong, _, broken, summary] = &lines[..] else { panic!("{lines:#?}") };
    assert_eq!(right["outcome"], "passed");
    assert_eq!(right["ruling"], "T3ST");
    assert_eq!(right["name"], "test/a-right");
    assert_eq!(right["format"], "tcg");
    assert_eq!(wrong["outcome"], "failed");
    assert_eq!(wrong["kind"], "other state");
    assert_eq!((wrong["line"].as_u64(), wrong["column"].as_u64()), (Some(18), Some(24)));
    assert_eq!(wrong["message"], "Yugi's gy: Celtic Guardian");
    assert_eq!(wrong["expected"], "board: {Yugi: {gy: []}}");
    assert_eq!(wrong["actual"], "board: {Yugi: {gy: [Celtic Guardian]}}");
    assert_eq!(broken["outcome"], "invalid");
    assert!(broken["file"].as_str().is_some_and(|f| f.ends_with("c-broken.yaml")));
    assert_eq!(summary["type"], "summary");
    assert_eq!(summary["total"], 5);
    assert_eq!(summary["outcomes"]["passed"], 2);
    assert_eq!(summary["outcomes"]["failed"], 2);
    assert_eq!(summary["failed"]["other state"], 2);
}

#[test]
fn a_request_that_means_nothing_is_two() {
    let corpus = TestCorpus::new("nothing", &[("trap-hole.yaml", RIGHT)]);
    for (arguments, message) in [
        (&["run", "trap-hule"][..], "error: no ruling matches `trap-hule`\n  help: did you mean `trap-hole`?\n"),
        (&["run", "--in", "gota"], "error: there is no format `gota`\n  help: did you mean `goat`?\n"),
        (&["list", "--in", "ocg"], "error: no ruling that was asked for is asserted in ocg\n"),
        (&["run", "--corpus", "nowhere"], "error: `nowhere` is not a corpus: it has no rules.yaml\n"),
        (&["run", "--format", "tcg"], "error: unexpected argument '--format' found\n"),
    ] {
        let output = corpus.run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(err(&output).starts_with(message), "{}", err(&output));
        assert_eq!(out(&output), "");
    }
    let empty = TestCorpus::new("empty", &[]);
    assert_eq!(empty.run(&["run"]).status.code(), Some(2));
}

#[test]
fn rulings_are_found_by_name_format_and_id() {
    let other = RIGHT.replace("T3ST", "T3S2");
    let corpus = TestCorpus::new("list", &[("one.yaml", RIGHT), ("two.yaml", &other)]);
    let listed = |arguments: &[&str]| out(&corpus.run(arguments));
    assert_eq!(listed(&["list"]), "test/one::tcg\ntest/one::goat\ntest/two::tcg\ntest/two::goat\n");
    assert_eq!(listed(&["list", "one::goat", "two::tcg"]), "test/one::goat\ntest/two::tcg\n");
    assert_eq!(listed(&["list", "T3S2", "--in", "goat"]), "test/two::goat\n");
    let json = listed(&["list", "one::goat", "--output", "json"]);
    let file = "corpus/rulings/test/one.yaml";
    assert_eq!(
        json,
        format!("{{\"type\":\"ruling\",\"name\":\"test/one\",\"format\":\"goat\",\"file\":\"{file}\"}}\n")
    );
}

#[test]
fn the_corpus_is_found_above_and_else_built_in() {
    let corpus = TestCorpus::new("found", &[("trap-hole.yaml", RIGHT)]);
    let below =
        corpus.segoc(&["list"]).current_dir(corpus.root().join("corpus/rulings")).output().expect("the program runs");
    assert_eq!(out(&below), "test/trap-hole::tcg\ntest/trap-hole::goat\n");
    assert!(err(&below).contains("(../../corpus)"), "{}", err(&below));
    let elsewhere = corpus.segoc(&["list"]).current_dir(std::env::temp_dir()).output().expect("the program runs");
    assert!(err(&elsewhere).contains("built in"), "{}", err(&elsewhere));
}

#[test]
fn a_closed_pipe_ends_the_program_quietly() {
    let rulings: Vec<(String, String)> =
        (0..200).map(|i| (format!("ruling-{i}.yaml"), RIGHT.replace("T3ST", &format!("T{i:03}")))).collect();
    let rulings: Vec<(&str, &str)> = rulings.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let corpus = TestCorpus::new("pipe", &rulings);
    let mut program =
        corpus.segoc(&["list"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program runs");
    drop(program.stdout.take());
    let output = program.wait_with_output().expect("the program ends");
    assert!(!err(&output).contains("panicked"), "{}", err(&output));
    assert_eq!(output.status.code(), Some(0));
}
