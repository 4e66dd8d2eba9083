//! What a failure looks like without its cards, and where it shows, so that failures of one cause are seen to be alike.

use std::sync::Arc;

use segoc_engine::def::Class;
use segoc_format::diagnostic::line_column;
use segoc_format::ruling::{Check, Step, StepKind};
use segoc_format::ways::FailureKind;
use segoc_format::yaml;
use segoc_protocol::{Capability, EffectRef, Prompt};
use serde_json::Value;

use super::Played;
use crate::drive::{Manner, drive};
use crate::results::Record;
use crate::transcript::{Found, Item, Stand, Transcript};

/// What a failure looks like.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Symptom {
    /// In words without cards and numbers: "said `without effect` where `activation negated` was expected".
    pub what: String,
    /// The phase, and the window or the moment in it, in which the reference engine does as expected.
    pub place: Option<String>,
}

impl Symptom {
    /// What a failure looks like, beside the same duel as the reference engine plays it.
    pub(super) fn of(played: &Played<'_>) -> Self {
        let Played { ruling, record, .. } = played;
        let everything = Capability::ALL.iter().copied().collect();
        let mut engine = super::reference(&record.format, &played.right, &everything);
        let told = drive(&mut engine, ruling, &record.format, None, Manner::Full);
        let step = ruling.play.iter().position(|step| is_step(&ruling.text, step, record));
        let stand = step.and_then(|step| told.stands.iter().find(|stand| stand.step == step));
        let seen = stand.map(|stand| Seen { told: &told, stand, step: &ruling.play[stand.step], record });
        let what = match &seen {
            Some(seen) => seen.what(),
            None => general(record.message.as_deref().unwrap_or(&record.outcome)),
        };
        Self { what, place: seen.and_then(|seen| seen.place()) }
    }

    /// What a breakdown looks like.
    pub(super) fn of_breakdown(record: &Record) -> Self {
        let message = record.message.as_deref().unwrap_or_default();
        let why = message.split_once(" does not fit the duel: ").map_or(message, |(_, why)| why);
        Self { what: format!("{}: {}", record.outcome, general(why)), place: None }
    }
}

/// Whether a step is the one that failed.
fn is_step(text: &str, step: &Step, record: &Record) -> bool {
    let written = text.get(step.span.start..step.span.end).map(str::trim_end);
    let line = |offset| line_column(text, offset).0;
    let lines = line(step.span.start)..=line(step.span.end);
    written == record.expected.as_deref() && record.line.is_some_and(|at| lines.contains(&at))
}

/// A failed step as the reference engine does it, and the failure.
struct Seen<'s> {
    told: &'s Transcript<'s>,
    stand: &'s Stand,
    step: &'s Step,
    record: &'s Record,
}

impl Seen<'_> {
    fn what(&self) -> String {
        let record = self.record;
        let kind = record.kind.as_deref().and_then(FailureKind::from_word);
        let (expected, actual) = (read(record.expected.as_deref()), read(record.actual.as_deref()));
        let rule = |before: &str| match &record.rule {
            Some(rule) => format!("{before} `{rule}`"),
            None => format!("{before} a rule"),
        };
        match (kind, &self.step.kind) {
            (Some(FailureKind::WronglyAllowed), _) => rule("allowed what is forbidden by"),
            (Some(FailureKind::OtherReason), _) => match quoted(record.message.as_deref(), "not because of `") {
                Some(other) => format!("{} where `{other}` was expected", rule("gave as the reason")),
                None => "gave no reason".to_owned(),
            },
            (Some(FailureKind::WronglyForbidden), _) => {
                let reason = record.notes.iter().rev().find_map(|note| quoted(Some(note), "because of `"));
                let reason = reason.map(|rule| format!(", because of `{rule}`")).unwrap_or_default();
                format!("did not offer {}{reason}", self.wanted(&expected))
            }
            (_, StepKind::Check(Check::Chain { .. } | Check::Placing { .. })) => match self.missing(&actual) {
                Some(missing) => format!("{missing} did not come onto the chain"),
                None => "the chain was built in another order".to_owned(),
            },
            (Some(FailureKind::NotReached), StepKind::Check(Check::Window { player, .. })) => {
                let turn = self.prompt().map(|prompt| prompt.turn);
                let who = if turn == Some(*player) { "the turn player" } else { "the opponent" };
                format!("did not ask {who}")
            }
            (_, StepKind::Check(Check::Happens(_))) => {
                match quoted(record.message.as_deref(), "this did not happen: {") {
                    Some(event) => format!("did not tell `{event}` as expected"),
                    None => general(record.message.as_deref().unwrap_or_default()),
                }
            }
            _ => difference("", &expected, &actual)
                .unwrap_or_else(|| general(record.message.as_deref().unwrap_or(&record.outcome))),
        }
    }

    /// What should have been on offer: a trigger, or an action by its word.
    fn wanted(&self, expected: &Value) -> String {
        let action = match (&self.step.kind, self.stand.found) {
            (StepKind::Triggers(_), _) => return "a trigger".to_owned(),
            (StepKind::Action(player, _), _) => &expected[player.word()],
            _ => &expected["window"]["offered"][0],
        };
        let word = match action {
            Value::Object(keys) if keys.contains_key("action") => keys["action"].as_str().unwrap_or_default(),
            Value::Object(keys) if !keys.contains_key("card") => keys.keys().next().map_or("", String::as_str),
            _ => "activate",
        };
        format!("to {}", word.replace("activates", "activate"))
    }

    /// What kind of effect the reference engine puts onto the chain, and the other engine did not.
    fn missing(&self, actual: &Value) -> Option<&'static str> {
        let cast = &self.told.cast;
        let there = |effect: EffectRef| {
            let name = cast.name(effect.card);
            let links = actual["chain"].as_array().into_iter().flatten();
            links.into_iter().any(|link| link == name.as_str() || link["card"] == name.as_str())
        };
        let expected: Vec<EffectRef> = match self.stand.found {
            Found::Chain(complete) => self.told.chain_before(complete).iter().map(|link| link.effect).collect(),
            Found::Asked(question) => self.told.placement(Item::Question(question))?.offered,
            Found::Placed(event) => self.told.placement(Item::Event(event))?.offered,
            _ => Vec::new(),
        };
        let missing = expected.into_iter().find(|effect| !there(*effect))?;
        let effect = cast.effect(missing)?;
        Some(match (effect.class, effect.mandatory) {
            (Class::Trigger, false) => "an optional trigger",
            (Class::Trigger, true) => "a mandatory trigger",
            _ => "an activation",
        })
    }

    /// The phase with its moment or box, "battle, Damage Step", "main 1, box E"; what looks back says only the phase.
    fn place(&self) -> Option<String> {
        let prompt = self.prompt()?;
        let phase = prompt.phase;
        Some(match (prompt.during, prompt.chart, self.stand.found) {
            (Some(moment), ..) if moment.word().contains("damage") => format!("{phase}, Damage Step"),
            (_, _, Found::Here | Found::Nothing) => phase.to_string(),
            (Some(moment), ..) => format!("{phase}, {moment}"),
            (None, Some(chart), _) => format!("{phase}, box {chart}"),
            (None, None, _) => phase.to_string(),
        })
    }

    /// The question at which the reference engine does as expected.
    fn prompt(&self) -> Option<&Prompt> {
        let after = |event: usize| self.told.questions.iter().position(|question| question.events > event);
        let number = match self.stand.found {
            Found::Action(question) | Found::Window(question) | Found::Asked(question) => Some(question),
            Found::Chain(complete) => self.told.chain_before(complete).first().and_then(|link| after(link.event)),
            Found::Placed(event) => after(event),
            Found::Here | Found::Nothing => Some(self.stand.at.question.min(self.told.questions.len().checked_sub(1)?)),
        };
        Some(&*self.told.questions.get(number?)?.prompt)
    }
}

