//! `segoc card`: a card as its file has it, in words, and the questions that are answered about it.

use clap::Args;
use segoc_format::card::CardFile;
use segoc_format::corpus::{About, Corpus};
use segoc_runner::coverage::json::written;
use segoc_runner::english::card::{self, Aloud, Effect};
use segoc_runner::report::{count, field, style};
use serde_json::json;

use super::{Common, Ending, Problem};

/// Which card.
#[derive(Debug, Args)]
pub(super) struct Request {
    /// The name of a card, or a part of it, in any spelling.
    #[arg(value_name = "NAME", required = true)]
    name: Vec<String>,

    #[command(flatten)]
    common: Common,
}

pub(super) fn card(request: &Request) -> Result<Ending, Problem> {
    let corpus = request.common.place.corpus()?;
    let card = meant(&request.name.join(" "), &corpus)?;
    let aloud = card::card(&card);
    let about = corpus.about(&card.name);
    let text = || shown(&card, &aloud, &about);
    request.common.output.print(text, || vec![line(&card, &aloud, &about)])?;
    Ok(Ending::Passed)
}

/// The one card that is meant.
fn meant(name: &str, corpus: &Corpus) -> Result<std::sync::Arc<CardFile>, Problem> {
    match corpus.cards_like(name)[..] {
        [one] => match corpus.card_of(one) {
            Some(card) => Ok(card?),
            None => Err(Problem::plain(format!("there is no card `{name}`"))),
        },
        [] => {
            let spelt = segoc_format::corpus::file_name(name);
            let what = format!("there is no card `{name}`");
            Err(Problem::misspelt(what, &spelt, corpus.card_files(), "a new one is described with `segoc new card`"))
        }
        ref several => {
            let names: String = several.iter().map(|stem| format!("\n    {stem}")).collect();
            Err(Problem::advised(format!("{} cards match `{name}`", several.len()), format!("say which:{names}")))
        }
    }
}

/// What stands before an effect of a class.
const LABELS: [(&str, &str); 7] = [
    ("activation", "Activated"),
    ("continuous", "Applies"),
    ("ignition", "Ignition"),
    ("phase", "Phase"),
    ("procedure", "Summoned"),
    ("quick", "Quick"),
    ("trigger", "Trigger"),
];

fn shown(card: &CardFile, aloud: &Aloud, about: &[About]) -> String {
    let (strong, dim) = (style::STRONG, style::DIM);
    let mut text = format!("{strong}{}{strong:#}  {dim}{}{dim:#}\n{}\n", card.name, card.path, aloud.kind);
    if !aloud.effects.is_empty() || !card.left_out.is_empty() {
        text.push('\n');
    }
    for effect in &aloud.effects {
        let label = LABELS.iter().find(|(class, _)| *class == effect.class).map_or("", |(_, label)| *label);
        text.push_str(&field(label, &format!("{}{}", effect.text, which(effect)), style::PLAIN));
    }
    for (i, left_out) in card.left_out.iter().enumerate() {
        text.push_str(&field(if i == 0 { "Left out" } else { "" }, left_out, style::PLAIN));
    }
    let (asked, others): (Vec<&About>, Vec<&About>) = about.iter().partition(|about| about.says_so);
    if !asked.is_empty() {
        text.push('\n');
    }
    for About { ruling, answer, .. } in asked {
        let question = ruling.question.as_deref().unwrap_or("its question cannot be made out");
        text.push_str(&field(ruling.id.as_deref().unwrap_or_default(), question, style::PLAIN));
        let answer = answer.as_deref().unwrap_or_default();
        text.push_str(&field("", &format!("{answer} ({})", ruling.formats.join(", ")), dim));
    }
    if !others.is_empty() {
        let others = count(others.len(), "other ruling");
        text.push_str(&format!("\nIt also lies in {others}: `segoc list \"{}\"`\n", card.name));
    }
    text
}

/// The name of an effect among the others, and where the card has it.
fn which(effect: &Effect) -> String {
    let formats = (!effect.formats.is_empty()).then(|| format!("in {}", effect.formats.join(", ")));
    let parts: Vec<String> = effect.id.clone().into_iter().chain(formats).collect();
    if parts.is_empty() { String::new() } else { format!(" [{}]", parts.join("; ")) }
}

fn line(card: &CardFile, aloud: &Aloud, about: &[About]) -> String {
    let effect = |effect: &Effect| {
        let Effect { class, id, formats, text } = effect;
        json!({"class": class, "id": id, "formats": formats, "says": text})
    };
    let ruling = |About { ruling, answer, says_so }: &About| {
        json!({
            "id": ruling.id,
            "name": ruling.name,
            "formats": ruling.formats,
            "question": ruling.question,
            "answer": answer,
            "about it": says_so,
        })
    };
    written(&json!({
        "type": "card",
        "name": card.name,
        "file": card.path,
        "is": aloud.kind,
        "effects": aloud.effects.iter().map(effect).collect::<Vec<_>>(),
        "left out": card.left_out,
        "rulings": about.iter().map(ruling).collect::<Vec<_>>(),
    }))
}
