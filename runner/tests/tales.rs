//! Every ruling is told in every format, and no tale says what a judge would not.

#![allow(clippy::expect_used, clippy::panic)]

#[path = "../../cli/tests/common/fixtures.rs"]
mod fixtures;

use fixtures::{real_corpus, right};
use segoc_format::corpus::Corpus;
use segoc_format::parallel::on_all_cores;
use segoc_format::ruling::Ruling;
use segoc_protocol::Rule;
use segoc_runner::explain::{self, Kind};
use segoc_runner::telling;

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
    ("there is nothing it can do", "what is not possible is said: links.rs"),
    ("applies from now on", "what applies is said in words: links.rs"),
    ("an effect that applies now forbids it", "what forbids it is named: reasons.rs"),
    ("then instead", "what is done instead of what is said"),
    ("does not negate the summon.", "nobody negates their own Summon, others let it go through"),
    ("declared monsters", "what was declared is said"),
    ("counts as tuner", "a monster is treated as a Tuner"),
    ("summoned (special", "how a monster is Summoned stands in the clause"),
    ("summoned (ritual", "how a monster is Summoned stands in the clause"),
    (" summon summon ", "a word is said once"),
    (" summon summon.", "a word is said once"),
    (" or .", "a clause is empty"),
    ("in the gy of ", "a place is somebody's own"),
    ("until the always", "what holds for ever has no end"),
    ("until the end of next turn", "the next turn"),
    ("that that card", "a card that is not known yet has no name"),
    (" of that card cards", "a card that is not known yet has no name"),
    ("1 card that are", "one card is"),
    ("neither player can activate traps and neither", "what is forbidden alike is said together"),
    ("changes battle position", "the position is said"),
    ("changed battle position", "the position is said"),
    ("changes by", "a value increases or decreases"),
    (" of becomes", "a clause is empty"),
    ("took damage", "the amount is said"),
    ("took battle damage", "the amount is said"),
    ("in response to that ", "a fact is answered"),
    ("its text or the game asks for is not so", "what is not so is said: reasons.rs"),
    ("by a chain already, or both", "which of the two it was is said: reasons.rs"),
    ("attacked or changed its position this turn", "which of them it did is said: reasons.rs"),
    ("its effect is not one of those", "why it cannot be used in the Damage Step is said: reasons.rs"),
    ("not in its place before", "the place is said: reasons.rs"),
    ("so it is not possible that", "what forbids it is enough: links.rs"),
    ("with the name of added", "a name that a file gives is a card's: bans.rs"),
    ("its effect applies to", "what changes is said: english/phrases.md"),
    ("(0 before) and is now level", "what has no Level gets none: values.rs"),
    ("is now level 0", "what has no Level gets none: values.rs"),
    (" negated by itself", "what negates an effect is another card"),
    ("this card battles", "a card that was named is called “it”"),
    ("it is not so that this turn", "what must not have happened is said plainly: english/mod.rs"),
    ("triggers was decided when that happened", "what it waits for is said: whys.md"),
    ("what the text asks for on activation need", "what is asked for is said: whys.md"),
    ("an effect that applies makes something else", "which effect it is is said: whys.md"),
    ("a continuous effect that would apply here is negated", "which effect it is is said: whys.md"),
    ("cannot move on without doing more", "what must be done is said: windows.rs"),
    ("a xyz monster", "an Xyz Monster"),
    ("those cards is", "cards that are known are named: written.rs"),
    ("attacker or its target is gone", "which of them is gone is said: whys.rs"),
    ("on the field from the top of the deck", "as many cards as there are others: english/mod.rs"),
    ("of its target cannot", "that there was nothing to target is said: links.rs"),
    ("a card went elsewhere than the effect would put it", "which card and why is said: fillings.rs"),
    ("summoned by synchro summon is", "how a monster is Summoned stands in the clause"),
    ("the effects of that card are negated", "cards that are known are named: written.rs"),
    ("that card can attack", "cards that are known are named: written.rs"),
    ("among that card", "cards that are known are named: written.rs"),
    ("that is co-linked", "an adjective stands before its noun: english/groups.rs"),
    ("which is destroyed is the cost", "what makes room is no cost: fillings.rs"),
    ("are destroyed and goes", "a verb agrees with its cards"),
    ("non-token or", "each kind that is not asked for has its own “non-”: english/groups.rs"),
    ("monster tribute summon summoned", "how a monster was Summoned is said once: english/groups.rs"),
    (" 1 tributes", "one Tribute: english/mod.rs"),
    (" the target are ", "several targets are targets: english/mod.rs"),
    ("by card effects by ", "by what something is done is said once: english/mod.rs"),
    (" of yugi among it ", "one card that is known is no group: english/groups.rs"),
    (" of joey among it ", "one card that is known is no group: english/groups.rs"),
    ("number of times this turn that", "cards are counted: english/phrases.md"),
    (" a add ", "what an effect includes is said in words: english/phrases.md"),
    ("attacked by the effects", "attacks are no effects: english/mod.rs"),
    ("it is not where this effect is used", "why the card has no such effect is said: reasons.md"),
    ("what it would do is not possible", "what has happened is said: links.rs"),
    ("a continuous effect that would apply here", "which effect is negated is said: seen.rs"),
    ("a face-up card of its name", "which card that is is said: room.rs"),
    ("the summoned monster", "a monster that is known has a name: written.rs"),
    ("the turn, yugi wins the duel", "who wins has won: english/mod.rs"),
    ("the turn, joey wins the duel", "who wins has won: english/mod.rs"),
    ("no free monster zone to which it could go", "which monster and whose zones is said: fillings.rs"),
    ("such a monster may go", "which monsters are meant is said: whys.md"),
    ("what it answers was part of", "what is answered is said: whys.md"),
    (" lp, cannot be paid", "how many LP there are is said: reasons.rs"),
    ("the level of that card", "a card that is known has a name: written.rs"),
    ("cannot become double", "of which cards it cannot be done is said: english/denial.rs"),
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
    if let Some(why) = told_badly(line) {
        return Some(why.into());
    }
    // A label or an effect id of a file: words of small letters with a hyphen, in brackets.
    let mut in_brackets = line.split('(').skip(1).filter_map(|rest| rest.split_once(')')).map(|(inner, _)| inner);
    let is_id = |inner: &str| inner.contains('-') && inner.chars().all(|c| c.is_ascii_lowercase() || c == '-');
    if let Some(id) = in_brackets.find(|inner| is_id(inner)) {
        return Some(format!("“{id}” is a word of a file"));
    }
    line.trim_start().contains("  ").then(|| "there are two spaces".into())
}

