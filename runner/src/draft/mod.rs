//! Files to begin with: a ruling or a card, with comments that say what to write next, right as they stand.

pub mod card;
mod id;
pub mod like;
mod opening;
pub mod ruling;
mod side;
mod text;

pub use id::{fresh_id, id_of, is_free};
pub use opening::{Opening, openings};
pub(crate) use side::label;
pub use side::{Side, parse_side};

use segoc_format::corpus::{Corpus, file_name};
use segoc_format::read::ruling::{Cards, Found};

/// The name of a card of the corpus, in its right spelling, or what to do about it.
///
/// # Errors
/// If there is no such card, or its file is wrong.
pub fn known_card(corpus: &Corpus, name: &str) -> Result<String, String> {
    match corpus.find(name) {
        Found::Card(card) => return Ok(card.name.clone()),
        Found::Broken(mistakes) => return Err(format!("the file of `{name}` is wrong: {mistakes}")),
        Found::Unknown => {}
    }
    let near = corpus.nearest(name);
    if let Some(same) = near.as_ref().filter(|near| file_name(near) == file_name(name)) {
        return Ok(same.clone());
    }
    let describe = format!("`segoc new card {}`", text::argument(name));
    Err(match near {
        Some(near) => {
            format!("there is no card `{name}`; did you mean `{near}`? A new one is described with {describe}")
        }
        None => format!("there is no card `{name}` in the corpus yet; describe it first, with {describe}"),
    })
}
