//! The fields of a map. Its keys are compared with its shape once, so that whoever reads them need not.

use super::{Make, Place, Read, Reader};
use crate::diagnostic::Diagnostic;
use crate::lint::Lint;
use crate::place::{Span, Spanned};
use crate::spec::{Field, Need, Shape};
use crate::suggest;
use crate::yaml::{Kind, Node};

/// A field that is written.
#[derive(Clone, Copy)]
pub(crate) struct Entry<'n> {
    /// Its key.
    pub key: &'n str,
    /// Where the key stands.
    pub span: Span,
    /// Its value.
    pub node: &'n Node,
    pub(super) field: &'static Field,
}

impl Entry<'_> {
    /// Its value, read.
    pub(crate) fn read<K, T: Read<K>>(self, reader: &mut Reader<'_, K>) -> Option<T> {
        T::read(reader, self.node, Place { field: self.field, holds: &self.field.value })
    }
}

/// The fields of a map of some shape.
#[derive(Clone, Copy)]
pub(crate) struct Fields<'n> {
    entries: &'n [(Spanned<String>, Node)],
    /// A value that stands alone for a map with this key.
    alone: Option<(&'static str, &'n Node)>,
    span: Span,
    shape: &'static Shape,
}

impl<'n> Fields<'n> {
    pub(super) fn new(entries: &'n [(Spanned<String>, Node)], span: Span, shape: &'static Shape) -> Self {
        Self { entries, alone: None, span, shape }
    }

    pub(super) fn alone(key: &'static str, node: &'n Node, shape: &'static Shape) -> Self {
        Self { entries: &[], alone: Some((key, node)), span: node.span, shape }
    }

    /// What is written under a key, or what its type is without. A field that must be written was reported if it is not.
    pub(crate) fn get<K, T: Read<K>>(&self, reader: &mut Reader<'_, K>, key: &str) -> Option<T> {
        self.entry(key).map_or_else(T::absent, |entry| entry.read(reader))
    }

    /// As [`Fields::get`], or something else if it is not written.
    pub(crate) fn get_or<K, T: Read<K>>(&self, reader: &mut Reader<'_, K>, key: &str, without: T) -> Option<T> {
        self.entry(key).map_or(Some(without), |entry| entry.read(reader))
    }

    /// Puts what is written under a key, if it is and can be read, in the place of something else.
    pub(crate) fn fill<K, T: Read<K>>(&self, reader: &mut Reader<'_, K>, key: &str, slot: &mut T) {
        if let Some(value) = self.entry(key).and_then(|entry| entry.read(reader)) {
            *slot = value;
        }
    }

    /// Several fields, all of which are read before something is made of them.
    pub(crate) fn make<K, A, T, const N: usize>(
        &self,
        reader: &mut Reader<'_, K>,
        keys: [&str; N],
        make: impl Make<K, A, T, N>,
    ) -> Option<T> {
        make.make(self, reader, keys)
    }

