//! Formats as policies: a value for each axis in which rules differ, or are believed to.
//!
//! Some axes differ between formats. The others have one right value; their further values are wrong everywhere
//! but commonly believed, and prove that a corpus of rulings notices them.
//!
//! Only this module knows the values. A rule asks its axis a question, which is a method of the axis; for all right
//! values the answer is the rule, for a wrong one what is believed instead. Each question is asked in one function.

use crate::catalogue::Rule;

/// Declares an axis with its values and their spellings.
macro_rules! axis {
    ($(#[$meta:meta])* $name:ident { $($(#[doc = $about:literal])* $variant:ident = $word:literal,)+ }) => {
        crate::vocabulary::words! { $(#[$meta])* $name { $($(#[doc = $about])* $variant = $word,)+ } }
        impl $name {
            pub(crate) const WORDS: &'static [&'static str] = &[$($word),+];
        }
    };
}

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

        /// A policy in a duel, which notes what it is asked.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub(crate) struct Axes {
            $(pub(crate) $field: Axis<$type>,)+
            /// The refusing rule it does not know.
            pub(crate) unknown: Unknown,
        }

        impl Axes {
            pub(crate) fn of(policy: Policy) -> Self {
                Self { $($field: Axis::new(policy.$field),)+ unknown: Unknown::new(policy.unknown) }
            }

            /// Whether each of the axes was asked anything, in the order of [`Policy::AXES`].
            fn asked(&self) -> [bool; Policy::AXES.len()] {
                [$(self.$field.was_asked()),+]
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

mod asked;
mod chain;
mod effects;
mod immunity;
mod later;
mod misconceptions;
mod monsters;
mod trap_monsters;
mod triggers;
mod turn;
mod zones;

pub use asked::Asked;
pub(crate) use asked::{Axis, Unknown};
pub use chain::*;
pub use effects::*;
pub use immunity::*;
pub use later::*;
pub use misconceptions::{MISCONCEPTIONS, Misconception};
pub use monsters::*;
pub use trap_monsters::*;
pub use triggers::*;
pub use turn::*;
pub use zones::*;

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
    /// See [`Attacks`].
    attacks: Attacks = "attacks", AsTheyCan;
    /// See [`ZeroAtk`].
    zero_atk: ZeroAtk = "battle of 0 atk", NeitherDestroyed;
    /// See [`FollowUp`].
    follow_up: FollowUp = "after the hand size", OneChain;
    /// See [`Oaths`].
    oaths: Oaths = "negated activations give back", ByWord;
    /// See [`FieldSpells`].
    field_spells: FieldSpells = "field spells", OneEach;
    /// See [`Batch`].
    batch: Batch = "triggers of one window", OneChain;
    /// See [`ConditionAt`].
    condition: ConditionAt = "condition of triggers", AtTheEvent;
    /// See [`Owner`].
    owner: Owner = "triggers belong to", Controller;
    /// See [`EndedPhase`].
    ended_phase: EndedPhase = "triggers of an ended phase", Kept;
    /// See [`Payment`].
    payment: Payment = "tributes leave", BeforeTheSummon;
    /// See [`Speeds`].
    speeds: Speeds = "spell speeds", ByClass;
    /// See [`Links`].
    links: Links = "answerable", Every;
    /// See [`Passes`].
    passes: Passes = "chain is complete", Both;
    /// See [`Chart`].
    chart: Chart = "chart", AsDrawn;
    /// See [`Resolution`].
    resolution: Resolution = "resolving", AsItIs;
    /// See [`Idle`].
    idle: Idle = "idle mandatory effects", Activate;
    /// See [`Doings`].
    doings: Doings = "doings answered", Certain;
    /// See [`Bans`].
    bans: Bans = "bans on spells and traps", AsWritten;
    /// See [`NoZone`].
    no_zone: NoZone = "control without a free zone", Destroyed;
    /// See [`Equips`].
    equips: Equips = "equips of a negated effect", Destroyed;
    /// See [`Targets`].
    targets: Targets = "targets", ChosenAndChecked;
    /// See [`Negation`].
    negation: Negation = "negating", NothingMore;
    /// See [`Limits`].
    limits: Limits = "limits", AsWritten;
    /// See [`Chance`].
    chance: Chance = "coins and dice", AsItComes;
    /// See [`Faces`].
    faces: Faces = "what lay face-down", Seen;
    /// See [`Unseen`].
    unseen: Unseen = "unseen cards", NotAskedAbout;
    /// See [`Tributes`].
    tributes: Tributes = "tributes needed", AsItSays;
    /// See [`FailedSummon`].
    failed_summon: FailedSummon = "negated summon", TributesPaid;
    /// See [`FlipSummon`].
    flip_summon: FlipSummon = "flip summon", OneEvent;
    /// See [`Materials`].
    materials: Materials = "materials", Apart;
    /// See [`Pendulums`].
    pendulums: Pendulums = "pendulum cards", AsTheyAre;
    /// See [`ExtraZones`].
    extra_zones: ExtraZones = "extra monster zones", LinksAndPendulums;
    /// See [`Arrows`].
    arrows: Arrows = "link arrows", AsTheyPoint;
    /// See [`MakingRoom`].
    making_room: MakingRoom = "making room", FromItsRow;
    /// See [`TrapMonsters`].
    trap_monsters: TrapMonsters = "trap monsters", AsWritten;
    /// See [`TrapZones`].
    trap_zones: TrapZones = "zones of trap monsters", One;
    /// See [`AfterEffects`].
    afterwards: AfterEffects = "summon after an effect", Later;
    /// See [`Duties`].
    duties: Duties = "duties of a phase", BeforeMovingOn;
    /// See [`NegatedDuties`].
    negated_duties: NegatedDuties = "negated duties", Gone;
    /// See [`Conditions`].
    conditions: Conditions = "conditions", OnActivation;
    /// See [`BattleWindows`].
    battle_windows: BattleWindows = "windows of a battle", Separate;
    /// See [`Owed`].
    owed: Owed = "mandatory quick effects", AfterTriggers;
    /// See [`Reactions`].
    reactions: Reactions = "continuous reactions", AfterTheLink;
    /// See [`Redirected`].
    redirected: Redirected = "damage turned round", TheOther;
    /// See [`ActivationTriggers`].
    activation_triggers: ActivationTriggers = "triggers of an activation", WhenResolved;
    /// See [`Skipping`].
    skipping: Skipping = "skipping", AsWritten;
    /// See [`Leave`].
    leave: Leave = "leave to activate", OnActivation;
    /// See [`Postponed`].
    postponed: Postponed = "what is left for later", AsWritten;
    /// See [`NoWayBack`].
    no_way_back: NoWayBack = "no zone to return to", SentToTheGy;
    /// See [`Immunity`].
    immunity: Immunity = "unaffected cards", AsWritten;
    /// See [`Lapses`].
    lapses: Lapses = "cards that cannot stay", AtOnce;
    /// See [`Replacements`].
    replacements: Replacements = "instead of a destruction", AsWritten;
    /// See [`ReplacementOrder`].
    replacement_order: ReplacementOrder = "where cards go instead", InOrder;
    /// See [`Losing`].
    losing: Losing = "losing", AtOnce;
    /// See [`Levels`].
    levels: Levels = "levels", AsChanged;
    /// See [`FixedValues`].
    fixed_values: FixedValues = "values that were set", Hold;
    /// See [`Originals`].
    originals: Originals = "original values", ComeFirst;
    /// See [`AllLp`].
    all_lp: AllLp = "paying all life points", Impossible;
    /// See [`LostLp`].
    lost_lp: LostLp = "lost life points", AreNoDamage;
    /// See [`Additional`].
    additional: Additional = "additional normal summons", OneInAll;
    /// See [`Names`].
    names: Names = "names of banned cards", WhereItIs;
    /// See [`GivenEffects`].
    given: GivenEffects = "given effects", TheirOwn;
    /// See [`Geminis`].
    gemini: Geminis = "gemini monsters", NormalAtFirst;
    /// See [`PastSummons`].
    past_summons: PastSummons = "summons before turned face-down", TheKind;
    /// See [`BothWin`].
    both_win: BothWin = "both win", Draw;
}
