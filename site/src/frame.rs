//! What every page has around it.

use maud::{DOCTYPE, Markup, html};
use segoc_format::corpus::file_name;
use segoc_format::ruling::{Ruling, Source};
use segoc_protocol::Rule;

use crate::shelf::Shelf;

/// Two links of a chain.
const ICON: &str = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16' fill='none' stroke='%23b06a1f' stroke-width='2'%3E%3Crect x='1' y='5' width='8' height='6' rx='3'/%3E%3Crect x='7' y='5' width='8' height='6' rx='3'/%3E%3C/svg%3E";

/// How the root of the site is reached from a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Root {
    /// The page lies in the root.
    Here,
    /// In a folder of it.
    Up,
    /// In a folder of a folder.
    UpTwice,
}

impl Root {
    pub(crate) fn to(self, path: &str) -> String {
        let up = match self {
            Self::Here => "./",
            Self::Up => "../",
            Self::UpTwice => "../../",
        };
        format!("{up}{path}")
    }

    pub(crate) fn ruling(self, id: &str) -> String {
        self.to(&format!("r/{id}/"))
    }

    pub(crate) fn card(self, name: &str) -> String {
        self.to(&format!("c/{}/", file_name(name)))
    }

    /// A ruling in the playground.
    pub(crate) fn try_it(self, id: &str) -> String {
        self.to(&format!("play/#r={id}"))
    }

    pub(crate) fn rule(self, rule: Rule) -> String {
        self.to(&format!("rule/{rule}/"))
    }
}

/// A page.
pub(crate) struct Frame<'p> {
    pub(crate) root: Root,
    pub(crate) title: &'p str,
    /// What a link to it shows.
    pub(crate) about: &'p str,
    pub(crate) body: Markup,
}

pub(crate) fn framed(shelf: &Shelf<'_>, frame: Frame<'_>) -> Markup {
    framed_with(shelf, frame, &html! {})
}

/// A page that says more in its head.
pub(crate) fn framed_with(shelf: &Shelf<'_>, frame: Frame<'_>, head: &Markup) -> Markup {
    let Frame { root, title, about, body } = frame;
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                (head)
                title { (title) " · segoc" }
                meta name="description" content=(about);
                meta property="og:title" content=(title);
                meta property="og:description" content=(about);
                meta property="og:type" content="article";
                meta name="color-scheme" content="light dark";
                link rel="icon" href=(ICON);
                link rel="stylesheet" href=(root.to("style.css"));
            }
            body {
                a.skip href="#main" { "Skip to the content" }
                header.top {
                    a.name href=(root.to("")) { "segoc" }
                    nav aria-label="Site" {
                        a href=(root.to("rules/")) { "Rules" }
                        a href=(root.to("cards/")) { "Cards" }
                        a href=(root.to("formats/")) { "Formats" }
                        a href=(root.to("engines/")) { "Engines" }
                        @if !shelf.documents.is_empty() { a href=(root.to("docs/")) { "Documents" } }
                        @if shelf.playground { a href=(root.to("play/")) { "Playground" } }
                    }
                    @if root != Root::Here {
                        form.small action=(root.to("")) role="search" {
                            input type="search" name="q" placeholder="Search rulings" aria-label="Search rulings";
                        }
                    }
                }
                main id="main" { (body) }
                footer {
                    p { "Unofficial, and not affiliated with Konami. Card names are trademarks of their owners; no card text is shown. Rulings are played by the "
                        a href="https://github.com/segoc/segoc" { "segoc" } " reference engine; each names its source." }
                }
            }
        }
    }
}

pub(crate) fn not_found(shelf: &Shelf<'_>) -> Markup {
    let body = html! { h1 { "There is no such page" } p { "Ids of rulings, rules and cards do not change: is it spelt as you meant?" } };
    framed(shelf, Frame { root: Root::Here, title: "Not found", about: "There is no such page.", body })
}

/// A ruling in a list: its question and answer.
pub(crate) fn asked(root: Root, ruling: &Ruling) -> Markup {
    html! {
        li.asked {
            a href=(root.ruling(&ruling.id)) { (ruling.question) }
            span.id { (ruling.id) }
            p.situation { (ruling.title) }
            p.said { (ruling.answer) }
        }
    }
}

/// Sources, each with its kind, place and date.
pub(crate) fn sources<'s>(all: impl IntoIterator<Item = &'s Source>) -> Markup {
    html! {
        ul.sources {
            @for source in all {
                li {
                    span.kind { (source.kind.word()) } " "
                    @if source.url.is_empty() { (source.title) } @else { a href=(source.url) rel="noopener" { (source.title) } }
                    @if let Some(at) = &source.at { ", " (at) }
                    @if let Some(date) = &source.as_of { span.dim { ", as of " (date) } }
                    @if let Some(formats) = &source.formats { span.dim { " (for " (formats.join(", ")) ")" } }
                }
            }
        }
    }
}

/// Links to rules.
pub(crate) fn rule_links(root: Root, rules: &[Rule]) -> Markup {
    html! { @for rule in rules { " " a.rule href=(root.rule(*rule)) { (rule.word()) } } }
}
