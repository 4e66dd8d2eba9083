//! How many of each outcome.

use super::style;
use crate::outcome::{FailureKind, Outcome};
use segoc_protocol::FaultKind;

/// The outcomes of a run, counted.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// Counts by the machine word of the outcome, in a fixed order.
    pub outcomes: Vec<(&'static str, usize)>,
    /// Counts of failures by their kind.
    pub kinds: Vec<(FailureKind, usize)>,
    /// How many of each outcome are listed as known deviations; none if there is no list.
    pub as_listed: Option<Vec<(&'static str, usize)>>,
    /// How many of each kind of failure are listed as known deviations.
    pub kinds_as_listed: Vec<(FailureKind, usize)>,
}

/// Every outcome but those of broken engines, in the order in which they are shown.
const WORDS: [&str; 6] = ["passed", "failed", "disputed", "unsupported", "endless", "invalid"];

impl Summary {
    /// A summary of nothing yet.
    pub fn new() -> Self {
        let faults = FaultKind::ALL.iter().map(|kind| kind.word());
        Self { outcomes: WORDS.into_iter().chain(faults).map(|w| (w, 0)).collect(), ..Self::default() }
    }

    /// The same, of a run with a list of known deviations.
    #[must_use]
    pub fn with_deviations(mut self) -> Self {
        self.as_listed = Some(Vec::new());
        self
    }

    /// Counts one outcome.
    pub fn add(&mut self, outcome: &Outcome) {
        self.add_word(outcome.word());
        if let Outcome::Failed(failure) = outcome {
            one_more(&mut self.kinds, failure.kind);
        }
    }

    /// Counts one outcome that is a known deviation.
    pub fn add_as_listed(&mut self, outcome: &Outcome) {
        self.add(outcome);
        one_more(self.as_listed.get_or_insert_default(), outcome.word());
        if let Outcome::Failed(failure) = outcome {
            one_more(&mut self.kinds_as_listed, failure.kind);
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
    pub fn of(&self, word: &str) -> usize {
        of(&self.outcomes, word)
    }

    /// How many there were.
    pub fn total(&self) -> usize {
        self.outcomes.iter().map(|(_, count)| count).sum()
    }

    /// How many are known deviations.
    pub fn deviate(&self) -> usize {
        self.as_listed.iter().flatten().map(|(_, count)| count).sum()
    }

    /// One line, in colours: "12 passed, 1 failed (1 other order), 2 disputed, 3 deviate as listed". What deviates as
    /// listed is counted there alone.
    pub fn line(&self) -> String {
        let mut parts: Vec<String> = Vec::new();
        for (word, n) in &self.outcomes {
            let n = n - of(self.as_listed.as_deref().unwrap_or_default(), *word);
            if n == 0 && *word != "passed" {
                continue;
            }
            let colour = match *word {
                "passed" if n > 0 => style::GOOD,
                "passed" => style::PLAIN,
                "disputed" | "unsupported" => style::NOTE,
                _ => style::BAD,
            };
            let kinds = self.kinds.iter().map(|(kind, n)| (n - of(&self.kinds_as_listed, *kind), kind));
            let kinds: Vec<String> = kinds.filter(|(n, _)| *n > 0).map(|(n, kind)| format!("{n} {kind}")).collect();
            let kinds = if *word == "failed" { format!(" ({})", kinds.join(", ")) } else { String::new() };
            parts.push(format!("{colour}{n} {word}{colour:#}{kinds}"));
        }
        if self.as_listed.is_some() {
            parts.push(format!("{0}{1} deviate as listed{0:#}", style::NOTE, self.deviate()));
        }
        parts.join(", ")
    }
}

/// Counts one more of something.
fn one_more<T: Copy + Ord>(counts: &mut Vec<(T, usize)>, what: T) {
    match counts.iter_mut().find(|(counted, _)| *counted == what) {
        Some((_, count)) => *count += 1,
        None => counts.push((what, 1)),
    }
    counts.sort_unstable_by_key(|(counted, _)| *counted);
}

/// How many of something were counted.
fn of<T: Copy + Eq>(counts: &[(T, usize)], what: T) -> usize {
    counts.iter().find(|(counted, _)| *counted == what).map_or(0, |(_, count)| *count)
}

/// "1 ruling", "2 rulings".
pub fn count(n: usize, one: &str) -> String {
    if n == 1 { format!("1 {one}") } else { format!("{n} {one}s") }
}
