//! What the documents show is so: every command works, and what is shown of its output is what it prints.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod common;

use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::process::Stdio;

use common::{SEGOC, TestCorpus, fences, out, repository as root, said};
use segoc_format::lint::Lint;
use segoc_format::printed::COLUMNS;

/// The documents in which commands are shown.
const DOCUMENTS: [&str; 8] = [
    "README.md",
    "CONTRIBUTING.md",
    "ARCHITECTURE.md",
    "corpus/README.md",
    "corpus/PROTOCOL.md",
    "adapters/python/README.md",
    "adapters/ygopro-core/README.md",
    "examples/house-rules/README.md",
];

fn text_of(path: &str) -> String {
    fs::read_to_string(root().join(path)).expect(path)
}

/// The commands a document shows: lines of its consoles, and code within its sentences.
fn commands(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for fence in fences(text) {
        for line in fence.lines {
            let line = match fence.info.as_str() {
                "console" => line.trim().strip_prefix("$ ").map(str::to_owned),
                "sh" => Some(line.trim().to_owned()),
                _ => None,
            };
            found.extend(line.map(|line| line.split("  #").next().unwrap_or_default().trim().to_owned()));
        }
    }
    let mut inside = false;
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            inside = !inside;
        } else if !inside {
            found.extend(line.split('`').skip(1).step_by(2).map(str::to_owned));
        }
    }
    found.retain(|command| ["segoc ", "cargo ", "npm "].iter().any(|program| command.starts_with(program)));
    found.sort();
    found.dedup();
    found
}

/// A command line cut into words.
fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (i, part) in command.split('"').enumerate() {
        match i % 2 {
            0 => words.extend(part.split_whitespace().map(str::to_owned)),
            _ => words.push(part.to_owned()),
        }
    }
    words
}

/// A directory like a clone of the project, with few rulings, and with the files of which the documents speak.
fn workplace(name: &str) -> TestCorpus {
    let place = TestCorpus::new(name, &[]);
    place.copy("cards");
    shown_rulings().iter().for_each(|ruling| place.copy(ruling));
    let mine = fence_with("CONTRIBUTING.md", "Dark Hole destroys Yugi's Peten and Joey's Sangan").join("\n");
    place.write("rulings/segoc/my-ruling.yaml", mine + "\n");
    fs::write(place.root().join("deviations.yaml"), "# Nothing is known.\n").unwrap();
    let printed = format!("{}\nNAME\t1\tspell\tnormal\t\t\t\t\nTrap Hole{}\n", COLUMNS.join("\t"), "\t".repeat(7));
    fs::write(place.root().join("printed.tsv"), printed).unwrap();
    for file in ["results.json", "before.json"] {
        let output = place.run(&["run", "my-ruling", "--output", "json"]);
        fs::write(place.root().join(file), output.stdout).unwrap();
    }
    fs::create_dir(place.root().join("playground")).unwrap();
    for file in ["segoc.wasm", "play.js", "worker.js"] {
        fs::write(place.root().join("playground").join(file), "").unwrap();
    }
    place
}

/// Some rulings, and those that the documents name.
fn shown_rulings() -> Vec<String> {
    let mut rulings = Vec::new();
    for family in fs::read_dir(root().join("corpus/rulings")).unwrap().flatten() {
        let family = family.file_name().into_string().unwrap();
        let files = fs::read_dir(root().join("corpus/rulings").join(&family)).unwrap().flatten();
        let mut files: Vec<String> = files.map(|file| file.file_name().into_string().unwrap()).collect();
        files.sort();
        let named = |file: &String| {
            ["sangan-and-peten", "soul-exchange-sangan", "d-d-crow"].iter().any(|name| file.contains(name))
                || ["id: VPG2", "id: H1B1", "id: Q896"]
                    .iter()
                    .any(|id| text_of(&format!("corpus/rulings/{family}/{file}")).contains(id))
        };
        let (mut some, rest): (Vec<_>, Vec<_>) = files.into_iter().partition(named);
        some.extend(rest.into_iter().take(2));
        rulings.extend(some.into_iter().map(|file| format!("rulings/{family}/{file}")));
    }
    rulings
}

/// What stands for the words by which a document means a file or an engine of the reader's.
fn meant(word: &str) -> String {
    let serve = format!("'{SEGOC}' serve");
    let word = match word {
        "COMMAND" | "…" | "python3 my_adapter.py" => return serve,
        "FILE" | "FILE…" | "AFTER" | "RESULTS" => "results.json",
        "BEFORE" => "before.json",
        "FAMILY" => "timing",
        "ID" => "unknown-card",
        "MISCONCEPTION" => "box-c-missing",
        other => other,
    };
    word.to_owned()
}

