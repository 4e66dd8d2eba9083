//! Playing a ruling: its story is driven against an engine, and what came of it is judged.

use segoc_format::ruling::{Check, Do, Ruling, Step, StepKind};
use segoc_protocol::{Capabilities, Capability, ChartBox, Engine, Phase, Trouble};

use crate::drive::{Manner, drive};
use crate::judge;
use crate::outcome::{Disputed, Outcome};

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
pub fn play(engine: &mut dyn Engine, ruling: &Ruling, format: &str) -> Judgement {
    let mut weaker = Capabilities::new();
    let outcome = play_each(engine, ruling, format, &mut weaker);
    Judgement { outcome, weaker }
}

fn play_each(engine: &mut dyn Engine, ruling: &Ruling, format: &str, weaker: &mut Capabilities) -> Outcome {
    if let Some(reason) = unsupported(engine, ruling, format) {
        return Outcome::Unsupported(reason);
    }
    if ruling.disputed.is_empty() {
        return play_reading(engine, ruling, format, None, weaker);
    }
    let mut disputed = Disputed { followed: Vec::new(), others: Vec::new() };
    for reading in &ruling.disputed {
        match play_reading(engine, ruling, format, Some(&reading.id), weaker) {
            Outcome::Passed => disputed.followed.push(reading.id.clone()),
            stop @ (Outcome::Invalid(_) | Outcome::Unsupported(_) | Outcome::Fault(_)) => return stop,
            other => disputed.others.push((reading.id.clone(), other)),
        }
    }
    Outcome::Disputed(disputed)
}

/// Plays one reading. What went otherwise is played again in full, if that tells more.
fn play_reading(
    engine: &mut dyn Engine,
    ruling: &Ruling,
    format: &str,
    reading: Option<&str>,
    weaker: &mut Capabilities,
) -> Outcome {
    let transcript = drive(engine, ruling, format, reading, Manner::Brief);
    let mut judged = judge::judged(&transcript);
    if matches!(judged.first(), Outcome::Failed(_)) && transcript.abridged {
        let in_full = judge::judged(&drive(engine, ruling, format, reading, Manner::Full));
        // Whoever gets it right only the second time has failed.
        if !matches!(in_full.first(), Outcome::Passed) {
            judged = in_full;
        }
    }
    weaker.append(&mut judged.weaker);
    let outcome = judged.first();
    match outcome {
        Outcome::Failed(_) | Outcome::Endless(_) => match engine.in_doubt() {
            Ok(()) => outcome,
            Err(Trouble::Unsupported(why)) => Outcome::Unsupported(why),
            Err(Trouble::Fault(fault)) => Outcome::Fault(fault),
        },
        other => other,
    }
}

/// Why an engine need not even be asked to play a ruling: what it lacks and says that it lacks.
fn unsupported(engine: &dyn Engine, ruling: &Ruling, format: &str) -> Option<String> {
    let about = engine.about();
    if !about.formats.iter().any(|known| known == format) {
        return Some(format!("the engine does not play the format `{format}`"));
    }
    let needs = |capability: Capability, why: &str| {
        (!about.can(capability)).then(|| format!("{why}, and the engine does not claim `{capability}`"))
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
    let battle = ruling.setup.phase == Phase::Battle || steps.clone().any(is_battle);
    let battle = if battle { needs(Capability::Battle, "there is a battle") } else { None };
    battle.or_else(|| if steps.any(is_window) { needs(Capability::Windows, "a window is looked at") } else { None })
}
