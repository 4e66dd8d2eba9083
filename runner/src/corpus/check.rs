//! Reads everything of a corpus and reports everything that is wrong with it.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::{Corpus, file_name};
use crate::diagnostic::{Diagnostic, Diagnostics, Elsewhere};
use crate::lint::Lint;
use crate::parallel::on_all_cores;
use crate::read::card::CardFile;
use crate::read::disputes::Disputes;
use crate::read::ruling::Cards;
use crate::read::suggest::nearest;
use crate::ruling::{Ruling, Span, Spanned};

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
    #[must_use]
    pub fn check(&self) -> Checked {
        let mut found = Found::default();
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
        let names: Vec<&String> = self.rulings.keys().collect();
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
        check_see_also(&rulings, &unread, &mut found);
        self.check_references(&rulings, &unread, &mut found);
        Checked { rulings, cards, diagnostics: found.diagnostics, warnings }
    }

    /// Rulings that statements and disputes refer to must exist, and be disputed if they are said to be.
    fn check_references(&self, rulings: &[Arc<Ruling>], unread: &[String], found: &mut Found) {
        let ids = Ids { rulings, unread };
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
    #[must_use]
    pub fn ids(&self) -> HashSet<String> {
        self.rulings.keys().filter_map(|name| self.written_id(name)).collect()
    }

    /// The id of a ruling that cannot be read: others may still refer to it.
    fn written_id(&self, name: &str) -> Option<String> {
        let text = self.files.text(self.rulings.get(name)?).ok()?;
        let id = text.lines().find_map(|line| line.trim_start_matches('\u{feff}').strip_prefix("id:"))?;
        id.split('#').next().map(|id| id.trim().to_owned())
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

/// Mistakes, each reported once: a card's mistakes are found again by every ruling that needs it.
#[derive(Default)]
struct Found {
    diagnostics: Vec<Diagnostic>,
    seen: HashSet<(String, usize, String)>,
}

impl Found {
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
    rulings: &'c [Arc<Ruling>],
    /// Of rulings that cannot be read.
    unread: &'c [String],
}

impl Ids<'_> {
    fn must_have(&self, path: &str, text: &Arc<str>, id: &Spanned<String>, found: &mut Found) {
        let all = || self.rulings.iter().map(|ruling| ruling.id.as_str()).chain(self.unread.iter().map(String::as_str));
        if !all().any(|other| other == id.value) {
            let message = format!("there is no ruling with the id `{}`", id.value);
            let mut error = Diagnostic::new(path, text, id.span, message).lint(Lint::UnknownRuling);
            error.help = nearest(&id.value, all()).map(|near| format!("did you mean `{near}`?"));
            found.push(error);
        }
    }

    /// What shows a decision is scored; what keeps every reading is not.
    fn must_be_scored(&self, file: &Disputes, id: &Spanned<String>, scored: bool, found: &mut Found) {
        self.must_have(&file.path, &file.text, id, found);
        let Some(ruling) = self.rulings.iter().find(|ruling| ruling.id == id.value) else { return };
        let message = match (scored, ruling.disputed.is_empty()) {
            (true, false) => format!("`{}` decides nothing: it is itself disputed", ruling.name),
            (false, true) => format!("`{}` is scored: it has no readings", ruling.name),
            _ => return,
        };
        found.push(Diagnostic::new(&file.path, &file.text, id.span, message).lint(Lint::Dispute));
    }
}

fn check_ids(rulings: &[Arc<Ruling>], found: &mut Found) {
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
pub(crate) fn id_used_twice(ruling: &Ruling, other: &Ruling) -> Diagnostic {
    let place = Elsewhere {
        path: other.path.clone(),
        text: Arc::clone(&other.text),
        span: value_span(&other.text, "id", &other.id),
        message: "it is used first here".into(),
    };
    let span = value_span(&ruling.text, "id", &ruling.id);
    Diagnostic::new(&ruling.path, &ruling.text, span, format!("the id `{}` is used twice", ruling.id))
        .lint(Lint::DuplicateId)
        .help("give the newer ruling another id; ids are never reused")
        .elsewhere(place)
}

fn check_see_also(rulings: &[Arc<Ruling>], unread: &[String], found: &mut Found) {
    let ids: HashSet<&str> =
        rulings.iter().map(|ruling| ruling.id.as_str()).chain(unread.iter().map(String::as_str)).collect();
    for ruling in rulings {
        for id in &ruling.see_also {
            if !ids.contains(id.as_str()) {
                let span = value_span(&ruling.text, "see also", id);
                let message = format!("there is no ruling with the id `{id}`");
                found.push(Diagnostic::new(&ruling.path, &ruling.text, span, message).lint(Lint::UnknownRuling));
            }
        }
    }
}

/// Where a value of a top-level key stands.
fn value_span(text: &str, key: &str, value: &str) -> Span {
    let at_line_start = |at: usize| at == 0 || text.as_bytes().get(at - 1) == Some(&b'\n');
    let key = format!("{key}:");
    let key_at = text.match_indices(&key).map(|(at, _)| at).find(|at| at_line_start(*at)).unwrap_or_default();
    match text[key_at..].find(value) {
        Some(offset) => Span { start: key_at + offset, end: key_at + offset + value.len() },
        None => Span { start: key_at, end: key_at + key.len() },
    }
}
