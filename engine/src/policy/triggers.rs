//! Axes about triggers: which are placed, in which order, how often, and what becomes of them.

use crate::catalogue::Rule;
use crate::state::{Instant, Player, Round, Seen};

axis! {
    /// When a trigger that waits for an activation is met.
    ActivationTriggers {
        WhenResolved = "when it has resolved",
        /// Wrong: at the activation, so that the resolution is later.
        AtTheActivation = "at the activation",
    }
}

impl ActivationTriggers {
    /// Whether it waits until the link has resolved.
    pub(crate) fn wait(self) -> bool {
        self == Self::WhenResolved
    }
}

axis! {
    /// In which groups triggers of one window are placed.
    Groups {
        /// Turn player's mandatory, opponent's mandatory, turn player's optional, opponent's optional.
        ObligationFirst = "obligation first",
        /// Wrong: all of the turn player's, then all of the opponent's.
        PlayerFirst = "player first",
        /// Wrong: the opponent before the turn player.
        OpponentFirst = "opponent first",
        /// Wrong: optional before mandatory.
        OptionalFirst = "optional first",
    }
}

impl Groups {
    /// The groups in the order in which they are placed, given the right order.
    pub(crate) fn in_order<G: Copy>(self, [first, second, third, fourth]: [G; 4]) -> [G; 4] {
        match self {
            Self::ObligationFirst => [first, second, third, fourth],
            Self::PlayerFirst => [first, third, second, fourth],
            Self::OpponentFirst => [second, first, fourth, third],
            Self::OptionalFirst => [third, fourth, first, second],
        }
    }
}

axis! {
    /// When optional triggers of private cards are used.
    Private {
        /// In the groups with the others.
        InGroups = "in the groups",
        /// After those of public cards, when their player has the next chance.
        FastWindow = "in the fast window",
        /// Wrong: revealed cards in the hand too.
        RevealedToo = "revealed ones too",
    }
}

impl Private {
    /// The rule of the format.
    pub(crate) fn rule(self) -> Rule {
        match self {
            Self::InGroups => Rule::SegocHandTriggersWithTheRest,
            Self::FastWindow | Self::RevealedToo => Rule::SegocPublicBeforePrivate,
        }
    }

    /// Whether optional triggers of private cards wait for the fast-effect window.
    pub(crate) fn waits(self) -> bool {
        self != Self::InGroups
    }

    /// Whether a card in the hand that both players know is public.
    pub(crate) fn knows_revealed_cards(self) -> bool {
        self != Self::RevealedToo
    }
}

axis! {
    /// Whether what triggered earlier takes the lower link.
    Age {
        Together = "together",
        EarliestFirst = "earliest first",
        /// Wrong: only among the effects of one player.
        WithinPlayer = "within a player",
        /// Wrong: the other way round.
        LatestFirst = "latest first",
    }
}

impl Age {
    /// The rounds in which triggers of these ages, oldest first, are placed.
    pub(crate) fn rounds(self, ages: Vec<Instant>) -> Vec<Round> {
        match self {
            Self::Together | Self::WithinPlayer => vec![Round::All],
            Self::EarliestFirst => ages.into_iter().map(Round::Of).collect(),
            Self::LatestFirst => ages.into_iter().rev().map(Round::Of).collect(),
        }
    }

    /// The rule of the format.
    pub(crate) fn rule(self) -> Rule {
        match self {
            Self::EarliestFirst => Rule::SegocEarlierMomentFirst,
            _ => Rule::SegocAgeDoesNotMatter,
        }
    }

    /// Whether a player must place the oldest of a group first.
    pub(crate) fn orders_a_group(self) -> bool {
        self == Self::WithinPlayer
    }
}

axis! {
    /// What becomes of a trigger whose card has moved again.
    Moved {
        Lost = "lost",
        Kept = "kept",
        /// Lost only in the hand or Deck (OCG in 2012).
        LostWhenHidden = "lost when hidden",
    }
}

