//! Which of several things an effect does, where its player or chance has picked one.

use std::borrow::Cow;

use segoc_protocol::{Answer, Ask, Choice, Event, Happened, Pool};
use serde_json::{Map, Value};

use super::clause::enumerate;
use super::teller::Teller;
use super::written::{found, with_id};
use crate::transcript::Link;

/// What holds several things of which one is done.
const ALTERNATIVES: [&str; 3] = ["options", "one of", "by chance"];

impl<'t> Teller<'t> {
    /// The word for what was picked of several things that a link may do: on activation, as it resolved, or by chance.
    fn picked_option(&self, link: &Link<'_>) -> Option<&'t str> {
        if let Happened::Activated { option: Some(option), .. } = &self.told.events[link.event].what {
            return Some(option);
        }
        let events = &self.told.events[link.event..];
        let is = |event: &Event| event.what == Happened::Resolves { link: link.number };
        let is_over =
            |event: &Event| matches!(event.what, Happened::Resolved { link: other, .. } if other == link.number);
        let begin = link.event + events.iter().position(is)?;
        // What is picked only as the link resolves is not known before.
        if begin >= self.now {
            return None;
        }
        let end = link.event + events.iter().position(is_over).unwrap_or(events.len());
        let asked = self.told.questions.iter().filter(|question| (begin..=end).contains(&question.events));
        let mut answered = asked.filter_map(|question| match (&question.prompt.ask, &question.answer) {
            (Ask::Choose(Choice { from: Pool::Words { .. }, .. }), Some(Answer::Word(word))) => Some(word.as_str()),
            _ => None,
        });
        answered
            .find(|word| self.told.cast.written(link.effect).is_some_and(|written| with_id(written, word).is_some()))
    }

    /// The effect of a link as its card says it, without what was not picked of several things.
    pub(super) fn wording(&self, link: &Link<'_>) -> Option<Cow<'t, Value>> {
        let written = self.told.cast.written(link.effect)?;
        let picked = self.picked_option(link).filter(|_| !found(written, &ALTERNATIVES).is_empty());
        Some(picked.map_or(Cow::Borrowed(written), |id| Cow::Owned(only_option(written, id))))
    }

    /// What one of several things is that an effect may do, if there are words for all of it, and few.
    pub(super) fn whole_option(&self, link: &Link<'_>, id: &str) -> Option<String> {
        const BRIEF: usize = 40;
        let option = with_id(self.told.cast.written(link.effect)?, id)?;
        let said = self.read_all(link, option, option.get("does")?)?;
        (said.split_whitespace().count() <= BRIEF).then_some(said)
    }

    /// Reads parts of an effect aloud, one after the other.
    fn read_all(&self, link: &Link<'_>, written: &Value, does: &Value) -> Option<String> {
        let [first, rest @ ..] = does.as_array()?.as_slice() else { return None };
        let read = |part: &Value| {
            let (verb, body) = part.as_object()?.iter().next()?;
            self.read(link.effect, link.player, Some(link), written, (verb, body))
        };
        let mut said = read(first)?;
        for part in rest {
            let (joint, body) = part.as_object()?.iter().next()?;
            let joint = match joint.as_str() {
                "and" => " and ",
                "then" => ", then ",
                "also" => ", also ",
                "and if you do" => ", and if that is done, ",
                "also after that" => ", also after that ",
                _ => return None,
            };
            said = format!("{said}{joint}{}", read(body)?);
        }
        Some(enumerate(&super::clause::merged(said.split("; ").map(str::to_owned).collect()), "and"))
    }
}

/// An effect as if it did nothing but what has this id.
fn only_option(value: &Value, id: &str) -> Value {
    let has_id = |option: &Value| option.get("id").is_some_and(|own| own == id);
    let picked = |value: &Value| value.as_array().and_then(|all| all.iter().find(|option| has_id(option))).cloned();
    match value {
        Value::Object(map) => {
            let mut out = Map::new();
            for (key, value) in map {
                match picked(value).filter(|_| key == "options") {
                    Some(Value::Object(option)) => out.extend(option.into_iter().filter(|(key, _)| key != "id")),
                    _ => drop(out.insert(key.clone(), only_option(value, id))),
                }
            }
            Value::Object(out)
        }
        Value::Array(list) => {
            let parts = list.iter().flat_map(|part| {
                let (key, body) = part.as_object().and_then(|part| part.iter().next()).unzip();
                let option = key.filter(|key| ALTERNATIVES.contains(&key.as_str())).and(body).and_then(picked);
                let does = option.as_ref().and_then(|option| option.get("does")?.as_array().cloned());
                does.unwrap_or_else(|| vec![only_option(part, id)])
            });
            Value::Array(parts.collect())
        }
        other => other.clone(),
    }
}
