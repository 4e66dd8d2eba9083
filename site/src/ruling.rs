//! The page of a ruling: question and answer, then the duel in each format: chains, moments, boards, and the tale.

use maud::{Markup, html};
use segoc_format::corpus::Corpus;
use segoc_format::diagnostic::Diagnostics;
use segoc_format::ruling::Ruling;
use segoc_protocol::Rule;
use segoc_runner::explain::{Layout, Paragraph, Tale};
use segoc_runner::opinions::Opinion;
use segoc_runner::telling::{Played, play_alone};

use crate::chain::{self, chains};
use crate::differs::differences;
use crate::frame::{Frame, Root, asked, framed, rule_links, sources};
use crate::shelf::Shelf;
use crate::{board, moments, puzzles};

const ROOT: Root = Root::UpTwice;

/// Formats in which a duel is told alike.
struct Alike<'t> {
    formats: Vec<&'t str>,
    tale: &'t Tale<'t>,
}

/// Tales by format; those that say the same are together.
fn alike<'t>(formats: &'t [String], tales: &'t [Tale<'t>]) -> Vec<Alike<'t>> {
    let mut groups: Vec<Alike<'t>> = Vec::new();
    for (format, tale) in formats.iter().zip(tales) {
        match groups.iter_mut().find(|group| sentences(group.tale).eq(sentences(tale))) {
            Some(group) => group.formats.push(format),
            None => groups.push(Alike { formats: vec![format], tale }),
        }
    }
    groups
}

fn sentences<'t>(tale: &'t Tale<'_>) -> impl Iterator<Item = (Layout, &'t str, &'t [Rule])> {
    let said = |p: &'t Paragraph| (p.shape, p.text.as_str(), p.rules.as_slice());
    tale.steps().iter().flat_map(|step| &step.told).map(said)
}

pub(crate) fn page(shelf: &Shelf<'_>, ruling: &Ruling) -> Result<Markup, Diagnostics> {
    let family = ruling.name.split_once('/').map_or("", |(family, _)| family);
    let body = html! {
        p.crumbs { (family) " · " span.id { (ruling.id) } }
        h1 { (ruling.title) }
        p.question { (ruling.question) }
        p.answer { (ruling.answer) }
        @if shelf.playground {
            p.try-it { a.button href=(ROOT.try_it(&ruling.id)) { "Try it" } span.dim { " Change it and play it, by the rules or by hand." } }
        }
        @if !ruling.disputed.is_empty() { (disputed(ruling)) }
        (duels(shelf.corpus, ruling, ROOT)?)
        section {
            h2 { "Rules that decide it" }
            dl.rules {
                @for rule in &ruling.rules {
                    dt { a.rule href=(ROOT.rule(rule.value)) { (rule.value.word()) } }
                    dd { (shelf.sentence(rule.value)) }
                }
            }
        }
        section { h2 { "Sources" } (sources(&ruling.sources)) }
        (engines(shelf, ruling))
        (puzzles::links(ruling))
        (cards(ruling))
        (related(shelf, ruling))
        p.dim {
            a href=(format!("https://github.com/segoc/segoc/blob/main/corpus/rulings/{}.yaml", ruling.name)) { "The file of this ruling" }
            " · "
            a href=(format!("https://github.com/segoc/segoc/issues/new?template=wrong-ruling.yml&ruling={}", ruling.id)) { "Something is wrong here" }
        }
    };
    let about = format!("{} {}", ruling.question, ruling.answer);
    Ok(framed(shelf, Frame { root: ROOT, title: &ruling.title, about: &about, body }))
}

/// The duel of a ruling in all of its formats.
pub(crate) fn duels(corpus: &Corpus, ruling: &Ruling, root: Root) -> Result<Markup, Diagnostics> {
    let played = ruling.formats.iter().map(|format| play_alone(corpus, ruling, format));
    let played: Vec<Played<'_>> = played.collect::<Result<_, _>>()?;
    let tales = played.iter().map(|played| played.tale_with(corpus, Vec::new()));
    let tales: Vec<Tale<'_>> = tales.collect::<Result<_, _>>()?;
    let groups = alike(&ruling.formats, &tales);
    let tab = |group: &Alike<'_>| group.formats.join(" · ").to_uppercase();
    Ok(html! {
        @if groups.len() > 1 {
            p.hint { "It is played " b { (groups.len()) " ways" } "; choose a format:" }
        }
        div.duels {
            @for (i, group) in groups.iter().enumerate() {
                @let first = (i > 0).then(|| (groups[0].tale, tab(&groups[0])));
                input.tab type="radio" name="format" id=(format!("tab-{i}")) checked[i == 0];
                label.tab for=(format!("tab-{i}")) { (tab(group)) @if i > 0 { span.dim title="goes differently" { " ≠" } } }
                section.duel aria-label=(tab(group)) { (duel(corpus, group.tale, i, first, root)) }
            }
        }
    })
}

