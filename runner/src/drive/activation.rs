//! The choices of one activation or Summon, answered by what stands beside it in the story.

use segoc_format::place::{Span, Spanned};
use segoc_format::ruling::{CardRef, Do, Use};
use segoc_protocol::{Answer, Ask, BattlePosition, CardEvent, CardId, Choice, EffectRef, Happened, Pool, Purpose};

use super::announce::turned;
use super::answer::{completed, most};
use super::{Driver, Halt};
use crate::transcript::{HitchKind, Item, Point, Transcript, link};

/// What the story says about the activation or Summon under way, as far as it has not been asked yet.
#[derive(Default)]
pub(super) struct Activation<'r> {
    step: usize,
    span: Span,
    /// None for Summons and Sets.
    effect: Option<EffectRef>,
    /// How many events had happened when it began.
    since: usize,
    targets: Vec<&'r Spanned<CardRef>>,
    /// What pays, is tributed or is used as material.
    paying: Vec<&'r Spanned<CardRef>>,
    option: Option<&'r str>,
    declares: Option<&'r str>,
    position: Option<BattlePosition>,
    /// What was on offer the last time something written was not.
    offered_instead: Vec<CardId>,
    /// The written word, if it was not on offer, and the words that were.
    other_words: Option<(&'r str, Vec<String>)>,
}

impl<'r> Activation<'r> {
    pub(super) fn of_use(step: usize, span: Span, using: &'r Use, effect: Option<EffectRef>, since: usize) -> Self {
        Self {
            step,
            span,
            effect,
            since,
            targets: using.targets.iter().collect(),
            paying: using.paying_with.iter().collect(),
            option: using.option.as_deref(),
            declares: using.declares.as_deref(),
            ..Self::default()
        }
    }

    pub(super) fn of_action(step: usize, action: &'r Spanned<Do>, effect: Option<EffectRef>, since: usize) -> Self {
        let (paying, position): (&'r [Spanned<CardRef>], _) = match &action.value {
            Do::Activates(using, _) => return Self::of_use(step, action.span, using, effect, since),
            Do::NormalSummons(_, with, _) | Do::Sets(_, with, _) => (with, None),
            Do::SpecialSummons(_, _, with, position, _) => (with, *position),
            Do::PendulumSummons(cards) => (cards.get(1..).unwrap_or_default(), None),
            _ => (&[], None),
        };
        Self { step, span: action.span, effect, since, paying: paying.iter().collect(), position, ..Self::default() }
    }
}

