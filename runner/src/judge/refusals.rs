//! What is said not to be on offer: whether it was, and whether for the reason given.

use segoc_engine::REFUSALS;
use segoc_format::place::Spanned;
use segoc_format::ruling::{CardRef, Check, LinkRef, Offer, OfferAction, Refusal as Expected, StepKind};
use segoc_protocol::{Ask, Capability, Happened, Prompt, Refusal, Rule};

use super::words::{because, in_window, when_placing};
use super::{Judge, Verdict, fresh};
use crate::cast::Cast;
use crate::outcome::{Correction, Failure, FailureKind};
use crate::transcript::{Found, Item, Point, Stand, Stretch, Transcript};

/// A reason the engine gave, and where.
pub(super) struct Reason {
    pub(super) refusal: Refusal,
    pub(super) place: String,
}

impl Reason {
    /// "Not possible in box C, because of …".
    pub(super) fn words(&self) -> String {
        format!("Not possible {}, {}.", self.place, because(&self.refusal))
    }
}

/// What a step says not to be on offer, under a key of it.
#[derive(Clone, Copy)]
pub(super) struct Denied<'a> {
    pub(super) stand: &'a Stand,
    pub(super) key: &'static str,
    pub(super) list: &'a [Spanned<Expected>],
}

impl Judge<'_, '_> {
    /// Compares what is never offered, as a step or beside one.
    pub(super) fn never_offered(&mut self, stand: &Stand, list: &[Spanned<Expected>]) -> Verdict {
        self.refused(Denied { stand, key: "never offered", list }, &self.told.never_offered_in(stand))
    }

    /// Compares refusals with what was offered and refused over a stretch of the duel.
    pub(super) fn refused(&mut self, denied: Denied<'_>, stretch: &Stretch) -> Verdict {
        for expected in denied.list {
            let offer = &expected.value.offer;
            if let Some(place) = offered_in(self.told, offer, stretch) {
                return Err(self.allowed(denied, expected, &place));
            }
            self.compare_reason(denied, expected, &reasons_in(self.told, offer, stretch))?;
        }
        Ok(())
    }

    /// Compares the rule of a refusal with the reasons the engine gave, if the file names one.
    pub(super) fn compare_reason(
        &mut self,
        denied: Denied<'_>,
        expected: &Spanned<Expected>,
        reasons: &[Reason],
    ) -> Verdict {
        // The rules by which something was refused: of the reason that is written, else of every one.
        let meant = |reason: &&Reason| expected.value.rule.is_none_or(|rule| reason.refusal.names(rule));
        for Reason { refusal, .. } in reasons.iter().filter(meant) {
            self.refusals.extend(refusal.rests_on.iter().copied().chain([refusal.rule]));
        }
        let Some(rule) = expected.value.rule else { return Ok(()) };
        if !self.can_tell(Capability::Reasons) || reasons.iter().any(|r| r.refusal.names(rule)) {
            return Ok(());
        }
        // A window in which one could only pass was not opened, so nothing was refused in it.
        if reasons.is_empty() && !self.can_tell(Capability::Windows) {
            return Ok(());
        }
        let words = self.told.cast.offer_words(&expected.value.offer);
        let but = match reasons.last() {
            Some(_) => format!("not because of `{rule}`"),
            None => self.silence(denied, &expected.value.offer, rule),
        };
        let message = format!("it was impossible to {words}, but {but}");
        let mut failure = self.fail(denied.stand, FailureKind::OtherReason, expected.span, message);
        // Of several effects of a card those that work elsewhere are hardly meant.
        let there = |reason: &&Reason| reason.refusal.rule != Rule::PresenceWrongPlace;
        let given = reasons.iter().rfind(there).or_else(|| reasons.last());
        failure.notes.extend(given.map(Reason::words));
        let reason = given.map(|r| r.refusal.rule);
        let observed = denied.list.iter().map(|item| match item.span == expected.span {
            true => fresh(Expected { offer: item.value.offer.clone(), rule: reason }),
            false => item.clone(),
        });
        failure.actual = Some(self.with_list(denied, observed.collect()));
        Err(failure.by(reason))
    }

