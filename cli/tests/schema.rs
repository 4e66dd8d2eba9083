//! The schemas for editors and the vocabulary page are what the specification says.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod common;

use std::fs;

use common::{real_corpus, repository, right};
use segoc_format::spec::{self, FILES, Holds, shapes_of};
use serde_json::Value as Json;

fn generated() -> Vec<(String, String)> {
    let corpus = real_corpus();
    let mut files = spec::generated(right(corpus.rules()), corpus.formats());
    files.extend(segoc_protocol::schema::files());
    files
}

#[test]
fn what_is_checked_in_is_current() {
    for (path, text) in generated() {
        let written = fs::read_to_string(repository().join("corpus").join(&path)).unwrap_or_default();
        assert!(
            written == text,
            "corpus/{path} is not what the specification says: run `cargo run -- schema --write` and commit what it wrote"
        );
    }
}

/// Every key of every map is described, and nothing else may stand in it.
#[test]
fn every_key_is_described_with_an_example() {
    let files = generated();
    for file in FILES {
        let path = format!("schema/{}.schema.json", file.name);
        let (_, text) = files.iter().find(|(other, _)| *other == path).expect("a schema for every kind of file");
        let schema: Json = serde_json::from_str(text).unwrap();
        for shape in shapes_of(&file.holds) {
            let own = &schema["definitions"][shape.name];
            let root = own.is_null() && matches!(file.holds, Holds::Map(root) if std::ptr::eq(root.get(), shape));
            let own = if root { &schema } else { own };
            assert_eq!(own["additionalProperties"], false, "{path}: {}", shape.name);
            for field in shape.every() {
                let property = &own["properties"][field.key];
                let place = format!("{path}: `{}` of {}", field.key, shape.name);
                assert_eq!(property["description"], field.about, "{place}");
                let snippets = property["defaultSnippets"].as_array();
                let snippet = snippets.is_some_and(|all| all.iter().any(|one| one["label"] == field.example));
                let examples = property["examples"].as_array().is_some_and(|examples| examples.len() == 1);
                assert!(snippet || examples, "{place} has no example");
            }
        }
    }
}

#[test]
fn links_inside_the_vocabulary_lead_somewhere() {
    let files = generated();
    let (_, page) = files.iter().find(|(path, _)| path == "VOCABULARY.md").expect("the page");
    for link in page.split("](#").skip(1).filter_map(|rest| rest.split(')').next()) {
        assert!(page.contains(&format!("\n### {link}\n")), "there is no heading for #{link}");
    }
}

#[test]
fn the_vocabulary_begins_with_twenty_words() {
    let files = generated();
    let (_, page) = files.iter().find(|(path, _)| path == "VOCABULARY.md").expect("the page");
    let begin = page.split("\n## ").find(|section| section.starts_with("Begin here")).expect("a beginning");
    let words = begin.lines().filter(|line| line.starts_with("| `") && !line.contains(" beside `"));
    assert_eq!(words.count(), 20, "{begin}");
}
