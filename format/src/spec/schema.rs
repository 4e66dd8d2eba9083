//! JSON Schemas of the files, for editors: draft-07, because that is what the editors' YAML support knows best.

use std::cell::RefCell;
use std::collections::BTreeMap;

use segoc_engine::{Policy, Rule};
use serde_json::{Map, Value as Json, json};

use super::{Choice, FILES, Field, File, Holds, Need, Shape, Spelt, shapes_of};
use crate::catalogue::{Catalogue, Format};
use crate::yaml;

/// What only a corpus knows: its formats and the sentences of its rules.
struct Known {
    formats: Vec<(String, String)>,
    rules: BTreeMap<&'static str, String>,
}

/// A schema that is being written.
struct Writer<'k> {
    known: &'k Known,
    /// The lists of words met so far, each with the name of its definition.
    lists: RefCell<Vec<(String, &'static [Spelt])>>,
}

/// Every schema, by the path of its file below the corpus.
pub(super) fn schemas(rules: &Catalogue, formats: &[Format]) -> Vec<(String, String)> {
    let sentences = rules.rules.iter().map(|entry| (entry.rule.word(), entry.sentence.clone()));
    let formats = formats.iter().map(|format| (format.name.clone(), format.title.clone()));
    let known = Known { formats: formats.collect(), rules: sentences.collect() };
    let write = |file: &File| {
        let mut text = serde_json::to_string_pretty(&Writer { known: &known, lists: RefCell::default() }.file(file))
            .unwrap_or_default();
        text.push('\n');
        (format!("schema/{}.schema.json", file.name), text)
    };
    FILES.iter().map(write).collect()
}

