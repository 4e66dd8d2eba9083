//! The examples of corpus/README.md and CONTRIBUTING.md do what the text around them says, and the README names every
//! word the reader knows.
//!
//! Fences say what their example is: `yaml ruling` (must pass in all its formats), `yaml card`, `yaml duel` (the board of
//! all steps of the page), `yaml step` and `yaml effect` (fragments), each also with `error`, followed by what is reported.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use segoc_engine::def;
use segoc_runner::corpus::Corpus;
use segoc_runner::diagnostic::{Diagnostic, Diagnostics};
use segoc_runner::outcome::{FailureKind, Outcome};
use segoc_runner::play;
use segoc_runner::read::card;
use segoc_runner::report;
use segoc_runner::ruling::{CardEvent, PlayerEvent};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

fn text_of(path: &str) -> String {
    std::fs::read_to_string(Path::new(ROOT).join(path)).expect(path)
}

fn corpus() -> Corpus {
    Corpus::load(&Path::new(ROOT).join("corpus")).unwrap_or_else(|errors| panic!("{}", errors.render(false)))
}

fn formats(corpus: &Corpus) -> Vec<String> {
    corpus.formats().iter().map(|format| format.name.clone()).collect()
}

/// A fenced example.
struct Example {
    /// The words after the three backticks.
    info: String,
    text: String,
    /// Where it stands, for messages.
    place: String,
}

fn examples(path: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let mut inside = false;
    for (number, line) in text_of(path).lines().enumerate() {
        match line.trim_start().strip_prefix("```") {
            Some(_) if inside => inside = false,
            Some(info) => {
                inside = true;
                let place = format!("{path}:{}", number + 1);
                examples.push(Example { info: info.trim().to_owned(), text: String::new(), place });
            }
            None if inside => {
                let last = examples.last_mut().expect("an example");
                last.text.push_str(line);
                last.text.push('\n');
            }
            None => {}
        }
    }
    assert!(!inside, "{path}: a fence is not closed");
    examples
}

