//! Where a ruling or rule comes from.

use super::{Place, Read, Reader};
use crate::lint::Lint;
use crate::ruling::{Source, SourceKind};
use crate::spec::shapes::SOURCE;
use crate::yaml::Node;

/// One source. What follows from other rules has no page of its own, so only that may be without a `url`.
impl<K> Read<K> for Source {
    fn read(reader: &mut Reader<'_, K>, node: &Node, _: Place) -> Option<Self> {
        let span = node.span;
        let fields = reader.fields(node, &SOURCE)?;
        let before = reader.errors.len();
        let kind: Option<SourceKind> = fields.get(reader, "kind");
        if let Some(error) = reader.errors.get_mut(before) {
            error.lint = Lint::SourceWithoutKind;
        }
        if kind != Some(SourceKind::Derived) && !fields.has("url") {
            reader.error(fields.head(), "a source needs `url`").lint = Lint::MissingField;
        }
        let url = fields.get_or(reader, "url", String::new());
        fields.make(reader, ["title", "at", "as of", "in"], |title, at, as_of, formats| {
            Some(Self { kind: kind?, title, url: url?, at, as_of, formats, span })
        })?
    }
}