/// What is wrong with a sentence about a link or a trigger.
fn told_badly(line: &str) -> Option<&'static str> {
    const LONGEST: usize = 90;
    let (_, link) = line.split_once(".** ").unwrap_or(("", line));
    let of_itself = |by: &str| {
        let of = |(card, rest): (&str, &str)| rest.strip_prefix(card).is_some_and(|rest| !rest.starts_with(" and "));
        link.split_once(by).is_some_and(of)
    };
    if of_itself(" resolves, but its effect is negated by ") {
        return Some("what negates an effect is another card");
    }
    if of_itself(" resolves without effect: ") {
        return Some("a card that was named is called “it”");
    }
    let left = line.split(" left to be done in this phase, ").filter_map(|before| Some(before.rsplit_once("as ")?.1));
    let left: Vec<&str> = left.collect();
    if line.matches(" left to be done in this phase, ").count() > 1 && left.windows(2).any(|pair| pair[0] == pair[1]) {
        return Some("who left something to be done is said once");
    }
    if line.split(['“', '”']).skip(1).step_by(2).any(|name| {
        name.split_once(" or ").is_some_and(|(_, or)| or.starts_with(char::is_uppercase))
            && name != "Double or Nothing!"
    }) {
        return Some("every name has its quotes");
    }
    if link.split_once(". Cost: ").is_some_and(|(_, rest)| rest.contains(", in response to ")) {
        return Some("what is answered stands before the cost");
    }
    const UNTIL: &str = "until the end of the turn, ";
    let lower = line.to_lowercase();
    let clauses: Vec<&str> = lower.split("; ").collect();
    if clauses.windows(2).any(|pair| pair[0].contains(UNTIL) && pair[1].starts_with(UNTIL)) {
        return Some("until when something holds is said once");
    }
    if line.contains("no replay of the attack of ") && !line.contains(": no ") && !line.contains(": the ") {
        return Some("why there is no replay is said");
    }
    if line.starts_with("**Not possible:** ") {
        if line.contains("`[speed.1-only-starts]`") && !line.contains("Spell Speed 1") {
            return Some("every rule on which a refusal rests is said in words");
        }
        if line.contains(" misses the timing: ") && !line.contains("“when") {
            return Some("that a “when” effect misses the timing is said");
        }
    }
    if line.ends_with("without a replay. `[replay.attacker-gone]`") {
        return Some("what became of the attacker is said");
    }
    let sentences = line.split(". ").map(|sentence| sentence.split_whitespace().count());
    sentences.max().is_some_and(|words| words > LONGEST).then_some("a sentence is too long")
}

