//! What is tried on segoc with arbitrary input: files, lines of engines, requests, duels with recombined cards.
//!
//! A [`Target`] takes bytes and panics if something does not hold. The fuzzers of `fuzz/` call it with bytes that reach new code, and
//! `cargo test` with some of its [seeds](Target::seeds), changed in ways that are the same every time.
//!
//! Modules: [`dice`] makes choices of bytes, [`world`] is the corpus to begin with, [`text`] changes
//! texts, [`cards`] are some to play with, [`answers`] answers questions, [`invariants`] is what must hold of every duel, [`replay`] is
//! what its log says of its board, and [`targets`] is what is tried.

#![allow(clippy::panic, clippy::expect_used)]

pub mod answers;
pub mod cards;
pub mod invariants;
pub mod replay;
pub mod targets;
pub mod text;
pub mod world;

pub use segoc_runner::hunt::dice;
pub use targets::{TARGETS, Target};
