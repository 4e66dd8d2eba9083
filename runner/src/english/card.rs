//! A card file read aloud as a whole: what the card is, and its effects one by one.

use segoc_format::card::CardFile;
use segoc_format::yaml;
use serde_json::{Map, Value};

use super::groups::with_article;
use super::{Reader, names_in, titled};
use crate::cast::{capital, enumerate};

/// A card in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aloud {
    /// What is printed on it, in a line.
    pub kind: String,
    /// Its effects, in the order of the file.
    pub effects: Vec<Effect>,
}

/// An effect in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effect {
    /// What it is: `trigger`, `continuous`.
    pub class: String,
    /// The id it has in the file, if it needs one.
    pub id: Option<String>,
    /// The formats in which the card has it; none means all.
    pub formats: Vec<String>,
    /// What it says.
    pub text: String,
}

/// Reads a card aloud. What there are no words for is given as it is written.
#[must_use]
pub fn card(file: &CardFile) -> Aloud {
    let card = yaml::parse(&file.path, &file.text).0.map(|node| node.to_json()).unwrap_or_default();
    let effects = card.get("effects").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    Aloud { kind: kind(&card), effects: effects.iter().filter_map(effect).collect() }
}

/// What is printed on a card.
fn kind(card: &Value) -> String {
    let reader = Reader::new(&|_| None);
    for kind in ["Spell", "Trap"] {
        if let Some(word) = card.get(kind.to_lowercase()).and_then(Value::as_str) {
            return format!("{} {kind}", capital(&reader.words(word)));
        }
    }
    let Some(monster) = card.get("monster").and_then(Value::as_object) else { return String::new() };
    let word = |key: &str| monster.get(key).and_then(Value::as_str).unwrap_or_default();
    let number = |key: &str| monster.get(key).map(written);
    let is: String =
        monster.get("is").map(|is| reader.list(is)).unwrap_or_default().iter().map(|is| titled(is) + " ").collect();
    let mut parts = vec![format!("{} {} {is}monster", word("attribute").to_uppercase(), titled(word("type")))];
    for (key, before) in [("level", "Level "), ("rank", "Rank "), ("link", "Link-"), ("scale", "Pendulum Scale ")] {
        parts.extend(number(key).map(|number| format!("{before}{number}")));
    }
    for (key, after) in [("atk", "ATK"), ("def", "DEF")] {
        parts.extend(number(key).map(|number| format!("{number} {after}")));
    }
    parts.extend(monster.get("arrows").map(|arrows| format!("arrows {}", enumerate(&reader.list(arrows), "and"))));
    let materials = monster.get("materials").and_then(Value::as_array);
    let materials = materials.map(|all| all.iter().map(|one| reader.cards(one).unwrap_or_else(|| written(one))));
    parts.extend(materials.map(|all| format!("of {}", all.collect::<Vec<_>>().join(" and "))));
    parts.join(", ")
}

/// Keys of an effect that stand beside its class.
const BESIDE: [&str; 2] = ["id", "in"];

/// Reads an effect aloud, as its file has it.
pub(crate) fn effect(effect: &Value) -> Option<Effect> {
    let map = effect.as_object()?;
    let (class, body) = map.iter().find(|(key, _)| !BESIDE.contains(&key.as_str()))?;
    let body = &without_names_that_are_words(body);
    let names = names_in(body);
    let named = |word: &str| match word {
        "you" => Some("the player".to_owned()),
        "target" => Some("the target".to_owned()),
        given if names.contains(&given) => Some("that card".to_owned()),
        _ => None,
    };
    let reader = Reader::new(&named);
    Some(Effect {
        class: class.clone(),
        id: map.get("id").and_then(Value::as_str).map(str::to_owned),
        formats: map.get("in").map(|formats| reader.list(formats)).unwrap_or_default(),
        text: body.as_object().map_or_else(|| written(body), |body| sentences(&reader, body)),
    })
}

/// An effect in which cards whose name in the file is a word of the game, as `trap`, are called “that card”: elsewhere the word means the kind.
fn without_names_that_are_words(body: &Value) -> Value {
    const KINDS: [&str; 7] = ["kind", "is", "is not", "type", "not type", "attribute", "not attribute"];
    fn words<'v>(value: &'v Value, of_kinds: bool, out: &mut Vec<&'v str>) {
        match value {
            Value::String(word) if of_kinds => out.push(word),
            Value::Array(list) => list.iter().for_each(|one| words(one, of_kinds, out)),
            Value::Object(map) => map.iter().for_each(|(key, value)| words(value, KINDS.contains(&key.as_str()), out)),
            _ => {}
        }
    }
    fn renamed(value: &Value, of_kinds: bool, names: &[&str]) -> Value {
        match value {
            Value::String(word) if !of_kinds && names.contains(&word.as_str()) => "that card".into(),
            Value::Array(list) => list.iter().map(|one| renamed(one, of_kinds, names)).collect(),
            Value::Object(map) => {
                let of = |key: &str| KINDS.contains(&key) || key == "as";
                map.iter().map(|(key, value)| (key.clone(), renamed(value, of(key), names))).collect()
            }
            other => other.clone(),
        }
    }
    let mut kinds = Vec::new();
    words(body, false, &mut kinds);
    let mut names = names_in(body);
    names.retain(|name| kinds.contains(name));
    let mut body = renamed(body, false, &names);
    // The names that are left are no words: nobody asks for them.
    names.iter().for_each(|name| forget(&mut body, name));
    body
}

/// Takes away that a name is given.
fn forget(value: &mut Value, name: &str) {
    match value {
        Value::Object(map) => {
            if map.get("as").is_some_and(|given| given == name) {
                map.remove("as");
            }
            map.values_mut().for_each(|value| forget(value, name));
        }
        Value::Array(list) => list.iter_mut().for_each(|value| forget(value, name)),
        _ => {}
    }
}

