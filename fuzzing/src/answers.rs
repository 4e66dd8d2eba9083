//! Answers to the questions of the engine, possible ones and impossible ones.

use segoc_engine::{Action, Answer, Ask, CardId, Pool, Prompt, Purpose};

use crate::dice::Dice;

/// Some answer to a question, of those it allows; `eager` of 8 times one that does something.
pub fn possible(prompt: &Prompt, dice: &mut Dice<'_>, eager: usize) -> Answer {
    match &prompt.ask {
        Ask::Act { options } => {
            // Moving on too often would leave the interesting part of the turn at once.
            let moves_on = |option: &usize| matches!(options[*option], Action::GoTo(_) | Action::EndTurn);
            let acting: Vec<usize> = (0..options.len()).filter(|option| !moves_on(option)).collect();
            if !acting.is_empty() && dice.below(8) < eager {
                Answer::Option(*dice.pick(&acting))
            } else {
                Answer::Option(dice.below(options.len()))
            }
        }
        Ask::Respond { options } if options.is_empty() || dice.below(8) >= eager => Answer::Pass,
        Ask::Respond { options } => Answer::Option(dice.below(options.len())),
        Ask::Trigger { may_decline: true, .. } if dice.below(8) >= eager => Answer::Pass,
        Ask::Trigger { options, .. } => Answer::Option(dice.below(options.len())),
        Ask::Confirm { .. } => Answer::Confirm(dice.below(8) < eager),
        Ask::Choose(choice) => match &choice.from {
            Pool::Cards(cards) => {
                let count = choice.min + dice.below(choice.max - choice.min + 1);
                let mut left = cards.clone();
                Answer::Cards((0..count).map(|_| left.remove(dice.below(left.len()))).collect())
            }
            Pool::Sets(sets) => Answer::Cards(dice.pick(sets).clone()),
            Pool::Positions(positions) => Answer::Position(*dice.pick(positions)),
            Pool::Words(words) => Answer::Word(dice.pick(words).clone()),
        },
    }
}

/// Answers that do not fit a question: of another kind, beyond what is on offer, too few, too many, twice the same.
#[must_use]
pub fn impossible(prompt: &Prompt) -> Vec<Answer> {
    let unknown = Answer::Cards(vec![CardId(60_000)]);
    let word = Answer::Word("nothing of the kind".into());
    let beyond = |options: usize| [Answer::Option(options), Answer::Option(usize::MAX)];
    let mut answers = match &prompt.ask {
        Ask::Act { options } => {
            [Answer::Pass, Answer::Confirm(true)].into_iter().chain(beyond(options.len())).collect()
        }
        Ask::Respond { options } => [Answer::Confirm(true)].into_iter().chain(beyond(options.len())).collect(),
        Ask::Trigger { options, may_decline } => {
            let pass = (!may_decline).then_some(Answer::Pass);
            [Answer::Confirm(false)].into_iter().chain(beyond(options.len())).chain(pass).collect()
        }
        Ask::Choose(choice) => {
            let mut answers = vec![Answer::Pass, Answer::Option(0), Answer::Confirm(true)];
            match &choice.from {
                Pool::Cards(cards) => {
                    answers.extend(cards.first().map(|card| Answer::Cards(vec![*card; choice.min.max(2)])));
                    answers.push(Answer::Cards([cards.as_slice(), cards].concat()));
                    answers.extend((choice.min > 0).then(|| Answer::Cards(cards[..choice.min - 1].to_vec())));
                    answers.extend((choice.max < cards.len()).then(|| Answer::Cards(cards[..=choice.max].to_vec())));
                }
                Pool::Sets(sets) => {
                    let mut longest = sets.iter().max_by_key(|set| set.len()).cloned().unwrap_or_default();
                    longest.extend(longest.first().copied().or(Some(CardId(60_001))));
                    answers.push(Answer::Cards(longest));
                }
                Pool::Positions(_) | Pool::Words(_) => answers.push(Answer::Cards(Vec::new())),
            }
            answers
        }
        Ask::Confirm { .. } => vec![Answer::Pass, Answer::Option(0)],
    };
    answers.extend([unknown, word]);
    answers
}

/// Whether a question leaves something to decide, as every question but a window must.
#[must_use]
pub fn leaves_a_choice(prompt: &Prompt) -> bool {
    match &prompt.ask {
        Ask::Act { options } => !options.is_empty(),
        Ask::Respond { .. } | Ask::Confirm { .. } => true,
        Ask::Trigger { options, may_decline } => options.len() > 1 || (*may_decline && !options.is_empty()),
        Ask::Choose(choice) => match &choice.from {
            Pool::Cards(cards) => {
                choice.max > 0 && choice.min < cards.len() && choice.min <= choice.max && choice.max <= cards.len()
            }
            Pool::Sets(sets) => sets.len() > 1,
            Pool::Positions(positions) => positions.len() > 1,
            // A zone is asked for even if there is only one, so that a ruling may name it.
            Pool::Words(words) => words.len() > 1 || choice.purpose == Purpose::Zone,
        },
    }
}
