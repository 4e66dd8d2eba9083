//! Groups of cards, and how an effect picks from them.

use segoc_engine::def::{
    Affected, Amount, Count, Except, Feature, Group, Kind as CardKind, OrDeclared, Pick, Range, Selection, Subject,
    Target, Together, WasSummoned, Who, Word,
};

use super::{Card, CardReader};
use crate::place::{Span, Spanned};
use crate::read::{Fields, Place, Read};
use crate::spec::shapes::{GROUP, RANGE, SELECTION, TARGET, TOGETHER, WAS_SUMMONED};
use crate::spec::words::{AS_MANY, DECLARED};
use crate::yaml::{Kind, Node};

impl Read<Card> for Group {
    fn read(card: &mut CardReader<'_>, node: &Node, _: Place) -> Option<Self> {
        let fields = card.fields(node, &GROUP)?;
        if fields.is_empty() {
            let help = "write `kind: card` for any card";
            card.error_help(node.span, "the group says nothing about its cards", help);
        }
        card.group(&fields)
    }
}

impl CardReader<'_> {
    /// The keys of a group in a map that may have others too.
    pub(super) fn group(&mut self, fields: &Fields<'_>) -> Option<Group> {
        let names: Vec<Spanned<OrDeclared<String>>> = fields.get(self, "name")?;
        for name in &names {
            if let OrDeclared::Just(card) = &name.value {
                self.mention(card, name.span);
            }
        }
        if let (Some(_), Some(lowest)) = (fields.entry("highest"), fields.entry("lowest")) {
            let help = "write one of them, or two groups joined by `or`";
            self.error_help(lowest.span, "a group has either `highest` or `lowest`", help);
        }
        let kind = fields.get(self, "kind")?;
        if let (Some(entry), Some(CardKind::Declared)) = (fields.entry("kind"), kind) {
            self.known.declared_kinds.push(entry.span);
        }
        Some(Group {
            kind,
            whose: fields.get(self, "whose")?,
            owner: fields.get(self, "owner")?,
            places: fields.get(self, "in")?,
            face: fields.get(self, "face")?,
            position: fields.get(self, "position")?,
            attribute: fields.get(self, "attribute")?,
            not_attribute: fields.get(self, "not attribute")?,
            not_race: fields.get(self, "not type")?,
            race: fields.get(self, "type")?,
            is: fields.get(self, "is")?,
            is_not: fields.get(self, "is not")?,
            level: fields.get(self, "level")?,
            rank: fields.get(self, "rank")?,
            link: fields.get(self, "link")?,
            scale: fields.get(self, "scale")?,
            between_scales: fields.get(self, "between scales")?,
            atk: fields.get(self, "atk")?,
            def: fields.get(self, "def")?,
            highest: fields.get(self, "highest")?,
            lowest: fields.get(self, "lowest")?,
            materials: fields.get(self, "materials")?,
            material_of: fields.get(self, "material of")?,
            used_for: fields.get(self, "used for")?,
            pointed_to_by: fields.get(self, "pointed to by")?,
            points_to: fields.get(self, "points to")?,
            co_linked: fields.get(self, "co-linked")?,
            linked: fields.get(self, "linked")?,
            same_column_as: fields.get(self, "same column as")?,
            name: names.into_iter().map(|name| name.value).collect(),
            series: fields.get(self, "series")?,
            not_series: fields.get(self, "not series")?,
            mentions: fields.get(self, "mentions")?,
            can_be_normal_summoned: fields.get(self, "can be normal summoned")?,
            originally: fields.get(self, "originally")?,
            counters: fields.get(self, "counters")?,
            counter: fields.get(self, "counter")?,
            same_name_as: fields.get(self, "same name as")?,
            equipped_to: fields.get(self, "equipped to")?,
            equipped_by: fields.get(self, "equipped by")?,
            with_material: fields.get(self, "with material")?,
            equipped_with: fields.get(self, "equipped with")?,
            summoned: fields.get(self, "summoned")?,
            summoned_this_turn: fields.get(self, "summoned this turn")?,
            this_turn: fields.get(self, "this turn")?,
            not_this_turn: fields.get(self, "not this turn")?,
            same_type_as: fields.get(self, "same type as")?,
            same_attribute_as: fields.get(self, "same attribute as")?,
            other_name_than: fields.get(self, "other name than")?,
            other_than: fields.get(self, "other than")?,
            among: fields.get(self, "among")?,
            except: fields.get(self, "except")?,
            or: fields.get(self, "or")?,
            together: None,
        })
    }

    fn mention(&mut self, card: &str, span: Span) {
        self.known.mentions.push(Spanned { value: card.to_owned(), span });
    }

    /// So many cards of a group, with what must be true of them together.
    pub(super) fn choice(&mut self, fields: &Fields<'_>) -> Option<(Count, Box<Group>)> {
        let together = self.together(fields);
        let (count, mut of) = fields.make(self, ["choose", "of"], |count: Count, of: Box<Group>| (count, of))?;
        if matches!(count, Count::Exactly(0 | 1) | Count::UpTo(0 | 1)) {
            self.is_about_several(fields);
        }
        of.together = together?;
        Some((count, of))
    }

    /// What must be true of cards together, if it is written.
    pub(super) fn together(&mut self, fields: &Fields<'_>) -> Option<Option<Box<Together>>> {
        fields.get(self, "together")
    }

    /// One card has nothing beside it.
    pub(super) fn is_about_several(&mut self, fields: &Fields<'_>) {
        if let Some(entry) = fields.entry("together") {
            let help = "leave it out, or say it of the group: `level`, `atk`, `same name as`";
            self.error_help(entry.span, "`together` means nothing of one card", help);
        }
    }

    /// The keys of a selection in a map that may have others too.
    pub(super) fn selection(&mut self, fields: &Fields<'_>) -> Option<Selection> {
        let who = fields.get_or(self, "who", Who::You);
        let pick = fields.one("way to find cards").and_then(|pick| match pick.key {
            "what" => pick.read(self).map(Pick::These),
            "all" => pick.read(self).map(Pick::All),
            "choose" => self.choice(fields).map(|(count, of)| Pick::Choose(count, of)),
            "at random" => fields.make(self, ["at random", "of"], Pick::Random),
            "top" => pick.read(self).map(Pick::Top),
            _ => self.unread(pick),
        });
        if let (Some(who), Some(Pick::All(group) | Pick::Choose(_, group) | Pick::Random(_, group))) = (who, &pick)
            && who.acts_with_own_cards()
            && who != Who::EachPlayer
            && group.whose.is_some()
        {
            let message = format!("`whose` means nothing beside `who: {who}`, who acts with cards of their own");
            self.error_help(fields.head(), message, "leave `whose` out");
        }
        if let (Some(entry), false) = (fields.entry("all or none"), matches!(pick, None | Some(Pick::These(_)))) {
            let message = "`all or none` is for known cards, of which some may be gone";
            self.error_help(entry.span, message, "leave it out: a choice takes as many as it says, or none");
        }
        let keys = ["chosen by", "even none", "all or none", "as"];
        fields.make(self, keys, |chosen_by: Option<Who>, even_none, all_or_none, named| {
            let chosen_by_opponent = chosen_by.is_some();
            Some(Selection { who: who?, pick: pick?, chosen_by_opponent, even_none, all_or_none, named })
        })?
    }
}

