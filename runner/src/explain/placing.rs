//! Why triggers were placed where they were, in sentences.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use segoc_protocol::{Happened, Rule};

use super::clause::{Tense, enumerate, moment};
use super::sentences::{Paragraph, Shape, Told, capital};
use super::tale::{Fact, Placed, Position, Trigger};

impl Told<'_> {
    /// Several triggers that reach the same window.
    pub(super) fn meet(&self, triggers: &[Trigger<'_>]) -> Vec<Paragraph> {
        let count = match triggers.len() {
            2 => "Two effects have".to_owned(),
            3 => "Three effects have".to_owned(),
            4 => "Four effects have".to_owned(),
            n => format!("{n} effects have"),
        };
        let calls = |cause: &Fact<'_>| matches!(cause.event.what, Happened::Activated { .. });
        let (text, rule) = match triggers.iter().all(|t| t.mandatory && t.cause.as_ref().is_some_and(calls)) {
            true => (format!("{count} to answer this activation, one after the other:"), Rule::QuickMandatoryAll),
            false => (format!("{count} triggered; what can be used of them goes onto one chain:"), Rule::SegocOneChain),
        };
        let mut out = vec![Paragraph::new(Shape::Text, text, [rule])];
        let instants: BTreeSet<u32> = triggers.iter().filter_map(Trigger::at).collect();
        let several = instants.len() > 1;
        let moment = |trigger: &Trigger<'_>| instants.iter().position(|at| Some(*at) == trigger.at() && several);
        let bullet = |trigger| Paragraph::new(Shape::Bullet, self.described(trigger, moment(trigger)), []);
        out.extend(triggers.iter().map(bullet));
        out.extend(self.tale.setting.earlier_moment_first.filter(|_| several).map(|matters| {
            let (text, rule) = match matters {
                true => ("and in this format the earlier moment comes first", Rule::SegocEarlierMomentFirst),
                false => ("which does not matter for the order in this format", Rule::SegocAgeDoesNotMatter),
            };
            Paragraph::new(Shape::Text, format!("They triggered at different moments, {text}."), [rule])
        }));
        out
    }

    fn described(&self, trigger: &Trigger<'_>, moment: Option<usize>) -> String {
        let must = if trigger.mandatory { "mandatory" } else { "optional" };
        let (name, player) = (self.name(trigger.card), trigger.player);
        let who = if name.starts_with(player.word()) { must.to_owned() } else { format!("{player}, {must}") };
        let cause = trigger.cause.as_ref().map(|fact| self.clause(fact, Tense::Past, Some(trigger.card)));
        let cause = cause.map(|cause| format!(": {cause}")).unwrap_or_default();
        let moment = moment.map(|m| format!(", moment {}", m + 1)).unwrap_or_default();
        format!("{name} ({who}){moment}{cause}.")
    }

    /// A trigger that is placed, and the rules that placed it there.
    pub(super) fn placed(&self, placed: &Placed<'_>, place: &str) -> (String, Vec<Rule>) {
        let trigger = &placed.trigger;
        let (card, player) = (self.name(trigger.card), trigger.player);
        let group = || placed.group.into_iter().collect::<Vec<_>>();
        if placed.group == Some(Rule::QuickMandatoryAfterTriggers) {
            return (format!("{card} must activate now, before anyone may add a fast effect"), group());
        }
        if !placed.told {
            return self.placed_alone(placed, &card, place);
        }
        if placed.private {
            let why = "private cards come after public ones, when their player has a chance";
            return (format!("{player} uses {card}; {why}{place}"), group());
        }
        let mut rules = Vec::new();
        let mut names: Vec<String> = placed.instead.iter().map(|&card| self.name(card)).collect();
        names.dedup();
        let names = enumerate(&names, "or");
        let first = placed.position == Position::First;
        if !names.is_empty() {
            rules.push(Rule::SegocPlayerOrdersOwn);
        }
        if placed.one_group && placed.age.is_none() && !names.is_empty() {
            let (next, choice) = if first { ("first", "begun with") } else { ("next", "chosen") };
            return (format!("{player} places {card} {next}; they could also have {choice} {names}"), rules);
        }
        let mut text = if first { format!("{card} is placed first") } else { format!("{card} follows") };
        match placed.age {
            Some(age) => {
                text.push_str(if age == Ordering::Less { ": it triggered earlier" } else { ": it triggered later" });
                rules.insert(0, Rule::SegocEarlierMomentFirst);
            }
            None if placed.one_group => {}
            None => {
                text.push_str(placed.group.map_or("", |group| of_group(group, placed.position)));
                rules.splice(0..0, placed.group);
            }
        }
        match (names.is_empty(), trigger.mandatory) {
            (true, true) => {}
            (true, false) => text.push_str(&format!("; {player} uses it")),
            (false, _) => text.push_str(&format!(", and {player} chose it over {names}")),
        }
        (capital(&text), rules)
    }

    /// A trigger of which nothing was told yet.
    fn placed_alone(&self, placed: &Placed<'_>, card: &str, place: &str) -> (String, Vec<Rule>) {
        let trigger = &placed.trigger;
        let player = trigger.player;
        let cause = trigger.cause.as_ref();
        if let Some(Happened::Moment { moment: at }) = cause.map(|fact| &fact.event.what) {
            let uses =
                if trigger.mandatory { format!("{card} must activate") } else { format!("{player} uses {card}") };
            return (format!("{uses} {}", moment(*at)), Vec::new());
        }
        let cause = cause.map(|fact| format!(" when {}", self.clause(fact, Tense::Past, Some(trigger.card))));
        let when = format!("{card} triggered{}", cause.unwrap_or_default());
        match (trigger.mandatory, placed.private) {
            (true, _) => (format!("{when} and must activate"), Vec::new()),
            (false, true) => {
                let wait = format!("as a private card it had to wait until {player} has a chance{place}");
                (format!("{when}; {wait}, and they use it"), placed.group.into_iter().collect())
            }
            (false, false) => (format!("{when} and {player} uses it"), Vec::new()),
        }
    }
}

/// The place of a trigger's group, as the end of a clause.
fn of_group(group: Rule, position: Position) -> &'static str {
    match (group, position) {
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
