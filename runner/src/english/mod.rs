//! What card files say, in a judge's English: the phrases of `phrases.md`, filled from a card file as JSON.

pub mod card;
pub(crate) mod denial;
mod groups;

use std::cell::Cell;
use std::collections::HashMap;
use std::sync::LazyLock;

use serde_json::{Map, Value};

use groups::{range, the, together, with_article};

use crate::cast::{capital, enumerate};
use crate::texts::sections;

/// Every phrase, by what it says ("modifier", "verb"), and the key it says.
static PHRASES: LazyLock<HashMap<(&str, &str), Vec<&str>>> = LazyLock::new(|| {
    let mut phrases: HashMap<_, Vec<_>> = HashMap::new();
    for (heading, text) in sections(include_str!("phrases.md")) {
        for (key, phrase) in text.lines().filter_map(|line| line.strip_prefix("- ")?.split_once(": ")) {
            phrases.entry((heading, key)).or_default().push(phrase);
        }
    }
    phrases
});

/// Conjunctions, and how they stand before the part that they join.
const JOINTS: [(&str, &str); 5] = [
    ("and if you do", ", and if that is done, "),
    ("and", " and "),
    ("then", ", then "),
    ("also after that", ", also after that "),
    ("also", ", also "),
];

/// Somebody who reads a card file aloud.
pub struct Reader<'a> {
    /// What words that mean a card or a player are called here, as `this card`, `you`, or a name the file gives.
    named: &'a dyn Fn(&str) -> Option<String>,
    /// Whether the cards said last are several.
    several: Cell<bool>,
}

impl<'a> Reader<'a> {
    /// A reader who calls cards and players so, where anything is known about them.
    #[must_use]
    pub fn new(named: &'a dyn Fn(&str) -> Option<String>) -> Self {
        Self { named, several: Cell::new(false) }
    }

    /// What an `apply` does: the modifier, and how long it holds. Nothing if there are no words for it.
    #[must_use]
    pub fn applied(&self, apply: &Value) -> Option<String> {
        let rule = self.modifier(apply.get("rule")?)?;
        // Who wins has won.
        if apply["rule"].get("wins").is_some() {
            return Some(rule);
        }
        Some(self.value("until", apply.get("until")?)? + &rule)
    }

    /// What an effect waits for; nothing if there are no words for it.
    #[must_use]
    pub fn cause(&self, cause: &Value) -> Option<String> {
        self.said("event", cause)
    }

    /// What a verb does, or nothing if there are no words for it.
    #[must_use]
    pub fn verb(&self, verb: &Value) -> Option<String> {
        self.said("verb", verb)
    }

    /// What the parts of an effect do, or nothing if there are no words for one.
    #[must_use]
    pub fn deeds(&self, does: &Value) -> Option<String> {
        self.verbs(does)
    }

    /// What holds as long as something applies, or nothing if there are no words for it.
    #[must_use]
    pub fn modifier(&self, modifier: &Value) -> Option<String> {
        const PLAINER: [(&str, &str); 3] = [
            ("each player cannot ", "neither player can "),
            ("be destroyed by card effects by ", "be destroyed by "),
            ("be attacked by the effects of ", "be attacked by "),
        ];
        let said = self.said("modifier", modifier)?;
        let said = so_often(&said).unwrap_or(said);
        Some(PLAINER.iter().fold(said, |said, (long, plain)| said.replace(long, plain)))
    }

    /// What is asked for, or nothing if there are no words for it.
    #[must_use]
    pub fn condition(&self, condition: &Value) -> Option<String> {
        self.said("condition", condition)
    }

    /// Cards of a group, without their number; nothing if there are no words for it.
    #[must_use]
    pub fn noun(&self, group: &Value, many: bool) -> Option<String> {
        self.group(group.as_object()?, many)
    }

    /// A time, or nothing if there are no words for it.
    #[must_use]
    pub fn during(&self, time: &Value) -> Option<String> {
        self.time(time.as_object()?)
    }

    /// Places, each with its article.
    #[must_use]
    pub fn places(&self, places: &Value) -> Option<String> {
        self.value("places", places)
    }

    /// All cards of a list, or nothing if there are no words for some.
    #[must_use]
    pub fn each(&self, cards: &Value) -> Option<String> {
        self.all(" and ", cards.as_array()?.iter().map(|one| self.cards(one)))
    }

