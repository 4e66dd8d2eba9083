//! What a page can ask: a ruling checked, completed, played, and a duel played by hand.

use std::path::Path;
use std::sync::Arc;

use segoc_format::complete::complete;
use segoc_format::corpus::Corpus;
use segoc_format::diagnostic::{Diagnostic, Diagnostics};
use segoc_format::ruling::Ruling;
use segoc_format::spec::FILES;
use segoc_protocol::End;
use segoc_runner::check::{Mistakes, Outside, Written, check};
use segoc_runner::draft::{id_of, is_free};
use segoc_runner::explain::Account;
use segoc_runner::outcome::Scene;
use segoc_runner::sitting::{Impossible, Sitting, WhyReply};
use segoc_runner::{report, trial};
use segoc_site::parts;
use serde::Deserialize;
use serde_json::{Value, json};

/// What is asked. `text` is that of a ruling, `path` its file below the corpus, if it is one of it.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
enum Request {
    /// The files of the corpus come first.
    Load { files: std::collections::BTreeMap<String, String> },
    /// A ruling by its id or its name.
    Open { ruling: String },
    /// What is wrong with a ruling.
    Check { text: String, path: Option<String> },
    /// What comes of it in every format.
    Play { text: String, path: Option<String> },
    /// What may be written at a place, in UTF-16 units.
    Complete { text: String, at: usize },
    /// What a form to propose it is filled with.
    Propose { text: String },
    /// A duel by hand, from the board of a ruling.
    Sit { text: String, path: Option<String>, format: String },
    /// Answers with what has these places.
    Pick { picks: Vec<usize> },
    /// Back to the question before at which something was to be decided.
    Undo,
    /// To any point.
    Back { point: usize },
    /// Answers as the ruling does.
    Next,
    /// Why something is not offered, by its place.
    Why { barred: usize },
    /// What there is to say of a card.
    WhyCard { card: String },
    /// The duel as a ruling; the number makes its id.
    Save { number: u64 },
}

/// Why there is no answer.
enum Problem {
    /// Something is wrong with the ruling.
    Mistakes(Diagnostics),
    /// What was asked cannot be done.
    Said(String),
}

impl From<Diagnostics> for Problem {
    fn from(mistakes: Diagnostics) -> Self {
        Self::Mistakes(mistakes)
    }
}

impl From<Impossible> for Problem {
    fn from(why: Impossible) -> Self {
        Self::Said(why.to_string())
    }
}

/// What is kept between two requests: the corpus, and the duel that is played.
#[derive(Default)]
pub struct Table {
    corpus: Option<&'static Corpus>,
    sitting: Option<Sitting<'static>>,
}

/// How a ruling is called that is no part of the corpus.
const DRAFT: &str = "ruling.yaml";

impl Table {
    /// Answers a request: both are JSON. An answer has a key `error`, or `mistakes`, if it is none.
    pub fn answer(&mut self, request: &str) -> String {
        let answer = match serde_json::from_str(request) {
            Ok(request) => self.done(request),
            Err(error) => Err(Problem::Said(format!("this is no request: {error}"))),
        };
        let answer = answer.unwrap_or_else(|problem| match problem {
            Problem::Said(why) => json!({ "error": why }),
            Problem::Mistakes(mistakes) => json!({ "mistakes": shown(&mistakes.0) }),
        });
        answer.to_string()
    }

