//! An engine served over the protocol: what `segoc serve` does with the reference engine.

use std::io::{self, BufRead, Write};

use super::wire::message::{FromEngine, Hello, PROTOCOL, ToEngine};
use super::wire::{self, CardFiles, board_message, event_message, prompt_message};
use super::{Engine, Next, Reply, Start, Trouble};

/// Serves an engine until the input ends.
///
/// # Errors
/// If the output cannot be written or the input cannot be read.
pub fn serve(engine: &mut dyn Engine, input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let mut files = CardFiles::default();
    for line in input.lines() {
        let line = line?;
        if line.trim().is_empty() {
            continue;
        }
        let messages = match serde_json::from_str(&line) {
            Ok(message) => answer(engine, &mut files, message),
            Err(error) => vec![FromEngine::Error { message: format!("that is no message of the protocol: {error}") }],
        };
        for message in &messages {
            serde_json::to_writer(&mut output, message)?;
            output.write_all(b"\n")?;
        }
        output.flush()?;
    }
    Ok(())
}

fn answer(engine: &mut dyn Engine, files: &mut CardFiles, message: ToEngine) -> Vec<FromEngine> {
    let error = |message: String| vec![FromEngine::Error { message }];
    match message {
        ToEngine::Hello { protocols, .. } if !protocols.contains(&PROTOCOL) => {
            error(format!("this engine speaks protocol {PROTOCOL}"))
        }
        ToEngine::Hello { .. } => {
            let about = engine.about();
            vec![FromEngine::Hello(Hello {
                protocol: PROTOCOL,
                engine: about.name.clone(),
                version: about.version.clone(),
                formats: about.formats.clone(),
                capabilities: about.capabilities.iter().copied().collect(),
            })]
        }
        ToEngine::Start(start) => {
            let sent = match files.read(&start, &engine.about().formats) {
                Ok(sent) => sent,
                // A card that cannot be read has something this engine does not know.
                Err(reason) => return vec![FromEngine::Unsupported { reason }],
            };
            let start = Start { format: &sent.format, setup: &sent.setup, library: &sent.library, files: &sent.files };
            let reply = engine.start(&start);
            messages(engine, reply)
        }
        ToEngine::Answer(answer) => match wire::answer(answer) {
            Some(answer) => {
                let reply = engine.answer(&answer);
                messages(engine, reply)
            }
            None => {
                error("an answer has exactly one of `option`, `pass`, `cards`, `position`, `word`, `confirm`".into())
            }
        },
    }
}

fn messages(engine: &dyn Engine, reply: Result<Reply, Trouble>) -> Vec<FromEngine> {
    let reply = match reply {
        Ok(reply) => reply,
        Err(Trouble::Unsupported(reason)) => return vec![FromEngine::Unsupported { reason }],
        Err(Trouble::Fault(fault)) => return vec![FromEngine::Error { message: fault.message }],
    };
    let mut messages: Vec<FromEngine> =
        reply.events.iter().map(|told| FromEngine::Event(event_message(told))).collect();
    messages.push(match reply.next {
        Next::Asks(prompt, turn) => {
            let (refused, board) = (engine.refused(), engine.board());
            FromEngine::Prompt(Box::new(prompt_message(&prompt, turn, &refused, board.as_ref())))
        }
        Next::Ends(end) => {
            let board = engine.board().map(|board| board_message(&board)).unwrap_or_default();
            FromEngine::End { result: end.into(), board }
        }
    });
    messages
}
