//! The board a duel begins with, and everything that may be wrong with it.

use std::fmt;

use super::{CardId, Player, Seat, Zone, square};
use crate::def::{BattlePosition, CardDef, Phase, PlacedAs, SummonedAs};
use crate::vocabulary::words;

words! {
    /// Where a card of the set-up lies.
    StartZone {
        /// The hand.
        Hand = "hand",
        /// Face-up in the Monster Zone.
        Monsters = "monsters",
        /// Face-up.
        SpellsAndTraps = "spells and traps",
        /// Face-up in the Pendulum Zones.
        PendulumZones = "pendulum zones",
        /// Face-down on the field, monsters too.
        Set = "set",
        /// The Graveyard.
        Gy = "gy",
        /// Banished cards.
        Banished = "banished",
        /// The first one listed is the top card.
        Deck = "deck",
        /// The Extra Deck.
        ExtraDeck = "extra deck",
        /// Under a monster, as its material.
        Material = "material",
    }
}

impl StartZone {
    /// Where a card of the set-up is.
    pub(crate) fn zone(self, def: &CardDef) -> Zone {
        match self {
            Self::Hand => Zone::Hand,
            Self::Monsters => Zone::Monster,
            Self::Set if def.monster().is_some() => Zone::Monster,
            Self::SpellsAndTraps | Self::Set if def.is_field_spell() => Zone::Field,
            Self::SpellsAndTraps | Self::Set => Zone::SpellTrap,
            Self::PendulumZones => Zone::Pendulum,
            Self::Gy => Zone::Gy,
            Self::Banished => Zone::Banished,
            Self::Deck => Zone::Deck,
            Self::ExtraDeck => Zone::ExtraDeck,
            Self::Material => Zone::Material,
        }
    }
}

words! {
    /// When a card came to where it lies.
    Since {
        /// In an earlier turn.
        Earlier = "earlier",
        /// In the turn before this one.
        LastTurn = "last turn",
        /// In this turn.
        ThisTurn = "this turn",
    }
}

/// A card of the set-up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartCard {
    /// Index into the library of card definitions.
    pub def: usize,
    /// On whose side it lies.
    pub side: Player,
    /// Where.
    pub zone: StartZone,
    /// Who owns it.
    pub owner: Player,
    /// Position of a face-up monster.
    pub position: BattlePosition,
    /// Which zone of its row it lies in, if that is said.
    pub seat: Option<Seat>,
    /// Counters on it.
    pub counters: u8,
    /// The monster it is equipped to, as an index into [`Setup::cards`].
    pub equipped_to: Option<usize>,
    /// The monster whose material it is, as an index into [`Setup::cards`].
    pub attached_to: Option<usize>,
    /// A hand card both players know.
    pub revealed: bool,
    /// Of an Extra Deck card: it lies face-up there.
    pub face_up: bool,
    /// Of a banished card: it lies face-down.
    pub face_down: bool,
    /// Of a monster in a Spell & Trap Zone: what it is treated as there.
    pub placed_as: Option<PlacedAs>,
    /// Since when it lies there.
    pub since: Since,
    /// Of a face-up monster: how it was Summoned, if not as such a monster usually is.
    pub summoned: Option<SummonedAs>,
}

impl StartCard {
    /// A card on its owner's side with nothing special about it.
    #[must_use]
    pub fn new(def: usize, side: Player, zone: StartZone) -> Self {
        Self {
            def,
            side,
            zone,
            owner: side,
            position: BattlePosition::Attack,
            seat: None,
            counters: 0,
            equipped_to: None,
            attached_to: None,
            revealed: false,
            face_up: false,
            face_down: false,
            placed_as: None,
            since: Since::Earlier,
            summoned: None,
        }
    }
}

/// The board a duel begins with. Card `i` of the list becomes [`CardId`] `i`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The phase in whose open state the duel begins.
    pub phase: Phase,
    /// Life points of both players.
    pub lp: [i32; 2],
    /// The cards, in set-up order.
    pub cards: Vec<StartCard>,
}

