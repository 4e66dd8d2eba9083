//! Why the answer of a ruling is its answer, said where its rules decide: the forms of `whys.md`, filled in.

use std::collections::HashMap;
use std::sync::LazyLock;

use segoc_protocol::{CardId, LinkOutcome, Prompt, Rule};

use super::clause::stopped;
use super::tale::{Kind, Layout, Paragraph, Step};
use super::teller::Teller;
use crate::cast::capital;
use crate::texts::filled_if;
use crate::transcript::Link;

/// A form, and the kinds of steps under which it may stand.
struct Form {
    kinds: Vec<&'static str>,
    text: &'static str,
}

impl Form {
    /// Whether it is for a step of this kind.
    fn is_for(&self, kind: Kind) -> bool {
        self.kinds.contains(&kind.word())
    }

    /// Whether it is only for a rule that the tale does not name anyway.
    fn is_last(&self) -> bool {
        self.kinds == ["else"]
    }

    /// Whether what it says can be seen from the duel itself, so that it need not be known where the rule decided.
    fn is_seen(&self) -> bool {
        self.kinds.contains(&"seen")
    }
}

/// The forms of each rule.
static WHYS: LazyLock<HashMap<&str, Vec<Form>>> = LazyLock::new(|| {
    let mut whys: HashMap<_, Vec<_>> = HashMap::new();
    let lines = include_str!("whys.md").lines().filter_map(|line| line.strip_prefix("- ")?.split_once(": "));
    for (place, text) in lines {
        let (rule, kinds) = place.split_once(" @").unwrap_or((place, ""));
        let kinds = kinds.split(", ").filter(|kind| !kind.is_empty()).collect();
        whys.entry(rule).or_default().push(Form { kinds, text });
    }
    whys
});

/// Rules about what cards are, and the words by which a card's file asks for that.
const ASKED: [(&str, &[&str]); 7] = [
    ("value.name-where-it-is", &["\"name\":", "name as\":", "name than\":"]),
    ("value.named-in-its-text", &["\"mentions\":"]),
    ("value.level-as-changed", &["\"level\":", "level of\":"]),
    ("value.original-values", &["\"original\":", "\"originally\":"]),
    ("value.series-of-the-name", &["\"series\":"]),
    ("value.as-it-has-become", &["\"series\":", "\"name\":", "\"type\":", "\"attribute\":"]),
    ("value.owned-whoever-controls-it", &["\"owner\":"]),
];

/// What the step that is told next is about.
#[derive(Clone, Default)]
pub(super) struct About<'t> {
    /// A link that is activated or resolves.
    pub(super) link: Option<Link<'t>>,
    /// What became of it.
    pub(super) outcome: Option<LinkOutcome>,
    /// Whether a player did not want an optional part of it.
    pub(super) declined: bool,
    /// The window.
    pub(super) window: Option<&'t Prompt>,
    /// The card of something that is not possible.
    pub(super) denied: Option<CardId>,
}

/// The step under which a why would stand.
#[derive(Clone, Copy)]
pub(super) struct Here<'a, 't> {
    pub(super) rule: Rule,
    pub(super) cards: &'a [CardId],
    pub(super) about: &'a About<'t>,
}

/// What is remembered of a step, for what is said under it at the end.
pub(super) struct Mark<'t> {
    /// How many events had been told.
    pub(super) at: usize,
    /// How many events had happened at most when what is told in it was decided.
    pub(super) until: usize,
    pub(super) cards: Vec<CardId>,
    pub(super) about: About<'t>,
}

/// Adds a why to what is told; its rule is named there and nowhere else.
fn add(kind: Kind, told: &mut Vec<Paragraph>, rule: Rule, text: &str) {
    told.iter_mut().for_each(|paragraph| paragraph.rules.retain(|other| *other != rule));
    // Why nothing is done is said before it is told that nobody does anything.
    match kind {
        Kind::Passes => told.insert(0, Paragraph::new(Layout::Text, capital(&stopped(text)), [rule])),
        _ => told.push(Paragraph::new(Layout::Why, stopped(text), [rule])),
    }
}

