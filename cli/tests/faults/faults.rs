//! Every kind of fault, by an engine that has it.

use std::fs;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::common::fits;
use super::{RULINGS, Run, Small, broken_engine, table, tests};

tests![
    an_engine_that_is_not_broken_passes,
    every_fault_is_of_its_ruling_alone_and_said_exactly,
    an_abort_is_of_its_ruling_alone,
    a_crash_in_the_middle_of_a_duel_is_of_its_ruling_alone,
    an_engine_that_crashes_in_every_duel_is_given_up,
    an_engine_that_crashes_in_every_duel_is_started_again_until_then,
    an_engine_that_is_always_slow_is_waited_for_only_so_long,
    a_long_story_is_judged_without_delay,
    a_line_without_end_does_not_fill_the_memory,
    half_a_message_is_shown,
    questions_without_end_are_endless,
    what_an_engine_started_ends_with_it,
    an_engine_that_cannot_begin_is_no_run,
    what_it_prints_is_shown_and_never_blocks,
    an_engine_that_does_not_read_is_no_problem,
    instants_go_forward,
    fields_of_the_future_are_ignored,
    an_error_of_the_engine_does_not_end_its_process,
    a_report_shows_what_helps_to_find_the_cause,
];

/// The ruling in which most engines here do their mischief.
const HERE: &str = "Dark Hole";

fn message(line: &Value) -> &str {
    line["message"].as_str().unwrap_or_default()
}

/// Runs the four rulings with an engine that does its mischief in one of them.
fn run(name: &str, mischief: &str, with: &str, more: &[&str]) -> Run {
    Small::new(name).run(&broken_engine(mischief, HERE, with), more)
}

fn an_engine_that_is_not_broken_passes() {
    let run = run("not-broken", "dawdle", "0", &[]);
    assert_eq!(run.outcomes(), ["passed"; 4], "{:#?}", run.lines);
    let names: Vec<&str> = run.lines.iter().filter_map(|line| line["name"].as_str()).collect();
    assert_eq!((names.as_slice(), run.code), (&RULINGS[..], Some(0)));
}

fn every_fault_is_of_its_ruling_alone_and_said_exactly() {
    let small = Small::new("faults");
    for [mischief, with, options, outcome, says] in table("In the duel with Dark Hole") {
        let (begun, options) = (Instant::now(), options.split_whitespace().collect::<Vec<_>>());
        let run = small.run(&broken_engine(&mischief, HERE, &with), &options);
        let line = run.only_dark_hole(&outcome);
        assert!(fits(&says, message(line)), "{mischief} {with}\n{line:#}");
        let last = line["messages"].as_array().and_then(|all| all.last()).and_then(Value::as_str);
        let is_shown = last.is_some_and(|last| last.starts_with("< "));
        assert!(is_shown || outcome != "bad message", "{with}\n{line:#}");
        assert!(begun.elapsed() < Duration::from_secs(30) || mischief != "hang");
    }
}

fn an_abort_is_of_its_ruling_alone() {
    let run = run("abort", "abort", "", &[]);
    let line = run.only_dark_hole("crashed");
    assert!(!cfg!(unix) || message(line).contains("signal"), "{line:#}");
}

fn a_crash_in_the_middle_of_a_duel_is_of_its_ruling_alone() {
    let small = Small::new("middle");
    let run = small.run(&broken_engine("exit", "first answer", ""), &[]);
    // Every process crashes at its first answer, so each ruling crashes in a process of its own.
    assert_eq!(run.outcomes(), ["crashed"; 4], "{:#?}", run.lines);
    let messages = &run.lines[3]["messages"];
    assert!(messages.to_string().contains("Raigeki"), "{messages:#}");
    assert_eq!(run.code, Some(1));
}

fn an_engine_that_crashes_in_every_duel_is_given_up() {
    let small = Small::new("given-up");
    let run = small.run(&broken_engine("exit", "start", ""), &["--crashes", "1"]);
    assert_eq!(run.outcomes(), ["crashed", "crashed", "given up", "given up"]);
    assert!(message(&run.lines[2]).contains("more than 1 time"), "{:#}", run.lines[2]);
    let run = small.run(&broken_engine("exit", "start", ""), &["--crashes", "0"]);
    assert_eq!(run.outcomes(), ["crashed", "given up", "given up", "given up"]);
}

fn an_engine_that_crashes_in_every_duel_is_started_again_until_then() {
    let small = Small::new("restarted");
    let file = small.file("pids");
    // It writes its number down, and the reference engine then answers.
    let run = small.run(&broken_engine("write to a file", "start", &file), &[]);
    assert_eq!(run.outcomes(), ["passed"; 4]);
    let pids = |text: &str| text.lines().map(str::to_owned).collect::<std::collections::BTreeSet<_>>().len();
    assert_eq!(pids(&fs::read_to_string(&file).expect("pids")), 1, "one process plays them all");
}

