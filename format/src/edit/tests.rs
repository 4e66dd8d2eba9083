use proptest::prelude::*;
use serde_json::{Value as Json, json};

use super::*;

/// Every case of `edits.txt`.
#[test]
fn what_is_done_to_a_step_leaves_the_rest_as_it_is() {
    let cases = include_str!("edits.txt").split("\n####").flat_map(|section| section.split("----\n").skip(1));
    let cases: Vec<&str> = cases.collect();
    assert!(cases.len() > 30);
    for case in cases {
        let (before, rest) = case.split_once("=> ").unwrap();
        let file = format!("play:\n{before}");
        let mut text = Editor::new(&file, Span { start: 10, end: file.len() });
        let mut after = String::new();
        for command in rest.split("=> ") {
            let (command, then) = command.split_once('\n').unwrap();
            after = then.to_owned();
            let (what, value) = command.split_once(" = ").unwrap_or((command, ""));
            let value = parse("", &Arc::from(value)).0.map(|node| Value::from(&node));
            let (verb, what) = what.split_once(' ').unwrap();
            let path: Vec<&str> = what.split('/').collect();
            match (verb, value, what.split_once(" by ")) {
                ("replace", Some(value), Some((old, new))) => text.replace_tag(old, new, &value),
                ("set", Some(value), None) => text.set(&path, &value),
                ("remove", _, None) => text.remove(&path),
                other => panic!("{command}: {other:?}"),
            }
        }
        assert_eq!(format!("  - {}\n", text.into_text()), after, "{case}");
        let file = format!("play:\n{after}");
        assert!(parse("a.yaml", &Arc::from(file.as_str())).1.is_empty(), "{file}");
    }
}

#[test]
fn a_comment_after_the_step_stays_where_it_is() {
    let file = "play:\r\n  - chain: # which?\r\n  - chain: [A]\r\n";
    let long = "A name that is so long that three of them are wider than a line";
    let mut text = Editor::new(file, Span { start: 11, end: 17 });
    text.set(&["chain"], &Value::words([long, long]));
    assert_eq!(text.into_text(), format!("chain: [{long}, {long}]"));
    let mut text = Editor::new(file, Span { start: 32, end: 42 });
    text.set(&["because"], &Value::word("so"));
    assert_eq!(text.into_text(), "chain: [A]\r\n    because: so");
}

#[test]
fn text_of_a_file_stays_as_it_is_where_it_can() {
    for (source, flow) in [
        ("'A'", "'A'"),
        ("{card: A,  effect: e}", "{card: A,  effect: e}"),
        ("Goldd, Wu-Lord of Dark World", "\"Goldd, Wu-Lord of Dark World\""),
        ("[A, # one\n  B]", "[A, B]"),
        ("card: A\n    effect: e", "{card: A, effect: e}"),
        ("card:\n    effect: e", "{card: null, effect: e}"),
        ("{a: [1, true, null]}", "{a: [1, true, null]}"),
    ] {
        let file = format!("play:\n  - {source} # why\n");
        assert_eq!(Value::at(&file, Span { start: 10, end: 10 + source.len() }).flow(), flow);
    }
}

#[test]
fn a_step_is_split_among_its_formats() {
    let parts = |a: &'static str, b: &'static str| [(a, vec!["tcg", "ocg"]), (b, vec!["goat"])];
    let file = "play:\n  - in: [tcg, ocg, goat]\n    chain: [A] # end\n";
    let span = Span { start: 10, end: file.find(" #").unwrap() };
    let text = replace(file, span, &parts(text_of(file, span), "in: [tcg, ocg, goat]\n    chain: [B]"));
    let expected = "play:\n  - in: [tcg, ocg]\n    chain: [A]\n  - in: [goat]\n    chain: [B] # end\n";
    assert_eq!(text, expected);
    assert_eq!(replace(file, span, &[("chain: [C]", vec!["tcg"])]), "play:\n  - chain: [C] # end\n");
    let file = "play:\r\n  - {chain: [A]}\r\n";
    let text = replace(file, Span { start: 11, end: 23 }, &parts("{chain: [A]}", "{chain: [B]}"));
    assert_eq!(text, "play:\r\n  - {in: [tcg, ocg], chain: [A]}\r\n  - {in: [goat], chain: [B]}\r\n");
    let file = "play: [{chain: [A]}]\n";
    let text = replace(file, Span { start: 7, end: 19 }, &parts("{chain: [A]}", "{chain: [B]}"));
    assert_eq!(text, "play: [{in: [tcg, ocg], chain: [A]}, {in: [goat], chain: [B]}]\n");
}

