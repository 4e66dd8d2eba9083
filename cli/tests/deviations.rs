//! Known deviations: what fails as listed is let pass, and nothing else.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod common;

use std::fs;
use std::process::ExitCode;
use std::sync::Arc;

use common::{TRAP_HOLE, TestCorpus, err, out};
use libtest_mimic::Arguments;
use segoc_format::corpus::Corpus;
use segoc_format::deviations::{Deviations, Finding, Reasons};
use segoc_format::ways::{FailureKind, Way};
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
    for (from, to, message) in [
        ("reason: The engine has no box C.", "reason: \"\"", "7:11: a reason is required"),
        ("reason: The engine has no box C.", "reason:", "7:10: a reason is required"),
        ("  reason: The engine has no box C.\n", "", "2:3: a reason is required"),
        ("The engine has no box C.", "TODO write a reason", "7:11: `TODO write a reason` is no reason"),
        ("The engine has no box C.", "Unknown.", "7:11: `Unknown.` is no reason"),
        ("T3ST", "T3SD", "2:11: there is no ruling with the id `T3SD` (did you mean `T3ST`?)"),
        ("T3ST", "test/trap-hole", "2:11: there is no ruling with the id `test/trap-hole` (did you mean `T3ST`?)"),
        ("goat]", "gota]", "3:18: unknown format `gota` (did you mean `goat`?)"),
        ("goat]", "ocg]", "3:18: the ruling is not asserted in `ocg` (it is in tcg, goat)"),
        ("goat]", "tcg]", "3:18: `T3ST` is listed twice in tcg"),
        (
            "[tcg, goat]",
            "tcg",
            "3:12: expected a list of formats, found the text `tcg` (write a list, also for one: [tcg])",
        ),
        ("outcome: failed", "outcome: passed", "4:12: what is passed is no deviation (remove the entry)"),
        ("outcome: failed", "outcome: faild", "4:12: unknown outcome `faild` (did you mean `failed`?)"),
        ("outcome: failed", "outcome: crashed", "5:3: only what failed has a `kind` (leave it out)"),
        (
            "failed\n  kind: other player",
            "other player",
            "4:12: `other player` is a kind of failure (write `outcome: failed` and `kind: other player`)",
        ),
        (
            "engine deviates",
            "engine deviate",
            "6:10: unknown class of deviation `engine deviate` (did you mean `engine deviates`?)",
        ),
        ("link: https:", "link: ", "8:9: `//example.org/issues/1` is not a URL"),
        ("link:", "lnk:", "8:3: unknown field `lnk` of a deviation (did you mean `link`?)"),
        ("- ruling: T3ST\n", "- \n", "3:3: a deviation needs `ruling`"),
        (NO_C, "deviations: []\n", "1:1: expected a list of deviations, found a map"),
    ] {
        assert!(NO_C.contains(from), "{from}");
        let text: Arc<str> = NO_C.replacen(from, to, 1).into();
        let corpus = Corpus::load(&corpus.root().join("corpus")).unwrap();
        let found = Deviations::parse("d.yaml", &text, &corpus, Reasons::Required).unwrap_err();
        let said: Vec<String> = found
            .0
            .iter()
            .map(|d| match &d.help {
                Some(help) => format!("{d} ({help})"),
                None => d.to_string(),
            })
            .collect();
        assert!(said.iter().any(|line| line.starts_with(&format!("d.yaml:{message}"))), "{message}\n{said:#?}");
    }
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
fn a_failure_of_another_sort_is_listed_anew_and_the_old_reason_stays_as_a_comment() {
    let corpus = Corpus::load(&corpus("anew").root().join("corpus")).unwrap();
    let list = format!("{NO_C}# The end.\n");
    let list = Deviations::parse("d.yaml", &list.into(), &corpus, Reasons::Required).unwrap();
    let way = Way { outcome: "failed", kind: Some(FailureKind::OtherOrder) };
    let finding = |format: &str| Finding { ruling: "T3ST".into(), format: format.into(), way: Some(way) };
    let updated = list.updated(&[finding("tcg"), finding("goat")]).unwrap();
    assert_eq!((updated.added, updated.removed), (2, 0));
    let expected = "\
# Beside the adapter.
# The end.
# It was listed as failed (other player): The engine has no box C.
- ruling: T3ST
  formats: [tcg, goat]
  outcome: failed
  kind: other order
  class: engine deviates
  reason: \"\"
";
    assert_eq!(&*updated.text, expected);
}

#[test]
fn an_entry_is_removed_with_all_its_lines_and_no_others() {
    let corpus = Corpus::load(&corpus("lines").root().join("corpus")).unwrap();
    let entry = |format: &str, reason: &str| {
        format!(
            "- ruling: T3ST\n  formats:\n    - {format}\n  outcome: failed\n  class: engine deviates\n  reason: {reason}\n"
        )
    };
    let folded = entry("tcg", ">-\n    The engine has\n    no box C.");
    let other = entry("goat", "'It is the same there.'");
    let text = format!("# First.\n\n{folded}\n# Second.\n{other}# The end.\n");
    let list = Deviations::parse("d.yaml", &text.into(), &corpus, Reasons::Required).unwrap();
    assert_eq!(list.entries[0].reason, "The engine has no box C.");
    let passes = |format: &str| Finding { ruling: "T3ST".into(), format: format.into(), way: None };
    let without = |format: &str| list.updated(&[passes(format)]).unwrap().text.to_string();
    assert_eq!(without("tcg"), format!("# First.\n\n\n# Second.\n{other}# The end.\n"));
    assert_eq!(without("goat"), format!("# First.\n\n{folded}\n# Second.\n# The end.\n"));
    let both =
        Deviations::parse("d.yaml", &entry("tcg\n    - goat", "Why it is so.").into(), &corpus, Reasons::Required);
    let updated = both.unwrap().updated(&[passes("tcg")]).unwrap();
    let again = Deviations::parse("d.yaml", &updated.text, &corpus, Reasons::Required).unwrap();
    let formats: Vec<&str> = again.entries[0].formats.iter().map(|f| f.value.as_str()).collect();
    assert_eq!(formats, ["goat"], "{}", updated.text);
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