/// A step, as it is written in a ruling.
fn read(written: Option<&str>) -> Value {
    // The first line stands behind a dash, and the others below it.
    let text = format!("    {}", written.unwrap_or_default());
    yaml::parse("step", &Arc::from(text)).0.map(|node| node.to_json()).unwrap_or_default()
}

/// Where two steps first differ, in words; `key` is the key behind which they stand.
fn difference(key: &str, expected: &Value, actual: &Value) -> Option<String> {
    let under = if key.is_empty() { String::new() } else { format!(" under `{key}`") };
    match (expected, actual) {
        _ if expected == actual => None,
        (_, Value::Null) | (Value::Null, _) => None,
        (Value::Object(e), Value::Object(a)) => {
            let both = e.iter().find_map(|(k, value)| difference(k, value, a.get(k)?));
            // A link about which nothing is said was done.
            let done = Value::from("done");
            let outcome = |of: &serde_json::Map<String, Value>| of.get("outcome").unwrap_or(&done).clone();
            let both = both.or_else(|| difference("outcome", &outcome(e), &outcome(a)));
            let one = |those: &serde_json::Map<String, Value>, these: &serde_json::Map<String, Value>| {
                those.keys().find(|k| !these.contains_key(*k)).cloned()
            };
            both.or_else(|| Some(format!("said no `{}`{under}", one(e, a)?)))
                .or_else(|| Some(format!("said `{}` too{under}", one(a, e)?)))
        }
        (Value::Array(e), Value::Array(a)) if e.len() == a.len() => {
            e.iter().zip(a).find_map(|(e, a)| difference(key, e, a))
        }
        (Value::Array(e), Value::Array(a)) => {
            Some(format!("had {} than expected{under}", if e.len() > a.len() { "less" } else { "more" }))
        }
        // A card about which nothing is said is written by its name alone.
        (Value::String(name), Value::Object(_)) => difference(key, &serde_json::json!({ "card": name }), actual),
        (Value::Object(_), Value::String(name)) => difference(key, expected, &serde_json::json!({ "card": name })),
        (Value::String(e), Value::String(a)) if key == "outcome" => {
            Some(format!("said `{a}` where `{e}` was expected"))
        }
        (Value::String(e), Value::String(a)) if is_word(key) => {
            Some(format!("said `{key}: {a}` where `{key}: {e}` was expected"))
        }
        (Value::Number(_), Value::Number(_)) => Some(format!("had another `{key}` than expected")),
        _ => Some(format!("had another card than expected{under}")),
    }
}

/// Whether words stand behind a key, and not cards.
fn is_word(key: &str) -> bool {
    ["position", "player", "box", "phase", "during", "ends", "action", "face"].contains(&key)
}

/// What stands in backquotes or before a colon behind some words of a message.
fn quoted<'m>(message: Option<&'m str>, after: &str) -> Option<&'m str> {
    let (_, rest) = message?.split_once(after)?;
    rest.split(['`', ':']).next()
}

/// A message without what is of one duel only: numbers, players, what is quoted.
fn general(message: &str) -> String {
    let message = message.replace("Yugi", "a player").replace("Joey", "a player");
    let mut general = String::new();
    let mut was_number = false;
    for c in message.chars() {
        let is_number = c.is_ascii_digit();
        if is_number && !was_number {
            general.push('…');
        } else if !is_number {
            general.push(c);
        }
        was_number = is_number;
    }
    general
}
