//! Asking: one function for each kind of question, which gives back what fits the question and nothing else.

use super::{Action, Ask, ChartBox, Choice, Duel, Flow, Frame, Given, Prompt, Stop, Window};
use crate::def::Turned;
use crate::state::{CardId, EffectRef, Line, PendingId, Player, TriggerOption};

/// What a player activates: an effect, or a trigger that waited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Activation {
    pub effect: EffectRef,
    pub pending: Option<PendingId>,
}

impl Activation {
    fn of(action: &Action) -> Option<Self> {
        match *action {
            Action::Activate(effect) => Some(Self { effect, pending: None }),
            Action::Trigger(option) => Some(Self { effect: option.effect, pending: Some(option.pending) }),
            _ => None,
        }
    }
}

impl Duel {
    /// The turn player takes one of the actions.
    pub(crate) fn ask_to_act(
        &mut self,
        frame: Frame,
        player: Player,
        options: impl FnOnce(&Self) -> Vec<Action>,
    ) -> Flow<Action> {
        let read = |given| match given {
            Given::Do(action) => Some(action),
            _ => None,
        };
        self.ask(Some(frame), read, |duel| {
            let window = duel.window(Some(ChartBox::A));
            Prompt { player, window, ask: Ask::Act { options: options(duel) } }
        })
    }

    /// A player activates something, or passes.
    pub(crate) fn ask_to_respond(
        &mut self,
        frame: Frame,
        player: Player,
        chart: Option<ChartBox>,
        options: impl FnOnce(&Self) -> Vec<Action>,
    ) -> Flow<Option<Activation>> {
        let read = |given| match given {
            Given::Do(action) => Activation::of(&action).map(Some),
            Given::Pass => Some(None),
            _ => None,
        };
        self.ask(Some(frame), read, |duel| {
            let window = duel.window(chart);
            Prompt { player, window, ask: Ask::Respond { options: options(duel) } }
        })
    }

    /// A player places one of several triggers.
    pub(crate) fn ask_to_place(
        &mut self,
        frame: Frame,
        player: Player,
        chart: Option<ChartBox>,
        options: Vec<TriggerOption>,
    ) -> Flow<PendingId> {
        let read = |given| match given {
            Given::Place(id) => Some(id),
            _ => None,
        };
        self.ask(Some(frame), read, |duel| {
            let window = duel.window(chart);
            Prompt { player, window, ask: Ask::Trigger { options, may_decline: false } }
        })
    }

    /// The same, if they may as well place none.
    pub(crate) fn ask_whether_to_place(
        &mut self,
        frame: Frame,
        player: Player,
        options: Vec<TriggerOption>,
    ) -> Flow<Option<PendingId>> {
        let read = |given| match given {
            Given::Place(id) => Some(Some(id)),
            Given::Pass => Some(None),
            _ => None,
        };
        self.ask(Some(frame), read, |duel| {
            let window = duel.window(None);
            Prompt { player, window, ask: Ask::Trigger { options, may_decline: true } }
        })
    }

    /// A player says whether a "you can" part is applied.
    pub(crate) fn ask_to_confirm(&mut self, player: Player, effect: EffectRef) -> Flow<bool> {
        let read = |given| match given {
            Given::Confirm(yes) => Some(yes),
            _ => None,
        };
        self.ask(None, read, |duel| Prompt { player, window: duel.window(None), ask: Ask::Confirm { effect } })
    }

    /// A choice of cards; what leaves no choice is not asked. The chosen cards are noted either way.
    pub(crate) fn choose_cards(&mut self, player: Player, choice: Choice) -> Flow<Vec<CardId>> {
        let (purpose, effect, asked) = (choice.purpose, choice.effect, choice.forced().is_none());
        let cards = self.choose(None, player, choice, |given| match given {
            Given::Cards(cards) => Some(cards),
            _ => None,
        })?;
        if !cards.is_empty() {
            let cards = cards.clone();
            self.say(None, Line::Chosen { player, purpose, effect, cards, asked });
        }
        Ok(cards)
    }

    /// A choice of one card, by a frame that has changed nothing yet.
    pub(crate) fn choose_card_first(&mut self, frame: Frame, player: Player, choice: Choice) -> Flow<CardId> {
        self.choose(Some(frame), player, choice, |given| match given {
            Given::Cards(cards) => cards.first().copied(),
            _ => None,
        })
    }

    /// A choice of a word.
    pub(crate) fn choose_word(&mut self, player: Player, choice: Choice) -> Flow<String> {
        self.choose(None, player, choice, |given| match given {
            Given::Word(word) => Some(word),
            _ => None,
        })
    }

    /// A choice of a zone, which is asked for even if there is only one: who names it is told so.
    pub(crate) fn ask_for_zone(&mut self, player: Player, choice: Choice) -> Flow<String> {
        let read = |given| match given {
            Given::Word(word) => Some(word),
            _ => None,
        };
        self.ask(None, read, |duel| Prompt { player, window: duel.window(None), ask: Ask::Choose(choice) })
    }

    /// A choice of a position.
    pub(crate) fn choose_turned(&mut self, player: Player, choice: Choice) -> Flow<Turned> {
        self.choose(None, player, choice, |given| match given {
            Given::Position(position) => Some(position),
            _ => None,
        })
    }

    fn choose<T>(
        &mut self,
        frame: Option<Frame>,
        player: Player,
        choice: Choice,
        read: impl FnOnce(Given) -> Option<T>,
    ) -> Flow<T> {
        match choice.forced() {
            Some(given) => read(given).ok_or(Stop::WrongKind),
            None => self.ask(frame, read, |duel| {
                let window = duel.window(None);
                Prompt { player, window, ask: Ask::Choose(choice) }
            }),
        }
    }

    /// The answer to a question of the present step: given already, or asked now. The frame is put back to be run
    /// again when the answer is there. A frame that has changed something before it asks is not named: it is undone as
    /// a whole.
    fn ask<T>(
        &mut self,
        frame: Option<Frame>,
        read: impl FnOnce(Given) -> Option<T>,
        prompt: impl FnOnce(&Self) -> Prompt,
    ) -> Flow<T> {
        let Some(given) = self.next_given() else {
            let prompt = prompt(self);
            self.frames.extend(frame);
            return Err(Stop::Ask(Box::new(prompt)));
        };
        read(given).ok_or_else(|| {
            self.frames.extend(frame);
            Stop::WrongKind
        })
    }

    /// Where in the turn a question stands.
    pub(crate) fn window(&self, chart: Option<ChartBox>) -> Window {
        Window {
            chart,
            phase: self.state.phase,
            during: self.state.moment,
            attack_under_way: self.state.attack.is_some(),
        }
    }
}