/// What is written, or `declared`.
impl<T: Read<Card>> Read<Card> for OrDeclared<T> {
    fn read(card: &mut CardReader<'_>, node: &Node, place: Place) -> Option<Self> {
        match &node.kind {
            Kind::Str(text) if text == DECLARED.word => Some(Self::Declared),
            _ => T::read(card, node, place).map(Self::Just),
        }
    }
}

/// Words and given names first, anything else is the name of a card.
impl Read<Card> for Except {
    fn read(card: &mut CardReader<'_>, node: &Node, place: Place) -> Option<Self> {
        let text = String::read(card, node, place)?;
        if let Some(word) = card.known.names.word(&text) {
            return Some(Self::Word(word));
        }
        // Card names begin with a capital or a digit, so this can only be a mistaken word.
        if text.starts_with(char::is_lowercase) {
            return Word::read(card, node, place).map(Self::Word);
        }
        card.mention(&text, node.span);
        Some(Self::Name(text))
    }
}

impl Read<Card> for Together {
    fn read(card: &mut CardReader<'_>, node: &Node, _: Place) -> Option<Self> {
        const TOTALS: [(&str, Feature); 5] = [
            ("total level", Feature::Level),
            ("total rank", Feature::Rank),
            ("total link", Feature::Link),
            ("total atk", Feature::Atk),
            ("total def", Feature::Def),
        ];
        let fields = card.fields(node, &TOGETHER)?;
        let mut totals = Vec::new();
        for (entry, feature) in TOTALS.iter().filter_map(|(key, feature)| fields.entry(key).zip(Some(*feature))) {
            totals.push((feature, entry.read(card)?));
        }
        let (different, same): (Vec<Feature>, Vec<Feature>) =
            (fields.get(card, "different")?, fields.get(card, "same")?);
        if let (Some(entry), Some(both)) = (fields.entry("same"), same.iter().find(|f| different.contains(f))) {
            let message = format!("cards cannot have the same and different of `{both}`");
            card.error_help(entry.node.span, message, "write it under one of them");
        }
        Some(Self { different, same, totals })
    }
}

