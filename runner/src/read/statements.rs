//! `statements.yaml`: what the source documents say, and what stands for it in the corpus.

use std::sync::Arc;

use segoc_engine::Rule;

use super::{Fields, Reader, suggest};
use crate::diagnostic::Diagnostics;
use crate::ruling::{Source, Span, Spanned};
use crate::spec;
use crate::yaml::{Kind, Node};

/// The statements of the source documents.
#[derive(Clone, Debug)]
pub struct Statements {
    /// The file, as shown to people.
    pub path: String,
    /// Its text.
    pub text: Arc<str>,
    /// The documents, in the order of the file.
    pub documents: Vec<Document>,
    /// The statements, in the order of the file.
    pub statements: Vec<Statement>,
}

/// A document that makes statements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// The short name by which statements refer to it.
    pub key: String,
    /// Where to read it.
    pub source: Source,
}

/// What sort of statement it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// A rule or remark.
    Statement,
    /// A worked example, which rulings play.
    Example,
}

/// A statement of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// Its name, which never changes.
    pub id: Spanned<String>,
    /// Rule or example.
    pub sort: Sort,
    /// What is said, in our words.
    pub sentence: String,
    /// The documents that say it, each with the place in it.
    pub places: Vec<(String, String)>,
    /// The rules that stand for it.
    pub rules: Vec<Rule>,
    /// Ids of the rulings that play it.
    pub rulings: Vec<Spanned<String>>,
    /// Why nothing stands for it.
    pub not_checked: Option<String>,
}

impl Statements {
    /// No statements: a corpus need not have any.
    #[must_use]
    pub fn none(path: &str) -> Self {
        Self { path: path.to_owned(), text: Arc::from(""), documents: Vec::new(), statements: Vec::new() }
    }

    /// The statements a rule stands for.
    pub fn of(&self, rule: Rule) -> impl Iterator<Item = &Statement> {
        self.statements.iter().filter(move |statement| statement.rules.contains(&rule))
    }
}

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
    if reader.errors.is_empty() { Ok(read) } else { Err(reader.into_errors()) }
}

/// Reports names that are used twice, pointing at both places.
pub(super) fn ids_are_used_once<'i>(reader: &mut Reader, ids: impl Iterator<Item = &'i Spanned<String>>) {
    let mut seen: Vec<&Spanned<String>> = Vec::new();
    for id in ids {
        match seen.iter().find(|other| other.value == id.value) {
            Some(first) => {
                let first = crate::diagnostic::Label { span: first.span, text: "first used here".into() };
                reader.error(id.span, format!("the id `{}` is used twice", id.value)).labels.push(first);
            }
            None => seen.push(id),
        }
    }
}

fn documents(reader: &mut Reader, node: &Node, formats: &[String]) -> Vec<Document> {
    let Kind::Map(entries) = &node.kind else {
        reader.error(node.span, format!("expected documents by name, found {}", node.describe()));
        return Vec::new();
    };
    let mut documents = Vec::new();
    for (key, value) in entries {
        let source = reader.source(value, formats, formats);
        documents.extend(source.map(|source| Document { key: key.value.clone(), source }));
    }
    documents
}

fn statement(reader: &mut Reader, node: &Node, documents: &[Document]) -> Option<Statement> {
    let mut fields = reader.fields(node, &spec::catalogue::STATEMENT)?;
    let id = fields.need("id").and_then(|node| id(reader, node));
    let (sort, sentence) = match fields.among(&spec::catalogue::SAID).as_slice() {
        [(key, node)] if key.value == "example" => (Sort::Example, reader.line(node, "a sentence")),
        [(_, node)] => (Sort::Statement, reader.line(node, "a sentence")),
        [] => {
            reader.error(fields.head(), "a statement needs `statement` or `example`");
            (Sort::Statement, None)
        }
        [_, (second, _), ..] => {
            reader.error(second.span, "it is either a `statement` or an `example`");
            (Sort::Statement, None)
        }
    };
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
    let Kind::Map(entries) = &node.kind else {
        reader.error(node.span, format!("expected places by document, found {}", node.describe()));
        return Vec::new();
    };
    if entries.is_empty() {
        reader.error(node.span, "a statement stands in at least one document");
    }
    let mut places = Vec::new();
    for (key, value) in entries {
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
