//! Groups of cards in words: what they are, whose, and where; and times.

use serde_json::{Map, Value};

use super::{Reader, titled};
use crate::cast::{capital, enumerate};

impl Reader<'_> {
    /// A group of cards; nothing if there are no words for something that is asked of them.
    pub(super) fn group(&self, group: &Map<String, Value>, many: bool) -> Option<String> {
        const SAID: [&str; 49] = [
            "among",
            "at least",
            "atk",
            "attribute",
            "can be normal summoned",
            "co-linked",
            "counter",
            "counters",
            "def",
            "equipped by",
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
            "linked",
            "lowest",
            "material of",
            "materials",
            "mentions",
            "name",
            "not attribute",
            "not series",
            "not type",
            "or",
            "originally",
            "other name than",
            "other than",
            "owner",
            "pointed to by",
            "points to",
            "position",
            "rank",
            "same attribute as",
            "same column as",
            "same name as",
            "series",
            "summoned",
            "summoned this turn",
            "this turn",
            "together",
            "type",
            "used for",
        ];
        if group.keys().any(|key| key != "whose" && !SAID.contains(&key.as_str())) {
            return None;
        }
        let among: Vec<String> = group.get("among").map(|among| self.list(among)).unwrap_or_default();
        // What a known card has done is no kind of card.
        if group.contains_key("this turn") && !among.is_empty() {
            return None;
        }
        if group.len() == 1 && !among.is_empty() {
            return Some(enumerate(&among, "and"));
        }
        if let Some(known) = self.one_of_somebody(group, &among) {
            return Some(known);
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
        for linked in ["co-linked", "linked"] {
            add(group.get(linked).filter(|is| **is == true).map(|_| linked.to_owned()));
        }
        let level =
            |of: &str| group.get(of).and_then(range).map(|n| n.replace("more", "higher").replace("less", "lower"));
        // With what is known only later a value is compared behind the noun.
        let mut compared = Vec::new();
        for (key, title) in VALUES {
            if let Some(asked) = group.get(key).filter(|asked| range(asked).is_none()) {
                compared.push(self.compared(title, asked)?);
            }
        }
        add(level("level").map(|level| format!("Level {level}")));
        add(level("rank").map(|rank| format!("Rank {rank}")));
        add(group.get("link").and_then(range).map(|rating| format!("Link-{rating}")));
        let attributes = |said: String| said.to_uppercase().replace(" OR ", " or ").replace("DECLARED", "declared");
        add(list("attribute").map(attributes));
        let types = |types: &Value| self.list(types).iter().map(|word| titled(word)).collect::<Vec<_>>();
        add(group.get("type").map(|value| enumerate(&types(value), "or")));
        let quoted = |key: &str| {
            let names = self.list(group.get(key)?).into_iter().map(|name| match name.as_str() {
                "declared" if many => "declared cards".to_owned(),
                "declared" => "declared card".to_owned(),
                name => format!("“{name}”"),
            });
            Some(enumerate(&names.collect::<Vec<_>>(), "or"))
        };
        add(quoted("series"));
        add(quoted("not series").map(|names| format!("non-{}", names.replace(" or ", ", non-"))));
        add(list("is").map(|is| capital(&is)));
        add(group.get("is not").map(|is| {
            let each: Vec<String> = self.list(is).iter().map(|is| format!("non-{}", capital(is))).collect();
            each.join(", ")
        }));
        add(list("not attribute").map(|attribute| format!("non-{}", attributes(attribute))));
        add(group.get("not type").map(|value| format!("non-{}", enumerate(&types(value), "or"))));
        let kind =
            list("kind").unwrap_or_else(|| if group.contains_key("is") { "Monster".into() } else { "card".into() });
        let noun = match kind.as_str() {
            "Monster" | "monster" if group.contains_key("is") => "Monster".into(),
            "card" | "Monster" | "monster" => kind.to_lowercase(),
            _ => kind,
        };
        add(quoted("name").or(Some(if many { plural(&noun) } else { noun })));
        add(group.get("atk").and_then(range).map(|atk| format!("with {atk} ATK")));
        add(group.get("def").and_then(range).map(|def| format!("with {def} DEF")));
        add(Some(compared.join(" and ")));
        for extreme in ["highest", "lowest"] {
            let value = |word: &str| if word == "level" { "Level".into() } else { word.to_uppercase() };
            add(group.get(extreme).and_then(Value::as_str).map(|word| format!("with the {extreme} {}", value(word))));
        }
        let known = |key: &str| group.get(key).and_then(|known| self.cards(known));
        add(known("same attribute as").map(|card| format!("with the Attribute of {card}")));
        add(known("same name as").map(|card| format!("with the name of {card}")));
        add(known("other name than").map(|card| format!("with another name than {card}")));
        add(known("equipped to").map(|card| format!("equipped to {card}")));
        add(known("equipped by").map(|card| format!("equipped by {card}")));
        add(known("equipped with").map(|card| format!("equipped with {card}")));
        let materials = if many { "that are materials of" } else { "that is a material of" };
        add(known("material of").map(|card| format!("{materials} {card}")));
        add(known("used for").map(|card| format!("used for the Summon of {card}")));
        add(known("pointed to by").map(|card| format!("to which {card} points")));
        add(known("points to").map(|card| format!("pointing to {card}")));
        let are = if many { "that are" } else { "that is" };
        for linked in ["co-linked", "linked"] {
            add(group.get(linked).filter(|is| **is == false).map(|_| format!("{are} not {linked}")));
        }
        add(known("same column as").map(|card| match card.as_str() {
            "it" => "in its column".into(),
            card => format!("in the column of {card}"),
        }));
        add(quoted("mentions").map(|names| format!("whose text names {names}")));
        add(group.get("materials").and_then(range).map(|materials| match materials.as_str() {
            "0" | "0 or less" => "without materials".to_owned(),
            some => format!("with {some} materials"),
        }));
        let counter = group.get("counter").and_then(Value::as_str);
        let counters = counter.map_or_else(|| "counters".into(), |kind| format!("{kind}s"));
        add(group.get("counters").and_then(range).map(|count| format!("with {count} {counters}")));
        add(counter.filter(|_| !group.contains_key("counters")).map(|kind| format!("with a {kind}")));
        add(group.get("owner").and_then(Value::as_str).map(|whose| format!("owned by {}", self.whose(whose))));
        add(group.get("this turn").map(|done| {
            let (that, was) = if many { ("that", "were ") } else { ("that", "was ") };
            let each = self.list(done).into_iter().map(|done| match done.as_str() {
                "attacked" | "battled" => done,
                done => format!("{was}{}", titled(done)),
            });
            format!("{that} {} this turn", enumerate(&each.collect::<Vec<_>>(), "or"))
        }));
        add(group.get("summoned this turn").map(|_| "Summoned this turn".into()));
        if let Some(summoned) = group.get("summoned") {
            add(Some(self.summoned(summoned.as_object()?)?));
        }
        add(self.whereabouts(group));
        add(group.get("can be normal summoned").map(|can| {
            if *can == true { "that can be Normal Summoned or Set" } else { "that cannot be Normal Summoned or Set" }
                .into()
        }));
        if let Some(of) = group.get("originally") {
            add(Some(self.originally(of.as_object()?, many, group.contains_key("can be normal summoned"))?));
        }
        add((!among.is_empty()).then(|| format!("among {}", enumerate(&among, "and"))));
        let mut others = group.get("other than").map(|others| self.list(others)).unwrap_or_default();
        others.dedup();
        add((!others.is_empty()).then(|| format!("other than {}", enumerate(&others, "or"))));
        if let Some(it) = group.get("together") {
            add(Some(together(it)?));
        }
        if let Some(except) = group.get("except") {
            add(Some(format!("except {}", self.group(except.as_object()?, true)?)));
        }
        if let Some(or) = group.get("or") {
            let other = self.group(or.as_object()?, many)?;
            add(Some(format!("or {other}")).filter(|_| *or != Value::Object(without_or(group))));
        }
        Some(said)
    }

    /// A value that is compared with what is known only later: "with a Level lower than the Level of Sangan".
    fn compared(&self, title: &str, asked: &Value) -> Option<String> {
        let mut asked = asked.as_object()?.clone();
        if asked.get("at least") == asked.get("at most") {
            asked.remove("at least");
            let exactly = asked.remove("at most")?;
            asked.insert("exactly".into(), exactly);
        }
        let (bound, amount) = asked.iter().next().filter(|_| asked.len() == 1)?;
        let plus = amount.get("plus").and_then(Value::as_i64);
        let (than, strict) = match (bound.as_str(), plus) {
            ("at most", Some(-1)) => ("lower than ", true),
            ("at least", Some(1)) => ("higher than ", true),
            ("at most", _) => ("of at most ", false),
            ("at least", _) => ("of at least ", false),
            ("exactly", _) => ("equal to ", false),
            _ => return None,
        };
        let mut amount = amount.clone();
        if strict {
            amount.as_object_mut()?.remove("plus");
        }
        let article = if title.starts_with('A') { "an" } else { "a" };
        Some(format!("with {article} {title} {than}{}", self.value("amount", &amount)?))
    }

    /// One card that is known, of which only its player and owner are asked; nothing if it is another group.
    fn one_of_somebody(&self, group: &Map<String, Value>, among: &[String]) -> Option<String> {
        let ([one], Some(_)) = (among, group.get("owner").or(group.get("whose"))) else { return None };
        let is_plain = group.keys().all(|key| ["among", "owner", "whose", "face"].contains(&key.as_str()));
        let face = group.get("face").and_then(Value::as_str).map(|face| format!("face-{face} ")).unwrap_or_default();
        let player = |key: &str| group.get(key).and_then(Value::as_str).map(|whose| self.whose(whose));
        let which = match (player("owner"), player("whose")) {
            (Some(owner), Some(player)) if owner == player => format!("on the side of {player}, its owner"),
            (Some(owner), Some(player)) => format!("on the side of {player} and owned by {owner}"),
            (Some(owner), None) => format!("owned by {owner}"),
            (None, player) => format!("on the side of {}", player?),
        };
        self.several.set(false);
        (is_plain && !one.contains(" and ")).then(|| format!("{one}, {face}{which},"))
    }

    /// One of cards that are known, of which only a place is asked; nothing if it is another group.
    pub(super) fn one_of_known(&self, group: &Map<String, Value>) -> Option<String> {
        let among = self.list(group.get("among")?);
        let is_plain = group.keys().all(|key| ["among", "in", "kind"].contains(&key.as_str()));
        let [cards] = &among[..] else { return None };
        let place = self.whereabouts(group).map(|place| format!(" {place}")).unwrap_or_default();
        let of = if cards.contains(" and ") { "1 of " } else { "" };
        (is_plain && !cards.contains(" card")).then(|| format!("{of}{cards}{place}"))
    }

    /// What cards are originally, behind something else that is said of them or not.
    fn originally(&self, of: &Map<String, Value>, many: bool, behind: bool) -> Option<String> {
        let lead = if behind { "and" } else { "that" };
        let are = if many { "are" } else { "is" };
        let level = of.get("level").filter(|_| of.len() == 1).and_then(range);
        let what = match level.map(|n| n.replace("more", "higher").replace("less", "lower")) {
            Some(level) => format!("Level {level}"),
            None if many => self.group(of, true)?,
            None => with_article(&self.group(of, false)?),
        };
        Some(format!("{lead} originally {are} {what}"))
    }

    /// That one card is of a group: "it is Fusion Summoned", "the attack target is a monster".
    pub(super) fn being(&self, group: &Map<String, Value>) -> Option<String> {
        let among = self.list(group.get("among")?);
        let [one] = &among[..] else { return None };
        let rest: Map<String, Value> = group.clone().into_iter().filter(|(key, _)| key != "among").collect();
        let is_noun =
            ["kind", "is", "type", "attribute", "series", "level", "name"].iter().any(|key| rest.contains_key(*key));
        let noun = self.group(&rest, false)?;
        Some(match (is_noun, noun.strip_prefix("card ")) {
            (false, Some(adjectives)) => format!("{one} is {adjectives}"),
            _ => format!("{one} is {}", with_article(&noun)),
        })
    }

    /// How cards of a group were Summoned; nothing if there are no words for it.
    fn summoned(&self, how: &Map<String, Value>) -> Option<String> {
        if how.keys().any(|key| !["how", "from"].contains(&key.as_str())) {
            return None;
        }
        if how.get("how").is_some_and(|kinds| *kinds == serde_json::json!(["without tribute"])) && how.len() == 1 {
            return Some("Summoned without Tributes".into());
        }
        let kinds = how.get("how").map(|kinds| {
            let kinds = self.list(kinds).into_iter().map(|kind| capital(kind.trim_end_matches(" Summon")));
            enumerate(&kinds.collect::<Vec<_>>(), "or") + " "
        });
        let kinds = kinds.unwrap_or_default();
        let from = how.get("from").map(|from| Some(format!(" from {}", self.places(from)?)));
        Some(format!("{kinds}Summoned{}", from.unwrap_or(Some(String::new()))?))
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
                let names: Vec<String> = places.iter().map(|place| the(place)).collect();
                // One place is somebody's own, as “Yugi's GY”; of several it is said behind them.
                let owned = whose.map(|whose| own(&self.whose(whose)));
                let preposition = |place: &String| match (place.as_str(), &owned) {
                    ("field", None) => "on the field".to_owned(),
                    ("field", Some(owner)) => format!("on {owner} side of the field"),
                    ("banished", None) => "among the banished cards".to_owned(),
                    ("banished", Some(owner)) => format!("among {owner} banished cards"),
                    (place, None) => format!("in the {place}"),
                    (place, Some(owner)) => format!("in {owner} {place}"),
                };
                let apart =
                    places.len() > 1 && places.iter().any(|place| ["field", "banished"].contains(&place.as_str()));
                let names = if apart { places.iter().map(preposition).collect() } else { names };
                let lead = if apart { "" } else { "in " };
                let said = match (whose.map(|whose| self.whose(whose)), places) {
                    (Some(whose), [place]) if place != "field" => {
                        return Some(match place.as_str() {
                            "banished" => format!("among {} banished cards", own(&whose)),
                            place => format!("in {} {place}", own(&whose)),
                        });
                    }
                    (Some(_), _) if apart => enumerate(&names, "or"),
                    (Some(whose), _) => format!("{lead}{} of {whose}", enumerate(&names, "or")),
                    (None, _) => format!("{lead}{}", enumerate(&names, "or")),
                };
                Some(
                    said.replace("in the field", "on the field")
                        .replace("in the banished cards", "among the banished cards")
                        .replace("or the field", "or on the field")
                        .replace("or the banished cards", "or among the banished cards"),
                )
            }
        }
    }

    /// A time.
    pub(super) fn time(&self, time: &Map<String, Value>) -> Option<String> {
        let after = match time.get("next after") {
            Some(event) => format!(" after {}", self.said("event", event)?),
            None => String::new(),
        };
        let next = if after.is_empty() { "" } else { "next " };
        let phase = time.get("phase").map(|phases| format!("the {next}{} Phase{after}", self.phases(phases)));
        let at = time.get("at").map(|at| format!("the {}", enumerate(&self.list(at), "or")));
        let turn = time.get("turn").and_then(Value::as_str).map(|whose| format!("the turn of {}", self.whose(whose)));
        let parts: Vec<String> = [phase, at, turn].into_iter().flatten().collect();
        (!parts.is_empty()).then(|| parts.join(" in "))
    }
}

