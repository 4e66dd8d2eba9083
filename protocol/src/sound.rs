//! Whether a message fits the duel: every number is one of a card or effect there is, and every choice can be made.

use crate::board::Board;
use crate::event::{Cause, Event, Happened};
use crate::prompt::{Action, Ask, Pool, Prompt, Refused};
use crate::start::Start;
use crate::text::is_hidden;
use crate::words::{CardId, EffectRef};

/// The result of anything that may not fit the duel: what is wrong.
pub type Sound = Result<(), String>;

/// The cards and effects of a duel: what an engine may speak of.
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// How many effects each card of the set-up has.
    effects: Vec<usize>,
    /// The cards there may be, by name, with the number of their effects.
    names: Vec<(String, usize)>,
    tokens: Vec<(CardId, usize)>,
}

/// How often a key is written anywhere in a value.
fn named(key: &str, value: &serde_json::Value) -> usize {
    match value {
        serde_json::Value::Array(items) => items.iter().map(|item| named(key, item)).sum(),
        serde_json::Value::Object(entries) => {
            entries.iter().map(|(name, value)| usize::from(name == key) + named(key, value)).sum()
        }
        _ => 0,
    }
}

impl Known {
    /// What there is in a duel that begins.
    pub fn new(start: &Start) -> Self {
        let count = |effects: Option<&serde_json::Value>| effects.and_then(|e| e.as_array()).map_or(0, Vec::len);
        let name = |json: &serde_json::Value| json.get("name").and_then(|n| n.as_str()).unwrap_or_default().to_owned();
        // Effects that cards are given are numbered after their own.
        let all = || start.definitions.iter().map(|card| card.json().get("effects"));
        let given: usize = all().flatten().map(|effects| named("gains effect", effects)).sum();
        let copied = all().flatten().any(|effects| named("copies effects", effects) > 0);
        let given = given + if copied { all().map(count).sum() } else { 0 };
        let count = |effects: Option<&serde_json::Value>| count(effects) + given;
        let names = start.definitions.iter().map(crate::Definition::json);
        let names: Vec<(String, usize)> = names.map(|json| (name(json), count(json.get("effects")))).collect();
        let of = |wanted: &str| names.iter().find(|(name, _)| name == wanted).map_or(0, |(_, effects)| *effects);
        let effects = start.setup.cards.iter().map(|card| of(&card.name)).collect();
        Self { effects, names, tokens: Vec::new() }
    }

    /// Whether an event fits; a token it makes is known from now on.
    ///
    /// # Errors
    /// Says what does not fit.
    pub fn event(&mut self, event: &Event) -> Sound {
        match event.by {
            Some(Cause::Effect(effect)) => self.effect(effect)?,
            Some(Cause::Battle(card)) => self.card(card)?,
            _ => {}
        }
        match &event.what {
            Happened::Cards { cards, with, .. } => self.cards(cards.iter().chain(with)),
            Happened::Player { cards, .. } | Happened::Attempted { cards, .. } | Happened::Chosen { cards, .. } => {
                self.cards(cards)
            }
            Happened::Token { card, name } => self.token(*card, name),
            Happened::Activated { link, effect, targets, about, .. } => {
                if *link == 0 {
                    return Err("links are counted from 1".into());
                }
                self.effect(*effect)?;
                self.cards(targets.iter().chain(about))
            }
            Happened::Placed { effect, instead, refused, .. } => {
                self.effect(*effect)?;
                instead.iter().try_for_each(|effect| self.effect(*effect))?;
                self.refused(refused)
            }
            Happened::Triggered { effect, .. } | Happened::Dropped { effect, .. } => self.effect(*effect),
            Happened::AttackEnded { card } | Happened::Unaffected { card } => self.card(*card),
            Happened::Phase { .. }
            | Happened::Moment { .. }
            | Happened::ChainComplete
            | Happened::Resolves { .. }
            | Happened::Resolved { .. }
            | Happened::ChainOver => Ok(()),
        }
    }

