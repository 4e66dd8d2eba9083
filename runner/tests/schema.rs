//! The schemas for editors and the vocabulary page are what the specification says.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

use std::path::{Path, PathBuf};
use std::process::Command;

use segoc_runner::corpus::Corpus;
use segoc_runner::spec::{self, FILES, Value, shapes_of};
use serde_json::Value as Json;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

fn generated() -> Vec<(String, String)> {
    let corpus = Corpus::load(&Path::new(ROOT).join("corpus"));
    let corpus = corpus.unwrap_or_else(|errors| panic!("{}", errors.render(false)));
    spec::generated(&corpus).unwrap_or_else(|errors| panic!("{}", errors.render(false)))
}

#[test]
fn what_is_checked_in_is_current() {
    for (path, text) in generated() {
        let written = std::fs::read_to_string(Path::new(ROOT).join("corpus").join(&path)).unwrap_or_default();
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
            let root = own.is_null() && matches!(file.holds, Value::Map(root) if std::ptr::eq(root(), shape));
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

/// A copy of the corpus without what is written from the specification.
fn copy() -> PathBuf {
    let to = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("schema-{}", std::process::id()));
    let from = Path::new(ROOT).join("corpus");
    for folder in ["cards", "rulings/chain"] {
        std::fs::create_dir_all(to.join(folder)).unwrap();
    }
    for file in ["rules.yaml", "formats.yaml"] {
        std::fs::copy(from.join(file), to.join(file)).unwrap();
    }
    to
}

fn segoc(corpus: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    let run =
        Command::new(env!("CARGO_BIN_EXE_segoc")).arg("schema").args(arguments).arg("--corpus").arg(corpus).output();
    let run = run.unwrap();
    (run.status.code(), String::from_utf8_lossy(&run.stdout).into_owned() + &String::from_utf8_lossy(&run.stderr))
}

#[test]
fn the_command_writes_and_compares() {
    let corpus = copy();
    let (code, said) = segoc(&corpus, &["--check"]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("ruling.schema.json is not what the specification says"), "{said}");
    assert!(said.contains("segoc schema --write"), "{said}");
    let (code, said) = segoc(&corpus, &["--write"]);
    assert_eq!((code, said.lines().count()), (Some(0), generated().len()), "{said}");
    assert_eq!(segoc(&corpus, &["--check"]), (Some(0), String::new()));
    assert_eq!(segoc(&corpus, &["--write"]), (Some(0), String::new()));
    let (code, said) = segoc(&corpus, &["card"]);
    assert_eq!(code, Some(0), "{said}");
    let card: Json = serde_json::from_str(&said).unwrap();
    assert_eq!(card["$schema"], "http://json-schema.org/draft-07/schema#");
    let (code, said) = segoc(&corpus, &["crad"]);
    assert_eq!(code, Some(2));
    assert!(said.contains("did you mean `card`?"), "{said}");
    std::fs::remove_dir_all(corpus).unwrap();
}

#[test]
fn links_inside_the_vocabulary_lead_somewhere() {
    let files = generated();
    let (_, page) = files.iter().find(|(path, _)| path == "VOCABULARY.md").expect("the page");
    for link in page.split("](#").skip(1).filter_map(|rest| rest.split(')').next()) {
        assert!(page.contains(&format!("\n### {link}\n")), "there is no heading for #{link}");
    }
}
