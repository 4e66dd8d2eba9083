//! A short run of every target, the same every time. `SEGOC_TRIES` says how many inputs each is tried with, else it is some seconds' worth.

use segoc_fuzzing::targets::{duels, files, lines, reader, requests};
use segoc_fuzzing::{TARGETS, Target};

/// Tries a target with its seeds and with changed ones.
fn tried(target: &Target, inputs: u64) {
    let inputs = std::env::var("SEGOC_TRIES").ok().and_then(|tries| tries.parse().ok()).unwrap_or(inputs);
    let seeds = (target.seeds)();
    for seed in seeds.iter().step_by(1 + seeds.len() / 20) {
        (target.run)(seed);
    }
    for number in 0..inputs {
        // What is printed is shown if the test fails: `tries TARGET 1 NUMBER` tries that input alone.
        println!("{} {number}", target.name);
        (target.run)(&target.input(&seeds, number));
    }
}

#[test]
fn the_readers_take_any_text() {
    tried(&reader::TARGET, 300);
}

#[test]
fn what_is_made_of_a_file_takes_any_file() {
    tried(&files::TARGET, 40);
}

#[test]
fn the_runner_takes_any_lines_of_an_engine() {
    tried(&lines::TARGET, 300);
}

#[test]
fn the_server_takes_any_requests() {
    tried(&requests::TARGET, 150);
}

#[test]
fn duels_with_recombined_cards_keep_the_invariants() {
    tried(&duels::TARGET, 400);
}

#[test]
fn every_target_has_a_name_and_a_fuzzer() {
    for target in &TARGETS {
        assert!(Target::named(target.name).is_some());
        let fuzzer = format!("{}/../fuzz/targets/{}.rs", env!("CARGO_MANIFEST_DIR"), target.name);
        assert!(std::path::Path::new(&fuzzer).is_file(), "{fuzzer}");
    }
}
