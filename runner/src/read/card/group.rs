//! Groups of cards, and how an effect picks from them.

use segoc_engine::def::{Affected, Count, Except, Group, OrDeclared, Pick, Range, Selection, Subject, Who};

use super::CardReader;
use crate::read::{Fields, Vocabulary};
use crate::ruling::Spanned;
use crate::spec;
use crate::spec::words::{AS_MANY, DECLARED};
use crate::yaml::{Kind, Node};

impl CardReader<'_> {
    /// A group of cards.
    pub(super) fn group(&mut self, node: &Node) -> Option<Group> {
        let mut fields = self.reader.fields(node, &spec::group::GROUP)?;
        let group = self.group_fields(&mut fields);
        if fields.head() == fields.span {
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
        let mut group = Group::default();
        if let Some(node) = fields.take("kind") {
            group.kind = self.reader.word(node, "kind of card");
        }
        if let Some(node) = fields.take("whose") {
            group.whose = self.reader.word(node, "owner of cards");
        }
        if let Some(node) = fields.take("in") {
            group.places = self.reader.words(node, "place");
        }
        if let Some(node) = fields.take("face") {
            group.face = self.reader.word(node, "face");
        }
        if let Some(node) = fields.take("position") {
            group.position = self.reader.word(node, "position");
        }
        if let Some(node) = fields.take("attribute") {
            group.attribute = self.or_declared(node, "Attribute");
        }
        if let Some(node) = fields.take("type") {
            group.race = self.or_declared(node, "Type");
        }
        if let Some(node) = fields.take("level") {
            group.level = self.range(node);
        }
        if let Some(node) = fields.take("atk") {
            group.atk = self.range(node);
        }
        if let Some(node) = fields.take("def") {
            group.def = self.range(node);
        }
        if let Some(node) = fields.take("name") {
            group.name = self.names_of(node);
        }
        if let Some(node) = fields.take("series") {
            group.series = self.texts(node, "series");
        }
        if let Some(node) = fields.take("is") {
            group.is = self.reader.words(node, "type line word");
        }
        if let Some(node) = fields.take("is not") {
            group.is_not = self.reader.words(node, "type line word");
        }
        if let Some(node) = fields.take("same name as") {
            group.same_name_as = self.known(node);
        }
        if let Some(node) = fields.take("other than") {
            group.other_than = self.other_than(node);
        }
        if let Some(node) = fields.take("among") {
            let items = self.reader.some(node, "words for cards").unwrap_or_default();
            group.among = items.iter().filter_map(|item| self.known(item)).collect();
        }
        group
    }

    fn or_declared<T: Vocabulary>(&mut self, node: &Node, what: &str) -> Vec<OrDeclared<T>> {
        self.reader.each(node, &format!("{what}s"), |reader, item| match &item.kind {
            Kind::Str(text) if text == DECLARED.word => Some(OrDeclared::Declared),
            Kind::Str(text) if !T::every().iter().any(|word| word.spelling() == text) => {
                let words = T::every().iter().map(|word| word.spelling()).chain([DECLARED.word]);
                reader.unknown(item.span, what, text, words);
                None
            }
            _ => reader.word(item, what).map(OrDeclared::Just),
        })
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
        Some(Range { min: min.and_then(|n| i32::try_from(n).ok()), max: max.and_then(|n| i32::try_from(n).ok()) })
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
        let found = fields.among(&spec::group::PICKS);
        let pick = match found.as_slice() {
            [(key, value)] => self.pick(&key.value, value, fields),
            [] => {
                let message =
                    "it is not said which cards: one of `what`, `all`, `choose`, `at random`, `top` is needed";
                self.reader.error(fields.head(), message);
                None
            }
            [(first, _), (second, _), ..] => {
                let message = format!("cards are found in one way, found `{}` and `{}`", first.value, second.value);
                self.reader.error(second.span, message);
                None
            }
        };
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
