//! Blessing: what the engine did is written into the checks of a ruling, and nothing else of the file changes.
//!
//! The first step that disagrees ends a run, so a file is blessed step by step: it is played in all of its formats, the
//! earliest step that disagrees is written as the engine did it, and it is played again. Where the formats do different
//! things the step is split, one for each of them with `in`. What a player does is never touched, only what is expected.

use std::path::Path;
use std::sync::Arc;

use crate::outcome::{Correction, Failure, FailureKind, Outcome};
use crate::{rewrite, trial};
use segoc_format::corpus::Corpus;
use segoc_format::diagnostic::Diagnostics;
use segoc_format::edit;
use segoc_format::ruling::{Ruling, Step, StepKind};

/// Why a ruling is not blessed.
#[derive(Debug)]
pub enum Refused {
    /// The file has mistakes.
    Wrong(Diagnostics),
    /// It has no answer: what is right is for a judge to say, and before the engine does.
    NoAnswer,
    /// Its sources disagree, and each reading says what its source says.
    Disputed,
    /// It does not hold for a format that was asked for.
    NotIn(String),
    /// A step disagrees in a way that no check can be written for.
    Stuck(Box<Stuck>),
}

/// A step that disagrees in a way that no check can be written for.
#[derive(Debug)]
pub struct Stuck {
    /// The ruling as far as it was blessed.
    pub ruling: Ruling,
    /// The format in which it disagrees.
    pub format: String,
    /// How.
    pub outcome: Outcome,
    /// Why nothing can be written, and what to do.
    pub why: &'static str,
}

impl From<Diagnostics> for Refused {
    fn from(mistakes: Diagnostics) -> Self {
        Self::Wrong(mistakes)
    }
}

/// A ruling's text with what the engine did in its checks; the same text if they said so already.
///
/// `only` are the formats that are blessed, all of the file's if it is empty. In the others every check goes on saying
/// what it says.
///
/// # Errors
/// If the file is wrong or has no answer, or if a step disagrees that is no check.
pub fn bless(corpus: &Corpus, path: &Path, text: &Arc<str>, only: &[String]) -> Result<Arc<str>, Refused> {
    if !has_answer(&path.display().to_string(), text) {
        return Err(Refused::NoAnswer);
    }
    let mut ruling = corpus.parse_draft_text(path, Arc::clone(text))?;
    if !ruling.disputed.is_empty() {
        return Err(Refused::Disputed);
    }
    if let Some(other) = only.iter().find(|format| !ruling.formats.contains(format)) {
        return Err(Refused::NotIn(other.clone()));
    }
    // Each round settles a key of a step in a format; a step has less than sixteen.
    for _ in 0..(ruling.play.len() + 1) * ruling.formats.len() * 16 {
        let meant = |format: &&String| only.is_empty() || only.contains(format);
        let outcomes =
            ruling.formats.iter().filter(meant).map(|format| (format.clone(), judged(corpus, &ruling, format)));
        let mut bad: Vec<(String, Outcome)> =
            outcomes.filter(|(_, outcome)| !matches!(outcome, Outcome::Passed)).collect();
        bad.sort_by_key(|(_, outcome)| place(outcome));
        if bad.is_empty() {
            if only.is_empty() {
                corpus.parse_ruling(&path.display().to_string(), Arc::clone(&ruling.text))?;
            }
            return Ok(ruling.text);
        }
        let next = written(&ruling, &bad)?;
        if next == *ruling.text {
            break;
        }
        ruling = corpus.parse_draft_text(path, next)?;
    }
    let format = ruling.formats.first().cloned().unwrap_or_default();
    let outcome = judged(corpus, &ruling, &format);
    Err(Refused::Stuck(Box::new(Stuck { ruling, format, outcome, why: "what the engine does cannot be written down" })))
}

/// Whether a text has an answer; one that cannot be read at all has mistakes that say more.
fn has_answer(path: &str, text: &Arc<str>) -> bool {
    let Some(tree) = segoc_format::yaml::parse(path, text).0 else { return true };
    match tree.get("answer").map(|node| &node.kind) {
        Some(segoc_format::yaml::Kind::Str(answer)) => !answer.trim().is_empty(),
        Some(segoc_format::yaml::Kind::Null) | None => false,
        Some(_) => true,
    }
}

