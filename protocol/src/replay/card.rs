//! A card as it is told: where it may be, and how it lies.

use std::fmt;

use super::zones::{MONSTERS, ON_FIELD, Zones, destination, place, source};
use crate::board::{BoardCard, Face};
use crate::event::{CardEvent, Spot};
use crate::sound::Sound;
use crate::start::StartCard;
use crate::words::{BattlePosition, CardId, Player, StartZone, Turned, Zone};

/// What is known of a card. What is not known is none.
#[derive(Clone, Debug)]
pub(super) struct Card {
    pub(super) id: CardId,
    pub(super) name: String,
    pub(super) owner: Option<Player>,
    pub(super) is_token: bool,
    /// Where it may be.
    pub(super) zones: Zones,
    pub(super) player: Option<Player>,
    pub(super) face: Option<Face>,
    pub(super) position: Option<BattlePosition>,
    pub(super) counters: Option<u8>,
    pub(super) equipped_to: Option<Option<CardId>>,
    /// Its Summon is attempted.
    pub(super) attempted: bool,
    /// A player has begun to activate it: what becomes of it is told with the activation.
    pub(super) under_way: bool,
    /// It was in the Deck when cards were drawn that were not named.
    pub(super) may_be_drawn: bool,
    /// The words that were told of it, as bits, in this instant.
    pub(super) told: (u32, u64),
    /// Whether the board that is looked at shows it.
    pub(super) shown: bool,
}

impl Card {
    /// A card of the set-up.
    pub(super) fn new(number: usize, card: &StartCard) -> Self {
        let zones: &[Zone] = match card.zone {
            StartZone::Hand => &[Zone::Hand],
            StartZone::Monsters => &[Zone::Monster],
            StartZone::SpellsAndTraps => &[Zone::SpellTrap, Zone::Field],
            StartZone::PendulumZones => &[Zone::Pendulum],
            StartZone::Set => &[Zone::Monster, Zone::SpellTrap, Zone::Field],
            StartZone::Gy => &[Zone::Gy],
            StartZone::Banished => &[Zone::Banished],
            StartZone::Deck => &[Zone::Deck],
            StartZone::ExtraDeck => &[Zone::ExtraDeck],
            StartZone::Material => &[Zone::Material],
        };
        let is_set = card.zone == StartZone::Set;
        let usual = if is_set { BattlePosition::Defense } else { BattlePosition::Attack };
        Self {
            id: CardId(number as u16),
            name: card.name.clone(),
            owner: Some(card.owner()),
            is_token: false,
            zones: Zones::of(zones),
            player: Some(card.player),
            face: Some(if is_set { Face::Down } else { Face::Up }),
            position: Some(card.position.unwrap_or(usual)),
            counters: Some(card.counters.unwrap_or(0)),
            equipped_to: Some(card.equipped_to.map(|monster| CardId(monster as u16))),
            attempted: false,
            under_way: false,
            may_be_drawn: false,
            told: (0, 0),
            shown: false,
        }
    }

    /// In one instant a word that leaves no trace is told of a card once.
    pub(super) fn once(&mut self, are: &[CardEvent], instant: u32) -> Sound {
        let before = if self.told.0 == instant { self.told.1 } else { 0 };
        let bit = |word: &CardEvent| if leaves_no_trace(*word) { 1 << *word as u64 } else { 0 };
        if let Some(word) = are.iter().find(|word| before & bit(word) != 0) {
            return Err(format!("it was told already that {self} is `{word}` in the instant {instant}"));
        }
        self.told = (instant, are.iter().fold(before, |told, word| told | bit(word)));
        Ok(())
    }

