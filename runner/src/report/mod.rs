//! Outcomes as people and programs read them.
//!
//! Text is written with colours; whoever prints it takes them out where they are not wanted (see [`plain`]).

mod board;
pub mod json;
mod layout;
pub mod patch;
pub mod style;
mod summary;

use crate::outcome::{Disputed, Failure, Outcome};
pub use layout::{field, fit, width, wrap};
use segoc_format::catalogue::Catalogue;
use segoc_format::diagnostic::Diagnostics;
use segoc_format::ruling::{Ruling, Source};
use segoc_protocol::Fault;
pub use summary::{Summary, count};

/// The report of a ruling that did not simply pass, in colours; none if it did.
pub fn outcome(ruling: &Ruling, format: &str, outcome: &Outcome, catalogue: Option<&Catalogue>) -> Option<String> {
    match outcome {
        Outcome::Passed => None,
        Outcome::Failed(failure) => Some(self::failure(ruling, format, failure, catalogue)),
        Outcome::Disputed(disputed) => Some(self::disputed(ruling, format, disputed)),
        Outcome::Endless(why) | Outcome::Unsupported(why) => {
            let header = header(ruling, format, &outcome.word().to_uppercase(), None);
            Some(format!("{header}\n{}", field("Why", why, style::PLAIN)))
        }
        Outcome::Fault(fault) => Some(self::fault(ruling, format, fault)),
        Outcome::Invalid(flaws) => {
            Some(Diagnostics(flaws.iter().map(|flaw| flaw.diagnostic(ruling)).collect()).render(true))
        }
    }
}

/// How an engine broke down: what it said last, and what it printed.
fn fault(ruling: &Ruling, format: &str, fault: &Fault) -> String {
    let header = header(ruling, format, &fault.kind.word().to_uppercase(), None);
    format!("{header}\n{}{}", field("Why", &sentence(&fault.message), style::BAD), said(fault))
}

/// How an engine broke down before any ruling was played, in colours.
pub fn breakdown(fault: &Fault) -> String {
    let bad = style::BAD;
    format!("{bad}error{bad:#}: {}\n{}", fault.message, said(fault)).trim_end().to_owned()
}

/// What an engine that broke down said last, and what it printed.
pub fn said(fault: &Fault) -> String {
    let mut text = String::new();
    for (title, lines) in [("Messages", &fault.messages), ("Printed", &fault.stderr)] {
        for (i, line) in lines.iter().enumerate() {
            text.push_str(&layout::line(if i == 0 { title } else { "" }, line));
        }
    }
    text
}

/// A text without its colours.
pub fn plain(text: &str) -> String {
    anstream::adapter::strip_str(text).to_string()
}

/// How a ruling failed, as one would explain it to a judge.
fn failure(ruling: &Ruling, format: &str, failure: &Failure, catalogue: Option<&Catalogue>) -> String {
    let (question, answer) =
        (field("Question", &ruling.question, style::PLAIN), field("Answer", &ruling.answer, style::PLAIN));
    let header = header(ruling, format, "FAILED", Some(failure));
    let mut text = format!("{header}\n{question}{answer}\n{}\n", patch::patch(ruling, failure));
    let verdict = format!("{}: {}", failure.kind, sentence(&failure.message));
    text.push_str(&field("Verdict", &verdict, style::BAD));
    failure.notes.iter().for_each(|note| text.push_str(&field("", note, style::PLAIN)));
    if let Some(rule) = failure.rule {
        let sentence = catalogue.and_then(|c| c.get(rule)).map(|entry| entry.sentence.as_str());
        text.push_str(&field("Rule", rule.word(), style::NAME));
        text.push_str(&sentence.map(|s| field("", s, style::PLAIN)).unwrap_or_default());
    }
    if let Some(source) = best_source(&ruling.sources, format) {
        text.push_str(&field("Source", &source_words(source), style::PLAIN));
        text.push_str(&field("", &source.url, style::DIM));
    }
    format!("{text}\n{}", board::scene(&failure.scene))
}

/// Which reading of a disputed ruling is followed.
fn disputed(ruling: &Ruling, format: &str, disputed: &Disputed) -> String {
    let mut text = header(ruling, format, "DISPUTED", None);
    let answer = |id: &String| {
        let reading = ruling.disputed.iter().find(|r| r.id == *id);
        format!("{id}: {}", reading.map_or("", |r| r.answer.as_str()))
    };
    match disputed.followed.as_slice() {
        [] => text.push_str(&field("Follows", "none of its readings", style::PLAIN)),
        all => all.iter().for_each(|id| text.push_str(&field("Follows", &answer(id), style::PLAIN))),
    }
    text
}

/// The lines that say which ruling it is.
fn header(ruling: &Ruling, format: &str, word: &str, failure: Option<&Failure>) -> String {
    let place = match failure {
        Some(failure) => {
            format!("{}:{}", ruling.path, segoc_format::diagnostic::line_column(&ruling.text, failure.span.start).0)
        }
        None => ruling.path.clone(),
    };
    let colour = if word == "DISPUTED" { style::NOTE } else { style::BAD };
    let reading = failure.and_then(|f| f.reading.as_ref()).map(|r| format!(", reading {r}")).unwrap_or_default();
    let (strong, dim) = (style::STRONG, style::DIM);
    format!(
        "{colour}{word}{colour:#} {strong}{}{strong:#}\n{:width$} {}::{format}{reading} {dim}{}, {place}{dim:#}\n",
        ruling.title,
        "",
        ruling.name,
        ruling.id,
        width = word.len(),
    )
}

/// The source of highest authority that speaks for a format.
fn best_source<'s>(sources: &'s [Source], format: &str) -> Option<&'s Source> {
    sources.iter().filter(|source| source.speaks_for(format)).min_by_key(|source| source.kind)
}

/// A source in a line, without its link.
pub fn source_words(source: &Source) -> String {
    let kind = source.kind.word();
    let at = source.at.as_ref().map(|at| format!(", at {at}")).unwrap_or_default();
    let date = source.as_of.as_ref().map(|date| format!(", as of {date}")).unwrap_or_default();
    format!("{} ({kind}{at}{date})", source.title)
}

fn sentence(text: &str) -> String {
    if text.ends_with(['.', '!', '?', '}']) { text.to_owned() } else { format!("{text}.") }
}
