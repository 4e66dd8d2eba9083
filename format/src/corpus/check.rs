//! Reads everything of a corpus and reports everything that is wrong with it.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use super::list::id_line;
use super::{Corpus, file_name, path_of_ruling};
use crate::card::CardFile;
use crate::catalogue::Disputes;
use crate::diagnostic::{Diagnostic, Diagnostics, Elsewhere};
use crate::lint::Lint;
use crate::parallel::on_all_cores;
use crate::place::{Span, Spanned};
use crate::read::ruling::Cards;
use crate::ruling::Ruling;
use crate::suggest::nearest;
use crate::yaml::{self, Kind};

/// A corpus that was read as a whole.
pub struct Checked {
    /// The rulings that could be read, in the order of their names.
    pub rulings: Vec<Arc<Ruling>>,
    /// The cards that could be read, in the order of their file names.
    pub cards: Vec<Arc<CardFile>>,
    /// Everything that is wrong.
    pub diagnostics: Vec<Diagnostic>,
    /// What may be wrong: names of cards that have no file.
    pub warnings: Vec<Diagnostic>,
}

impl Corpus {
    /// Reads everything: rules, statements, disputes, cards and rulings, on all cores.
    pub fn check(&self) -> Checked {
        let mut found = Report::default();
        if let Err(errors) = self.rules() {
            found.add(errors);
        }
        let stems: Vec<&String> = self.cards.keys().collect();
        let mut cards = Vec::new();
        for card in on_all_cores(&stems, |stem| self.card_file(stem)).into_iter().flatten() {
            match card {
                Ok(card) => cards.push(card),
                Err(errors) => found.add(errors),
            }
        }
        let warnings = cards.iter().flat_map(|card| self.unknown_mentions(card)).collect();
        let names: Vec<&String> = self.rulings.iter().collect();
        let (mut rulings, mut unread) = (Vec::new(), Vec::new());
        for (ruling, name) in on_all_cores(&names, |name| self.ruling(name)).into_iter().zip(&names) {
            match ruling {
                Ok(ruling) => rulings.push(ruling),
                Err(errors) => {
                    unread.extend(self.written_id(name));
                    found.add(errors);
                }
            }
        }
        check_ids(&rulings, &mut found);
        self.check_references(&rulings, &unread, &mut found);
        Checked { rulings, cards, diagnostics: found.diagnostics, warnings }
    }

    /// Reads some files of the corpus, and of the others what bears on whether they are right: rulings that may be the same as one of
    /// them or one of `rulings`, which are not of the corpus, and whatever uses one of the cards. Everything is read if one of the
    /// files is neither a ruling nor a card.
    pub fn check_some(&self, paths: &[String], rulings: &[Arc<Ruling>]) -> Checked {
        let paths: HashSet<&str> = paths.iter().map(String::as_str).collect();
        let asked = |path: &str| paths.contains(path);
        let names: BTreeSet<&str> = self.ruling_names().filter(|name| asked(&path_of_ruling(name))).collect();
        let of_cards = self.cards.iter().filter(|(_, path)| asked(path));
        let stems: BTreeSet<&str> = of_cards.map(|(stem, _)| stem.as_str()).collect();
        if names.len() + stems.len() < paths.len() {
            let mut checked = self.check();
            checked.rulings.extend(rulings.iter().cloned());
            return checked;
        }
        let mut found = Report::default();
        let mut read: BTreeMap<&str, Arc<Ruling>> = BTreeMap::new();
        for name in &names {
            match self.ruling(name) {
                Ok(ruling) => drop(read.insert(name, ruling)),
                Err(errors) => found.add(errors),
            }
        }
        let mut cards: BTreeMap<&str, Arc<CardFile>> = BTreeMap::new();
        for stem in &stems {
            match self.card_file(stem) {
                Some(Ok(card)) => drop(cards.insert(stem, card)),
                Some(Err(errors)) => found.add(errors),
                None => {}
            }
        }
        let named: Vec<Arc<CardFile>> = cards.values().cloned().collect();
        let warnings = named.iter().flat_map(|card| self.unknown_mentions(card)).collect();
        let speaks_of_one = |text: &str| named.iter().any(|card| text.contains(&card.name));
        let asked: Vec<Arc<Ruling>> = read.values().chain(rulings).cloned().collect();
        let mut ids = Vec::new();
        let mut buffer = Vec::new();
        for name in self.ruling_names() {
            let Some(text) = self.files.glance(&path_of_ruling(name), &mut buffer) else { continue };
            ids.extend(id_line(text).map(str::to_owned));
            if !names.contains(name) && (speaks_of_one(text) || asked.iter().any(|ruling| may_be(ruling, text))) {
                match self.ruling(name) {
                    Ok(ruling) => drop(read.insert(name, ruling)),
                    // It may be the one that uses a card.
                    Err(errors) => found.add(errors),
                }
            }
        }
        if !named.is_empty() {
            for (stem, path) in self.cards.iter().filter(|(stem, _)| !stems.contains(stem.as_str())) {
                let speaks = self.files.glance(path, &mut buffer).is_some_and(speaks_of_one);
                let card = speaks.then(|| self.card_file(stem)).flatten();
                cards.extend(card.and_then(Result::ok).map(|card| (stem.as_str(), card)));
            }
        }
        let of_corpus: Vec<Arc<Ruling>> = read.into_values().collect();
        check_ids(&of_corpus, &mut found);
        let there = Ids::of(&of_corpus, &ids);
        asked.iter().for_each(|ruling| there.must_have_those_of(ruling, &mut found));
        let rulings = of_corpus.iter().chain(rulings).cloned().collect();
        Checked { rulings, cards: cards.into_values().collect(), diagnostics: found.diagnostics, warnings }
    }

