//! A tale for programs: one JSON object.

use segoc_format::ruling::Source;
use segoc_protocol::Player;
use serde_json::{Value, json as object};

use super::tale::{Step, Tale};
use super::verdict;
use crate::outcome::Scene;

/// A tale as one JSON object.
pub fn json(tale: &Tale<'_>) -> String {
    let value = object!({
        "type": "explanation",
        "header": header(tale),
        "before": board(&tale.before),
        "effects": effects(tale),
        "steps": tale.steps.iter().map(step).collect::<Value>(),
        "after": board(&tale.after),
        "left out": left_out(tale),
        "verdict": {
            "outcome": tale.setting.verdict.outcome.word(),
            "checks": tale.setting.verdict.checks,
            "text": verdict::sentences(tale),
            "expected": tale.setting.verdict.written,
        },
        "differs in": tale.setting.elsewhere,
    });
    serde_json::to_string_pretty(&value).unwrap_or_default()
}

fn effects(tale: &Tale<'_>) -> Value {
    tale.effects().into_iter().map(|(card, says)| object!({"card": card, "says": says})).collect()
}

fn left_out(tale: &Tale<'_>) -> Value {
    tale.left_out().into_iter().map(|(card, says)| object!({"card": card, "says": says})).collect()
}

fn header(tale: &Tale<'_>) -> Value {
    let ruling = tale.ruling();
    let rules = tale.rules().map(|(rule, text)| object!({"id": rule.word(), "rule": text}));
    let readings =
        ruling.disputed.iter().map(|r| object!({"reading": r.id, "answer": r.answer, "sources": sources(&r.sources)}));
    object!({
        "name": ruling.name,
        "ruling": ruling.id,
        "file": ruling.path,
        "title": ruling.title,
        "question": ruling.question,
        "answer": ruling.answer,
        "format": tale.told.format,
        "rules": rules.collect::<Vec<_>>(),
        "sources": sources(tale.sources()),
        "readings": readings.collect::<Vec<_>>(),
        "engines": tale.setting.opinions,
        "reading": tale.told.reading,
    })
}

fn sources<'s>(all: impl IntoIterator<Item = &'s Source>) -> Vec<Value> {
    let source =
        |s: &Source| object!({"kind": s.kind.word(), "title": s.title, "url": s.url, "at": s.at, "as of": s.as_of});
    all.into_iter().map(source).collect()
}

fn board(scene: &Scene) -> Value {
    let side = |(player, side): (Player, &crate::outcome::SceneSide)| {
        let zones: serde_json::Map<String, Value> =
            side.zones.iter().map(|(zone, cards)| ((*zone).to_owned(), cards.clone().into())).collect();
        (player.to_string(), object!({"lp": side.lp, "zones": zones}))
    };
    Value::Object(scene.sides.iter().map(side).collect())
}

/// What a program may want to know of a step, also without reading its sentences.
fn step(step: &Step) -> Value {
    let mut value = serde_json::to_value(step).unwrap_or_default();
    value["rules"] = step.told.iter().flat_map(|p| &p.rules).map(|rule| rule.word()).collect();
    value["text"] = step.told.iter().map(|p| p.text.as_str()).collect::<Vec<_>>().join(" ").into();
    value
}
