//! Engines under test: the reference engine, and any program that speaks the protocol.

pub mod process;
mod reference;
pub mod serve;

pub use process::Process;
pub use reference::{Reference, answer};