fn disputed(ruling: &Ruling) -> Markup {
    html! {
        aside.disputed {
            p { b { "The sources disagree." } " It is played and never scored." }
            @for reading in &ruling.disputed { p { (reading.answer) } (sources(&reading.sources)) }
        }
    }
}

/// The duel in one format, or several in which it is the same.
fn duel(corpus: &Corpus, tale: &Tale<'_>, number: usize, first: Option<(&Tale<'_>, String)>, root: Root) -> Markup {
    let told = tale.transcript();
    let chains = chains(told);
    html! {
        p.dim { (corpus.format(&told.format).map_or(told.format.as_str(), |format| format.title.as_str())) }
        @if let Some((first, name)) = first {
            div.differs {
                p { "Otherwise than in " (name) " (there):" }
                ul { @for said in differences(told, first.transcript()) { li { (said) } } }
            }
        }
        div.drawn {
            @for (i, chain) in chains.iter().enumerate() {
                figure {
                    figcaption { @if chains.len() == 1 { "The chain" } @else { "Chain " (i + 1) } }
                    (chain::drawing(chain, &format!("{number}-{i}")))
                }
            }
            @if let Some(moments) = moments::drawing(told) {
                figure { figcaption { "Moments" } (moments) }
            }
        }
        (board::drawing(told))
        @let effects = tale.effects();
        @if !effects.is_empty() {
            details.left-out {
                summary { "What the cards used here say" }
                ul { @for (card, lines) in effects { @for line in lines { li { b { (card) } ": " (line) } } } }
            }
        }
        h2 { "Told" }
        div.tale { @for step in tale.steps() { @for paragraph in &step.told { (said(paragraph, root)) } } }
        @let left_out = tale.left_out();
        @if !left_out.is_empty() {
            details.left-out {
                summary { "What the card files leave out" }
                ul { @for (card, lines) in left_out { li { b { (card) } ": " (lines.join("; ")) } } }
            }
        }
    }
}

/// A sentence of a tale.
pub(crate) fn said(paragraph: &Paragraph, root: Root) -> Markup {
    let text = html! { (paragraph.text) (rule_links(root, &paragraph.rules)) };
    html! {
        @match paragraph.shape {
            Layout::Heading => h3 { (text) },
            Layout::Subheading => h4 { (text) },
            Layout::Text => p { (text) },
            Layout::Numbered(link) => p.link { span.cl { "CL" (link) } " " (text) },
            Layout::Stacked(link) => p.stacked { span.cl { "CL" (link) } " " (text) },
            Layout::Bullet => p.bullet { (text) },
            Layout::Refused => p.refused { (text) },
            Layout::Quote => blockquote { (text) },
            Layout::Why => p.why { b { "Why: " } (text) },
        }
    }
}

fn engines(shelf: &Shelf<'_>, ruling: &Ruling) -> Markup {
    let mut said: Vec<(Opinion, Vec<&str>)> = Vec::new();
    for format in &ruling.formats {
        for opinion in shelf.opinions(ruling, format) {
            match said.iter_mut().find(|(other, _)| *other == opinion) {
                Some((_, formats)) => formats.push(format),
                None => said.push((opinion, vec![format])),
            }
        }
    }
    html! {
        @if !said.is_empty() {
            section {
                h2 { "What engines make of it" }
                ul.engines {
                    @for (opinion, formats) in &said {
                        li class=(opinion.says.word().replace(' ', "-")) {
                            b { (opinion.engine) } " " (opinion.says.word()) span.dim { " (" (formats.join(", ")) "; " (opinion.version) ")" }
                            @if let Some(why) = &opinion.why { ": " (why) }
                        }
                    }
                }
            }
        }
    }
}

fn cards(ruling: &Ruling) -> Markup {
    html! {
        section {
            h2 { "Cards" }
            p.cards { @for card in &ruling.cards { a href=(ROOT.card(&card.name)) { (card.name) } " " } }
        }
    }
}

fn related(shelf: &Shelf<'_>, ruling: &Ruling) -> Markup {
    let others: Vec<&Ruling> = ruling.see_also.iter().filter_map(|id| shelf.ruling(id)).collect();
    html! {
        @if !others.is_empty() {
            section { h2 { "See also" } ul.list { @for other in others { (asked(ROOT, other)) } } }
        }
    }
}
