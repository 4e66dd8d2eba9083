//! `corpus/PROTOCOL.md` is true: its messages are messages, its exchange is what the reference engine answers, and every
//! word of the protocol stands on it.

#![allow(clippy::expect_used, clippy::panic)]

mod common;

use std::collections::BTreeSet;

use common::{SEGOC, TestCorpus, fences, out};
use segoc_protocol::{Board, ChartBox, FaultKind, FromEngine, Rule, Since, ToEngine, Turned, Zone, schema};
use serde_json::Value;

const PAGE: &str = include_str!("../../corpus/PROTOCOL.md");

/// The contents of the fenced blocks of a kind.
fn blocks(kind: &str) -> Vec<String> {
    fences(PAGE).into_iter().filter(|fence| fence.info == kind).map(|fence| fence.lines.join("\n")).collect()
}

#[test]
fn every_message_on_the_page_is_a_message() {
    let mut seen = 0;
    for block in blocks("json") {
        for value in serde_json::Deserializer::from_str(&block).into_iter::<Value>() {
            let value = value.unwrap_or_else(|error| panic!("{error} in\n{block}"));
            let is_board = value.get("type").is_none();
            let read = if is_board {
                serde_json::from_value::<Board>(value.clone()).map(drop)
            } else {
                serde_json::from_value::<ToEngine>(value.clone())
                    .map(drop)
                    .or_else(|_| serde_json::from_value::<FromEngine>(value.clone()).map(drop))
            };
            assert!(read.is_ok(), "{read:?}: {value}");
            seen += 1;
        }
    }
    assert!(seen >= 15, "only {seen} examples");
}

/// Whether everything in `part` stands in `whole` too; lists must be equal in length.
fn is_part(part: &Value, whole: &Value) -> bool {
    match (part, whole) {
        (Value::Object(part), Value::Object(whole)) => {
            part.iter().all(|(key, value)| whole.get(key).is_some_and(|other| is_part(value, other)))
        }
        (Value::Array(part), Value::Array(whole)) => {
            part.len() == whole.len() && part.iter().zip(whole).all(|(a, b)| is_part(a, b))
        }
        _ => part == whole,
    }
}

#[test]
fn the_reference_engine_answers_like_the_exchange_on_the_page() {
    let exchange = blocks("exchange");
    let [exchange] = exchange.as_slice() else { panic!("one exchange stands on the page") };
    let (mut asked, mut expected) = (String::new(), Vec::new());
    for line in exchange.lines() {
        match line.split_at(2) {
            ("> ", message) => asked.push_str(&format!("{message}\n")),
            ("< ", message) => expected.push(serde_json::from_str::<Value>(message).expect("JSON")),
            _ => panic!("not a line of an exchange: {line}"),
        }
    }
    let answered = out(&TestCorpus::real().answer(&["serve"], &asked));
    let answered: Vec<Value> = answered.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(answered.len(), expected.len());
    for (expected, answered) in expected.iter().zip(&answered) {
        assert!(is_part(expected, answered), "the page says\n{expected}\nthe engine says\n{answered}");
    }
}

/// What the runner writes, and what an engine writes.
fn schemas() -> [Value; 2] {
    let files = schema::files();
    let [(_, to), (_, from)] = &files[..] else { panic!("two schemas") };
    [to, from].map(|text| serde_json::from_str(text).expect("JSON"))
}

/// The words of a schema.
fn words(schema: &Value, found: &mut BTreeSet<String>) {
    match schema {
        Value::Object(fields) => {
            found.extend(fields.get("const").and_then(Value::as_str).map(str::to_owned));
            let listed = fields.get("enum").and_then(Value::as_array).into_iter().flatten();
            found.extend(listed.filter_map(Value::as_str).map(str::to_owned));
            fields.values().for_each(|inner| words(inner, found));
        }
        Value::Array(items) => items.iter().for_each(|inner| words(inner, found)),
        _ => {}
    }
}

#[test]
fn every_word_of_the_protocol_stands_on_the_page() {
    let mut all: BTreeSet<String> = FaultKind::ALL.iter().map(|word| word.word().to_owned()).collect();
    schemas().iter().for_each(|schema| words(schema, &mut all));
    assert!(all.len() > 130, "only {} words", all.len());
    // Rules stand in `rules.yaml`, boxes in a table, the words of `since` in the README; the others are never said.
    let elsewhere = [Zone::Limbo.word(), Zone::Gone.word(), Turned::Other.word()];
    all.retain(|word| Rule::from_word(word).is_none() && ChartBox::from_word(word).is_none());
    all.retain(|word| Since::from_word(word).is_none() && !elsewhere.contains(&word.as_str()));
    let stands = |word: &str| PAGE.contains(&format!("`{word}`")) || PAGE.contains(&format!("`\"{word}\"`"));
    let missing: Vec<&String> = all.iter().filter(|word| !stands(word)).collect();
    assert!(missing.is_empty(), "not on the page: {missing:?}");
    for chart in ChartBox::ALL {
        assert!(PAGE.contains(&format!("| {chart} |")), "box {chart} is not on the page");
    }
}

