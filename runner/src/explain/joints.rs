//! How the parts of an effect hang together: what stands after a conjunction, whether it was done, and whether what stands before it was.

use std::collections::BTreeSet;

use segoc_protocol::{Cause, Event, Happened, LinkOutcome, Rule};
use serde_json::Value;

use super::clause::{Tense, enumerate};
use super::teller::Teller;
use super::whys::About;
use super::written::found;
use crate::transcript::Link;

/// The conjunctions as card files write them, with the rule of each.
const JOINTS: [(&str, Rule); 5] = [
    ("and", Rule::ConjunctionAnd),
    ("and if you do", Rule::ConjunctionAndIfYouDo),
    ("then", Rule::ConjunctionThen),
    ("also", Rule::ConjunctionAlso),
    ("also after that", Rule::ConjunctionAlsoAfterThat),
];

/// A part of an effect: the rule of the conjunction before it, none for the first, and what it does.
type Part = (Option<Rule>, Value);

/// Whether a rule is that of a conjunction.
fn joins(rule: Option<Rule>) -> bool {
    JOINTS.iter().any(|(_, joint)| Some(*joint) == rule)
}

/// Whether by a rule something else came of a deed than the text says.
fn otherwise(rule: Option<Rule>) -> bool {
    use Rule as R;
    matches!(
        rule,
        Some(
            R::ConjunctionWentElsewhere
                | R::ConjunctionNotInTheHand
                | R::ReplacementNotDestroyed
                | R::ReplacementFirstTimeOnly
        )
    )
}

impl<'t> Teller<'t> {
    /// What a link has done to cards and players.
    pub(super) fn deeds(&self, link: &Link<'_>) -> impl Iterator<Item = usize> {
        let by = Some(Cause::Link(link.number));
        let is_deed = |event: &Event| matches!(event.what, Happened::Cards { .. } | Happened::Player { .. });
        (link.event..self.now)
            .filter(move |&event| self.told.events[event].by == by && is_deed(&self.told.events[event]))
    }

    /// Whether a part after a conjunction was left undone, as far as what the link has done shows it: what was done names its conjunction, unless
    /// another rule put it there, or a choice stands between.
    pub(super) fn is_left(&self, link: &Link<'_>, rule: Rule) -> bool {
        let deeds: Vec<&Event> = self.deeds(link).map(|event| &self.told.events[event]).collect();
        let named = deeds.iter().any(|event| event.rule == Some(rule));
        let by_another = deeds.iter().any(|event| event.rule.is_some() && !joins(event.rule) && !otherwise(event.rule));
        let parts = self.parts_of(link).unwrap_or_default();
        let later = |rule: Rule| matches!(rule, Rule::ConjunctionThen | Rule::ConjunctionAlsoAfterThat);
        let moments: BTreeSet<u32> = deeds.iter().filter_map(|event| event.instant).collect();
        let expected = 1 + parts.iter().filter(|(joint, _)| joint.is_some_and(later)).count();
        let all_done = later(rule) && moments.len() >= expected;
        !named && !by_another && !all_done
    }

    /// Whether exactly one part of the effect of a link stands after a conjunction.
    pub(super) fn has_part_after(&self, link: &Link<'_>, rule: Rule) -> bool {
        self.parts_of(link).is_some_and(|parts| the_only(&parts, rule).is_some())
    }

    /// Whether something else came of what a link does than its text says: it went elsewhere, or another thing was done instead.
    pub(super) fn came_otherwise(&self, link: &Link<'_>) -> bool {
        let resolves = |event: &Event| event.what == Happened::Resolves { link: link.number };
        let begin = self.told.events[..self.now].iter().rposition(resolves).unwrap_or(link.event);
        self.decided.iter().any(|(at, rule)| *at > begin && *at <= self.now + 1 && otherwise(Some(*rule)))
    }

