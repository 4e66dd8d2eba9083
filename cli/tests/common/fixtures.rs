//! Rulings, corpora and the blocks of documents for tests; those of the runner include this file too.

#![allow(dead_code, clippy::expect_used, clippy::panic)]

use std::path::{Path, PathBuf};
use std::sync::Arc;

use segoc_engine::{Action, Answer, Ask, Duel, Policy, Pool, Prompt};
use segoc_format::corpus::Corpus;
use segoc_format::diagnostic::Diagnostics;
use segoc_format::ruling::{Ruling, engine_setup};

/// Box C: passes in both formats. Other small rulings are this one with something replaced.
pub(crate) const TRAP_HOLE: &str = include_str!("trap-hole.yaml");

/// What stands before the duel of a ruling about nothing in particular.
pub(crate) const HEAD: &str = "id: T3ST\nruling: A test\nquestion: What happens?\nanswer: This.\nformats: [tcg]\n\
     rules: [chain.both-pass]\nsources: [{kind: derived, title: A test, url: \"https://example.org\"}]\n";

/// [`TRAP_HOLE`] with something replaced, which must be there.
pub(crate) fn but(from: &str, to: &str) -> String {
    assert!(TRAP_HOLE.contains(from), "{from}");
    TRAP_HOLE.replacen(from, to, 1)
}

/// The root of the repository.
pub(crate) fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().expect("the repository")
}

/// A value, or the mistakes that were found instead.
#[track_caller]
pub(crate) fn right<T>(read: Result<T, Diagnostics>) -> T {
    read.unwrap_or_else(|mistakes| panic!("{}", mistakes.render(false)))
}

/// The corpus of the repository.
pub(crate) fn real_corpus() -> Corpus {
    right(Corpus::load(&repository().join("corpus")))
}

/// What every small corpus has: the real rules and formats, and the cards of [`TRAP_HOLE`].
pub(crate) const SMALL: [&str; 4] =
    ["formats.yaml", "rules.yaml", "cards/celtic-guardian.yaml", "cards/trap-hole.yaml"];

/// The duel of a ruling, about to begin in the engine itself.
pub(crate) fn duel(ruling: &Ruling, format: &str, policy: Policy) -> Duel {
    try_duel(ruling, format, policy).expect("a right set-up")
}

/// The same, unless there can be no such board under this policy.
pub(crate) fn try_duel(ruling: &Ruling, format: &str, policy: Policy) -> Option<Duel> {
    let library: Vec<_> = ruling.cards.iter().map(|card| Arc::new(card.def(format))).collect();
    let setup = engine_setup(&ruling.setup, &library).expect("a right set-up");
    Duel::new(&setup, library, policy).ok()
}

/// Numbers that look random and are the same every time.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit.max(1)
    }

    pub(crate) fn pick<'t, T>(&mut self, among: &'t [T]) -> &'t T {
        &among[self.below(among.len())]
    }
}

/// Some answer to a question, of those it allows.
pub(crate) fn some_answer(prompt: &Prompt, any: &mut Dice) -> Answer {
    match &prompt.ask {
        Ask::Act { options } => {
            // Moving on too often would leave the interesting part of the turn at once.
            let options: Vec<(usize, &Action)> = options.iter().enumerate().collect();
            let acting: Vec<_> =
                options.iter().filter(|(_, a)| !matches!(a, Action::GoTo(_) | Action::EndTurn)).collect();
            if !acting.is_empty() && any.below(4) > 0 {
                return Answer::Option(acting[any.below(acting.len())].0);
            }
            Answer::Option(options[any.below(options.len())].0)
        }
        Ask::Respond { options } if options.is_empty() || any.below(3) == 0 => Answer::Pass,
        Ask::Respond { options } => Answer::Option(any.below(options.len())),
        Ask::Trigger { may_decline: true, .. } if any.below(4) == 0 => Answer::Pass,
        Ask::Trigger { options, .. } => Answer::Option(any.below(options.len())),
        Ask::Confirm { .. } => Answer::Confirm(any.below(2) == 0),
        Ask::Choose(choice) => match &choice.from {
            Pool::Cards(cards) => {
                let count = choice.min + any.below(choice.max - choice.min + 1);
                let mut left = cards.clone();
                Answer::Cards((0..count).map(|_| left.remove(any.below(left.len()))).collect())
            }
            Pool::Sets(sets) => Answer::Cards(sets[any.below(sets.len())].clone()),
            Pool::Positions(positions) => Answer::Position(positions[any.below(positions.len())]),
            Pool::Words(words) => Answer::Word(words[any.below(words.len())].clone()),
        },
    }
}

/// A fenced block of a document: what is written behind its backticks, the number of its first line, and its lines.
pub(crate) struct Fence {
    pub(crate) info: String,
    pub(crate) begins: usize,
    pub(crate) lines: Vec<String>,
}

impl Fence {
    /// The numbers of its lines.
    pub(crate) fn range(&self) -> std::ops::Range<usize> {
        self.begins..self.begins + self.lines.len()
    }
}

/// The fenced blocks of a document.
pub(crate) fn fences(text: &str) -> Vec<Fence> {
    let mut fences: Vec<Fence> = Vec::new();
    let mut inside = "";
    for (i, line) in text.lines().enumerate() {
        let bare = line.trim_start();
        let info = bare.trim_start_matches('`');
        let ticks = &bare[..bare.len() - info.len()];
        match fences.last_mut() {
            Some(_) if bare == inside => inside = "",
            Some(fence) if !inside.is_empty() => fence.lines.push(line.to_owned()),
            _ if ticks.len() >= 3 => {
                inside = ticks;
                fences.push(Fence { info: info.trim().to_owned(), begins: i + 1, lines: Vec::new() });
            }
            _ => {}
        }
    }
    assert!(inside.is_empty(), "a block is not closed");
    fences
}
