//! Why triggers were placed where they were, in sentences.

use segoc_engine::Rule;

use super::clause::{Tense, clause, enumerate};
use super::sentences::{Paragraph, Shape, capital};
use super::tale::{Meeting, Placed, Position, Trigger};
use crate::outcome::player_name;

/// Several triggers that reach the same window.
pub(super) fn meet(meeting: &Meeting) -> Vec<Paragraph> {
    let count = match meeting.triggers.len() {
        2 => "Two effects have".to_owned(),
        3 => "Three effects have".to_owned(),
        4 => "Four effects have".to_owned(),
        n => format!("{n} effects have"),
    };
    let text = format!("{count} triggered; what can be used of them goes onto one chain:");
    let mut out = vec![Paragraph::new(Shape::Text, text, [Rule::SegocOneChain])];
    let mut instants: Vec<u32> = meeting.triggers.iter().map(|t| t.instant).collect();
    instants.sort_unstable();
    instants.dedup();
    out.extend(meeting.triggers.iter().map(|t| Paragraph::new(Shape::Bullet, described(t), [])));
    match (instants.len() > 1, meeting.age_matters) {
        (true, true) => out.push(Paragraph::new(
            Shape::Text,
            "They triggered at different moments, and in this format the earlier moment comes first.",
            [Rule::SegocEarlierMomentFirst],
        )),
        (true, false) => out.push(Paragraph::new(
            Shape::Text,
            "They triggered at different moments, which does not matter for the order in this format.",
            [Rule::SegocAgeDoesNotMatter],
        )),
        (false, _) => {}
    }
    out
}

fn described(trigger: &Trigger) -> String {
    let must = if trigger.mandatory { "mandatory" } else { "optional" };
    let name = player_name(trigger.player);
    let who = if trigger.card.name.starts_with(name) { must.to_owned() } else { format!("{name}, {must}") };
    let cause = match &trigger.cause {
        Some(fact) => format!(": {}", clause(fact, Tense::Past, Some(trigger.card.id))),
        None => String::new(),
    };
    format!("{} ({who}){cause}.", trigger.card.name)
}

/// A trigger that is placed, and the rules that placed it there.
pub(super) fn placed(placed: &Placed, card: &str, place: &str) -> (String, Vec<Rule>) {
    let trigger = &placed.trigger;
    let name = player_name(trigger.player);
    if placed.group == Rule::QuickMandatoryAfterTriggers {
        return (format!("{card} must activate now, before anyone may add a fast effect"), vec![placed.group]);
    }
    if !placed.told {
        let when = match &trigger.cause {
            Some(fact) => format!("{card} triggered when {}", clause(fact, Tense::Past, Some(trigger.card.id))),
            None => format!("{card} triggered"),
        };
        let (then, rules) = match (trigger.mandatory, placed.private) {
            (true, _) => ("and must activate".to_owned(), Vec::new()),
            (false, true) => (
                format!("; as a private card it had to wait until {name} has a chance{place}, and he uses it"),
                vec![placed.group],
            ),
            (false, false) => (format!("and {name} uses it"), Vec::new()),
        };
        let gap = if then.starts_with(';') { "" } else { " " };
        return (format!("{when}{gap}{then}"), rules);
    }
    if placed.private {
        let text =
            format!("{name} uses {card}; private cards come after public ones, when their player has a chance{place}");
        return (text, vec![placed.group]);
    }
    let mut rules = Vec::new();
    let group = match placed.group {
        Rule::SegocTurnPlayerMandatory => "the turn player's mandatory effects come first",
        Rule::SegocOpponentMandatory => "after the turn player's come the opponent's mandatory effects",
        Rule::SegocTurnPlayerOptional => "after all mandatory ones come the turn player's optional effects",
        _ => "last come the opponent's optional effects",
    };
    let mut text = match placed.position {
        Position::Later => format!("{card} follows"),
        Position::Only | Position::First => format!("{card} is placed first"),
    };
    if placed.earlier {
        text.push_str(": it triggered at the earlier moment");
        rules.push(Rule::SegocEarlierMomentFirst);
    } else {
        text.push_str(&format!(": {group}"));
        rules.push(placed.group);
    }
    if !placed.instead.is_empty() {
        let mut names: Vec<&str> = placed.instead.iter().map(|c| c.name.as_str()).collect();
        names.dedup();
        text.push_str(&format!(", and {name} chose it before {}", enumerate(&names, "and")));
        rules.push(Rule::SegocPlayerOrdersOwn);
    } else if !trigger.mandatory {
        text.push_str(&format!(", and {name} uses it"));
    }
    (capital(&text), rules)
}
