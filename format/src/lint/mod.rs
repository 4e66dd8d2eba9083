//! The mistakes a file can have, each with an id and an explanation in a judge's words.

mod explain;

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
        /// A format for which no source speaks.
        FormatWithoutSource = "format-without-source",
        /// A source whose link leads to something else tomorrow.
        MovingLink = "moving-link",
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
        /// A card that is printed otherwise.
        Printed = "printed",
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
    pub fn explanation(self) -> &'static str {
        explain::section(self.word()).unwrap_or_default()
    }
}
