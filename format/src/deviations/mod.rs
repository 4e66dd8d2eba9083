//! Known deviations of an engine, in a file beside its adapter: which rulings it fails, in which way, and why. What is
//! listed and fails as listed is no news, everything else is.

mod read;
#[cfg(test)]
mod tests;
mod update;

use std::path::Path;
use std::sync::Arc;

use crate::corpus::Corpus;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::lint::Lint;
use crate::place::{Span, Spanned};
pub use crate::ways::{Class, Way};
use crate::yaml;
use segoc_engine::Rule;
pub use update::Updated;

/// The known deviations of an engine.
#[derive(Clone, Debug)]
pub struct Deviations {
    /// The file, as shown to people.
    pub path: String,
    /// Its text.
    pub text: Arc<str>,
    /// The deviations, in the order of the file.
    pub entries: Vec<Deviation>,
}

/// A ruling an engine is known to fail, or a mechanism by which it does otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deviation {
    /// The id of the ruling, if one shows it.
    pub ruling: Option<Spanned<String>>,
    /// What a hunt says of duels that differ for this reason.
    pub mechanism: Option<Mechanism>,
    /// The formats in which it fails.
    pub formats: Vec<Spanned<String>>,
    /// How it fails.
    pub way: Way,
    /// Whose fault it is.
    pub class: Class,
    /// Why, in a sentence.
    pub reason: String,
    /// Where more is said.
    pub link: Option<String>,
    /// Where the entry stands.
    pub span: Span,
}

/// What a hunt says of a difference, as far as it matters: what is left out may be anything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mechanism {
    /// The kind of step at which it shows.
    pub step: Option<String>,
    /// The rule that the reference engine applied.
    pub rule: Option<Rule>,
    /// The phase with the box of the chart, or the moment.
    pub window: Option<String>,
    /// The same of the other engine, which is there instead; `over` if its duel is.
    pub instead: Option<String>,
    /// What a player would do, or not, with a card.
    pub action: Option<String>,
    /// Cards on the board; of what is listed, those without which it is something else.
    pub cards: Vec<String>,
    /// Words of the files of cards on the board, as `afterwards`; of what is listed, those without which it is something else.
    pub does: Vec<String>,
}

impl Mechanism {
    /// Whether what is listed so may be that.
    pub fn covers(&self, found: &Self) -> bool {
        (self.step.is_none() || self.step == found.step)
            && (self.rule.is_none() || self.rule == found.rule)
            && (self.window.is_none() || self.window == found.window)
            && (self.instead.is_none() || self.instead == found.instead)
            && (self.action.is_none() || self.action == found.action)
            && self.cards.iter().all(|card| found.cards.contains(card))
            && self.does.iter().all(|word| found.does.contains(word))
    }
}

/// Whether every deviation must say why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reasons {
    /// One without a reason is a mistake.
    Required,
    /// They may be written later.
    MayBeMissing,
}

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

/// What came of a ruling in a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Now {
    /// It failed.
    Failed(Way),
    /// It did not; the machine word of what came of it.
    Fine(&'static str),
    /// The ruling is wrong itself, which says nothing about the engine.
    NotJudged,
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

impl Deviation {
    /// Whether it is about a ruling.
    pub(crate) fn is_of(&self, ruling: &str) -> bool {
        self.ruling.as_ref().is_some_and(|of| of.value == ruling)
    }
}

impl Deviations {
    /// The entry by whose mechanism a difference in a format is known.
    pub fn mechanism(&self, format: &str, way: Way, found: &Mechanism) -> Option<&Deviation> {
        self.entries.iter().find(|entry| {
            entry.mechanism.as_ref().is_some_and(|mechanism| mechanism.covers(found))
                && entry.way.covers(way)
                && entry.formats.iter().any(|known| known.value == format)
        })
    }

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
        read::read(path, text, &corpus.list(), &formats, reasons)
    }

    /// What is listed of a ruling in a format, and where the format stands.
    fn find(&self, ruling: &str, format: &str) -> Option<(&Deviation, Span)> {
        let mut of_ruling = self.entries.iter().filter(|entry| entry.is_of(ruling));
        of_ruling.find_map(|entry| Some((entry, entry.formats.iter().find(|f| f.value == format)?.span)))
    }

    /// How what came of a ruling stands to what is listed.
    pub fn standing(&self, ruling: &str, format: &str, now: Now) -> Standing<'_> {
        let Some((entry, span)) = self.find(ruling, format) else { return Standing::Unlisted };
        let (now, help) = match now {
            Now::NotJudged => return Standing::Unlisted,
            Now::Failed(way) if entry.way.covers(way) => return Standing::AsListed(entry),
            Now::Failed(way) => (format!("is {way} now"), "say how it fails now, and why;"),
            Now::Fine("passed") => ("passes now".to_owned(), "remove it from the list,"),
            Now::Fine(word) => (format!("is {word} now"), "remove it from the list,"),
        };
        let message = format!("`{ruling}` is listed as {} in {format}, but {now}", entry.way);
        let stale = Diagnostic::new(&self.path, &self.text, span, message).lint(Lint::Deviation);
        Standing::Otherwise(entry, Box::new(stale.help(format!("{help} or run again with --update-deviations"))))
    }
}
