//! The duel of a ruling told step by step, as a judge would tell it.
//!
//! What became of a duel ([`Transcript`]) is made into a [`Tale`], and the tale is written for a terminal, a forum post or a program.
//! Whatever the engine cannot tell is left out: without `causes` nobody knows what brought something about, without `instants` what
//! happened at the same time.

mod account;
mod bans;
mod battle;
mod census;
mod clause;
mod fact;
mod fillings;
mod happenings;
mod joints;
mod json;
mod later;
mod links;
mod markdown;
mod options;
mod parts;
mod places;
mod pretty;
mod quiet;
mod reasons;
mod room;
mod said;
mod seen;
mod tale;
mod teller;
#[cfg(test)]
mod tests;
mod triggers;
mod values;
mod verdict;
mod whys;
mod windows;
mod written;

pub use account::{Account, Sentence, asked_in, because, phase_words, unmet};
pub use json::json;
pub use markdown::markdown;
pub use parts::{Parting, parts};
pub use pretty::{board, pretty};
use segoc_format::catalogue::Catalogue;
use segoc_protocol::{EffectRef, Happened, LinkOutcome, Rule};
pub use tale::{Assessment, Kind, Layout, Paragraph, Step, Tale};

use crate::judge::looked;
use crate::judge::scene::scene;
use crate::opinions::Opinion;
use crate::transcript::{Point, Transcript};

/// What stands around the story: whoever has it told knows it.
#[derive(Clone, Debug)]
pub struct Setting<'c> {
    /// The format in words.
    pub format_title: &'c str,
    /// The rules with their sentences.
    pub catalogue: &'c Catalogue,
    /// Whether in the format what triggered at an earlier moment comes first; if that is not known, the rules the engine names say.
    pub earlier_moment_first: Option<bool>,
    /// Whether it went as the ruling says.
    pub verdict: Assessment,
    /// Other formats of the ruling in which it goes differently.
    pub elsewhere: Vec<String>,
    /// What other engines make of it.
    pub opinions: Vec<Opinion>,
    /// Where rules have decided something, if that is known: how many events had happened then, and the rule.
    pub decided: Vec<(usize, Rule)>,
}

/// Tells a duel, whatever became of its checks.
#[must_use]
pub fn tell<'t>(told: &'t Transcript<'t>, setting: Setting<'t>) -> Tale<'t> {
    let earlier_first = setting.earlier_moment_first.or_else(|| earlier_moment_first(told));
    let steps = teller::Teller::steps(told, looked(told), earlier_first, setting.catalogue, &setting.decided);
    let begin = Point { event: told.questions.first().map_or(0, |question| question.events), question: 0 };
    let scene = |at| scene(told, at, |cast, card| cast.full_name(card));
    Tale { told, setting, before: scene(begin), steps, after: scene(told.last()) }
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
pub fn goes_differently(here: &Transcript<'_>, there: &Transcript<'_>) -> bool {
    let steps = |told: &Transcript<'_>| -> Vec<usize> {
        let belongs = |formats: &Option<Vec<String>>| formats.as_ref().is_none_or(|all| all.contains(&told.format));
        let play = told.cast.ruling.play.iter().enumerate();
        play.filter(|(_, step)| belongs(&step.formats)).map(|(i, _)| i).collect()
    };
    steps(here) != steps(there) || chains(here) != chains(there) || here.board(here.last()) != there.board(there.last())
}

/// The chains that were completed, each followed by what became of its links.
fn chains(told: &Transcript<'_>) -> Vec<(Vec<EffectRef>, Option<LinkOutcome>)> {
    let events = told.events.iter().enumerate();
    let of_chain = events.filter_map(|(number, event)| match event.what {
        Happened::ChainComplete => Some((told.chain_before(number).iter().map(|link| link.effect).collect(), None)),
        Happened::Resolved { outcome, .. } => Some((Vec::new(), Some(outcome))),
        _ => None,
    });
    of_chain.collect()
}
