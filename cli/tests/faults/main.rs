//! Engines that break down, break the protocol, or can do less than others: whatever an engine does, every ruling gets
//! an outcome, and the rulings after it are played.
//!
//! The broken engine is this very program, called with other arguments, so nothing but Rust is needed.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod broken;
mod capabilities;
#[path = "../common/mod.rs"]
mod common;
mod faults;
mod lies;
mod smoke;

use std::process::{Command, ExitCode, Output};

use common::{HEAD, TRAP_HOLE, TestCorpus, err, out};
use libtest_mimic::{Arguments, Trial};
use serde_json::Value;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    if arguments.next().as_deref() == Some("broken-engine") {
        broken::main(&arguments.collect::<Vec<_>>());
        return ExitCode::SUCCESS;
    }
    let tests = [faults::TESTS, capabilities::TESTS, lies::TESTS, smoke::TESTS].concat();
    let trials = tests.iter().map(|&(name, test)| {
        Trial::test(name, move || {
            test();
            Ok(())
        })
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit_code()
}

/// A test with its name.
type Test = (&'static str, fn());

/// The tests of a module, by the names of their functions.
macro_rules! tests {
    ($($name:ident),* $(,)?) => {
        pub(crate) const TESTS: &[crate::Test] = &[$((stringify!($name), $name)),*];
    };
}
pub(crate) use tests;

/// The command of an engine that does something at some moment, with something.
pub(crate) fn broken_engine(mischief: &str, when: &str, with: &str) -> String {
    let program = std::env::current_exe().expect("this program");
    format!("'{}' broken-engine '{mischief}' '{when}' '{with}'", program.display())
}

/// The rows of a table of `faults.md`, without its head.
pub(crate) fn table<const N: usize>(section: &str) -> Vec<[String; N]> {
    let (_, text) = include_str!("faults.md").split_once(&format!("## {section}\n")).expect(section);
    let rows = text.lines().take_while(|line| !line.starts_with("## ")).filter(|line| line.starts_with('|')).skip(2);
    let full = |cell: &str| {
        let cell = cell.trim().replace("HELLO", r#""type": "hello", "engine": "e", "version": "1""#);
        let act = r#""type": "prompt", "kind": "act", "player": "Yugi", "turn": "Yugi", "phase": "main 1""#;
        cell.replace("ACT", act).replace("BOARD", r#""board": {"lp": {"Yugi": 8000, "Joey": 8000}, "cards": []}"#)
    };
    let cells = |row: &str| row.split('|').skip(1).take(N).map(full).collect::<Vec<_>>();
    rows.map(|row| cells(row).try_into().unwrap_or_else(|_| panic!("{row}"))).collect()
}

/// The rulings of the small corpus, in the order in which they are run.
pub(crate) const RULINGS: [&str; 4] =
    ["test/a-raigeki", "test/b-dark-hole", "test/c-trap-hole", "test/d-raigeki-again"];

/// A corpus of the real rules, formats and cards, with four rulings, and a place for files.
pub(crate) struct Small(TestCorpus);

impl Small {
    /// A corpus of its own for a test.
    pub(crate) fn new(name: &str) -> Self {
        let small = Self(TestCorpus::new(&format!("faults/{name}"), &[]));
        for card in ["raigeki", "dark-hole", "black-luster-soldier-envoy-of-the-beginning"] {
            small.0.copy(&format!("cards/{card}.yaml"));
        }
        let destroyed = |card: &str| {
            format!(
                "duel: {{Yugi: {{hand: [{card}]}}, Joey: {{monsters: [Celtic Guardian]}}}}\nplay:\n  \
                 - Yugi: {{activates: {card}}}\n  - chain: [{card}]\n  - board: {{Joey: {{gy: [Celtic Guardian]}}}}\n"
            )
        };
        small.ruling("a-raigeki", "T3S1", &destroyed("Raigeki"));
        small.ruling("b-dark-hole", "T3S2", &destroyed("Dark Hole"));
        let (_, trap_hole) = TRAP_HOLE.split_once("duel:").expect("a duel");
        small.ruling("c-trap-hole", "T3S3", &format!("duel:{trap_hole}"));
        small.ruling("d-raigeki-again", "T3S4", &destroyed("Raigeki"));
        small
    }

    /// Adds a ruling.
    pub(crate) fn ruling(&self, name: &str, id: &str, play: &str) {
        self.0.write(&format!("rulings/test/{name}.yaml"), HEAD.replace("T3ST", id) + play);
    }

    /// A file of the test.
    pub(crate) fn file(&self, name: &str) -> String {
        self.0.root().join(name).display().to_string()
    }

    /// The program, in the directory that holds the corpus.
    pub(crate) fn segoc(&self, arguments: &[&str]) -> Command {
        self.0.segoc(arguments)
    }

    /// Runs the rulings against an engine, one after the other.
    pub(crate) fn run(&self, engine: &str, more: &[&str]) -> Run {
        let arguments = [&["run", "--engine", engine, "--jobs", "1", "--output", "json"], more].concat();
        Run::of(&self.0.run(&arguments))
    }

    /// What people see of such a run.
    pub(crate) fn report(&self, engine: &str, more: &[&str]) -> String {
        let arguments = [&["run", "--engine", engine, "--jobs", "1"], more].concat();
        out(&self.0.run(&arguments))
    }
}

/// What came of a run.
pub(crate) struct Run {
    /// The exit code.
    pub(crate) code: Option<i32>,
    /// The line of each ruling.
    pub(crate) lines: Vec<Value>,
    /// What was printed to standard error.
    pub(crate) stderr: String,
}

impl Run {
    /// Reads what a run printed.
    pub(crate) fn of(output: &Output) -> Self {
        let lines = out(output).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect::<Vec<Value>>();
        let lines = lines.into_iter().filter(|line| line["type"] == "result").collect();
        let stderr = err(output);
        assert!(!stderr.contains("panicked"), "{stderr}");
        Self { code: output.status.code(), lines, stderr }
    }

    /// The outcomes, in the order of the rulings.
    pub(crate) fn outcomes(&self) -> Vec<&str> {
        self.lines.iter().map(|line| line["outcome"].as_str().unwrap_or_default()).collect()
    }

    /// The line of the ruling with Dark Hole, after it was looked that all others passed.
    #[track_caller]
    pub(crate) fn only_dark_hole(&self, outcome: &str) -> &Value {
        assert_eq!(self.outcomes(), ["passed", outcome, "passed", "passed"], "{:#?}\n{}", self.lines, self.stderr);
        assert_eq!(self.code, Some(1));
        &self.lines[1]
    }
}
