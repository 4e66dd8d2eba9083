use super::*;

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
fn after_a_duplicate_key_the_rest_is_still_read() {
    let (node, errors) = parse("a.yaml", &Arc::from("a: 1\nb: 2\na: 3\nc: on\n"));
    assert_eq!((errors.len(), &node.unwrap().get("a").unwrap().kind), (2, &Kind::Int(1)));
}

#[test]
fn what_is_quoted_or_empty_may_be_anything() {
    tree("a: [\"on\", '1E10', \"2018-10-07\"]\n");
    tree("a: 1\n\t\nb: 2\n");
}

#[test]
fn hostile_files_end_quickly() {
    for text in
        ["{a: ".repeat(200_000), "[".repeat(200_000), "- ".repeat(200_000), format!("[{}]", "a,".repeat(200_000))]
    {
        let begin = std::time::Instant::now();
        assert!(!parse("a.yaml", &Arc::from(text)).1.is_empty());
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
