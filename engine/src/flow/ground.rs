//! On which rule something rests: refusals, and the rules that have decided something.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::Duel;
use crate::catalogue::{Refusal, Rule, RuleNotes, RuleSet};
use crate::policy::Asked;

/// The rules that have decided something. What is looked at while nothing is played is not noted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Applied {
    rules: RuleNotes,
    pub(super) playing: bool,
    places: Option<Places>,
}

/// That it is being asked what cards have become: whoever asks that meanwhile is told what is printed, or there would be no end of it.
#[derive(Debug, Default)]
pub(crate) struct Asking(AtomicBool);

impl Clone for Asking {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl PartialEq for Asking {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Asking {}

impl Asking {
    /// The answer, unless it is being asked already.
    pub(crate) fn once<T>(&self, answer: impl FnOnce() -> T) -> Option<T> {
        if self.0.swap(true, Ordering::Relaxed) {
            return None;
        }
        let answer = answer();
        self.0.store(false, Ordering::Relaxed);
        Some(answer)
    }
}

/// Where rules have decided something, for whoever tells a duel: before which line of the log. Two duels do not differ by it.
#[derive(Clone, Debug, Default)]
struct Places(Arc<Mutex<Vec<(usize, Rule)>>>);

impl PartialEq for Places {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Places {}

impl Places {
    fn add(&self, place: (usize, Rule)) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // A step that asks in its middle is run again, so it may be known already.
        if !all.iter().rev().take_while(|known| known.0 == place.0).any(|known| *known == place) {
            all.push(place);
        }
    }
}

impl Duel {
    /// Refuses by a rule, unless the policy does not know it. Every refusal is made here or in [`Self::impossible`].
    pub(crate) fn refuse(&self, rule: Rule) -> Result<(), Refusal> {
        if self.policy.unknown.is(rule) {
            return Ok(());
        }
        Err(Refusal::by(rule))
    }

    /// Refuses by one of some rules: by which, is worked out if it is told, or if the policy does not know one of them.
    pub(crate) fn refuse_by_one_of(
        &self,
        rules: &'static [Rule],
        told: bool,
        which: impl FnOnce() -> Rule,
    ) -> Result<(), Refusal> {
        if !told && !self.policy.unknown.is_one_of(rules) {
            return Err(Refusal::by(rules[0]));
        }
        let rule = which();
        debug_assert!(rules.contains(&rule), "{rule:?} is not listed");
        self.refuse(rule)
    }

    /// Refuses what no belief makes possible, as a Spell as a monster or a card that is there already, and what has no
    /// chance to be used any more.
    pub(crate) fn impossible(&self, rule: Rule) -> Refusal {
        Refusal::by(rule)
    }

    /// Notes that a rule decided something.
    pub(crate) fn applies(&self, rule: Rule) {
        if self.applied.playing {
            self.applied.rules.insert(rule);
            self.applied.places.iter().for_each(|places| places.add((self.log.len(), rule)));
        }
    }

    /// The same for all of some rules.
    pub(crate) fn applies_all(&self, rules: impl IntoIterator<Item = Rule>) {
        rules.into_iter().for_each(|rule| self.applies(rule));
    }

    /// The same, if a condition holds.
    pub(crate) fn applies_if(&self, condition: bool, rule: Rule) {
        if condition {
            self.applies(rule);
        }
    }

    /// The rules that have decided something so far. Refusals are not among them: [`Self::refused`] and the fates in
    /// the log say which of those mattered.
    #[must_use]
    pub fn applied(&self) -> RuleSet {
        self.applied.rules.set()
    }

    /// From now on also keeps where each rule decides something, which costs time: see [`Self::decided`].
    pub fn keep_places(&mut self) {
        self.applied.places.get_or_insert_default();
    }

    /// Where rules have decided something since [`Self::keep_places`]: how many lines the log had then, and the rule. A line that names its
    /// rule was there already.
    #[must_use]
    pub fn decided(&self) -> Vec<(usize, Rule)> {
        let places = self.applied.places.as_ref();
        places.map(|places| places.0.lock().unwrap_or_else(PoisonError::into_inner).clone()).unwrap_or_default()
    }

    /// What was asked of the policy so far, also where things were only looked at.
    #[must_use]
    pub fn asked(&self) -> Asked {
        Asked::of(&self.policy)
    }
}

/// A duel can be looked at from several threads at once.
const _: () = {
    const fn shareable<T: Send + Sync>() {}
    shareable::<Duel>();
};
