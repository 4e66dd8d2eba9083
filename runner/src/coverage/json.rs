//! Coverage for programs: one JSON object a line.

use segoc_engine::Rule;
use serde_json::{Map, Value, json};

use super::{Coverage, Gaps, Shown, Sourced};
pub use crate::report::json::written;

/// A line for every statement and rule, then every gap, then the counts.
pub fn lines(coverage: &Coverage<'_>, rules: &[Rule], gaps: &Gaps<'_>) -> Vec<String> {
    let is_wanted = |s: &&segoc_format::catalogue::Statement| {
        rules.len() == Rule::ALL.len() || s.rules.iter().any(|rule| rules.contains(rule))
    };
    let mut lines: Vec<Value> = Vec::new();
    for statement in coverage.statements.statements.iter().filter(is_wanted) {
        let places: Map<String, Value> =
            statement.places.iter().map(|(key, place)| (key.clone(), place.as_str().into())).collect();
        lines.push(json!({
            "type": "statement",
            "id": statement.id.value,
            "statement": statement.sentence,
            "stands in": places,
            "rules": words(&statement.rules),
            "rulings": coverage.playing(&statement.rulings).map(|r| r.name.as_str()).collect::<Vec<_>>(),
            "not checked": statement.not_checked,
        }));
    }
    for &rule in rules {
        lines.push(json!({"type": "rule", "rule": rule.word(), "rulings": by_ruling(&coverage.showing(rule))}));
    }
    lines.extend(of_gaps(gaps));
    lines.push(json!({
        "type": "summary",
        "statements": coverage.statements.statements.len(),
        "rules": rules.len(),
        "gaps": gaps.count(),
        "assertions": Sourced::by_format(coverage.rulings),
    }));
    lines.iter().map(written).collect()
}

/// The formats by the name of the ruling that shows a rule in them.
pub fn by_ruling(shown: &[Shown<'_>]) -> Map<String, Value> {
    shown.iter().map(|s| (s.ruling.name.clone(), json!(s.formats))).collect()
}

/// The ids of rules.
pub fn words(rules: &[Rule]) -> Vec<&'static str> {
    rules.iter().map(|rule| rule.word()).collect()
}

fn of_gaps(gaps: &Gaps<'_>) -> Vec<Value> {
    let mut lines = Vec::new();
    let mut gap = |kind: &str, mut line: Value| {
        (line["type"], line["kind"]) = ("gap".into(), kind.into());
        lines.push(line);
    };
    gaps.failing.iter().for_each(|e| gap("ruling fails", json!({"ruling": e.ruling.name, "format": e.format})));
    gaps.statements.iter().for_each(|s| gap("statement not shown", json!({"statement": s.id.value})));
    for (rule, shown) in &gaps.rules {
        gap("too few rulings", json!({"rule": rule, "rulings": by_ruling(shown)}));
    }
    gaps.formats.iter().for_each(|(rule, formats)| gap("format not shown", json!({"rule": rule, "formats": formats})));
    for claim in &gaps.claims {
        gap("idle claim", json!({"ruling": claim.ruling.name, "file": claim.ruling.path, "rule": claim.rule}));
    }
    lines
}
