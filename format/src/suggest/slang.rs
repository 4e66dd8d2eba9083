//! What judges and players say, and which word of the corpus they mean.
//!
//! One table for every vocabulary: of the words a phrase may mean, those are suggested that could stand where it stood.

/// What is said, and what may be meant, the likeliest first.
const MEANT: &[(&[&str], &[&str])] = &[
    // What effects do, what players do, what happens.
    (&["kill", "kills", "killed", "pop", "popped", "die", "dies"], &["destroy", "destroyed"]),
    (&["bounce", "bounced", "return", "returned", "return to the hand"], &["return to hand", "returned to hand"]),
    (
        &["shuffle", "shuffle into deck", "shuffle into the deck", "shuffled into deck", "spin", "spun", "recycle"],
        &["return to deck", "returned to deck"],
    ),
    (&["mill", "milled", "dump", "dumped", "send", "sent", "send to grave"], &["send to gy", "sent to gy"]),
    (&["search", "searched", "tutor", "fetch", "add", "add from deck", "added"], &["add to hand", "added to hand"]),
    (
        &["remove from play", "removed from play", "remove from the game", "rfg", "rfp", "remove", "exile", "exiled"],
        &["banish", "banished"],
    ),
    (&["sacrifice", "sacrificed", "sac", "tributes", "release"], &["tribute", "tributing", "tributed"]),
    (
        &["summon", "summons", "summoned", "summoning"],
        &[
            "normal summon",
            "special summon",
            "normal summons",
            "special summons",
            "normal summoned",
            "special summoned",
            "summoned",
        ],
    ),
    (&["tribute summon", "tribute summons", "advance summons"], &["normal summon", "normal summons"]),
    (&["tribute summoned", "advance summoned"], &["normal summoned"]),
    (
        &["revive", "revives", "revived", "reborn", "reanimate"],
        &["special summon", "special summons", "special summoned"],
    ),
    (
        &["flip", "flips", "flip up", "flipped", "flip face-up", "turn face-up"],
        &["change position", "flip summons", "flip summoned", "turned face-up"],
    ),
    (
        &["flip down", "flip face-down", "turn face-down", "set face-down", "flipped face-down"],
        &["change position", "turned face-down"],
    ),
    (
        &["switch position", "change battle position", "switches position of"],
        &["change position", "changes position of"],
    ),
    (&["steal", "snatch", "control", "gain control", "change control", "stolen"], &["take control", "changed control"]),
    (&["pump", "boost", "increase atk", "gain atk", "lose atk", "decrease atk", "halve atk"], &["change atk"]),
    (&["increase def", "gain def", "lose def", "decrease def"], &["change def"]),
    (&["show", "shown", "look at"], &["reveal", "revealed"]),
    (&["inflict", "inflict damage", "burn", "deal damage", "effect damage"], &["damage", "takes damage"]),
    (&["burned", "damaged", "damage", "loses lp", "lose lp"], &["takes damage", "pay lp", "pays lp"]),
    (&["gain life", "gain life points", "heal", "recover", "gains life", "healed"], &["gain lp", "gains lp"]),
    (&["pay", "pay life", "pay life points", "pays life points", "pays"], &["pay lp", "pays lp", "paying with"]),
    (&["draw a card", "draw cards", "draw card", "drawn", "drew"], &["draw", "draws"]),
    (&["counter", "cancel", "stop", "negates"], &["negate"]),
    (&["negated", "countered"], &["activation negated", "effect negated", "summon negated"]),
    (&["activation", "the activation"], &["that activation", "card activated", "activated"]),
    (&["effect", "the effect"], &["that effect"]),
    (&["add counter", "add counters", "put counter", "place counter"], &["place counters"]),
    (&["take counter", "remove counter"], &["remove counters"]),
    (&["end the battle phase", "end battle phase", "end turn"], &["end", "goes to"]),
    (
        &["play", "plays", "use", "uses", "cast", "casts", "chains", "chain", "responds with", "responds", "triggers"],
        &["activates", "triggers"],
    ),
    (&["attack", "attacks", "declares attack", "declares an attack with"], &["attacks with", "attacks directly with"]),
    (&["attacked", "attacks declared"], &["attack declared"]),
    (&["ends turn", "ends the turn", "ends phase", "enters", "moves to", "phase"], &["goes to"]),
    (&["selects", "select", "picks"], &["chooses"]),
    (
        &["discards", "discarding", "tributing", "banishing", "paying", "costs", "cost", "pays with"],
        &["paying with", "cost"],
    ),
    (&["target", "targeting"], &["targets"]),
    // Checks.
    (&["field", "state", "result", "expect", "final board", "end board"], &["board", "duel"]),
    (&["priority", "response", "respond", "may respond", "fast effect window"], &["window"]),
    (&["segoc", "order", "simultaneous"], &["placing"]),
    (&["events", "event", "timeline"], &["happens"]),
    (&["resolution", "resolving"], &["resolves"]),
    (&["winner", "win", "wins"], &["ends"]),
    (&["cannot activate", "cannot be activated", "missed", "misses timing", "miss the timing"], &["never offered"]),
    (&["legal", "can activate", "allowed"], &["offered"]),
    (&["illegal", "not allowed", "forbidden"], &["not offered", "never offered"]),
    (&["reason", "why", "note", "comment", "explanation"], &["because"]),
    // Players.
    (&["player1", "player 1", "player one", "player a", "p1", "turn player", "tp", "active player"], &["Yugi", "you"]),
    (
        &["player2", "player 2", "player two", "player b", "p2", "non-turn player", "nontp", "ntp", "opponent", "opp"],
        &["Joey", "opponent"],
    ),
    // Zones.
    (&["graveyard", "grave", "cemetery", "discard pile"], &["gy"]),
    (&["life", "life points", "lifepoints", "hp"], &["lp"]),
    (
        &["monster zone", "monster zones", "main monster zone", "mmz", "mz", "monster", "field", "front row"],
        &["monsters", "monster zone", "field"],
    ),
    (
        &["spell and trap zone", "spell & trap zone", "spell/trap zone", "s/t", "st zone", "szone", "spells", "traps"],
        &["spells and traps", "spell and trap zone"],
    ),
    (&["backrow", "back row", "face-down", "facedown", "face down", "facedowns", "sets"], &["set", "spells and traps"]),
    (&["field spell", "field spell zone", "fzone"], &["field zone", "spells and traps"]),
    (&["removed", "banished zone", "banish zone", "banish pile", "exile zone"], &["banished"]),
    (&["library", "main deck", "draw pile", "cards in deck"], &["deck"]),
    (&["extra", "fusion deck", "extra-deck", "ed"], &["extra deck"]),
    (&["cards in hand", "hand cards"], &["hand"]),
    // Phases.
    (&["draw phase", "dp"], &["draw"]),
    (&["standby phase", "sp"], &["standby"]),
    (&["main phase", "main phase 1", "main", "mp", "mp1", "m1", "main1"], &["main 1"]),
    (&["main phase 2", "mp2", "m2", "main2"], &["main 2"]),
    (&["battle phase", "bp"], &["battle"]),
    (&["end phase", "ep"], &["end"]),
    (&["opponent's turn", "the next turn", "end of turn"], &["next turn"]),
    // The head of a ruling.
    (&["title", "name", "situation", "summary"], &["ruling", "title"]),
    (&["ruling text", "verdict", "judgement"], &["answer"]),
    (&["source", "citation", "citations", "reference", "references", "link", "links"], &["sources", "url"]),
    (&["date", "retrieved", "accessed", "updated"], &["as of"]),
    (&["setup", "set-up", "start", "begin", "situation", "initial"], &["duel"]),
    (&["steps", "actions", "moves", "story", "moves made"], &["play"]),
    (&["format"], &["formats"]),
    (&["related", "related rulings"], &["see also"]),
    (&["label", "alias"], &["as"]),
    // Formats.
    (&["modern", "current", "advanced", "today", "tcg advanced"], &["tcg"]),
    (&["japan", "asia", "master duel"], &["ocg"]),
    (&["goat format", "2005", "april 2005", "goats"], &["goat"]),
    (&["edison format", "2010", "march 2010"], &["edison"]),
];

