//! An engine served over the protocol: what `segoc serve` does with the reference engine.

use std::io::{self, BufRead, Write};

use segoc_protocol::{Engine, FromEngine, Next, PROTOCOL, Reply, ToEngine, Trouble};

/// Serves an engine until the input ends.
///
/// # Errors
/// If the output cannot be written or the input cannot be read.
pub fn serve(engine: &mut dyn Engine, input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    for line in input.lines() {
        let line = line?;
        if line.trim().is_empty() {
            continue;
        }
        let messages = match serde_json::from_str(&line) {
            Ok(message) => answer(engine, message),
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

fn answer(engine: &mut dyn Engine, message: ToEngine) -> Vec<FromEngine> {
    match message {
        ToEngine::Hello { protocols, .. } if !protocols.contains(&PROTOCOL) => {
            vec![FromEngine::Error { message: format!("this engine speaks protocol {PROTOCOL}") }]
        }
        ToEngine::Hello { .. } => vec![FromEngine::Hello(engine.about().clone())],
        ToEngine::Start(start) => {
            let reply = engine.start(&start);
            messages(engine, reply)
        }
        ToEngine::Answer(answer) => {
            let reply = engine.answer(&answer);
            messages(engine, reply)
        }
    }
}

fn messages(engine: &dyn Engine, reply: Result<Reply, Trouble>) -> Vec<FromEngine> {
    let reply = match reply {
        Ok(reply) => reply,
        Err(Trouble::Unsupported(reason)) => return vec![FromEngine::Unsupported { reason }],
        Err(Trouble::Fault(fault)) => return vec![FromEngine::Error { message: fault.message }],
    };
    let mut messages: Vec<FromEngine> = reply.events.into_iter().map(FromEngine::Event).collect();
    messages.push(match reply.next {
        Next::Asks(mut prompt) => {
            prompt.board = prompt.board.or_else(|| engine.board());
            if prompt.refused.is_empty() {
                prompt.refused = engine.refused();
            }
            FromEngine::Prompt(prompt)
        }
        Next::Ends(result, board) => {
            FromEngine::End { result, board: board.or_else(|| engine.board()).unwrap_or_default() }
        }
    });
    messages
}
