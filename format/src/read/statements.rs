//! `statements.yaml`: what the source documents say, and what stands for it in the corpus.

use std::sync::Arc;

use super::{Fields, Place, Read, Reader, read_file};
use crate::catalogue::{Document, Sort, Statement, Statements};
use crate::diagnostic::Diagnostics;
use crate::place::{Span, Spanned};
use crate::spec::shapes::{STATEMENT, STATEMENTS};
use crate::suggest;
use crate::yaml::{Kind, Node};

/// Reads `statements.yaml`. Whether the rulings exist is for the corpus to say.
///
/// # Errors
/// Everything that is wrong with the file.
pub fn read(path: &str, text: &Arc<str>, formats: &[String]) -> Result<Statements, Diagnostics> {
    read_file((path, text), formats, Cited::default(), |reader, node| {
        let fields = reader.fields(node, &STATEMENTS)?;
        let documents: Documents = fields.get_or(reader, "documents", Documents(Vec::new()))?;
        reader.known = Cited(documents.0.iter().map(|document| document.key.clone()).collect());
        let statements: Vec<Statement> = fields.get(reader, "statements")?;
        let read = Statements { path: path.to_owned(), text: Arc::clone(text), documents: documents.0, statements };
        ids_are_used_once(reader, read.statements.iter().map(|s| &s.id));
        documents_are_used(reader, &read);
        Some(read)
    })
}

/// Reports names that are used twice, pointing at both places.
pub(super) fn ids_are_used_once<'i, K>(reader: &mut Reader<'_, K>, ids: impl Iterator<Item = &'i Spanned<String>>) {
    let mut seen: Vec<&Spanned<String>> = Vec::new();
    for id in ids {
        match seen.iter().find(|other| other.value == id.value) {
            Some(first) => {
                let message = format!("the id `{}` is used twice", id.value);
                reader.error(id.span, message).mark(first.span, "first used here");
            }
            None => seen.push(id),
        }
    }
}

/// The names of the documents that statements may cite.
#[derive(Default)]
struct Cited(Vec<String>);

/// The documents by name.
struct Documents(Vec<Document>);

impl Read<Cited> for Documents {
    fn read(reader: &mut Reader<'_, Cited>, node: &Node, place: Place) -> Option<Self> {
        let entries = reader.by_name(node, "documents by name").iter();
        let document = |(key, value): &(Spanned<String>, Node)| {
            Some(Document { key: key.value.clone(), source: Read::read(reader, value, place.item())? })
        };
        Some(Self(entries.filter_map(document).collect()))
    }
}

impl Read<Cited> for Statement {
    fn read(reader: &mut Reader<'_, Cited>, node: &Node, _: Place) -> Option<Self> {
        let fields = reader.fields(node, &STATEMENT)?;
        let said = fields.one("statement");
        let sort = if said.is_some_and(|said| said.key == "example") { Sort::Example } else { Sort::Statement };
        let sentence = said.and_then(|said| said.read(reader));
        something_stands_for_it(reader, &fields, sort);
        let keys = ["id", "stands in", "rules", "rulings", "not checked"];
        fields.make(reader, keys, |id, places: Places, rules, rulings, not_checked| {
            Some(Self { id, sort, sentence: sentence?, places: places.0, rules, rulings, not_checked })
        })?
    }
}

/// Rules, rulings or a reason why there are none; an example is played.
fn something_stands_for_it(reader: &mut Reader<'_, Cited>, fields: &Fields<'_>, sort: Sort) {
    let (rules, rulings, not_checked) = (fields.has("rules"), fields.has("rulings"), fields.has("not checked"));
    if not_checked && (rules || rulings) {
        reader.error(fields.head(), "what has rules or rulings is checked: leave out `not checked`");
    } else if !not_checked && sort == Sort::Example && rules && !rulings {
        reader.error(fields.head(), "an example needs `rulings` that play it, or a reason in `not checked`");
    }
}

/// The documents in which something stands, each with the place in it.
struct Places(Vec<(String, String)>);

impl Read<Cited> for Places {
    fn read(reader: &mut Reader<'_, Cited>, node: &Node, place: Place) -> Option<Self> {
        if matches!(&node.kind, Kind::Map(entries) if entries.is_empty()) {
            reader.error(node.span, "a statement stands in at least one document");
        }
        let mut places = Vec::new();
        for (key, value) in reader.by_name(node, "places by document") {
            if !reader.known.0.contains(&key.value) {
                let help = suggest::help(&key.value, reader.known.0.iter().map(String::as_str));
                reader.error_help(key.span, format!("there is no document `{}`", key.value), help);
            }
            let place: Option<String> = Read::read(reader, value, place.item());
            places.extend(place.map(|place| (key.value.clone(), place)));
        }
        Some(Self(places))
    }
}

fn documents_are_used(reader: &mut Reader<'_, Cited>, read: &Statements) {
    for document in &read.documents {
        if !read.statements.iter().any(|s| s.places.iter().any(|(key, _)| *key == document.key)) {
            let start = read.text.find(&format!("{}:", document.key)).unwrap_or_default();
            let span = Span { start, end: start + document.key.len() };
            reader.error(span, format!("no statement stands in `{}`", document.key));
        }
    }
}

#[cfg(test)]
mod tests {
    use segoc_engine::Rule;

    use super::*;

    #[test]
    fn a_statement_says_where_it_stands_and_what_stands_for_it() {
        let text: Arc<str> =
            "documents: {note: {kind: judge, title: T, url: \"https://example.org\"}}\nstatements:\n  \
                              - {id: A-1, statement: S., stands in: {note: opening}, rules: [timing.missed]}\n"
                .into();
        let read = read("statements.yaml", &text, &[]).unwrap();
        assert_eq!(read.documents[0].source.title, "T");
        assert_eq!(read.of(Rule::TimingMissed).count(), 1);
        assert_eq!(read.of(Rule::TimingLastEvent).count(), 0);
        assert_eq!(read.statements[0].places, [("note".to_owned(), "opening".to_owned())]);
    }
}
