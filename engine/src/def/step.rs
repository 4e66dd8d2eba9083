//! What an effect does, as parts joined by conjunctions.

use super::{Affected, Change, Condition, Group, How, Modifier, Selection, Who, Word};
use crate::vocabulary::words;

words! {
    /// How a part of an effect hangs together with the part before it.
    Joint {
        /// The first part has nothing before it.
        First = "first",
        /// In the same instant; both are done or neither.
        And = "and",
        /// In the same instant; needs the part before, which does not need it.
        AndIfYouDo = "and if you do",
        /// Afterwards; needs the part before, which does not need it.
        Then = "then",
        /// In the same instant; neither needs the other.
        Also = "also",
        /// Afterwards; neither needs the other.
        AlsoAfterThat = "also after that",
    }
}

/// A part of an effect with its conjunction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// How it is joined to the part before.
    pub joint: Joint,
    /// What is done.
    pub step: Step,
}

/// A number that may depend on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Amount {
    /// This number.
    Number(i32),
    /// Half of what it is about: LP to pay, ATK to set.
    Half,
    /// Twice what it is about.
    Double,
    /// What the part before changed.
    TheSame,
    /// The ATK of a card, or its last ATK on the field.
    AtkOf(Word),
    /// The DEF of a card, or its last DEF on the field.
    DefOf(Word),
    /// A number for each Level of a card.
    LevelOf(Word, i32),
    /// A number for each Rank of a card.
    RankOf(Word, i32),
    /// An amount, and so much more or less.
    Plus(Box<Amount>, i32),
    /// A number for each of these cards, wherever they are now.
    NumberOf(Word, i32),
    /// A number for each counter on a card.
    Counters(Word, i32),
    /// A number for each card of a group.
    Each(Group, i32),
}

impl Amount {
    /// The card or cards it depends on.
    pub(crate) fn of(&self) -> Option<&Word> {
        match self {
            Self::AtkOf(word)
            | Self::DefOf(word)
            | Self::LevelOf(word, _)
            | Self::RankOf(word, _)
            | Self::NumberOf(word, _)
            | Self::Counters(word, _) => Some(word),
            Self::Plus(amount, _) => amount.of(),
            Self::Number(_) | Self::Half | Self::Double | Self::TheSame | Self::Each(..) => None,
        }
    }
}

words! {
    /// What a negation negates.
    Negated {
        /// The activation it answers: the link does not resolve.
        ThatActivation = "that activation",
        /// The effect it answers: the link resolves without it.
        ThatEffect = "that effect",
        /// The Summon that is attempted.
        ThatSummon = "that summon",
        /// Whichever of the two it answers.
        ThatSummonOrActivation = "that summon or activation",
        /// The attack that was declared.
        ThatAttack = "that attack",
    }
}

words! {
    /// The position a monster is put or turned to.
    Turned {
        /// Face-up Attack Position.
        Attack = "attack",
        /// Face-up Defense Position.
        Defense = "defense",
        /// The other battle position, face-up.
        Other = "other",
        /// Face-down Defense Position.
        FaceDown = "face-down",
        /// From face-down to face-up Defense Position.
        FaceUpDefense = "face-up defense",
    }
}

words! {
    /// Where in the Deck a card is put.
    DeckAt {
        /// On the top.
        Top = "top",
        /// On the bottom.
        Bottom = "bottom",
        /// Shuffled into it.
        Shuffled = "shuffled",
    }
}

words! {
    /// How long something applies.
    Until {
        /// Until the end of this turn.
        EndOfTurn = "end of turn",
        /// Until the end of the Damage Step.
        EndOfDamageStep = "end of damage step",
        /// Until the end of the opponent's next turn.
        EndOfOpponentsTurn = "end of opponent's turn",
        /// Until the card of the effect leaves the field.
        ThisCardLeavesTheField = "this card leaves the field",
        /// For as long as the card it is about stays face-up where it is.
        Always = "always",
    }
}

words! {
    /// What an effect may end.
    Ended {
        /// The Battle Phase.
        BattlePhase = "battle phase",
        /// The Main Phase it is: what follows is the Battle Phase, or the End Phase.
        MainPhase = "main phase",
        /// It becomes the End Phase.
        Turn = "turn",
    }
}