    /// A map of one key, as a verb or an event, by its phrase. Nothing if a part of it has no phrase.
    fn said(&self, kind: &str, value: &Value) -> Option<String> {
        let map = value.as_object()?;
        if let Some(inner) = map.get("not").filter(|_| kind == "condition")
            && let Some(denied) = self.denied(inner)
        {
            return Some(denied);
        }
        let find = |(key, body): (&String, &Value)| {
            if kind == "verb" && key == "apply" {
                return self.applied(body);
            }
            let (_, phrases) = PHRASES.get_key_value(&(kind, key.as_str()) as &(&str, &str))?;
            let fields = if kind == "amount" { Some(map) } else { body.as_object() };
            // What a phrase leaves out would make it say more than the card does; with what an amount is compared is said by a condition.
            const COMPARED: [&str; 5] = ["at least", "at most", "exactly", "more than", "fewer than"];
            const CHOSEN: [&str; 7] = ["all", "choose", "of", "at random", "top", "as", "even none"];
            let says = |phrase: &&&str, field: &String| {
                phrase.contains(&format!("{{{field}: "))
                    || (kind == "amount" && COMPARED.contains(&field.as_str()))
                    || (kind == "verb" && phrase.contains("{what: cards}") && CHOSEN.contains(&field.as_str()))
            };
            let whole = |phrase: &&&str| {
                phrase.contains("{it: ") || fields.is_none_or(|fields| fields.keys().all(|field| says(phrase, field)))
            };
            phrases.iter().filter(whole).find_map(|phrase| self.filled(phrase, &Fields { body, fields }))
        };
        map.iter().find_map(find)
    }

    /// What an effect says that a card gains, if it applies continuously; nothing if there are no words for it.
    fn given(&self, effect: &Value) -> Option<String> {
        let continuous = effect.get("continuous")?.as_object()?;
        let says = |key: &str| continuous.get(key);
        match (says("whenever"), says("does"), says("applies")) {
            (Some(whenever), Some(does), None) if continuous.len() == 2 => {
                Some(format!("each time {}, {}", self.cause(whenever)?, self.deeds(does)?))
            }
            // “This card” is then the card that gains it, and not the one that gives it.
            (None, None, Some(applies))
                if continuous.keys().all(|key| ["applies", "from", "while"].contains(&&**key))
                    && (continuous.len() == 1 || !effect.to_string().contains("\"this card\"")) =>
            {
                let applies = self.all(" and ", applies.as_array()?.iter().map(|one| self.modifier(one)))?;
                Some(match says("while") {
                    Some(holds) => format!("as long as {}, {applies}", self.condition(holds)?),
                    None => applies,
                })
            }
            _ => None,
        }
    }

    /// That a condition must not hold, in plain words; nothing if there are none.
    fn denied(&self, condition: &Value) -> Option<String> {
        let (key, asked) = condition.as_object()?.iter().next()?;
        match key.as_str() {
            "this turn" => {
                let happened = self.said("event", asked)?;
                let plain = !happened.contains([',', '(']) && happened.matches(" is ").count() == 1;
                Some(match happened.split_once(" is ").filter(|_| plain && !self.several.get()) {
                    Some((card, done)) => format!("{card} was not {done} this turn"),
                    None => format!("it has not happened this turn that {happened}"),
                })
            }
            "during" => Some(format!("it is not {}", self.during(asked)?)),
            "there is" if asked.get("among").is_none() && asked.get("at least").is_none() => {
                Some(format!("there is no {}", self.noun(asked, false)?))
            }
            "there is" => Some(format!("there are not {}", self.value("counted", asked)?)),
            _ => None,
        }
    }

    /// A phrase with its fields; nothing if one is missing that is not optional, or cannot be said.
    fn filled(&self, phrase: &str, fields: &Fields<'_>) -> Option<String> {
        let mut said = String::new();
        let mut rest = phrase;
        while let Some(at) = rest.find(['[', '{']) {
            said.push_str(&rest[..at]);
            let optional = rest[at..].starts_with('[');
            let end = at + rest[at..].find(if optional { ']' } else { '}' })?;
            let inner = &rest[at + 1..end];
            match (self.part(inner, optional, fields), optional) {
                (Some(part), _) => said.push_str(&part),
                (None, true) => {}
                (None, false) => return None,
            }
            rest = &rest[end + 1..];
        }
        said.push_str(rest);
        Some(said)
    }

