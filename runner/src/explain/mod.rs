//! The duel of a ruling told step by step, as a judge would tell it.
//!
//! What became of a duel ([`Transcript`]) is made into a [`Tale`], and the tale is written for a terminal, a forum post or a program.
//! Whatever the engine cannot tell is left out: without `causes` nobody knows what brought something about, without `instants` what
//! happened at the same time.

mod clause;
mod fact;
mod json;
mod layout;
mod markdown;
mod parts;
mod pretty;
mod tale;
mod teller;
#[cfg(test)]
mod tests;
mod triggers;
mod verdict;
mod windows;

pub use json::json;
pub use markdown::markdown;
pub use parts::{Parting, parts};
pub use pretty::pretty;
use segoc_format::catalogue::Catalogue;
use segoc_protocol::{EffectRef, Happened, LinkOutcome, Rule};
pub use tale::{Assessment, Tale};

use crate::judge::Looked;
use crate::outcome::Scene;
use crate::transcript::Transcript;

/// What stands around the story: whoever has it told knows it.
#[derive(Clone, Debug)]
pub struct Setting<'c> {
    /// The format in words.
    pub format_title: &'c str,
    /// The rules with their sentences.
    pub catalogue: &'c Catalogue,
    /// Whether in the format what triggered at an earlier moment comes first; if that is not known, the rules the engine names say.
    pub earlier_moment_first: Option<bool>,
    /// The board at the beginning.
    pub before: Scene,
    /// The board at the end.
    pub after: Scene,
    /// Whether it went as the ruling says.
    pub verdict: Assessment,
    /// Other formats of the ruling in which it goes differently.
    pub elsewhere: Vec<String>,
}

/// Tells a duel, whatever became of its checks; `looked` is what checks said not to be on offer.
#[must_use]
pub fn tell<'t>(told: &'t Transcript<'t>, looked: &'t [Looked], mut setting: Setting<'t>) -> Tale<'t> {
    setting.earlier_moment_first = setting.earlier_moment_first.or_else(|| earlier_moment_first(told));
    let steps = teller::Teller::steps(told, looked, setting.earlier_moment_first, setting.catalogue);
    Tale { told, setting, steps }
}

/// Whether what triggered at an earlier moment comes first, as far as the engine names the rule.
fn earlier_moment_first(transcript: &Transcript<'_>) -> Option<bool> {
    let names = |rule: Rule| transcript.events.iter().any(|e| e.rule == Some(rule) || e.rests_on.contains(&rule));
    match (names(Rule::SegocEarlierMomentFirst), names(Rule::SegocAgeDoesNotMatter)) {
        (true, false) => Some(true),
        (false, true) => Some(false),
        _ => None,
    }
}

/// Whether a ruling goes differently in two duels: other steps of the story, another chain, another board at the end.
#[must_use]
pub fn goes_differently(here: &Transcript<'_>, there: &Transcript<'_>) -> bool {
    let steps = |told: &Transcript<'_>| -> Vec<usize> {
        let belongs = |formats: &Option<Vec<String>>| formats.as_ref().is_none_or(|all| all.contains(&told.format));
        let play = told.cast.ruling.play.iter().enumerate();
        play.filter(|(_, step)| belongs(&step.formats)).map(|(i, _)| i).collect()
    };
    steps(here) != steps(there) || chains(here) != chains(there) || here.board(here.last()) != there.board(there.last())
}

/// A link with what became of it.
type Done = (EffectRef, Option<LinkOutcome>);

/// The chains that were completed: every link with what became of it.
fn chains(told: &Transcript<'_>) -> Vec<Vec<Done>> {
    let mut chains: Vec<Vec<Done>> = Vec::new();
    for (number, event) in told.events.iter().enumerate() {
        match event.what {
            Happened::ChainComplete => {
                chains.push(told.chain_before(number).iter().map(|link| (link.effect, None)).collect());
            }
            Happened::Resolved { link, outcome } => {
                let chain = chains.last_mut().and_then(|chain| chain.get_mut(usize::from(link).checked_sub(1)?));
                if let Some(done) = chain {
                    done.1 = Some(outcome);
                }
            }
            _ => {}
        }
    }
    chains
}
