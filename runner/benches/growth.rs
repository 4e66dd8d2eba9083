//! How the cost of a duel grows with its parts: chains in a row, links of a chain, triggers of one window, cards to choose from, and
//! questions of one effect.
//!
//! `cargo bench -p segoc-runner --bench growth`. Each line has four sizes, each twice the one before; what is printed is the time
//! for one part, and at the end how much more a part costs in the last size than in the first: 1 is linear, 8 is quadratic.

#![allow(clippy::expect_used, clippy::panic, clippy::print_stdout)]

#[path = "../../cli/tests/common/fixtures.rs"]
mod fixtures;

use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use fixtures::{HEAD, duel, right};
use segoc_engine::{Action, Answer, Ask, Policy, Pool, Prompt};
use segoc_format::corpus::Corpus;
use segoc_format::ruling::Ruling;

/// A duel of any size.
struct Case {
    what: &'static str,
    /// The first of four sizes.
    first: usize,
    /// The effects of the card on the field.
    effects: fn(usize) -> String,
    /// How often the card lies in the GY, too.
    in_gy: fn(usize) -> usize,
    /// How many links the turn player activates in each chain, and how many chains there are.
    links_and_chains: fn(usize) -> (usize, usize),
}

const CASES: [Case; 5] = [
    Case {
        what: "chains in a row",
        first: 80,
        effects: |_| "  - ignition: {does: [{gain lp: 1}]}\n".into(),
        in_gy: |_| 0,
        links_and_chains: |n| (1, n),
    },
    Case {
        what: "links of a chain",
        first: 35,
        effects: |_| "  - quick: {mandatory: false, does: [{gain lp: 1}]}\n".into(),
        in_gy: |_| 0,
        links_and_chains: |n| (n, 1),
    },
    Case {
        what: "triggers of a window",
        first: 10,
        effects: |_| {
            "  - {id: ring, ignition: {does: [{gain lp: 1}]}}\n  \
             - {id: echo, trigger: {mandatory: true, from: [gy], if: {gains lp: {who: you}}, does: [{banish: {choose: 1, of: {whose: opponent's, in: [gy]}}}]}}\n"
                .into()
        },
        in_gy: |n| n,
        links_and_chains: |_| (1, 1),
    },
    Case {
        what: "cards to choose from",
        first: 10,
        effects: |n| {
            format!("  - ignition: {{does: [{{banish: {{choose: {}, of: {{whose: yours, in: [gy]}}}}}}]}}\n", n / 2)
        },
        in_gy: |n| n,
        links_and_chains: |_| (1, 1),
    },
    Case {
        what: "questions of an effect",
        first: 4,
        effects: |n| {
            let banish = "banish: {choose: 1, of: {whose: yours, in: [gy]}}";
            let more = format!("\n        - then: {{{banish}}}").repeat(n - 1);
            format!("  - ignition:\n      does:\n        - {{{banish}}}{more}\n")
        },
        in_gy: |n| n + 2,
        links_and_chains: |_| (1, 1),
    },
];

fn main() {
    println!("{:<24} {:>10} {:>12} {:>12} {:>12} {:>12} {:>8}", "", "sizes", "µs each", "", "", "", "growth");
    for case in &CASES {
        let sizes: Vec<usize> = (0..4).map(|doubled| case.first << doubled).collect();
        let each: Vec<f64> = sizes.iter().map(|&size| case.time(size).as_secs_f64() * 1e6 / size as f64).collect();
        let times: String = each.iter().map(|each| format!(" {each:>12.2}")).collect();
        let sizes = format!("{}–{}", sizes[0], sizes[3]);
        println!("{:<24} {sizes:>10}{times} {:>8.2}", case.what, each[3] / each[0]);
    }
}

impl Case {
    /// The shortest time in which a duel of a size is played.
    fn time(&self, size: usize) -> Duration {
        let ruling = self.ruling(size);
        let play = || {
            let start = Instant::now();
            self.play(&ruling, size);
            start.elapsed()
        };
        (0..15).map(|_| play()).min().unwrap_or_default()
    }

    fn ruling(&self, size: usize) -> Ruling {
        let root = fixtures::repository().join("corpus");
        let of_corpus = |file: &str| std::fs::read_to_string(root.join(file)).expect("a file of the corpus");
        let card = format!(
            "name: Bell\npasscode: 1\nmonster: {{attribute: dark, type: fiend, level: 4, atk: 1000, def: 600}}\neffects:\n{}",
            (self.effects)(size)
        );
        let texts = [("formats.yaml", of_corpus("formats.yaml")), ("cards/bell.yaml", card)];
        let corpus = right(Corpus::from_texts(texts.map(|(path, text)| (path.to_owned(), text))));
        let gy = vec!["Bell"; (self.in_gy)(size)].join(", ");
        let gy = if gy.is_empty() { String::new() } else { format!("    gy: [{gy}]\n") };
        let text = format!("{HEAD}duel:\n  phase: main 1\n  Yugi:\n    monsters: [Bell]\n{gy}  Joey: {{}}\n");
        right(corpus.parse_draft_text(Path::new("growth.yaml"), text))
    }

    fn play(&self, ruling: &Ruling, size: usize) {
        let mut duel = duel(ruling, "tcg", Policy::default());
        let (links, mut chains) = (self.links_and_chains)(size);
        let mut left = 0;
        while let Some(prompt) = duel.prompt() {
            if matches!(prompt.ask, Ask::Act { .. }) {
                if chains == 0 {
                    break;
                }
                (chains, left) = (chains - 1, links);
            }
            let answer = answer(prompt, &mut left);
            duel.answer(&answer).unwrap_or_else(|error| panic!("{}: {error}", self.what));
        }
        assert!(chains == 0 && left == 0 && duel.end().is_none(), "{} of {size}: not played", self.what);
        black_box(duel.log().len());
    }
}

/// Activates as long as there are links left, and takes the first of everything.
fn answer(prompt: &Prompt, left: &mut usize) -> Answer {
    match &prompt.ask {
        Ask::Act { options } | Ask::Respond { options } => {
            let activates = |action: &Action| matches!(action, Action::Activate(_));
            match options.iter().position(activates).filter(|_| *left > 0) {
                Some(option) => {
                    *left -= 1;
                    Answer::Option(option)
                }
                None => Answer::Pass,
            }
        }
        Ask::Trigger { .. } => Answer::Option(0),
        Ask::Confirm { .. } => Answer::Confirm(true),
        Ask::Choose(choice) => match &choice.from {
            Pool::Cards(cards) => Answer::Cards(cards[..choice.min].to_vec()),
            Pool::Sets(sets) => Answer::Cards(sets[0].clone()),
            Pool::Positions(positions) => Answer::Position(positions[0]),
            Pool::Words(words) => Answer::Word(words[0].clone()),
        },
    }
}
