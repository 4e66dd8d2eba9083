use proptest::prelude::*;
use serde_json::{Value as Json, json};

use super::*;

fn changed(step: &str, change: impl FnOnce(&mut Editor)) -> String {
    let file = format!("play:\n  - {step}\n");
    let mut text = Editor::new(&file, Span { start: 10, end: file.len() });
    change(&mut text);
    let text = text.into_text();
    let file = format!("play:\n  - {text}\n");
    assert!(parse("a.yaml", &Arc::from(file.as_str())).1.is_empty(), "{file}");
    text
}

fn list(words: &[&str]) -> Value {
    Value::words(words.iter().copied())
}

#[test]
fn a_flow_list_stays_a_flow_list() {
    let text = changed("chain: [A, \"B, C\"]", |s| s.set(&["chain"], &list(&["B, C", "A"])));
    assert_eq!(text, "chain: [\"B, C\", A]");
}

#[test]
fn a_block_list_stays_a_block_list() {
    let text = changed("in: [tcg]\n    chain:\n      - A\n      - B\n    because: so", |s| {
        s.set(&["chain"], &list(&["B", "A"]));
    });
    assert_eq!(text, "in: [tcg]\n    chain:\n      - B\n      - A\n    because: so");
}

#[test]
fn comments_quotes_and_layout_stay_around_what_changes() {
    let text = changed("chain: # bottom up\n      - A # first\n      - 'B' # second\n      - \"C\"", |s| {
        s.set(&["chain"], &list(&["A", "D", "C"]));
    });
    assert_eq!(text, "chain: # bottom up\n      - A # first\n      - D # second\n      - \"C\"");
    let text = changed("chain: [A, # not 'B'\n      'C', {card: D, effect: e}] # end", |s| {
        let map = Value::map([("card", Value::word("D")), ("effect", Value::word("f"))]);
        s.set(&["chain"], &Value::List(vec![Value::word("A"), Value::word("C"), map]));
    });
    assert_eq!(text, "chain: [A, # not 'B'\n      'C', {card: D, effect: f}] # end");
    let text = changed("board:\n      Yugi: {lp: 1} # why\n      Joey:\n      - A", |s| {
        let (yugi, joey) = (Value::map([("lp", Value::number(2))]), Value::word("B"));
        s.set(&["board"], &Value::map([("Joey", joey), ("Yugi", yugi)]));
    });
    assert_eq!(text, "board:\n      Yugi: {lp: 2} # why\n      Joey: B");
    let text = changed("chain: # bottom up\n    - A # one", |s| s.set(&["chain"], &list(&[])));
    assert_eq!(text, "chain: [] # bottom up # one");
}

#[test]
fn items_are_added_and_taken_away_where_they_belong() {
    for (before, items, after) in [
        ("[A,  'B']", &["A", "C", "B"][..], "[A, C,  'B']"),
        ("[A,  'B']", &["C", "A", "B"], "[C, A,  'B']"),
        ("[A,  'B']", &["B"], "['B']"),
        ("[A,  'B']", &["A"], "[A]"),
        ("[A, B,]", &["A", "B", "C"], "[A, B, C,]"),
        ("[A, B]", &[], "[]"),
        ("[]", &["A"], "[A]"),
        ("\n      - A # one\n      - B", &["A", "C", "B"], "\n      - A # one\n      - C\n      - B"),
        ("\n      - A # one\n      - B", &["C", "A", "B"], "\n      - C\n      - A # one\n      - B"),
        ("\n      - A # one\n      - B # two", &["A"], "\n      - A # one"),
        ("\n      - A # one\n      - B # two", &["B"], "\n      - B # two"),
        ("\n      -\n      - B", &["A", "B"], " [A, B]"),
        ("\n      - A", &[], " []"),
    ] {
        let gap = if before.starts_with('[') { " " } else { "" };
        let text = changed(&format!("chain:{gap}{before}"), |s| s.set(&["chain"], &list(items)));
        assert_eq!(text, format!("chain:{}{after}", if after.starts_with('[') { " " } else { "" }), "{items:?}");
    }
}

