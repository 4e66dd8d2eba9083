//! `disputes.yaml`: where the sources disagree, and what became of it.

use std::sync::Arc;

use super::Reader;
use super::statements::{ids_are_used_once, ruling_ids};
use crate::catalogue::{Answer, Decision, Dispute, Disputes};
use crate::diagnostic::Diagnostics;
use crate::place::Spanned;
use crate::spec;
use crate::yaml::Node;

/// Reads `disputes.yaml`. Whether the rulings exist is for the corpus to say.
///
/// # Errors
/// Everything that is wrong with the file.
pub fn read(path: &str, text: &Arc<str>, formats: &[String]) -> Result<Disputes, Diagnostics> {
    let (mut reader, node) = Reader::parse(path, text);
    let mut disputes = Vec::new();
    if let Some(mut fields) = node.as_ref().and_then(|node| reader.fields(node, &spec::catalogue::DISPUTES)) {
        if let Some(node) = fields.need("disputes") {
            disputes = reader.each(node, "disputes", |reader, node| dispute(reader, node, formats));
        }
        fields.finish(&mut reader);
    }
    ids_are_used_once(&mut reader, disputes.iter().map(|dispute| &dispute.id));
    reader.finish(Disputes { path: path.to_owned(), text: Arc::clone(text), disputes })
}

fn dispute(reader: &mut Reader, node: &Node, formats: &[String]) -> Option<Dispute> {
    let mut fields = reader.fields(node, &spec::catalogue::DISPUTE)?;
    let id = fields
        .need("id")
        .and_then(|node| Some(Spanned { value: reader.id(node, "the id of a dispute")?, span: node.span }));
    let question = fields.need("question").and_then(|node| reader.line(node, "a question"));
    let answers = fields
        .need("answers")
        .map(|node| reader.each(node, "answers", |reader, node| answer(reader, node, formats)))
        .unwrap_or_default();
    let decided = fields.take("decided").and_then(|node| decision(reader, node));
    let disputed = fields.take("disputed").map(|node| ruling_ids(reader, node)).unwrap_or_default();
    if !fields.has("decided") && !fields.has("disputed") {
        reader
            .error(fields.head(), "a dispute needs `decided`, or `disputed` with the rulings that keep every reading");
    }
    fields.finish(reader);
    Some(Dispute { id: id?, question: question?, answers, decided, disputed })
}

fn answer(reader: &mut Reader, node: &Node, formats: &[String]) -> Option<Answer> {
    let mut fields = reader.fields(node, &spec::catalogue::ANSWER)?;
    let answer = fields.need("answer").and_then(|node| reader.line(node, "an answer"));
    let sources = fields.need("sources").map(|node| reader.sources(node, formats, formats)).unwrap_or_default();
    fields.finish(reader);
    Some(Answer { answer: answer?, sources })
}

fn decision(reader: &mut Reader, node: &Node) -> Option<Decision> {
    let mut fields = reader.fields(node, &spec::catalogue::DECISION)?;
    let answer = fields.need("answer").and_then(|node| reader.line(node, "an answer"));
    let authority = fields.need("authority").and_then(|node| reader.line(node, "who decides"));
    let rulings = fields.take("rulings").map(|node| ruling_ids(reader, node)).unwrap_or_default();
    fields.finish(reader);
    Some(Decision { answer: answer?, authority: authority?, rulings })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dispute_is_decided_or_kept() {
        let text: Arc<str> = "disputes:\n  - id: a\n    question: Q?\n    answers: [{answer: A., sources: [{kind: derived, title: T}]}]\n    \
                              disputed: [K7Q2]\n  - id: a\n    question: Q?\n    answers: []\n"
            .into();
        let errors: Vec<String> =
            read("disputes.yaml", &text, &[]).unwrap_err().0.iter().map(ToString::to_string).collect();
        assert_eq!(
            errors,
            [
                "disputes.yaml:6:5: a dispute needs `decided`, or `disputed` with the rulings that keep every reading",
                "disputes.yaml:6:9: the id `a` is used twice",
                "disputes.yaml:8:14: the list of answers is empty",
            ]
        );
        let first = text.split("  - id: a\n    question: Q?\n    answers: []").next().unwrap();
        let read = read("disputes.yaml", &Arc::from(first), &[]).unwrap();
        assert_eq!(read.disputes[0].disputed[0].value, "K7Q2");
    }
}
