//! Texts from outside do no harm: whatever stands in a file or comes from an engine, every output is as well-formed as with plain words,
//! and has no other structure.

#![cfg(unix)]
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod common;

use std::fs;
use std::process::Output;

use common::{TestCorpus, err, out, said};
use pulldown_cmark::{Event, Options, Parser};
use segoc_format::corpus::file_name;
use segoc_format::edit::{sentence, word};
use segoc_format::yaml::{self, Kind};
use segoc_protocol::{is_hidden, visible};
use serde_json::{Value, json};

/// Texts in which everything can be seen, and which are something else for somebody.
const MARKUP: [&str; 32] = [
    "<script>alert(1)</script><!-- x",
    "]]><y a=\"1\"/>",
    "\" onload=\"x' onload='y",
    "&amp;&#60;b&#62; &copy; &x",
    "[a](javascript:x) [b][c] [d]: https://example.org",
    "![i](https://example.org/x.png)",
    "<https://example.org> <a@example.org>",
    "a | b || c",
    "\\| \\ \\\\",
    "`code` ``` ~~~ x",
    "```",
    "**b** _i_ ~~s~~ $m$ ^u^",
    "# heading #",
    "- item",
    "+ item",
    "* * *",
    "12. twelve",
    "1) one",
    "> quote",
    "=====",
    "--- |",
    "| --- | --- |",
    ": term [^1] [ ] x",
    "::error file=a,line=1::x",
    "##[error]x ##[group]y",
    "%0A::warning::x%0D %25",
    "::stop-commands::t",
    "$(touch pwned) `touch pwned` ; touch pwned",
    "«title» {0} {} %s %n ${x} {{x}}",
    "\\u001b[31m \\e]0;x",
    "a: b # c, d\", [e]: {\"type\":\"result\"}",
    "🂠 Ｅvil★Twin é 遊戯王",
];

/// Texts with something in them that is not seen, or changes how the rest is.
const HIDDEN: [&str; 16] = [
    "\u{1b}]0;title\u{7}",
    "\u{1b}[2J\u{1b}[31mred",
    "\u{1b}]8;;https://example.org\u{1b}\\link",
    "\u{9b}31mred",
    "\u{9d}0;title\u{9c}",
    "a\u{8}\u{8}b\u{7f}",
    "a\u{b}b\u{c}c",
    "\u{0}",
    "\u{85}::error::x",
    "\u{202e}desrever\u{2066}",
    "a\u{2028}::error::x\u{2029}",
    "\u{200b}\u{2060}\u{feff}",
    "\u{fffe}\u{ffff}\u{10ffff}",
    "\u{e0041}\u{e0042}",
    "\u{fff9}a\u{fffa}b\u{fffb}",
    "a\u{ad}b\r::error::x",
];

/// Everything that is asked of an output which only people read: nothing in it but text, and colours if they are wanted.
fn is_text(what: &str, text: &str) {
    let mut rest = text.split("\u{1b}[");
    let first = rest.next().unwrap_or_default();
    let colours = rest.map(|part| {
        let end = part.find(|c: char| !c.is_ascii_digit() && c != ';').expect("the end of a colour");
        part[end..].strip_prefix('m').unwrap_or_else(|| panic!("{what}: {part:?} is no colour"))
    });
    for part in [first].into_iter().chain(colours) {
        let odd = part.chars().find(|&c| is_hidden(c) && c != '\n');
        assert_eq!(odd, None, "{what}: {text:?}");
    }
}

/// Everything that some reader of Markdown knows, but for quotes that are turned.
const OPTIONS: Options = Options::all().difference(Options::ENABLE_SMART_PUNCTUATION);