/// What the documents show and this test does not run: where it is run instead, or why it cannot be run here.
fn run_elsewhere(command: &str) -> bool {
    let ci = text_of(".ci/run").replace("--quiet ", "").replace(" --silent", "");
    let known = BTreeMap::from([
        ("cargo install --path cli", "the program is this one"),
        ("cargo bench -p segoc-runner", "takes minutes; clippy builds the benchmarks"),
        ("cargo bench -p segoc --bench engines", "takes minutes; clippy builds the benchmarks"),
        ("cargo install cargo-mutants --locked", "another program"),
        ("cargo mutants --shard 7/25", "another program, and takes hours"),
        ("cargo mutants -f engine/src/rules/timing.rs", "another program, and takes hours"),
        ("cargo install cargo-fuzz", "a tool of others"),
        ("cargo fuzz run -s none duels -- -runs=500000", "takes minutes; .ci/run builds the fuzzers"),
        ("cargo run -p segoc-fuzzing --example seeds", "for cargo-fuzz only; clippy builds the examples"),
        ("cargo run --release -p segoc-runner --example beliefs -- all 2000", "takes minutes; .ci/run hunts two"),
        ("cargo run --release -p segoc-fuzzing --example tries -- duels 100000", "takes minutes; a test tries less"),
    ]);
    let needs_its_engine = ["adapters/", "adapter.py"].iter().any(|part| command.contains(part));
    ci.contains(command) || known.contains_key(command) || needs_its_engine
}

#[test]
fn every_command_shown_works() {
    let place = workplace("documents");
    let mut tried = 0;
    for document in DOCUMENTS {
        for command in commands(&text_of(document)) {
            let words = words(&command);
            let arguments: Vec<String> = match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
                ["segoc", ..] => words[1..].iter().map(|word| meant(word)).collect(),
                ["cargo", "run", "--", ..] => words[3..].iter().map(|word| meant(word)).collect(),
                ["cargo", "test", "-p", package, "--test", test, ..] => {
                    let folder =
                        if package == "segoc" { "-cli" } else { package.strip_prefix("segoc").expect("a package") };
                    let folder = folder[1..].replace("example-", "examples/");
                    let exists = |end: &str| root().join(format!("{folder}/tests/{test}{end}")).exists();
                    assert!(exists(".rs") || exists("/main.rs"), "{document}: `{command}`: there is no such test");
                    continue;
                }
                _ => {
                    assert!(run_elsewhere(&command), "{document}: `{command}` is run nowhere");
                    continue;
                }
            };
            tried += works(&place, document, &command, &arguments);
        }
    }
    assert!(tried > 30, "only {tried} commands were found");
}

/// Runs a command, or asks for its help if only its name was mentioned; counts it.
fn works(place: &TestCorpus, document: &str, command: &str, arguments: &[String]) -> usize {
    let mut arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    if run_elsewhere(command) {
        return 0;
    }
    for (option, file) in [
        ("--printed", "printed.tsv"),
        ("--scoreboard", "scores.json"),
        ("--junit", "junit.xml"),
        ("--playground", "playground"),
    ] {
        if let Some(at) = arguments.iter().position(|word| *word == option) {
            arguments[at + 1] = file;
        }
    }
    match arguments[..] {
        // What takes long is run by `.ci/run`; a name alone is no command.
        [_] | ["check", "--explain"] => arguments.push("--help"),
        ["new", "card"] => arguments.push("--help"),
        // What is not said is asked for, if somebody sits there.
        ["new", "card", _] => arguments.extend(["--passcode", "1", "--spell", "normal"]),
        ["site", ..] if !arguments.contains(&"--out") => arguments.extend(["--out", "pages"]),
        ["hunt", ..] => arguments.extend(["--duels", "5"]),
        ["bless", ..] => arguments.push("--yes"),
        ["watch", _] => return watches(place, &arguments),
        ["check", "--printed", _] => arguments.push("corpus/cards/trap-hole.yaml"),
        ["run", .., "--deviations", _] => arguments.push("my-ruling"),
        ["run", .., "--check-scoreboard", _] => return 0,
        ["new", "--like", ..] => arguments.extend(["--title", "Another chain"]),
        _ => {}
    }
    let output = place.run(&arguments);
    assert_eq!(output.status.code(), Some(0), "{document}: `{command}` as {arguments:?} says:\n{}", said(&output));
    1
}

