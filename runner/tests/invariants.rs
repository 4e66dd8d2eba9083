//! What must hold of the engine in every duel, tried on every board of the corpus with arbitrary answers.

#![allow(clippy::expect_used, clippy::panic)]

#[path = "../../cli/tests/common/fixtures.rs"]
mod fixtures;

use std::collections::HashMap;

use fixtures::{Dice, duel, real_corpus, right, some_answer};
use segoc_engine::{
    Action, Answer, AnswerError, Ask, Duel, Line, PendingId, Player, Pool, Prompt, Refused, What, Zone,
};
use segoc_format::corpus::Corpus;
use segoc_protocol::{Capabilities, Engine, Next, Replay};
use segoc_runner::engines::Reference;

/// Every ruling of the corpus in every format, at the beginning of its duel.
fn duels(corpus: &Corpus) -> Vec<(String, Duel)> {
    let mut duels = Vec::new();
    for listed in corpus.list() {
        let ruling = right(corpus.ruling(&listed.name));
        for format in &ruling.formats {
            let policy = corpus.format(format).expect("a format of the corpus").policy.clone();
            duels.push((format!("{}::{format}", listed.name), duel(&ruling, format, policy)));
        }
    }
    duels
}

/// Whether a question leaves something to decide, as every question but a window must.
fn leaves_a_choice(prompt: &Prompt) -> bool {
    match &prompt.ask {
        Ask::Act { .. } | Ask::Respond { .. } | Ask::Confirm { .. } => true,
        Ask::Trigger { options, may_decline } => options.len() > 1 || *may_decline,
        Ask::Choose(choice) => match &choice.from {
            Pool::Cards(cards) => choice.max > 0 && choice.min < cards.len(),
            Pool::Sets(sets) => sets.len() > 1,
            Pool::Positions(positions) => positions.len() > 1,
            Pool::Words(words) => words.len() > 1,
        },
    }
}

/// Answers that fit no prompt of this kind.
fn impossible(prompt: &Prompt) -> Vec<Answer> {
    let cards = Answer::Cards(vec![segoc_engine::CardId(60_000)]);
    match &prompt.ask {
        Ask::Act { options } => vec![Answer::Pass, Answer::Option(options.len()), cards],
        Ask::Respond { options } => vec![Answer::Option(options.len()), Answer::Confirm(true), cards],
        Ask::Trigger { options, .. } => vec![Answer::Option(options.len()), cards],
        Ask::Choose(_) => vec![cards, Answer::Pass, Answer::Word("nothing of the kind".into())],
        Ask::Confirm { .. } => vec![Answer::Pass, Answer::Option(0)],
    }
}

#[test]
fn arbitrary_play_keeps_the_invariants() {
    let corpus = real_corpus();
    for (index, (name, begin)) in duels(&corpus).into_iter().enumerate() {
        for round in 0..6u64 {
            let mut any = Dice(index as u64 * 1_000 + round);
            let mut duel = begin.clone();
            let cards = duel.cards().count();
            for _ in 0..150 {
                let Some(prompt) = duel.prompt().cloned() else { break };
                assert!(leaves_a_choice(&prompt), "{name}: a question with one answer: {prompt:?}");
                let (refused, lines) = (duel.refused(), duel.log().len());
                let answer = some_answer(&prompt, &mut any);
                duel.answer(&answer).unwrap_or_else(|e| panic!("{name}: {answer:?} to {prompt:?}: {e}"));
                if let Ask::Trigger { .. } = prompt.ask {
                    check_placement(&name, &duel, lines, &refused);
                }
            }
            check_log(&name, &duel);
            let owned = duel.cards().filter(|c| !c.def.is_token()).count();
            assert_eq!(owned, begin.cards().filter(|c| !c.def.is_token()).count(), "{name}: cards are conserved");
            assert!(duel.cards().count() >= cards);
            check_board(&name, &duel);
        }
    }
}

/// What is refused when a player is asked to place a trigger is what the log says was refused.
fn check_placement(name: &str, duel: &Duel, lines: usize, refused: &[Refused]) {
    let placement = duel.log().iter().skip(lines).find_map(|entry| match &entry.line {
        Line::Placement(placement) => Some(placement),
        _ => None,
    });
    let logged = placement.expect("a line about the placement").refused.iter();
    let logged =
        logged.map(|(effect, refusal)| Refused { action: Action::Activate(*effect), refusal: refusal.clone() });
    assert_eq!(refused, logged.collect::<Vec<_>>(), "{name}: refused at the question, and in the log");
}

/// Every Deck lists the cards that lie in it and no others, and life points are not negative.
fn check_board(name: &str, duel: &Duel) {
    for &player in Player::ALL {
        assert!(duel.lp(player) >= 0, "{name}: {} LP", duel.lp(player));
        let mut listed = duel.deck(player).to_vec();
        listed.sort_unstable();
        let lying = duel.cards().filter(|c| c.zone == Zone::Deck && c.controller == player);
        assert_eq!(listed, lying.map(|c| c.id).collect::<Vec<_>>(), "{name}: {player:?}'s Deck");
    }
}

