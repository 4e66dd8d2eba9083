//! Whether it went as the ruling says.

use super::tale::{Assessment, Tale};
use crate::cast::capital;
use crate::outcome::Outcome;
use segoc_format::ruling::Ruling;

impl Assessment {
    /// The verdict on a duel with so many checks, of which these went otherwise, in order; a disputed ruling is judged for all its
    /// readings.
    pub fn new(ruling: &Ruling, checks: usize, problems: &[Outcome], disputed: Option<Outcome>) -> Self {
        if let Some(outcome) = disputed {
            return Self { checks, outcome, more: 0, written: None };
        }
        // What is not written yet is said if nothing else is wrong.
        let wrong = problems.iter().find(|problem| !problem.is_unwritten()).or(problems.first());
        let outcome = wrong.cloned().unwrap_or(Outcome::Passed);
        let written = match &outcome {
            Outcome::Failed(failure) => ruling.text.get(failure.step.start..failure.step.end).map(dedented),
            _ => None,
        };
        let more = problems.iter().filter(|problem| !problem.is_unwritten()).count().saturating_sub(1);
        Self { checks, outcome, more, written }
    }

    /// How it is to be taken.
    pub(super) fn tone(&self) -> Tone {
        match &self.outcome {
            Outcome::Passed if self.checks == 0 => Tone::Neither,
            Outcome::Passed => Tone::Good,
            Outcome::Disputed(_) => Tone::Neither,
            unwritten if unwritten.is_unwritten() => Tone::Neither,
            _ => Tone::Bad,
        }
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

/// The verdict in sentences, one paragraph each.
pub(super) fn sentences(tale: &Tale<'_>) -> Vec<String> {
    let verdict = &tale.setting.verdict;
    let mut out = Vec::new();
    match &verdict.outcome {
        Outcome::Passed => out.push(match verdict.checks {
            0 => "The file checks nothing, so there is nothing to compare.".into(),
            1 => "It went as the ruling says; its check holds.".into(),
            2 => "It went as the ruling says; both checks hold.".into(),
            n => format!("It went as the ruling says; all {n} checks hold."),
        }),
        unwritten if unwritten.is_unwritten() => {
            out.push("As far as it is written it went as the ruling says; this check is not written yet.".into());
        }
        Outcome::Failed(failure) => {
            out.push(format!("It did not go as the ruling says: {}.", failure.message.trim_end_matches('.')));
            out.extend(failure.notes.iter().cloned());
        }
        Outcome::Disputed(disputed) => {
            out.push("The sources disagree, so this ruling is not scored.".into());
            let follows = |id: &String| disputed.followed.contains(id);
            for reading in &tale.ruling().disputed {
                let verb = if follows(&reading.id) { "What was told here follows" } else { "The other reading is" };
                out.push(format!("{verb} “{}”: {}", reading.id, reading.answer));
            }
        }
        Outcome::Endless(why) => {
            out.push(format!("The duel was not played to its end: {}.", why.trim_end_matches('.')))
        }
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
pub(super) fn elsewhere(tale: &Tale<'_>) -> Option<String> {
    let last = tale.setting.elsewhere.last()?;
    let title = |name: &String| if name.len() > 3 { capital(name) } else { name.to_uppercase() };
    let formats = super::clause::enumerate(&tale.setting.elsewhere.iter().map(title).collect::<Vec<_>>(), "and");
    // A draft is found by its path, a ruling of the corpus by its id.
    let ruling = tale.ruling();
    let ruling = if ruling.name.contains('/') { &ruling.id } else { &ruling.path };
    Some(format!("In {formats} it goes differently: segoc explain {ruling} --in {last}"))
}
