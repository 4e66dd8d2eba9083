//! What is in course: links of a chain, triggers that wait, what goes on for a time, a Summon or an attack.

use std::sync::Arc;

use super::{CardId, Deed, EffectRef, Instant, LinkId, PendingId, Player, Ref, SummonKind};
use crate::def::{Later, Modifier, Part, Pattern, Phase, React, Until, Which, Word};

/// What became of a link while it waited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LinkNegated {
    No,
    Activation,
    Effect,
}

/// Cards known by a name given with `as`.
pub(crate) type Names = Vec<(String, Vec<Ref>)>;

/// An activation on a chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Link {
    pub number: u16,
    pub player: Player,
    pub effect: EffectRef,
    /// The card after the costs were paid.
    pub source: Ref,
    /// The card as the effect left it when it had resolved.
    pub left: Ref,
    pub card_activation: bool,
    pub speed: u8,
    pub bullet: Option<u8>,
    pub declared: Option<String>,
    pub targets: Vec<Ref>,
    pub names: Names,
    /// The cards of the cause.
    pub those: Vec<Ref>,
    /// The monster for which they were materials.
    pub summoned: Vec<Ref>,
    /// The link directly below, if this one answers its activation.
    pub answers: Option<LinkId>,
    pub negated: LinkNegated,
    /// What it does in the place of what its text says.
    pub becomes: Option<Arc<Vec<Part>>>,
    /// The card left its place as this link's own cost.
    pub left_as_cost: bool,
    /// The amount of what it waited for.
    pub amount: i32,
    /// Log index of its activation.
    pub event: usize,
    /// Its turn has come, whatever became of it.
    pub done: bool,
}

/// A chain being built or resolved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Chain {
    pub links: Vec<LinkId>,
    /// What Chain Link 1 answered; every link of the chain may answer it.
    pub occasion: Occasion,
    /// Private triggers of the window the chain grew from, that may still be added.
    pub late: Vec<PendingId>,
    /// Nothing more can be added.
    pub locked: bool,
    /// Links still to resolve.
    pub left: Vec<LinkId>,
    /// The chain answers a Summon attempt or another gate, and returns to it.
    pub of_gate: bool,
    /// Log index at which it began.
    pub began: usize,
}

/// One time an effect's cause happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Seen {
    /// Index of the event in the log.
    pub event: usize,
    pub deed: Deed,
    /// The cards of the event that met the condition.
    pub cards: Vec<Ref>,
}

/// A trigger that was met and waits for a window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pending {
    pub id: PendingId,
    pub effect: EffectRef,
    /// The card in the stay the event left it in.
    pub source: Ref,
    /// It waits for something that happens to its own card.
    pub about_itself: bool,
    pub mandatory: bool,
    /// Which of the same effect that several cards have given to its card.
    pub which: usize,
    /// Who would have activated it when it was met.
    pub met_for: Player,
    /// Who may activate it: known once its window opens.
    pub player: Player,
    pub seen: Vec<Seen>,
    /// A flip effect that waits until damage was calculated.
    pub held: bool,
    /// Its window has opened: what happens from now on is another matter.
    pub batched: bool,
    /// A mandatory quick effect that an activation called for: placed in that chain.
    pub owed: bool,
}

/// Whether a trigger must be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Obligation {
    Mandatory,
    Optional,
}

/// Triggers placed together before any others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Round {
    All,
    Of(Instant),
}

impl Pending {
    /// Whether it must be used.
    pub(crate) fn obligation(&self) -> Obligation {
        if self.mandatory { Obligation::Mandatory } else { Obligation::Optional }
    }

    /// Its window has opened: a player may activate it. What was held back until now counts as met last.
    pub(crate) fn join_a_window(&mut self, player: Player, latest: Option<Instant>) {
        (self.player, self.batched) = (player, true);
        if std::mem::take(&mut self.held)
            && let Some(latest) = latest
        {
            self.seen.iter_mut().for_each(|seen| seen.deed.at = latest);
        }
    }

    /// When it was first met.
    pub(crate) fn age(&self) -> Instant {
        self.seen.iter().map(|s| s.deed.at).min().unwrap_or(Instant(0))
    }
}

/// The events a window is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Occasion {
    /// First log index.
    pub from: usize,
    /// One past the last log index.
    pub to: usize,
    /// The last instant in it, frozen when the window opens.
    pub latest: Option<Instant>,
}

/// An action without a chain that an event called for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Reflex {
    pub source: ReflexSource,
    /// The link it reacts to, for which it waits.
    pub after: Option<LinkId>,
    /// When it is done, if it reacts to a link.
    pub reacts: React,
    pub deeds: Vec<Deed>,
    pub those: Vec<Ref>,
    /// The monster for whose Summon they were used.
    pub summoned: Vec<Ref>,
    /// How much it was about, all times together.
    pub amount: i32,
}

/// Where a reflex comes from: a card in force, or a lingering effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ReflexSource {
    pub modifier: Arc<crate::def::Modifier>,
    pub player: Player,
    pub effect: EffectRef,
    pub source: Ref,
    pub names: Names,
}

