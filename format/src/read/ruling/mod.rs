//! Ruling files: the head, and what must hold for the file as a whole.

mod action;
mod check;
mod duel;
mod reference;
mod step;

use std::sync::Arc;

use super::{Fields, Place, Read, Reader, read_file};
use crate::card::CardFile;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::lint::Lint;
use crate::place::{Span, Spanned};
use crate::ruling::{Reading, Ruling, Step, StepKind};
use crate::spec::shapes::{READING, RULING};
use crate::yaml::{Kind, Node};
use reference::Table;

/// Where a ruling finds its cards.
pub trait Cards {
    /// The card of this name.
    fn find(&self, name: &str) -> Found;
    /// The name of a card that is spelt almost like this.
    fn nearest(&self, name: &str) -> Option<String>;
}

/// What looking for a card gives.
pub enum Found {
    /// The card.
    Card(Arc<CardFile>),
    /// There is a file for it, but it cannot be read.
    Broken(Diagnostics),
    /// There is no such card.
    Unknown,
}

/// Whether a ruling must say everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// It must.
    Finished,
    /// Only its duel must be there; what else it lacks is noted in [`Ruling::unfinished`].
    Draft,
}

/// Reads a ruling file. `name` is `family/file-name`; `formats` are the names of the formats there are.
///
/// # Errors
/// Everything that is wrong with the file and with the card files it needs.
pub fn read(
    name: &str,
    path: &str,
    text: &Arc<str>,
    cards: &dyn Cards,
    formats: &[String],
    stage: Stage,
) -> Result<Ruling, Diagnostics> {
    let story = Story {
        cards,
        finished: stage == Stage::Finished,
        readings: Vec::new(),
        table: Table::default(),
        unfinished: Vec::new(),
    };
    read_file((path, text), formats, story, |reader, node| reader.file(name, node))
}

/// What is known while a ruling file is read.
struct Story<'c> {
    cards: &'c dyn Cards,
    /// Whether the file must check something.
    finished: bool,
    /// The readings of this file.
    readings: Vec<String>,
    /// The cards of the duel.
    table: Table,
    /// What a draft does not say yet.
    unfinished: Vec<Diagnostic>,
}

type RulingReader<'f, 'c> = Reader<'f, Story<'c>>;

