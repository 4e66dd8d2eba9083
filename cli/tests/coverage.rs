//! `segoc coverage`, `adequacy`, `rules` and `check` as their users meet them.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod common;

use std::fs;
use std::process::Output;

use common::{TestCorpus, but, err, out, real_corpus, right};
use segoc_engine::Rule;

/// A ruling that claims a rule which decides nothing in it.
fn ruling() -> String {
    but("[chart.box-c]", "[chart.box-c, chart.box-e]")
}

/// A small corpus with that ruling.
fn corpus(name: &str) -> TestCorpus {
    TestCorpus::new(&format!("coverage-{name}"), &[("trap-hole.yaml", &ruling())])
}

/// Every line is a JSON object with a type.
fn types(output: &Output) -> Vec<String> {
    let line =
        |line: &str| serde_json::from_str::<serde_json::Value>(line).unwrap()["type"].as_str().unwrap().to_owned();
    String::from_utf8_lossy(&output.stdout).lines().map(line).collect()
}

#[test]
fn gaps_come_first_and_end_with_1() {
    let corpus = corpus("gaps");
    let output = corpus.run(&["coverage"]);
    assert_eq!(output.status.code(), Some(1), "{}", err(&output));
    let text = out(&output);
    assert!(text.starts_with("Rules that fewer than 2 rulings exercise: "), "{text}");
    assert!(
        text.contains("\nClaims of a rule that decides nothing in the ruling: 1\n  test/trap-hole  chart.box-e\n"),
        "{text}"
    );
    let json = corpus.run(&["coverage", "chart.box-c", "--output", "json"]);
    assert_eq!(types(&json), ["rule", "gap", "gap", "summary"], "{}", out(&json));
}

#[test]
fn a_rule_without_gaps_ends_with_0() {
    let output = TestCorpus::real().run(&["coverage", "chart.box-b", "chain.both-pass"]);
    assert_eq!((output.status.code(), out(&output).contains("Rules that")), (Some(0), false), "{}", out(&output));
}

#[test]
fn misspelt_rules_are_helped() {
    for command in ["coverage", "rules"] {
        let output = TestCorpus::real().run(&[command, "timing.mised"]);
        assert_eq!(output.status.code(), Some(2));
        assert!(
            err(&output).contains("error: there is no rule `timing.mised`\n  help: did you mean `timing.missed`?"),
            "{}",
            err(&output)
        );
    }
    let half = TestCorpus::real().run(&["rules", "missed"]);
    assert!(err(&half).contains("did you mean `timing.missed`?"), "{}", err(&half));
}

#[test]
fn a_rule_is_told_with_everything_that_hangs_on_it() {
    let output = TestCorpus::real().run(&["rules", "timing.missed"]);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let text = out(&output);
    for label in ["Rule ", "Formats ", "Engine ", "Sources ", "Said in ", "Believed ", "Claimed ", "Exercised "] {
        assert!(text.contains(&format!("\n  {label}")), "{label} in {text}");
    }
    assert!(text.contains("(when-never-misses)") && text.contains("SEGOC-GOAT-4"), "{text}");
    let list = TestCorpus::real().run(&["rules"]);
    assert!(out(&list).starts_with("segoc: "), "{}", out(&list));
    let json = TestCorpus::real().run(&["rules", "--output", "json"]);
    assert_eq!(types(&json).len(), Rule::ALL.len());
}

#[test]
fn a_family_is_listed_with_what_its_rules_say() {
    let output = TestCorpus::real().run(&["rules", "timing"]);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let text = out(&output);
    assert!(text.starts_with("timing.missed\n") && text.contains("\ntiming.never-missed\n"), "{text}");
    assert!(text.contains("Mandatory effects, and optional effects that say"), "{text}");
    assert!(!text.contains("chart."), "{text}");
    let json = TestCorpus::real().run(&["rules", "timing", "--output", "json"]);
    assert_eq!(types(&json).len(), Rule::ALL.iter().filter(|rule| rule.word().starts_with("timing.")).count());
}

#[test]
fn a_ruling_that_is_being_written_does_not_hide_the_rules() {
    let corpus = corpus("rules-beside-a-draft");
    corpus.write("rulings/test/trap-hole.yaml", ruling().replace("id: ", "id: TOO-LONG-"));
    let output = corpus.run(&["rules", "chart.box-c"]);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    assert!(out(&output).starts_with("chart.box-c\n"), "{}", out(&output));
}

