//! Rules: the sentence, where it holds, what people believe instead, the rulings that show it, and the engines that fail it.

use maud::{Markup, html};
use segoc_format::catalogue::{RuleEntry, family_of};
use segoc_format::ruling::Ruling;
use segoc_runner::opinions::Says;

use crate::frame::{Frame, Root, asked, framed, rule_links, sources};
use crate::shelf::Shelf;

const ROOT: Root = Root::UpTwice;

pub(crate) fn page(shelf: &Shelf<'_>, entry: &RuleEntry) -> Markup {
    let rulings: Vec<&Ruling> = shelf.naming(entry.rule).map(|ruling| &**ruling).collect();
    let failing = failing(shelf, &rulings);
    let body = html! {
        p.crumbs { "Rule · " (family_of(entry.rule)) }
        h1 { code { (entry.rule.word()) } }
        p.answer { (entry.sentence) }
        p.dim { "Holds in " (entry.formats.join(", ")) "." }
        @if !entry.differs_from.is_empty() { p { "Elsewhere instead:" (rule_links(ROOT, &entry.differs_from)) } }
        @if !entry.misconceptions.is_empty() {
            h2 { "What people believe instead" }
            ul { @for belief in &entry.misconceptions { li { (belief.belief) } } }
        }
        h2 { "Sources" }
        (sources(&entry.sources))
        @if !rulings.is_empty() {
            h2 { "Rulings that turn on it" }
            ul.list { @for ruling in &rulings { (asked(ROOT, ruling)) } }
        }
        @if !failing.is_empty() {
            h2 { "Engines that rule otherwise in some of them" }
            ul {
                @for (engine, rulings) in &failing {
                    li { b { (engine) } ": " @for ruling in rulings { a href=(ROOT.ruling(&ruling.id)) { (ruling.id) } " " } }
                }
            }
        }
    };
    framed(shelf, Frame { root: ROOT, title: entry.rule.word(), about: &entry.sentence, body })
}

/// The engines that rule otherwise, with the rulings.
fn failing<'r>(shelf: &Shelf<'_>, rulings: &[&'r Ruling]) -> Vec<(String, Vec<&'r Ruling>)> {
    let mut engines: Vec<(String, Vec<&Ruling>)> = Vec::new();
    for &ruling in rulings {
        let opinions = ruling.formats.iter().flat_map(|format| shelf.opinions(ruling, format));
        for opinion in opinions.filter(|opinion| opinion.says == Says::Otherwise) {
            let at = engines.iter().position(|(name, _)| *name == opinion.engine).unwrap_or_else(|| {
                engines.push((opinion.engine.clone(), Vec::new()));
                engines.len() - 1
            });
            if !engines[at].1.iter().any(|other| other.id == ruling.id) {
                engines[at].1.push(ruling);
            }
        }
    }
    engines
}

/// Every rule, by family.
pub(crate) fn all(shelf: &Shelf<'_>) -> Markup {
    let root = Root::Up;
    let families = shelf.corpus.rules().map(|catalogue| catalogue.families.as_slice()).unwrap_or_default();
    let body = html! {
        h1 { "Rules" }
        p { (shelf.entries().len()) " rules, each shown by rulings." }
        @for family in families {
            h2 { (family.name) span.dim { ": " (family.means) } }
            dl.rules {
                @for entry in shelf.entries().iter().filter(|entry| family_of(entry.rule) == family.name) {
                    dt { a.rule href=(root.rule(entry.rule)) { (entry.rule.word()) } }
                    dd { (entry.sentence) }
                }
            }
        }
    };
    framed(shelf, Frame { root, title: "Rules", about: "The rules of chains and timing, each in a sentence.", body })
}
