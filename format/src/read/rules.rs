//! `rules.yaml`: the catalogue of rules, which must agree with the rules the engine knows.

use std::sync::Arc;

use segoc_engine::Rule;

use super::Reader;
use super::beliefs::{self, beliefs};
use crate::catalogue::{Catalogue, Family, RuleEntry, family_of};
use crate::diagnostic::Diagnostics;
use crate::place::Span;
use crate::spec;
use crate::yaml::Node;

/// Reads `rules.yaml`. `formats` are the names of the formats there are.
///
/// # Errors
/// Everything that is wrong with the file, rules missing from it among them.
pub fn read(path: &str, text: &Arc<str>, formats: &[String]) -> Result<Catalogue, Diagnostics> {
    let (mut reader, node) = Reader::parse(path, text);
    let catalogue = node.and_then(|node| catalogue(&mut reader, &node, formats));
    match catalogue {
        Some(catalogue) if reader.errors.is_empty() => Ok(catalogue),
        _ => Err(reader.into_errors()),
    }
}

fn catalogue(reader: &mut Reader, node: &Node, formats: &[String]) -> Option<Catalogue> {
    let mut fields = reader.fields(node, &spec::catalogue::CATALOGUE)?;
    let families = fields.need("families").map(|node| families(reader, node)).unwrap_or_default();
    let (key, list) = match fields.take_with_key("rules") {
        Some(found) => found,
        None => {
            reader.error(fields.head(), "the catalogue needs `rules`");
            return None;
        }
    };
    let mut rules: Vec<RuleEntry> = Vec::new();
    let mut listed: Vec<Rule> = Vec::new();
    for item in reader.some(list, "rules").unwrap_or_default() {
        let (rule, entry) = entry(reader, item, formats);
        if let Some((rule, span)) = rule {
            if listed.contains(&rule) {
                reader.error(span, format!("the rule `{rule}` is listed twice"));
            }
            if !families.iter().any(|family| family.name == family_of(rule)) {
                reader.error(span, format!("there is no family `{}`", family_of(rule)));
            }
            listed.push(rule);
        }
        rules.extend(entry);
    }
    for missing in Rule::ALL.iter().filter(|rule| !listed.contains(rule)) {
        reader.error(key.span, format!("the engine knows the rule `{missing}`, but it is not listed"));
    }
    let misconceptions = fields.take("misconceptions").map(|node| beliefs(reader, node)).unwrap_or_default();
    fields.finish(reader);
    let (path, text) = (reader.path.clone(), Arc::clone(&reader.text));
    let catalogue = Catalogue { path, text, families, rules, misconceptions };
    beliefs::agree_with_the_engine(reader, &catalogue, key.span);
    Some(catalogue)
}

fn families(reader: &mut Reader, node: &Node) -> Vec<Family> {
    let mut families = Vec::new();
    for (key, value) in reader.by_name(node, "families by name") {
        let Some(mut fields) = reader.fields(value, &spec::catalogue::FAMILY) else { continue };
        let means = fields.need("means").and_then(|node| reader.line(node, "what the family is about"));
        let module = fields.need("module").and_then(|node| reader.line(node, "a module"));
        fields.finish(reader);
        if let Some((means, module)) = means.zip(module) {
            families.push(Family { name: key.value.clone(), means, module });
        }
    }
    families
}

