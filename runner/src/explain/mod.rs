//! The duel of a ruling told step by step, as a judge would tell it.
//!
//! A ruling is played and recorded ([`crate::play::record`]), the record is made into a [`Tale`] of typed facts, and the
//! tale is written for a terminal, a forum post or a program. Collecting knows no words, writing knows no engine.

mod clause;
mod collect;
mod json;
mod layout;
mod markdown;
mod placing;
mod pretty;
mod sentences;
mod tale;
mod verdict;

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::corpus::Corpus;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::outcome::{Outcome, Scene};
use crate::play::{self, Recording};
use crate::ruling::{Ruling, Source};
pub use json::json;
pub use markdown::markdown;
pub use pretty::pretty;
pub use tale::*;

/// Plays a ruling in a format and collects its tale; one whose checks fail is told all the same.
///
/// # Errors
/// If the catalogue of rules is wrong, the format is unknown, or the duel cannot begin.
pub fn explain(corpus: &Corpus, ruling: &Ruling, format: &str) -> Result<Tale, Diagnostics> {
    let catalogue = corpus.rules()?;
    let Some(found) = corpus.format(format) else {
        let message = format!("there is no format `{format}` in formats.yaml");
        return Err(Diagnostic::of_file(ruling.path.clone(), message).into());
    };
    let policy = &found.policy;
    let (reading, outcome) = reading_told(ruling, format, corpus);
    let recording = recorded(ruling, format, reading.as_deref(), corpus)?;
    let steps = collect::steps(ruling, &recording, catalogue, policy);
    let sentence = |rule| catalogue.get(rule).map(|entry| entry.sentence.clone()).unwrap_or_default();
    let header = Header {
        name: ruling.name.clone(),
        id: ruling.id.clone(),
        path: ruling.path.clone(),
        title: ruling.title.clone(),
        question: ruling.question.clone(),
        answer: ruling.answer.clone(),
        format: format.to_owned(),
        format_title: found.title.clone(),
        rules: ruling.rules.iter().map(|rule| (rule.value, sentence(rule.value))).collect(),
        sources: sources(&ruling.sources, format),
        readings: ruling.disputed.clone(),
        reading,
    };
    Ok(Tale {
        header,
        verdict: verdict::verdict(ruling, &recording, outcome),
        elsewhere: elsewhere(ruling, format, &recording, corpus),
        before: recording.before,
        after: recording.after,
        steps,
    })
}

/// In a disputed ruling, the reading the engine follows, else the first; and what came of all readings.
fn reading_told(ruling: &Ruling, format: &str, corpus: &Corpus) -> (Option<String>, Option<Outcome>) {
    if ruling.disputed.is_empty() {
        return (None, None);
    }
    let policy = corpus.format(format).map(|f| f.policy.clone()).unwrap_or_default();
    let outcome = catch_unwind(AssertUnwindSafe(|| play::judge(ruling, format, &policy))).ok();
    let followed = match &outcome {
        Some(Outcome::Disputed(disputed)) => disputed.followed.first().cloned(),
        _ => None,
    };
    (followed.or_else(|| ruling.disputed.first().map(|r| r.id.clone())), outcome)
}

/// Plays a ruling; an engine that breaks down is an error, not the end of the program.
fn recorded(ruling: &Ruling, format: &str, reading: Option<&str>, corpus: &Corpus) -> Result<Recording, Diagnostics> {
    let policy = corpus.format(format).map(|f| f.policy.clone()).unwrap_or_default();
    let recording = catch_unwind(AssertUnwindSafe(|| play::record(ruling, format, reading, &policy)));
    match recording {
        Ok(Ok(recording)) => Ok(recording),
        Ok(Err(flaws)) => {
            let diagnostic = |flaw: crate::outcome::Flaw| {
                Diagnostic::new(ruling.path.clone(), &ruling.text, flaw.span, flaw.message)
                    .lint(crate::lint::Lint::Setup)
            };
            Err(Diagnostics(flaws.into_iter().map(diagnostic).collect()))
        }
        Err(_) => Err(Diagnostic::of_file(ruling.path.clone(), "the engine broke down while it was played").into()),
    }
}

/// The sources that speak for a format; all, if none does.
fn sources(all: &[Source], format: &str) -> Vec<Source> {
    let speaks = |s: &&Source| s.formats.as_ref().is_none_or(|formats| formats.iter().any(|f| f == format));
    let speaking: Vec<Source> = all.iter().filter(speaks).cloned().collect();
    if speaking.is_empty() { all.to_vec() } else { speaking }
}

/// The other formats of a ruling in which it goes differently: another chain, another board, other steps.
fn elsewhere(ruling: &Ruling, format: &str, here: &Recording, corpus: &Corpus) -> Vec<String> {
    let steps = |format: &str| -> Vec<usize> {
        let belongs =
            |i: &usize| ruling.play[*i].formats.as_ref().is_none_or(|formats| formats.iter().any(|f| f == format));
        (0..ruling.play.len()).filter(belongs).collect()
    };
    let differs = |other: &&String| {
        if steps(other) != steps(format) {
            return true;
        }
        let reading = reading_told(ruling, other, corpus).0;
        match recorded(ruling, other, reading.as_deref(), corpus) {
            Ok(there) => there.chains() != here.chains() || !same_board(&there.after, &here.after),
            Err(_) => false,
        }
    };
    ruling.formats.iter().filter(|f| *f != format).filter(differs).cloned().collect()
}

fn same_board(a: &Scene, b: &Scene) -> bool {
    a.sides.iter().zip(&b.sides).all(|(a, b)| a.lp == b.lp && a.zones == b.zones)
}
