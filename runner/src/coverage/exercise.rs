//! Which rules a ruling exercises: not those it names, but those that decided something while it was played.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use segoc_engine::{Fate, Line, Policy, Refusal, Rule, RuleSet};

use crate::corpus::Corpus;
use crate::parallel::on_all_cores;
use crate::play::{self, Recording};
use crate::ruling::Ruling;

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
    #[must_use]
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
        rules: corpus.format(format).and_then(|f| exercised(ruling, format, &f.policy)),
    })
}

/// The rules a ruling exercises in a format: of the readings that pass, if it is disputed.
pub(crate) fn exercised(ruling: &Ruling, format: &str, policy: &Policy) -> Option<RuleSet> {
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
    let played = catch_unwind(AssertUnwindSafe(|| play::record(ruling, format, reading, policy)));
    let recording = played.ok()?.ok()?;
    recording.problems.is_empty().then(|| of_recording(&recording))
}

/// What the engine applied, why triggers and attacks came to nothing, and what it refused where a check looked.
fn of_recording(recording: &Recording) -> RuleSet {
    let mut rules = recording.duel.applied();
    recording.refusals.iter().for_each(|rule| rules.insert(rule));
    for entry in recording.duel.log() {
        if let Line::Fate { fate: Fate::Dropped(refusal), .. } | Line::AttackEnded { refusal, .. } = &entry.line {
            of_refusal(refusal).for_each(|rule| rules.insert(rule));
        }
    }
    rules
}

fn of_refusal(refusal: &Refusal) -> impl Iterator<Item = Rule> {
    refusal.rests_on.iter().copied().chain([refusal.rule])
}
