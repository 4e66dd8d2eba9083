//! What every reader can read: words, texts, numbers, lists, and what may be left out.

use super::{Fields, Reader};
use crate::lint::Lint;
use crate::place::{Span, Spanned};
use crate::spec::{Field, Holds, Shape, Vocabulary};
use crate::suggest;
use crate::yaml::{Kind, Node};

/// What may be written where something is read.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    /// The field, whose key and example messages name.
    pub field: &'static Field,
    /// What it holds, or an item of it.
    pub holds: &'static Holds,
}

impl Place {
    /// The place of an item of a list, or of a value of a map from names.
    pub(crate) fn item(self) -> Self {
        match self.holds {
            Holds::List(inner) | Holds::ListOrEmpty(inner) | Holds::ByName(inner, _) => Self { holds: inner, ..self },
            _ => self,
        }
    }
}

/// What can be read by a reader that knows `K`.
pub(crate) trait Read<K>: Sized {
    /// Reads it; the specification says what may stand there.
    fn read(reader: &mut Reader<'_, K>, node: &Node, place: Place) -> Option<Self>;

    /// What there is where nothing is written.
    fn absent() -> Option<Self> {
        None
    }

    /// The items of a list; what cannot be read is left out.
    fn items(reader: &mut Reader<'_, K>, nodes: &[Node], place: Place) -> Vec<Spanned<Self>> {
        each(reader, nodes, place)
    }
}

fn each<K, T: Read<K>>(reader: &mut Reader<'_, K>, nodes: &[Node], place: Place) -> Vec<Spanned<T>> {
    let read = |node: &Node| Some(Spanned { value: T::read(reader, node, place)?, span: node.span });
    nodes.iter().filter_map(read).collect()
}

/// Something that is made of so many fields.
pub(crate) trait Make<K, A, T, const N: usize> {
    /// Reads the fields, all of them before one that is missing spoils it.
    fn make(self, fields: &Fields<'_>, reader: &mut Reader<'_, K>, keys: [&str; N]) -> Option<T>;
}

/// Functions of so many arguments make something of so many fields.
macro_rules! functions_make {
    ($($count:literal: $($type:ident $key:ident),+;)+) => {
        $(impl<K, T, F: FnOnce($($type),+) -> T, $($type: Read<K>),+> Make<K, ($($type,)+), T, $count> for F {
            fn make(self, fields: &Fields<'_>, reader: &mut Reader<'_, K>, [$($key),+]: [&str; $count]) -> Option<T> {
                $(let $key = fields.get(reader, $key);)+
                Some(self($($key?),+))
            }
        })+
    };
}

functions_make! {
    1: A a;
    2: A a, B b;
    3: A a, B b, C c;
    4: A a, B b, C c, D d;
    5: A a, B b, C c, D d, E e;
    6: A a, B b, C c, D d, E e, G g;
    7: A a, B b, C c, D d, E e, G g, H h;
}

impl<K> Reader<'_, K> {
    /// A map of a shape, as something that is made of its fields.
    pub(crate) fn map<A, T, const N: usize>(
        &mut self,
        node: &Node,
        shape: &'static Shape,
        keys: [&str; N],
        make: impl Make<K, A, T, N>,
    ) -> Option<T> {
        self.fields(node, shape)?.make(self, keys, make)
    }

    /// The text in a place; what it should be is said by the place.
    pub(super) fn text_of<'n>(&mut self, node: &'n Node, place: Place) -> Option<&'n str> {
        if let Kind::Str(text) = &node.kind
            && !text.trim().is_empty()
        {
            return Some(text);
        }
        let what = match place.holds {
            Holds::Form(form) => form.what,
            Holds::CardName => "the name of a card",
            Holds::Format => "the name of a format",
            Holds::Word(_) | Holds::Among(_) => "a word",
            _ => "a text",
        };
        let text = self.string(node, &format!("{what} for `{}`", place.field.key));
        let is_a_word = !matches!(place.holds, Holds::Form(_) | Holds::CardName | Holds::Format);
        if let Some(last) = self
            .errors
            .last_mut()
            .filter(|last| is_a_word && text.is_none() && last.span == node.span && last.help.is_none())
        {
            let Field { key, example, about, .. } = place.field;
            last.help = Some(format!("{about} As in `{key}: {example}`"));
        }
        text
    }

    /// The items of a list; whether it may be empty is said by the place.
    fn items_of<T: Read<K>>(&mut self, node: &Node, place: Place) -> Vec<Spanned<T>> {
        let may_be_empty = matches!(place.holds, Holds::ListOrEmpty(_));
        let read = if may_be_empty { Self::list } else { Self::some };
        // What stands in a list of lists is a list itself.
        let is_inner = !std::ptr::eq(place.holds, &raw const place.field.value);
        let items = match node.kind {
            Kind::Map(_) if is_inner => {
                let Field { key, example, about, .. } = place.field;
                let message = format!("expected a list for each item of `{key}`, found a map");
                self.error_help(node.span, message, format!("{about} As in `{key}: {example}`"));
                &[]
            }
            _ => read(self, node, place.field).unwrap_or_default(),
        };
        T::items(self, items, place.item())
    }

    /// Reports what is listed twice.
    fn listed_once<T: PartialEq>(&mut self, items: &[Spanned<T>], shown: impl Fn(&T) -> &str) {
        for (i, item) in items.iter().enumerate() {
            if items[..i].iter().any(|other| other.value == item.value) {
                self.error(item.span, format!("`{}` is listed twice", shown(&item.value)));
            }
        }
    }

    /// The name of a format, among those of the file.
    fn format(&mut self, name: &str, span: Span) -> bool {
        if !self.formats.iter().any(|known| known == name) {
            self.unknown(span, "format", name, self.formats.iter().map(String::as_str));
        } else if !self.of_file.iter().any(|known| known == name) {
            let message = format!("`{name}` is not among the formats of this file");
            self.error_help(span, message, "add it to `formats` at the top, or leave it out here");
        } else {
            return true;
        }
        false
    }
}

