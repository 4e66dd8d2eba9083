//! How well rulings are sourced: an assertion is a ruling in one of its formats.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use segoc_format::ruling::{Ruling, SourceKind};
use serde::Serialize;

/// How many assertions are carried by what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Sourced {
    /// By a source that speaks of the format itself.
    pub direct: usize,
    /// Only by rules from which they follow.
    pub derived: usize,
    /// By nothing.
    pub nothing: usize,
}

impl Sourced {
    /// The assertions of rulings, by format.
    pub fn by_format(rulings: &[Arc<Ruling>]) -> BTreeMap<&str, Self> {
        let mut all: BTreeMap<&str, Self> = BTreeMap::new();
        for ruling in rulings {
            for format in &ruling.formats {
                let counts = all.entry(format).or_default();
                *match ruling.authority(format) {
                    Some(SourceKind::Derived) => &mut counts.derived,
                    Some(_) => &mut counts.direct,
                    None => &mut counts.nothing,
                } += 1;
            }
        }
        all
    }

    /// All of some counts together.
    pub fn total<'s>(counts: impl IntoIterator<Item = &'s Self>) -> Self {
        counts.into_iter().fold(Self::default(), |sum, next| Self {
            direct: sum.direct + next.direct,
            derived: sum.derived + next.derived,
            nothing: sum.nothing + next.nothing,
        })
    }
}

impl fmt::Display for Sourced {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = self.direct + self.derived + self.nothing;
        write!(f, "{} of {all} have a source about their format, {} follow from rules", self.direct, self.derived)?;
        match self.nothing {
            0 => Ok(()),
            nothing => write!(f, ", {nothing} have none"),
        }
    }
}
