//! Ruling files: the head, and what must hold for the file as a whole.

mod action;
mod check;
mod duel;
mod reference;
mod step;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use segoc_protocol::{Rule, Setup};

use super::{Fields, Reader};
use crate::card::CardFile;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::lint::Lint;
use crate::place::{Span, Spanned};
use crate::ruling::{Reading, Ruling, Step, StepKind};
use crate::spec::{self, Shape};
use crate::yaml::Node;
use reference::Table;
use step::is_blank;

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
    let (reader, node) = Reader::parse(path, text);
    let mut ruling = RulingReader {
        reader,
        cards,
        finished: stage == Stage::Finished,
        known_formats: formats,
        formats: Vec::new(),
        readings: Vec::new(),
        table: Table::default(),
        card_errors: Vec::new(),
        unfinished: Vec::new(),
    };
    let read = node.and_then(|node| ruling.file(name, &node));
    let mut errors = ruling.reader.into_errors().0;
    errors.append(&mut ruling.card_errors);
    match read {
        Some(read) if errors.is_empty() => Ok(read),
        _ if errors.is_empty() => Err(Diagnostic::of_file(path, "the ruling cannot be read").into()),
        _ => Err(Diagnostics(errors)),
    }
}

/// What is known while a ruling file is read.
struct RulingReader<'c> {
    reader: Reader,
    cards: &'c dyn Cards,
    /// Whether the file must check something.
    finished: bool,
    known_formats: &'c [String],
    /// The formats of this file.
    formats: Vec<String>,
    /// The readings of this file.
    readings: Vec<String>,
    /// The cards of the duel.
    table: Table,
    /// Mistakes in the files of its cards.
    card_errors: Vec<Diagnostic>,
    /// What a draft does not say yet.
    unfinished: Vec<Diagnostic>,
}