impl<K, T: Vocabulary> Read<K> for T {
    fn read(reader: &mut Reader<'_, K>, node: &Node, place: Place) -> Option<Self> {
        let word = reader.text_of(node, place)?;
        let found = T::every().iter().copied().find(|candidate| candidate.spelling() == word);
        let found = found.filter(|_| match place.holds {
            Holds::Among(words) => words.iter().any(|spelt| spelt.word == word),
            _ => true,
        });
        if found.is_none() {
            let words: Vec<&str> = match place.holds {
                Holds::Word(words) | Holds::Among(words) => words.iter().map(|spelt| spelt.word).collect(),
                _ => T::every().iter().map(|candidate| candidate.spelling()).collect(),
            };
            reader.unknown(node.span, T::NOUN, word, words);
        }
        found
    }

    fn items(reader: &mut Reader<'_, K>, nodes: &[Node], place: Place) -> Vec<Spanned<Self>> {
        let items: Vec<Spanned<Self>> = each(reader, nodes, place);
        reader.listed_once(&items, |word| word.spelling());
        items
    }
}

impl<K> Read<K> for String {
    fn read(reader: &mut Reader<'_, K>, node: &Node, place: Place) -> Option<Self> {
        let text = reader.text_of(node, place)?.trim();
        let key = place.field.key;
        let good = match place.holds {
            Holds::Line | Holds::CardName if text.contains('\n') => {
                reader.error(node.span, format!("`{key}` is a text of one line"));
                false
            }
            Holds::Form(form) if !(form.fits)(text) => {
                let help = format!("it is {}, as in `{key}: {}`", form.what, place.field.example);
                reader.error_help(node.span, format!("`{text}` is not {}", form.name), help);
                false
            }
            Holds::Format => reader.format(text, node.span),
            Holds::Word(words) if !words.iter().any(|spelt| spelt.word == text) => {
                let help = suggest::help(text, words.iter().map(|spelt| spelt.word));
                reader.error_help(node.span, format!("unknown word `{text}` for `{key}`"), help).lint =
                    Lint::UnknownWord;
                false
            }
            _ => true,
        };
        good.then(|| text.to_owned())
    }

    fn items(reader: &mut Reader<'_, K>, nodes: &[Node], place: Place) -> Vec<Spanned<Self>> {
        let items: Vec<Spanned<Self>> = each(reader, nodes, place);
        reader.listed_once(&items, |text| text);
        items
    }
}

impl<K> Read<K> for bool {
    fn read(reader: &mut Reader<'_, K>, node: &Node, place: Place) -> Option<Self> {
        let key = place.field.key;
        match (&node.kind, place.holds) {
            (Kind::Bool(false), Holds::Flag) => {
                reader.error_help(node.span, format!("`{key}` can only be `true`"), "leave it out");
                Some(false)
            }
            (Kind::Bool(value), _) => Some(*value),
            (_, Holds::Flag) => reader.expected(node, &format!("`true` for `{key}`")).or(Some(false)),
            _ => reader.expected(node, &format!("`true` or `false` for `{key}`")),
        }
    }

    fn absent() -> Option<Self> {
        Some(false)
    }
}

/// Numbers are read in the range their field says.
macro_rules! numbers {
    ($($type:ident),+) => {
        $(impl<K> Read<K> for $type {
            fn read(reader: &mut Reader<'_, K>, node: &Node, place: Place) -> Option<Self> {
                let forms = if let Holds::Either(forms) = place.holds { forms } else { std::slice::from_ref(place.holds) };
                let range = forms.iter().find_map(|form| match form {
                    Holds::Number(least, most) => Some((*least, *most)),
                    _ => None,
                });
                let (least, most) = range.unwrap_or((0, 0));
                reader.number(node, &format!("`{}`", place.field.key), least, most)
            }
        })+
    };
}

numbers!(u8, u32, i32);

impl<K, T: Read<K>> Read<K> for Option<T> {
    fn read(reader: &mut Reader<'_, K>, node: &Node, place: Place) -> Option<Self> {
        Some(T::read(reader, node, place))
    }

    fn absent() -> Option<Self> {
        Some(None)
    }
}

impl<K, T: Read<K>> Read<K> for Vec<T> {
    fn read(reader: &mut Reader<'_, K>, node: &Node, place: Place) -> Option<Self> {
        let items = reader.items_of(node, place);
        let mut values: Self = items.into_iter().map(|item| item.value).collect();
        // A whole corpus may be kept: no more room than is needed.
        values.shrink_to_fit();
        Some(values)
    }

    fn absent() -> Option<Self> {
        Some(Vec::new())
    }
}

impl<K, T: Read<K>> Read<K> for Spanned<T> {
    fn read(reader: &mut Reader<'_, K>, node: &Node, place: Place) -> Option<Self> {
        T::read(reader, node, place).map(|value| Self { value, span: node.span })
    }

    fn items(reader: &mut Reader<'_, K>, nodes: &[Node], place: Place) -> Vec<Spanned<Self>> {
        let items = T::items(reader, nodes, place).into_iter();
        items.map(|item| Spanned { span: item.span, value: item }).collect()
    }
}