/// Something wrong with a set-up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupError {
    /// The card it is about, by its place in the list.
    pub card: Option<CardId>,
    /// What is wrong and what to do.
    pub problem: SetupProblem,
}

/// The ways a set-up can be wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetupProblem {
    /// The definition index is not in the library.
    NoSuchDefinition,
    /// More cards in a zone than it holds.
    ZoneFull(Player, StartZone, usize),
    /// This kind of card cannot lie there.
    WrongZone(StartZone),
    /// A player has no life points.
    NoLifePoints(Player),
    /// `equipped_to` is not a face-up monster of the set-up, or the card lies in the Field Zone.
    NotEquippable,
    /// Counters lie on something that is not a face-up card on the field.
    NoPlaceForCounters(StartZone),
    /// Off the field a card lies with its owner.
    AnothersCard(StartZone),
    /// A material needs `attached_to`, an Xyz Monster of its side; nothing else has it.
    NotAttachable,
    /// Only Pendulum Monsters lie face-up in the Extra Deck.
    NotFaceUp,
    /// Only banished cards are said to lie face-down.
    NotFaceDown,
    /// Only monsters in a Spell & Trap Zone are treated as something else there.
    NotPlaced,
    /// A Link Monster lies in Attack Position.
    InDefense,
    /// In this format there are no Extra Monster Zones.
    NoExtraZones,
    /// Two cards lie in this zone.
    SeatTaken(Seat),
    /// This card cannot lie in this zone: only monsters lie in Extra Monster Zones, and only cards in a row in one of its zones.
    NoSuchSeat(Seat),
    /// More cards than an id can count.
    TooManyCards,
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.problem {
            SetupProblem::NoSuchDefinition => write!(f, "the card has no definition in the library"),
            SetupProblem::ZoneFull(_, zone, most) => write!(f, "too many cards in `{zone}`: at most {most} fit"),
            SetupProblem::WrongZone(zone) => write!(f, "this kind of card cannot be in `{zone}`"),
            SetupProblem::NoLifePoints(_) => write!(f, "life points must be above 0 when the duel begins"),
            SetupProblem::NotEquippable => write!(
                f,
                "only a card in a Spell & Trap Zone can be equipped, and only to a face-up monster of the set-up"
            ),
            SetupProblem::NoPlaceForCounters(zone) => {
                write!(f, "counters lie on face-up cards on the field, not on a card in `{zone}`")
            }
            SetupProblem::AnothersCard(zone) => write!(f, "a card in `{zone}` lies with its owner"),
            SetupProblem::NotAttachable => write!(f, "a material lies under an Xyz Monster on its side of the field"),
            SetupProblem::NotFaceUp => write!(f, "only a Pendulum Monster can lie face-up in the Extra Deck"),
            SetupProblem::NotFaceDown => write!(f, "only a banished card can be said to lie face-down"),
            SetupProblem::NotPlaced => {
                write!(
                    f,
                    "only a monster in a Spell & Trap Zone that is no Equip Card is treated as something else there"
                )
            }
            SetupProblem::InDefense => write!(f, "a Link Monster cannot be in Defense Position"),
            SetupProblem::NoExtraZones => {
                write!(f, "this format has no Extra Monster Zones, so at most 5 monsters fit")
            }
            SetupProblem::SeatTaken(seat) => write!(f, "another card lies in the zone `{seat}`"),
            SetupProblem::NoSuchSeat(seat) if seat.is_extra() => {
                write!(f, "only a monster that comes from the Extra Deck can lie in an Extra Monster Zone")
            }
            SetupProblem::NoSuchSeat(_) => {
                write!(f, "only monsters, and Spells and Traps that lie in their row, have a `zone`")
            }
            SetupProblem::TooManyCards => write!(f, "more than 1000 cards"),
        }
    }
}

impl std::error::Error for SetupError {}

/// Everything wrong with a set-up, at least one thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupErrors(pub Vec<SetupError>);

impl fmt::Display for SetupErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        f.write_str(&all.join("; "))
    }
}

impl std::error::Error for SetupErrors {}

