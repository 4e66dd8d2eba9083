//! Rule ids, and the refusals that carry them.
//!
//! A rule's first word is the module that applies it; `corpus/rules.yaml` says each of them in a sentence.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::vocabulary::words;

words! {
    /// A rule of the catalogue.
    Rule {
        SegocOneChain = "segoc.one-chain",
        SegocTurnPlayerMandatory = "segoc.turn-player-mandatory",
        SegocOpponentMandatory = "segoc.opponent-mandatory",
        SegocTurnPlayerOptional = "segoc.turn-player-optional",
        SegocOpponentOptional = "segoc.opponent-optional",
        SegocPlayerOrdersOwn = "segoc.player-orders-own",
        SegocAgeDoesNotMatter = "segoc.age-does-not-matter",
        SegocEarlierMomentFirst = "segoc.earlier-moment-first",
        SegocPublicBeforePrivate = "segoc.public-before-private",
        SegocHandTriggersWithTheRest = "segoc.hand-triggers-with-the-rest",
        SegocSpellSpeedDoesNotMatter = "segoc.spell-speed-does-not-matter",
        TriggerConditionAtTheEvent = "trigger.condition-at-the-event",
        TriggerOnceForEachTime = "trigger.once-for-each-time",
        TriggerOnceForOneEvent = "trigger.once-for-one-event",
        TriggerOptionalOncePerWindow = "trigger.optional-once-per-window",
        TriggerLostOnAnyMove = "trigger.lost-on-any-move",
        TriggerKeptAfterAMove = "trigger.kept-after-a-move",
        TriggerBelongsToItsController = "trigger.belongs-to-its-controller",
        TriggerControllerChanged = "trigger.controller-changed",
        TriggerSurvivesAForcedPhase = "trigger.survives-a-forced-phase",
        TriggerActivationWhenResolved = "trigger.activation-when-resolved",
        PresenceWrongPlace = "presence.wrong-place",
        PresenceNotThereBefore = "presence.not-there-before",
        PresencePartOfTheEvent = "presence.part-of-the-event",
        PresenceTurnedUpWithIt = "presence.turned-up-with-it",
        PresenceTogetherOnTheField = "presence.together-on-the-field",
        PresenceHandWhenTheWindowOpens = "presence.hand-when-the-window-opens",
        PresenceNotYetInForce = "presence.not-yet-in-force",
        PresenceFlipAndUse = "presence.flip-and-use",
        PresenceFaceUpBeforeItsEffect = "presence.face-up-before-its-effect",
        TimingMissed = "timing.missed",
        TimingLastEvent = "timing.last-event",
        TimingNeverMissed = "timing.never-missed",
        TimingPaymentIsEarlier = "timing.payment-is-earlier",
        AnswersLinkBefore = "answers.link-before",
        AnswersCauseOfLink1 = "answers.cause-of-link-1",
        AnswersOneChainPerEvent = "answers.one-chain-per-event",
        AnswersLastEventOnly = "answers.last-event-only",
        AnswersCostNotInItsChain = "answers.cost-not-in-its-chain",
        AnswersCertainDoing = "answers.certain-doing",
        AnswersIncludes = "answers.includes",
        AnswersAMonsterWhereItLies = "answers.a-monster-where-it-lies",
        AnswersOnlyWhatTargets = "answers.only-what-targets",
        AnswersCardNotEffect = "answers.card-not-effect",
        SpeedClasses = "speed.classes",
        Speed1OnlyStarts = "speed.1-only-starts",
        SpeedTriggersFollowEachOther = "speed.triggers-follow-each-other",
        SpeedEqualOrHigher = "speed.equal-or-higher",
        SpeedCounterTrapMayStart = "speed.counter-trap-may-start",
        SetTrapsFirst = "set.traps-first",
        SetNotThisTurn = "set.not-this-turn",
        SetHandOnlyInOwnTurn = "set.hand-only-in-own-turn",
        SetLeaveOnActivation = "set.leave-on-activation",
        ChainEveryActivationIsALink = "chain.every-activation-is-a-link",
        ChainOtherPlayerNext = "chain.other-player-next",
        ChainBothPass = "chain.both-pass",
        ChainResolvesLastFirst = "chain.resolves-last-first",
        ChainNothingWhileResolving = "chain.nothing-while-resolving",
        ChainUsedCardsLeaveWithTheLastEvent = "chain.used-cards-leave-with-the-last-event",
        ChainUsedCardWaits = "chain.used-card-waits",
        ChainNoResponse = "chain.no-response",
        ChainNoResponseByTheOpponent = "chain.no-response-by-the-opponent",
        ResolveEffectWithoutItsCard = "resolve.effect-without-its-card",
        ResolveContinuousCardMustStay = "resolve.continuous-card-must-stay",
        ResolveBoardAsItIs = "resolve.board-as-it-is",
        ResolveActivatingPlayerKeepsIt = "resolve.activating-player-keeps-it",
        ResolveMadeToTribute = "resolve.made-to-tribute",
        ResolveLostLifePoints = "resolve.lost-life-points",
        ResolveForbiddenPartFails = "resolve.forbidden-part-fails",
        ResolveSoManyOrNone = "resolve.so-many-or-none",
        LegalityConditionNotMet = "legality.condition-not-met",
        LegalityConditionOnlyOnActivation = "legality.condition-only-on-activation",
        LegalityCountsItself = "legality.counts-itself",
        LegalityThoughItCannotBeDestroyed = "legality.though-it-cannot-be-destroyed",
        LegalityAnyResult = "legality.any-result",
        LegalityUnseenCards = "legality.unseen-cards",
        LegalityNothingPossible = "legality.nothing-possible",
        LegalityMandatoryAnyway = "legality.mandatory-anyway",
        LegalityForbidden = "legality.forbidden",
        LegalityCardIsNotItsEffect = "legality.card-is-not-its-effect",
        LegalityPossibleSummon = "legality.possible-summon",
        CostPaidAtActivation = "cost.paid-at-activation",
        CostNotRefunded = "cost.not-refunded",
        CostUnpayable = "cost.unpayable",
        CostAllLifePoints = "cost.all-life-points",
        CostNotNegated = "cost.not-negated",
        CostOfAnAttack = "cost.of-an-attack",
        TargetNone = "target.none",
        TargetCheckedAgain = "target.checked-again",
        TargetMayBeTheCardPaid = "target.may-be-the-card-paid",
        TargetAllOrNone = "target.all-or-none",
        TargetEvenIfChanged = "target.even-if-changed",
        NegationNegatedLinkIsSkipped = "negation.negated-link-is-skipped",
        NegationAsItWasActivated = "negation.as-it-was-activated",
        NegationWhereItWasActivated = "negation.where-it-was-activated",
        NegationSaysSoOfItself = "negation.says-so-of-itself",
        NegationOnlyWhereItLies = "negation.only-where-it-lies",
        NegationNegatedEffectResolves = "negation.negated-effect-resolves",
        NegationActivationLeavesNothing = "negation.activation-leaves-nothing",
        NegationEffectKeepsRestriction = "negation.effect-keeps-restriction",
        NegationWithoutDestroying = "negation.without-destroying",
        NegationBareNegatedLeaveAtTheEnd = "negation.bare-negated-leave-at-the-end",
        NegationSaysItCannotBe = "negation.says-it-cannot-be",
        NegationEveryOtherLink = "negation.every-other-link",
        NegationNegatedAlready = "negation.negated-already",
        LimitSpent = "limit.spent",
        LimitUseStaysSpent = "limit.use-stays-spent",
        LimitCopyForgets = "limit.copy-forgets",
        LimitStaysWithTheCopy = "limit.stays-with-the-copy",
        LimitEachCopyItsOwn = "limit.each-copy-its-own",
        LimitOnlyWhatIsWritten = "limit.only-what-is-written",
        LimitOnlyOneControlled = "limit.only-one-controlled",
        LimitSoManyTimes = "limit.so-many-times",
        LimitAsItWasThen = "limit.as-it-was-then",
        HandOneSelfSummonPerChain = "hand.one-self-summon-per-chain",
        HandCapabilityCounts = "hand.capability-counts",
        HandQuickEffectsExempt = "hand.quick-effects-exempt",
        ChartOpenState = "chart.open-state",
        ChartOpenOnly = "chart.open-only",
        ChartOpenAgain = "chart.open-again",
        ChartTriggersBeforeFastEffects = "chart.triggers-before-fast-effects",
        ChartBoxB = "chart.box-b",
        ChartBoxC = "chart.box-c",
        ChartBoxE = "chart.box-e",
        ChartPhaseDoesNotChange = "chart.phase-does-not-change",
        ChartNoWindowBeforeTheDraw = "chart.no-window-before-the-draw",
        ChartNoActivationAtThatTime = "chart.no-activation-at-that-time",
        ChartOpponentCannotAnswer = "chart.opponent-cannot-answer",
        PriorityIgnitionOpenOnly = "priority.ignition-open-only",
        PriorityIgnitionAfterSummon = "priority.ignition-after-summon",
        PriorityIgnitionWithTheNextChance = "priority.ignition-with-the-next-chance",
        SummonOneAdditional = "summon.one-additional",
        SummonSoManyInATurn = "summon.so-many-in-a-turn",
        SummonOneNormalSummon = "summon.one-normal-summon",
        SummonNegatableAttempt = "summon.negatable-attempt",
        SummonNegatableAfterLink1 = "summon.negatable-after-link-1",
        SummonOnlyNegatorsStart = "summon.only-negators-start",
        SummonOnlyLink1Negates = "summon.only-link-1-negates",
        SummonOneChainAtTheAttempt = "summon.one-chain-at-the-attempt",
        SummonNotYetOnTheField = "summon.not-yet-on-the-field",
        SummonNegatedNeverOnTheField = "summon.negated-never-on-the-field",
        SummonTributesStayPaid = "summon.tributes-stay-paid",
        SummonMaterialNeedsSuccess = "summon.material-needs-success",
        SummonNotProperlySummoned = "summon.not-properly-summoned",
        SummonNegatedNotCounted = "summon.negated-not-counted",
        SummonFlipIsOneEvent = "summon.flip-is-one-event",
        SummonFlipAttemptIsFaceUp = "summon.flip-attempt-is-face-up",
        SummonNumberOfTributes = "summon.number-of-tributes",
        SummonTributesAtOnesChoice = "summon.tributes-at-ones-choice",
        SummonOneSubstitute = "summon.one-substitute",
        SummonKnownByWhatWasUsed = "summon.known-by-what-was-used",
        SummonFaceDownFusionMaterial = "summon.face-down-fusion-material",
        SummonLinkInAttackPosition = "summon.link-in-attack-position",
        SummonKnownThoughTurnedFaceDown = "summon.known-though-turned-face-down",
        SummonSetWithTributes = "summon.set-with-tributes",
        SummonNormalSummonable = "summon.normal-summonable",
        SummonAfterwardsIsLater = "summon.afterwards-is-later",
        XyzMaterialIsNotOnTheField = "xyz.material-is-not-on-the-field",
        XyzNotYetMaterial = "xyz.not-yet-material",
        XyzBecomingMaterialIsNotLeaving = "xyz.becoming-material-is-not-leaving",
        XyzMaterialsGoToTheGy = "xyz.materials-go-to-the-gy",
        XyzDetachedIsSent = "xyz.detached-is-sent",
        PendulumBetweenTheScales = "pendulum.between-the-scales",
        PendulumOncePerTurn = "pendulum.once-per-turn",
        PendulumSummonedTogether = "pendulum.summoned-together",
        PendulumNegatedOneByOne = "pendulum.negated-one-by-one",
        PendulumCardIsASpell = "pendulum.card-is-a-spell",
        PendulumScaleIsNoEffect = "pendulum.scale-is-no-effect",
        PendulumGoesToTheExtraDeck = "pendulum.goes-to-the-extra-deck",
        ZoneFromTheExtraDeck = "zone.from-the-extra-deck",
        ZoneOthersGoAnywhere = "zone.others-go-anywhere",
        ZoneToAZonePointedTo = "zone.to-a-zone-pointed-to",
        ZoneCoLinkedBothWays = "zone.co-linked-both-ways",
        ZoneLinkedEitherWay = "zone.linked-either-way",
        ZoneColumnItLeft = "zone.column-it-left",
        ZoneMakesRoom = "zone.makes-room",
        ZoneAsManyAsThereAre = "zone.as-many-as-there-are",
        ZoneNoneLeft = "zone.none-left",
        ZoneExchanged = "zone.exchanged",
        TrapMonsterMonsterAndTrap = "trap-monster.monster-and-trap",
        TrapMonsterElsewhereATrap = "trap-monster.elsewhere-a-trap",
        TrapMonsterSameCardWhileATrap = "trap-monster.same-card-while-a-trap",
        TrapMonsterFaceDownIsSet = "trap-monster.face-down-is-set",
        TrapMonsterTrapEffectNegated = "trap-monster.trap-effect-negated",
        TrapMonsterEffectIsAMonsters = "trap-monster.effect-is-a-monsters",
        TrapMonsterOneZone = "trap-monster.one-zone",
        TrapMonsterBothZones = "trap-monster.both-zones",
        TrapMonsterReturnsAsATrap = "trap-monster.returns-as-a-trap",
        PhaseEffectsOneByOne = "phase.effects-one-by-one",
        PhaseDutiesTurnPlayerFirst = "phase.duties-turn-player-first",
        PhaseNegatedIsGone = "phase.negated-is-gone",
        PhaseNegatedComesAgain = "phase.negated-comes-again",
        PhaseSkipped = "phase.skipped",
        PhaseSkippedOnce = "phase.skipped-once",
        PhaseSkipStays = "phase.skip-stays",
        PhaseDrawGivenUp = "phase.draw-given-up",
        PhaseOneChainAfterHandSize = "phase.one-chain-after-hand-size",
        DamageStepCalculatedByAnEffect = "damage-step.calculated-by-an-effect",
        ReplayNegatedAttackWasDeclared = "replay.negated-attack-was-declared",
        ReplayNextAttackNegated = "replay.next-attack-negated",
        ImmunityUnaffected = "immunity.unaffected",
        ImmunityMayBeChosen = "immunity.may-be-chosen",
        ImmunityAlreadyApplied = "immunity.already-applied",
        ImmunityNotTheCardItself = "immunity.not-the-card-itself",
        ImmunityBindsAPlayer = "immunity.binds-a-player",
        ImmunityOutOfReach = "immunity.out-of-reach",
        LaterNoChain = "later.no-chain",
        LaterMaintenance = "later.maintenance",
        LaterWithoutItsCard = "later.without-its-card",
        LaterTiedToTheCard = "later.tied-to-the-card",
        LaterEachOnItsOwn = "later.each-on-its-own",
        LaterComesAgain = "later.comes-again",
        LaterControlGoesBack = "later.control-goes-back",
        LaterBanishedAsItLies = "later.banished-as-it-lies",
        LaterBorrowedForATime = "later.borrowed-for-a-time",
        LaterReturnsAsItWas = "later.returns-as-it-was",
        LaterNextMayBeThisTurn = "later.next-may-be-this-turn",
        LaterUntilThatTurnEnds = "later.until-that-turn-ends",
        ReplaySideChanged = "replay.side-changed",
        ReplayNoNewDeclaration = "replay.no-new-declaration",
        ReplayStartsOver = "replay.starts-over",
        ReplayAttackerGone = "replay.attacker-gone",
        ReplayCannotAttackAnyMore = "replay.cannot-attack-any-more",
        ReplayAttackNotPossible = "replay.attack-not-possible",
        ReplayDirectAttackPossible = "replay.direct-attack-possible",
        ReplayPassedOver = "replay.passed-over",
        ReplayInDefensePosition = "replay.in-defense-position",
        ReplayMustAttack = "replay.must-attack",
        ReplayMustBeAttacked = "replay.must-be-attacked",
        ReplayMustComesFirst = "replay.must-comes-first",
        ReplaySeveralAttacks = "replay.several-attacks",
        ReplayInARow = "replay.in-a-row",
        ReplayRedirectedIsNotChosen = "replay.redirected-is-not-chosen",
        DamageStepAdmission = "damage-step.admission",
        DamageStepNoFaceUpTraps = "damage-step.no-face-up-traps",
        DamageStepNoCalculation = "damage-step.no-calculation",
        DamageStepCalculationWindow = "damage-step.calculation-window",
        DamageStepAnyNumberOfChains = "damage-step.any-number-of-chains",
        DamageStepOneChainPerSubStep = "damage-step.one-chain-per-sub-step",
        DamageStepFlipWaits = "damage-step.flip-waits",
        DamageStepDamageBeforeDestruction = "damage-step.damage-before-destruction",
        DamageStepZeroAtkDestroysNothing = "damage-step.zero-atk-destroys-nothing",
        DamageStepZeroAtkDestroys = "damage-step.zero-atk-destroys",
        DamageStepDoomed = "damage-step.doomed",
        ConjunctionAnd = "conjunction.and",
        ConjunctionAndIfYouDo = "conjunction.and-if-you-do",
        ConjunctionThen = "conjunction.then",
        ConjunctionAlso = "conjunction.also",
        ConjunctionAlsoAfterThat = "conjunction.also-after-that",
        ConjunctionDestroyedAndBanished = "conjunction.destroyed-and-banished",
        ConjunctionMaterialsBeforeTheSummon = "conjunction.materials-before-the-summon",
        ConjunctionNotInTheHand = "conjunction.not-in-the-hand",
        ConjunctionWentElsewhere = "conjunction.went-elsewhere",
        SimultaneousTurnPlayerFirst = "simultaneous.turn-player-first",
        SimultaneousOneMoment = "simultaneous.one-moment",
        SimultaneousStepByStep = "simultaneous.step-by-step",
        SimultaneousLeavesWithTheRest = "simultaneous.leaves-with-the-rest",
        QuickMandatoryAfterTriggers = "quick.mandatory-after-triggers",
        QuickMandatoryAll = "quick.mandatory-all",
        QuickMandatoryAnswersTheLinkBelow = "quick.mandatory-answers-the-link-below",
        ContinuousAppliesAfterTheLink = "continuous.applies-after-the-link",
        ContinuousNotWhileTurnedUp = "continuous.not-while-turned-up",
        ContinuousNotActivatedByAnEffect = "continuous.not-activated-by-an-effect",
        ContinuousDestroyedAfterTheLink = "continuous.destroyed-after-the-link",
        ContinuousNegatedDoesNotApply = "continuous.negated-does-not-apply",
        ContinuousNegatesItself = "continuous.negates-itself",
        ContinuousKeepsAState = "continuous.keeps-a-state",
        ContinuousBeforeTheChainGoesOn = "continuous.before-the-chain-goes-on",
        ContinuousAtOnceIfItSaysSo = "continuous.at-once-if-it-says-so",
        ContinuousLifePointsOtherwise = "continuous.life-points-otherwise",
        ContinuousOrderOfDamage = "continuous.order-of-damage",
        ReplacementNotDestroyed = "replacement.not-destroyed",
        ReplacementOneForAll = "replacement.one-for-all",
        ReplacementAllOrNone = "replacement.all-or-none",
        ReplacementNotOfAReplacement = "replacement.not-of-a-replacement",
        ReplacementNotWithWhatIsDestroyedToo = "replacement.not-with-what-is-destroyed-too",
        ReplacementFirstTimeOnly = "replacement.first-time-only",
        ReplacementWhichComesFirst = "replacement.which-comes-first",
        ReplacementReturnedIsNotSent = "replacement.returned-is-not-sent",
        ReplacementPlacedInsteadOfTheGy = "replacement.placed-instead-of-the-gy",
        ReplacementThoughNegated = "replacement.though-negated",
        ReplacementMustBePossible = "replacement.must-be-possible",
        UpkeepNoZoneNoControl = "upkeep.no-zone-no-control",
        UpkeepControlWhileItApplies = "upkeep.control-while-it-applies",
        UpkeepNothingToBearIt = "upkeep.nothing-to-bear-it",
        UpkeepEquipsOfANegatedEffect = "upkeep.equips-of-a-negated-effect",
        ValueLevelAsChanged = "value.level-as-changed",
        ValueLevelStaysWhenSummoned = "value.level-stays-when-summoned",
        ValueLevelAlreadySo = "value.level-already-so",
        ValueLevelAsMaterial = "value.level-as-material",
        ValueNameWhereItIs = "value.name-where-it-is",
        ValueSeriesOfTheName = "value.series-of-the-name",
        ValueSaidOfTheGy = "value.said-of-the-gy",
        ValueAsItHasBecome = "value.as-it-has-become",
        ValueAlwaysNamed = "value.always-named",
        ValueTreatedAs = "value.treated-as",
        GeminiSummonedOnceMore = "gemini.summoned-once-more",
        GeminiNormalUntilThen = "gemini.normal-until-then",
        GeminiNotWhileItIsTurnedUp = "gemini.not-while-it-is-turned-up",
        GeminiNegatedIsNoNormal = "gemini.negated-is-no-normal",
        GeminiWithoutASummon = "gemini.without-a-summon",
        ContinuousGivenByEach = "continuous.given-by-each",
        ContinuousGivenEffectIsItsOwn = "continuous.given-effect-is-its-own",
        ValueInTheOrderApplied = "value.in-the-order-applied",
        ValueOriginalFirst = "value.original-first",
        ValueOwnChangeEndsWhenNegated = "value.own-change-ends-when-negated",
        ValueSwitched = "value.switched",
        ValueEquippedIsNoMonster = "value.equipped-is-no-monster",
        ValueOriginalValues = "value.original-values",
        ValueNamedInItsText = "value.named-in-its-text",
        ValueOwnedWhoeverControlsIt = "value.owned-whoever-controls-it",
        ValueKnownOnceItLeft = "value.known-once-it-left",
        ValueCountersFaceDown = "value.counters-face-down",
        ValueOwnFaceDownKnown = "value.own-face-down-known",
        ValueMostCounters = "value.most-counters",
        WinAtOnce = "win.at-once",
        WinBothIsADraw = "win.both-is-a-draw",
    }
}

