//! Results of a run that are kept: read again from what `segoc run` wrote, as a scoreboard, compared with each other.

pub mod badge;
pub mod compare;
pub mod read;
pub mod scoreboard;

use std::fmt;

use crate::outcome::Outcome;
use crate::rewrite;
use segoc_format::corpus::file_name;
use segoc_format::deviations::Deviation;
use segoc_format::digest;
use segoc_format::ruling::Ruling;
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

/// What came of a ruling in a format.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// The id of the ruling; empty if it could not be read.
    pub ruling: String,
    /// `family/file-name`; empty if it is not known.
    pub name: String,
    /// The format; empty if the ruling could not be read.
    pub format: String,
    /// The machine word of the outcome.
    pub outcome: String,
    /// In which way it failed.
    pub kind: Option<String>,
    /// What was said about it.
    pub message: Option<String>,
    /// The step of the ruling that failed.
    pub expected: Option<String>,
    /// The step as the engine did it.
    pub actual: Option<String>,
    /// Whose fault it is, if it is a known deviation.
    pub class: Option<String>,
    /// What was played, if it is known.
    pub played: Option<Played>,
}

/// What was played: by its digests, results are known to be of rulings and cards as they are now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The digest of the ruling.
    pub ruling: String,
    /// Its cards, by the names of their files, with the digests of these.
    pub cards: Vec<(String, String)>,
}

impl Played {
    /// What is played of a ruling.
    #[must_use]
    pub fn of(ruling: &Ruling) -> Self {
        let mut cards: Vec<_> = ruling.cards.iter().map(|card| (file_name(&card.name), card.digest())).collect();
        cards.sort();
        Self { ruling: digest::of_ruling(&ruling.text), cards }
    }
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
    #[must_use]
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
    /// What came of a ruling that was played; `listed` is the known deviation, if it fails as listed.
    #[must_use]
    pub fn of(ruling: &Ruling, format: &str, outcome: &Outcome, listed: Option<&Deviation>) -> Self {
        let failure = match outcome {
            Outcome::Failed(failure) => Some(failure),
            _ => None,
        };
        let message = match outcome {
            Outcome::Passed | Outcome::Disputed(_) => None,
            Outcome::Failed(failure) => Some(failure.message.clone()),
            Outcome::Endless(why) | Outcome::Unsupported(why) => Some(why.clone()),
            Outcome::Invalid(flaws) => flaws.first().map(|flaw| flaw.message.clone()),
            Outcome::Fault(fault) => Some(fault.message.clone()),
        };
        let step = failure.and_then(|failure| ruling.text.get(failure.step.start..failure.step.end));
        Self {
            ruling: ruling.id.clone(),
            name: ruling.name.clone(),
            format: format.to_owned(),
            outcome: outcome.word().to_owned(),
            kind: failure.map(|failure| failure.kind.word().to_owned()),
            message,
            expected: step.map(|step| step.trim_end().to_owned()),
            actual: failure.and_then(|failure| rewrite::text(ruling, failure)),
            class: listed.map(|entry| entry.class.word().to_owned()),
            played: Some(Played::of(ruling)),
        }
    }

    /// What tells it from the others: its id, or else its name; and its format.
    #[must_use]
    pub fn key(&self) -> (&str, &str) {
        (if self.ruling.is_empty() { &self.name } else { &self.ruling }, &self.format)
    }

    /// How good it is.
    #[must_use]
    pub fn rank(&self) -> Rank {
        match self.outcome.as_str() {
            "passed" | "disputed" => Rank::Fine,
            "unsupported" => Rank::Unsupported,
            "failed" | "endless" => Rank::Failing,
            _ => Rank::Broken,
        }
    }

    /// The directory it lies in.
    #[must_use]
    pub fn family(&self) -> &str {
        self.name.split_once('/').map_or("", |(family, _)| family)
    }

    /// The outcome with its kind: "failed (other order)".
    #[must_use]
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