/// Instants never go back, every event has its rule, and every trigger that was met has one fate.
fn check_log(name: &str, duel: &Duel) {
    let mut now = None;
    let mut fates: HashMap<PendingId, usize> = HashMap::new();
    let mut met: Vec<PendingId> = Vec::new();
    for entry in duel.log() {
        assert!(now <= Some(entry.at), "{name}: time went back at {entry:?}");
        now = Some(entry.at);
        match &entry.line {
            Line::Event(event) => {
                assert_eq!(event.deed.at, entry.at, "{name}: an event and its line disagree");
                if let What::Resolves(_) = event.what {
                    assert!(entry.link.is_some(), "{name}: a link without a number");
                }
            }
            Line::Triggered { pending, .. } => met.push(*pending),
            Line::Fate { pending, .. } => *fates.entry(*pending).or_default() += 1,
            _ => {}
        }
    }
    assert!(fates.values().all(|&n| n == 1), "{name}: a trigger with two fates");
    let open = duel.prompt().is_some_and(Prompt::is_open_state);
    if open {
        let lost: Vec<_> = met.iter().filter(|id| !fates.contains_key(id)).collect();
        assert!(lost.is_empty(), "{name}: triggers without a fate: {lost:?}");
    }
}

/// What an engine tells of arbitrary play, held against what it promises, and against an engine's that promises nothing.
#[test]
fn arbitrary_play_is_told_without_contradiction() {
    let corpus = real_corpus();
    let mut engine = Reference::of(&corpus);
    for (index, trial) in segoc_runner::trial::trials(&corpus).iter().enumerate() {
        let start = right(corpus.ruling(&trial.ruling)).start(trial.format.as_deref().unwrap_or_default());
        for round in 0..2u64 {
            let mut any = Dice(index as u64 * 1_000 + round);
            for capabilities in [engine.about().capabilities.clone(), Capabilities::new()] {
                let mut replay = Replay::new(&start, &capabilities);
                let mut reply = engine.start(&start).expect("a duel");
                for _ in 0..150 {
                    let contradicts = |wrong: String| panic!("{} {round}: {wrong}\n{reply:#?}", trial.name());
                    for (i, event) in reply.events.iter().enumerate() {
                        let before = i.checked_sub(1).map(|before| &reply.events[before]);
                        replay.event(event, before).unwrap_or_else(contradicts);
                    }
                    let Next::Asks(prompt) = &reply.next else { break };
                    replay.prompt(prompt).unwrap_or_else(contradicts);
                    replay.board(&engine.board().expect("a board")).unwrap_or_else(contradicts);
                    let asked = engine.duel().and_then(Duel::prompt).expect("a question");
                    let answer = told(&some_answer(asked, &mut any));
                    replay.answer(prompt, &answer);
                    reply = engine.answer(&answer).unwrap_or_else(|trouble| panic!("{}: {trouble:?}", trial.name()));
                }
            }
        }
    }
}

/// An answer in the words of the protocol.
fn told(answer: &Answer) -> segoc_protocol::Answer {
    match answer.clone() {
        Answer::Option(option) => segoc_protocol::Answer::Option(option),
        Answer::Pass => segoc_protocol::Answer::Pass,
        Answer::Cards(cards) => segoc_protocol::Answer::Cards(cards),
        Answer::Position(position) => segoc_protocol::Answer::Position(position),
        Answer::Word(word) => segoc_protocol::Answer::Word(word),
        Answer::Confirm(yes) => segoc_protocol::Answer::Confirm(yes),
    }
}

#[test]
fn an_impossible_answer_changes_nothing() {
    let corpus = real_corpus();
    for (index, (name, mut duel)) in duels(&corpus).into_iter().enumerate() {
        let mut any = Dice(index as u64);
        for _ in 0..40 {
            let Some(prompt) = duel.prompt().cloned() else { break };
            let before = duel.clone();
            for answer in impossible(&prompt) {
                assert!(duel.answer(&answer).is_err(), "{name}: accepted {answer:?} to {prompt:?}");
                assert_eq!(duel, before, "{name}: an error changed the duel");
            }
            duel.answer(&some_answer(&prompt, &mut any)).unwrap_or_else(|e| panic!("{name}: {e}"));
        }
        while let Some(prompt) = duel.prompt().cloned() {
            if prompt.is_open_state() {
                break;
            }
            duel.answer(&some_answer(&prompt, &mut any)).unwrap_or_else(|e| panic!("{name}: {e}"));
        }
        if duel.end().is_some() {
            assert_eq!(duel.answer(&Answer::Pass), Err(AnswerError::NothingAsked));
        }
    }
}

#[test]
fn the_same_answers_give_the_same_log() {
    let corpus = real_corpus();
    for (index, (name, begin)) in duels(&corpus).into_iter().enumerate() {
        let play = || {
            let mut any = Dice(index as u64);
            let mut duel = begin.clone();
            for _ in 0..60 {
                let Some(prompt) = duel.prompt().cloned() else { break };
                duel.answer(&some_answer(&prompt, &mut any)).unwrap_or_else(|e| panic!("{name}: {e}"));
            }
            duel
        };
        assert_eq!(play(), play(), "{name}: two runs differ");
    }
}
