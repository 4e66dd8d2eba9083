//! `segoc smoke`: whether an adapter works at all, and what to do if it does not.

use std::time::{Duration, Instant};

use super::common::{SEGOC, out};
use super::{Small, broken_engine, tests};

tests![
    the_reference_engine_works,
    what_is_wrong_is_said_with_what_to_do,
    what_is_allowed_is_only_noted,
    a_silent_engine_is_found_out_in_time,
];

/// What is printed, and the exit code.
fn smoke(engine: &str, more: &[&str]) -> (String, Option<i32>) {
    let small = Small::new("smoke");
    let arguments = [&["smoke", "--engine", engine], more].concat();
    let output = small.0.run(&arguments);
    let text = out(&output);
    // Prose is broken where the line ends.
    (text.split_whitespace().collect::<Vec<_>>().join(" "), output.status.code())
}

fn the_reference_engine_works() {
    let begun = Instant::now();
    let (text, code) = smoke(&format!("'{}' serve", SEGOC), &[]);
    for part in [
        "ok hello: segoc ",
        "ok formats: tcg, ocg, edison, goat",
        "ok capabilities: windows, instants, outcomes, reasons, causes, battle",
        "ok a new duel (goat): begins with the board it was told",
        "ok a Spell that draws (goat): activated, resolved, and the board is right",
        "ok a duel that is left (goat): forgotten when the next one begins",
        "ok a card nobody knows (goat): unsupported",
        "ok a second process at the same time: plays too",
        "ok the end: it ends when its input is closed",
        "ok a new process: started after the first one ended",
        "The adapter works. Next: segoc run",
    ] {
        assert!(text.contains(part), "no `{part}` in {text}");
    }
    assert!(!text.contains("WRONG") && !text.contains("note "), "{text}");
    assert_eq!(code, Some(0));
    assert!(begun.elapsed() < Duration::from_secs(10));
}

fn what_is_wrong_is_said_with_what_to_do() {
    let hello = |formats: &str| {
        format!(r#"{{"type": "hello", "protocol": 2, "engine": "e", "version": "1", "formats": {formats}}}"#)
    };
    let no_board = r#"{"board": {"lp": {"Yugi": 6000, "Joey": 8000}, "cards": []}}"#;
    let other_lp = r#"{"board": {"lp": {"Yugi": 1, "Joey": 8000}, "cards": []}}"#;
    let nothing_to_do = r#"{"options": [{"action": "end turn"}]}"#;
    let error = r#"{"type": "error", "message": "no such card"}"#;
    for (mischief, when, with, what, advice) in [
        ("exit", "hello", "", "WRONG hello: the engine ended", "the first line from the engine is"),
        ("banner", "hello", "", "WRONG hello: the engine did not begin with `hello`", "no banner before it"),
        ("say", "hello", &hello("[]"), "WRONG formats: none", "name in `formats` what the engine plays"),
        ("say", "hello", &hello(r#"["tgc"]"#), "WRONG formats: tgc", "the corpus has no format `tgc`; it has tcg,"),
        ("exit", "first start", "", "WRONG a new duel (tcg): the engine ended", "start the command by hand"),
        ("flood", "first start", "", "more than 20000 lines without asking", "events alone do not end an answer"),
        ("bytes", "first start", "", "not UTF-8", "write UTF-8"),
        ("long line", "first start", "", "more than 8 MiB", "one message is one line"),
        ("banner", "first start", "", "no message", "write nothing but messages to standard output"),
        ("twice", "first start", "", "not its turn", "speak only when spoken to"),
        (
            "change the prompt",
            "first start",
            no_board,
            "card 0 (Pot of Greed) is not on the board",
            "`board` has every card",
        ),
        (
            "change the prompt",
            "first start",
            other_lp,
            "the life points are 1 and 8000, not 6000 and 8000",
            "`board` has",
        ),
        ("change the prompt", "message 2", nothing_to_do, "WRONG a Spell that draws (tcg)", "`chain complete`"),
        // The third duel is left after one answer, and the fourth should begin like it.
        (
            "change the prompt",
            "message 10",
            nothing_to_do,
            "did not begin like the first",
            "nothing of the last one is kept",
        ),
        ("say", "A Card Nobody Knows", error, "the engine says: no such card", "answer `unsupported` with a reason"),
    ] {
        let (text, code) = smoke(&broken_engine(mischief, when, with), &[]);
        assert!(
            text.contains(what) && text.contains(advice),
            "{mischief} at {when}: no `{what}` or `{advice}` in {text}"
        );
        assert!(text.contains("The adapter does not work yet"), "{text}");
        assert_eq!(code, Some(1), "{text}");
    }
}

fn what_is_allowed_is_only_noted() {
    let no = r#"{"type": "unsupported", "reason": "no Spells"}"#;
    let (text, code) = smoke(&broken_engine("say", "start", no), &[]);
    assert!(text.contains("note a new duel (tcg): unsupported: no Spells"), "{text}");
    assert_eq!(code, Some(0), "{text}");
    let (text, code) = smoke(&broken_engine("without reasons", "always", ""), &[]);
    assert!(
        text.contains("note capabilities: windows, instants, outcomes, causes, battle not claimed: reasons"),
        "{text}"
    );
    assert_eq!(code, Some(0), "{text}");
}

fn a_silent_engine_is_found_out_in_time() {
    let begun = Instant::now();
    let (text, code) = smoke(&broken_engine("hang", "first start", ""), &["--timeout", "2"]);
    assert!(text.contains("the engine took more than 2 s over one answer"), "{text}");
    assert!(text.contains("flush the output"), "{text}");
    assert_eq!(code, Some(1));
    assert!(begun.elapsed() < Duration::from_secs(10));
}
