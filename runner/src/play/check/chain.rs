//! `chain`: exactly this chain was completed.

use segoc_engine::EffectRef;

use super::super::history::Mark;
use super::super::rewrite::{StepText, Yaml};
use super::super::story::{Next, Stop, Story};
use super::refusals;
use crate::engines::Event;
use crate::outcome::FailureKind;
use crate::ruling::{LinkRef, Refusal, Span, Spanned};

pub(super) fn check(
    story: &mut Story<'_>,
    links: &[Spanned<LinkRef>],
    cannot_be_added: &[Spanned<Refusal>],
) -> Result<(), Stop> {
    let line = run_to_complete(story, links)?;
    let (done, last): (Vec<EffectRef>, Option<usize>) = {
        let chain = story.table.chain_before(line);
        (chain.iter().map(|link| link.effect).collect(), chain.last().map(|link| link.line))
    };
    if done.len() != links.len() || !links.iter().zip(&done).all(|(l, &e)| story.is_link(&l.value, e)) {
        let other = other_chain(story, links, &done);
        // Whoever goes on all the same goes on with the chain there was.
        (story.chain_from, story.chain_checked) = (line + 1, Some(line));
        return Err(other);
    }
    let complete = Mark { window: story.history.partition_point(|p| p.line <= line), line };
    let last = last.map_or(complete, |activated| story.after_line(activated));
    let after_last = story.stretch(last, complete);
    refusals::check(story, "cannot be added", cannot_be_added, &after_last)?;
    let (never_offered, stretch) = (&story.step().never_offered, story.stretch_to(complete));
    refusals::check(story, "never offered", never_offered, &stretch)?;
    story.mark = story.after_line(line);
    story.chain_from = line + 1;
    story.chain_checked = Some(line);
    Ok(())
}

/// The chain there was, for a check that names none.
pub(super) fn fill(story: &mut Story<'_>) -> Result<Stop, Stop> {
    let line = run_to_complete(story, &[])?;
    let links = story.table.chain_before(line).iter().map(|link| story.effect_yaml(link.effect, false)).collect();
    let stop = super::filled(story, FailureKind::OtherOrder, &[(&["chain"], Yaml::List(links))]);
    story.mark = story.after_line(line);
    (story.chain_from, story.chain_checked) = (line + 1, Some(line));
    Ok(stop)
}

/// The line of the first chain completed since the last one checked, or since the last action that joined none.
fn run_to_complete(story: &mut Story<'_>, links: &[Spanned<LinkRef>]) -> Result<usize, Stop> {
    let is_complete = |story: &Story<'_>, line: usize| story.table.log()[line].event == Event::ChainComplete;
    if let Some(line) = (story.chain_from..story.cursor).find(|&l| is_complete(story, l)) {
        return Ok(line);
    }
    loop {
        match story.next() {
            Next::Line(line) => {
                story.take_line()?;
                if line >= story.chain_from && is_complete(story, line) {
                    return Ok(line);
                }
            }
            Next::Asked(prompt) => story.answer_by_default(&prompt)?,
            Next::Open | Next::Over => {
                story.settle()?;
                return Err(no_chain(story, links));
            }
        }
    }
}

fn whole(links: &[Spanned<LinkRef>], step: Span) -> Span {
    match (links.first(), links.last()) {
        (Some(first), Some(last)) => Span { start: first.span.start, end: last.span.end },
        _ => step,
    }
}

fn other_chain(story: &Story<'_>, links: &[Spanned<LinkRef>], done: &[EffectRef]) -> Stop {
    let first = (0..links.len().max(done.len()))
        .find(|&i| !matches!((links.get(i), done.get(i)), (Some(l), Some(&e)) if story.is_link(&l.value, e)))
        .unwrap_or(0);
    let number = first + 1;
    let message = match (links.get(first), done.get(first)) {
        (Some(link), Some(effect)) => {
            let (expected, actual) = (story.name_of(&link.value.card), story.name(effect.card));
            if expected == actual {
                let effect = story.effect_id(*effect).unwrap_or("unnamed");
                format!("Chain Link {number} was another effect of {actual}: `{effect}`")
            } else {
                format!("Chain Link {number} was {actual}, not {expected}")
            }
        }
        (Some(link), None) => format!("{} was not on the chain", story.name_of(&link.value.card)),
        (None, Some(effect)) => format!("the chain had one more link, {}", story.name(effect.card)),
        (None, None) => "the chain was another".into(),
    };
    let span = links.get(first).map_or(whole(links, story.step().span), |l| l.span);
    let mut failure = story.fail(FailureKind::OtherOrder, span, message);
    let missing = links.iter().filter(|l| !done.iter().any(|&e| story.is_link(&l.value, e)));
    refusals::explain(story, &mut failure, missing.map(|l| &l.value));
    let with_effect =
        |effect: &EffectRef| links.iter().any(|l| l.value.effect.is_some() && story.is(&l.value.card, effect.card));
    let items = done.iter().map(|e| story.effect_yaml(*e, with_effect(e))).collect();
    let mut text = StepText::new(&story.ruling.text, story.step().span);
    text.set(&["chain"], &Yaml::List(items));
    failure.actual = Some(text.into_text());
    failure.into()
}

fn no_chain(story: &Story<'_>, links: &[Spanned<LinkRef>]) -> Stop {
    let message = match story.table.prompt() {
        Some(_) => "the game state was open again before any chain was completed",
        None => "the duel ended before any chain was completed",
    };
    let mut failure = story.fail(FailureKind::NotReached, whole(links, story.step().span), message);
    refusals::explain(story, &mut failure, links.iter().map(|l| &l.value));
    failure.into()
}
