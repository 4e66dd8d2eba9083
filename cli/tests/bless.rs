//! `segoc bless`: what the engine did is written into the checks, and nothing else changes.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod common;

use std::fs;
use std::path::Path;
use std::process::Output;
use std::sync::Arc;

use common::{TestCorpus, real_corpus, repository, said, scratch};
use segoc_format::corpus::Corpus;
use segoc_format::ruling::{Check, Ruling, Step, StepKind};
use segoc_runner::bless::bless;
use segoc_runner::outcome::Outcome;

const HEAD: &str = r#"id: T3ST
ruling: Dark Hole destroys what both players have
question: In which order do the effects go on the chain?
answer: Yugi's Sangan first.   # as the source says
formats: [tcg, ocg, edison, goat]
rules: [segoc.turn-player-mandatory]
sources:
  - {kind: derived, title: 'What a test needs'}
duel:
  Yugi: {hand: [Dark Hole], monsters: [Sangan], set: ["Trap Hole"], deck: [Kuriboh]}
  Joey: {monsters: [Sangan], deck: [Kuriboh]}
play:
  - Yugi: {activates: Dark Hole}
"#;

/// A file of its own for a test.
fn file(name: &str, text: &str) -> String {
    scratch(&format!("bless-{name}.yaml"), text)
}

fn segoc(arguments: &[&str], input: &str) -> Output {
    TestCorpus::real().answer(arguments, input)
}

/// Blesses steps after the head with `--yes`; what became of the steps.
fn blessed(name: &str, steps: &str) -> String {
    let path = file(name, &format!("{HEAD}{steps}"));
    let output = segoc(&["bless", &path, "--yes"], "");
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let text = fs::read_to_string(&path).expect("the file");
    text.strip_prefix(HEAD).expect("the head as it was").to_owned()
}

/// Bless must refuse, say this, and leave the file alone.
fn refused(name: &str, text: &str, code: i32, words: &str) {
    let path = file(name, text);
    let output = segoc(&["bless", &path, "--yes"], "");
    assert_eq!(output.status.code(), Some(code), "{}", said(&output));
    assert!(said(&output).contains(words), "{}", said(&output));
    assert_eq!(fs::read_to_string(&path).expect("the file"), text);
}

