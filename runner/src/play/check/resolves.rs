//! `resolves`: how the chain last checked resolved, in order, every link.

use segoc_engine::{EffectRef, LinkOutcome, Rule};

use super::super::rewrite::{StepText, Yaml};
use super::super::story::{Next, Stop, Story};
use crate::engines::{Capability, Event};
use crate::outcome::{FailureKind, Flaw};
use crate::ruling::{LinkRef, Spanned};

/// A link as it is written: its card and what became of it.
type Written = Spanned<(LinkRef, Option<LinkOutcome>)>;
/// A link that resolved: its effect, what became of it, and why.
type Resolved = (EffectRef, LinkOutcome, Option<Rule>);

pub(super) fn check(story: &mut Story<'_>, links: &[Written]) -> Result<(), Stop> {
    let done = done(story)?;
    let knows_outcomes = !links.iter().any(|l| l.value.1 == Some(LinkOutcome::WithoutEffect))
        && !done.iter().any(|d| d.1 == LinkOutcome::WithoutEffect)
        || story.can_tell(Capability::Outcomes);
    let same = |written: LinkOutcome, done: LinkOutcome| {
        let plain = |o| if o == LinkOutcome::WithoutEffect && !knows_outcomes { LinkOutcome::Done } else { o };
        plain(written) == plain(done)
    };
    let agrees = |written: &Written, (effect, outcome, _): &Resolved| {
        story.is_link(&written.value.0, *effect) && same(written.value.1.unwrap_or(LinkOutcome::Done), *outcome)
    };
    let first = (0..links.len().max(done.len()))
        .find(|&i| !matches!((links.get(i), done.get(i)), (Some(l), Some(d)) if agrees(l, d)));
    match first {
        None => Ok(()),
        Some(first) => Err(other(story, links, &done, first)),
    }
}

/// How the chain resolved, for a check that does not say.
pub(super) fn fill(story: &mut Story<'_>) -> Result<Stop, Stop> {
    let done = done(story)?;
    if done.is_empty() {
        return Ok(super::nothing(story, "no link resolved"));
    }
    let links = done.iter().map(|link| yaml(story, link, false)).collect();
    Ok(super::filled(story, FailureKind::OtherOrder, &[(&["resolves"], Yaml::List(links))]))
}

/// The links of the chain last checked, in the order in which they resolved.
fn done(story: &mut Story<'_>) -> Result<Vec<Resolved>, Stop> {
    let Some(complete) = story.chain_checked else {
        let message = "there is no `chain` check before this `resolves`: say first which chain is meant".into();
        return Err(Stop::Invalid(Flaw { span: story.step().span, message }));
    };
    run_to_over(story, complete)?;
    let chain = story.table.chain_before(complete);
    let rest = story.table.log()[complete..].iter().take_while(|told| told.event != Event::ChainOver);
    let links = rest.filter_map(|told| match &told.event {
        Event::Resolved { link, outcome, rule } => {
            Some((chain.iter().find(|l| l.number == *link)?.effect, *outcome, *rule))
        }
        _ => None,
    });
    Ok(links.collect())
}

/// Runs on until the chain has resolved, or the duel has ended in it.
pub(super) fn run_to_over(story: &mut Story<'_>, complete: usize) -> Result<(), Stop> {
    let is_over = |story: &Story<'_>, line: usize| line > complete && story.table.log()[line].event == Event::ChainOver;
    if (complete..story.cursor).any(|line| is_over(story, line)) {
        return Ok(());
    }
    loop {
        match story.next() {
            Next::Line(line) => {
                story.take_line()?;
                if is_over(story, line) {
                    return Ok(());
                }
            }
            Next::Asked(prompt) => story.answer_by_default(&prompt)?,
            Next::Open | Next::Over => return Ok(()),
        }
    }
}

fn other(story: &Story<'_>, links: &[Written], done: &[Resolved], first: usize) -> Stop {
    let message = match (links.get(first), done.get(first)) {
        (Some(link), Some((effect, outcome, _))) if story.is_link(&link.value.0, *effect) => {
            format!("{} {}", story.name(effect.card), outcome_words(*outcome))
        }
        (Some(link), Some((effect, ..))) => {
            format!("{} resolved here, not {}", story.name(effect.card), story.name_of(&link.value.0.card))
        }
        (Some(link), None) => format!("{} did not resolve", story.name_of(&link.value.0.card)),
        (None, Some((effect, ..))) => format!("{} resolved too", story.name(effect.card)),
        (None, None) => "the chain resolved otherwise".into(),
    };
    let span = links.get(first).map_or(story.step().span, |l| l.span);
    let mut failure = story.fail(FailureKind::OtherOrder, span, message);
    if let Some((_, _, Some(reason))) = done.get(first) {
        failure.notes.push(format!("The reason given is `{reason}`."));
        failure.rule = Some(*reason);
    }
    let items = done.iter().map(|link| {
        let named = links.iter().any(|l| l.value.0.effect.is_some() && story.is(&l.value.0.card, link.0.card));
        yaml(story, link, named)
    });
    let mut text = StepText::new(&story.ruling.text, story.step().span);
    text.set(&["resolves"], &Yaml::List(items.collect()));
    failure.actual = Some(text.into_text());
    failure.into()
}

/// A link that resolved, as it is written.
fn yaml(story: &Story<'_>, (effect, outcome, _): &Resolved, with_effect: bool) -> Yaml {
    let link = story.effect_yaml(*effect, with_effect);
    if *outcome == LinkOutcome::Done {
        return link;
    }
    let outcome = ("outcome".to_owned(), Yaml::word(outcome.word()));
    match link {
        Yaml::Map(mut entries) => {
            entries.push(outcome);
            Yaml::Map(entries)
        }
        card => Yaml::Map(vec![("card".to_owned(), card), outcome]),
    }
}

fn outcome_words(outcome: LinkOutcome) -> &'static str {
    match outcome {
        LinkOutcome::Done => "resolved and did something",
        LinkOutcome::WithoutEffect => "resolved without effect",
        LinkOutcome::EffectNegated => "resolved with its effect negated",
        LinkOutcome::ActivationNegated => "did not resolve, its activation was negated",
    }
}