    /// A field that is written.
    pub(crate) fn entry(&self, key: &str) -> Option<Entry<'n>> {
        let (key, span, node) = match self.alone.filter(|(alone, _)| *alone == key) {
            Some((key, node)) => (key, node.span, node),
            None => {
                let (key, node) = self.entries.iter().find(|(written, _)| written.value == key)?;
                (key.value.as_str(), key.span, node)
            }
        };
        Some(Entry { key, span, node, field: self.field(key)? })
    }

    /// Whether a field is written.
    pub(crate) fn has(&self, key: &str) -> bool {
        self.entries.iter().any(|(written, _)| written.value == key)
            || self.alone.is_some_and(|(alone, _)| alone == key)
    }

    /// Whether nothing is written.
    pub(crate) fn is_empty(&self) -> bool {
        self.entries.is_empty() && self.alone.is_none()
    }

    /// The only key that is written of a choice, which its noun tells from others.
    pub(crate) fn one(&self, noun: &str) -> Option<Entry<'n>> {
        let mut written = self.shape.choice(noun)?.keys().filter(|key| self.has(key));
        let only = written.next().filter(|_| written.next().is_none())?;
        self.entry(only)
    }

    /// Where to point when something is missing: the first key.
    pub(crate) fn head(&self) -> Span {
        match self.entries.first() {
            Some((key, _)) if key.span.start > self.span.start => Span { start: self.span.start, end: key.span.end },
            Some((key, _)) => key.span,
            None => self.span,
        }
    }

    fn field(&self, key: &str) -> Option<&'static Field> {
        self.shape.field(key, |written| self.has(written))
    }

    /// Reports every key that cannot stand here, and what is missing of what `needed` says.
    pub(super) fn check<K>(&self, reader: &mut Reader<'_, K>, needed: impl Fn(&str) -> bool) {
        let unknown = self.entries.iter().filter(|(key, _)| self.field(&key.value).is_none());
        let meant: Vec<Option<&str>> = unknown.map(|(key, value)| self.unknown(reader, key, value)).collect();
        self.excluded(self.shape, reader);
        self.missing(self.shape, &|key| needed(key) && !meant.contains(&Some(key)), meant.is_empty(), reader);
    }

    /// Reports a key nobody knows. Gives back the key that was probably meant: it is misspelt, not missing.
    fn unknown<K>(&self, reader: &mut Reader<'_, K>, key: &Spanned<String>, value: &Node) -> Option<&'static str> {
        let what = self.shape.what;
        let beside = self.shape.stands_beside(&key.value);
        let (message, help, near) = if beside.is_empty() {
            let keys: Vec<&'static str> = self.shape.every().iter().map(|field| field.key).collect();
            let keys = || keys.iter().copied().filter(|key| self.field(key).is_some());
            let near = suggest::meant(&key.value, keys().filter(|key| !self.has(key)));
            // `{card: Goldd, Wu-Lord of Dark World}` makes a key of the second half of the name.
            let help = if value.kind == Kind::Null && key.value.starts_with(char::is_uppercase) {
                "if it belongs to a name with a comma in it, put the whole name in quotes".to_owned()
            } else if let Some(near) = near {
                format!("did you mean `{near}`?")
            } else {
                suggest::possible(&key.value, keys())
            };
            // What is no key of an action, or almost one, is meant as the action.
            let kind =
                self.shape.choices.iter().find(|choice| choice.needed && !choice.keys().any(|key| self.has(key)));
            let kind = kind.filter(|choice| near.map_or(self.shape.fields.is_empty(), |near| choice.has(near)));
            let message = match kind {
                Some(choice) => format!("unknown {} `{}`", choice.noun, key.value),
                None => format!("unknown field `{}` of {what}", key.value),
            };
            (message, help, near)
        } else {
            let help = || format!("it can only stand beside {}", suggest::list(beside));
            let said = self.shape.said("lone", &key.value);
            let message =
                said.map_or_else(|| format!("`{}` cannot stand here", key.value), |said| said.message.to_owned());
            (message, said.and_then(|said| said.help).map_or_else(help, str::to_owned), None)
        };
        reader.error_help(key.span, message, help).lint = Lint::UnknownField;
        near
    }

    /// Reports keys that exclude each other.
    fn excluded<K>(&self, shape: &Shape, reader: &mut Reader<'_, K>) {
        shape.includes.iter().for_each(|inner| self.excluded(inner, reader));
        for choice in shape.choices {
            let mut written = self.entries.iter().map(|(key, _)| key).filter(|key| choice.has(&key.value));
            if let (Some(first), Some(second)) = (written.next(), written.next()) {
                let said = shape.said("two", choice.noun);
                let message = said.map_or("only one of them can be written", |said| said.message);
                let message = match choice.kinds {
                    [_, _] if said.is_some() => message.to_owned(),
                    _ => format!("{message}, found `{}` and `{}`", first.value, second.value),
                };
                reader.error(second.span, message).help = said.and_then(|said| said.help).map(str::to_owned);
            }
        }
    }

    /// Reports what must be written and is not, if it is `needed`; a choice only if every key is `known`.
    fn missing<K>(&self, shape: &Shape, needed: &dyn Fn(&str) -> bool, known: bool, reader: &mut Reader<'_, K>) {
        shape.includes.iter().for_each(|inner| self.missing(inner, needed, known, reader));
        let what = self.shape.what;
        let lacks = |field: &&Field| field.need == Need::Always && !self.has(field.key) && needed(field.key);
        for field in shape.fields.iter().filter(lacks) {
            let message = format!("{what} needs `{}`", field.key);
            self.lacks(reader, field.key, self.head(), message, None).lint = Lint::of_missing(what, field.key);
        }
        let tags = shape.fields.iter().chain(shape.choices.iter().flat_map(|choice| choice.kinds));
        // Of keys that exclude each other it is not known which is meant.
        let is_meant = |tag: &&Field| shape.choices.iter().all(|c| !c.has(tag.key) || self.one(c.noun).is_some());
        for tag in tags.filter(|tag| !tag.beside.is_empty()).filter(is_meant) {
            let Some(written) = self.entry(tag.key) else { continue };
            for field in tag.beside.iter().filter(lacks) {
                let message = format!("`{}` needs `{}`", tag.key, field.key);
                self.lacks(reader, field.key, written.span, message, None);
            }
        }
        if !known {
            return;
        }
        for choice in shape.choices.iter().filter(|choice| choice.needed) {
            let mut keys = choice.keys().chain(choice.unless);
            if !keys.any(|key| self.has(key)) {
                self.lacks_all(reader, choice.noun, choice.keys().chain(choice.unless));
            }
        }
        if let Some(first) = shape.some_of.first().filter(|_| !shape.some_of.iter().any(|key| self.has(key))) {
            self.lacks_all(reader, first, shape.some_of.iter().copied());
        }
    }

    fn lacks_all<'k, K>(&self, reader: &mut Reader<'_, K>, of: &str, keys: impl Iterator<Item = &'k str>) {
        let list = suggest::list(keys);
        let message = format!("{} needs one of {list}", self.shape.what);
        self.lacks(reader, of, self.head(), message, Some(list));
    }

    /// Reports that there is no key of some name or choice: as the format says it, else with this message.
    fn lacks<'r, K>(
        &self,
        reader: &'r mut Reader<'_, K>,
        of: &str,
        span: Span,
        message: String,
        keys: Option<String>,
    ) -> &'r mut Diagnostic {
        let said = self.shape.said("no", of);
        let error = reader.error(span, said.map_or(message, |said| said.message.to_owned()));
        error.lint = Lint::MissingField;
        error.help = said.and_then(|said| said.help).map(|help| match keys {
            Some(keys) if help == "one of …" => format!("one of {keys}"),
            _ => help.to_owned(),
        });
        error
    }

    /// Reports that there is no key of some name or choice, where only a reader can know that it is needed.
    pub(crate) fn needs<K>(&self, reader: &mut Reader<'_, K>, of: &str) {
        let message = format!("{} needs `{of}`", self.shape.what);
        self.lacks(reader, of, self.head(), message, None);
    }
}
