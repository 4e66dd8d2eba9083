//! Known deviations of an engine: what is listed and fails as listed is no news, everything else is.

mod update;

use std::path::Path;
use std::sync::Arc;

use crate::corpus::Corpus;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::lint::Lint;
use crate::outcome::Outcome;
pub use crate::read::deviations::{Class, Deviation, Deviations, Reasons, Way};
use crate::ruling::Span;
use crate::yaml;
pub use update::Updated;

/// How an outcome stands to what is listed.
#[derive(Clone, Debug)]
pub enum Standing<'d> {
    /// It is not listed.
    Unlisted,
    /// It fails as listed.
    AsListed(&'d Deviation),
    /// It is listed and went otherwise.
    Otherwise(&'d Deviation, Box<Diagnostic>),
}

/// What came of a ruling in a format, for the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The id of the ruling.
    pub ruling: String,
    /// The format.
    pub format: String,
    /// How it failed, if it did.
    pub way: Option<Way>,
}

impl Deviations {
    /// Reads the deviations of an engine from a file, for a corpus.
    ///
    /// # Errors
    /// Everything that is wrong with the file: rulings that do not exist, reasons that are missing.
    pub fn open(path: &Path, corpus: &Corpus, reasons: Reasons) -> Result<Self, Diagnostics> {
        let shown = path.display().to_string();
        let text = yaml::read(path, &shown)?;
        Self::parse(&shown, &text, corpus, reasons)
    }

    /// Reads the deviations of an engine from a text; `path` is shown in messages.
    ///
    /// # Errors
    /// As [`Deviations::open`].
    pub fn parse(path: &str, text: &Arc<str>, corpus: &Corpus, reasons: Reasons) -> Result<Self, Diagnostics> {
        let formats: Vec<String> = corpus.formats().iter().map(|format| format.name.clone()).collect();
        crate::read::deviations::read(path, text, &corpus.list(), &formats, reasons)
    }

    /// What is listed of a ruling in a format, and where the format stands.
    fn find(&self, ruling: &str, format: &str) -> Option<(&Deviation, Span)> {
        let of_ruling = self.entries.iter().filter(|entry| entry.ruling.value == ruling);
        of_ruling.flat_map(|entry| entry.formats.iter().map(move |f| (entry, f))).find_map(|(entry, listed)| {
            let same = listed.value == format;
            same.then_some((entry, listed.span))
        })
    }

    /// How the outcome of a ruling stands to what is listed.
    #[must_use]
    pub fn standing(&self, ruling: &str, format: &str, outcome: &Outcome) -> Standing<'_> {
        // A ruling that is wrong itself says nothing about the engine.
        if matches!(outcome, Outcome::Invalid(_)) {
            return Standing::Unlisted;
        }
        match (self.find(ruling, format), Way::of(outcome)) {
            (None, _) => Standing::Unlisted,
            (Some((entry, _)), Some(way)) if entry.way.covers(way) => Standing::AsListed(entry),
            (Some((entry, span)), way) => {
                let now = match (way, outcome) {
                    (Some(way), _) => format!("is {way} now"),
                    (None, Outcome::Passed) => "passes now".to_owned(),
                    (None, other) => format!("is {} now", other.word()),
                };
                let message = format!("`{ruling}` is listed as {} in {format}, but {now}", entry.way);
                let help = match way {
                    Some(_) => "say how it fails now, and why; or run again with --update-deviations",
                    None => "remove it from the list, or run again with --update-deviations",
                };
                let stale = Diagnostic::new(&self.path, &self.text, span, message).lint(Lint::Deviation).help(help);
                Standing::Otherwise(entry, Box::new(stale))
            }
        }
    }
}
