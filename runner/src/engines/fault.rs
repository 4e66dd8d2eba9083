//! How an engine can break down.

use std::fmt;

segoc_engine::vocabulary! {
    /// The ways in which an engine breaks down, or breaks the protocol.
    FaultKind {
        /// It ended, was killed, panicked, or said that it broke down.
        Crashed = "crashed",
        /// It took too long over one answer.
        TimedOut = "timed out",
        /// It took too long over the whole ruling.
        TookTooLong = "took too long",
        /// It wrote without end.
        Flooded = "flooded",
        /// It wrote a line longer than any message.
        LineTooLong = "line too long",
        /// It wrote bytes that are no text.
        NotUtf8 = "not utf-8",
        /// It wrote a line that is no message: half of one, or no JSON.
        Garbled = "garbled",
        /// It wrote a message that does not fit the protocol or the duel.
        BadMessage = "bad message",
        /// It wrote when it was not its turn.
        OutOfTurn = "out of turn",
        /// It did not begin as the protocol says.
        NoHandshake = "no handshake",
        /// It was not started again after too many breakdowns.
        GivenUp = "given up",
    }
}

/// A breakdown, with what helps to find its cause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// In which way.
    pub kind: FaultKind,
    /// What happened, in a sentence.
    pub message: String,
    /// The last messages, oldest first: `>` to the engine, `<` from it.
    pub messages: Vec<String>,
    /// The last lines it printed to standard error.
    pub stderr: Vec<String>,
}

impl Fault {
    /// A breakdown of which no more is known.
    #[must_use]
    pub fn new(kind: FaultKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into(), messages: Vec::new(), stderr: Vec::new() }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.message)
    }
}

impl From<Fault> for super::Trouble {
    fn from(fault: Fault) -> Self {
        Self::Fault(Box::new(fault))
    }
}
