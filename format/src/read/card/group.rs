//! Groups of cards, and how an effect picks from them.

use segoc_engine::def::{Affected, Count, Except, Group, OrDeclared, Pick, Range, Selection, Subject, Who};

use super::CardReader;
use crate::place::Spanned;
use crate::read::{Fields, Reader, Vocabulary};
use crate::spec;
use crate::spec::words::{AS_MANY, DECLARED};
use crate::yaml::{Kind, Node};

impl CardReader<'_> {
    /// A group of cards.
    pub(super) fn group(&mut self, node: &Node) -> Option<Group> {
        let mut fields = self.reader.fields(node, &spec::group::GROUP)?;
        let group = self.group_fields(&mut fields);
        if fields.is_empty() {
            self.reader.error_help(
                fields.span,
                "the group says nothing about its cards",
                "write `kind: card` for any card",
            );
        }
        fields.finish(&mut self.reader);
        Some(group)
    }

    /// The keys of a group in a map that may have others too.
    pub(super) fn group_fields(&mut self, fields: &mut Fields<'_>) -> Group {
        let reader = &mut self.reader;
        Group {
            kind: fields.take("kind").and_then(|node| reader.word(node, "kind of card")),
            whose: fields.take("whose").and_then(|node| reader.word(node, "owner of cards")),
            places: fields.take("in").map(|node| reader.words(node, "place")).unwrap_or_default(),
            face: fields.take("face").and_then(|node| reader.word(node, "face")),
            position: fields.take("position").and_then(|node| reader.word(node, "position")),
            attribute: fields.take("attribute").map(|node| or_declared(reader, node, "Attribute")).unwrap_or_default(),
            race: fields.take("type").map(|node| or_declared(reader, node, "Type")).unwrap_or_default(),
            is: fields.take("is").map(|node| reader.words(node, "type line word")).unwrap_or_default(),
            is_not: fields.take("is not").map(|node| reader.words(node, "type line word")).unwrap_or_default(),
            level: fields.take("level").and_then(|node| self.range(node)),
            atk: fields.take("atk").and_then(|node| self.range(node)),
            def: fields.take("def").and_then(|node| self.range(node)),
            name: fields.take("name").map(|node| self.names_of(node)).unwrap_or_default(),
            series: fields.take("series").map(|node| self.texts(node, "series")).unwrap_or_default(),
            same_name_as: fields.take("same name as").and_then(|node| self.known(node)),
            other_than: fields.take("other than").map(|node| self.other_than(node)).unwrap_or_default(),
            among: fields.take("among").map(|node| self.each(node, "words for cards", Self::known)).unwrap_or_default(),
        }
    }

    fn names_of(&mut self, node: &Node) -> Vec<OrDeclared<String>> {
        let mut names = Vec::new();
        for item in self.reader.some(node, "names of cards").unwrap_or_default() {
            let Some(name) = self.reader.line(item, "the name of a card") else { continue };
            if name == DECLARED.word {
                names.push(OrDeclared::Declared);
                continue;
            }
            self.mentions.push(Spanned { value: name.clone(), span: item.span });
            names.push(OrDeclared::Just(name));
        }
        names
    }

    /// Words and given names first, anything else is the name of a card.
    fn other_than(&mut self, node: &Node) -> Vec<Except> {
        let mut excepted = Vec::new();
        for item in self.reader.some(node, "cards").unwrap_or_default() {
            let Some(text) = self.reader.line(item, "the name of a card or a word for cards") else { continue };
            if let Some(word) = self.names.word(&text) {
                excepted.push(Except::Word(word));
            } else if text.starts_with(char::is_lowercase) {
                // Card names begin with a capital or a digit, so this can only be a mistaken word.
                self.known(item);
            } else {
                self.mentions.push(Spanned { value: text.clone(), span: item.span });
                excepted.push(Except::Name(text));
            }
        }
        excepted
    }

    fn range(&mut self, node: &Node) -> Option<Range> {
        let mut fields = self.reader.fields(node, &spec::group::RANGE)?;
        let min = fields.take("at least").and_then(|node| self.reader.number(node, "`at least`", 0..=100_000));
        let max = fields.take("at most").and_then(|node| self.reader.number(node, "`at most`", 0..=100_000));
        if !fields.has("at least") && !fields.has("at most") {
            self.reader.error(fields.span, "a range needs `at least` or `at most`");
        }
        fields.finish(&mut self.reader);
        Some(Range { min, max })
    }

    /// A word, or a group in its place.
    pub(super) fn subject(&mut self, node: &Node) -> Option<Subject> {
        match &node.kind {
            Kind::Map(_) => self.group(node).map(Subject::Group),
            _ => self.known(node).map(Subject::Word),
        }
    }

    /// The cards a modifier applies to: a word or a group.
    pub(super) fn affected(&mut self, node: &Node) -> Option<Affected> {
        self.subject(node).map(|subject| match subject {
            Subject::Word(word) => Affected::Word(word),
            Subject::Group(group) => Affected::Group(group),
        })
    }

    /// How many: a number, `{up to: n}`, `{at least: n}` or `as many as possible`.
    pub(super) fn count(&mut self, node: &Node) -> Option<Count> {
        match &node.kind {
            Kind::Int(_) => self.reader.small(node, "a number of cards").map(Count::Exactly),
            Kind::Str(text) if AS_MANY.iter().any(|spelt| spelt.word == text) => Some(Count::AsManyAsPossible),
            Kind::Map(_) => {
                let (key, value) = self.reader.kind(node, &spec::group::COUNT)?;
                let number = self.reader.small(value, "a number of cards");
                match key.value.as_str() {
                    "up to" => number.map(Count::UpTo),
                    "at least" => number.map(Count::AtLeast),
                    _ => self.reader.unread(key),
                }
            }
            _ => {
                let message = format!("expected a number of cards, found {}", node.describe());
                self.reader.error_help(
                    node.span,
                    message,
                    "write a number, `{up to: n}`, `{at least: n}` or `as many as possible`",
                );
                None
            }
        }
    }

    /// The cards of a verb in its short form, or in a map that has no other keys.
    pub(super) fn selection(&mut self, node: &Node) -> Option<Selection> {
        if !matches!(node.kind, Kind::Map(_)) {
            return self.known(node).map(Selection::these);
        }
        let mut fields = self.reader.fields(node, &spec::group::SELECTION)?;
        let selection = self.selection_fields(&mut fields);
        fields.finish(&mut self.reader);
        selection
    }

    /// The keys of a selection in a map that may have others too.
    pub(super) fn selection_fields(&mut self, fields: &mut Fields<'_>) -> Option<Selection> {
        let who = fields.take("who").map_or(Some(Who::You), |node| self.reader.word(node, "player"));
        let chosen_by = fields.take("chosen by").map(|node| self.reader.word_of(node, "player", &[Who::Opponent]));
        let even_none = fields.take("even none").is_some_and(|node| self.reader.flag(node, "`even none`"));
        let named = fields.take("as").and_then(|node| self.given(node));
        let none = "it is not said which cards: one of `what`, `all`, `choose`, `at random`, `top` is needed";
        let found = self.reader.only(fields, &spec::group::PICKS, none, "cards are found in one way");
        let pick = found.and_then(|(key, value)| self.pick(&key.value, value, fields));
        Some(Selection { who: who?, pick: pick?, chosen_by_opponent: chosen_by.is_some(), even_none, named })
    }

    fn pick(&mut self, key: &str, value: &Node, fields: &mut Fields<'_>) -> Option<Pick> {
        match key {
            "what" => self.known(value).map(Pick::These),
            "all" => self.group(value).map(Pick::All),
            "top" => self.reader.small(value, "a number of cards").map(Pick::Top),
            "choose" => {
                let count = self.count(value);
                let of = fields.need("of").and_then(|node| self.group(node));
                Some(Pick::Choose(count?, of?))
            }
            _ => {
                let count = self.reader.small(value, "a number of cards");
                let of = fields.need("of").and_then(|node| self.group(node));
                Some(Pick::Random(count?, of?))
            }
        }
    }
}

fn or_declared<T: Vocabulary>(reader: &mut Reader, node: &Node, what: &str) -> Vec<OrDeclared<T>> {
    reader.each(node, &format!("{what}s"), |reader, item| {
        let word = reader.word_or(item, what, T::every(), DECLARED)?;
        Some(word.map_or(OrDeclared::Declared, OrDeclared::Just))
    })
}
