//! What the reference engine tells over the protocol, held against what it tells and against its boards, on every board of the corpus
//! with arbitrary answers.

#![allow(clippy::expect_used, clippy::panic)]

use segoc_engine::{Answer, Duel};
use segoc_fuzzing::answers;
use segoc_fuzzing::dice::Dice;
use segoc_fuzzing::world::world;
use segoc_protocol::{Capabilities, Engine, Next, Replay};
use segoc_runner::engines::Reference;

/// As an engine that promises everything it does, and as one that promises nothing.
#[test]
fn arbitrary_play_is_told_without_contradiction() {
    let world = world();
    let mut engine = Reference::of(&world.corpus);
    let formats = |ruling: usize| world.rulings[ruling].formats.iter().map(move |format| (ruling, format));
    for (index, (ruling, format)) in (0..world.rulings.len()).flat_map(formats).enumerate() {
        let ruling = &world.rulings[ruling];
        let start = ruling.start(format);
        for round in 0..2u64 {
            let mut dice = Dice::new(index as u64 * 1_000 + round);
            for capabilities in [engine.about().capabilities.clone(), Capabilities::new()] {
                let mut replay = Replay::new(&start, &capabilities);
                let mut reply = engine.start(&start).expect("a duel");
                for _ in 0..150 {
                    let contradicts = |wrong: String| panic!("{}::{format} {round}: {wrong}\n{reply:#?}", ruling.name);
                    for (i, event) in reply.events.iter().enumerate() {
                        let before = i.checked_sub(1).map(|before| &reply.events[before]);
                        replay.event(event, before).unwrap_or_else(contradicts);
                    }
                    let Next::Asks(prompt) = &reply.next else { break };
                    replay.prompt(prompt).unwrap_or_else(contradicts);
                    replay.board(&engine.board().expect("a board")).unwrap_or_else(contradicts);
                    let asked = engine.duel().and_then(Duel::prompt).expect("a question");
                    let answer = told(&answers::possible(asked, &mut dice, 5));
                    replay.answer(prompt, &answer);
                    reply = engine.answer(&answer).unwrap_or_else(|trouble| panic!("{}: {trouble:?}", ruling.name));
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