/// What comes of a ruling in a format of a corpus.
#[must_use]
pub fn judged(corpus: &Corpus, ruling: &Ruling, format: &str) -> Outcome {
    let policy = corpus.format(format).map(|f| f.policy.clone()).unwrap_or_default();
    trial::outcome(ruling, format, &policy)
}

/// Where in the file an outcome shows; what shows nowhere comes first, for nothing can be done about it.
fn place(outcome: &Outcome) -> usize {
    match outcome {
        Outcome::Failed(failure) => failure.step.start,
        _ => 0,
    }
}

/// The text with the earliest step that disagrees as the engine did it.
fn written(ruling: &Ruling, bad: &[(String, Outcome)]) -> Result<String, Refused> {
    let first = place(&bad[0].1);
    let at_step = |(format, outcome): &'_ (String, Outcome)| match outcome {
        Outcome::Failed(failure) if failure.step.start == first => Some((format.clone(), failure.clone())),
        _ => None,
    };
    let here: Vec<(String, Box<Failure>)> = bad.iter().filter_map(at_step).collect();
    let stuck = |format: &str, outcome: &Outcome, why| {
        let (ruling, format, outcome) = (ruling.clone(), format.to_owned(), outcome.clone());
        Refused::Stuck(Box::new(Stuck { ruling, format, outcome, why }))
    };
    let Some(step) = ruling.play.iter().find(|step| step.span.start == first).filter(|_| !here.is_empty()) else {
        return Err(stuck(&bad[0].0, &bad[0].1, "it disagrees with no check, so there is nothing to write"));
    };
    for (format, failure) in &here {
        if let Some(why) = unwritable(step, failure) {
            return Err(stuck(format, &Outcome::Failed(failure.clone()), why));
        }
    }
    let current = edit::text_of(&ruling.text, step.span);
    let texts: Vec<(&String, String)> =
        here.iter().filter_map(|(format, failure)| Some((format, rewrite::text(ruling, failure)?))).collect();
    let mut variants: Vec<(&str, Vec<&str>)> = Vec::new();
    for format in step.formats.as_ref().unwrap_or(&ruling.formats) {
        let rewritten = texts.iter().find(|(failing, _)| *failing == format);
        let text = rewritten.map_or(current, |(_, text)| text.as_str());
        match variants.iter_mut().find(|(other, _)| *other == text) {
            Some((_, formats)) => formats.push(format),
            None => variants.push((text, vec![format])),
        }
    }
    if variants.len() > 1 && matches!(step.kind, StepKind::Action(..)) {
        let (format, failure) = &here[0];
        let why = "the formats differ, and an action is not split: write the step once for each of them, with `in`";
        return Err(stuck(format, &Outcome::Failed(failure.clone()), why));
    }
    Ok(edit::replace(&ruling.text, step.span, &variants))
}

/// Why a failure cannot be written as a check.
fn unwritable(step: &Step, failure: &Failure) -> Option<&'static str> {
    let of_check = matches!(failure.kind, FailureKind::WronglyAllowed | FailureKind::OtherReason);
    match step.kind {
        StepKind::Action(..) if !of_check => Some(
            "this is something a player does, and only what is expected is ever rewritten: \
             change the step, or expect the refusal with `never offered`",
        ),
        StepKind::Chooses(..) | StepKind::Applies(..) | StepKind::Triggers(_) => Some(
            "this is something a player announces, and only what is expected is ever rewritten: \
             change the step or take it away",
        ),
        _ => match &failure.actual {
            None => Some(
                "the engine never came to what this check is about, or a check before it had already run past it: \
                  `segoc explain` tells the play; change the check, move it up or take it away",
            ),
            Some(Correction::Nothing) => Some("nothing would be left of this check: change it or take it away"),
            Some(_) => None,
        },
    }
}
