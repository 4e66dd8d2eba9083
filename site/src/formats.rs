//! Where formats differ: every ruling that goes otherwise in some of its formats, with what differs.

use std::sync::Arc;

use maud::{Markup, html};
use segoc_format::diagnostic::Diagnostics;
use segoc_format::parallel::on_all_cores;
use segoc_format::ruling::Ruling;
use segoc_runner::explain::goes_differently;
use segoc_runner::telling::{Played, play_alone};
use segoc_runner::transcript::Transcript;

use crate::differs::differences;
use crate::frame::{Frame, Root, framed};
use crate::shelf::Shelf;

const ROOT: Root = Root::Up;

pub(crate) fn page(shelf: &Shelf<'_>) -> Result<Markup, Diagnostics> {
    let several: Vec<&Arc<Ruling>> = shelf.rulings.iter().filter(|ruling| ruling.formats.len() > 1).collect();
    let told = on_all_cores(&several, |ruling| differing(shelf, ruling));
    let told: Vec<Option<Markup>> = told.into_iter().collect::<Result<_, _>>()?;
    let told: Vec<Markup> = told.into_iter().flatten().collect();
    let body = html! {
        h1 { "Where formats differ" }
        dl.rules {
            @for format in shelf.corpus.formats() {
                dt { (format.title) }
                dd {
                    (years(format.since.as_deref(), format.until.as_deref()))
                    @if let Some(note) = &format.note { " " (note) }
                }
            }
        }
        p { (told.len()) " rulings go otherwise in some of their formats." }
        @for ruling in &told { (ruling) }
    };
    Ok(framed(
        shelf,
        Frame {
            root: ROOT,
            title: "Where formats differ",
            about: "Rulings that go otherwise in the TCG, OCG, Edison or Goat.",
            body,
        },
    ))
}

/// When a format was played.
fn years(since: Option<&str>, until: Option<&str>) -> String {
    match (since, until) {
        (Some(since), Some(until)) if since == until => format!("In {since}."),
        (Some(since), Some(until)) => format!("From {since} to {until}."),
        (Some(since), None) => format!("Since {since}."),
        (None, Some(until)) => format!("Until {until}."),
        (None, None) => String::new(),
    }
}

/// A ruling that goes otherwise in some format, with what differs from the first.
fn differing(shelf: &Shelf<'_>, ruling: &Ruling) -> Result<Option<Markup>, Diagnostics> {
    let played = ruling.formats.iter().map(|format| play_alone(shelf.corpus, ruling, format));
    let played: Vec<Played<'_>> = played.collect::<Result<_, _>>()?;
    // Formats in which it goes the same way are together.
    let mut ways: Vec<(Vec<&str>, &Transcript<'_>)> = Vec::new();
    for (format, played) in ruling.formats.iter().zip(&played) {
        let here = played.transcript();
        match ways.iter_mut().find(|(_, there)| !goes_differently(here, there)) {
            Some((formats, _)) => formats.push(format),
            None => ways.push((vec![format], here)),
        }
    }
    let [(first, there), others @ ..] = ways.as_slice() else { return Ok(None) };
    let told: Vec<(String, Vec<String>)> =
        others.iter().map(|(formats, here)| (formats.join(", "), differences(here, there))).collect();
    Ok((!told.is_empty()).then(|| {
        html! {
            article.differing {
                h2 { a href=(ROOT.ruling(&ruling.id)) { (ruling.title) } }
                p.said { (ruling.answer) }
                @for (formats, said) in &told {
                    p { b { (formats) } span.dim { " (here) against " (first.join(", ")) " (there)" } }
                    ul { @for line in said { li { (line) } } }
                }
            }
        }
    }))
}
