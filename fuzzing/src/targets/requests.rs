//! Requests to `segoc serve`.

use segoc_protocol::{FromEngine, Known, ToEngine};
use segoc_runner::engines::{Reference, serve};

use super::{Target, lines};
use crate::dice::Dice;
use crate::text;
use crate::world::world;

/// Lines of requests, served by the reference engine.
pub const TARGET: Target = Target { name: "requests", run, seeds, change };

fn run(bytes: &[u8]) {
    let mut engine = Reference::of(&world().corpus);
    let mut known = Known::default();
    for request in bytes.split(|byte| *byte == b'\n').take(400) {
        let mut written = Vec::new();
        if serve::serve(&mut engine, request, &mut written).is_err() {
            // Input that is no text ends the session, and only that.
            assert!(std::str::from_utf8(request).is_err(), "a request ended the session");
            return;
        }
        let written = String::from_utf8(written).expect("text");
        if let Ok(Ok(ToEngine::Start(start))) = std::str::from_utf8(request).map(serde_json::from_str) {
            known = Known::new(&start);
        }
        answered(request, &written, &mut known);
    }
}

/// Every request that is not blank gets an answer, and everything in it fits the duel.
fn answered(request: &[u8], written: &str, known: &mut Known) {
    let mut answers = 0;
    for line in written.lines() {
        assert_eq!(answers, 0, "something comes after the answer: {line}");
        match serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}")) {
            FromEngine::Event(event) => known.event(&event).unwrap_or_else(|wrong| panic!("{wrong}: {line}")),
            FromEngine::Prompt(prompt) => {
                known.prompt(&prompt).unwrap_or_else(|wrong| panic!("{wrong}: {line}"));
                answers += 1;
            }
            FromEngine::End { board, .. } => {
                known.board(&board).unwrap_or_else(|wrong| panic!("{wrong}: {line}"));
                answers += 1;
            }
            FromEngine::Hello(_) | FromEngine::Unsupported { .. } | FromEngine::Error { .. } => answers += 1,
        }
    }
    let blank = String::from_utf8_lossy(request).trim().is_empty();
    assert_eq!(answers, usize::from(!blank), "answers to one request");
}

/// A message as a line.
pub(super) fn line(message: &ToEngine) -> Vec<u8> {
    let mut line = serde_json::to_vec(message).expect("a message");
    line.push(b'\n');
    line
}

/// What is said to an engine over some rulings.
fn seeds() -> Vec<Vec<u8>> {
    let rulings = world().rulings.iter().step_by(3);
    let sessions = rulings.map(|ruling| lines::requests(ruling, &ruling.formats[0]));
    let hello = br#"{"type":"hello","protocols":[2],"runner":"segoc","corpus":"0"}"#.to_vec();
    sessions.chain([hello]).collect()
}

fn change(input: &mut Vec<u8>, dice: &mut Dice<'_>) {
    text::change(input, dice, world(), &[] as &[&str]);
}
