//! What must be so of every ruling of the corpus: it is told readably, its checks are restored by `bless`, and together they show every
//! statement and every rule.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod common;

use std::fs;
use std::path::Path;
use std::sync::Arc;

use common::{real_corpus, right};
use segoc_format::corpus::Corpus;
use segoc_format::ruling::{Check, Ruling, Step, StepKind};
use segoc_runner::bless::bless;
use segoc_runner::explain::{json, markdown, pretty};
use segoc_runner::outcome::Outcome;
use segoc_runner::report::plain;
use segoc_runner::telling::play;

#[test]
fn every_ruling_is_told_in_eighty_columns() {
    let corpus = real_corpus();
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
fn the_statements_and_disputes_of_this_repository_are_complete() {
    let corpus = real_corpus();
    let statements = right(corpus.statements());
    assert_eq!(statements.documents.len(), 5);
    assert_eq!(statements.statements.len(), 103 + 14);
    let disputes = right(corpus.disputes());
    assert_eq!(disputes.disputes.len(), 18);
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

fn policy_passes(corpus: &Corpus, ruling: &Ruling) -> bool {
    ruling.formats.iter().all(|format| {
        let policy = &corpus.format(format).expect("a format").policy;
        matches!(segoc_runner::trial::outcome(ruling, format, policy), Outcome::Passed)
    })
}

/// Makes the expectation of a check wrong, or at least other; none if it is of a kind that is left alone here.
fn spoilt(step: &Step, text: &str) -> Option<String> {
    let items = |key: &str| {
        let list = text.split_once(&format!("{key}: ["))?.1;
        let (mut depth, mut ends, mut cuts) = (0, None, Vec::new());
        for (at, c) in list.char_indices() {
            match c {
                '[' | '{' => depth += 1,
                ']' if depth == 0 => {
                    ends = Some(at);
                    break;
                }
                ']' | '}' => depth -= 1,
                ',' if depth == 0 => cuts.push(at),
                '"' | '#' => return None,
                _ => {}
            }
        }
        let (first, end) = (*cuts.first()?, ends?);
        // The first item goes to the end.
        let rotated = format!("{}, {}", list[first + 1..end].trim(), &list[..first]);
        Some(text.replacen(&list[..end], &rotated, 1))
    };
    let StepKind::Check(check) = &step.kind else { return None };
    match check {
        Check::Chain { .. } => items("chain"),
        Check::Resolves(_) => items("resolves"),
        Check::Happens(_) => items("happens"),
        Check::Window { .. } if text.contains("player: Yugi") => Some(text.replacen("player: Yugi", "player: Joey", 1)),
        Check::Window { .. } => Some(text.replacen("player: Joey", "player: Yugi", 1)),
        Check::Board(_) if text.contains("gy: [") => {
            Some(text.replacen("gy: [", "gy: [Kuriboh, ", 1).replace(", ]", "]"))
        }
        Check::Board(_) if text.contains("lp: ") => Some(text.replacen("lp: ", "lp: 1", 1)),
        _ => None,
    }
}

/// Every check of every ruling that can be spoilt is spoilt, alone, and blessed: it passes again, nothing else of the
/// file changes, and mostly it is the file there was, to the byte.
fn spoil_and_bless(every: usize, change: impl Fn(&str) -> String) -> (usize, usize) {
    let corpus = real_corpus();
    let (mut spoils, mut restored) = (0, 0);
    for (number, listed) in corpus.list().into_iter().enumerate() {
        let text = change(&fs::read_to_string(&listed.path).expect("a ruling"));
        let path = Path::new("spoilt.yaml");
        let ruling = corpus.parse_ruling("spoilt.yaml", text.as_str()).expect("a right ruling");
        if !ruling.disputed.is_empty() {
            continue;
        }
        let checks = ruling.play.iter().filter(|step| matches!(step.kind, StepKind::Check(_)));
        // Not every check of every ruling, for that takes minutes, but of each ruling some, and all kinds.
        for (_, step) in checks.enumerate().filter(|(i, _)| (i + number) % every == 0) {
            let (start, end) = (step.span.start, step.span.end);
            let Some(other) = spoilt(step, &text[start..end]) else { continue };
            let wrong: Arc<str> = format!("{}{other}{}", &text[..start], &text[end..]).into();
            let Ok(read) = corpus.parse_ruling("spoilt.yaml", Arc::clone(&wrong)) else { continue };
            if policy_passes(&corpus, &read) {
                continue;
            }
            let shown = || format!("{}:\n{other}", listed.path);
            let blessed = bless(&corpus, path, &wrong, &[]).unwrap_or_else(|e| panic!("{}\n{e:?}", shown()));
            assert!(blessed.starts_with(&text[..start]) && blessed.ends_with(&text[end..]), "{}\n{blessed}", shown());
            let ruling = corpus.parse_ruling("spoilt.yaml", Arc::clone(&blessed)).expect("a right ruling");
            assert!(policy_passes(&corpus, &ruling), "{}\n{blessed}", shown());
            let again = bless(&corpus, path, &blessed, &[]).expect("it passes");
            assert_eq!(again, blessed, "blessing twice changes nothing");
            spoils += 1;
            restored += usize::from(*blessed == *text);
        }
    }
    (spoils, restored)
}

#[test]
fn a_spoilt_check_is_restored_and_nothing_else_changes() {
    let (spoils, restored) = spoil_and_bless(5, str::to_owned);
    assert!(spoils > 100, "{spoils}");
    assert!(restored * 100 >= spoils * 90, "{restored} of {spoils} are the same to the byte");
}

#[test]
fn line_endings_of_windows_stay() {
    let (spoils, restored) = spoil_and_bless(20, |text| text.replace('\n', "\r\n"));
    assert!(restored * 100 >= spoils * 90, "{restored} of {spoils} are the same to the byte");
}
