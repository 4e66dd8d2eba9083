//! What pages are made of: the corpus, read, with where everything is to be found in it.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

use segoc_format::catalogue::RuleEntry;
use segoc_format::corpus::{Corpus, file_name};
use segoc_format::diagnostic::Diagnostics;
use segoc_format::parallel::on_all_cores;
use segoc_format::ruling::Ruling;
use segoc_protocol::Rule;
use segoc_runner::opinions::{Opinion, Opinions};
use segoc_runner::results::{Results, read};

/// A document in Markdown.
#[derive(Clone, Debug)]
pub struct Document {
    /// Its path in the repository, with `/`.
    pub path: String,
    /// Its text.
    pub text: String,
}

/// The corpus on a shelf.
pub(crate) struct Shelf<'c> {
    pub(crate) corpus: &'c Corpus,
    /// Every ruling, in the order of their names.
    pub(crate) rulings: Vec<Arc<Ruling>>,
    /// The places of rulings in that list, by id.
    by_id: HashMap<String, usize>,
    /// The places of rulings by the names of the files of their cards.
    pub(crate) by_card: BTreeMap<String, Vec<usize>>,
    opinions: Mutex<Opinions<'c>>,
    /// The scores of engines.
    pub(crate) scores: Vec<Results>,
    /// Whether there is a page on which rulings are played.
    pub(crate) playground: bool,
    /// What else is to be read.
    pub(crate) documents: Vec<Document>,
}

impl<'c> Shelf<'c> {
    /// Reads everything.
    pub(crate) fn new(corpus: &'c Corpus) -> Result<Self, Diagnostics> {
        let names: Vec<&str> = corpus.ruling_names().collect();
        let read_all = on_all_cores(&names, |name| corpus.ruling(name));
        let rulings: Vec<Arc<Ruling>> = read_all.into_iter().collect::<Result<_, _>>()?;
        corpus.rules()?;
        let by_id = rulings.iter().enumerate().map(|(i, ruling)| (ruling.id.clone(), i)).collect();
        let mut by_card: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (i, ruling) in rulings.iter().enumerate() {
            for card in &ruling.card_names {
                by_card.entry(file_name(card)).or_default().push(i);
            }
        }
        let boards = corpus.scoreboards()?;
        let scores = boards.iter().map(|(path, text)| read::text(path, text)).collect::<Result<_, _>>()?;
        let opinions = Mutex::new(Opinions::of(corpus)?);
        Ok(Self { corpus, rulings, by_id, by_card, opinions, scores, playground: false, documents: Vec::new() })
    }

    /// A ruling by its id.
    pub(crate) fn ruling(&self, id: &str) -> Option<&Ruling> {
        self.by_id.get(id).map(|&at| &*self.rulings[at])
    }

    /// The rules of the catalogue.
    pub(crate) fn entries(&self) -> &[RuleEntry] {
        self.corpus.rules().map_or(&[], |catalogue| &catalogue.rules)
    }

    /// A rule by its id.
    pub(crate) fn entry(&self, word: &str) -> Option<&RuleEntry> {
        self.entries().iter().find(|entry| entry.rule.word() == word)
    }

    /// The sentence of a rule.
    pub(crate) fn sentence(&self, rule: Rule) -> &str {
        self.entry(rule.word()).map_or("", |entry| entry.sentence.as_str())
    }

    /// The rulings that name a rule.
    pub(crate) fn naming(&self, rule: Rule) -> impl Iterator<Item = &Arc<Ruling>> {
        self.rulings.iter().filter(move |ruling| ruling.rules.iter().any(|named| named.value == rule))
    }

    /// What other engines make of a ruling in a format.
    pub(crate) fn opinions(&self, ruling: &Ruling, format: &str) -> Vec<Opinion> {
        let opinions = self.opinions.lock().unwrap_or_else(PoisonError::into_inner);
        opinions.on(&ruling.name, format)
    }
}
