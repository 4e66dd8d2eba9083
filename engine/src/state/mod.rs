//! What a duel consists of between two questions, as plain data: who and what, the clock, the log, the board.

mod board;
mod card;
mod clock;
mod counters;
mod course;
mod ctx;
mod ids;
mod links;
mod log;
mod pendings;
mod setup;

pub(crate) use board::Board;
pub(crate) use card::{Card, Destination, Goes, square};
pub use card::{Changed, MoveHow, Seat, Snapshot, Summoned, Used, Zone};
pub(crate) use clock::Clock;
pub use counters::Counters;
pub(crate) use course::*;
pub(crate) use ctx::{Ctx, Freed, Room};
pub use ids::*;
pub(crate) use links::Links;
pub use log::*;
pub(crate) use pendings::Pendings;
pub use setup::*;
