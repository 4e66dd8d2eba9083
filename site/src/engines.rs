//! Engines: their scores, and every ruling one of them decides otherwise, with the reason.

use std::collections::BTreeMap;

use maud::{Markup, html};
use segoc_runner::results::scoreboard::Scoreboard;
use segoc_runner::results::{Record, Results};

use crate::frame::{Frame, Root, framed};
use crate::shelf::Shelf;

const ROOT: Root = Root::Up;

pub(crate) fn page(shelf: &Shelf<'_>) -> Markup {
    let body = html! {
        h1 { "Engines" }
        p { "Any engine can be put to the test. The reference engine passes everything; a disputed ruling is never scored." }
        @for score in &shelf.scores { (engine(score)) }
    };
    framed(
        shelf,
        Frame {
            root: ROOT,
            title: "Engines",
            about: "How engines score on the corpus, and where they rule otherwise.",
            body,
        },
    )
}

fn engine(score: &Results) -> Markup {
    let board = Scoreboard::of(score);
    let mut listed: BTreeMap<(&str, &str), Vec<&Record>> = BTreeMap::new();
    for record in &score.records {
        if let Some(deviation) = &record.deviation {
            listed.entry((&deviation.class, &deviation.reason)).or_default().push(record);
        }
    }
    html! {
        section {
            h2 { (score.engine) span.dim { " " (score.version) } }
            div.wide tabindex="0" role="region" aria-label=(format!("Scores of {}", score.engine)) {
                table.scores {
                    thead { tr { th { "format" } th { "as ruled" } th { "otherwise" } th { "adapter limit" } th { "not played" } th { "not scored" } } }
                    tbody {
                        @for row in board.rows() {
                            tr {
                                th scope="row" { (row.format.unwrap_or("all").to_uppercase()) }
                                td { (row.passed) } td { (row.deviates) } td { (row.limits) } td { (row.unsupported) } td { (row.disputed) }
                            }
                        }
                    }
                }
            }
            @if !listed.is_empty() {
                details {
                    summary { "Where it rules otherwise, and why" }
                    table {
                        thead { tr { th { "rulings" } th { "whose" } th { "why" } } }
                        tbody {
                            @for ((class, reason), records) in &listed {
                                tr {
                                    td { @for record in records { a href=(ROOT.ruling(&record.ruling)) { (record.ruling) } " " span.dim { (record.format) } " " } }
                                    td { (class) }
                                    td { (reason) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
