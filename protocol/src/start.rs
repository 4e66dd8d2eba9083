//! The duel that is to be played.

use std::any::Any;
use std::fmt;
use std::sync::{Arc, OnceLock};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};

use crate::board::Sides;
use crate::words::{BattlePosition, Phase, PlacedAs, Player, Seat, Since, StartZone, SummonedAs};

/// A duel to be played; whatever duel was under way is forgotten.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Start {
    /// The format, by its name in `formats.yaml`.
    pub format: String,
    /// The board.
    #[serde(flatten)]
    pub setup: Setup,
    /// Each card of the set-up once, and each token they may make, as they are in this format.
    pub definitions: Vec<Definition>,
}

/// The board a duel begins with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Setup {
    /// The phase in whose open state the duel begins.
    pub phase: Phase,
    /// Life points.
    pub lp: Sides<i32>,
    /// The cards; one is known by its position in this list, from 0.
    pub cards: Vec<StartCard>,
}

/// A card of the set-up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StartCard {
    /// Its name, as in its definition.
    pub name: String,
    /// On whose side it lies.
    pub player: Player,
    /// Where it lies.
    pub zone: StartZone,
    /// Who owns it, if not that player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<Player>,
    /// The position of a face-up monster: attack unless written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<BattlePosition>,
    /// Which zone of its row it lies in, if that matters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// Counters on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counters: Option<u8>,
    /// The monster it is equipped to, by its position in the list.
    #[serde(default, rename = "equipped to", skip_serializing_if = "Option::is_none")]
    pub equipped_to: Option<usize>,
    /// The monster whose material it is, by its position in the list.
    #[serde(default, rename = "attached to", skip_serializing_if = "Option::is_none")]
    pub attached_to: Option<usize>,
    /// A hand card both players know.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub revealed: bool,
    /// Of a card of the Extra Deck: it lies face-up there. A Pendulum Monster of the Main Deck always does.
    #[serde(default, rename = "face-up", skip_serializing_if = "std::ops::Not::not")]
    pub face_up: bool,
    /// Of a banished card: it lies face-down.
    #[serde(default, rename = "face-down", skip_serializing_if = "std::ops::Not::not")]
    pub face_down: bool,
    /// Of a monster in a Spell & Trap Zone: what it is treated as there.
    #[serde(default, rename = "treated as", skip_serializing_if = "Option::is_none")]
    pub placed_as: Option<PlacedAs>,
    /// Since when it lies there, if not since an earlier turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<Since>,
    /// How a face-up monster was Summoned, if not as such a monster usually is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summoned: Option<SummonedAs>,
}

impl StartCard {
    /// A card on its owner's side with nothing special about it.
    pub fn new(name: impl Into<String>, player: Player, zone: StartZone) -> Self {
        Self {
            name: name.into(),
            player,
            zone,
            owner: None,
            position: None,
            seat: None,
            counters: None,
            equipped_to: None,
            attached_to: None,
            revealed: false,
            face_up: false,
            face_down: false,
            placed_as: None,
            since: None,
            summoned: None,
        }
    }

    /// Who owns it.
    pub fn owner(&self) -> Player {
        self.owner.unwrap_or(self.player)
    }
}

/// A card: its file as JSON, with the effects it has in the format of the duel.
///
/// The JSON is made when it is first asked for. An engine in the runner's own process may find the card [read](Self::read) already.
#[derive(Clone)]
pub struct Definition(Arc<Inner>);

struct Inner {
    json: OnceLock<Value>,
    /// The same as text, which is written into every message about a duel with this card.
    text: OnceLock<Option<Box<RawValue>>>,
    make: Option<Box<dyn Fn() -> Value + Send + Sync>>,
    read: Option<Arc<dyn Any + Send + Sync>>,
}

impl Definition {
    /// A card that was read into some type; `json` writes it as JSON if anybody asks.
    pub fn of(read: Arc<dyn Any + Send + Sync>, json: impl Fn() -> Value + Send + Sync + 'static) -> Self {
        Self(Arc::new(Inner {
            json: OnceLock::new(),
            text: OnceLock::new(),
            make: Some(Box::new(json)),
            read: Some(read),
        }))
    }

    /// The card file as JSON; `card.schema.json` says what it holds.
    pub fn json(&self) -> &Value {
        self.0.json.get_or_init(|| self.0.make.as_ref().map_or(Value::Null, |make| make()))
    }

    /// What the runner has read the card into, if it is of this type.
    pub fn read<T: Any + Send + Sync>(&self) -> Option<Arc<T>> {
        self.0.read.clone()?.downcast().ok()
    }
}

impl From<Value> for Definition {
    fn from(json: Value) -> Self {
        Self(Arc::new(Inner { json: OnceLock::from(json), text: OnceLock::new(), make: None, read: None }))
    }
}

impl fmt::Debug for Definition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.json().fmt(f)
    }
}

impl Serialize for Definition {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.text.get_or_init(|| to_raw_value(self.json()).ok()) {
            Some(text) => text.serialize(serializer),
            None => self.json().serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Definition {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Value::deserialize(deserializer).map(Self::from)
    }
}

impl JsonSchema for Definition {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Definition".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "object", "description": "The card file as JSON, as in card.schema.json."})
    }
}
