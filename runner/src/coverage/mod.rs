//! What the corpus shows: from a statement of the sources to the rules that stand for it, to the rulings that exercise them.
//!
//! A ruling *claims* the rules it names and *exercises* those that decided something while it was played. Only the second
//! counts here. Disputed rulings are never counted: nobody knows which of their readings is right.

mod gaps;
pub mod json;
mod lint;
pub mod pretty;
mod sourced;

use std::collections::HashMap;
use std::sync::Arc;

use segoc_engine::{Policy, Rule, RuleSet};
use segoc_protocol::Happened;

use crate::drive::{Manner, drive};
use crate::engines::Reference;
use crate::judge::judged;
use crate::trial::guarded;
pub use gaps::{Claim, Gaps};
pub use lint::lint;
use segoc_format::catalogue::{Catalogue, Statements};
use segoc_format::corpus::Corpus;
use segoc_format::diagnostic::Diagnostics;
use segoc_format::parallel::on_all_cores;
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
    /// Their places, by the name of the ruling.
    places: HashMap<&'c str, Vec<usize>>,
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
        let mut places: HashMap<&str, Vec<usize>> = HashMap::new();
        let names = rulings.iter().flat_map(|ruling| ruling.formats.iter().map(|_| ruling.name.as_str()));
        names.enumerate().for_each(|(place, name)| places.entry(name).or_default().push(place));
        Ok(Self { catalogue, statements, rulings, exercises: exercises(corpus, rulings), places })
    }

    /// The rulings that exercise a rule, with the formats in which they do.
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

    /// A ruling in each of its formats.
    fn of_ruling(&self, ruling: &Ruling) -> impl Iterator<Item = &Exercise> {
        self.places.get(ruling.name.as_str()).into_iter().flatten().map(|&place| &self.exercises[place])
    }

    /// Whether a ruling goes as written in every one of its formats.
    pub fn passes(&self, ruling: &Ruling) -> bool {
        self.of_ruling(ruling).all(|exercise| exercise.rules.is_some())
    }
}

impl Shown<'_> {
    /// How many of some rulings speak for a format.
    pub fn in_format(shown: &[Self], format: &str) -> usize {
        shown.iter().filter(|s| s.formats.contains(&format)).count()
    }
}

/// A ruling that was played in one format.
#[derive(Clone, Debug)]
pub struct Exercise {
    /// The ruling.
    pub ruling: Arc<Ruling>,
    /// The format.
    pub format: String,
    /// The rules that decided something. None if it did not go as written: what was shown then is not known.
    pub rules: Option<RuleSet>,
}

impl Exercise {
    /// Whether the rule decided something.
    pub fn shows(&self, rule: Rule) -> bool {
        self.rules.is_some_and(|rules| rules.contains(rule))
    }
}

/// Plays rulings in each of their formats.
#[must_use]
pub fn exercises(corpus: &Corpus, rulings: &[Arc<Ruling>]) -> Vec<Exercise> {
    let trials: Vec<(&Arc<Ruling>, &String)> =
        rulings.iter().flat_map(|ruling| ruling.formats.iter().map(move |format| (ruling, format))).collect();
    on_all_cores(&trials, |(ruling, format)| Exercise {
        ruling: Arc::clone(ruling),
        format: (*format).clone(),
        rules: corpus.format(format).and_then(|f| rules_exercised(ruling, format, &f.policy)),
    })
}

/// The rules a ruling exercises in a format: of the readings that pass, if it is disputed.
pub fn rules_exercised(ruling: &Ruling, format: &str, policy: &Policy) -> Option<RuleSet> {
    if ruling.disputed.is_empty() {
        return of_reading(ruling, format, None, policy);
    }
    let readings = ruling.disputed.iter().filter_map(|r| of_reading(ruling, format, Some(&r.id), policy));
    readings.reduce(|mut all, more| {
        more.iter().for_each(|rule| all.insert(rule));
        all
    })
}

fn of_reading(ruling: &Ruling, format: &str, reading: Option<&str>, policy: &Policy) -> Option<RuleSet> {
    let mut engine = Reference::new([(format.to_owned(), policy.clone())]);
    let play = || {
        let told = drive(&mut engine, ruling, format, reading, Manner::Brief);
        let judged = judged(&told);
        judged.problems().is_empty().then(|| {
            // Why triggers and attacks came to nothing, and what was refused where a check looked.
            let lost = |what: &Happened| matches!(what, Happened::Dropped { .. } | Happened::AttackEnded { .. });
            let lost = told.events.into_iter().filter(|event| lost(&event.what));
            let reasons: Vec<Rule> = lost.flat_map(|event| event.rests_on.into_iter().chain(event.rule)).collect();
            judged.refusals.into_iter().chain(reasons).collect::<Vec<Rule>>()
        })
    };
    let shown = guarded(play).ok()??;
    let mut rules = engine.duel()?.applied();
    shown.into_iter().for_each(|rule| rules.insert(rule));
    Some(rules)
}
