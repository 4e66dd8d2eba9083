//! Bad files in `tests/mistakes`, and beside each what is said of it; good ones in `tests/readings`, and what they are read as.
//!
//! Where a file has several parts, each begins with `####` and is read by itself; those of `corpora` are files of one corpus. `SEGOC_BLESS=1 cargo test --test
//! mistakes` writes what is said now, to be read before it is committed.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

use std::fmt::Debug;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use segoc_engine::def::EffectDef;
use segoc_format::corpus::Corpus;
use segoc_format::deviations::{Deviations, Reasons};
use segoc_format::diagnostic::Diagnostics;
use segoc_format::place::Span;
use segoc_format::read::{card, disputes, formats, rules, statements};
use segoc_format::yaml;
use segoc_protocol::{Player, StartCard, StartZone};

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
fn of_parts(file: &str, said: impl Fn(&Arc<str>) -> String) -> String {
    let parts = file.match_indices("####").map(|(start, _)| start);
    let ends = parts.clone().skip(1).chain([file.len()]);
    let said = parts.zip(ends).map(|(start, end)| {
        let heading = file[start..end].lines().next().unwrap_or_default();
        // Lines are counted from the beginning of the file.
        let before = "\n".repeat(file[..start].matches('\n').count());
        format!("{heading}\n{}\n", said(&format!("{before}{}", &file[start..end]).into()))
    });
    said.collect::<Vec<_>>().join("\n")
}

/// Compares what is said of every file of a folder with what stands beside it; gives back all of it.
fn compare(folder: &str, said: impl Fn(&str, &str, &str) -> String) -> String {
    // Tests run in the directory of their package.
    let mut all = String::new();
    for entry in fs::read_dir(Path::new("tests").join(folder)).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|ending| ending != "yaml") {
            continue;
        }
        let stem = path.file_stem().unwrap().to_string_lossy();
        let name = format!("{}/{stem}.yaml", folder.trim_start_matches("mistakes/"));
        let said = said(&stem, &name, &fs::read_to_string(&path).unwrap());
        let beside = path.with_extension("txt");
        if std::env::var_os("SEGOC_BLESS").is_some() {
            fs::write(&beside, &said).unwrap();
        }
        let expected = fs::read_to_string(&beside).unwrap_or_default();
        assert!(said == expected, "{name}: SEGOC_BLESS=1 shows as a diff what is said otherwise now:\n{said}");
        all += &said;
    }
    all
}

fn corpus() -> Corpus {
    Corpus::load(Path::new("tests/corpus")).unwrap_or_else(|errors| panic!("{}", errors.render(false)))
}

#[test]
fn every_mistake_is_explained() {
    let corpus = corpus();
    let mut count = 0;
    for kind in ["card", "corpora", "deviations", "disputes", "formats", "rules", "ruling", "statements", "yaml"] {
        let all = compare(&format!("mistakes/{kind}"), |_, name, file| match kind {
            "corpora" => said_of_corpus(file),
            _ => of_parts(file, |text| {
                let mistakes = mistakes(kind, name, text, &corpus);
                assert!(!mistakes.0.is_empty(), "{name}: nothing is wrong with `{text}`");
                mistakes.render(false)
            }),
        });
        count += all.matches("\nerror[").count();
    }
    assert!(count > 200, "only {count} mistakes");
}

/// The fields of a value, each on a line, without those that are as in another; where they stand in the file is left out.
fn fields(value: &impl Debug, unlike: &impl Debug) -> Vec<String> {
    let split = |text: String| {
        let text = text.split_once(" { ").map_or("", |(_, fields)| fields.trim_end_matches(" }")).to_owned();
        let mut depth = 0;
        let mut fields = vec![String::new()];
        for letter in text.chars() {
            depth += i32::from("([{".contains(letter)) - i32::from(")]}".contains(letter));
            match (letter, fields.last_mut()) {
                (',', _) if depth == 0 => fields.push(String::new()),
                (_, Some(field)) => field.push(letter),
                _ => {}
            }
        }
        fields.into_iter().map(|field| without_spans(field.trim())).collect::<Vec<_>>()
    };
    let usual = split(format!("{unlike:?}"));
    let is_said = |field: &String| {
        let silent =
            [": None", ": []"].iter().any(|nothing| field.ends_with(nothing)) || field.contains("span: Span {");
        !silent && !usual.contains(field)
    };
    split(format!("{value:?}")).into_iter().filter(is_said).collect()
}

fn without_spans(text: &str) -> String {
    let mut parts = text.split(", span: Span { ");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |all, part| all + part.split_once(" }").map_or("", |(_, rest)| rest))
}

fn read_card(text: &Arc<str>, formats: &[String]) -> String {
    let card = card::read("x.yaml", text, formats).unwrap_or_else(|errors| panic!("{}", errors.render(false)));
    let mut said = vec![format!("{:?}, passcode {:?}, {:?}", card.name, card.passcode, card.kind)];
    let mentioned: Vec<&str> = card.mentions.iter().map(|mention| mention.value.as_str()).collect();
    said.push(format!("mentions {mentioned:?}, summons {:?}", card.summons));
    for format in formats {
        let ids: Vec<_> = card.def(format).effects.iter().map(|effect| effect.id.clone()).collect();
        said.push(format!("in {format}: {ids:?}"));
    }
    for effect in &card.effects {
        said.push(format!("- {}", effect.def.class));
        said.extend(
            fields(&effect.def, &EffectDef::new(effect.def.class)).into_iter().map(|field| format!("  {field}")),
        );
    }
    said.join("\n")
}

fn read_ruling(text: &Arc<str>, corpus: &Corpus) -> String {
    let read = corpus.parse_ruling("r.yaml", Arc::clone(text));
    let ruling = read.unwrap_or_else(|errors| panic!("{}", errors.render(false)));
    let written = |span: Span| &ruling.text[span.start..span.end];
    let mut bare = ruling.clone();
    (bare.text, bare.setup.cards, bare.cards, bare.card_spans, bare.play) = Default::default();
    let mut said = fields(&bare, &());
    said.push(format!("rules at `{}`, play at `{}`", written(ruling.rules[0].span), written(ruling.play_span)));
    let usual = StartCard::new("", Player::Yugi, StartZone::Deck);
    for (i, card) in ruling.setup.cards.iter().enumerate() {
        said.push(format!("{i} {}: {}", written(ruling.card_spans[i]), fields(card, &usual).join(", ")));
    }
    for format in &ruling.formats {
        let effects: Vec<usize> = ruling.cards.iter().map(|card| card.def(format).effects.len()).collect();
        said.push(format!(
            "in {format}: {} definitions with effects {effects:?}",
            ruling.start(format).definitions.len()
        ));
    }
    for step in &ruling.play {
        said.push(format!("- {}", fields(step, &()).join("\n  ")));
    }
    said.join("\n")
}

#[test]
fn what_is_right_is_read_as_it_is_meant() {
    let corpus = corpus();
    let formats = ["tcg", "ocg", "edison", "goat"].map(String::from);
    let all = compare("readings", |kind, _, file| match kind {
        "card" => of_parts(file, |text| read_card(text, &formats)),
        _ => of_parts(file, |text| read_ruling(text, &corpus)),
    });
    assert!(all.matches("####").count() > 15, "{all}");
}
