//! What the corpus does not show.

use std::sync::Arc;

use segoc_engine::Rule;

use super::{Coverage, ENOUGH, Exercise, Shown};
use segoc_format::catalogue::{RuleEntry, Sort, Statement};
use segoc_format::place::Span;
use segoc_format::ruling::Ruling;

/// What the corpus does not show.
pub struct Gaps<'c> {
    /// Statements that no ruling shows, and that are not set aside for a reason.
    pub statements: Vec<&'c Statement>,
    /// Rules that fewer than [`ENOUGH`] rulings exercise, with those that do.
    pub rules: Vec<(Rule, Vec<Shown<'c>>)>,
    /// Rules that are shown, but not in all of their formats, with those that are missing.
    pub formats: Vec<(Rule, Vec<&'c str>)>,
    /// Claims of a rule that decides nothing in the ruling that makes it.
    pub claims: Vec<Claim<'c>>,
    /// Rulings that do not go as written: they show nothing.
    pub failing: Vec<&'c Exercise>,
}

/// A ruling that names a rule it never exercises.
#[derive(Clone, Debug)]
pub struct Claim<'c> {
    /// The ruling.
    pub ruling: &'c Arc<Ruling>,
    /// The rule.
    pub rule: Rule,
    /// Where it names it.
    pub span: Span,
    /// The rules it does exercise, in some format.
    pub exercises: Vec<Rule>,
}

impl Gaps<'_> {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.count() == 0
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.statements.len() + self.rules.len() + self.formats.len() + self.claims.len() + self.failing.len()
    }
}

impl<'c> Coverage<'c> {
    /// What is missing.
    pub fn gaps(&self) -> Gaps<'_> {
        let examples = self.statements.statements.iter().filter(|s| s.rules.is_empty() && !self.is_shown(s));
        let mut gaps = self.gaps_of(Rule::ALL);
        gaps.statements.extend(examples);
        gaps.failing = self.exercises.iter().filter(|e| e.rules.is_none()).collect();
        gaps
    }

    /// What is missing of some rules, and of what is said about them.
    pub fn gaps_of(&self, wanted: &[Rule]) -> Gaps<'_> {
        let entries: Vec<_> = self.catalogue.rules.iter().filter(|entry| wanted.contains(&entry.rule)).collect();
        let about = |s: &&Statement| s.rules.iter().any(|rule| wanted.contains(rule));
        let few = |entry: &&RuleEntry| Some((entry.rule, self.showing(entry.rule))).filter(|(_, s)| s.len() < ENOUGH);
        let claims = self.rulings.iter().flat_map(|ruling| self.idle_claims(ruling));
        Gaps {
            statements: self.statements.statements.iter().filter(about).filter(|s| !self.is_shown(s)).collect(),
            rules: entries.iter().filter_map(few).collect(),
            formats: entries.iter().filter_map(|entry| self.formats_not_shown(entry)).collect(),
            claims: claims.filter(|claim| wanted.contains(&claim.rule)).collect(),
            failing: Vec::new(),
        }
    }

    /// The formats of a rule that is shown in others only.
    fn formats_not_shown(&self, entry: &'c RuleEntry) -> Option<(Rule, Vec<&'c str>)> {
        let shown = self.showing(entry.rule);
        let formats = entry.formats.iter().map(String::as_str);
        let missing: Vec<&str> = formats.filter(|format| Shown::in_format(&shown, format) == 0).collect();
        (!shown.is_empty() && !missing.is_empty()).then_some((entry.rule, missing))
    }

    /// A statement is shown if every rule for it is, an example if every ruling that plays it passes.
    fn is_shown(&self, statement: &Statement) -> bool {
        if statement.not_checked.is_some() {
            return true;
        }
        let rules = statement.rules.iter().all(|&rule| !self.showing(rule).is_empty());
        let mut played = self.playing(&statement.rulings).peekable();
        let is_played = played.peek().is_some() && played.all(|ruling| self.passes(ruling));
        rules && (is_played || (statement.sort == Sort::Statement && statement.rulings.is_empty()))
    }

    /// The claims of a ruling that nothing in it bears out.
    pub fn idle_claims(&self, ruling: &'c Arc<Ruling>) -> Vec<Claim<'c>> {
        let own: Vec<&Exercise> = self.of_ruling(ruling).collect();
        // What a ruling that fails exercises is not known, nor what decides a disputed one.
        if own.iter().any(|e| e.rules.is_none()) || !ruling.disputed.is_empty() {
            return Vec::new();
        }
        let exercises = |rule: Rule| own.iter().any(|e| e.shows(rule));
        let idle = ruling.rules.iter().filter(|claimed| !exercises(claimed.value));
        idle.map(|claimed| Claim {
            ruling,
            rule: claimed.value,
            span: claimed.span,
            exercises: Rule::ALL.iter().copied().filter(|&rule| exercises(rule)).collect(),
        })
        .collect()
    }
}
