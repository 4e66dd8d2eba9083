//! `segoc words`: finds a word of the format by its spelling or its meaning.

use clap::Args;
use serde_json::json;

use super::{Common, Ending, Problem};
use segoc_format::corpus::Corpus;
use segoc_format::spec::search::{self, Entry};
use segoc_format::suggest;
use segoc_runner::report::{field, style};

/// Which words.
#[derive(Debug, Args)]
pub(super) struct Request {
    /// What to look for in words and their meanings, as in `words banish` or `words "end phase"`; several: all of them.
    #[arg(value_name = "WORD", required = true)]
    terms: Vec<String>,

    #[command(flatten)]
    common: Common,
}

/// As many places or cards as are named for a word.
const NAMED: usize = 3;

pub(super) fn words(request: &Request) -> Result<Ending, Problem> {
    let corpus = request.common.place.corpus()?;
    let found = search::find(&request.terms);
    if found.is_empty() {
        let wanted = request.terms.join(" ");
        let what = format!("no word of the format has `{wanted}` in its spelling or its meaning");
        if let Some(advice) = suggest::missing(&wanted) {
            return Err(Problem::advised(format!("there is no word for `{wanted}`"), advice));
        }
        return Err(match search::nearest(&wanted) {
            Some(near) => Problem::advised(what, format!("did you mean `{near}`?")),
            None => Problem::advised(what, "try a shorter part of it; all words are in corpus/VOCABULARY.md"),
        });
    }
    let text = || found.iter().map(|entry| told(&corpus, entry)).collect::<Vec<_>>().join("\n");
    let line = |entry: &Entry| {
        let cards = cards(&corpus, entry);
        let cards = &cards[..cards.len().min(NAMED)];
        let Entry { word, about, example, of } = entry;
        json!({"type": "word", "word": word, "means": about, "example": example, "in": of, "cards": cards}).to_string()
    };
    request.common.output.print(text, || found.iter().map(line).collect())?;
    Ok(Ending::Passed)
}

/// A word as a person reads it.
fn told(corpus: &Corpus, entry: &Entry) -> String {
    let is = if entry.example.is_some() { "in" } else { "a word of" };
    let (strong, dim) = (style::STRONG, style::DIM);
    let mut text = format!("{strong}{}{strong:#}  {dim}{is} {}{dim:#}\n", entry.word, some(&entry.of, ""));
    for (label, said, shade) in [("", Some(entry.about), style::PLAIN), ("as", entry.example.as_deref(), style::NAME)] {
        text.push_str(&said.filter(|said| !said.is_empty()).map(|said| field(label, said, shade)).unwrap_or_default());
    }
    let cards = cards(corpus, entry);
    if !cards.is_empty() {
        text.push_str(&field("see", &some(&cards, "cards/"), dim));
    }
    text
}

/// The first of some names, and how many there are.
fn some(names: &[&str], before: &str) -> String {
    let first: Vec<String> = names.iter().take(NAMED).map(|name| format!("{before}{name}")).collect();
    let rest = if names.len() > NAMED { format!(" and {} more", names.len() - NAMED) } else { String::new() };
    format!("{}{rest}", first.join(", "))
}

/// The cards that write a key, by the names of their files.
fn cards<'c>(corpus: &'c Corpus, entry: &Entry) -> Vec<&'c str> {
    if entry.example.is_some() { corpus.cards_with(entry.word).collect() } else { Vec::new() }
}
