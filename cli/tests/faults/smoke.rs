//! `segoc smoke`: whether an adapter works at all, and what to do if it does not.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use super::common::{SEGOC, fits, out};
use super::{Small, broken_engine, table, tests};

tests![
    the_reference_engine_works,
    what_is_wrong_is_said_with_what_to_do,
    what_is_allowed_is_only_noted,
    a_silent_engine_is_found_out_in_time,
];

/// What is printed, and the exit code.
fn smoke(engine: &str, more: &[&str]) -> (String, Option<i32>) {
    // Tests run at the same time, each in a corpus of its own.
    static SMOKED: AtomicUsize = AtomicUsize::new(0);
    let small = Small::new(&format!("smoke-{}", SMOKED.fetch_add(1, Ordering::Relaxed)));
    let arguments = [&["smoke", "--engine", engine], more].concat();
    let output = small.0.run(&arguments);
    let text = out(&output);
    // Prose is broken where the line ends.
    (text.split_whitespace().collect::<Vec<_>>().join(" "), output.status.code())
}

fn the_reference_engine_works() {
    let begun = Instant::now();
    let (text, code) = smoke(&format!("'{}' serve", SEGOC), &[]);
    for [part] in table("In a smoke test of the reference engine") {
        assert!(text.contains(&part), "no `{part}` in {text}");
    }
    assert!(!text.contains("WRONG") && !text.contains("note "), "{text}");
    assert_eq!(code, Some(0));
    assert!(begun.elapsed() < Duration::from_secs(10));
}

fn what_is_wrong_is_said_with_what_to_do() {
    for [mischief, when, with, says] in table("In a smoke test") {
        let (text, code) = smoke(&broken_engine(&mischief, &when, &with), &[]);
        assert!(fits(&says, &text), "{mischief} at {when}: no `{says}` in {text}");
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
