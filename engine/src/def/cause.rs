//! What an effect waits for or answers.

use super::{Group, Place, Who, Word};
use crate::vocabulary::words;

words! {
    /// An event as card texts name it.
    CauseWord {
        /// The cards were sent to the GY.
        SentToGy = "sent to gy",
        /// The cards were destroyed.
        Destroyed = "destroyed",
        /// The cards were banished.
        Banished = "banished",
        /// The cards were discarded from the hand.
        Discarded = "discarded",
        /// The monsters were tributed.
        Tributed = "tributed",
        /// The monsters were used as material of a Summon.
        UsedAsMaterial = "used as material",
        /// The cards were materials of a monster and were detached from it.
        Detached = "detached",
        /// The cards became materials of a monster, by an Xyz Summon or by an effect.
        Attached = "attached",
        /// The cards left the field.
        LeftTheField = "left the field",
        /// The cards were added to the hand, from elsewhere than the field.
        AddedToHand = "added to hand",
        /// The cards were returned to the hand.
        ReturnedToHand = "returned to hand",
        /// The cards were returned to the Deck or the Extra Deck.
        ReturnedToDeck = "returned to deck",
        /// The cards were put face-up into the Extra Deck, by an effect or because they left the field.
        AddedToExtraDeck = "added to extra deck",
        /// The monsters were Normal Summoned.
        NormalSummoned = "normal summoned",
        /// The monsters were Special Summoned.
        SpecialSummoned = "special summoned",
        /// The monsters were Flip Summoned.
        FlipSummoned = "flip summoned",
        /// The monsters were Summoned, in any way.
        Summoned = "summoned",
        /// The cards were face-down on the field and were turned face-up.
        TurnedFaceUp = "turned face-up",
        /// The cards were face-up on the field and were turned face-down.
        TurnedFaceDown = "turned face-down",
        /// The monsters changed between Attack and Defense Position.
        ChangedPosition = "changed position",
        /// The cards were equipped to a monster.
        Equipped = "equipped",
        /// The monsters are about to be Summoned without a chain, which can be negated.
        WouldBeSummoned = "would be summoned",
        /// The monsters declared an attack.
        AttackDeclared = "attack declared",
        /// The monsters were chosen as the target of an attack.
        ChosenAsAttackTarget = "chosen as attack target",
        /// The attack of the monsters was negated.
        AttackNegated = "attack negated",
        /// The monsters attacked, and damage was calculated: a negated attack is none.
        Attacked = "attacked",
        /// The monsters battled: they attacked or were attacked, and damage was calculated.
        Battled = "battled",
        /// The cards were targeted by an effect.
        Targeted = "targeted",
        /// The Spell or Trap Cards were activated as cards.
        CardActivated = "card activated",
        /// The cards, or an effect of theirs, were activated.
        Activated = "activated",
        /// The cards, or an effect of theirs, resolved and were not negated, whatever came of it.
        Resolved = "resolved",
        /// The activation of the cards was negated.
        ActivationNegated = "activation negated",
        /// The monsters destroyed a monster by battle; `that card` is the destroyed one.
        DestroysByBattle = "destroys by battle",
        /// The monsters inflicted battle damage to the opponent of their controller.
        InflictsBattleDamage = "inflicts battle damage",
        /// The player drew.
        Draws = "draws",
        /// The player took damage.
        TakesDamage = "takes damage",
        /// The player took battle damage.
        TakesBattleDamage = "takes battle damage",
        /// The player gained life points.
        GainsLp = "gains lp",
    }
}

impl CauseWord {
    /// Whether `that amount` means something where it is waited for: damage, life points, cards that were drawn.
    #[must_use]
    pub fn has_an_amount(self) -> bool {
        let damage = matches!(self, Self::TakesDamage | Self::TakesBattleDamage | Self::InflictsBattleDamage);
        damage || matches!(self, Self::GainsLp | Self::Draws)
    }
}

words! {
    /// By what something happened.
    By {
        /// By battle.
        Battle = "battle",
        /// By the effect of any card.
        CardEffect = "card effect",
        /// By a card of the opponent, whether by an effect, a cost or a battle.
        OpponentsCard = "opponent's card",
        /// By an effect of the opponent's card.
        OpponentsCardEffect = "opponent's card effect",
        /// By an effect of a card of the player of the effect.
        YourCardEffect = "your card effect",
        /// By the effect of a monster.
        MonsterEffect = "monster effect",
        /// By the effect of a Spell Card.
        SpellEffect = "spell effect",
        /// By the effect of a Trap Card.
        TrapEffect = "trap effect",
    }
}

words! {
    /// In which way a Summon, a material or an attack came about.
    How {
        /// A Tribute Summon.
        Tribute = "tribute",
        /// A Fusion Summon.
        Fusion = "fusion",
        /// A Synchro Summon.
        Synchro = "synchro",
        /// An Xyz Summon.
        Xyz = "xyz",
        /// A Link Summon.
        Link = "link",
        /// A Ritual Summon.
        Ritual = "ritual",
        /// A Pendulum Summon.
        Pendulum = "pendulum",
        /// A Special Summon.
        Special = "special",
        /// A direct attack.
        Direct = "direct",
    }
}

