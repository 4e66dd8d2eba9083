//! Second opinions: what other engines made of a ruling, from the scores that come with the corpus.
//!
//! An opinion holds only as long as the ruling and its cards are as they were played.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use segoc_format::corpus::{Corpus, Listed};
use segoc_format::deviations::Class;
use segoc_format::diagnostic::Diagnostics;
use serde::Serialize;

use crate::results::{Rank, Record, read};

/// What the engines of a corpus's scores make of its rulings.
pub struct Opinions<'c> {
    corpus: &'c Corpus,
    engines: Vec<Scored>,
    /// The digests of cards that were asked for, by the names of their files.
    cards: RefCell<HashMap<String, Option<String>>>,
    /// The last ruling that was asked for, with its id and digest: it is asked for in each of its formats.
    last: RefCell<(String, Option<(String, String)>)>,
}

/// The results of an engine, to be looked up by the id of the ruling and its format.
struct Scored {
    engine: String,
    version: String,
    records: HashMap<(String, String), Record>,
}

/// What an engine makes of a ruling in a format.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Opinion {
    /// The name of the engine.
    pub engine: String,
    /// What it says.
    pub says: Says,
    /// Its version.
    pub version: String,
    /// Why it rules otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

segoc_engine::vocabulary! {
    /// What an engine says of a ruling.
    Says {
        /// It rules as the corpus does.
        Agrees = "agrees",
        /// It rules otherwise.
        Otherwise = "rules otherwise",
        /// The sources disagree, and it is not scored.
        NotScored = "is not scored",
        /// It was not played, or the adapter could not.
        NotPlayed = "was not asked",
        /// It was played before ruling or cards changed.
        Outdated = "was asked before it changed",
    }
}

impl Serialize for Says {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.word())
    }
}

impl fmt::Display for Opinion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.engine, self.version, self.says)
    }
}

impl<'c> Opinions<'c> {
    /// The opinions that come with a corpus.
    ///
    /// # Errors
    /// If a score cannot be read.
    pub fn of(corpus: &'c Corpus) -> Result<Self, Diagnostics> {
        let boards = corpus.scoreboards()?;
        let engines = boards.iter().map(|(path, text)| Scored::read(path, text)).collect::<Result<_, _>>()?;
        Ok(Self { corpus, engines, cards: RefCell::default(), last: RefCell::default() })
    }

    /// What each engine makes of a ruling, by its `family/file-name`, in a format. Of a draft nobody has an opinion.
    pub fn on(&self, name: &str, format: &str) -> Vec<Opinion> {
        let mut last = self.last.borrow_mut();
        if last.0 != name {
            *last = (name.to_owned(), self.corpus.ruling_digest(name));
        }
        let Some((id, digest)) = &last.1 else { return Vec::new() };
        let opinion = |scored: &Scored| {
            let record = scored.records.get(&(id.clone(), format.to_owned()));
            let says = match record {
                None => Says::NotPlayed,
                Some(record) if !self.is_current(record, digest) => Says::Outdated,
                Some(record) => says(record),
            };
            let listed = record.and_then(|record| record.deviation.as_ref()).filter(|_| says == Says::Otherwise);
            let why = listed.map(|listed| listed.reason.clone()).filter(|reason| !reason.is_empty());
            Opinion { engine: scored.engine.clone(), version: scored.version.clone(), says, why }
        };
        self.engines.iter().map(opinion).collect()
    }

    /// Whether a ruling and its cards are as they were played.
    fn is_current(&self, record: &Record, digest: &str) -> bool {
        record.played.as_ref().is_some_and(|played| {
            played.ruling == digest
                && played.cards.iter().all(|(card, digest)| self.card(card).as_ref() == Some(digest))
        })
    }

    fn card(&self, stem: &str) -> Option<String> {
        let mut cards = self.cards.borrow_mut();
        cards.entry(stem.to_owned()).or_insert_with(|| self.corpus.card_digest(stem)).clone()
    }
}

/// The line of a ruling that is only listed, for programs.
pub fn listed(ruling: &Listed, format: Option<&str>, cards: &[String], engines: &[Opinion]) -> String {
    #[derive(Serialize)]
    struct Line<'l> {
        cards: &'l [String],
        engines: &'l [Opinion],
        file: &'l str,
        format: Option<&'l str>,
        id: Option<&'l str>,
        name: &'l str,
        question: Option<&'l str>,
        r#type: &'static str,
    }
    let Listed { name, path: file, id, question, .. } = ruling;
    let (id, question) = (id.as_deref(), question.as_deref());
    serde_json::to_string(&Line { cards, engines, file, format, id, name, question, r#type: "ruling" })
        .unwrap_or_default()
}

/// What a result says; what an adapter cannot do is no opinion of its engine.
fn says(record: &Record) -> Says {
    let class = record.deviation.as_ref().map(|listed| listed.class.as_str());
    let limit = class == Some(Class::AdapterLimit.word());
    match (record.rank(), record.outcome.as_str()) {
        (Rank::Fine, "passed") => Says::Agrees,
        (Rank::Fine, _) => Says::NotScored,
        (Rank::Failing, _) if !limit => Says::Otherwise,
        _ => Says::NotPlayed,
    }
}

impl Scored {
    fn read(path: &str, text: &Arc<str>) -> Result<Self, Diagnostics> {
        let results = read::text(path, text)?;
        let by_key = |record: Record| ((record.ruling.clone(), record.format.clone()), record);
        let records = results.records.into_iter().map(by_key).collect();
        Ok(Self { engine: results.engine, version: results.version, records })
    }
}
