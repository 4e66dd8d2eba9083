//! Engines under test: the reference engine, another process, or any Rust type that implements [`Engine`].
//!
//! An engine plays one duel at a time. It is told a board, asks until the duel is over or is left, and says what happened.
//! It is never told what is expected. Prompts and answers are those of the reference engine; [`Event`]s are fewer and
//! plainer than the lines of its log, so that any engine can tell them. `corpus/PROTOCOL.md` is the same in JSON.

pub(crate) mod capability;
mod fault;
pub mod process;
mod reference;
pub mod serve;
pub(crate) mod table;
pub mod wire;

use std::sync::Arc;

use segoc_engine::def::{BattlePosition, CardDef};
use segoc_engine::{
    Answer, CardId, DuelEnd, EffectRef, LinkOutcome, Player, Prompt, Purpose, Refusal, Refused, Rule, Setup, Zone,
};

use crate::read::card::CardFile;
use crate::ruling::{CardEvent, PlayerEvent};
pub use capability::{Capabilities, Capability};
pub use fault::{Fault, FaultKind};
pub use process::Process;
pub use reference::Reference;

/// An engine that can be put to the test.
pub trait Engine: Send {
    /// What it is and what it can do.
    fn about(&self) -> &About;

    /// Begins a duel and plays to the first question. Whatever duel was under way is forgotten.
    ///
    /// # Errors
    /// If it cannot play this duel, or breaks down.
    fn start(&mut self, duel: &Start<'_>) -> Result<Reply, Trouble>;

    /// Takes the answer to the last question and plays on to the next one. Only what was on offer is answered.
    ///
    /// # Errors
    /// If it cannot go on with this duel, or breaks down.
    fn answer(&mut self, answer: &Answer) -> Result<Reply, Trouble>;

    /// The duel went otherwise than a ruling says. An engine that answers with something else than it was asked says so now,
    /// so that it is not taken for a mistake about the rules.
    ///
    /// # Errors
    /// If the engine broke the protocol.
    fn in_doubt(&mut self) -> Result<(), Trouble> {
        Ok(())
    }

    /// The board at the last question, or at the end. Needed at every open state and at the end.
    fn board(&self) -> Option<Board>;

    /// What the asked player cannot do in the last window, or cannot place, and why: for engines with
    /// [`Capability::Reasons`].
    fn refused(&self) -> Vec<Refused> {
        Vec::new()
    }
}

/// What an engine is and what it can do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// The formats it plays.
    pub formats: Vec<String>,
    /// What it can tell.
    pub capabilities: Capabilities,
}

/// A duel to be played.
#[derive(Clone, Copy, Debug)]
pub struct Start<'a> {
    /// The format, by its name in `formats.yaml`.
    pub format: &'a str,
    /// The board. Its cards index `library`, and are numbered by their order.
    pub setup: &'a Setup,
    /// The cards as they are in this format: of the set-up, then tokens they may make.
    pub library: &'a [Arc<CardDef>],
    /// The files of the cards in `library`.
    pub files: &'a [Arc<CardFile>],
}

/// What an engine says when it is spoken to.
#[derive(Clone, Debug)]
pub struct Reply {
    /// What has happened since, in order.
    pub events: Vec<Told>,
    /// What it waits for.
    pub next: Next,
    /// The length of the engine's own log, if it has one to be looked up; else 0.
    pub lines: usize,
}

/// What an engine waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// An answer. The turn player stands beside the question.
    Asks(Prompt, Player),
    /// Nothing more: the duel is over.
    Ends(DuelEnd),
}

/// Why an engine does not go on.
#[derive(Clone, Debug)]
pub enum Trouble {
    /// It cannot play this duel, and says why.
    Unsupported(String),
    /// It broke down, or broke the protocol.
    Fault(Box<Fault>),
}

/// An event with its place in time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// Events of one instant happened at the same time; it never falls. None if the engine does not number them.
    pub at: Option<u32>,
    /// The line of the engine's own log it comes from, if there is one to be looked up.
    pub line: usize,
    /// What happened.
    pub event: Event,
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// To cards, in this physical order: every word holds for each of them.
    Cards {
        /// What they are now.
        are: Vec<CardEvent>,
        /// Which cards.
        cards: Vec<CardId>,
        /// The position in which they were Summoned.
        position: Option<BattlePosition>,
    },
    /// To a player, this many.
    Player(PlayerEvent, Player, i32),
    /// A token was made. Said before its number is used.
    Token(CardId, String),
    /// A card or effect was activated, its cost paid and its targets chosen.
    Activated {
        /// The Chain Link, counted from 1.
        link: u16,
        /// Who activated it.
        player: Player,
        /// What.
        effect: EffectRef,
        /// Its targets.
        targets: Vec<CardId>,
    },
    /// A trigger was placed, or its player declined.
    Placed(Placing),
    /// A trigger that was met cannot be used, for this reason if the engine gives one.
    Dropped(Player, EffectRef, Option<Refusal>),
    /// A choice of cards was made without a question, since there was only one.
    Chosen(Player, Purpose, Vec<CardId>),
    /// Both players passed: the chain resolves.
    ChainComplete,
    /// The turn of a link, counted from 1, has come and gone.
    Resolved {
        /// Which link.
        link: u16,
        /// What became of it.
        outcome: LinkOutcome,
        /// Why, if it did nothing.
        rule: Option<Rule>,
    },
    /// The chain is over.
    ChainOver,
    /// The attack of a card ended before it was carried out, without a replay.
    AttackEnded(CardId, Option<Refusal>),
}

/// A player places a trigger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placing {
    /// Who.
    pub player: Player,
    /// What he could place.
    pub offered: Vec<EffectRef>,
    /// What he could not, and why.
    pub refused: Vec<(EffectRef, Refusal)>,
    /// What he placed; none if he declined.
    pub placed: Option<EffectRef>,
    /// Whether he was asked.
    pub asked: bool,
}

/// Where everything lies.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Board {
    /// Life points of both players.
    pub lp: [i32; 2],
    /// Every card there is.
    pub cards: Vec<BoardCard>,
}

/// A card on a [`Board`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardCard {
    /// Which card.
    pub card: CardId,
    /// Where it lies.
    pub zone: Zone,
    /// Its controller on the field, elsewhere the player in whose zone it lies.
    pub controller: Player,
    /// Whether it is face-up.
    pub face_up: bool,
    /// Its battle position.
    pub position: BattlePosition,
    /// Its present ATK.
    pub atk: i32,
    /// Its present DEF.
    pub def: i32,
    /// Counters on it.
    pub counters: u8,
    /// The monster it is equipped to.
    pub equipped_to: Option<CardId>,
}
