//! What the players could do first.

use segoc_protocol::{Action, Answer, Ask, CardId, Engine, Next, Prompt, Start};

use super::text;
use crate::cast::Cast;
use crate::engines::Reference;
use segoc_format::corpus::Corpus;
use segoc_format::ruling::Ruling;

/// Something the turn player could do first, and perhaps the opponent then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// As one would say it of the turn player: `activates Dark Hole`, `goes to battle, Joey activates Jar of Greed`.
    pub words: String,
    /// As steps: `Yugi: {activates: Dark Hole}`.
    pub steps: Vec<String>,
    /// Its place among the suggestions.
    rank: usize,
}

/// What the turn player could do first, in every format of a ruling, and the opponent when the turn player wants to leave the phase. What rulings
/// are most often about comes first.
///
/// # Errors
/// If the board is not possible.
pub fn openings(corpus: &Corpus, ruling: &Ruling) -> Result<Vec<Opening>, String> {
    let mut common: Option<Vec<Opening>> = None;
    for format in &ruling.formats {
        if let Some((_, flaw)) = ruling.flaws(format).into_iter().next() {
            return Err(flaw);
        }
        let start = ruling.start(format);
        let cast = Cast::new(ruling, &start);
        let here = match Reference::of(corpus).start(&start).map(|reply| reply.next) {
            Ok(Next::Asks(prompt)) => {
                let mut here = of_prompt(&prompt, &cast);
                here.extend(answered(corpus, &start, &prompt, &cast));
                here
            }
            _ => Vec::new(),
        };
        common = Some(match common {
            None => here,
            Some(before) => before.into_iter().filter(|opening| here.contains(opening)).collect(),
        });
    }
    let mut openings = common.unwrap_or_default();
    openings.sort_by_key(|opening| opening.rank);
    Ok(openings)
}

/// What the opponent could answer when the turn player wants to leave the phase.
fn answered(corpus: &Corpus, start: &Start, prompt: &Prompt, cast: &Cast<'_>) -> Vec<Opening> {
    let leaves = |action: &Action| matches!(action, Action::GoTo { .. } | Action::EndTurn);
    let of_way = |(option, action): (usize, &Action)| -> Option<Vec<Opening>> {
        let first = of_prompt(&Prompt { ask: Ask::Act { options: vec![*action] }, ..prompt.clone() }, cast).pop()?;
        let mut engine = Reference::of(corpus);
        engine.start(start).ok()?;
        let Ok(Next::Asks(then)) = engine.answer(&Answer::Option(option)).map(|reply| reply.next) else { return None };
        let answers = of_prompt(&then, cast).into_iter().filter(|_| then.player != prompt.player);
        let both = |answer: Opening| Opening {
            words: format!("{}, {} {}", first.words, then.player, answer.words),
            steps: [first.steps.clone(), answer.steps].concat(),
            rank: first.rank,
        };
        Some(answers.map(both).collect())
    };
    let ways = prompt.options().iter().enumerate().filter(|(_, action)| leaves(action));
    ways.filter_map(of_way).flatten().collect()
}

fn of_prompt(prompt: &Prompt, cast: &Cast<'_>) -> Vec<Opening> {
    let options = prompt.options();
    let activations =
        |card: CardId| options.iter().filter(|o| matches!(o, Action::Activate(e) if e.card == card)).count();
    let name = |card: CardId| cast.name(card);
    let opening = |action: &Action| {
        let (rank, verb, what, more) = match action {
            Action::Activate(effect) => {
                let id = cast.effect_id(*effect).map(str::to_owned);
                let more = id.filter(|_| activations(effect.card) > 1).map(|id| ("effect", id));
                (0, "activates", name(effect.card), more)
            }
            Action::SpecialSummon(effect) => (1, "special summons", name(effect.card), None),
            Action::PendulumSummon { card } => (1, "pendulum summons", format!("[{}]", name(*card)), None),
            Action::NormalSummon { card } => (2, "normal summons", name(*card), None),
            Action::FlipSummon { card } => (3, "flip summons", name(*card), None),
            Action::Attack { card, target } => (4, "attacks with", name(*card), Some(("target", name(*target)))),
            Action::AttackDirectly { card } => (5, "attacks directly with", name(*card), None),
            Action::Draw => (6, "draws", "for the turn".into(), None),
            Action::Set { card } => (7, "sets", name(*card), None),
            Action::ChangePosition { card } => (8, "changes position of", name(*card), None),
            Action::GoTo { phase } => (9, "goes to", phase.word().to_owned(), None),
            Action::EndTurn => (10, "goes to", "next turn".into(), None),
            _ => return None,
        };
        let player = prompt.player.word();
        let beside = more.as_ref().map(|(key, value)| format!(", {key}: {}", text::word(value))).unwrap_or_default();
        let steps = vec![format!("{player}: {{{verb}: {}{beside}}}", text::word(&what))];
        let also = more.map(|(key, value)| format!(", {key} {value}")).unwrap_or_default();
        Some(Opening { words: format!("{verb} {what}{also}"), steps, rank })
    };
    let mut openings: Vec<Opening> = Vec::new();
    for found in options.iter().filter_map(opening) {
        if !openings.contains(&found) {
            openings.push(found);
        }
    }
    openings
}