    fn done(&mut self, request: Request) -> Result<Value, Problem> {
        if let Request::Load { files } = request {
            return self.load(files);
        }
        let corpus = self.corpus.ok_or_else(|| Problem::Said("there is no corpus yet".into()))?;
        match request {
            Request::Load { .. } => Ok(Value::Null),
            Request::Open { ruling } => open(corpus, &ruling),
            Request::Check { text, path } => Ok(checked(corpus, &text, path.as_deref())?),
            Request::Play { text, path } => played(corpus, &text, path.as_deref()),
            Request::Complete { text, at } => Ok(completed(corpus, &text, at)),
            Request::Propose { text } => Ok(proposed(corpus, &text)),
            Request::Sit { text, path, format } => {
                // A draft need not check anything yet.
                let path = path.unwrap_or_else(|| DRAFT.into());
                let ruling = corpus.parse_draft_text(Path::new(&path), text)?;
                self.sitting = Some(Sitting::new(corpus, Arc::new(ruling), &format)?);
                let sitting = self.sitting()?;
                let before = sitting.scene();
                sitting.run_on();
                let told = sitting.tale()?;
                stands(sitting, &before, &told)
            }
            Request::Pick { picks } => self.moved(|sitting| Ok(sitting.pick(&picks)?)),
            Request::Next => self.moved(|sitting| match sitting.go_on() {
                true => Ok(()),
                false => Err(Problem::Said("the ruling says nothing more here".into())),
            }),
            Request::Undo => {
                let sitting = self.sitting()?;
                if !sitting.undo() {
                    return Err(Problem::Said("this is the beginning".into()));
                }
                while sitting.asking().is_some_and(|asking| asking.is_idle()) && sitting.undo() {}
                here(sitting)
            }
            Request::Back { point } => {
                let sitting = self.sitting()?;
                sitting.back(point)?;
                here(sitting)
            }
            Request::Why { barred } => {
                let reply = self.sitting()?.why_barred(barred);
                Ok(replies(reply.as_slice()))
            }
            Request::WhyCard { card } => Ok(replies(&self.sitting()?.why(&card)?)),
            Request::Save { number } => {
                let id = (number..).map(id_of).find(|id| is_free(corpus, id)).unwrap_or_default();
                let saved = self.sitting()?.saved_as(Path::new(DRAFT), &id);
                saved.map(|text| json!({ "text": text })).map_err(|why| Problem::Said(why.to_string()))
            }
        }
    }

    fn load(&mut self, files: std::collections::BTreeMap<String, String>) -> Result<Value, Problem> {
        // It is kept as long as the instance: a duel that is played borrows from it.
        let corpus: &'static Corpus = Box::leak(Box::new(Corpus::from_texts(files)?));
        (self.corpus, self.sitting) = (Some(corpus), None);
        let formats: Vec<Value> = corpus.formats().iter().map(|f| json!({"name": f.name, "title": f.title})).collect();
        Ok(json!({ "rulings": corpus.ruling_names().count(), "formats": formats }))
    }

    fn sitting(&mut self) -> Result<&mut Sitting<'static>, Problem> {
        self.sitting.as_mut().ok_or_else(|| Problem::Said("no duel has begun".into()))
    }

    /// Does something that goes on with the duel, and shows what came of it.
    fn moved(&mut self, go: impl FnOnce(&mut Sitting<'static>) -> Result<(), Problem>) -> Result<Value, Problem> {
        let sitting = self.sitting()?;
        let (point, before) = (sitting.here(), sitting.scene());
        go(sitting)?;
        sitting.run_on();
        let news = sitting.news_since(point)?;
        stands(sitting, &before, &news)
    }
}

fn open(corpus: &Corpus, wanted: &str) -> Result<Value, Problem> {
    let wanted = wanted.trim();
    let name = corpus.name_of(&wanted.to_uppercase()).map(str::to_owned);
    let name = name.or_else(|| corpus.ruling_names().find(|name| *name == wanted).map(str::to_owned));
    let name = name.ok_or_else(|| Problem::Said(format!("there is no ruling `{wanted}`")))?;
    let ruling = corpus.ruling(&name)?;
    Ok(json!({ "id": ruling.id, "path": ruling.path, "text": *ruling.text }))
}

/// A ruling as it stands in the editor: one of the corpus in the place of what the corpus has.
fn read(corpus: &Corpus, text: &str, path: Option<&str>) -> Result<(Option<Corpus>, Arc<Ruling>), Diagnostics> {
    let Some(path) = path else { return Ok((None, Arc::new(corpus.parse_ruling(DRAFT, text)?))) };
    let with = corpus.with_text(path, text)?;
    let name = with.name_in(Path::new(path)).unwrap_or_default();
    let ruling = with.ruling(&name)?;
    Ok((Some(with), ruling))
}

fn checked(corpus: &Corpus, text: &str, path: Option<&str>) -> Result<Value, Diagnostics> {
    let Mistakes { of_files, gaps } = match path {
        Some(path) => check(&corpus.with_text(path, text)?, &[path.to_owned()], &[], None),
        None => {
            let read = corpus.parse_ruling(DRAFT, text).map(|ruling| Written::Ruling(Arc::new(ruling)));
            check(corpus, &[], &[Outside { path: DRAFT.into(), read }], None)
        }
    };
    let all: Vec<Diagnostic> = of_files.into_iter().chain(gaps).collect();
    Ok(json!({ "found": shown(&all) }))
}

