//! The file of known deviations, beside the adapter of an engine. It is no file of the corpus.

use super::ruling::{RULING_ID, URL};
use super::words::{every, spelt};
use super::{FORMATS, Shape, Spelt, Value, field};
use crate::engines::FaultKind;
use crate::outcome::FailureKind;
use crate::read::deviations::Class;

/// A deviation.
pub static DEVIATION: Shape = Shape::new("deviation", "a deviation", "A ruling an engine is known to fail.").fields(&[
    field("ruling", RULING_ID, "The id of the ruling.", "K7Q2").needed(),
    field("formats", FORMATS, "The formats in which it fails.", "[tcg, goat]").needed(),
    field("outcome", Value::Word(outcomes), "What comes of it.", "failed").needed(),
    field("kind", Value::Word(every::<FailureKind>), "In which way it failed; else any.", "other order")
        .with("outcome: failed"),
    field("class", Value::Word(every::<Class>), "Whose fault it is.", "engine deviates").needed(),
    field("reason", Value::Text, "Why, in a sentence.", "The engine has no box C.").usual(),
    field("link", URL, "Where more is said.", "\"https://example.org/issues/1\""),
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
