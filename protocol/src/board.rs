//! Where everything lies.

use std::ops::{Index, IndexMut};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::words::{BattlePosition, CardId, Player, Seat, Zone, words};

/// Something for each player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "PascalCase")]
#[allow(missing_docs)]
pub struct Sides<T> {
    pub yugi: T,
    pub joey: T,
}

impl<T> Sides<T> {
    /// What a function gives for each player.
    pub fn of(mut of: impl FnMut(Player) -> T) -> Self {
        Self { yugi: of(Player::Yugi), joey: of(Player::Joey) }
    }

    /// What is each player's, to be changed.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut T> {
        [&mut self.yugi, &mut self.joey].into_iter()
    }

    /// Each player with what is theirs.
    pub fn iter(&self) -> impl Iterator<Item = (Player, &T)> {
        [(Player::Yugi, &self.yugi), (Player::Joey, &self.joey)].into_iter()
    }
}

impl<T> Index<Player> for Sides<T> {
    type Output = T;

    fn index(&self, player: Player) -> &T {
        match player {
            Player::Yugi => &self.yugi,
            Player::Joey => &self.joey,
        }
    }
}

impl<T> IndexMut<Player> for Sides<T> {
    fn index_mut(&mut self, player: Player) -> &mut T {
        match player {
            Player::Yugi => &mut self.yugi,
            Player::Joey => &mut self.joey,
        }
    }
}

/// Where everything lies. Needed at every open state and at the end.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Board {
    /// Life points.
    pub lp: Sides<i32>,
    /// Every card there is; a token that left the field is in `gone` or is left out.
    pub cards: Vec<BoardCard>,
}

impl Board {
    /// Where a card lies.
    pub fn card(&self, card: CardId) -> Option<&BoardCard> {
        self.cards.iter().find(|there| there.card == card)
    }
}

/// A card on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BoardCard {
    /// Which card.
    pub card: CardId,
    /// Where it lies.
    pub zone: Zone,
    /// Its controller on the field, elsewhere the player in whose zone it lies.
    pub player: Player,
    /// Up unless written; cards in hidden places may be left as they are.
    #[serde(default, skip_serializing_if = "is_default")]
    pub face: Face,
    /// The battle position of a monster: attack unless written.
    #[serde(default = "attack", skip_serializing_if = "is_attack")]
    pub position: BattlePosition,
    /// Which zone of its row it lies in, if the engine tells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// Its present ATK; 0 unless written.
    #[serde(default, skip_serializing_if = "is_default")]
    pub atk: i32,
    /// Its present DEF; 0 unless written.
    #[serde(default, skip_serializing_if = "is_default")]
    pub def: i32,
    /// Its present Level; 0 unless written, as of a card that has none.
    #[serde(default, skip_serializing_if = "is_default")]
    pub level: i32,
    /// Counters on it; none unless written.
    #[serde(default, skip_serializing_if = "is_default")]
    pub counters: u8,
    /// The monster it is equipped to.
    #[serde(default, rename = "equipped to", skip_serializing_if = "Option::is_none")]
    pub equipped_to: Option<CardId>,
    /// The monster whose material it is.
    #[serde(default, rename = "attached to", skip_serializing_if = "Option::is_none")]
    pub attached_to: Option<CardId>,
}

impl BoardCard {
    /// Whether it lies face-up.
    pub fn is_face_up(&self) -> bool {
        self.face == Face::Up
    }
}

words! {
    /// Which side of a card is seen.
    Face {
        /// Its front.
        Up = "up",
        /// Its back.
        Down = "down",
    }
}

// The macro that declares the words knows no default among them.
#[allow(clippy::derivable_impls)]
impl Default for Face {
    fn default() -> Self {
        Self::Up
    }
}

fn attack() -> BattlePosition {
    BattlePosition::Attack
}

fn is_attack(position: &BattlePosition) -> bool {
    *position == BattlePosition::Attack
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