/// The structure of Markdown; texts are left out.
fn of_markdown(what: &str, text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for event in Parser::new_ext(text, OPTIONS) {
        match event {
            Event::Text(_) if found.last().is_some_and(|last| last == "text") => {}
            Event::Text(_) => found.push("text".to_owned()),
            Event::Code(_) => found.push("code".to_owned()),
            Event::Html(_) | Event::InlineHtml(_) => panic!("{what}: HTML in {text}"),
            other => found.push(format!("{other:?}")),
        }
    }
    found
}

/// The structure of XML: elements, attributes and how they are nested.
fn of_xml(what: &str, text: &str) -> Vec<String> {
    let document = roxmltree::Document::parse(text).unwrap_or_else(|e| panic!("{what}: {e}\n{text}"));
    let nodes = document.descendants().filter(|node| !node.is_text());
    let shown = |node: roxmltree::Node<'_, '_>| {
        let attributes: Vec<&str> = node.attributes().map(|attribute| attribute.name()).collect();
        format!(
            "{}{:?} {} {attributes:?}",
            "  ".repeat(node.ancestors().count()),
            node.node_type(),
            node.tag_name().name()
        )
    };
    nodes.map(shown).collect()
}

/// The structure of lines of JSON.
fn of_json(what: &str, text: &str) -> Vec<String> {
    fn shape(value: &Value) -> String {
        match value {
            Value::Object(fields) => {
                let fields: Vec<String> =
                    fields.iter().map(|(key, value)| format!("{}{}", visible(key), shape(value))).collect();
                format!("{{{}}}", fields.join(","))
            }
            Value::Array(items) => format!("[{}]", items.iter().map(shape).collect::<Vec<_>>().join(",")),
            Value::String(text) => {
                assert_eq!(text.chars().find(|&c| is_hidden(c) && c != '\n'), None, "{text:?}");
                "text".into()
            }
            Value::Number(_) => "number".into(),
            other => other.to_string(),
        }
    }
    let values = serde_json::Deserializer::from_str(text).into_iter::<Value>();
    values.map(|value| shape(&value.unwrap_or_else(|e| panic!("{what}: {e}: {text}")))).collect()
}

/// The structure of what is said to GitHub: commands with their properties, and lines that are none.
fn of_github(what: &str, text: &str) -> Vec<String> {
    let line = |line: &str| {
        let Some(command) = line.trim_start().strip_prefix("::") else {
            assert!(!line.contains("##["), "{what}: {line}");
            return "a line".to_owned();
        };
        let (properties, message) = command.split_once("::").unwrap_or_else(|| panic!("{what}: {line}"));
        let (level, properties) = properties.split_once(' ').unwrap_or((properties, ""));
        let names: Vec<&str> =
            properties.split(',').filter_map(|property| property.split_once('=')).map(|(name, _)| name).collect();
        assert!(!message.contains('\r'), "{what}: {line:?}");
        format!("{level} {names:?}")
    };
    text.lines().map(line).collect()
}

/// The sorts of lines in a list of mistakes: of rulings that are all alike there are more.
fn sorts(structure: Structure, what: &str, text: &str) -> Vec<String> {
    let mut sorts = structure(what, text);
    sorts.sort();
    sorts.dedup();
    sorts
}

fn no_structure(_: &str, _: &str) -> Vec<String> {
    Vec::new()
}

/// What an output is.
type Structure = fn(&str, &str) -> Vec<String>;

