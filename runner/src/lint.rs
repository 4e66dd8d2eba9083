//! The mistakes a file can have, each with an id and an explanation in a judge's words.
//!
//! What cannot be read is found by [`crate::read`]; the lints of this module look at what could be read: rulings one by
//! one, played, and beside each other.

mod duplicates;
mod explain;
mod head;
mod mentions;
mod setup;
mod unused;

use std::sync::Arc;

use crate::corpus::{Checked, Corpus};
use crate::diagnostic::Diagnostic;
use crate::ruling::Ruling;

segoc_engine::vocabulary! {
    /// What is wrong, by its id.
    Lint {
        /// The file itself cannot be used.
        File = "file",
        /// The text is no YAML, or YAML that not every parser reads alike.
        Yaml = "yaml",
        /// A value that cannot stand where it stands.
        Shape = "shape",
        /// A field that must be there is not.
        MissingField = "missing-field",
        /// A field nobody knows.
        UnknownField = "unknown-field",
        /// A word that is not in the vocabulary.
        UnknownWord = "unknown-word",
        /// A card that is not in the corpus, or not in the duel.
        UnknownCard = "unknown-card",
        /// An id that no ruling has.
        UnknownRuling = "unknown-ruling",
        /// An id that two rulings have.
        DuplicateId = "duplicate-id",
        /// A file whose name does not fit what is in it.
        FileName = "file-name",
        /// Nothing is checked.
        NoCheck = "no-check",
        /// A dispute refers to a ruling of the wrong sort.
        Dispute = "dispute",
        /// A ruling without a source.
        MissingSource = "missing-source",
        /// A source that does not say what it is.
        SourceWithoutKind = "source-without-kind",
        /// A source that does not say when it was so.
        SourceWithoutDate = "source-without-date",
        /// A question that is none.
        QuestionMark = "question-mark",
        /// A duel that cannot begin, or an action that cannot be played.
        Setup = "setup",
        /// A card of the duel without which everything is the same.
        UnusedCard = "unused-card",
        /// A card no ruling uses.
        UnusedCardFile = "unused-card-file",
        /// A card speaks of another that has no file.
        UnknownMention = "unknown-mention",
        /// A rule that is named and decides nothing.
        RuleNotExercised = "rule-not-exercised",
        /// A rule with too few rulings.
        RuleRarelyShown = "rule-rarely-shown",
        /// Two rulings that are the same.
        DuplicateRuling = "duplicate-ruling",
        /// Two rulings that are almost the same.
        NearDuplicate = "near-duplicate",
        /// A known deviation of an engine that is not so, or not explained.
        Deviation = "deviation",
    }
}

impl Lint {
    /// The mistake of not writing a field of something.
    pub(crate) fn of_missing(what: &str, field: &str) -> Self {
        match field {
            "sources" => Self::MissingSource,
            "kind" if what == "a source" => Self::SourceWithoutKind,
            _ => Self::MissingField,
        }
    }

    /// What it means, why it matters, and an example, as Markdown.
    #[must_use]
    pub fn explanation(self) -> &'static str {
        explain::section(self.word()).unwrap_or_default()
    }
}

pub(crate) use duplicates::lint as duplicates;

/// What may be wrong with a ruling, as far as it shows without the others.
pub(crate) fn alone(corpus: &Corpus, ruling: &Arc<Ruling>) -> Vec<Diagnostic> {
    let rulings = vec![Arc::clone(ruling)];
    let checked = Checked { rulings, cards: Vec::new(), diagnostics: Vec::new(), warnings: Vec::new() };
    lint(corpus, &checked, |path| path == ruling.path).into_iter().filter(|found| found.path == ruling.path).collect()
}

/// What is wrong with rulings and cards that could be read. Only rulings whose path is `wanted` are played.
#[must_use]
pub fn lint(corpus: &Corpus, checked: &Checked, wanted: impl Fn(&str) -> bool) -> Vec<Diagnostic> {
    let rulings: &[Arc<Ruling>] = &checked.rulings;
    let wanted: Vec<Arc<Ruling>> = rulings.iter().filter(|ruling| wanted(&ruling.path)).cloned().collect();
    let mut found: Vec<Diagnostic> = wanted.iter().flat_map(|ruling| head::lint(ruling)).collect();
    found.extend(setup::lint(corpus, &wanted));
    found.extend(duplicates::lint(rulings));
    found.extend(unused::cards(corpus, &wanted));
    // A ruling that cannot be read may be the one that uses a card.
    if checked.diagnostics.is_empty() {
        found.extend(unused::files(checked));
    }
    found
}
