//! The log: every event with its instant, its chain link and the rule that put it there.

use std::fmt;

use super::{CardId, Changed, EffectRef, Instant, LinkId, PendingId, Player, Ref};
use crate::catalogue::{Refusal, Rule};
use crate::def::{How, Moment, Phase};
use crate::vocabulary::words;

/// Why an event happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Why {
    /// Paid for an activation.
    Cost(LinkId),
    /// Done by the effect of a link.
    Link(LinkId),
    /// Done by an effect that applies without a chain.
    Reflex(EffectRef, Player),
    /// An action of a player: a Summon, a Set, an attack.
    Action(Player),
    /// Battle between monsters, or a direct attack of this monster.
    Battle(CardId),
    /// The rules of the game.
    Game,
}

/// Things done at one instant for one reason are one doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Deed {
    /// When.
    pub at: Instant,
    /// Why.
    pub cause: Why,
}

words! {
    /// How a monster came to be Summoned.
    SummonKind {
        Normal = "normal",
        Tribute = "tribute",
        Flip = "flip",
        Special = "special",
    }
}

words! {
    /// What became of a link when its turn came.
    LinkOutcome {
        /// It did something.
        Done = "done",
        /// It resolved and nothing happened.
        WithoutEffect = "without effect",
        /// It resolved, but its effect was negated.
        EffectNegated = "effect negated",
        /// It did not resolve.
        ActivationNegated = "activation negated",
    }
}

/// What happened to a waiting trigger in the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It was placed on the chain.
    Placed(LinkId),
    /// Its player did not want to use it.
    Declined,
    /// It could not be used.
    Dropped(Refusal),
}

/// How a duel ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DuelEnd {
    /// One player won.
    Wins(Player),
    /// Both won or lost at once.
    Draw,
    /// It met a limit, as cards do that would go on for ever.
    Endless(Excess),
}

/// A limit that a duel met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Excess {
    /// The most there can be.
    pub most: usize,
    /// Of what.
    pub of: &'static str,
}

impl fmt::Display for Excess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "more than {} {}", self.most, self.of)
    }
}

/// What happened. Events about cards list them in [`Event::cards`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// Cards moved without anything more to say of it than how.
    Moved,
    /// A Field Spell left to make room for another one.
    MadeRoom,
    /// A player drew the cards.
    Drew {
        /// Who.
        player: Player,
        /// Whether it was the draw of the turn.
        normal: bool,
    },
    /// The cards were shown to both players.
    Revealed,
    /// The cards were Set.
    Set,
    /// A Summon of the cards is attempted and may be negated.
    Attempted(SummonKind, Option<How>, Player),
    /// The cards were Summoned.
    Summoned(SummonKind, Option<How>, Player),
    /// The cards, used before, have become materials of a Summon of this monster that succeeded.
    BecameMaterial(Option<How>, Ref),
    /// The cards were turned face-up.
    TurnedFaceUp,
    /// The cards were turned face-down.
    TurnedFaceDown,
    /// The cards changed between Attack and Defense Position.
    ChangedPosition,
    /// The monsters moved to another zone of their row.
    ChangedZone,
    /// Control of the cards changed.
    ChangedControl,
    /// The cards were equipped to this monster.
    Equipped(CardId),
    /// The cards were attached to this monster by an effect.
    Attached(CardId),
    /// Counters were placed on the cards.
    CountersPlaced(u8),
    /// Counters were removed from the cards.
    CountersRemoved(u8),
    /// The cards were targeted on activation.
    Targeted(LinkId),
    /// A card or effect was activated; the card is its source.
    Activated(LinkId),
    /// A link begins to resolve.
    Resolves(LinkId),
    /// The activation of a link was negated by the player.
    ActivationNegated(LinkId, Player),
    /// The effect of a link was negated.
    EffectNegated(LinkId),
    /// The Summon of the cards was negated.
    SummonNegated,
    /// An attack was negated.
    AttackNegated,
    /// A player took damage.
    Damage {
        /// Who.
        player: Player,
        /// How much.
        amount: i32,
        /// The monster whose battle caused it.
        battle: Option<CardId>,
    },
    /// A player gained LP.
    GainedLp(Player, i32),
    /// A player paid LP.
    PaidLp(Player, i32),
    /// The LP of a player became so many, which is neither damage nor a gain nor a cost.
    LpBecame(Player, i32),
    /// The card attacks.
    AttackDeclared {
        /// Whether the attack is on the player directly.
        direct: bool,
    },
    /// The card was chosen as the target of an attack.
    AttackTargeted,
    /// The card attacks something else, this monster or the player, after a replay or because an effect leads it there: no new declaration.
    Redirected(Option<CardId>),
    /// Damage was calculated between the cards.
    Battled,
    /// A modifier began to apply.
    Applied,
    /// A phase began.
    PhaseBegan(Phase, Player),
    /// A moment of the Damage Step began.
    MomentBegan(Moment),
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// When and why: events of one deed were one doing.
    pub deed: Deed,
    /// What.
    pub what: What,
    /// The cards it happened to.
    pub cards: Vec<Changed>,
}

