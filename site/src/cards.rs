//! Cards: what each does as its file has it, and the questions about it.

use std::collections::BTreeMap;

use maud::{Markup, html};
use segoc_format::card::CardFile;
use segoc_format::corpus::file_name;
use segoc_format::ruling::Ruling;
use segoc_runner::english::card::{Effect, card as aloud};

use crate::frame::{Frame, Root, asked, framed};
use crate::shelf::Shelf;

const ROOT: Root = Root::UpTwice;

pub(crate) fn page(shelf: &Shelf<'_>, stem: &str, card: &CardFile) -> Markup {
    let said = aloud(card);
    let body = html! {
        p.crumbs { "Card" }
        h1 { (card.name) }
        p.dim { (said.kind) }
        @if !said.effects.is_empty() {
            h2 { "What it does, as its file has it" }
            ol.effects { @for effect in &said.effects { (says(effect)) } }
        }
        @if !card.left_out.is_empty() {
            h2 { "Left out" }
            ul { @for line in &card.left_out { li { (line) } } }
        }
        (questions(shelf, stem, card))
        p.dim { a href=(format!("https://github.com/segoc/segoc/blob/main/corpus/cards/{stem}.yaml")) { "The file of this card" } }
    };
    framed(shelf, Frame { root: ROOT, title: &card.name, about: &said.kind, body })
}

fn says(effect: &Effect) -> Markup {
    html! {
        li {
            span.class { (effect.class) } " " (effect.text)
            @if !effect.formats.is_empty() { span.dim { " (in " (effect.formats.join(", ")) ")" } }
        }
    }
}

/// The rulings in which it lies, by another card of them: first those that speak of it.
fn questions(shelf: &Shelf<'_>, stem: &str, card: &CardFile) -> Markup {
    let all: Vec<&Ruling> = shelf.by_card.get(stem).into_iter().flatten().map(|&at| &*shelf.rulings[at]).collect();
    let first_word = card.name.split([' ', ',']).next().unwrap_or(&card.name);
    let speaks = |ruling: &&&Ruling| {
        [&ruling.title, &ruling.question, &ruling.answer].iter().any(|text| text.contains(first_word))
    };
    let about: Vec<&&Ruling> = all.iter().filter(speaks).collect();
    let others: Vec<&&Ruling> = all.iter().filter(|ruling| !speaks(ruling)).collect();
    let mut by_card: BTreeMap<&str, Vec<&Ruling>> = BTreeMap::new();
    for ruling in &about {
        let other = ruling.card_names.iter().find(|name| **name != card.name && ruling.title.contains(name.as_str()));
        by_card.entry(other.map_or("", String::as_str)).or_default().push(ruling);
    }
    html! {
        @if !about.is_empty() { h2 { "Questions about it" } }
        @for (other, rulings) in &by_card {
            @if !other.is_empty() { h3 { "with " a href=(ROOT.card(other)) { (other) } } }
            ul.list { @for ruling in rulings { (asked(ROOT, ruling)) } }
        }
        @if !others.is_empty() {
            details {
                summary { "It also lies in " (others.len()) " other ruling" @if others.len() > 1 { "s" } }
                ul.list { @for ruling in others { (asked(ROOT, ruling)) } }
            }
        }
    }
}

/// Every card, by its first letter.
pub(crate) fn all(shelf: &Shelf<'_>) -> Markup {
    let root = Root::Up;
    let mut names: BTreeMap<String, (String, usize)> = BTreeMap::new();
    for ruling in &shelf.rulings {
        for name in &ruling.card_names {
            names.entry(file_name(name)).or_insert_with(|| (name.clone(), 0)).1 += 1;
        }
    }
    let mut letters: BTreeMap<char, Vec<&(String, usize)>> = BTreeMap::new();
    for (stem, card) in &names {
        letters.entry(stem.chars().next().unwrap_or('#')).or_default().push(card);
    }
    let body = html! {
        h1 { "Cards" }
        p { (names.len()) " cards, each with the number of rulings in which it lies." }
        @for (letter, cards) in &letters {
            h2 { (letter.to_uppercase()) }
            p.cards { @for (name, rulings) in cards { a href=(root.card(name)) { (name) " " span.dim { (rulings) } } " " } }
        }
    };
    framed(shelf, Frame { root, title: "Cards", about: "The cards of the corpus, as its files see them.", body })
}
