//! The protocol: messages, what they mean, and what is wrong with them.

mod from;
pub mod message;
pub mod schema;
mod start;
#[cfg(test)]
mod tests;
mod to;

pub(crate) use from::{Known, Listener, answer, end};
pub(crate) use start::{CardFiles, Definitions, start_message};
pub(crate) use to::{answer_message, board_message, event_message, prompt_message};