/// The file of a ruling that fails, and of its card, all of whose texts are one.
fn write_ruling(corpus: &TestCorpus, number: usize, text: &str) {
    let card = format!("{text} x{number}");
    let (card, prose) = (word(&card), sentence(text));
    corpus.write(
        &format!("rulings/test/ruling-{number:02}.yaml"),
        format!(
            "id: T{number:03}\nruling: {prose}\nquestion: {prose}\nanswer: {prose}\nformats: [tcg]\nrules: [chart.box-c]\nsources:\n  \
             - {{kind: official, title: {0}, at: {0}, url: \"https://example.org/a_b*c_d\", as of: \"2018\"}}\n\
             duel:\n  Yugi: {{hand: [{card}]}}\n  Joey: {{set: [Trap Hole]}}\nplay:\n  - Yugi: {{normal summons: {card}}}\n  \
             - window: {{player: Joey, box: C, offered: [Trap Hole]}}\n    because: {prose}\n  - board: {{Yugi: {{gy: [{card}]}}}}\n",
            word(text)
        ),
    );
    corpus.write(
        &format!("cards/{}.yaml", file_name(&format!("{text} x{number}"))),
        format!(
            "name: {card}\npasscode: 1\nmonster: {{attribute: earth, type: warrior, level: 4, atk: 1400, def: 1200}}\n\
             series: [{0}]\nleft out: [{0}]\neffects:\n  - id: a\n    ignition: {{does: [{{draw: 1}}]}}\n",
            word(text)
        ),
    );
}

/// A corpus all of whose texts are of some list, and an engine of this name and version.
fn hostile(name: &str, texts: &[&str], engine: &str) -> TestCorpus {
    let corpus = TestCorpus::new(&format!("strings/{name}"), &[]);
    texts.iter().enumerate().for_each(|(number, text)| write_ruling(&corpus, number, text));
    let all = sentence(&texts.join(" "));
    for (file, title) in [("formats.yaml", "title: TCG today"), ("rules.yaml", "rule: \"All trigger effects")] {
        let text = fs::read_to_string(corpus.file(file)).unwrap();
        let line = text.lines().find(|line| line.trim_start().starts_with(title)).unwrap();
        let key = line.split_once(':').unwrap().0;
        corpus.write(file, text.replacen(line, &format!("{key}: {all}"), 1));
    }
    let source =
        format!("[{{kind: official, title: {0}, url: \"https://example.org\", as of: \"2018\"}}]", word(texts[0]));
    corpus.write(
        "statements.yaml",
        format!(
            "documents:\n  a: {{kind: official, title: {0}, url: \"https://example.org\", as of: \"2018\"}}\nstatements:\n  \
             - id: A-1\n    statement: {all}\n    stands in: {{a: {0}}}\n    rules: [chart.box-c]\n",
            word(texts[0])
        ),
    );
    corpus.write(
        "disputes.yaml",
        format!(
            "disputes:\n  - id: a\n    question: {all}\n    answers:\n      - answer: {all}\n        sources: {source}\n      \
             - answer: Another.\n        sources: {source}\n    decided:\n      answer: {all}\n      authority: {all}\n      rulings: [T000]\n"
        ),
    );
    let hello = json!({"type": "hello", "protocol": 2, "engine": engine, "version": engine, "formats": ["tcg"],
        "capabilities": ["windows", "instants", "outcomes", "reasons", "battle", "causes"]});
    let reason = json!({"type": "unsupported", "reason": engine});
    let error = json!({"type": "error", "message": engine});
    let unknown = json!({"type": engine});
    for (file, line) in [("hello", hello), ("unsupported", reason), ("error", error), ("unknown", unknown)] {
        fs::write(corpus.root().join(file), format!("{line}\n")).unwrap();
    }
    fs::write(corpus.root().join("garbled"), format!("{}\n", engine.replace(['\n', '\r'], ""))).unwrap();
    // The reference engine under another name, and one that has only one thing to say.
    let program = common::SEGOC;
    fs::write(
        corpus.root().join("plays.sh"),
        format!("'{program}' serve | {{ read -r first; cat hello; exec cat; }}\n"),
    )
    .unwrap();
    fs::write(
        corpus.root().join("says.sh"),
        "while read -r line; do case $line in *'\"hello\"'*) cat hello;; *) cat garbled >&2; cat \"$1\";; esac; done\n",
    )
    .unwrap();
    corpus
}