    /// Why no reason was given for something that was not on offer.
    fn silence(&self, denied: Denied<'_>, offer: &Offer, rule: Rule) -> String {
        let since = self.told.never_offered_in(denied.stand);
        let before = Stretch { events: 0..since.events.start, questions: 0..since.questions.start };
        if let Some(reason) = reasons_in(self.told, offer, &before).pop() {
            let Reason { place, refusal } = reason;
            return format!("that was settled before this step: {place}, {}", because(&refusal));
        }
        if windows(self.told, &since).next().is_none() {
            return "no window has opened since the step before, so nothing was refused".to_owned();
        }
        match REFUSALS.contains(&rule) {
            true => "the engine did not say why".to_owned(),
            false => format!("the engine did not say why: `{rule}` alone never refuses anything"),
        }
    }

    /// Something was on offer that should not have been.
    pub(super) fn allowed(&self, denied: Denied<'_>, expected: &Spanned<Expected>, place: &str) -> Failure {
        let message = format!("it was possible to {}", self.told.cast.offer_words(&expected.value.offer));
        let others = denied.list.iter().filter(|item| item.span != expected.span).cloned().collect();
        let actual = Some(self.with_list(denied, others));
        let failure = self.fail(denied.stand, FailureKind::WronglyAllowed, expected.span, message);
        Failure { actual, ..failure.note(format!("It was on offer {place}.")).by(expected.value.rule) }
    }

    /// The step with another list of refusals.
    fn with_list(&self, denied: Denied<'_>, list: Vec<Spanned<Expected>>) -> Correction {
        let StepKind::Check(check) = &self.step(denied.stand).kind else { return Correction::NeverOffered(list) };
        let mut check = check.clone();
        match (&mut check, denied.key) {
            (Check::NeverOffered(_), _) if list.is_empty() => return Correction::Nothing,
            (Check::NeverOffered(old), _)
            | (Check::Chain { cannot_be_added: old, .. }, "cannot be added")
            | (Check::Window { not_offered: old, .. } | Check::Placing { not_offered: old, .. }, "not offered") => {
                *old = list;
            }
            _ => return Correction::NeverOffered(list),
        }
        Correction::Check(Box::new(check))
    }

    /// Adds why cards did not come onto the chain, as far as the engine said; the first reason decides.
    pub(super) fn explained<'l>(
        &self,
        stand: &Stand,
        mut failure: Failure,
        missing: impl IntoIterator<Item = &'l LinkRef>,
    ) -> Failure {
        let stretch = stand.since.to(self.told.told_at(stand.at));
        let mut first = None;
        for link in missing {
            let offer = Offer { card: link.card.clone(), effect: link.effect.clone(), action: OfferAction::Activate };
            let Some(reason) = reasons_in(self.told, &offer, &stretch).pop() else { continue };
            let (card, because) = (self.told.cast.name_of(&link.card), because(&reason.refusal));
            failure = failure.note(format!("{card} was not possible {}, {because}.", reason.place));
            first = first.or(Some(reason.refusal.rule));
        }
        failure.by(first)
    }
}

/// The reasons given at a question for something that is not on offer there.
pub(super) fn reasons_at(cast: &Cast<'_>, prompt: &Prompt, offer: &Offer) -> Vec<Reason> {
    let refused = prompt.refused.iter().filter(|refused| cast.is_offer(offer, &refused.action));
    let place = match prompt.ask {
        Ask::Trigger { .. } => when_placing(prompt.player),
        _ => in_window(prompt),
    };
    refused.map(|refused| Reason { refusal: refused.refusal.clone(), place: place.clone() }).collect()
}

/// The windows of a stretch that are no open states.
fn windows<'t>(told: &'t Transcript<'_>, stretch: &Stretch) -> impl DoubleEndedIterator<Item = (usize, &'t Prompt)> {
    let numbers = stretch.questions.clone();
    let prompts = numbers.filter_map(|number| Some((number, &*told.questions.get(number)?.prompt)));
    prompts.filter(|(_, prompt)| prompt.is_window() && !prompt.is_open_state())
}

