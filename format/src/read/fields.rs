//! The fields of a map, taken one by one; what nobody took is a mistake.

use super::Reader;
use crate::lint::Lint;
use crate::place::{Span, Spanned};
use crate::spec::{Choice, Shape};
use crate::suggest;
use crate::yaml::{Kind, Node};

/// The fields of a map that is being read. It has the keys of its shape; a reader that asks for another is wrong.
pub(crate) struct Fields<'n> {
    entries: &'n [(Spanned<String>, Node)],
    asked: Vec<&'static str>,
    missing: Vec<&'static str>,
    /// Where the map stands.
    pub span: Span,
    shape: &'static Shape,
}

impl<'n> Fields<'n> {
    pub(super) fn new(entries: &'n [(Spanned<String>, Node)], span: Span, shape: &'static Shape) -> Self {
        Self { entries, asked: Vec::new(), missing: Vec::new(), span, shape }
    }

    /// The value of a field, if it is written.
    pub(crate) fn take(&mut self, key: &'static str) -> Option<&'n Node> {
        self.take_with_key(key).map(|(_, value)| value)
    }

    /// A field with its key, if it is written.
    pub(crate) fn take_with_key(&mut self, key: &'static str) -> Option<(&'n Spanned<String>, &'n Node)> {
        debug_assert!(self.shape.has(key), "`{key}` is not a key of the shape `{}`", self.shape.name);
        self.asked.push(key);
        self.entries.iter().find(|(k, _)| k.value == key).map(|(k, v)| (k, v))
    }

    /// The value of a field that must be written. [`Fields::finish`] reports it if it is not.
    pub(crate) fn need(&mut self, key: &'static str) -> Option<&'n Node> {
        debug_assert!(self.shape.may_need(key), "the shape `{}` does not say that it needs `{key}`", self.shape.name);
        let value = self.take(key);
        if value.is_none() {
            self.missing.push(key);
        }
        value
    }

    /// Whether a field is written; does not take it.
    pub(crate) fn has(&self, key: &str) -> bool {
        self.entries.iter().any(|(k, _)| k.value == key)
    }

    /// The keys of a choice that are written, in the order of the file. Takes them.
    pub(crate) fn among(&mut self, choice: &'static Choice) -> Vec<(&'n Spanned<String>, &'n Node)> {
        debug_assert!(choice.keys().all(|key| self.shape.has(key)), "not a choice of the shape `{}`", self.shape.name);
        self.asked.extend(choice.keys());
        self.entries.iter().filter(|(k, _)| choice.has(&k.value)).map(|(k, v)| (k, v)).collect()
    }

    /// Whether nothing is written.
    pub(crate) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Where to point when something is missing: the first key.
    pub(crate) fn head(&self) -> Span {
        match self.entries.first() {
            Some((key, _)) if key.span.start > self.span.start => Span { start: self.span.start, end: key.span.end },
            Some((key, _)) => key.span,
            None => self.span,
        }
    }

    /// Reports every field that is missing, and every one that nobody asked for.
    pub(crate) fn finish(mut self, reader: &mut Reader) {
        let what = self.shape.what;
        for (key, value) in self.entries {
            if self.asked.contains(&key.value.as_str()) {
                continue;
            }
            let free = self.asked.iter().copied().filter(|asked| !self.has(asked));
            let near = suggest::meant(&key.value, free);
            // `{card: Goldd, Wu-Lord of Dark World}` makes a key of the second half of the name.
            let help = if value.kind == Kind::Null && key.value.starts_with(char::is_uppercase) {
                "if it belongs to a name with a comma in it, put the whole name in quotes".to_owned()
            } else if let Some(near) = near {
                // Misspelt, not missing.
                self.missing.retain(|missing| *missing != near);
                format!("did you mean `{near}`?")
            } else {
                format!("{what} may have {}", suggest::list(self.asked.iter().copied()))
            };
            let message = format!("unknown field `{}` of {what}", key.value);
            reader.error_help(key.span, message, help).lint = Lint::UnknownField;
        }
        for key in &self.missing {
            reader.error(self.head(), format!("{what} needs `{key}`")).lint = Lint::of_missing(what, key);
        }
    }
}
