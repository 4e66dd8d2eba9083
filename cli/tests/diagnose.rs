//! A diagnosis names the beliefs behind the failures of an engine.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod common;

use std::fs;
use std::sync::Arc;

use common::{TRAP_HOLE, TestCorpus, err, out};
use segoc_engine::MISCONCEPTIONS;
use segoc_format::corpus::Corpus;
use segoc_protocol::{Capability, Engine};
use segoc_runner::diagnose::Diagnosis;
use segoc_runner::engines::Reference;
use segoc_runner::report::{Summary, json, plain};
use segoc_runner::results::{Results, read};
use segoc_runner::trial::{Trial, Verdict, run_all, trials};

/// The engine with beliefs, as far as formats do not hold them already.
fn believing(corpus: &Corpus, beliefs: &[&str], lacking: &[Capability]) -> Reference {
    let formats = corpus.formats().iter().map(|format| {
        let mut policy = format.policy.clone();
        for belief in beliefs {
            let found = MISCONCEPTIONS.iter().find(|m| m.id == *belief).expect("a belief");
            policy.set(found.axis, found.word);
        }
        (format.name.clone(), policy)
    });
    let tells = Capability::ALL.iter().copied().filter(|capability| !lacking.contains(capability));
    Reference::new(formats).telling(tells.collect())
}

/// What a run of an engine saves.
fn saved(corpus: &Corpus, engine: &Reference) -> Results {
    let mut text = String::new();
    let mut summary = Summary::new();
    let engines: Vec<Box<dyn Engine>> = (0..2).map(|_| Box::new(engine.clone()) as Box<dyn Engine>).collect();
    // The families these beliefs are about, and one they have nothing to do with.
    let families = ["segoc/", "missing-the-timing/", "costs/"];
    let all: Vec<Trial> =
        trials(corpus).into_iter().filter(|t| families.iter().any(|f| t.ruling.starts_with(f))).collect();
    let each = |trial: &Trial, verdict: Verdict| -> Result<(), ()> {
        let Verdict::Played(ruling, judgement) = verdict else { panic!("{} cannot be read", trial.ruling) };
        summary.add(&judgement.outcome);
        text.push_str(&json::result(&ruling, trial.format.as_deref().unwrap(), &judgement, None));
        text.push('\n');
        Ok(())
    };
    run_all(corpus, &all, engines, each).unwrap();
    text.push_str(&json::summary(&summary, engine.about(), corpus.version(), "test"));
    read::text("saved.json", &Arc::from(text)).unwrap_or_else(|errors| panic!("{}", errors.render(false)))
}

fn diagnosis(corpus: &Corpus, beliefs: &[&str], lacking: &[Capability]) -> Diagnosis {
    let results = saved(corpus, &believing(corpus, beliefs, lacking));
    Diagnosis::of(corpus, &results).unwrap_or_else(|errors| panic!("{}", errors.render(false)))
}

#[test]
fn one_belief_is_named_first_and_explains_everything() {
    let corpus = Corpus::embedded().unwrap();
    for belief in ["groups-player-first", "when-never-misses", "costs-negated-too"] {
        let diagnosis = diagnosis(&corpus, &[belief], &[]);
        assert!(!diagnosis.failures.is_empty(), "{belief}");
        let first = &diagnosis.explanations[0];
        let text = plain(&diagnosis.pretty());
        assert_eq!(first.mistake.id, belief, "{text}");
        assert_eq!(first.explains.len(), diagnosis.failures.len(), "{text}");
        assert!(first.contradicted.is_empty() && diagnosis.unexplained.is_empty(), "{text}");
        let n = diagnosis.failures.len();
        assert!(text.contains(&format!("{n} of {n} failure")), "{text}");
    }
}

#[test]
fn two_beliefs_are_both_named() {
    let corpus = Corpus::embedded().unwrap();
    let both = ["age-within-player", "costs-refunded"];
    let diagnosis = diagnosis(&corpus, &both, &[]);
    let mut named: Vec<&str> = diagnosis.explanations.iter().take(2).map(|e| e.mistake.id.as_str()).collect();
    named.sort_unstable();
    assert_eq!(named, both, "{}", plain(&diagnosis.pretty()));
}

#[test]
fn an_engine_that_tells_less_is_compared_with_one_that_tells_as_little() {
    let corpus = Corpus::embedded().unwrap();
    let diagnosis = diagnosis(&corpus, &["when-whole-chain"], &[Capability::Reasons, Capability::Windows]);
    let text = plain(&diagnosis.pretty());
    assert_eq!(diagnosis.explanations[0].mistake.id, "when-whole-chain", "{text}");
    assert!(diagnosis.unexplained.is_empty() && diagnosis.unknown == 0, "{text}");
}

#[test]
fn what_no_belief_explains_is_said() {
    let corpus = TestCorpus::new("diagnose", &[("trap-hole.yaml", TRAP_HOLE)]);
    corpus.wrong_formats("chart: no c", &["tcg"]);
    let engine = corpus.wrong_engine();
    let saved = out(&corpus.run(&["run", "--engine", &engine, "--output", "json"]));
    fs::write(corpus.root().join("saved.json"), &saved).unwrap();
    let output = corpus.run(&["diagnose", "saved.json"]);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let text = out(&output);
    assert!(text.contains("1 failure, 1 passed\n"), "{text}");
    assert!(text.contains("box-c-missing"), "{text}");
    // It fails in the TCG alone, so that is where the belief is held.
    assert!(text.contains("  Held in   tcg\n") && text.contains("  Against   nothing: "), "{text}");

    let odd = saved.replace("Yugi was asked, not Joey", "nobody was asked").replace("box: A", "box: Q");
    fs::write(corpus.root().join("odd.json"), odd).unwrap();
    let text = out(&corpus.run(&["diagnose", "odd.json"]));
    assert!(text.contains("Unexplained: 1\n  T3ST tcg: failed (other player)  test/trap-hole\n    nobody was asked\n"));
    assert!(
        text.contains("    the same step fails with box-c-missing\n") && text.ends_with("\n0 of 1 failure explained\n")
    );

    let unknown = saved.replace("\"T3ST\"", "\"ZZZZ\"");
    fs::write(corpus.root().join("unknown.json"), unknown).unwrap();
    let text = out(&corpus.run(&["diagnose", "unknown.json"]));
    assert!(text.contains("0 failures, 0 passed\n2 results of rulings that are not in this corpus"), "{text}");

    let json = out(&corpus.run(&["diagnose", "odd.json", "--output", "json"]));
    let lines: Vec<serde_json::Value> = json.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines[0]["type"], "unexplained");
    assert_eq!(lines[1]["explained"], 0);

    corpus.run(&["run", "--engine", &engine, "--scoreboard", "board.json"]);
    let board = corpus.run(&["diagnose", "board.json"]);
    assert_eq!(board.status.code(), Some(2));
    assert!(err(&board).contains("a scoreboard says too little"), "{}", err(&board));
}