impl<'c> RulingReader<'_, 'c> {
    fn file(&mut self, name: &str, node: &Node) -> Option<Ruling> {
        let fields = self.entries(node, &RULING)?;
        if !fields.has("duel") && ["monster", "spell", "trap"].iter().any(|kind| fields.has(kind)) {
            let help = "only what lies under `cards` of a corpus is read as a card: put it there";
            self.error_help(fields.head(), "this is a card, not a ruling", help).lint = Lint::UnknownField;
            return None;
        }
        // A draft needs nothing but a duel.
        let finished = self.known.finished;
        fields.check(self, |key| finished || key == "duel");
        let (id, title) = (self.head(&fields, "id"), self.head(&fields, "ruling"));
        let (question, answer) = (self.head(&fields, "question"), self.head(&fields, "answer"));
        let formats: Vec<String> = self.head(&fields, "formats");
        if fields.has("formats") {
            self.of_file = formats;
        }
        let (rules, sources) = (self.head(&fields, "rules"), self.head(&fields, "sources"));
        let disputed = self.disputed(&fields);
        let (see_also, seen_in) = (fields.get(self, "see also"), fields.get(self, "seen in"));
        let setup = fields.entry("duel").and_then(|duel| self.duel(duel.node));
        let play = fields.entry("play").filter(|play| self.known.finished || !is_blank(play.node));
        let play: Vec<Step> = play.and_then(|play| play.read(self)).unwrap_or_default();
        let play_span = fields.entry("play").map_or(fields.head(), |play| play.span);
        self.every_format_checks(&play, play_span);
        let setup = setup?;
        let table = std::mem::take(&mut self.known.table);
        Some(Ruling {
            name: name.to_owned(),
            path: self.path.clone(),
            text: Arc::clone(&self.text),
            id,
            title,
            question,
            answer,
            formats: self.of_file.clone(),
            rules,
            sources,
            disputed,
            see_also: see_also?,
            seen_in: seen_in?,
            setup,
            labels: table.cards.iter().map(|card| card.label.clone()).collect(),
            references: table.references(),
            card_spans: table.cards.iter().map(|card| card.span).collect(),
            card_names: table.names,
            cards: table.files.into_iter().flatten().collect(),
            play,
            play_span,
            unfinished: std::mem::take(&mut self.known.unfinished),
        })
    }

    /// A field of the head. Without it a ruling is wrong, and a draft not finished.
    fn head<T: Read<Story<'c>> + Default>(&mut self, fields: &Fields<'_>, key: &str) -> T {
        let entry = fields.entry(key);
        if !self.known.finished && entry.is_none_or(|entry| is_blank(entry.node)) {
            let span = entry.map_or(fields.head(), |entry| entry.span);
            self.unfinished(span, Lint::of_missing(RULING.what, key), format!("`{key}` is not written yet"));
            return T::default();
        }
        entry.and_then(|entry| entry.read(self)).unwrap_or_default()
    }

    fn unfinished(&mut self, span: Span, lint: Lint, message: impl Into<String>) {
        let note = Diagnostic::new(self.path.clone(), &self.text, span, message);
        self.known.unfinished.push(note.lint(lint).note());
    }

    fn disputed(&mut self, fields: &Fields<'_>) -> Vec<Reading> {
        let Some(entry) = fields.entry("disputed") else { return Vec::new() };
        let readings: Vec<Spanned<Reading>> = entry.read(self).unwrap_or_default();
        for Spanned { value: Reading { id, .. }, span } in &readings {
            if self.known.readings.contains(id) {
                self.error(*span, format!("two readings are called `{id}`"));
            }
            self.known.readings.push(id.clone());
        }
        if matches!(&entry.node.kind, Kind::Seq(items) if items.len() == 1) {
            self.error(entry.node.span, "a dispute has two or more readings");
        }
        readings.into_iter().map(|reading| reading.value).collect()
    }

    /// Every format, and every reading, must reach at least one check.
    fn every_format_checks(&mut self, play: &[Step], span: Span) {
        let checks = |step: &&Step| matches!(step.kind, StepKind::Check(_)) || !step.never_offered.is_empty();
        if !self.known.finished {
            if !play.iter().any(|step| checks(&step)) {
                self.unfinished(span, Lint::NoCheck, "nothing is checked yet");
            }
            return;
        }
        if !self.errors.is_empty() {
            return;
        }
        for format in self.of_file.clone() {
            let belongs = |step: &Step| step.formats.as_ref().is_none_or(|formats| formats.contains(&format));
            if !play.iter().filter(checks).any(belongs) {
                let message = format!("nothing is checked in the format `{format}`");
                self.error_help(span, message, "add a check, or remove the format").lint = Lint::NoCheck;
            }
        }
        for reading in self.known.readings.clone() {
            if !play.iter().filter(checks).any(|step| step.reading.as_ref() == Some(&reading)) {
                let message = format!("nothing is checked for the reading `{reading}`");
                self.error(span, message).lint = Lint::NoCheck;
            }
        }
    }
}

impl Read<Story<'_>> for Reading {
    fn read(story: &mut RulingReader<'_, '_>, node: &Node, _: Place) -> Option<Self> {
        let keys = ["reading", "answer", "sources"];
        story.map(node, &READING, keys, |id, answer, sources| Self { id, answer, sources })
    }
}

/// Whether nothing is written.
fn is_blank(value: &Node) -> bool {
    match &value.kind {
        Kind::Null => true,
        Kind::Str(text) => text.trim().is_empty(),
        Kind::Seq(items) => items.is_empty(),
        Kind::Map(entries) => entries.is_empty(),
        _ => false,
    }
}