/// The ATK with which monsters battle is the one they were last said to have.
fn other_values(lines: &[&str]) -> Vec<String> {
    let mut last: Vec<(&str, &str)> = Vec::new();
    let mut wrong = Vec::new();
    for line in lines {
        if line.starts_with('#') || line.contains(" is over") {
            last.clear();
        }
        for said in line.trim_start_matches("- ").trim_start_matches("At the same time: ").split("; ") {
            last.extend(said.split_once(" now has ATK ").map(|(card, atk)| (card, first_number(atk))));
        }
        let Some((battle, _)) = line.split_once(" battle: ") else { continue };
        for fighter in battle.split(" and ") {
            let Some((card, atk)) = fighter.split_once(" (ATK ") else { continue };
            let said = last.iter().rev().find(|(other, _)| *other == card);
            if said.is_some_and(|(_, said)| *said != first_number(atk)) {
                wrong.push(format!("{line} (it was said to have another ATK)"));
            }
        }
    }
    wrong
}

fn first_number(text: &str) -> &str {
    text.split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default()
}

/// What is wrong with a story, line by line and from one line to the next.
fn wrong_in(story: &str) -> Vec<String> {
    let lines: Vec<&str> = story.lines().filter(|line| !line.is_empty()).collect();
    let mut wrong: Vec<String> =
        lines.iter().filter_map(|line| Some(format!("{line} ({})", wrong_with(line)?))).collect();
    // What is only moved on from needs no reason but the chart's.
    let under = |pair: &&[&str]| {
        pair[0].contains(" wants to ") && pair[1].starts_with("*Why:* ") && !pair[1].contains("[chart.")
    };
    wrong.extend(
        lines.windows(2).filter(under).map(|pair| format!("{} (stands under what it does not explain)", pair[1])),
    );
    // Why nothing is done is said before it is told that nobody does anything; and what does not trigger, before the players pass.
    let passes = |line: &str| line.contains(" pass (") || line.contains(" passes (") || line.starts_with("Nobody acts");
    let late = |pair: &&[&str]| {
        let trigger = pair[1].contains(" does not trigger: ") && pair[0].ends_with(" pass (boxes B and C).");
        passes(pair[0]) && (pair[1].starts_with("*Why:* ") || trigger)
    };
    wrong.extend(
        lines
            .windows(2)
            .filter(late)
            .map(|pair| format!("{} (stands after the pass before which it is decided)", pair[1])),
    );
    // Who passes in box E may have to do so again, if nothing comes of what was left for the phase.
    let twice = lines.windows(2).filter(|pair| pair[0] == pair[1] && !pair[0].contains(" passes (box E)"));
    wrong.extend(twice.map(|pair| format!("{} (is told twice)", pair[0])));
    // A phase begins with a heading; within it nobody wants the same again without saying so.
    for phase in story.split("\n## ") {
        let mut wants: Vec<&str> = phase.lines().filter(|line| line.contains(" wants to ")).collect();
        wants.retain(|line| !line.contains(" still wants to "));
        let again = wants.windows(2).filter(|pair| pair[0] == pair[1]);
        wrong.extend(again.map(|pair| format!("{} (is told twice)", pair[0])));
    }
    wrong.extend(contradictions(&lines));
    wrong.extend(wrong_whys(&lines));
    wrong.extend(other_values(&lines));
    // What becomes of a card in a phase that an effect ends is told before the next phase begins.
    let cut = lines.windows(2).filter(|pair| pair[0].starts_with("## ") && pair[1].contains(" resolves"));
    wrong.extend(cut.map(|pair| format!("{} (resolves in the phase before)", pair[1])));
    // Nothing happens between the last pass and the first link that resolves.
    let stray = |trio: &&[&str]| {
        let first = trio[0].ends_with("pass (box D).") || trio[0].starts_with("| CL1");
        first && trio[1].ends_with(" destroyed.") && trio[2].starts_with("**CL") && trio[2].ends_with(" resolves.")
    };
    wrong.extend(lines.windows(3).filter(stray).map(|trio| format!("{} (is done by the link)", trio[1])));
    // A link that does something says what.
    let silent = |line: &str| line.starts_with("**CL") && line.ends_with(" resolves.");
    let idle = lines.windows(2).filter(|pair| silent(pair[0]) && !pair[1].starts_with("- "));
    wrong.extend(idle.map(|pair| format!("{} (and what does it do?)", pair[0])));
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
        if line.contains("so it cannot stay a monster")
            && !rest.iter().chain(&lines[..i]).any(|other| {
                other.contains("spells and traps: ")
                    || other.contains("Spell & Trap Zone")
                    || other.contains(" destroyed")
                    || other.contains(" sent to the GY")
            })
        {
            wrong.push(format!("{line} (but it stays where it is)"));
        }
        if line.contains("[replay.attacker-gone]") && rest.first().is_some_and(|next| next.starts_with("Replay: ")) {
            wrong.push(format!("{line} (but then: {})", rest[0]));
        }
    }
    wrong
}

