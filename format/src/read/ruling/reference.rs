//! Card references: which physical card a text means.

use std::sync::Arc;

use segoc_protocol::{CardId, Player, StartZone};

use super::{Found, RulingReader, Story};
use crate::card::CardFile;
use crate::lint::Lint;
use crate::place::{Span, Spanned};
use crate::read::{Place, Read};
use crate::ruling::CardRef;
use crate::suggest;
use crate::yaml::{Kind, Node};

/// The cards of the duel and what they are called.
#[derive(Default)]
pub(super) struct Table {
    /// The cards of the set-up, by `CardId`.
    pub(super) cards: Vec<TableCard>,
    /// Every name in the duel: of the set-up, then of tokens that may be made.
    pub(super) names: Vec<String>,
    /// The files of these names; `None` if there is no readable one.
    pub(super) files: Vec<Option<Arc<CardFile>>>,
}

/// A card of the set-up.
pub(super) struct TableCard {
    pub(super) name: usize,
    pub(super) owner: Player,
    pub(super) zone: StartZone,
    pub(super) label: Option<String>,
    pub(super) span: Span,
}

/// Why a reference means no card.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Puzzle {
    /// Nothing is called that.
    Unknown,
    /// Every copy has a label.
    Labelled(Vec<String>),
    /// It could be any of these.
    Ambiguous(Vec<CardId>),
}

/// `Yugi's X` as owner and name.
fn possessive(text: &str) -> Option<(Player, &str)> {
    Player::ALL.iter().find_map(|player| {
        let rest = text.strip_prefix(player.word())?.strip_prefix("'s ")?;
        Some((*player, rest))
    })
}

impl Table {
    /// The name of a card of the set-up.
    pub(super) fn name_of(&self, card: CardId) -> &str {
        self.cards.get(usize::from(card.0)).map_or("", |card| self.names[card.name].as_str())
    }

    /// The file of what is referred to.
    pub(super) fn file(&self, card: &CardRef) -> Option<&Arc<CardFile>> {
        let name = match card {
            CardRef::Card(card) => self.name_of(*card),
            CardRef::Token(name) => name,
        };
        let index = self.names.iter().position(|other| other == name)?;
        self.files.get(index)?.as_ref()
    }

    pub(super) fn is_token(&self, name: &str) -> bool {
        let index = self.names.iter().position(|other| other == name);
        index.and_then(|index| self.files.get(index)?.as_ref()).is_some_and(|file| file.is_token())
    }

    /// What a text refers to.
    pub(super) fn resolve(&self, text: &str) -> Result<CardRef, Puzzle> {
        if let Some(i) = self.cards.iter().position(|card| card.label.as_deref() == Some(text)) {
            return Ok(CardRef::Card(id(i)));
        }
        if self.is_token(text) {
            return Ok(CardRef::Token(text.to_owned()));
        }
        let (owner, name) = match possessive(text) {
            Some((owner, name)) if !self.names.iter().any(|other| other == text) => (Some(owner), name),
            _ => (None, text),
        };
        let copies: Vec<usize> = (0..self.cards.len())
            .filter(|&i| {
                self.names[self.cards[i].name] == name && owner.is_none_or(|owner| self.cards[i].owner == owner)
            })
            .collect();
        let unlabelled: Vec<usize> = copies.iter().copied().filter(|&i| self.cards[i].label.is_none()).collect();
        let in_deck = |i: &usize| matches!(self.cards[*i].zone, StartZone::Deck | StartZone::ExtraDeck);
        let outside: Vec<usize> = unlabelled.iter().copied().filter(|i| !in_deck(i)).collect();
        let meant = if outside.is_empty() { unlabelled } else { outside };
        match meant.as_slice() {
            [i] => Ok(CardRef::Card(id(*i))),
            [] if copies.is_empty() => Err(Puzzle::Unknown),
            [] => Err(Puzzle::Labelled(copies.iter().filter_map(|&i| self.cards[i].label.clone()).collect())),
            _ => Err(Puzzle::Ambiguous(meant.into_iter().map(id).collect())),
        }
    }

    /// For each card the shortest text that means it and nothing else; its name if there is none.
    pub(super) fn references(&self) -> Vec<String> {
        (0..self.cards.len()).map(|i| self.reference(i)).collect()
    }

    fn reference(&self, i: usize) -> String {
        let card = &self.cards[i];
        let name = &self.names[card.name];
        if let Some(label) = &card.label {
            return label.clone();
        }
        let owned = format!("{}'s {name}", card.owner.word());
        for text in [name, &owned] {
            if self.resolve(text) == Ok(CardRef::Card(id(i))) {
                return text.clone();
            }
        }
        name.clone()
    }

    /// A card of the set-up described by where it lies.
    fn describe(&self, card: CardId) -> String {
        let Some(card) = self.cards.get(usize::from(card.0)) else { return String::new() };
        format!("the one in {}'s `{}`", card.owner.word(), card.zone)
    }