/// How an effect begins: a key, what stands before it, and as what it is said.
const OPENINGS: [(&str, &str, &str); 8] = [
    ("if", "if ", "event"),
    ("when", "when ", "event"),
    ("whenever", "each time ", "event"),
    ("during", "during ", "time"),
    ("requires", "provided that ", "condition"),
    ("while", "as long as ", "condition"),
    ("from", "from ", "places"),
    ("by", "by ", "words"),
];

/// What an effect does, and what else is said of it.
const DEEDS: [(&str, &str, &str); 6] = [
    ("cost", "as a cost ", "verbs"),
    ("targets", "it targets ", "targets"),
    ("materials", "its material is ", "targets"),
    ("does", "", "verbs"),
    ("applies", "", "modifiers"),
    ("options", "one of these: ", "ways"),
];

/// What limits an effect.
const LIMITS: [(&str, &str, &str); 26] = [
    ("once per turn", "copy", "once per turn for each copy"),
    ("once per turn", "use", "once per turn, whatever copy"),
    ("once per turn", "activate", "activated once per turn, whatever copy"),
    ("once per turn", "one effect", "only one of its effects per turn"),
    ("times per turn", "2", "but twice instead of once"),
    ("times per turn", "3", "but three times instead of once"),
    ("once per duel", "use", "once per Duel"),
    ("once per duel", "copy", "once per Duel for each copy"),
    ("once per chain", "true", "once per chain"),
    ("once per battle step", "true", "once per Battle Step"),
    ("mandatory", "true", "mandatory"),
    ("mandatory", "false", "optional"),
    ("damage step", "true", "also in the Damage Step"),
    ("damage step", "false", "not in the Damage Step"),
    ("taking materials", "true", "with its materials"),
    ("stays", "true", "the card stays on the field"),
    ("no response", "true", "nothing can be chained to it"),
    ("no response from", "opponent", "the opponent can chain nothing to it"),
    ("cannot be negated", "[activation]", "its activation cannot be negated"),
    ("cannot be negated", "[effect]", "it cannot be negated"),
    ("cannot be negated", "[activation, effect]", "neither its activation nor its effect can be negated"),
    ("who", "either", "either player may use it"),
    ("reacts", "at once", "at once"),
    ("to", "opponent's field", "to the opponent's field"),
    ("position", "attack", "in Attack Position"),
    ("position", "defense", "in Defense Position"),
];

fn sentences(reader: &Reader<'_>, body: &Map<String, Value>) -> String {
    let parts = |all: &[(&str, &str, &str)]| -> Vec<String> {
        let said = |(key, before, kind): &(&str, &str, &str)| {
            let value = body.get(*key)?;
            let said = aloud(reader, kind, value);
            Some(said.map_or_else(|| format!("`{key}: {}`", written(value)), |said| format!("{before}{said}")))
        };
        all.iter().filter_map(said).collect()
    };
    let (openings, deeds) = (parts(&OPENINGS), parts(&DEEDS));
    let mut limits = Vec::new();
    for (key, value) in body {
        let known = |keys: &[(&str, &str, &str)]| keys.iter().any(|(known, ..)| known == key);
        if key == "id" || known(&OPENINGS) || known(&DEEDS) {
            continue;
        }
        let word = written(value);
        let said = LIMITS.iter().find(|(limit, is, _)| limit == key && *is == word);
        limits.push(match (said, key.as_str()) {
            (Some((.., said)), _) => (*said).to_owned(),
            (None, "oath") => oath(reader, value).unwrap_or_else(|| format!("`{key}: {word}`")),
            (None, "declares number") => "a number is declared".to_owned(),
            (None, "declares") => format!("{} is declared", with_article(&reader.words(&word))),
            (None, _) => format!("`{key}: {word}`"),
        });
    }
    let joined = match (openings.is_empty(), deeds.is_empty()) {
        (_, true) => openings.join(", "),
        (true, _) => deeds.join("; "),
        _ => format!("{}: {}", openings.join(", "), deeds.join("; ")),
    };
    [joined, limits.join(", ")]
        .iter()
        .filter(|said| !said.is_empty())
        .map(|said| capital(said) + ".")
        .collect::<Vec<_>>()
        .join(" ")
}

/// A part of an effect, or nothing if there are no words for it.
fn aloud(reader: &Reader<'_>, kind: &str, value: &Value) -> Option<String> {
    let list = || value.as_array();
    match kind {
        "targets" => reader.each(value),
        "modifiers" => reader.all("; ", list()?.iter().map(|one| reader.said("modifier", one))),
        "ways" => reader.all("; or ", list()?.iter().map(|one| Some(bare(sentences(reader, one.as_object()?))))),
        kind => reader.value(kind, value),
    }
}

/// What a player who uses an effect gives up.
fn oath(reader: &Reader<'_>, oath: &Value) -> Option<String> {
    let (_, modifiers) = oath.as_object()?.iter().next()?;
    aloud(reader, "modifiers", modifiers).map(|said| format!("that turn {said}"))
}

/// A sentence as a part of another.
fn bare(sentence: String) -> String {
    let mut sentence = sentence;
    sentence.truncate(sentence.trim_end_matches('.').len());
    sentence
}

/// A value as a file would have it.
fn written(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(list) => format!("[{}]", list.iter().map(written).collect::<Vec<_>>().join(", ")),
        Value::Object(map) => {
            let fields = map.iter().map(|(key, value)| format!("{key}: {}", written(value)));
            format!("{{{}}}", fields.collect::<Vec<_>>().join(", "))
        }
        other => other.to_string(),
    }
}
