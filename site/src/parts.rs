//! Parts of pages, for a page in a folder of the site that is made while it is read.

use maud::html;
use segoc_format::corpus::Corpus;
use segoc_format::diagnostic::Diagnostics;
use segoc_format::ruling::Ruling;
use segoc_runner::explain::Account;
use segoc_runner::outcome::Scene;

use crate::frame::Root;
use crate::{board, ruling};

/// The duel of a ruling in all of its formats, as the page of the ruling shows it.
///
/// # Errors
/// If it cannot be played.
pub fn duels(corpus: &Corpus, of: &Ruling) -> Result<String, Diagnostics> {
    Ok(ruling::duels(corpus, of, Root::Up)?.into_string())
}

/// A board, with what has changed since another one.
#[must_use]
pub fn board(scene: &Scene, before: Option<&Scene>) -> String {
    let targets = |targets: &[String]| match targets {
        [] => String::new(),
        some => format!(" → {}", some.join(", ")),
    };
    let chain = html! {
        (board::sides(scene, before))
        @if !scene.chain_is_over && !scene.chain.is_empty() {
            ol.links aria-label="The chain" {
                @for link in &scene.chain { li { b { (link.card) } " (" (link.player) ")" (targets(&link.targets)) } }
            }
        }
    };
    chain.into_string()
}

/// What has happened, in sentences.
#[must_use]
pub fn told(account: &Account) -> String {
    html! { @for paragraph in account.paragraphs() { (ruling::said(paragraph, Root::Up)) } }.into_string()
}
