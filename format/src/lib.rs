//! The files of a corpus of rulings, read and changed: YAML in which everything knows its place, the specification of the
//! format, typed rulings, cards and rules, mistakes as a compiler shows them, and edits that leave the rest of a file alone.
//!
//! A [`corpus::Corpus`] finds and reads files; every mistake of a file is reported at once, each with its place and advice:
//!
//! ```
//! use segoc_format::corpus::Corpus;
//!
//! # fn main() -> Result<(), segoc_format::diagnostic::Diagnostics> {
//! let corpus = Corpus::embedded()?;
//! let text = "\
//! id: K7Q2
//! ruling: Sangan is destroyed by battle
//! question: Does its effect activate?
//! answer: Yes.
//! formats: [tcg]
//! rules: [chain.both-pass]
//! sources: [{kind: derived, title: An example}]
//! duel: {phase: battle, Yugi: {monsters: [Summoned Skull]}, Joey: {monsters: [Sangan], deck: [Kuriboh]}}
//! play:
//!   - Yugi: {attacks with: Summoned Skull, target: Sangan}
//!   - chain: [Sangan]
//! ";
//! let ruling = corpus.parse_ruling("example.yaml", text)?;
//! assert_eq!(ruling.play.len(), 2);
//!
//! let mistakes = corpus.parse_ruling("example.yaml", text.replace("[Sangan]\n", "[Sagnan]\n")).unwrap_err();
//! assert_eq!(mistakes.to_string(), "example.yaml:11:13: unknown card `Sagnan`");
//! assert_eq!(mistakes.0[0].help.as_deref(), Some("did you mean `Sangan`?"));
//! # Ok(())
//! # }
//! ```
//!
//! Modules need only those before them, which a test makes sure of: [`place`], [`lint`], [`diagnostic`], [`digest`], [`yaml`]; [`ways`],
//! [`card`], [`ruling`] and [`catalogue`], which are types; [`spec`], [`suggest`] and [`read`], which make such types of
//! files; [`printed`] and [`corpus`]; [`edit`], [`deviations`] and [`complete`].

pub mod card;
pub mod catalogue;
pub mod complete;
pub mod corpus;
pub mod deviations;
pub mod diagnostic;
pub mod digest;
pub mod edit;
pub mod lint;
pub mod parallel;
pub mod place;
pub mod printed;
pub mod read;
pub mod ruling;
pub mod spec;
pub mod suggest;
pub mod ways;
pub mod yaml;
