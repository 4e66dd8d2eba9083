//! `segoc new`: files to begin with are right as they stand, whoever asks for them and however.
//!
//! `--ask` makes it ask although nobody sits at a terminal; the answers come through a pipe.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod common;

use std::fs;
use std::process::Output;

use common::{TestCorpus, said};

/// A corpus of the real rules, formats and cards, with two rulings.
fn corpus(name: &str) -> TestCorpus {
    let corpus = TestCorpus::new(&format!("new-{name}"), &[]);
    ["cards", "rulings/segoc/dark-hole-sangan-and-peten-each.yaml"].iter().for_each(|path| corpus.copy(path));
    corpus.write("rulings/chain/broken.yaml", "id: T4KN\nruling: it cannot be read\n");
    corpus
}

/// A file that was begun: it is there, it passes `segoc check`, and a ruling passes `segoc run`.
fn begun(corpus: &TestCorpus, file: &str, output: &Output) -> String {
    assert_eq!(output.status.code(), Some(0), "{}", said(output));
    let path = corpus.file(file);
    let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{file}: {e}\n{}", said(output)));
    let check = corpus.run(&["check", path.to_str().unwrap()]);
    assert_eq!(check.status.code(), Some(0), "{}\n{text}", said(&check));
    assert!(said(&check).contains("0 errors, 0 warnings"), "{}\n{text}", said(&check));
    if file.starts_with("rulings") {
        let name = file.trim_start_matches("rulings/").trim_end_matches(".yaml");
        let run = corpus.run(&["run", name]);
        assert_eq!(run.status.code(), Some(0), "{}\n{text}", said(&run));
        let bless = corpus.run(&["bless", path.to_str().unwrap()]);
        assert!(said(&bless).contains("says already what the engine does"), "{}", said(&bless));
    }
    assert!(text.lines().all(|line| line.chars().count() <= 160), "{text}");
    text
}

/// How many files there are in a corpus.
fn files(corpus: &TestCorpus) -> usize {
    walkdir::WalkDir::new(corpus.root()).into_iter().flatten().filter(|entry| entry.file_type().is_file()).count()
}

const FLAGS: [[&str; 2]; 8] = [
    ["--question", "Who is Chain Link 1?"],
    ["--answer", "Yugi's Sangan: he is the turn player."],
    ["--formats", "tcg,goat"],
    ["--family", "segoc"],
    ["--source-kind", "wiki"],
    ["--source-title", "SEGOC #1"],
    ["--source-url", "https://example.org/segoc"],
    ["--source-date", "2018-10-07"],
];

fn with<'a>(more: &[&'a str]) -> Vec<&'a str> {
    ["new"].into_iter().chain(FLAGS.into_iter().flatten()).chain(more.iter().copied()).collect()
}

