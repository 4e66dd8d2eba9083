//! The specification and the readers say the same: every example, word and limit of the one is tried on the others.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod minimal;

use std::collections::BTreeSet;
use std::path::Path;

use minimal::{Map, Minimal, fields_of, lacking, lacking_choice, smallest};
use segoc_format::corpus::Corpus;
use segoc_format::spec::{FILES, Field, File, Holds, Need, Shape, shapes_of};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
const NONSENSE: &str = "qqqqqqqqqqqq";

fn minimal() -> Minimal {
    let corpus = Corpus::load(&Path::new(ROOT).join("corpus"));
    Minimal::new(corpus.unwrap_or_else(|errors| panic!("{}", errors.render(false))))
}

/// Does something for every field of every file; collects what is said.
fn for_every_field(
    mut look: impl FnMut(&'static File, &'static Shape, &'static Field, Option<&'static Field>) -> Vec<String>,
) {
    let mut found = Vec::new();
    for file in FILES {
        for shape in shapes_of(&file.holds) {
            for (field, tag) in fields_of(shape) {
                let place = format!("{}: `{}` of {}", file.name, field.key, shape.name);
                found.extend(look(file, shape, field, tag).into_iter().map(|said| format!("{place}: {said}")));
            }
        }
    }
    assert!(found.is_empty(), "{} mistakes:\n{}", found.len(), found.join("\n"));
}

#[test]
fn every_example_is_read() {
    let minimal = minimal();
    let mut count = 0;
    for_every_field(|file, shape, field, tag| {
        count += 1;
        let map = smallest(shape, Some((field, field.example)), tag);
        minimal.wrong(file, shape, &map).into_iter().collect()
    });
    assert!(count > 300, "only {count} examples");
}

/// Values that must be read, and values that must not.
fn limits(value: &Holds, formats: &[String]) -> (Vec<String>, Vec<String>) {
    let quoted = |text: &str| format!("{text:?}");
    let (mut good, mut bad) = (Vec::new(), Vec::new());
    match value {
        Holds::Text | Holds::Line | Holds::CardName | Holds::Reference => bad.extend([quoted(" "), "7".into()]),
        Holds::Form(_) => bad.extend([quoted("§ Not such a text"), quoted(" "), "7".into()]),
        Holds::Format => {
            good.extend(formats.iter().cloned());
            bad.push(NONSENSE.into());
        }
        Holds::Number(least, most) => {
            good.extend([least.to_string(), most.to_string()]);
            bad.extend([(least - 1).to_string(), (most + 1).to_string(), "1.5".into()]);
        }
        Holds::Flag => {
            good.push("true".into());
            bad.extend(["false".into(), NONSENSE.into()]);
        }
        Holds::Bool => {
            good.extend(["true".into(), "false".into()]);
            bad.push(NONSENSE.into());
        }
        Holds::Word(words) | Holds::Among(words) => {
            good.extend(words.iter().map(|spelt| quoted(spelt.word)));
            bad.extend([NONSENSE.into(), "7".into()]);
        }
        Holds::List(item) => {
            let (inner_good, inner_bad) = limits(item, formats);
            good.extend(inner_good.iter().map(|inner| format!("[{inner}]")));
            bad.extend(inner_bad.iter().map(|inner| format!("[{inner}]")));
            bad.extend(["[]".into(), NONSENSE.into()]);
        }
        Holds::ListOrEmpty(item) => {
            bad.extend(limits(item, formats).1.iter().map(|inner| format!("[{inner}]")));
            good.push("[]".into());
            bad.push(NONSENSE.into());
        }
        Holds::FirstThen(..) => bad.extend(["[]".into(), "[{draw: 1}, {draw: 1}]".into(), NONSENSE.into()]),
        Holds::Map(_) => bad.extend(["[]".into(), "7".into()]),
        Holds::ByName(_, some) => {
            bad.extend(["[]".into(), "7".into()]);
            bad.extend(some.then(|| "{}".to_owned()));
        }
        Holds::Axes => {
            for (axis, words) in segoc_engine::Policy::AXES {
                good.extend(words.iter().map(|word| format!("{{{axis}: {word:?}}}")));
                bad.push(format!("{{{axis}: {NONSENSE}}}"));
            }
            bad.push(format!("{{{NONSENSE}: lost}}"));
        }
        Holds::Either(forms) => {
            // What one form is not another may be; only what none can be is wrong.
            for form in *forms {
                good.extend(limits(form, formats).0);
            }
            let is_text = forms.iter().any(|form| matches!(form, Holds::Text | Holds::Reference | Holds::CardName));
            bad.extend((!is_text).then(|| NONSENSE.to_owned()));
            bad.extend([quoted(" "), "[]".into(), "true".into()]);
        }
    }
    (good, bad)
}