    fn part(&self, inner: &str, optional: bool, fields: &Fields<'_>) -> Option<String> {
        if optional {
            return self.filled(inner, fields);
        }
        match inner.split_once(": ") {
            Some(("you", _)) => Some(self.words("you")),
            Some(("this card", _)) => Some(self.words("this card")),
            Some((field, kind)) => self.value(kind, fields.get(field)?),
            None => Some(self.agreeing(inner)),
        }
    }

    /// A verb in the form that goes with the cards said last.
    fn agreeing(&self, verb: &str) -> String {
        match verb {
            "is" if self.several.get() => "are".into(),
            "goes" if self.several.get() => "go".into(),
            "has" if self.several.get() => "have".into(),
            verb if self.several.get() => verb.trim_end_matches('s').into(),
            verb => verb.into(),
        }
    }

    /// A value, said as what it is.
    fn value(&self, kind: &str, value: &Value) -> Option<String> {
        match kind {
            "cards" => self.cards(value),
            "noun" => self.group(value.as_object()?, false),
            "nouns" => self.group(value.as_object()?, true),
            "being" => self.being(value.as_object()?),
            "a noun" => Some(with_article(&self.group(value.as_object()?, false)?)),
            "counted" => {
                let group = value.as_object().filter(|group| group.get("at least").is_some_and(|least| *least != 1))?;
                self.found(group)
            }
            "amount" => match value {
                // Of cards that are not known yet only their number is spoken of.
                Value::Object(_) => self.said("amount", value).map(|said| match &*said {
                    "the number of that card" => "that many".to_owned(),
                    _ => said,
                }),
                Value::String(word) => Some(self.words(word)),
                other => Some(other.to_string()),
            },
            "change" => Some(match value.as_i64() {
                Some(less @ ..0) => format!("decreases by {}", -less),
                Some(more) => format!("increases by {more}"),
                None => match value.get("times").and_then(Value::as_i64).filter(|times| *times < 0) {
                    Some(times) => {
                        let mut less = value.clone();
                        match (times, less.as_object_mut()) {
                            (-1, Some(less)) => drop(less.remove("times")),
                            (times, Some(less)) => drop(less.insert("times".into(), (-times).into())),
                            (_, None) => {}
                        }
                        format!("decreases by {}", self.value("amount", &less)?)
                    }
                    None => format!("increases by {}", self.value("amount", value)?),
                },
            }),
            "times" => Some(match value.as_u64()? {
                1 => "once".into(),
                2 => "twice".into(),
                n => format!("{n} times"),
            }),
            "number" => {
                let number = self.value("amount", value)?;
                Some(match number.as_str() {
                    "1" => "1 card".into(),
                    words if words.starts_with("the ") => format!("as many cards as {words}"),
                    number => format!("{number} cards"),
                })
            }
            "tributes" => {
                let number = self.value("amount", value)?;
                Some(if number == "1" { "1 Tribute".into() } else { format!("{number} Tributes") })
            }
            "inclusions" => {
                let deeds = value
                    .as_array()?
                    .iter()
                    .map(|deed| Some(PHRASES.get(&("included", deed.as_str()?))?[0].to_owned()));
                Some(enumerate(&deeds.collect::<Option<Vec<_>>>()?, "or"))
            }
            // Cards to which something was done: "Dragon monsters that were Tributed".
            "done" => {
                let said = self.said("event", value)?;
                let (cards, done) = said.split_once(" are ").filter(|(_, done)| !done.contains(" are "))?;
                (!cards.contains(" or their effects")).then(|| format!("{cards} that were {done}"))
            }
            "title" => Some(titled(&self.words(value.as_str()?))),
            "words" | "who" => Some(self.words(value.as_str()?)),
            "active" | "at" | "becomes" | "turned" => Some(PHRASES.get(&(kind, value.as_str()?))?[0].to_owned()),
            "goes" => {
                let goes = PHRASES.get(&(kind, value.as_str()?))?[0];
                Some(match self.several.get() {
                    true => goes.replace("it is ", "they are ").replace("it goes ", "they go "),
                    false => goes.to_owned(),
                })
            }
            "passive" => {
                let word = value.as_str()?;
                let said = PHRASES.get(&(kind, word)).map(|said| said[0].to_owned());
                Some(said.unwrap_or_else(|| format!("be {}", self.words(word))))
            }
            "even" => {
                let words = self.words(value.as_str()?);
                Some(if self.several.get() { words.replace("it was", "they were") } else { words })
            }
            "effects" => match value {
                Value::Object(_) => Some(format!("the effects of {}", self.cards(value)?)),
                word => Some(plural_effect(&self.words(word.as_str()?))),
            },
            "text" => value.as_str().map(str::to_owned),
            "until" => match value.as_str()? {
                "always" | "this card leaves the field" => Some(String::new()),
                until => Some(format!("until the {}, ", self.words(until))),
            },
            "attribute" => Some(match self.words(value.as_str()?).as_str() {
                "declared" => "the declared Attribute".to_owned(),
                attribute => attribute.to_uppercase(),
            }),
            "counters" => Some(match self.value("amount", value)?.as_str() {
                "1" => "1 counter is".into(),
                many if many.chars().all(|c| c.is_ascii_digit()) => format!("{many} counters are"),
                many => format!("counters equal to {many} are"),
            }),
            "damage" | "lp" => {
                let unit = if kind == "lp" { "LP" } else { "damage" };
                let amount = self.value("amount", value)?;
                let is_number = amount.chars().all(|c| c.is_ascii_digit());
                Some(if is_number { format!("{amount} {unit}") } else { format!("{unit} equal to {amount}") })
            }
            "series" => Some(format!("a “{}” card", enumerate(&self.list(value), "or"))),
            "a kind" => Some(enumerate(
                &self.list(value).iter().map(|kind| with_article(&titled(kind))).collect::<Vec<_>>(),
                "or",
            )),
            "which" => Some(match value.as_str()? {
                "your next" => format!("of the next turn of {}", self.words("you")),
                "opponent's next" => format!("of the next turn of {}", self.words("opponent")),
                "next" => "that comes next".into(),
                turn => format!("of {}", turn.replace("next", "the next")),
            }),
            "list" => Some(enumerate(&self.list(value), "or")),
            "phases" => Some(self.phases(value)),
            "places" => Some(enumerate(&self.list(value).iter().map(|place| the(place)).collect::<Vec<_>>(), "or")),
            "time" => self.time(value.as_object()?),
            "range" => range(value),
            "declared" => Some(self.words("declared number")),
            "given" => self.given(value),
            // Said by the phrase.
            "flag" => Some(String::new()),
            "verbs" => self.verbs(value),
            // Something that has not happened yet: what is done instead comes before it.
            "would" => {
                let said = self.said("event", value)?;
                let (verb, be) = if said.contains(" is ") { (" is ", " would be ") } else { (" are ", " would be ") };
                said.contains(verb).then(|| said.replacen(verb, be, 1))
            }
            "past" => Some(past(&self.said("event", value)?)),
            "likes" => match value.as_bool()? {
                true => Some(String::new()),
                false => Some(format!(", if {} likes", self.words("you"))),
            },
            "ways" => self.all("; or ", value.as_array()?.iter().map(|way| self.way(way))),
            "events" => self.all(", or ", value.as_array()?.iter().map(|event| self.said("event", event))),
            "conditions" => self.all(" and ", value.as_array()?.iter().map(|holds| self.said("condition", holds))),
            _ => self.said(kind, value),
        }
    }

