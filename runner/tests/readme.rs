//! The examples of corpus/README.md and CONTRIBUTING.md do what the text around them says, and the README names every
//! word the reader knows.
//!
//! Fences say what their example is: `yaml ruling` (must pass in all its formats), `yaml card`, `yaml duel` (the board of
//! all steps of the page), `yaml step` and `yaml effect` (fragments), each also with `error`, followed by what is reported.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

#[path = "../../cli/tests/common/fixtures.rs"]
mod fixtures;

use std::collections::BTreeSet;
use std::sync::Arc;

use fixtures::{Fence, HEAD, fences, real_corpus, repository};
use segoc_format::corpus::Corpus;
use segoc_format::diagnostic::{Diagnostic, Diagnostics};
use segoc_format::read::card;
use segoc_format::spec;
use segoc_runner::outcome::{FailureKind, Outcome};
use segoc_runner::{report, trial};

fn text_of(path: &str) -> String {
    std::fs::read_to_string(repository().join(path)).expect(path)
}

fn formats(corpus: &Corpus) -> Vec<String> {
    corpus.formats().iter().map(|format| format.name.clone()).collect()
}

/// What stands before the steps of a fragment.
fn ruling_around(duel: &str) -> String {
    let duel: String = duel.lines().map(|line| format!("  {line}\n")).collect();
    let head = HEAD.replace("[tcg]", "[tcg, ocg, edison, goat]");
    format!("{head}duel:\n{duel}play:\n")
}

const CHECKED: &str = "- board: {Yugi: {lp: 8000}}\n";

fn card_around(effects: &str) -> &'static str {
    if effects.contains("activation:") {
        "name: X\npasscode: 1\nspell: normal\neffects:\n"
    } else {
        "name: X\npasscode: 1\nmonster: {attribute: dark, type: fiend, level: 3, atk: 1000, def: 600}\neffects:\n"
    }
}

fn read_steps(corpus: &Corpus, duel: &str, steps: &str) -> Result<(), Diagnostics> {
    let around = ruling_around(duel);
    corpus.parse_ruling("step.yaml", format!("{around}{steps}{CHECKED}")).map(|_| ())
}

fn read_card(corpus: &Corpus, text: &str) -> Result<(), Diagnostics> {
    card::read("card.yaml", &Arc::from(text), &formats(corpus)).map(|_| ())
}

fn read_effects(corpus: &Corpus, effects: &str) -> Result<(), Diagnostics> {
    read_card(corpus, &format!("{}{effects}", card_around(effects)))
}

/// The ruling passes in every format it names.
fn passes(corpus: &Corpus, place: &str, text: &str) {
    let ruling = corpus.parse_ruling("example.yaml", text);
    let ruling = ruling.unwrap_or_else(|errors| panic!("{place}: {}", errors.render(false)));
    for format in &ruling.formats {
        let policy = &corpus.format(format).expect("a format").policy;
        match trial::outcome(&ruling, format, policy) {
            Outcome::Passed => {}
            Outcome::Disputed(disputed) if disputed.followed.len() == 1 => {}
            other => {
                let told = report::outcome(&ruling, format, &other, None).unwrap_or_default();
                panic!("{place}: in {format}: {}", report::plain(&told));
            }
        }
    }
}

/// Mistakes as they are written on the page: places counted from the first line of the example.
fn shown(errors: &[Diagnostic], lines_before: usize) -> String {
    let mut text = String::new();
    for error in errors {
        let (line, column) = error.at();
        text.push_str(&format!("{}:{column}: {}\n", line.saturating_sub(lines_before), error.message));
        if let Some(help) = &error.help {
            text.push_str(&format!("help: {help}\n"));
        }
    }
    text
}

/// Tries every example of a page; there must be some of each of these kinds.
fn try_all(path: &str, kinds: &[&str]) {
    let corpus = real_corpus();
    let fences = fences(&text_of(path));
    let as_text = |fence: &Fence| fence.lines.iter().map(|line| format!("{line}\n")).collect::<String>();
    let duel = fences.iter().find(|fence| fence.info == "yaml duel").map(as_text);
    let duel = duel.as_deref().unwrap_or("Yugi: {}\nJoey: {}\n");
    for (i, fence) in fences.iter().enumerate() {
        let (place, text) = (&format!("{path}:{}", fence.begins), &as_text(fence));
        let fine = |read: Result<(), Diagnostics>| {
            read.unwrap_or_else(|errors| panic!("{place}: {}", errors.render(false)));
        };
        let wrong = |read: Result<(), Diagnostics>, before: &str| {
            let errors = read.err().unwrap_or_else(|| panic!("{place}: no mistake was found"));
            let expected = fences.get(i + 1).filter(|next| next.info == "text").map(as_text);
            let expected = expected.unwrap_or_else(|| panic!("{place}: the message is missing"));
            assert_eq!(shown(&errors.0, before.lines().count()), expected, "{place}");
        };
        match fence.info.as_str() {
            "yaml ruling" => passes(&corpus, place, text),
            "yaml card" => fine(read_card(&corpus, text)),
            "yaml duel" => fine(read_steps(&corpus, text, "")),
            "yaml step" => fine(read_steps(&corpus, duel, text)),
            "yaml effect" => fine(read_effects(&corpus, text)),
            "yaml step error" => wrong(read_steps(&corpus, duel, text), &ruling_around(duel)),
            "yaml effect error" => wrong(read_effects(&corpus, text), card_around(text)),
            "yaml card error" => wrong(read_card(&corpus, text), ""),
            "text" | "sh" | "rust" => {}
            other => panic!("{place}: an example of an unknown kind: `{other}`"),
        }
    }
    for kind in kinds {
        let info = format!("yaml {kind}");
        assert!(fences.iter().any(|fence| fence.info == info), "{path}: no example of `{info}`");
    }
}

