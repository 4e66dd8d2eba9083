//! Coverage for programs: one JSON object a line.

use segoc_engine::Rule;
use serde_json::{Map, Value, json};

use super::{Coverage, Gaps, Shown};
pub use crate::report::json::written;

/// A line for every statement and rule, then every gap, then the counts.
#[must_use]
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
    let failing =
        gaps.failing.iter().map(|e| json!({"kind": "ruling fails", "ruling": e.ruling.name, "format": e.format}));
    let statements = gaps.statements.iter().map(|s| json!({"kind": "statement not shown", "statement": s.id.value}));
    let few = |(rule, shown): &(Rule, Vec<Shown<'_>>)| json!({"kind": "too few rulings", "rule": rule, "rulings": by_ruling(shown)});
    let formats = gaps
        .formats
        .iter()
        .map(|(rule, formats)| json!({"kind": "format not shown", "rule": rule, "formats": formats}));
    let claims = gaps.claims.iter().map(|claim| {
        json!({"kind": "idle claim", "ruling": claim.ruling.name, "file": claim.ruling.path, "rule": claim.rule})
    });
    let mut all: Vec<Value> =
        failing.chain(statements).chain(gaps.rules.iter().map(few)).chain(formats).chain(claims).collect();
    all.iter_mut().for_each(|gap| gap["type"] = "gap".into());
    all
}