    /// One of several things; of a throw nothing may come.
    fn way(&self, way: &Value) -> Option<String> {
        way.get("does").map_or_else(|| Some("nothing".into()), |does| self.verbs(does))
    }

    fn all(&self, between: &str, parts: impl Iterator<Item = Option<String>>) -> Option<String> {
        Some(parts.collect::<Option<Vec<_>>>()?.join(between))
    }

    /// Words of a list, or a word alone.
    fn list(&self, value: &Value) -> Vec<String> {
        let words = value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice);
        words.iter().filter_map(|word| word.as_str().map(|word| self.words(word))).collect()
    }

    /// Phases, without the word.
    fn phases(&self, value: &Value) -> String {
        enumerate(&self.list(value).iter().map(|phase| titled(phase)).collect::<Vec<_>>(), "or")
    }

    /// A word of the format, as people write it.
    fn words(&self, word: &str) -> String {
        if let Some(name) = (self.named)(word) {
            return name;
        }
        if let Some(said) = PHRASES.get(&("words", word)) {
            return said[0].to_owned();
        }
        word.split(' ').map(proper).collect::<Vec<_>>().join(" ")
    }

    /// Parts of an effect, with their conjunctions; or where a card goes.
    fn verbs(&self, value: &Value) -> Option<String> {
        let Some(parts) = value.as_array() else { return self.value("goes", value) };
        let mut said = String::new();
        for part in parts {
            let (key, body) = part.as_object()?.iter().next()?;
            let joint = JOINTS.iter().find(|(word, _)| word == key);
            let (joint, verb) = joint.map_or((", ", part), |(_, joint)| (*joint, body));
            said.push_str(if said.is_empty() { "" } else { joint });
            said.push_str(&self.said("verb", verb)?);
        }
        Some(said)
    }

    /// Cards: a known one, a choice, or a group.
    fn cards(&self, value: &Value) -> Option<String> {
        let map = match value {
            Value::String(word) => {
                let cards = self.words(word);
                self.several.set(cards.contains(" and ") || cards.starts_with("those "));
                return Some(cards);
            }
            other => other.as_object()?,
        };
        let one = ["choose", "at random", "top"].iter().any(|key| map.get(*key).and_then(Value::as_u64) == Some(1));
        if let Some(known) = map.get("what") {
            return self.cards(known);
        }
        let cards = self.found(map)?;
        let known = map.get("among").map(|among| self.list(among)).unwrap_or_default();
        let one = one || (!map.contains_key("all") && matches!(&known[..], [known] if !known.contains(" and ")));
        self.several.set(!one);
        Some(cards)
    }

    /// Cards that are not known yet.
    fn found(&self, map: &Map<String, Value>) -> Option<String> {
        let group = |key: &str, number: bool| map.get(key).and_then(|group| self.group(group.as_object()?, number));
        if let Some(known) = map
            .get("all")
            .and_then(|all| all.get("among"))
            .filter(|_| map["all"].as_object().is_some_and(|all| all.len() == 1))
        {
            return Some(enumerate(&self.list(known), "and"));
        }
        if map.contains_key("all") {
            return Some(format!("all {}", group("all", true)?));
        }
        if let Some(known) = map.get("choose").filter(|count| **count == 1).and(map.get("of"))
            && let Some(known) = self.one_of_known(known.as_object()?)
        {
            return Some(known);
        }
        if let Some(known) = map.get("choose").and_then(|count| self.so_many_of_known(count, map.get("of")?)) {
            return Some(known);
        }
        if let Some(count) = map.get("choose") {
            let cards = self.so_many(count, &group("of", *count != 1)?)?;
            return Some(match map.get("together") {
                Some(it) => format!("{cards} {}", together(it)?),
                None => cards,
            });
        }
        if let Some(count) = map.get("at random") {
            return Some(format!("{} at random", self.so_many(count, &group("of", *count != 1)?)?));
        }
        if let Some(count) = map.get("top") {
            let cards = if *count == 1 { "card" } else { "cards" };
            return self.so_many(count, &format!("{cards} from the top of the Deck"));
        }
        let least = map.get("at least").and_then(Value::as_u64).map(|n| format!("{n} or more "));
        Some(format!("{}{}", least.unwrap_or_default(), self.group(map, true)?))
    }

    /// So many cards: "1 card", "up to 2 monsters", "as many cards as there are monsters on the field".
    fn so_many(&self, count: &Value, cards: &str) -> Option<String> {
        let bound = |bound: &str, lead: &str, end: &str| {
            let value = count.get(bound)?;
            Some(match value.is_object() {
                true => format!("{lead}{}", self.as_many(value, cards)?),
                false => format!("{lead}{}{end} {cards}", self.value("amount", value)?),
            })
        };
        match count {
            Value::String(word) => Some(format!("{word} {cards}")),
            Value::Number(number) => Some(format!("{number} {cards}")),
            _ => bound("up to", "up to ", "")
                .or_else(|| bound("at least", "", " or more"))
                .or_else(|| self.as_many(count, cards)),
        }
    }

    /// So many of cards that are known already; nothing if it is another group.
    fn so_many_of_known(&self, count: &Value, group: &Value) -> Option<String> {
        let among = self.list(group.get("among").filter(|_| group.as_object().is_some_and(|group| group.len() == 1))?);
        let ([cards], Some(count @ 2..)) = (&among[..], count.as_u64()) else { return None };
        Some(match cards.as_str() {
            "the target" | "its target" => format!("{count} targets"),
            cards if cards.contains(" and ") && count as usize == cards.split(", ").count() + 1 => cards.to_owned(),
            cards => format!("{count} of {cards}"),
        })
    }

    /// As many cards as an amount says that is not known yet.
    fn as_many(&self, amount: &Value, cards: &str) -> Option<String> {
        match (amount.get("each"), amount.as_object()?.len()) {
            (Some(each), 1) => Some(format!("as many {cards} as there are {}", self.noun(each, true)?)),
            _ => Some(match self.value("amount", amount)?.as_str() {
                "that many" => format!("that many {cards}"),
                amount => format!("as many {cards} as {amount}"),
            }),
        }
    }
}

