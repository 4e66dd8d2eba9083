use super::*;

fn errors(text: &str) -> Vec<String> {
    parse("a.yaml", &Arc::from(text)).1.iter().map(ToString::to_string).collect()
}

fn tree(text: &str) -> Node {
    let (node, errors) = parse("a.yaml", &Arc::from(text));
    assert!(errors.is_empty(), "{errors:?}");
    node.unwrap()
}

fn written<'t>(text: &'t str, node: &Node) -> &'t str {
    &text[node.span.start..node.span.end]
}

#[test]
fn every_value_knows_its_place() {
    let text = "a: {b: [x y, \"ü, z\", 3], c: true} # d\ne:\n  - f: g\n    h:\n  - []\ni: >\n  folded\n  text\n";
    let root = tree(text);
    assert_eq!(written(text, root.get("a").unwrap()), "{b: [x y, \"ü, z\", 3], c: true}");
    let b = root.get("a").unwrap().get("b").unwrap();
    assert_eq!(written(text, b), "[x y, \"ü, z\", 3]");
    let Kind::Seq(items) = &b.kind else { panic!("{b:?}") };
    let items: Vec<&str> = items.iter().map(|item| written(text, item)).collect();
    assert_eq!(items, ["x y", "\"ü, z\"", "3"]);
    let e = root.get("e").unwrap();
    assert_eq!(written(text, e), "- f: g\n    h:\n  - []");
    let Kind::Seq(items) = &e.kind else { panic!("{e:?}") };
    assert_eq!(written(text, &items[0]), "f: g\n    h:");
    assert_eq!(items[0].get("h").unwrap().kind, Kind::Null);
    assert_eq!(written(text, &items[1]), "[]");
    assert_eq!(root.get("i").unwrap().kind, Kind::Str("folded text\n".into()));
    let Kind::Map(entries) = &root.kind else { panic!("{root:?}") };
    assert_eq!(entries[1].0.span, Span { start: text.find("e:").unwrap(), end: text.find("e:").unwrap() + 1 });
}

#[test]
fn brackets_in_comments_and_quotes_do_not_close_a_list() {
    let text = "a: [\n  b, # not ] here\n  \"c ]\"\n]\nd: 1\n";
    assert_eq!(written(text, tree(text).get("a").unwrap()), "[\n  b, # not ] here\n  \"c ]\"\n]");
}

#[test]
fn an_empty_file_is_nothing() {
    assert_eq!(tree("").kind, Kind::Null);
    assert_eq!(tree("# nothing\n").kind, Kind::Null);
}

#[test]
fn duplicate_keys_are_found_and_the_rest_is_still_read() {
    let (node, errors) = parse("a.yaml", &Arc::from("a: 1\nb: 2\na: 3\nc: on\n"));
    let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
    assert_eq!(
        errors,
        [
            "a.yaml:3:1: the key `a` is written twice in the same map",
            "a.yaml:4:4: `on` is a truth value for some YAML parsers and a text for others"
        ]
    );
    assert_eq!(node.unwrap().get("a").unwrap().kind, Kind::Int(1));
}

#[test]
fn what_is_not_used_is_refused() {
    for (text, message) in [
        ("a: &x 1\nb: *x\n", "a.yaml:1:7: anchors and aliases (`&`, `*`) are not used here"),
        ("<<: {a: 1}\n", "a.yaml:1:1: merge keys (`<<`) are not used here"),
        ("a: !foo 1\n", "a.yaml:1:9: tags (`!foo`) are not used here"),
        ("a: 1\n---\nb: 2\n", "a.yaml:2:1: a file holds one document"),
        ("[a, b]: 1\n", "a.yaml:1:1: a key must be a word, not a list or a map"),
        ("a: .inf\n", "a.yaml:1:4: this is a number in YAML"),
    ] {
        assert_eq!(errors(text), [message]);
    }
}

#[test]
fn values_that_must_be_quoted() {
    for (text, message) in [
        ("on: 1\n", "a.yaml:1:1: `on` is a truth value for some YAML parsers and a text for others"),
        ("a: [b, no]\n", "a.yaml:1:8: `no` is a truth value for some YAML parsers and a text for others"),
        ("id: 1E10\n", "a.yaml:1:5: `1E10` is a number in YAML"),
        ("as of: 2018-10-07\n", "a.yaml:1:8: `2018-10-07` is a date for some YAML parsers and a text for others"),
        ("passcode: 02204140\n", "a.yaml:1:11: `02204140` is not the same number for every YAML parser"),
    ] {
        assert_eq!(errors(text), [message]);
    }
    assert!(errors("a: [\"on\", '1E10', \"2018-10-07\"]\n").is_empty());
}

#[test]
fn a_leading_tab_is_named() {
    assert_eq!(errors("a:\n\tb: 1\n"), ["a.yaml:2:1: the line is indented with a tab"]);
    assert_eq!(errors("a:\n  \tb: 1\n"), ["a.yaml:2:3: the line is indented with a tab"]);
    assert!(errors("a: 1\n\t\nb: 2\n").is_empty(), "an empty line may hold anything");
}

#[test]
fn broken_yaml_says_where_and_what_to_try() {
    for (text, message, help) in [
        ("a: b: c\n", "a.yaml:1:5: this is not valid YAML: mapping values are not allowed", "put in quotes"),
        ("a: [b, c\nd: 1\n", "a.yaml:2:2: this is not valid YAML", "missing before line 2"),
        ("a: 'x' y\n", "a.yaml:1:8: this is not valid YAML", "written twice"),
        ("a: @x\n", "a.yaml:1:4: this is not valid YAML", "put in quotes"),
    ] {
        let (node, errors) = parse("a.yaml", &Arc::from(text));
        assert!(node.is_none());
        assert!(errors[0].to_string().starts_with(message), "{}", errors[0]);
        assert!(errors[0].help.as_deref().unwrap_or_default().contains(help), "{}", errors[0].render(false));
    }
}

#[test]
fn hostile_files_end_quickly() {
    for text in
        ["{a: ".repeat(200_000), "[".repeat(200_000), "- ".repeat(200_000), format!("[{}]", "a,".repeat(200_000))]
    {
        let begin = std::time::Instant::now();
        assert!(!errors(&text).is_empty());
        assert!(begin.elapsed().as_secs() < 10, "{:?}", begin.elapsed());
    }
}

#[test]
fn line_endings_and_byte_order_marks_change_nothing() {
    let text = "\u{feff}a: b\r\nc: [d, on]\r\n";
    let (node, errors) = parse("a.yaml", &Arc::from(text));
    assert_eq!(node.unwrap().get("a").unwrap().kind, Kind::Str("b".into()));
    assert!(errors[0].to_string().starts_with("a.yaml:2:8: `on` is a truth value"), "{}", errors[0]);
}