/// How many cards fit into a zone of one player.
fn capacity(zone: StartZone) -> usize {
    match zone {
        StartZone::Monsters => 5,
        StartZone::SpellsAndTraps | StartZone::Set => 11,
        StartZone::PendulumZones => 2,
        _ => usize::MAX,
    }
}

impl Setup {
    /// Finds everything wrong with the set-up.
    pub fn problems(&self, library: &[std::sync::Arc<CardDef>]) -> Vec<SetupError> {
        let mut errors = Vec::new();
        if self.cards.len() > 1000 {
            errors.push(SetupError { card: None, problem: SetupProblem::TooManyCards });
            return errors;
        }
        for player in [Player::One, Player::Two] {
            if self.lp[player.index()] <= 0 {
                errors.push(SetupError { card: None, problem: SetupProblem::NoLifePoints(player) });
            }
            self.crowded(player, library, &mut errors);
        }
        for (i, card) in self.cards.iter().enumerate() {
            let id = Some(CardId(i as u16));
            let Some(def) = library.get(card.def) else {
                errors.push(SetupError { card: id, problem: SetupProblem::NoSuchDefinition });
                continue;
            };
            if !fits(card.zone, def, card.equipped_to.is_some() || card.placed_as.is_some()) {
                errors.push(SetupError { card: id, problem: SetupProblem::WrongZone(card.zone) });
            }
            if let Some(to) = card.equipped_to
                && (def.is_field_spell() || self.cards.get(to).is_none_or(|m| m.zone != StartZone::Monsters))
            {
                errors.push(SetupError { card: id, problem: SetupProblem::NotEquippable });
            }
            let face_up =
                matches!(card.zone, StartZone::Monsters | StartZone::SpellsAndTraps | StartZone::PendulumZones);
            if card.owner != card.side && !face_up && card.zone != StartZone::Set {
                errors.push(SetupError { card: id, problem: SetupProblem::AnothersCard(card.zone) });
            }
            if card.counters > 0 && !face_up {
                errors.push(SetupError { card: id, problem: SetupProblem::NoPlaceForCounters(card.zone) });
            }
            if card.face_up && !(card.zone == StartZone::ExtraDeck && def.is_pendulum()) {
                errors.push(SetupError { card: id, problem: SetupProblem::NotFaceUp });
            }
            if def.is_link() && card.zone == StartZone::Monsters && card.position == BattlePosition::Defense {
                errors.push(SetupError { card: id, problem: SetupProblem::InDefense });
            }
            if card.face_down && (card.zone != StartZone::Banished || def.is_token()) {
                errors.push(SetupError { card: id, problem: SetupProblem::NotFaceDown });
            }
            let is_monster = card.zone == StartZone::SpellsAndTraps && def.monster().is_some();
            if card.placed_as.is_some() && (!is_monster || card.equipped_to.is_some()) {
                errors.push(SetupError { card: id, problem: SetupProblem::NotPlaced });
            }
            if let Some(problem) = self.wrong_seat(i, library) {
                errors.push(SetupError { card: id, problem });
            }
            if !self.is_rightly_attached(card, library) {
                errors.push(SetupError { card: id, problem: SetupProblem::NotAttachable });
            }
        }
        errors
    }

    /// What is wrong with the zone that is named for a card.
    fn wrong_seat(&self, index: usize, library: &[std::sync::Arc<CardDef>]) -> Option<SetupProblem> {
        let (card, seat) = (&self.cards[index], self.cards[index].seat?);
        let def = library.get(card.def)?;
        let fits = match card.zone.zone(def) {
            Zone::Monster => !seat.is_extra() || def.is_extra() || def.is_pendulum(),
            Zone::SpellTrap => !seat.is_extra(),
            Zone::Pendulum => matches!(seat, Seat::Leftmost | Seat::Rightmost),
            _ => false,
        };
        if !fits {
            return Some(SetupProblem::NoSuchSeat(seat));
        }
        let square = |card: &StartCard| square(card.zone.zone(library.get(card.def)?), card.seat?, card.side);
        let taken = self.cards[..index].iter().any(|other| square(other) == square(card));
        taken.then_some(SetupProblem::SeatTaken(seat))
    }

