//! The boards of rulings as puzzles for EDOPro, where a puzzle can say them.

use maud::{Markup, html};
use segoc_format::ruling::Ruling;
use segoc_runner::puzzle;

use crate::shelf::Shelf;

/// The formats in which the board of a ruling can be said, with the scripts.
fn scripts(ruling: &Ruling) -> impl Iterator<Item = (&str, String)> {
    ruling.formats.iter().filter_map(|format| Some((format.as_str(), puzzle::puzzle(ruling, format).ok()?)))
}

/// The name of a file, by which EDOPro lists it.
fn file(ruling: &Ruling, format: &str) -> String {
    format!("segoc-{}-{format}.lua", ruling.id)
}

/// The paths of the puzzles of a ruling.
pub(crate) fn paths(ruling: &Ruling) -> impl Iterator<Item = String> {
    scripts(ruling).map(|(format, _)| format!("r/{}/{}", ruling.id, file(ruling, format)))
}

/// A puzzle by its path below `r/`.
pub(crate) fn puzzle(shelf: &Shelf<'_>, path: &str) -> Option<String> {
    let (id, name) = path.split_once('/')?;
    let ruling = shelf.ruling(id)?;
    scripts(ruling).find(|(format, _)| file(ruling, format) == name).map(|(_, script)| script)
}

/// Links to the puzzles of a ruling.
pub(crate) fn links(ruling: &Ruling) -> Markup {
    let formats: Vec<&str> = scripts(ruling).map(|(format, _)| format).collect();
    html! {
        @if !formats.is_empty() {
            section {
                h2 { "Open in EDOPro" }
                p { "The board as a puzzle:"
                    @for format in &formats { " " a href=(format!("./{}", file(ruling, format))) download { (format.to_uppercase()) } }
                    span.dim { " Put the file into the folder " code { "puzzles" } " of EDOPro. It may rule otherwise, see above." }
                }
            }
        }
    }
}
