//! Actions (§5.3, 1): run on to the first prompt that offers it, and do it.

use segoc_engine::def::Class;
use segoc_format::place::Spanned;
use segoc_format::ruling::{CardRef, Do, Offer, OfferAction};
use segoc_protocol::{Action, Answer, Ask, Moment, Player, Prompt};

use super::activation::Activation;
use super::{Driver, Halt, Next};
use crate::cast::{Cast, enumerate};
use crate::outcome::{Flaw, Outcome};
use crate::transcript::{Found, HitchKind, Point};

impl<'r> Driver<'_, 'r> {
    /// Does what a step says.
    pub(super) fn act(&mut self, player: Player, action: &'r Spanned<Do>) -> Result<(), Halt> {
        let from = self.here();
        loop {
            match self.next() {
                Next::Event(_) => self.take_event()?,
                Next::Over => return Err(self.hitch(self.step, HitchKind::NotOffered(from))),
                Next::Open => {
                    self.settle()?;
                    let Some(prompt) = self.prompt().cloned() else { continue };
                    return match offered(&self.told.cast, player, action, &prompt)? {
                        Some(option) => self.do_it(action, &prompt, option, from),
                        None => Err(self.hitch(self.step, HitchKind::NotOffered(from))),
                    };
                }
                Next::Asked(prompt) => match offered(&self.told.cast, player, action, &prompt)? {
                    Some(option) => {
                        self.settle()?;
                        return self.do_it(action, &prompt, option, from);
                    }
                    None => self.answer_by_default(&prompt)?,
                },
            }
        }
    }

    /// Answers with the action and with the choices that belong to it.
    fn do_it(&mut self, action: &'r Spanned<Do>, prompt: &Prompt, option: usize, from: Point) -> Result<(), Halt> {
        let effect = match prompt.options().get(option) {
            Some(Action::Activate(effect) | Action::SpecialSummon(effect)) => Some(*effect),
            _ => None,
        };
        let joined_a_chain = !self.told.chain_before(self.told.events.len()).is_empty();
        let (question, event, before) = (self.number(), self.told.events.len(), self.since);
        self.activation = Some(Activation::of_action(self.step, action, effect, event));
        if let Do::NormalSummons(.., Some(zone)) | Do::Sets(.., Some(zone)) | Do::SpecialSummons(.., Some(zone)) =
            &action.value
        {
            self.give_zone_later(*zone, self.step);
        }
        self.acted = event;
        self.give(Answer::Option(option))?;
        self.stood(from, before, Found::Action(question));
        self.since = Point { event, question: question + 1 };
        if !joined_a_chain {
            self.chain_from = event;
        }
        if matches!(prompt.ask, Ask::Act { .. }) {
            self.act_prompt = event;
        }
        // A trigger may have been placed meanwhile: its choices are not those of this action.
        while let Some(prompt) = self.prompt().cloned()
            && let Ask::Choose(choice) = &prompt.ask
            && self.is_of_activation(choice)
            && choice.effect.is_none_or(|of| effect == Some(of))
        {
            let answer = self.choose(&prompt, choice);
            self.give(answer)?;
        }
        self.settle()
    }
}

/// The option of a prompt that is this action.
fn offered(cast: &Cast<'_>, player: Player, action: &Spanned<Do>, prompt: &Prompt) -> Result<Option<usize>, Halt> {
    if prompt.player != player || moment(&action.value).is_some_and(|m| prompt.during != Some(m)) {
        return Ok(None);
    }
    let options = prompt.options();
    let all: Vec<usize> = (0..options.len()).filter(|&i| is(cast, &action.value, &options[i])).collect();
    if all.len() < 2 {
        return Ok(all.first().copied());
    }
    let is_activation =
        |i: &&usize| matches!(options[**i], Action::Activate(e) if cast.class(e) == Some(Class::Activation));
    let activations: Vec<&usize> = all.iter().filter(is_activation).collect();
    if let [one] = activations[..] {
        return Ok(Some(*one));
    }
    if !all.iter().any(|&i| matches!(options[i], Action::Activate(_))) {
        // A token's name means any of them.
        return Ok(all.first().copied());
    }
    let id = |&i: &usize| match &options[i] {
        Action::Activate(effect) => cast.effect_id(*effect).map(|id| format!("`effect: {id}`")),
        _ => None,
    };
    let ids: Vec<String> = all.iter().filter_map(id).collect();
    let message = format!("more than one effect could be meant here; say {}", enumerate(&ids, "or"));
    Err(Halt::Stop(Box::new(Outcome::Invalid(vec![Flaw { span: action.span, message }]))))
}

/// The moment at which an action is to be done, if one is named.
pub(crate) fn moment(action: &Do) -> Option<Moment> {
    match action {
        Do::Activates(_, moment) => *moment,
        _ => None,
    }
}

/// Whether an option is what the story says.
fn is(cast: &Cast<'_>, action: &Do, option: &Action) -> bool {
    match (action, option) {
        (Do::DrawsForTheTurn, Action::Draw) | (Do::GoesToNextTurn, Action::EndTurn) => true,
        (Do::GoesTo(phase), Action::GoTo { phase: to }) => phase == to,
        (Do::AttacksWith(by, on), Action::Attack { card, target }) => cast.is(by, *card) && cast.is(on, *target),
        (Do::ReplaysOn(on), Action::ReplayOn { target, .. }) => cast.is(on, *target),
        (Do::ReplaysDirectly, Action::ReplayDirectly { .. }) | (Do::ReplaysNotAtAll, Action::StopAttack { .. }) => true,
        (Do::AttacksWith(..), _) => false,
        // Trigger effects are announced, never acted.
        (_, Action::Trigger(_)) => false,
        _ => offer(action).is_some_and(|offer| cast.is_offer(&offer, option)),
    }
}

/// An action as an offer; none if it is not about a card.
pub(crate) fn offer(action: &Do) -> Option<Offer> {
    let of = |card: &CardRef, effect: Option<String>, action| Some(Offer { card: card.clone(), effect, action });
    match action {
        Do::Activates(using, _) => of(&using.card, using.effect.clone(), OfferAction::Activate),
        Do::NormalSummons(card, ..) => of(card, None, OfferAction::NormalSummon),
        Do::Sets(card, ..) => of(card, None, OfferAction::Set),
        Do::FlipSummons(card) => of(card, None, OfferAction::FlipSummon),
        Do::ChangesPositionOf(card) => of(card, None, OfferAction::ChangePosition),
        Do::SpecialSummons(card, effect, ..) => of(card, effect.clone(), OfferAction::SpecialSummon),
        Do::PendulumSummons(cards) => cards.first().and_then(|card| of(&card.value, None, OfferAction::PendulumSummon)),
        Do::AttacksWith(card, _) => of(card, None, OfferAction::Attack),
        Do::AttacksDirectlyWith(card) => of(card, None, OfferAction::AttackDirectly),
        Do::DrawsForTheTurn
        | Do::GoesTo(_)
        | Do::GoesToNextTurn
        | Do::ReplaysOn(_)
        | Do::ReplaysDirectly
        | Do::ReplaysNotAtAll => None,
    }
}
