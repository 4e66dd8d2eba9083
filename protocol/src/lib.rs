//! What passes between a runner of rulings and an engine under test, and nothing else.
//!
//! A line on the wire is exactly one of [`ToEngine`] or [`FromEngine`], serialised as JSON; `corpus/PROTOCOL.md` tells it to people,
//! [`schema`] to programs. An engine written in Rust needs no wire: it implements [`Engine`] and is played in the process.
//!
//! ```
//! use segoc_protocol::{Answer, FromEngine, ToEngine};
//!
//! let line = r#"{"type":"unsupported","reason":"there are no dice here"}"#;
//! assert!(matches!(serde_json::from_str(line), Ok(FromEngine::Unsupported { .. })));
//! let answer = ToEngine::Answer(Answer::Option(2));
//! assert_eq!(serde_json::to_string(&answer).unwrap(), r#"{"type":"answer","option":2}"#);
//! ```
//!
//! The words of the game (phases, zones, boxes of the chart, rules …) are those of `segoc_engine`, which has no dependency; they are
//! said once for everybody.

mod board;
mod engine;
mod event;
mod message;
mod prompt;
mod reader;
mod replay;
pub mod schema;
mod sound;
mod start;
mod text;
mod words;

pub use board::{Board, BoardCard, Face, Sides};
pub use engine::{Engine, Fault, FaultKind, Next, Reply, Trouble};
pub use event::{CardEvent, Cause, Event, Happened, PlayerEvent, Spot, Summon};
pub use message::{Capabilities, Capability, End, FromEngine, Hello, LONGEST_LINE, PROTOCOL, ToEngine};
pub use prompt::{Action, Answer, Ask, Choice, Pool, Prompt, Refusal, Refused};
pub use reader::Reader;
pub use replay::Replay;
pub use sound::{Known, Sound};
pub use start::{Definition, Setup, Start, StartCard};
pub use text::{is_hidden, visible};
pub use words::{
    BattlePosition, CardId, ChartBox, EffectRef, LinkOutcome, Moment, Phase, PlacedAs, Player, Purpose, Rule, Seat,
    Since, StartZone, SummonedAs, Turned, Zone,
};
