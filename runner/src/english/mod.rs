//! What card files say, in a judge's English: the phrases of `phrases.md`, filled from a card file as JSON.

pub mod card;

use std::cell::Cell;
use std::collections::HashMap;
use std::sync::LazyLock;

use serde_json::{Map, Value};

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
        match apply.get("until")?.as_str()? {
            "always" | "this card leaves the field" => Some(rule),
            until => Some(format!("until the {}, {rule}", self.words(until))),
        }
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
        Some(self.said("modifier", modifier)?.replace("each player cannot ", "neither player can "))
    }

    /// What is asked for, or nothing if there are no words for it.
    #[must_use]
    pub fn condition(&self, condition: &Value) -> Option<String> {
        self.said("condition", condition)
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
        let find = |(key, body): (&String, &Value)| {
            let (_, phrases) = PHRASES.get_key_value(&(kind, key.as_str()) as &(&str, &str))?;
            let fields = if kind == "amount" { Some(map) } else { body.as_object() };
            // What a phrase leaves out would make it say more than the card does.
            let says = |phrase: &&&str, field: &String| phrase.contains(&format!("{{{field}: "));
            let whole = |phrase: &&&str| {
                phrase.contains("{it: ") || fields.is_none_or(|fields| fields.keys().all(|field| says(phrase, field)))
            };
            phrases.iter().filter(whole).find_map(|phrase| self.filled(phrase, &Fields { body, fields }))
        };
        map.iter().find_map(find)
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
            "a noun" => {
                let noun = self.group(value.as_object()?, false)?;
                let vowel = noun.starts_with(['A', 'E', 'I', 'O', 'a', 'e', 'i', 'o']);
                Some(format!("{} {noun}", if vowel { "an" } else { "a" }))
            }
            "counted" => {
                let group = value.as_object().filter(|group| group.get("at least").is_some_and(|least| *least != 1))?;
                self.found(group)
            }
            "amount" => match value {
                Value::Object(_) => self.said("amount", value),
                Value::String(word) => Some(self.words(word)),
                other => Some(other.to_string()),
            },
            "change" => Some(match value.as_i64() {
                Some(less @ ..0) => format!("decreases by {}", -less),
                Some(more) => format!("increases by {more}"),
                None => format!("changes by {}", self.value("amount", value)?),
            }),
            "times" => Some(match value.as_u64()? {
                1 => "once".into(),
                2 => "twice".into(),
                n => format!("{n} times"),
            }),
            "number" => {
                let number = self.value("amount", value)?;
                Some(if number == "1" { "1 card".into() } else { format!("{number} cards") })
            }
            "title" => Some(titled(&self.words(value.as_str()?))),
            "words" | "who" => Some(self.words(value.as_str()?)),
            "active" | "at" | "becomes" | "goes" => Some(PHRASES.get(&(kind, value.as_str()?))?[0].to_owned()),
            "passive" => {
                let word = value.as_str()?;
                let said = PHRASES.get(&(kind, word)).map(|said| said[0].to_owned());
                Some(said.unwrap_or_else(|| format!("be {}", self.words(word))))
            }
            "effects" => match value {
                Value::Object(_) => Some(format!("the effects of {}", self.cards(value)?)),
                word => Some(plural_effect(&self.words(word.as_str()?))),
            },
            "text" => value.as_str().map(str::to_owned),
            "list" => Some(enumerate(&self.list(value), "or")),
            "phases" => Some(self.phases(value)),
            "places" => Some(enumerate(&self.list(value).iter().map(|place| the(place)).collect::<Vec<_>>(), "or")),
            "time" => self.time(value.as_object()?),
            "range" => range(value),
            // Said by the phrase.
            "flag" => Some(String::new()),
            "verbs" => self.verbs(value),
            "ways" => self.all("; or ", value.as_array()?.iter().map(|way| self.verbs(way.get("does")?))),
            "events" => self.all(", or ", value.as_array()?.iter().map(|event| self.said("event", event))),
            "conditions" => self.all(" and ", value.as_array()?.iter().map(|holds| self.said("condition", holds))),
            _ => self.said(kind, value),
        }
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
        self.several.set(!one);
        Some(cards)
    }

    /// Cards that are not known yet.
    fn found(&self, map: &Map<String, Value>) -> Option<String> {
        let group = |key: &str, number: bool| map.get(key).and_then(|group| self.group(group.as_object()?, number));
        if map.contains_key("all") {
            return Some(format!("all {}", group("all", true)?));
        }
        if let Some(count) = map.get("choose") {
            let cards = format!("{} {}", self.count(count)?, group("of", *count != 1)?);
            return Some(match map.get("together") {
                Some(it) => format!("{cards} {}", together(it)?),
                None => cards,
            });
        }
        if let Some(count) = map.get("at random") {
            return Some(format!("{} {} at random", self.count(count)?, group("of", *count != 1)?));
        }
        if let Some(count) = map.get("top") {
            return Some(format!("{} from the top of the Deck", self.count(count)?));
        }
        let least = map.get("at least").and_then(Value::as_u64).map(|n| format!("{n} or more "));
        Some(format!("{}{}", least.unwrap_or_default(), self.group(map, true)?))
    }

    fn count(&self, count: &Value) -> Option<String> {
        match count {
            Value::String(word) => Some(word.clone()),
            Value::Number(number) => Some(number.to_string()),
            other => {
                let bound = |key: &str| self.value("amount", other.get(key)?).map(|n| format!("{} {n}", key));
                bound("up to").or_else(|| bound("at least")).or_else(|| self.said("amount", other))
            }
        }
    }

    /// A group of cards; nothing if there are no words for something that is asked of them.
    fn group(&self, group: &Map<String, Value>, many: bool) -> Option<String> {
        const SAID: [&str; 35] = [
            "among",
            "at least",
            "atk",
            "attribute",
            "co-linked",
            "def",
            "equipped to",
            "equipped with",
            "except",
            "face",
            "highest",
            "in",
            "is",
            "is not",
            "kind",
            "level",
            "link",
            "lowest",
            "material of",
            "name",
            "not attribute",
            "not type",
            "or",
            "other name than",
            "other than",
            "pointed to by",
            "points to",
            "position",
            "rank",
            "same column as",
            "same name as",
            "series",
            "summoned this turn",
            "together",
            "type",
        ];
        if group.keys().any(|key| key != "whose" && !SAID.contains(&key.as_str())) {
            return None;
        }
        let among: Vec<String> = group.get("among").map(|among| self.list(among)).unwrap_or_default();
        if group.len() == 1 && !among.is_empty() {
            return Some(enumerate(&among, "and"));
        }
        let list = |key: &str| group.get(key).map(|value| enumerate(&self.list(value), "or"));
        let mut said = String::new();
        let mut add = |part: Option<String>| {
            if let Some(part) = part.filter(|part| !part.is_empty()) {
                said.push_str(if said.is_empty() { "" } else { " " });
                said.push_str(&part);
            }
        };
        add(list("face").map(|face| format!("face-{}", face.to_lowercase())));
        add(list("position").map(|position| format!("{} Position", capital(&position))));
        let level =
            |of: &str| group.get(of).and_then(range).map(|n| n.replace("more", "higher").replace("less", "lower"));
        add(level("level").map(|level| format!("Level {level}")));
        add(level("rank").map(|rank| format!("Rank {rank}")));
        add(group.get("link").and_then(range).map(|rating| format!("Link-{rating}")));
        add(list("attribute").map(|attribute| attribute.to_uppercase()));
        let types = |types: &Value| self.list(types).iter().map(|word| titled(word)).collect::<Vec<_>>();
        add(group.get("type").map(|value| enumerate(&types(value), "or")));
        add(list("is").map(|is| capital(&is)));
        add(list("is not").map(|is| format!("non-{}", capital(&is))));
        add(list("not attribute").map(|attribute| format!("non-{}", attribute.to_uppercase())));
        add(group.get("not type").map(|value| format!("non-{}", enumerate(&types(value), "or"))));
        add(list("series").map(|series| format!("“{series}”")));
        let kind =
            list("kind").unwrap_or_else(|| if group.contains_key("is") { "Monster".into() } else { "card".into() });
        let noun = match kind.as_str() {
            "Monster" | "monster" if group.contains_key("is") => "Monster".into(),
            "card" | "Monster" | "monster" => kind.to_lowercase(),
            _ => kind,
        };
        add(list("name").map(|name| format!("“{name}”")).or(Some(if many { plural(&noun) } else { noun })));
        add(group.get("atk").and_then(range).map(|atk| format!("with {atk} ATK")));
        add(group.get("def").and_then(range).map(|def| format!("with {def} DEF")));
        for extreme in ["highest", "lowest"] {
            let value = |word: &str| if word == "level" { "Level".into() } else { word.to_uppercase() };
            add(group.get(extreme).and_then(Value::as_str).map(|word| format!("with the {extreme} {}", value(word))));
        }
        let known = |key: &str| group.get(key).and_then(|known| self.cards(known));
        add(known("same name as").map(|card| format!("with the name of {card}")));
        add(known("other name than").map(|card| format!("with another name than {card}")));
        add(known("equipped to").map(|card| format!("equipped to {card}")));
        add(known("equipped with").map(|card| format!("equipped with {card}")));
        add(known("material of").map(|card| format!("that are materials of {card}")));
        add(known("pointed to by").map(|card| format!("to which {card} points")));
        add(known("points to").map(|card| format!("pointing to {card}")));
        add(group
            .get("co-linked")
            .map(|is| if *is == true { "that are co-linked" } else { "that are not co-linked" }.into()));
        add(known("same column as").map(|card| format!("in the column of {card}")));
        add(group.get("summoned this turn").map(|_| "Summoned this turn".into()));
        add(self.whereabouts(group));
        add((!among.is_empty()).then(|| format!("among {}", enumerate(&among, "and"))));
        add(list("other than").map(|other| format!("other than {other}")));
        if let Some(it) = group.get("together") {
            add(Some(together(it)?));
        }
        if let Some(except) = group.get("except") {
            add(Some(format!("except {}", self.group(except.as_object()?, true)?)));
        }
        if let Some(or) = group.get("or") {
            add(Some(format!("or {}", self.group(or.as_object()?, many)?)));
        }
        Some(said)
    }

    /// The player whose something is.
    fn whose(&self, whose: &str) -> String {
        self.words(if whose == "yours" { "you" } else { "opponent" })
    }

    /// Whose the cards of a group are, and where.
    fn whereabouts(&self, group: &Map<String, Value>) -> Option<String> {
        let places = group.get("in").map(|places| self.list(places)).unwrap_or_default();
        let whose = group.get("whose").and_then(Value::as_str);
        match (whose, &places[..]) {
            (None, []) => None,
            (Some(whose), []) => Some(format!("of {}", self.whose(whose))),
            (Some(whose), [field]) if ["field", "Monster Zone"].contains(&field.as_str()) => {
                Some(format!("controlled by {}", self.whose(whose)))
            }
            (whose, places) => {
                let places: Vec<String> = places.iter().map(|place| the(place)).collect();
                let of = whose.map(|whose| format!(" of {}", self.whose(whose))).unwrap_or_default();
                Some(
                    format!("in {}{of}", enumerate(&places, "or"))
                        .replace("in the field", "on the field")
                        .replace("in the banished cards", "among the banished cards"),
                )
            }
        }
    }

    /// A time.
    fn time(&self, time: &Map<String, Value>) -> Option<String> {
        if time.contains_key("next after") {
            return None;
        }
        let phase = time.get("phase").map(|phases| format!("the {} Phase", self.phases(phases)));
        let at = time.get("at").map(|at| format!("the {}", enumerate(&self.list(at), "or")));
        let turn = time.get("turn").and_then(Value::as_str).map(|whose| format!("the turn of {}", self.whose(whose)));
        let parts: Vec<String> = [phase, at, turn].into_iter().flatten().collect();
        (!parts.is_empty()).then(|| parts.join(" in "))
    }
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

