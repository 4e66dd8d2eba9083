//! Axes about chains: who adds a link, what it may answer, in which order links resolve.

use crate::def::{Becomes, Class};
use crate::state::Player;

axis! {
    /// Which activations others may respond to.
    Links {
        Every = "every activation",
        /// Wrong: an ignition effect is carried out at once.
        NotIgnition = "not ignition effects",
    }
}

impl Links {
    /// Whether the activation of an effect of a class may be responded to: any may.
    pub(crate) fn may_be_answered(self, class: Class) -> bool {
        match self {
            Self::Every => true,
            Self::NotIgnition => class != Class::Ignition,
        }
    }
}

axis! {
    /// When a chain is complete.
    Passes {
        Both = "both pass",
        /// Wrong: as soon as one player passes.
        One = "one passes",
    }
}

impl Passes {
    /// Whether the chain is complete with a pass after so many others: both must pass.
    pub(crate) fn complete_after(self, others: u8) -> bool {
        others >= 1 || self == Self::One
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

impl ResolveOrder {
    /// The links of a chain in the order of activation, put so that the next to resolve is the last.
    pub(crate) fn next_at_the_end<L>(self, mut links: Vec<L>) -> Vec<L> {
        if self == Self::FirstFirst {
            links.reverse();
        }
        links
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

impl NextInChain {
    /// Who may add a link after a player did.
    pub(crate) fn after(self, last: Player, turn_player: Player) -> Player {
        match self {
            Self::NotLast => last.opponent(),
            Self::TurnPlayer => turn_player,
        }
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

impl ChainEnd {
    /// Whether used cards leave later than in the instant of the last thing that happened.
    pub(crate) fn is_later(self) -> bool {
        self == Self::OwnInstant
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

impl Answers {
    /// The links of a chain that may be answered: the last one.
    pub(crate) fn in_reach<L>(self, links: &[L]) -> &[L] {
        match self {
            Self::AnyLink => links,
            Self::LastLinkAndOccasion | Self::FirstLinkOnly => &links[links.len().saturating_sub(1)..],
        }
    }

    /// Whether the event may be answered after so many links: always.
    pub(crate) fn reaches_the_event(self, links: usize) -> bool {
        links == 0 || self != Self::FirstLinkOnly
    }
}

axis! {
    /// When an effect that would do something to certain cards can be answered as such.
    Doings {
        Certain = "certain",
        /// Wrong: also if it only might do it.
        Possible = "possible",
        /// Wrong: what an effect includes must be certain, too.
        IncludedToo = "certain, included ones too",
        /// Wrong: what answers an effect that targets a card answers one that does not target it, too.
        WhateverIsTargeted = "whatever is targeted",
        /// Wrong: what becomes a monster by being Special Summoned is one where it comes from.
        WhateverBecomesAMonster = "whatever becomes a monster",
    }
}

impl Doings {
    /// Whether it is enough that an effect might do it.
    pub(crate) fn possible_is_enough(self) -> bool {
        self == Self::Possible
    }

    /// Whether an effect includes a part that is certain or not: it does.
    pub(crate) fn are_included(self, certain: bool) -> bool {
        certain || self != Self::IncludedToo
    }

    /// Whether what becomes a monster by being Special Summoned is one where it comes from.
    pub(crate) fn take_what_becomes_a_monster(self) -> bool {
        self == Self::WhateverBecomesAMonster
    }

    /// Whether an effect is one that targets such cards, as it does or not.
    pub(crate) fn are_targeting(self, does: bool) -> bool {
        does || self == Self::WhateverIsTargeted
    }
}

axis! {
    /// What Spell Speeds mean.
    Speeds {
        ByClass = "by class",
        /// Wrong: quick effects of monsters are Spell Speed 1.
        QuickIsSlow = "quick effects are 1",
        /// Wrong: a Counter Trap cannot be Chain Link 1.
        CounterNeverStarts = "counter traps never start",
    }
}

impl Speeds {
    /// The Spell Speed of quick effects of monsters.
    pub(crate) fn of_quick_monster_effects(self) -> u8 {
        if self == Self::QuickIsSlow { 1 } else { 2 }
    }

    /// Whether something of a Spell Speed can be Chain Link 1: anything can.
    pub(crate) fn may_start(self, speed: u8) -> bool {
        speed < 3 || self != Self::CounterNeverStarts
    }
}

axis! {
    /// What becomes of mandatory quick effects that were called.
    Owed {
        AfterTriggers = "after triggers",
        /// Wrong: they may be left out.
        LeftOut = "left out",
        /// Wrong: each negates what called it, wherever that is.
        NegatesItsCause = "negate their cause",
        /// Wrong: they are placed between the triggers.
        BetweenTriggers = "between triggers",
    }
}

impl Owed {
    /// Whether they may be left out.
    pub(crate) fn may_be_left_out(self) -> bool {
        self == Self::LeftOut
    }

    /// The links one of them may work on: the one below it.
    pub(crate) fn in_reach<L>(self, links: &[L]) -> &[L] {
        let last = links.len().saturating_sub(1);
        if self == Self::NegatesItsCause { links } else { &links[last..] }
    }

    /// Whether they are placed between the triggers.
    pub(crate) fn interrupts_triggers(self) -> bool {
        self == Self::BetweenTriggers
    }
}

axis! {
    /// Who takes damage that is turned round.
    Redirected {
        TheOther = "the other player",
        /// Wrong: who would have taken it.
        TheSame = "the same player",
        /// Wrong: that a player takes none is asked before it is turned round.
        NoneFirst = "none first",
    }
}

impl Redirected {
    /// To whom a change of a player's life points goes.
    pub(crate) fn goes_to(self, player: Player) -> Player {
        if self == Self::TheSame { player } else { player.opponent() }
    }

    /// When the turn of an effect comes that makes something else of life points.
    pub(crate) fn rank(self, becomes: Becomes) -> u8 {
        match becomes {
            Becomes::Nothing if self == Self::NoneFirst => 0,
            Becomes::TheOpponents => 1,
            Becomes::Damage => 2,
            Becomes::Gain => 3,
            Becomes::Nothing => 4,
            Becomes::Half => 5,
            Becomes::Double => 6,
        }
    }
}

axis! {
    /// When effects without a chain react.
    Reactions {
        AfterTheLink = "after the link",
        /// Wrong: after the whole chain.
        AfterTheChain = "after the chain",
        /// Wrong: to an activation before it resolves.
        AtOnce = "at once",
        /// Wrong: never before the link has resolved, whatever they say.
        NeverAtOnce = "never at once",
        /// Wrong: to what was paid only when the link has resolved.
        CostsAfterTheLink = "costs after the link",
        /// Wrong: also those of a negated card that leaves.
        AlsoNegated = "also negated",
        /// Wrong: to a card that an effect activates, as to any activation.
        AlsoActivatedByEffects = "also activated by effects",
    }
}

impl Reactions {
    /// Whether a negated card reacts to leaving the field.
    pub(crate) fn come_from_negated_cards(self) -> bool {
        self == Self::AlsoNegated
    }

    /// Whether those that react to an activation react to one by an effect, too.
    pub(crate) fn follow_activations_by_effects(self) -> bool {
        self == Self::AlsoActivatedByEffects
    }

    /// Whether those that are said to apply right after an activation do.
    pub(crate) fn know_what_is_at_once(self) -> bool {
        self != Self::NeverAtOnce
    }

    /// Whether they react to what was paid before anyone may respond.
    pub(crate) fn come_before_the_chain_goes_on(self) -> bool {
        !matches!(self, Self::CostsAfterTheLink | Self::AfterTheChain)
    }

    /// Whether they wait for the whole chain.
    pub(crate) fn wait_for_the_chain(self) -> bool {
        self == Self::AfterTheChain
    }

    /// Whether they react to an activation before it has resolved.
    pub(crate) fn come_at_once(self) -> bool {
        self == Self::AtOnce
    }
}