/// Reasons that what is told beside them denies.
fn wrong_whys(lines: &[&str]) -> Vec<String> {
    let mut wrong = Vec::new();
    for (i, line) in lines.iter().enumerate() {
        let (before, after) = (&lines[..i], &lines[i + 1..]);
        let resolves = |line: &&&str| line.starts_with("**CL") && line.contains(" resolves");
        let link = before.iter().rev().find(resolves);
        let bullets = before.iter().rev().take_while(|line| !line.starts_with("**CL"));
        let does_something = || bullets.clone().any(|line| line.starts_with("- "));
        if line.contains("The effect was CL1, ") && link.is_some_and(|link| !link.starts_with("**CL1.**")) {
            wrong.push(format!("{line} (but it was another link)"));
        }
        if line.contains("one of them cannot be done, so neither is") && does_something() {
            wrong.push(format!("{line} (but something was done)"));
        }
        if line.contains("activates although it will do nothing") {
            let activation = before.iter().rev().find(|line| line.starts_with("**CL"));
            let card = activation.and_then(|line| line.split_once(".** ")).map(|(_, rest)| rest);
            let resolved = after.iter().position(|line| {
                let (_, rest) = line.split_once(".** ").unwrap_or_default();
                line.starts_with("**CL")
                    && rest.strip_suffix(" resolves.").is_some_and(|own| card.is_some_and(|card| card.starts_with(own)))
            });
            if resolved.is_some_and(|at| after.get(at + 1).is_some_and(|next| next.starts_with("- "))) {
                wrong.push(format!("{line} (but it does something)"));
            }
        }
        if let Some((_, first)) = line.split_once("and CL1 is ")
            && !first.contains("(CL1)")
        {
            wrong.push(format!("{line} (that is another link)"));
        }
        if let Some((control, _)) = line.split_once(" does not go back to ") {
            let goes = format!("{control} goes to ");
            let phase = before.iter().rev().take_while(|line| !line.starts_with("## "));
            if phase.into_iter().any(|line| line.starts_with(&goes)) {
                wrong.push(format!("{line} (but it did)"));
            }
        }
        // What is said twice in one line says nothing the second time.
        let sentences: Vec<String> =
            line.split(". ").map(|sentence| sentence.trim_end_matches('.').to_lowercase()).collect();
        let of_words = |sentence: &&String| sentence.split_whitespace().count() > 3;
        let twice = sentences
            .windows(2)
            .any(|pair| of_words(&&pair[0]) && pair[0].ends_with(pair[1].as_str()) && of_words(&&pair[1]));
        if twice {
            wrong.push(format!("{line} (a sentence is said twice)"));
        }
    }
    wrong
}

/// The story of a ruling in a format, without what stands around it, which are words of files; and the rules that decided something.
fn told<'f>(corpus: &Corpus, ruling: &Ruling, format: &'f String) -> (&'f String, String, Vec<Rule>) {
    let played = right(telling::play_alone(corpus, ruling, format));
    let tale = explain::markdown(&right(played.tale(corpus)));
    let story = tale.split_once("\n## The board\n").map_or("", |(_, story)| story);
    let story = match story.split_once(&format!("\n{SAID}\n")) {
        Some((_, rest)) => rest.split_once("\n## ").map_or("", |(_, story)| story),
        None => story,
    };
    let story = format!("## {story}");
    let story = story.split("\n## Not told").next().unwrap_or_default();
    let story = story.lines().filter(|line| !line.starts_with("  - ")).collect::<Vec<_>>().join("\n");
    (format, story, played.decided().collect())
}