/// What is said about a corpus and its engine, each with what it is.
fn everything(corpus: &TestCorpus, rulings: usize) -> Vec<(String, Output, Structure)> {
    let mut all: Vec<(String, Output, Structure)> = Vec::new();
    let mut ask = |line: &str, structure: Structure| {
        let output = corpus.shell(line).output().expect("a shell");
        assert!(!err(&output).contains("panicked"), "{line}: {}", err(&output));
        all.push((line.to_owned(), output, structure));
    };
    let plays = "--engine 'sh plays.sh'";
    // One at a time: with two, the engine may have crashed under one ruling or have been given up before it.
    let says = |what: &str| format!("--engine 'sh says.sh {what}' --crashes 0 --jobs 1 T000 T001 T002");
    for engine in [String::new(), plays.into(), says("unsupported"), says("error"), says("garbled"), says("unknown")] {
        ask(&format!("CLICOLOR_FORCE=1 segoc run {engine} --junit junit.xml"), no_structure);
        ask("cat junit.xml", of_xml);
        ask(&format!("segoc run {engine} --output json | tee results.json"), of_json);
        ask(&format!("segoc run {engine} --output github"), of_github);
        ask("segoc scoreboard results.json", of_markdown);
        ask("segoc scoreboard results.json --badge -", of_xml);
        ask("segoc compare results.json results.json", no_structure);
    }
    ask(&format!("segoc run {plays} --output json > before.json; segoc diagnose before.json"), no_structure);
    ask("segoc diagnose before.json --output json", of_json);
    ask("segoc compare before.json results.json", no_structure);
    ask("segoc compare before.json results.json --output json", of_json);
    ask(&format!("segoc run {plays} --deviations d.yaml --update-deviations > /dev/null; cat d.yaml"), no_structure);
    ask(&format!("segoc run {plays} --deviations d.yaml"), no_structure);
    ask(&format!("segoc smoke {plays}"), no_structure);
    ask("segoc smoke --engine 'sh says.sh error'", no_structure);
    // An opinion on every ruling.
    ask(&format!("mkdir corpus/scoreboards; segoc run {plays} --scoreboard corpus/scoreboards/a.json"), no_structure);
    ask("segoc scoreboard corpus/scoreboards/a.json", of_markdown);
    ask(&format!("segoc run {plays} --check-scoreboard corpus/scoreboards/a.json"), no_structure);
    for command in ["list", "rules segoc.one-chain", "coverage", "adequacy"] {
        ask(&format!("segoc {command}"), no_structure);
        ask(&format!("segoc {command} --output json"), of_json);
    }
    ask("segoc rules segoc; segoc rules; segoc coverage chart", no_structure);
    ask("segoc check", no_structure);
    ask("segoc check --output json", |what, text| sorts(of_json, what, text));
    ask("segoc check --output github", |what, text| sorts(of_github, what, text));
    for number in 0..rulings {
        ask(&format!("segoc explain T{number:03} --output markdown"), of_markdown);
    }
    ask(&format!("segoc explain T000 {plays}"), no_structure);
    ask(&format!("segoc explain T000 {plays} --output json"), of_json);
    ask(&format!("segoc explain T000 {plays} --output markdown"), of_markdown);
    ask("for file in corpus/rulings/test/*.yaml; do segoc bless --yes $file; done", no_structure);
    ask("segoc watch --until-runs 1 corpus/rulings/test/ruling-00.yaml", no_structure);
    ask("segoc run", no_structure);
    all
}

