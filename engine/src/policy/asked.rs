//! What a duel has asked of its policy. What it never asked could have been answered otherwise, and nothing would have changed.

use std::ops::Deref;
use std::sync::atomic::{AtomicBool, Ordering};

use super::{Axes, Policy};
use crate::catalogue::{Rule, RuleNotes, RuleSet};

/// The value of an axis in a duel: using it is noted.
#[derive(Debug)]
pub(crate) struct Axis<T> {
    value: T,
    asked: AtomicBool,
}

impl<T> Axis<T> {
    pub(super) fn new(value: T) -> Self {
        Self { value, asked: AtomicBool::new(false) }
    }

    pub(super) fn was_asked(&self) -> bool {
        self.asked.load(Ordering::Relaxed)
    }
}

impl<T> Deref for Axis<T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.asked.store(true, Ordering::Relaxed);
        &self.value
    }
}

impl<T: Clone> Clone for Axis<T> {
    fn clone(&self) -> Self {
        Self { value: self.value.clone(), asked: AtomicBool::new(self.was_asked()) }
    }
}

/// What was asked is no part of the duel.
impl<T: PartialEq> PartialEq for Axis<T> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl<T: Eq> Eq for Axis<T> {}

/// The refusing rule a policy does not know, and every rule that was looked up there.
#[derive(Clone, Debug)]
pub(crate) struct Unknown {
    rule: Option<Rule>,
    asked: RuleNotes,
}

impl Unknown {
    pub(super) fn new(rule: Option<Rule>) -> Self {
        Self { rule, asked: RuleNotes::default() }
    }

    /// Whether the policy is ignorant of a rule by which something would be refused.
    pub(crate) fn is(&self, rule: Rule) -> bool {
        self.asked.insert(rule);
        self.rule == Some(rule)
    }

    /// The same of several, any of which it may be.
    pub(crate) fn is_one_of(&self, rules: &[Rule]) -> bool {
        rules.iter().any(|&rule| self.is(rule))
    }

    pub(super) fn asked(&self) -> RuleSet {
        self.asked.set()
    }
}

/// What was asked is no part of the duel.
impl PartialEq for Unknown {
    fn eq(&self, other: &Self) -> bool {
        self.rule == other.rule
    }
}

impl Eq for Unknown {}

/// What duels have asked of their policy: axes, and rules by which something was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked {
    axes: [bool; Policy::AXES.len()],
    refusals: RuleSet,
}

impl Default for Asked {
    /// Nothing.
    fn default() -> Self {
        Self { axes: [false; Policy::AXES.len()], refusals: RuleSet::default() }
    }
}

impl Asked {
    pub(crate) fn of(axes: &Axes) -> Self {
        Self { axes: axes.asked(), refusals: axes.unknown.asked() }
    }

    /// Adds what other duels have asked.
    pub fn add(&mut self, other: &Self) {
        self.axes.iter_mut().zip(other.axes).for_each(|(asked, too)| *asked |= too);
        other.refusals.iter().for_each(|rule| self.refusals.insert(rule));
    }

    /// Whether an axis was asked anything.
    #[must_use]
    pub fn axis(&self, name: &str) -> bool {
        Policy::AXES.iter().zip(self.axes).any(|((axis, _), asked)| asked && *axis == name)
    }

    /// Whether something would have been possible if a rule that refuses were not known.
    #[must_use]
    pub fn refusal(&self, rule: Rule) -> bool {
        self.refusals.contains(rule)
    }
}
