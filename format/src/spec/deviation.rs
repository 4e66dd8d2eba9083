//! The file of known deviations, beside the adapter of an engine. It is no file of the corpus.

use super::Holds::{Text, Word};
use super::ruling::{RULING_ID, URL};
use super::words::{every, spelt};
use super::{FORMATS, Shape, Spelt, field};
use crate::ways::{Class, FailureKind};
use segoc_protocol::FaultKind;

/// A deviation.
pub(crate) static DEVIATION: Shape = Shape::new("deviation", "a deviation", "A ruling an engine is known to fail.")
    .fields(&[
        field("ruling", RULING_ID, "The id of the ruling.").like("K7Q2").needed(),
        field("formats", FORMATS, "The formats in which it fails.").like("[tcg, goat]").needed(),
        field("outcome", Word(outcomes), "What comes of it.").like("failed").needed(),
        field("kind", Word(every::<FailureKind>), "In which way it failed; else any.")
            .like("other order")
            .with("outcome: failed"),
        field("class", Word(every::<Class>), "Whose fault it is.").like("engine deviates").needed(),
        field("reason", Text, "Why, in a sentence.").like("The engine has no box C.").usual(),
        field("link", URL, "Where more is said.").like("\"https://example.org/issues/1\""),
    ]);

/// The outcomes that can be listed.
pub(crate) fn outcomes() -> Vec<Spelt> {
    let mut words = vec![
        spelt("failed", "Something went otherwise than the ruling says."),
        spelt("endless", "The cards would go on for ever."),
    ];
    words.extend(FaultKind::ALL.iter().map(|kind| spelt(kind.word(), kind.about())));
    words
}
