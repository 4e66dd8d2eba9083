//! Engines that can tell less: what cannot be compared is compared in a weaker way or not at all, and it is said.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use super::{Run, Small, broken_engine, out, tests};

tests![
    without_a_capability_nothing_fails_and_what_is_weaker_is_said,
    another_format_is_unsupported_and_nothing_played_is_no_run,
    the_reference_engine_over_the_protocol_says_exactly_the_same,
];

/// Runs a part of the real corpus in today's TCG against an engine.
fn real(engine: &str, filters: &[&str]) -> Run {
    let mut command = Command::new(env!("CARGO_BIN_EXE_segoc"));
    command.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(".."));
    command.args(["run", "--in", "tcg", "--output", "json", "--engine", engine]).args(filters);
    Run::of(&command.output().expect("the program runs"))
}

fn without_a_capability_nothing_fails_and_what_is_weaker_is_said() {
    // Which capability makes which outcomes, and whether checks are compared in a weaker way.
    for (capability, unsupported, weaker) in [
        ("instants", None, true),
        ("reasons", None, true),
        ("outcomes", None, true),
        ("windows", Some("a window is looked at, and the engine does not claim `windows`"), true),
        ("battle", Some("there is a battle, and the engine does not claim `battle`"), false),
        ("boxes", None, false),
    ] {
        let engine = broken_engine(&format!("without {capability}"), "always", "");
        let run = real(&engine, &["negation/", "damage-step/", "missing-the-timing/", "conjunctions/"]);
        let mut outcomes: BTreeMap<&str, usize> = BTreeMap::new();
        for line in &run.lines {
            let outcome = line["outcome"].as_str().unwrap_or_default();
            *outcomes.entry(outcome).or_default() += 1;
            let fine = ["passed", "disputed", "unsupported"].contains(&outcome);
            assert!(fine, "without {capability}: {line:#}");
            if outcome == "unsupported" {
                assert_eq!(line["message"].as_str(), unsupported, "without {capability}");
            }
        }
        assert_eq!(outcomes.contains_key("unsupported"), unsupported.is_some(), "without {capability}: {outcomes:?}");
        assert!(outcomes["passed"] > 10, "without {capability}: {outcomes:?}");
        let said: BTreeSet<&str> = run
            .lines
            .iter()
            .filter_map(|line| line["weaker"].as_array())
            .flatten()
            .filter_map(|c| c.as_str())
            .collect();
        let expected: BTreeSet<&str> = weaker.then_some(capability).into_iter().collect();
        assert_eq!(said, expected, "without {capability}");
        assert_eq!(run.code, Some(0), "without {capability}");
    }
}

fn another_format_is_unsupported_and_nothing_played_is_no_run() {
    let small = Small::new("formats");
    let hello = |formats: &str| {
        format!(r#"{{"type": "hello", "protocol": 1, "engine": "e", "version": "1", "formats": {formats}}}"#)
    };
    let run = small.run(&broken_engine("say", "hello", &hello(r#"["goat"]"#)), &[]);
    assert_eq!(run.outcomes(), ["unsupported"; 4]);
    assert_eq!(run.lines[0]["message"], "the engine does not play the format `tcg`");
    assert!(run.stderr.contains("error: the engine played none of these rulings"), "{}", run.stderr);
    assert_eq!(run.code, Some(2));
    let no = r#"{"type": "unsupported", "reason": "everything"}"#;
    assert_eq!(small.run(&broken_engine("say", "start", no), &[]).code, Some(2));
}

fn the_reference_engine_over_the_protocol_says_exactly_the_same() {
    let segoc = |more: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_segoc"));
        command.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(".."));
        let output = command.args(["run", "--output", "json"]).args(more).output().expect("the program runs");
        (out(&output), output.status.code())
    };
    let serve = format!("'{}' serve", env!("CARGO_BIN_EXE_segoc"));
    let (inside, outside) = (segoc(&[]), segoc(&["--engine", &serve]));
    for (i, (one, other)) in inside.0.lines().zip(outside.0.lines()).enumerate() {
        assert_eq!(one, other, "line {i}");
    }
    assert_eq!(inside.0.lines().count(), outside.0.lines().count());
    assert_eq!(inside.1, outside.1);
}