    /// Whether a question fits.
    ///
    /// # Errors
    /// Says what does not fit.
    pub fn prompt(&self, prompt: &Prompt) -> Sound {
        match &prompt.ask {
            Ask::Act { options } if options.is_empty() => {
                Err("an `act` prompt needs an option: moving on is one".into())
            }
            Ask::Act { options } | Ask::Respond { options } => options.iter().try_for_each(|o| self.action(o)),
            Ask::Trigger { options, .. } if options.is_empty() => Err("a `trigger` prompt needs an option".into()),
            Ask::Trigger { options, .. } => options.iter().try_for_each(|effect| self.effect(*effect)),
            Ask::Choose(choice) => {
                choice.effect.map_or(Ok(()), |effect| self.effect(effect))?;
                self.cards(&choice.about)?;
                self.pool(&choice.from)
            }
            Ask::Confirm(effect) => self.effect(*effect),
        }?;
        self.refused(&prompt.refused)?;
        match &prompt.board {
            Some(board) => self.board(board),
            None if prompt.is_open_state() => Err("an `act` prompt without `attack` needs a `board`".into()),
            None => Ok(()),
        }
    }

    /// Whether a board fits.
    ///
    /// # Errors
    /// Says what does not fit.
    pub fn board(&self, board: &Board) -> Sound {
        board
            .cards
            .iter()
            .try_for_each(|there| self.cards([there.card].iter().chain(&there.equipped_to).chain(&there.attached_to)))
    }

    fn pool(&self, pool: &Pool) -> Sound {
        let empty = match pool {
            Pool::Cards { cards, min, max } => {
                if min > max || *max > cards.len() {
                    return Err(format!("from {} cards, {min} to {max} cannot be chosen", cards.len()));
                }
                return self.cards(cards);
            }
            Pool::Sets { sets } => {
                self.cards(sets.iter().flatten())?;
                sets.is_empty()
            }
            Pool::Positions { positions } => positions.is_empty(),
            Pool::Words { words } => {
                if let Some(word) = words.iter().find(|word| word.contains(is_hidden)) {
                    return Err(format!("a word to choose, `{word}`, has a character that cannot be seen"));
                }
                words.is_empty()
            }
        };
        if empty { Err("a `choose` prompt needs something to choose from".into()) } else { Ok(()) }
    }

    fn refused(&self, refused: &[Refused]) -> Sound {
        refused.iter().try_for_each(|refused| self.action(&refused.action))
    }

    fn action(&self, action: &Action) -> Sound {
        match action {
            Action::Attack { card, target } | Action::ReplayOn { card, target } => self.cards([card, target]),
            other => match other.effect() {
                Some(effect) => self.effect(effect),
                None => self.cards(&other.card()),
            },
        }
    }

    fn token(&mut self, card: CardId, name: &str) -> Sound {
        let Some((_, effects)) = self.names.iter().find(|(known, _)| known == name) else {
            return Err(format!("a token `{name}` is not among the definitions"));
        };
        if self.effects_of(card).is_some() {
            return Err(format!("the token `{name}` has the number {}, which is another card's", card.0));
        }
        self.tokens.push((card, *effects));
        Ok(())
    }

    fn effects_of(&self, card: CardId) -> Option<usize> {
        let token = || self.tokens.iter().find(|(token, _)| *token == card).map(|(_, effects)| *effects);
        self.effects.get(usize::from(card.0)).copied().or_else(token)
    }

    fn card(&self, card: CardId) -> Sound {
        match self.effects_of(card) {
            Some(_) => Ok(()),
            None => Err(format!("there is no card {}; the set-up has {}, numbered from 0", card.0, self.effects.len())),
        }
    }

    fn cards<'c>(&self, cards: impl IntoIterator<Item = &'c CardId>) -> Sound {
        cards.into_iter().try_for_each(|card| self.card(*card))
    }

    fn effect(&self, effect: EffectRef) -> Sound {
        let (card, number) = (effect.card, effect.effect);
        self.card(card)?;
        match self.effects_of(card) {
            Some(effects) if usize::from(number) >= effects => {
                Err(format!("card {} has {effects} effects, numbered from 0: there is no effect {number}", card.0))
            }
            _ => Ok(()),
        }
    }
}
