//! Plays a corpus of rulings with an engine, and says where the two disagree.
//!
//! As an engine's own `cargo test`, a file `tests/rulings.rs` with `harness = false`:
//!
//! ```no_run
//! fn main() -> std::process::ExitCode {
//!     segoc_runner::harness::main(segoc_runner::engines::Reference::of) // or any type with `segoc_protocol::Engine`
//! }
//! ```
//!
//! One ruling, step by step: it is [driven](drive), which leaves a [transcript], and the transcript is [judged](judge) or [told](explain).
//!
//! ```
//! use segoc_runner::drive::{Manner, drive};
//! use segoc_runner::engines::Reference;
//! use segoc_runner::{Corpus, judge};
//!
//! let corpus = Corpus::embedded()?;
//! let ruling = corpus.ruling("segoc/dark-hole-sangan-and-peten-each")?;
//! let mut engine = Reference::of(&corpus);
//! let transcript = drive(&mut engine, &ruling, "tcg", None, Manner::Full);
//! assert!(transcript.questions.len() > 4);
//! assert!(judge::judged(&transcript).problems().is_empty());
//! # Ok::<(), segoc_format::diagnostic::Diagnostics>(())
//! ```
//!
//! Nothing here knows a command line; that is the package `segoc`. `ARCHITECTURE.md` draws the whole path.

pub mod adequacy;
pub mod bless;
pub mod cast;
pub mod check;
pub mod coverage;
pub mod diagnose;
pub mod draft;
pub mod drive;
pub mod engines;
pub mod english;
pub mod explain;
#[cfg(not(target_family = "wasm"))]
pub mod harness;
pub mod hunt;
pub mod judge;
pub mod lint;
mod markdown;
pub mod opinions;
pub mod outcome;
pub mod play;
pub mod puzzle;
pub mod report;
pub mod results;
pub mod rewrite;
pub mod sitting;
pub mod smoke;
pub mod telling;
mod texts;
pub mod transcript;
pub mod trial;

pub use segoc_format::corpus::Corpus;