#[test]
fn the_examples_of_the_specification_are_true() {
    try_all("corpus/README.md", &["ruling", "card", "duel", "step", "effect", "step error", "effect error"]);
}

#[test]
fn the_examples_for_contributors_are_true() {
    try_all("CONTRIBUTING.md", &["ruling", "card", "effect", "step error"]);
}

/// Everything in backticks.
fn words_in(text: &str) -> BTreeSet<String> {
    text.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

fn all(words: impl IntoIterator<Item = &'static str>) -> BTreeSet<String> {
    words.into_iter().map(str::to_owned).collect()
}

/// The words in the first column of the tables that begin with this heading.
fn first_column(readme: &str, heading: &str) -> BTreeSet<String> {
    let heading = format!("| {heading} |");
    let lines: Vec<&str> = readme.lines().collect();
    let tables = (0..lines.len()).filter(|&i| lines[i].starts_with(&heading));
    let rows = tables.flat_map(|i| lines[i + 2..].iter().take_while(|line| line.starts_with('|')));
    rows.flat_map(|row| words_in(row.split('|').nth(1).unwrap_or_default())).collect()
}

#[test]
fn the_tables_of_the_specification_are_the_vocabulary() {
    let readme = text_of("corpus/README.md");
    let table = |heading: &str| first_column(&readme, heading);
    assert_eq!(table("verb"), all(keys("verb")));
    assert_eq!(table("conjunction"), all(keys("part")));
    assert_eq!(table("modifier"), all(keys("modifier")));
    assert_eq!(table("condition"), all(keys("condition")));
    assert_eq!(table("action"), all(keys("action")));
    assert_eq!(table("class"), all(keys("effect")));
    assert_eq!(table("event"), all(keys("event")));
    let mut tags = table("check");
    tags.extend(["Yugi", "Joey", "triggers"].map(String::from));
    assert_eq!(tags, all(keys("step").into_iter().chain(["never offered"])));
}

/// The keys of the choice of a shape.
fn keys(shape: &str) -> Vec<&'static str> {
    spec::shape(shape).iter().flat_map(|shape| shape.choices).flat_map(|choice| choice.keys()).collect()
}

/// The words that may be written in a place.
fn words_of(value: &spec::Holds) -> Vec<&'static str> {
    match value {
        spec::Holds::Word(words) | spec::Holds::Among(words) => words.iter().map(|spelt| spelt.word).collect(),
        spec::Holds::List(item) | spec::Holds::ListOrEmpty(item) => words_of(item),
        spec::Holds::Either(forms) => forms.iter().flat_map(words_of).collect(),
        spec::Holds::Axes => segoc_engine::Policy::AXES.iter().map(|(axis, _)| *axis).collect(),
        _ => Vec::new(),
    }
}

#[test]
fn the_specification_names_every_word_and_every_field() {
    let readme = text_of("corpus/README.md");
    let mut words = all(FailureKind::ALL.iter().map(|kind| kind.word()));
    for field in spec::FILES.iter().flat_map(|file| spec::shapes_of(&file.holds)).flat_map(|shape| shape.every()) {
        words.insert(field.key.to_owned());
        words.extend(all(words_of(&field.value)));
    }
    // The rules are listed in `rules.yaml`, not here.
    words.retain(|word| segoc_engine::Rule::from_word(word).is_none());
    let missing: Vec<&String> = words.iter().filter(|word| !says(&readme, word)).collect();
    assert!(missing.is_empty(), "corpus/README.md does not explain {missing:?}");
}

/// Whether the text between the examples has a word, alone or in a map: `all`, `times: 2`, `{choose, of, as}`.
fn says(readme: &str, word: &str) -> bool {
    let prose: String = readme.split("```").step_by(2).collect();
    let readme = &prose.split_whitespace().collect::<Vec<_>>().join(" ");
    let alone = |code: &str| {
        code == word || code.split(['{', '}', '[', ']', ',', ':']).any(|part| part.trim().trim_matches('"') == word)
    };
    readme.split('`').skip(1).step_by(2).any(alone)
}

#[test]
fn the_specification_names_every_value_a_format_has() {
    let readme = text_of("corpus/README.md");
    for line in text_of("corpus/formats.yaml").lines().filter(|line| line.starts_with("    ") && line.contains(": ")) {
        let Some((axis, word)) = line.trim().split_once(": ").filter(|(axis, _)| !axis.starts_with('#')) else {
            continue;
        };
        assert!(says(&readme, axis) && says(&readme, word), "corpus/README.md does not explain `{axis}: {word}`");
    }
}

#[test]
fn links_inside_the_pages_lead_somewhere() {
    for path in ["corpus/README.md", "CONTRIBUTING.md"] {
        let text = text_of(path);
        let headings = text.lines().filter_map(|line| line.strip_prefix('#'));
        let headings: BTreeSet<String> = headings.map(|line| anchor(line.trim_start_matches('#'))).collect();
        for link in text.split("](#").skip(1).filter_map(|rest| rest.split(')').next()) {
            assert!(headings.contains(link), "{path}: there is no heading for #{link} among {headings:?}");
        }
    }
}

/// The anchor GitHub gives a heading.
fn anchor(heading: &str) -> String {
    let kept = heading.trim().chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}