#[test]
fn checks_that_say_nothing_are_filled_in() {
    let steps = "  - window:\n  - chain: []  # which?\n  - resolves:\n    because: so\n  - placing: {}\n  - chain:\n\n  \
                 # the end\n  - happens:\n  - board: {Yugi: {}, Joey: {gy: [Dark Hole]}}\n";
    let expected = "  - window: {player: Joey, box: D}
  - chain: [Dark Hole]  # which?
  - resolves: [Dark Hole]
    because: so
  - placing: {player: Yugi, offered: [Yugi's Sangan]}
  - chain: [Yugi's Sangan, Joey's Sangan]

  # the end
  - happens:
      - [{destroyed: [Yugi's Sangan, Joey's Sangan]}, {sent to gy: [Dark Hole]}]
      - [{added to hand: [Joey's Kuriboh]}]
      - [{added to hand: [Yugi's Kuriboh]}]
  - board: {Yugi: {hand: [Kuriboh], monsters: [], set: [Trap Hole], gy: [Dark Hole, Sangan]}, Joey: {gy: [Sangan]}}
";
    assert_eq!(blessed("blank", steps), expected);
    assert_eq!(blessed("blank-twice", expected), expected, "blessing twice changes nothing");
}

#[test]
fn an_empty_happens_leaves_the_triggers_to_the_checks_after_it() {
    let steps = "  - chain:\n  - happens:\n  - placing:\n  - chain:\n";
    let expected = "  - chain: [Dark Hole]
  - happens: [[{destroyed: [Yugi's Sangan, Joey's Sangan]}, {sent to gy: [Dark Hole]}]]
  - placing: {player: Yugi, offered: [Yugi's Sangan]}
  - chain: [Yugi's Sangan, Joey's Sangan]
";
    assert_eq!(blessed("happens-first", steps), expected);
    assert_eq!(blessed("happens-first-twice", expected), expected, "blessing twice changes nothing");
}

#[test]
fn an_empty_end_is_filled_in_or_reported() {
    let end = HEAD.replace("Joey: {monsters: [Sangan]", "Joey: {lp: 100, monsters: [Sangan]");
    let end = end.replace("{activates: Dark Hole}", "{goes to: battle}");
    let path = file(
        "ends",
        &format!("{end}  - Yugi: {{attacks directly with: Yugi's Sangan}}\n  - ends:\n")
            .replace("Joey: {lp: 100, monsters: [Sangan]", "Joey: {lp: 100, gy: [Sangan]"),
    );
    let output = segoc(&["bless", &path, "--yes"], "");
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    assert!(fs::read_to_string(&path).unwrap().ends_with("  - ends: Yugi wins\n"));
    refused("no-end", &format!("{HEAD}  - ends:\n"), 1, "the duel went on");
}

#[test]
fn the_patch_is_shown_first_and_nothing_is_written_without_a_yes() {
    let text = format!("{HEAD}  - chain: [Dark Hole]\n  - chain: [Joey's Sangan, Yugi's Sangan]\n");
    for (answer, written) in [("", false), ("n\n", false), ("what\n", false), ("y\n", true)] {
        let path = file("asks", &text);
        let output = segoc(&["bless", &path], answer);
        let said = said(&output);
        assert!(said.contains("15 -   - chain: [Joey's Sangan, Yugi's Sangan]"), "{said}");
        assert!(said.contains("   +   - chain: [Yugi's Sangan, Joey's Sangan]"), "{said}");
        assert_eq!(output.status.code(), Some(i32::from(!written)), "{said}");
        assert_eq!(fs::read_to_string(&path).unwrap() != text, written, "{answer:?}");
    }
}

#[test]
fn what_cannot_be_blessed_is_refused() {
    let right = format!("{HEAD}  - chain: [Dark Hole]\n");
    for empty in ["answer:\n", "answer: \"\"\n", "answer: ' '\n", ""] {
        let text = right.replace("answer: Yugi's Sangan first.   # as the source says\n", empty);
        refused("no-answer", &text, 2, "has no answer yet");
    }
    let impossible = "  - Joey: {activates: Dark Hole}\n  - chain:\n";
    refused("impossible", &format!("{HEAD}{impossible}"), 1, "Joey could not activate Dark Hole");
    refused("impossible", &format!("{HEAD}{impossible}"), 1, "something a player does");
    refused(
        "unused",
        &format!("{right}  - Yugi: {{applies: Sangan}}\n").replace("Sangan}\n", "Yugi's Sangan}\n"),
        1,
        "announces",
    );
    refused("no-chain", &format!("{HEAD}  - chain:\n  - chain:\n  - chain:\n"), 1, "take it away");
    refused(
        "allowed",
        &format!("{HEAD}  - chain: [Dark Hole]\n  - never offered: [Yugi's Sangan]\n"),
        1,
        "nothing would be left",
    );
    refused("mistake", &format!("{right}  - bord: {{}}\n"), 2, "did you mean `board`?");
    refused("blank-refusals", &format!("{right}  - never offered: []\n"), 2, "empty");
    let disputed = fs::read_dir(repository().join("corpus/rulings"))
        .unwrap()
        .flatten()
        .flat_map(|f| fs::read_dir(f.path()).unwrap());
    let disputed =
        disputed.flatten().map(|f| fs::read_to_string(f.path()).unwrap()).find(|t| t.contains("\ndisputed:"));
    refused("disputed", &disputed.expect("a disputed ruling"), 2, "each of its readings says what its source says");
    let path = file("format", &right);
    let output = segoc(&["bless", &path, "--in", "goad"], "");
    assert!(said(&output).contains("did you mean `goat`?"), "{}", said(&output));
}

/// In Goat two monsters with 0 ATK destroy each other, today neither is destroyed.
const DIFFERS: &str = r#"id: T3ST
ruling: A monster with 0 ATK attacks another
question: Which of them is destroyed?
answer: Today neither, in Goat both.
formats: [tcg, ocg, goat]
rules: [segoc.turn-player-mandatory]
sources: [{kind: derived, title: What a test needs}]
duel:
  phase: battle
  Yugi: {monsters: [Capshell]}
  Joey: {monsters: [Effect Veiler]}
play:
  - Yugi: {attacks with: Capshell, target: Effect Veiler}
"#;

#[test]
fn formats_that_differ_are_split() {
    let head = DIFFERS;
    let text = format!("{head}  - board: {{Joey: {{}}}} # the end\n");
    let path = file("differs", &text);
    let output = segoc(&["bless", &path, "--yes"], "");
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let steps = "  - in: [tcg, ocg]
    board: {Joey: {monsters: [Effect Veiler]}}
  - in: [goat]
    board: {Joey: {monsters: [], gy: [Effect Veiler]}} # the end
";
    assert_eq!(fs::read_to_string(&path).unwrap(), format!("{head}{steps}"));

    // A step that belongs to some formats already is split among these.
    let text =
        format!("{head}  - in: [tcg, goat]\n    board: {{Joey: {{gy: []}}}}\n  - board: {{Yugi: {{lp: 8000}}}}\n");
    let path = file("differs-in", &text);
    let output = segoc(&["bless", &path, "--yes"], "");
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let steps = "  - in: [tcg]
    board: {Joey: {gy: []}}
  - in: [goat]
    board: {Joey: {gy: [Effect Veiler]}}
  - board: {Yugi: {lp: 8000}}
";
    assert_eq!(fs::read_to_string(&path).unwrap(), format!("{head}{steps}"));
}

#[test]
fn one_format_is_blessed_without_the_others() {
    let head = DIFFERS;
    let path = file("one-format", &format!("{head}  - {{board: {{Joey: {{gy: [], monsters: [Effect Veiler]}}}}}}\n"));
    let output = segoc(&["bless", &path, "--format", "goat", "--yes"], "");
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let steps = "  - {in: [tcg, ocg], board: {Joey: {gy: [], monsters: [Effect Veiler]}}}
  - {in: [goat], board: {Joey: {gy: [Effect Veiler], monsters: []}}}
";
    assert_eq!(fs::read_to_string(&path).unwrap(), format!("{head}{steps}"));
    let output = segoc(&["bless", &path, "--format", "edison", "--yes"], "");
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
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
