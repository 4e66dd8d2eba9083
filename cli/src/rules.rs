//! `segoc rules`: the catalogue, and everything there is to know about one rule.

use std::fmt::Write as _;

use clap::Args;
use segoc_engine::Rule;
use serde_json::{Value, json};

use super::coverage::unknown;
use super::{Common, Ending, Problem};
use segoc_format::catalogue::{Catalogue, RuleEntry, Statements};
use segoc_runner::coverage::json::{words, written};
use segoc_runner::report::{count, field, source_words, style};

/// Which rule.
#[derive(Debug, Args)]
pub(super) struct Request {
    /// The rule, or a family of them; else all are listed.
    #[arg(value_name = "RULE")]
    rule: Option<String>,

    #[command(flatten)]
    common: Common,
}

pub(super) fn rules(request: &Request) -> Result<Ending, Problem> {
    let corpus = request.common.place.corpus()?;
    let one_alone;
    let catalogue = match request.rule.as_deref().and_then(Rule::from_word) {
        Some(rule) => {
            one_alone = corpus.one_rule(rule)?;
            &one_alone
        }
        None => corpus.rules()?,
    };
    let family = catalogue.families.iter().find(|family| Some(family.name.as_str()) == request.rule.as_deref());
    let of_family = |entry: &&RuleEntry| {
        family.is_none_or(|family| catalogue.family(entry.rule).is_some_and(|other| other.name == family.name))
    };
    let wanted = request.rule.as_deref().filter(|_| family.is_none()).map(|name| {
        let entry = Rule::from_word(name).and_then(|rule| catalogue.get(rule));
        entry.ok_or_else(|| unknown(name, catalogue))
    });
    let wanted = wanted.transpose()?;
    let shown = Shown { catalogue, statements: corpus.statements()?, rulings: corpus.rules_named() };
    let entries = || catalogue.rules.iter().filter(of_family);
    let text = || match wanted {
        Some(entry) => one(&shown, entry),
        None if family.is_none() => list(&shown),
        None => entries().map(said).collect(),
    };
    let lines = || match wanted {
        Some(entry) => vec![written(&value(&shown, entry))],
        None => entries().map(|entry| written(&value(&shown, entry))).collect(),
    };
    request.common.output.print(text, lines)?;
    Ok(Ending::Passed)
}

/// Where rules are spoken of.
struct Shown<'c> {
    catalogue: &'c Catalogue,
    statements: &'c Statements,
    /// Every ruling of the corpus, one that is being written among them, with the rules it names.
    rulings: Vec<(&'c str, Vec<String>)>,
}

impl Shown<'_> {
    /// The names of the rulings that name a rule.
    fn claiming(&self, rule: Rule) -> Vec<&str> {
        let claims = |(_, rules): &&(&str, Vec<String>)| rules.iter().any(|word| word == rule.word());
        self.rulings.iter().filter(claims).map(|(name, _)| *name).collect()
    }
}

/// A rule with its sentence.
fn said(entry: &RuleEntry) -> String {
    format!("{0}{1}{0:#}\n{2}", style::STRONG, entry.rule, field("", &entry.sentence, style::PLAIN))
}

/// Every rule by family, with how many rulings claim it.
fn list(shown: &Shown<'_>) -> String {
    let mut text = String::new();
    for family in &shown.catalogue.families {
        let _ = writeln!(text, "{0}{1}{0:#}: {2}", style::STRONG, family.name, family.means);
        let of_family =
            |entry: &&RuleEntry| shown.catalogue.family(entry.rule).is_some_and(|other| other.name == family.name);
        for entry in shown.catalogue.rules.iter().filter(of_family) {
            let (id, claimed) = (entry.rule.word(), shown.claiming(entry.rule).len());
            let _ = writeln!(text, "  {id:<46} claimed by {claimed:>3}");
        }
    }
    let rules = count(shown.catalogue.rules.len(), "rule");
    let _ =
        writeln!(text, "{rules}; `segoc rules RULE` shows one of them, `segoc rules FAMILY` says those of a family");
    text
}

/// Everything about one rule.
fn one(shown: &Shown<'_>, entry: &RuleEntry) -> String {
    let mut text = format!("{0}{1}{0:#}\n\n", style::STRONG, entry.rule);
    text.push_str(&field("Rule", &entry.sentence, style::PLAIN));
    text.push_str(&field("Formats", &entry.formats.join(", "), style::PLAIN));
    if !entry.differs_from.is_empty() {
        text.push_str(&field("Elsewhere", &words(&entry.differs_from).join(", "), style::PLAIN));
    }
    if let Some(family) = shown.catalogue.family(entry.rule) {
        text.push_str(&field("Engine", &family.module, style::PLAIN));
    }
    let mut label = "Sources";
    for source in &entry.sources {
        text.push_str(&field(label, &source_words(source), style::PLAIN));
        text.push_str(&field("", &source.url, style::DIM));
        label = "";
    }
    let statements = shown.statements.of(entry.rule).map(|s| format!("{}: {}", s.id.value, s.sentence));
    text.push_str(&fields("Said in", statements));
    let mut beliefs: Vec<String> = entry.misconceptions.iter().map(|b| format!("{} ({})", b.belief, b.id)).collect();
    if entry.refuses {
        beliefs.push("Nothing is forbidden here: the rule is not known.".into());
    }
    text.push_str(&fields("Believed", beliefs.into_iter()));
    text.push_str(&fields("Claimed", shown.claiming(entry.rule).into_iter().map(str::to_owned)));
    let _ = writeln!(text, "\n`segoc coverage {}` plays all rulings and says which of them exercise it", entry.rule);
    text
}

/// A labelled list; nothing if it is empty.
fn fields(label: &str, items: impl Iterator<Item = String>) -> String {
    let shown = |(i, item): (usize, String)| field(if i == 0 { label } else { "" }, &item, style::PLAIN);
    items.enumerate().map(shown).collect()
}

fn value(shown: &Shown<'_>, entry: &RuleEntry) -> Value {
    let beliefs = entry.misconceptions.iter().map(|b| json!({"id": b.id, "belief": b.belief}));
    let sources = entry.sources.iter().map(|s| json!({"title": s.title, "url": s.url, "at": s.at, "as of": s.as_of}));
    json!({
        "type": "rule",
        "rule": entry.rule.word(),
        "sentence": entry.sentence,
        "formats": entry.formats,
        "refuses": entry.refuses,
        "differs from": words(&entry.differs_from),
        "sources": sources.collect::<Vec<_>>(),
        "statements": shown.statements.of(entry.rule).map(|s| s.id.value.as_str()).collect::<Vec<_>>(),
        "misconceptions": beliefs.collect::<Vec<_>>(),
        "claimed by": shown.claiming(entry.rule),
    })
}
