//! The axes of a [`Policy`](super::Policy) with their values, right ones and wrong ones.

use crate::vocabulary::words;

macro_rules! axis {
    ($(#[$meta:meta])* $name:ident { $($(#[doc = $about:literal])* $variant:ident = $word:literal,)+ }) => {
        words! { $(#[$meta])* $name { $($(#[doc = $about])* $variant = $word,)+ } }
        impl $name {
            pub(crate) const WORDS: &'static [&'static str] = &[$($word),+];
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
        /// Wrong: revealed cards in the hand too.
        RevealedToo = "revealed ones too",
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
        /// Wrong: mandatory ones once for each moment, whatever was done in it.
        PerInstant = "per instant",
        /// Wrong: once for each card that met the condition.
        PerCard = "per card",
    }
}
axis! {
    /// Since when a card that waits for others must be there.
    Presence {
        Before = "before",
        /// Wrong: it is enough to be there afterwards.
        AfterIsEnough = "after is enough",
        /// Wrong: in the hand too a card must have been there before.
        HandToo = "in the hand too",
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
        /// Wrong: anything in the chain that has just resolved is in time.
        WholeChain = "whole chain",
        /// Wrong: the last part written is the last thing, even if it was not done.
        WrittenPart = "last written part",
        /// Wrong: missed as soon as anything else happened at the same time.
        NothingBeside = "nothing beside it",
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
        /// Wrong: a link whose effect was negated does not happen either.
        EffectsToo = "negated effects too",
    }
}
axis! {
    /// How the triggers of one window come onto a chain.
    Batch {
        OneChain = "on one chain",
        /// Wrong: each starts a chain of its own.
        OwnChains = "on their own chains",
        /// Wrong: those of one group in the order in which they were met.
        AsMet = "in the order met",
        /// Wrong: a trigger of a Trap cannot be followed by one of a Spell or monster.
        BySpeed = "by spell speed",
    }
}
axis! {
    /// When a trigger's condition is looked at.
    ConditionAt {
        AtTheEvent = "at the event",
        /// Wrong: it must still hold when the trigger is activated.
        AskedAgain = "asked again",
    }
}
axis! {
    /// Whose a trigger is.
    Owner {
        /// The present controller of its card, off the field its owner.
        Controller = "its controller",
        /// Wrong: the player who controlled it before the event.
        ControllerBefore = "its controller before",
    }
}
axis! {
    /// What becomes of triggers when an effect ends the phase.
    EndedPhase {
        Kept = "kept",
        /// Wrong: they are lost.
        Dropped = "dropped",
    }
}
axis! {
    /// When Tributes and the like leave.
    Payment {
        BeforeTheSummon = "before the summon",
        /// Wrong: in the moment of the Summon.
        WithTheSummon = "with the summon",
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
axis! {
    /// Which activations others may respond to.
    Links {
        Every = "every activation",
        /// Wrong: an ignition effect is carried out at once.
        NotIgnition = "not ignition effects",
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
axis! {
    /// The boxes of Konami's chart.
    Chart {
        AsDrawn = "as drawn",
        /// Wrong: in box A the opponent may start a chain before the turn player acts.
        OpponentInA = "opponent in a",
        /// Wrong: after an action without a chain there are no boxes B and C.
        NothingAfterActions = "no b and c after an action",
        /// Wrong: there is no box C.
        NoC = "no c",
        /// Wrong: there is no box E.
        NoE = "no e",
        /// Wrong: boxes B and C come before triggers are placed.
        BeforeTriggers = "b and c before triggers",
    }
}
axis! {
    /// What a link looks at when it resolves.
    Resolution {
        AsItIs = "as it is",
        /// Wrong: only at cards that were there when it was activated.
        AsItWas = "as it was",
        /// Wrong: at the present controller of its card, who takes it over.
        TakenOver = "taken over",
        /// Wrong: not at what forbids it by then.
        WithoutBans = "without bans",
    }
}
axis! {
    /// Mandatory effects that would do nothing.
    Idle {
        Activate = "activate",
        /// Wrong: they do not activate.
        DoNotActivate = "do not activate",
    }
}
axis! {
    /// When targets are looked at.
    Targets {
        ChosenAndChecked = "after the cost, and again",
        /// Wrong: chosen before the cost is paid.
        BeforeTheCost = "before the cost",
        /// Wrong: not again: the effect follows its target anywhere.
        Followed = "after the cost, and followed",
    }
}
axis! {
    /// When an effect that would do something to certain cards can be answered as such.
    Doings {
        Certain = "certain",
        /// Wrong: also if it only might do it.
        Possible = "possible",
    }
}
axis! {
    /// What a ban on activating Spells or Traps is about.
    Bans {
        AsWritten = "as written",
        /// Wrong: who cannot activate the cards cannot use the effects of face-up ones either.
        CardsWithTheirEffects = "cards with their effects",
    }
}
axis! {
    /// What becomes of a monster whose control goes to a player without a free Monster Zone.
    NoZone {
        Destroyed = "destroyed",
        /// Wrong: it stays where it is.
        Stays = "stays",
    }
}
axis! {
    /// What negating an activation is.
    Negation {
        NothingMore = "nothing more",
        /// Wrong: it needs the destruction that goes with it.
        NeedsDestruction = "needs the destruction",
        /// Wrong: the card leaves the field at once.
        SendsAtOnce = "sends at once",
    }
}
axis! {
    /// What is limited.
    Limits {
        AsWritten = "as written",
        /// Wrong: "once per turn" stays spent when the card is turned face-down or leaves.
        CopyRemembers = "copies remember",
        /// Wrong: every effect can be used once per chain.
        OncePerChain = "once per chain",
    }
}
axis! {
    /// What a negated Summon leaves behind.
    FailedSummon {
        TributesPaid = "tributes paid",
        /// Wrong: the triggers of its Tributes are lost.
        TriggersLost = "triggers lost",
        /// Wrong: it counts as a Summon of this turn.
        Counts = "counts as summoned",
    }
}
axis! {
    /// What a Flip Summon is.
    FlipSummon {
        OneEvent = "one event",
        /// Wrong: the monster is turned up, and Summoned after that.
        TwoEvents = "two events",
    }
}
axis! {
    /// When mandatory effects of a phase are activated.
    Duties {
        BeforeMovingOn = "before moving on",
        /// Wrong: at the start of the phase.
        AtTheStart = "at the start",
    }
}
axis! {
    /// The windows of a battle.
    BattleWindows {
        Separate = "separate",
        /// Wrong: flip effects are used before damage calculation.
        FlipAtOnce = "flip effects at once",
        /// Wrong: damage and destruction share a window.
        Merged = "merged",
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
axis! {
    /// When effects without a chain react.
    Reactions {
        AfterTheLink = "after the link",
        /// Wrong: after the whole chain.
        AfterTheChain = "after the chain",
        /// Wrong: to an activation before it resolves.
        AtOnce = "at once",
    }
}
axis! {
    /// Who wins when both do.
    BothWin {
        Draw = "draw",
        /// Wrong: the turn player.
        TurnPlayer = "turn player",
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
        /// Wrong: parts joined by "and" happen one after the other, and one of them can happen alone.
        AndIsSequential = "and is sequential",
        /// Wrong: "and if you do" happens after the part before it.
        IfYouDoIsSequential = "and if you do is sequential",
        /// Wrong: "then" happens at the same time.
        ThenIsTogether = "then is together",
        /// Wrong: "then" does not need the part before it.
        ThenNeedsNothing = "then needs nothing",
        /// Wrong: "also" needs the part before it.
        AlsoNeedsFirst = "also needs the first",
        /// Wrong: materials leave in the moment of the Summon.
        MaterialsTogether = "materials together",
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
        /// Wrong: paid when the effect resolves.
        AtResolution = "at resolution",
        /// Wrong: what negates effects where the card was, negates it although it left as its cost.
        NegatedToo = "negated too",
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
        /// Wrong: after a chain that did not negate it, there may be another one.
        ManyChains = "many chains",
        /// Wrong: a Summon right after an effect, whatever link that was.
        AfterAnyLink = "after any link",
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
        /// Wrong: also when the target was turned face-down.
        FaceDownToo = "face-down too",
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
