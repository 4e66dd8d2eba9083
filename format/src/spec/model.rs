//! What a specification is made of: shapes of maps, their fields, and what a field may hold.

use std::ops::Deref;
use std::sync::OnceLock;

use super::load::shape;
use super::words::Spelt;

/// A map: which keys it has, and which of them exclude each other.
#[derive(Debug)]
pub struct Shape {
    /// Its name in a schema, and in the vocabulary: `group`.
    pub name: &'static str,
    /// How messages speak of one: `a group of cards`.
    pub what: &'static str,
    /// What it is, in a sentence.
    pub about: &'static str,
    /// Shapes whose keys it has too.
    pub includes: &'static [&'static Shape],
    /// Keys that stand beside each other.
    pub fields: &'static [Field],
    /// Keys of which only one may be written.
    pub choices: &'static [&'static Choice],
    /// Keys of which at least one must be written.
    pub some_of: &'static [&'static str],
    /// What is said of certain mistakes.
    pub said: &'static [Said],
}

/// What is said of a mistake.
#[derive(Clone, Copy, Debug)]
pub struct Said {
    /// The mistake: `two` of a choice, `no` key of a choice or of some name, or a `lone` key, followed by that.
    pub of: &'static str,
    /// The message.
    pub message: &'static str,
    /// How to mend it, if it needs to be said.
    pub help: Option<&'static str>,
}

/// Keys that exclude each other.
#[derive(Debug)]
pub struct Choice {
    /// How messages speak of one of them: `verb`.
    pub noun: &'static str,
    /// Whether one of them must be written.
    pub needed: bool,
    /// A key that may stand for all of them.
    pub unless: Option<&'static str>,
    /// The keys.
    pub kinds: &'static [Field],
}

/// A key of a map.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// The key.
    pub key: &'static str,
    /// What may be written there.
    pub value: Holds,
    /// Whether it must be written.
    pub need: Need,
    /// What it says, in a sentence.
    pub about: &'static str,
    /// A value, in YAML.
    pub example: &'static str,
    /// What else its example needs in the same map, in YAML: `by: fusion, using: …`.
    pub with: &'static str,
    /// Keys that may stand beside this one only.
    pub beside: &'static [Field],
}

/// Whether a key must be written.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Need {
    /// It may be left out.
    Optional,
    /// It must be written, but for an exception that its sentence names.
    Usual,
    /// It must be written.
    Always,
}