impl Writer<'_> {
    fn file(&self, file: &File) -> Json {
        let mut schema = match &file.holds {
            Holds::Map(shape) => self.shape(shape),
            other => self.value(other, file.name),
        };
        let root = file.holds.shapes();
        let inner = shapes_of(&file.holds);
        let is_root = |shape: &&&'static Shape| {
            matches!(file.holds, Holds::Map(_)) && root.iter().any(|root| std::ptr::eq(*root, **shape))
        };
        let mut definitions: Map<String, Json> = inner
            .iter()
            .filter(|shape| !is_root(shape))
            .map(|shape| (shape.name.to_owned(), self.shape(shape)))
            .collect();
        for (name, words) in self.lists.borrow().iter() {
            definitions.insert(name.clone(), self.words(words));
        }
        schema["$schema"] = json!("http://json-schema.org/draft-07/schema#");
        schema["$comment"] = json!("Written by `segoc schema --write` from format/src/spec. Do not edit.");
        schema["title"] = json!(format!("segoc: {}", file.paths));
        schema["description"] = json!(file.about);
        schema["definitions"] = Json::Object(definitions);
        schema
    }

    /// A map.
    fn shape(&self, shape: &Shape) -> Json {
        let every = shape.every();
        let properties: Map<String, Json> = every.iter().map(|f| (f.key.to_owned(), self.field(f))).collect();
        let mut schema = json!({
            "type": "object",
            "description": shape.about,
            "properties": properties,
            "additionalProperties": false,
        });
        let required: Vec<&str> = shape.plain().iter().filter(|f| f.need == Need::Always).map(|f| f.key).collect();
        if !required.is_empty() {
            schema["required"] = json!(required);
        }
        let choices = shape.all_choices();
        let alone = shape.plain().is_empty() && every.iter().all(|field| field.beside.is_empty());
        if let ([choice], true) = (choices.as_slice(), alone)
            && choice.needed
        {
            schema["minProperties"] = json!(1);
            schema["maxProperties"] = json!(1);
            return schema;
        }
        let mut all_of: Vec<Json> = choices.iter().flat_map(|choice| exclusion(choice)).collect();
        if !shape.some_of.is_empty() {
            all_of.push(json!({ "anyOf": written(shape.some_of.iter().copied()) }));
        }
        if !all_of.is_empty() {
            schema["allOf"] = json!(all_of);
        }
        let dependencies = dependencies(shape);
        if !dependencies.is_empty() {
            schema["dependencies"] = Json::Object(dependencies);
        }
        schema
    }

    fn field(&self, field: &Field) -> Json {
        let mut schema = self.value(&field.value, field.key);
        schema["description"] = json!(field.about);
        schema["markdownDescription"] = json!(format!("{}\n\n    {}: {}", field.about, field.key, field.example));
        // The language server offers examples by their text, which a map has not; a snippet has a label.
        match example(field.example) {
            Json::Object(map) => {
                let snippet = json!({ "label": field.example, "description": field.about, "body": map });
                match schema["defaultSnippets"].as_array_mut() {
                    Some(snippets) => snippets.push(snippet),
                    None => schema["defaultSnippets"] = json!([snippet]),
                }
            }
            other => schema["examples"] = json!([other]),
        }
        schema
    }

    /// What may stand in a place; `key` is the key it stands under.
    fn value(&self, value: &Holds, key: &str) -> Json {
        match value {
            Holds::Text | Holds::CardName | Holds::Reference => json!({ "type": "string", "pattern": "\\S" }),
            Holds::Line => json!({ "type": "string", "pattern": "^\\s*\\S[^\\n]*\\s*$" }),
            Holds::Form(form) => {
                json!({ "type": "string", "pattern": form.pattern, "patternErrorMessage": format!("Expected {}.", form.what) })
            }
            Holds::Format => {
                let (names, titles): (Vec<&str>, Vec<&str>) =
                    self.known.formats.iter().map(|(name, title)| (name.as_str(), title.as_str())).unzip();
                json!({ "type": "string", "enum": names, "enumDescriptions": titles, "markdownEnumDescriptions": titles })
            }
            Holds::Number(least, most) => json!({ "type": "integer", "minimum": least, "maximum": most }),
            Holds::Flag => json!({ "type": "boolean", "enum": [true] }),
            Holds::Bool => json!({ "type": "boolean" }),
            Holds::Word(words) | Holds::Among(words) => reference(&self.list(words, key)),
            Holds::List(item) => json!({ "type": "array", "minItems": 1, "items": self.value(item, key) }),
            Holds::ListOrEmpty(item) => json!({ "type": "array", "items": self.value(item, key) }),
            Holds::FirstThen(first, then) => json!({
                "type": "array",
                "minItems": 1,
                "items": [reference(first.name)],
                "additionalItems": reference(then.name),
            }),
            Holds::Map(shape) => reference(shape.name),
            Holds::ByName(item, some) => json!({
                "type": "object",
                "minProperties": usize::from(*some),
                "additionalProperties": self.value(item, key),
            }),
            Holds::Axes => {
                let axes = Policy::AXES.iter().map(|(axis, words)| {
                    ((*axis).to_owned(), json!({ "type": "string", "enum": words, "description": "One of its words." }))
                });
                json!({ "type": "object", "properties": axes.collect::<Map<_, _>>(), "additionalProperties": false })
            }
            Holds::Either(forms) => {
                // Told apart by whether it is a map: a misspelt key is then reported as one, and a wrong word as one.
                // The language server offers no words from inside such a schema, so they are offered as snippets.
                let (maps, others): (Vec<&Holds>, Vec<&Holds>) =
                    forms.iter().partition(|form| matches!(form, Holds::Map(_)));
                match (self.any_of(&maps, key), self.any_of(&others, key)) {
                    (Some(maps), Some(others)) => json!({
                        "if": { "type": "object" },
                        "then": maps,
                        "else": others,
                        "defaultSnippets": forms.iter().flat_map(snippets).collect::<Vec<_>>(),
                    }),
                    (one, other) => one.or(other).unwrap_or_default(),
                }
            }
        }
    }

    fn any_of(&self, forms: &[&Holds], key: &str) -> Option<Json> {
        match forms {
            [] => None,
            [one] => Some(self.value(one, key)),
            several => Some(json!({ "anyOf": several.iter().map(|form| self.value(form, key)).collect::<Vec<_>>() })),
        }
    }

    /// The name of the definition of a list of words: after the key where it was first met.
    fn list(&self, words: &'static [Spelt], key: &str) -> String {
        let mut lists = self.lists.borrow_mut();
        if let Some((name, _)) = lists.iter().find(|(_, other)| *other == words) {
            return name.clone();
        }
        let plain = format!("words-of-{}", key.replace(' ', "-"));
        let taken =
            lists.iter().filter(|(name, _)| name.trim_end_matches(|c: char| c == '-' || c.is_ascii_digit()) == plain);
        let name = match taken.count() {
            0 => plain,
            others => format!("{plain}-{}", others + 1),
        };
        lists.push((name.clone(), words));
        name
    }

    /// A list of words with what they mean; rules with their sentences.
    fn words(&self, words: &[Spelt]) -> Json {
        let meaning = |spelt: &Spelt| match self.known.rules.get(spelt.word) {
            Some(sentence) if Rule::from_word(spelt.word).is_some() => sentence.clone(),
            _ => spelt.about.to_owned(),
        };
        let spellings: Vec<&str> = words.iter().map(|spelt| spelt.word).collect();
        let meanings: Vec<String> = words.iter().map(meaning).collect();
        let mut schema = json!({ "type": "string", "enum": spellings });
        if meanings.iter().any(|meaning| !meaning.is_empty()) {
            schema["enumDescriptions"] = json!(meanings);
            schema["markdownEnumDescriptions"] = json!(meanings);
        }
        schema
    }
}

