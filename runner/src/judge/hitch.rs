//! What could not be told as it is written: actions that were nowhere on offer, announcements nobody used.

use segoc_engine::def::Class;
use segoc_format::place::Span;
use segoc_format::ruling::{CardRef, Do, LinkRef, Offer, OfferAction, Refusal as Expected, StepKind, Use};
use segoc_protocol::{Action, BattlePosition, Happened, Phase, Player, Prompt, Rule};

use super::Judge;
use super::refusals::{Reason, last_dropped, reasons_at};
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
                fail(FailureKind::WronglyForbidden, card.span, message).note(match instead.is_empty() {
                    true => "Nobody was asked for it.".into(),
                    false => format!("Possible were {}.", cast.names(instead)),
                })
            }
            HitchKind::OtherWords { span, word, words } => {
                let message = format!("`{word}` was not among the choices");
                let note = format!("Possible were {}.", enumerate(words, "and"));
                fail(FailureKind::WronglyForbidden, *span, message).note(note)
            }
            HitchKind::Unused(span) => self.unused(hitch, *span),
            HitchKind::ZoneNotAsked(zone) => {
                let message = format!("nobody was asked for a zone of which `{zone}` is one");
                let note = "Players choose zones in a duel with Link Arrows, or in which the set-up names a `zone`; of those that \
                            are free and to which the monster can go.";
                fail(FailureKind::Unused, step, message).note(note.to_owned())
            }
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
        let until = hitch.at.question + usize::from(here.is_some());
        let prompts = self.told.questions[from.question..until.max(from.question)].iter().map(|asked| &asked.prompt);
        let there = |prompt: &Prompt| prompt.is_window() && during.is_none_or(|m| prompt.during == Some(m));
        let there = prompts.filter(|prompt| prompt.player == *player && there(prompt));
        // Where it was looked for, and the first reason given there.
        let looked: Vec<(String, Option<Reason>)> = match &offer {
            Some(offer) => there.map(|p| (in_window(p), reasons_at(cast, p, offer).into_iter().next())).collect(),
            None => Vec::new(),
        };
        for (place, reason) in looked.iter().rev().take(3).rev() {
            let nothing = || format!("Not on offer {place}.");
            failure.notes.push(reason.as_ref().map_or_else(nothing, Reason::words));
        }
        failure.notes.extend(match here {
            None => Some("The duel was over.".into()),
            Some(prompt) if prompt.player != *player => {
                Some(format!("It was {}'s turn to act {}.", prompt.player, in_window(prompt)))
            }
            Some(prompt) if looked.is_empty() => Some(format!("The duel had come to stand {}.", in_window(prompt))),
            _ => None,
        });
        failure.notes.extend(here.and_then(|prompt| self.stayed_behind(hitch.step, prompt)));
        failure.notes.extend(offer.as_ref().and_then(|offer| self.has_nothing_to_activate(offer)));
        let rule = looked.iter().rev().find_map(|(_, reason)| reason.as_ref()).map(|reason| reason.refusal.rule);
        failure.actual = offer.map(|offer| Correction::Instead(Expected { offer, rule }));
        failure.by(rule)
    }

    /// That the file of a card has no effect in this format that could be activated.
    fn has_nothing_to_activate(&self, offer: &Offer) -> Option<String> {
        let CardRef::Card(card) = offer.card else { return None };
        let def = self.told.cast.def(card).filter(|_| offer.action == OfferAction::Activate)?;
        let nothing = !def.effects.iter().any(|effect| effect.activates());
        nothing.then(|| format!("The file of {} has no effect in this format that could be activated.", def.name))
    }

    /// That the phase a player wanted to go to last has not come: something was activated or done first, and they must say it again.
    fn stayed_behind(&self, step: usize, here: &Prompt) -> Option<String> {
        let wanted = self.ruling().play[..step].iter().rev().find_map(|step| match &step.kind {
            StepKind::Action(_, action) => match action.value {
                Do::GoesTo(phase) => Some((phase.word(), here.phase < phase)),
                Do::GoesToNextTurn => Some(("next turn", here.phase == Phase::End)),
                _ => None,
            },
            _ => None,
        });
        let (to, _) = wanted.filter(|(_, behind)| *behind)?;
        let phase = here.phase;
        // What must be activated in a phase is an action, too.
        let due = here.options().iter().find_map(|action| match action {
            Action::Activate(effect) => Some(effect.card).filter(|_| {
                let def = self.told.cast.effect(*effect);
                def.is_some_and(|def| def.class == Class::Phase && def.mandatory)
            }),
            _ => None,
        });
        if let Some(card) = due.filter(|_| here.is_open_state()) {
            let name = self.told.cast.name(card);
            return Some(format!(
                "`goes to: {to}` cannot come about yet: an effect of {name} must be activated in the {phase} phase. Write `activates` for it."
            ));
        }
        Some(format!(
            "`goes to: {to}` has not come about: something was activated or done first, and it is still the {phase} phase. Write it once more."
        ))
    }

    /// An announcement was never used.
    fn unused(&self, hitch: &Hitch, span: Span) -> Failure {
        let fail = |message: String| self.fail_at(hitch.step, hitch.at, FailureKind::Unused, span, message);
        match &self.ruling().play[hitch.step].kind {
            StepKind::Triggers(uses) => {
                let Some(using) = uses.iter().find(|using| using.span == span) else {
                    return fail("a trigger was never placed".into());
                };
                let name = self.told.cast.name_of(&using.value.card);
                let (note, rule) = self.why_unused(&using.value);
                let others = uses.iter().filter(|other| other.span != span).cloned().collect();
                let offer = Offer { effect: None, ..trigger(&using.value) };
                let actual = Some(match uses.len() {
                    1 => Correction::Instead(Expected { offer, rule }),
                    _ => Correction::Triggers(others),
                });
                Failure { actual, ..fail(format!("the trigger of {name} was never placed")).note(note).by(rule) }
            }
            StepKind::Chooses(player, cards, position, _) => {
                let cards: Vec<&CardRef> = cards.iter().map(|card| &card.value).collect();
                fail(self.never_chosen(*player, &cards, *position))
            }
            StepKind::Applies(player, card, ..) => {
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

    /// Why a trigger was not used, and the rule, if one was given.
    fn why_unused(&self, using: &Use) -> (String, Option<Rule>) {
        let link = LinkRef { card: using.card.clone(), effect: using.effect.clone() };
        let activated = |what: &Happened| matches!(what, Happened::Activated { effect, .. } if self.told.cast.is_link(&link, *effect));
        match last_dropped(self.told, &trigger(using), &Point::default().to(self.told.last())) {
            Some(Reason { refusal, .. }) => (format!("It was dropped {}.", because(&refusal)), Some(refusal.rule)),
            None if self.told.events.iter().any(|event| activated(&event.what)) => {
                ("It was placed only before this step.".into(), None)
            }
            None => ("It did not trigger at all: its condition was never met.".into(), None),
        }
    }
}

fn trigger(using: &Use) -> Offer {
    Offer { card: using.card.clone(), effect: using.effect.clone(), action: OfferAction::Activate }
}
