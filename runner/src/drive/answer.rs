//! What is answered while a step runs on (§5.2).

use segoc_engine::def::Class;
use segoc_protocol::{
    Action, Answer, Ask, CardId, Choice, EffectRef, Fault, FaultKind, Pool, Prompt, Purpose, Trouble,
};

use super::announce::{Announced, default_position};
use super::{Driver, Halt};

impl<'r> Driver<'_, 'r> {
    /// Answers a prompt that is not an open state: with what was announced, else with the default.
    pub(super) fn answer_by_default(&mut self, prompt: &Prompt) -> Result<(), Halt> {
        match &prompt.ask {
            Ask::Choose(choice) => {
                let answer = self.choose(prompt, choice);
                self.give(answer)
            }
            Ask::Confirm(effect) => {
                let announced = self.first_announced(|a| match a {
                    Announced::Applies { player, card, effect: id, option: None } => {
                        *player == prompt.player && self.told.cast.is_effect(card, *id, *effect)
                    }
                    _ => false,
                });
                if let Some(index) = announced {
                    self.announced[index].used = true;
                }
                // Who says which of several things is done wants one of them.
                let picks = self.first_announced(|a| match a {
                    Announced::Applies { player, card, effect: id, option: Some(option) } => {
                        let is_it = self.told.cast.is_effect(card, *id, *effect);
                        *player == prompt.player && is_it && self.told.cast.may_pick(*effect, option)
                    }
                    _ => false,
                });
                self.give(Answer::Confirm(announced.or(picks).is_some()))
            }
            Ask::Trigger { options, optional } => self.place(options, *optional),
            Ask::Respond { options } => self.respond(options),
            Ask::Act { options } => {
                self.settle()?;
                // The attack goes on; in a replay, where it cannot simply go on, it stops.
                match options.iter().position(|o| matches!(o, Action::Proceed | Action::StopAttack { .. })) {
                    Some(proceed) => self.give(Answer::Option(proceed)),
                    None => {
                        let message = "an attack is under way but cannot be gone on with";
                        Err(Trouble::from(Fault::new(FaultKind::BadMessage, message)).into())
                    }
                }
            }
        }
    }

    /// Places the first announced trigger, else the first that must be, else none.
    fn place(&mut self, effects: &[EffectRef], may_decline: bool) -> Result<(), Halt> {
        self.settle()?;
        if let Some((announcement, option)) = self.announced_trigger(effects) {
            self.use_trigger(announcement, effects[option], self.told.events.len())?;
            return self.give(Answer::Option(option));
        }
        let first = (0..effects.len()).min_by_key(|&i| effects[i]);
        match first {
            Some(first) if !may_decline => self.give(Answer::Option(first)),
            _ => self.give(Answer::Pass),
        }
    }

    /// Passes, unless an announced trigger may be used here.
    fn respond(&mut self, options: &[Action]) -> Result<(), Halt> {
        self.settle()?;
        let waiting = options.iter().enumerate().filter_map(|(i, option)| match option {
            Action::Trigger(effect) => Some((i, *effect)),
            _ => None,
        });
        let (indices, effects): (Vec<usize>, Vec<EffectRef>) = waiting.unzip();
        let Some((announcement, option)) = self.announced_trigger(&effects) else { return self.give(Answer::Pass) };
        self.use_trigger(announcement, effects[option], self.told.events.len())?;
        self.give(Answer::Option(indices[option]))
    }

    /// A choice: what stands beside the activation, else what was announced, else the default.
    pub(super) fn choose(&mut self, prompt: &Prompt, choice: &Choice) -> Answer {
        if let (Purpose::Zone, Pool::Words { words }) = (choice.purpose, &choice.from) {
            return self.announced_zone(prompt, choice, words);
        }
        // The position of a Summon is asked for when its attempt was let through: what was written beside it waits since then. An engine that asks
        // before is told what was announced, if nothing stands beside the action.
        let waits = matches!(choice.from, Pool::Positions { .. }) && !self.position_stands_beside();
        if self.is_of_activation(choice) && !waits {
            if self.activation.is_none()
                && let Some(effect) = choice.effect
            {
                self.adopt_trigger(effect);
            }
            return self.answer_of_activation(choice);
        }
        if let Pool::Positions { positions } = &choice.from {
            return Answer::Position(self.announced_position(prompt, choice.about, positions));
        }
        if let Pool::Words { words } = &choice.from {
            return self.announced_option(prompt, choice, words);
        }
        let possible = |a: &Announced<'r>| self.announced_cards(prompt, choice, a);
        let Some(index) = self.first_announced(|a| possible(a).is_some()) else { return self.unwritten(choice) };
        let cards = possible(&self.announced[index].what).unwrap_or_default();
        self.use_choice(index);
        Answer::Cards(cards)
    }

    /// The default, for want of anything written; a choice among several cards is noted.
    pub(super) fn unwritten(&mut self, choice: &Choice) -> Answer {
        let several = match &choice.from {
            Pool::Cards { cards, min, .. } => (1..cards.len()).contains(min),
            Pool::Sets { sets } => sets.len() > 1,
            Pool::Positions { .. } | Pool::Words { .. } => false,
        };
        if let Some(question) = self.told.questions.last_mut() {
            question.unwritten = several;
        }
        by_default(choice)
    }

    /// What was announced of several things an effect may do, else the first.
    fn announced_option(&mut self, prompt: &Prompt, choice: &Choice, words: &[String]) -> Answer {
        let announced = self.first_announced(|a| match a {
            Announced::Applies { player, card, effect, option: Some(option) } => {
                let is_it = |of: EffectRef| self.told.cast.is_effect(card, *effect, of);
                *player == prompt.player && choice.effect.is_some_and(is_it) && words.iter().any(|w| w == option)
            }
            _ => false,
        });
        let Some(index) = announced else { return by_default(choice) };
        self.announced[index].used = true;
        match self.announced[index].what {
            Announced::Applies { option: Some(option), .. } => Answer::Word(option.to_owned()),
            _ => by_default(choice),
        }
    }

    /// The cards an announcement names, if they may be chosen here.
    fn announced_cards(&self, prompt: &Prompt, choice: &Choice, announced: &Announced<'r>) -> Option<Vec<CardId>> {
        let Announced::Chooses { player, cards, .. } = announced else { return None };
        if *player != prompt.player {
            return None;
        }
        let found = self.told.cast.find_all(cards.iter().map(|c| &c.value), &choice.from.cards())?;
        let fits = match &choice.from {
            Pool::Cards { min, max, .. } => (*min..=*max).contains(&found.len()),
            Pool::Sets { sets } => sets.iter().any(|set| sorted(set) == sorted(&found)),
            Pool::Positions { .. } | Pool::Words { .. } => false,
        };
        fits.then_some(found)
    }

    /// A trigger placed without a question whose event was not seen yet.
    fn adopt_trigger(&mut self, effect: EffectRef) {
        if !matches!(self.told.cast.class(effect), Some(Class::Trigger | Class::Quick)) {
            return;
        }
        if let Some((announcement, _)) = self.announced_trigger(&[effect]) {
            // Nothing is under way, so there is nothing to settle and nothing can fail.
            let _ = self.use_trigger(announcement, effect, self.cursor);
        }
    }
}

