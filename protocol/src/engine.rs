//! An engine under test, as a Rust trait.

use std::fmt;

use crate::board::Board;
use crate::event::Event;
use crate::message::{End, Hello};
use crate::prompt::{Answer, Prompt, Refused};
use crate::start::Start;
use crate::text::visible;

/// An engine that can be put to the test. It plays one duel at a time: it is told a board, asks until the duel is over or is left,
/// and says what happened. It is never told what is expected.
pub trait Engine: Send {
    /// What it is and what it can do.
    fn about(&self) -> &Hello;

    /// Begins a duel and plays to the first question. Whatever duel was under way is forgotten.
    ///
    /// # Errors
    /// If it cannot play this duel, or breaks down.
    fn start(&mut self, duel: &Start) -> Result<Reply, Trouble>;

    /// Takes the answer to the last question and plays on to the next one. Only what was on offer is answered.
    ///
    /// # Errors
    /// If it cannot go on with this duel, or breaks down.
    fn answer(&mut self, answer: &Answer) -> Result<Reply, Trouble>;

    /// The duel went otherwise than a ruling says. An engine that answers with something else than it was asked says so now,
    /// so that it is not taken for a mistake about the rules.
    ///
    /// # Errors
    /// If the engine broke the protocol.
    fn in_doubt(&mut self) -> Result<(), Trouble> {
        Ok(())
    }

    /// Whether its prompts hold everything it can tell, so that nothing is gained by asking for more.
    fn tells_at_once(&self) -> bool {
        false
    }

    /// Whether what it says was held against a [`Replay`](crate::Replay) already, as a line is when it is read.
    fn is_replayed(&self) -> bool {
        false
    }

    /// The board at the last question, or at the end: for engines that leave it out of their prompts until it is asked for.
    fn board(&self) -> Option<Board> {
        None
    }

    /// Of a duel that ended as endless: which limit it met, as "more than 300 links in one chain".
    fn limit(&self) -> Option<String> {
        None
    }

    /// What the asked player cannot do or place, and why: for engines that leave it out of their prompts until it is asked for.
    fn refused(&self) -> Vec<Refused> {
        Vec::new()
    }
}

/// What an engine says when it is spoken to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// What has happened since, in order.
    pub events: Vec<Event>,
    /// What it waits for.
    pub next: Next,
}

/// What an engine waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// An answer.
    Asks(Box<Prompt>),
    /// Nothing more: the duel is over.
    Ends(End, Option<Board>),
}

/// Why an engine does not go on.
#[derive(Clone, Debug)]
pub enum Trouble {
    /// It cannot play this duel, and says why.
    Unsupported(String),
    /// It broke down, or broke the protocol.
    Fault(Box<Fault>),
}

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
    /// A breakdown of which no more is known. The message may quote the engine, and is kept so that everything in it is seen.
    pub fn new(kind: FaultKind, message: impl AsRef<str>) -> Self {
        Self { kind, message: visible(message.as_ref()), messages: Vec::new(), stderr: Vec::new() }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl From<Fault> for Trouble {
    fn from(fault: Fault) -> Self {
        Self::Fault(Box::new(fault))
    }
}