    /// Where it was when this happened to it.
    pub(super) fn was(&mut self, from: Option<Spot>, are: &[CardEvent]) -> Sound {
        if let Some(from) = from {
            let other_player = self.player.is_some_and(|player| player != from.player);
            // Whether what lies ready for an Xyz Summon is material already is for rulings to say.
            let ready: &[Zone] =
                if from.zone == Zone::Material { &[Zone::Material, Zone::Limbo] } else { &[from.zone] };
            match self.zones.and(Zones::of(ready)) {
                Some(zones) if !other_player => self.zones = zones,
                _ => {
                    let from = place(Some(from.player), Zones::of(&[from.zone]));
                    return Err(format!("{self} was not {from}: it is {}", self.place()));
                }
            }
        }
        for word in are {
            let may_be_there = self.attempted && destination(*word) == Some(MONSTERS);
            match self.zones.and(if may_be_there { Zones::but(&[]) } else { source(*word) }) {
                Some(zones) => self.zones = zones,
                None => return Err(format!("{self} cannot be `{word}`: it is {}", self.place())),
            }
        }
        Ok(())
    }

    /// Where it goes, if it does.
    pub(super) fn goes(&mut self, to: Option<Spot>, are: &[CardEvent]) -> Sound {
        let mut zones = to.map(|to| Zones::of(&[to.zone]));
        for word in are {
            let Some(mut goal) = destination(*word) else { continue };
            // A token of the set-up is known when it is gone.
            let gone = Zones::of(&[Zone::Gone]);
            if (self.is_token || zones == Some(gone)) && goal.and(ON_FIELD).is_none() {
                goal = gone;
            }
            match zones.unwrap_or(goal).and(goal) {
                Some(both) => zones = Some(both),
                None => return Err(format!("{self} is `{word}`, but goes to {}", zones.unwrap_or(goal))),
            }
        }
        let Some(zones) = zones else {
            if are.contains(&CardEvent::ChangedControl) {
                self.player = self.player.map(Player::opponent);
            }
            return Ok(());
        };
        self.attempted = false;
        let stays = self.zones.and(ON_FIELD) == Some(self.zones) && zones.and(ON_FIELD) == Some(zones);
        let leaves = zones.and(ON_FIELD).is_none();
        if stays && self.zones.and(zones).is_none() {
            // In another row it lies as another card: what it was equipped to is no more, and whether its counters are is not known.
            (self.counters, self.equipped_to) = (self.counters.filter(|&count| count == 0), Some(None));
        }
        self.player = match to {
            Some(to) => Some(to.player),
            None if stays && self.zones.and(zones).is_some() => self.player,
            None if leaves && !zones.has(Zone::Hand) => self.owner,
            None => None,
        };
        self.zones = zones;
        self.may_be_drawn = false;
        if !stays {
            (self.face, self.position) = (Some(Face::Up), Some(BattlePosition::Attack));
            (self.counters, self.equipped_to) = (Some(0), Some(None));
        }
        Ok(())
    }

    /// Whether it is known not to be on the field.
    pub(super) fn has_left(&self) -> bool {
        self.zones.and(ON_FIELD).is_none()
    }

    /// How it lies afterwards. That its Summon is attempted, for which it is turned twice, is told only by who tells causes.
    pub(super) fn turns(&mut self, are: &[CardEvent], position: Option<Turned>, causes: bool) -> Sound {
        let is = |word: CardEvent| are.contains(&word);
        let other = self.position.map(|position| match position {
            BattlePosition::Attack => BattlePosition::Defense,
            BattlePosition::Defense => BattlePosition::Attack,
        });
        let (attack, defense) = (Some(BattlePosition::Attack), Some(BattlePosition::Defense));
        let (face, turned) = match position {
            Some(Turned::Attack) => (Some(Face::Up), attack),
            Some(Turned::Defense | Turned::FaceUpDefense) => (Some(Face::Up), defense),
            Some(Turned::FaceDown) => (Some(Face::Down), defense),
            Some(Turned::Other) => (Some(Face::Up), other),
            None if is(CardEvent::Set) || is(CardEvent::TurnedFaceDown) => (Some(Face::Down), defense),
            None if is(CardEvent::FlipSummoned) => (Some(Face::Up), attack),
            None if is(CardEvent::TurnedFaceUp) => (Some(Face::Up), None),
            None if is(CardEvent::ChangedPosition) => (self.face, other),
            None if is(CardEvent::NormalSummoned) || is(CardEvent::SpecialSummoned) => (None, None),
            None if is(CardEvent::ReturnedToField) => (None, None),
            None => return Ok(()),
        };
        let as_before = match () {
            () if is(CardEvent::TurnedFaceUp) || is(CardEvent::TurnedFaceDown) => {
                causes && !self.attempted && self.face.is_some() && face == self.face
            }
            () if is(CardEvent::ChangedPosition) => turned.is_some() && turned == self.position,
            () => false,
        };
        if as_before {
            return Err(format!("{self} is turned to how it lies already"));
        }
        if face == Some(Face::Down) {
            // Its counters are gone with that, whether or not they are said to be removed.
            self.counters = self.counters.filter(|&count| count == 0);
        }
        (self.face, self.position) = (face, turned);
        Ok(())
    }

