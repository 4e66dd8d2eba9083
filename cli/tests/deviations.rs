//! Known deviations: what fails as listed is let pass, and nothing else.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod common;

use std::fs;
use std::process::ExitCode;

use common::{TRAP_HOLE, TestCorpus, err, out};
use libtest_mimic::Arguments;
use segoc_format::corpus::Corpus;
use segoc_runner::engines::Reference;
use segoc_runner::harness::Harness;

/// An engine without box C fails in both formats, for one reason.
const NO_C: &str = "\
# Beside the adapter.
- ruling: T3ST
  formats: [tcg, goat]  # all there are
  outcome: failed
  kind: other player
  class: engine deviates
  reason: The engine has no box C.
  link: https://example.org/issues/1
";

fn corpus(name: &str) -> TestCorpus {
    let corpus = TestCorpus::new(&format!("deviations-{name}"), &[("trap-hole.yaml", TRAP_HOLE)]);
    corpus.wrong_formats("chart: no c", &["tcg", "goat"]);
    corpus
}

/// Runs the engine without box C with a list, and the list as it is afterwards.
fn run(corpus: &TestCorpus, list: &str, arguments: &[&str]) -> (i32, String, String, String) {
    let path = corpus.root().join("deviations.yaml");
    fs::write(&path, list).unwrap();
    let engine = corpus.wrong_engine();
    let mut all = vec!["run", "--engine", &engine, "--deviations", "deviations.yaml"];
    all.extend(arguments);
    let output = corpus.run(&all);
    (output.status.code().unwrap(), out(&output), err(&output), fs::read_to_string(path).unwrap())
}

#[test]
fn what_fails_as_listed_is_let_pass() {
    let corpus = corpus("listed");
    let (code, stdout, stderr, _) = run(&corpus, NO_C, &[]);
    assert_eq!(code, 0, "{stdout}{stderr}");
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(stdout, format!("segoc {version}: 0 passed, 2 deviate as listed; corpus {version} (corpus)\n"));
    let any_kind = NO_C.replace("  kind: other player\n", "");
    assert_eq!(run(&corpus, &any_kind, &[]).0, 0, "any kind will do if none is listed");
    let (_, github, ..) = run(&corpus, NO_C, &["--output", "github"]);
    assert!(!github.contains("::error"), "{github}");
    let (_, json, ..) = run(&corpus, NO_C, &["--output", "json"]);
    let lines: Vec<serde_json::Value> = json.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines[0]["outcome"], "failed");
    assert_eq!(lines[0]["deviation"]["class"], "engine deviates");
    assert_eq!(lines[0]["deviation"]["reason"], "The engine has no box C.");
    assert_eq!(lines[0]["deviation"]["link"], "https://example.org/issues/1");
    assert_eq!(lines[2]["outcomes"]["failed"], 2);
    assert_eq!(lines[2]["as listed"]["failed"], 2);
}

#[test]
fn what_fails_unlisted_is_an_error() {
    let corpus = corpus("unlisted");
    let (code, stdout, ..) = run(&corpus, &NO_C.replace("[tcg, goat]", "[goat]"), &[]);
    assert_eq!(code, 1);
    assert!(stdout.starts_with("FAILED A monster is Normal Summoned into a Trap Hole\n       test/trap-hole::tcg"));
    assert!(stdout.contains("0 passed, 1 failed (1 other player), 1 deviate as listed;"), "{stdout}");
    assert_eq!(run(&corpus, "# Nothing yet.\n", &[]).0, 1);
}