#[test]
fn markup_is_text_in_every_output() {
    let name = MARKUP.join(" ");
    let (odd, plain) =
        (hostile("markup", &MARKUP, &name), hostile("plain", &["plain words"; MARKUP.len()], "plain words"));
    let [said_of_odd, said_of_plain] = std::thread::scope(|scope| {
        [&odd, &plain]
            .map(|corpus| scope.spawn(|| everything(corpus, MARKUP.len())))
            .map(|thread| thread.join().unwrap())
    });
    for ((line, odd, structure), (_, plain, _)) in said_of_odd.into_iter().zip(said_of_plain) {
        is_text(&line, &said(&odd));
        assert_eq!(odd.status.code(), plain.status.code(), "{line}: {}", said(&odd));
        let (odd, plain) = (structure(&line, &out(&odd)), structure(&line, &out(&plain)));
        assert_eq!(odd, plain, "{line}");
    }
    assert!(!odd.root().join("pwned").exists());
    // What was said is still there to be read.
    let markdown = out(&odd.run(&["explain", "T000", "--output", "markdown"]));
    let text: String = Parser::new_ext(&markdown, OPTIONS)
        .filter_map(|e| if let Event::Text(t) = e { Some(t.to_string()) } else { None })
        .collect();
    assert!(text.contains(MARKUP[0]), "{markdown}");
    let junit = out(&odd.run(&["run", "T000", "--engine", "sh plays.sh", "--junit", "-"]));
    let junit = &junit[junit.find("<?xml").unwrap()..];
    let document = roxmltree::Document::parse(junit).unwrap();
    assert_eq!(document.root_element().attribute("name"), Some(format!("{name} {name}").as_str()));
}

#[test]
fn what_an_engine_hides_is_shown() {
    let name = HIDDEN.join(" ");
    let corpus = hostile("hidden", &["plain words", "more words", "words"], &name);
    for (line, output, structure) in everything(&corpus, 3) {
        is_text(&line, &said(&output));
        structure(&line, &out(&output));
    }
    let shown = out(&corpus.run(&["run", "--engine", "sh plays.sh"]));
    assert!(shown.contains("\\u{1b}]0;title\\u{7} \\u{1b}[2J"), "{shown}");
    let shown = out(&corpus.run(&["run", "--engine", "sh says.sh garbled"]));
    assert!(shown.contains("\\u{1b}]0;title\\u{7}"), "{shown}");
}

/// A text of a file with something hidden in it, as it is, and as an escape of YAML or JSON.
fn written(text: &str) -> [String; 2] {
    let escape = |c: char| match u32::from(c) {
        code if !is_hidden(c) => char::from_u32(code).map(String::from).unwrap_or_default(),
        code @ 0..=0xffff => format!("\\u{code:04X}"),
        code => format!("\\U{code:08X}"),
    };
    [format!("\"{text}\""), format!("\"{}\"", text.replace('\\', "\\\\").chars().map(escape).collect::<String>())]
}