/// The rules by which something is refused outright: a policy can be ignorant of each of them
/// ([`Policy::unknown`](crate::Policy::unknown)). Others only take part in a reason ([`Refusal::rests_on`]), or leave no
/// window in which anything could be refused.
pub const REFUSALS: &[Rule] = &[
    Rule::TriggerLostOnAnyMove,
    Rule::TriggerControllerChanged,
    Rule::PresenceWrongPlace,
    Rule::PresenceNotThereBefore,
    Rule::PresenceNotYetInForce,
    Rule::PresenceFaceUpBeforeItsEffect,
    Rule::TimingMissed,
    Rule::AnswersLinkBefore,
    Rule::AnswersOneChainPerEvent,
    Rule::AnswersLastEventOnly,
    Rule::AnswersCostNotInItsChain,
    Rule::AnswersCardNotEffect,
    Rule::AnswersOnlyWhatTargets,
    Rule::Speed1OnlyStarts,
    Rule::SpeedEqualOrHigher,
    Rule::SetTrapsFirst,
    Rule::SetNotThisTurn,
    Rule::SetHandOnlyInOwnTurn,
    Rule::ChainUsedCardWaits,
    Rule::ChainNoResponse,
    Rule::ChainNoResponseByTheOpponent,
    Rule::LegalityConditionNotMet,
    Rule::LegalityNothingPossible,
    Rule::LegalityForbidden,
    Rule::LegalityPossibleSummon,
    Rule::CostUnpayable,
    Rule::CostOfAnAttack,
    Rule::TargetNone,
    Rule::LimitSpent,
    Rule::LimitOnlyOneControlled,
    Rule::LimitSoManyTimes,
    Rule::HandOneSelfSummonPerChain,
    Rule::ChartOpenOnly,
    Rule::ChartNoWindowBeforeTheDraw,
    Rule::ChartNoActivationAtThatTime,
    Rule::ChartOpponentCannotAnswer,
    Rule::PriorityIgnitionOpenOnly,
    Rule::PriorityIgnitionAfterSummon,
    Rule::PriorityIgnitionWithTheNextChance,
    Rule::SummonOneNormalSummon,
    Rule::PendulumBetweenTheScales,
    Rule::PendulumOncePerTurn,
    Rule::ZoneFromTheExtraDeck,
    Rule::SummonOnlyNegatorsStart,
    Rule::SummonOnlyLink1Negates,
    Rule::SummonNotProperlySummoned,
    Rule::SummonLinkInAttackPosition,
    Rule::PhaseEffectsOneByOne,
    Rule::ReplayAttackerGone,
    Rule::ReplayCannotAttackAnyMore,
    Rule::ReplayMustAttack,
    Rule::ReplayMustBeAttacked,
    Rule::ReplaySeveralAttacks,
    Rule::ReplayInARow,
    Rule::DamageStepAdmission,
    Rule::DamageStepNoFaceUpTraps,
    Rule::DamageStepCalculationWindow,
    Rule::DamageStepDoomed,
];

