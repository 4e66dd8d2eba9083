//! What the page asks is answered, whatever it asks.

#![allow(clippy::expect_used, clippy::unwrap_used)]

use segoc_playground::Table;
use serde_json::{Map, Value, json};

struct Page(Table);

impl Page {
    fn new() -> Self {
        let files = segoc_corpus::files().filter(|(path, _)| path.ends_with(".yaml"));
        let files: Map<String, Value> = files.map(|(path, text)| (path.to_owned(), json!(text))).collect();
        let mut page = Self(Table::default());
        let loaded = page.ask(&json!({"do": "load", "files": files}));
        assert!(loaded["rulings"].as_u64().unwrap() > 1000, "{loaded}");
        page
    }

    fn ask(&mut self, request: &Value) -> Value {
        serde_json::from_str(&self.0.answer(&request.to_string())).unwrap()
    }

    fn open(&mut self, id: &str) -> (Value, Value) {
        let opened = self.ask(&json!({"do": "open", "ruling": id}));
        (opened["text"].clone(), opened["path"].clone())
    }
}

fn words<'v>(list: &'v Value, key: &str) -> Vec<&'v str> {
    list.as_array().unwrap().iter().map(|one| one[key].as_str().unwrap()).collect()
}

#[test]
fn a_ruling_of_the_corpus_passes_and_nothing_is_wrong_with_it() {
    let mut page = Page::new();
    let (text, path) = page.open("avqw");
    let checked = page.ask(&json!({"do": "check", "text": text, "path": path}));
    assert_eq!(checked, json!({"found": []}));
    let played = page.ask(&json!({"do": "play", "text": text, "path": path}));
    assert!(played["formats"].as_array().unwrap().iter().all(|format| format["outcome"] == "passed"), "{played}");
    assert!(played["duels"].as_str().unwrap().contains("Chain Link 1"));
}

#[test]
fn a_check_that_is_spoilt_shows_the_diff_and_a_mistake_its_place() {
    let mut page = Page::new();
    let (text, path) = page.open("HWZ1");
    let text = text.as_str().unwrap();
    let spoilt = text.replace("chain: [Yugi's Sangan, Joey's Sangan", "chain: [Joey's Sangan, Yugi's Sangan");
    assert_ne!(text, spoilt);
    let played = page.ask(&json!({"do": "play", "text": spoilt, "path": path}));
    assert_eq!(played["formats"][0]["outcome"], "failed", "{played}");
    assert!(played["formats"][0]["report"].as_str().unwrap().contains("FAILED"));
    // Places are counted as an editor in a browser does: the sign before takes two units of UTF-16, and four bytes.
    let wrong = text.replacen("question:", "# \u{1f0a1}\nqestion:", 1);
    let checked = page.ask(&json!({"do": "check", "text": wrong, "path": path}));
    let found = &checked["found"][0];
    assert_eq!((&found["id"], &found["help"]), (&json!("unknown-field"), &json!("did you mean `question`?")));
    let units: Vec<u16> = wrong.encode_utf16().collect();
    let marked = &units[found["from"].as_u64().unwrap() as usize..found["to"].as_u64().unwrap() as usize];
    assert_eq!(String::from_utf16_lossy(marked), "qestion");
    assert!(page.ask(&json!({"do": "play", "text": wrong, "path": path}))["mistakes"].is_array());
}

#[test]
fn another_ruling_with_the_id_of_one_is_a_mistake_as_on_the_command_line() {
    let mut page = Page::new();
    let (text, _) = page.open("HWZ1");
    let checked = page.ask(&json!({"do": "check", "text": text, "path": null}));
    assert!(checked["found"].as_array().unwrap().iter().any(|found| found["severity"] != "note"), "{checked}");
}

