//! What could not be told as it is written: actions that were nowhere on offer, announcements nobody used.

use segoc_format::place::Span;
use segoc_format::ruling::{CardRef, Do, LinkRef, Offer, OfferAction, Refusal as Expected, StepKind, Use};
use segoc_protocol::{BattlePosition, Happened, Player, Refusal};

use super::Judge;
use super::refusals::{last_dropped, reasons_at};
use super::words::{because, in_window};
use crate::cast::enumerate;
use crate::drive::{moment, offer};
use crate::outcome::{Correction, Failure, FailureKind};
use crate::transcript::{Hitch, HitchKind, Point};

impl Judge<'_, '_> {
    pub(super) fn hitch(&self, hitch: &Hitch) -> Failure {
        let cast = &self.told.cast;
        let step = self.ruling().play[hitch.step].span;
        let fail = |kind, span, message| self.fail_at(hitch.step, hitch.at, kind, span, message);
        match &hitch.kind {
            HitchKind::NotOffered(from) => self.not_offered(hitch, *from),
            HitchKind::NotChosen { verb, card, effect, instead } => {
                let name = cast.name_of(&card.value);
                let message = match effect {
                    Some(effect) => format!("{} could not {verb} {name}", cast.name(effect.card)),
                    None => format!("it was not possible to {verb} {name}"),
                };
                let mut failure = fail(FailureKind::WronglyForbidden, card.span, message);
                failure.notes.push(match instead.is_empty() {
                    true => "Nobody was asked for it.".into(),
                    false => format!("Possible were {}.", cast.names(instead)),
                });
                failure
            }
            HitchKind::OtherWords { span, word, words } => {
                let message = format!("`{word}` was not among the choices");
                let mut failure = fail(FailureKind::WronglyForbidden, *span, message);
                failure.notes.push(format!("Possible were {}.", enumerate(words, "and")));
                failure
            }
            HitchKind::Unused(span) => self.unused(hitch, *span),
            HitchKind::PositionNotAsked(position) => {
                fail(FailureKind::Unused, step, format!("nobody was asked for the position (`{position}`)"))
            }
        }
    }

    /// The action was nowhere on offer: where it was last looked for, and why not.
    fn not_offered(&self, hitch: &Hitch, from: Point) -> Failure {
        let StepKind::Action(player, action) = &self.ruling().play[hitch.step].kind else {
            let span = self.ruling().play[hitch.step].span;
            return self.fail_at(hitch.step, hitch.at, FailureKind::WronglyForbidden, span, "this was not possible");
        };
        let (cast, offer) = (&self.told.cast, offer(&action.value));
        let words = match (&action.value, &offer) {
            (_, Some(offer)) => cast.offer_words(offer),
            (Do::GoesTo(phase), _) => format!("go to the {phase} phase"),
            (Do::GoesToNextTurn, _) => "end the turn".into(),
            (Do::ReplaysOn(_) | Do::ReplaysDirectly | Do::ReplaysNotAtAll, _) => "replay the attack".into(),
            _ => "draw for the turn".into(),
        };
        let kind = FailureKind::WronglyForbidden;
        let mut failure = self.fail_at(hitch.step, hitch.at, kind, action.span, format!("{player} could not {words}"));
        let during = moment(&action.value);
        let here = self.prompt(hitch.at);
        let mut looked: Vec<(String, Vec<Refusal>)> = Vec::new();
        if let Some(offer) = &offer {
            let until = hitch.at.question + usize::from(here.is_some());
            for question in &self.told.questions[from.question..until.max(from.question)] {
                let prompt = &question.prompt;
                let there = prompt.is_window() && during.is_none_or(|m| prompt.during == Some(m));
                if prompt.player == *player && there {
                    let reasons = reasons_at(cast, prompt, offer).into_iter().map(|reason| reason.refusal).collect();
                    looked.push((in_window(prompt), reasons));
                }
            }
        }
        for (place, reasons) in looked.iter().rev().take(3).rev() {
            failure.notes.push(match reasons.first() {
                Some(reason) => format!("Not possible {place}, {}.", because(reason)),
                None => format!("Not on offer {place}."),
            });
        }
        match here {
            None => failure.notes.push("The duel was over.".into()),
            Some(prompt) if prompt.player != *player => {
                failure.notes.push(format!("It was {}'s turn to act {}.", prompt.player, in_window(prompt)));
            }
            Some(prompt) if looked.is_empty() => {
                failure.notes.push(format!("The duel had come to stand {}.", in_window(prompt)));
            }
            _ => {}
        }
        let rule = looked.iter().rev().find_map(|(_, reasons)| reasons.first()).map(|reason| reason.rule);
        failure.rule = rule.or(failure.rule);
        failure.actual = offer.map(|offer| Correction::Instead(Expected { offer, rule }));
        failure
    }

