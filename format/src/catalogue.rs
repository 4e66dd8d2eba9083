//! What a corpus says besides its rulings and cards: rules, formats, statements of documents, disputes.

use std::sync::Arc;

use segoc_engine::{Policy, Rule};

use crate::place::{Span, Spanned};
use crate::ruling::Source;

/// The rules with their sentences and sources.
#[derive(Clone, Debug)]
pub struct Catalogue {
    /// The file, as shown to people.
    pub path: String,
    /// Its text.
    pub text: Arc<str>,
    /// The families, in the order of the file.
    pub families: Vec<Family>,
    /// The rules, in the order of the file.
    pub rules: Vec<RuleEntry>,
    /// Misconceptions about no rule of the catalogue, but about a difference between formats.
    pub misconceptions: Vec<Belief>,
}

impl Catalogue {
    /// What the catalogue says of a rule.
    pub fn get(&self, rule: Rule) -> Option<&RuleEntry> {
        self.rules.iter().find(|entry| entry.rule == rule)
    }

    /// What people believe who hold a misconception of the engine's, by its id.
    pub fn belief(&self, id: &str) -> Option<&Belief> {
        let of_rules = self.rules.iter().flat_map(|entry| &entry.misconceptions);
        of_rules.chain(&self.misconceptions).find(|belief| belief.id == id)
    }

    /// The family of a rule.
    pub fn family(&self, rule: Rule) -> Option<&Family> {
        let name = family_of(rule);
        self.families.iter().find(|family| family.name == name)
    }
}

/// Rules that one module of the engine applies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    /// The first word of its rules.
    pub name: String,
    /// What they are about.
    pub means: String,
    /// The module that applies them.
    pub module: String,
}

/// A rule of the catalogue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleEntry {
    /// Which rule.
    pub rule: Rule,
    /// The rule in a sentence.
    pub sentence: String,
    /// The formats in which it holds.
    pub formats: Vec<String>,
    /// It is a reason for something not being offered.
    pub refuses: bool,
    /// The rules that hold instead in other formats.
    pub differs_from: Vec<Rule>,
    /// What people believe instead. A rule that refuses has one more, which is not written: that nobody knows it.
    pub misconceptions: Vec<Belief>,
    /// Where it comes from.
    pub sources: Vec<Source>,
    /// Where it stands in the file.
    pub span: Span,
}

/// The first word of a rule's id.
pub fn family_of(rule: Rule) -> &'static str {
    rule.word().split('.').next().unwrap_or_default()
}

/// A misconception in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Belief {
    /// Its id in the engine's table.
    pub id: String,
    /// What people believe who hold it.
    pub belief: String,
    /// Where it stands in the file.
    pub span: Span,
}

/// A format: the rules of one time and place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Format {
    /// The name used in files, as `goat`.
    pub name: String,
    /// The name for people.
    pub title: String,
    /// The first day it was played.
    pub since: Option<String>,
    /// The last day it was played.
    pub until: Option<String>,
    /// What else to know about it.
    pub note: Option<String>,
    /// The rules where formats differ.
    pub policy: Policy,
}

/// The statements of the source documents.
#[derive(Clone, Debug)]
pub struct Statements {
    /// The file, as shown to people.
    pub path: String,
    /// Its text.
    pub text: Arc<str>,
    /// The documents, in the order of the file.
    pub documents: Vec<Document>,
    /// The statements, in the order of the file.
    pub statements: Vec<Statement>,
}

/// A document that makes statements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// The short name by which statements refer to it.
    pub key: String,
    /// Where to read it.
    pub source: Source,
}

/// What sort of statement it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// A rule or remark.
    Statement,
    /// A worked example, which rulings play.
    Example,
}

/// A statement of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// Its name, which never changes.
    pub id: Spanned<String>,
    /// Rule or example.
    pub sort: Sort,
    /// What is said, in our words.
    pub sentence: String,
    /// The documents that say it, each with the place in it.
    pub places: Vec<(String, String)>,
    /// The rules that stand for it.
    pub rules: Vec<Rule>,
    /// Ids of the rulings that play it.
    pub rulings: Vec<Spanned<String>>,
    /// Why nothing stands for it.
    pub not_checked: Option<String>,
}

impl Statements {
    /// No statements: a corpus need not have any.
    pub(crate) fn none(path: &str) -> Self {
        Self { path: path.to_owned(), text: Arc::from(""), documents: Vec::new(), statements: Vec::new() }
    }

    /// The statements a rule stands for.
    pub fn of(&self, rule: Rule) -> impl Iterator<Item = &Statement> {
        self.statements.iter().filter(move |statement| statement.rules.contains(&rule))
    }
}

/// The points on which sources disagree.
#[derive(Clone, Debug)]
pub struct Disputes {
    /// The file, as shown to people.
    pub path: String,
    /// Its text.
    pub text: Arc<str>,
    /// The points, in the order of the file.
    pub disputes: Vec<Dispute>,
}

/// A point on which sources disagree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dispute {
    /// Its name, which never changes.
    pub id: Spanned<String>,
    /// What is asked.
    pub question: String,
    /// The answers, each with who gives it.
    pub answers: Vec<Answer>,
    /// How it was decided, if it was.
    pub decided: Option<Decision>,
    /// Ids of rulings that keep every reading of what was not, and are never scored.
    pub disputed: Vec<Spanned<String>>,
}

/// An answer to a disputed question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The answer, in our words.
    pub answer: String,
    /// Who gives it.
    pub sources: Vec<Source>,
}

/// An answer that was taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// Which one.
    pub answer: String,
    /// On whose authority.
    pub authority: String,
    /// Ids of the rulings that show it.
    pub rulings: Vec<Spanned<String>>,
}

impl Disputes {
    /// No disputes: a corpus need not have any.
    pub(crate) fn none(path: &str) -> Self {
        Self { path: path.to_owned(), text: Arc::from(""), disputes: Vec::new() }
    }
}