/// Words in a list of a shape that need another key beside it, with a value.
const COMPANY: &[(&str, &str, &str, &str)] = &[("monster", "pendulum", "scale", "4")];

fn quoted_in_list(word: &str) -> String {
    format!("[{word:?}]")
}

#[test]
fn every_word_and_every_limit_is_the_readers() {
    let minimal = minimal();
    let formats: Vec<String> = minimal.corpus.formats().iter().map(|format| format.name.clone()).collect();
    for_every_field(|file, shape, field, tag| {
        let mut found = Vec::new();
        let (good, bad) = limits(&field.value, &formats);
        let example = smallest(shape, Some((field, field.example)), tag);
        let Some(nth) = minimal.right(file, shape, &example) else { return found };
        for value in good {
            let mut map = smallest(shape, Some((field, &value)), tag);
            let needs = |(of, word, ..): &&(&str, &str, &str, &str)| *of == shape.name && value == quoted_in_list(word);
            for (.., key, beside) in COMPANY.iter().filter(needs) {
                map = map.and(key, beside);
            }
            if !minimal.is_read_in(nth, file, shape, &map) {
                found.extend(minimal.wrong(file, shape, &map).map(|why| format!("{value} is not read: {why}")));
            }
        }
        for value in bad {
            let map = smallest(shape, Some((field, &value)), tag);
            if minimal.is_read_in(nth, file, shape, &map) {
                found.push(format!("{value} is read"));
            }
        }
        found
    });
}

#[test]
fn an_unknown_word_is_answered_with_the_words_there_are() {
    let minimal = minimal();
    for_every_field(|file, shape, field, tag| {
        let (words, value) = match &field.value {
            Holds::Word(words) | Holds::Among(words) => (words, NONSENSE.to_owned()),
            Holds::List(Holds::Word(words) | Holds::Among(words)) => (words, format!("[{NONSENSE}]")),
            _ => return Vec::new(),
        };
        let expected: BTreeSet<String> = words.iter().map(|spelt| spelt.word.to_owned()).collect();
        let map = smallest(shape, Some((field, &value)), tag);
        let listed = listed(&minimal, file, shape, &map);
        // Of hundreds of ids their families are named.
        let families: BTreeSet<String> =
            expected.iter().filter_map(|word| Some(word[..=word.find('.')?].to_owned())).collect();
        let by_family = !families.is_empty() && listed.iter().any(|listed| families.is_subset(listed));
        // A limited set of words may be named in the message alone.
        if listed.contains(&expected) || by_family || expected.len() == 1 {
            Vec::new()
        } else {
            vec![format!("expected {expected:?}, found {listed:?}")]
        }
    });
}

/// The words in the help of every mistake about the nonsense in a map.
fn listed(minimal: &Minimal, file: &'static File, shape: &'static Shape, map: &Map) -> Vec<BTreeSet<String>> {
    let mut found = Vec::new();
    for text in minimal.files(file, shape, &map.yaml()) {
        for error in minimal.read(file, &text) {
            if error.message.contains(NONSENSE) {
                let help = error.help.unwrap_or_default();
                // "`apply` may have `rule`, `until`" names itself.
                let help = help.split(" may have ").last().unwrap_or_default();
                found.push(help.split('`').skip(1).step_by(2).map(str::to_owned).collect());
            }
        }
    }
    found
}

