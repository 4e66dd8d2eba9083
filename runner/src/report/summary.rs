//! How many of each outcome.

use super::style;
use crate::engines::FaultKind;
use crate::outcome::{FailureKind, Outcome};

/// The outcomes of a run, counted.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// Counts by the machine word of the outcome, in a fixed order.
    pub outcomes: Vec<(&'static str, usize)>,
    /// Counts of failures by their kind.
    pub kinds: Vec<(FailureKind, usize)>,
}

/// Every outcome but those of broken engines, in the order in which they are shown.
const WORDS: [&str; 6] = ["passed", "failed", "disputed", "unsupported", "endless", "invalid"];

impl Summary {
    /// A summary of nothing yet.
    #[must_use]
    pub fn new() -> Self {
        let faults = FaultKind::ALL.iter().map(|kind| kind.word());
        Self { outcomes: WORDS.into_iter().chain(faults).map(|w| (w, 0)).collect(), kinds: Vec::new() }
    }

    /// Counts one outcome.
    pub fn add(&mut self, outcome: &Outcome) {
        self.add_word(outcome.word());
        if let Outcome::Failed(failure) = outcome {
            match self.kinds.iter_mut().find(|(kind, _)| *kind == failure.kind) {
                Some((_, count)) => *count += 1,
                None => self.kinds.push((failure.kind, 1)),
            }
            self.kinds.sort_unstable_by_key(|(kind, _)| *kind);
        }
    }

    /// Counts a file that could not be read.
    pub fn add_invalid(&mut self) {
        self.add_word("invalid");
    }

    fn add_word(&mut self, word: &str) {
        if let Some((_, count)) = self.outcomes.iter_mut().find(|(w, _)| *w == word) {
            *count += 1;
        }
    }

    /// How many had this outcome.
    #[must_use]
    pub fn of(&self, word: &str) -> usize {
        self.outcomes.iter().find(|(w, _)| *w == word).map_or(0, |(_, count)| *count)
    }

    /// How many there were.
    #[must_use]
    pub fn total(&self) -> usize {
        self.outcomes.iter().map(|(_, count)| count).sum()
    }

    /// One line, in colours: "12 passed, 1 failed (other order), 2 disputed".
    #[must_use]
    pub fn line(&self) -> String {
        let shown = self.outcomes.iter().filter(|(word, n)| *n > 0 || *word == "passed");
        let parts = shown.map(|(word, n)| {
            let colour = match *word {
                "passed" if *n > 0 => style::GOOD,
                "passed" => style::PLAIN,
                "disputed" | "unsupported" => style::NOTE,
                _ => style::BAD,
            };
            let kinds: Vec<String> = self.kinds.iter().map(|(kind, n)| format!("{n} {kind}")).collect();
            let kinds = if *word == "failed" { format!(" ({})", kinds.join(", ")) } else { String::new() };
            format!("{colour}{n} {word}{colour:#}{kinds}")
        });
        parts.collect::<Vec<_>>().join(", ")
    }
}

/// "1 ruling", "2 rulings".
#[must_use]
pub fn count(n: usize, one: &str) -> String {
    if n == 1 { format!("1 {one}") } else { format!("{n} {one}s") }
}
