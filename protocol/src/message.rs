//! The messages, as they stand on a line.
//!
//! Fields that are unknown are ignored; a type or word that is unknown is an error.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::board::Board;
use crate::event::Event;
use crate::prompt::{Answer, Prompt};
use crate::start::Start;
use crate::text;
use crate::words::{Player, words};

/// The version of the protocol spoken here.
pub const PROTOCOL: u32 = 2;

/// The longest line of either side, in bytes.
pub const LONGEST_LINE: usize = 8 << 20;

/// What the runner writes.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum ToEngine {
    /// The first message: which versions of the protocol the runner speaks.
    Hello {
        /// The versions.
        protocols: Vec<u32>,
        /// The runner and its version.
        runner: String,
        /// The version of the corpus.
        corpus: String,
    },
    /// A duel to be played; whatever duel was under way is forgotten.
    Start(Box<Start>),
    /// The answer to the last prompt: exactly one of these.
    Answer(Answer),
}

/// What the engine writes.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum FromEngine {
    /// The answer to `hello`.
    Hello(Hello),
    /// Something that happened.
    Event(Event),
    /// A question; the engine waits for its answer.
    Prompt(Box<Prompt>),
    /// The duel is over.
    End {
        /// How it ended.
        result: End,
        /// Where everything lies.
        board: Board,
        /// Of an endless duel: which limit it met.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        limit: Option<String>,
    },
    /// The engine cannot play this duel, or cannot go on with it.
    Unsupported {
        /// What it lacks.
        #[serde(deserialize_with = "text::seen")]
        reason: String,
    },
    /// The engine broke down.
    Error {
        /// What happened.
        message: String,
    },
}

impl ToEngine {
    /// Reads a line.
    ///
    /// # Errors
    /// If it is no message.
    pub fn read(line: &str) -> serde_json::Result<Self> {
        match kind(line) {
            Some("start") => serde_json::from_str(line).map(Self::Start),
            _ => serde_json::from_str(line),
        }
    }
}

impl FromEngine {
    /// Reads a line.
    ///
    /// # Errors
    /// If it is no message.
    pub fn read(line: &str) -> serde_json::Result<Self> {
        match kind(line) {
            Some("event") => serde_json::from_str(line).map(Self::Event),
            Some("prompt") => serde_json::from_str(line).map(Self::Prompt),
            _ => serde_json::from_str(line),
        }
    }
}

/// The `type` of a line that begins with it. Who knows it reads the long messages straight into what they are; serde copies all of a
/// line before it looks for its type.
pub(crate) fn kind(line: &str) -> Option<&str> {
    let value =
        ["{", "\"type\"", ":", "\""].iter().try_fold(line, |rest, sign| rest.trim_start().strip_prefix(sign))?;
    value.split('"').next()
}

/// Who the engine is and what it can do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Hello {
    /// The version of the protocol it speaks.
    pub protocol: u32,
    /// Its name.
    #[serde(deserialize_with = "text::seen")]
    pub engine: String,
    /// Its version.
    #[serde(deserialize_with = "text::seen")]
    pub version: String,
    /// The formats it plays, by their names in `formats.yaml`.
    #[serde(deserialize_with = "text::all_seen")]
    pub formats: Vec<String>,
    /// What it can tell.
    #[serde(default)]
    pub capabilities: Capabilities,
}

impl Hello {
    /// An engine that speaks this version of the protocol.
    pub fn new(engine: impl Into<String>, version: impl Into<String>) -> Self {
        Self {
            protocol: PROTOCOL,
            engine: engine.into(),
            version: version.into(),
            formats: Vec::new(),
            capabilities: Capabilities::new(),
        }
    }

    /// Whether it can tell something.
    pub fn can(&self, capability: Capability) -> bool {
        self.capabilities.contains(&capability)
    }
}

words! {
    /// Something an engine can tell. What becomes of checks without it stands in `corpus/PROTOCOL.md`.
    Capability {
        /// It opens every window of the chart, also one in which a player can only pass.
        Windows = "windows",
        /// It numbers events by instant.
        Instants = "instants",
        /// It tells a link that did nothing from one that did something.
        Outcomes = "outcomes",
        /// It says by which rule something is refused.
        Reasons = "reasons",
        /// It says what brought an event about, which triggers were met and what an activation answers, so that the duel can be told.
        Causes = "causes",
        /// It knows the Battle Phase.
        Battle = "battle",
    }
}

/// What an engine can tell.
pub type Capabilities = BTreeSet<Capability>;

words! {
    /// How a duel ended.
    End {
        /// Yugi won.
        YugiWins = "Yugi wins",
        /// Joey won.
        JoeyWins = "Joey wins",
        /// Both won or lost at once.
        Draw = "draw",
        /// The cards would go on for ever without anyone having a choice.
        Endless = "endless",
    }
}

impl End {
    /// A player wins.
    pub fn wins(player: Player) -> Self {
        match player {
            Player::Yugi => Self::YugiWins,
            Player::Joey => Self::JoeyWins,
        }
    }

    /// Who won, if one did.
    pub fn winner(self) -> Option<Player> {
        match self {
            Self::YugiWins => Some(Player::Yugi),
            Self::JoeyWins => Some(Player::Joey),
            Self::Draw | Self::Endless => None,
        }
    }
}