impl RulingReader<'_> {
    fn file(&mut self, name: &str, node: &Node) -> Option<Ruling> {
        let mut fields = self.reader.fields(node, &spec::ruling::RULING)?;
        let id = self.head(&mut fields, "id").and_then(|node| self.reader.ruling_id(node));
        let title = self.head(&mut fields, "ruling").and_then(|node| self.reader.line(node, "one line"));
        let question = self.head(&mut fields, "question").and_then(|node| self.prose(node, "a question"));
        let answer = self.head(&mut fields, "answer").and_then(|node| self.prose(node, "an answer"));
        match self.head(&mut fields, "formats") {
            Some(node) => self.formats = self.reader.formats(node, self.known_formats),
            None => self.formats = self.known_formats.to_vec(),
        }
        let rules = self.head(&mut fields, "rules").map(|node| self.rules(node)).unwrap_or_default();
        let formats = self.formats.clone();
        let sources =
            self.head(&mut fields, "sources").map(|node| self.reader.sources(node, self.known_formats, &formats));
        let disputed = fields.take("disputed").map(|node| self.disputed(node)).unwrap_or_default();
        let see_also = fields.take("see also").map(|node| self.see_also(node)).unwrap_or_default();
        let seen_in =
            fields.take("seen in").map(|node| self.reader.each(node, "URLs", Reader::url)).unwrap_or_default();
        let setup = fields.need("duel").and_then(|node| self.duel(node));
        let play = match fields.take_with_key("play") {
            Some((key, node)) if !self.finished && is_blank(node) => Some((Vec::new(), key.span)),
            Some((key, node)) => Some((self.play(node), key.span)),
            None if !self.finished => Some((Vec::new(), fields.head())),
            None => {
                self.reader.error(fields.head(), "a ruling needs `play`").lint = Lint::MissingField;
                None
            }
        };
        fields.finish(&mut self.reader);
        let (play, play_span) = play?;
        self.every_format_checks(&play, play_span);
        let setup: Setup = setup?;
        let table = std::mem::take(&mut self.table);
        Some(Ruling {
            name: name.to_owned(),
            path: self.reader.path.clone(),
            text: Arc::clone(&self.reader.text),
            id: id.unwrap_or_default(),
            title: title.unwrap_or_default(),
            question: question.unwrap_or_default(),
            answer: answer.unwrap_or_default(),
            formats,
            rules,
            sources: sources.unwrap_or_default(),
            disputed,
            see_also,
            seen_in,
            setup,
            labels: table.cards.iter().map(|card| card.label.clone()).collect(),
            references: table.references(),
            card_spans: table.cards.iter().map(|card| card.span).collect(),
            card_names: table.names,
            cards: table.files.into_iter().flatten().collect(),
            play,
            play_span,
            unfinished: std::mem::take(&mut self.unfinished),
        })
    }

    /// A map of some shape.
    fn map<T>(
        &mut self,
        node: &Node,
        shape: &'static Shape,
        read: impl FnOnce(&mut Self, &mut Fields<'_>) -> Option<T>,
    ) -> Option<T> {
        let mut fields = self.reader.fields(node, shape)?;
        let value = read(self, &mut fields);
        fields.finish(&mut self.reader);
        value
    }

    /// A field of the head. Without it a ruling is wrong, and a draft not finished.
    fn head<'n>(&mut self, fields: &mut Fields<'n>, key: &'static str) -> Option<&'n Node> {
        if self.finished {
            return fields.need(key);
        }
        let span = match fields.take_with_key(key) {
            Some((_, node)) if !is_blank(node) => return Some(node),
            Some((key, _)) => key.span,
            None => fields.head(),
        };
        self.unfinished(span, Lint::of_missing(spec::ruling::RULING.what, key), format!("`{key}` is not written yet"));
        None
    }

    fn unfinished(&mut self, span: Span, lint: Lint, message: impl Into<String>) {
        let note = Diagnostic::new(self.reader.path.clone(), &self.reader.text, span, message);
        self.unfinished.push(note.lint(lint).note());
    }

    fn prose(&mut self, node: &Node, what: &str) -> Option<String> {
        self.reader.string(node, what).map(|text| text.trim().to_owned())
    }

    fn rules(&mut self, node: &Node) -> Vec<Spanned<Rule>> {
        let mut rules: Vec<Spanned<Rule>> = Vec::new();
        for item in self.reader.some(node, "rules").unwrap_or_default() {
            let Some(rule) = self.reader.word::<Rule>(item, "rule") else { continue };
            if rules.iter().any(|other| other.value == rule) {
                self.reader.error(item.span, format!("the rule `{rule}` is listed twice"));
            }
            rules.push(Spanned { value: rule, span: item.span });
        }
        rules
    }

    fn see_also(&mut self, node: &Node) -> Vec<String> {
        let items = self.reader.some(node, "ids").unwrap_or_default();
        items.iter().filter_map(|item| self.reader.ruling_id(item)).collect()
    }

    fn disputed(&mut self, node: &Node) -> Vec<Reading> {
        let mut readings = Vec::new();
        for item in self.reader.some(node, "readings").unwrap_or_default() {
            let Some(mut fields) = self.reader.fields(item, &spec::ruling::READING) else { continue };
            let id = fields.need("reading").and_then(|node| self.reader.id(node, "the id of a reading"));
            let answer = fields.need("answer").and_then(|node| self.prose(node, "an answer"));
            let formats = self.formats.clone();
            let sources = fields.need("sources").map(|node| self.reader.sources(node, self.known_formats, &formats));
            fields.finish(&mut self.reader);
            if let Some(id) = &id {
                if self.readings.contains(id) {
                    self.reader.error(item.span, format!("two readings are called `{id}`"));
                }
                self.readings.push(id.clone());
            }
            if let (Some(id), Some(answer), Some(sources)) = (id, answer, sources) {
                readings.push(Reading { id, answer, sources });
            }
        }
        if self.readings.len() == 1 {
            self.reader.error(node.span, "a dispute has two or more readings");
        }
        readings
    }

    fn play(&mut self, node: &Node) -> Vec<Step> {
        let items = self.reader.some(node, "steps").unwrap_or_default();
        items.iter().filter_map(|item| self.step(item)).collect()
    }

    /// Every format, and every reading, must reach at least one check.
    fn every_format_checks(&mut self, play: &[Step], span: Span) {
        let checks = |step: &&Step| matches!(step.kind, StepKind::Check(_)) || !step.never_offered.is_empty();
        if !self.finished {
            if !play.iter().any(|step| checks(&step)) {
                self.unfinished(span, Lint::NoCheck, "nothing is checked yet");
            }
            return;
        }
        if !self.reader.errors.is_empty() {
            return;
        }
        for format in &self.formats {
            let belongs = |step: &Step| step.formats.as_ref().is_none_or(|formats| formats.contains(format));
            if !play.iter().filter(checks).any(belongs) {
                self.reader.errors.push(
                    Diagnostic::new(
                        self.reader.path.clone(),
                        &self.reader.text,
                        span,
                        format!("nothing is checked in the format `{format}`"),
                    )
                    .lint(Lint::NoCheck)
                    .help("add a check, or remove the format"),
                );
            }
        }
        for reading in &self.readings {
            let belongs = |step: &Step| step.reading.as_ref() == Some(reading);
            if !play.iter().filter(checks).any(belongs) {
                let message = format!("nothing is checked for the reading `{reading}`");
                let error = Diagnostic::new(self.reader.path.clone(), &self.reader.text, span, message);
                self.reader.errors.push(error.lint(Lint::NoCheck));
            }
        }
    }
}
