//! What is said not to be on offer: whether it was, and whether for the reason given.

use segoc_engine::Rule;

use super::super::history::{Reason, Stretch};
use super::super::rewrite::{StepText, Yaml};
use super::super::story::{Stop, Story};
use super::super::tell;
use crate::engines::Capability;
use crate::outcome::{Failure, FailureKind};
use crate::ruling::{LinkRef, Offer, OfferAction, Refusal, Spanned};

/// Compares refusals with what was offered and refused over a stretch of the story.
pub(in super::super) fn check(
    story: &mut Story<'_>,
    key: &str,
    list: &[Spanned<Refusal>],
    stretch: &Stretch,
) -> Result<(), Stop> {
    for refusal in list {
        let offer = &refusal.value.offer;
        story.look(offer, refusal.value.rule, stretch);
        if let Some(place) = story.offered_in(offer, stretch) {
            return Err(allowed(story, &[key], list, refusal, &place).into());
        }
        let reasons = story.reasons_in(offer, stretch);
        compare_reason(story, &[key], list, refusal, &reasons)?;
    }
    Ok(())
}

/// Compares the rule of a refusal with the reasons the engine gave, if the file names one.
pub(super) fn compare_reason(
    story: &mut Story<'_>,
    path: &[&str],
    list: &[Spanned<Refusal>],
    refusal: &Spanned<Refusal>,
    reasons: &[Reason],
) -> Result<(), Stop> {
    note(story, refusal.value.rule, reasons);
    let Some(rule) = refusal.value.rule else { return Ok(()) };
    if !story.can_tell(Capability::Reasons) || reasons.iter().any(|r| r.refusal.names(rule)) {
        return Ok(());
    }
    // A window in which one could only pass was not opened, so nothing was refused in it.
    if reasons.is_empty() && !story.can_tell(Capability::Windows) {
        return Ok(());
    }
    let words = story.offer_words(&refusal.value.offer);
    let mut failure = match reasons.last() {
        Some(reason) => {
            let message = format!("it was impossible to {words}, but not because of `{rule}`");
            let mut failure = story.fail(FailureKind::OtherReason, refusal.span, message);
            failure.notes.push(format!("Not possible {}, {}.", reason.place, tell::because(&reason.refusal)));
            failure.rule = Some(reason.refusal.rule);
            failure
        }
        None => {
            let message = format!("it was impossible to {words}, but the engine did not say why");
            story.fail(FailureKind::OtherReason, refusal.span, message)
        }
    };
    let reason = reasons.last().map(|r| r.refusal.rule);
    let items = list
        .iter()
        .map(|item| if item.span == refusal.span { yaml(story, &item.value.offer, reason) } else { raw(story, item) });
    failure.actual = Some(with_list(story, path, items.collect()));
    Err(failure.into())
}

/// Takes note of the rules by which something was refused: of the reason that is written, else of every one.
fn note(story: &mut Story<'_>, rule: Option<Rule>, reasons: &[Reason]) {
    let meant = reasons.iter().filter(|reason| rule.is_none_or(|rule| reason.refusal.names(rule)));
    for reason in meant {
        let rests_on = reason.refusal.rests_on.iter().copied();
        rests_on.chain([reason.refusal.rule]).for_each(|rule| story.refusals.insert(rule));
    }
}

/// Something was on offer that should not have been.
pub(super) fn allowed(
    story: &Story<'_>,
    path: &[&str],
    list: &[Spanned<Refusal>],
    refusal: &Spanned<Refusal>,
    place: &str,
) -> Failure {
    let words = story.offer_words(&refusal.value.offer);
    let mut failure = story.fail(FailureKind::WronglyAllowed, refusal.span, format!("it was possible to {words}"));
    failure.notes.push(format!("It was on offer {place}."));
    if let Some(rule) = refusal.value.rule {
        failure.rule = Some(rule);
    }
    let others = list.iter().filter(|item| item.span != refusal.span).map(|item| raw(story, item));
    let tag = path.len() == 1
        && matches!(story.step().kind, crate::ruling::StepKind::Check(crate::ruling::Check::NeverOffered(_)));
    let others: Vec<Yaml> = others.collect();
    if !(tag && others.is_empty()) {
        failure.actual = Some(with_list(story, path, others));
    } else {
        failure.actual = Some(String::new());
    }
    failure
}

/// Adds why cards did not come onto the chain, as far as the engine said; the first reason decides.
pub(super) fn explain<'l>(story: &Story<'_>, failure: &mut Failure, missing: impl IntoIterator<Item = &'l LinkRef>) {
    let mut decided = false;
    for link in missing {
        let offer = Offer { card: link.card.clone(), effect: link.effect.clone(), action: OfferAction::Activate };
        let Some(reason) = story.reasons_in(&offer, &story.stretch_to(story.now())).pop() else { continue };
        let (card, because) = (story.name_of(&link.card), tell::because(&reason.refusal));
        failure.notes.push(format!("{card} was not possible {}, {because}.", reason.place));
        if !decided {
            failure.rule = Some(reason.refusal.rule);
            decided = true;
        }
    }
}

/// The step's text with another list at a path; an empty one is taken away.
fn with_list(story: &Story<'_>, path: &[&str], items: Vec<Yaml>) -> String {
    let mut text = StepText::new(&story.ruling.text, story.step().span);
    if items.is_empty() {
        text.remove(path);
    } else {
        text.set(path, &Yaml::List(items));
    }
    text.into_text()
}

fn raw(story: &Story<'_>, item: &Spanned<Refusal>) -> Yaml {
    let text = story.ruling.text.get(item.span.start..item.span.end).unwrap_or_default();
    Yaml::Raw(text.trim().to_owned())
}

/// An offer as it is written in a list.
pub(in super::super) fn yaml(story: &Story<'_>, offer: &Offer, rule: Option<Rule>) -> Yaml {
    let card = Yaml::word(story.name_of(&offer.card));
    let mut more: Vec<(&str, Yaml)> = Vec::new();
    if let Some(effect) = &offer.effect {
        more.push(("effect", Yaml::word(effect)));
    }
    // Activating is said by leaving the action out.
    let action = (offer.action != OfferAction::Activate).then(|| offer.action.word());
    more.extend(action.map(|a| ("action", Yaml::word(a))));
    more.extend(rule.map(|r| ("rule", Yaml::word(r.word()))));
    if more.is_empty() { card } else { Yaml::map([("card", card)].into_iter().chain(more)) }
}
