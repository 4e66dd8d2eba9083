//! On which rule something rests: refusals, and the rules that have decided something.

use std::sync::atomic::{AtomicBool, Ordering};

use super::Duel;
use crate::catalogue::{Refusal, Rule, RuleSet};

/// The rules that have decided something. They are noted where things are only looked at, too, so the notes are atomic;
/// what is looked at while nothing is played is not noted.
#[derive(Debug)]
pub(crate) struct Applied {
    rules: [AtomicBool; Rule::ALL.len()],
    pub(super) playing: bool,
}

impl Applied {
    fn insert(&self, rule: Rule) {
        if self.playing {
            self.rules[rule as usize].store(true, Ordering::Relaxed);
        }
    }

    fn set(&self) -> RuleSet {
        let mut set = RuleSet::default();
        let applied = |rule: &&Rule| self.rules[**rule as usize].load(Ordering::Relaxed);
        Rule::ALL.iter().filter(applied).for_each(|&rule| set.insert(rule));
        set
    }
}

impl Default for Applied {
    fn default() -> Self {
        Self { rules: [const { AtomicBool::new(false) }; Rule::ALL.len()], playing: false }
    }
}

impl Clone for Applied {
    fn clone(&self) -> Self {
        let rules = std::array::from_fn(|i| AtomicBool::new(self.rules[i].load(Ordering::Relaxed)));
        Self { rules, playing: self.playing }
    }
}

impl PartialEq for Applied {
    fn eq(&self, other: &Self) -> bool {
        self.set() == other.set()
    }
}

impl Eq for Applied {}

impl Duel {
    /// Refuses by a rule, unless the policy does not know it. Every refusal is made here or in [`Self::impossible`].
    pub(crate) fn refuse(&self, rule: Rule) -> Result<(), Refusal> {
        if self.policy.unknown == Some(rule) {
            return Ok(());
        }
        Err(Refusal::by(rule))
    }

    /// Refuses what no belief makes possible, as a Spell as a monster or a card that is there already, and what has no
    /// chance to be used any more.
    pub(crate) fn impossible(&self, rule: Rule) -> Refusal {
        Refusal::by(rule)
    }

    /// Notes that a rule decided something.
    pub(crate) fn applies(&self, rule: Rule) {
        self.applied.insert(rule);
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
        self.applied.set()
    }
}

/// A duel can be looked at from several threads at once.
const _: () = {
    const fn shareable<T: Send + Sync>() {}
    shareable::<Duel>();
};
