//! `segoc list`: the rulings that say something, each with its question and what other engines make of it.

use std::fmt::Write as _;
use std::io::Write;

use clap::Args;
use segoc_format::corpus::{Corpus, Listed};
use segoc_protocol::visible;
use segoc_runner::opinions::{self, Opinions};
use segoc_runner::report::count;
use segoc_runner::report::style::{DIM, STRONG};

use super::shared::is_quiet;
use super::{Common, Ending, Output, Problem, select};

/// Which rulings are listed.
#[derive(Debug, Args)]
pub(super) struct Request {
    /// Only rulings that say all of this: a card, a word of the question or answer, a rule, an id, a source, a part of the name.
    #[arg(value_name = "WORDS")]
    words: Vec<String>,

    /// Only in these formats, as in `--in tcg,goat`.
    #[arg(long = "in", value_name = "FORMATS", value_delimiter = ',')]
    formats: Vec<String>,

    #[command(flatten)]
    common: Common,
}

pub(super) fn list(request: &Request) -> Result<Ending, Problem> {
    let corpus = request.common.place.corpus()?;
    let rulings = found(request, &corpus)?;
    let known = Opinions::of(&corpus)?;
    let output = request.common.output;
    let text = || rulings.iter().map(|ruling| shown(ruling, &known)).collect();
    let lines = || {
        let line = |ruling: &Listed| {
            let cards = corpus.cards_in(&ruling.name);
            let formats: Vec<Option<&str>> = match &ruling.formats[..] {
                [] => vec![None],
                some => some.iter().map(|format| Some(format.as_str())).collect(),
            };
            let line = |format: Option<&str>| {
                opinions::listed(ruling, format, &cards, &known.on(&ruling.name, format.unwrap_or_default()))
            };
            formats.into_iter().map(line).collect::<Vec<_>>()
        };
        rulings.iter().flat_map(line).collect()
    };
    output.print(text, lines)?;
    if output == Output::Pretty && !is_quiet() {
        let total = count(rulings.len(), "ruling");
        writeln!(anstream::stderr(), "{total}, corpus {} ({})", corpus.version(), corpus.origin())?;
    }
    Ok(Ending::Passed)
}

/// The rulings asked for, with those of their formats that are.
fn found(request: &Request, corpus: &Corpus) -> Result<Vec<Listed>, Problem> {
    select::some_rulings(corpus)?;
    for format in &request.formats {
        select::known_format(format, corpus)?;
    }
    // The name of a trial means its ruling.
    let words: Vec<&str> = request.words.iter().map(|word| word.split("::").next().unwrap_or(word)).collect();
    let mut rulings = if words.is_empty() { corpus.list() } else { corpus.search(&words) };
    if rulings.is_empty() {
        return Err(select::no_match(&request.words.join(" "), corpus));
    }
    if !request.formats.is_empty() {
        // One whose formats cannot be made out may be meant.
        let asked = |format: &String| request.formats.contains(format);
        rulings.retain(|ruling| ruling.formats.is_empty() || ruling.formats.iter().any(asked));
        rulings.iter_mut().for_each(|ruling| ruling.formats.retain(asked));
    }
    if rulings.is_empty() { Err(select::not_in(&request.formats)) } else { Ok(rulings) }
}

/// A ruling as a person reads it.
fn shown(ruling: &Listed, known: &Opinions<'_>) -> String {
    let id = ruling.id.as_deref().map_or_else(|| "    ".into(), visible);
    let question = ruling.question.as_deref().map_or_else(|| "its question cannot be made out".into(), visible);
    let mut text = format!("{STRONG}{id}{STRONG:#}  {question}\n      {DIM}{}: ", ruling.name);
    if ruling.formats.is_empty() {
        let _ = write!(text, "`segoc check {}` says what is wrong with it", ruling.path);
    }
    text.push_str(&ruling.formats.join(", "));
    for (engine, says) in opinions(ruling, known) {
        let _ = write!(text, "; {engine} {says}");
    }
    let _ = writeln!(text, "{DIM:#}");
    text
}

/// What an engine says, with the formats in which it does.
type Said<'f> = Vec<(String, Vec<&'f str>)>;

/// What each engine says, once if it is the same in all formats.
fn opinions(ruling: &Listed, known: &Opinions<'_>) -> Vec<(String, String)> {
    let mut engines: Vec<(String, Said<'_>)> = Vec::new();
    for format in &ruling.formats {
        for (i, opinion) in known.on(&ruling.name, format).into_iter().enumerate() {
            if i == engines.len() {
                engines.push((opinion.engine, Vec::new()));
            }
            let (says, said) = (opinion.says.to_string(), &mut engines[i].1);
            match said.iter_mut().find(|(other, _)| *other == says) {
                Some((_, formats)) => formats.push(format),
                None => said.push((says, vec![format])),
            }
        }
    }
    let joined = |said: Said<'_>| match &said[..] {
        [(says, _)] => says.clone(),
        several => several
            .iter()
            .map(|(says, formats)| format!("{says} ({})", formats.join(", ")))
            .collect::<Vec<_>>()
            .join(", "),
    };
    engines.into_iter().map(|(engine, said)| (engine, joined(said))).collect()
}