/// What the vocabulary has no word for, and what comes nearest.
const MISSING: &[(&[&str], &str)] = &[
    (&["excavate", "excavates", "excavated"], "cards are not excavated; the closest is `reveal`"),
    (&["detach", "attach", "overlay", "xyz materials"], "Xyz Monsters have no materials here; leave that part out"),
    (
        &["skip", "skip draw phase", "skip phase", "skip battle phase", "skip turn", "skip your draw phase"],
        "phases are not skipped; the closest is `apply` with a modifier that forbids something",
    ),
    (
        &["coin", "toss coin", "coin toss", "flip a coin", "roll", "dice", "roll a die"],
        "nothing is left to coins or dice",
    ),
    (&["pendulum", "pendulum summon", "pendulum summons", "scale", "pendulum zone"], "there are no Pendulum Summons"),
    (&["pass", "passes"], "nobody has to pass: whoever does nothing in the story passes"),
    (&["hat", "tengu", "genesys", "speed duel", "rush duel"], "there is no such format yet"),
    (&["copy", "copies", "copy effect", "gain effect"], "effects are not copied"),
    (&["win", "win the duel"], "no effect wins the duel; a check can say how it `ends`"),
];

/// The words a phrase may mean, of those there are.
pub(super) fn meant<'w>(phrase: &str, among: &[&'w str]) -> Vec<&'w str> {
    let phrase = plain(phrase);
    let mut found: Vec<&'w str> = Vec::new();
    let rows = MEANT.iter().filter(|(said, _)| said.contains(&phrase.as_str()));
    for word in rows.flat_map(|(_, words)| *words) {
        if let Some(there) = among.iter().find(|there| *there == word)
            && !found.contains(there)
        {
            found.push(there);
        }
    }
    // Long words for short ones inside a phrase: "sent to the Graveyard".
    if found.is_empty() {
        let mut short = phrase.clone();
        for (long, word) in
            [("the ", ""), ("graveyard", "gy"), ("life points", "lp"), ("removed from play", "banished"), (" zone", "")]
        {
            short = short.replace(long, word);
        }
        found.extend(among.iter().copied().filter(|there| short != phrase && *there == short));
    }
    found
}