/// An entry, and its id even if the rest of it is wrong.
fn entry(reader: &mut Reader, node: &Node, known: &[String]) -> (Option<(Rule, Span)>, Option<RuleEntry>) {
    let Some(mut fields) = reader.fields(node, &spec::catalogue::RULE_ENTRY) else { return (None, None) };
    let id = fields.need("id").and_then(|node| Some((reader.word::<Rule>(node, "rule")?, node.span)));
    let sentence = fields.need("rule").and_then(|node| reader.line(node, "a sentence"));
    let formats = fields.need("formats").map(|node| reader.formats(node, known)).unwrap_or_default();
    let refuses = fields.take("refuses").is_some_and(|node| reader.flag(node, "`refuses`"));
    let differs_from = fields.take("differs from").map(|node| reader.words(node, "rule")).unwrap_or_default();
    let misconceptions = fields.take("misconceptions").map(|node| beliefs(reader, node)).unwrap_or_default();
    let sources = fields.need("sources").map(|node| reader.sources(node, known, known)).unwrap_or_default();
    fields.finish(reader);
    let entry = id.zip(sentence).map(|((rule, span), sentence)| RuleEntry {
        rule,
        sentence,
        formats,
        refuses,
        differs_from,
        misconceptions,
        sources,
        span,
    });
    (id, entry)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_and_missing_rules_are_both_reported() {
        let text = "families: {timing: {means: m, module: timing.rs}}\nrules:\n  - {id: timing.mised, rule: R., formats: [tcg], \
                    sources: [{kind: wiki, title: T}]}\n  - {id: chain.both-pass, rule: R., formats: [tgc], sources: []}\n";
        let errors = read("rules.yaml", &Arc::from(text), &["tcg".into()]).unwrap_err().0;
        let shown: Vec<String> = errors.iter().map(ToString::to_string).collect();
        let about_no_rule = segoc_engine::MISCONCEPTIONS.iter().filter(|m| m.rules.is_empty()).count();
        let (missing, others) = shown.split_at(Rule::ALL.len() - 1 + about_no_rule);
        assert_eq!(missing[0], "rules.yaml:2:1: the engine knows the rule `segoc.one-chain`, but it is not listed");
        assert_eq!(
            others,
            [
                "rules.yaml:3:10: unknown rule `timing.mised`",
                "rules.yaml:3:60: a source needs `url`",
                "rules.yaml:4:10: there is no family `chain`",
                "rules.yaml:4:10: the engine can hold the misconception `chain-one-pass-ends` about `chain.both-pass`, but it is not said",
                "rules.yaml:4:47: unknown format `tgc`",
                "rules.yaml:4:62: the list of sources is empty",
            ]
        );
        assert_eq!(errors[missing.len()].help.as_deref(), Some("did you mean `timing.missed`?"));
    }

    /// The catalogue of the repository with one of its lines changed.
    fn changed(from: &str, to: &str) -> Vec<String> {
        let text = segoc_corpus::file("rules.yaml").expect("the catalogue");
        assert!(text.contains(from), "{from}");
        let formats: Vec<String> = ["tcg", "ocg", "edison", "goat"].map(String::from).to_vec();
        let errors = read("rules.yaml", &Arc::from(text.replacen(from, to, 1)), &formats).unwrap_err();
        errors
            .0
            .iter()
            .map(|error| format!("{} ({})", error.message, error.help.as_deref().unwrap_or_default()))
            .collect()
    }

    #[test]
    fn beliefs_agree_with_the_engine_both_ways() {
        assert_eq!(
            changed("{id: when-never-misses,", "{id: when-never-mises,"),
            [
                "the engine can hold the misconception `when-never-misses` about `timing.missed`, but it is not said \
                 (add {id: when-never-misses, belief: \"…\"} to its `misconceptions`)",
                "unknown misconception `when-never-mises` (did you mean `when-never-misses`?)",
            ]
        );
        assert_eq!(
            changed("{id: when-if-misses-too,", "{id: costs-refunded,")[1],
            "`costs-refunded` is not a misconception about this rule (it is about cost.not-refunded)"
        );
        assert_eq!(
            changed("{id: zero-atk-both,", "{id: costs-refunded,")[1],
            "`costs-refunded` is not a misconception about this rule (it is about cost.not-refunded)"
        );
    }

    #[test]
    fn a_belief_is_said_in_one_way() {
        let said = "belief: \"The opponent of the turn player places their triggers first.\"";
        assert_eq!(
            changed(said, "belief: Otherwise."),
            ["the misconception `groups-opponent-first` is said in two ways ()"; 2]
        );
    }
}