/// What stands before the steps of a fragment.
fn ruling_around(duel: &str) -> String {
    let duel: String = duel.lines().map(|line| format!("  {line}\n")).collect();
    format!(
        "id: T3ST\nruling: R\nquestion: Q?\nanswer: A.\nformats: [tcg, ocg, edison, goat]\nrules: [chain.both-pass]\n\
         sources: [{{kind: derived, title: T}}]\nduel:\n{duel}play:\n"
    )
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
fn passes(corpus: &Corpus, example: &Example) {
    let place = &example.place;
    let ruling = corpus.parse_ruling("example.yaml", example.text.as_str());
    let ruling = ruling.unwrap_or_else(|errors| panic!("{place}: {}", errors.render(false)));
    for format in &ruling.formats {
        let policy = &corpus.format(format).expect("a format").policy;
        match play::judge(&ruling, format, policy) {
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

/// Tries every example of a page; says how many of each kind there were.
fn try_all(path: &str) -> Vec<(String, usize)> {
    let corpus = corpus();
    let examples = examples(path);
    let duel = examples.iter().find(|example| example.info == "yaml duel");
    let duel = duel.map_or("Yugi: {}\nJoey: {}\n", |example| example.text.as_str());
    let mut counts: Vec<(String, usize)> = Vec::new();
    for (i, example) in examples.iter().enumerate() {
        let place = &example.place;
        let fine = |read: Result<(), Diagnostics>| {
            read.unwrap_or_else(|errors| panic!("{place}: {}", errors.render(false)));
        };
        let wrong = |read: Result<(), Diagnostics>, before: &str| {
            let errors = read.err().unwrap_or_else(|| panic!("{place}: no mistake was found"));
            let expected = examples.get(i + 1).filter(|next| next.info == "text");
            let expected = expected.unwrap_or_else(|| panic!("{place}: the message is missing"));
            assert_eq!(shown(&errors.0, before.lines().count()), expected.text, "{place}");
        };
        match example.info.as_str() {
            "yaml ruling" => passes(&corpus, example),
            "yaml card" => fine(read_card(&corpus, &example.text)),
            "yaml duel" => fine(read_steps(&corpus, &example.text, "")),
            "yaml step" => fine(read_steps(&corpus, duel, &example.text)),
            "yaml effect" => fine(read_effects(&corpus, &example.text)),
            "yaml step error" => wrong(read_steps(&corpus, duel, &example.text), &ruling_around(duel)),
            "yaml effect error" => wrong(read_effects(&corpus, &example.text), card_around(&example.text)),
            "yaml card error" => wrong(read_card(&corpus, &example.text), ""),
            "text" | "sh" | "rust" => {}
            other => panic!("{place}: an example of an unknown kind: `{other}`"),
        }
        match counts.iter_mut().find(|(info, _)| *info == example.info) {
            Some((_, count)) => *count += 1,
            None => counts.push((example.info.clone(), 1)),
        }
    }
    counts
}

fn has(counts: &[(String, usize)], info: &str) -> bool {
    counts.iter().any(|(kind, _)| kind == info)
}

#[test]
fn the_examples_of_the_specification_are_true() {
    let counts = try_all("corpus/README.md");
    for kind in ["ruling", "card", "duel", "step", "effect", "step error", "effect error"] {
        assert!(has(&counts, &format!("yaml {kind}")), "no example of `yaml {kind}`: {counts:?}");
    }
}

#[test]
fn the_examples_for_contributors_are_true() {
    let counts = try_all("CONTRIBUTING.md");
    for kind in ["ruling", "card", "effect", "step error"] {
        assert!(has(&counts, &format!("yaml {kind}")), "no example of `yaml {kind}`: {counts:?}");
    }
}

/// The words a message of the reader lists, as "possible here: `a`, `b`".
fn listed(errors: Diagnostics, message: &str) -> BTreeSet<String> {
    let found = errors.0.iter().find(|error| error.message.contains(message));
    let found = found.unwrap_or_else(|| panic!("no `{message}` in: {}", errors.render(false)));
    words_in(found.help.as_deref().unwrap_or_default())
}

/// Everything in backticks.
fn words_in(text: &str) -> BTreeSet<String> {
    text.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// What the reader suggests when it meets a word it cannot know.
struct Asked {
    corpus: Corpus,
}

const NONSENSE: &str = "qqqqqqqqqqqq";

impl Asked {
    fn effect(&self, effect: &str, message: &str) -> BTreeSet<String> {
        let effects = format!("- {}\n", effect.replace("QQ", NONSENSE));
        listed(read_effects(&self.corpus, &effects).expect_err(effect), message)
    }

    fn step(&self, step: &str, message: &str) -> BTreeSet<String> {
        let steps = format!("- {}\n", step.replace("QQ", NONSENSE));
        let duel = "Yugi: {hand: [Kuriboh], monsters: [Sangan]}\nJoey: {}\n";
        listed(read_steps(&self.corpus, duel, &steps).expect_err(step), message)
    }

    fn duel(&self, duel: &str, message: &str) -> BTreeSet<String> {
        listed(read_steps(&self.corpus, &duel.replace("QQ", NONSENSE), "").expect_err(duel), message)
    }

    fn card(&self, card: &str, message: &str) -> BTreeSet<String> {
        listed(read_card(&self.corpus, &card.replace("QQ", NONSENSE)).expect_err(card), message)
    }
}

fn all<T: Copy>(words: &[T], word: impl Fn(T) -> &'static str) -> BTreeSet<String> {
    words.iter().map(|w| word(*w).to_owned()).collect()
}

/// The words in the first column of the table that begins with this heading.
fn first_column(readme: &str, heading: &str) -> BTreeSet<String> {
    let lines = readme.lines().skip_while(|line| !line.starts_with(&format!("| {heading} |")));
    let rows = lines.skip(2).take_while(|line| line.starts_with('|'));
    rows.flat_map(|row| words_in(row.split('|').nth(1).unwrap_or_default())).collect()
}

#[test]
fn the_tables_of_the_specification_are_the_vocabulary_of_the_reader() {
    let asked = Asked { corpus: corpus() };
    let readme = text_of("corpus/README.md");
    let table = |heading: &str| first_column(&readme, heading);
    assert_eq!(table("verb"), asked.effect("ignition: {does: [{QQ: 1}]}", "unknown verb"));
    assert_eq!(table("modifier"), asked.effect("continuous: {applies: [{QQ: 1}]}", "unknown modifier"));
    assert_eq!(table("condition"), asked.effect("continuous: {while: {QQ: 1}}", "unknown condition"));
    assert_eq!(table("action"), asked.step("Yugi: {QQ: Sangan}", "unknown action"));
    assert_eq!(table("class"), all(def::Class::ALL, def::Class::word));
    let events: BTreeSet<String> = readme
        .lines()
        .filter(|line| line.starts_with("| event |"))
        .flat_map(|heading| {
            let rows = readme.lines().skip_while(move |line| *line != heading).skip(2);
            rows.take_while(|line| line.starts_with('|'))
        })
        .flat_map(|row| words_in(row.split('|').nth(1).unwrap_or_default()))
        .collect();
    assert_eq!(events, all(def::CauseWord::ALL, def::CauseWord::word));
    let joints = all(def::Joint::ALL, def::Joint::word);
    assert_eq!(table("conjunction"), joints.into_iter().filter(|joint| joint != "first").collect());
    let mut tags = table("check");
    tags.extend(["Yugi", "Joey", "triggers"].map(String::from));
    assert_eq!(tags, asked.step("QQ: [Sangan]", "does not say what it is"));
}

#[test]
fn the_specification_names_every_word_and_every_field() {
    let asked = Asked { corpus: corpus() };
    let readme = text_of("corpus/README.md");
    let mut words: BTreeSet<String> = BTreeSet::new();
    for (effect, message) in [
        ("QQ: {}", "needs its class"),
        ("activation: {QQ: 1}", "unknown field"),
        ("ignition: {QQ: 1}", "unknown field"),
        ("trigger: {QQ: 1}", "unknown field"),
        ("phase: {QQ: 1}", "unknown field"),
        ("quick: {QQ: 1}", "unknown field"),
        ("continuous: {QQ: 1}", "unknown field"),
        ("procedure: {QQ: 1}", "unknown field"),
        ("{QQ: 1, ignition: {does: [{draw: 1}]}}", "unknown field"),
        ("ignition: {options: [{QQ: 1}]}", "unknown field"),
        ("ignition: {targets: [{QQ: 1}]}", "unknown field"),
        ("ignition: {oath: {QQ: []}}", "unknown oath"),
        ("ignition: {requires: {during: {QQ: 1}}}", "unknown field"),
        ("ignition: {requires: {there is: {QQ: 1}}}", "unknown field"),
        ("quick: {when: {destroyed: {QQ: 1}}}", "unknown field"),
        ("quick: {when: {draws: {QQ: 1}}}", "unknown field"),
        ("quick: {when: {QQ: {}}}", "unknown event"),
        ("ignition: {does: [{destroy: {all: {atk: {QQ: 1}}}}]}", "unknown field"),
        ("ignition: {does: [{destroy: {QQ: 1, what: this card}}]}", "unknown field"),
        ("ignition: {does: [{destroy: QQ}]}", "unknown word"),
        ("ignition: {does: [{destroy: {choose: {QQ: 1}, of: {kind: card}}}]}", "unknown number of cards"),
        ("ignition: {does: [{special summon: {QQ: 1, what: this card}}]}", "unknown field"),
        ("ignition: {does: [{return to deck: {QQ: 1, what: this card}}]}", "unknown field"),
        ("ignition: {does: [{change atk: {QQ: 1, what: this card, by: 1}}]}", "unknown field"),
        ("ignition: {does: [{equip: {QQ: 1, what: this card}}]}", "unknown field"),
        ("ignition: {does: [{place counters: {QQ: 1}}]}", "unknown field"),
        ("ignition: {does: [{remove counters: {QQ: 1}}]}", "unknown field"),
        ("ignition: {does: [{draw: {QQ: 1, count: 1, as: a}}]}", "unknown field"),
        ("ignition: {does: [{draw: QQ}]}", "unknown amount"),
        ("ignition: {does: [{draw: {QQ: 1, number of: this card}}]}", "unknown field"),
        ("ignition: {does: [{apply: {QQ: 1}}]}", "unknown field"),
        ("ignition: {does: [{only if: {QQ: 1}}]}", "unknown field"),
        ("ignition: {does: [{afterwards: {QQ: 1}}]}", "unknown verb for `afterwards`"),
        ("continuous: {applies: [{negated: {QQ: 1}}]}", "unknown field"),
        ("continuous: {applies: [{cannot: {QQ: 1, what: this card, be: targeted}}]}", "unknown field"),
        ("continuous: {applies: [{cannot: {QQ: 1, who: you, do: draw}}]}", "unknown field"),
        ("continuous: {applies: [{atk: {QQ: 1, by: 1}}]}", "unknown field"),
        ("continuous: {applies: [{treated as: {QQ: 1}}]}", "unknown field"),
        ("continuous: {applies: [{instead: {QQ: 1}}]}", "unknown field"),
        ("continuous: {applies: [{whenever: {QQ: 1}}]}", "unknown field"),
    ] {
        words.extend(asked.effect(effect, message));
    }
    for (step, message) in [
        ("{QQ: 1, ends: draw}", "unknown field"),
        ("{QQ: 1, chain: [Sangan]}", "unknown field"),
        ("Yugi: {QQ: 1, activates: Sangan}", "unknown field"),
        ("Yugi: {QQ: 1, normal summons: Sangan}", "unknown field"),
        ("Yugi: {QQ: 1, special summons: Sangan}", "unknown field"),
        ("Yugi: {QQ: 1, attacks with: Sangan}", "unknown field"),
        ("Yugi: {QQ: 1, chooses: [Sangan]}", "unknown field"),
        ("Yugi: {QQ: 1, applies: Sangan}", "unknown field"),
        ("Yugi: {draws: QQ}", "unknown draw"),
        ("Yugi: {replays: QQ}", "unknown replay"),
        ("Yugi: {goes to: QQ}", "unknown phase"),
        ("triggers: [{QQ: 1}]", "unknown field"),
        ("chain: [{QQ: 1}]", "unknown field"),
        ("resolves: [{QQ: 1}]", "unknown field"),
        ("resolves: [{card: Sangan, outcome: QQ}]", "unknown outcome"),
        ("happens: [[{QQ: [Sangan]}]]", "unknown event"),
        ("happens: [[{draws: {QQ: 1}}]]", "unknown field"),
        ("window: {QQ: 1}", "unknown field"),
        ("window: {player: Yugi, box: QQ}", "unknown box"),
        ("window: {player: Yugi, during: QQ}", "unknown moment"),
        ("window: {player: Yugi, offered: [{QQ: 1}]}", "unknown field"),
        ("window: {player: Yugi, offered: [{card: Sangan, action: QQ}]}", "unknown action"),
        ("window: {player: Yugi, not offered: [{QQ: 1}]}", "unknown field"),
        ("placing: {QQ: 1}", "unknown field"),
        ("board: {Yugi: {QQ: 1}}", "unknown field"),
        ("board: {Yugi: {hand: [{QQ: 1}]}}", "unknown field"),
        ("ends: QQ", "unknown ending"),
    ] {
        words.extend(asked.step(step, message));
    }
    for (duel, message) in [
        ("QQ: 1\nYugi: {}\nJoey: {}\n", "unknown field"),
        ("Yugi: {QQ: 1}\nJoey: {}\n", "unknown field"),
        ("Yugi: {hand: [{QQ: 1, card: Sangan}]}\nJoey: {}\n", "unknown field"),
        ("Yugi: {hand: [{card: Sangan, since: QQ}]}\nJoey: {}\n", "unknown time"),
    ] {
        words.extend(asked.duel(duel, message));
    }
    words.extend(asked.card("QQ: 1\nname: X\npasscode: 1\nspell: normal\n", "unknown field"));
    words.extend(asked.card("name: X\npasscode: 1\nmonster: {QQ: 1}\n", "unknown field"));
    let ruling = asked.corpus.parse_ruling("r.yaml", format!("{NONSENSE}: 1\nid: T3ST\n")).expect_err("unknown field");
    words.extend(listed(ruling, "unknown field"));
    words.extend(vocabularies());
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

/// Every word of the engine's vocabularies that files can hold.
fn vocabularies() -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    macro_rules! add {
        ($($words:path),+ $(,)?) => { $(words.extend(<$words>::ALL.iter().map(|word| word.word().to_owned()));)+ };
    }
    add!(def::Attribute, def::Race, def::MonsterIs, def::SpellKind, def::TrapKind, def::CauseWord, def::By, def::How);
    add!(def::Including, def::Phase, def::Moment, def::InBattle, def::Class, def::Once, def::Declares, def::Who);
    add!(def::Whose, def::Place, def::Kind, def::Facing, def::BattlePosition, def::CannotBe, def::CannotDo);
    add!(def::Replaced, def::GoesTo, def::Negated, def::Turned, def::DeckAt, def::Until, def::Ended);
    add!(segoc_engine::ChartBox, segoc_engine::StartZone, CardEvent, PlayerEvent, FailureKind);
    words.extend(segoc_engine::Policy::AXES.iter().map(|(axis, _)| (*axis).to_owned()));
    words
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
        let headings: BTreeSet<String> = text
            .lines()
            .filter_map(|line| line.strip_prefix('#'))
            .map(|line| anchor(line.trim_start_matches('#')))
            .collect();
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