impl<'t> Teller<'t> {
    /// Says under a step what the rules of the ruling decide there.
    pub(super) fn tell_whys(&mut self, kind: Kind, cards: &[CardId], about: &About<'t>, told: &mut Vec<Paragraph>) {
        if told.is_empty() {
            return;
        }
        let until = self.until(kind);
        let mut due: Vec<Rule> = self.whys.iter().filter(|(at, _)| *at <= until).map(|(_, rule)| *rule).collect();
        let decided = due.clone();
        due.extend(self.unseen_rules());
        due.sort_unstable();
        due.dedup();
        for rule in due {
            // What is refused by a rule says why, and so does a card to which nothing happens.
            let is_refused = |paragraph: &Paragraph| {
                let spared = rule == Rule::ImmunityUnaffected && paragraph.text.starts_with("Nothing happens to ");
                (paragraph.shape == Layout::Refused || spared) && paragraph.rules.contains(&rule)
            };
            if told.iter().any(is_refused) {
                self.is_said(rule);
                continue;
            }
            let is_decided = decided.contains(&rule);
            let here = Here { rule, cards, about };
            let forms = WHYS.get(rule.word()).into_iter().flatten();
            let forms = forms.filter(|form| form.is_for(kind) && (is_decided || form.is_seen()));
            let said = forms.filter_map(|form| self.why(here, form.text)).next();
            if let Some(text) = said {
                self.is_said(rule);
                add(kind, told, rule, &text);
            }
        }
        if kind == Kind::Resolution {
            self.tell_what_is_left(cards, about, told);
        }
    }

    /// How many events had happened at most when something was decided that belongs to a step which is told now. What has happened outside links
    /// is told when the next thing comes, which is no part of it.
    pub(super) fn until(&self, kind: Kind) -> usize {
        if matches!(kind, Kind::Events | Kind::Passes) { self.now } else { self.now + 1 }
    }

    /// Says of a conjunction again what it decides where it keeps a part from being done, if it was only said of one that was.
    fn tell_what_is_left(&mut self, cards: &[CardId], about: &About<'t>, told: &mut Vec<Paragraph>) {
        let resolved = matches!(about.outcome, Some(LinkOutcome::Done | LinkOutcome::WithoutEffect));
        let Some(link) = about.link.as_ref().filter(|_| resolved) else { return };
        let mut said = self.said_whys.clone();
        said.retain(|rule| !self.said_left.contains(rule) && self.has_part_after(link, *rule));
        for rule in said {
            let here = Here { rule, cards, about };
            let mut forms = WHYS.get(rule.word()).into_iter().flatten().filter(|form| form.text.starts_with("«?left»"));
            if let Some(text) = forms.find_map(|form| self.why(here, form.text)) {
                self.said_left.push(rule);
                if !told.iter().any(|paragraph| paragraph.shape == Layout::Why && paragraph.rules.contains(&rule)) {
                    add(Kind::Resolution, told, rule, &text);
                }
            }
        }
    }

    /// Of a rule it is said once why.
    fn is_said(&mut self, rule: Rule) {
        self.whys.retain(|(_, other)| *other != rule);
        self.said_whys.push(rule);
    }

    /// The rules of the ruling of which nobody knows where they decide, and which nothing has named so far.
    fn unseen_rules(&self) -> Vec<Rule> {
        let names =
            |rule: Rule| self.steps.iter().flat_map(|step| &step.told).any(|paragraph| paragraph.rules.contains(&rule));
        let own = self.told.cast.ruling.rules.iter().map(|rule| rule.value);
        own.filter(|rule| !self.said_whys.contains(rule) && !names(*rule)).collect()
    }