/// Where in a stretch something was on offer, in words. Open states do not count.
fn offered_in(told: &Transcript<'_>, offer: &Offer, stretch: &Stretch) -> Option<String> {
    let has = |prompt: &Prompt| prompt.options().iter().any(|action| told.cast.is_offer(offer, action));
    let window = windows(told, stretch).find(|(_, prompt)| has(prompt)).map(|(_, prompt)| in_window(prompt));
    window.or_else(|| confirmed_in(told, offer, stretch)).or_else(|| {
        told.items(stretch).find_map(|item| {
            let placement = told.placement(item)?;
            let offered = placement.offered.iter().any(|&effect| told.cast.is_offered_trigger(offer, effect));
            offered.then(|| when_placing(placement.player))
        })
    })
}

/// Where in a stretch a player was asked whether to apply something.
fn confirmed_in(told: &Transcript<'_>, offer: &Offer, stretch: &Stretch) -> Option<String> {
    let asked = |prompt: &Prompt| match prompt.ask {
        Ask::Confirm(effect) => told.cast.is_effect(&offer.card, offer.effect.as_deref(), effect),
        _ => false,
    };
    let mut prompts = stretch.questions.clone().filter_map(|number| Some(&told.questions.get(number)?.prompt));
    let found = prompts.find(|prompt| offer.action == OfferAction::Apply && asked(prompt))?;
    Some(format!("as a question to {}", found.player))
}

/// The reasons given where something was last looked for in a stretch: a trigger where it was placed or dropped,
/// anything else in the last window of its player.
pub(super) fn reasons_in(told: &Transcript<'_>, offer: &Offer, stretch: &Stretch) -> Vec<Reason> {
    let windows = windows(told, stretch).rev().map(|(_, prompt)| reasons_at(&told.cast, prompt, offer));
    let mut reasons = windows.into_iter().find(|reasons| !reasons.is_empty()).unwrap_or_default();
    reasons.extend(last_dropped(told, offer, stretch));
    reasons
}

/// Why a trigger was last dropped, or could not be placed, in a stretch.
pub(super) fn last_dropped(told: &Transcript<'_>, offer: &Offer, stretch: &Stretch) -> Option<Reason> {
    let cast = &told.cast;
    told.items(stretch).rev().find_map(|item| {
        let event = match item {
            Item::Question(number) => {
                let prompt = &told.questions[number].prompt;
                let placing = matches!(prompt.ask, Ask::Trigger { .. });
                return if placing { reasons_at(cast, prompt, offer).into_iter().next() } else { None };
            }
            Item::Event(number) => &told.events[number],
        };
        match &event.what {
            Happened::Dropped { player, effect, .. } if cast.is_offered_trigger(offer, *effect) => {
                let place = format!("when {player} could have placed its trigger");
                event.refusal().map(|refusal| Reason { refusal, place })
            }
            Happened::AttackEnded { card } if offer.action == OfferAction::Replay && cast.is(&offer.card, *card) => {
                event.refusal().map(|refusal| Reason { refusal, place: "when the attack ended".into() })
            }
            Happened::Placed { player, refused, asked: false, .. } => {
                let refused = refused.iter().find(|refused| cast.is_offer(offer, &refused.action))?;
                Some(Reason { refusal: refused.refusal.clone(), place: when_placing(*player) })
            }
            _ => None,
        }
    })
}

/// Why something is not possible at the last question, else why it was last refused since a point: where, and by which rules.
pub fn denied(told: &Transcript<'_>, offer: &Offer, since: Point) -> Vec<(String, Refusal)> {
    let here = told.questions.last().filter(|question| question.answer.is_none());
    let mut reasons = here.map(|here| reasons_at(&told.cast, &here.prompt, offer)).unwrap_or_default();
    if reasons.is_empty() {
        reasons = reasons_in(told, offer, &since.to(told.last()));
    }
    reasons.into_iter().map(|reason| (reason.place, reason.refusal)).collect()
}

