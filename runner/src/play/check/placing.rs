//! `placing`: who places a trigger now, and which.

use segoc_engine::{Ask, EffectRef, Player};

use super::super::history::Reason;
use super::super::rewrite::{StepText, Yaml};
use super::super::story::{Next, Seen, Stop, Story};
use super::super::tell;
use super::refusals;
use crate::engines::{Event, Placing};
use crate::outcome::{FailureKind, player_name};
use crate::ruling::{LinkRef, Refusal, Spanned};

pub(super) fn check(
    story: &mut Story<'_>,
    player: Player,
    offered: &[Spanned<LinkRef>],
    not_offered: &[Spanned<Refusal>],
) -> Result<(), Stop> {
    let placement = next_placement(story, offered)?;
    let effects = placement.offered;
    if placement.player != player {
        let (who, other) = (player_name(placement.player), player_name(player));
        let message = format!("{who} placed a trigger here, not {other}");
        let mut failure = story.fail(FailureKind::OtherPlayer, story.step().span, message);
        failure.notes.push(format!("On offer: {}.", words(story, &effects)));
        failure.actual = Some(rewritten(story, placement.player, &effects, &[]));
        return Err(failure.into());
    }
    for link in offered {
        if !effects.iter().any(|&e| story.is_link(&link.value, e)) {
            let message =
                format!("{} could not place the trigger of {}", player_name(player), story.name_of(&link.value.card));
            let mut failure = story.fail(FailureKind::WronglyForbidden, link.span, message);
            let refused = placement.refused.iter().find(|(e, _)| story.is_link(&link.value, *e));
            failure.notes.push(match refused {
                Some((_, refusal)) => format!("Not possible, {}.", tell::because(refusal)),
                None => format!("On offer: {}.", words(story, &effects)),
            });
            if let Some((_, refusal)) = refused {
                failure.rule = Some(refusal.rule);
            }
            failure.actual = Some(rewritten(story, player, &effects, not_offered));
            return Err(failure.into());
        }
    }
    for refusal in not_offered {
        let offer = &refusal.value.offer;
        if effects.iter().any(|&e| story.is_offered_trigger(offer, e)) {
            let place = tell::when_placing(player);
            let mut failure = refusals::allowed(story, &["placing", "not offered"], not_offered, refusal, &place);
            failure.actual = Some(rewritten(story, player, &effects, &[]));
            return Err(failure.into());
        }
        let reasons: Vec<Reason> = placement
            .refused
            .iter()
            .filter(|(effect, _)| story.is_offered_trigger(offer, *effect))
            .map(|(_, refusal)| Reason { refusal: refusal.clone(), place: tell::when_placing(player) })
            .collect();
        refusals::compare_reason(story, &["placing", "not offered"], not_offered, refusal, &reasons)?;
    }
    Ok(())
}

/// The next placement, for a check that says nothing of it.
pub(super) fn fill(story: &mut Story<'_>) -> Result<Stop, Stop> {
    let placement = next_placement(story, &[])?;
    let offered = placement.offered.iter().map(|o| story.effect_yaml(*o, false)).collect();
    let keys = [("player", Yaml::word(player_name(placement.player))), ("offered", Yaml::List(offered))];
    Ok(super::filled(story, FailureKind::OtherPlayer, &[(&["placing"], Yaml::map(keys))]))
}

/// Runs on to the next placement no check has looked at. It is not answered, nor taken note of.
fn next_placement(story: &mut Story<'_>, offered: &[Spanned<LinkRef>]) -> Result<Placing, Stop> {
    loop {
        match story.next() {
            Next::Line(line) => {
                if let Event::Placed(placement) = &story.table.log()[line].event
                    && !placement.asked
                    && story.placing_seen != Some(Seen::Line(line))
                {
                    let placement = placement.clone();
                    story.placing_seen = Some(Seen::Line(line));
                    return Ok(placement);
                }
                story.take_line()?;
            }
            Next::Asked(prompt) => {
                let seen = Seen::Question(story.answered);
                if let Ask::Trigger { options, .. } = &prompt.ask
                    && story.placing_seen != Some(seen)
                {
                    story.settle()?;
                    story.placing_seen = Some(seen);
                    let refused = story.refused_triggers();
                    let (player, offered) = (prompt.player, options.iter().map(|o| o.effect).collect());
                    return Ok(Placing { player, offered, refused, placed: None, asked: true });
                }
                story.answer_by_default(&prompt)?;
            }
            Next::Open | Next::Over => {
                story.settle()?;
                let message = "the game state was open again before anyone placed a trigger";
                let mut failure = story.fail(FailureKind::NotReached, story.step().span, message);
                refusals::explain(story, &mut failure, offered.iter().map(|l| &l.value));
                return Err(failure.into());
            }
        }
    }
}

fn words(story: &Story<'_>, effects: &[EffectRef]) -> String {
    let names: Vec<String> = effects.iter().map(|e| story.name(e.card)).collect();
    tell::enumerate(&names, "or")
}

fn rewritten(story: &Story<'_>, player: Player, effects: &[EffectRef], not_offered: &[Spanned<Refusal>]) -> String {
    let mut text = StepText::new(&story.ruling.text, story.step().span);
    text.set(&["placing", "player"], &Yaml::word(player_name(player)));
    let items = effects.iter().map(|&e| story.effect_yaml(e, false)).collect();
    text.set(&["placing", "offered"], &Yaml::List(items));
    if not_offered.is_empty() {
        text.remove(&["placing", "not offered"]);
    }
    text.into_text()
}
