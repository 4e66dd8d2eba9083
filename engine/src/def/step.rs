//! What an effect does, as parts joined by conjunctions.

use std::sync::Arc;

use super::{
    Affected, CardKind, Change, Condition, Count, Facing, Group, How, Modifier, Pattern, Phase, Pick, Selection,
    SpellKind, Subject, TrapKind, Who, Word,
};
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
    /// The amount of what the effect waited for: the damage taken, the life points gained.
    OfTheCause,
    /// Half of another amount.
    HalfOf(Box<Amount>),
    /// How far two amounts lie apart.
    Difference(Box<Amount>, Box<Amount>),
    /// The life points of a player.
    LpOf(Who),
    /// Of a draw: as many as are missing to this many cards in the hand.
    Until(i32),
    /// A number for each link of the chain up to its own.
    ChainLink(i32),
    /// The number that was declared on activation, so much for each.
    Declared(i32),
    /// The ATK of a card, or its last ATK on the field.
    AtkOf(Word),
    /// The DEF of a card, or its last DEF on the field.
    DefOf(Word),
    /// A number for each Level of a card.
    LevelOf(Word, i32),
    /// A number for each Rank of a card.
    RankOf(Word, i32),
    /// The Link Rating of a card, so much for each.
    LinkRatingOf(Word, i32),
    /// A number for each point of the Pendulum Scale of a card.
    ScaleOf(Word, i32),
    /// An amount, and another one more, or less.
    Plus(Box<Amount>, Box<Amount>),
    /// So many times an amount.
    Times(Box<Amount>, i32),
    /// The original ATK, DEF, Level or Rank: what is printed on a card, or on the field what an effect has made of it.
    Original(Box<Amount>),
    /// A number for each of these cards, wherever they are now.
    NumberOf(Word, i32),
    /// A number for each counter on a card, of a kind or of all.
    Counters(Word, Option<String>, i32),
    /// A number for each card of a group.
    Each(Box<Group>, i32),
    /// To how many cards something happened this turn, or how often to a player; a number for each.
    ThisTurn(Box<Pattern>, i32),
    /// The ATK of all monsters of a group together.
    TotalAtk(Box<Group>),
    /// The DEF of all monsters of a group together.
    TotalDef(Box<Group>),
    /// A number for each Level of all monsters of a group together.
    TotalLevel(Box<Group>, i32),
    /// A number for each Rank of all monsters of a group together.
    TotalRank(Box<Group>, i32),
    /// A number for each point of the Link Ratings of all monsters of a group together.
    TotalLink(Box<Group>, i32),
}

impl Amount {
    /// The card or cards it depends on.
    pub(crate) fn of(&self) -> Option<&Word> {
        match self {
            Self::AtkOf(word)
            | Self::DefOf(word)
            | Self::LevelOf(word, _)
            | Self::RankOf(word, _)
            | Self::LinkRatingOf(word, _)
            | Self::ScaleOf(word, _)
            | Self::NumberOf(word, _)
            | Self::Counters(word, ..) => Some(word),
            Self::HalfOf(amount) | Self::Original(amount) | Self::Times(amount, _) => amount.of(),
            Self::Plus(one, other) | Self::Difference(one, other) => one.of().or(other.of()),
            Self::Number(_)
            | Self::Half
            | Self::Double
            | Self::TheSame
            | Self::OfTheCause
            | Self::ChainLink(_)
            | Self::Declared(_)
            | Self::LpOf(_)
            | Self::Until(_)
            | Self::ThisTurn(..)
            | Self::TotalAtk(_)
            | Self::TotalDef(_)
            | Self::TotalLevel(..)
            | Self::TotalRank(..)
            | Self::TotalLink(..)
            | Self::Each(..) => None,
        }
    }

    /// The group whose cards it counts or adds up.
    pub(crate) fn group(&self) -> Option<&Group> {
        match self {
            Self::TotalAtk(group)
            | Self::TotalDef(group)
            | Self::TotalLevel(group, _)
            | Self::TotalRank(group, _)
            | Self::TotalLink(group, _)
            | Self::Each(group, _) => Some(group),
            _ => None,
        }
    }