/// What is done each time something happens, each time again, as what is done the second or third time; nothing if it is another clause.
fn so_often(said: &str) -> Option<String> {
    const AGAIN: [(&str, &str); 2] = [(", each time ", "second"), (", when for the second time ", "third")];
    let rest = said.strip_prefix("each time ")?;
    AGAIN.iter().find_map(|(again, times)| {
        let (cause, inner) = rest.split_once(again)?;
        let done = inner.strip_prefix(cause)?.strip_prefix(", ")?;
        Some(format!("when for the {times} time {cause}, {done}"))
    })
}

/// A clause that says what happens, as what has happened.
fn past(said: &str) -> String {
    const VERBS: [(&str, &str); 10] = [
        (" is ", " was "),
        (" are ", " were "),
        (" leaves the field", " left the field"),
        (" leave the field", " left the field"),
        (" Normal Summons ", " has Normal Summoned "),
        (" Special Summons ", " has Special Summoned "),
        (" activates ", " has activated "),
        (" declares an attack", " has declared an attack"),
        (" declare an attack", " have declared an attack"),
        (" destroys ", " has destroyed "),
    ];
    // The verb of a relative clause is not the one.
    let main = |verb: &str| {
        let relative = ["originally", "that", "which", "text", "whose"];
        said.match_indices(verb).map(|(at, _)| at).find(|at| !relative.iter().any(|word| said[..*at].ends_with(word)))
    };
    let place = VERBS.iter().filter_map(|(now, then)| Some((main(now)?, now, then))).min_by_key(|(at, ..)| *at);
    place.map_or_else(|| said.to_owned(), |(at, now, then)| format!("{}{then}{}", &said[..at], &said[at + now.len()..]))
}

