//! Results that are kept: JUnit, scoreboards, badges, and what changed between two runs.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod common;

use std::fs;
use std::process::Output;

use common::{TRAP_HOLE, TestCorpus, err, out};

/// Two rulings: one an engine without box C fails, one that is disputed.
fn corpus(name: &str) -> TestCorpus {
    let reading = |name: &str| {
        format!(
            "  - {{reading: {name}, answer: So., sources: [{{kind: derived, title: A, url: \"https://example.org\"}}]}}\n"
        )
    };
    let disputed = TRAP_HOLE
        .replace("T3ST", "T3S2")
        .replace("formats: [tcg, goat]", "formats: [tcg]")
        .replace("duel:", &format!("disputed:\n{}{}duel:", reading("works"), reading("fails")));
    let (head, _) = disputed.split_once("  - window").unwrap();
    let steps = "  - {reading: works, Joey: {activates: Trap Hole}}\n  - {reading: fails, never offered: [Trap Hole]}\n  \
                 - {reading: works, board: {Yugi: {monsters: []}}}\n";
    let disputed = format!("{head}{steps}");
    let fine = TRAP_HOLE
        .replace("T3ST", "T3S3")
        .replace("  - window: {player: Joey, box: C, offered: [Trap Hole]}\n  - Joey: {activates: Trap Hole}\n", "")
        .replace("  - chain: [Trap Hole]\n  - board: {Yugi: {gy: [Celtic Guardian]}}", "  - board: {Yugi: {gy: []}}");
    let rulings = [("trap-hole.yaml", TRAP_HOLE), ("disputed.yaml", &disputed), ("fine.yaml", &fine)];
    let corpus = TestCorpus::new(&format!("results-{name}"), &rulings);
    corpus.wrong_formats("chart: no c", &["tcg"]);
    corpus
}

fn run(corpus: &TestCorpus, arguments: &[&str]) -> Output {
    let engine = corpus.wrong_engine();
    let mut all = vec!["run", "--engine", &engine];
    all.extend(arguments);
    corpus.run(&all)
}

#[test]
fn junit_has_a_suite_for_each_family_and_a_case_for_each_ruling_and_format() {
    let corpus = corpus("junit");
    fs::write(
        corpus.root().join("corpus/rulings/test/broken.yaml"),
        TRAP_HOLE.replace("T3ST", "T3S4").replace("duel:", "duell:"),
    )
    .unwrap();
    let list = "- {ruling: T3S3, formats: [goat], outcome: failed, class: adapter limit, reason: It was so once.}\n";
    fs::write(corpus.root().join("deviations.yaml"), list).unwrap();
    let output = run(&corpus, &["--junit", "out.xml", "--deviations", "deviations.yaml"]);
    assert_eq!(output.status.code(), Some(2), "{}", err(&output));
    let text = fs::read_to_string(corpus.root().join("out.xml")).unwrap();
    let report = quick_junit::Report::deserialize_from_str(&text).unwrap();
    assert_eq!(report.test_suites.len(), 1);
    let suite = &report.test_suites[0];
    assert_eq!((suite.name.as_str(), suite.tests, suite.failures, suite.errors), ("test", 7, 2, 2));
    let case = |name: &str| suite.test_cases.iter().find(|case| case.name.as_str() == name).unwrap();
    assert!(matches!(case("test/fine::tcg").status, quick_junit::TestCaseStatus::Success { .. }));
    for (name, kind, message, description) in [
        ("test/trap-hole::tcg", "other player", "Yugi was asked, not Joey", "FAILED A monster is Normal Summoned"),
        ("test/fine::goat", "deviation", "`T3S3` is listed as failed in goat, but passes now", "error[deviation]"),
        ("test/broken::goat", "invalid", "unknown field `duell` of a ruling", "error[unknown-field]"),
    ] {
        let quick_junit::TestCaseStatus::NonSuccess { message: said, ty, description: told, .. } = &case(name).status
        else {
            panic!("{name} is no failure: {text}");
        };
        assert_eq!(ty.as_ref().map(|ty| ty.as_str()), Some(kind));
        assert!(said.as_ref().unwrap().as_str().contains(message), "{said:?}");
        let told = told.as_ref().unwrap().as_str();
        assert!(told.contains(description) && !told.contains('\x1b'), "{told}");
    }
    let quick_junit::TestCaseStatus::Skipped { message, .. } = &case("test/disputed::tcg").status else {
        panic!("{text}");
    };
    assert!(message.as_ref().unwrap().as_str().starts_with("disputed, the engine follows:"), "{message:?}");
}

