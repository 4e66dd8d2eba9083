//! What an effect waits for or answers.

use super::{Group, Place, Who, Word};
use crate::words::words;

words! {
    /// An event as card texts name it.
    CauseWord {
        SentToGy = "sent to gy",
        Destroyed = "destroyed",
        Banished = "banished",
        Discarded = "discarded",
        Tributed = "tributed",
        UsedAsMaterial = "used as material",
        LeftTheField = "left the field",
        AddedToHand = "added to hand",
        NormalSummoned = "normal summoned",
        SpecialSummoned = "special summoned",
        FlipSummoned = "flip summoned",
        Summoned = "summoned",
        TurnedFaceUp = "turned face-up",
        WouldBeSummoned = "would be summoned",
        AttackDeclared = "attack declared",
        ChosenAsAttackTarget = "chosen as attack target",
        Targeted = "targeted",
        CardActivated = "card activated",
        Activated = "activated",
        ActivationNegated = "activation negated",
        DestroysByBattle = "destroys by battle",
        InflictsBattleDamage = "inflicts battle damage",
        Draws = "draws",
        TakesDamage = "takes damage",
        TakesBattleDamage = "takes battle damage",
        GainsLp = "gains lp",
    }
}

words! {
    /// By what something happened.
    By {
        Battle = "battle",
        CardEffect = "card effect",
        OpponentsCard = "opponent's card",
        OpponentsCardEffect = "opponent's card effect",
        YourCardEffect = "your card effect",
    }
}

words! {
    /// In which way a Summon, a material or an attack came about.
    How {
        Tribute = "tribute",
        Fusion = "fusion",
        Synchro = "synchro",
        Xyz = "xyz",
        Link = "link",
        Ritual = "ritual",
        Special = "special",
        Direct = "direct",
    }
}

words! {
    /// A doing that an answered effect would include.
    Including {
        AddToHand = "add to hand",
        SpecialSummon = "special summon",
        SendToGy = "send to gy",
        Destroy = "destroy",
        Banish = "banish",
        Draw = "draw",
        Damage = "damage",
    }
}

words! {
    /// What does not count although it is such an event.
    Exception {
        /// The draw of the turn.
        NormalDraw = "normal draw",
        /// What this card itself brought about.
        ThisCard = "this card",
    }
}

/// The cards a cause is about.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Subject {
    /// Known cards.
    Word(Word),
    /// Any card of a group, as it was when it happened.
    Group(Group),
}

/// One event an effect waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Pattern {
    /// What happens.
    pub event: CauseWord,
    /// To which cards. Always present, except for events about a player.
    pub what: Option<Subject>,
    /// Who did it, or to whom it happened.
    pub who: Option<Who>,
    /// By what.
    pub by: Option<By>,
    /// From which places.
    pub from: Vec<Place>,
    /// In which way.
    pub how: Vec<How>,
    /// What the answered effect would do.
    pub including: Vec<Including>,
    /// The cards the answered effect would destroy.
    pub destroying: Option<Group>,
    /// What does not count.
    pub except: Option<Exception>,
}

impl Pattern {
    /// Whether the event is an activation, which only the link directly after it can answer.
    #[must_use]
    pub fn is_activation(&self) -> bool {
        matches!(self.event, CauseWord::Activated | CauseWord::CardActivated)
    }

    /// Whether it waits for something to happen to this very card.
    #[must_use]
    pub fn is_about_this_card(&self) -> bool {
        matches!(self.what, Some(Subject::Word(Word::ThisCard)))
    }
}

words! {
    /// "When" must be answered at once, "if" may wait for the chain to end.
    Timing {
        When = "when",
        If = "if",
    }
}

/// `when` or `if` with one or several events, any of which will do.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Cause {
    /// `when` or `if`.
    pub timing: Timing,
    /// Any of these.
    pub any_of: Vec<Pattern>,
}