fn an_engine_that_is_always_slow_is_waited_for_only_so_long() {
    let small = Small::new("slow");
    let run =
        small.run(&broken_engine("dawdle", "always", "700"), &["--ruling-timeout", "2", "--timeout", "20", "raigeki"]);
    assert_eq!(run.outcomes(), ["took too long"; 2], "{:#?}", run.lines);
    assert_eq!(message(&run.lines[0]), "the engine took more than 2 s over the ruling");
}

fn a_long_story_is_judged_without_delay() {
    let small = Small::new("chatter");
    small.ruling(
        "e-happens",
        "T3S5",
        "duel: {Yugi: {hand: [Raigeki]}, Joey: {monsters: [Celtic Guardian]}}\nplay:\n  - Yugi: {activates: Raigeki}\n  \
         - happens: [[{destroyed: [Celtic Guardian]}]]\n  - board: {Joey: {gy: [Celtic Guardian]}}\n",
    );
    let begun = Instant::now();
    let run = small.run(&broken_engine("chatter", "answer", ""), &["--timeout", "60", "e-happens"]);
    assert_eq!(run.outcomes(), ["passed"], "{:#?}", run.lines);
    // Some 25,000 events; looking at all of them after each of them takes minutes.
    assert!(begun.elapsed() < Duration::from_secs(30), "{:?}", begun.elapsed());
}

fn a_line_without_end_does_not_fill_the_memory() {
    let small = Small::new("long-line");
    let engine = broken_engine("long line", HERE, "");
    let mut command = small.segoc(&["run", "--engine", &engine, "--jobs", "1", "--output", "json", "--timeout", "60"]);
    let child = command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped()).spawn();
    let child = child.expect("the program runs");
    let peak = watch_memory(child.id());
    let run = Run::of(&child.wait_with_output().expect("the program ends"));
    let line = run.only_dark_hole("line too long");
    assert_eq!(message(line), "the engine wrote a line of more than 8 MiB");
    let most = peak.join().expect("the most memory");
    assert!(most < 150 << 10, "the runner took {most} KiB");
    if cfg!(target_os = "linux") {
        assert!(most > 0, "the memory was never looked at");
    }
}

/// The most memory a process takes until it ends, in KiB, where that can be seen.
fn watch_memory(process: u32) -> std::thread::JoinHandle<u64> {
    std::thread::spawn(move || {
        let mut most = 0;
        while let Ok(status) = fs::read_to_string(format!("/proc/{process}/status")) {
            let Some(line) = status.lines().find(|line| line.starts_with("VmHWM:")) else { break };
            let size: Option<u64> = line.split_whitespace().nth(1).and_then(|kib| kib.parse().ok());
            most = most.max(size.unwrap_or_default());
            std::thread::sleep(Duration::from_millis(5));
        }
        most
    })
}

fn half_a_message_is_shown() {
    let run = run("half-exit", "half, then exit", "", &[]);
    let line = run.only_dark_hole("garbled");
    assert!(line["messages"].to_string().contains("< {"), "the half is shown: {line:#}");
}

fn questions_without_end_are_endless() {
    let prompt =
        r#"{"type": "prompt", "kind": "respond", "player": "Joey", "turn": "Yugi", "phase": "main 1", "options": []}"#;
    let small = Small::new("endless");
    let run = small.run(&broken_engine("say", "answer", prompt), &["raigeki"]);
    assert_eq!(run.outcomes(), ["endless"; 2], "{:#?}", run.lines);
    let asked = "more than 5000 questions were asked, at corpus/rulings/test/a-raigeki.yaml:11:5";
    assert_eq!(message(&run.lines[0]), asked);
    assert_eq!(run.code, Some(1));
}

#[cfg(not(unix))]
fn what_an_engine_started_ends_with_it() {}

