//! Where a card may be: some zones, and what the words of an event say of them.

use std::fmt;

use crate::event::CardEvent;
use crate::words::{Player, Zone};

/// Some zones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Zones(u16);

/// The field.
pub(super) const ON_FIELD: Zones = Zones::of(&[Zone::Monster, Zone::SpellTrap, Zone::Field, Zone::Pendulum]);
/// Where a card lies that was Summoned.
pub(super) const MONSTERS: Zones = Zones::of(&[Zone::Monster]);
/// Where a card lies that was activated.
pub(super) const ACTIVATED: Zones = Zones::of(&[Zone::SpellTrap, Zone::Field, Zone::Pendulum]);

impl Zones {
    pub(super) const fn of(zones: &[Zone]) -> Self {
        let (mut bits, mut i) = (0, 0);
        while i < zones.len() {
            bits |= 1 << zones[i] as u16;
            i += 1;
        }
        Self(bits)
    }

    /// Every zone but these.
    pub(super) const fn but(zones: &[Zone]) -> Self {
        Self(!Self::of(zones).0)
    }

    pub(super) const fn has(self, zone: Zone) -> bool {
        self.0 & 1 << zone as u16 != 0
    }

    pub(super) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The zones in both, if there are any.
    pub(super) fn and(self, other: Self) -> Option<Self> {
        Some(Self(self.0 & other.0)).filter(|both| both.0 != 0)
    }
}

impl fmt::Display for Zones {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Vec<&str> = Zone::ALL.iter().filter(|zone| self.has(**zone)).map(|zone| zone.word()).collect();
        f.write_str(&words.join(" or "))
    }
}

/// Where a card may be that is about to be this.
pub(super) fn source(word: CardEvent) -> Zones {
    match word {
        CardEvent::SentToGy => Zones::but(&[Zone::Gy, Zone::Gone]),
        CardEvent::Banished => Zones::but(&[Zone::Banished, Zone::Gone]),
        // A card banished for a time may be destroyed for want of a zone to return to.
        CardEvent::Destroyed => Zones::but(&[Zone::Gy, Zone::Gone]),
        CardEvent::AddedToHand | CardEvent::ReturnedToHand => Zones::but(&[Zone::Hand, Zone::Gone]),
        // What an effect takes from a Deck may be laid on its top or bottom.
        CardEvent::ReturnedToDeck => Zones::but(&[Zone::Gone]),
        CardEvent::ReturnedToGy => Zones::of(&[Zone::Banished]),
        CardEvent::Discarded => Zones::of(&[Zone::Hand]),
        CardEvent::Detached => Zones::of(&[Zone::Material]),
        CardEvent::Attached => Zones::but(&[Zone::Gone]),
        CardEvent::NormalSummoned | CardEvent::TributeSummoned | CardEvent::SpecialSummoned => {
            Zones::but(&[Zone::Monster])
        }
        CardEvent::Set | CardEvent::ReturnedToField => {
            Zones::but(&[Zone::Monster, Zone::SpellTrap, Zone::Field, Zone::Pendulum, Zone::Gone])
        }
        CardEvent::AddedToExtraDeck => Zones::but(&[Zone::ExtraDeck, Zone::Gone]),
        CardEvent::Placed => Zones::but(&[Zone::Limbo, Zone::Gone]),
        CardEvent::ActivatedByEffect => Zones::but(&[Zone::Limbo, Zone::Gone]),
        CardEvent::FlipSummoned
        | CardEvent::ChangedZone
        | CardEvent::ChangedPosition
        | CardEvent::AttackDeclared
        | CardEvent::AttackTargeted
        | CardEvent::AttackRedirected
        | CardEvent::AttackNegated
        | CardEvent::Battled => MONSTERS,
        CardEvent::TurnedFaceDown
        | CardEvent::TurnedFaceUp
        | CardEvent::ChangedControl
        | CardEvent::CounterPlaced
        | CardEvent::CounterRemoved => ON_FIELD,
        CardEvent::MadeRoom => Zones::of(&[Zone::Field]),
        CardEvent::Tributed
        | CardEvent::UsedAsMaterial
        | CardEvent::Targeted
        | CardEvent::Revealed
        | CardEvent::Equipped
        | CardEvent::Affected => Zones::but(&[Zone::Gone]),
        CardEvent::BecameMaterial
        | CardEvent::SummonNegated
        | CardEvent::ActivationNegated
        | CardEvent::EffectNegated => Zones::but(&[]),
    }
}

/// Where a card is that has become this, if it has moved.
pub(super) fn destination(word: CardEvent) -> Option<Zones> {
    Some(match word {
        CardEvent::SentToGy | CardEvent::ReturnedToGy => Zones::of(&[Zone::Gy]),
        CardEvent::Banished => Zones::of(&[Zone::Banished]),
        CardEvent::AddedToHand => Zones::of(&[Zone::Hand]),
        CardEvent::ReturnedToHand => Zones::of(&[Zone::Hand, Zone::ExtraDeck]),
        CardEvent::ReturnedToDeck => Zones::of(&[Zone::Deck, Zone::ExtraDeck]),
        CardEvent::NormalSummoned
        | CardEvent::TributeSummoned
        | CardEvent::FlipSummoned
        | CardEvent::SpecialSummoned => MONSTERS,
        CardEvent::Set | CardEvent::ReturnedToField => ON_FIELD,
        CardEvent::Equipped => Zones::of(&[Zone::SpellTrap]),
        CardEvent::Attached => Zones::of(&[Zone::Material]),
        CardEvent::AddedToExtraDeck => Zones::of(&[Zone::ExtraDeck]),
        CardEvent::Placed => Zones::of(&[Zone::Pendulum, Zone::ExtraDeck, Zone::SpellTrap, Zone::Field]),
        CardEvent::ActivatedByEffect => Zones::of(&[Zone::SpellTrap, Zone::Field]),
        CardEvent::UsedAsMaterial => Zones::but(&[Zone::Monster, Zone::SpellTrap, Zone::Field, Zone::Pendulum]),
        // Some monsters that are destroyed are placed among the Spells and Traps.
        CardEvent::Destroyed => Zones::but(&[Zone::Monster, Zone::Field, Zone::Pendulum, Zone::Limbo]),
        CardEvent::Tributed | CardEvent::Discarded | CardEvent::Detached | CardEvent::MadeRoom => {
            Zones::but(&[Zone::Monster, Zone::SpellTrap, Zone::Field, Zone::Pendulum, Zone::Limbo])
        }
        _ => return None,
    })
}

/// A place in words.
pub(super) fn place(player: Option<Player>, zones: Zones) -> String {
    if zones == Zones::of(&[Zone::Limbo]) {
        return "being Summoned".into();
    }
    if zones.and(ON_FIELD).is_none() && (zones.0.count_ones() > 2 || zones == Zones::of(&[Zone::Gone])) {
        return "off the field".into();
    }
    player.map_or_else(|| format!("in the {zones}"), |player| format!("in {player}'s {zones}"))
}
