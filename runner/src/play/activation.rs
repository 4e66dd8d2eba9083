//! The choices of one activation or Summon, answered by what stands beside it in the story.

use segoc_engine::def::BattlePosition;
use segoc_engine::{Answer, CardId, Choice, EffectRef, Pool, Purpose};

use super::matching::cards_of;
use super::story::{Stop, Story};
use super::tell;
use crate::engines::Event;
use crate::engines::table::{Link, link};
use crate::outcome::FailureKind;
use crate::ruling::{CardRef, Do, Span, Spanned, Use};

/// What the story says about the activation or Summon under way, as far as it has not been asked yet.
pub(super) struct Activation<'a> {
    step: usize,
    span: Span,
    /// None for Summons and Sets.
    effect: Option<EffectRef>,
    /// The length of the log when it began.
    since: usize,
    targets: Vec<&'a Spanned<CardRef>>,
    /// What pays, is tributed or is used as material.
    paying: Vec<&'a Spanned<CardRef>>,
    option: Option<&'a str>,
    declares: Option<&'a str>,
    pub(super) position: Option<BattlePosition>,
    /// What was on offer the last time something written was not.
    offered_instead: Vec<CardId>,
    /// The written word, if it was not on offer, and the words that were.
    other_words: Option<(&'a str, Vec<String>)>,
}

impl<'a> Activation<'a> {
    pub(super) fn of_use(step: usize, span: Span, using: &'a Use, effect: Option<EffectRef>, since: usize) -> Self {
        Self {
            step,
            span,
            effect,
            since,
            targets: using.targets.iter().collect(),
            paying: using.paying_with.iter().collect(),
            option: using.option.as_deref(),
            declares: using.declares.as_deref(),
            position: None,
            offered_instead: Vec::new(),
            other_words: None,
        }
    }

    pub(super) fn of_action(step: usize, action: &'a Spanned<Do>, effect: Option<EffectRef>, since: usize) -> Self {
        let (paying, position): (&'a [Spanned<CardRef>], _) = match &action.value {
            Do::Activates(using, _) => return Self::of_use(step, action.span, using, effect, since),
            Do::NormalSummons(_, with) | Do::Sets(_, with) => (with, None),
            Do::SpecialSummons(_, with, position) => (with, *position),
            _ => (&[], None),
        };
        Self {
            step,
            span: action.span,
            effect,
            since,
            targets: Vec::new(),
            paying: paying.iter().collect(),
            option: None,
            declares: None,
            position,
            offered_instead: Vec::new(),
            other_words: None,
        }
    }
}

impl<'a> Story<'a> {
    /// Whether a choice belongs to an activation, not to a resolution.
    pub(super) fn is_of_activation(&self, choice: &Choice) -> bool {
        match choice.purpose {
            Purpose::Target | Purpose::Cost | Purpose::Declaration | Purpose::Bullet | Purpose::Cause => true,
            Purpose::Effect | Purpose::Chance | Purpose::HandSize => false,
            Purpose::Tributes | Purpose::Materials | Purpose::Position => self.is_activating(),
        }
    }

    /// Whether the last thing that began was an activation or a Summon rather than the resolution of a link.
    fn is_activating(&self) -> bool {
        let since = self.table.log().get(self.acted..).unwrap_or_default();
        let decisive = since.iter().rev().find_map(|told| match &told.event {
            Event::Placed(placing) if placing.placed.is_some() => Some(true),
            Event::ChainComplete | Event::Resolved { .. } | Event::ChainOver => Some(false),
            _ => None,
        });
        decisive.unwrap_or(true)
    }

    /// The answer to a choice of the activation under way: what is written, else the default.
    pub(super) fn answer_of_activation(&mut self, choice: &Choice) -> Answer {
        let Some(mut activation) =
            self.activation.take_if(|a| choice.effect.is_none() || a.effect.is_none() || a.effect == choice.effect)
        else {
            return super::answer::by_default(choice);
        };
        let answer = self.written_answer(&mut activation, choice);
        self.activation = Some(activation);
        answer.unwrap_or_else(|| super::answer::by_default(choice))
    }

