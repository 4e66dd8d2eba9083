//! A duel that is played at random, so that something happens.

use std::sync::Arc;

use segoc_format::corpus::Corpus;
use segoc_format::ruling::{Ruling, StepKind};
use segoc_protocol::{Action, Answer, Ask, CardId, Pool, Prompt};

use super::Dice;
use crate::sitting::Sitting;
use crate::sitting::story::{Checks, told_as};

/// So many answers more a duel may need to come to an open state.
const PATIENCE: usize = 80;

/// What two players who like to act do on a board, as far as an open state or the end; none if it cannot be played.
pub(super) fn played(corpus: &Corpus, board: Ruling, format: &str, dice: &mut Dice<'_>) -> Option<Vec<StepKind>> {
    let mut sitting = Sitting::new(corpus, Arc::new(board), format).ok()?;
    let (most, eager) = (2 + dice.below(22), 4 + dice.below(4));
    for given in 0..most + PATIENCE {
        let Some(prompt) = sitting.prompt() else { break };
        if given >= most && prompt.is_open_state() {
            break;
        }
        let answer = some_answer(prompt, dice, if given < most { eager } else { 1 });
        sitting.give(answer).ok()?;
    }
    let told = sitting.transcript();
    let is_over = told.end.is_some() || sitting.prompt().is_some_and(Prompt::is_open_state);
    is_over.then(|| told_as(&told, Checks::Usual))
}

/// Some answer to a question; `eager` of 8 times one that does something.
fn some_answer(prompt: &Prompt, dice: &mut Dice<'_>, eager: usize) -> Answer {
    match &prompt.ask {
        Ask::Act { options } => {
            // Moving on, or Setting everything, would leave the interesting part of the turn at once.
            let dull = |action: &Action| matches!(action, Action::GoTo { .. } | Action::EndTurn | Action::Set { .. });
            let acting: Vec<usize> = (0..options.len()).filter(|option| !dull(&options[*option])).collect();
            match !acting.is_empty() && dice.below(8) < eager {
                true => Answer::Option(*dice.pick(&acting)),
                false => Answer::Option(dice.below(options.len())),
            }
        }
        Ask::Respond { options } if options.is_empty() || dice.below(8) >= eager => Answer::Pass,
        Ask::Respond { options } => Answer::Option(dice.below(options.len())),
        Ask::Trigger { optional: true, .. } if dice.below(8) >= eager => Answer::Pass,
        Ask::Trigger { options, .. } => Answer::Option(dice.below(options.len())),
        Ask::Confirm(_) => Answer::Confirm(dice.below(8) < eager),
        Ask::Choose(choice) => match &choice.from {
            Pool::Cards { cards, min, max } => {
                let count = min + dice.below(max.saturating_sub(*min) + 1);
                let mut left: Vec<CardId> = cards.clone();
                let count = count.min(left.len());
                Answer::Cards((0..count).map(|_| left.remove(dice.below(left.len()))).collect())
            }
            Pool::Sets { sets } => Answer::Cards(dice.pick(sets).clone()),
            Pool::Positions { positions } => Answer::Position(*dice.pick(positions)),
            Pool::Words { words } => Answer::Word(dice.pick(words).clone()),
        },
    }
}