    /// It, and the amounts it is made of.
    pub(crate) fn with_its_parts(&self) -> Vec<&Self> {
        let mut all = vec![self];
        match self {
            Self::HalfOf(whole) | Self::Times(whole, _) | Self::Original(whole) => all.extend(whole.with_its_parts()),
            Self::Plus(one, other) | Self::Difference(one, other) => {
                all.extend(one.with_its_parts());
                all.extend(other.with_its_parts());
            }
            _ => {}
        }
        all
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
        /// The attack under way, or else the next one of the opponent's monsters this turn.
        NextAttack = "next attack",
        /// The activations of all other links of the chain; `those cards` are then their cards.
        EveryOtherActivation = "every other activation",
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
    /// Where a card is placed face-up, without being activated.
    PlacedIn {
        /// A Pendulum Zone; Pendulum Monsters only.
        PendulumZone = "pendulum zone",
        /// A Spell & Trap Zone: Continuous Spells and Traps, and monsters that are treated as such.
        SpellTrapZone = "spell and trap zone",
        /// The Field Zone: Field Spells. The one that lies there goes to the GY.
        FieldZone = "field zone",
        /// The Extra Deck; Pendulum Monsters only.
        ExtraDeck = "extra deck",
    }
}

words! {
    /// What a monster is treated as that is placed in a Spell & Trap Zone.
    PlacedAs {
        /// A Continuous Spell.
        ContinuousSpell = "continuous spell",
        /// A Continuous Trap.
        ContinuousTrap = "continuous trap",
    }
}

words! {
    /// How long something applies.
    Until {
        /// Until the end of this turn.
        EndOfTurn = "end of turn",
        /// Until the end of the phase it is.
        EndOfThisPhase = "end of this phase",
        /// Until damage has been calculated: "during that damage calculation only".
        EndOfDamageCalculation = "end of damage calculation",
        /// Until the end of the Damage Step.
        EndOfDamageStep = "end of damage step",
        /// Until the end of the next turn, whoever's it is.
        EndOfNextTurn = "end of next turn",
        /// Until the end of the opponent's next turn.
        EndOfOpponentsTurn = "end of opponent's turn",
        /// Until the End Phase, in which it ends.
        EndPhase = "end phase",
        /// Until the player's next End Phase, be it in this turn.
        YourNextEndPhase = "your next end phase",
        /// Until the opponent's next End Phase, be it in this turn.
        OpponentsNextEndPhase = "opponent's next end phase",
        /// Until the next Standby Phase, whoever's turn it is.
        NextStandbyPhase = "next standby phase",
        /// Until the player's next Standby Phase.
        YourNextStandbyPhase = "your next standby phase",
        /// Until the opponent's next Standby Phase.
        OpponentsNextStandbyPhase = "opponent's next standby phase",
        /// Until the effect that was answered has resolved.
        ThatEffectResolves = "that effect resolves",
        /// Until the card of the effect leaves the field.
        ThisCardLeavesTheField = "this card leaves the field",
        /// For as long as the card it is about stays face-up where it is.
        Always = "always",
    }
}

impl Until {
    /// The phase in which it ends, if it ends in one, and which of them.
    pub(crate) fn phase(self) -> Option<(Phase, Option<Which>)> {
        match self {
            Self::EndPhase => Some((Phase::End, None)),
            Self::YourNextEndPhase => Some((Phase::End, Some(Which::YourNext))),
            Self::OpponentsNextEndPhase => Some((Phase::End, Some(Which::OpponentsNext))),
            Self::NextStandbyPhase => Some((Phase::Standby, Some(Which::Next))),
            Self::YourNextStandbyPhase => Some((Phase::Standby, Some(Which::YourNext))),
            Self::OpponentsNextStandbyPhase => Some((Phase::Standby, Some(Which::OpponentsNext))),
            Self::EndOfTurn
            | Self::EndOfThisPhase
            | Self::EndOfDamageCalculation
            | Self::EndOfDamageStep
            | Self::EndOfNextTurn
            | Self::EndOfOpponentsTurn
            | Self::ThatEffectResolves
            | Self::ThisCardLeavesTheField
            | Self::Always => None,
        }
    }
}

words! {
    /// Which of the phases of a kind.
    Which {
        /// That of this turn, and no other.
        ThisTurn = "this turn",
        /// That of the next turn, and no other.
        NextTurn = "next turn",
        /// The next that begins, whoever's turn it is.
        Next = "next",
        /// The next that begins in a turn of the player of the effect.
        YourNext = "your next",
        /// The next that begins in a turn of their opponent.
        OpponentsNext = "opponent's next",
    }
}

/// What an effect makes a player skip.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Skip {
    /// The player of the effect does not perform the normal draw that is to come.
    NormalDraw,
    /// A phase of a player's turn.
    Phase {
        /// Whose.
        who: Who,
        /// Which phase.
        phase: Phase,
        /// Of which turn; none means the next that would begin.
        which: Option<Which>,
    },
}

