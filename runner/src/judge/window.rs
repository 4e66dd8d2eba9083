//! `window` and `placing`: who may act or place a trigger now, and with what.

use std::sync::Arc;

use segoc_format::place::Spanned;
use segoc_format::ruling::{Check, LinkRef, Offer, OfferAction, Refusal as Expected};
use segoc_protocol::{Action, EffectRef, Player, Prompt, Refused};

use super::refusals::{Denied, Reason, reasons_at, reasons_in};
use super::words::{because, in_window, when_placing};
use super::{Judge, Verdict, fresh};
use crate::cast::enumerate;
use crate::outcome::{Correction, Failure, FailureKind};
use crate::transcript::{Found, Item, Placement, Stand};

impl Judge<'_, '_> {
    pub(super) fn window(&mut self, stand: &Stand, check: &Check) -> Verdict {
        let Check::Window { player, chart, offered, not_offered, .. } = check else { return Ok(()) };
        let Found::Window(question) = stand.found else { return Err(self.no_window(stand, check)) };
        let prompt = Arc::clone(&self.told.questions[question].prompt);
        let place = in_window(&prompt);
        if prompt.player != *player || chart.is_some_and(|c| prompt.chart != Some(c)) {
            return Err(self.other_window(stand, check, &prompt, &place));
        }
        if let Some(offer) = offered.iter().find(|offer| !self.is_on_offer(&prompt, &offer.value)) {
            return Err(self.missing(stand, check, offer, &prompt, &place));
        }
        let denied = Denied { stand, key: "not offered", list: not_offered };
        for expected in not_offered {
            let offer = &expected.value.offer;
            if self.is_on_offer(&prompt, offer) {
                let mut failure = self.allowed(denied, expected, &place);
                if let Some(Correction::Check(check)) = &mut failure.actual
                    && let Check::Window { offered, .. } = &mut **check
                {
                    offered.push(fresh(offer.clone()));
                }
                return Err(failure);
            }
            let reasons = self.reasons_here(stand, &prompt, offer);
            self.compare_reason(denied, expected, &reasons)?;
        }
        Ok(())
    }

