//! `corpus/PROTOCOL.md` is true: its messages are messages, its exchange is what the reference engine answers, and every
//! word of the protocol stands on it.

#![allow(clippy::expect_used, clippy::panic)]

use std::io::Write;
use std::process::{Command, Stdio};

use segoc_engine::def::{Moment, Phase, Turned};
use segoc_engine::{ChartBox, LinkOutcome, Purpose, StartZone, Zone};
use segoc_runner::engines::wire::message::{self, Act, End, FromEngine, ToEngine};
use segoc_runner::engines::{Capability, FaultKind};
use segoc_runner::ruling::{CardEvent, PlayerEvent};
use serde_json::Value;

const PAGE: &str = include_str!("../../corpus/PROTOCOL.md");

/// The contents of the fenced blocks of a kind.
fn blocks(kind: &str) -> Vec<&'static str> {
    let mut rest = PAGE;
    let mut found = Vec::new();
    while let Some(start) = rest.find("```") {
        let opened = &rest[start + 3..];
        let (head, body) = opened.split_once('\n').expect("a block has lines");
        let end = body.find("```").expect("every block is closed");
        if head == kind {
            found.push(&body[..end]);
        }
        rest = &body[end + 3..];
    }
    found
}

#[test]
fn every_message_on_the_page_is_a_message() {
    let mut seen = 0;
    for block in blocks("json") {
        for value in serde_json::Deserializer::from_str(block).into_iter::<Value>() {
            let value = value.unwrap_or_else(|error| panic!("{error} in\n{block}"));
            let is_board = value.get("type").is_none();
            let read = if is_board {
                serde_json::from_value::<message::Board>(value.clone()).map(drop)
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
    let mut engine = Command::new(env!("CARGO_BIN_EXE_segoc"))
        .arg("serve")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the engine starts");
    engine.stdin.take().expect("a pipe").write_all(asked.as_bytes()).expect("written");
    let answered = String::from_utf8(engine.wait_with_output().expect("it ends").stdout).expect("text");
    let answered: Vec<Value> = answered.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(answered.len(), expected.len());
    for (expected, answered) in expected.iter().zip(&answered) {
        assert!(is_part(expected, answered), "the page says\n{expected}\nthe engine says\n{answered}");
    }
}

#[test]
fn every_word_of_the_protocol_stands_on_the_page() {
    let mut words: Vec<&str> = Vec::new();
    words.extend(Act::ALL.iter().map(|w| w.word()));
    words.extend(Capability::ALL.iter().map(|w| w.word()));
    words.extend(CardEvent::ALL.iter().map(|w| w.word()));
    words.extend(PlayerEvent::ALL.iter().map(|w| w.word()));
    words.extend(FaultKind::ALL.iter().map(|w| w.word()));
    words.extend(LinkOutcome::ALL.iter().map(|w| w.word()));
    words.extend(Purpose::ALL.iter().map(|w| w.word()));
    words.extend(Moment::ALL.iter().map(|w| w.word()));
    words.extend(Phase::ALL.iter().map(|w| w.word()));
    words.extend(StartZone::ALL.iter().map(|w| w.word()));
    words.extend(End::ALL.iter().map(|w| w.word()));
    words.extend(Turned::ALL.iter().filter(|w| **w != Turned::Other).map(|w| w.word()));
    words.extend(Zone::ALL.iter().filter(|z| !matches!(z, Zone::Limbo | Zone::Gone)).map(|w| w.word()));
    let missing: Vec<&&str> = words.iter().filter(|word| !PAGE.contains(&format!("`{word}`"))).collect();
    assert!(missing.is_empty(), "not on the page: {missing:?}");
    for chart in ChartBox::ALL {
        assert!(PAGE.contains(&format!("| {chart} |")), "box {chart} is not on the page");
    }
}

/// Whether a value fits a schema, as far as the protocol's schemas go: types, words, fields, lists and one of several.
#[cfg(unix)]
fn fits(value: &Value, schema: &Value, root: &Value) -> Result<(), String> {
    let words = |list: &Value| list.as_array().is_some_and(|list| list.contains(value));
    let kind = match schema.get("type").and_then(Value::as_str) {
        None => true,
        Some("object") => value.is_object(),
        Some("array") => value.is_array(),
        Some("string") => value.is_string(),
        Some("integer") => value.is_i64(),
        Some("boolean") => value.is_boolean(),
        Some(other) => panic!("the schema says {other}"),
    };
    let word = schema.get("enum").is_none_or(words) && schema.get("const").is_none_or(|constant| constant == value);
    let least = schema.get("minimum").is_none_or(|least| value.as_i64() >= least.as_i64());
    if !kind || !word || !least {
        return Err(format!("{value} does not fit {schema}"));
    }
    for part in schema.get("allOf").and_then(Value::as_array).into_iter().flatten() {
        let name = part["$ref"].as_str().and_then(|path| path.strip_prefix("#/definitions/")).expect("a reference");
        fits(value, &root["definitions"][name], root)?;
    }
    for key in schema.get("required").and_then(Value::as_array).into_iter().flatten() {
        let key = key.as_str().expect("a key");
        value.get(key).ok_or_else(|| format!("`{key}` is missing in {value}"))?;
    }
    for (key, inner) in value.as_object().into_iter().flatten() {
        let known = schema.get("properties").and_then(|properties| properties.get(key));
        match known {
            Some(known) => fits(inner, known, root)?,
            // Unknown fields are allowed, but what is written here must not need that.
            None if schema.get("properties").is_some() => return Err(format!("`{key}` is not in the schema")),
            None => {}
        }
    }
    if let Some(items) = schema.get("items") {
        value.as_array().into_iter().flatten().try_for_each(|item| fits(item, items, root))?;
    }
    match schema.get("oneOf").and_then(Value::as_array) {
        Some(all) => {
            let tried: Vec<Result<(), String>> = all.iter().map(|one| fits(value, one, root)).collect();
            match tried.iter().filter(|one| one.is_ok()).count() {
                1 => Ok(()),
                n => Err(format!("{n} messages of the schema fit {value}: {tried:#?}")),
            }
        }
        None => Ok(()),
    }
}

/// Every line that is exchanged over some rulings, and whether the engine wrote it.
#[cfg(unix)]
fn tapped(rulings: &[&str]) -> Vec<(bool, String)> {
    let directory = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("protocol");
    std::fs::create_dir_all(&directory).expect("a directory");
    let (to, from) = (directory.join("to"), directory.join("from"));
    let segoc = env!("CARGO_BIN_EXE_segoc");
    let engine = format!("sh -c \"tee '{}' | '{segoc}' serve | tee '{}'\"", to.display(), from.display());
    let run = Command::new(segoc).arg("run").args(rulings).args(["--jobs", "1", "--engine", &engine]).output();
    let run = run.expect("it runs");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stdout));
    let lines = |path, engine_writes| {
        let text = std::fs::read_to_string(path).expect("a log");
        text.lines().map(|line| (engine_writes, line.to_owned())).collect::<Vec<_>>()
    };
    [lines(to, false), lines(from, true)].concat()
}

#[cfg(unix)]
#[test]
fn every_message_of_many_rulings_fits_its_schema() {
    use segoc_runner::engines::wire::schema;
    let log = tapped(&["segoc/", "replay", "simultaneous", "summon-negation", "chain/"]);
    let (to, from) = (schema::to_engine(), schema::from_engine());
    let mut seen = std::collections::BTreeSet::new();
    for (engine_writes, line) in &log {
        let value: Value = serde_json::from_str(line).expect("JSON");
        let root = if *engine_writes { &from } else { &to };
        fits(&value, root, root).unwrap_or_else(|error| panic!("{error}"));
        let kind = |key: &str| value[key].as_str().unwrap_or_default().to_owned();
        seen.insert(format!("{} {}{}", kind("type"), kind("event"), kind("kind")));
    }
    assert!(log.len() > 5_000, "only {} messages", log.len());
    // Everything but breakdowns was said in the corpus.
    assert_eq!(seen.len(), 3 + 1 + 5 + 11, "{seen:#?}");
    let wrong = serde_json::json!({"type": "answer", "option": -1});
    assert!(fits(&wrong, &to, &to).is_err());
}
