//! Whether it went as the ruling says.

use super::sentences::capital;
use super::tale::{Tale, Verdict};
use crate::outcome::Outcome;
use crate::play::Recording;
use crate::ruling::Ruling;

/// The verdict on a recording; a disputed ruling is judged for all its readings.
pub(super) fn verdict(ruling: &Ruling, recording: &Recording, disputed: Option<Outcome>) -> Verdict {
    let first = recording.problems.first().cloned().unwrap_or(Outcome::Passed);
    let written = match &first {
        Outcome::Failed(failure) => ruling.text.get(failure.step.start..failure.step.end).map(dedented),
        _ => None,
    };
    let more = recording.problems.len().saturating_sub(1);
    match disputed {
        Some(outcome) => Verdict { checks: recording.checks, outcome, more: 0, written: None },
        None => Verdict { checks: recording.checks, outcome: first, more, written },
    }
}

/// The lines of a step without the indentation all but the first of them share.
fn dedented(text: &str) -> String {
    let lines: Vec<&str> = text.trim_end().lines().collect();
    let indent = |line: &&str| line.len() - line.trim_start().len();
    let shared = lines.iter().skip(1).filter(|l| !l.trim().is_empty()).map(indent).min().unwrap_or(0);
    let cut = lines.iter().enumerate().map(|(i, line)| if i == 0 { *line } else { line.get(shared..).unwrap_or("") });
    cut.collect::<Vec<_>>().join("\n")
}

/// How a verdict is to be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tone {
    Good,
    Bad,
    Neither,
}

impl Verdict {
    /// How it is to be taken.
    pub(super) fn tone(&self) -> Tone {
        match &self.outcome {
            Outcome::Passed if self.checks == 0 => Tone::Neither,
            Outcome::Passed => Tone::Good,
            Outcome::Disputed(_) => Tone::Neither,
            _ => Tone::Bad,
        }
    }
}

/// The verdict in sentences, one paragraph each.
pub(super) fn sentences(tale: &Tale) -> Vec<String> {
    let verdict = &tale.verdict;
    let mut out = Vec::new();
    match &verdict.outcome {
        Outcome::Passed => out.push(match verdict.checks {
            0 => "The file checks nothing, so there is nothing to compare.".into(),
            1 => "It went as the ruling says; its check holds.".into(),
            n => format!("It went as the ruling says; all {n} checks hold."),
        }),
        Outcome::Failed(failure) => {
            out.push(format!("It did not go as the ruling says: {}.", failure.message.trim_end_matches('.')));
            out.extend(failure.notes.iter().cloned());
        }
        Outcome::Disputed(disputed) => {
            out.push("The sources disagree, so this ruling is not scored.".into());
            let follows = |id: &String| disputed.followed.contains(id);
            for reading in &tale.header.readings {
                let verb = if follows(&reading.id) { "What was told here follows" } else { "The other reading is" };
                out.push(format!("{verb} “{}”: {}", reading.id, reading.answer));
            }
        }
        Outcome::Endless(why) => out.push(format!("The duel has no end: {}.", why.trim_end_matches('.'))),
        Outcome::Unsupported(why) => out.push(format!("The engine cannot play it: {}.", why.trim_end_matches('.'))),
        Outcome::Fault(fault) => out.push(format!("The engine broke down: {}.", fault.message.trim_end_matches('.'))),
        Outcome::Invalid(flaws) => {
            out.push("The file cannot be played to its end:".into());
            out.extend(flaws.iter().map(|f| format!("{}.", capital(f.message.trim_end_matches('.')))));
        }
    }
    match verdict.more {
        0 => {}
        1 => out.push("One more step went otherwise.".into()),
        n => out.push(format!("{n} more steps went otherwise.")),
    }
    out
}

/// The line that says in which formats it goes differently.
pub(super) fn elsewhere(tale: &Tale) -> Option<String> {
    let last = tale.elsewhere.last()?;
    let formats = super::clause::enumerate(&tale.elsewhere, "and");
    // A draft is found by its path, a ruling of the corpus by its id.
    let ruling = if tale.header.name.contains('/') { &tale.header.id } else { &tale.header.path };
    Some(format!("In {formats} it goes differently: segoc explain {ruling} --in {last}"))
}
