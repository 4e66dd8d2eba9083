//! Whether the corpus would notice: every misconception is held once, and the rulings that fail are those that catch it.

pub mod json;
pub mod pretty;

use std::sync::Arc;

use segoc_engine::{MISCONCEPTIONS, Policy, REFUSALS, Rule};

use crate::outcome::Outcome;
use crate::trial;
use segoc_format::catalogue::Catalogue;
use segoc_format::corpus::Corpus;
use segoc_format::parallel::on_all_cores;
use segoc_format::ruling::Ruling;

/// Something people wrongly believe, and the engine can.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// Its name.
    pub id: String,
    /// What is believed.
    pub belief: String,
    /// The rules it gets wrong.
    pub rules: Vec<Rule>,
    /// How the engine holds it.
    pub held: Held,
}

/// How the engine holds a misconception.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Held {
    /// By another word on an axis of its policy.
    Axis(&'static str, &'static str),
    /// By not knowing a rule that refuses.
    Unknown(Rule),
}

impl Mistake {
    /// A policy with the mistake; none if the policy is such already.
    pub fn in_policy(&self, right: &Policy) -> Option<Policy> {
        let mut wrong = right.clone();
        match self.held {
            Held::Axis(axis, word) => {
                wrong.set(axis, word);
            }
            Held::Unknown(rule) => wrong.unknown = Some(rule),
        }
        (wrong != *right).then_some(wrong)
    }
}

/// Every mistake the engine can hold: those of its table, and for each rule that refuses that it is not known.
#[must_use]
pub fn mistakes(catalogue: &Catalogue) -> Vec<Mistake> {
    let believed = MISCONCEPTIONS.iter().map(|m| Mistake {
        id: m.id.to_owned(),
        belief: catalogue.belief(m.id).map(|belief| belief.belief.clone()).unwrap_or_default(),
        rules: m.rules.to_vec(),
        held: Held::Axis(m.axis, m.word),
    });
    let unknown = REFUSALS.iter().map(|&rule| Mistake {
        id: format!("no {rule}"),
        belief: match catalogue.get(rule) {
            Some(entry) => format!("There is no such rule: {}", entry.sentence),
            None => "There is no such rule.".to_owned(),
        },
        rules: vec![rule],
        held: Held::Unknown(rule),
    });
    believed.chain(unknown).collect()
}

/// What became of every mistake, and of every ruling.
pub struct Adequacy {
    /// Every mistake with the trials that fail because of it, by their place in [`Adequacy::trials`].
    pub mistakes: Vec<(Mistake, Vec<usize>)>,
    /// Every ruling that is not disputed, in each of its formats in which it passes.
    pub trials: Vec<(Arc<Ruling>, String)>,
}

impl Adequacy {
    /// Holds every mistake once and plays every ruling in every format for which that makes a difference.
    #[must_use]
    pub fn of(corpus: &Corpus, rulings: &[Arc<Ruling>], mistakes: Vec<Mistake>) -> Self {
        let scored = rulings.iter().filter(|ruling| ruling.disputed.is_empty());
        let all: Vec<(Arc<Ruling>, String)> =
            scored.flat_map(|ruling| ruling.formats.iter().map(|f| (Arc::clone(ruling), f.clone()))).collect();
        let caught = on_all_cores(&all, |(ruling, format)| {
            let right = &corpus.format(format)?.policy;
            passes(ruling, format, right).then(|| catches(ruling, format, right, &mistakes))
        });
        let mut by_mistake: Vec<Vec<usize>> = vec![Vec::new(); mistakes.len()];
        let mut trials = Vec::new();
        for (trial, caught) in all.into_iter().zip(caught) {
            let Some(caught) = caught else { continue };
            caught.into_iter().for_each(|mistake| by_mistake[mistake].push(trials.len()));
            trials.push(trial);
        }
        Self { mistakes: mistakes.into_iter().zip(by_mistake).collect(), trials }
    }

    /// The mistakes no ruling notices.
    pub fn uncaught(&self) -> impl Iterator<Item = &Mistake> {
        self.mistakes.iter().filter(|(_, caught)| caught.is_empty()).map(|(mistake, _)| mistake)
    }

    /// The rulings that fail because of a mistake, in whatever format.
    #[must_use]
    pub fn catching(&self, caught: &[usize]) -> Vec<&Arc<Ruling>> {
        let mut rulings: Vec<&Arc<Ruling>> = caught.iter().map(|&trial| &self.trials[trial].0).collect();
        rulings.dedup_by_key(|ruling| &ruling.name);
        rulings
    }

    /// The rulings that pass whatever the engine believes.
    #[must_use]
    pub fn idle(&self) -> Vec<&Arc<Ruling>> {
        let mut useful = vec![false; self.trials.len()];
        self.mistakes.iter().flat_map(|(_, caught)| caught).for_each(|&trial| useful[trial] = true);
        let catches = |ruling: &Ruling| self.trials.iter().zip(&useful).any(|((r, _), u)| *u && r.name == ruling.name);
        let mut rulings: Vec<&Arc<Ruling>> = self.trials.iter().map(|(ruling, _)| ruling).collect();
        rulings.dedup_by_key(|ruling| &ruling.name);
        rulings.retain(|ruling| !catches(ruling));
        rulings
    }
}

/// The mistakes, by their place in the list, because of which a ruling fails in a format.
pub fn catches(ruling: &Ruling, format: &str, right: &Policy, mistakes: &[Mistake]) -> Vec<usize> {
    let wrong = mistakes.iter().enumerate().filter_map(|(i, mistake)| Some((i, mistake.in_policy(right)?)));
    wrong.filter(|(_, wrong)| !passes(ruling, format, wrong)).map(|(i, _)| i).collect()
}

/// An engine that breaks down has not passed.
fn passes(ruling: &Ruling, format: &str, policy: &Policy) -> bool {
    matches!(trial::outcome(ruling, format, policy), Outcome::Passed)
}
