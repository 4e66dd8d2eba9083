//! `rules.yaml`: the catalogue of rules, which must agree with the rules the engine knows.

use std::sync::Arc;

use segoc_engine::Rule;

use super::{Place, Read, Reader, beliefs, read_file};
use crate::catalogue::{Catalogue, Family, RuleEntry, family_of};
use crate::diagnostic::Diagnostics;
use crate::place::Spanned;
use crate::spec::shapes::{CATALOGUE, FAMILY, RULE_ENTRY};
use crate::yaml::Node;

/// Reads `rules.yaml`. `formats` are the names of the formats there are.
///
/// # Errors
/// Everything that is wrong with the file, rules missing from it among them.
pub fn read(path: &str, text: &Arc<str>, formats: &[String]) -> Result<Catalogue, Diagnostics> {
    read_file((path, text), formats, (), catalogue)
}

fn catalogue(reader: &mut Reader<'_>, node: &Node) -> Option<Catalogue> {
    let fields = reader.fields(node, &CATALOGUE)?;
    let families: Families = fields.get_or(reader, "families", Families(Vec::new()))?;
    let entries: Vec<Entry> = fields.get(reader, "rules")?;
    let misconceptions = fields.get(reader, "misconceptions")?;
    let listed: Vec<&Spanned<Rule>> = entries.iter().filter_map(|entry| entry.id.as_ref()).collect();
    for (i, Spanned { value: rule, span }) in listed.iter().enumerate() {
        if listed[..i].iter().any(|other| other.value == *rule) {
            reader.error(*span, format!("the rule `{rule}` is listed twice"));
        }
        if !families.0.iter().any(|family| family.name == family_of(*rule)) {
            reader.error(*span, format!("there is no family `{}`", family_of(*rule)));
        }
    }
    let key = fields.entry("rules")?.span;
    for missing in Rule::ALL.iter().filter(|rule| !listed.iter().any(|listed| listed.value == **rule)) {
        reader.error(key, format!("the engine knows the rule `{missing}`, but it is not listed"));
    }
    let (path, text) = (reader.path.clone(), Arc::clone(&reader.text));
    let rules = entries.into_iter().filter_map(|entry| entry.rule).collect();
    let catalogue = Catalogue { path, text, families: families.0, rules, misconceptions };
    beliefs::agree_with_the_engine(reader, &catalogue, key);
    Some(catalogue)
}

/// The families by name.
struct Families(Vec<Family>);

impl Read<()> for Families {
    fn read(reader: &mut Reader<'_>, node: &Node, _: Place) -> Option<Self> {
        let mut families = Vec::new();
        for (key, value) in reader.by_name(node, "families by name") {
            let name = key.value.clone();
            let family = |means, module| Family { name, means, module };
            families.extend(reader.map(value, &FAMILY, ["means", "module"], family));
        }
        Some(Self(families))
    }
}

/// A rule, and its id even if the rest of it is wrong.
struct Entry {
    id: Option<Spanned<Rule>>,
    rule: Option<RuleEntry>,
}

impl Read<()> for Entry {
    fn read(reader: &mut Reader<'_>, node: &Node, _: Place) -> Option<Self> {
        let fields = reader.fields(node, &RULE_ENTRY)?;
        let id: Option<Spanned<Rule>> = fields.get(reader, "id");
        let keys = ["rule", "formats", "refuses", "differs from", "misconceptions", "sources"];
        let make = |sentence, formats, refuses, differs_from, misconceptions, sources| {
            let Spanned { value: rule, span } = id.clone()?;
            Some(RuleEntry { rule, sentence, formats, refuses, differs_from, misconceptions, sources, span })
        };
        let rule = fields.make(reader, keys, make).flatten();
        Some(Self { id, rule })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_and_misconception_of_the_engine_is_listed() {
        let text = "families: {}\nrules: [{id: chain.both-pass, rule: R., formats: [tcg], sources: []}]\n";
        let errors = read("rules.yaml", &text.into(), &["tcg".into()]).unwrap_err().0;
        let about_no_rule = segoc_engine::MISCONCEPTIONS.iter().filter(|m| m.rules.is_empty()).count();
        let missing = errors.iter().take_while(|error| error.message.starts_with("the engine ")).count();
        assert_eq!(missing, Rule::ALL.len() - 1 + about_no_rule);
        assert_eq!(errors[0].message, "the engine knows the rule `segoc.one-chain`, but it is not listed");
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