    /// Rulings that others, statements and disputes refer to must exist, and be disputed if they are said to be.
    fn check_references(&self, rulings: &[Arc<Ruling>], unread: &[String], found: &mut Report) {
        let ids = Ids::of(rulings, unread);
        rulings.iter().for_each(|ruling| ids.must_have_those_of(ruling, found));
        match self.statements() {
            Ok(file) => {
                let ids_of = file.statements.iter().flat_map(|statement| &statement.rulings);
                ids_of.for_each(|id| ids.must_have(&file.path, &file.text, id, found));
            }
            Err(errors) => found.add(errors),
        }
        match self.disputes() {
            Ok(file) => {
                for dispute in &file.disputes {
                    let decided = dispute.decided.iter().flat_map(|decision| &decision.rulings);
                    decided.for_each(|id| ids.must_be_scored(file, id, true, found));
                    dispute.disputed.iter().for_each(|id| ids.must_be_scored(file, id, false, found));
                }
            }
            Err(errors) => found.add(errors),
        }
    }

    /// The ids of all rulings, of those too that cannot be read.
    pub fn ids(&self) -> HashSet<String> {
        self.ruling_names().filter_map(|name| self.written_id(name)).collect()
    }

    /// The id of a ruling that cannot be read: others may still refer to it.
    fn written_id(&self, name: &str) -> Option<String> {
        id_line(self.files.glance(&path_of_ruling(name), &mut Vec::new())?).map(str::to_owned)
    }

    /// Names in a card's groups that belong to no card of the corpus: misspelt, or of a card nobody needed yet.
    fn unknown_mentions(&self, card: &CardFile) -> Vec<Diagnostic> {
        let unknown = card.mentions.iter().filter(|mention| self.card(&mention.value).is_none());
        unknown
            .map(|mention| {
                let help = match self.nearest(&mention.value) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!(
                        "if it is spelt right, no ruling can use it without `cards/{}.yaml`",
                        file_name(&mention.value)
                    ),
                };
                let message = format!("there is no card `{}` in the corpus", mention.value);
                Diagnostic::new(&card.path, &card.text, mention.span, message)
                    .lint(Lint::UnknownMention)
                    .help(help)
                    .warning()
            })
            .collect()
    }
}

/// Whether the text of a ruling may be that of one with the same id, the same question or the same play.
fn may_be(ruling: &Ruling, text: &str) -> bool {
    let same_id = id_line(text) == Some(&ruling.id);
    same_id || text.contains(&ruling.title) || ruling.card_names.iter().all(|name| text.contains(name.as_str()))
}

/// Mistakes, each reported once: a card's mistakes are found again by every ruling that needs it.
#[derive(Default)]
struct Report {
    diagnostics: Vec<Diagnostic>,
    seen: HashSet<(String, usize, String)>,
}

