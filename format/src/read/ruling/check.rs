//! Checks: what must be true at a place of the play.

use segoc_protocol::{CardEvent, End, PlayerEvent, Sides, StartZone};

use super::RulingReader;
use super::reference::PLAYERS;
use crate::place::Spanned;
use crate::read::{Fields, if_written};
use crate::ruling::{BoardCard, BoardSide, CardRef, Check, Happening, LinkRef, Offer, OfferAction, Refusal};
use crate::spec;
use crate::spec::words::{ENDINGS, OFFERS, OUTCOMES};
use crate::yaml::{Kind, Node};

impl RulingReader<'_> {
    /// The links of a chain, and what cannot be added to it.
    pub(super) fn chain(&mut self, node: &Node, cannot_be_added: Option<&Node>) -> Option<Check> {
        let links = self.links(node);
        let cannot_be_added = cannot_be_added.map(|node| self.refusals(node)).unwrap_or_default();
        Some(Check::Chain { links, cannot_be_added })
    }

    fn links(&mut self, node: &Node) -> Vec<Spanned<LinkRef>> {
        self.cards_or_maps(
            node,
            "chain links",
            |card| LinkRef { card, effect: None },
            |ruling, node| ruling.map(node, &spec::play::LINK, Self::link),
        )
    }

    /// `card` and `effect`.
    fn link(&mut self, fields: &mut Fields<'_>) -> Option<LinkRef> {
        let card = fields.need("card").and_then(|node| self.reference(node));
        let effect = fields.take("effect").and_then(|node| self.effect_id(node, card.as_ref()));
        Some(LinkRef { card: card?, effect })
    }

    pub(super) fn resolves(&mut self, node: &Node) -> Check {
        Check::Resolves(self.cards_or_maps(
            node,
            "resolving links",
            |card| (LinkRef { card, effect: None }, None),
            |ruling, node| {
                ruling.map(node, &spec::play::RESOLVING, |ruling, fields| {
                    let link = ruling.link(fields);
                    let outcome = fields.take("outcome").map(|node| ruling.reader.word_of(node, "outcome", OUTCOMES));
                    Some((link?, if_written(outcome)?))
                })
            },
        ))
    }

    pub(super) fn happens(&mut self, node: &Node) -> Check {
        let mut instants = Vec::new();
        for instant in self.reader.some(node, "instants").unwrap_or_default() {
            if let Kind::Map(_) = instant.kind {
                let help = "each instant is a list of events: [[{destroyed: [A]}], [{draws: …}]]";
                self.reader.error_help(instant.span, "expected a list of events of one instant, found a map", help);
                continue;
            }
            let events = self.reader.some(instant, "events").unwrap_or_default();
            let events = events.iter().filter_map(|event| {
                let value = self.event(event)?;
                Some(Spanned { value, span: event.span })
            });
            instants.push(Spanned { value: events.collect(), span: instant.span });
        }
        Check::Happens(instants)
    }

    fn event(&mut self, node: &Node) -> Option<Happening> {
        let (key, value) = self.reader.kind(node, &spec::play::HAPPENING)?;
        if let Some(event) = CardEvent::from_word(&key.value) {
            let cards = self.references(value).into_iter().map(|card| card.value).collect::<Vec<_>>();
            return (!cards.is_empty()).then_some(Happening::Cards(event, cards));
        }
        if let Some(event) = PlayerEvent::from_word(&key.value) {
            let mut fields = self.reader.fields(value, &spec::play::PLAYER_EVENT)?;
            let player = fields.need("player").and_then(|node| self.player(node));
            let count = fields.need("count");
            let count = count.and_then(|node| self.reader.number(node, "`count`", 0..=1_000_000));
            fields.finish(&mut self.reader);
            return Some(Happening::Player(event, player?, count?));
        }
        self.reader.unread(key)
    }

    pub(super) fn window(&mut self, node: &Node) -> Option<Check> {
        let mut fields = self.reader.fields(node, &spec::play::WINDOW)?;
        let player = fields.need("player").and_then(|node| self.player(node));
        let chart = fields.take("box").and_then(|node| self.reader.word(node, "box"));
        let phase = fields.take("phase").and_then(|node| self.reader.word(node, "phase"));
        let during = fields.take("during").and_then(|node| self.reader.word(node, "moment"));
        let offered = fields.take("offered").map(|node| self.offers(node)).unwrap_or_default();
        let not_offered = fields.take("not offered").map(|node| self.refusals(node)).unwrap_or_default();
        fields.finish(&mut self.reader);
        Some(Check::Window { player: player?, chart, phase, during, offered, not_offered })
    }

    pub(super) fn placing(&mut self, node: &Node) -> Option<Check> {
        let mut fields = self.reader.fields(node, &spec::play::PLACING)?;
        let player = fields.need("player").and_then(|node| self.player(node));
        let offered = fields.take("offered").map(|node| self.links(node)).unwrap_or_default();
        let not_offered = fields.take("not offered").map(|node| self.refusals(node)).unwrap_or_default();
        fields.finish(&mut self.reader);
        Some(Check::Placing { player: player?, offered, not_offered })
    }

    fn offers(&mut self, node: &Node) -> Vec<Spanned<Offer>> {
        self.cards_or_maps(node, "offers", activating, |ruling, node| ruling.map(node, &spec::play::OFFER, Self::offer))
    }

    /// `card`, `effect` and `action`.
    fn offer(&mut self, fields: &mut Fields<'_>) -> Option<Offer> {
        let link = self.link(fields);
        let action = fields.take("action");
        let action = action.map_or(Some(OfferAction::Activate), |node| self.reader.word_of(node, "action", OFFERS));
        let link = link?;
        Some(Offer { card: link.card, effect: link.effect, action: action? })
    }

    /// What is not offered, with the rule that forbids it.
    pub(super) fn refusals(&mut self, node: &Node) -> Vec<Spanned<Refusal>> {
        self.cards_or_maps(
            node,
            "refusals",
            |card| Refusal { offer: activating(card), rule: None },
            |ruling, node| {
                ruling.map(node, &spec::play::REFUSAL, |ruling, fields| {
                    let offer = ruling.offer(fields);
                    let rule = fields.take("rule").map(|node| ruling.reader.word(node, "rule"));
                    Some(Refusal { offer: offer?, rule: if_written(rule)? })
                })
            },
        )
    }

    pub(super) fn ends(&mut self, node: &Node) -> Option<Check> {
        let ending = self.reader.one_of(node, "an ending", "ending", ENDINGS)?;
        End::from_word(ending).map(Check::Ends)
    }

    pub(super) fn board(&mut self, node: &Node) -> Option<Check> {
        let mut fields = self.reader.fields(node, &spec::duel::BOARD)?;
        let mut sides = Sides::default();
        for (name, player) in PLAYERS {
            if let Some(node) = fields.take(name) {
                sides[*player] = self.board_side(node).map(|value| Spanned { value, span: node.span });
            }
        }
        if !PLAYERS.iter().any(|(name, _)| fields.has(name)) {
            self.reader.error(fields.head(), "a board needs `Yugi` or `Joey`");
        }
        fields.finish(&mut self.reader);
        Some(Check::Board(sides))
    }

    fn board_side(&mut self, node: &Node) -> Option<BoardSide> {
        let mut fields = self.reader.fields(node, &spec::duel::BOARD_SIDE)?;
        if fields.is_empty() {
            self.reader.error_help(fields.span, "nothing is compared here", "write a zone, or leave the player out");
        }
        let lp = fields.take("lp").and_then(|node| self.reader.number(node, "`lp`", 0..=1_000_000));
        let mut side = BoardSide { lp, zones: Vec::new() };
        for zone in StartZone::ALL {
            let Some(node) = fields.take(zone.word()) else { continue };
            side.zones.push((*zone, Spanned { value: self.board_cards(node), span: node.span }));
        }
        fields.finish(&mut self.reader);
        Some(side)
    }

    fn board_cards(&mut self, node: &Node) -> Vec<BoardCard> {
        let items = self.reader.list(node, "cards").unwrap_or_default();
        let cards = self.each_card(items, |ruling, item| match item.kind {
            Kind::Map(_) => ruling.long_board_card(item),
            _ => ruling.board_card(item),
        });
        cards.into_iter().map(|card| card.value).collect()
    }

    /// A name means any card of that name; a label or `Yugi's X` that copy.
    fn board_card(&mut self, node: &Node) -> Option<BoardCard> {
        let text = self.reader.string(node, "a card")?;
        let (name, label) = if self.table.names.contains(&text) {
            (text, None)
        } else {
            match self.reference(node)? {
                CardRef::Card(card) => (self.table.name_of(card).to_owned(), Some(card)),
                CardRef::Token(name) => (name, None),
            }
        };
        Some(BoardCard { name, label, position: None, counters: None, equipped_to: None, atk: None, def: None })
    }

    fn long_board_card(&mut self, node: &Node) -> Option<BoardCard> {
        let mut fields = self.reader.fields(node, &spec::duel::BOARD_CARD)?;
        let card = fields.need("card").and_then(|node| self.board_card(node));
        let position = fields.take("position").and_then(|node| self.reader.word(node, "position"));
        let counters = fields.take("counters").and_then(|node| self.reader.small(node, "`counters`"));
        let equipped_to = fields.take("equipped to").and_then(|node| self.reference(node));
        let mut value = |key| fields.take(key).and_then(|node| self.reader.number(node, key, 0..=1_000_000));
        let (atk, def) = (value("atk"), value("def"));
        fields.finish(&mut self.reader);
        card.map(|card| BoardCard { position, counters, equipped_to, atk, def, ..card })
    }
}

fn activating(card: CardRef) -> Offer {
    Offer { card, effect: None, action: OfferAction::Activate }
}
