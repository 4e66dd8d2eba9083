//! `formats.yaml`: each format is a name, a time and the policy it takes.

use std::sync::Arc;

use segoc_engine::Policy;

use super::{Place, Read, Reader, read_file};
use crate::catalogue::Format;
use crate::diagnostic::Diagnostics;
use crate::spec::shapes::FORMAT;
use crate::yaml::Node;

/// Reads `formats.yaml`.
///
/// # Errors
/// Everything that is wrong with the file.
pub fn read(path: &str, text: &Arc<str>) -> Result<Vec<Format>, Diagnostics> {
    read_file((path, text), &[], (), |reader, node| {
        let entries = reader.by_name(node, "formats by name");
        if entries.is_empty() && reader.errors.is_empty() {
            reader.error(node.span, "there are no formats");
        }
        let format = |(name, node)| format(reader, name, node);
        Some(entries.iter().map(|(key, node)| (key.value.clone(), node)).filter_map(format).collect())
    })
}

fn format(reader: &mut Reader<'_>, name: String, node: &Node) -> Option<Format> {
    let keys = ["title", "since", "until", "note", "policy"];
    reader.map(node, &FORMAT, keys, |title, since, until, note, policy: Option<Policy>| {
        let policy = policy.unwrap_or_default();
        Format { name, title, since, until, note, policy }
    })
}

/// Axes that differ from the default, today's TCG.
impl Read<()> for Policy {
    fn read(reader: &mut Reader<'_>, node: &Node, _: Place) -> Option<Self> {
        let mut policy = Self::default();
        for (key, value) in reader.by_name(node, "axes with their words") {
            let Some((_, words)) = Self::AXES.iter().find(|(axis, _)| *axis == key.value) else {
                reader.unknown(key.span, "axis", &key.value, Self::AXES.iter().map(|(axis, _)| *axis));
                continue;
            };
            let Some(word) = reader.string(value, "a word of the axis") else { continue };
            if !policy.set(&key.value, word) {
                reader.unknown(value.span, &format!("word of the axis `{}`", key.value), word, words.iter().copied());
            }
        }
        Some(policy)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_format_is_the_default_where_it_says_nothing() {
        let text = "goat: {title: Goat, since: \"2005-04\", policy: {field spells: one in all}}\n";
        let formats = read("formats.yaml", &text.into()).unwrap();
        let expected = Policy { field_spells: segoc_engine::policy::FieldSpells::OneInAll, ..Policy::default() };
        assert_eq!(formats[0].policy, expected);
        assert_eq!(formats[0].since.as_deref(), Some("2005-04"));
    }
}