/// Something a check says is not on offer, and what the duel shows of it.
#[derive(Clone, Debug)]
pub struct Looked {
    /// What.
    pub offer: Offer,
    /// The question at which it was not on offer.
    pub question: Option<usize>,
    /// The reason given there.
    pub refusal: Option<Refusal>,
    /// Its trigger was dropped, as an event says.
    pub dropped: bool,
    /// Whether its player was asked at all where it was looked for.
    pub was_asked: bool,
    /// The number of events up to which it was looked for.
    pub event: usize,
    /// The number of questions up to which it was looked for.
    pub asked: usize,
}

/// Everything checks say is not on offer, in the order of the story.
pub fn looked(told: &Transcript<'_>) -> Vec<Looked> {
    let mut all = Vec::new();
    for stand in &told.stands {
        let step = &told.cast.ruling.play[stand.step];
        let mut over = |list: &[Spanned<Expected>], stretch: Stretch| {
            all.extend(list.iter().map(|expected| look(told, &expected.value, &stretch)));
        };
        match (&step.kind, stand.found) {
            (StepKind::Action(..), _) => over(&step.never_offered, told.never_offered_in(stand)),
            (StepKind::Check(Check::Chain { cannot_be_added, .. }), Found::Chain(complete)) => {
                over(cannot_be_added, told.after_last_link(complete));
                over(&step.never_offered, told.never_offered_in(stand));
            }
            (StepKind::Check(Check::NeverOffered(list)), _) => over(list, told.never_offered_in(stand)),
            (StepKind::Check(Check::Window { not_offered, .. }), Found::Window(question)) => {
                all.extend(not_offered.iter().map(|expected| look_here(told, &expected.value, question)));
            }
            _ => {}
        }
    }
    all
}

/// Whether a reason is a rule of the ruling: of several effects of a card that is the one which is asked about.
fn is_asked_about(told: &Transcript<'_>, refusal: &Refusal) -> bool {
    told.cast.ruling.rules.iter().any(|rule| refusal.names(rule.value))
}

fn look(told: &Transcript<'_>, expected: &Expected, stretch: &Stretch) -> Looked {
    let offer = &expected.offer;
    let refused = windows(told, stretch).flat_map(|(number, prompt)| {
        reasons_at(&told.cast, prompt, offer).into_iter().map(move |reason| (number, reason.refusal))
    });
    let mut refused: Vec<(usize, Refusal)> = refused.collect();
    let named = expected.rule.and_then(|rule| refused.iter().rposition(|(_, refusal)| refusal.names(rule)));
    let asked_about = || refused.iter().position(|(_, refusal)| is_asked_about(told, refusal));
    let meant = named.or_else(asked_about).unwrap_or(0);
    let refused = (!refused.is_empty()).then(|| refused.swap_remove(meant));
    let (question, refusal) = refused.unzip();
    let player = match &offer.card {
        CardRef::Card(id) => told.board(told.last()).and_then(|board| board.card(*id)).map(|card| card.player),
        CardRef::Token(_) => None,
    };
    let asked = |prompt: &Prompt| player.is_none_or(|player| player == prompt.player);
    Looked {
        question,
        refusal,
        dropped: last_dropped(told, offer, stretch).is_some(),
        was_asked: windows(told, stretch).any(|(_, prompt)| asked(prompt)),
        event: stretch.events.end,
        asked: stretch.questions.end,
        offer: offer.clone(),
    }
}

fn look_here(told: &Transcript<'_>, expected: &Expected, question: usize) -> Looked {
    let asked = &told.questions[question];
    let reasons = reasons_at(&told.cast, &asked.prompt, &expected.offer).into_iter().map(|reason| reason.refusal);
    let mut reasons: Vec<Refusal> = reasons.collect();
    let named = expected.rule.and_then(|rule| reasons.iter().position(|refusal| refusal.names(rule)));
    let meant = named.or_else(|| reasons.iter().position(|refusal| is_asked_about(told, refusal))).unwrap_or(0);
    let refusal = (!reasons.is_empty()).then(|| reasons.swap_remove(meant));
    Looked {
        offer: expected.offer.clone(),
        question: Some(question),
        refusal,
        dropped: false,
        was_asked: true,
        event: asked.events,
        asked: question,
    }
}