/// What to say of a notion the vocabulary has no word for.
pub(super) fn missing(phrase: &str) -> Option<&'static str> {
    let phrase = plain(phrase);
    MISSING.iter().find(|(said, _)| said.contains(&phrase.as_str())).map(|(_, advice)| *advice)
}

/// Lower-case, with single blanks.
fn plain(phrase: &str) -> String {
    let words: Vec<String> = phrase.split([' ', '_']).filter(|word| !word.is_empty()).map(str::to_lowercase).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use segoc_engine::def::{CauseWord, Phase, Place};

    use super::*;
    use crate::spec::Vocabulary;
    use segoc_protocol::{CardEvent, PlayerEvent};

    #[test]
    fn what_is_said_is_plain_and_stands_once_in_a_row() {
        for said in MEANT.iter().map(|(said, _)| said).chain(MISSING.iter().map(|(said, _)| said)) {
            let different: HashSet<&&str> = said.iter().collect();
            assert_eq!(different.len(), said.len(), "{said:?}");
            assert!(said.iter().all(|phrase| plain(phrase) == **phrase), "{said:?}");
        }
    }

    #[test]
    fn what_is_meant_are_words_of_the_specification() {
        let specification = include_str!("../../../corpus/README.md");
        for word in MEANT.iter().flat_map(|(_, words)| *words) {
            let written = ["`{}`", "{}: ", "{}, ", "{}]"].map(|text| text.replace("{}", word));
            assert!(written.iter().any(|text| specification.contains(text)), "{word}");
        }
    }

    #[test]
    fn words_are_found_where_they_can_stand() {
        fn words<T: Vocabulary>() -> Vec<&'static str> {
            T::every().iter().map(|word| word.spelling()).collect()
        }
        for (phrase, among, expected) in [
            ("Graveyard", words::<Place>(), "gy"),
            ("sent to the Graveyard", words::<CauseWord>(), "sent to gy"),
            ("removed from play", words::<CardEvent>(), "banished"),
            ("healed", words::<PlayerEvent>(), "gains lp"),
            ("Battle Phase", words::<Phase>(), "battle"),
            ("MP1", words::<Phase>(), "main 1"),
        ] {
            assert_eq!(meant(phrase, &among).first(), Some(&expected), "{phrase}");
        }
        assert!(meant("graveyard", &["hand"]).is_empty());
    }
}