/// So many numbers have a bit for every rule.
const NUMBERS: usize = Rule::ALL.len().div_ceil(64);

/// A set of rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RuleSet([u64; NUMBERS]);

impl RuleSet {
    /// Adds a rule.
    pub fn insert(&mut self, rule: Rule) {
        let index = rule as usize;
        self.0[index / 64] |= 1 << (index % 64);
    }

    /// Whether the rule is in the set.
    #[must_use]
    pub fn contains(self, rule: Rule) -> bool {
        let index = rule as usize;
        self.0[index / 64] & (1 << (index % 64)) != 0
    }

    /// The rules, in the order of the catalogue.
    pub fn iter(self) -> impl Iterator<Item = Rule> {
        Rule::ALL.iter().copied().filter(move |&rule| self.contains(rule))
    }
}

/// A set of rules that grows while things are only looked at, from several threads too.
#[derive(Debug, Default)]
pub(crate) struct RuleNotes([AtomicU64; NUMBERS]);

impl RuleNotes {
    /// Adds a rule.
    pub(crate) fn insert(&self, rule: Rule) {
        let (notes, bit) = (&self.0[rule as usize / 64], 1 << (rule as usize % 64));
        if notes.load(Ordering::Relaxed) & bit == 0 {
            notes.fetch_or(bit, Ordering::Relaxed);
        }
    }

