//! The first page: one box to search in, and the rulings by family.

use std::collections::BTreeMap;

use maud::{Markup, html};
use segoc_format::ruling::Ruling;

use crate::frame::{Frame, Root, framed};
use crate::shelf::Shelf;

const ROOT: Root = Root::Here;
const ABOUT: &str =
    "Rulings of the Yu-Gi-Oh! card game on chains and timing, each played step by step, with its source.";

pub(crate) fn page(shelf: &Shelf<'_>) -> Markup {
    let mut families: BTreeMap<&str, Vec<&Ruling>> = BTreeMap::new();
    for ruling in &shelf.rulings {
        let family = ruling.name.split_once('/').map_or("", |(family, _)| family);
        families.entry(family).or_default().push(ruling);
    }
    let played: usize = shelf.rulings.iter().map(|ruling| ruling.formats.len()).sum();
    let body = html! {
        h1 { "Who is Chain Link 1?" }
        p { (shelf.rulings.len()) " rulings on chains and timing, played " (played) " times in " (shelf.corpus.formats().len())
            " formats by an engine that says why. Every one names its source." }
        form.search role="search" {
            label for="q" { "Search by cards, words, ids or rules" }
            input id="q" type="search" name="q" autocomplete="off" placeholder="Sangan Peten" autofocus;
        }
        p.dim id="found" role="status" aria-live="polite" {}
        ul.list id="results" {}
        noscript { p { "Searching needs JavaScript; everything else works without. All rulings are listed below." } }
        div id="all" {
            h2 { "By family" }
            @for (family, rulings) in &families {
                details {
                    summary { (family.replace('-', " ")) span.dim { " " (rulings.len()) } }
                    ul { @for ruling in rulings { li { a href=(ROOT.ruling(&ruling.id)) { (ruling.question) } span.dim { " " (ruling.title) } } } }
                }
            }
        }
        script src=(ROOT.to("search.js")) defer {}
    };
    framed(shelf, Frame { root: ROOT, title: "Rulings", about: ABOUT, body })
}
