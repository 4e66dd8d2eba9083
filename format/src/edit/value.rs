//! Values as they are written.

use std::sync::Arc;

use super::quote::word;
use super::{column_of, text_of};
use crate::place::Span;
use crate::yaml::{Kind, Node, parse};

/// A value to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A word or name, in quotes if it must be.
    Word(String),
    /// A number.
    Number(i64),
    /// A value as it is written on one line of some file; see [`Value::at`].
    Source(String),
    /// A list.
    List(Vec<Value>),
    /// A map.
    Map(Vec<(String, Value)>),
}

impl Value {
    /// A word or name.
    pub fn word(word: impl Into<String>) -> Self {
        Self::Word(word.into())
    }

    /// A number.
    pub fn number(number: impl Into<i64>) -> Self {
        Self::Number(number.into())
    }

    /// What is written at a place of a file, as it is if it stands on one line.
    pub fn at(file: &str, span: Span) -> Self {
        let text = text_of(file, span);
        if text.contains('\n') {
            let padded = format!("{}{text}", " ".repeat(column_of(file, span.start)));
            return read(&padded).map_or_else(|| Self::word(text), |node| Self::from(&node));
        }
        Self::Source(text.to_owned())
    }

    /// A list of words.
    pub fn words<W: Into<String>>(words: impl IntoIterator<Item = W>) -> Self {
        Self::List(words.into_iter().map(Self::word).collect())
    }

    /// A map.
    pub fn map<K: Into<String>>(entries: impl IntoIterator<Item = (K, Self)>) -> Self {
        Self::Map(entries.into_iter().map(|(key, value)| (key.into(), value)).collect())
    }

    /// On one line, so that it can stand anywhere.
    pub fn flow(&self) -> String {
        match self {
            Self::Word(text) => word(text),
            Self::Number(number) => number.to_string(),
            Self::Source(text) => from_source(text),
            Self::List(items) => format!("[{}]", items.iter().map(Self::flow).collect::<Vec<_>>().join(", ")),
            Self::Map(entries) => {
                let entries: Vec<String> = entries.iter().map(|(k, v)| format!("{}: {}", word(k), v.flow())).collect();
                format!("{{{}}}", entries.join(", "))
            }
        }
    }

    /// Whether this is what is written at a place.
    pub(super) fn is_written(&self, node: &Node) -> bool {
        read(&self.flow()).is_some_and(|value| value.to_json() == node.to_json())
    }
}

impl From<&Node> for Value {
    fn from(node: &Node) -> Self {
        match &node.kind {
            Kind::Null => Self::Source("null".into()),
            Kind::Bool(value) => Self::Source(value.to_string()),
            Kind::Int(value) => Self::Number(*value),
            Kind::Float(value) => Self::Source(value.to_string()),
            Kind::Str(text) => Self::Word(text.clone()),
            Kind::Seq(items) => Self::List(items.iter().map(Self::from).collect()),
            Kind::Map(entries) => Self::map(entries.iter().map(|(key, value)| (key.value.clone(), value.into()))),
        }
    }
}

impl From<&serde_json::Value> for Value {
    fn from(json: &serde_json::Value) -> Self {
        Self::from(&Node::from_json(json))
    }
}

/// The text of a value, written anew if between brackets it would be another.
fn from_source(text: &str) -> String {
    let Some(meant) = read(text) else { return word(text) };
    let stays = read(&format!("[{text}]")).is_some_and(|list| list.to_json() == serde_json::json!([meant.to_json()]));
    if stays { text.to_owned() } else { Value::from(&meant).flow() }
}

fn read(text: &str) -> Option<Node> {
    parse("", &Arc::from(text)).0
}
