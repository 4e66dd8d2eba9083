//! On which rule something rests: refusals, and the rules that have decided something.

use super::Duel;
use crate::catalogue::{Refusal, Rule, RuleNotes, RuleSet};
use crate::policy::Asked;

/// The rules that have decided something. What is looked at while nothing is played is not noted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Applied {
    rules: RuleNotes,
    pub(super) playing: bool,
}

impl Duel {
    /// Refuses by a rule, unless the policy does not know it. Every refusal is made here or in [`Self::impossible`].
    pub(crate) fn refuse(&self, rule: Rule) -> Result<(), Refusal> {
        if self.policy.unknown.is(rule) {
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
        if self.applied.playing {
            self.applied.rules.insert(rule);
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