#[test]
fn gorz_is_played_by_hand_and_tragoedia_is_refused_with_the_rule() {
    let mut page = Page::new();
    let (text, path) = page.open("Q896");
    let begun = page.ask(&json!({"do": "sit", "text": text, "path": path, "format": "tcg"}));
    let attack =
        words(&begun["asking"]["picks"], "words").iter().position(|w| w.starts_with("Attack directly")).unwrap();
    let mut state = page.ask(&json!({"do": "pick", "picks": [attack]}));
    let gorz = |state: &Value| words(&state["asking"]["picks"], "words").iter().position(|w| w.contains("Gorz"));
    for _ in 0..10 {
        if gorz(&state).is_some() {
            break;
        }
        let next = page.ask(&json!({"do": "next"}));
        assert!(next["asking"].is_object(), "{next}");
        state = next;
    }
    let pick = gorz(&state).expect("Gorz is offered");
    state = page.ask(&json!({"do": "pick", "picks": [pick]}));
    for _ in 0..4 {
        let said = page.ask(&json!({"do": "why-card", "card": "tragoedia"}));
        if said.to_string().contains("one-self-summon-per-chain") {
            return;
        }
        state = page.ask(&json!({"do": "next"}));
    }
    panic!("nothing forbids Tragoedia: {state}");
}

#[test]
fn a_duel_by_hand_is_saved_as_a_ruling_that_passes_with_an_id_of_its_own() {
    let mut page = Page::new();
    let (text, path) = page.open("HWZ1");
    page.ask(&json!({"do": "sit", "text": text, "path": path, "format": "tcg"}));
    for _ in 0..3 {
        page.ask(&json!({"do": "next"}));
    }
    let saved = [3_u64, 4].map(|number| page.ask(&json!({"do": "save", "number": number}))["text"].clone());
    assert_ne!(saved[0], saved[1]);
    let played = page.ask(&json!({"do": "play", "text": saved[0], "path": null}));
    assert_eq!(played["formats"][0]["outcome"], "passed", "{saved:?}");
    let about = page.ask(&json!({"do": "propose", "text": saved[0]}));
    assert!(about["title"].is_string() && about["formats"][0] == "tcg", "{about}");
    let undone = page.ask(&json!({"do": "undo"}));
    assert!(undone["asking"].is_object());
    let begin = page.ask(&json!({"do": "back", "point": 0}));
    assert!(begin["here"] == 0 && page.ask(&json!({"do": "undo"}))["error"].is_string());
}

#[test]
fn requests_that_are_none_are_answered() {
    let mut page = Page::new();
    let (text, _) = page.open("HWZ1");
    let none = [
        json!({"do": "nothing"}),
        json!([1, 2]),
        json!({"do": "open", "ruling": "../rules"}),
        json!({"do": "pick", "picks": [0]}),
        json!({"do": "sit", "text": "", "path": null, "format": "tcg"}),
        json!({"do": "sit", "text": text, "path": null, "format": "none"}),
        json!({"do": "play", "text": "[", "path": null}),
        json!({"do": "play", "text": text, "path": "rules.yaml"}),
        json!({"do": "save", "number": 1}),
    ];
    for request in none {
        let answer = page.ask(&request);
        assert!(answer["error"].is_string() || answer["mistakes"].is_array(), "{request}: {answer}");
    }
    page.ask(&json!({"do": "sit", "text": text, "path": null, "format": "tcg"}));
    for request in [
        json!({"do": "pick", "picks": [99]}),
        json!({"do": "back", "point": 99_999}),
        json!({"do": "why-card", "card": "x"}),
    ] {
        assert!(page.ask(&request)["error"].is_string(), "{request}");
    }
    assert_eq!(page.ask(&json!({"do": "why", "barred": 9_999})), json!({"replies": []}));
    for at in [0, 3, 99_999] {
        assert!(page.ask(&json!({"do": "complete", "text": "id: ü\n", "at": at}))["options"].is_array());
    }
    let mut unloaded = Page(Table::default());
    assert!(unloaded.ask(&json!({"do": "undo"}))["error"].is_string());
}