#[test]
fn an_unknown_key_is_answered_with_the_keys_of_the_shape() {
    let minimal = minimal();
    for file in FILES {
        for shape in shapes_of(&file.holds) {
            let choices = shape.all_choices();
            let kinds_only =
                shape.plain().is_empty() && choices.iter().all(|c| c.kinds.iter().all(|k| k.beside.is_empty()));
            let mut maps = Vec::new();
            if kinds_only {
                maps.push((Map::default().and(NONSENSE, "1"), Map::default()));
            } else if choices.is_empty() {
                maps.push((smallest(shape, None, None).and(NONSENSE, "1"), smallest(shape, None, None)));
            }
            // What may stand beside a key depends on the key.
            for kind in choices.iter().flat_map(|choice| choice.kinds).filter(|_| !kinds_only) {
                let map = smallest(shape, Some((kind, kind.example)), None);
                maps.push((map.and(NONSENSE, "1"), map));
            }
            for (map, without) in maps {
                let expected: BTreeSet<String> = without.allowed(shape).into_iter().map(str::to_owned).collect();
                let listed = listed(&minimal, file, shape, &map);
                let right = listed.contains(&expected);
                assert!(
                    right,
                    "{}: {} in {}:\nexpected {expected:?}\nfound {listed:?}",
                    file.name,
                    map.yaml(),
                    shape.name
                );
            }
        }
    }
}

#[test]
fn what_is_needed_cannot_be_left_out() {
    let minimal = minimal();
    for_every_field(|file, shape, field, tag| {
        if field.need != Need::Always {
            return Vec::new();
        }
        let map = lacking(shape, field, tag);
        let read = minimal.wrong(file, shape, &map).is_none();
        read.then(|| format!("{} is read", map.yaml())).into_iter().collect()
    });
    for file in FILES {
        for shape in shapes_of(&file.holds) {
            for choice in shape.all_choices().iter().filter(|choice| choice.needed) {
                let map = lacking_choice(shape, choice);
                let read = minimal.wrong(file, shape, &map).is_none();
                assert!(!read, "{}: {} of {} is read", file.name, map.yaml(), shape.name);
                let [first, second, ..] = choice.kinds else { continue };
                let both = smallest(shape, Some((first, first.example)), None).and(second.key, second.example);
                let read = minimal.wrong(file, shape, &both).is_none();
                assert!(!read, "{}: {} of {} is read", file.name, both.yaml(), shape.name);
            }
            for key in shape.some_of {
                assert!(shape.has(key), "{} has no `{key}`", shape.name);
            }
        }
    }
}

#[test]
fn everything_is_said_in_a_sentence() {
    for_every_field(|_, _, field, _| {
        let sentence = field.about.ends_with('.') && field.about.len() > 5;
        let mut found: Vec<String> =
            (!sentence).then(|| format!("not a sentence: {:?}", field.about)).into_iter().collect();
        if let Holds::Word(words) | Holds::Among(words) | Holds::List(Holds::Word(words) | Holds::Among(words)) =
            &field.value
        {
            let odd = |about: &str| !about.is_empty() && !about.ends_with('.');
            found.extend(words.iter().filter(|word| odd(word.about)).map(|word| format!("not a sentence: {word:?}")));
        }
        found
    });
    let shapes: Vec<&Shape> = FILES.iter().flat_map(|file| shapes_of(&file.holds)).collect();
    for (i, shape) in shapes.iter().enumerate() {
        assert!(shape.about.ends_with('.'), "{}: {:?}", shape.name, shape.about);
        let same = |other: &&&Shape| other.name == shape.name && !std::ptr::eq(**other, *shape);
        assert!(!shapes[..i].iter().any(|other| same(&other)), "two shapes are called `{}`", shape.name);
    }
}
