//! Formats as policies: each axis is an enum that exactly one function of the engine reads.
//!
//! Some axes differ between formats. The others have one right value; their further values are wrong everywhere
//! but commonly believed, and prove that a corpus of rulings notices them.

use crate::rule::Rule;
use crate::words::words;

macro_rules! axes {
    ($($(#[$meta:meta])* $field:ident: $type:ident = $name:literal, $default:ident;)+) => {
        /// The rules of one format.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Policy {
            $($(#[$meta])* pub $field: $type,)+
            /// A refusing rule this policy does not know; never set by a format.
            pub unknown: Option<Rule>,
        }

        impl Default for Policy {
            /// The rules of today's TCG.
            fn default() -> Self {
                Self { $($field: $type::$default,)+ unknown: None }
            }
        }

        impl Policy {
            /// The names of the axes with the words each of them takes.
            pub const AXES: &'static [(&'static str, &'static [&'static str])] =
                &[$(($name, $type::WORDS)),+];

            /// Sets one axis by its name; false if there is no such axis or word.
            pub fn set(&mut self, axis: &str, word: &str) -> bool {
                match axis {
                    $($name => match $type::from_word(word) {
                        Some(value) => { self.$field = value; true }
                        None => false,
                    },)+
                    _ => false,
                }
            }
        }
    };
}

