//! A physical card, where it is, and what it was before and after something happened to it.

use std::sync::Arc;

use super::log::SummonKind;
use super::{CardId, Counters, EffectRef, Instant, LinkId, Player, Ref, Stay};
use crate::def::{Attribute, BattlePosition, CardDef, DeckAt, How, PlacedAs, Race, SummonedAs, Treated, Turned};
use crate::vocabulary::words;

/// A physical card and what is the case about it now. It is plain numbers but for its counters, so that a step back copies it fast.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Card {
    /// Index into the library.
    pub def: u16,
    pub owner: Player,
    pub zone: Zone,
    /// On the field its controller, elsewhere the player in whose place it is.
    pub controller: Player,
    pub face_up: bool,
    pub position: BattlePosition,
    /// Which zone of its row it lies in; of a card that is about to come to the field, the one chosen for it.
    pub seat: Option<Seat>,
    /// The zone that was chosen for it while it lies elsewhere on the field.
    pub next_seat: Option<Seat>,
    /// New with every change of zone.
    pub stay: Stay,
    /// When this stay began.
    pub since: Instant,
    /// Since when its continuous and watching effects count: Summon success, or its own activation beginning to resolve.
    pub in_force: Option<Instant>,
    /// New whenever it is turned face-down or leaves: a copy's own "once per turn" is tied to it.
    pub face: u32,
    /// The turn in which it came to the field, or was Set.
    pub arrived: u32,
    /// The turn in which it was last turned, Summoned or attacked with, so that it cannot change its position.
    pub turned: u32,
    /// The turn in which it last attacked.
    pub attacked: u32,
    /// The link of its own activation, for as long as it lies on the field because of it.
    pub activation: Option<LinkId>,
    /// The latest link of an effect of its own that named cards, which its other effects know.
    pub named: Option<LinkId>,
    /// Goes to the GY when the chain of its activation ends.
    pub waiting: bool,
    /// The link with which it was turned face-up or put on the field, for effects that may only be used later.
    pub flipped_by: Option<LinkId>,
    pub revealed: bool,
    pub counters: Counters,
    /// Was Summoned in the way its text asks for.
    pub properly_summoned: bool,
    /// How it was Summoned to where it lies; unknown once it was turned face-down.
    pub summoned: Option<Summoned>,
    /// What was used for that Summon: see [`Board::made_with`](super::Board::made_with).
    pub made_with: Option<u16>,
    /// The names it gave to what was paid for its Summon by its own procedure: see [`Board::paid_for`](super::Board::paid_for).
    pub paid: Option<u16>,
    /// It was Gemini Summoned as the face-up card it is.
    pub gemini: Option<u32>,
    /// It lies where it is because something said so of cards that leave or are sent, whatever else moved it.
    pub redirected: bool,
    pub equipped_to: Option<Ref>,
    /// The card whose effect equipped it to the monster, if it was not its own.
    pub equipped_by: Option<CardId>,
    /// What it is treated as in a Spell & Trap Zone, if it is a monster that was placed there.
    pub placed_as: Option<PlacedAs>,
    /// The monster whose material it is, or is to become when its Summon succeeds.
    pub attached_to: Option<CardId>,
    /// The monster that has defeated it in battle: it is destroyed at the end of the Damage Step.
    pub doomed_by: Option<CardId>,
}

impl Card {
    /// Whether it lies in an Extra Monster Zone, or is about to.
    pub(crate) fn is_in_an_extra_zone(&self) -> bool {
        self.seat.is_some_and(Seat::is_extra)
    }

    /// Puts a monster into a position.
    pub(crate) fn turn(&mut self, to: Turned) {
        let (face_up, position) = match to {
            Turned::Attack => (true, BattlePosition::Attack),
            Turned::Defense | Turned::FaceUpDefense => (true, BattlePosition::Defense),
            Turned::FaceDown => (false, BattlePosition::Defense),
            Turned::Other if self.position == BattlePosition::Attack => (true, BattlePosition::Defense),
            Turned::Other => (true, BattlePosition::Attack),
        };
        if self.face_up && !face_up {
            self.summoned = self.summoned.map(|summoned| Summoned { turned_down: true, ..summoned });
            self.made_with = None;
            self.paid = None;
        }
        self.face_up = face_up;
        self.position = position;
    }
}

/// A card that was used for a Summon, as a material or a Tribute, as it was before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Used {
    /// Which card.
    pub card: CardId,
    /// What it was.
    pub was: Snapshot,
}

/// A Summon that succeeded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Summoned {
    /// Which kind.
    pub kind: SummonKind,
    /// In which way.
    pub how: Option<How>,
    /// From where.
    pub from: Zone,
    /// The monster was turned face-down since.
    pub turned_down: bool,
    /// It was Set with Tributes.
    pub set: bool,
    /// It has been Flip Summoned, too.
    pub flipped: bool,
    /// It was Summoned by a procedure of its own.
    pub own_procedure: bool,
}

