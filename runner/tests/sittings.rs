//! Duels of the corpus, played by hand as they are written, saved, and played again from what was saved.

#![allow(clippy::expect_used, clippy::panic)]

use std::path::Path;
use std::sync::Arc;

use segoc_protocol::{Answer, EffectRef, Happened};
use segoc_runner::Corpus;
use segoc_runner::drive::{Manner, drive};
use segoc_runner::engines::Reference;
use segoc_runner::judge::judged;
use segoc_runner::sitting::Sitting;
use segoc_runner::transcript::Transcript;

/// The chains that were completed.
fn chains(told: &Transcript<'_>) -> Vec<Vec<EffectRef>> {
    let complete = (0..told.events.len()).filter(|&event| told.events[event].what == Happened::ChainComplete);
    complete.map(|event| told.chain_before(event).iter().map(|link| link.effect).collect()).collect()
}

/// Plays a ruling by hand as it is written, saves it, and plays what was saved: what went otherwise.
fn played_again(corpus: &Corpus, name: &str) -> Result<(), String> {
    let ruling = corpus.ruling(name).map_err(|mistakes| mistakes.to_string())?;
    let format = ruling.formats.first().expect("a format").clone();
    let reading = ruling.disputed.first().map(|reading| reading.id.as_str());
    let told = drive(&mut Reference::of(corpus), &ruling, &format, reading, Manner::Brief);
    let answers: Vec<Answer> = told.questions.iter().map_while(|question| question.answer.clone()).collect();
    let mut duel = Sitting::new(corpus, Arc::clone(&ruling), &format).map_err(|mistakes| mistakes.to_string())?;
    for answer in &answers {
        duel.give(answer.clone()).map_err(|why| why.to_string())?;
    }
    let path = Path::new("played/by-hand.yaml");
    let text = duel.saved(path).map_err(|why| why.to_string())?;
    let saved = corpus.parse_ruling("played/by-hand.yaml", text).map_err(|mistakes| mistakes.to_string())?;
    let again = drive(&mut Reference::of(corpus), &saved, &format, None, Manner::Brief);
    let problems = judged(&again).problems();
    if !problems.is_empty() {
        return Err(format!("the saved ruling is {}", problems[0].word()));
    }
    let given: Vec<Answer> = again.questions.iter().map_while(|question| question.answer.clone()).collect();
    if given != answers {
        return Err("the saved ruling is answered otherwise".into());
    }
    if chains(&again) != chains(&told) {
        return Err("the saved ruling has another chain".into());
    }
    Ok(())
}

/// A sample, or every ruling if `SEGOC_SITTINGS=all`.
#[test]
fn what_was_played_by_hand_is_played_again_from_what_was_saved() {
    let corpus = Corpus::embedded().expect("the corpus");
    let every = if std::env::var("SEGOC_SITTINGS").is_ok_and(|which| which == "all") { 1 } else { 23 };
    let names: Vec<&str> = corpus.ruling_names().step_by(every).collect();
    let failed: Vec<String> =
        names.iter().filter_map(|name| played_again(&corpus, name).err().map(|why| format!("{name}: {why}"))).collect();
    assert!(failed.is_empty(), "{} of {} failed:\n{}", failed.len(), names.len(), failed.join("\n"));
}