/// `segoc watch` tells the ruling at once; it would never end by itself.
fn watches(place: &TestCorpus, arguments: &[&str]) -> usize {
    let mut child = place.segoc(arguments).stdout(Stdio::piped()).spawn().expect("the program");
    let mut begin = [0; 40];
    let read = child.stdout.take().expect("its output").read(&mut begin).expect("some output");
    assert!(read > 0, "watch says nothing");
    child.kill().and_then(|()| child.wait()).expect("it ends");
    1
}

/// The fence in which a text stands.
fn fence_with(document: &str, part: &str) -> Vec<String> {
    let found = fences(&text_of(document)).into_iter().find(|f| f.lines.iter().any(|line| line.contains(part)));
    found.unwrap_or_else(|| panic!("{document} shows no `{part}`")).lines
}

#[test]
fn the_run_shown_is_the_run() {
    let fence = fence_with("README.md", "$ cargo run -- run");
    let output = TestCorpus::real().run(&["run"]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let printed = out(&output);
    let shown: Vec<&str> = fence[1..].iter().map(String::as_str).filter(|line| *line != "…").collect();
    assert!(!shown.is_empty());
    let mut rest = printed.lines();
    for line in shown {
        assert!(rest.any(|other| is_much_as(other, line)), "README.md shows `{line}`; `run` prints:\n{printed}");
    }
    assert_eq!(rest.count(), 0, "`run` prints more than README.md shows:\n{printed}");
}

/// Who adds a ruling need not renew the README: how many passed may lag behind by a fiftieth. All else is as it is shown.
fn is_much_as(printed: &str, shown: &str) -> bool {
    match (counted(printed), counted(shown)) {
        (Some((now, rest)), Some((then, shown))) => rest == shown && now.abs_diff(then) * 50 <= now,
        _ => printed == shown,
    }
}

/// `12 passed, 5 disputed` as 12 and what follows.
fn counted(line: &str) -> Option<(usize, &str)> {
    let (count, rest) = line.split_once(' ')?;
    rest.starts_with("passed").then_some((count.parse().ok()?, rest))
}

#[test]
fn the_failure_shown_is_the_failure() {
    let fence = fence_with("README.md", "FAILED Two Sangans").join("\n");
    let place = workplace("documents-failure");
    let file = place.file("rulings/segoc/dark-hole-sangan-and-peten-each.yaml");
    let text = fs::read_to_string(&file).unwrap();
    let (right, wrong) = ("- chain: [Yugi's Sangan, Joey's Sangan,", "- chain: [Joey's Sangan, Yugi's Sangan,");
    assert!(text.contains(right));
    fs::write(&file, text.replacen(right, wrong, 1)).unwrap();
    let output = place.run(&["run", "HWZ1", "--in", "tcg"]);
    let printed = out(&output);
    let failure = printed.split("\n\n0 passed").next().unwrap_or_default().trim_end();
    assert_eq!(failure, fence.trim_end(), "README.md shows another failure");
}

#[test]
fn the_tale_shown_is_part_of_the_tale() {
    let fence = fence_with("README.md", "moment 1: it was Tributed").join("\n");
    let command = commands(&text_of("README.md")).into_iter().find(|c| c.contains("explain")).expect("an explanation");
    let arguments = &words(&command)[3..];
    let output = TestCorpus::real().run(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
    let printed = out(&output);
    assert!(printed.contains(fence.trim_end()), "README.md shows:\n{fence}\nwhich is no part of:\n{printed}");
}

#[test]
fn the_duel_shown_is_part_of_the_duel() {
    let output = TestCorpus::real().answer(&["play", "Q896"], "1\n1\nwhy Tragoedia\n");
    let printed = out(&output);
    for part in ["place on the chain next", "> why Tragoedia"] {
        let fence = fence_with("README.md", part).join("\n");
        assert!(printed.contains(fence.trim_end()), "README.md shows:\n{fence}\nwhich is no part of:\n{printed}");
    }
}

#[test]
fn the_scores_shown_are_the_scores() {
    let command = commands(&text_of("README.md")).into_iter().find(|c| c.contains("scoreboard ")).expect("the command");
    let arguments = &words(&command)[3..];
    let output = TestCorpus::real().run(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
    let table = out(&output);
    assert!(text_of("README.md").contains(table.trim()), "README.md shows other scores than\n{table}");
}

#[test]
fn every_mistake_has_a_session() {
    let sessions = text_of("cli/tests/sessions/lints.md");
    let shown =
        |lint: &&Lint| sessions.contains(&format!("\n## {lint}\n")) && sessions.contains(&format!("[{lint}]: "));
    assert_eq!(Lint::ALL.iter().find(|lint| !shown(lint)), None, "a mistake that no session shows");
}
