//! The messages of the protocol (`corpus/PROTOCOL.md`), as they stand on a line.
//!
//! Fields that are unknown are ignored, a type or word that is unknown is an error.

use segoc_engine::def::{BattlePosition, Moment, Phase, Turned};
use segoc_engine::{ChartBox, DuelEnd, LinkOutcome, Player, Purpose, Rule, Since, StartZone, Zone};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::engines::Capability;
use crate::ruling::{CardEvent, PlayerEvent};

/// The version of the protocol spoken here.
pub const PROTOCOL: u32 = 1;

/// What the runner writes.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum ToEngine {
    Hello { protocols: Vec<u32>, runner: String, corpus: String },
    Start(Box<Start>),
    Answer(Answer),
}

/// What the engine writes.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum FromEngine {
    Hello(Hello),
    Event(Event),
    Prompt(Box<Prompt>),
    End { result: End, board: Board },
    Unsupported { reason: String },
    Error { message: String },
}

/// Who the engine is.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Hello {
    pub protocol: u32,
    pub engine: String,
    pub version: String,
    pub formats: Vec<String>,
    #[serde(default)]
    pub capabilities: Vec<Capability>,
}

/// A duel to be played.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Start {
    pub format: String,
    pub phase: Phase,
    pub lp: PerPlayer<i32>,
    pub cards: Vec<StartCard>,
    pub definitions: Vec<serde_json::Value>,
}

/// Something for each player.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
#[allow(missing_docs)]
pub struct PerPlayer<T> {
    pub yugi: T,
    pub joey: T,
}

/// A card of the set-up.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct StartCard {
    pub name: String,
    pub player: Name,
    pub zone: StartZone,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<Name>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<BattlePosition>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counters: Option<u8>,
    #[serde(default, rename = "equipped to", skip_serializing_if = "Option::is_none")]
    pub equipped_to: Option<usize>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub revealed: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<Since>,
}

/// An answer: exactly one of these.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Answer {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub option: Option<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pass: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cards: Option<Vec<u16>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<Turned>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub word: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confirm: Option<bool>,
}

/// The kinds of prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Kind {
    Act,
    Respond,
    Trigger,
    Choose,
    Confirm,
}

/// A question.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Prompt {
    pub kind: Kind,
    pub player: Name,
    pub turn: Name,
    pub phase: Phase,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub during: Option<Moment>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub attack: bool,
    #[serde(default, rename = "box", skip_serializing_if = "Option::is_none")]
    pub chart: Option<ChartBox>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub options: Option<Vec<Choosable>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub refused: Vec<Refused>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub optional: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub purpose: Option<Purpose>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card: Option<u16>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effect: Option<u8>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about: Option<u16>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cards: Option<Vec<u16>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sets: Option<Vec<Vec<u16>>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub positions: Option<Vec<Turned>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub words: Option<Vec<String>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min: Option<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<Board>,
}

/// Something that may be chosen at a window or a trigger prompt.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Choosable {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action: Option<Act>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card: Option<u16>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effect: Option<u8>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<u16>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phase: Option<Phase>,
}

segoc_engine::vocabulary! {
    /// What may be done at a window.
    Act {
        Activate = "activate",
        Trigger = "trigger",
        NormalSummon = "normal summon",
        Set = "set",
        FlipSummon = "flip summon",
        SpecialSummon = "special summon",
        ChangePosition = "change position",
        Attack = "attack",
        AttackDirectly = "attack directly",
        ReplayOn = "replay on",
        ReplayDirectly = "replay directly",
        StopAttack = "stop attack",
        Proceed = "proceed",
        Draw = "draw",
        GoTo = "go to",
        EndTurn = "end turn",
    }
}

/// Something that is not on offer, with the rule that forbids it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Refused {
    #[serde(flatten)]
    pub what: Choosable,
    pub rule: Rule,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rests: Vec<Rule>,
}

/// Something that happened.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Event {
    Cards {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        instant: Option<u32>,
        are: Vec<CardEvent>,
        cards: Vec<u16>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        position: Option<BattlePosition>,
    },
    Player {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        instant: Option<u32>,
        is: PlayerEvent,
        player: Name,
        count: i32,
    },
    Token {
        card: u16,
        name: String,
    },
    Activated {
        link: u16,
        player: Name,
        card: u16,
        effect: u8,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        targets: Vec<u16>,
    },
    Placed {
        player: Name,
        card: u16,
        effect: u8,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        refused: Vec<Refused>,
    },
    Dropped {
        player: Name,
        card: u16,
        effect: u8,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rule: Option<Rule>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        rests: Vec<Rule>,
    },
    Chosen {
        player: Name,
        purpose: Purpose,
        cards: Vec<u16>,
    },
    #[serde(rename = "chain complete")]
    ChainComplete,
    Resolved {
        link: u16,
        outcome: LinkOutcome,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rule: Option<Rule>,
    },
    #[serde(rename = "chain over")]
    ChainOver,
    #[serde(rename = "attack ended")]
    AttackEnded {
        card: u16,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rule: Option<Rule>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        rests: Vec<Rule>,
    },
}

/// Where everything lies.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Board {
    pub lp: PerPlayer<i32>,
    pub cards: Vec<BoardCard>,
}

/// A card on the board.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct BoardCard {
    pub card: u16,
    pub zone: Zone,
    pub player: Name,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub face: Option<Face>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<BattlePosition>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub atk: Option<i32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub def: Option<i32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counters: Option<u8>,
    #[serde(default, rename = "equipped to", skip_serializing_if = "Option::is_none")]
    pub equipped_to: Option<u16>,
}

segoc_engine::vocabulary! {
    /// Which side of a card is seen.
    Face {
        Up = "up",
        Down = "down",
    }
}

segoc_engine::vocabulary! {
    /// The players, by the names they have in rulings.
    Name {
        Yugi = "Yugi",
        Joey = "Joey",
    }
}

segoc_engine::vocabulary! {
    /// How a duel ended.
    End {
        YugiWins = "Yugi wins",
        JoeyWins = "Joey wins",
        Draw = "draw",
        Endless = "endless",
    }
}

impl From<DuelEnd> for End {
    fn from(end: DuelEnd) -> Self {
        match end {
            DuelEnd::Wins(Player::One) => Self::YugiWins,
            DuelEnd::Wins(Player::Two) => Self::JoeyWins,
            DuelEnd::Draw => Self::Draw,
            DuelEnd::Endless => Self::Endless,
        }
    }
}

impl From<Player> for Name {
    fn from(player: Player) -> Self {
        match player {
            Player::One => Self::Yugi,
            Player::Two => Self::Joey,
        }
    }
}

impl From<Name> for Player {
    fn from(name: Name) -> Self {
        match name {
            Name::Yugi => Self::One,
            Name::Joey => Self::Two,
        }
    }
}

/// Words are written as they are spelt.
macro_rules! by_word {
    ($($word:ty),+ $(,)?) => {$(
        impl Serialize for $word {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.word())
            }
        }

        impl<'de> Deserialize<'de> for $word {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let word = String::deserialize(deserializer)?;
                Self::from_word(&word).ok_or_else(|| {
                    let words: Vec<String> = Self::ALL.iter().map(|w| format!("`{w}`")).collect();
                    serde::de::Error::custom(format!("unknown word `{word}`, expected one of {}", words.join(", ")))
                })
            }
        }
    )+};
}

by_word!(Act, CardEvent, Capability, End, Face, Name, PlayerEvent);
