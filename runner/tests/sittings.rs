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

/// The duel of Gorz and Tragoedia, after the attack.
fn attacked(corpus: &Corpus) -> Sitting<'_> {
    let ruling = corpus.ruling("hand-limit/gorz-and-tragoedia").expect("the ruling");
    let mut duel = Sitting::new(corpus, ruling, "tcg").expect("a duel");
    duel.pick(&[0]).expect("the attack");
    duel.run_on();
    duel
}

fn words(duel: &Sitting<'_>) -> Vec<String> {
    duel.asking().expect("a question").picks.into_iter().map(|pick| pick.words).collect()
}

#[test]
fn one_can_go_back_and_answer_otherwise_and_both_lines_stay() {
    let corpus = Corpus::embedded().expect("the corpus");
    let mut duel = attacked(&corpus);
    let (asked, offered, board) = (duel.here(), words(&duel), duel.board().clone());
    duel.pick(&[2]).expect("none of them");
    duel.run_on();
    let declined = duel.here();
    duel.back(asked).expect("the point");
    assert_eq!((words(&duel), duel.board()), (offered, &board));
    duel.pick(&[1]).expect("Tragoedia");
    duel.pick(&[0]).expect("a pass");
    let line = |duel: &Sitting<'_>, point| duel.marks().into_iter().any(|mark| mark.point == point && mark.on_line);
    assert!(!line(&duel, declined));
    duel.back(declined).expect("the other line");
    assert!(line(&duel, declined) && line(&duel, asked));
    assert_eq!(duel.board().lp.joey, 6600);
    while duel.undo() {}
    assert_eq!((duel.here(), duel.board().lp.joey), (0, 8000));
    assert!(!duel.undo() && duel.back(10_000).is_err());
}

#[test]
fn what_is_no_answer_changes_nothing() {
    let corpus = Corpus::embedded().expect("the corpus");
    let mut duel = attacked(&corpus);
    let (here, points) = (duel.here(), duel.marks().len());
    for picked in [&[][..], &[99], &[0, 0], &[0, 1]] {
        assert!(duel.pick(picked).is_err(), "{picked:?}");
    }
    for answer in [Answer::Confirm(true), Answer::Option(7), Answer::Cards(Vec::new()), Answer::Word("x".into())] {
        assert!(duel.give(answer.clone()).is_err(), "{answer:?}");
    }
    assert_eq!((duel.here(), duel.marks().len()), (here, points));
    duel.pick(&[0]).expect("Gorz");
}

#[test]
fn it_is_said_why_something_is_not_offered() {
    let corpus = Corpus::embedded().expect("the corpus");
    let mut duel = attacked(&corpus);
    assert!(duel.why("tragoedia").expect("a card")[0].text.starts_with("It is on offer: 2 "));
    duel.pick(&[0]).expect("Gorz");
    let said = duel.why("Tragoedia").expect("a card");
    let rules: Vec<&str> = said.iter().filter_map(|reply| Some(reply.barred.as_ref()?.rules[0].word())).collect();
    assert_eq!(rules, ["hand.one-self-summon-per-chain"], "{said:?}");
    assert!(duel.why("Blue-Eyes").is_err() && duel.why("").is_err());
    let text = duel.saved(Path::new("a/b.yaml")).expect("a ruling");
    assert!(text.contains("cannot be added: [{card: Tragoedia, rule: hand.one-self-summon-per-chain}]"), "{text}");
}

/// Whatever is offered can be picked, and what is asked then can be shown and written for programs.
#[test]
fn everything_offered_can_be_picked() {
    let corpus = Corpus::embedded().expect("the corpus");
    for name in corpus.ruling_names().step_by(97) {
        let ruling = corpus.ruling(name).expect(name);
        let format = ruling.formats[0].clone();
        let mut duel = Sitting::new(&corpus, ruling, &format).expect(name);
        for turn in 0..12 {
            let Some(asking) = duel.asking() else { break };
            let here = duel.here();
            for number in (0..asking.picks.len()).filter(|_| asking.least <= 1) {
                duel.pick(&[number]).unwrap_or_else(|why| panic!("{name}: {}: {why}", asking.picks[number].words));
                let news = duel.news_since(here).expect("the rules").sentences();
                assert!(serde_json::to_string(&(duel.asking(), news, duel.scene())).is_ok());
                duel.back(here).expect("the point");
            }
            let first: Vec<usize> = (0..asking.least.max(1)).map(|n| (n + turn) % asking.picks.len()).collect();
            duel.pick(&first).unwrap_or_else(|why| panic!("{name}: {why}"));
        }
    }
}