impl Moved {
    /// Whether a trigger is lost whose card has moved, perhaps to where it is hidden.
    pub(crate) fn loses(self, hidden: bool) -> bool {
        match self {
            Self::Lost => true,
            Self::Kept => false,
            Self::LostWhenHidden => hidden,
        }
    }
}

axis! {
    /// How often a trigger is placed in one window.
    Repeats {
        /// Mandatory ones once for each doing, optional ones once.
        PerDeed = "per deed",
        /// Wrong: always once.
        OncePerWindow = "once per window",
        /// Wrong: optional ones too once for each doing.
        OptionalPerDeed = "optional per deed",
        /// Wrong: mandatory ones once for each moment, whatever was done in it.
        PerInstant = "per instant",
        /// Wrong: once for each card that met the condition.
        PerCard = "per card",
    }
}

impl Repeats {
    /// Whether every time the cause happens counts for a trigger.
    pub(crate) fn counts_every_time(self, mandatory: bool) -> bool {
        match self {
            Self::PerDeed | Self::PerInstant => mandatory,
            Self::OncePerWindow => false,
            Self::OptionalPerDeed | Self::PerCard => true,
        }
    }

    /// Whether two sightings of a cause are one time: one deed.
    pub(crate) fn is_one_time(self, one: &Seen, other: &Seen, mandatory: bool) -> bool {
        match self {
            Self::PerInstant => one.deed.at == other.deed.at,
            Self::PerCard => one.cards == other.cards && (one.deed == other.deed || !mandatory),
            _ => one.deed == other.deed,
        }
    }

    /// Whether each card of an event counts for itself.
    pub(crate) fn counts_each_card(self) -> bool {
        self == Self::PerCard
    }
}

axis! {
    /// Since when a card that waits for others must be there.
    Presence {
        Before = "before",
        /// On the field also a card that came in the same moment; elsewhere it must have been there before.
        FieldTogether = "together on the field",
        /// Wrong: it is enough to be there afterwards.
        AfterIsEnough = "after is enough",
        /// Wrong: in the hand too a card must have been there before.
        HandToo = "in the hand too",
    }
}

impl Presence {
    /// Whether a card that is there since an instant saw what happened at another one: if it was there before, in some
    /// formats also if it came to the field with it.
    pub(crate) fn saw(self, since: Instant, at: Instant, came_to_the_field: bool) -> bool {
        match self {
            Self::AfterIsEnough => true,
            Self::FieldTogether if came_to_the_field => since <= at,
            _ => since < at,
        }
    }

    /// The rule for a card that came to the field with what it waits for.
    pub(crate) fn rule_for_coming_together(self) -> Rule {
        match self {
            Self::FieldTogether => Rule::PresenceTogetherOnTheField,
            _ => Rule::PresenceNotThereBefore,
        }
    }

    /// Whether a card must have been in the hand before, too.
    pub(crate) fn asks_the_hand(self) -> bool {
        self == Self::HandToo
    }
}

axis! {
    /// How many triggers that could Summon their own monster from the hand a chain takes.
    HandLimit {
        PerChain = "one per chain",
        /// Wrong: any number.
        None = "none",
        /// Wrong: only copies really in the hand count.
        ByLocation = "by location",
        /// Wrong: quick effects count too.
        AlsoQuick = "also quick",
    }
}

impl HandLimit {
    /// Whether an effect that Summons its own monster from the hand counts: optional triggers do, wherever this copy is.
    pub(crate) fn counts(self, optional_trigger: bool, quick: bool, in_hand: bool) -> bool {
        match self {
            Self::PerChain => optional_trigger,
            Self::None => false,
            Self::ByLocation => optional_trigger && in_hand,
            Self::AlsoQuick => optional_trigger || quick,
        }
    }
}

