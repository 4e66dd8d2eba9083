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

use std::sync::Arc;

use segoc_engine::def::{CardDef, Phase};
use segoc_engine::{ChartBox, Policy, SetupError};

use crate::engines::table::Table;
use crate::engines::{Capabilities, Capability, Engine, Reference, Start};
use crate::outcome::{Disputed, Flaw, Outcome};
use crate::ruling::{Check, Do, Ruling, Step, StepKind};
pub use record::{Asked, Looked, Recording, record};
pub(crate) use rewrite::{without_key, word};
use story::{Stop, Story};

/// Plays a ruling in a format against the reference engine with a policy.
#[must_use]
pub fn judge(ruling: &Ruling, format: &str, policy: &Policy) -> Outcome {
    judge_with(&mut Reference::new([(format.to_owned(), policy.clone())]), ruling, format).outcome
}

/// What came of a ruling, and how it was compared.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// What came of it.
    pub outcome: Outcome,
    /// What the engine could not tell, so that checks were compared in a weaker way.
    pub weaker: Capabilities,
}

/// Plays a ruling in a format against an engine; a disputed one once for each of its readings.
#[must_use]
pub fn judge_with(engine: &mut dyn Engine, ruling: &Ruling, format: &str) -> Judgement {
    let mut weaker = Capabilities::new();
    let outcome = judge_each(engine, ruling, format, &mut weaker);
    Judgement { outcome, weaker }
}

fn judge_each(engine: &mut dyn Engine, ruling: &Ruling, format: &str, weaker: &mut Capabilities) -> Outcome {
    if let Some(reason) = unsupported(engine, ruling, format) {
        return Outcome::Unsupported(reason);
    }
    if ruling.disputed.is_empty() {
        return play(engine, ruling, format, None, weaker);
    }
    let mut disputed = Disputed { followed: Vec::new(), others: Vec::new() };
    for reading in &ruling.disputed {
        match play(engine, ruling, format, Some(&reading.id), weaker) {
            Outcome::Passed => disputed.followed.push(reading.id.clone()),
            stop @ (Outcome::Invalid(_) | Outcome::Unsupported(_) | Outcome::Fault(_)) => return stop,
            other => disputed.others.push((reading.id.clone(), other)),
        }
    }
    Outcome::Disputed(disputed)
}

/// Why an engine need not even be asked to play a ruling: what it lacks and says that it lacks.
fn unsupported(engine: &dyn Engine, ruling: &Ruling, format: &str) -> Option<String> {
    let about = engine.about();
    if !about.formats.iter().any(|known| known == format) {
        return Some(format!("the engine does not play the format `{format}`"));
    }
    let needs = |capability: Capability, why: &str| {
        let lacks = !about.capabilities.contains(&capability);
        lacks.then(|| format!("{why}, and the engine does not claim `{capability}`"))
    };
    let here = |step: &&Step| step.formats.as_ref().is_none_or(|formats| formats.iter().any(|f| f == format));
    let mut steps = ruling.play.iter().filter(here);
    let is_battle = |step: &Step| match &step.kind {
        StepKind::Action(_, action) => matches!(
            action.value,
            Do::AttacksWith(..) | Do::AttacksDirectlyWith(_) | Do::ReplaysOn(_) | Do::GoesTo(Phase::Battle)
        ),
        _ => false,
    };
    let is_window = |step: &Step| match &step.kind {
        StepKind::Check(Check::Window { chart, .. }) => *chart != Some(ChartBox::A),
        _ => false,
    };
    if ruling.setup.phase == Phase::Battle || steps.clone().any(is_battle) {
        needs(Capability::Battle, "there is a battle")
    } else {
        None
    }
    .or_else(|| if steps.any(is_window) { needs(Capability::Windows, "a window is looked at") } else { None })
}

/// Plays the steps that belong to a format, and to a reading if one is given.
fn play(
    engine: &mut dyn Engine,
    ruling: &Ruling,
    format: &str,
    reading: Option<&str>,
    weaker: &mut Capabilities,
) -> Outcome {
    let library = ruling.library(format);
    let told = begin(engine, ruling, format, &library).map(|table| {
        let mut story = Story::new(ruling, format, reading, table);
        let mut told = tell_all(&mut story);
        if matches!(told, Err(Stop::Failed(_) | Stop::Endless(_))) {
            told = story.table.in_doubt().map_err(Stop::from).and(told);
        }
        weaker.append(&mut story.weaker);
        told
    });
    match told {
        Ok(Ok(())) => Outcome::Passed,
        Ok(Err(stop)) => stop.into_outcome(reading),
        Err(outcome) => outcome,
    }
}

/// A duel with the board of a ruling, or what is wrong with that board.
fn begin<'a>(
    engine: &'a mut dyn Engine,
    ruling: &'a Ruling,
    format: &'a str,
    library: &'a [Arc<CardDef>],
) -> Result<Table<'a>, Outcome> {
    let problems = ruling.setup.problems(library);
    if !problems.is_empty() {
        return Err(Outcome::Invalid(problems.iter().map(|problem| flaw(ruling, problem)).collect()));
    }
    let start = Start { format, setup: &ruling.setup, library, files: &ruling.cards };
    Table::begin(engine, start).map_err(|trouble| Stop::from(trouble).into_outcome(None))
}

fn flaw(ruling: &Ruling, problem: &SetupError) -> Flaw {
    let span = problem.card.and_then(|c| ruling.card_spans.get(c.0 as usize)).copied();
    Flaw { span: span.unwrap_or(ruling.play_span), message: problem.to_string() }
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
    story.is_finite()?;
    announce::all_used(story)?;
    story.positions_were_given()
}