    /// Whether a monster lies in an Extra Monster Zone, or must because there is no other zone left for it.
    pub(crate) fn uses_extra_zones(&self, library: &[std::sync::Arc<CardDef>]) -> bool {
        let lies = |player: Player| {
            let there = |card: &&StartCard| card.side == player && card.zone.zone(&library[card.def]) == Zone::Monster;
            self.cards.iter().filter(there).count()
        };
        self.cards.iter().any(|card| card.seat.is_some_and(Seat::is_extra))
            || [Player::One, Player::Two].into_iter().any(|player| lies(player) > Seat::ROW.len())
    }

    fn is_rightly_attached(&self, card: &StartCard, library: &[std::sync::Arc<CardDef>]) -> bool {
        let under = |to: usize| {
            self.cards.get(to).is_some_and(|m| {
                let is_xyz = library.get(m.def).is_some_and(|def| def.is_xyz());
                is_xyz && m.side == card.side && matches!(m.zone, StartZone::Monsters | StartZone::Set)
            })
        };
        match card.attached_to {
            Some(to) => card.zone == StartZone::Material && under(to),
            None => card.zone != StartZone::Material,
        }
    }

    fn crowded(&self, player: Player, library: &[std::sync::Arc<CardDef>], errors: &mut Vec<SetupError>) {
        use StartZone::{Monsters, PendulumZones, Set, SpellsAndTraps};
        let is = |i: usize, f: fn(&CardDef) -> bool| library.get(self.cards[i].def).is_some_and(|d| f(d));
        let on = |zones: &[StartZone], f: &dyn Fn(usize) -> bool| {
            (0..self.cards.len())
                .filter(|&i| self.cards[i].side == player && zones.contains(&self.cards[i].zone) && f(i))
                .count()
        };
        let off_the_row = |i: usize| matches!(self.cards[i].zone, StartZone::SpellsAndTraps | StartZone::PendulumZones);
        let monster =
            |i: usize| self.cards[i].zone == Monsters || (is(i, |d| d.monster().is_some()) && !off_the_row(i));
        let field = |i: usize| is(i, CardDef::is_field_spell);
        let scale = |i: usize| self.cards[i].zone == PendulumZones;
        let in_extra_zone = |i: usize| self.cards[i].seat.is_some_and(Seat::is_extra);
        // One of those that come from the Extra Deck finds room in an Extra Monster Zone, if no other is said to lie there.
        let may_be_there = |i: usize| monster(i) && (is(i, CardDef::is_extra) || is(i, CardDef::is_pendulum));
        let one_more = on(&[Monsters, Set], &in_extra_zone) == 0 && on(&[Monsters], &may_be_there) > 0;
        let in_the_row = |i: usize| monster(i) && !in_extra_zone(i);
        for (zone, count, most) in [
            (Monsters, on(&[Monsters, Set], &in_the_row), capacity(Monsters) + usize::from(one_more)),
            (SpellsAndTraps, on(&[SpellsAndTraps, PendulumZones, Set], &|i| !monster(i) && !field(i)), 5),
            (PendulumZones, on(&[PendulumZones], &scale), capacity(PendulumZones)),
            (SpellsAndTraps, on(&[SpellsAndTraps, Set], &field), 1),
        ] {
            if count > most {
                errors.push(SetupError { card: None, problem: SetupProblem::ZoneFull(player, zone, most) });
            }
        }
    }
}

/// Whether this kind of card may lie there.
fn fits(zone: StartZone, def: &CardDef, equipped: bool) -> bool {
    match zone {
        StartZone::Monsters => def.monster().is_some() || def.as_monster.is_some(),
        StartZone::SpellsAndTraps => def.monster().is_none() || (equipped && !def.is_token()),
        // Other monsters of the Extra Deck may have been turned face-down.
        StartZone::Set => !def.is_token() && !def.is_link(),
        StartZone::PendulumZones => def.is_pendulum(),
        StartZone::ExtraDeck => def.is_extra() || def.is_pendulum(),
        StartZone::Hand | StartZone::Deck => !def.is_extra() && !def.is_token(),
        StartZone::Gy | StartZone::Banished | StartZone::Material => !def.is_token(),
    }
}
