//! `disputes.yaml`: where the sources disagree, and what became of it.

use std::sync::Arc;

use super::statements::ids_are_used_once;
use super::{Place, Read, Reader, read_file};
use crate::catalogue::{Answer, Decision, Dispute, Disputes};
use crate::diagnostic::Diagnostics;
use crate::spec::shapes::{ANSWER, DECISION, DISPUTE, DISPUTES};
use crate::yaml::Node;

/// Reads `disputes.yaml`. Whether the rulings exist is for the corpus to say.
///
/// # Errors
/// Everything that is wrong with the file.
pub fn read(path: &str, text: &Arc<str>, formats: &[String]) -> Result<Disputes, Diagnostics> {
    read_file((path, text), formats, (), |reader, node| {
        let disputes: Vec<Dispute> = reader.map(node, &DISPUTES, ["disputes"], |disputes| disputes)?;
        ids_are_used_once(reader, disputes.iter().map(|dispute| &dispute.id));
        Some(Disputes { path: path.to_owned(), text: Arc::clone(text), disputes })
    })
}

impl Read<()> for Dispute {
    fn read(reader: &mut Reader<'_>, node: &Node, _: Place) -> Option<Self> {
        let keys = ["id", "question", "answers", "decided", "disputed"];
        reader.map(node, &DISPUTE, keys, |id, question, answers, decided, disputed| Self {
            id,
            question,
            answers,
            decided,
            disputed,
        })
    }
}

impl Read<()> for Answer {
    fn read(reader: &mut Reader<'_>, node: &Node, _: Place) -> Option<Self> {
        reader.map(node, &ANSWER, ["answer", "sources"], |answer, sources| Self { answer, sources })
    }
}

impl Read<()> for Decision {
    fn read(reader: &mut Reader<'_>, node: &Node, _: Place) -> Option<Self> {
        let keys = ["answer", "authority", "rulings"];
        reader.map(node, &DECISION, keys, |answer, authority, rulings| Self { answer, authority, rulings })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dispute_that_is_kept_names_its_rulings() {
        let text = "disputes: [{id: a, question: Q?, answers: [{answer: A., sources: [{kind: derived, title: T}]}], disputed: [K7Q2]}]\n";
        let read = read("disputes.yaml", &text.into(), &[]).unwrap();
        assert_eq!(read.disputes[0].disputed[0].value, "K7Q2");
    }
}