/// The words of a place, as an editor offers them.
fn snippets(value: &Holds) -> Vec<Json> {
    match value {
        Holds::Word(words) | Holds::Among(words) => {
            let snippet =
                |spelt: &Spelt| json!({ "label": spelt.word, "description": spelt.about, "body": spelt.word });
            words.iter().map(snippet).collect()
        }
        _ => Vec::new(),
    }
}

fn reference(name: &str) -> Json {
    json!({ "$ref": format!("#/definitions/{name}") })
}

/// For each key the demand that it is written.
fn written<'k>(keys: impl Iterator<Item = &'k str>) -> Vec<Json> {
    keys.map(|key| json!({ "required": [key] })).collect()
}

/// That only one key of a choice is written.
fn exclusion(choice: &Choice) -> Vec<Json> {
    let keys: Vec<&str> = choice.keys().collect();
    if !choice.needed {
        let pairs = keys.iter().enumerate().flat_map(|(i, a)| keys[i + 1..].iter().map(move |b| [*a, *b]));
        return pairs.map(|pair| json!({ "not": { "required": pair } })).collect();
    }
    let mut one_of = written(keys.iter().copied());
    if let Some(unless) = choice.unless {
        one_of.push(json!({ "required": [unless], "not": { "anyOf": written(keys.iter().copied()) } }));
    }
    vec![json!({ "oneOf": one_of })]
}

/// Which keys need which others beside them.
fn dependencies(shape: &Shape) -> Map<String, Json> {
    let mut dependencies = Map::new();
    let every = shape.every();
    for field in &every {
        let needed: Vec<&str> = field.beside.iter().filter(|b| b.need == Need::Always).map(|b| b.key).collect();
        if !needed.is_empty() {
            dependencies.insert(field.key.to_owned(), json!(needed));
        }
        let beside = shape.stands_beside(field.key);
        match beside.as_slice() {
            [] => {}
            [one] => {
                dependencies.insert(field.key.to_owned(), json!([one]));
            }
            several => {
                dependencies.insert(field.key.to_owned(), json!({ "anyOf": written(several.iter().copied()) }));
            }
        }
    }
    dependencies
}

/// An example as JSON.
fn example(text: &str) -> Json {
    let (node, _) = yaml::parse("example", &text.into());
    node.map_or_else(|| json!(text), |node| node.to_json())
}