fn played(corpus: &Corpus, text: &str, path: Option<&str>) -> Result<Value, Problem> {
    let (with, ruling) = read(corpus, text, path)?;
    let corpus = with.as_ref().unwrap_or(corpus);
    let catalogue = corpus.rules()?;
    let formats = ruling.formats.iter().filter_map(|name| corpus.format(name)).map(|format| {
        let outcome = trial::outcome(&ruling, &format.name, &format.policy);
        let report = report::outcome(&ruling, &format.name, &outcome, Some(catalogue));
        json!({ "format": format.name, "title": format.title, "outcome": outcome.word(), "fine": outcome.is_fine(), "report": report })
    });
    let formats: Vec<Value> = formats.collect();
    Ok(json!({ "id": ruling.id, "formats": formats, "duels": parts::duels(corpus, &ruling)? }))
}

fn completed(corpus: &Corpus, text: &str, at: usize) -> Value {
    let found = complete(&FILES[0], corpus, text, bytes(text, at));
    let proposals = found.proposals.iter().map(
        |p| json!({ "label": p.word, "apply": p.written, "info": p.about, "type": if p.is_key { "property" } else { "constant" } }),
    );
    let proposals: Vec<Value> = proposals.collect();
    json!({ "from": units(text, found.from), "options": proposals })
}

fn proposed(corpus: &Corpus, text: &str) -> Value {
    match corpus.parse_draft_text(Path::new(DRAFT), text) {
        Ok(ruling) => {
            let sources =
                ruling.sources.iter().map(|source| format!("{}\n{}", report::source_words(source), source.url));
            let sources: Vec<String> = sources.collect();
            json!({
                "title": ruling.title, "question": ruling.question, "answer": ruling.answer,
                "source": sources.join("\n").trim(), "formats": ruling.formats,
            })
        }
        Err(mistakes) => json!({ "mistakes": shown(&mistakes.0) }),
    }
}

/// Where a duel stands that nothing was done to.
fn here(sitting: &mut Sitting<'static>) -> Result<Value, Problem> {
    let (scene, told) = (sitting.scene(), sitting.tale()?);
    stands(sitting, &scene, &told)
}

/// Everything that is shown of a duel.
fn stands(sitting: &mut Sitting<'static>, before: &Scene, news: &Account) -> Result<Value, Problem> {
    let end = sitting.end().map(|end| match end {
        End::YugiWins => "Yugi has won.",
        End::JoeyWins => "Joey has won.",
        End::Draw => "The duel is a draw.",
        End::Endless => "The duel goes on for ever, and is not played on.",
    });
    let asking = sitting.asking();
    let how_many = asking.as_ref().map(|asking| asking.how_many());
    Ok(json!({
        "format": sitting.format(), "here": sitting.here(), "end": end, "asking": asking, "howMany": how_many,
        "board": parts::board(&sitting.scene(), Some(before)), "news": parts::told(news), "marks": sitting.marks(),
    }))
}

fn replies(all: &[WhyReply]) -> Value {
    json!({ "replies": all })
}

/// Mistakes for an editor, which counts in UTF-16 units, and as the terminal shows them.
fn shown(all: &[Diagnostic]) -> Vec<Value> {
    let one = |d: &Diagnostic| {
        let (line, column) = d.at();
        json!({
            "severity": d.severity.word(), "id": d.lint.word(), "file": d.path, "line": line, "column": column,
            "from": units(&d.text, d.span.start), "to": units(&d.text, d.span.end),
            "message": d.message, "help": d.help, "rendered": d.render(true),
        })
    };
    all.iter().map(one).collect()
}

/// A place in bytes as one in UTF-16 units.
fn units(text: &str, bytes: usize) -> usize {
    let chars = text.char_indices().take_while(|(at, _)| *at < bytes);
    chars.map(|(_, c)| c.len_utf16()).sum()
}

/// A place in UTF-16 units as one in bytes.
fn bytes(text: &str, units: usize) -> usize {
    let mut left = units;
    for (at, c) in text.char_indices() {
        if left < c.len_utf16() {
            return at;
        }
        left -= c.len_utf16();
    }
    text.len()
}