/// What stands above what the cards say.
const SAID: &str = "## What the cards used here say";

/// Of so many in a hundred effects that are activated it is said before the story what they do.
const SAID_OF_A_HUNDRED: usize = 95;

#[test]
fn what_is_activated_is_said_before_the_story() {
    let corpus = real_corpus();
    let counted = on_all_cores(&corpus.list(), |listed| {
        let ruling = right(corpus.ruling(&listed.name));
        let Some(format) = ruling.formats.first() else { return (0, 0, Vec::new()) };
        let played = right(telling::play_alone(&corpus, &ruling, format));
        let tale = right(played.tale(&corpus));
        let (said, effects) = (explain::markdown(&tale), tale.effects());
        let lines = said.split_once(SAID).map_or("", |(_, rest)| rest.split("\n## ").next().unwrap_or_default());
        let rough = lines.lines().filter(|line| line.contains('`') || line.contains("  ") || line.contains(": ."));
        let rough = rough.map(|line| format!("{}: {line}", ruling.id)).collect::<Vec<_>>();
        let activated = tale.steps().iter().filter(|step| step.kind == Kind::Activation);
        let cards: Vec<&String> = activated.filter_map(|step| step.cards.first()).collect();
        let is_said = |card: &&&String| effects.iter().any(|(name, _)| card.contains(name));
        (cards.len(), cards.iter().filter(is_said).count(), rough)
    });
    let all: usize = counted.iter().map(|(all, ..)| all).sum();
    let said: usize = counted.iter().map(|(_, said, _)| said).sum();
    assert!(said * 100 >= all * SAID_OF_A_HUNDRED, "{said} of {all}");
    let rough: Vec<&String> = counted.iter().flat_map(|(.., rough)| rough).collect();
    assert!(rough.is_empty(), "{rough:#?}");
}

