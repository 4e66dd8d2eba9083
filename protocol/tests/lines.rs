//! Every kind of message as it stands on a line, there and back.

#![allow(clippy::expect_used, clippy::panic)]

use segoc_protocol::{FromEngine, Reader, ToEngine};
use serde_json::Error;

/// By serde, and as lines are read, with blanks and wherever the type stands.
fn there_and_back<T: serde::Serialize + serde::de::DeserializeOwned>(line: &str, read: fn(&str) -> Result<T, Error>) {
    let spaced = line.replacen("{\"type\":", " { \"type\" : ", 1);
    let (kind, rest) = line[1..].split_once(',').expect("more than a type");
    let last = format!("{{{},{kind}}}", &rest[..rest.len() - 1]);
    for message in [serde_json::from_str(line), read(line), read(&spaced), read(&last)] {
        let message: T = message.unwrap_or_else(|e| panic!("{line}: {e}"));
        assert_eq!(serde_json::to_string(&message).expect("a line"), line);
    }
}

#[test]
fn what_the_runner_writes() {
    for line in [
        r#"{"type":"hello","protocols":[2],"runner":"segoc 0.1.0","corpus":"0.1.0"}"#,
        r#"{"type":"start","format":"tcg","phase":"main 1","lp":{"Yugi":8000,"Joey":8000},"cards":[{"name":"Raigeki","player":"Yugi","zone":"hand"}],"definitions":[{"name":"Raigeki"}]}"#,
        r#"{"type":"answer","option":2}"#,
        r#"{"type":"answer","pass":null}"#,
        r#"{"type":"answer","cards":[1,2]}"#,
        r#"{"type":"answer","position":"attack"}"#,
        r#"{"type":"answer","word":"fire"}"#,
        r#"{"type":"answer","confirm":true}"#,
    ] {
        there_and_back(line, ToEngine::read);
    }
}

#[test]
fn what_an_engine_writes() {
    for line in [
        r#"{"type":"hello","protocol":2,"engine":"x","version":"1","formats":["tcg"],"capabilities":["windows","causes"]}"#,
        r#"{"type":"event","instant":3,"by":{"link":1},"rule":"chain.resolves-last-first","event":"cards","are":["destroyed","sent to gy"],"cards":[1,2],"from":{"zone":"monster zone","player":"Joey"},"to":{"zone":"gy","player":"Joey"}}"#,
        r#"{"type":"event","by":"game","event":"player","is":"draws","player":"Yugi","count":1,"cards":[4]}"#,
        r#"{"type":"event","event":"triggered","trigger":0,"card":1,"effect":0,"events":[3]}"#,
        r#"{"type":"event","event":"activated","link":1,"player":"Yugi","card":0,"effect":0,"targets":[3]}"#,
        r#"{"type":"event","rule":"timing.missed","rests on":["chain.both-pass"],"event":"dropped","player":"Yugi","card":0,"effect":0}"#,
        r#"{"type":"event","event":"placed","player":"Yugi","card":0,"effect":0,"refused":[{"action":"trigger","card":1,"effect":0,"rule":"timing.missed"}]}"#,
        r#"{"type":"event","event":"chain complete"}"#,
        r#"{"type":"event","event":"resolved","link":1,"outcome":"done"}"#,
        r#"{"type":"prompt","player":"Joey","turn":"Yugi","phase":"main 1","box":"C","kind":"respond","options":[{"action":"activate","card":1,"effect":0}],"refused":[{"action":"set","card":2,"rule":"chart.box-c"}]}"#,
        r#"{"type":"prompt","player":"Yugi","turn":"Yugi","phase":"main 1","box":"A","kind":"act","options":[{"action":"go to","phase":"battle"},{"action":"end turn"}],"board":{"lp":{"Yugi":1,"Joey":2},"cards":[{"card":0,"zone":"hand","player":"Yugi"}]}}"#,
        r#"{"type":"prompt","player":"Yugi","turn":"Yugi","phase":"battle","attack":true,"kind":"act","options":[{"action":"activate","card":1,"effect":0},{"action":"trigger","card":1,"effect":1},{"action":"normal summon","card":1},{"action":"set","card":1},{"action":"flip summon","card":1},{"action":"special summon","card":1,"effect":0},{"action":"pendulum summon","card":1},{"action":"change position","card":1},{"action":"attack","card":1,"target":2},{"action":"attack directly","card":1},{"action":"replay on","card":1,"target":2},{"action":"replay directly","card":1},{"action":"stop attack","card":1},{"action":"proceed"},{"action":"draw"},{"action":"go to","phase":"end"},{"action":"end turn"}],"refused":[{"action":"attack","card":1,"target":2,"rule":"timing.missed","rests on":["chain.both-pass"]}]}"#,
        r#"{"type":"prompt","player":"Yugi","turn":"Yugi","phase":"main 1","kind":"trigger","options":[{"card":1,"effect":0}],"optional":true}"#,
        r#"{"type":"prompt","player":"Yugi","turn":"Yugi","phase":"main 1","kind":"choose","purpose":"target","for":{"card":0,"effect":0},"cards":[1,2],"min":1,"max":1}"#,
        r#"{"type":"prompt","player":"Yugi","turn":"Yugi","phase":"main 1","kind":"choose","purpose":"position","about":3,"positions":["attack"]}"#,
        r#"{"type":"prompt","player":"Yugi","turn":"Yugi","phase":"main 1","kind":"confirm","card":0,"effect":1}"#,
        r#"{"type":"end","result":"Yugi wins","board":{"lp":{"Yugi":1,"Joey":0},"cards":[]}}"#,
        r#"{"type":"unsupported","reason":"no dice"}"#,
        r#"{"type":"error","message":"broken"}"#,
    ] {
        there_and_back(line, FromEngine::read);
        let mut reader = Reader::default();
        for _ in 0..2 {
            let read = reader.read(line).unwrap_or_else(|e| panic!("{line}: {e}"));
            assert_eq!(serde_json::to_string(&read).expect("a line"), line);
        }
    }
}

#[test]
fn a_line_that_is_no_message_is_none_also_when_most_of_it_was_read_before() {
    let head = r#"{"type":"prompt","player":"Yugi","turn":"Yugi","phase":"main 1","box":"A","kind":"act","options":[{"action":"draw"}]"#;
    let board = r#""board":{"lp":{"Yugi":1,"Joey":2},"cards":[{"card":0,"zone":"hand","player":"Yugi"}]}"#;
    let mut reader = Reader::default();
    assert!(reader.read(&format!("{head}, {board} }}")).is_ok());
    for line in [
        format!("{head},{board}"),
        format!("{head}{board}}}"),
        format!("{head},,{board}}}"),
        format!("{head},{board},}}"),
        format!("{head},{board}}}}}"),
        format!("{head},{board},{board}}}"),
        format!("{head},\u{a0}{board}}}"),
        format!("{head},{}}}", board.replace("hand", "nowhere")),
        format!("{},{board}}}", head.replace("draw", "think")),
        format!("{},{board}}}", &head[..head.len() - 1]),
    ] {
        let told = |read: Result<FromEngine, Error>| read.expect_err(&line).to_string();
        assert_eq!(told(reader.read(&line)), told(FromEngine::read(&line)));
    }
    // What is nested is no board of the message.
    let nested = format!("{head},\"more\":{{\"than\":0,{board}}}}}");
    assert!(matches!(reader.read(&nested), Ok(FromEngine::Prompt(prompt)) if prompt.board.is_none()));
}