#[test]
fn a_ruling_said_on_the_command_line() {
    let corpus = corpus("flags");
    let yugi = "hand: dark hole, Goldd, Wu-Lord of Dark World; monsters: Sangan, Sangan; deck: Kuriboh; lp: 4000";
    let joey = "Monsters: sangan; graveyard: Number 92: Heart-eartH Dragon; deck: Kuriboh";
    let arguments = with(&["--yugi", yugi, "--joey", joey, "--rules", "timing.missed, segoc.one-chain"]);
    let text = begun(&corpus, "rulings/segoc/yugi-activates-dark-hole.yaml", &corpus.run(&arguments));
    for line in [
        "answer: \"Yugi's Sangan: he is the turn player.\"\n",
        "formats: [tcg, goat]\n",
        "# timing.missed: decides nothing in the play below yet",
        "rules: [segoc.one-chain]\n",
        "    title: \"SEGOC #1\"\n",
        "    as of: \"2018-10-07\"\n",
        "    hand: [Dark Hole, \"Goldd, Wu-Lord of Dark World\"]\n",
        "    monsters: [Sangan, {card: Sangan, as: second-sangan}]\n",
        "    lp: 4000\n",
        "gy: [\"Number 92: Heart-eartH Dragon\"]",
        "  - Yugi: {activates: Dark Hole}\n",
        "  - chain: [Dark Hole]\n",
        "  - in: [goat]\n    chain: [Yugi's Sangan, second-sangan, Joey's Sangan]\n",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
    let again = corpus.run(&arguments);
    assert_eq!(again.status.code(), Some(2));
    assert!(said(&again).contains("already; choose another name, with --name"), "{}", said(&again));
    assert_eq!(fs::read_to_string(corpus.file("rulings/segoc/yugi-activates-dark-hole.yaml")).unwrap(), text);
    let arguments: Vec<&str> =
        arguments.into_iter().chain(["--name", "another", "--first", "sets Dark Hole"]).collect();
    let other = begun(&corpus, "rulings/segoc/another.yaml", &corpus.run(&arguments));
    assert_ne!(other.lines().next(), text.lines().next(), "every ruling has an id of its own");
}

#[test]
fn every_first_step_makes_a_right_file() {
    let corpus = corpus("first");
    let board = "hand: Celtic Guardian, Pot of Greed; monsters: Sangan, Exiled Force; set: Book of Moon, Kuriboh; deck: Raigeki, Jinzo";
    for (i, first) in [
        "normal summons Celtic Guardian",
        "activates Pot of Greed",
        "activates Exiled Force",
        "activates Book of Moon",
        "flip summons Kuriboh",
        "sets Pot of Greed",
        "changes position of Sangan",
        "goes to battle",
        "goes to end",
    ]
    .iter()
    .enumerate()
    {
        let name = format!("first-{i}");
        let arguments =
            with(&["--yugi", board, "--joey", "monsters: Summoned Skull", "--first", first, "--name", &name]);
        begun(&corpus, &format!("rulings/segoc/{name}.yaml"), &corpus.run(&arguments));
    }
    let first = "Yugi Activates exiled force";
    let same = corpus.run(&with(&["--yugi", board, "--joey", "monsters: Summoned Skull", "--first", first]));
    assert!(said(&same).contains("this is the same ruling as"), "{}", said(&same));
    let output = corpus.run(&with(&["--yugi", board, "--first", "activates Exild Force"]));
    assert!(said(&output).contains("did you mean `activates Exiled Force`?"), "{}", said(&output));
}

#[test]
fn what_is_missing_is_listed() {
    let corpus = corpus("missing");
    let before = files(&corpus);
    let output = corpus.run(&["new", "--answer", "No.", "--joey", "hand: Kuriboh"]);
    assert_eq!(output.status.code(), Some(2));
    for flag in ["--question", "--family", "--source-kind", "--source-title", "--source-url"] {
        assert!(said(&output).contains(&format!("\n    {flag}: ")), "{flag}: {}", said(&output));
    }
    assert!(!said(&output).contains("--answer") && !said(&output).contains("--joey"), "{}", said(&output));
    assert_eq!(files(&corpus), before);
}

#[test]
fn nonsense_is_refused_with_advice() {
    let corpus = corpus("nonsense");
    let before = files(&corpus);
    let yugi = ["--yugi", "hand: Dark Hole"];
    for (arguments, words) in [
        (with(&["--yugi", "hand: Dark Hool"]), "there is no card `Dark Hool`; did you mean `Dark Hole`?"),
        (with(&["--yugi", "monsters: Peten"]), "there is no card `Peten`; did you mean `Peten the Dark Clown`?"),
        (with(&["--yugi", "hand: Nobody Knows It"]), "`segoc new card \"Nobody Knows It\"`"),
        (with(&["--yugi", "Dark Hole"]), "say where it lies, as in `hand: Dark Hole`"),
        (with(&["--yugi", "hnad: Dark Hole"]), "did you mean `hand`?"),
        (with(&["--yugi", "lp: many"]), "`many` is no number of life points"),
        (with(&["--yugi", "monsters: Sangan, Sangan, Sangan, Sangan, Sangan, Sangan"]), "nothing can be played"),
        (with(&["--yugi", "extra deck: Sangan"]), "nothing can be played"),
        ([&with(&yugi)[..], &["--rules", "timing.mised"]].concat(), "did you mean `timing.missed`?"),
        ([&with(&yugi)[..], &["--id", "T4KN"]].concat(), "the id `T4KN` is taken"),
        ([&with(&yugi)[..], &["--id", "LOUI"]].concat(), "`LOUI` is not an id"),
        (vec!["new", "--like", "chan"], "there is no start called `chan`"),
        (vec!["new", "--like", "chain", "--yugi", "hand: Kuriboh"], "cannot be used with"),
    ] {
        let output = corpus.run(&arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", said(&output));
        assert!(said(&output).contains(words), "{words}: {}", said(&output));
    }
    for (flag, value, words) in [
        ("--family", "segok", "did you mean `segoc`?"),
        ("--family", "A new one", "a new family would be called `a-new-one`"),
        ("--source-kind", "forum", "possible here: `official`"),
        ("--source-url", "example.org", "is not a link"),
        ("--source-date", "yesterday", "is not a date"),
        ("--formats", "tcg,goad", "did you mean `goat`?"),
        ("--question", "Tell me.", "a question ends with `?`"),
        ("--answer", " ", "something must stand here"),
    ] {
        let mut arguments = with(&yugi);
        let at = arguments.iter().position(|argument| *argument == flag).unwrap();
        arguments[at + 1] = value;
        let output = corpus.run(&arguments);
        assert_eq!(output.status.code(), Some(2), "{flag} {value}: {}", said(&output));
        assert!(said(&output).contains(words), "{words}: {}", said(&output));
    }
    assert_eq!(files(&corpus), before);
}

#[test]
fn a_ruling_is_asked_for_line_by_line() {
    let corpus = corpus("asks");
    let answers = "Who is first?\n\nThe other one.\nbla\ngoat\nhand: Dark Hol\nhand: Dark Hole; monsters: Sangan\n\n\
                   segok\nsegoc\nforum\nderived\nWhat follows\n\nlast year\n2024\n99\n1\nMy own: ruling\n\n";
    let output = corpus.answer(&["new", "--ask"], answers);
    let text = begun(&corpus, "rulings/segoc/my-own-ruling.yaml", &output);
    for asked_again in
        ["something must stand here", "did you mean `Dark Hole`?", "did you mean `segoc`?", "is not a date"]
    {
        assert!(said(&output).contains(asked_again), "{asked_again}: {}", said(&output));
    }
    for line in ["answer: The other one.\n", "ruling: \"My own: ruling\"\n", "formats: [goat]\n", "as of: \"2024\""] {
        assert!(text.contains(line), "{line}\n{text}");
    }
}

#[test]
fn whoever_stops_leaves_no_file() {
    let corpus = corpus("stops");
    let before = files(&corpus);
    let answers: Vec<&str> = "Who?\nHe.\ntcg\nhand: Dark Hole\n\nsegoc\nderived\nX\n\n\n1\nTitle".lines().collect();
    for many in 0..=answers.len() {
        let input: String = answers[..many].iter().map(|line| format!("{line}\n")).collect();
        let output = corpus.answer(&["new", "--ask"], &input);
        assert_eq!(output.status.code(), Some(2), "{}", said(&output));
        assert!(said(&output).contains("stopped, and nothing was written"), "{}", said(&output));
    }
    let output = corpus.answer(&["new", "card", "Some Card", "--ask"], "monster\ndark\n");
    assert!(said(&output).contains("stopped, and nothing was written"), "{}", said(&output));
    assert_eq!(files(&corpus), before);
}

#[test]
fn whatever_is_written_is_read_back() {
    let corpus = corpus("odd");
    for (i, odd) in ["yes", "? a: b # c", "'quoted' \"twice\"", "2018-10-07", "a\\b\tc", "é: ü", "[x]", "null", "*a"]
        .iter()
        .enumerate()
    {
        let name = format!("odd-{i}");
        let lp = format!("hand: Dark Hole; lp: {}", 100 + i);
        let asked = format!("{odd}?");
        let mut arguments = with(&["--yugi", &lp, "--title", odd, "--name", &name]);
        for flag in ["--question", "--answer", "--source-title"] {
            let at = arguments.iter().position(|argument| *argument == flag).unwrap();
            arguments[at + 1] = if flag == "--question" { &asked } else { odd };
        }
        begun(&corpus, &format!("rulings/segoc/{name}.yaml"), &corpus.run(&arguments));
        let json = corpus.run(&["explain", &name, "--output", "json"]);
        let told: serde_json::Value = serde_json::from_slice(&json.stdout).expect("JSON");
        let expected = odd.replace('\t', " ");
        for text in [&expected, &format!("{expected}?")] {
            assert!(told.to_string().contains(&serde_json::to_string(text).unwrap()), "{odd}: {told}");
        }
    }
}

#[test]
fn starts_of_every_kind_are_right() {
    let corpus = corpus("like");
    // With every ruling there is: none of the starts is one of them.
    corpus.copy("rulings");
    let mut files = Vec::new();
    for (kind, file, line) in [
        ("chain", "rulings/chain/magic-jammer-negates-raigeki.yaml", "  - chain: [Raigeki, Magic Jammer]"),
        (
            "segoc",
            "rulings/segoc/dark-hole-destroys-yugi-s-peten-and-joey-s-sangan.yaml",
            "  - chain: [Sangan, Peten the Dark Clown]",
        ),
        (
            "missed-timing",
            "rulings/missing-the-timing/peten-is-tributed-for-the-tribute-summon-of-summoned-skull.yaml",
            "  - never offered: [{card: Peten the Dark Clown, rule: timing.missed}]",
        ),
    ] {
        let output = corpus.run(&["new", "--like", kind]);
        assert!(!said(&output).contains("warning"), "{}", said(&output));
        let text = fs::read_to_string(corpus.file(file)).unwrap_or_else(|e| panic!("{file}: {e}: {}", said(&output)));
        assert!(text.contains(line), "{text}");
        files.push(corpus.file(file).to_str().unwrap().to_owned());
    }
    let all: Vec<&str> = ["check"].into_iter().chain(files.iter().map(String::as_str)).collect();
    let check = corpus.run(&all);
    assert!(said(&check).contains("0 errors, 0 warnings"), "{}", said(&check));
}

#[test]
fn a_start_may_be_asked_for_in_other_words() {
    let corpus = corpus("like-other");
    let arguments = ["new", "--like", "segoc", "--formats", "goat", "--question", "And now?", "--name", "mine"];
    let text = begun(&corpus, "rulings/segoc/mine.yaml", &corpus.run(&arguments));
    assert!(text.contains("formats: [goat]\n") && text.contains("question: And now?\n"), "{text}");
}

#[test]
fn a_card_of_every_shape_is_right() {
    let corpus = corpus("cards");
    let monster = ["--attribute", "DARK", "--type", "Sea Serpent", "--level", "4", "--atk", "1500", "--def", "?"];
    let mut cards: Vec<Vec<&str>> = ["trigger-when", "trigger-if", "quick", "ignition", "continuous", "none"]
        .iter()
        .map(|shape| [&monster[..], &["--effect", shape]].concat())
        .collect();
    for kind in ["normal", "quick-play", "continuous", "equip", "field", "ritual"] {
        cards.extend(["activation", "continuous", "none"].map(|shape| vec!["--spell", kind, "--effect", shape]));
    }
    for kind in ["normal", "continuous", "counter"] {
        cards.extend(["activation", "continuous", "none"].map(|shape| vec!["--trap", kind, "--effect", shape]));
    }
    cards.push(vec!["--trap", "counter", "--effect", "counter"]);
    cards.push([&monster[..], &["--is", "tuner, synchro"]].concat());
    cards.push(vec!["--attribute", "dark", "--type", "fiend", "--is", "link", "--level", "2", "--atk", "0"]);
    cards.push("--attribute dark --type fiend --is xyz --level 4 --atk 0 --def 0".split(' ').collect());
    let mut written = Vec::new();
    for (i, flags) in cards.iter().enumerate() {
        let name = format!("A Card: Number {i}, \"So Called\"");
        let arguments = [&["new", "card", &name, "--passcode", "00123"], &flags[..]].concat();
        let file = format!("cards/a-card-number-{i}-so-called.yaml");
        let output = corpus.run(&arguments);
        assert_eq!(output.status.code(), Some(0), "{}", said(&output));
        let text = fs::read_to_string(corpus.file(&file)).expect("the card");
        assert!(text.contains("passcode: 123\n"), "{text}");
        written.push(corpus.file(&file).to_str().unwrap().to_owned());
    }
    let all: Vec<&str> = ["check"].into_iter().chain(written.iter().map(String::as_str)).collect();
    let check = corpus.run(&all);
    assert!(said(&check).starts_with("0 errors, 0 warnings"), "{}", said(&check));
    assert!(
        fs::read_to_string(corpus.file("cards/a-card-number-0-so-called.yaml"))
            .unwrap()
            .contains("type: sea serpent, level: 4")
    );
}

#[test]
fn a_card_is_asked_for_and_never_overwritten() {
    let corpus = corpus("card-asks");
    let answers = "creature\nmonster\ndork\ndark\nfiend\n\nmany\n3\n1000\n600\n26202165\nwhenever\ntrigger-if\n";
    let output = corpus.answer(&["new", "card", "Sangan's Friend", "--ask"], answers);
    let text = begun(&corpus, "cards/sangan-s-friend.yaml", &output);
    assert!(text.contains("monster: {attribute: dark, type: fiend, level: 3, atk: 1000, def: 600}\n"), "{text}");
    for again in ["`creature` cannot stand here", "did you mean `dark`?", "`many` is no level", "`whenever` cannot"] {
        assert!(said(&output).contains(again), "{again}: {}", said(&output));
    }
    for (name, words) in [("Sangan's friend", "already"), ("sangan", "already"), ("!?", "cannot be the name")] {
        let output = corpus.run(&["new", "card", name, "--spell", "normal", "--passcode", "1"]);
        assert_eq!(output.status.code(), Some(2));
        assert!(said(&output).contains(words), "{}", said(&output));
    }
    let output = corpus.run(&["new", "card", "Unknown Thing"]);
    assert!(
        said(&output).contains("\n    --kind: ") && said(&output).contains("\n    --passcode: "),
        "{}",
        said(&output)
    );
    assert_eq!(fs::read_to_string(corpus.file("cards/sangan-s-friend.yaml")).unwrap(), text);
}