impl Read<Card> for WasSummoned {
    fn read(card: &mut CardReader<'_>, node: &Node, _: Place) -> Option<Self> {
        card.map(node, &WAS_SUMMONED, ["how", "from"], |how, from| Self { how, from })
    }
}

impl Read<Card> for Range {
    fn read(card: &mut CardReader<'_>, node: &Node, _: Place) -> Option<Self> {
        let fields = card.fields(node, &RANGE)?;
        let exactly: Option<Box<Amount>> = fields.get(card, "exactly")?;
        if let (Some(entry), true) = (fields.entry("exactly"), fields.has("at least") || fields.has("at most")) {
            card.error_help(entry.span, "`exactly` says both ends of the range", "leave out `at least` and `at most`");
        }
        fields.make(card, ["at least", "at most"], |min: Option<_>, max: Option<_>| Self {
            min: min.or_else(|| exactly.clone()),
            max: max.or(exactly),
        })
    }
}

/// A word, or a group in its place.
impl Read<Card> for Subject {
    fn read(card: &mut CardReader<'_>, node: &Node, place: Place) -> Option<Self> {
        match &node.kind {
            Kind::Map(_) => Read::read(card, node, place).map(Self::Group),
            _ => Word::read(card, node, place).map(Self::Word),
        }
    }
}

/// The cards a modifier applies to: a word or a group.
impl Read<Card> for Affected {
    fn read(card: &mut CardReader<'_>, node: &Node, place: Place) -> Option<Self> {
        Subject::read(card, node, place).map(|subject| match subject {
            Subject::Word(word) => Self::Word(word),
            Subject::Group(group) => Self::Group(group),
        })
    }
}

/// What a map that counts cards says.
const NUMBER: &str = "number of cards";

/// How many: a number, `{up to: n}`, `{at least: n}`, `as many as possible`, or an amount.
impl Read<Card> for Count {
    fn read(card: &mut CardReader<'_>, node: &Node, place: Place) -> Option<Self> {
        match &node.kind {
            Kind::Int(_) => card.number(node, "a number of cards", 0, 255).map(Self::Exactly),
            Kind::Str(text) if AS_MANY.iter().any(|spelt| spelt.word == text) => Some(Self::AsManyAsPossible),
            Kind::Map(_) => {
                // Materials are counted by numbers alone.
                let shape = place.holds.shapes().first().copied()?;
                let fields = card.fields(node, shape)?;
                let count = fields.one(NUMBER)?;
                match (count.key, &count.node.kind) {
                    ("up to", Kind::Map(_)) if count.field.value.shapes().len() == 1 => {
                        count.read(card).map(Self::UpToAmount)
                    }
                    ("up to", _) => card.number(count.node, "a number of cards", 0, 255).map(Self::UpTo),
                    ("at least", _) => count.read(card).map(Self::AtLeast),
                    _ => card.amount_in(&fields, NUMBER).map(|amount| Self::Amount(Box::new(amount))),
                }
            }
            _ => {
                let message = format!("expected a number of cards, found {}", node.describe());
                let help = "write a number, `{up to: n}`, `{at least: n}` or `as many as possible`";
                card.error_help(node.span, message, help);
                None
            }
        }
    }
}

/// The cards of a verb: a word alone, or a map that has no other keys.
impl Read<Card> for Selection {
    fn read(card: &mut CardReader<'_>, node: &Node, _: Place) -> Option<Self> {
        let fields = card.fields_or("what", node, &SELECTION)?;
        card.selection(&fields)
    }
}

/// A word, or a choice with its name.
impl Read<Card> for Target {
    fn read(card: &mut CardReader<'_>, node: &Node, place: Place) -> Option<Self> {
        if !matches!(node.kind, Kind::Map(_)) {
            return Word::read(card, node, place).map(Self::Known);
        }
        let fields = card.fields(node, &TARGET)?;
        let choice = card.choice(&fields);
        let keys = ["as", "even if changed", "whoever controls it"];
        fields.make(card, keys, |named, even_if_changed, whoever_controls_it| {
            let (count, of) = choice?;
            Some(Self::Chosen { count, of, named, even_if_changed, whoever_controls_it })
        })?
    }
}