    fn written_answer(&self, activation: &mut Activation<'a>, choice: &Choice) -> Option<Answer> {
        match (&choice.from, choice.purpose) {
            (Pool::Words(words), purpose) => {
                let written =
                    if purpose == Purpose::Bullet { &mut activation.option } else { &mut activation.declares };
                let word = written.take()?;
                if words.iter().any(|w| w == word) {
                    return Some(Answer::Word(word.to_owned()));
                }
                activation.other_words = Some((word, words.clone()));
                None
            }
            (Pool::Positions(positions), _) => {
                let position = super::position::turned(activation.position?, positions)?;
                activation.position = None;
                Some(Answer::Position(position))
            }
            (_, Purpose::Cause) => None,
            (_, Purpose::Target) => {
                let (taken, instead) = self.take_cards(&mut activation.targets, choice);
                activation.offered_instead = instead;
                taken
            }
            _ => {
                let (taken, instead) = self.take_cards(&mut activation.paying, choice);
                activation.offered_instead = instead;
                taken
            }
        }
    }

    /// Takes as many of the written cards as fit into the choice, the first that fits first; the rest is kept for
    /// later choices of the same activation.
    fn take_cards(&self, written: &mut Vec<&'a Spanned<CardRef>>, choice: &Choice) -> (Option<Answer>, Vec<CardId>) {
        let pool = cards_of(&choice.from);
        let mut taken: Vec<CardId> = Vec::new();
        let mut rest: Vec<&'a Spanned<CardRef>> = Vec::new();
        for &card in written.iter() {
            let found = pool.iter().find(|&&c| self.is(&card.value, c) && !taken.contains(&c));
            match found {
                Some(&found) if taken.len() < choice.max.max(1) || matches!(choice.from, Pool::Sets(_)) => {
                    taken.push(found)
                }
                _ => rest.push(card),
            }
        }
        let answer = super::answer::completed(choice, &taken);
        if taken.is_empty() || answer.is_none() {
            return (None, if written.is_empty() { Vec::new() } else { pool });
        }
        *written = rest;
        (answer, if written.is_empty() { Vec::new() } else { pool })
    }

    /// What was written beside an activation but never asked must have been done without a question.
    pub(super) fn settle(&mut self) -> Result<(), Stop> {
        let Some(activation) = self.activation.take() else { return Ok(()) };
        let link = activation.effect.and_then(|effect| self.link_since(activation.since, effect));
        let targets = link.map(|link| link.targets.to_vec()).unwrap_or_default();
        let moved = self.moved_since(activation.since);
        let written = [("target", &activation.targets, targets), ("pay with", &activation.paying, moved)];
        for (verb, written, done) in written {
            let missing = written.iter().find(|card| !done.iter().any(|&c| self.is(&card.value, c)));
            if let Some(card) = missing {
                return Err(self.could_not_choose(&activation, verb, card));
            }
        }
        if let Some((word, words)) = &activation.other_words {
            let message = format!("`{word}` was not among the choices");
            let mut failure = self.fail_at(activation.step, FailureKind::WronglyForbidden, activation.span, message);
            failure.notes.push(format!("Possible were {}.", tell::enumerate(words, "and")));
            return Err(failure.into());
        }
        if let Some(position) = activation.position {
            self.give_position_later(position, activation.step);
        }
        Ok(())
    }

    fn could_not_choose(&self, activation: &Activation<'a>, verb: &str, card: &Spanned<CardRef>) -> Stop {
        let name = self.name_of(&card.value);
        let message = match activation.effect {
            Some(effect) => format!("{} could not {verb} {name}", self.name(effect.card)),
            None => format!("it was not possible to {verb} {name}"),
        };
        let mut failure = self.fail_at(activation.step, FailureKind::WronglyForbidden, card.span, message);
        failure.notes.push(if activation.offered_instead.is_empty() {
            "Nobody was asked for it.".into()
        } else {
            format!("Possible were {}.", self.names(&activation.offered_instead))
        });
        failure.into()
    }

    /// The link an activation of this effect made since an event.
    fn link_since(&self, line: usize, effect: EffectRef) -> Option<Link<'_>> {
        let since = self.table.log().get(line..)?.iter();
        since.filter_map(|told| link(line, &told.event)).find(|link| link.effect == effect)
    }

    /// The cards to which something happened since an event: so soon after an activation they have paid for it.
    fn moved_since(&self, line: usize) -> Vec<CardId> {
        let since = self.table.log().get(line..).unwrap_or_default().iter();
        let moved = since.filter_map(|told| match &told.event {
            Event::Cards { cards, .. } => Some(cards),
            _ => None,
        });
        moved.flatten().copied().collect()
    }
}
