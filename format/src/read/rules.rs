//! `rules.yaml`: the catalogue of rules, which must agree with the rules the engine knows.

use std::sync::Arc;

use segoc_engine::Rule;

use super::{Place, Read, Reader, beliefs, read_file};
use crate::catalogue::{Catalogue, Family, RuleEntry, family_of};
use crate::diagnostic::Diagnostics;
use crate::place::{Span, Spanned};
use crate::spec::shapes::{CATALOGUE, FAMILY, RULE_ENTRY};
use crate::yaml::Node;

/// Reads `rules.yaml`. `formats` are the names of the formats there are.
///
/// # Errors
/// Everything that is wrong with the file, rules missing from it among them.
pub fn read(path: &str, text: &Arc<str>, formats: &[String]) -> Result<Catalogue, Diagnostics> {
    read_file((path, text), formats, (), |reader, node| {
        let (catalogue, listed, key) = catalogue(reader, node)?;
        is_complete(reader, &catalogue, &listed, key);
        Some(catalogue)
    })
}

/// Reads of `rules.yaml` the families and one rule; none if that cannot be told from the others, or something is wrong with it.
pub fn read_one(path: &str, text: &str, formats: &[String], rule: Rule) -> Option<Catalogue> {
    let text: Arc<str> = with_one_rule(text, rule)?.into();
    let read = read_file((path, &text), formats, (), |reader, node| Some(catalogue(reader, node)?.0)).ok();
    read.filter(|catalogue| catalogue.get(rule).is_some())
}

/// The text without the rules but one: what stands between the line of its id and that of the next, as everybody writes them.
fn with_one_rule(text: &str, rule: Rule) -> Option<String> {
    const NEXT: &str = "\n  - id: ";
    let first = text.find("\nrules:\n")?;
    let end = first + text[first..].find("\nmisconceptions:\n").unwrap_or(text.len() - first);
    let own = text[first..end].find(&format!("{NEXT}{rule}\n"))? + first;
    let next = text[own + 1..end].find(NEXT).map_or(end, |next| own + 1 + next);
    Some([&text[..first], "\nrules:", &text[own..next], &text[end..]].concat())
}

/// The catalogue, where each of its rules stands, also of those that are wrong, and where they all do.
fn catalogue(reader: &mut Reader<'_>, node: &Node) -> Option<(Catalogue, Vec<Spanned<Rule>>, Span)> {
    let fields = reader.fields(node, &CATALOGUE)?;
    let families: Families = fields.get_or(reader, "families", Families(Vec::new()))?;
    let entries: Vec<Entry> = fields.get(reader, "rules")?;
    let misconceptions = fields.get(reader, "misconceptions")?;
    let listed = entries.iter().filter_map(|entry| entry.id.clone()).collect();
    let (path, text) = (reader.path.clone(), Arc::clone(&reader.text));
    let rules = entries.into_iter().filter_map(|entry| entry.rule).collect();
    let key = fields.entry("rules")?.span;
    Some((Catalogue { path, text, families: families.0, rules, misconceptions }, listed, key))
}

/// Every rule and belief of the engine is there, once, and in a family; `key` is where rules are listed.
fn is_complete(reader: &mut Reader<'_>, catalogue: &Catalogue, listed: &[Spanned<Rule>], key: Span) {
    for (i, Spanned { value: rule, span }) in listed.iter().enumerate() {
        if listed[..i].iter().any(|other| other.value == *rule) {
            reader.error(*span, format!("the rule `{rule}` is listed twice"));
        }
        if !catalogue.families.iter().any(|family| family.name == family_of(*rule)) {
            reader.error(*span, format!("there is no family `{}`", family_of(*rule)));
        }
    }
    for missing in Rule::ALL.iter().filter(|rule| !listed.iter().any(|listed| listed.value == **rule)) {
        reader.error(key, format!("the engine knows the rule `{missing}`, but it is not listed"));
    }
    beliefs::agree_with_the_engine(reader, catalogue, key);
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

    #[test]
    fn one_rule_is_read_as_it_is_with_the_others() {
        let text: Arc<str> = segoc_corpus::file("rules.yaml").expect("the catalogue").into();
        let formats: Vec<String> = ["tcg", "ocg", "edison", "goat"].map(String::from).to_vec();
        let all = read("rules.yaml", &text, &formats).unwrap();
        // Places are those in what is left of the text.
        let said = |entry: &RuleEntry| {
            let sources = entry.sources.iter().map(|s| (s.kind, s.title.clone(), s.url.clone(), s.at.clone()));
            let beliefs = entry.misconceptions.iter().map(|b| b.belief.clone());
            let rest = (entry.sentence.clone(), entry.formats.clone(), entry.refuses, entry.differs_from.clone());
            (rest, sources.collect::<Vec<_>>(), beliefs.collect::<Vec<_>>())
        };
        for rule in Rule::ALL.iter().step_by(9) {
            let one = read_one("rules.yaml", &text, &formats, *rule).unwrap_or_else(|| panic!("{rule}"));
            assert_eq!(one.get(*rule).map(said), all.get(*rule).map(said));
            assert_eq!((one.rules.len(), one.family(*rule)), (1, all.family(*rule)));
        }
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
            changed("{id: field-spells-one-each,", "{id: costs-refunded,")[1],
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