#[test]
fn an_id_that_is_taken_is_said_of_either_file() {
    let corpus = TestCorpus::new("coverage-taken", &[("a.yaml", &ruling()), ("b.yaml", &ruling())]);
    for name in ["a.yaml", "b.yaml"] {
        let output = corpus.run(&["check", &format!("corpus/rulings/test/{name}")]);
        assert!(out(&output).contains("error[duplicate-id]"), "{name}: {}{}", out(&output), err(&output));
    }
}

#[test]
fn adequacy_names_what_is_not_caught() {
    let corpus = corpus("adequacy");
    let output = corpus.run(&["adequacy"]);
    assert_eq!(output.status.code(), Some(1), "{}", err(&output));
    let text = out(&output);
    assert!(text.starts_with("Misconceptions no ruling catches: "), "{text}");
    assert!(text.contains("\n  box-c-missing  (chart: no c)\n"), "{text}");
    assert!(text.contains("    1 ruling: test/trap-hole\n"), "{text}");
    assert!(
        types(&corpus.run(&["adequacy", "--output", "json"])).ends_with(&["misconception".into(), "summary".into()])
    );
}

#[test]
fn check_shows_mistakes_like_a_compiler() {
    let broken = ruling().replace("T3ST", "T4ST").replace("box: C", "box: F").replace("chart.box-c", "chart.box-cc");
    let corpus = corpus("check");
    corpus.write("rulings/test/broken.yaml", broken);
    let output = corpus.run(&["check"]);
    assert_eq!(output.status.code(), Some(2));
    let text = out(&output);
    assert!(
        text.starts_with(
            "error[unknown-word]: unknown rule `chart.box-cc`\n --> corpus/rulings/test/broken.yaml:6:9\n"
        ),
        "{text}"
    );
    assert!(text.contains("\nerror[rule-not-exercised]: `chart.box-e` decides nothing in this ruling\n"), "{text}");
    assert!(!text.contains("\n0 errors"), "{text}");
    let json = types(&corpus.run(&["check", "--output", "json"]));
    assert!(json.contains(&"diagnostic".into()) && json.last() == Some(&"summary".into()));
}

#[test]
fn check_looks_at_the_files_it_is_given() {
    let corpus = corpus("files");
    let file = "corpus/rulings/test/trap-hole.yaml";
    let claims = corpus.run(&["check", file]);
    assert_eq!(
        (claims.status.code(), out(&claims).contains("1 error, 0 warnings")),
        (Some(1), true),
        "{}",
        out(&claims)
    );
    fs::write(corpus.root().join("draft.yaml"), ruling().replace("T3ST", "T5ST").replace("question", "qestion"))
        .unwrap();
    let draft = corpus.run(&["check", "draft.yaml"]);
    assert!(
        out(&draft).starts_with("error[unknown-field]: unknown field `qestion` of a ruling\n --> draft.yaml:3:1\n"),
        "{}",
        out(&draft)
    );
    assert_eq!(draft.status.code(), Some(2));
    let none = corpus.run(&["check", "nothing.yaml"]);
    assert_eq!(err(&none), "error: there is no file `nothing.yaml`\n");
}

#[test]
fn the_statements_and_disputes_of_this_repository_are_complete() {
    let corpus = real_corpus();
    let statements = right(corpus.statements());
    assert_eq!(statements.documents.len(), 5);
    assert_eq!(statements.statements.len(), 103 + 14);
    let disputes = right(corpus.disputes());
    assert_eq!(disputes.disputes.len(), 17);
}

/// What is missing is a ruling, not a line of code: `segoc coverage` names it.
#[test]
fn every_statement_and_every_rule_is_shown() {
    let corpus = real_corpus();
    let checked = corpus.check();
    let coverage = segoc_runner::coverage::Coverage::of(&corpus, &checked.rulings).unwrap_or_else(|e| panic!("{e}"));
    let gaps = coverage.gaps();
    let statements: Vec<&str> = gaps.statements.iter().map(|statement| statement.id.value.as_str()).collect();
    let rules: Vec<&str> = gaps.rules.iter().map(|(rule, _)| rule.word()).collect();
    assert!(statements.is_empty() && rules.is_empty(), "not shown: {statements:?}; fewer than two rulings: {rules:?}");
}
