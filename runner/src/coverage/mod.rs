//! What the corpus shows: from a statement of the sources to the rules that stand for it, to the rulings that exercise them.
//!
//! A ruling *claims* the rules it names and *exercises* those that decided something while it was played. Only the second
//! counts here. Disputed rulings are never counted: nobody knows which of their readings is right.

mod exercise;
mod gaps;
pub mod json;
mod lint;
pub mod pretty;
mod sourced;

use std::sync::Arc;

use segoc_engine::Rule;

pub use exercise::exercised as rules_exercised;
pub use exercise::{Exercise, exercises};
pub use gaps::{Claim, Gaps};
pub use lint::lint;
use segoc_format::catalogue::Catalogue;
use segoc_format::catalogue::Statements;
use segoc_format::corpus::Corpus;
use segoc_format::diagnostic::Diagnostics;
use segoc_format::place::Spanned;
use segoc_format::ruling::Ruling;
pub use sourced::Sourced;

/// How many rulings a rule needs: with one alone it is not seen what belongs to the rule and what to the cards.
pub const ENOUGH: usize = 2;

/// What the corpus shows.
pub struct Coverage<'c> {
    /// The rules.
    pub catalogue: &'c Catalogue,
    /// What the sources say.
    pub statements: &'c Statements,
    /// The rulings.
    pub rulings: &'c [Arc<Ruling>],
    /// Every ruling in each of its formats.
    pub exercises: Vec<Exercise>,
}

/// A ruling that exercises a rule.
#[derive(Clone, Debug)]
pub struct Shown<'c> {
    /// The ruling.
    pub ruling: &'c Arc<Ruling>,
    /// The formats in which it does.
    pub formats: Vec<&'c str>,
}

impl<'c> Coverage<'c> {
    /// Plays rulings of a corpus and sees which rules they exercise.
    ///
    /// # Errors
    /// If the catalogue of rules or the statements are wrong.
    pub fn of(corpus: &'c Corpus, rulings: &'c [Arc<Ruling>]) -> Result<Self, Diagnostics> {
        let (catalogue, statements) = (corpus.rules()?, corpus.statements()?);
        Ok(Self { catalogue, statements, rulings, exercises: exercises(corpus, rulings) })
    }

    /// The rulings that exercise a rule, with the formats in which they do.
    #[must_use]
    pub fn showing(&self, rule: Rule) -> Vec<Shown<'_>> {
        let mut shown: Vec<Shown<'_>> = Vec::new();
        for exercise in self.exercises.iter().filter(|e| e.ruling.disputed.is_empty() && e.shows(rule)) {
            match shown.last_mut() {
                Some(last) if last.ruling.name == exercise.ruling.name => last.formats.push(&exercise.format),
                _ => shown.push(Shown { ruling: &exercise.ruling, formats: vec![&exercise.format] }),
            }
        }
        shown
    }

    /// The rulings that name a rule.
    pub fn claiming(&self, rule: Rule) -> impl Iterator<Item = &'c Arc<Ruling>> {
        self.rulings.iter().filter(move |ruling| ruling.rules.iter().any(|claimed| claimed.value == rule))
    }

    /// The rulings that play an example.
    pub fn playing(&self, ids: &[Spanned<String>]) -> impl Iterator<Item = &'c Arc<Ruling>> {
        self.rulings.iter().filter(|ruling| ids.iter().any(|id| id.value == ruling.id))
    }

    /// Whether a ruling goes as written in every one of its formats.
    #[must_use]
    pub fn passes(&self, ruling: &Ruling) -> bool {
        self.exercises.iter().filter(|e| e.ruling.name == ruling.name).all(|e| e.rules.is_some())
    }
}

impl Shown<'_> {
    /// How many of some rulings speak for a format.
    #[must_use]
    pub fn in_format(shown: &[Self], format: &str) -> usize {
        shown.iter().filter(|s| s.formats.contains(&format)).count()
    }
}
