//! The reference engine beside another one, on the same rulings, in one run and one at a time, like for like:
//!
//! - pipe against pipe: each engine in a process of its own. The time is that of the runner, which drives and judges, of messages
//!   written, handed over and read on both sides, and of the duels;
//! - alone against alone: each process is fed what it was told before, without being waited for. The time is that of reading and
//!   writing messages and of the duels; starting the process is not in it, nor is a first time of anything;
//! - the reference engine called by the runner as a library: the time of driving, judging and the duels, without messages;
//! - the engines themselves: what each takes to make the duels with their cards and to play them up to each question, once it has the cards in its
//!   own form. No message is made or read, nor is a board or what is refused asked for. An engine tells it of itself, in a file (`SEGOC_TIMES`).
//!
//! Beside it stands, on Linux, what a message costs the runner itself: its processor time over a pipe, without that of the engine, for each
//! line written or read.
//!
//! `cargo bench -p segoc --bench engines` shows the reference engine alone;
//! `SEGOC_ENGINE="node adapters/ygopro-core/main.mjs" cargo bench -p segoc --bench engines` sets it beside another one, and with
//! `SEGOC_ENGINE="node adapters/ygopro-core/main.mjs --times /tmp/times.json" SEGOC_TIMES=/tmp/times.json` the engines themselves as well.
//! Machines differ and are noisy: the ratios say more than the times.

#![allow(clippy::expect_used, clippy::panic, clippy::print_stdout)]

#[path = "../tests/common/fixtures.rs"]
mod fixtures;

use std::hint::black_box;
use std::io::Write;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use fixtures::{real_corpus, repository, right};
use segoc_engine::Duel;
use segoc_format::corpus::Corpus;
use segoc_format::ruling::{Ruling, engine_setup};
use segoc_protocol::{Answer, Board, Engine, Hello, PROTOCOL, Refused, Reply, Start, ToEngine, Trouble};
use segoc_runner::engines::process::{Process, Terms};
use segoc_runner::engines::{self, Reference};
use segoc_runner::outcome::Outcome;
use segoc_runner::play::play;

type Trial = (Arc<Ruling>, String);

fn main() {
    let corpus = real_corpus();
    // Cargo runs a bench in the directory of its package; commands are written for the root.
    std::env::set_current_dir(repository()).expect("the root of the repository");
    let own = words(&format!("{} serve", env!("CARGO_BIN_EXE_segoc")));
    let other = std::env::var("SEGOC_ENGINE").ok().map(|command| words(&command));
    let started = |command: &Vec<String>| {
        let terms = Terms {
            command: command.clone(),
            answer: Duration::from_secs(60),
            ruling: Duration::from_secs(600),
            crashes: 0,
            corpus: corpus.version().to_owned(),
        };
        Process::start(terms).unwrap_or_else(|fault| panic!("{}", fault.message))
    };
    let mut served = started(&own);
    let mut compared = other.as_ref().map(started);
    let listed = corpus.list();
    let rulings = listed.iter().map(|listed| right(corpus.ruling(&listed.name)));
    let mut trials: Vec<Trial> = rulings
        .flat_map(|ruling| ruling.formats.clone().into_iter().map(move |format| (Arc::clone(&ruling), format)))
        .collect();
    if let Some(engine) = &mut compared {
        // Rulings the other engine does not play would only flatter it.
        trials.retain(|(ruling, format)| {
            !matches!(play(engine, ruling, format).outcome, Outcome::Unsupported(_) | Outcome::Fault(_))
        });
    }
    println!("{} rulings and formats, one at a time", trials.len());
    let line = |name: &str, time: Duration| {
        let each = time.as_secs_f64() * 1e6 / trials.len() as f64;
        println!("{name:<44} {:>10.1} ms {each:>9.1} µs each", time.as_secs_f64() * 1e3);
    };
    let ratio = |name: &str, own: Duration, other: Duration| {
        println!("{name:<44} {:>10.1}", other.as_secs_f64() / own.as_secs_f64());
    };
    let direct = best(|| timed(&trials, &mut Reference::of(&corpus)));
    line("reference engine, as a library", direct);
    let before = processor_time();
    let piped = best(|| timed(&trials, &mut served));
    let spent = before.zip(processor_time()).map(|(before, now)| now - before);
    line("reference engine, over a pipe", piped);
    let recorded = recorded(&trials, &mut served);
    if let Some(spent) = spent {
        let each = spent.as_secs_f64() * 1e6 / (TIMES * recorded.messages) as f64;
        println!(
            "{:<44} {:>10} messages {each:>6.2} µs each",
            "the runner's own time over that pipe", recorded.messages
        );
    }
    let (alone_own, _) = alone(&own, &recorded.told);
    line("reference engine, alone", alone_own);
    let (mut making, mut playing) = (Duration::MAX, Duration::MAX);
    for _ in 0..TIMES {
        let (made, played) = itself(&corpus, &recorded.duels);
        (making, playing) = (making.min(made), playing.min(played));
    }
    line("reference engine itself, making duels", making);
    line("reference engine itself, playing them", playing);
    if let (Some(engine), Some(command)) = (&mut compared, &other) {
        let name = engine.about().engine.clone();
        let piped_other = best(|| timed(&trials, engine));
        line(&format!("{name}, over a pipe"), piped_other);
        let (alone_other, itself_other) = alone(command, &self::recorded(&trials, engine).told);
        line(&format!("{name}, alone"), alone_other);
        if let Some((made, played)) = itself_other {
            line(&format!("{name} itself, making duels"), made);
            line(&format!("{name} itself, playing them"), played);
            ratio("the engines themselves, playing", playing, played);
            ratio("the engines themselves, both", making + playing, made + played);
        }
        ratio("pipe against pipe", piped, piped_other);
        ratio("alone against alone", alone_own, alone_other);
        ratio("as a library against alone", direct, alone_other);
    }
}