#[test]
fn what_is_listed_and_passes_is_an_error() {
    let corpus = corpus("passes");
    corpus.wrong_formats("chart: no c", &["tcg"]);
    let (code, stdout, ..) = run(&corpus, NO_C, &[]);
    assert_eq!(code, 1);
    let expected = "\
error[deviation]: `T3ST` is listed as failed (other player) in goat, but passes now
 --> deviations.yaml:3:18
  |
3 |   formats: [tcg, goat]  # all there are
  |                  ^^^^
  |
  = help: remove it from the list, or run again with --update-deviations
";
    assert!(stdout.starts_with(expected), "{stdout}");
    assert!(stdout.contains("1 passed, 1 deviate as listed;"), "{stdout}");
    let (code, github, ..) = run(&corpus, NO_C, &["--output", "github"]);
    assert_eq!(code, 1);
    assert!(github.starts_with("::error file=deviations.yaml,line=3,col=18,title=deviation::"), "{github}");
    let (code, json, ..) = run(&corpus, NO_C, &["--output", "json"]);
    assert_eq!(code, 1);
    assert!(json.contains(r#""type":"diagnostic""#) && json.contains(r#""id":"deviation""#), "{json}");
    assert_eq!(run(&corpus, NO_C, &["--in", "tcg"]).0, 0, "what was not asked for is not looked at");
}

#[test]
fn what_fails_in_another_way_is_an_error() {
    let corpus = corpus("otherwise");
    for (from, to, was) in [
        ("kind: other player", "kind: other order", "failed (other order)"),
        ("failed\n  kind: other player", "crashed", "crashed"),
    ] {
        let (code, stdout, ..) = run(&corpus, &NO_C.replace(from, to), &[]);
        assert_eq!(code, 1);
        assert!(stdout.starts_with("FAILED"), "{stdout}");
        let message = format!("`T3ST` is listed as {was} in tcg, but is failed (other player) now");
        assert!(stdout.contains(&message), "{stdout}");
        assert!(stdout.contains("2 failed (2 other player), 0 deviate as listed;"), "{stdout}");
    }
}

#[test]
fn a_wrong_list_is_explained_before_anything_is_run() {
    let corpus = corpus("wrong");
    let (code, stdout, stderr, _) = run(&corpus, &NO_C.replace("The engine has no box C.", "\"\""), &[]);
    assert_eq!((code, stdout.as_str()), (2, ""));
    assert!(stderr.starts_with("error[deviation]: a reason is required\n --> deviations.yaml:7:11"), "{stderr}");
    let missing = corpus.run(&["run", "--deviations", "nowhere.yaml"]);
    assert_eq!(missing.status.code(), Some(2));
    assert!(err(&missing).contains("there is no file `nowhere.yaml`\n  help: with --update-deviations it is written"));
    assert_eq!(corpus.run(&["run", "--update-deviations"]).status.code(), Some(2), "of which file?");
}

#[test]
fn a_list_is_written_and_brought_up_to_date() {
    let corpus = corpus("update");
    let new = "\
- ruling: T3ST
  formats: [tcg, goat]
  outcome: failed
  kind: other player
  class: engine deviates
  reason: \"\"
";
    for empty in ["", "[]\n"] {
        let (code, stdout, stderr, list) = run(&corpus, empty, &["--update-deviations"]);
        assert_eq!(code, 0, "{stdout}{stderr}");
        assert_eq!(list, new);
        assert!(stderr.contains("deviations.yaml is written: 2 added, 0 removed; 1 reason to be written"), "{stderr}");
        assert!(stdout.contains("FAILED"), "whoever writes the reason wants to see it: {stdout}");
    }
    let (code, _, stderr, list) = run(&corpus, new, &["--update-deviations"]);
    assert_eq!((code, list.as_str()), (0, new));
    assert!(stderr.contains("says already what is so"), "{stderr}");
    assert_eq!(run(&corpus, new, &[]).0, 2, "but a reason is required");

    let (.., list) = run(&corpus, &NO_C.replace("[tcg, goat]", "[goat]"), &["--update-deviations"]);
    assert_eq!(list, format!("{}{}", NO_C.replace("[tcg, goat]", "[goat]"), new.replace("[tcg, goat]", "[tcg]")));

    corpus.wrong_formats("chart: no c", &["tcg"]);
    let (code, _, stderr, list) = run(&corpus, NO_C, &["--update-deviations"]);
    assert_eq!((code, list), (0, NO_C.replace("[tcg, goat]", "[tcg]")));
    assert!(stderr.contains("0 added, 1 removed"), "{stderr}");
    let (.., list) = run(&corpus, &NO_C.replace("[tcg, goat]", "[goat]"), &["--update-deviations", "--in", "goat"]);
    assert_eq!(list, "# Beside the adapter.\n[]\n");
    let (.., list) = run(&corpus, &NO_C.replace("tcg, ", ""), &["--update-deviations", "--in", "tcg"]);
    assert!(list.starts_with(&NO_C.replace("tcg, ", "")), "what was not run stays listed: {list}");
    let in_one_line = "[{ruling: T3ST, formats: [goat], outcome: failed, class: engine deviates, reason: x y z}]\n";
    let (code, _, stderr, list) = run(&corpus, in_one_line, &["--update-deviations"]);
    assert_eq!((code, list.as_str()), (2, in_one_line));
    assert!(stderr.contains("does not stand on lines of its own"), "{stderr}");
}

#[test]
fn the_test_harness_takes_a_list_too() {
    let here = corpus("harness");
    let harness = |list: &str, policy_of: &'static [&'static str]| {
        let file = here.root().join("harness.yaml");
        fs::write(&file, list).unwrap();
        let make = move |corpus: &Corpus| {
            Reference::new(corpus.formats().iter().map(|format| {
                let mut policy = format.policy.clone();
                if policy_of.contains(&format.name.as_str()) {
                    policy.set("chart", "no c");
                }
                (format.name.clone(), policy)
            }))
        };
        // Its results are no news of this run.
        let log = here.root().join("harness.log").display().to_string();
        let arguments = Arguments::from_iter(["rulings", "--quiet", "--logfile", &log, "trap-hole"]);
        let corpus = Corpus::load(&here.root().join("corpus")).unwrap();
        format!("{:?}", Harness::new(make).deviations(file).run(&arguments, corpus))
    };
    let [passed, failed, wrong] = [0, 101, 2].map(|code| format!("{:?}", ExitCode::from(code)));
    assert_eq!(harness(NO_C, &["tcg", "goat"]), passed);
    assert_eq!(harness(NO_C, &["tcg"]), failed, "listed and passes");
    assert_eq!(harness("", &["tcg"]), failed, "fails and is not listed");
    assert_eq!(harness("", &[]), passed);
    assert_eq!(harness(&NO_C.replace("The engine has no box C.", ""), &["tcg", "goat"]), wrong);
}