/// Values that a group may ask for.
const VALUES: [(&str, &str); 5] =
    [("level", "Level"), ("rank", "Rank"), ("link", "Link Rating"), ("atk", "ATK"), ("def", "DEF")];

/// A group without the other one that would do as well.
fn without_or(group: &Map<String, Value>) -> Map<String, Value> {
    group.iter().filter(|(key, _)| *key != "or").map(|(key, value)| (key.clone(), value.clone())).collect()
}

/// The player as the owner of something: "Yugi's", "your".
fn own(player: &str) -> String {
    if player == "you" { "your".into() } else { format!("{player}'s") }
}

/// A noun with its article.
pub(super) fn with_article(noun: &str) -> String {
    let vowel = noun.starts_with(['A', 'E', 'I', 'O', 'a', 'e', 'i', 'o']) || noun.starts_with("Xyz");
    format!("{} {noun}", if vowel { "an" } else { "a" })
}

/// A place with its article.
pub(super) fn the(place: &str) -> String {
    if place == "banished" { "the banished cards".into() } else { format!("the {place}") }
}

fn plural(noun: &str) -> String {
    if noun == "Spell or Trap" { "Spells and Traps".into() } else { format!("{noun}s") }
}

/// What cards are together.
pub(super) fn together(value: &Value) -> Option<String> {
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
pub(super) fn range(value: &Value) -> Option<String> {
    let end = |key: &str| value.get("exactly").or(value.get(key)).and_then(Value::as_i64);
    match (end("at least"), end("at most")) {
        (Some(low), Some(high)) if low == high => Some(low.to_string()),
        (Some(low), Some(high)) => Some(format!("{low} to {high}")),
        (Some(low), None) => Some(format!("{low} or more")),
        (None, Some(high)) => Some(format!("{high} or less")),
        (None, None) => None,
    }
}