/// A modifier that applies for a time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Lingering {
    /// Where the modifier stands in its card's definition.
    pub modifier: Arc<crate::def::Modifier>,
    pub player: Player,
    pub effect: EffectRef,
    pub source: Ref,
    pub until: Until,
    pub from_turn: u32,
    pub names: Names,
    pub those: Vec<Ref>,
    /// The monster that was Summoned with the cards of the cause.
    pub summoned: Vec<Ref>,
    /// The link that was answered.
    pub answers: Option<LinkId>,
    /// The phase in which it ends.
    pub ends: Option<Appointment>,
    /// It was sworn by an activation, or by a Summon: gone if that is negated.
    pub sworn: bool,
    /// The link by whose activation or effect it came about.
    pub link: Option<LinkId>,
}

impl Lingering {
    /// Whether it speaks of a card by a name, and not only to say which others it means.
    pub(crate) fn is_about(&self, card: CardId) -> bool {
        knows(&self.names, card) && !self.modifier.is_said_of_others()
    }

    /// Whether a card has applied it to itself.
    pub(crate) fn is_of_itself(&self, card: CardId) -> bool {
        let of_itself = match &*self.modifier {
            Modifier::Whenever(cause, ..) => cause.any_of.iter().all(Pattern::is_about_this_card),
            modifier => modifier.words() == [&Word::ThisCard],
        };
        !self.sworn && self.source.card == card && of_itself
    }
}

/// Whether a card is known by one of these names.
pub(crate) fn knows(names: &Names, card: CardId) -> bool {
    names.iter().any(|(_, cards)| cards.iter().any(|r| r.card == card))
}

/// A value of a monster that effects change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stat {
    Atk,
    Def,
    Level,
}

/// A change of ATK, DEF or Level by an effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Boost {
    pub card: Ref,
    pub face: u32,
    pub stat: Stat,
    /// The effect that made it, and whose it was.
    pub by: (EffectRef, Player),
    /// The effect speaks of its own card and of no other.
    pub own: bool,
    /// Sets the value instead of adding to it.
    pub sets: bool,
    /// It is the original value that it sets.
    pub original: bool,
    /// When it was made.
    pub since: Instant,
    pub amount: i32,
    pub until: Until,
    pub from_turn: u32,
    /// The phase in which it ends.
    pub ends: Option<Appointment>,
}

/// An attack that was declared and not taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AttackMade {
    pub turn: u32,
    pub attacker: CardId,
    pub target: Option<CardId>,
}

/// Control of a monster that goes back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Control {
    pub card: Ref,
    pub back_to: Player,
    pub until: Until,
    pub source: Ref,
    pub from_turn: u32,
    /// The phase in which it ends.
    pub ends: Option<Appointment>,
    /// The monster was face-up when it was taken.
    pub was_face_up: bool,
    /// The continuous effect as long as which applies it is.
    pub held_by: Option<EffectRef>,
}

/// A phase that something waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Appointment {
    /// Any of these phases, in the order of a turn.
    pub phases: [bool; Phase::ALL.len()],
    pub which: Option<Which>,
    /// Whose "your" it is.
    pub player: Player,
    /// The turn in which it was made.
    pub made: u32,
    /// How many such phases have still to begin.
    pub wait: u8,
}

/// A phase of a turn that will be skipped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SkippedPhase {
    pub player: Player,
    pub phase: Phase,
    pub turn: u32,
    /// The card whose effect it was.
    pub source: Ref,
    /// Log index at which it was passed over.
    pub passed: Option<usize>,
}

/// An effect that negates the next attack of a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AttackToNegate {
    pub turn: u32,
    pub effect: EffectRef,
    /// Whose effect it is: it waits for an attack of their opponent.
    pub player: Player,
}

/// What an effect has left to be done in a phase to come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Late {
    pub what: Arc<Later>,
    /// A face-up card asks for it in each such phase, for as long as it does.
    pub asked_by_its_card: bool,
    pub at: Appointment,
    pub player: Player,
    pub effect: EffectRef,
    pub source: Ref,
    pub names: Names,
    pub those: Vec<Ref>,
    pub summoned: Vec<Ref>,
    pub declared: Option<String>,
}

/// A use of a limited effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Spent {
    pub turn: u32,
    pub player: Player,
    pub effect: EffectRef,
    pub face: u32,
    /// Its link; a Summon by a procedure has none.
    pub link: Option<LinkId>,
}

/// A use of an effect that replaces a destruction so many times a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Replacing {
    pub turn: u32,
    pub player: Player,
    pub effect: EffectRef,
    pub face: u32,
    /// The link by which it came to apply, if it lingers.
    pub link: Option<LinkId>,
    /// The card it kept, if it is limited for each card.
    pub card: Option<Ref>,
}

/// An effect of a phase that was activated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DutyDone {
    pub effect: EffectRef,
    pub turn: u32,
    pub phase: Phase,
    pub link: LinkId,
}

/// A Summon that may be negated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Attempt {
    /// The monsters, of which a Pendulum Summon may have several.
    pub cards: Vec<CardId>,
    pub player: Player,
    pub kind: SummonKind,
    /// Those of them whose Summon was negated.
    pub negated: Vec<CardId>,
}

/// An attack under way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Attack {
    pub attacker: Ref,
    /// The monster attacked; none in a direct attack.
    pub target: Option<Ref>,
    /// How many monsters the defender had when the attack was declared, or directed anew.
    pub side: usize,
    /// Whether the opponent could be attacked directly then.
    pub direct: bool,
    /// Log index of that declaration or choice.
    pub since: usize,
    pub negated: bool,
    /// Damage was calculated already.
    pub calculated: bool,
}
