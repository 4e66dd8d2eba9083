//! Every kind of fault, by an engine that has it.

use std::fs;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::{RULINGS, Run, Small, broken_engine, tests};

tests![
    an_engine_that_is_not_broken_passes,
    a_crash_is_of_its_ruling_alone,
    a_crash_in_the_middle_of_a_duel_is_of_its_ruling_alone,
    an_engine_that_crashes_in_every_duel_is_given_up,
    an_engine_that_crashes_in_every_duel_is_started_again_until_then,
    an_engine_that_hangs_is_waited_for_only_so_long,
    an_engine_that_is_always_slow_is_waited_for_only_so_long,
    a_long_story_is_judged_without_delay,
    an_endless_story_is_cut_short,
    a_story_of_long_lines_is_cut_short,
    a_line_without_end_does_not_fill_the_memory,
    bytes_that_are_no_text_are_a_fault,
    half_a_message_is_a_fault,
    what_is_said_out_of_turn_is_a_fault,
    questions_without_end_are_endless,
    what_an_engine_started_ends_with_it,
    an_engine_that_cannot_begin_is_no_run,
    what_it_prints_is_shown_and_never_blocks,
    an_engine_that_does_not_read_is_no_problem,
    messages_that_do_not_fit_are_said_exactly,
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

fn a_crash_is_of_its_ruling_alone() {
    let run_1 = run("exit", "exit", "", &[]);
    let line = run_1.only_dark_hole("crashed");
    assert!(message(line).contains("the engine ended (exit"), "{line:#}");
    assert!(message(line).contains('3'), "{line:#}");
    let run_2 = run("abort", "abort", "", &[]);
    let line = run_2.only_dark_hole("crashed");
    if cfg!(unix) {
        assert!(message(line).contains("signal"), "{line:#}");
    }
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

fn an_engine_that_hangs_is_waited_for_only_so_long() {
    let begun = Instant::now();
    let run = run("hang", "hang", "", &["--timeout", "2"]);
    let line = run.only_dark_hole("timed out");
    assert_eq!(message(line), "the engine took more than 2 s over one answer");
    assert!(begun.elapsed() < Duration::from_secs(30));
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

fn an_endless_story_is_cut_short() {
    let run = run("flood", "flood", "", &["--timeout", "60"]);
    let line = run.only_dark_hole("flooded");
    assert_eq!(message(line), "the engine wrote more than 20000 lines without asking anything");
}

fn a_story_of_long_lines_is_cut_short() {
    let run = run("flood-long", "flood of long lines", "", &["--timeout", "60"]);
    let line = run.only_dark_hole("flooded");
    assert_eq!(message(line), "the engine wrote more than 64 MiB in one duel");
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

fn bytes_that_are_no_text_are_a_fault() {
    let run = run("bytes", "bytes", "", &[]);
    assert_eq!(message(run.only_dark_hole("not utf-8")), "the engine wrote a line that is not UTF-8");
}

fn half_a_message_is_a_fault() {
    let run_1 = run("half-exit", "half, then exit", "", &[]);
    let line = run_1.only_dark_hole("garbled");
    assert_eq!(message(line), "the engine ended in the middle of a message");
    assert!(line["messages"].to_string().contains("< {"), "the half is shown: {line:#}");
    let run_2 = run("half-hang", "half, then hang", "", &["--timeout", "2"]);
    let line = run_2.only_dark_hole("timed out");
    assert!(message(line).contains("without ending its line"), "{line:#}");
}

fn what_is_said_out_of_turn_is_a_fault() {
    let small = Small::new("twice");
    let run = small.run(&broken_engine("twice", HERE, ""), &[]);
    // The second copy of the prompt comes while nobody asks; it is found before the duel is over.
    let line = run.only_dark_hole("out of turn");
    assert!(message(line).starts_with("the engine wrote when it was not its turn: {"), "{line:#}");
}

fn questions_without_end_are_endless() {
    let prompt =
        r#"{"type": "prompt", "kind": "respond", "player": "Joey", "turn": "Yugi", "phase": "main 1", "options": []}"#;
    let small = Small::new("endless");
    let run = small.run(&broken_engine("say", "answer", prompt), &["raigeki"]);
    assert_eq!(run.outcomes(), ["endless"; 2], "{:#?}", run.lines);
    assert_eq!(message(&run.lines[0]), "more than 5000 questions were asked");
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
    let hello = |change: &str| {
        format!(r#"{{"type": "hello", "engine": "e", "version": "1", "formats": ["tcg"], "capabilities": []{change}}}"#)
    };
    for (mischief, with, message) in [
        ("exit", String::new(), "the engine ended (exit"),
        ("hang", String::new(), "the engine said nothing for 1 s"),
        ("banner", String::new(), "the engine did not begin with `hello`"),
        ("bytes", String::new(), "the engine wrote a line that is not UTF-8"),
        ("say", hello(r#", "protocol": 1"#), "the engine chose protocol 1; this runner speaks 2"),
        ("say", hello(""), "missing field `protocol`"),
        (
            "say",
            hello(r#", "protocol": 2, "capabilities": ["magic"]"#),
            "unknown variant `magic`, expected one of `windows`",
        ),
        ("say", r#"{"type": "error", "message": "no"}"#.into(), "the engine refuses: no"),
        ("say", r#"{"type": "unsupported", "reason": "no"}"#.into(), "the engine did not begin with `hello`"),
    ] {
        let run = small.run(&broken_engine(mischief, "hello", &with), &["--timeout", "1"]);
        assert!(run.stderr.contains(message), "{mischief} {with}: {}", run.stderr);
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

fn messages_that_do_not_fit_are_said_exactly() {
    let small = Small::new("bad-messages");
    let act = r#""type": "prompt", "kind": "act", "player": "Yugi", "turn": "Yugi", "phase": "main 1""#;
    let board = r#""board": {"lp": {"Yugi": 8000, "Joey": 8000}, "cards": []}"#;
    let end = r#""options": [{"action": "end turn"}]"#;
    for (said, kind, message) in [
        (r#"{"type": "shout"}"#.to_owned(), "bad message", "unknown variant `shout`"),
        ("{}".into(), "bad message", "missing field `type`"),
        ("[1, 2]".into(), "bad message", "is no message"),
        (r#"{"type": "event", "event": "boom"}"#.into(), "bad message", "unknown variant `boom`"),
        (format!("{{{act}, {end}}}"), "bad message", "an `act` prompt without `attack` needs a `board`"),
        (format!("{{{act}, {board}}}"), "bad message", "missing field `options`"),
        (format!("{{{act}, {board}, \"options\": []}}"), "bad message", "an `act` prompt needs an option"),
        (
            format!("{{{act}, {board}, \"options\": [{{\"action\": \"jump\"}}]}}"),
            "bad message",
            "unknown variant `jump`, expected one of `activate`",
        ),
        (
            format!("{{{act}, {board}, \"options\": [{{\"action\": \"set\", \"card\": 99}}]}}"),
            "bad message",
            "there is no card 99; the set-up has 2, numbered from 0",
        ),
        (
            format!("{{{act}, {board}, \"options\": [{{\"action\": \"activate\", \"card\": 0, \"effect\": 7}}]}}"),
            "bad message",
            "card 0 has 1 effects, numbered from 0: there is no effect 7",
        ),
        (
            format!("{{{act}, {board}, \"options\": [{{\"action\": \"set\", \"card\": -1}}]}}"),
            "bad message",
            "invalid value: integer `-1`",
        ),
        (
            r#"{"type": "event", "event": "cards", "are": ["eaten"], "cards": [0]}"#.into(),
            "bad message",
            "unknown variant `eaten`",
        ),
        (
            r#"{"type": "hello", "protocol": 2, "engine": "e", "version": "1", "formats": []}"#.into(),
            "bad message",
            "`hello` is said once",
        ),
    ] {
        let run = small.run(&broken_engine("say", HERE, &said), &[]);
        let line = run.only_dark_hole(kind);
        assert!(self::message(line).contains(message), "{said}\n{line:#}");
        let last = line["messages"].as_array().and_then(|all| all.last()).and_then(Value::as_str);
        assert!(last.is_some_and(|last| last.starts_with("< ")), "{said}\n{line:#}");
    }
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
    let error = r#"{"type": "error", "message": "the script of card 3 failed"}"#;
    // With no breakdown allowed, the rulings after it are played only if the process goes on.
    let run = small.run(&broken_engine("say", HERE, error), &["--crashes", "0"]);
    let line = run.only_dark_hole("crashed");
    assert_eq!(message(line), "the engine says: the script of card 3 failed");
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