/// A placement of a trigger, asked or forced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placement {
    /// Who placed it.
    pub player: Player,
    /// What could have been placed.
    pub offered: Vec<TriggerOption>,
    /// What could not, of that player's waiting triggers, and why.
    pub refused: Vec<(EffectRef, Refusal)>,
    /// What was placed; none if the player declined.
    pub placed: Option<PendingId>,
    /// Whether the player was asked.
    pub asked: bool,
}

/// A line of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The instant in which it stands.
    pub at: Instant,
    /// The link of the chain that was resolving, or that was added, counted from 1.
    pub link: Option<u16>,
    /// The rule that put it there; none where nothing had to be decided.
    pub rule: Option<Rule>,
    /// What it says.
    pub line: Line,
}

impl Entry {
    /// The event it is, if it is one.
    pub(crate) fn event(&self) -> Option<&Event> {
        match &self.line {
            Line::Event(event) => Some(event),
            _ => None,
        }
    }

    /// Whether a Summon is attempted with it.
    pub(crate) fn is_attempt(&self) -> bool {
        self.event().is_some_and(|event| matches!(event.what, What::Attempted(..)))
    }
}

/// What a line of the log says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// Something happened.
    Event(Event),
    /// A trigger was met and waits.
    Triggered {
        /// Its number.
        pending: PendingId,
        /// Its effect.
        effect: EffectRef,
        /// The line of the event that met it.
        event: usize,
    },
    /// A player placed a trigger, or declined.
    Placement(Placement),
    /// A player chose cards, or there was only one choice.
    Chosen {
        /// Who.
        player: Player,
        /// What for.
        purpose: Purpose,
        /// The effect it belongs to, if any.
        effect: Option<EffectRef>,
        /// What was chosen.
        cards: Vec<CardId>,
        /// Whether the player was asked.
        asked: bool,
    },
    /// What became of a waiting trigger.
    Fate {
        /// Its number.
        pending: PendingId,
        /// Its effect.
        effect: EffectRef,
        /// Whose it was.
        player: Player,
        /// What became of it.
        fate: Fate,
    },
    /// Both players passed: the chain is complete, Chain Link 1 first.
    ChainComplete(Vec<LinkId>),
    /// A link's turn came.
    LinkDone {
        /// Which.
        link: LinkId,
        /// What became of it.
        outcome: LinkOutcome,
        /// Why, if it did nothing.
        reason: Option<Rule>,
    },
    /// The chain is over.
    ChainOver,
    /// An attack ended before it was carried out, and there is no replay.
    AttackEnded {
        /// The monster that attacked.
        attacker: CardId,
        /// Why, unless it was negated, or the battle had been fought.
        refusal: Option<Refusal>,
    },
    /// The effect that is carried out does nothing to this card, which is unaffected by it.
    Unaffected(CardId),
    /// The duel ended.
    Ended(DuelEnd),
}

words! {
    /// What a choice is for.
    Purpose {
        /// Cards that pay a cost.
        Cost = "cost",
        /// Targets.
        Target = "target",
        /// Tributes for a Normal Summon or Set.
        Tributes = "tributes",
        /// Materials of a Summon.
        Materials = "materials",
        /// Further monsters that are Pendulum Summoned together with one.
        Together = "together",
        /// The zone to which a monster goes.
        Zone = "zone",
        /// Cards an effect acts on while it resolves.
        Effect = "effect",
        /// Cards that chance decides; the story says which.
        Chance = "chance",
        /// Cards discarded for the hand size.
        HandSize = "hand size",
        /// The position of a monster that is Special Summoned.
        Position = "position",
        /// A property declared on activation.
        Declaration = "declaration",
        /// One bullet of an effect.
        Bullet = "bullet",
        /// One of several things an effect may do while it resolves.
        Alternative = "alternative",
        /// Which of several trigger causes "that card" means.
        Cause = "cause",
    }
}

/// A trigger that may be placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TriggerOption {
    /// Which waiting trigger.
    pub pending: PendingId,
    /// Its effect.
    pub effect: EffectRef,
}
