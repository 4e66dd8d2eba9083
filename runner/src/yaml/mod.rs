//! YAML as a tree in which everything knows its place in the file.
//!
//! This is the only module that knows the YAML library (`serde_yaml` in the manifest is the crate serde-saphyr: the crate
//! published as serde_yaml is no longer maintained, accepts duplicate keys and gives no places). Files come from anyone, so
//! the tree is bounded in size and depth, and anything that two YAML parsers may read differently is a mistake.

mod file;
mod parse;
mod scalar;

pub use file::{MAX_BYTES, decode, read};
pub use parse::parse;

use crate::ruling::{Span, Spanned};

/// A value with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// What it is.
    pub kind: Kind,
    /// Where it stands.
    pub span: Span,
}

/// What a value is.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// Nothing, or `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// Any other number; the format has no use for one.
    Float(f64),
    /// A text.
    Str(String),
    /// A list.
    Seq(Vec<Node>),
    /// A map, in the order of the file, without duplicate keys.
    Map(Vec<(Spanned<String>, Node)>),
}

impl Node {
    /// What it is, for messages: "a list", "the text `x`".
    #[must_use]
    pub fn describe(&self) -> String {
        match &self.kind {
            Kind::Null => "nothing".into(),
            Kind::Bool(value) => format!("`{value}`"),
            Kind::Int(value) => format!("the number `{value}`"),
            Kind::Float(value) => format!("the number `{value}`"),
            Kind::Str(value) => format!("the text `{value}`"),
            Kind::Seq(items) if items.is_empty() => "an empty list".into(),
            Kind::Seq(_) => "a list".into(),
            Kind::Map(_) => "a map".into(),
        }
    }

    /// The value of a key, if this is a map that has it.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Node> {
        match &self.kind {
            Kind::Map(entries) => entries.iter().find(|(k, _)| k.value == key).map(|(_, value)| value),
            _ => None,
        }
    }
}
