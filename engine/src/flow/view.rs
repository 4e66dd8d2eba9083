//! A duel as anyone may look at it.

use super::Duel;
use crate::def::{BattlePosition, CardDef, Phase};
use crate::state::{CardId, DuelEnd, EffectRef, Entry, LinkId, Player, Seat, Zone};

/// A card as anyone may look at it.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct CardView<'a> {
    pub id: CardId,
    pub def: &'a CardDef,
    pub owner: Player,
    /// Its controller on the field, elsewhere the player in whose place it is.
    pub controller: Player,
    pub zone: Zone,
    pub face_up: bool,
    pub position: BattlePosition,
    pub seat: Option<Seat>,
    pub atk: i32,
    pub defense: i32,
    /// Its Level, if it has one.
    pub level: Option<i32>,
    pub counters: u8,
    pub equipped_to: Option<CardId>,
    pub attached_to: Option<CardId>,
    pub revealed: bool,
}

/// A link of a chain as anyone may look at it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkView {
    /// Counted from 1 in its chain.
    pub number: u16,
    /// Who activated it.
    pub player: Player,
    /// What was activated.
    pub effect: EffectRef,
    /// Whether it is the activation of a Spell or Trap Card itself.
    pub card_activation: bool,
    /// Its targets.
    pub targets: Vec<CardId>,
    /// The link whose activation it answers, if it answers one.
    pub answers: Option<LinkId>,
    /// The cards of the event it answers, if it answers one.
    pub about: Vec<CardId>,
    /// The id of the bullet that was picked.
    pub option: Option<String>,
    /// The word or number that was declared.
    pub declared: Option<String>,
}

impl Duel {
    /// Everything that happened so far.
    #[must_use]
    pub fn log(&self) -> &[Entry] {
        &self.log
    }

    /// How the duel ended, if it did.
    #[must_use]
    pub fn end(&self) -> Option<DuelEnd> {
        self.state.end
    }

    /// The ids of all cards, in set-up order, tokens last.
    pub fn ids(&self) -> impl Iterator<Item = CardId> + use<> {
        self.state.ids()
    }

    /// All cards, in the same order.
    pub fn cards(&self) -> impl Iterator<Item = CardView<'_>> {
        self.state.ids().map(|id| self.card(id))
    }

    /// What a card says: much less to work out than [`Duel::card`].
    #[must_use]
    pub fn def(&self, card: CardId) -> &CardDef {
        self.state.def(card)
    }

    /// One card.
    #[must_use]
    pub fn card(&self, id: CardId) -> CardView<'_> {
        let card = self.state.card(id);
        CardView {
            id,
            def: self.def(id),
            owner: card.owner,
            controller: card.controller,
            zone: card.zone,
            face_up: card.face_up,
            position: card.position,
            seat: card.seat.filter(|_| card.zone.on_field()),
            atk: self.atk(id),
            defense: self.defense(id),
            level: self.level(id),
            counters: card.counters.count(),
            equipped_to: card.equipped_to.filter(|&to| self.state.still(to)).map(|to| to.card),
            attached_to: card.attached_to.filter(|_| card.zone == Zone::Material),
            revealed: self.is_revealed(id),
        }
    }

    /// The cards of a player's Deck, top card first.
    #[must_use]
    pub fn deck(&self, player: Player) -> &[CardId] {
        &self.state.decks[player.index()]
    }

    /// A player's life points.
    #[must_use]
    pub fn lp(&self, player: Player) -> i32 {
        self.state.lp[player.index()]
    }

    /// Whose turn it is.
    #[must_use]
    pub fn turn_player(&self) -> Player {
        self.state.turn_player
    }

    /// The phase it is.
    #[must_use]
    pub fn phase(&self) -> Phase {
        self.state.phase
    }

    /// A link of this or an earlier chain.
    #[must_use]
    pub fn link(&self, id: LinkId) -> Option<LinkView> {
        self.state.links.get(id).map(|link| LinkView {
            number: link.number,
            player: link.player,
            effect: link.effect,
            card_activation: link.card_activation,
            targets: link.targets.iter().map(|t| t.card).collect(),
            answers: link.answers,
            about: link.those.iter().map(|r| r.card).collect(),
            option: link
                .bullet
                .and_then(|bullet| Some(self.effect(link.effect).options.get(bullet as usize)?.id.clone())),
            declared: link.declared.clone(),
        })
    }

    /// The chain being built or resolved, Chain Link 1 first.
    #[must_use]
    pub fn chain(&self) -> &[LinkId] {
        self.state.chain().map_or(&[], |chain| &chain.links)
    }
}