impl Summoned {
    /// A Summon that was just performed.
    pub(crate) fn by(kind: SummonKind, how: Option<How>, from: Zone) -> Self {
        Self {
            kind,
            how,
            from,
            turned_down: false,
            set: false,
            flipped: kind == SummonKind::Flip,
            own_procedure: false,
        }
    }

    /// Whether the monster was Summoned so.
    #[must_use]
    pub fn is(&self, word: SummonedAs) -> bool {
        match word {
            SummonedAs::Normal => matches!(self.kind, SummonKind::Normal | SummonKind::Tribute) && !self.set,
            SummonedAs::Tribute => self.kind == SummonKind::Tribute,
            SummonedAs::WithoutTribute => self.kind == SummonKind::Normal,
            // That is asked of the card: it was Summoned to the field before.
            SummonedAs::Gemini => false,
            SummonedAs::Flip => self.flipped,
            SummonedAs::Special => self.kind == SummonKind::Special,
            SummonedAs::OwnProcedure => self.own_procedure,
            other => self.how.is_some_and(|how| how.word() == other.word()),
        }
    }

    /// The Summon of a card that lies on the field from the beginning: as it is said, or as such a monster usually is.
    pub(crate) fn at_the_start(def: &CardDef, said: Option<SummonedAs>) -> Option<Self> {
        if def.as_monster.is_some() {
            // By its own effect, from where Spells and Traps lie.
            return Some(Self::by(SummonKind::Special, None, Zone::SpellTrap));
        }
        let monster = def.monster()?;
        let of_its_own = [How::Fusion, How::Synchro, How::Xyz, How::Link, How::Ritual]
            .into_iter()
            .find(|how| monster.is.iter().any(|is| is.word() == how.word()));
        let special = of_its_own.is_some() || def.is_token() || def.cannot_be_normal_summoned();
        let (kind, how) = match said {
            None if special => (SummonKind::Special, of_its_own),
            None | Some(SummonedAs::Normal | SummonedAs::Gemini) if monster.level.is_none_or(|level| level < 5) => {
                (SummonKind::Normal, None)
            }
            None | Some(SummonedAs::Normal | SummonedAs::Tribute | SummonedAs::Gemini) => (SummonKind::Tribute, None),
            Some(SummonedAs::WithoutTribute) => (SummonKind::Normal, None),
            Some(SummonedAs::Flip) => (SummonKind::Flip, None),
            Some(said) => (SummonKind::Special, How::from_word(said.word()).filter(|how| *how != How::Special)),
        };
        let from = match kind {
            SummonKind::Flip => Zone::Monster,
            _ if def.is_extra() => Zone::ExtraDeck,
            _ => Zone::Hand,
        };
        let own_procedure = said == Some(SummonedAs::OwnProcedure);
        Some(Self { own_procedure, ..Self::by(kind, how, from) })
    }
}

words! {
    /// Where a card is.
    Zone {
        Deck = "deck",
        ExtraDeck = "extra deck",
        Hand = "hand",
        Monster = "monster zone",
        SpellTrap = "spell and trap zone",
        Field = "field zone",
        /// A Pendulum Zone: one of the outer Spell & Trap Zones, with a Pendulum card in it.
        Pendulum = "pendulum zone",
        Gy = "gy",
        Banished = "banished",
        /// Under a monster, as its material.
        Material = "material",
        /// A monster whose Summon is being attempted: no longer where it was, not yet on the field.
        Limbo = "limbo",
        /// A token that left the field.
        Gone = "gone",
    }
}

impl Zone {
    /// Whether it is on the field.
    #[must_use]
    pub const fn on_field(self) -> bool {
        matches!(self, Self::Monster | Self::SpellTrap | Self::Field | Self::Pendulum)
    }
}

words! {
    /// One of the zones of a row, seen by the player who controls the card in it.
    Seat {
        /// The first zone from the left.
        Leftmost = "leftmost",
        /// The second zone from the left, in the column of the left Extra Monster Zone.
        Left = "left",
        /// The zone in the middle.
        Middle = "middle",
        /// The fourth zone from the left, in the column of the right Extra Monster Zone.
        Right = "right",
        /// The fifth zone from the left.
        Rightmost = "rightmost",
        /// The Extra Monster Zone on the left.
        LeftExtra = "left extra",
        /// The Extra Monster Zone on the right.
        RightExtra = "right extra",
    }
}

impl Seat {
    /// The five zones of a row.
    pub(crate) const ROW: [Self; 5] = [Self::Leftmost, Self::Left, Self::Middle, Self::Right, Self::Rightmost];
    /// The Extra Monster Zones.
    pub(crate) const EXTRA: [Self; 2] = [Self::LeftExtra, Self::RightExtra];

    /// Whether it is an Extra Monster Zone.
    #[must_use]
    pub const fn is_extra(self) -> bool {
        matches!(self, Self::LeftExtra | Self::RightExtra)
    }