    /// What was noted so far.
    pub(crate) fn set(&self) -> RuleSet {
        RuleSet(self.0.each_ref().map(|notes| notes.load(Ordering::Relaxed)))
    }
}

impl Clone for RuleNotes {
    fn clone(&self) -> Self {
        Self(self.set().0.map(AtomicU64::new))
    }
}

impl PartialEq for RuleNotes {
    fn eq(&self, other: &Self) -> bool {
        self.set() == other.set()
    }
}

impl Eq for RuleNotes {}

/// Why something is not possible: the rule that forbids it, and what that rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The rule that forbids it.
    pub rule: Rule,
    /// Further rules it rests on, as "no target" may rest on "not properly Summoned".
    pub rests_on: Vec<Rule>,
}

impl Refusal {
    /// A refusal by one rule.
    pub(crate) fn by(rule: Rule) -> Self {
        Self { rule, rests_on: Vec::new() }
    }

    /// The same refusal, resting on further rules.
    pub(crate) fn resting_on(mut self, rules: impl IntoIterator<Item = Rule>) -> Self {
        for rule in rules {
            if rule != self.rule && !self.rests_on.contains(&rule) {
                self.rests_on.push(rule);
            }
        }
        self
    }

    /// Whether the rule is among the reasons.
    #[must_use]
    pub fn names(&self, rule: Rule) -> bool {
        self.rule == rule || self.rests_on.contains(&rule)
    }
}
