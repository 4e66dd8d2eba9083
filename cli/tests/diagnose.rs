//! Engines that believe something wrong, in Rust: a diagnosis names the beliefs, and the harness takes a list of what is known.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod common;

use std::fs;
use std::process::ExitCode;

use common::{TRAP_HOLE, TestCorpus, results_of};
use libtest_mimic::Arguments;
use segoc_engine::MISCONCEPTIONS;
use segoc_format::corpus::Corpus;
use segoc_protocol::Capability;
use segoc_runner::diagnose::Diagnosis;
use segoc_runner::engines::Reference;
use segoc_runner::harness::Harness;
use segoc_runner::report::plain;
use segoc_runner::trial::trials;

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

fn diagnosis(corpus: &Corpus, beliefs: &[&str], lacking: &[Capability]) -> Diagnosis {
    // The families these beliefs are about, and one they have nothing to do with.
    let families = ["segoc/", "missing-the-timing/", "costs/"];
    let names: Vec<String> = trials(corpus).into_iter().map(|trial| trial.ruling).collect();
    let wanted = |i: usize| families.iter().any(|family| names[i].starts_with(family));
    let results = results_of(corpus, &believing(corpus, beliefs, lacking), wanted);
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
fn the_test_harness_takes_a_list_too() {
    let here = TestCorpus::new("harness", &[("trap-hole.yaml", TRAP_HOLE)]);
    let no_c = "- {ruling: T3ST, formats: [tcg, goat], outcome: failed, kind: other player, class: engine deviates, reason: It has no box C.}\n";
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
    assert_eq!(harness(no_c, &["tcg", "goat"]), passed);
    assert_eq!(harness(no_c, &["tcg"]), failed, "listed and passes");
    assert_eq!(harness("", &["tcg"]), failed, "fails and is not listed");
    assert_eq!(harness("", &[]), passed);
    assert_eq!(harness(&no_c.replace("It has no box C.", "\"\""), &["tcg", "goat"]), wrong);
}