    /// Its column, counted from the left of the first player.
    pub(crate) fn column(self, player: Player) -> i8 {
        let own = match self {
            Self::Leftmost => 0,
            Self::Left | Self::LeftExtra => 1,
            Self::Middle => 2,
            Self::Right | Self::RightExtra => 3,
            Self::Rightmost => 4,
        };
        if player == Player::One { own } else { 4 - own }
    }
}

/// The square of a zone on the board, if it has one: its column and its row, counted from the first player's left and from their
/// Spell & Trap Zones on.
pub(crate) fn square(zone: Zone, seat: Seat, player: Player) -> Option<(i8, i8)> {
    let row = match zone {
        Zone::Monster if seat.is_extra() => 2,
        Zone::Monster => 1,
        Zone::SpellTrap | Zone::Pendulum => 0,
        _ => return None,
    };
    Some((seat.column(player), if player == Player::One { row } else { 4 - row }))
}

/// What a card was at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// Where it was.
    pub zone: Zone,
    /// Its controller on the field, elsewhere the player in whose hand, Deck, GY or banished pile it was.
    pub controller: Player,
    /// Whether it was face-up.
    pub face_up: bool,
    /// Its battle position.
    pub position: BattlePosition,
    /// Which zone of its row it lay in.
    pub seat: Option<Seat>,
    /// Its ATK.
    pub atk: i32,
    /// Its DEF.
    pub def: i32,
    /// Its Level, if it has one.
    pub level: Option<i32>,
    /// Its Type, if it is another one than printed.
    pub race: Option<Race>,
    /// Its Attribute, if it is another one than printed.
    pub attribute: Option<Attribute>,
    /// Another name it was treated as having.
    pub alias: Option<Arc<str>>,
    /// What else it was treated as.
    pub treated: Option<Arc<Treated>>,
    /// Whether its effects were negated.
    pub negated: bool,
    /// Counters on it.
    pub counters: Counters,
    /// How it was Summoned to the field.
    pub summoned: Option<Summoned>,
    /// What was used for that Summon.
    pub made_with: Option<Arc<[Used]>>,
    /// Whether it had been Gemini Summoned.
    pub gemini: bool,
    /// The monster it was equipped to.
    pub equipped_to: Option<CardId>,
    /// What it was treated as in a Spell & Trap Zone.
    pub placed_as: Option<PlacedAs>,
    /// The monster whose material it was.
    pub attached_to: Option<CardId>,
    /// How many materials it had.
    pub materials: u8,
    /// Whether it was a Spell or Trap although it lay in the Monster Zone.
    pub still_spell_or_trap: bool,
}

words! {
    /// In which way a card moved.
    MoveHow {
        Destroyed = "destroyed",
        Sent = "sent",
        Discarded = "discarded",
        Banished = "banished",
        Tributed = "tributed",
        Material = "material",
        AddedToHand = "added to hand",
        ReturnedToHand = "returned to hand",
        /// To the GY, from being banished.
        ReturnedToGy = "returned to gy",
        ReturnedToDeck = "returned to deck",
        ReturnedToField = "returned to field",
        Drawn = "drawn",
        Summoned = "summoned",
        Attempted = "attempted",
        Activated = "activated",
        Set = "set",
        Equipped = "equipped",
        Detached = "detached",
        Attached = "attached",
        /// Placed face-up in a zone or in the Extra Deck.
        Placed = "placed",
        /// Turned, repositioned, taken control of: not moved at all.
        Stayed = "stayed",
    }
}

impl MoveHow {
    /// In which way a card moves that goes to this zone instead of where it would have been put.
    pub(crate) fn instead(self, zone: Zone) -> Self {
        let put = matches!(self, Self::Banished | Self::AddedToHand | Self::ReturnedToHand | Self::ReturnedToDeck);
        match zone {
            Zone::Banished if put => Self::Banished,
            Zone::Hand if put => Self::ReturnedToHand,
            Zone::Deck | Zone::ExtraDeck if put => Self::ReturnedToDeck,
            _ => self,
        }
    }
}

/// What became of one card in an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changed {
    /// Which card, in the stay it has afterwards.
    pub card: Ref,
    /// The stay it had before.
    pub was: Stay,
    /// In which way.
    pub how: MoveHow,
    /// What it was before.
    pub before: Snapshot,
    /// What it is now.
    pub after: Snapshot,
}

impl Snapshot {
    /// The square it lay on, if it was on the field.
    pub(crate) fn square(&self) -> Option<(i8, i8)> {
        square(self.zone, self.seat?, self.controller)
    }
}

/// Where a card goes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Destination {
    pub zone: Zone,
    pub controller: Player,
    pub face_up: bool,
    pub position: BattlePosition,
}

/// Where a card goes in the end.
pub(crate) struct Goes {
    pub to: Destination,
    /// Where in the Deck.
    pub at: DeckAt,
    /// Because of what speaks of cards that leave the field or are sent to the GY.
    pub redirected: bool,
    /// The effect by which it goes there.
    pub by: Option<EffectRef>,
}
