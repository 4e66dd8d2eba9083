//! Adequacy for programs: one JSON object a line.

use serde_json::{Value, json};

use super::{Adequacy, Held};
use crate::coverage::json::{words, written};

/// A line for every misconception, for every ruling that catches nothing, and for the counts.
#[must_use]
pub fn lines(adequacy: &Adequacy) -> Vec<String> {
    let mut lines: Vec<Value> = Vec::new();
    for (mistake, caught) in &adequacy.mistakes {
        let (axis, word) = match mistake.held {
            Held::Axis(axis, word) => (Some(axis), Some(word)),
            Held::Unknown(_) => (None, None),
        };
        let trials = caught.iter().map(|&trial| &adequacy.trials[trial]);
        lines.push(json!({
            "type": "misconception",
            "id": mistake.id,
            "belief": mistake.belief,
            "rules": words(&mistake.rules),
            "axis": axis,
            "word": word,
            "caught": !caught.is_empty(),
            "by": trials.map(|(ruling, format)| format!("{}::{format}", ruling.name)).collect::<Vec<_>>(),
        }));
    }
    let idle = adequacy.idle();
    lines
        .extend(idle.iter().map(|ruling| json!({"type": "catches nothing", "name": ruling.name, "file": ruling.path})));
    lines.push(json!({
        "type": "summary",
        "misconceptions": adequacy.mistakes.len(),
        "uncaught": adequacy.uncaught().count(),
        "trials": adequacy.trials.len(),
        "catch nothing": idle.len(),
    }));
    lines.iter().map(written).collect()
}