/// What is left to be done in a phase to come, without a chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Later {
    /// In which phase, or the first of these that is not skipped.
    pub phase: Vec<Phase>,
    /// Which of them; none means the one under way or else the next, and the one after that while it could not be done.
    pub which: Option<Which>,
    /// The how manieth of them.
    pub number: u8,
    /// As the phase begins, before anybody may act.
    pub start: bool,
    /// What is done.
    pub does: Vec<Part>,
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

impl PlacedAs {
    /// The kind of card that is.
    pub(crate) fn kind(self) -> CardKind {
        match self {
            Self::ContinuousSpell => CardKind::Spell(SpellKind::Continuous),
            Self::ContinuousTrap => CardKind::Trap(TrapKind::Continuous),
        }
    }
}

/// One doing. Each is applied by the module of `steps` named after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// The effect that is answered becomes this: its link does it, in the place of what its text says.
    Becomes(Arc<Vec<Part>>),
    /// Destroys cards.
    Destroy(Selection),
    /// Sends cards to the GY.
    SendToGy(Selection),
    /// Discards cards from the hand.
    Discard(Selection),
    /// Banishes cards, face-up or face-down.
    Banish(Selection, Facing),
    /// Tributes monsters.
    Tribute(Selection),
    /// Adds cards to the hand from elsewhere than the field.
    AddToHand(Selection),
    /// Returns cards from the field, the GY or banishment to the hand.
    ReturnToHand(Selection),
    /// Returns banished cards to the GY, which is not sending them there.
    ReturnToGy(Selection),
    /// Returns cards to the Deck.
    ReturnToDeck(Selection, DeckAt),
    /// Places cards face-up somewhere, which is no activation; monsters as what they are treated as there.
    Place(Selection, PlacedIn, Option<PlacedAs>),
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
        /// As such a Summon, without materials.
        counts_as: Option<How>,
        /// Although its own text says that it cannot be Summoned, or only in its own way.
        ignoring_conditions: bool,
        /// Only to a zone to which such a card points.
        to_zone: Option<Box<Subject>>,
    },
    /// Activates Spells and Traps that stay on the field, as part of the effect: no link of the chain.
    Activate(Selection),
    /// Moves monsters to another of their controller's Main Monster Zones.
    Move(Selection),
    /// Turns monsters to another position.
    ChangePosition(Selection, Turned),
    /// Takes control of monsters.
    TakeControl(Selection, Until),
    /// Changes ATK.
    ChangeAtk(Selection, Change, Until),
    /// Changes DEF.
    ChangeDef(Selection, Change, Until),
    /// Switches ATK and DEF of face-up monsters: their original values, or those they have.
    SwitchAtkAndDef(Selection, Switched, Until),
    /// Changes Levels, of face-up monsters or of those in the hand.
    ChangeLevel(Selection, Change, Until),
    /// Sets Spells and Traps on the field.
    Set(Selection),
    /// Makes another monster the target of the attack.
    ChangeAttackTarget(Selection),
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
    /// Places counters, of a kind if it says so, on a card.
    PlaceCounters(Word, Amount, Option<String>),
    /// Removes counters, of a kind or any, from a card, or from cards of a group together.
    RemoveCounters(Subject, Amount, Option<String>),
    /// Draws cards, which later parts may know by a name.
    Draw(Who, Amount, Option<String>),
    /// Inflicts damage to a player.
    Damage(Who, Amount),
    /// A player gains LP.
    GainLp(Who, Amount),
    /// A player pays LP.
    PayLp(Who, Amount),
    /// A player loses LP, which is no damage.
    LoseLp(Who, Amount),
    /// The LP of a player become an amount.
    LpBecome(Who, Amount),
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
    /// One of several things, which the player, or the opponent, picks when the effect resolves.
    OneOf(Who, Vec<Alternative>),
    /// One of several things, as a coin or a die has it when the effect resolves.
    ByChance(Vec<Alternative>),
    /// Returns cards that left the field for a time to where they were on it. That is no Summon.
    ReturnToField(Selection),
    /// Leaves something to be done in a phase to come.
    Later(Arc<Later>),
    /// A phase or the normal draw is skipped.
    Skip(Skip),
    /// The player may decline it when the effect resolves.
    YouCan(Box<Step>),
    /// Done only if a condition holds when the effect resolves.
    OnlyIf(Condition, Box<Step>),
}

impl Step {
    /// The doing inside "you can" and "only if".
    #[must_use]
    pub fn inner(&self) -> &Self {
        match self {
            Self::YouCan(step) | Self::OnlyIf(_, step) => step.inner(),
            step => step,
        }
    }

