//! What happened.

mod written;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::prompt::{Refusal, Refused};
use crate::words::{CardId, EffectRef, LinkOutcome, Moment, Phase, Player, Purpose, Rule, Turned, Zone, words};

/// Something that happened, with its place in time and its reasons. It is said once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Event {
    /// Events of one instant happened at the same time; it never falls. By engines with `instants`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instant: Option<u32>,
    /// By what it happened: by engines with `causes`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Cause>,
    /// The rule that put it there, or that kept something from happening: by engines with `reasons`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<Rule>,
    /// Further rules it rests on.
    #[serde(default, rename = "rests on", skip_serializing_if = "Vec::is_empty")]
    pub rests_on: Vec<Rule>,
    /// What.
    #[serde(flatten)]
    pub what: Happened,
}

impl Event {
    /// The reason it gives, as that of a refusal.
    pub fn refusal(&self) -> Option<Refusal> {
        self.rule.map(|rule| Refusal { rule, rests_on: self.rests_on.clone() })
    }
}

impl From<Happened> for Event {
    fn from(what: Happened) -> Self {
        Self { instant: None, by: None, rule: None, rests_on: Vec::new(), what }
    }
}

/// By what something happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Cause {
    /// It was paid for the activation of this Chain Link.
    Cost(u16),
    /// By the effect of this Chain Link.
    Link(u16),
    /// By an effect that applies without a chain.
    Effect(EffectRef),
    /// By an action of a player: a Summon, a Set, an attack.
    Player(Player),
    /// By the battle of this monster.
    Battle(CardId),
    /// By the rules of the game.
    Game,
}

/// A place, and whose it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Spot {
    /// Where.
    pub zone: Zone,
    /// The controller on the field, elsewhere the player in whose zone it is.
    pub player: Player,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "event", rename_all = "lowercase")]
pub enum Happened {
    /// To cards, in this physical order: every word and every detail holds for each of them.
    Cards {
        /// What they are now; nothing if they only went from one place to another.
        are: Vec<CardEvent>,
        /// Which cards.
        cards: Vec<CardId>,
        /// Where they were, if they moved.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<Spot>,
        /// Where they are now, if they moved or changed control.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<Spot>,
        /// The position in which they were Summoned or turned.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        position: Option<Turned>,
        /// How many counters.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        count: Option<u8>,
        /// The other card: the monster to which they were equipped or attached, of which they became material, or which they attack now.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        with: Option<CardId>,
        /// Their ATK, if it changed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        atk: Option<i32>,
        /// Their DEF, if it changed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        def: Option<i32>,
    },
    /// To a player.
    Player {
        /// What.
        is: PlayerEvent,
        /// To whom.
        player: Player,
        /// How many, or how much.
        count: i32,
        /// The cards that were drawn.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        cards: Vec<CardId>,
    },
    /// A token was made. Said before its number is used.
    Token {
        /// Its number, which no card has yet.
        card: CardId,
        /// Its name, which is among the definitions.
        name: String,
    },
    /// A phase began: by engines with `causes`.
    Phase {
        /// Which.
        phase: Phase,
        /// Whose turn it is.
        player: Player,
    },
    /// A moment of the Damage Step began: by engines with `causes`.
    Moment {
        /// Which.
        moment: Moment,
    },
    /// A Summon is attempted and may be negated: by engines with `causes`.
    Attempted {
        /// How.
        summon: Summon,
        /// Who Summons.
        player: Player,
        /// What.
        cards: Vec<CardId>,
    },
    /// A trigger was met and waits: by engines with `causes`.
    Triggered {
        /// A number of its own.
        trigger: u32,
        /// The effect.
        #[serde(flatten)]
        effect: EffectRef,
        /// The events that met it, counted from 0 through the whole duel.
        events: Vec<usize>,
    },
    /// A card or effect was activated, its cost paid and its targets chosen.
    Activated {
        /// The Chain Link, counted from 1.
        link: u16,
        /// Who activated it.
        player: Player,
        /// What.
        #[serde(flatten)]
        effect: EffectRef,
        /// Its targets.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        targets: Vec<CardId>,
        /// The bullet that was picked, by its id, also where there was no choice: by engines that tell it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        option: Option<String>,
        /// The word or number that was declared, also where there was no choice: by engines that tell it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        declared: Option<String>,
        /// The Chain Link it answers: by engines with `causes`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        answers: Option<u16>,
        /// The cards of the event it answers: by engines with `causes`.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        about: Vec<CardId>,
        /// The waiting trigger it is: by engines with `causes`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        trigger: Option<u32>,
    },
    /// A trigger was placed on the chain. Needed where its player had no choice; where they were asked it says only why it came now.
    Placed {
        /// By whom.
        player: Player,
        /// What.
        #[serde(flatten)]
        effect: EffectRef,
        /// What could have been placed instead.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        instead: Vec<EffectRef>,
        /// What could not be placed, and why.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        refused: Vec<Refused>,
        /// Whether the player was asked.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        asked: bool,
        /// The waiting trigger it is: by engines with `causes`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        trigger: Option<u32>,
    },
    /// A trigger that was met, or would have been, cannot be used.
    Dropped {
        /// Whose it is.
        player: Player,
        /// What.
        #[serde(flatten)]
        effect: EffectRef,
        /// The waiting trigger it is; none if its card could not even see what happened.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        trigger: Option<u32>,
    },
    /// A choice of cards was made without a question, since there was only one.
    Chosen {
        /// By whom.
        player: Player,
        /// What for.
        purpose: Purpose,
        /// What.
        cards: Vec<CardId>,
    },
    /// Both players passed: the chain resolves.
    #[serde(rename = "chain complete")]
    ChainComplete,
    /// The turn of a link has come: by engines with `causes`.
    Resolves {
        /// Which, counted from 1.
        link: u16,
    },
    /// The turn of a link has gone.
    Resolved {
        /// Which, counted from 1.
        link: u16,
        /// What became of it; its rule says why, if it did nothing.
        outcome: LinkOutcome,
    },
    /// The chain is over.
    #[serde(rename = "chain over")]
    ChainOver,
    /// An effect did nothing to a card, which is unaffected by it.
    Unaffected {
        /// The card.
        card: CardId,
    },
    /// The attack of a card ended before it was carried out, without a replay.
    #[serde(rename = "attack ended")]
    AttackEnded {
        /// The attacker.
        card: CardId,
    },
}

