//! What the reference engine itself takes to make the duels of the corpus with their cards and to play them as their stories go: no message is
//! made or read, nothing is driven, judged or told.
//!
//! `cargo bench -p segoc-runner --bench duels` shows times. `cli/benches/duels.sh` counts instructions instead, and says where they go.

#![allow(clippy::expect_used, clippy::panic, clippy::print_stdout)]

#[path = "../../cli/tests/common/fixtures.rs"]
mod fixtures;

use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use fixtures::{real_corpus, right};
use segoc_engine::def::CardDef;
use segoc_engine::{Answer, Duel, Policy, Setup};
use segoc_format::ruling::engine_setup;
use segoc_runner::drive::{Manner, drive};
use segoc_runner::engines::{Reference, answer};

/// A duel about to be made, with the answers of its story.
struct Story {
    setup: Setup,
    library: Vec<Arc<CardDef>>,
    policy: Policy,
    answers: Vec<Answer>,
}

fn main() {
    let stories = stories();
    let answers: usize = stories.iter().map(|story| story.answers.len()).sum();
    let each = |time: Duration| time.as_secs_f64() * 1e6 / stories.len() as f64;
    println!("{} duels, {answers} answers", stories.len());
    let times = std::env::var("SEGOC_TIMES").ok().and_then(|times| times.parse().ok()).unwrap_or(20);
    let (mut making, mut playing) = (Duration::MAX, Duration::MAX);
    for _ in 0..times {
        let (made, played) = time(&stories);
        (making, playing) = (making.min(made), playing.min(played));
    }
    println!("making  {:>8.2} µs each", each(making));
    println!("playing {:>8.2} µs each", each(playing));
}

fn time(stories: &[Story]) -> (Duration, Duration) {
    let (mut making, mut playing) = (Duration::ZERO, Duration::ZERO);
    for story in stories {
        let (policy, library) = (story.policy.clone(), story.library.clone());
        let began = Instant::now();
        let mut duel = make(&story.setup, library, policy);
        let made = Instant::now();
        play(&mut duel, &story.answers);
        (making, playing) = (making + (made - began), playing + made.elapsed());
        black_box(duel);
    }
    (making, playing)
}

#[inline(never)]
fn make(setup: &Setup, library: Vec<Arc<CardDef>>, policy: Policy) -> Duel {
    Duel::new(setup, library, policy).expect("a duel that was played")
}

#[inline(never)]
fn play(duel: &mut Duel, answers: &[Answer]) {
    answers.iter().for_each(|answer| duel.answer(answer).expect("an answer that was given"));
}

/// The duels of all rulings that are not disputed, in each of their formats.
fn stories() -> Vec<Story> {
    let corpus = real_corpus();
    let rulings = corpus.list().into_iter().map(|listed| right(corpus.ruling(&listed.name)));
    let mut stories = Vec::new();
    for ruling in rulings.filter(|ruling| ruling.disputed.is_empty()) {
        for format in &ruling.formats {
            let told = drive(&mut Reference::of(&corpus), &ruling, format, None, Manner::Brief);
            let given = told.questions.into_iter().filter_map(|question| question.answer.as_ref().map(answer));
            let library: Vec<_> = ruling.cards.iter().map(|card| Arc::new(card.def(format))).collect();
            stories.push(Story {
                setup: engine_setup(&ruling.setup, &library).expect("a set-up that was played"),
                library,
                policy: corpus.format(format).expect("a format").policy.clone(),
                answers: given.collect(),
            });
        }
    }
    stories
}
