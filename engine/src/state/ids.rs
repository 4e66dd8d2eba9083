//! Who and what: players, cards, and the three kinds of "the same card".

use crate::vocabulary::words;

words! {
    /// One of the two players. `One` is the turn player when the duel begins.
    Player {
        One = "one",
        Two = "two",
    }
}

impl Player {
    /// The other player.
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::One => Self::Two,
            Self::Two => Self::One,
        }
    }

    /// 0 for `One`, 1 for `Two`.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

macro_rules! id {
    ($(#[$meta:meta])* $name:ident($inner:ty)) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        #[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
        pub struct $name(pub $inner);
    };
}

id! {
    /// A physical card, tokens included. It has one owner for ever. The cards of a set-up are numbered in the order given.
    CardId(u16)
}
id! {
    /// One uninterrupted stay of a card in one place; a new one with every change of place.
    Stay(u32)
}
id! {
    /// Things of one instant happened at the same time.
    Instant(u32)
}
id! {
    /// An activation, numbered through the whole duel.
    LinkId(u32)
}
id! {
    /// A trigger that was met and waits for its window, numbered through the whole duel.
    PendingId(u32)
}

impl Stay {
    /// One that no card has.
    pub(crate) const NOWHERE: Self = Self(0);
}

/// "That card": means the card only as long as it has not moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ref {
    /// The physical card.
    pub card: CardId,
    /// The stay in which it is meant.
    pub stay: Stay,
}

/// One effect of one physical card, by its position in the card's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct EffectRef {
    /// The physical card.
    pub card: CardId,
    /// Index into [`CardDef::effects`](crate::def::CardDef::effects).
    pub effect: u8,
}
