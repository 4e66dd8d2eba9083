//! What comes from outside is met with an error that has a place and advice, at once and in bounded memory: never with
//! a panic, a hang or a green run.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod common;

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::Stdio;
use std::sync::Arc;

use common::{Dice, TRAP_HOLE as RIGHT, TestCorpus, bounded, but, err, real_corpus, said};
use segoc_format::read::card;
use segoc_runner::trial;

/// More seconds of a processor than anything takes, even unoptimized: whoever takes more hangs.
const PATIENCE: u32 = 20;

/// The small corpus with a ruling, `rulings/test/x.yaml`.
fn with(name: &str, ruling: impl AsRef<[u8]>) -> TestCorpus {
    let corpus = TestCorpus::new(&format!("hostile/{name}"), &[]);
    corpus.write("rulings/test/x.yaml", ruling);
    corpus
}

/// Runs a corpus in bounded time and memory; what was printed and the exit code.
fn run(corpus: &TestCorpus) -> (String, Option<i32>) {
    let output = bounded(corpus, "segoc run", PATIENCE);
    let text = said(&output);
    assert!(!text.contains("panicked"), "{text}");
    (text, output.status.code())
}

/// A corpus is refused with exit code 2, and says all this.
fn is_refused(corpus: &TestCorpus, says: &[&str]) {
    let (text, code) = run(corpus);
    let start: String = text.chars().take(3000).collect();
    assert_eq!(code, Some(2), "{}: {start}", corpus.root().display());
    for said in says {
        assert!(text.contains(said), "{}: expected: {said}\n{start}", corpus.root().display());
    }
}

#[test]
fn nothing_is_wrong_with_the_right_one() {
    let (text, code) = run(&with("right", RIGHT));
    assert_eq!(code, Some(0), "{text}");
    for (name, text) in [
        ("bom", format!("\u{feff}{RIGHT}")),
        ("crlf", RIGHT.replace('\n', "\r\n")),
        ("big", format!("{RIGHT}# {}\n", "x".repeat(900_000))),
    ] {
        let (text, code) = run(&with(name, text));
        assert_eq!(code, Some(0), "{name}: {text}");
    }
}

#[test]
fn too_deep_too_big_too_many() {
    let deep = 100_000;
    let nested = "nested more than 48 levels deep";
    for (name, text, says) in [
        (
            "deep-lists",
            but("[Trap Hole]\n", &format!("{}{}\n", "[".repeat(deep), "]".repeat(deep))),
            &["x.yaml:17:", nested][..],
        ),
        (
            "deep-maps",
            but("chain: [Trap Hole]", &format!("chain: {}{}", "{a: ".repeat(deep), "}".repeat(deep))),
            &["x.yaml:17:", nested],
        ),
        ("deep-unclosed", "[".repeat(deep), &["x.yaml:1:", nested, "not closed"]),
        ("deep-block", format!("{}x\n", "- ".repeat(deep)), &["x.yaml:1:97", nested]),
        ("deep-keys", (0..1000).map(|i| format!("{}a:\n", " ".repeat(i))).collect(), &["x.yaml:49:49", nested]),
        ("deep-quotes", but("T3ST", &"\"'".repeat(deep)), &["x.yaml:1:"]),
        ("many-values", format!("{RIGHT}x: [{}]\n", "a,".repeat(300_000)), &["x.yaml:19:", "too much", "50000 values"]),
        (
            "many-keys",
            RIGHT.to_owned() + &(0..40_000).map(|i| format!("k{i}: 1\n")).collect::<String>(),
            &["x.yaml:", "too much"],
        ),
        (
            "many-cards",
            but("[Celtic Guardian]", &format!("[{}]", "Celtic Guardian, ".repeat(1200))),
            &["x.yaml:10:", "at most 1000 cards"],
        ),
        (
            "many-unknown-cards",
            but(
                "[Celtic Guardian]",
                &format!("[{}]", (0..40_000).map(|i| format!("Celtic Guardia{i}, ")).collect::<String>()),
            ),
            &["x.yaml:10:17", "unknown card `Celtic Guardia0`", "did you mean `Celtic Guardian`?"],
        ),
        (
            "many-mistakes",
            but("  - chain: [Trap Hole]\n", &"  - chein: [Trap Hole]\n".repeat(8000)),
            &["x.yaml:17:", "did you mean `chain`?"],
        ),
        ("long-word", but("Celtic Guardian", &"x".repeat(900_000)), &["x.yaml:10:17", "unknown card `xxx"]),
        ("long-key", but("play:", &format!("{}: 1\nplay:", "x".repeat(900_000))), &["x.yaml:12:1", "one short word"]),
        ("long-id", but("T3ST", &"T".repeat(900_000)), &["x.yaml:1:5", "is not an id"]),
    ] {
        is_refused(&with(name, text), says);
    }
    let controls: Vec<u8> = (0..=255).collect();
    is_refused(&with("all-bytes", controls), &["x.yaml"]);
    let large = with("large", "");
    let file = fs::File::create(large.file("rulings/test/x.yaml")).expect("a file of the test");
    file.set_len(50 * 1024 * 1024).expect("a large file");
    is_refused(&large, &["x.yaml", "the file is larger than 1024 KiB", "is this the right file?"]);
}