#[test]
fn what_is_not_played_or_known_is_skipped_and_a_breakdown_is_an_error() {
    let corpus = corpus("junit-others");
    let wrong = corpus.root().join("wrong/formats.yaml");
    fs::write(&wrong, "tcg: {title: tcg, policy: {chart: no c}}\n").unwrap();
    let list = "- {ruling: T3ST, formats: [tcg], outcome: failed, class: engine deviates, reason: It has no box C.}\n";
    fs::write(corpus.root().join("deviations.yaml"), list).unwrap();
    assert_eq!(run(&corpus, &["--junit", "out.xml", "--deviations", "deviations.yaml"]).status.code(), Some(0));
    let text = fs::read_to_string(corpus.root().join("out.xml")).unwrap();
    assert!(text.contains("<skipped message=\"deviates as listed: It has no box C.\"/>"), "{text}");
    assert!(text.contains("<skipped message=\"unsupported: the engine does not play "), "{text}");
    let crashing = "sh -c 'read x; echo \"{\\\"type\\\":\\\"hello\\\",\\\"protocol\\\":2,\\\"engine\\\":\\\"e\\\",\\\"version\\\":\\\"1\\\",\\\"formats\\\":[\\\"tcg\\\"],\\\"capabilities\\\":[\\\"windows\\\"]}\"; read x; exit 3'";
    corpus.run(&["run", "--engine", crashing, "fine", "--in", "tcg", "--junit", "out.xml"]);
    let text = fs::read_to_string(corpus.root().join("out.xml")).unwrap();
    assert!(text.contains("errors=\"1\"") && text.contains("<error ") && text.contains("type=\"crashed\""), "{text}");
}

#[test]
fn a_scoreboard_is_the_same_for_the_same_run() {
    let corpus = corpus("scoreboard");
    assert_eq!(run(&corpus, &["--scoreboard", "a.json"]).status.code(), Some(1));
    run(&corpus, &["--scoreboard", "b.json", "--jobs", "1"]);
    let read = |name: &str| fs::read_to_string(corpus.root().join(name)).unwrap();
    assert_eq!(read("a.json"), read("b.json"));
    let version = env!("CARGO_PKG_VERSION");
    let expected = format!(
        r#"{{
  "type": "scoreboard",
  "engine": {{
    "name": "segoc",
    "version": "{version}"
  }},
  "corpus": "{version}",
  "totals": {{
    "disputed": 1,
    "failed": 1,
    "passed": 3
  }},
  "formats": {{
    "goat": {{
      "passed": 2
    }},
    "tcg": {{
      "disputed": 1,
      "failed": 1,
      "passed": 1
    }}
  }},
  "families": {{
    "test": {{
      "disputed": 1,
      "failed": 1,
      "passed": 3
    }}
  }},
  "failing": [
    {{
      "ruling": "T3ST",
      "name": "test/trap-hole",
      "formats": [
        "tcg"
      ],
      "outcome": "failed",
      "kind": "other player"
    }}
  ],
  "unsupported": [],
  "disputed": [
    "T3S2 tcg"
  ],
  "passed": [
    "T3S3 tcg goat",
    "T3ST goat"
  ]
}}
"#
    );
    assert_eq!(read("a.json"), expected);
    let table = out(&corpus.run(&["scoreboard", "a.json"]));
    let expected = format!(
        "| engine | version | format | passed | deviates | adapter limit | unsupported | disputed |\n\
         |---|---|---|--:|--:|--:|--:|--:|\n\
         | segoc | {version} | goat | 2 | 0 | 0 | 0 | 0 |\n\
         | segoc | {version} | tcg | 1 | 1 | 0 | 0 | 1 |\n\
         | segoc | {version} | **all** | 3 | 1 | 0 | 0 | 1 |\n"
    );
    assert_eq!(table, expected);
    assert_eq!(corpus.run(&["scoreboard", "a.json", "--badge", "b.svg"]).status.code(), Some(0));
    let badge = read("b.svg");
    assert!(badge.starts_with("<svg ") && badge.contains(">3 of 4</text>") && badge.ends_with("</svg>\n"), "{badge}");
    assert_eq!(corpus.run(&["scoreboard", "a.json", "b.json", "--badge", "b.svg"]).status.code(), Some(2));
}