    /// The window there was.
    pub(super) fn observe_window(&self, stand: &Stand) -> Result<Check, Failure> {
        let window = |player, chart, offered| {
            let (phase, during, not_offered) = Default::default();
            Check::Window { player, chart, phase, during, offered, not_offered }
        };
        let Found::Window(question) = stand.found else {
            return Err(self.no_window(stand, &window(Player::Yugi, None, Vec::new())));
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
        Ok(window(prompt.player, prompt.chart, offered))
    }

    fn is_on_offer(&self, prompt: &Prompt, offer: &Offer) -> bool {
        prompt.options().iter().any(|action| self.told.cast.is_offer(offer, action))
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
        let name = prompt.player;
        let mut observed = check.clone();
        let Check::Window { player, chart, offered, .. } = &mut observed else {
            return self.nothing(stand, "there was another window");
        };
        let message = match name == *player {
            true => format!("{name} was asked {place}"),
            false => format!("{name} was asked, not {player}"),
        };
        // What is said to be offered to the other player says nothing of this one.
        offered.retain(|offer| name == *player || self.is_on_offer(prompt, &offer.value));
        (*player, *chart) = (name, chart.map(|named| prompt.chart.unwrap_or(named)));
        let on_offer = self.told.cast.options_words(prompt.options());
        let failure = self.fail_whole(stand, FailureKind::OtherPlayer, message);
        failure.note(format!("The window is {place}; on offer: {on_offer}.")).actually(observed)
    }

    fn missing(&self, stand: &Stand, check: &Check, offer: &Spanned<Offer>, prompt: &Prompt, place: &str) -> Failure {
        let words = self.told.cast.offer_words(&offer.value);
        let message = format!("{} could not {words} {place}", prompt.player);
        let reason = self.reasons_here(stand, prompt, &offer.value).pop();
        let note = match &reason {
            Some(reason) => reason.words(),
            None => format!("On offer: {}.", self.told.cast.options_words(prompt.options())),
        };
        let rule = reason.map(|reason| reason.refusal.rule);
        let mut observed = check.clone();
        if let Check::Window { offered, not_offered, .. } = &mut observed {
            offered.retain(|other| other.span != offer.span);
            not_offered.push(fresh(Expected { offer: offer.value.clone(), rule }));
        }
        let failure = self.fail(stand, FailureKind::WronglyForbidden, offer.span, message);
        failure.note(note).by(rule).actually(observed)
    }

    fn no_window(&self, stand: &Stand, check: &Check) -> Failure {
        let Check::Window { player, chart, phase, during, .. } = check else {
            return self.nothing(stand, "there was no window");
        };
        let place = [chart.map(|c| format!("box {c}")), phase.map(|p| p.to_string()), during.map(|m| m.to_string())];
        let place: Vec<String> = place.into_iter().flatten().collect();
        let place = if place.is_empty() { String::new() } else { format!(" ({})", place.join(", ")) };
        let end = if self.prompt(stand.at).is_some() { "the game state was open" } else { "the duel was over" };
        let mut failure = self.nothing(stand, format!("{end} before {player} had a window{place}"));
        let passed = &self.told.questions[stand.from.question..stand.at.question];
        let passed = passed.iter().filter(|q| q.prompt.is_window()).map(|q| in_window(&q.prompt));
        let passed: Vec<String> = passed.collect();
        if !passed.is_empty() {
            failure.notes.push(format!("The windows on the way were {}.", passed.join("; ")));
        }
        failure.notes.extend(self.prompt(stand.at).map(|prompt| format!("The duel stands {}.", in_window(prompt))));
        failure
    }

    pub(super) fn placing(
        &mut self,
        stand: &Stand,
        player: Player,
        offered: &[Spanned<LinkRef>],
        not_offered: &[Spanned<Expected>],
    ) -> Verdict {
        let placement = self.placement(stand, offered)?;
        let (effects, cast) = (&placement.offered, &self.told.cast);
        let on_offer = || {
            let names: Vec<String> = effects.iter().map(|e| cast.name(e.card)).collect();
            format!("On offer: {}.", enumerate(&names, "or"))
        };
        if placement.player != player {
            let message = format!("{} placed a trigger here, not {player}", placement.player);
            let failure = self.fail_whole(stand, FailureKind::OtherPlayer, message).note(on_offer());
            return Err(failure.actually(self.as_placed(&placement, &[])));
        }
        if let Some(link) = offered.iter().find(|link| !effects.iter().any(|&e| cast.is_link(&link.value, e))) {
            let message = format!("{player} could not place the trigger of {}", cast.name_of(&link.value.card));
            let is = |effect: Option<EffectRef>| effect.is_some_and(|e| cast.is_link(&link.value, e));
            let refused = placement.refused.iter().find(|refused| is(refused.action.effect()));
            let note = match refused {
                Some(refused) => format!("Not possible, {}.", because(&refused.refusal)),
                None => on_offer(),
            };
            let failure = self.fail(stand, FailureKind::WronglyForbidden, link.span, message).note(note);
            let failure = failure.by(refused.map(|refused| refused.refusal.rule));
            return Err(failure.actually(self.as_placed(&placement, not_offered)));
        }
        let denied = Denied { stand, key: "not offered", list: not_offered };
        for expected in not_offered {
            let (offer, cast) = (&expected.value.offer, &self.told.cast);
            if effects.iter().any(|&e| cast.is_offered_trigger(offer, e)) {
                let failure = self.allowed(denied, expected, &when_placing(player));
                return Err(failure.actually(self.as_placed(&placement, &[])));
            }
            let refused = placement.refused.iter().filter(|refused| cast.is_offer(offer, &refused.action));
            let reason = |r: &Refused| Reason { refusal: r.refusal.clone(), place: when_placing(player) };
            let mut reasons: Vec<Reason> = refused.map(reason).collect();
            if reasons.is_empty() {
                // Its moment was the earlier one, and it is lost already.
                reasons = reasons_in(self.told, offer, &stand.since.to(self.told.told_at(stand.at)));
            }
            self.compare_reason(denied, expected, &reasons)?;
        }
        Ok(())
    }

    /// The placement there was.
    pub(super) fn observe_placing(&self, stand: &Stand) -> Result<Check, Failure> {
        Ok(self.as_placed(&self.placement(stand, &[])?, &[]))
    }

    /// A placement as it is written.
    fn as_placed(&self, placement: &Placement, not_offered: &[Spanned<Expected>]) -> Check {
        let offered = placement.offered.iter().map(|&effect| fresh(self.told.cast.link(effect, false))).collect();
        Check::Placing { player: placement.player, offered, not_offered: not_offered.to_vec() }
    }

    fn placement(&self, stand: &Stand, offered: &[Spanned<LinkRef>]) -> Result<Placement, Failure> {
        let placement = match stand.found {
            Found::Asked(question) => self.told.placement(Item::Question(question)),
            Found::Placed(event) => self.told.placement(Item::Event(event)),
            _ => None,
        };
        placement.ok_or_else(|| {
            let failure = self.nothing(stand, "the game state was open again before anyone placed a trigger");
            self.explained(stand, failure, offered.iter().map(|link| &link.value))
        })
    }
}