/// What may be written in a place.
#[derive(Clone, Copy, Debug)]
pub enum Holds {
    /// A text.
    Text,
    /// A text of one line.
    Line,
    /// A text of a certain form.
    Form(&'static Form),
    /// The name of a card of the corpus.
    CardName,
    /// A card of the duel: its label, its name, or `Yugi's ` and its name.
    Reference,
    /// The name of a format of the corpus.
    Format,
    /// A whole number in a range.
    Number(i64, i64),
    /// `true`; leaving it out is the contrary.
    Flag,
    /// `true` or `false`.
    Bool,
    /// One of some words: a whole vocabulary, or words that belong to none.
    Word(&'static [Spelt]),
    /// One of those words of a vocabulary that can stand here.
    Among(&'static [Spelt]),
    /// A list with something in it.
    List(&'static Holds),
    /// A list that may be empty.
    ListOrEmpty(&'static Holds),
    /// A list whose first item is of one shape, and every further one of another.
    FirstThen(&'static Named, &'static Named),
    /// A map.
    Map(&'static Named),
    /// A map from names to values; whether there must be one.
    ByName(&'static Holds, bool),
    /// Axes of the policy with their words.
    Axes,
    /// Any of these.
    Either(&'static [Holds]),
}

/// A shape by its name; shapes may hold each other.
#[derive(Debug)]
pub struct Named {
    name: &'static str,
    found: OnceLock<&'static Shape>,
}

impl Named {
    pub(super) const fn new(name: &'static str) -> Self {
        Self { name, found: OnceLock::new() }
    }

    /// The shape; one without a name if there is none, which a test finds.
    pub fn get(&self) -> &'static Shape {
        self.found.get_or_init(|| shape(self.name).unwrap_or(&NONE))
    }
}

impl Deref for Named {
    type Target = Shape;

    fn deref(&self) -> &Shape {
        self.get()
    }
}

static NONE: Shape =
    Shape { name: "", what: "", about: "", includes: &[], fields: &[], choices: &[], some_of: &[], said: &[] };

/// The form of a text.
#[derive(Clone, Copy, Debug)]
pub struct Form {
    /// How messages speak of such a text: `an id`.
    pub name: &'static str,
    /// What such a text is, as `an id in lower-case-with-hyphens`.
    pub what: &'static str,
    /// The form as a regular expression.
    pub pattern: &'static str,
    /// Whether a text has it.
    pub fits: fn(&str) -> bool,
}

impl Choice {
    /// Its keys.
    pub fn keys(&self) -> impl Iterator<Item = &'static str> + Clone {
        self.kinds.iter().map(|kind| kind.key)
    }

    /// Whether a key is one of them.
    pub fn has(&self, key: &str) -> bool {
        self.kinds.iter().any(|kind| kind.key == key)
    }
}

impl Shape {
    /// Its fields that stand beside each other, with those of the shapes it includes, in order.
    pub fn plain(&self) -> Vec<&'static Field> {
        let own = self.fields.iter();
        self.includes.iter().flat_map(|shape| shape.plain()).chain(own).collect()
    }

    /// Its choices, with those of the shapes it includes, in order.
    pub fn all_choices(&self) -> Vec<&'static Choice> {
        let own = self.choices.iter().copied();
        self.includes.iter().flat_map(|shape| shape.all_choices()).chain(own).collect()
    }

    /// Every field it may have, each key once: choices first, then what stands beside everything, then what stands beside
    /// one key only.
    pub fn every(&self) -> Vec<&'static Field> {
        let mut every: Vec<&'static Field> = self.all_choices().iter().flat_map(|choice| choice.kinds).collect();
        every.extend(self.plain());
        let beside: Vec<&'static Field> = every.iter().flat_map(|field| field.beside).collect();
        for field in beside {
            if !every.iter().any(|other| other.key == field.key) {
                every.push(field);
            }
        }
        every
    }

    /// What is said of a mistake: `two` or `no`, and of what.
    pub(crate) fn said(&self, mistake: &str, of: &str) -> Option<Said> {
        let is_meant = |said: &&Said| said.of.strip_prefix(mistake).is_some_and(|rest| rest.trim_start() == of);
        let inner = || self.includes.iter().find_map(|shape| shape.said(mistake, of));
        self.said.iter().find(is_meant).copied().or_else(inner)
    }

    /// The choice of some noun.
    pub(crate) fn choice(&self, noun: &str) -> Option<&'static Choice> {
        let own = self.choices.iter().copied().find(|choice| choice.noun == noun);
        own.or_else(|| self.includes.iter().find_map(|shape| shape.choice(noun)))
    }

    /// Whether it may have a key.
    pub fn has(&self, key: &str) -> bool {
        self.field(key, |_| true).is_some()
    }

    /// The field of a key in a map; `written` says what else is written in it.
    pub(crate) fn field(&self, key: &str, written: impl Fn(&str) -> bool + Copy) -> Option<&'static Field> {
        let own = || self.fields.iter().chain(self.choices.iter().flat_map(|choice| choice.kinds));
        let beside = || own().filter(|tag| !tag.beside.is_empty() && written(tag.key)).flat_map(|tag| tag.beside);
        own()
            .find(|field| field.key == key)
            .or_else(|| self.includes.iter().find_map(|shape| shape.field(key, written)))
            .or_else(|| beside().find(|field| field.key == key))
    }

    /// The keys beside which a key may stand, if it may not stand beside every other.
    pub fn stands_beside(&self, key: &str) -> Vec<&'static str> {
        if self.plain().iter().any(|field| field.key == key) || self.all_choices().iter().any(|c| c.has(key)) {
            return Vec::new();
        }
        let every = self.every();
        every.iter().filter(|field| field.beside.iter().any(|b| b.key == key)).map(|field| field.key).collect()
    }
}

impl Holds {
    /// The shapes written directly in this place, in a list or as one of several forms.
    pub fn shapes(&self) -> Vec<&'static Shape> {
        match self {
            Self::Map(shape) => vec![shape.get()],
            Self::List(item) | Self::ListOrEmpty(item) | Self::ByName(item, _) => item.shapes(),
            Self::FirstThen(first, then) => vec![first.get(), then.get()],
            Self::Either(forms) => forms.iter().flat_map(Self::shapes).collect(),
            _ => Vec::new(),
        }
    }
}