impl<'r> Driver<'_, 'r> {
    /// Whether a choice belongs to an activation, not to a resolution.
    pub(super) fn is_of_activation(&self, choice: &Choice) -> bool {
        let end = Point { event: self.told.events.len(), question: self.told.questions.len() };
        is_of_activation(&self.told, choice, self.acted, end)
    }

    /// Whether a position is written beside the activation under way and was not given yet.
    pub(super) fn position_stands_beside(&self) -> bool {
        self.activation.as_ref().is_some_and(|activation| activation.position.is_some())
    }

    /// The answer to a choice of the activation under way: what is written, else the default.
    pub(super) fn answer_of_activation(&mut self, choice: &Choice) -> Answer {
        let Some(mut activation) =
            self.activation.take_if(|a| choice.effect.is_none() || a.effect.is_none() || a.effect == choice.effect)
        else {
            return self.unwritten(choice);
        };
        let answer = self.written_answer(&mut activation, choice);
        self.activation = Some(activation);
        answer.unwrap_or_else(|| self.unwritten(choice))
    }

    fn written_answer(&self, activation: &mut Activation<'r>, choice: &Choice) -> Option<Answer> {
        match (&choice.from, choice.purpose) {
            (Pool::Words { words }, purpose) => {
                let written =
                    if purpose == Purpose::Bullet { &mut activation.option } else { &mut activation.declares };
                let word = written.take()?;
                if words.iter().any(|w| w == word) {
                    return Some(Answer::Word(word.to_owned()));
                }
                activation.other_words = Some((word, words.clone()));
                None
            }
            (Pool::Positions { positions }, _) => {
                let position = turned(activation.position?, positions)?;
                activation.position = None;
                Some(Answer::Position(position))
            }
            (_, Purpose::Cause) => None,
            (_, purpose) => {
                let target = purpose == Purpose::Target;
                let written = if target { &mut activation.targets } else { &mut activation.paying };
                let taken = self.take_cards(written, choice);
                activation.offered_instead = if written.is_empty() { Vec::new() } else { choice.from.cards() };
                taken
            }
        }
    }

    /// Takes as many of the written cards as fit into the choice, the first that fits first; the rest is kept for
    /// later choices of the same activation.
    fn take_cards(&self, written: &mut Vec<&'r Spanned<CardRef>>, choice: &Choice) -> Option<Answer> {
        let pool = choice.from.cards();
        let mut taken: Vec<CardId> = Vec::new();
        let mut rest: Vec<&'r Spanned<CardRef>> = Vec::new();
        for &card in written.iter() {
            let found = pool.iter().find(|&&c| self.told.cast.is(&card.value, c) && !taken.contains(&c));
            match found {
                Some(&found) if taken.len() < most(&choice.from) => taken.push(found),
                _ => rest.push(card),
            }
        }
        let answer = completed(choice, &taken).filter(|_| !taken.is_empty())?;
        *written = rest;
        Some(answer)
    }

    /// What was written beside an activation but never asked must have been done without a question.
    pub(super) fn settle(&mut self) -> Result<(), Halt> {
        let Some(activation) = self.activation.take() else { return Ok(()) };
        let targets = activation.effect.map(|effect| self.targets_since(activation.since, effect)).unwrap_or_default();
        let moved = self.moved_since(activation.since);
        let written = [("target", &activation.targets, targets), ("pay with", &activation.paying, moved)];
        for (verb, written, done) in written {
            let missing = written.iter().find(|card| !done.iter().any(|&c| self.told.cast.is(&card.value, c)));
            if let Some(&card) = missing {
                let instead = activation.offered_instead;
                let kind = HitchKind::NotChosen { verb, card: card.clone(), effect: activation.effect, instead };
                return Err(self.hitch(activation.step, kind));
            }
        }
        let picked = activation.effect.and_then(|effect| self.option_since(activation.since, effect));
        let declared = activation.effect.and_then(|effect| self.declared_since(activation.since, effect));
        // Where there is only one possibility nobody is asked, and it may be another.
        let unasked = [(activation.option, picked), (activation.declares, declared)];
        let another = unasked.into_iter().find_map(|(written, done)| {
            let (written, done) = (written?, done?);
            (written != done).then_some((written, vec![done]))
        });
        let other_words = another.or(activation.other_words);
        if let Some((word, words)) = other_words {
            let kind = HitchKind::OtherWords { span: activation.span, word: word.to_owned(), words };
            return Err(self.hitch(activation.step, kind));
        }
        if let Some(position) = activation.position {
            self.give_position_later(position, activation.step);
        }
        Ok(())
    }

    /// The targets of the link an activation of this effect made since an event.
    fn targets_since(&self, event: usize, effect: EffectRef) -> Vec<CardId> {
        let mut links = self.since_event(event).iter().filter_map(|told| link(event, told));
        links.find(|link| link.effect == effect).map(|link| link.targets.to_vec()).unwrap_or_default()
    }

    /// The bullet that was picked for an activation of this effect since an event, if the engine tells it.
    fn option_since(&self, event: usize, effect: EffectRef) -> Option<String> {
        self.since_event(event).iter().find_map(|told| match &told.what {
            Happened::Activated { effect: activated, option, .. } if *activated == effect => option.clone(),
            _ => None,
        })
    }

    /// What was declared for an activation of this effect since an event, if the engine tells it.
    fn declared_since(&self, event: usize, effect: EffectRef) -> Option<String> {
        self.since_event(event).iter().find_map(|told| match &told.what {
            Happened::Activated { effect: activated, declared, .. } if *activated == effect => declared.clone(),
            _ => None,
        })
    }

    /// The cards to which something happened since an event: so soon after an activation they have paid for it.
    fn moved_since(&self, event: usize) -> Vec<CardId> {
        use CardEvent as C;
        let only_meant = |word: &C| matches!(word, C::Targeted | C::AttackTargeted | C::Affected | C::BecameMaterial);
        let moved = self.since_event(event).iter().filter_map(|told| match &told.what {
            Happened::Cards { are, cards, .. } if !are.iter().all(only_meant) => Some(cards),
            _ => None,
        });
        moved.flatten().copied().collect()
    }
}

/// Whether a choice that is asked at a point belongs to an activation, not to a resolution; the last action was done after so many events.
pub(crate) fn is_of_activation(told: &Transcript<'_>, choice: &Choice, acted: usize, asked: Point) -> bool {
    match choice.purpose {
        Purpose::Target | Purpose::Cost | Purpose::Declaration | Purpose::Bullet | Purpose::Cause => true,
        Purpose::Effect | Purpose::Alternative | Purpose::Chance | Purpose::HandSize | Purpose::Zone => false,
        Purpose::Tributes | Purpose::Materials | Purpose::Together | Purpose::Position => {
            is_activating(told, acted, asked)
        }
    }
}

/// Whether the last thing that began was an activation or a Summon rather than the resolution of a link.
fn is_activating(told: &Transcript<'_>, acted: usize, asked: Point) -> bool {
    let since = Point { event: acted, question: told.questions.partition_point(|q| q.events < acted) };
    let decisive = told.items(&since.to(asked)).rev().find_map(|item| match item {
        Item::Event(event) => match &told.events[event].what {
            Happened::Placed { .. } => Some(true),
            Happened::ChainComplete | Happened::Resolved { .. } | Happened::ChainOver => Some(false),
            _ => None,
        },
        Item::Question(number) => {
            let question = &told.questions[number];
            let placed =
                matches!((&question.prompt.ask, &question.answer), (Ask::Trigger { .. }, Some(Answer::Option(_))));
            placed.then_some(true)
        }
    });
    decisive.unwrap_or(true)
}