#[cfg(unix)]
fn what_an_engine_started_ends_with_it() {
    let small = Small::new("children");
    for (mischief, outcome) in [("leave a child", "passed"), ("leave a child, then exit", "crashed")] {
        let file = small.file("child");
        let run = small.run(&broken_engine(mischief, HERE, &file), &[]);
        assert_eq!(run.outcomes(), ["passed", outcome, "passed", "passed"]);
        let child = fs::read_to_string(&file).expect("the number of the child");
        let by = Instant::now() + Duration::from_secs(5);
        while is_alive(&child) {
            assert!(Instant::now() < by, "the child {child} of the engine is still there");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

/// Whether a process is there and runs; a dead one that nobody has waited for does not.
#[cfg(unix)]
fn is_alive(process: &str) -> bool {
    let listed = std::process::Command::new("ps").args(["-o", "stat=", "-p", process]).output().expect("ps");
    let state = String::from_utf8_lossy(&listed.stdout).trim().to_owned();
    !state.is_empty() && !state.starts_with('Z')
}

fn an_engine_that_cannot_begin_is_no_run() {
    let small = Small::new("hello");
    for [mischief, with, says] in table("Before the first duel") {
        let run = small.run(&broken_engine(&mischief, "hello", &with), &["--timeout", "1"]);
        assert!(fits(&says, &run.stderr), "{mischief} {with}: {}", run.stderr);
        assert!(run.lines.is_empty());
        assert_eq!(run.code, Some(2), "{mischief} {with}");
    }
    let run = small.run("no-such-program-anywhere", &[]);
    assert!(run.stderr.contains("`no-such-program-anywhere` cannot be started"), "{}", run.stderr);
    assert_eq!(run.code, Some(2));
}

fn what_it_prints_is_shown_and_never_blocks() {
    // 14 MB, more than any pipe holds.
    let run = run("print", "print", "", &["--timeout", "30"]);
    let line = run.only_dark_hole("crashed");
    let printed = line["stderr"].as_array().expect("what it printed");
    assert_eq!(printed.len(), 20);
    assert!(printed[19].as_str().is_some_and(|l| l.starts_with("the last thing printed: ")), "{printed:#?}");
    assert!(!printed[19].to_string().contains("\\u001b"), "nothing that could confuse a terminal: {printed:#?}");
    assert!(printed[0].as_str().is_some_and(|l| l.len() < 1000), "long lines are cut");
}

fn an_engine_that_does_not_read_is_no_problem() {
    let small = Small::new("deaf");
    // More than a pipe holds: some 80 kB.
    let deck = vec!["Black Luster Soldier - Envoy of the Beginning"; 900].join(", ");
    small.ruling(
        "e-big",
        "T3S5",
        &format!(
            "duel: {{Yugi: {{hand: [Raigeki], deck: [{deck}]}}, Joey: {{monsters: [Celtic Guardian]}}}}\nplay:\n  \
             - Yugi: {{activates: Raigeki}}\n  - chain: [Raigeki]\n"
        ),
    );
    let deaf = broken_engine("be deaf from now on", "hello", "");
    let run = small.run(&deaf, &["--timeout", "2", "e-big", "d-raigeki"]);
    assert_eq!(run.outcomes(), ["timed out", "timed out"], "{:#?}", run.lines);
    let run = small.run(&broken_engine("dawdle", "always", "0"), &["e-big"]);
    assert_eq!(run.outcomes(), ["passed"], "{:#?}", run.lines);
}

fn instants_go_forward() {
    let small = Small::new("bad-messages");
    let earlier = r#"{"type": "event", "event": "cards", "are": ["set"], "cards": [0], "instant": 4000000}"#;
    let run = small.run(&broken_engine("say first", "answer", earlier), &["raigeki"]);
    assert!(message(&run.lines[0]).contains("comes after the instant 4000000"), "{:#}", run.lines[0]);
}

fn fields_of_the_future_are_ignored() {
    let small = Small::new("future");
    let run = small.run(&broken_engine("add unknown fields", "always", ""), &[]);
    assert_eq!(run.outcomes(), ["passed"; 4], "{:#?}", run.lines);
    // A field that does not apply may also be null.
    let nulls = r#"{"during": null, "box": null, "purpose": null, "cards": null}"#;
    let run = small.run(&broken_engine("change the prompt", "start", nulls), &[]);
    assert_eq!(run.outcomes(), ["passed"; 4], "{:#?}", run.lines);
}

fn an_error_of_the_engine_does_not_end_its_process() {
    let small = Small::new("error");
    // With no breakdown allowed, the rulings after it are played only if the process goes on.
    let unsupported = r#"{"type": "unsupported", "reason": "no holes"}"#;
    let run = small.run(&broken_engine("say", HERE, unsupported), &["--crashes", "0"]);
    assert_eq!(run.outcomes(), ["passed", "unsupported", "passed", "passed"]);
    assert_eq!((message(&run.lines[1]), run.code), ("no holes", Some(0)));
}

fn a_report_shows_what_helps_to_find_the_cause() {
    let small = Small::new("report");
    let report = small.report(&broken_engine("print", HERE, ""), &["--timeout", "30"]);
    for part in [
        "CRASHED A test\n        test/b-dark-hole::tcg T3S2, corpus/rulings/test/b-dark-hole.yaml",
        "Why       the engine ended (exit",
        "> {\"type\":\"start\",\"format\":\"tcg\"",
        "the last thing printed: ",
        "3 passed, 1 crashed",
    ] {
        assert!(report.contains(part), "no `{part}` in\n{report}");
    }
}
