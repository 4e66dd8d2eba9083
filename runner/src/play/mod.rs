//! Playing a ruling: the story is told to the engine step by step, and what it does is compared with what is written.
//!
//! The engine never sees an expectation. It asks; `answer` says what the story, or else the default, answers; the
//! modules under `check` look at what came of it. Section numbers are those of the format's description.

mod action;
mod activation;
mod announce;
mod answer;
mod check;
mod history;
mod matching;
mod position;
mod record;
mod rewrite;
mod scene;
mod story;
mod tell;

use segoc_engine::{Duel, DuelEnd, Policy};

use crate::outcome::{Disputed, Flaw, Outcome};
use crate::ruling::{Ruling, StepKind};
pub use record::{Asked, Looked, Recording, record};
use story::{Stop, Story};

/// Plays a ruling in a format against the reference engine; a disputed one once for each of its readings.
#[must_use]
pub fn judge(ruling: &Ruling, format: &str, policy: &Policy) -> Outcome {
    let duel = match begin(ruling, format, policy) {
        Ok(duel) => duel,
        Err(flaws) => return Outcome::Invalid(flaws),
    };
    if ruling.disputed.is_empty() {
        return play(ruling, format, None, duel);
    }
    let mut disputed = Disputed { followed: Vec::new(), others: Vec::new() };
    for reading in &ruling.disputed {
        match play(ruling, format, Some(&reading.id), duel.clone()) {
            Outcome::Passed => disputed.followed.push(reading.id.clone()),
            Outcome::Invalid(flaws) => return Outcome::Invalid(flaws),
            other => disputed.others.push((reading.id.clone(), other)),
        }
    }
    Outcome::Disputed(disputed)
}

/// Plays the steps that belong to a format, and to a reading if one is given, in a duel that has just begun.
#[must_use]
pub fn play(ruling: &Ruling, format: &str, reading: Option<&str>, duel: Duel) -> Outcome {
    let mut story = Story::new(ruling, format, reading, duel);
    match tell_all(&mut story) {
        Ok(()) => Outcome::Passed,
        Err(stop) => stop.into_outcome(reading),
    }
}

/// A duel with the board of a ruling, or what is wrong with that board.
fn begin(ruling: &Ruling, format: &str, policy: &Policy) -> Result<Duel, Vec<Flaw>> {
    Duel::new(&ruling.setup, ruling.library(format), policy.clone()).map_err(|errors| {
        let flaw = |e: &segoc_engine::SetupError| Flaw {
            span: e.card.and_then(|c| ruling.card_spans.get(c.0 as usize)).copied().unwrap_or(ruling.play_span),
            message: e.to_string(),
        };
        errors.0.iter().map(flaw).collect()
    })
}

fn tell_all(story: &mut Story<'_>) -> Result<(), Stop> {
    for index in story.steps() {
        tell_step(story, index)?;
    }
    tell_end(story)
}

fn tell_step(story: &mut Story<'_>, index: usize) -> Result<(), Stop> {
    story.begin_step(index);
    let step = story.step();
    match &step.kind {
        StepKind::Action(player, action) => action::act(story, *player, action)?,
        StepKind::Check(check) => check::check(story, check)?,
        StepKind::Chooses(..) | StepKind::Applies(..) | StepKind::Triggers(_) => story.announce(step),
    }
    Ok(())
}

/// What comes after the last step.
fn tell_end(story: &mut Story<'_>) -> Result<(), Stop> {
    story.run_to_open_state()?;
    if story.duel.end() == Some(DuelEnd::Endless) {
        return Err(Stop::Endless("the cards go on for ever without anyone having a choice".into()));
    }
    announce::all_used(story)?;
    story.positions_were_given()
}
