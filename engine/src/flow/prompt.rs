//! What the engine asks, as data, and what may be answered.

use std::fmt;

use crate::catalogue::Refusal;
use crate::def::{Moment, Phase, Turned};
use crate::state::{CardId, EffectRef, PendingId, Player, Purpose, TriggerOption};
use crate::vocabulary::words;

words! {
    /// A box of Konami's chart of fast effect timing.
    ChartBox {
        /// The game state is open; the turn player may take any action.
        A = "A",
        /// After an action or a chain: the turn player has the next chance.
        B = "B",
        /// The turn player passed in B: the opponent has a chance.
        C = "C",
        /// A chain is being built.
        D = "D",
        /// The turn player wants to move on: the opponent has a chance.
        E = "E",
    }
}

/// Where in the course of a turn a prompt stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// The box of the chart; none while something resolves and at a gate nobody has used yet.
    pub chart: Option<ChartBox>,
    /// The phase.
    pub phase: Phase,
    /// A moment inside the phase, if it is one.
    pub during: Option<Moment>,
    /// An attack was declared and has not been carried out.
    pub attack_under_way: bool,
}

/// A question to one player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prompt {
    /// Who is asked.
    pub player: Player,
    /// When.
    pub window: Window,
    /// What.
    pub ask: Ask,
}

impl Prompt {
    /// Whether it is the turn player's free choice of what to do next.
    #[must_use]
    pub fn is_open_state(&self) -> bool {
        matches!(self.ask, Ask::Act { .. }) && !self.window.attack_under_way
    }
}

/// The five kinds of question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ask {
    /// What the turn player does in box A. One of the actions must be taken (moving on is one of them).
    Act {
        /// What may be done.
        options: Vec<Action>,
    },
    /// Whether a player activates something now, or passes.
    Respond {
        /// What may be activated.
        options: Vec<Action>,
    },
    /// Which trigger a player places on the chain next.
    Trigger {
        /// The triggers that may be placed.
        options: Vec<TriggerOption>,
        /// Whether they may place none of them.
        may_decline: bool,
    },
    /// A choice of cards, a position or a word.
    Choose(Choice),
    /// Whether a "you can" part is applied.
    Confirm {
        /// The effect that is resolving.
        effect: EffectRef,
    },
}

/// Something a player may do in a window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Activates a card or an effect.
    Activate(EffectRef),
    /// Activates a waiting hand trigger in the fast-effect window.
    Trigger(TriggerOption),
    /// Normal Summons a monster, with Tributes if it needs them.
    NormalSummon(CardId),
    /// Sets a card; a monster with Tributes if it needs them.
    Set(CardId),
    /// Flip Summons a monster.
    FlipSummon(CardId),
    /// Special Summons a monster by its own procedure.
    SpecialSummon(EffectRef),
    /// Pendulum Summons a monster; which others with it is asked then.
    PendulumSummon(CardId),
    /// Turns a monster to its other battle position.
    ChangePosition(CardId),
    /// Attacks a monster.
    Attack(CardId, CardId),
    /// Attacks the opponent directly.
    AttackDirectly(CardId),
    /// In a replay: attacks this monster now.
    ReplayOn(CardId, CardId),
    /// In a replay: attacks the opponent directly now.
    ReplayDirectly(CardId),
    /// In a replay: does not attack.
    StopAttack(CardId),
    /// Goes on with the attack that was declared.
    Proceed,
    /// Draws the card of the turn.
    Draw,
    /// Wants to move on to another phase.
    GoTo(Phase),
    /// Wants to end the turn.
    EndTurn,
}