/// What a phrase may speak of.
struct Fields<'v> {
    /// What the key holds itself.
    body: &'v Value,
    fields: Option<&'v Map<String, Value>>,
}

impl<'v> Fields<'v> {
    fn get(&self, field: &str) -> Option<&'v Value> {
        match (field, self.fields) {
            ("it", _) => Some(self.body),
            // What is known may stand alone.
            ("what", None) => Some(self.body),
            // What is chosen stands beside what is done with it.
            ("what", Some(fields)) if ["all", "choose", "at random"].iter().any(|key| fields.contains_key(*key)) => {
                Some(self.body)
            }
            (_, fields) => fields?.get(field),
        }
    }
}

/// Words with large first letters: "Sea Serpent", "Quick-Play".
pub(crate) fn titled(words: &str) -> String {
    words.split_inclusive([' ', '-']).map(capital).collect()
}

/// The names that a part of a card file gives to cards.
pub(crate) fn names_in(value: &Value) -> Vec<&str> {
    match value {
        Value::Object(map) => {
            let given = map.get("as").and_then(Value::as_str);
            given.into_iter().chain(map.values().flat_map(names_in)).collect()
        }
        Value::Array(list) => list.iter().flat_map(names_in).collect(),
        _ => Vec::new(),
    }
}

/// Effects of a kind: "Trap effects".
fn plural_effect(word: &str) -> String {
    if word.ends_with("effect") { format!("{word}s") } else { word.to_owned() }
}

/// Words of the game as they are printed.
fn proper(word: &str) -> String {
    const NAMES: [(&str, &str); 28] = [
        ("atk", "ATK"),
        ("counter", "Counter"),
        ("deck", "Deck"),
        ("def", "DEF"),
        ("flip", "Flip"),
        ("fusion", "Fusion"),
        ("gy", "GY"),
        ("level", "Level"),
        ("link", "Link"),
        ("lp", "LP"),
        ("normal", "Normal"),
        ("pendulum", "Pendulum"),
        ("phase", "Phase"),
        ("quick-play", "Quick-Play"),
        ("ritual", "Ritual"),
        ("set", "Set"),
        ("special", "Special"),
        ("spell", "Spell"),
        ("spells", "Spells"),
        ("standby", "Standby"),
        ("summon", "Summon"),
        ("summoned", "Summoned"),
        ("synchro", "Synchro"),
        ("trap", "Trap"),
        ("traps", "Traps"),
        ("tributed", "Tributed"),
        ("xyz", "Xyz"),
        ("zone", "Zone"),
    ];
    NAMES.iter().find(|(name, _)| *name == word).map_or_else(|| word.to_owned(), |(_, proper)| (*proper).to_owned())
}
