//! Which rules a ruling exercises: not those it names, but those that decided something while it was played.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use segoc_engine::{Policy, Rule, RuleSet};
use segoc_protocol::Happened;

use crate::drive::{Manner, drive};
use crate::engines::Reference;
use crate::judge::judged;
use segoc_format::corpus::Corpus;
use segoc_format::parallel::on_all_cores;
use segoc_format::ruling::Ruling;

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
pub fn exercised(ruling: &Ruling, format: &str, policy: &Policy) -> Option<RuleSet> {
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
    let shown = catch_unwind(AssertUnwindSafe(play)).ok()??;
    let mut rules = engine.duel()?.applied();
    shown.into_iter().for_each(|rule| rules.insert(rule));
    Some(rules)
}
