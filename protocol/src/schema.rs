//! JSON Schemas of the messages, from their types.

use schemars::{JsonSchema, schema_for};

use crate::message::{FromEngine, ToEngine};

/// The schemas as files of the corpus: their paths and texts.
pub fn files() -> Vec<(String, String)> {
    vec![
        file::<ToEngine>("to-engine", "What the runner writes"),
        file::<FromEngine>("from-engine", "What an engine writes"),
    ]
}

fn file<T: JsonSchema>(name: &str, title: &str) -> (String, String) {
    let mut schema = schema_for!(T);
    schema.insert("title".to_owned(), format!("{title}, a line each (segoc protocol {})", crate::PROTOCOL).into());
    let text = serde_json::to_string_pretty(&schema).unwrap_or_default();
    (format!("schema/protocol-{name}.schema.json"), format!("{text}\n"))
}
