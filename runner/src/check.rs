//! Everything that is wrong with a corpus, with some of its files, or with rulings and cards that are no part of it: what `segoc check` says.

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;

use segoc_format::card::CardFile;
use segoc_format::corpus::Corpus;
use segoc_format::diagnostic::{Diagnostic, Diagnostics, Severity};
use segoc_format::printed::Table;
use segoc_format::ruling::Ruling;

use crate::coverage::{self, Coverage};
use crate::lint;

/// A file that is no part of the corpus.
pub struct Outside {
    /// Where it lies, as shown to people.
    pub path: String,
    /// What stands in it, or why it cannot be read.
    pub read: Result<Written, Diagnostics>,
}

/// What stands in a file.
pub enum Written {
    /// A ruling.
    Ruling(Arc<Ruling>),
    /// A card that rulings beside its folder bring along.
    Card(Arc<CardFile>),
}

impl Outside {
    fn ruling(&self) -> Option<Arc<Ruling>> {
        match &self.read {
            Ok(Written::Ruling(ruling)) => Some(Arc::clone(ruling)),
            _ => None,
        }
    }

    fn card(&self) -> Option<Arc<CardFile>> {
        match &self.read {
            Ok(Written::Card(card)) => Some(Arc::clone(card)),
            _ => None,
        }
    }
}

/// What is wrong, and what the rulings do not show.
#[derive(Debug, Default)]
pub struct Mistakes {
    /// What is wrong with files, or may be.
    pub of_files: Vec<Diagnostic>,
    /// What no ruling shows, though some rule or ruling says so.
    pub gaps: Vec<Diagnostic>,
}

/// Checks files of the corpus, by their paths below its root, and rulings and cards from elsewhere; everything if there are none of either. Cards are
/// compared with what is printed on them, if that is given.
pub fn check(corpus: &Corpus, inside: &[String], outside: &[Outside], printed: Option<&Table>) -> Mistakes {
    let everything = inside.is_empty() && outside.is_empty();
    let drafts: Vec<Arc<Ruling>> = outside.iter().filter_map(Outside::ruling).collect();
    // What keeps a ruling from being read, which may be a card of it.
    let mut unread: Vec<Diagnostic> =
        outside.iter().filter_map(|file| file.read.as_ref().err()).flat_map(|errors| errors.0.clone()).collect();
    let checked = if everything { corpus.check() } else { corpus.check_some(inside, &drafts) };
    let read: HashSet<&str> = checked.rulings.iter().map(|ruling| ruling.path.as_str()).collect();
    let files = inside.iter().map(|path| corpus.shown(path)).filter(|path| !read.contains(path.as_str()));
    let names = files.filter_map(|path| corpus.name_in(Path::new(&path)));
    unread.extend(names.filter_map(|name| corpus.ruling(&name).err()).flat_map(|errors| errors.0));
    let named = inside.iter().map(|path| corpus.shown(path)).chain(outside.iter().map(|file| file.path.clone()));
    let named: HashSet<String> = named.collect();
    let meant = |path: &str| everything || named.contains(path);
    let of_catalogue = named.contains(&corpus.shown("rules.yaml"));
    let counted: Vec<Arc<Ruling>> =
        checked.rulings.iter().filter(|ruling| of_catalogue || meant(&ruling.path)).cloned().collect();
    let mut gaps = match Coverage::of(corpus, &counted) {
        Ok(coverage) => coverage::lint(&coverage),
        // The mistakes of the catalogue are among those of the corpus.
        Err(_) => Vec::new(),
    };
    let lints = lint::lint(corpus, &checked, meant);
    let cards: Vec<Arc<CardFile>> =
        checked.cards.iter().cloned().chain(outside.iter().filter_map(Outside::card)).collect();
    let printed = printed.into_iter().flat_map(|table| cards.iter().flat_map(|card| table.differences(card)));
    let mut mistakes: Vec<Diagnostic> = printed.collect();
    mistakes.extend(checked.diagnostics);
    mistakes.extend(checked.warnings);
    mistakes.extend(lints);
    if !everything {
        // Two files with one id are wrong together, whichever of them is named.
        let together = |d: &Diagnostic| d.severity == Severity::Error && d.elsewhere.iter().any(|e| meant(&e.path));
        mistakes.retain(|mistake| meant(&mistake.path) || together(mistake));
        gaps.retain(|gap| meant(&gap.path));
        // Whoever works on a file can do something about what is a note in a whole corpus.
        let notes = mistakes.iter_mut().filter(|d| d.severity == Severity::Note);
        notes.for_each(|note| note.severity = Severity::Warning);
        let same = |a: &Diagnostic, b: &Diagnostic| (&a.path, a.span, &a.message) == (&b.path, b.span, &b.message);
        unread.retain(|error| !mistakes.iter().any(|mistake| same(mistake, error)));
        mistakes.extend(unread);
    }
    Mistakes { of_files: mistakes, gaps }
}