fn words(command: &str) -> Vec<String> {
    command.split_whitespace().map(str::to_owned).collect()
}

/// How often everything is timed.
const TIMES: usize = 5;

/// The shortest of several times: the one least disturbed.
fn best(mut time: impl FnMut() -> Duration) -> Duration {
    (0..TIMES).map(|_| time()).min().unwrap_or_default()
}

fn timed(trials: &[Trial], engine: &mut dyn Engine) -> Duration {
    let start = Instant::now();
    for (ruling, format) in trials {
        black_box(play(engine, ruling, format));
    }
    start.elapsed()
}

/// How long processors have worked for this process, in all its threads: on Linux, which counts in hundredths of a second.
fn processor_time() -> Option<Duration> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    let (_, fields) = stat.rsplit_once(") ")?;
    let of_user_and_system = fields.split(' ').skip(11).take(2);
    let ticks: u64 = of_user_and_system.filter_map(|ticks| ticks.parse::<u64>().ok()).sum();
    Some(Duration::from_millis(ticks * 10))
}

/// How long the reference engine itself takes to make duels, and to play them as they were answered.
fn itself(corpus: &Corpus, duels: &[(Start, Vec<Answer>)]) -> (Duration, Duration) {
    let (mut making, mut playing) = (Duration::ZERO, Duration::ZERO);
    for (start, answers) in duels {
        let library: Vec<_> = start.definitions.iter().filter_map(|definition| definition.read()).collect();
        let setup = engine_setup(&start.setup, &library).expect("a duel that was played");
        let policy = corpus.format(&start.format).expect("a format").policy.clone();
        let answers: Vec<_> = answers.iter().map(engines::answer).collect();
        let began = Instant::now();
        let mut duel = Duel::new(&setup, library, policy).expect("a duel that was played");
        let made = Instant::now();
        answers.iter().for_each(|answer| duel.answer(answer).expect("an answer that was given"));
        (making, playing) = (making + (made - began), playing + made.elapsed());
        black_box(duel);
    }
    (making, playing)
}

