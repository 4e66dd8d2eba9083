//! Rulings that say the same.

use std::collections::HashMap;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::sync::Arc;

use super::head::field_span;
use segoc_format::diagnostic::{Diagnostic, Elsewhere};
use segoc_format::lint::Lint;
use segoc_format::parallel::on_all_cores;
use segoc_format::ruling::Ruling;
use segoc_format::yaml::{self, Kind, Node};

/// What of a ruling is compared, without labels, prose and places. A number stands for each text, which is as long as the ruling.
struct Gist {
    /// The board and everything that is played and checked.
    whole: u64,
    /// The board and what the players do, in which formats.
    deeds: u64,
    /// The situation and the question.
    asked: u64,
}

/// Rulings that are the same as one before them, or almost.
pub fn lint(rulings: &[Arc<Ruling>]) -> Vec<Diagnostic> {
    let gists = on_all_cores(rulings, |ruling| gist(ruling));
    let mut found = Vec::new();
    let (mut wholes, mut deeds, mut asked) = (HashMap::new(), HashMap::new(), HashMap::new());
    for (i, gist) in gists.iter().enumerate() {
        let Some(gist) = gist else { continue };
        let ruling = &rulings[i];
        let same = *wholes.entry(gist.whole).or_insert(i);
        let near = *deeds.entry(gist.deeds).or_insert(i);
        let words = *asked.entry(gist.asked).or_insert(i);
        if same != i {
            let message = format!("this is the same ruling as `{}`", rulings[same].name);
            let help = "remove one of them; if their formats differ, name all of them in the other";
            found.push(at(ruling, message, &rulings[same]).lint(Lint::DuplicateRuling).help(help));
        } else if near != i {
            let message =
                format!("the same is played on the same board in `{}`, only the checks differ", rulings[near].name);
            let help = "put the checks of both into one ruling, or let the duels differ in what the question is about";
            found.push(at(ruling, message, &rulings[near]).lint(Lint::NearDuplicate).warning().help(help));
        } else if words != i {
            let message = format!("`{}` has the same situation and question", rulings[words].name);
            let help = "say in `ruling` or `question` how they differ";
            found.push(at(ruling, message, &rulings[words]).lint(Lint::NearDuplicate).warning().help(help));
        }
    }
    found
}

fn at(ruling: &Ruling, message: String, other: &Ruling) -> Diagnostic {
    let place = Elsewhere {
        path: other.path.clone(),
        text: Arc::clone(&other.text),
        span: field_span(&other.text, "ruling"),
        message: "the other one".into(),
    };
    let span = field_span(&ruling.text, "ruling");
    Diagnostic::new(&ruling.path, &ruling.text, span, message).elsewhere(place)
}

fn gist(ruling: &Ruling) -> Option<Gist> {
    let tree = yaml::parse(&ruling.path, &ruling.text).0?;
    let labels: Vec<&str> = ruling.labels.iter().flatten().map(String::as_str).collect();
    let mut whole = String::new();
    write(tree.get("duel")?, &labels, &mut whole);
    let mut deeds = format!("{whole} in {:?} ", ruling.formats);
    let Kind::Seq(steps) = &tree.get("play")?.kind else { return None };
    for step in steps {
        write(step, &labels, &mut whole);
        if ["Yugi", "Joey", "triggers"].iter().any(|tag| step.get(tag).is_some()) {
            write(step, &labels, &mut deeds);
        }
    }
    let asked = format!("{}\n{}", ruling.title.to_lowercase(), ruling.question.to_lowercase());
    let number = |text: String| BuildHasherDefault::<DefaultHasher>::default().hash_one(text);
    Some(Gist { whole: number(whole), deeds: number(deeds), asked: number(asked) })
}

/// Writes a tree in one way, whatever way it is written in the file: labels by number, keys in order, no reasons.
fn write(node: &Node, labels: &[&str], out: &mut String) {
    match &node.kind {
        Kind::Str(text) => match labels.iter().position(|label| label == text) {
            Some(i) => out.push_str(&format!("#{i}")),
            None => out.push_str(&format!("{text:?}")),
        },
        Kind::Seq(items) => {
            out.push('[');
            for item in items {
                write(item, labels, out);
                out.push(',');
            }
            out.push(']');
        }
        Kind::Map(entries) => {
            let mut entries: Vec<_> = entries.iter().filter(|(key, _)| key.value != "because").collect();
            entries.sort_by(|(a, _), (b, _)| a.value.cmp(&b.value));
            out.push('{');
            for (key, value) in entries {
                out.push_str(&format!("{:?}:", key.value));
                write(value, labels, out);
                out.push(',');
            }
            out.push('}');
        }
        other => out.push_str(&format!("{other:?}")),
    }
}
