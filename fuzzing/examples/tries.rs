//! Tries a target with many inputs: `cargo run --release -p segoc-fuzzing --example tries -- TARGET COUNT [FROM]`.
//!
//! Every kind of failure is told once, with the number of its input; `tries TARGET 1 NUMBER` tries that input alone. Nothing here reaches
//! for new code, as the fuzzers of `fuzz/` do, and nothing has to be installed for it.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use segoc_fuzzing::{TARGETS, Target};

/// Where the last panic was, and what it said.
static LAST: Mutex<(String, String)> = Mutex::new((String::new(), String::new()));

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize| arguments.get(at).and_then(|text| text.parse::<u64>().ok());
    let target = arguments.first().and_then(|name| Target::named(name));
    let (Some(target), Some(count)) = (target, number(1)) else {
        let names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
        eprintln!("usage: tries TARGET COUNT [FROM]; the targets are {}", names.join(", "));
        return ExitCode::from(2);
    };
    std::panic::set_hook(Box::new(|info| {
        let place = info.location().map(ToString::to_string).unwrap_or_default();
        if let Ok(mut last) = LAST.lock() {
            let message = info.payload().downcast_ref::<String>().cloned();
            let message = message.or_else(|| info.payload().downcast_ref::<&str>().map(|text| (*text).to_owned()));
            *last = (place, message.unwrap_or_default());
        }
    }));
    let seeds = (target.seeds)();
    let from = number(2).unwrap_or_default();
    let (began, mut slowest) = (Instant::now(), (Duration::ZERO, from));
    let mut found: BTreeMap<(String, String), (usize, u64)> = BTreeMap::new();
    for number in from..from + count {
        let input = target.input(&seeds, number);
        let start = Instant::now();
        if catch_unwind(AssertUnwindSafe(|| (target.run)(&input))).is_err() {
            let (place, message) = LAST.lock().map(|last| last.clone()).unwrap_or_default();
            // Numbers and names differ between failures of one kind.
            let words = message.lines().next().unwrap_or_default().split(|c: char| !c.is_alphabetic());
            let plain = words.filter(|word| word.starts_with(|c: char| c.is_lowercase()));
            let kind = plain.take(12).collect::<Vec<_>>().join(" ");
            let (times, _) = found.entry((place.clone(), kind)).or_insert((0, number));
            *times += 1;
            if *times == 1 {
                println!("input {number}: {place}: {}", message.chars().take(600).collect::<String>());
            }
        }
        slowest = slowest.max((start.elapsed(), number));
    }
    let (seconds, each) =
        (began.elapsed().as_secs_f64(), began.elapsed() / u32::try_from(count.max(1)).unwrap_or(u32::MAX));
    println!(
        "{}: {count} inputs from {from} in {seconds:.1} s, {each:?} each; the slowest is {} ({:?})",
        target.name, slowest.1, slowest.0
    );
    for ((place, kind), (times, first)) in &found {
        println!("{times} times, first with input {first}: {place} {kind}");
    }
    if found.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
