//! Engines that can tell less: what cannot be compared is compared in a weaker way or not at all, and it is said.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use segoc_protocol::{Answer, Board, Engine, Hello, Next, Refused, Reply, Start, Trouble};
use segoc_runner::engines::Reference;
use segoc_runner::engines::process::{Process, Terms};
use segoc_runner::play::play;
use segoc_runner::trial::trials;

use super::common::{SEGOC, TestCorpus, out, real_corpus, right};
use super::{Run, Small, broken_engine, tests};

tests![
    without_a_capability_nothing_fails_and_what_is_weaker_is_said,
    another_format_is_unsupported_and_nothing_played_is_no_run,
    the_reference_engine_over_the_protocol_says_exactly_the_same,
    what_the_reference_engine_says_is_read_as_it_was_and_boxes_are_worked_out,
];

/// Runs a part of the real corpus in today's TCG against an engine.
fn real(engine: &str, filters: &[&str]) -> Run {
    let arguments = [&["run", "--in", "tcg", "--output", "json", "--engine", engine], filters].concat();
    Run::of(&TestCorpus::real().run(&arguments))
}

fn without_a_capability_nothing_fails_and_what_is_weaker_is_said() {
    // Which capability makes which outcomes, and whether checks are compared in a weaker way.
    for (capability, unsupported, weaker) in [
        ("instants", None, true),
        ("reasons", None, true),
        ("outcomes", None, true),
        ("windows", Some("a window is looked at, and the engine does not claim `windows`"), true),
        ("battle", Some("there is a battle, and the engine does not claim `battle`"), false),
        ("boxes", None, false),
        ("causes", None, false),
    ] {
        let engine = broken_engine(&format!("without {capability}"), "always", "");
        let run = real(&engine, &["negation/", "damage-step/", "missing-the-timing/", "conjunctions/"]);
        let mut outcomes: BTreeMap<&str, usize> = BTreeMap::new();
        for line in &run.lines {
            let outcome = line["outcome"].as_str().unwrap_or_default();
            *outcomes.entry(outcome).or_default() += 1;
            let fine = ["passed", "disputed", "unsupported"].contains(&outcome);
            assert!(fine, "without {capability}: {line:#}");
            if outcome == "unsupported" {
                assert_eq!(line["message"].as_str(), unsupported, "without {capability}");
            }
        }
        assert_eq!(outcomes.contains_key("unsupported"), unsupported.is_some(), "without {capability}: {outcomes:?}");
        assert!(outcomes["passed"] > 10, "without {capability}: {outcomes:?}");
        let said: BTreeSet<&str> = run
            .lines
            .iter()
            .filter_map(|line| line["weaker"].as_array())
            .flatten()
            .filter_map(|c| c.as_str())
            .collect();
        let expected: BTreeSet<&str> = weaker.then_some(capability).into_iter().collect();
        assert_eq!(said, expected, "without {capability}");
        assert_eq!(run.code, Some(0), "without {capability}");
    }
}

fn another_format_is_unsupported_and_nothing_played_is_no_run() {
    let small = Small::new("formats");
    let hello = |formats: &str| {
        format!(r#"{{"type": "hello", "protocol": 2, "engine": "e", "version": "1", "formats": {formats}}}"#)
    };
    let run = small.run(&broken_engine("say", "hello", &hello(r#"["goat"]"#)), &[]);
    assert_eq!(run.outcomes(), ["unsupported"; 4]);
    assert_eq!(run.lines[0]["message"], "the engine does not play the format `tcg`");
    assert!(run.stderr.contains("error: the engine played none of these rulings"), "{}", run.stderr);
    assert_eq!(run.code, Some(2));
    let no = r#"{"type": "unsupported", "reason": "everything"}"#;
    assert_eq!(small.run(&broken_engine("say", "start", no), &[]).code, Some(2));
}

fn the_reference_engine_over_the_protocol_says_exactly_the_same() {
    let segoc = |more: &[&str]| {
        let output = TestCorpus::real().run(&[&["run", "--output", "json"], more].concat());
        (out(&output), output.status.code())
    };
    let serve = format!("'{SEGOC}' serve");
    let (inside, outside) = (segoc(&[]), segoc(&["--engine", &serve]));
    for (i, (one, other)) in inside.0.lines().zip(outside.0.lines()).enumerate() {
        assert_eq!(one, other, "line {i}");
    }
    assert_eq!(inside.0.lines().count(), outside.0.lines().count());
    assert_eq!(inside.1, outside.1);
}

/// The reference engine here, and beside it the same one in a process that leaves out the boxes.
struct Both {
    here: Reference,
    there: Process,
    windows: usize,
}

impl Both {
    /// Compares what was said here with what was heard from there.
    fn compare(&mut self, said: Result<Reply, Trouble>, heard: Result<Reply, Trouble>) -> Result<Reply, Trouble> {
        let reply = said?;
        let mut said = reply.clone();
        match &mut said.next {
            Next::Asks(prompt) => {
                (prompt.board, prompt.refused) = (self.here.board(), self.here.refused());
                // Only a window is a box; the engine also says in which one a trigger or a choice came up.
                prompt.chart = prompt.chart.filter(|_| prompt.is_window());
                self.windows += usize::from(prompt.is_window());
            }
            Next::Ends(_, board) => *board = self.here.board(),
        }
        assert_eq!(heard.unwrap_or_else(|trouble| panic!("{trouble:#?}")), said);
        Ok(reply)
    }
}

impl Engine for Both {
    fn about(&self) -> &Hello {
        self.here.about()
    }

    fn start(&mut self, duel: &Start) -> Result<Reply, Trouble> {
        let (said, heard) = (self.here.start(duel), self.there.start(duel));
        self.compare(said, heard)
    }

    fn answer(&mut self, answer: &Answer) -> Result<Reply, Trouble> {
        let (said, heard) = (self.here.answer(answer), self.there.answer(answer));
        self.compare(said, heard)
    }

    fn board(&self) -> Option<Board> {
        self.here.board()
    }

    fn refused(&self) -> Vec<Refused> {
        self.here.refused()
    }
}

fn what_the_reference_engine_says_is_read_as_it_was_and_boxes_are_worked_out() {
    let corpus = real_corpus();
    let program = std::env::current_exe().expect("this program").display().to_string();
    let terms = Terms {
        command: [&program, "broken-engine", "without boxes", "always", ""].map(str::to_owned).to_vec(),
        answer: Duration::from_secs(60),
        ruling: Duration::from_secs(600),
        crashes: 0,
        corpus: corpus.version().to_owned(),
    };
    let there = Process::start(terms).unwrap_or_else(|fault| panic!("{fault}"));
    let mut both = Both { here: Reference::of(&corpus), there, windows: 0 };
    let trials = trials(&corpus);
    for trial in &trials {
        let ruling = right(corpus.ruling(&trial.ruling));
        let outcome = play(&mut both, &ruling, trial.format.as_deref().unwrap_or_default()).outcome;
        assert!(outcome.is_fine(), "{}: {outcome:#?}", trial.name());
    }
    assert!(both.windows > 5 * trials.len(), "too few windows were looked at");
}