    /// What was done after a conjunction, if it is little enough to be said.
    pub(super) fn done_after(&self, link: &Link<'_>, rule: Rule) -> Option<String> {
        let deeds: Vec<usize> = self.deeds(link).filter(|&event| self.told.events[event].rule == Some(rule)).collect();
        let facts = self.reasons(&deeds);
        let clauses: Vec<String> = facts.iter().map(|fact| self.clause(fact, Tense::Present, None)).collect();
        let said = enumerate(&clauses, "and that");
        (matches!(clauses.len(), 1 | 2) && clauses.iter().all(|clause| !clause.is_empty()) && is_brief(&said))
            .then_some(said)
    }

    /// What the only part after a conjunction would do.
    pub(super) fn part_after(&self, link: &Link<'_>, rule: Rule) -> Option<String> {
        let parts = self.parts_of(link)?;
        let (_, part) = parts.get(the_only(&parts, rule)?)?;
        let written = self.told.cast.written(link.effect)?;
        let (verb, body) = part.as_object()?.iter().next()?;
        self.read(link.effect, link.player, Some(link), written, (verb, body))
            .filter(|said| is_brief(said) && !said.contains("That Card") && !said.starts_with("that card"))
    }

    /// What stands after the first part of an effect whose parts are joined by one conjunction that asks for it.
    pub(super) fn rest_of(&self, link: &Link<'_>) -> Option<String> {
        let asks = [Rule::ConjunctionThen, Rule::ConjunctionAndIfYouDo];
        asks.into_iter().find_map(|rule| self.part_after(link, rule)).filter(|rest| !rest.contains("that card"))
    }

    /// What the only part after a conjunction would do, and what became of a card it names.
    pub(super) fn planned_after(&self, link: &Link<'_>, rule: Rule) -> Option<String> {
        let said = self.part_after(link, rule)?;
        let named = [link.effect.card].into_iter().chain(link.targets.iter().copied());
        let mut named = named.filter(|card| said.contains(&self.name(*card)));
        let gone = named.find_map(|card| self.fact_since(link, card, None));
        Some(match gone {
            Some(gone) => format!("{said}, comes to nothing: {gone}"),
            None => format!("{said}, comes to nothing"),
        })
    }

    /// Whether the part before a conjunction was done, as far as what the link has done shows it.
    pub(super) fn is_done_before(&self, about: &About<'_>, rule: Rule) -> bool {
        let Some(link) = about.link.as_ref().filter(|_| about.outcome == Some(LinkOutcome::Done)) else { return false };
        let done: Vec<Option<Rule>> = self.deeds(link).map(|event| self.told.events[event].rule).collect();
        let parts = self.parts_of(link);
        let before = parts.as_ref().and_then(|parts| Some(parts[the_only(parts, rule)?.checked_sub(1)?].0));
        match before {
            Some(Some(before)) => done.contains(&Some(before)),
            Some(None) => done.iter().any(|rule| !joins(*rule)),
            None => !done.is_empty(),
        }
    }

    /// The parts of the effect of a link, if it does not leave open which they are.
    fn parts_of(&self, link: &Link<'_>) -> Option<Vec<Part>> {
        let written = self.wording(link)?;
        let [(_, does)] = found(&written, &["does"])[..] else { return None };
        let part = |part: &Value| {
            let (key, body) = part.as_object()?.iter().next()?;
            let joint = JOINTS.iter().find(|(word, _)| word == key);
            Some(joint.map_or_else(|| (None, part.clone()), |(_, rule)| (Some(*rule), body.clone())))
        };
        does.as_array()?.iter().map(part).collect()
    }
}

/// The place of the only part that stands after a conjunction.
fn the_only(parts: &[Part], rule: Rule) -> Option<usize> {
    let mut places = parts.iter().enumerate().filter(|(_, (joint, _))| *joint == Some(rule)).map(|(place, _)| place);
    places.next().filter(|_| places.next().is_none())
}

/// Whether a clause is short enough to stand inside another.
fn is_brief(clause: &str) -> bool {
    !clause.is_empty() && clause.split_whitespace().count() <= 20
}