/// Every list of the steps of many rulings gets an item more, loses it again, and is the same to the byte.
#[test]
fn nothing_else_changes_in_any_ruling() {
    let mut lists = 0;
    let rulings = segoc_corpus::files().filter(|(path, _)| path.starts_with("rulings/"));
    for (i, (path, text)) in rulings.step_by(4).enumerate() {
        let text = &text.replace('\n', if i % 2 == 0 { "\n" } else { "\r\n" });
        let root = parse(path, &Arc::from(text.as_str())).0.unwrap();
        let Kind::Seq(steps) = &root.get("play").unwrap().kind else { panic!("{path}") };
        for step in steps {
            let Kind::Map(entries) = &step.kind else { panic!("{path}") };
            for (key, value) in entries {
                let mut editor = Editor::new(text, step.span);
                editor.set(&[&key.value], &Value::from(value));
                let same = editor.into_text();
                assert_eq!(same, text_of(text, step.span), "{path}");
                let Value::List(mut items) = Value::from(value) else { continue };
                items.push(Value::word("10,000 Dragon"));
                let mut editor = Editor::again(&same, text, step.span);
                editor.set(&[&key.value], &Value::List(items));
                let more = editor.into_text();
                assert_ne!(more, same);
                let mut editor = Editor::again(&more, text, step.span);
                editor.set(&[&key.value], &Value::from(value));
                assert_eq!(editor.into_text(), same, "{path}");
                lists += 1;
            }
        }
    }
    assert!(lists > 300, "{lists}");
}

/// Values of every kind, small enough to be read in a failure.
fn any_value() -> impl Strategy<Value = Value> {
    let word = prop::sample::select(vec!["A", "B, C", "it's", "on", "a: b", "", "7", "x #y"]).prop_map(Value::word);
    let leaf = prop_oneof![word, (0..3_i64).prop_map(Value::Number)];
    leaf.prop_recursive(3, 12, 3, |inner| {
        let key = prop::sample::select(vec!["k", "l", "m"]);
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::List),
            prop::collection::btree_map(key, inner, 0..3).prop_map(Value::map),
        ]
    })
}

/// A value after its key, in block or flow style and with comments as the bits say.
fn layout(value: &Value, column: usize, bits: &mut u32) -> String {
    *bits = bits.rotate_right(2);
    let (block, comment) = (*bits & 1 == 1, if *bits & 2 == 2 { " # why, [so]" } else { "" });
    let pad = " ".repeat(column);
    match value {
        Value::List(items) if block && !items.is_empty() => {
            let items = items.iter().map(|item| format!("\n{pad}- {}{comment}", item.flow()));
            format!("{comment}{}", items.collect::<String>())
        }
        Value::Map(entries) if block && !entries.is_empty() => {
            let entries =
                entries.iter().map(|(key, value)| format!("\n{pad}{key}:{}", layout(value, column + 2, bits)));
            format!("{comment}{}", entries.collect::<String>())
        }
        other => format!(" {}{comment}", other.flow()),
    }
}

fn json_of(value: &Value) -> Json {
    parse("", &Arc::from(value.flow())).0.unwrap().to_json()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(512) })]

    #[test]
    fn a_change_changes_what_it_should_and_nothing_else(
        values in prop::collection::vec(any_value(), 1..4),
        new in any_value(),
        path in prop::sample::select(vec![&["k"][..], &["l"], &["m"], &["k", "l"], &["l", "k"], &["k", "m", "l"]]),
        mut bits in any::<u32>(),
    ) {
        let step = Value::map(["k", "l", "m"].into_iter().zip(values));
        let Value::Map(entries) = &step else { panic!("{step:?}") };
        let lines: Vec<String> = entries.iter().map(|(k, v)| format!("{k}:{}", layout(v, 6, &mut bits))).collect();
        let text = if bits & 4 == 4 { step.flow() } else { lines.join("\n    ") };
        let text = if bits & 8 == 8 { text.replace('\n', "\r\n") } else { text };
        let file = format!("play:\n  - {text}\n  - end: x\n");
        let tree = |file: &str| parse("a.yaml", &Arc::from(file)).0.unwrap_or_else(|| panic!("{file}")).to_json();
        prop_assert_eq!(&tree(&file)["play"][0], &json_of(&step), "{}", file);
        let span = Span { start: 10, end: 10 + text.trim_end().len() };

        let mut expected = tree(&file);
        let mut at = &mut expected["play"][0];
        for key in path {
            if !at.is_object() {
                *at = json!({});
            }
            at = &mut at[*key];
        }
        *at = json_of(&new);
        let mut editor = Editor::new(&file, span);
        editor.set(path, &new);
        let after = replace(&file, span, &[(&editor.into_text(), Vec::new())]);
        prop_assert_eq!(&tree(&after), &expected, "{}\n{}", file, after);

        let mut expected = tree(&file);
        let (last, parents) = path.split_last().unwrap();
        let parent = parents.iter().try_fold(&mut expected["play"][0], |at, key| at.get_mut(*key));
        let gone = parent.and_then(Json::as_object_mut).and_then(|map| map.remove(*last));
        let mut editor = Editor::new(&file, span);
        editor.remove(path);
        let after = replace(&file, span, &[(&editor.into_text(), Vec::new())]);
        if gone.is_none() {
            prop_assert_eq!(&after, &file);
        } else if entries.len() > 1 || path.len() > 1 {
            prop_assert_eq!(&tree(&after), &expected, "{}\n{}", file, after);
        }
    }
}