words! {
    /// A doing that an answered effect would include.
    Including {
        /// It would add a card to the hand.
        AddToHand = "add to hand",
        /// It would Special Summon.
        SpecialSummon = "special summon",
        /// It would send a card to the GY.
        SendToGy = "send to gy",
        /// It would destroy a card.
        Destroy = "destroy",
        /// It would banish a card.
        Banish = "banish",
        /// It would draw.
        Draw = "draw",
        /// It would inflict damage.
        Damage = "damage",
        /// It would return a card to the Deck or the Extra Deck.
        ReturnToDeck = "return to deck",
        /// It would negate a Summon.
        NegateSummon = "negate summon",
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

/// By what something happened, as a word or as the cards that did it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Doer {
    /// A word.
    Word(By),
    /// A card of a group: by its effect, as its cost, or in battle.
    Card(Box<Group>),
}

/// The cards a cause is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// Known cards.
    Word(Word),
    /// Any card of a group, as it was when it happened.
    Group(Box<Group>),
}

impl Subject {
    /// The word, if it is one.
    pub(crate) fn word(&self) -> Option<&Word> {
        match self {
            Self::Word(word) => Some(word),
            Self::Group(_) => None,
        }
    }
}

/// What the targets of an answered effect must be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Targeting {
    /// Cards of this group are among them.
    pub group: Box<Group>,
    /// So many at least.
    pub least: u8,
    /// No other cards are, and no more than these.
    pub alone: bool,
}

/// One event an effect waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// What happens.
    pub event: CauseWord,
    /// To which cards. Always present, except for events about a player.
    pub what: Option<Subject>,
    /// Who did it, or to whom it happened.
    pub who: Option<Who>,
    /// By what.
    pub by: Option<Doer>,
    /// By what not.
    pub not_by: Option<Doer>,
    /// Of `equipped`: to which monster; of `used as material`: for which.
    pub to: Option<Subject>,
    /// From which places.
    pub from: Vec<Place>,
    /// To which places they went.
    pub into: Vec<Place>,
    /// In which way.
    pub how: Vec<How>,
    /// From the Deck, on which what moved them had shown them.
    pub excavated: bool,
    /// To nothing else at the same time.
    pub alone: bool,
    /// Paid for the activation of a card of this group, or of its effect.
    pub to_activate: Option<Box<Group>>,
    /// What the answered effect would do.
    pub including: Vec<Including>,
    /// With cards from which of these places.
    pub including_from: Vec<Place>,
    /// The cards the answered effect would destroy, and how many of them at least; of a battle, the monsters that were destroyed.
    pub destroying: Option<(Box<Group>, u8)>,
    /// The player to whom the answered effect would inflict damage.
    pub damaging: Option<Who>,
    /// The cards the answered effect targets.
    pub targeting: Option<Targeting>,
    /// To so many of the cards at the same time.
    pub at_least: u8,
    /// What does not count.
    pub except: Option<Exception>,
    /// What alone counts.
    pub only: Option<Exception>,
}

impl Pattern {
    /// Such an event, whatever it is about.
    pub(crate) fn about_all(event: CauseWord) -> Self {
        Self {
            event,
            what: None,
            who: None,
            by: None,
            not_by: None,
            to: None,
            from: Vec::new(),
            into: Vec::new(),
            how: Vec::new(),
            excavated: false,
            to_activate: None,
            including: Vec::new(),
            including_from: Vec::new(),
            destroying: None,
            damaging: None,
            targeting: None,
            at_least: 1,
            except: None,
            only: None,
            alone: false,
        }
    }

    /// Whether the event is an activation, which only the link directly after it can answer.
    #[must_use]
    pub fn is_activation(&self) -> bool {
        matches!(self.event, CauseWord::Activated | CauseWord::CardActivated)
    }

    /// Whether the event is part of an activation: that something is activated, or targeted by it.
    #[must_use]
    pub fn is_done_by_activating(&self) -> bool {
        self.is_activation() || self.event == CauseWord::Targeted
    }

    /// Whether it waits for cards to be equipped to this very card, which so is part of what happens.
    #[must_use]
    pub fn is_done_to_this_card(&self) -> bool {
        self.event == CauseWord::Equipped && matches!(self.to, Some(Subject::Word(Word::ThisCard)))
    }

    /// Whether it speaks of a player, so that it may be met for one and not for the other.
    #[must_use]
    pub fn speaks_of_a_player(&self) -> bool {
        let of_players = |by: &By| matches!(by, By::OpponentsCard | By::OpponentsCardEffect | By::YourCardEffect);
        let doer = |by: &Doer| match by {
            Doer::Word(by) => of_players(by),
            Doer::Card(group) => group.speaks_of_a_player(),
        };
        let subject = |of: &Subject| matches!(of, Subject::Group(group) if group.speaks_of_a_player());
        self.who.is_some()
            || self.damaging.is_some()
            || self.by.iter().chain(&self.not_by).any(doer)
            || self.what.iter().chain(&self.to).any(subject)
            || self.to_activate.as_deref().is_some_and(Group::speaks_of_a_player)
            || self.destroying.as_ref().is_some_and(|(group, _)| group.speaks_of_a_player())
            || self.targeting.as_ref().is_some_and(|of| of.group.speaks_of_a_player())
    }

    /// Whether it waits for something to happen to this very card.
    #[must_use]
    pub fn is_about_this_card(&self) -> bool {
        match &self.what {
            Some(Subject::Word(word)) => *word == Word::ThisCard,
            // This card as it is said to have been then.
            Some(Subject::Group(group)) => group.among == [Word::ThisCard],
            None => false,
        }
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
pub struct Cause {
    /// `when` or `if`.
    pub timing: Timing,
    /// Any of these.
    pub any_of: Vec<Pattern>,
}
