//! Actions (§5.3, 1): run on to the first prompt that offers it, and do it.

use segoc_engine::def::{Class, Moment, Phase};
use segoc_engine::{Action, Answer, Ask, Player, Prompt, Refusal};

use super::activation::Activation;
use super::check::refusals;
use super::matching::options;
use super::rewrite::{StepText, Yaml};
use super::story::{Next, Stop, Story};
use super::tell;
use crate::outcome::{FailureKind, Flaw, player_name};
use crate::ruling::{CardRef, Do, Offer, OfferAction, Spanned};

/// Does what a step says.
pub(super) fn act<'a>(story: &mut Story<'a>, player: Player, action: &'a Spanned<Do>) -> Result<(), Stop> {
    let from = story.now();
    loop {
        match story.next() {
            Next::Line(_) => story.take_line()?,
            Next::Over => return Err(fail(story, player, action, from)),
            Next::Open => {
                story.settle()?;
                let Some(prompt) = story.table.prompt().cloned() else { continue };
                return match offered(story, player, action, &prompt)? {
                    Some(option) => answer(story, action, &prompt, option),
                    None => Err(fail(story, player, action, from)),
                };
            }
            Next::Asked(prompt) => match offered(story, player, action, &prompt)? {
                Some(option) => {
                    story.settle()?;
                    return answer(story, action, &prompt, option);
                }
                None => story.answer_by_default(&prompt)?,
            },
        }
    }
}

/// Answers with the action and with the choices that belong to it.
fn answer<'a>(story: &mut Story<'a>, action: &'a Spanned<Do>, prompt: &Prompt, option: usize) -> Result<(), Stop> {
    let taken = options(prompt).get(option).cloned();
    let effect = match taken {
        Some(Action::Activate(effect) | Action::SpecialSummon(effect)) => Some(effect),
        _ => None,
    };
    // The window in which it is done counts as one before it, unless the game state is open.
    let before = story.now();
    let joined_a_chain = !story.table.chain().is_empty();
    let since = story.table.log().len();
    story.activation = Some(Activation::of_action(story.step_index(), action, effect, since));
    story.acted = since;
    story.give(&Answer::Option(option))?;
    let end = super::history::Mark { window: story.history.len(), ..before };
    let (never_offered, stretch) = (&story.step().never_offered, story.stretch_to(end));
    refusals::check(story, "never offered", never_offered, &stretch)?;
    story.mark = super::history::Mark { window: story.history.len(), line: since };
    if !joined_a_chain {
        story.chain_from = since;
    }
    if matches!(prompt.ask, Ask::Act { .. }) {
        story.act_prompt = since;
    }
    loop {
        match story.table.prompt() {
            // A trigger may have been placed meanwhile: its choices are not those of this action.
            Some(Prompt { player, window, ask: Ask::Choose(choice) })
                if story.is_of_activation(choice) && choice.effect.is_none_or(|of| effect == Some(of)) =>
            {
                let (choice, asked) = (choice.clone(), *player);
                let prompt = Prompt { player: asked, window: *window, ask: Ask::Choose(choice.clone()) };
                let answer = story.choose(&prompt, &choice);
                story.give(&answer)?;
            }
            _ => return story.settle(),
        }
    }
}

/// The option of a prompt that is this action.
fn offered(story: &Story<'_>, player: Player, action: &Spanned<Do>, prompt: &Prompt) -> Result<Option<usize>, Stop> {
    if prompt.player != player || moment(&action.value).is_some_and(|m| prompt.window.during != Some(m)) {
        return Ok(None);
    }
    let all: Vec<usize> =
        (0..options(prompt).len()).filter(|&i| is(story, &action.value, &options(prompt)[i])).collect();
    if all.len() < 2 {
        return Ok(all.first().copied());
    }
    let activations: Vec<usize> = all
        .iter()
        .copied()
        .filter(|&i| matches!(options(prompt)[i], Action::Activate(e) if story.class(e) == Some(Class::Activation)))
        .collect();
    if let [one] = activations[..] {
        return Ok(Some(one));
    }
    if !all.iter().any(|&i| matches!(options(prompt)[i], Action::Activate(_))) {
        // A token's name means any of them.
        return Ok(all.first().copied());
    }
    let ids: Vec<String> = all
        .iter()
        .filter_map(|&i| match &options(prompt)[i] {
            Action::Activate(e) => story.effect_id(*e).map(|id| format!("`effect: {id}`")),
            _ => None,
        })
        .collect();
    let message = format!("more than one effect could be meant here; say {}", tell::enumerate(&ids, "or"));
    Err(Stop::Invalid(Flaw { span: action.span, message }))
}

fn moment(action: &Do) -> Option<Moment> {
    match action {
        Do::Activates(_, moment) => *moment,
        _ => None,
    }
}

/// Whether an option is what the story says.
fn is(story: &Story<'_>, action: &Do, option: &Action) -> bool {
    match (action, option) {
        (Do::DrawsForTheTurn, Action::Draw) | (Do::GoesToNextTurn, Action::EndTurn) => true,
        (Do::GoesTo(phase), Action::GoTo(to)) => phase == to,
        (Do::AttacksWith(card, on), Action::Attack(attacker, target)) => {
            story.is(card, *attacker) && story.is(on, *target)
        }
        (Do::ReplaysOn(on), Action::ReplayOn(_, target)) => story.is(on, *target),
        (Do::ReplaysDirectly, Action::ReplayDirectly(_)) | (Do::ReplaysNotAtAll, Action::StopAttack(_)) => true,
        (Do::AttacksWith(..), _) => false,
        // Trigger effects are announced, never acted.
        (_, Action::Trigger(_)) => false,
        _ => offer(action).is_some_and(|offer| story.is_offer(&offer, option)),
    }
}