words! {
    /// How a monster is Summoned.
    Summon {
        /// Without Tributes.
        Normal = "normal",
        /// With Tributes.
        Tribute = "tribute",
        /// By turning it face-up.
        Flip = "flip",
        /// In any other way.
        Special = "special",
    }
}

words! {
    /// Events that happen to cards, as checks name them.
    CardEvent {
        /// The cards were destroyed.
        Destroyed = "destroyed",
        /// The cards were sent to the GY.
        SentToGy = "sent to gy",
        /// The cards were discarded.
        Discarded = "discarded",
        /// The cards were banished.
        Banished = "banished",
        /// The monsters were tributed.
        Tributed = "tributed",
        /// The cards were used as material of a Summon that is attempted.
        UsedAsMaterial = "used as material",
        /// The cards, used before, have become material of a Summon that succeeded.
        BecameMaterial = "became material",
        /// The cards were detached from a monster whose materials they were.
        Detached = "detached",
        /// The cards were put under a monster as its materials.
        Attached = "attached",
        /// The Field Spells left to make room for another one.
        MadeRoom = "made room",
        /// The cards were targeted on activation.
        Targeted = "targeted",
        /// The cards were added to the hand.
        AddedToHand = "added to hand",
        /// The cards returned to the hand.
        ReturnedToHand = "returned to hand",
        /// The cards returned to the Deck, or were laid on the top or the bottom of the one they lay in.
        ReturnedToDeck = "returned to deck",
        /// The cards were put face-up into the Extra Deck.
        AddedToExtraDeck = "added to extra deck",
        /// The cards were placed face-up by an effect, without being activated, or are no monsters any more and lie face-up in a Spell & Trap Zone.
        Placed = "placed",
        /// The cards, which were banished, returned to the GY; they were not sent there.
        ReturnedToGy = "returned to gy",
        /// The cards returned to the field, which they had left for a time.
        ReturnedToField = "returned to field",
        /// The monsters were Normal Summoned.
        NormalSummoned = "normal summoned",
        /// The monsters were Tribute Summoned, which is a Normal Summon too.
        TributeSummoned = "tribute summoned",
        /// The monsters were Flip Summoned.
        FlipSummoned = "flip summoned",
        /// The monsters were Special Summoned.
        SpecialSummoned = "special summoned",
        /// The cards were Set.
        Set = "set",
        /// The cards were shown to both players.
        Revealed = "revealed",
        /// The cards were turned face-down.
        TurnedFaceDown = "turned face-down",
        /// The cards were turned face-up.
        TurnedFaceUp = "turned face-up",
        /// The monsters changed their battle position.
        ChangedPosition = "changed position",
        /// The monsters moved to another zone of their row.
        ChangedZone = "changed zone",
        /// The cards were activated as part of an effect, not as a link of a chain.
        ActivatedByEffect = "activated by effect",
        /// The cards changed control.
        ChangedControl = "changed control",
        /// The cards were equipped to a monster.
        Equipped = "equipped",
        /// The activations of the cards were negated.
        ActivationNegated = "activation negated",
        /// The effects of the cards were negated on resolution.
        EffectNegated = "effect negated",
        /// The Summons of the monsters were negated.
        SummonNegated = "summon negated",
        /// Counters were placed on the cards.
        CounterPlaced = "counter placed",
        /// Counters were removed from the cards.
        CounterRemoved = "counter removed",
        /// The monsters declared an attack.
        AttackDeclared = "attack declared",
        /// The monsters were chosen as the target of an attack.
        AttackTargeted = "chosen as attack target",
        /// The monsters, which are the attackers, attack something else, after a replay or because an effect changed the target, without a new declaration.
        AttackRedirected = "attack redirected",
        /// The attacks of the monsters were negated.
        AttackNegated = "attack negated",
        /// Damage was calculated between the monsters.
        Battled = "battled",
        /// Something began to apply to the cards, as a change of ATK; not that their effects are negated.
        Affected = "affected",
    }
}

impl CardEvent {
    /// Whether only engines with `causes` need to tell it: it follows from what else is told, or explains it.
    pub const fn is_detail(self) -> bool {
        matches!(
            self,
            Self::UsedAsMaterial
                | Self::BecameMaterial
                | Self::MadeRoom
                | Self::Targeted
                | Self::TributeSummoned
                | Self::AttackTargeted
                | Self::AttackRedirected
                | Self::AttackNegated
                | Self::Battled
                | Self::ChangedZone
                | Self::Affected
        )
    }
}

words! {
    /// Events that happen to a player, as checks name them.
    PlayerEvent {
        /// The player drew so many cards.
        Draws = "draws",
        /// The player took so much damage.
        TakesDamage = "takes damage",
        /// The player gained so many life points.
        GainsLp = "gains lp",
        /// The player paid so many life points.
        PaysLp = "pays lp",
        /// The player's life points became so many: they lost some, or an effect says what they become.
        LpBecome = "lp become",
    }
}
