//! Words and numbers that messages are made of.

pub use segoc_engine::def::{BattlePosition, Moment, Phase, PlacedAs, SummonedAs, Turned};
pub use segoc_engine::{CardId, ChartBox, EffectRef, LinkOutcome, Purpose, Rule, Seat, Since, StartZone, Zone};

/// A [`segoc_engine::vocabulary!`] that is serialised as its spelling.
macro_rules! words {
    ($(#[$meta:meta])* $name:ident { $($(#[doc = $about:literal])* $variant:ident = $word:literal,)+ }) => {
        segoc_engine::vocabulary! {
            $(#[$meta])*
            #[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
            $name {
                $($(#[doc = $about])* [serde(rename = $word)] $variant = $word,)+
            }
        }
    };
}
pub(crate) use words;

words! {
    /// The players, by the names they have in rulings.
    Player {
        /// The turn player when the duel begins.
        Yugi = "Yugi",
        /// The other player.
        Joey = "Joey",
    }
}

impl Player {
    /// The other player.
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::Yugi => Self::Joey,
            Self::Joey => Self::Yugi,
        }
    }
}

impl From<segoc_engine::Player> for Player {
    fn from(player: segoc_engine::Player) -> Self {
        match player {
            segoc_engine::Player::One => Self::Yugi,
            segoc_engine::Player::Two => Self::Joey,
        }
    }
}

impl From<Player> for segoc_engine::Player {
    fn from(player: Player) -> Self {
        match player {
            Player::Yugi => Self::One,
            Player::Joey => Self::Two,
        }
    }
}