#[test]
fn what_an_adapter_cannot_show_is_counted_apart() {
    let corpus = corpus("limits");
    let list = "- {ruling: T3ST, formats: [tcg], outcome: failed, class: adapter limit, reason: It has no box C.}\n";
    fs::write(corpus.root().join("deviations.yaml"), list).unwrap();
    run(&corpus, &["--deviations", "deviations.yaml", "--scoreboard", "a.json"]);
    let table = out(&corpus.run(&["scoreboard", "a.json"]));
    assert!(table.contains("| **all** | 3 | 0 | 1 | 0 | 1 |"), "{table}");
}

#[test]
fn a_scoreboard_that_is_not_current_is_an_error() {
    let corpus = corpus("check");
    let list = "- {ruling: T3ST, formats: [tcg], outcome: failed, class: engine deviates, reason: It has no box C.}\n";
    fs::write(corpus.root().join("deviations.yaml"), list).unwrap();
    let checked = |arguments: &[&str]| {
        let mut all = vec!["--deviations", "deviations.yaml"];
        all.extend(arguments);
        run(&corpus, &all)
    };
    assert_eq!(checked(&["--scoreboard", "a.json"]).status.code(), Some(0));
    assert_eq!(checked(&["--check-scoreboard", "a.json"]).status.code(), Some(0));
    let right = corpus.run(&["run", "--check-scoreboard", "a.json"]);
    assert_eq!(right.status.code(), Some(1));
    let said = err(&right);
    assert!(said.contains("newly passing: 1\n  T3ST tcg: failed (other player) → passed  test/trap-hole\n"), "{said}");
    assert!(said.contains("error: `a.json` is not current\n  help: write it again with --scoreboard a.json"), "{said}");
    for (arguments, message) in [
        (&["run", "--check-scoreboard", "nowhere.json"][..], "there is no file `nowhere.json`"),
        (&["run", "--scoreboard", "b.json", "--in", "tcg"], "a part of the rulings makes no score"),
        (&["run", "--scoreboard", "b.json", "fine"], "a part of the rulings makes no score"),
        (&["run", "--scoreboard", "b.json", "--shard", "1/2"], "cannot be used with"),
        (&["run", "--scoreboard", "no/such/dir.json"], "`no/such/dir.json` cannot be written"),
    ] {
        let output = corpus.run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(err(&output).contains(message), "{}", err(&output));
    }
}

