//! `segoc explain`: what it tells, in all its forms, of every ruling of the corpus.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod common;

use std::fs;
use std::process::Output;

use common::{TRAP_HOLE, TestCorpus, err, out, real_corpus as corpus, repository, right, scratch};
use segoc_runner::explain::{json, markdown, pretty};
use segoc_runner::report::plain;
use segoc_runner::telling::play;

/// The program, in the root of the repository.
fn segoc(arguments: &[&str]) -> Output {
    TestCorpus::real().run(&[&["explain"], arguments].concat())
}

/// A ruling without its checks.
fn draft() -> String {
    let is_check = |line: &&str| ["window", "chain", "board"].iter().any(|tag| line.contains(&format!("- {tag}:")));
    TRAP_HOLE.split_inclusive('\n').filter(|line| !is_check(line)).collect()
}

/// Set `UPDATE_TALES` to write them anew, then read what changed.
#[test]
fn tales_are_told_as_before() {
    let tales = [
        ("segoc/soul-exchange-sangan-thestalos", "goat"),
        ("missing-the-timing/peten-destroyed-at-chain-link-2", "tcg"),
        ("hand-limit/gorz-and-tragoedia", "ocg"),
        ("simultaneous/hand-destruction", "tcg"),
    ];
    let corpus = corpus();
    for (name, format) in tales {
        let ruling = corpus.ruling(name).expect("a ruling of the corpus");
        let played = right(play(&corpus, &ruling, format));
        let told = plain(&pretty(&right(played.tale(&corpus))));
        let file = format!("{}-{format}.txt", name.rsplit('/').next().unwrap_or(name));
        let path = repository().join("cli/tests/explain").join(file);
        if std::env::var_os("UPDATE_TALES").is_some() {
            fs::write(&path, &told).expect("the tale can be written");
        }
        let before = fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
        assert!(told == before, "{} is told otherwise now:\n{told}", path.display());
    }
}

#[test]
fn every_ruling_is_told_in_eighty_columns() {
    let corpus = corpus();
    let mut told = 0;
    for listed in corpus.list() {
        let Ok(ruling) = corpus.ruling(&listed.name) else { continue };
        for format in &ruling.formats {
            let name = format!("{}::{format}", ruling.name);
            let played = play(&corpus, &ruling, format).unwrap_or_else(|e| panic!("{name}: {e}"));
            let tale = right(played.tale(&corpus));
            let text = plain(&pretty(&tale));
            // A link is never broken, so that it can be followed.
            let wide = text.lines().find(|l| l.chars().count() > 80 && !l.trim_start().starts_with("http"));
            assert_eq!(wide, None, "{name}");
            assert!(text.lines().all(|l| l.trim_end() == l), "{name} has spaces at the end of a line:\n{text}");
            for odd in ["  .", " ,", "..", "  is ", "when ,", "when and", "()"] {
                let broken = text.lines().find(|l| l.trim_start().contains(odd));
                assert_eq!(broken, None, "{name} contains {odd:?}");
            }
            let document = markdown(&tale);
            assert!(!document.contains('\u{1b}'), "{name}");
            let value: serde_json::Value = serde_json::from_str(&json(&tale)).unwrap_or_else(|e| panic!("{name}: {e}"));
            assert_eq!(value["steps"].as_array().map(Vec::len), Some(tale.steps_told()), "{name}");
            told += 1;
        }
    }
    assert!(told > 300, "only {told} tales");
}

#[test]
fn json_has_the_facts() {
    let output = segoc(&["EA5E", "--in", "tcg", "--output", "json"]);
    assert_eq!(output.status.code(), Some(0));
    let value: serde_json::Value = serde_json::from_str(&out(&output)).expect("JSON");
    assert_eq!(value["header"]["ruling"], "EA5E");
    assert_eq!(value["header"]["format"], "tcg");
    assert_eq!(value["verdict"]["outcome"], "passed");
    let steps = value["steps"].as_array().expect("steps");
    for step in steps {
        for field in ["kind", "player", "box", "phase", "link", "instant", "cards", "rule", "text"] {
            assert!(step.get(field).is_some(), "{field} is missing in {step}");
        }
    }
    let kind = |kind: &str| steps.iter().find(|s| s["kind"] == kind).unwrap_or_else(|| panic!("no {kind}"));
    assert_eq!(kind("trigger lost")["rule"], "timing.missed");
    assert_eq!(kind("trigger lost")["cards"][0], "Peten the Dark Clown");
    assert_eq!(kind("activation")["link"], 1);
    assert_eq!(kind("activation")["box"], "A");
    assert_eq!(kind("resolution")["link"], 2);
}