    /// Says at the end what was not said where it was decided: under the step that names the rule, or else the next one there.
    pub(super) fn tell_other_whys(&mut self) {
        let mut left = std::mem::take(&mut self.whys);
        left.sort_by_key(|(at, _)| *at);
        let mut done: Vec<Rule> = Vec::new();
        for (at, rule) in left {
            if done.contains(&rule) {
                continue;
            }
            done.push(rule);
            let names = |step: &Step| step.told.iter().any(|paragraph| paragraph.rules.contains(&rule));
            let named = self.steps.iter().position(names);
            let may = |step: &Step| step.kind.may_have_a_why() && !step.told.is_empty() && !step.is_quiet;
            let steps = || self.steps.iter().zip(&self.marks).enumerate().filter(|(_, (step, _))| may(step));
            // What decides over values is said where values are told.
            let tells = |step: &Step| {
                let words = [" ATK", " DEF", "Level"];
                step.told.iter().any(|told| words.iter().any(|word| told.text.contains(word)))
            };
            let of_values = rule.word().starts_with("value.");
            let of_values = || {
                let mut after = steps().filter(|(_, (step, mark))| of_values && mark.until >= at && tells(step));
                after.next()
            };
            // What was decided as a window was offered belongs to what is done there, by a card that asks for it.
            let asked = ASKED.iter().find(|(word, _)| *word == rule.word()).map_or(&[][..], |(_, words)| words);
            let asks = |mark: &Mark<'_>| {
                let card = mark.cards.first();
                card.is_some_and(|card| asked.iter().any(|word| self.says(Some(*card), word)))
            };
            let asking = || steps().filter(|(_, (_, mark))| mark.until >= at).take(4).find(|(_, (_, mark))| asks(mark));
            let next = || steps().find(|(_, (_, mark))| mark.until >= at).or(steps().next_back());
            let there = || of_values().or_else(asking).or_else(next);
            let is_refused = |step: &Step| step.told.first().is_some_and(|first| first.shape == Layout::Refused);
            if named.is_some_and(|index| is_refused(&self.steps[index])) {
                continue;
            }
            let Some(index) = named.or_else(|| there().map(|(index, _)| index)) else { continue };
            let Some(mark) = self.marks.get(index) else { continue };
            let now = std::mem::replace(&mut self.now, (mark.at + 1).min(self.told.events.len()));
            let here = Here { rule, cards: &self.marks[index].cards, about: &self.marks[index].about };
            let forms = WHYS.get(rule.word()).into_iter().flatten();
            let forms = forms.filter(|form| form.kinds.is_empty() || (named.is_none() && form.is_last()));
            let said = forms.filter_map(|form| self.why(here, form.text)).next();
            self.now = now;
            said.into_iter().for_each(|text| {
                let step = &mut self.steps[index];
                add(step.kind, &mut step.told, rule, &text);
            });
        }
    }

    fn why(&self, here: Here<'_, 't>, form: &str) -> Option<String> {
        filled_if(form, |place| match place.strip_prefix('?') {
            Some(condition) => self.holds(here, condition).then(String::new),
            None => self.filling_of(here, place),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explain::reasons::REASONS;

    /// Rules that tales say in their own words.
    const OTHERWISE: [Rule; 10] = [
        Rule::ChainResolvesLastFirst,
        Rule::ReplayAttackerGone,
        Rule::SegocAgeDoesNotMatter,
        Rule::SegocEarlierMomentFirst,
        Rule::SegocOneChain,
        Rule::SegocOpponentMandatory,
        Rule::SegocOpponentOptional,
        Rule::SegocPlayerOrdersOwn,
        Rule::SegocTurnPlayerMandatory,
        Rule::SegocTurnPlayerOptional,
    ];

    #[test]
    fn every_rule_has_a_why_or_a_reason() {
        let has_reason =
            |word: &str| REASONS.contains_key(word) || REASONS.contains_key(format!("also {word}").as_str());
        let silent = Rule::ALL
            .iter()
            .filter(|rule| !WHYS.contains_key(rule.word()) && !has_reason(rule.word()) && !OTHERWISE.contains(rule));
        assert_eq!(silent.collect::<Vec<_>>(), Vec::<&Rule>::new(), "whys.md, or reasons.md for what refuses");
    }

    #[test]
    fn every_why_is_for_a_rule_and_for_kinds_of_steps_that_there_are() {
        const KINDS: [&str; 16] = [
            "moment",
            "action",
            "activation",
            "resolution",
            "events",
            "used cards leave",
            "triggers",
            "trigger lost",
            "declined",
            "window",
            "passes",
            "not offered",
            "attack ended",
            "duel ended",
            "else",
            "seen",
        ];
        for (word, forms) in WHYS.iter() {
            assert!(Rule::ALL.iter().any(|rule| rule.word() == *word), "there is no rule {word}");
            let unknown = forms.iter().flat_map(|form| &form.kinds).find(|kind| !KINDS.contains(kind));
            assert_eq!(unknown, None, "{word}");
        }
    }
}