#[test]
fn runs_are_compared() {
    let corpus = corpus("compare");
    let save = |name: &str, output: &Output| fs::write(corpus.root().join(name), &output.stdout).unwrap();
    save("wrong.json", &run(&corpus, &["--output", "json"]));
    save("right.json", &corpus.run(&["run", "--output", "json"]));
    let compared = |a: &str, b: &str| corpus.run(&["compare", a, b]);
    let version = env!("CARGO_PKG_VERSION");
    let worse = compared("right.json", "wrong.json");
    assert_eq!(worse.status.code(), Some(1));
    let expected = format!(
        "from segoc {version}, corpus {version}\n\
         to   segoc {version}, corpus {version}\n\n\
         newly failing: 1\n  \
         T3ST tcg: passed → failed (other player)  test/trap-hole\n    \
         Yugi was asked, not Joey\n\n\
         totals\n  \
         disputed           1 →     1\n  \
         failed             0 →     1 (+1)\n  \
         passed             4 →     3 (-1)\n\n\
         1 result got worse\n"
    );
    assert_eq!(out(&worse), expected);
    let better = compared("wrong.json", "right.json");
    assert_eq!(better.status.code(), Some(0));
    assert!(out(&better).contains("newly passing: 1\n") && out(&better).ends_with("\nnothing got worse\n"));
    assert!(out(&compared("right.json", "right.json")).ends_with("\nnothing changed\n"));

    run(&corpus, &["--scoreboard", "board.json"]);
    let with_board = compared("right.json", "board.json");
    assert_eq!(with_board.status.code(), Some(1));
    assert!(out(&with_board).contains("newly failing: 1\n  T3ST tcg: passed → failed (other player)"));

    save("part.json", &corpus.run(&["run", "--output", "json", "fine"]));
    let removed = compared("wrong.json", "part.json");
    assert_eq!(removed.status.code(), Some(0));
    assert!(out(&removed).contains("removed: 3\n") && out(&compared("part.json", "wrong.json")).contains("new: 3\n"));

    let json = corpus.run(&["compare", "right.json", "wrong.json", "--output", "json"]);
    let lines: Vec<serde_json::Value> = out(&json).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines[0]["change"], "newly failing");
    assert_eq!((&lines[0]["ruling"], &lines[0]["format"]), (&"T3ST".into(), &"tcg".into()));
    assert_eq!(lines[0]["after"]["kind"], "other player");
    assert_eq!(lines[1]["worse"], true);
    assert_eq!(lines[1]["totals"]["passed"]["after"], 3);
}

#[test]
fn a_run_in_parts_can_be_put_together() {
    let corpus = corpus("parts");
    let part = |shard: &str| out(&corpus.run(&["run", "--output", "json", "--shard", shard]));
    let whole = out(&corpus.run(&["run", "--output", "json"]));
    fs::write(corpus.root().join("whole.json"), whole).unwrap();
    fs::write(corpus.root().join("parts.json"), part("1/2") + &part("2/2")).unwrap();
    let compared = corpus.run(&["compare", "whole.json", "parts.json"]);
    assert!(out(&compared).ends_with("\nnothing changed\n"), "{}{}", out(&compared), err(&compared));
}

#[test]
fn files_that_hold_no_results_are_refused_with_their_place() {
    let corpus = corpus("bad-files");
    let good = out(&corpus.run(&["run", "--output", "json"]));
    fs::write(corpus.root().join("good.json"), &good).unwrap();
    let lines: Vec<&str> = good.lines().collect();
    let [.., last, summary] = &lines[..] else { panic!("{good}") };
    let board = good.len().to_string();
    for (text, message) in [
        (String::new(), "there are no results in this file"),
        ("not json\n".into(), "bad.json:1:1"),
        (format!("{last}\n{{\"type\": \"result\"}}\n"), "bad.json:2:1"),
        (format!("{last}\n[]\n"), "this line is no result of a run"),
        (format!("{last}\n"), "the run was not finished"),
        (format!("{last}\n{last}\n{summary}\n"), "is there twice"),
        (format!("{last}\n{summary}\n"), "there should be 5 results, but there are 1"),
        (format!("{good}{}\n", summary.replace("\"segoc\"", "\"other\"")), "follow those of segoc"),
        (format!("{{\"type\": \"scoreboard\", \"n\": {board}}}"), "this scoreboard cannot be read: missing field"),
    ] {
        fs::write(corpus.root().join("bad.json"), text).unwrap();
        for arguments in
            [&["compare", "good.json", "bad.json"][..], &["scoreboard", "bad.json"], &["diagnose", "bad.json"]]
        {
            let output = corpus.run(arguments);
            assert_eq!((output.status.code(), out(&output).as_str()), (Some(2), ""), "{message}");
            assert!(err(&output).contains(message), "{message}: {}", err(&output));
        }
    }
    fs::write(corpus.root().join("bad.json"), b"\xff\xfe").unwrap();
    assert!(err(&corpus.run(&["compare", "good.json", "bad.json"])).contains("this is not UTF-8"));
    assert!(err(&corpus.run(&["compare", "good.json", "none.json"])).contains("the file cannot be read"));
    assert!(err(&corpus.run(&["compare", "good.json", "corpus"])).contains("this is not a file"));
}