/// How long a process takes over everything it is told, when it has done so once; and how long its engine itself to make duels and to play them,
/// if it says so.
fn alone(command: &[String], told: &[u8]) -> (Duration, Option<(Duration, Duration)>) {
    let time = |times: usize| {
        let start = Instant::now();
        let mut process = Command::new(&command[0])
            .args(&command[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("a program");
        let mut stdin = process.stdin.take().expect("its input");
        let hello = ToEngine::Hello { protocols: vec![PROTOCOL], runner: "a bench".into(), corpus: String::new() };
        stdin.write_all(&written(&hello)).expect("it reads");
        (0..times).for_each(|_| stdin.write_all(told).expect("it reads"));
        drop(stdin);
        process.wait().expect("it ends");
        (start.elapsed(), said_of_itself())
    };
    let best_of = |times: usize| {
        let mut runs = (0..TIMES).map(|_| time(times));
        let first = runs.next().expect("at least one");
        runs.fold(first, |a, b| (a.0.min(b.0), a.1.zip(b.1).map(|(a, b)| (a.0.min(b.0), a.1.min(b.1)))))
    };
    let ((twice, itself_twice), (once, itself_once)) = (best_of(2), best_of(1));
    let itself =
        itself_twice.zip(itself_once).map(|(two, one)| (two.0.saturating_sub(one.0), two.1.saturating_sub(one.1)));
    (twice.saturating_sub(once), itself)
}

/// What an engine that has ended says of itself: milliseconds of `making` duels and of `playing` them, as JSON.
fn said_of_itself() -> Option<(Duration, Duration)> {
    let text = std::fs::read_to_string(std::env::var("SEGOC_TIMES").ok()?).ok()?;
    let times: serde_json::Value = serde_json::from_str(&text).ok()?;
    let of = |what: &str| Some(Duration::from_secs_f64(times.get(what)?.as_f64()? / 1e3));
    Some((of("making")?, of("playing")?))
}

fn written(message: &ToEngine) -> Vec<u8> {
    let mut line = serde_json::to_vec(message).expect("a message");
    line.push(b'\n');
    line
}

/// Plays some rulings and records what the engine is told.
fn recorded<'e>(trials: &[Trial], engine: &'e mut dyn Engine) -> Recorded<'e> {
    let mut recorded = Recorded { engine, told: Vec::new(), duels: Vec::new(), messages: 0 };
    for (ruling, format) in trials {
        black_box(play(&mut recorded, ruling, format));
    }
    recorded
}

/// An engine, what it was told, the duels in it that began, and how many messages that and its answers were.
struct Recorded<'e> {
    engine: &'e mut dyn Engine,
    told: Vec<u8>,
    duels: Vec<(Start, Vec<Answer>)>,
    messages: usize,
}

impl Recorded<'_> {
    fn tell(&mut self, message: &ToEngine) {
        self.told.extend(written(message));
        self.messages += 1;
    }

    fn count(&mut self, reply: Result<Reply, Trouble>) -> Result<Reply, Trouble> {
        self.messages += reply.as_ref().map_or(1, |reply| reply.events.len() + 1);
        reply
    }
}

impl Engine for Recorded<'_> {
    fn about(&self) -> &Hello {
        self.engine.about()
    }

    fn start(&mut self, duel: &Start) -> Result<Reply, Trouble> {
        self.tell(&ToEngine::Start(Box::new(duel.clone())));
        let reply = self.engine.start(duel);
        if reply.is_ok() {
            self.duels.push((duel.clone(), Vec::new()));
        }
        self.count(reply)
    }

    fn answer(&mut self, answer: &Answer) -> Result<Reply, Trouble> {
        self.tell(&ToEngine::Answer(answer.clone()));
        self.duels.iter_mut().last().into_iter().for_each(|(_, answers)| answers.push(answer.clone()));
        let reply = self.engine.answer(answer);
        self.count(reply)
    }

    fn board(&self) -> Option<Board> {
        self.engine.board()
    }

    fn refused(&self) -> Vec<Refused> {
        self.engine.refused()
    }

    fn tells_at_once(&self) -> bool {
        self.engine.tells_at_once()
    }

    fn is_replayed(&self) -> bool {
        self.engine.is_replayed()
    }
}
