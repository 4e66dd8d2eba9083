//! What a duel consists of between two questions, as plain data: who and what, the clock, the log, the board.

mod board;
mod card;
mod clock;
mod ids;
mod lasting;
mod link;
mod log;
mod setup;
mod waiting;
mod zone;

pub(crate) use board::State;
pub(crate) use card::Card;
pub(crate) use clock::Clock;
pub use ids::*;
pub(crate) use lasting::*;
pub(crate) use link::*;
pub use log::*;
pub use setup::*;
pub(crate) use waiting::*;
pub(crate) use zone::Destination;
pub use zone::{Changed, MoveHow, Snapshot, Zone};
