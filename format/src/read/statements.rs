//! `statements.yaml`: what the source documents say, and what stands for it in the corpus.

use std::sync::Arc;

use super::{Fields, Reader};
use crate::catalogue::{Document, Sort, Statement, Statements};
use crate::diagnostic::Diagnostics;
use crate::place::{Span, Spanned};
use crate::spec;
use crate::suggest;
use crate::yaml::{Kind, Node};

/// Reads `statements.yaml`. Whether the rulings exist is for the corpus to say.
///
/// # Errors
/// Everything that is wrong with the file.
pub fn read(path: &str, text: &Arc<str>, formats: &[String]) -> Result<Statements, Diagnostics> {
    let (mut reader, node) = Reader::parse(path, text);
    let mut read = Statements { path: path.to_owned(), text: Arc::clone(text), ..Statements::none(path) };
    if let Some(mut fields) = node.as_ref().and_then(|node| reader.fields(node, &spec::catalogue::STATEMENTS)) {
        read.documents = fields.need("documents").map(|n| documents(&mut reader, n, formats)).unwrap_or_default();
        if let Some(node) = fields.need("statements") {
            read.statements = reader.each(node, "statements", |reader, node| statement(reader, node, &read.documents));
        }
        fields.finish(&mut reader);
    }
    ids_are_used_once(&mut reader, read.statements.iter().map(|s| &s.id));
    documents_are_used(&mut reader, &read);
    reader.finish(read)
}

/// Reports names that are used twice, pointing at both places.
pub(super) fn ids_are_used_once<'i>(reader: &mut Reader, ids: impl Iterator<Item = &'i Spanned<String>>) {
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

fn documents(reader: &mut Reader, node: &Node, formats: &[String]) -> Vec<Document> {
    let entries = reader.by_name(node, "documents by name").iter();
    let document = |(key, value): &(Spanned<String>, Node)| {
        Some(Document { key: key.value.clone(), source: reader.source(value, formats, formats)? })
    };
    entries.filter_map(document).collect()
}

fn statement(reader: &mut Reader, node: &Node, documents: &[Document]) -> Option<Statement> {
    let mut fields = reader.fields(node, &spec::catalogue::STATEMENT)?;
    let id = fields.need("id").and_then(|node| id(reader, node));
    let (none, one) = ("a statement needs `statement` or `example`", "it is either a `statement` or an `example`");
    let said = reader.only(&mut fields, &spec::catalogue::SAID, none, one);
    let sort = if said.is_some_and(|(key, _)| key.value == "example") { Sort::Example } else { Sort::Statement };
    let sentence = said.and_then(|(_, node)| reader.line(node, "a sentence"));
    let places = fields.need("stands in").map(|node| places(reader, node, documents)).unwrap_or_default();
    let rules = fields.take("rules").map(|node| reader.words(node, "rule")).unwrap_or_default();
    let rulings = fields.take("rulings").map(|node| ruling_ids(reader, node)).unwrap_or_default();
    let not_checked = fields.take("not checked").and_then(|node| reader.line(node, "a reason"));
    something_stands_for_it(reader, &fields, sort);
    fields.finish(reader);
    Some(Statement { id: id?, sort, sentence: sentence?, places, rules, rulings, not_checked })
}

/// Rules, rulings or a reason why there are none; an example is played.
fn something_stands_for_it(reader: &mut Reader, fields: &Fields<'_>, sort: Sort) {
    let (rules, rulings, not_checked) = (fields.has("rules"), fields.has("rulings"), fields.has("not checked"));
    if not_checked && (rules || rulings) {
        reader.error(fields.head(), "what has rules or rulings is checked: leave out `not checked`");
    } else if !not_checked && sort == Sort::Example && !rulings {
        reader.error(fields.head(), "an example needs `rulings` that play it, or a reason in `not checked`");
    } else if !not_checked && !rules && !rulings {
        reader.error(fields.head(), "a statement needs `rules`, `rulings`, or a reason in `not checked`");
    }
}

fn id(reader: &mut Reader, node: &Node) -> Option<Spanned<String>> {
    let id = reader.spanned(node, "an id")?;
    let part = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit());
    if !id.value.split('-').all(part) {
        let help = "it is written in CAPITALS-AND-DIGITS-1";
        reader.error_help(node.span, format!("`{}` cannot be the id of a statement", id.value), help);
        return None;
    }
    Some(id)
}