macro_rules! axis {
    ($(#[$meta:meta])* $name:ident { $($(#[$vmeta:meta])* $variant:ident = $word:literal,)+ }) => {
        words! { $(#[$meta])* $name { $($(#[$vmeta])* $variant = $word,)+ } }
        impl $name {
            const WORDS: &'static [&'static str] = &[$($word),+];
        }
    };
}

axis! {
    /// In which groups triggers of one window are placed.
    Groups {
        /// Turn player's mandatory, opponent's mandatory, turn player's optional, opponent's optional.
        ObligationFirst = "obligation first",
        /// Wrong: all of the turn player's, then all of the opponent's.
        PlayerFirst = "player first",
        /// Wrong: the opponent of the turn player before him.
        OpponentFirst = "opponent first",
        /// Wrong: optional before mandatory.
        OptionalFirst = "optional first",
    }
}
axis! {
    /// When optional triggers of private cards are used.
    Private {
        /// In the groups with the others.
        InGroups = "in the groups",
        /// After those of public cards, when their player has the next chance.
        FastWindow = "in the fast window",
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
axis! {
    /// What becomes of a trigger whose card has moved again.
    Moved {
        Lost = "lost",
        Kept = "kept",
        /// Lost only in the hand or Deck (OCG in 2012).
        LostWhenHidden = "lost when hidden",
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
    }
}
axis! {
    /// Since when a card that waits for others must be there.
    Presence {
        Before = "before",
        /// Wrong: it is enough to be there afterwards.
        AfterIsEnough = "after is enough",
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
axis! {
    /// Where ignition effects may be used.
    Ignition {
        OpenOnly = "open state only",
        AfterSummon = "after a summon",
        NextChance = "with the next chance",
        /// Wrong: like quick effects.
        Anytime = "anytime",
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
        /// Wrong: optional "if" effects too.
        IfMissesToo = "if misses too",
        /// Wrong: mandatory effects too.
        MandatoryMisses = "mandatory misses",
    }
}
axis! {
    /// Whether a link whose activation was negated is a thing that happened.
    SkippedLink {
        NoInstant = "does not happen",
        /// Wrong: it resolves without effect.
        CountsAsResolved = "counts as resolved",
    }
}
axis! {
    /// When used cards go to the GY.
    ChainEnd {
        WithTheLast = "with the last event",
        /// Wrong: afterwards.
        OwnInstant = "afterwards",
    }
}
axis! {
    /// How the parts of an effect hang together.
    Conjunctions {
        AsWritten = "as written",
        /// Wrong: "and" and "and if you do" happen one after the other.
        AndIsSequential = "and is sequential",
        /// Wrong: "then" happens at the same time.
        ThenIsTogether = "then is together",
        /// Wrong: "also" needs the part before it.
        AlsoNeedsFirst = "also needs the first",
    }
}
axis! {
    /// In which order a chain resolves.
    ResolveOrder {
        LastFirst = "last first",
        /// Wrong: in the order of activation.
        FirstFirst = "first first",
    }
}
axis! {
    /// Who may add the next link.
    NextInChain {
        NotLast = "not the last",
        /// Wrong: always the turn player.
        TurnPlayer = "turn player",
    }
}
axis! {
    /// Who has the next chance after a chain.
    AfterChain {
        TurnPlayer = "turn player",
        /// Wrong: the player who did not add the last link.
        OtherThanLast = "other than last",
    }
}
axis! {
    /// What happens when the opponent acts as the turn player wants to move on.
    LeavePhase {
        BackToOpen = "back to open",
        /// Wrong: the phase ends after that chain.
        MovesOn = "moves on",
    }
}
axis! {
    /// What a response may answer.
    Answers {
        LastLinkAndOccasion = "last link and occasion",
        /// Wrong: any link of the chain.
        AnyLink = "any link",
        /// Wrong: only Chain Link 1 may answer the event.
        FirstLinkOnly = "first link only",
    }
}
axis! {
    /// What happens to a link whose card was destroyed.
    DestroyedLink {
        StillResolves = "still resolves",
        /// Wrong: destroying a card negates it.
        DestructionNegates = "destruction negates",
        /// Wrong: Continuous cards resolve too.
        ContinuousToo = "continuous too",
    }
}
axis! {
    /// What becomes of a cost whose activation was negated.
    Costs {
        Kept = "kept",
        /// Wrong: LP are given back.
        Refunded = "refunded",
    }
}
axis! {
    /// How an effect that makes both players act is carried out.
    EachPlayer {
        StepByStep = "step by step",
        /// Wrong: one player finishes all steps, then the other.
        PlayerByPlayer = "player by player",
        /// Wrong: the player of the effect first.
        ActivatorFirst = "activator first",
        /// Wrong: the second player acts later.
        TwoInstants = "two instants",
    }
}
axis! {
    /// Which Summons can be negated, and by how many chains.
    Gate {
        Inherent = "inherent",
        /// Wrong: the monster is already on the field.
        OnFieldAlready = "on the field already",
        /// Wrong: anything may start a chain at the attempt.
        AnyStart = "any start",
    }
}
axis! {
    /// Whether a Continuous Trap's effect may be used in the chain in which it was flipped.
    FreshTrap {
        Usable = "usable",
        NextChain = "next chain",
    }
}
axis! {
    /// How many chains each part of the Damage Step takes.
    DamageChains {
        Many = "many",
        One = "one",
    }
}
axis! {
    /// Whether effects of face-up Traps may be activated in the Damage Step.
    FaceUpTraps {
        Admitted = "admitted",
        NotAdmitted = "not admitted",
    }
}
axis! {
    /// What an attacker may do when the defender's side has changed.
    Replay {
        ChooseAgain = "choose again",
        /// Choose again, or keep the attack for later.
        Store = "store",
        /// Wrong: the new target is declared like a new attack.
        NewDeclaration = "new declaration",
        /// Wrong: only the number of monsters counts.
        ByCount = "by count",
    }
}
axis! {
    /// What becomes of two monsters with 0 ATK that battle.
    ZeroAtk {
        NeitherDestroyed = "neither destroyed",
        BothDestroyed = "both destroyed",
    }
}
axis! {
    /// What may follow the discard for the hand size.
    FollowUp {
        OneChain = "one chain",
        BackToOpen = "back to open",
    }
}
axis! {
    /// What a negated activation gives back.
    Oaths {
        ByWord = "by word",
        /// Wrong: nothing.
        AlwaysSpent = "always spent",
        /// Wrong: everything.
        AlwaysBack = "always back",
    }
}
axis! {
    /// How many Field Spells there may be.
    FieldSpells {
        OneEach = "one each",
        OneInAll = "one in all",
    }
}

axes! {
    /// See [`Groups`].
    groups: Groups = "groups", ObligationFirst;
    /// See [`Private`].
    private: Private = "private triggers", InGroups;
    /// See [`Age`].
    age: Age = "age of triggers", Together;
    /// See [`Moved`].
    moved: Moved = "moved triggers", Lost;
    /// See [`Repeats`].
    repeats: Repeats = "repeated triggers", PerDeed;
    /// See [`Presence`].
    presence: Presence = "presence", Before;
    /// See [`HandLimit`].
    hand_limit: HandLimit = "hand limit", PerChain;
    /// See [`Ignition`].
    ignition: Ignition = "ignition effects", OpenOnly;
    /// See [`When`].
    when: When = "missing the timing", LatestInstant;
    /// See [`SkippedLink`].
    skipped_link: SkippedLink = "negated link", NoInstant;
    /// See [`ChainEnd`].
    chain_end: ChainEnd = "used cards leave", WithTheLast;
    /// See [`Conjunctions`].
    conjunctions: Conjunctions = "conjunctions", AsWritten;
    /// See [`ResolveOrder`].
    resolve_order: ResolveOrder = "chain resolves", LastFirst;
    /// See [`NextInChain`].
    next_in_chain: NextInChain = "next in the chain", NotLast;
    /// See [`AfterChain`].
    after_chain: AfterChain = "after a chain", TurnPlayer;
    /// See [`LeavePhase`].
    leave_phase: LeavePhase = "leaving a phase", BackToOpen;
    /// See [`Answers`].
    answers: Answers = "answers", LastLinkAndOccasion;
    /// See [`DestroyedLink`].
    destroyed_link: DestroyedLink = "destroyed cards", StillResolves;
    /// See [`Costs`].
    costs: Costs = "costs", Kept;
    /// See [`EachPlayer`].
    each_player: EachPlayer = "each player", StepByStep;
    /// See [`Gate`].
    gate: Gate = "summon attempt", Inherent;
    /// See [`FreshTrap`].
    fresh_trap: FreshTrap = "flipped traps", Usable;
    /// See [`DamageChains`].
    damage_chains: DamageChains = "damage step chains", Many;
    /// See [`FaceUpTraps`].
    face_up_traps: FaceUpTraps = "face-up traps in the damage step", Admitted;
    /// See [`Replay`].
    replay: Replay = "replays", ChooseAgain;
    /// See [`ZeroAtk`].
    zero_atk: ZeroAtk = "battle of 0 atk", NeitherDestroyed;
    /// See [`FollowUp`].
    follow_up: FollowUp = "after the hand size", OneChain;
    /// See [`Oaths`].
    oaths: Oaths = "negated activations give back", ByWord;
    /// See [`FieldSpells`].
    field_spells: FieldSpells = "field spells", OneEach;
}