/// The fewest cards in set-up order; attack position; the first word.
pub(crate) fn by_default(choice: &Choice) -> Answer {
    match &choice.from {
        Pool::Cards { cards, min, .. } => {
            let mut cards = sorted(cards);
            cards.truncate(*min);
            Answer::Cards(cards)
        }
        Pool::Sets { sets } => {
            Answer::Cards(sets.iter().min_by_key(|s| (s.len(), sorted(s))).cloned().unwrap_or_default())
        }
        Pool::Positions { positions } => Answer::Position(default_position(positions)),
        Pool::Words { words } => Answer::Word(words.first().cloned().unwrap_or_default()),
    }
}

/// Some chosen cards, with as many more as the choice asks for; none if they cannot be chosen together.
pub(super) fn completed(choice: &Choice, taken: &[CardId]) -> Option<Answer> {
    match &choice.from {
        Pool::Sets { sets } => {
            let holding = sets.iter().filter(|set| taken.iter().all(|c| set.contains(c)));
            holding.min_by_key(|s| (s.len(), sorted(s))).cloned().map(Answer::Cards)
        }
        Pool::Cards { cards, min, .. } => {
            let mut rest = sorted(cards);
            rest.retain(|c| !taken.contains(c));
            let missing = min.saturating_sub(taken.len());
            Some(Answer::Cards(taken.iter().copied().chain(rest.into_iter().take(missing)).collect()))
        }
        Pool::Positions { .. } | Pool::Words { .. } => None,
    }
}

/// How many cards a choice takes at most.
pub(super) fn most(pool: &Pool) -> usize {
    match pool {
        Pool::Cards { max, .. } => (*max).max(1),
        _ => usize::MAX,
    }
}

fn sorted(cards: &[CardId]) -> Vec<CardId> {
    let mut cards = cards.to_vec();
    cards.sort_unstable();
    cards
}