#[test]
fn markdown_is_a_document() {
    let output = segoc(&["EA5E", "--output", "markdown"]);
    let text = out(&output);
    assert!(text.starts_with("# Raigeki Break destroys Peten"), "{text}");
    assert!(text.contains("\n| 2 | Raigeki Break (Joey) → Peten the Dark Clown |\n| 1 | Pot of Greed"), "{text}");
    assert!(text.contains("**Not possible:** Peten the Dark Clown misses the timing"), "{text}");
    assert!(text.contains("`[timing.missed]`"), "{text}");
}

#[test]
fn colours_are_for_terminals() {
    let corpus = corpus();
    let ruling = corpus.ruling("simultaneous/hand-destruction").expect("a ruling of the corpus");
    let played = right(play(&corpus, &ruling, "tcg"));
    assert!(pretty(&right(played.tale(&corpus))).contains('\u{1b}'));
    assert!(!out(&segoc(&["simultaneous/hand-destruction"])).contains('\u{1b}'));
}

#[test]
fn formats_that_part_ways_are_named() {
    let text = out(&segoc(&["soul-exchange-sangan"]));
    assert!(text.contains("In goat it goes differently: segoc explain "), "{text}");
    assert!(text.trim_end().ends_with("--in goat"), "{text}");
    assert!(!out(&segoc(&["EA5E"])).contains("differently"));
}

#[test]
fn names_parts_ids_and_listed_names_are_found() {
    let by_name = segoc(&["missing-the-timing/peten-destroyed-at-chain-link-2", "--in", "goat"]);
    assert_eq!(by_name.status.code(), Some(0), "{}", err(&by_name));
    for other in [["EA5E"], ["ea5e"], ["peten-destroyed-at-chain"]] {
        let found = out(&segoc(&[other[0], "--in", "goat"]));
        assert_eq!(found, out(&by_name), "{other:?}");
    }
    let listed = out(&segoc(&["missing-the-timing/peten-destroyed-at-chain-link-2::goat"]));
    assert_eq!(listed, out(&by_name));
}

#[test]
fn an_unknown_name_is_an_error_with_advice() {
    let output = segoc(&["simultaneous/hand-destuction"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(out(&output).is_empty());
    let message = err(&output);
    assert!(message.contains("no ruling matches `simultaneous/hand-destuction`"), "{message}");
    assert!(message.contains("did you mean `simultaneous/hand-destruction`?"), "{message}");
    let output = segoc(&["no-such-draft.yaml"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(err(&output).contains("there is no file `no-such-draft.yaml`"));
}

#[test]
fn an_ambiguous_name_lists_what_it_may_mean() {
    let output = segoc(&["stratos-revived"]);
    assert_eq!(output.status.code(), Some(2));
    let message = err(&output);
    assert!(message.contains("2 rulings match `stratos-revived`"), "{message}");
    for name in ["stratos-revived-at-chain-link-1", "stratos-revived-at-chain-link-2"] {
        assert!(message.contains(&format!("missing-the-timing/{name}")), "{message}");
    }
}

#[test]
fn a_format_must_exist_and_be_one_of_the_ruling() {
    let output = segoc(&["EA5E", "--in", "gaot"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(err(&output).contains("did you mean `goat`?"), "{}", err(&output));
    let output = segoc(&["E830", "--in", "goat"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(err(&output).contains("it is in ocg"), "{}", err(&output));
}

#[test]
fn a_draft_without_checks_is_told() {
    let output = segoc(&[&scratch("unchecked.yaml", &draft())]);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let text = out(&output).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("It answers the Normal Summon of Celtic Guardian."), "{text}");
    assert!(text.contains("The file checks nothing"), "{text}");
}

#[test]
fn a_draft_whose_checks_fail_is_told_to_the_end() {
    let failing = draft().replace("  - Joey:", "  - window: {player: Joey, box: B}\n  - Joey:")
        + "  - board: {Yugi: {monsters: [Celtic Guardian]}}\n";
    let output = segoc(&[&scratch("failing.yaml", &failing)]);
    assert_eq!(output.status.code(), Some(1), "{}", err(&output));
    let text = out(&output);
    assert!(text.contains("Celtic Guardian is destroyed."), "{text}");
    assert!(text.contains("✗  It did not go as the ruling says: Yugi was asked, not Joey."), "{text}");
    assert!(text.contains("window: {player: Joey, box: B}"), "{text}");
    assert!(text.contains("One more step went otherwise."), "{text}");
}

#[test]
fn a_draft_that_cannot_be_read_is_an_error() {
    let output = segoc(&[&scratch("broken.yaml", &draft().replace("Trap Hole", "Trap Hol"))]);
    assert_eq!(output.status.code(), Some(2));
    assert!(err(&output).contains("Trap Hol"), "{}", err(&output));
}
