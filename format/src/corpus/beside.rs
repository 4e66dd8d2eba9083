//! The cards that a ruling outside the corpus brings along.

use std::path::Path;
use std::sync::Arc;

use super::{Corpus, file_name};
use crate::card::CardFile;
use crate::diagnostic::{Diagnostic, Elsewhere};
use crate::lint::Lint;
use crate::read::card;
use crate::read::ruling::{Cards, Found};
use crate::yaml;

/// The cards of the corpus, and what a ruling brings along.
pub(super) struct Beside<'c> {
    corpus: &'c Corpus,
    /// The file of the ruling.
    file: &'c Path,
    /// Cards that come before those of the corpus.
    own: &'c [Arc<CardFile>],
}

impl<'c> Beside<'c> {
    pub(super) fn new(corpus: &'c Corpus, file: &'c Path, own: &'c [Arc<CardFile>]) -> Self {
        Self { corpus, file, own }
    }

    /// A card from a folder `cards` beside the ruling, where it is called as in the corpus. A ruling of the corpus has no such
    /// cards.
    fn in_the_folder(&self, name: &str) -> Found {
        let path = self.file.with_file_name("cards").join(format!("{}.yaml", file_name(name)));
        if !path.is_file() || self.corpus.path_of(self.file).is_some() {
            return Found::Unknown;
        }
        let shown = path.display().to_string();
        let read = yaml::read(&path, &shown).and_then(|text| card::read(&shown, &text, &self.corpus.format_names));
        match read {
            Ok(card) if card.name != name => Found::Unknown,
            Ok(card) => Found::Card(Arc::new(card)),
            Err(mistakes) => Found::Broken(mistakes),
        }
    }
}

impl Cards for Beside<'_> {
    fn find(&self, name: &str) -> Found {
        if let Some(card) = self.own.iter().find(|card| card.name == name) {
            return Found::Card(Arc::clone(card));
        }
        match self.corpus.find(name) {
            Found::Unknown => self.in_the_folder(name),
            Found::Card(card) => match self.in_the_folder(name) {
                Found::Card(other) if other.text != card.text => Found::Broken(passed_over(&other, &card).into()),
                Found::Broken(mistakes) => Found::Broken(mistakes),
                Found::Card(_) | Found::Unknown => Found::Card(card),
            },
            found => found,
        }
    }

    fn nearest(&self, name: &str) -> Option<String> {
        self.corpus.nearest(name)
    }
}

/// Whoever wrote a card of their own would take what the corpus's does for what theirs does.
pub(super) fn passed_over(own: &CardFile, of_the_corpus: &CardFile) -> Diagnostic {
    let name = &own.name;
    let message = format!("the corpus has a card `{name}`, which would be played instead of this one");
    let help = "leave this file out to play the card of the corpus, call it otherwise here and in the ruling, or mend the card of the corpus (`--corpus`)";
    Diagnostic::new(&own.path, &own.text, own.name_span, message).lint(Lint::FileName).help(help).elsewhere(Elsewhere {
        path: of_the_corpus.path.clone(),
        text: Arc::clone(&of_the_corpus.text),
        span: of_the_corpus.name_span,
        message: "the card of the corpus".to_owned(),
    })
}