    /// An announcement was never used.
    fn unused(&self, hitch: &Hitch, span: Span) -> Failure {
        let fail = |message: String| self.fail_at(hitch.step, hitch.at, FailureKind::Unused, span, message);
        match &self.ruling().play[hitch.step].kind {
            StepKind::Triggers(uses) => match uses.iter().find(|using| using.span == span) {
                Some(using) => {
                    let others = uses.iter().filter(|other| other.span != span).cloned().collect();
                    let mut failure =
                        fail(format!("the trigger of {} was never placed", self.told.cast.name_of(&using.value.card)));
                    let rule = self.why_unused(&mut failure, &using.value);
                    failure.actual = Some(match uses.len() {
                        1 => Correction::Instead(Expected {
                            offer: Offer { effect: None, ..trigger(&using.value) },
                            rule,
                        }),
                        _ => Correction::Triggers(others),
                    });
                    failure
                }
                None => fail("a trigger was never placed".into()),
            },
            StepKind::Chooses(player, cards, position) => {
                let cards: Vec<&CardRef> = cards.iter().map(|card| &card.value).collect();
                fail(self.never_chosen(*player, &cards, *position))
            }
            StepKind::Applies(player, card, _) => {
                let card = self.told.cast.name_of(&card.value);
                fail(format!("{player} was never asked whether to apply {card}"))
            }
            StepKind::Action(..) | StepKind::Check(_) => fail("this was never used".into()),
        }
    }

    fn never_chosen(&self, player: Player, cards: &[&CardRef], position: Option<BattlePosition>) -> String {
        let names: Vec<String> = cards.iter().map(|card| self.told.cast.name_of(card)).collect();
        let names = if names.is_empty() { "a position".into() } else { enumerate(&names, "and") };
        let position = position.filter(|_| cards.is_empty()).map(|position| format!(" ({position})"));
        format!("{player} was never asked to choose {names}{}", position.unwrap_or_default())
    }

    /// Says why a trigger was not used; the rule, if one was given.
    fn why_unused(&self, failure: &mut Failure, using: &Use) -> Option<segoc_protocol::Rule> {
        let whole = Point::default().to(self.told.last());
        let link = LinkRef { card: using.card.clone(), effect: using.effect.clone() };
        let activated = |what: &Happened| matches!(what, Happened::Activated { effect, .. } if self.told.cast.is_link(&link, *effect));
        match last_dropped(self.told, &trigger(using), &whole) {
            Some(dropped) => {
                failure.notes.push(format!("It was dropped {}.", because(&dropped.refusal)));
                failure.rule = Some(dropped.refusal.rule);
                return Some(dropped.refusal.rule);
            }
            None if self.told.events.iter().any(|event| activated(&event.what)) => {
                failure.notes.push("It was placed only before this step.".into());
            }
            None => failure.notes.push("It did not trigger at all: its condition was never met.".into()),
        }
        None
    }
}

fn trigger(using: &Use) -> Offer {
    Offer { card: using.card.clone(), effect: using.effect.clone(), action: OfferAction::Activate }
}
