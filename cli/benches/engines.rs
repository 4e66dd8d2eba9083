//! The reference engine beside another one, on the same rulings, in one run and one at a time.
//!
//! `cargo bench -p segoc --bench engines` compares it with itself, served over the protocol;
//! `SEGOC_ENGINE="node adapters/ygopro-core/main.mjs" cargo bench -p segoc --bench engines` with another engine.
//! Machines differ and are noisy: the ratio says more than the times.

#![allow(clippy::expect_used, clippy::panic, clippy::print_stdout)]

#[path = "../tests/common/fixtures.rs"]
mod fixtures;

use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use fixtures::{real_corpus, repository, right};
use segoc_format::ruling::Ruling;
use segoc_protocol::Engine;
use segoc_runner::engines::Reference;
use segoc_runner::engines::process::{Process, Terms};
use segoc_runner::outcome::Outcome;
use segoc_runner::play::play;

fn main() {
    let corpus = real_corpus();
    let served = format!("{} serve", env!("CARGO_BIN_EXE_segoc"));
    let command = std::env::var("SEGOC_ENGINE").unwrap_or(served);
    // Cargo runs a bench in the directory of its package; commands are written for the root.
    std::env::set_current_dir(repository()).expect("the root of the repository");
    let terms = Terms {
        command: command.split_whitespace().map(str::to_owned).collect(),
        answer: Duration::from_secs(60),
        ruling: Duration::from_secs(600),
        crashes: 0,
        corpus: corpus.version().to_owned(),
    };
    let mut other = Process::start(terms).unwrap_or_else(|fault| panic!("{}", fault.message));
    let mut reference = Reference::of(&corpus);
    let listed = corpus.list();
    let rulings = listed.iter().map(|listed| right(corpus.ruling(&listed.name)));
    let trials: Vec<(Arc<Ruling>, String)> = rulings
        .flat_map(|ruling| ruling.formats.clone().into_iter().map(move |format| (Arc::clone(&ruling), format)))
        .collect();
    // Rulings the other engine does not play would only flatter it.
    let played = |(ruling, format): &(Arc<Ruling>, String), engine: &mut dyn Engine| {
        !matches!(play(engine, ruling, format).outcome, Outcome::Unsupported(_) | Outcome::Fault(_))
    };
    let trials: Vec<&(Arc<Ruling>, String)> = trials.iter().filter(|trial| played(trial, &mut other)).collect();
    let name = format!("{} {}", other.about().engine, other.about().version);
    // Turn about, so that whatever else the machine does befalls both.
    let (mut own, mut others) = (Duration::MAX, Duration::MAX);
    for _ in 0..5 {
        own = own.min(timed(&trials, &mut reference));
        others = others.min(timed(&trials, &mut other));
    }
    println!("{} rulings and formats, one at a time", trials.len());
    let line = |name: &str, time: Duration| {
        println!("{name:<24} {:>10.1} ms {:>9.0} a second", ms(time), trials.len() as f64 / time.as_secs_f64());
    };
    line("reference engine", own);
    line(&name, others);
    println!("ratio                    {:>10.1}", others.as_secs_f64() / own.as_secs_f64());
}

fn timed(trials: &[&(Arc<Ruling>, String)], engine: &mut dyn Engine) -> Duration {
    let start = Instant::now();
    for (ruling, format) in trials {
        black_box(play(engine, ruling, format));
    }
    start.elapsed()
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
