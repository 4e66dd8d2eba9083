//! `window`: who may act now, and with what.

use segoc_format::place::Spanned;
use segoc_format::ruling::{Check, Offer, OfferAction, Refusal as Expected};
use segoc_protocol::{Action, Prompt};

use super::chain::fresh;
use super::refusals::{Reason, reasons_at, reasons_in};
use super::words::{because, in_window};
use super::{Judge, Verdict};
use crate::outcome::{Correction, Failure, FailureKind};
use crate::transcript::{Found, Stand};

impl Judge<'_, '_> {
    pub(super) fn window(&mut self, stand: &Stand, check: &Check) -> Verdict {
        let Check::Window { player, chart, offered, not_offered, .. } = check else { return Ok(()) };
        let Found::Window(question) = stand.found else { return Err(self.no_window(stand, check)) };
        let prompt = std::sync::Arc::clone(&self.told.questions[question].prompt);
        let place = in_window(&prompt);
        if prompt.player != *player || chart.is_some_and(|c| prompt.chart != Some(c)) {
            return Err(self.other_window(stand, check, &prompt, &place));
        }
        for offer in offered {
            if !prompt.options().iter().any(|a| self.told.cast.is_offer(&offer.value, a)) {
                return Err(self.missing(stand, check, offer, &prompt, &place));
            }
        }
        for expected in not_offered {
            let path = ["window", "not offered"];
            let offer = &expected.value.offer;
            if prompt.options().iter().any(|a| self.told.cast.is_offer(offer, a)) {
                let mut failure = self.allowed(stand, &path, not_offered, expected, &place);
                if let Some(Correction::Check(check)) = &mut failure.actual
                    && let Check::Window { offered, .. } = &mut **check
                {
                    offered.push(fresh(offer.clone()));
                }
                return Err(failure);
            }
            let reasons = self.reasons_here(stand, &prompt, offer);
            self.compare_reason(stand, &path, not_offered, expected, &reasons)?;
        }
        Ok(())
    }

    /// The window there was.
    pub(super) fn observe_window(&self, stand: &Stand) -> Result<Check, Failure> {
        let Found::Window(question) = stand.found else {
            let (player, offered, not_offered) = (segoc_protocol::Player::Yugi, Vec::new(), Vec::new());
            let nothing = Check::Window { player, chart: None, phase: None, during: None, offered, not_offered };
            return Err(self.no_window(stand, &nothing));
        };
        let prompt = &self.told.questions[question].prompt;
        let mut offered: Vec<Spanned<Offer>> = Vec::new();
        for action in prompt.options() {
            let Action::Activate(effect) = action else { continue };
            let card = self.told.cast.reference(effect.card);
            let offer = fresh(Offer { card, effect: None, action: OfferAction::Activate });
            if !offered.contains(&offer) {
                offered.push(offer);
            }
        }
        let (player, chart, not_offered) = (prompt.player, prompt.chart, Vec::new());
        Ok(Check::Window { player, chart, phase: None, during: None, offered, not_offered })
    }

    /// The reasons why something is not on offer in a window.
    fn reasons_here(&self, stand: &Stand, prompt: &Prompt, offer: &Offer) -> Vec<Reason> {
        let here = reasons_at(&self.told.cast, prompt, offer);
        if !here.is_empty() {
            return here;
        }
        reasons_in(self.told, offer, &stand.since.to(self.told.told_at(stand.at)))
    }

    fn other_window(&self, stand: &Stand, check: &Check, prompt: &Prompt, place: &str) -> Failure {
        let Check::Window { player: wanted, chart: named, phase, during, not_offered, .. } = check else {
            return self.nothing(stand, "there was another window");
        };
        let name = prompt.player;
        let message = match name == *wanted {
            true => format!("{name} was asked {place}"),
            false => format!("{name} was asked, not {wanted}"),
        };
        let mut failure = self.fail(stand, FailureKind::OtherPlayer, self.step(stand).span, message);
        let on_offer = self.told.cast.options_words(prompt.options());
        failure.notes.push(format!("The window is {place}; on offer: {on_offer}."));
        // What is said to be offered to the other player says nothing of this one.
        let offered = match check {
            Check::Window { offered, .. } if name == *wanted => offered.clone(),
            Check::Window { offered, .. } => {
                let here = |o: &&Spanned<Offer>| prompt.options().iter().any(|a| self.told.cast.is_offer(&o.value, a));
                offered.iter().filter(here).cloned().collect()
            }
            _ => Vec::new(),
        };
        let chart = if named.is_some() { prompt.chart.or(*named) } else { None };
        let (phase, during, not_offered) = (*phase, *during, not_offered.clone());
        failure.actual = Some(Check::Window { player: name, chart, phase, during, offered, not_offered }.into());
        failure
    }

    fn missing(&self, stand: &Stand, check: &Check, offer: &Spanned<Offer>, prompt: &Prompt, place: &str) -> Failure {
        let words = self.told.cast.offer_words(&offer.value);
        let message = format!("{} could not {words} {place}", prompt.player);
        let mut failure = self.fail(stand, FailureKind::WronglyForbidden, offer.span, message);
        let reason = self.reasons_here(stand, prompt, &offer.value).pop();
        match &reason {
            Some(reason) => {
                failure.notes.push(format!("Not possible {}, {}.", reason.place, because(&reason.refusal)));
                failure.rule = Some(reason.refusal.rule);
            }
            None => failure.notes.push(format!("On offer: {}.", self.told.cast.options_words(prompt.options()))),
        }
        let mut observed = check.clone();
        if let Check::Window { offered, not_offered, .. } = &mut observed {
            offered.retain(|other| other.span != offer.span);
            let rule = reason.map(|reason| reason.refusal.rule);
            not_offered.push(fresh(Expected { offer: offer.value.clone(), rule }));
        }
        failure.actual = Some(observed.into());
        failure
    }

    fn no_window(&self, stand: &Stand, check: &Check) -> Failure {
        let Check::Window { player, chart, phase, during, .. } = check else {
            return self.nothing(stand, "there was no window");
        };
        let mut place = Vec::new();
        place.extend(chart.map(|c| format!("box {c}")));
        place.extend(phase.map(|p| p.to_string()));
        place.extend(during.map(|m| m.to_string()));
        let place = if place.is_empty() { String::new() } else { format!(" ({})", place.join(", ")) };
        let end = if self.prompt(stand.at).is_some() { "the game state was open" } else { "the duel was over" };
        let message = format!("{end} before {player} had a window{place}");
        let mut failure = self.fail(stand, FailureKind::NotReached, self.step(stand).span, message);
        let passed = stand.from.question..stand.at.question;
        let passed = self.told.questions[passed].iter().filter(|q| q.prompt.is_window()).map(|q| in_window(&q.prompt));
        let passed: Vec<String> = passed.collect();
        if !passed.is_empty() {
            failure.notes.push(format!("The windows on the way were {}.", passed.join("; ")));
        }
        if let Some(prompt) = self.prompt(stand.at) {
            failure.notes.push(format!("The duel stands {}.", in_window(prompt)));
        }
        failure
    }
}