impl Action {
    /// The card that acts, if it is one.
    #[must_use]
    pub fn card(&self) -> Option<CardId> {
        match self {
            Self::Activate(e) | Self::SpecialSummon(e) => Some(e.card),
            Self::Trigger(t) => Some(t.effect.card),
            Self::NormalSummon(c)
            | Self::Set(c)
            | Self::FlipSummon(c)
            | Self::PendulumSummon(c)
            | Self::ChangePosition(c)
            | Self::Attack(c, _)
            | Self::AttackDirectly(c)
            | Self::ReplayOn(c, _)
            | Self::ReplayDirectly(c)
            | Self::StopAttack(c) => Some(*c),
            Self::Proceed | Self::Draw | Self::GoTo(_) | Self::EndTurn => None,
        }
    }
}

/// A choice with its limits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// What it is for.
    pub purpose: Purpose,
    /// The effect it belongs to, if any.
    pub effect: Option<EffectRef>,
    /// The card it is about: the monster whose position is chosen.
    pub about: Option<CardId>,
    /// From what is chosen.
    pub from: Pool,
    /// At least this many.
    pub min: usize,
    /// At most this many.
    pub max: usize,
}

/// From what a player chooses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pool {
    /// Any of these cards, in set-up order.
    Cards(Vec<CardId>),
    /// One of these sets of cards.
    Sets(Vec<Vec<CardId>>),
    /// One of these positions.
    Positions(Vec<Turned>),
    /// One of these words.
    Words(Vec<String>),
}

/// An answer to a prompt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// One of the options of an act, respond or trigger prompt, by index.
    Option(usize),
    /// Nothing: pass in a window, or decline to place a trigger.
    Pass,
    /// The chosen cards.
    Cards(Vec<CardId>),
    /// The chosen position.
    Position(Turned),
    /// The chosen word.
    Word(String),
    /// Whether the part is applied.
    Confirm(bool),
}

/// Why an answer was not accepted. The duel is unchanged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnswerError {
    /// The duel is over; nothing is asked.
    NothingAsked,
    /// The answer is of another kind than the question.
    WrongKind,
    /// There is no option of that number.
    NoSuchOption {
        /// How many there are.
        options: usize,
    },
    /// Something must be chosen here.
    MayNotPass,
    /// Too few or too many, twice the same, or something that is not on offer.
    NotAmongTheChoices,
}

impl fmt::Display for AnswerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NothingAsked => write!(f, "the duel is over, nothing is asked"),
            Self::WrongKind => write!(f, "the answer is of another kind than the question"),
            Self::NoSuchOption { options } => write!(f, "no such option; there are {options}, numbered from 0"),
            Self::MayNotPass => write!(f, "passing is not possible here"),
            Self::NotAmongTheChoices => write!(f, "these were not on offer, or not this many"),
        }
    }
}

impl std::error::Error for AnswerError {}

/// Something that is not on offer, with the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// What a player might have wanted to do.
    pub action: Action,
    /// Why they cannot.
    pub refusal: Refusal,
}

/// What an accepted answer means, resolved against its prompt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Given {
    Do(Action),
    Place(PendingId),
    Pass,
    Cards(Vec<CardId>),
    Position(Turned),
    Word(String),
    Confirm(bool),
}

impl Prompt {
    /// Checks an answer against this prompt.
    pub(crate) fn accept(&self, answer: &Answer) -> Result<Given, AnswerError> {
        match (&self.ask, answer) {
            (Ask::Act { .. } | Ask::Trigger { may_decline: false, .. }, Answer::Pass) => Err(AnswerError::MayNotPass),
            (Ask::Respond { .. } | Ask::Trigger { .. }, Answer::Pass) => Ok(Given::Pass),
            (Ask::Act { options } | Ask::Respond { options }, Answer::Option(i)) => {
                options.get(*i).cloned().map(Given::Do).ok_or(AnswerError::NoSuchOption { options: options.len() })
            }
            (Ask::Trigger { options, .. }, Answer::Option(i)) => options
                .get(*i)
                .map(|o| Given::Place(o.pending))
                .ok_or(AnswerError::NoSuchOption { options: options.len() }),
            (Ask::Choose(choice), answer) => choice.accept(answer),
            (Ask::Confirm { .. }, Answer::Confirm(yes)) => Ok(Given::Confirm(*yes)),
            _ => Err(AnswerError::WrongKind),
        }
    }
}