impl Report {
    fn push(&mut self, diagnostic: Diagnostic) {
        let key = (diagnostic.path.clone(), diagnostic.span.start, diagnostic.message.clone());
        if self.seen.insert(key) {
            self.diagnostics.push(diagnostic);
        }
    }

    fn add(&mut self, errors: Diagnostics) {
        errors.0.into_iter().for_each(|error| self.push(error));
    }
}

/// The ids there are.
struct Ids<'c> {
    rulings: BTreeMap<&'c str, &'c Ruling>,
    /// Of rulings that were not read, or cannot be.
    unread: BTreeSet<&'c str>,
}

impl<'c> Ids<'c> {
    fn of(rulings: &'c [Arc<Ruling>], unread: impl IntoIterator<Item = &'c String>) -> Self {
        let rulings = rulings.iter().map(|ruling| (ruling.id.as_str(), &**ruling)).collect();
        Self { rulings, unread: unread.into_iter().map(String::as_str).collect() }
    }

    fn all(&self) -> impl Iterator<Item = &str> {
        self.rulings.keys().chain(&self.unread).copied()
    }

    fn has(&self, id: &str) -> bool {
        self.rulings.contains_key(id) || self.unread.contains(id)
    }

    fn must_have(&self, path: &str, text: &Arc<str>, id: &Spanned<String>, found: &mut Report) {
        if !self.has(&id.value) {
            let message = format!("there is no ruling with the id `{}`", id.value);
            let mut error = Diagnostic::new(path, text, id.span, message).lint(Lint::UnknownRuling);
            error.help = nearest(&id.value, self.all()).map(|near| format!("did you mean `{near}`?"));
            found.push(error);
        }
    }

    /// Those a ruling names beside itself.
    fn must_have_those_of(&self, ruling: &Ruling, found: &mut Report) {
        for id in ruling.see_also.iter().filter(|id| !self.has(id)) {
            let id = Spanned { value: id.clone(), span: place_of(ruling, "see also", id) };
            self.must_have(&ruling.path, &ruling.text, &id, found);
        }
    }

    /// What shows a decision is scored; what keeps every reading is not.
    fn must_be_scored(&self, file: &Disputes, id: &Spanned<String>, scored: bool, found: &mut Report) {
        self.must_have(&file.path, &file.text, id, found);
        let Some(ruling) = self.rulings.get(id.value.as_str()) else { return };
        let message = match (scored, ruling.disputed.is_empty()) {
            (true, false) => format!("`{}` decides nothing: it is itself disputed", ruling.name),
            (false, true) => format!("`{}` is scored: it has no readings", ruling.name),
            _ => return,
        };
        found.push(Diagnostic::new(&file.path, &file.text, id.span, message).lint(Lint::Dispute));
    }
}

fn check_ids(rulings: &[Arc<Ruling>], found: &mut Report) {
    let mut first: HashMap<&str, &Ruling> = HashMap::new();
    for ruling in rulings {
        let Some(other) = first.get(ruling.id.as_str()) else {
            first.insert(&ruling.id, ruling);
            continue;
        };
        found.push(id_used_twice(ruling, other));
    }
}

/// The mistake of having the id of another ruling.
pub fn id_used_twice(ruling: &Ruling, other: &Ruling) -> Diagnostic {
    let place = Elsewhere {
        path: other.path.clone(),
        text: Arc::clone(&other.text),
        span: place_of(other, "id", &other.id),
        message: "it is used first here".into(),
    };
    let span = place_of(ruling, "id", &ruling.id);
    Diagnostic::new(&ruling.path, &ruling.text, span, format!("the id `{}` is used twice", ruling.id))
        .lint(Lint::DuplicateId)
        .help("give the newer ruling another id; ids are never reused")
        .elsewhere(place)
}

/// Where a value of a top-level key stands, alone or in a list.
fn place_of(ruling: &Ruling, key: &str, value: &str) -> Span {
    let tree = yaml::parse(&ruling.path, &ruling.text).0;
    let Some(node) = tree.as_ref().and_then(|tree| tree.get(key)) else { return Span::default() };
    match &node.kind {
        Kind::Seq(items) => items.iter().find(|item| item.kind == Kind::Str(value.to_owned())).unwrap_or(node).span,
        _ => node.span,
    }
}