#[test]
fn what_a_file_hides_is_a_mistake() {
    let corpus = hostile("files", &["plain words"], "plain words");
    let score = out(&corpus.run(&["run", "--engine", "sh plays.sh", "--scoreboard", "-"]));
    fs::write(corpus.root().join("score.json"), &score[score.find('{').unwrap()..]).unwrap();
    let results = out(&corpus.run(&["run", "--engine", "sh plays.sh", "--output", "json"]));
    fs::write(corpus.root().join("results.json"), results).unwrap();
    fs::write(
        corpus.root().join("d.yaml"),
        "- {ruling: T000, outcome: failed, class: engine deviates, reason: plain words}\n",
    )
    .unwrap();
    // Every sort of file, and who reads it.
    let files = [
        ("corpus/rulings/test/ruling-00.yaml", "segoc run"),
        ("corpus/rulings/test/ruling-00.yaml", "segoc explain corpus/rulings/test/ruling-00.yaml"),
        ("corpus/rulings/test/ruling-00.yaml", "segoc bless --yes corpus/rulings/test/ruling-00.yaml"),
        ("corpus/cards/plain-words-x0.yaml", "segoc check --output github"),
        ("corpus/formats.yaml", "segoc list"),
        ("corpus/rules.yaml", "segoc rules"),
        ("corpus/statements.yaml", "segoc coverage --output json"),
        ("corpus/disputes.yaml", "segoc check"),
        ("d.yaml", "segoc run --deviations d.yaml"),
        ("score.json", "segoc scoreboard score.json"),
        ("results.json", "segoc diagnose results.json"),
    ];
    for (number, hidden) in HIDDEN.iter().enumerate() {
        for (file, line) in files.iter().skip(number % 5).step_by(5) {
            let path = corpus.root().join(file);
            let right = fs::read_to_string(&path).unwrap();
            for text in written(hidden) {
                // In place of a whole text; in JSON it stands in quotes already.
                let json = file.ends_with("json");
                let (from, to) =
                    if json { ("plain words", text.trim_matches('"')) } else { ("plain words", text.as_str()) };
                if json && text.contains("\\U") {
                    continue;
                }
                let bad = if right.contains(&format!(": {from}\n")) {
                    right.replacen(&format!(": {from}\n"), &format!(": {to}\n"), 1)
                } else {
                    right.replacen(from, to, 1)
                };
                assert_ne!(bad, right, "{file}");
                fs::write(&path, bad).unwrap();
                let output = corpus.shell(line).output().unwrap();
                is_text(line, &said(&output));
                assert_eq!(output.status.code(), Some(2), "{file}, {line}: {}", said(&output));
                let place = file.rsplit('/').next().unwrap();
                assert!(said(&output).contains(place), "{line}: {}", said(&output));
            }
            fs::write(&path, right).unwrap();
        }
    }
    corpus.write("rulings/test/a\u{1b}]0;b.yaml", "id: A000\n");
    let output = corpus.run(&["check"]);
    is_text("check", &said(&output));
    assert!(said(&output).contains("a\\u{1b}]0;b.yaml"), "{}", said(&output));
    // What is typed is no better.
    for arguments in [
        &["explain", HIDDEN[0]][..],
        &["list", HIDDEN[1]],
        &["new", "card", HIDDEN[3], "--spell", "normal", "--passcode", "1"],
    ] {
        let output = corpus.run(arguments);
        is_text("typed", &said(&output));
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", said(&output));
    }
}

#[test]
fn a_file_that_is_begun_holds_what_was_said_and_nothing_hidden() {
    let corpus = hostile("new", &MARKUP, "plain words");
    for (number, text) in MARKUP.iter().chain(&HIDDEN).enumerate().step_by(3) {
        let (question, hand, name) = (format!("{text}?"), format!("hand: {} x{number}", text), format!("new-{number}"));
        let hand = if number < MARKUP.len() && !text.contains([',', ';', ':']) {
            hand.as_str()
        } else {
            "hand: Celtic Guardian"
        };
        let mut arguments =
            vec!["new", "--family", "test", "--formats", "tcg", "--source-kind", "wiki", "--joey", "set: Trap Hole"];
        arguments.extend([
            "--source-url",
            "https://example.org",
            "--source-date",
            "2018",
            "--question",
            &question,
            "--name",
            &name,
        ]);
        arguments.extend(["--title", text, "--answer", text, "--source-title", text, "--yugi", hand]);
        if text.contains('\0') {
            continue;
        }
        let output = corpus.run(&arguments);
        is_text(text, &said(&output));
        let file = corpus.file(&format!("rulings/test/{name}.yaml"));
        let Ok(written) = fs::read_to_string(&file) else {
            assert_eq!(output.status.code(), Some(2), "{text:?}: {}", said(&output));
            assert!(number >= MARKUP.len(), "{text:?}: {}", said(&output));
            continue;
        };
        // The next one would be the same ruling.
        fs::remove_file(file).unwrap();
        is_text(text, &written);
        let (read, mistakes) = yaml::parse("new.yaml", &written.into());
        assert!(mistakes.is_empty(), "{text:?}: {mistakes:?}");
        let seen: String = text.chars().map(|c| if is_hidden(c) { ' ' } else { c }).collect();
        let expected = seen.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(read.unwrap().get("ruling").unwrap().kind, Kind::Str(expected), "{text:?}");
    }
    assert!(!corpus.root().join("pwned").exists());
}
