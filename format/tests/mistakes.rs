//! Bad files in `tests/mistakes`, and beside each what is said of it.
//!
//! Where a file has several parts, each begins with `####` and is read by itself; those of `corpora` are files of one corpus. `SEGOC_BLESS=1 cargo test --test
//! mistakes` writes what is said now, to be read before it is committed.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

use std::fs;
use std::path::Path;
use std::sync::Arc;

use segoc_format::corpus::Corpus;
use segoc_format::deviations::{Deviations, Reasons};
use segoc_format::diagnostic::Diagnostics;
use segoc_format::read::{card, disputes, formats, rules, statements};
use segoc_format::yaml;

/// What is wrong with a text that is read as a file of some kind, against a small corpus.
fn mistakes(kind: &str, path: &str, text: &Arc<str>, corpus: &Corpus) -> Diagnostics {
    let formats: Vec<String> = corpus.formats().iter().map(|format| format.name.clone()).collect();
    let read = match kind {
        "card" => card::read(path, text, &formats).map(drop),
        "deviations" => Deviations::parse(path, text, corpus, Reasons::Required).map(drop),
        "disputes" => disputes::read(path, text, &formats).map(drop),
        "formats" => formats::read(path, text).map(drop),
        "ruling" => corpus.parse_ruling(path, Arc::clone(text)).map(drop),
        "rules" => rules::read(path, text, &formats).map(drop).map_err(|errors| {
            // A small catalogue lists almost no rule.
            let missing = |message: &str| message.starts_with("the engine ") && !message.contains(" about `");
            Diagnostics(errors.0.into_iter().filter(|error| !missing(&error.message)).collect())
        }),
        "statements" => statements::read(path, text, &formats).map(drop),
        "yaml" => Err(Diagnostics(yaml::parse(path, text).1)),
        other => panic!("nobody reads `{other}`"),
    };
    read.expect_err("a file with mistakes")
}

/// Everything wrong with a corpus, each part of the text being a file of it, and what can be read all the same.
fn said_of_corpus(text: &str) -> String {
    let files = text.split("#### ").skip(1).filter_map(|part| part.split_once('\n'));
    match Corpus::from_texts(files).map(|corpus| corpus.check()) {
        Ok(checked) => {
            let (rulings, cards) = (checked.rulings.len(), checked.cards.len());
            let mistakes = Diagnostics(checked.diagnostics.into_iter().chain(checked.warnings).collect());
            format!("{}\n\n{rulings} rulings and {cards} cards can be read\n", mistakes.render(false))
        }
        Err(errors) => format!("{}\n", errors.render(false)),
    }
}

/// What is said of every part of a file, each with its own heading.
fn said(kind: &str, path: &str, file: &str, corpus: &Corpus) -> String {
    if kind == "corpora" {
        return said_of_corpus(file);
    }
    let parts = file.match_indices("####").map(|(start, _)| start);
    let ends = parts.clone().skip(1).chain([file.len()]);
    let said = parts.zip(ends).map(|(start, end)| {
        let heading = file[start..end].lines().next().unwrap_or_default();
        // Lines are counted from the beginning of the file.
        let before = "\n".repeat(file[..start].matches('\n').count());
        let mistakes = mistakes(kind, path, &format!("{before}{}", &file[start..end]).into(), corpus);
        assert!(!mistakes.0.is_empty(), "{path}: nothing is wrong with `{heading}`");
        format!("{heading}\n{}\n", mistakes.render(false))
    });
    said.collect::<Vec<_>>().join("\n")
}

#[test]
fn every_mistake_is_explained() {
    // Tests run in the directory of their package.
    let root = Path::new("tests/mistakes");
    let corpus = Corpus::load(Path::new("tests/corpus")).unwrap_or_else(|errors| panic!("{}", errors.render(false)));
    let mut count = 0;
    for kind in ["card", "corpora", "deviations", "disputes", "formats", "rules", "ruling", "statements", "yaml"] {
        for entry in fs::read_dir(root.join(kind)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_none_or(|ending| ending != "yaml") {
                continue;
            }
            let name = format!("{kind}/{}", path.file_name().unwrap().to_string_lossy());
            let said = said(kind, &name, &fs::read_to_string(&path).unwrap(), &corpus);
            let beside = path.with_extension("txt");
            if std::env::var_os("SEGOC_BLESS").is_some() {
                fs::write(&beside, &said).unwrap();
            }
            let expected = fs::read_to_string(&beside).unwrap_or_default();
            assert!(said == expected, "{name}: SEGOC_BLESS=1 shows as a diff what is said otherwise now:\n{said}");
            count += said.matches("\nerror[").count();
        }
    }
    assert!(count > 200, "only {count} mistakes");
}
