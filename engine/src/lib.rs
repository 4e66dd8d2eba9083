//! A reference engine for the chain and timing rules of the Yu-Gi-Oh! card game.
//!
//! A [`Duel`] asks questions as data ([`Prompt`]) and takes answers ([`Answer`]); what happened is its log, every line
//! with its instant, its chain link and the [`Rule`] that put it there. Cards are data too ([`def::CardDef`]), and a
//! format is a [`Policy`]. The engine does no IO, knows no card and no format by name, and is deterministic: the same
//! set-up and answers give the same log.
//!
//! ```
//! use segoc_engine::{def::*, *};
//! use std::sync::Arc;
//!
//! // A Normal Spell that draws one card, and a card to be drawn.
//! let mut activation = EffectDef::new(Class::Activation);
//! activation.does = vec![Part { joint: Joint::First, step: Step::Draw(Who::You, Amount::Number(1), None) }];
//! let card = |name: &str, effects| CardDef {
//!     name: name.into(), always_named: None, passcode: None, kind: CardKind::Spell(SpellKind::Normal), series: vec![], mentions: vec![], effects, as_monster: None,
//! };
//! let library = vec![Arc::new(card("Look Ahead", vec![Arc::new(activation)])), Arc::new(card("Blank", vec![]))];
//! let cards = vec![StartCard::new(0, Player::One, StartZone::Hand), StartCard::new(1, Player::One, StartZone::Deck)];
//!
//! let mut duel = Duel::new(&Setup { phase: Phase::Main1, lp: [8000; 2], cards }, library, Policy::default()).unwrap();
//! duel.answer(&Answer::Option(0)).unwrap(); // activates Look Ahead in box A
//! while !duel.prompt().unwrap().is_open_state() {
//!     duel.answer(&Answer::Pass).unwrap(); // both pass in D, then in B and C
//! }
//! assert_eq!(duel.card(CardId(1)).zone, Zone::Hand);
//! ```
//!
//! # Where a rule lives
//! The first word of a rule's id is the file under `rules/` that applies it: `timing.missed` is in `rules/timing.rs`,
//! `segoc.one-chain` in `rules/segoc.rs`; the function that applies a rule names it in its doc comment.
//!
//! # What is in which folder
//! `def` is what cards say, `state` what a duel consists of, `policy` in what formats differ, `flow` the loop of
//! questions and answers, `words` what a card's text means on the board, `steps` the verbs of effects, `rules` the rules.
//! No module uses one that uses it.

pub mod def;
pub mod policy;

mod beliefs;
mod catalogue;
mod flow;
mod notes;
mod rules;
mod state;
mod steps;
mod vocabulary;
mod words;

pub use catalogue::{REFUSALS, Refusal, Rule, RuleSet};
pub use flow::{
    Action, Answer, AnswerError, Ask, CardView, ChartBox, Choice, Duel, LinkView, Pool, Prompt, Refused, Window,
};
pub use policy::{Asked, MISCONCEPTIONS, Misconception, Policy};
pub use state::{
    CardId, Changed, Counters, Deed, DuelEnd, EffectRef, Entry, Event, Excess, Fate, Instant, Line, LinkId,
    LinkOutcome, MoveHow, PendingId, Placement, Player, Purpose, Ref, Seat, Setup, SetupError, SetupErrors,
    SetupProblem, Since, Snapshot, StartCard, StartZone, Stay, SummonKind, Summoned, TriggerOption, Used, What, Why,
    Zone,
};
