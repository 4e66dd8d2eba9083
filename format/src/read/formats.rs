//! `formats.yaml`: each format is a name, a time and the policy it takes.

use std::sync::Arc;

use segoc_engine::Policy;

use super::Reader;
use crate::catalogue::Format;
use crate::diagnostic::Diagnostics;
use crate::spec;
use crate::yaml::Node;

/// Reads `formats.yaml`.
///
/// # Errors
/// Everything that is wrong with the file.
pub fn read(path: &str, text: &Arc<str>) -> Result<Vec<Format>, Diagnostics> {
    let (mut reader, node) = Reader::parse(path, text);
    let entries = node.as_ref().map(|node| reader.by_name(node, "formats by name")).unwrap_or_default();
    let formats: Vec<Format> =
        entries.iter().filter_map(|(key, value)| format(&mut reader, &key.value, value)).collect();
    if let (Some(node), []) = (&node, entries)
        && reader.errors.is_empty()
    {
        reader.error(node.span, "there are no formats");
    }
    reader.finish(formats)
}

fn format(reader: &mut Reader, name: &str, node: &Node) -> Option<Format> {
    let mut fields = reader.fields(node, &spec::catalogue::FORMAT)?;
    let title = fields.need("title").and_then(|node| reader.line(node, "a title"));
    let since = fields.take("since").and_then(|node| reader.date(node));
    let until = fields.take("until").and_then(|node| reader.date(node));
    let note = fields.take("note").and_then(|node| reader.string(node, "a note"));
    let policy = fields.take("policy").map(|node| policy(reader, node)).unwrap_or_default();
    fields.finish(reader);
    Some(Format { name: name.to_owned(), title: title?, since, until, note, policy })
}

/// Axes that differ from the default, today's TCG.
fn policy(reader: &mut Reader, node: &Node) -> Policy {
    let mut policy = Policy::default();
    for (key, value) in reader.by_name(node, "axes with their words") {
        let Some((_, words)) = Policy::AXES.iter().find(|(axis, _)| *axis == key.value) else {
            reader.unknown(key.span, "axis", &key.value, Policy::AXES.iter().map(|(axis, _)| *axis));
            continue;
        };
        let Some(word) = reader.string(value, "a word of the axis") else { continue };
        if !policy.set(&key.value, &word) {
            reader.unknown(value.span, &format!("word of the axis `{}`", key.value), &word, words.iter().copied());
        }
    }
    policy
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_text(text: &str) -> Result<Vec<Format>, Vec<String>> {
        read("formats.yaml", &Arc::from(text)).map_err(|e| e.0.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn a_format_is_the_default_where_it_says_nothing() {
        let formats =
            read_text("goat: {title: Goat, since: \"2005-04\", policy: {field spells: one in all}}\n").unwrap();
        let expected = Policy { field_spells: segoc_engine::policy::FieldSpells::OneInAll, ..Policy::default() };
        assert_eq!(formats[0].policy, expected);
        assert_eq!(formats[0].since.as_deref(), Some("2005-04"));
    }

    #[test]
    fn every_mistake_is_found() {
        let errors =
            read_text("goat:\n  policy:\n    field spels: one each\n    groups: obligation frist\n  sinze: \"2005\"\n");
        assert_eq!(
            errors.unwrap_err(),
            [
                "formats.yaml:2:3: a format needs `title`",
                "formats.yaml:3:5: unknown axis `field spels`",
                "formats.yaml:4:13: unknown word of the axis `groups` `obligation frist`",
                "formats.yaml:5:3: unknown field `sinze` of a format",
            ]
        );
        assert_eq!(read_text("[]\n").unwrap_err(), ["formats.yaml:1:1: expected formats by name, found an empty list"]);
    }
}
