//! Checks: what must be true at a place of the play.

use segoc_protocol::{CardEvent, End, LinkOutcome, Player, PlayerEvent, Sides, StartZone};

use super::{RulingReader, Story};
use crate::place::Spanned;
use crate::read::{Entry, Fields, Place, Read};
use crate::ruling::{BoardCard, BoardSide, CardRef, Check, Happening, LinkRef, Offer, OfferAction, Refusal, Use};
use crate::spec::shapes::{
    BOARD, BOARD_CARD, BOARD_SIDE, HAPPENING, LINK, OFFER, PLACING, PLAYER_EVENT, REFUSAL, RESOLVING, TRIGGERED, WINDOW,
};
use crate::yaml::{Kind, Node};

/// What is written as a card alone, or as a map with `card` and more.
macro_rules! cards_or_maps {
    ($($type:ty: $shape:ident, $read:expr;)+) => {
        $(impl Read<Story<'_>> for $type {
            fn read(story: &mut RulingReader<'_, '_>, node: &Node, _: Place) -> Option<Self> {
                let fields = story.fields_or("card", node, &$shape)?;
                $read(story, &fields)
            }

            fn items(story: &mut RulingReader<'_, '_>, nodes: &[Node], place: Place) -> Vec<Spanned<Self>> {
                story.each_card(nodes, |story, node| Self::read(story, node, place))
            }
        })+
    };
}

cards_or_maps! {
    LinkRef: LINK, RulingReader::link;
    (LinkRef, Option<LinkOutcome>): RESOLVING, RulingReader::resolving;
    Offer: OFFER, RulingReader::offer;
    Refusal: REFUSAL, RulingReader::refusal;
    Use: TRIGGERED, |story: &mut RulingReader<'_, '_>, fields| story.activation("card", fields);
    BoardCard: BOARD_CARD, RulingReader::board_card;
}

impl RulingReader<'_, '_> {
    fn link(&mut self, fields: &Fields<'_>) -> Option<LinkRef> {
        let card = fields.get(self, "card");
        let effect = self.effect_of(fields, card.as_ref());
        Some(LinkRef { card: card?, effect })
    }

    fn resolving(&mut self, fields: &Fields<'_>) -> Option<(LinkRef, Option<LinkOutcome>)> {
        let (link, outcome) = (self.link(fields), fields.get(self, "outcome"));
        Some((link?, outcome?))
    }

    fn offer(&mut self, fields: &Fields<'_>) -> Option<Offer> {
        let (link, action) = (self.link(fields), fields.get_or(self, "action", OfferAction::Activate));
        let LinkRef { card, effect } = link?;
        Some(Offer { card, effect, action: action? })
    }

    fn refusal(&mut self, fields: &Fields<'_>) -> Option<Refusal> {
        let (offer, rule) = (self.offer(fields), fields.get(self, "rule"));
        Some(Refusal { offer: offer?, rule: rule? })
    }

    pub(super) fn window(&mut self, node: &Node) -> Option<Check> {
        let keys = ["player", "box", "phase", "during", "offered", "not offered"];
        self.map(node, &WINDOW, keys, |player, chart, phase, during, offered, not_offered| Check::Window {
            player,
            chart,
            phase,
            during,
            offered,
            not_offered,
        })
    }

    pub(super) fn placing(&mut self, node: &Node) -> Option<Check> {
        let keys = ["player", "offered", "not offered"];
        self.map(node, &PLACING, keys, |player, offered, not_offered| Check::Placing { player, offered, not_offered })
    }

    pub(super) fn ends(&mut self, entry: Entry<'_>) -> Option<Check> {
        let ending: String = entry.read(self)?;
        End::from_word(&ending).map(Check::Ends)
    }

    pub(super) fn board(&mut self, node: &Node) -> Option<Check> {
        let fields = self.fields(node, &BOARD)?;
        let mut sides = Sides::default();
        for player in Player::ALL {
            fields.fill(self, player.word(), &mut sides[*player]);
        }
        Some(Check::Board(sides))
    }

    /// A name means any card of that name; a label or `Yugi's X` that copy.
    fn board_card(&mut self, fields: &Fields<'_>) -> Option<BoardCard> {
        let card = fields.entry("card").and_then(|card| match &card.node.kind {
            Kind::Str(name) if self.known.table.names.contains(name) => Some((name.clone(), None)),
            _ => match card.read(self)? {
                CardRef::Card(card) => Some((self.known.table.name_of(card).to_owned(), Some(card))),
                CardRef::Token(name) => Some((name, None)),
            },
        });
        let materials = fields.entry("materials").map_or(Some(None), |materials| materials.read(self).map(Some));
        let (seat, face) = (fields.get(self, "zone"), fields.get(self, "face"));
        let keys = ["position", "counters", "equipped to", "atk", "def", "level"];
        fields.make(self, keys, |position, counters, equipped_to, atk, def, level| {
            let (name, label) = card?;
            let (seat, face, materials) = (seat?, face?, materials?);
            Some(BoardCard { name, label, position, seat, counters, face, equipped_to, materials, atk, def, level })
        })?
    }
}

impl Read<Story<'_>> for BoardSide {
    fn read(story: &mut RulingReader<'_, '_>, node: &Node, _: Place) -> Option<Self> {
        let fields = story.fields(node, &BOARD_SIDE)?;
        if fields.is_empty() {
            story.error_help(node.span, "nothing is compared here", "write a zone, or leave the player out");
        }
        let mut side = Self { lp: fields.get(story, "lp")?, zones: Vec::new() };
        for zone in StartZone::ALL {
            let Some(entry) = fields.entry(zone.word()) else { continue };
            side.zones.push((*zone, entry.read(story)?));
        }
        Some(side)
    }
}

/// The events of one instant.
impl Read<Story<'_>> for Happening {
    fn read(story: &mut RulingReader<'_, '_>, node: &Node, _: Place) -> Option<Self> {
        let entry = story.kind(node, &HAPPENING)?;
        if let Some(event) = CardEvent::from_word(entry.key) {
            let cards: Vec<CardRef> = entry.read(story)?;
            return (!cards.is_empty()).then_some(Self::Cards(event, cards));
        }
        let Some(event) = PlayerEvent::from_word(entry.key) else { return story.unread(entry) };
        story.map(entry.node, &PLAYER_EVENT, ["player", "count"], |player, count| Self::Player(event, player, count))
    }
}