/// The action as an offer; none if it is not about a card.
fn offer(action: &Do) -> Option<Offer> {
    let (card, kind) = match action {
        Do::Activates(using, _) => {
            return Some(Offer {
                card: using.card.clone(),
                effect: using.effect.clone(),
                action: OfferAction::Activate,
            });
        }
        Do::NormalSummons(card, _) => (card, OfferAction::NormalSummon),
        Do::Sets(card, _) => (card, OfferAction::Set),
        Do::FlipSummons(card) => (card, OfferAction::FlipSummon),
        Do::ChangesPositionOf(card) => (card, OfferAction::ChangePosition),
        Do::SpecialSummons(card, ..) => (card, OfferAction::SpecialSummon),
        Do::AttacksWith(card, _) => (card, OfferAction::Attack),
        Do::AttacksDirectlyWith(card) => (card, OfferAction::AttackDirectly),
        Do::DrawsForTheTurn
        | Do::GoesTo(_)
        | Do::GoesToNextTurn
        | Do::ReplaysOn(_)
        | Do::ReplaysDirectly
        | Do::ReplaysNotAtAll => return None,
    };
    Some(Offer { card: card.clone(), effect: None, action: kind })
}

/// The card an action is about.
pub(super) fn card_of(action: &Do) -> Option<&CardRef> {
    match action {
        Do::Activates(using, _) => Some(&using.card),
        Do::NormalSummons(card, _)
        | Do::Sets(card, _)
        | Do::FlipSummons(card)
        | Do::ChangesPositionOf(card)
        | Do::SpecialSummons(card, ..)
        | Do::AttacksWith(card, _)
        | Do::AttacksDirectlyWith(card)
        | Do::ReplaysOn(card) => Some(card),
        Do::DrawsForTheTurn | Do::GoesTo(_) | Do::GoesToNextTurn | Do::ReplaysDirectly | Do::ReplaysNotAtAll => None,
    }
}

/// The action was nowhere on offer: where it was last looked for, and why not.
fn fail(story: &Story<'_>, player: Player, action: &Spanned<Do>, from: super::history::Mark) -> Stop {
    let name = player_name(player);
    let words = match (&action.value, offer(&action.value)) {
        (_, Some(offer)) => story.offer_words(&offer),
        (Do::GoesTo(phase), _) => format!("go to {}", phase_words(*phase)),
        (Do::GoesToNextTurn, _) => "end the turn".into(),
        (Do::ReplaysOn(_) | Do::ReplaysDirectly | Do::ReplaysNotAtAll, _) => "replay the attack".into(),
        _ => "draw for the turn".into(),
    };
    let message = format!("{name} could not {words}");
    let mut failure = story.fail(FailureKind::WronglyForbidden, action.span, message);
    let over = story.table.prompt().is_none();
    let during = moment(&action.value);
    let mut looked: Vec<(String, Vec<Refusal>)> = Vec::new();
    for passed in &story.history[from.window..] {
        let there = during.is_none_or(|m| passed.window.during == Some(m));
        if passed.player == player
            && there
            && let Some(offer) = offer(&action.value)
        {
            let reasons =
                passed.refused.iter().filter(|r| story.is_offer(&offer, &r.action)).map(|r| r.refusal.clone());
            looked.push((story.in_window(passed.player, &passed.window, passed.open), reasons.collect()));
        }
    }
    if let (Some(prompt), Some(offer)) = (story.table.prompt().filter(|p| p.player == player), offer(&action.value))
        && during.is_none_or(|m| prompt.window.during == Some(m))
    {
        let reasons =
            story.table.refused().into_iter().filter(|r| story.is_offer(&offer, &r.action)).map(|r| r.refusal);
        looked.push((story.in_window(prompt.player, &prompt.window, prompt.is_open_state()), reasons.collect()));
    }
    for (place, reasons) in looked.iter().rev().take(3).rev() {
        failure.notes.push(match reasons.first() {
            Some(reason) => format!("Not possible {place}, {}.", tell::because(reason)),
            None => format!("Not on offer {place}."),
        });
    }
    match story.table.prompt() {
        _ if over => failure.notes.push("The duel was over.".into()),
        Some(prompt) if prompt.player != player => {
            let open = story.in_window(prompt.player, &prompt.window, true);
            failure.notes.push(format!("It was {}'s turn to act {open}.", player_name(prompt.player)));
        }
        Some(prompt) if looked.is_empty() => {
            let open = story.in_window(prompt.player, &prompt.window, true);
            failure.notes.push(format!("The duel had come to stand {open}."));
        }
        _ => {}
    }
    let reason = looked.iter().rev().find_map(|(_, reasons)| reasons.first());
    if let Some(reason) = reason {
        failure.rule = Some(reason.rule);
    }
    if let Some(offer) = offer(&action.value) {
        let refusal = refusals::yaml(story, &offer, reason.map(|r| r.rule));
        let mut text = StepText::new(&story.ruling.text, story.step().span);
        text.replace_tag(name, "never offered", &Yaml::List(vec![refusal]));
        failure.actual = Some(text.into_text());
    }
    failure.into()
}

fn phase_words(phase: Phase) -> String {
    format!("the {phase} phase")
}
