//! What an effect changes for as long as it applies.

use super::{Amount, Cause, Group, OrDeclared, Part, Race, Who, Word};
use crate::vocabulary::words;

/// Cards a modifier applies to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Affected {
    /// Known cards.
    Word(Word),
    /// Whatever belongs to a group at the time.
    Group(Group),
}

words! {
    /// What may not be done to a card.
    CannotBe {
        /// They cannot be Normal Summoned or Set.
        NormalSummoned = "normal summoned",
        /// They cannot be Special Summoned.
        SpecialSummoned = "special summoned",
        /// Neither they nor their effects can be activated.
        Activated = "activated",
        /// They cannot be targeted by effects.
        Targeted = "targeted",
        /// They cannot be destroyed at all.
        Destroyed = "destroyed",
        /// They cannot be destroyed by battle.
        DestroyedByBattle = "destroyed by battle",
        /// They cannot be destroyed by card effects.
        DestroyedByCardEffects = "destroyed by card effects",
        /// They cannot be tributed.
        Tributed = "tributed",
    }
}

words! {
    /// What a player may not do.
    CannotDo {
        /// They cannot Summon in any way.
        Summon = "summon",
        /// They cannot Normal Summon.
        NormalSummon = "normal summon",
        /// They cannot Special Summon.
        SpecialSummon = "special summon",
        /// They cannot enter the Battle Phase.
        EnterBattlePhase = "enter battle phase",
        /// They cannot declare attacks.
        Attack = "attack",
        /// They cannot activate Spell Cards; the effects of face-up ones they can.
        ActivateSpells = "activate spells",
        /// They cannot activate Trap Cards; the effects of face-up ones they can.
        ActivateTraps = "activate traps",
        /// They cannot activate effects of face-up Spells on the field.
        ActivateSpellEffects = "activate spell effects",
        /// They cannot activate effects of face-up Traps on the field.
        ActivateTrapEffects = "activate trap effects",
        /// They cannot activate effects of monsters.
        ActivateMonsterEffects = "activate monster effects",
        /// They cannot add cards to the hand.
        AddToHand = "add to hand",
        /// They cannot draw.
        Draw = "draw",
    }
}

/// A change that holds for a time: while a card applies, or until something ends it.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    /// The player of the effect may tribute these monsters although they do not control them.
    MayTribute(Affected),
    /// They inflict piercing battle damage.
    Piercing(Affected),
    /// They are destroyed as soon as it applies.
    Destroyed(Affected),
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
pub struct Instead {
    /// The move that is replaced.
    pub of: Replaced,
    /// Where the card goes.
    pub goes: GoesTo,
}

words! {
    /// A move that can be replaced.
    Replaced {
        /// Being sent to the GY.
        SentToGy = "sent to gy",
        /// Leaving the field.
        LeftTheField = "left the field",
    }
}

words! {
    /// Where a card goes instead.
    GoesTo {
        /// It is banished.
        Banish = "banish",
        /// It returns to the hand.
        ReturnToHand = "return to hand",
        /// It returns to the Deck.
        ReturnToDeck = "return to deck",
    }
}

/// A change of ATK or DEF.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Up or down by an amount.
    By(Amount),
    /// To an amount.
    To(Amount),
}