fn places(reader: &mut Reader, node: &Node, documents: &[Document]) -> Vec<(String, String)> {
    if matches!(&node.kind, Kind::Map(entries) if entries.is_empty()) {
        reader.error(node.span, "a statement stands in at least one document");
    }
    let mut places = Vec::new();
    for (key, value) in reader.by_name(node, "places by document") {
        if !documents.iter().any(|document| document.key == key.value) {
            let help = suggest::help(&key.value, documents.iter().map(|document| document.key.as_str()));
            reader.error_help(key.span, format!("there is no document `{}`", key.value), help);
        }
        places.extend(reader.line(value, "a place in the document").map(|place| (key.value.clone(), place)));
    }
    places
}

/// Ids of rulings.
pub(super) fn ruling_ids(reader: &mut Reader, node: &Node) -> Vec<Spanned<String>> {
    reader.each(node, "ids of rulings", |reader, node| {
        let value = reader.ruling_id(node)?;
        Some(Spanned { value, span: node.span })
    })
}

fn documents_are_used(reader: &mut Reader, read: &Statements) {
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

    const TOP: &str = "documents:\n  note: {kind: judge, title: T, url: \"https://example.org\"}\nstatements:\n";

    fn errors(statements: &str) -> Vec<String> {
        let text: Arc<str> = format!("{TOP}{statements}").into();
        let errors = read("statements.yaml", &text, &["tcg".into()]).unwrap_err();
        errors.0.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_statement_says_where_it_stands_and_what_stands_for_it() {
        let text: Arc<str> =
            format!("{TOP}  - {{id: A-1, statement: S., stands in: {{note: opening}}, rules: [timing.missed]}}\n")
                .into();
        let read = read("statements.yaml", &text, &[]).unwrap();
        assert_eq!(read.documents[0].source.title, "T");
        assert_eq!(read.of(Rule::TimingMissed).count(), 1);
        assert_eq!(read.of(Rule::TimingLastEvent).count(), 0);
        assert_eq!(read.statements[0].places, [("note".to_owned(), "opening".to_owned())]);
    }

    #[test]
    fn every_mistake_is_found() {
        let found = errors(
            "  - {id: A-1, statement: S., stands in: {notes: opening}, rules: [timing.mised]}\n  \
             - {id: a-2, statement: S., stands in: {note: opening}}\n  \
             - {id: A-1, example: E., stands in: {note: end}, rules: [timing.missed]}\n  \
             - {id: A-1, statement: S., stands in: {note: end}, rules: [timing.missed], not checked: why}\n",
        );
        assert_eq!(
            found,
            [
                "statements.yaml:4:42: there is no document `notes`",
                "statements.yaml:4:67: unknown rule `timing.mised`",
                "statements.yaml:5:5: a statement needs `rules`, `rulings`, or a reason in `not checked`",
                "statements.yaml:5:10: `a-2` cannot be the id of a statement",
                "statements.yaml:6:5: an example needs `rulings` that play it, or a reason in `not checked`",
                "statements.yaml:6:10: the id `A-1` is used twice",
                "statements.yaml:7:5: what has rules or rulings is checked: leave out `not checked`",
                "statements.yaml:7:10: the id `A-1` is used twice",
            ]
        );
    }

    #[test]
    fn a_document_nobody_cites_is_a_mistake() {
        assert_eq!(
            errors("  - {id: A-1, statement: S., stands in: {}, not checked: why}\n"),
            [
                "statements.yaml:2:3: no statement stands in `note`",
                "statements.yaml:4:41: a statement stands in at least one document"
            ]
        );
    }
}