/// Whether a value fits a schema, as far as the protocol's schemas go: types, words, fields, lists and one of several.
fn fits(value: &Value, schema: &Value, root: &Value) -> Result<(), String> {
    let described = described(value, schema, root)?;
    // Unknown fields are allowed, but what is written here must not need that.
    let unknown = value.as_object().into_iter().flatten().map(|(key, _)| key).find(|key| !described.contains(*key));
    match unknown.filter(|_| !described.is_empty()) {
        Some(key) => Err(format!("`{key}` of {value} is not in the schema")),
        None => Ok(()),
    }
}

/// The same, as far as a part of the schema says it; the fields that are described there.
fn described(value: &Value, schema: &Value, root: &Value) -> Result<BTreeSet<String>, String> {
    let list = |key: &str| schema.get(key).and_then(Value::as_array).into_iter().flatten();
    let types: Vec<&Value> =
        schema.get("type").into_iter().chain(list("type")).filter(|kind| kind.is_string()).collect();
    let is = |kind: &&Value| match kind.as_str().unwrap_or_default() {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_i64(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        other => panic!("the schema says {other}"),
    };
    let kind = types.is_empty() || types.iter().any(is);
    let word = schema.get("const").is_none_or(|constant| constant == value);
    let listed = schema.get("enum").is_none() || list("enum").any(|one| one == value);
    let least = schema.get("minimum").is_none_or(|least| value.as_i64() >= least.as_i64());
    let most = schema.get("maximum").is_none_or(|most| value.as_i64() <= most.as_i64());
    if !(kind && word && listed && least && most) {
        return Err(format!("{value} does not fit {schema}"));
    }
    if let Some(key) = list("required").filter_map(Value::as_str).find(|key| value.get(key).is_none()) {
        return Err(format!("`{key}` is missing in {value}"));
    }
    let mut keys = BTreeSet::new();
    for (key, inner) in schema.get("properties").and_then(Value::as_object).into_iter().flatten() {
        value.get(key).map_or(Ok(()), |value| fits(value, inner, root))?;
        keys.insert(key.clone());
    }
    if let Some(items) = schema.get("items") {
        value.as_array().into_iter().flatten().try_for_each(|item| fits(item, items, root))?;
    }
    if let Some(name) = schema.get("$ref").and_then(Value::as_str).and_then(|path| path.strip_prefix("#/$defs/")) {
        keys.append(&mut described(value, &root["$defs"][name], root)?);
    }
    for several in ["oneOf", "anyOf"].into_iter().filter(|several| schema.get(several).is_some()) {
        let tried: Vec<_> = list(several).map(|one| described(value, one, root)).collect();
        match tried.iter().filter(|one| one.is_ok()).count() {
            1 => keys.extend(tried.into_iter().flatten().flatten()),
            n => return Err(format!("{n} parts of the schema fit {value}: {tried:#?}")),
        }
    }
    Ok(keys)
}

/// Every line that is exchanged over some rulings, and whether the engine wrote it.
#[cfg(unix)]
fn tapped(rulings: &[&str]) -> Vec<(bool, String)> {
    let directory = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("protocol");
    std::fs::create_dir_all(&directory).expect("a directory");
    let (to, from) = (directory.join("to"), directory.join("from"));
    let engine = format!("sh -c \"tee '{}' | '{SEGOC}' serve | tee '{}'\"", to.display(), from.display());
    let run = TestCorpus::real().run(&[&["run", "--jobs", "1", "--engine", &engine], rulings].concat());
    assert!(run.status.success(), "{}", out(&run));
    let lines = |path, engine_writes| {
        let text = std::fs::read_to_string(path).expect("a log");
        text.lines().map(|line| (engine_writes, line.to_owned())).collect::<Vec<_>>()
    };
    [lines(to, false), lines(from, true)].concat()
}

#[cfg(unix)]
#[test]
fn every_message_of_many_rulings_fits_its_schema() {
    let log = tapped(&["segoc/", "replay", "simultaneous", "summon-negation", "chain/"]);
    let [to, from] = schemas();
    let mut seen = BTreeSet::new();
    for (engine_writes, line) in &log {
        let value: Value = serde_json::from_str(line).expect("JSON");
        let root = if *engine_writes { &from } else { &to };
        fits(&value, root, root).unwrap_or_else(|error| panic!("{error}"));
        let kind = |key: &str| value[key].as_str().unwrap_or_default().to_owned();
        seen.insert(format!("{} {}{}", kind("type"), kind("event"), kind("kind")));
    }
    assert!(log.len() > 5_000, "only {} messages", log.len());
    // Everything but breakdowns was said in the corpus.
    assert_eq!(seen.len(), 3 + 1 + 5 + 16, "{seen:#?}");
    let wrong = serde_json::json!({"type": "answer", "option": -1});
    assert!(fits(&wrong, &to, &to).is_err());
}