/// One doing. Each is applied by the module of `steps` named after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Destroys cards.
    Destroy(Selection),
    /// Sends cards to the GY.
    SendToGy(Selection),
    /// Discards cards from the hand.
    Discard(Selection),
    /// Banishes cards.
    Banish(Selection),
    /// Tributes monsters.
    Tribute(Selection),
    /// Adds cards to the hand from elsewhere than the field.
    AddToHand(Selection),
    /// Returns cards from the field, the GY or banishment to the hand.
    ReturnToHand(Selection),
    /// Returns cards to the Deck.
    ReturnToDeck(Selection, DeckAt),
    /// Special Summons monsters, tokens included.
    SpecialSummon {
        /// Which.
        what: Selection,
        /// In which position; the player chooses if it is not said.
        position: Option<Turned>,
        /// To the field of the opponent of the player who Summons.
        to_opponent: bool,
        /// As a Summon with materials.
        by: Option<WithMaterials>,
        /// Although its own text says that it cannot be Summoned, or only in its own way.
        ignoring_conditions: bool,
    },
    /// Turns monsters to another position.
    ChangePosition(Selection, Turned),
    /// Takes control of monsters.
    TakeControl(Selection, Until),
    /// Changes ATK.
    ChangeAtk(Selection, Change, Until),
    /// Changes DEF.
    ChangeDef(Selection, Change, Until),
    /// Shows cards to both players.
    Reveal(Selection),
    /// Chooses cards that later parts speak of.
    Pick(Selection),
    /// Equips this card, or another, to a monster.
    Equip {
        /// Which card becomes the Equip Card.
        what: Selection,
        /// To which monster.
        to: Word,
    },
    /// Detaches materials from their monsters and sends them to the GY.
    Detach(Selection),
    /// Attaches cards to an Xyz Monster as its materials.
    Attach {
        /// Which cards.
        what: Selection,
        /// To which monster.
        to: Word,
    },
    /// Places counters on a card.
    PlaceCounters(Word, Amount),
    /// Removes counters from a card.
    RemoveCounters(Word, Amount),
    /// Draws cards, which later parts may know by a name.
    Draw(Who, Amount, Option<String>),
    /// Inflicts damage to a player.
    Damage(Who, Amount),
    /// A player gains LP.
    GainLp(Who, Amount),
    /// A player pays LP.
    PayLp(Who, Amount),
    /// Negates an activation, an effect, a Summon or an attack.
    Negate(Negated),
    /// Makes a modifier apply for a time.
    Apply(Modifier, Until),
    /// Ends a phase.
    End(Ended),
    /// This card battles the attacker: damage is calculated at once.
    CalculateDamage,
    /// A Summon right after the effect has resolved, in a moment of its own.
    Afterwards(Afterwards),
    /// One of several things, which the player picks when the effect resolves.
    OneOf(Vec<Alternative>),
    /// The player may decline it when the effect resolves.
    YouCan(Box<Step>),
    /// Done only if a condition holds when the effect resolves.
    OnlyIf(Condition, Box<Step>),
}

/// A Summon with materials: of which kind, and from where they come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WithMaterials {
    /// The kind of Summon.
    pub how: How,
    /// What is used.
    pub using: Using,
    /// These cards must be among what is used.
    pub including: Option<Word>,
    /// The materials of what is used become its materials, too.
    pub taking_materials: bool,
    /// Of a Ritual Summon: the Levels must add up to the monster's exactly.
    pub exact_levels: bool,
}

/// Where the materials of a Summon come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Using {
    /// The materials the monster asks for, from this group.
    From(Group),
    /// Exactly these cards, whatever the monster asks for.
    These(Word),
}

/// What is done right after an effect has resolved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Afterwards {
    /// A monster is Normal Summoned.
    NormalSummon(Selection),
    /// A monster is Special Summoned with materials.
    SpecialSummon {
        /// Which.
        what: Selection,
        /// In which position; the player chooses if it is not said.
        position: Option<Turned>,
        /// With what.
        by: WithMaterials,
    },
}

impl Afterwards {
    /// The monsters that may be Summoned.
    pub(crate) fn what(&self) -> &Selection {
        match self {
            Self::NormalSummon(what) | Self::SpecialSummon { what, .. } => what,
        }
    }
}

/// One of several things an effect may do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alternative {
    /// Its id.
    pub id: String,
    /// What is done.
    pub does: Vec<Part>,
}

/// A card or cards targeted on activation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// Chosen from a group, known afterwards by a name.
    Chosen {
        /// How many.
        count: super::Count,
        /// From which group.
        of: Group,
        /// The name later parts use.
        named: Option<String>,
    },
    /// Cards that need no choice, as the attacker.
    Known(Word),
}

impl From<Word> for Affected {
    fn from(word: Word) -> Self {
        Self::Word(word)
    }
}