    /// How many counters it has afterwards.
    pub(super) fn counts(&mut self, are: &[CardEvent], count: Option<u8>) -> Sound {
        let counters = self.counters.zip(count);
        if are.contains(&CardEvent::CounterPlaced) {
            self.counters = counters.map(|(before, placed)| before.saturating_add(placed));
        } else if are.contains(&CardEvent::CounterRemoved) {
            self.counters = match counters {
                Some((before, removed)) if removed > before => {
                    return Err(format!("{removed} counters are removed from {self}, which has {before}"));
                }
                other => other.map(|(before, removed)| before - removed),
            };
        }
        Ok(())
    }

    /// It is shown on a board.
    pub(super) fn seen(&mut self, there: &BoardCard) -> Sound {
        let on_field = there.zone.on_field();
        let is_monster = there.zone == Zone::Monster;
        let other_player = self.player.is_some_and(|player| player != there.player);
        let counters = self.counters.unwrap_or(there.counters);
        let equipped_to = self.equipped_to.unwrap_or(there.equipped_to);
        let to =
            |card: Option<CardId>| card.map_or("equipped to nothing".into(), |c| format!("equipped to card {}", c.0));
        let (shown, told) = if !self.zones.has(there.zone) || other_player {
            (place(Some(there.player), Zones::of(&[there.zone])), self.place())
        } else if let Some(face) = self.face.filter(|face| on_field && *face != there.face) {
            (format!("face-{}", there.face), format!("face-{face}"))
        } else if let Some(position) = self.position.filter(|position| is_monster && *position != there.position) {
            (format!("in {} position", there.position), format!("in {position} position"))
        } else if on_field && counters != there.counters {
            (format!("with {} counters", there.counters), format!("with {counters}"))
        } else if on_field && equipped_to != there.equipped_to {
            (to(there.equipped_to), to(equipped_to))
        } else {
            (String::new(), String::new())
        };
        if shown != told {
            return Err(format!("the board shows {self} {shown}; after what was told, {told}"));
        }
        (self.may_be_drawn, self.shown) = (false, true);
        if !self.under_way {
            (self.zones, self.player) = (Zones::of(&[there.zone]), Some(there.player));
            (self.face, self.position) = (Some(there.face), Some(there.position));
            (self.counters, self.equipped_to) = (Some(there.counters), Some(there.equipped_to));
        }
        Ok(())
    }

    /// It is not shown on a board.
    pub(super) fn unseen(&mut self) -> Sound {
        match self.zones.and(Zones::of(&[Zone::Limbo, Zone::Gone])) {
            Some(zones) => self.zones = if self.under_way { self.zones } else { zones },
            None => return Err(format!("{self} is not on the board; after what was told, it is {}", self.place())),
        }
        Ok(())
    }

    /// Where it is, in words.
    pub(super) fn place(&self) -> String {
        place(self.player, self.zones)
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "card {} ({})", self.id.0, self.name)
    }
}

/// Whether a word changes nothing that a board shows, and can be true of a card only once in an instant.
const fn leaves_no_trace(word: CardEvent) -> bool {
    matches!(
        word,
        CardEvent::Revealed
            | CardEvent::BecameMaterial
            | CardEvent::SummonNegated
            | CardEvent::ActivationNegated
            | CardEvent::EffectNegated
            | CardEvent::AttackDeclared
            | CardEvent::AttackTargeted
            | CardEvent::AttackRedirected
            | CardEvent::AttackNegated
            | CardEvent::Battled
    )
}