    /// Whether it changes values of a monster on the field.
    pub(crate) fn changes_values(&self) -> bool {
        matches!(
            self.inner(),
            Self::ChangeAtk(..) | Self::ChangeDef(..) | Self::ChangeLevel(..) | Self::SwitchAtkAndDef(..)
        )
    }

    /// Whether it takes cards away from where they lie, as a payment does.
    pub(crate) fn takes_cards_away(&self) -> bool {
        matches!(
            self,
            Self::Tribute(_)
                | Self::SendToGy(_)
                | Self::Discard(_)
                | Self::Banish(..)
                | Self::Destroy(_)
                | Self::ReturnToHand(_)
                | Self::ReturnToDeck(..)
        )
    }

    /// Whether it is a doing inside "you can" or "only if".
    pub(crate) fn is_wrapped(&self) -> bool {
        matches!(self, Self::YouCan(_) | Self::OnlyIf(..))
    }

    /// The same for so many cards together, if it is a number of cards, counters or life points that can be multiplied.
    #[must_use]
    pub fn for_each(&self, cards: u8) -> Option<Self> {
        let many = |amount: &mut Amount| match amount {
            Amount::Number(n) => {
                *n = n.saturating_mul(i32::from(cards));
                Some(())
            }
            _ => None,
        };
        let mut step = self.clone();
        match &mut step {
            Self::Destroy(s)
            | Self::SendToGy(s)
            | Self::Discard(s)
            | Self::Banish(s, _)
            | Self::Tribute(s)
            | Self::ReturnToHand(s)
            | Self::ReturnToGy(s)
            | Self::ReturnToDeck(s, _)
            | Self::Detach(s) => match &mut s.pick {
                Pick::Choose(Count::Exactly(n), _) => *n = n.saturating_mul(cards),
                Pick::Random(n, _) | Pick::Top(n) => many(n)?,
                Pick::These(_) | Pick::All(_) | Pick::Choose(..) => return None,
            },
            Self::RemoveCounters(_, amount, _) | Self::PayLp(_, amount) | Self::Damage(_, amount) => many(amount)?,
            _ => return None,
        }
        Some(step)
    }

    /// The amounts it speaks of, those of which they are made and those by which it finds its cards too.
    #[must_use]
    pub fn amounts(&self) -> Vec<&Amount> {
        let by_which = self.selection().into_iter().flat_map(|selection| selection.pick.amounts());
        self.own_amount().into_iter().chain(by_which).flat_map(Amount::with_its_parts).collect()
    }

    /// How much it does, if it says so.
    fn own_amount(&self) -> Option<&Amount> {
        match self.inner() {
            Self::PlaceCounters(_, amount, _)
            | Self::RemoveCounters(_, amount, _)
            | Self::Draw(_, amount, _)
            | Self::Damage(_, amount)
            | Self::GainLp(_, amount)
            | Self::PayLp(_, amount)
            | Self::LoseLp(_, amount)
            | Self::LpBecome(_, amount) => Some(amount),
            Self::ChangeAtk(_, change, _) | Self::ChangeLevel(_, change, _) | Self::ChangeDef(_, change, _) => {
                Some(change.amount())
            }
            _ => None,
        }
    }
}

/// Which values are switched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Switched {
    /// Those they have.
    Present,
    /// Their original ones; what else changes them is then worked out from that.
    Original,
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
    /// What is done with the materials, if they do not go where those of such a Summon go.
    pub materials: Option<Moving>,
}

words! {
    /// What is done with the materials of a Summon.
    Moving {
        /// They are banished.
        Banish = "banish",
        /// They are banished face-down.
        BanishFaceDown = "banish face-down",
        /// They are shuffled into the Deck.
        ReturnToDeck = "return to deck",
    }
}

/// Where the materials of a Summon come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Using {
    /// The materials the monster asks for, from this group.
    From(Box<Group>),
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
        of: Box<Group>,
        /// The name later parts use.
        named: Option<String>,
        /// It is affected even if it is no longer what it was chosen by.
        even_if_changed: bool,
        /// It is affected whoever controls it by then.
        whoever_controls_it: bool,
    },
    /// Cards that need no choice, as the attacker.
    Known(Word),
}

impl Target {
    /// The amounts by which it says which cards may be chosen, those of which they are made too.
    #[must_use]
    pub fn amounts(&self) -> Vec<&Amount> {
        match self {
            Self::Chosen { of, .. } => of.amounts().into_iter().flat_map(Amount::with_its_parts).collect(),
            Self::Known(_) => Vec::new(),
        }
    }
}

impl From<Word> for Affected {
    fn from(word: Word) -> Self {
        Self::Word(word)
    }
}