    /// Everything that can be written as a reference.
    fn everything(&self) -> Vec<&str> {
        let labels = self.cards.iter().filter_map(|card| card.label.as_deref());
        labels.chain(self.names.iter().map(String::as_str)).collect()
    }
}

fn id(i: usize) -> CardId {
    CardId(u16::try_from(i).unwrap_or(u16::MAX))
}

/// A reference to a card of the duel.
impl Read<Story<'_>> for CardRef {
    fn read(story: &mut RulingReader<'_, '_>, node: &Node, _: Place) -> Option<Self> {
        if let Some((whole, _)) = story.unquoted(std::slice::from_ref(node), 0) {
            story.report_unquoted(node, &whole);
            return None;
        }
        let text = story.string(node, "a card")?;
        let found = story.known.table.resolve(text);
        found.map_err(|puzzle| story.report(node.span, text, &puzzle)).ok()
    }

    fn items(story: &mut RulingReader<'_, '_>, nodes: &[Node], place: Place) -> Vec<Spanned<Self>> {
        story.each_card(nodes, |story, node| Self::read(story, node, place))
    }
}

impl RulingReader<'_, '_> {
    /// Every item of a list of cards; those that YAML has cut in two are reported.
    pub(super) fn each_card<'n, T>(
        &mut self,
        items: &'n [Node],
        mut read: impl FnMut(&mut Self, &'n Node) -> Option<T>,
    ) -> Vec<Spanned<T>> {
        let (mut found, mut i) = (Vec::new(), 0);
        while let Some(node) = items.get(i) {
            if let Some((whole, used)) = self.unquoted(items, i) {
                self.report_unquoted(node, &whole);
                i += used;
                continue;
            }
            found.extend(read(self, node).map(|value| Spanned { value, span: node.span }));
            i += 1;
        }
        found
    }

    fn report(&mut self, span: Span, text: &str, puzzle: &Puzzle) {
        if self.is_hopeless() {
            return;
        }
        let (message, help) = match puzzle {
            Puzzle::Labelled(labels) => {
                let labels = suggest::list(labels.iter().map(String::as_str));
                (format!("every `{text}` of this duel has a label"), format!("write the label: {labels}"))
            }
            Puzzle::Ambiguous(cards) => {
                let first = self.known.table.cards.get(usize::from(cards[0].0)).map(|card| card.owner);
                let owners_differ =
                    cards.iter().any(|c| self.known.table.cards.get(usize::from(c.0)).map(|card| card.owner) != first);
                let list: Vec<String> = cards.iter().map(|card| self.known.table.describe(*card)).collect();
                let help = if owners_differ && cards.len() == 2 {
                    format!("write `Yugi's {text}` or `Joey's {text}`, or give labels: {{card: {text}, as: a-label}}")
                } else {
                    format!("give the copies labels: {{card: {text}, as: a-label}}")
                };
                (format!("`{text}` could be {}", list.join(" or ")), help)
            }
            Puzzle::Unknown => {
                let name = possessive(text).map_or(text, |(_, name)| name);
                if matches!(self.known.cards.find(name), Found::Card(_)) {
                    let owner = possessive(text).map(|(owner, _)| format!(" that {} owns", owner.word()));
                    let message = format!("there is no `{name}`{} in this duel", owner.unwrap_or_default());
                    (message, "add it to `duel`, or refer to another card".to_owned())
                } else {
                    (format!("unknown card `{text}`"), suggest::help(text, self.known.table.everything()))
                }
            }
        };
        self.error_help(span, message, help).lint = Lint::UnknownCard;
    }

    /// `[Goldd, Wu-Lord of Dark World]` and `[Number 53: Heart-eartH]`: a name that YAML has cut in two because it is not
    /// quoted. The whole name, and how many items it takes up.
    fn unquoted(&self, items: &[Node], i: usize) -> Option<(String, usize)> {
        let is_card = |text: &str| {
            let name = possessive(text).map_or(text, |(_, name)| name);
            !matches!(self.known.cards.find(name), Found::Unknown)
        };
        match &items[i].kind {
            Kind::Map(entries) => match entries.as_slice() {
                [(key, Node { kind: Kind::Str(value), .. })] if key.value != "card" => {
                    Some(format!("{}: {value}", key.value)).filter(|whole| is_card(whole)).map(|whole| (whole, 1))
                }
                _ => None,
            },
            Kind::Str(text) if self.known.table.resolve(text).is_err() && !is_card(text) => {
                let mut whole = text.clone();
                for (used, next) in items[i + 1..].iter().take(3).enumerate() {
                    let Kind::Str(next) = &next.kind else { return None };
                    whole = format!("{whole}, {next}");
                    if is_card(&whole) {
                        return Some((whole, used + 2));
                    }
                }
                None
            }
            _ => None,
        }
    }

    fn report_unquoted(&mut self, node: &Node, whole: &str) {
        let found = match &node.kind {
            Kind::Str(text) => format!("unknown card `{text}`"),
            _ => "expected a card, found a map".to_owned(),
        };
        let help = format!("did you forget quotes around \"{whole}\"?");
        self.error_help(node.span, found, help).lint = Lint::UnknownCard;
    }
}
