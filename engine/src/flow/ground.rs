//! On which rule something rests: refusals, and the rules that have decided something.

use super::Duel;
use crate::catalogue::{Refusal, Rule, RuleSet};

impl Duel {
    /// Refuses by a rule: the one door through which every refusal goes.
    pub(crate) fn refuse(&self, rule: Rule) -> Result<(), Refusal> {
        if self.policy.unknown == Some(rule) {
            return Ok(());
        }
        Err(Refusal::by(rule))
    }

    /// Notes that a rule decided something.
    pub(crate) fn applies(&self, rule: Rule) {
        let mut applied = self.applied.get();
        applied.insert(rule);
        self.applied.set(applied);
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
        self.applied.get()
    }
}