impl Choice {
    fn accept(&self, answer: &Answer) -> Result<Given, AnswerError> {
        let ok = match (&self.from, answer) {
            (Pool::Cards(cards), Answer::Cards(chosen)) => {
                (self.min..=self.max).contains(&chosen.len())
                    && chosen.iter().all(|c| cards.contains(c))
                    && chosen.iter().enumerate().all(|(i, c)| !chosen[..i].contains(c))
            }
            (Pool::Sets(sets), Answer::Cards(chosen)) => sets.iter().any(|set| same_set(set, chosen)),
            (Pool::Positions(positions), Answer::Position(position)) => positions.contains(position),
            (Pool::Words(words), Answer::Word(word)) => words.contains(word),
            _ => return Err(AnswerError::WrongKind),
        };
        if !ok {
            return Err(AnswerError::NotAmongTheChoices);
        }
        Ok(match answer {
            Answer::Cards(cards) => Given::Cards(cards.clone()),
            Answer::Position(position) => Given::Position(*position),
            Answer::Word(word) => Given::Word(word.clone()),
            _ => return Err(AnswerError::WrongKind),
        })
    }

    /// The only possible answer, if there is only one.
    pub(crate) fn forced(&self) -> Option<Given> {
        match &self.from {
            Pool::Cards(cards) if self.max == 0 || cards.is_empty() => Some(Given::Cards(Vec::new())),
            Pool::Cards(cards) if self.min >= cards.len() => Some(Given::Cards(cards.clone())),
            Pool::Sets(sets) if sets.len() == 1 => Some(Given::Cards(sets[0].clone())),
            Pool::Positions(positions) if positions.len() == 1 => Some(Given::Position(positions[0])),
            Pool::Words(words) if words.len() == 1 => Some(Given::Word(words[0].clone())),
            _ => None,
        }
    }
}

