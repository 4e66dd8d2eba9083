//! What a run of the corpus costs on one core: reading, parsing, playing and comparing, and how it grows.
//!
//! `cargo bench -p segoc-runner`. Machines differ and are noisy: the ratios at the end of each line are measured in one
//! run and say more than the times.

#![allow(clippy::expect_used, clippy::panic, clippy::print_stdout)]

#[path = "../../cli/tests/common/fixtures.rs"]
mod fixtures;

use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use fixtures::{duel, repository, right};
use segoc_engine::{Answer, Policy};
use segoc_format::corpus::Corpus;
use segoc_format::ruling::Ruling;
use segoc_runner::drive::{Manner, drive};
use segoc_runner::engines::{Reference, answer};
use segoc_runner::trial;
use walkdir::WalkDir;

/// A ruling in a format, with the answers its story gives.
struct Trial {
    ruling: Arc<Ruling>,
    format: String,
    policy: Policy,
    answers: Vec<Answer>,
}

fn main() {
    let dir = repository().join("corpus");
    let files = paths(&dir);
    let reading = best(|| {
        black_box(read(&dir, &files));
    });
    let texts = read(&dir, &files);
    let parsing = best(|| {
        black_box(parse(&texts));
    });
    let (corpus, rulings) = parse(&texts);
    let trials = trials(&corpus, &rulings);
    let playing = best(|| trials.iter().for_each(play_only));
    let judging = best(|| trials.iter().for_each(judge));
    let comparing = judging.saturating_sub(playing);
    let whole = reading + parsing + judging;

    println!("{} rulings, {} trials, one core", rulings.len(), trials.len());
    line("reading", reading, whole);
    line("parsing", parsing, whole);
    line("playing", playing, whole);
    line("comparing", comparing, whole);
    line("whole run", whole, whole);
    println!("whole run / parsing      {:>8.2}", ratio(whole, parsing));
    println!("trials per second        {:>8.0}", trials.len() as f64 / whole.as_secs_f64());
    let answers: usize = trials.iter().map(|t| t.answers.len()).sum();
    println!(
        "one duel                 {:>8.1} µs ({:.1} answers on average)",
        playing.as_secs_f64() * 1e6 / trials.len() as f64,
        answers as f64 / trials.len() as f64
    );
    growth(&texts, &rulings);
}

/// The cost of a ruling in corpora of growing size, made of copies.
fn growth(texts: &[(String, Arc<str>)], rulings: &[Arc<Ruling>]) {
    let mut first = None;
    for size in [100usize, 1_000, 10_000] {
        let others = texts.iter().filter(|(path, _)| !path.starts_with("rulings/")).cloned();
        let copies = (0..size).map(|i| {
            let ruling = &rulings[i % rulings.len()];
            let id = format!("B{}", crockford(i));
            let text = ruling.text.replacen(&format!("id: {}", ruling.id), &format!("id: {id}"), 1);
            (format!("rulings/{}-{i}.yaml", ruling.name), Arc::from(text.as_str()))
        });
        let all: Vec<(String, Arc<str>)> = others.chain(copies).collect();
        let start = Instant::now();
        let (corpus, rulings) = parse(&all);
        let mut played = 0usize;
        for ruling in &rulings {
            for format in &ruling.formats {
                let policy = &corpus.format(format).expect("a format").policy;
                black_box(trial::outcome(ruling, format, policy));
                played += 1;
            }
        }
        let each = start.elapsed().as_secs_f64() * 1e6 / rulings.len() as f64;
        let first = *first.get_or_insert(each);
        println!(
            "{size:>6} rulings           {each:>8.1} µs a ruling ({played} trials), {:.2} × the first",
            each / first
        );
    }
}

fn crockford(mut n: usize) -> String {
    const DIGITS: &[u8] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    let mut id = String::new();
    for _ in 0..3 {
        id.push(DIGITS[n % 32] as char);
        n /= 32;
    }
    id
}

/// The shortest of several runs: the one least disturbed.
fn best(mut run: impl FnMut()) -> Duration {
    (0..7)
        .map(|_| {
            let start = Instant::now();
            run();
            start.elapsed()
        })
        .min()
        .unwrap_or_default()
}

fn ratio(a: Duration, b: Duration) -> f64 {
    a.as_secs_f64() / b.as_secs_f64().max(1e-12)
}

fn line(name: &str, time: Duration, whole: Duration) {
    println!("{name:<24} {:>8.2} ms {:>6.1} %", time.as_secs_f64() * 1e3, 100.0 * ratio(time, whole));
}

fn paths(dir: &Path) -> Vec<PathBuf> {
    let entries = WalkDir::new(dir).sort_by_file_name().into_iter().filter_map(Result::ok);
    entries.map(walkdir::DirEntry::into_path).filter(|p| p.extension().is_some_and(|e| e == "yaml")).collect()
}

fn read(dir: &Path, files: &[PathBuf]) -> Vec<(String, Arc<str>)> {
    let name = |path: &PathBuf| path.strip_prefix(dir).expect("below the corpus").to_string_lossy().replace('\\', "/");
    files.iter().map(|p| (name(p), Arc::from(fs::read_to_string(p).expect("a readable file")))).collect()
}

fn parse(texts: &[(String, Arc<str>)]) -> (Corpus, Vec<Arc<Ruling>>) {
    let corpus = right(Corpus::from_texts(texts.iter().cloned()));
    let rulings = corpus.list().iter().map(|listed| right(corpus.ruling(&listed.name))).collect();
    (corpus, rulings)
}

fn trials(corpus: &Corpus, rulings: &[Arc<Ruling>]) -> Vec<Trial> {
    let mut trials = Vec::new();
    for ruling in rulings.iter().filter(|r| r.disputed.is_empty()) {
        for format in &ruling.formats {
            let policy = corpus.format(format).expect("a format").policy.clone();
            let told = drive(&mut Reference::of(corpus), ruling, format, None, Manner::Brief);
            let answers =
                told.questions.into_iter().filter_map(|question| question.answer.as_ref().map(answer)).collect();
            trials.push(Trial { ruling: Arc::clone(ruling), format: format.clone(), policy, answers });
        }
    }
    trials
}

/// The engine alone, with the answers of the story.
fn play_only(trial: &Trial) {
    let mut duel = duel(&trial.ruling, &trial.format, trial.policy.clone());
    for answer in &trial.answers {
        if duel.answer(answer).is_err() {
            break;
        }
    }
    black_box(duel.log().len());
}

fn judge(trial: &Trial) {
    black_box(trial::outcome(&trial.ruling, &trial.format, &trial.policy));
}
