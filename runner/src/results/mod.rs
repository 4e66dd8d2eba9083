//! Results of a run that are kept: read again from what `segoc run` wrote, as a scoreboard, compared with each other.

pub mod badge;
pub mod compare;
pub mod read;
pub mod scoreboard;

use std::fmt;

pub use crate::report::json::{Digests, Record};
use segoc_protocol::{Capabilities, Hello};

/// The results of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Results {
    /// The name of the engine.
    pub engine: String,
    /// Its version.
    pub version: String,
    /// What it can tell, if it is known.
    pub capabilities: Option<Capabilities>,
    /// The version of the corpus.
    pub corpus: String,
    /// What came of each ruling in each format.
    pub records: Vec<Record>,
}

/// How good an outcome is, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rank {
    /// Passed, or not scored.
    Fine,
    /// Not played.
    Unsupported,
    /// Failed, or endless.
    Failing,
    /// The engine broke down, or the ruling is wrong.
    Broken,
}

impl Results {
    /// No results yet, of an engine.
    pub fn of(about: &Hello, corpus: &str) -> Self {
        Self {
            engine: about.engine.clone(),
            version: about.version.clone(),
            capabilities: Some(about.capabilities.clone()),
            corpus: corpus.to_owned(),
            records: Vec::new(),
        }
    }
}

impl Record {
    /// What tells it from the others: its id, or else its name; and its format.
    pub fn key(&self) -> (&str, &str) {
        (if self.ruling.is_empty() { &self.name } else { &self.ruling }, &self.format)
    }

    /// How good it is.
    pub fn rank(&self) -> Rank {
        match self.outcome.as_str() {
            "passed" | "disputed" => Rank::Fine,
            "unsupported" => Rank::Unsupported,
            "failed" | "endless" => Rank::Failing,
            _ => Rank::Broken,
        }
    }

    /// The directory it lies in.
    pub fn family(&self) -> &str {
        self.name.split_once('/').map_or("", |(family, _)| family)
    }

    /// The outcome with its kind: "failed (other order)".
    pub fn way(&self) -> String {
        match &self.kind {
            Some(kind) => format!("{} ({kind})", self.outcome),
            None => self.outcome.clone(),
        }
    }
}

impl fmt::Display for Results {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}, corpus {}", self.engine, self.version, self.corpus)
    }
}