/// A place with its article.
fn the(place: &str) -> String {
    if place == "banished" { "the banished cards".into() } else { format!("the {place}") }
}

fn plural(noun: &str) -> String {
    if noun == "Spell or Trap" { "Spells and Traps".into() } else { format!("{noun}s") }
}

/// What cards are together.
fn together(value: &Value) -> Option<String> {
    const SEVERAL: [(&str, &str, &str); 9] = [
        ("name", "name", "names"),
        ("type", "Type", "Types"),
        ("attribute", "Attribute", "Attributes"),
        ("level", "Level", "Levels"),
        ("rank", "Rank", "Ranks"),
        ("link", "Link Rating", "Link Ratings"),
        ("scale", "Pendulum Scale", "Pendulum Scales"),
        ("atk", "ATK", "ATK"),
        ("def", "DEF", "DEF"),
    ];
    let mut said = Vec::new();
    for (key, how) in value.as_object()? {
        let named = |word: &str| SEVERAL.into_iter().find(|(known, ..)| *known == word);
        let list = || how.as_array().map(|all| all.iter().filter_map(Value::as_str).filter_map(named));
        said.push(match key.as_str() {
            "different" => {
                let words: Vec<String> = list()?.map(|(.., several)| several.to_owned()).collect();
                format!("with different {}", enumerate(&words, "and"))
            }
            "same" => {
                let words: Vec<String> = list()?.map(|(_, one, _)| one.to_owned()).collect();
                format!("with the same {}", enumerate(&words, "and"))
            }
            total => format!("whose {} total {}", named(total.strip_prefix("total ")?)?.2, range(how)?),
        });
    }
    Some(enumerate(&said, "and"))
}

/// A range of numbers.
fn range(value: &Value) -> Option<String> {
    let end = |key: &str| value.get("exactly").or(value.get(key)).and_then(Value::as_i64);
    match (end("at least"), end("at most")) {
        (Some(low), Some(high)) if low == high => Some(low.to_string()),
        (Some(low), Some(high)) => Some(format!("{low} to {high}")),
        (Some(low), None) => Some(format!("{low} or more")),
        (None, Some(high)) => Some(format!("{high} or less")),
        (None, None) => None,
    }
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