#[test]
fn a_key_without_a_value_gets_one() {
    let text = changed("chain: # which?\n    because: so", |s| s.set(&["chain"], &list(&["A"])));
    assert_eq!(text, "chain: [A] # which?\n    because: so");
    let long = "A name that is so long that three of them are wider than a line";
    let text = changed("chain:", |s| s.set(&["chain"], &list(&[long, long])));
    assert_eq!(text, format!("chain:\n      - {long}\n      - {long}"));
    let text = changed("chain: []\n    because: so", |s| s.set(&["chain"], &list(&[long, long])));
    assert_eq!(text, format!("chain:\n      - {long}\n      - {long}\n    because: so"));
    let text = changed("chain: # which?\n    because: so", |s| s.set(&["chain"], &list(&[long, long])));
    assert_eq!(text, format!("chain: [{long}, {long}] # which?\n    because: so"));
    let text = changed("{window: , because: so}", |s| s.set(&["window", "player"], &Value::word("Yugi")));
    assert_eq!(text, "{window: {player: Yugi} , because: so}");
}

#[test]
fn a_comment_after_the_step_stays_where_it_is() {
    let file = "play:\r\n  - chain: # which?\r\n  - chain: [A]\r\n";
    let long = "A name that is so long that three of them are wider than a line";
    let mut text = Editor::new(file, Span { start: 11, end: 17 });
    text.set(&["chain"], &list(&[long, long]));
    assert_eq!(text.into_text(), format!("chain: [{long}, {long}]"));
    let mut text = Editor::new(file, Span { start: 32, end: 42 });
    text.set(&["because"], &Value::word("so"));
    assert_eq!(text.into_text(), "chain: [A]\r\n    because: so");
}

#[test]
fn keys_inside_a_map_are_replaced_added_and_removed() {
    let step = "window: {player: Joey, box: C, not offered: [Trap Hole]}";
    let text = changed(step, |s| {
        s.set(&["window", "player"], &Value::word("Yugi"));
        s.remove(&["window", "not offered"]);
        s.set(&["window", "offered"], &list(&["Trap Hole"]));
    });
    assert_eq!(text, "window: {player: Yugi, box: C, offered: [Trap Hole]}");
    for (before, after) in [
        ("{in: [tcg], a: 1}", "{a: 1}"),
        ("{in: [tcg]}", "{}"),
        ("{a: 1, # one\n      in: [tcg]}", "{a: 1 # one\n      }"),
        ("{a: 1,\n      in: [tcg],\n      b: 2}", "{a: 1,\n      b: 2}"),
        ("in: [tcg]\n    # about a\n    a: 1", "# about a\n    a: 1"),
        ("a: 1 # one\n    in:\n      - tcg\n    b: 2", "a: 1 # one\n    b: 2"),
        ("a: 1\n    in:", "a: 1"),
    ] {
        assert_eq!(changed(before, |s| s.remove(&["in"])), after, "{before}");
    }
    let text = changed("a: 1 # one", |s| s.set(&["b", "c"], &Value::number(2)));
    assert_eq!(text, "a: 1 # one\n    b: {c: 2}");
    assert_eq!(changed("{}", |s| s.set(&["b"], &Value::number(2))), "{b: 2}");
}

#[test]
fn a_tag_is_replaced_and_its_neighbours_stay() {
    let text = changed("in: [goat]\n    Yugi: {activates: A}\n    because: so", |s| {
        s.replace_tag("Yugi", "never offered", &list(&["A"]));
    });
    assert_eq!(text, "in: [goat]\n    never offered: [A]\n    because: so");
}

#[test]
fn a_zone_deep_in_block_maps_is_found() {
    let text = changed("board:\n      Yugi: {lp: 8000, hand: []}\n      Joey:\n        gy: [A]", |s| {
        s.set(&["board", "Joey", "gy"], &list(&["B"]));
        s.set(&["board", "Yugi", "lp"], &Value::number(7000));
    });
    assert_eq!(text, "board:\n      Yugi: {lp: 7000, hand: []}\n      Joey:\n        gy: [B]");
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
    let rulings = segoc_corpus::FILES.iter().filter(|(path, _)| path.starts_with("rulings/"));
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
