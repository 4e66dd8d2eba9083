//! YAML as a tree in which everything knows its place in the file.
//!
//! This is the only module that knows the YAML library, granit-parser: it gives every event with its place in bytes, which no
//! deserializer does for lists and maps. Files come from anyone, so the tree is bounded in size and depth, and anything that two
//! YAML parsers may read differently is a mistake.

mod file;
mod open;
mod parse;
mod scalar;

pub use file::{decode, read};
pub(crate) use file::{first_line, glance, read_up_to};
pub(crate) use open::{Level, Open, open};
pub use parse::parse;

/// Whether a plain value is not read alike by every parser.
pub(crate) fn is_ambiguous(written: &str) -> bool {
    scalar::ambiguous(written).is_some()
}

use serde_json::Value;

use crate::place::{Span, Spanned};

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
    pub(crate) fn describe(&self) -> String {
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
    pub fn get(&self, key: &str) -> Option<&Node> {
        match &self.kind {
            Kind::Map(entries) => entries.iter().find(|(k, _)| k.value == key).map(|(_, value)| value),
            _ => None,
        }
    }

    /// The same as JSON.
    pub fn to_json(&self) -> Value {
        match &self.kind {
            Kind::Null => Value::Null,
            Kind::Bool(value) => Value::Bool(*value),
            Kind::Int(value) => Value::from(*value),
            Kind::Float(value) => Value::from(*value),
            Kind::Str(value) => Value::String(value.clone()),
            Kind::Seq(items) => Value::Array(items.iter().map(Self::to_json).collect()),
            Kind::Map(entries) => Value::Object(entries.iter().map(|(k, v)| (k.value.clone(), v.to_json())).collect()),
        }
    }

    /// A tree from JSON, in which nothing has a place.
    pub(crate) fn from_json(json: &Value) -> Self {
        let span = Span::default();
        let kind = match json {
            Value::Null => Kind::Null,
            Value::Bool(value) => Kind::Bool(*value),
            Value::Number(number) => match number.as_i64() {
                Some(value) => Kind::Int(value),
                None => Kind::Float(number.as_f64().unwrap_or_default()),
            },
            Value::String(value) => Kind::Str(value.clone()),
            Value::Array(items) => Kind::Seq(items.iter().map(Self::from_json).collect()),
            Value::Object(entries) => {
                let entry =
                    |(key, value): (&String, &Value)| (Spanned { value: key.clone(), span }, Self::from_json(value));
                Kind::Map(entries.iter().map(entry).collect())
            }
        };
        Self { kind, span }
    }
}