fn same_set(a: &[CardId], b: &[CardId]) -> bool {
    a.len() == b.len() && a.iter().all(|c| b.contains(c)) && b.iter().all(|c| a.contains(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: CardId = CardId(1);
    const B: CardId = CardId(2);
    const C: CardId = CardId(3);

    fn prompt(ask: Ask, attack_under_way: bool) -> Prompt {
        let window = Window { chart: Some(ChartBox::A), phase: Phase::Battle, during: None, attack_under_way };
        Prompt { player: Player::One, window, ask }
    }

    fn choice(from: Pool, min: usize, max: usize) -> Choice {
        Choice { purpose: Purpose::Effect, effect: None, about: None, from, min, max }
    }

    fn chosen(choice: &Choice, cards: &[CardId]) -> bool {
        let answer = prompt(Ask::Choose(choice.clone()), false).accept(&Answer::Cards(cards.to_vec()));
        match answer {
            Ok(given) => given == Given::Cards(cards.to_vec()),
            Err(error) => {
                assert_eq!(error, AnswerError::NotAmongTheChoices);
                false
            }
        }
    }

    #[test]
    fn cards_are_chosen_from_the_offer_as_many_as_asked_and_each_once() {
        let two_of_three = choice(Pool::Cards(vec![A, B, C]), 2, 2);
        assert!(chosen(&two_of_three, &[C, A]));
        for wrong in [&[A][..], &[A, B, C], &[A, A], &[A, CardId(9)]] {
            assert!(!chosen(&two_of_three, wrong), "{wrong:?}");
        }
        let one_or_two = choice(Pool::Cards(vec![A, B, C]), 1, 2);
        assert!(chosen(&one_or_two, &[B]) && chosen(&one_or_two, &[B, C]) && !chosen(&one_or_two, &[]));
    }

    #[test]
    fn a_set_is_chosen_whole_in_any_order() {
        let sets = choice(Pool::Sets(vec![vec![A, B], vec![C]]), 1, 2);
        assert!(chosen(&sets, &[B, A]) && chosen(&sets, &[C]));
        for wrong in [&[A][..], &[A, C], &[A, A], &[A, B, C], &[A, B, B], &[]] {
            assert!(!chosen(&sets, wrong), "{wrong:?}");
        }
    }

    #[test]
    fn an_answer_of_another_kind_is_refused() {
        let position = Answer::Position(Turned::Attack);
        let cards = Ask::Choose(choice(Pool::Cards(vec![A, B]), 1, 1));
        assert_eq!(prompt(cards, false).accept(&position), Err(AnswerError::WrongKind));
        let positions = Ask::Choose(choice(Pool::Positions(vec![Turned::Attack, Turned::Defense]), 1, 1));
        assert_eq!(prompt(positions.clone(), false).accept(&position), Ok(Given::Position(Turned::Attack)));
        let down = Answer::Position(Turned::FaceDown);
        assert_eq!(prompt(positions, false).accept(&down), Err(AnswerError::NotAmongTheChoices));
    }

    #[test]
    fn who_must_act_or_place_cannot_pass() {
        let options = vec![Action::Proceed];
        let trigger = |may_decline| Ask::Trigger { options: Vec::new(), may_decline };
        for ask in [Ask::Act { options: options.clone() }, trigger(false)] {
            assert_eq!(prompt(ask, false).accept(&Answer::Pass), Err(AnswerError::MayNotPass));
        }
        for ask in [Ask::Respond { options: options.clone() }, trigger(true)] {
            assert_eq!(prompt(ask, false).accept(&Answer::Pass), Ok(Given::Pass));
        }
        let none = Err(AnswerError::NoSuchOption { options: 1 });
        assert_eq!(prompt(Ask::Act { options }, false).accept(&Answer::Option(1)), none);
    }

    #[test]
    fn what_leaves_no_choice_is_forced() {
        let forced = |from, min, max| choice(from, min, max).forced();
        assert_eq!(forced(Pool::Cards(vec![A, B]), 2, 2), Some(Given::Cards(vec![A, B])));
        assert_eq!(forced(Pool::Cards(vec![A, B]), 1, 2), None);
        assert_eq!(forced(Pool::Cards(Vec::new()), 0, 2), Some(Given::Cards(Vec::new())));
        assert_eq!(forced(Pool::Cards(vec![A, B]), 0, 0), Some(Given::Cards(Vec::new())));
        assert_eq!(forced(Pool::Sets(vec![vec![B]]), 1, 1), Some(Given::Cards(vec![B])));
        assert_eq!(forced(Pool::Sets(vec![vec![A], vec![B]]), 1, 1), None);
        assert_eq!(forced(Pool::Positions(vec![Turned::Attack]), 1, 1), Some(Given::Position(Turned::Attack)));
        assert_eq!(forced(Pool::Positions(vec![Turned::Attack, Turned::Defense]), 1, 1), None);
        assert_eq!(forced(Pool::Words(vec!["dark".into()]), 1, 1), Some(Given::Word("dark".into())));
        assert_eq!(forced(Pool::Words(vec!["dark".into(), "light".into()]), 1, 1), None);
    }

    #[test]
    fn the_open_state_is_a_prompt_to_act_without_an_attack() {
        let act = || Ask::Act { options: vec![Action::Proceed] };
        assert!(prompt(act(), false).is_open_state());
        assert!(!prompt(act(), true).is_open_state());
        assert!(!prompt(Ask::Respond { options: Vec::new() }, false).is_open_state());
    }

    #[test]
    fn an_action_knows_its_card() {
        let effect = EffectRef { card: A, effect: 0 };
        for action in [Action::Activate(effect), Action::Attack(A, B), Action::ReplayOn(A, B), Action::Set(A)] {
            assert_eq!(action.card(), Some(A), "{action:?}");
        }
        assert_eq!(Action::Draw.card(), None);
    }
}
