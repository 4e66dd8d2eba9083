//! What an effect changes for as long as it applies.

use super::{Amount, Cause, Group, OrDeclared, Part, Race, Who, Word};
use crate::words::words;

/// Cards a modifier applies to.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Affected {
    /// Known cards.
    Word(Word),
    /// Whatever belongs to a group at the time.
    Group(Group),
}

words! {
    /// What may not be done to a card.
    CannotBe {
        NormalSummoned = "normal summoned",
        SpecialSummoned = "special summoned",
        Activated = "activated",
        Targeted = "targeted",
        Destroyed = "destroyed",
        DestroyedByBattle = "destroyed by battle",
        DestroyedByCardEffects = "destroyed by card effects",
        Tributed = "tributed",
    }
}

words! {
    /// What a player may not do.
    CannotDo {
        Summon = "summon",
        NormalSummon = "normal summon",
        SpecialSummon = "special summon",
        EnterBattlePhase = "enter battle phase",
        Attack = "attack",
        /// Spell Cards, not the effects of face-up ones.
        ActivateSpells = "activate spells",
        /// Trap Cards, not the effects of face-up ones.
        ActivateTraps = "activate traps",
        /// Effects of face-up Spells on the field.
        ActivateSpellEffects = "activate spell effects",
        /// Effects of face-up Traps on the field.
        ActivateTrapEffects = "activate trap effects",
        ActivateMonsterEffects = "activate monster effects",
        AddToHand = "add to hand",
        Draw = "draw",
    }
}

/// A change that holds for a time: while a card applies, or until something ends it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Modifier {
    /// The effects of these cards are negated.
    Negated(Affected),
    /// These cards cannot be …; with a player, only that player cannot do it to them.
    CannotBe(Option<Who>, Affected, CannotBe),
    /// These players cannot …, except with cards of a group.
    CannotDo(Who, CannotDo, Option<Group>),
    /// Their ATK changes.
    Atk(Affected, Change),
    /// Their DEF changes.
    Def(Affected, Change),
    /// Their Type becomes another one.
    Type(Affected, OrDeclared<Race>),
    /// Their name is treated as another one.
    TreatedAs(Affected, String),
    /// Cards in these players' hands are known to both.
    Revealed(Affected),
    /// The player of the effect may tribute these monsters although he does not control them.
    MayTribute(Affected),
    /// They inflict piercing battle damage.
    Piercing(Affected),
    /// Instead of going where they would, these cards go elsewhere.
    Instead(Affected, Instead),
    /// The player takes no battle damage.
    NoBattleDamage(Who),
    /// Battle damage to the player is halved, once however many such effects apply.
    HalfBattleDamage(Who),
    /// The player takes no damage at all.
    NoDamage(Who),
    /// The player wins the duel.
    Wins(Who),
    /// Each time it happens, these parts are done at once, without a chain.
    Whenever(Cause, Vec<Part>),
}

/// A move that is replaced by another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Instead {
    /// The move that is replaced.
    pub of: Replaced,
    /// Where the card goes.
    pub goes: GoesTo,
}

words! {
    /// A move that can be replaced.
    Replaced {
        SentToGy = "sent to gy",
        LeftTheField = "left the field",
    }
}

words! {
    /// Where a card goes instead.
    GoesTo {
        Banish = "banish",
        ReturnToHand = "return to hand",
        ReturnToDeck = "return to deck",
    }
}

/// A change of ATK or DEF.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Change {
    /// Up or down by an amount.
    By(Amount),
    /// To an amount.
    To(Amount),
}