#[test]
fn no_tale_says_what_a_judge_would_not() {
    let corpus = real_corpus();
    let wrong = on_all_cores(&corpus.list(), |listed| {
        let ruling = right(corpus.ruling(&listed.name));
        let told: Vec<(&String, String, Vec<Rule>)> =
            ruling.formats.iter().map(|format| told(&corpus, &ruling, format)).collect();
        // Of the groups of triggers only what decided their order is named.
        let own: Vec<Rule> = ruling.rules.iter().map(|rule| rule.value).collect();
        let own = own.into_iter().filter(|rule| !rule.word().starts_with("segoc."));
        let names = |story: &str, rule: Rule| story.contains(&format!("`[{rule}]`"));
        let mut unsaid = Vec::new();
        for rule in own {
            let entry = right(corpus.rules()).get(rule);
            let holds = |format: &str| entry.is_some_and(|entry| entry.formats.iter().any(|other| other == format));
            let here: Vec<_> = told.iter().filter(|(format, ..)| holds(format)).collect();
            // A rule may decide in some of the formats only, but then it is named there.
            let silent = here.iter().filter(|(_, story, decided)| !names(story, rule) && decided.contains(&rule));
            unsaid.extend(
                silent.map(|(format, ..)| format!("{} {format}: {rule} is not named where it decides", ruling.id)),
            );
            if !here.is_empty() && !here.iter().any(|(_, story, _)| names(story, rule)) {
                unsaid.push(format!("{}: {rule} is named in no format", ruling.id));
            }
        }
        let id = &ruling.id;
        let wrong = told.iter().flat_map(|(format, story, _)| {
            wrong_in(story).into_iter().map(move |wrong| format!("{id} {format}: {wrong}"))
        });
        wrong.chain(unsaid).collect::<Vec<_>>()
    });
    let wrong: Vec<String> = wrong.concat();
    assert!(wrong.is_empty(), "{} lines:\n{wrong:#?}", wrong.len());
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
        "**CL1.** Cyber Jar resolves, but its effect is negated by Cyber Jar.",
        "**CL1.** Supply Squad resolves without effect: Supply Squad was destroyed.",
        "**CL2.** Decider must activate. Cost: Tributing Decider, in response to Sangan (CL1).",
        "- Until the end of the turn, Joey cannot draw; until the end of the turn, Joey takes no damage.",
        "- Honest now has ATK 4000 (1500 before).\nHonest (ATK 1500) and Kuriboh (ATK 300) battle: nobody takes damage.",
        "## Yugi's turn, Battle Phase\n**CL1.** Grand Horn of Heaven resolves, but its effect is negated.",
        "**CL1.** Engraver of the Mark resolves.\nYugi passes (box B).",
        "- Sangan changes battle position.",
        "Yugi wants to end the turn (box A).\n*Why:* Equipped to another monster it is an Equip Spell. `[value.equipped-is-no-monster]`",
        "**CL1.** Raigeki Break resolves without effect: Sangan cannot be destroyed, so it is not possible that Sangan is destroyed.",
        "- Its effect applies to Sangan.",
        "**Not possible:** Yugi cannot activate Honest here (box B): it can be used only if this card battles.",
        "**Not possible:** There is no replay of the attack of Sangan.",
        "The attack of Sangan is over, without a replay. `[replay.attacker-gone]`",
        "**Not possible:** Yugi cannot activate Morningstar here (box A): the number of monsters on the field from the top of the Deck cannot be sent to the GY.",
        "**CL1.** Gaia resolves without effect: the ATK of its target cannot become half.",
        "*Why:* A card went elsewhere than the effect would put it, so what needs that is not done.",
        "- Until the end of the turn, that card can attack twice in each Battle Phase.",
        "- At the same time: as Cynet Backdoor left to be done in this phase, Cliant returns; as Cynet Backdoor left to be done in this phase, it can attack directly.",
        "- 1 “Photon or Galaxy” card in Joey's Deck is added to the hand.",
        "Joey, then Yugi pass (box D).\nKuriboh is destroyed.\n**CL1.** Possessed Dark Soul resolves.\n- Control of Sangan goes to Yugi.",
        "*Why:* Its effect as a Trap is negated, so it cannot stay a monster.",
        "**CL2.** Accel Synchron resolves.\n- Sangan is destroyed.\n*Why:* The effect was CL1, so the Summon that follows it can be negated.",
        "**CL1.** Creature Swap resolves.\n- Control of Sangan goes to Yugi.\n*Why:* Its parts are joined by “and”: one of them cannot be done, so neither is.",
        "**CL1.** Elginero triggered when it was Tributed, and must activate.\n*Why:* It is mandatory, so it activates although it will do nothing.\n**CL1.** Elginero resolves.\n- Yugi draws a card (Kuriboh).",
        "**Not possible:** Joey cannot activate Horn of Heaven here (box D): only CL1 can negate a Summon, and CL1 is Seven Tools of the Bandit (CL2).",
        "Control of Sangan goes to Joey.\nControl of Sangan does not go back to Joey.",
        "**Not possible:** Joey cannot activate Sangan here (box E): by Vanity's Emptiness, neither player can Special Summon. By Vanity's Emptiness, neither player can Special Summon.",
        "**Not possible:** Joey cannot activate Krystal Dragon here (box D): an effect that is used during a phase starts a chain of its own. `[phase.effects-one-by-one]` `[speed.1-only-starts]`",
        "**Not possible:** Peten misses the timing: it was destroyed, but that is no longer the last thing that happened. `[timing.missed]`",
        "Joey passes (box E).\n*Why:* Cosmic Blazar Dragon was sent to the GY, so what was left for later is not done to it. `[later.tied-to-the-card]`",
        "Yugi, then Joey pass (boxes B and C).\n**Not possible:** Sangan does not trigger: it was discarded.",
        "**Not possible:** Yugi cannot activate Premature Burial here (box A): its cost, that Yugi pays 800 LP, cannot be paid. `[cost.unpayable]`",
        "*Why:* There is no free Monster Zone to which it could go. `[upkeep.no-zone-no-control]`",
        "*Why:* Replacing Geartown, which is destroyed is the cost, and comes before the effect.",
    ];
    for story in wrong {
        assert_eq!(wrong_in(story).len(), 1, "{story}: {:?}", wrong_in(story));
    }
    let right =
        "Yugi wants to end the turn.\n**CL1.** Joey activates Trap Hole (box E).\nYugi still wants to end the turn.";
    assert_eq!(wrong_in(right), Vec::<String>::new());
}
