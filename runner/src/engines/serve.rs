//! An engine served over the protocol: what `segoc serve` does with the reference engine.

use std::io::{self, BufRead, Read, Write};

use segoc_protocol::{Engine, FromEngine, LONGEST_LINE, Next, PROTOCOL, Reply, ToEngine, Trouble};

/// Why an engine is no longer served.
#[derive(Debug)]
pub enum Broken {
    /// The input cannot be read.
    Input(io::Error),
    /// The output cannot be written.
    Output(io::Error),
}

/// Serves an engine until the input ends. A line that is no message is answered with an error, and the next one is read.
///
/// # Errors
/// If the output cannot be written or the input cannot be read.
pub fn serve(engine: &mut dyn Engine, mut input: impl BufRead, mut output: impl Write) -> Result<(), Broken> {
    for number in 1.. {
        let messages = match line(&mut input).map_err(Broken::Input)? {
            None => break,
            Some(Ok(line)) if line.trim().is_empty() => continue,
            Some(read) => match read.and_then(|line| ToEngine::read(&line).map_err(no_message)) {
                Ok(message) => answer(engine, message),
                Err(why) => vec![FromEngine::Error { message: format!("line {number}: {why}") }],
            },
        };
        write(&messages, &mut output).map_err(Broken::Output)?;
    }
    Ok(())
}

fn no_message(error: serde_json::Error) -> String {
    format!("this is no message of the protocol: {error}")
}

/// The next line, or what is wrong with it; no more of it is kept than may be said in one.
fn line(input: &mut impl BufRead) -> io::Result<Option<Result<String, String>>> {
    let mut line = Vec::new();
    input.by_ref().take(LONGEST_LINE as u64 + 1).read_until(b'\n', &mut line)?;
    if line.is_empty() {
        return Ok(None);
    }
    if line.pop_if(|last| *last == b'\n').is_none() && line.len() > LONGEST_LINE {
        input.skip_until(b'\n')?;
        return Ok(Some(Err(format!("it is longer than {} MiB", LONGEST_LINE >> 20))));
    }
    Ok(Some(
        String::from_utf8(line)
            .map_err(|error| format!("this is not UTF-8, from byte {} on", error.utf8_error().valid_up_to() + 1)),
    ))
}

/// Writes messages at once.
fn write(messages: &[FromEngine], output: &mut impl Write) -> io::Result<()> {
    let mut lines = Vec::new();
    for message in messages {
        serde_json::to_writer(&mut lines, message)?;
        lines.push(b'\n');
    }
    output.write_all(&lines)?;
    output.flush()
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
            let board = board.or_else(|| engine.board()).unwrap_or_default();
            FromEngine::End { result, board, limit: engine.limit() }
        }
    });
    messages
}
