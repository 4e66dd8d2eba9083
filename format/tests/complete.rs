//! What is proposed while a ruling is written.

#![allow(clippy::unwrap_used)]

use segoc_format::complete::{Completion, complete};
use segoc_format::corpus::Corpus;
use segoc_format::spec::FILES;

/// What is proposed at `|`.
fn at(text: &str) -> Completion {
    let corpus = Corpus::embedded().unwrap();
    let at = text.find('|').unwrap();
    complete(&FILES[0], &corpus, &text.replace('|', ""), at)
}

fn words(text: &str) -> Vec<String> {
    at(text).proposals.into_iter().map(|proposal| proposal.word).collect()
}

#[track_caller]
fn proposes(text: &str, wanted: &[&str], unwanted: &[&str]) {
    let words = words(text);
    for word in wanted {
        assert!(words.iter().any(|other| other == word), "`{word}` is not among {words:?}");
    }
    for word in unwanted {
        assert!(!words.iter().any(|other| other == word), "`{word}` is among {words:?}");
    }
}

#[test]
fn keys_of_a_file_that_are_not_written_yet() {
    proposes("id: K7Q2\n|", &["ruling", "question", "duel", "play"], &["id", "chain"]);
    proposes("id: K7Q2\nqu|", &["question"], &["id"]);
    // What stands below is written too.
    proposes("id: K7Q2\nqu|\nanswer: No.\n", &["question"], &["id", "answer"]);
    proposes("duel:\n  Yugi: {ha|, monsters: [Sangan]}\n", &["hand"], &["monsters"]);
}

#[test]
fn words_behind_a_key_and_in_a_list() {
    proposes("formats: [tcg, g|", &["goat", "ocg"], &["Sangan"]);
    proposes("rules: [|", &["timing.missed"], &["tcg"]);
    proposes("duel:\n  phase: b|", &["battle"], &["Sangan"]);
    proposes("duel:\n  Yugi: {hand: [Dark H|", &["Dark Hole", "Sangan"], &["tcg"]);
}

#[test]
fn steps_in_blocks_and_in_braces() {
    proposes("play:\n  - |", &["chain", "window", "Yugi"], &["duel"]);
    proposes("play:\n  - Yugi: {|", &["activates", "normal summons"], &["chain"]);
    // Of what a player does only one thing is written, with what belongs to it.
    proposes("play:\n  - Yugi: {activates: Dark Hole, |", &["targets"], &["normal summons", "activates"]);
}

#[test]
fn cards_of_the_duel_where_one_is_meant() {
    let text = "duel:\n  Yugi: {hand: [Dark Hole]}\nplay:\n  - Yugi: {activates: D|";
    proposes(text, &["Dark Hole"], &["Sangan"]);
}

#[test]
fn what_is_written_is_replaced_as_a_whole_and_quoted_where_it_must_be() {
    let text = "duel:\n  Yugi: {hand: [Dark Hole, Celtic G|";
    let found = at(text);
    assert_eq!(&text[found.from..text.len() - 1], "Celtic G");
    let odd = at("duel: {Yugi: {hand: [|").proposals.into_iter().filter(|proposal| proposal.word.contains(','));
    assert!(odd.clone().count() > 0 && odd.clone().all(|proposal| proposal.written.starts_with('"')));
}

#[test]
fn nothing_is_proposed_where_nothing_is_known() {
    for text in ["question: |", "nonsense: {|", "a: b: |", "answer: \"|", "{{{[|", "- |"] {
        assert_eq!(words(text), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn every_place_of_a_ruling_can_be_asked_about() {
    let corpus = Corpus::embedded().unwrap();
    let ruling = corpus.ruling("hand-limit/gorz-and-tragoedia").unwrap();
    for (at, _) in ruling.text.char_indices() {
        assert!(complete(&FILES[0], &corpus, &ruling.text, at).from <= at);
    }
}