axis! {
    /// When an optional "when" effect misses its timing.
    When {
        LatestInstant = "latest instant",
        /// Wrong: never.
        NeverMisses = "never misses",
        /// Wrong: anything in the last link to resolve is in time.
        WholeLink = "whole link",
        /// Wrong: anything in the chain that has just resolved is in time.
        WholeChain = "whole chain",
        /// Wrong: the last part written is the last thing, even if it was not done.
        WrittenPart = "last written part",
        /// Wrong: missed as soon as anything else happened at the same time.
        NothingBeside = "nothing beside it",
        /// Wrong: optional "if" effects too.
        IfMissesToo = "if misses too",
        /// Wrong: mandatory effects too.
        MandatoryMisses = "mandatory misses",
    }
}

impl When {
    /// Whether a trigger can miss its timing: optional "when" effects can.
    pub(crate) fn can_miss(self, when: bool, mandatory: bool) -> bool {
        match self {
            Self::NeverMisses => false,
            Self::IfMissesToo => !mandatory,
            Self::MandatoryMisses => when || mandatory,
            _ => when && !mandatory,
        }
    }

    /// Since when something is the last thing that happened: the latest instant of the occasion, whose links began to
    /// resolve in these.
    pub(crate) fn last_thing(self, latest: Option<Instant>, links: impl FnOnce() -> Vec<Instant>) -> Option<Instant> {
        match self {
            Self::WholeLink => links().last().copied().or(latest),
            Self::WholeChain => links().first().copied().or(latest),
            _ => latest,
        }
    }

    /// Whether what happened at the same time spoils it.
    pub(crate) fn is_spoilt(self, something_beside: impl FnOnce() -> bool) -> bool {
        self == Self::NothingBeside && something_beside()
    }

    /// Whether a part that was not done is a thing that happened.
    pub(crate) fn counts_what_is_left_out(self) -> bool {
        self == Self::WrittenPart
    }
}

axis! {
    /// How the triggers of one window come onto a chain.
    Batch {
        OneChain = "on one chain",
        /// Wrong: each starts a chain of its own.
        OwnChains = "on their own chains",
        /// Wrong: those of one group in the order in which they were met.
        AsMet = "in the order met",
        /// Wrong: a trigger of a Trap cannot be followed by one of a Spell or monster.
        BySpeed = "by spell speed",
    }
}

impl Batch {
    /// How many of the triggers on offer their player may pick from: all of them.
    pub(crate) fn choice(self, on_offer: usize) -> usize {
        if self == Self::AsMet { on_offer.min(1) } else { on_offer }
    }

    /// Whether a chain takes only one of them.
    pub(crate) fn starts_own_chains(self) -> bool {
        self == Self::OwnChains
    }

    /// Whether a trigger of a Spell or monster may not follow one of a Trap.
    pub(crate) fn asks_for_spell_speed(self) -> bool {
        self == Self::BySpeed
    }
}

axis! {
    /// When a trigger's condition is looked at.
    ConditionAt {
        AtTheEvent = "at the event",
        /// Wrong: it must still hold when the trigger is activated.
        AskedAgain = "asked again",
    }
}

impl ConditionAt {
    /// Whether the condition is asked again when the trigger is activated.
    pub(crate) fn asks_again(self) -> bool {
        self == Self::AskedAgain
    }
}

axis! {
    /// Whose a trigger is.
    Owner {
        /// The present controller of its card, off the field its owner.
        Controller = "its controller",
        /// Wrong: the player who controlled it before the event.
        ControllerBefore = "its controller before",
    }
}

impl Owner {
    /// Who uses a trigger: who would use it now.
    pub(crate) fn of(self, now: Player, before: impl FnOnce() -> Player) -> Player {
        match self {
            Self::Controller => now,
            Self::ControllerBefore => before(),
        }
    }
}

axis! {
    /// What becomes of triggers when an effect ends the phase.
    EndedPhase {
        Kept = "kept",
        /// Wrong: they are lost.
        Dropped = "dropped",
    }
}

impl EndedPhase {
    /// Whether triggers are lost with the phase.
    pub(crate) fn drops_triggers(self) -> bool {
        self == Self::Dropped
    }
}
