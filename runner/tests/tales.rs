//! Every ruling is told in every format, and no tale says what a judge would not.

#![allow(clippy::expect_used, clippy::panic)]

#[path = "../../cli/tests/common/fixtures.rs"]
mod fixtures;

use fixtures::{real_corpus, right};
use segoc_format::parallel::on_all_cores;
use segoc_runner::{explain, telling};

/// What no line of a tale says, with why.
const NEVER: &[(&str, &str)] = &[
    ("its effect begins to apply", "what applies is said in words: runner/src/english/phrases.md"),
    ("what its text says", "what applies is said in words: runner/src/english/phrases.md"),
    ("no condition of its", "what a trigger waits for is said in words: runner/src/english/phrases.md"),
    ("what it waits for has not happened", "what happened instead is said"),
    ("chain link 1.** ", "links are CL1, CL2"),
    ("(chain link", "links are CL1, CL2"),
    ("activated as chain link", "links are CL1, CL2"),
    ("goes to the banished cards", "destroyed and banished is one thing"),
    ("went to the banished cards", "destroyed and banished is one thing"),
    ("nowhere", "a Token leaves the field"),
    ("each player cannot", "neither player can"),
    (" it it ", "a word is said once"),
    (" the the ", "a word is said once"),
    (" a effect", "an effect"),
    (" a attack", "an attack"),
    (": .", "a clause is empty"),
    (", ,", "a clause is empty"),
    ("; ;", "a clause is empty"),
    (" .", "a clause is empty"),
    ("shuffled of the", "a card is shuffled into the Deck"),
];

/// Words of the game that have a capital.
const CAPITALS: &[&str] = &[
    "synchro summon",
    "fusion summon",
    "xyz summon",
    "link summon",
    "ritual summon",
    "special summon",
    "normal summon",
    "flip summon",
    "pendulum summon",
    "defense position",
    "attack position",
    "battle phase",
    "end phase",
    "damage step",
    "spell speed",
];

/// What is wrong with a line of the story.
fn wrong_with(line: &str) -> Option<String> {
    let lower = line.to_lowercase();
    if let Some((_, why)) = NEVER.iter().find(|(never, _)| lower.contains(never)) {
        return Some((*why).to_owned());
    }
    if let Some(word) = CAPITALS.iter().find(|word| line.contains(*word)) {
        return Some(format!("“{word}” has no capital"));
    }
    // A label or an effect id of a file: words of small letters with a hyphen, in brackets.
    let mut in_brackets = line.split('(').skip(1).filter_map(|rest| rest.split_once(')')).map(|(inner, _)| inner);
    let is_id = |inner: &str| inner.contains('-') && inner.chars().all(|c| c.is_ascii_lowercase() || c == '-');
    if let Some(id) = in_brackets.find(|inner| is_id(inner)) {
        return Some(format!("“{id}” is a word of a file"));
    }
    line.trim_start().contains("  ").then(|| "there are two spaces".into())
}

/// What is wrong with a story, line by line and from one line to the next.
fn wrong_in(story: &str) -> Vec<String> {
    let lines: Vec<&str> = story.lines().filter(|line| !line.is_empty()).collect();
    let mut wrong: Vec<String> =
        lines.iter().filter_map(|line| Some(format!("{line} ({})", wrong_with(line)?))).collect();
    let twice = lines.windows(2).filter(|pair| pair[0] == pair[1]);
    wrong.extend(twice.map(|pair| format!("{} (is told twice)", pair[0])));
    // A phase begins with a heading; within it nobody wants the same again without saying so.
    for phase in story.split("\n## ") {
        let mut wants: Vec<&str> = phase.lines().filter(|line| line.contains(" wants to ")).collect();
        wants.retain(|line| !line.contains(" still wants to "));
        let again = wants.windows(2).filter(|pair| pair[0] == pair[1]);
        wrong.extend(again.map(|pair| format!("{} (is told twice)", pair[0])));
    }
    wrong.extend(contradictions(&lines));
    wrong
}

/// What is said not to trigger and then triggers for what happened before; the attacker that is gone and then attacks.
fn contradictions(lines: &[&str]) -> Vec<String> {
    let mut wrong = Vec::new();
    for (i, line) in lines.iter().enumerate() {
        let rest = &lines[i + 1..];
        let never =
            line.strip_prefix("**Not possible:** ").and_then(|said| said.split_once(" does not trigger: it was "));
        if let Some((card, _)) = never {
            let soon = rest.iter().take_while(|line| !line.starts_with("## ")).take(8);
            let triggers = |line: &&&str| line.contains(&format!("{card} triggered when"));
            wrong.extend(soon.filter(triggers).map(|later| format!("{line} (but then: {later})")));
        }
        if line.contains("[replay.attacker-gone]") && rest.first().is_some_and(|next| next.starts_with("Replay: ")) {
            wrong.push(format!("{line} (but then: {})", rest[0]));
        }
    }
    wrong
}

/// Rulings in which something is not told as a judge would: a trigger met twice, what has no phrase.
const NOT_YET: &[&str] = &["P22V", "PA39", "KKV0", "DMZ7", "NGGC", "PA21"];

#[test]
fn no_tale_says_what_a_judge_would_not() {
    let corpus = real_corpus();
    let wrong = on_all_cores(&corpus.list(), |listed| {
        let ruling = right(corpus.ruling(&listed.name));
        let told = |format: &String| {
            let played = right(telling::play(&corpus, &ruling, format));
            let tale = explain::markdown(&right(played.tale(&corpus)));
            // What stands around the story are words of files.
            let story = tale.split_once("\n## ").map_or("", |(_, story)| story);
            let story = story.split("\n## Not told").next().unwrap_or_default();
            let story = story.lines().filter(|line| !line.starts_with("  - ")).collect::<Vec<_>>().join("\n");
            wrong_in(&story).into_iter().map(|wrong| format!("{} {format}: {wrong}", ruling.id)).collect::<Vec<_>>()
        };
        ruling.formats.iter().flat_map(told).collect::<Vec<_>>()
    });
    let wrong = wrong.concat();
    let (known, new): (Vec<&String>, Vec<&String>) =
        wrong.iter().partition(|line| NOT_YET.iter().any(|id| line.starts_with(id)));
    assert!(new.is_empty(), "{} lines:\n{new:#?}", new.len());
    let mended: Vec<_> = NOT_YET.iter().filter(|id| !known.iter().any(|line| line.starts_with(**id))).collect();
    assert!(mended.is_empty(), "told well now: {mended:?}");
}

#[test]
fn what_a_judge_would_not_say_is_found() {
    let wrong = [
        "Sovereignty (mine-back) resolves.",
        "It was destroyed by Dark Hole (Chain Link 1).",
        "Yugi synchro summons Stardust Dragon.",
        "Sangan is destroyed and goes to the banished cards.",
        "Yugi  passes.",
        "Yugi activates a effect.",
        "Yugi passes (box B).\nYugi passes (box B).",
        "Yugi wants to end the turn.\nJoey passes.\nYugi wants to end the turn.",
        "**Not possible:** Sangan does not trigger: it was Tributed, and more.\n**CL1.** Sangan triggered when it was Tributed.",
        "The attack is over. `[replay.attacker-gone]`\nReplay: Yugi lets Sangan attack directly.",
    ];
    for story in wrong {
        assert_eq!(wrong_in(story).len(), 1, "{story}: {:?}", wrong_in(story));
    }
    let right =
        "Yugi wants to end the turn.\n**CL1.** Joey activates Trap Hole (box E).\nYugi still wants to end the turn.";
    assert_eq!(wrong_in(right), Vec::<String>::new());
}
