//! What people believe instead of a rule: a sentence for every misconception the engine can hold, and no other.

use segoc_engine::{MISCONCEPTIONS, Misconception};

use super::{Place, Read, Reader};
use crate::catalogue::{Belief, Catalogue};
use crate::place::{Span, Spanned};
use crate::spec::shapes::BELIEF;
use crate::yaml::Node;

impl Read<()> for Belief {
    fn read(reader: &mut Reader<'_>, node: &Node, _: Place) -> Option<Self> {
        reader.map(node, &BELIEF, ["id", "belief"], |id: Spanned<String>, belief| Self {
            id: id.value,
            belief,
            span: id.span,
        })
    }
}

/// Compares the beliefs with the engine's table, both ways. `rules` is where the list of rules begins.
pub(super) fn agree_with_the_engine(reader: &mut Reader<'_>, catalogue: &Catalogue, rules: Span) {
    are_known(reader, catalogue);
    are_said_alike(reader, catalogue);
    for misconception in MISCONCEPTIONS {
        let id = misconception.id;
        if misconception.rules.is_empty() && !catalogue.misconceptions.iter().any(|belief| belief.id == id) {
            let help = "it is about no rule: write it in `misconceptions` at the end of the file";
            reader.error_help(rules, format!("the engine can hold the misconception `{id}`, but it is not said"), help);
        }
        for entry in catalogue.rules.iter().filter(|entry| misconception.rules.contains(&entry.rule)) {
            if !entry.misconceptions.iter().any(|belief| belief.id == id) {
                let message =
                    format!("the engine can hold the misconception `{id}` about `{}`, but it is not said", entry.rule);
                reader.error_help(
                    entry.span,
                    message,
                    format!("add {{id: {id}, belief: \"…\"}} to its `misconceptions`"),
                );
            }
        }
    }
}

/// No unknown id, and each belief at a rule it gets wrong.
fn are_known(reader: &mut Reader<'_>, catalogue: &Catalogue) {
    let of_rules = catalogue.rules.iter().flat_map(|entry| entry.misconceptions.iter().map(|b| (Some(entry.rule), b)));
    for (rule, belief) in of_rules.chain(catalogue.misconceptions.iter().map(|belief| (None, belief))) {
        let about = |m: &Misconception| rule.map_or(m.rules.is_empty(), |rule| m.rules.contains(&rule));
        match MISCONCEPTIONS.iter().find(|m| m.id == belief.id) {
            None => {
                let among = MISCONCEPTIONS.iter().filter(|m| about(m)).map(|m| m.id);
                reader.unknown(belief.span, "misconception", &belief.id, among);
            }
            Some(known) if !about(known) => {
                let right: Vec<&str> = known.rules.iter().map(|rule| rule.word()).collect();
                let help = if right.is_empty() {
                    "it is about no rule: write it in `misconceptions` at the end of the file".to_owned()
                } else {
                    format!("it is about {}", right.join(", "))
                };
                reader.error_help(belief.span, format!("`{}` is not a misconception about this rule", belief.id), help);
            }
            Some(_) => {}
        }
    }
}

/// The same id is the same belief.
fn are_said_alike(reader: &mut Reader<'_>, catalogue: &Catalogue) {
    let mut first: Vec<&Belief> = Vec::new();
    for belief in catalogue.rules.iter().flat_map(|entry| &entry.misconceptions) {
        match first.iter().find(|other| other.id == belief.id) {
            None => first.push(belief),
            Some(other) if other.belief != belief.belief => {
                let message = format!("the misconception `{}` is said in two ways", belief.id);
                reader.error(belief.span, message).mark(other.span, "said otherwise here");
            }
            Some(_) => {}
        }
    }
}
