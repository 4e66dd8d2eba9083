//! Why triggers were placed where they were, in sentences.

use std::cmp::Ordering;

use segoc_engine::Rule;

use super::clause::{Tense, clause, enumerate, moment};
use super::sentences::{Paragraph, Shape, capital};
use super::tale::{Fact, Meeting, Placed, Position, Trigger, What};
use crate::outcome::player_name;

/// Several triggers that reach the same window.
pub(super) fn meet(meeting: &Meeting) -> Vec<Paragraph> {
    let count = match meeting.triggers.len() {
        2 => "Two effects have".to_owned(),
        3 => "Three effects have".to_owned(),
        4 => "Four effects have".to_owned(),
        n => format!("{n} effects have"),
    };
    let mut out = vec![match meeting.called {
        true => {
            let text = format!("{count} to answer this activation, one after the other:");
            Paragraph::new(Shape::Text, text, [Rule::QuickMandatoryAll])
        }
        false => {
            let text = format!("{count} triggered; what can be used of them goes onto one chain:");
            Paragraph::new(Shape::Text, text, [Rule::SegocOneChain])
        }
    }];
    let mut instants: Vec<u32> = meeting.triggers.iter().map(|t| t.instant).collect();
    instants.sort_unstable();
    instants.dedup();
    let moment = |t: &Trigger| instants.iter().position(|at| *at == t.instant).filter(|_| instants.len() > 1);
    out.extend(meeting.triggers.iter().map(|t| Paragraph::new(Shape::Bullet, described(t, moment(t)), [])));
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

fn described(trigger: &Trigger, moment: Option<usize>) -> String {
    let must = if trigger.mandatory { "mandatory" } else { "optional" };
    let name = player_name(trigger.player);
    let who = if trigger.card.name.starts_with(name) { must.to_owned() } else { format!("{name}, {must}") };
    let cause = match &trigger.cause {
        Some(fact) => format!(": {}", clause(fact, Tense::Past, Some(trigger.card.id))),
        None => String::new(),
    };
    let moment = moment.map(|m| format!(", moment {}", m + 1)).unwrap_or_default();
    format!("{} ({who}){moment}{cause}.", trigger.card.name)
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
        if let Some(Fact { what: What::Moment(at), .. }) = &trigger.cause {
            let uses = if trigger.mandatory { format!("{card} must activate") } else { format!("{name} uses {card}") };
            return (format!("{uses} {}", moment(*at)), Vec::new());
        }
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
    let mut names: Vec<&str> = placed.instead.iter().map(|c| c.name.as_str()).collect();
    names.dedup();
    let names = enumerate(&names, "or");
    let first = placed.position == Position::First;
    if !names.is_empty() {
        rules.push(Rule::SegocPlayerOrdersOwn);
    }
    if placed.one_group && placed.age.is_none() && !names.is_empty() {
        let (next, choice) = if first { ("first", "begun with") } else { ("next", "chosen") };
        return (format!("{name} places {card} {next}; he could also have {choice} {names}"), rules);
    }
    let mut text = if first { format!("{card} is placed first") } else { format!("{card} follows") };
    match placed.age {
        Some(age) => {
            text.push_str(if age == Ordering::Less { ": it triggered earlier" } else { ": it triggered later" });
            rules.insert(0, Rule::SegocEarlierMomentFirst);
        }
        None if placed.one_group => {}
        None => {
            text.push_str(group(placed));
            rules.insert(0, placed.group);
        }
    }
    match (names.is_empty(), trigger.mandatory) {
        (true, true) => {}
        (true, false) => text.push_str(&format!("; {name} uses it")),
        (false, _) => text.push_str(&format!(", and {name} chose it over {names}")),
    }
    (capital(&text), rules)
}

/// The place of a trigger's group, as the end of a clause.
fn group(placed: &Placed) -> &'static str {
    match (placed.group, placed.position) {
        (_, Position::Next) => ", of the same group",
        (Rule::SegocTurnPlayerMandatory, _) => ": the turn player's mandatory effects come first",
        (Rule::SegocOpponentMandatory, Position::First) => ": mandatory effects come before all optional ones",
        (Rule::SegocOpponentMandatory, _) => ": next come the opponent's mandatory effects",
        (Rule::SegocTurnPlayerOptional, Position::First) => ": the turn player's effects come before the opponent's",
        (Rule::SegocTurnPlayerOptional, _) => ": after the mandatory effects come the turn player's optional ones",
        (_, Position::First) => ": nothing else was placed before it",
        _ => ": last come the opponent's optional effects",
    }
}