#[test]
fn large_boards_are_played_and_compared_in_time() {
    let guardians = |count: usize| vec!["Celtic Guardian"; count].join(", ");
    let (head, _) = RIGHT.split_once("duel:").expect("a duel");
    let (many, fewer) = (guardians(900), guardians(899));
    let (text, code) = run(&with(
        "other-board",
        format!(
            "{head}duel:\n  Yugi: {{hand: [Celtic Guardian], gy: [{many}]}}\n  Joey: {{deck: [Trap Hole]}}\n\
             play:\n  - board: {{Yugi: {{gy: [{fewer}, Trap Hole]}}}}\n"
        ),
    ));
    assert_eq!(code, Some(1), "{text}");
    let corpus = with(
        "materials",
        format!(
            "{head}duel:\n  Yugi: {{hand: [Spark], gy: [{}], extra deck: [Fff]}}\n  Joey: {{}}\n\
             play:\n  - window: {{player: Yugi, not offered: [Spark]}}\n",
            guardians(60)
        ),
    );
    corpus.write(
        "cards/spark.yaml",
        "name: Spark\npasscode: 1\nspell: normal\neffects:\n  \
         - activation: {does: [{special summon: {choose: 1, of: {is: [fusion]}, by: fusion, using: {in: [gy]}}}]}\n",
    );
    corpus.write(
        "cards/fff.yaml",
        "name: Fff\npasscode: 1\nmonster: {attribute: dark, type: fiend, level: 3, atk: 0, def: 0, is: [fusion], \
         materials: [{choose: 12, of: {kind: monster}}, {choose: 255, of: {kind: monster}}]}\n",
    );
    let (text, code) = run(&corpus);
    assert_eq!(code, Some(0), "{text}");
}

/// The text with one thing changed: a line or a word removed, doubled, moved or replaced.
fn damaged(text: &str, dice: &mut Dice) -> String {
    let odd = "[]§{}§null§\"\"§-1§99999999999§~§'§\"§:§- §#\
               §this card§Yugi§all§true§[[§}}§\u{feff}§é§\u{1F0CF}§\r§\t§{card: Sangan}§Yugi's §|§>§half§1.5§?§*a";
    let odd: Vec<&str> = odd.split('§').collect();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let at = dice.below(lines.len());
    match dice.below(6) {
        0 => drop(lines.remove(at)),
        1 => lines.insert(at, lines[at].clone()),
        2 => {
            let other = dice.below(lines.len());
            lines.swap(at, other);
        }
        3 => lines[at] = format!("{}{}", " ".repeat(dice.below(5)), lines[at]),
        kind => {
            let mut words: Vec<&str> = lines[at].split_inclusive([' ', ',', '{', '}', '[', ']', ':']).collect();
            if !words.is_empty() {
                let word = dice.below(words.len());
                let own: Vec<&str> = text.split_whitespace().collect();
                words[word] = *dice.pick::<&str>(if kind == 4 { &odd } else { &own });
                lines[at] = words.concat();
            }
        }
    }
    lines.join("\n") + "\n"
}

#[test]
fn damaged_files_are_read_and_played_without_a_panic() {
    let corpus = real_corpus();
    let formats: Vec<String> = corpus.formats().iter().map(|format| format.name.clone()).collect();
    let checked = corpus.check();
    let mut dice = Dice(7);
    let quietly = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let mut broken = Vec::new();
    let (mut refused, mut played) = (0, 0);
    for ruling in &checked.rulings {
        for _ in 0..4 {
            let mut text = damaged(&ruling.text, &mut dice);
            if dice.below(3) == 0 {
                text = damaged(&text, &mut dice);
            }
            let outcome = catch_unwind(AssertUnwindSafe(|| match corpus.parse_ruling("damaged.yaml", text.as_str()) {
                Err(errors) => {
                    let _ = errors.render(true);
                    refused += 1;
                }
                Ok(ruling) => {
                    let format = corpus.format(&ruling.formats[0]).expect("a format");
                    let _ = trial::outcome(&ruling, &format.name, &format.policy);
                    played += 1;
                }
            }));
            if outcome.is_err() {
                broken.push(text);
            }
        }
    }
    for card in &checked.cards {
        for _ in 0..5 {
            let text = damaged(&card.text, &mut dice);
            let read = catch_unwind(|| {
                card::read("damaged.yaml", &Arc::from(text.as_str()), &formats).map_err(|e| e.render(true))
            });
            if read.is_err() {
                broken.push(text);
            }
        }
    }
    std::panic::set_hook(quietly);
    assert!(broken.is_empty(), "{} panics, the first with:\n{}", broken.len(), broken[0]);
    assert!(refused > 200 && played > 50, "{refused} refused, {played} played");
}

#[test]
fn a_closed_pipe_ends_the_program_quietly() {
    let rulings: Vec<(String, String)> =
        (0..200).map(|i| (format!("ruling-{i}.yaml"), RIGHT.replace("T3ST", &format!("T{i:03}")))).collect();
    let rulings: Vec<(&str, &str)> = rulings.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let corpus = TestCorpus::new("pipe", &rulings);
    let mut program =
        corpus.segoc(&["list"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program runs");
    drop(program.stdout.take());
    let output = program.wait_with_output().expect("the program ends");
    assert!(!err(&output).contains("panicked"), "{}", err(&output));
    assert_eq!(output.status.code(), Some(0));
}
