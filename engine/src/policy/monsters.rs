//! Axes about Summons and battles.

use crate::catalogue::Rule;
use crate::state::Zone;

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

impl Gate {
    /// Where a monster is while its Summon is attempted.
    pub(crate) fn zone_of_an_attempt(self) -> Zone {
        if self == Self::OnFieldAlready { Zone::Monster } else { Zone::Limbo }
    }

    /// Whether an effect may start a chain at the attempt: if it negates Summons.
    pub(crate) fn may_start(self, negates_summons: bool) -> bool {
        negates_summons || self == Self::AnyStart
    }

    /// Whether another chain may follow one that did not negate it.
    pub(crate) fn takes_many_chains(self) -> bool {
        self == Self::ManyChains
    }

    /// Whether a Summon right after a link can be negated: after Chain Link 1.
    pub(crate) fn opens_after(self, link: u16) -> bool {
        link == 1 || self == Self::AfterAnyLink
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

impl Payment {
    /// Whether they leave in the moment of the Summon.
    pub(crate) fn is_one_with_the_summon(self) -> bool {
        self == Self::WithTheSummon
    }
}

axis! {
    /// How many Tributes a monster needs.
    Tributes {
        AsItSays = "as it says",
        /// Wrong: as its Level says, whatever its text does.
        ByLevel = "by level",
        /// Wrong: where Tributes can be left out, they are.
        AsFewAsPossible = "as few as possible",
        /// Wrong: who can Normal Summon a monster without Tributes can Set it without them.
        SetLikeSummoned = "set like summoned",
    }
}

impl Tributes {
    /// The number needed, by its Level and by what is said of it.
    pub(crate) fn needed(self, by_level: usize, said: Option<usize>) -> usize {
        said.filter(|_| self != Self::ByLevel).unwrap_or(by_level)
    }

    /// The numbers its player may take: those there were, or one more.
    pub(crate) fn either(self, mut counts: Vec<usize>, other: usize) -> Vec<usize> {
        match self {
            Self::ByLevel => {}
            Self::AsFewAsPossible => counts = vec![other],
            Self::AsItSays | Self::SetLikeSummoned => counts.push(other),
        }
        counts
    }

    /// Whether what is said of Normal Summons is not said of Setting.
    pub(crate) fn tell_summon_and_set_apart(self) -> bool {
        self != Self::SetLikeSummoned
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

impl FailedSummon {
    /// Whether the triggers of its Tributes are lost.
    pub(crate) fn loses_triggers(self) -> bool {
        self == Self::TriggersLost
    }

    /// Whether it counts as a Summon of this turn.
    pub(crate) fn counts(self) -> bool {
        self == Self::Counts
    }
}

axis! {
    /// What a Flip Summon is.
    FlipSummon {
        OneEvent = "one event",
        /// Wrong: the monster is turned up, and Summoned after that.
        TwoEvents = "two events",
        /// Wrong: it is face-down until the Summon has succeeded.
        FaceDownUntilThen = "face-down until then",
    }
}

impl FlipSummon {
    /// Whether the monster lies face-up while its Summon can be negated.
    pub(crate) fn is_face_up_at_the_attempt(self) -> bool {
        self != Self::FaceDownUntilThen
    }

    /// Whether the monster is turned up first, and Summoned after that.
    pub(crate) fn is_two_events(self) -> bool {
        self == Self::TwoEvents
    }
}

axis! {
    /// What the materials of an Xyz Monster are, and which monsters can be materials.
    Materials {
        Apart = "apart",
        /// Wrong: they lie on the field, and go from there to the GY.
        OnTheField = "on the field",
        /// Wrong: they are materials as soon as the Summon is attempted.
        AtOnce = "at once",
        /// Wrong: a monster that becomes one leaves the field.
        LeaveTheField = "leave the field",
        /// Wrong: they go where their monster goes.
        GoWithTheMonster = "go with the monster",
        /// Wrong: to detach one is not to send it to the GY.
        NotSent = "not sent",
        /// Wrong: a face-down monster cannot be a Fusion Material.
        FaceUpOnly = "face-up only",
    }
}

impl Materials {
    /// Whether only face-up monsters on the field can be Fusion Materials.
    pub(crate) fn lie_face_up_only(self) -> bool {
        self == Self::FaceUpOnly
    }

    /// From where one goes that leaves its monster, detached or not.
    pub(crate) fn leave(self, detached: bool) -> Zone {
        match self {
            Self::OnTheField => Zone::Monster,
            // What comes from the GY is not sent there.
            Self::NotSent if detached => Zone::Gy,
            _ => Zone::Material,
        }
    }

    /// Whether cards are materials as soon as the Summon is attempted.
    pub(crate) fn are_so_at_once(self) -> bool {
        self == Self::AtOnce
    }

    /// Whether a monster that becomes one leaves the field.
    pub(crate) fn count_as_leaving(self) -> bool {
        self == Self::LeaveTheField
    }

    /// Where they go whose monster is in this place now: to the GY.
    pub(crate) fn go_to(self, monster: Zone) -> Zone {
        match monster {
            Zone::Banished if self == Self::GoWithTheMonster => Zone::Banished,
            Zone::Hand | Zone::Deck | Zone::ExtraDeck if self == Self::GoWithTheMonster => Zone::Deck,
            _ => Zone::Gy,
        }
    }
}

axis! {
    /// A Summon "immediately after this effect resolves".
    AfterEffects {
        Later = "later",
        /// Wrong: it is part of the effect.
        OneWithTheEffect = "one with the effect",
    }
}

impl AfterEffects {
    /// Whether it is part of the effect.
    pub(crate) fn is_one_with_the_effect(self) -> bool {
        self == Self::OneWithTheEffect
    }
}

axis! {
    /// When cards are looked at that are destroyed as long as something holds.
    Lapses {
        AtOnce = "at once",
        /// Wrong: not while a Summon is performed.
        AfterTheSummon = "after the summon",
    }
}

impl Lapses {
    /// Whether they are looked at while a Summon is performed.
    pub(crate) fn are_seen_in_a_summon(self) -> bool {
        self == Self::AtOnce
    }
}

axis! {
    /// Whether a Continuous Trap's effect may be used in the chain in which it was flipped.
    FreshTrap {
        Usable = "usable",
        NextChain = "next chain",
    }
}

impl FreshTrap {
    /// Whether it may.
    pub(crate) fn is_usable(self) -> bool {
        self == Self::Usable
    }
}

axis! {
    /// How many chains each part of the Damage Step takes.
    DamageChains {
        Many = "many",
        One = "one",
    }
}

impl DamageChains {
    /// Whether another chain may start after one.
    pub(crate) fn may_be_many(self) -> bool {
        self == Self::Many
    }

    /// The rule of the format.
    pub(crate) fn rule(self) -> Rule {
        match self {
            Self::Many => Rule::DamageStepAnyNumberOfChains,
            Self::One => Rule::DamageStepOneChainPerSubStep,
        }
    }
}

axis! {
    /// Whether effects of face-up Traps may be activated in the Damage Step.
    FaceUpTraps {
        Admitted = "admitted",
        NotAdmitted = "not admitted",
    }
}

impl FaceUpTraps {
    /// Whether they may.
    pub(crate) fn are_admitted(self) -> bool {
        self == Self::Admitted
    }
}

axis! {
    /// What an attacker may do when the defender's side has changed.
    Replay {
        ChooseAgain = "choose again",
        /// The attack is taken back: it may be declared anew, at once or later.
        StartOver = "start over",
        /// Wrong: the new target is declared like a new attack.
        NewDeclaration = "new declaration",
        /// Wrong: only the number of monsters counts.
        ByCount = "by count",
        /// Wrong: also when the target was turned face-down.
        FaceDownToo = "face-down too",
    }
}

impl Replay {
    /// Whether the defender's side has changed: a monster came or left, even if as many are there now.
    pub(crate) fn has_changed(self, moved: bool, as_many: bool, turned_down: impl FnOnce() -> bool) -> bool {
        match self {
            Self::ByCount => !as_many,
            Self::FaceDownToo if turned_down() => true,
            _ => moved,
        }
    }

    /// Whether it is a replay, too, if the opponent can be attacked directly only now.
    pub(crate) fn follows_a_chance_to_attack_directly(self) -> bool {
        self == Self::StartOver
    }

    /// Whether an attack that is stopped may be made later.
    pub(crate) fn keeps_the_attack(self) -> bool {
        self == Self::StartOver
    }

    /// Whether the new target is declared like a new attack.
    pub(crate) fn is_a_declaration(self) -> bool {
        matches!(self, Self::StartOver | Self::NewDeclaration)
    }
}

axis! {
    /// What can be attacked.
    Attacks {
        AsTheyCan = "as they can",
        /// Wrong: whoever controls a monster cannot be attacked directly, even if it cannot be attacked.
        StoppedByAnyMonster = "stopped by any monster",
        /// Wrong: what was declared is carried out, even if it could not be declared any more.
        AsDeclared = "as declared",
        /// Wrong: a monster to which an effect leads the attack was chosen as its target.
        ChosenAnew = "chosen anew",
        /// Wrong: a monster whose attack was negated has attacked and battled.
        TakePlaceThoughNegated = "take place though negated",
        /// Wrong: an attack that was negated was never declared.
        UndeclaredIfNegated = "undeclared if negated",
        /// Wrong: two effects that negate the next attack negate two of them.
        NegatedOneByOne = "negated one by one",
        /// Wrong: of several monsters that must be attacked the attacking player picks one.
        TheAttackerPicks = "the attacker picks",
        /// Wrong: a further attack goes on although its monster may not make it any more.
        GoOnWithoutLeave = "go on without leave",
        /// Wrong: a monster that cannot be attacked need not be attacked, whatever says that it must.
        CannotComesFirst = "cannot comes first",
        /// Wrong: an attack in a row may still be made after another monster has attacked.
        InARowOrLater = "in a row or later",
    }
}

impl Attacks {
    /// Whether a further attack goes on although its monster may not make it any more.
    pub(crate) fn go_on_without_leave(self) -> bool {
        self == Self::GoOnWithoutLeave
    }

    /// Whether an attack in a row may be made after another monster has attacked.
    pub(crate) fn may_be_interrupted(self) -> bool {
        self == Self::InARowOrLater
    }

    /// Whether a monster that must be attacked is, although it cannot be attacked.
    pub(crate) fn must_comes_before_cannot(self) -> bool {
        self != Self::CannotComesFirst
    }

    /// Whether the attacking player picks which of several monsters that must be attacked is.
    pub(crate) fn are_led_by_the_attacker(self) -> bool {
        self == Self::TheAttackerPicks
    }

    /// Whether a monster is in the way of a direct attack: not if it cannot be attacked.
    pub(crate) fn are_stopped_by(self, passed_over: bool) -> bool {
        !passed_over || self == Self::StoppedByAnyMonster
    }

    /// Whether a monster to which an effect leads an attack was chosen as its target.
    pub(crate) fn choose_what_they_are_led_to(self) -> bool {
        self == Self::ChosenAnew
    }

    /// Whether a negated attack is one that took place.
    pub(crate) fn take_place_though_negated(self) -> bool {
        self == Self::TakePlaceThoughNegated
    }

    /// Whether a negated attack was declared.
    pub(crate) fn were_declared_though_negated(self) -> bool {
        self != Self::UndeclaredIfNegated
    }

    /// Whether each effect that negates the next attack negates another one.
    pub(crate) fn are_negated_one_by_one(self) -> bool {
        self == Self::NegatedOneByOne
    }

    /// Whether what was declared must still be possible.
    pub(crate) fn must_stay_possible(self) -> bool {
        self != Self::AsDeclared
    }
}

axis! {
    /// What becomes of two monsters with 0 ATK that battle.
    ZeroAtk {
        NeitherDestroyed = "neither destroyed",
        BothDestroyed = "both destroyed",
    }
}

impl ZeroAtk {
    /// Whether both are destroyed.
    pub(crate) fn destroys(self) -> bool {
        self == Self::BothDestroyed
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
        /// Wrong: damage calculation comes also if there is nothing left to battle.
        CalculationAnyway = "calculation anyway",
        /// Wrong: damage that an effect has calculated waits for the windows before it.
        BeforeAnyCalculation = "before any calculation",
    }
}

impl BattleWindows {
    /// Whether flip effects wait until after damage calculation.
    pub(crate) fn keep_flip_effects_waiting(self) -> bool {
        self != Self::FlipAtOnce
    }

    /// Whether there is a damage calculation, with both monsters there to battle or not: only if they are.
    pub(crate) fn have_a_calculation(self, able_to_battle: bool) -> bool {
        able_to_battle || self == Self::CalculationAnyway
    }

    /// Whether they come even if an effect has damage calculated.
    pub(crate) fn come_before_any_calculation(self) -> bool {
        self == Self::BeforeAnyCalculation
    }

    /// Whether damage and destruction share a window.
    pub(crate) fn are_merged(self) -> bool {
        self == Self::Merged
    }
}

axis! {
    /// How many Normal Summons effects allow in addition to that of the turn.
    Additional {
        OneInAll = "one in all",
        /// Wrong: one for each effect.
        AddUp = "add up",
        /// Wrong: what says how many there are in a turn adds up, too.
        SoManyAddUp = "so many in a turn add up",
    }
}

impl Additional {
    /// How many Normal Summons there are in a turn, if effects say so many: the most that one of them says.
    pub(crate) fn in_a_turn(self, said: &[u8]) -> u8 {
        said.iter().fold(1, |so_far, &count| self.with_another(so_far, count))
    }

    /// The same, if one more effect says so many.
    pub(crate) fn with_another(self, so_far: u8, count: u8) -> u8 {
        match self {
            Self::SoManyAddUp => so_far.saturating_add(count.saturating_sub(1)),
            _ => so_far.max(count),
        }
    }

    /// Whether each effect allows one of its own.
    pub(crate) fn adds_up(self) -> bool {
        self == Self::AddUp
    }
}

axis! {
    /// Which Level of a monster counts.
    Levels {
        AsChanged = "as changed",
        /// Wrong: the printed one.
        AsPrinted = "as printed",
        /// Wrong: what changed a Level in the hand ends when the monster leaves it.
        EndWithTheHand = "end with the hand",
        /// Wrong: a monster that counts as another Level as a material counts as what it last became.
        LastChange = "the last change for materials",
    }
}

impl Levels {
    /// The Level of a monster, given the printed one and what became of it.
    pub(crate) fn are(self, printed: i32, changed: i32) -> i32 {
        if self == Self::AsPrinted { printed } else { changed }
    }

    /// Whether what changed a Level in the hand ends there.
    pub(crate) fn end_with_the_hand(self) -> bool {
        self == Self::EndWithTheHand
    }

    /// The Level a material counts as, given what is said of it, its Level, and whether that was changed.
    pub(crate) fn of_a_material(self, said: i32, level: i32, changed: bool) -> i32 {
        if changed && self == Self::LastChange { level } else { said }
    }
}

axis! {
    /// What becomes of an ATK or DEF that an effect has set, with what applied to it before.
    FixedValues {
        Hold = "hold",
        /// Wrong: continuous effects are added to it once more.
        ChangedAgain = "changed once more",
    }
}

impl FixedValues {
    /// Whether what applied before is in the value already.
    pub(crate) fn hold(self) -> bool {
        self == Self::Hold
    }
}

axis! {
    /// How a change of the original ATK or DEF works.
    Originals {
        ComeFirst = "come first",
        /// Wrong: like any other change, in the order in which they were made.
        LikeOthers = "like any other change",
    }
}

impl Originals {
    /// Whether other changes are worked out from the changed original value.
    pub(crate) fn come_first(self) -> bool {
        self == Self::ComeFirst
    }
}

axis! {
    /// What a card that lies face-down counts as, for its player and once it has left.
    Faces {
        Seen = "seen",
        /// Wrong: as nothing, as it lay.
        AsItLay = "as it lay",
        /// Wrong: it is nothing while it lies there either, for the player to whom it belongs.
        Unknown = "unknown to its player",
    }
}

impl Faces {
    /// Whether it counts as what it is.
    pub(crate) fn are_seen_on_leaving(self) -> bool {
        self != Self::AsItLay
    }

    /// Whether its player may choose it as what it is.
    pub(crate) fn are_known_to_their_player(self) -> bool {
        self != Self::Unknown
    }
}

axis! {
    /// By which name a ban knows a card.
    Names {
        WhereItIs = "where it is",
        /// Wrong: by the printed one.
        Printed = "as printed",
        /// Wrong: a card is only what is printed on it, whatever it is treated as.
        NeverTreated = "never treated as",
        /// Wrong: a card keeps its own series under another name.
        OwnSeries = "own series",
        /// Wrong: what applies to a group of cards applies to what is printed on them.
        GroupsAsPrinted = "groups as printed",
    }
}

impl Names {
    /// Whether a ban is about a card, given what it says of the printed card and of the card as it is.
    pub(crate) fn decide(self, printed: bool, as_it_is: bool) -> bool {
        if self == Self::Printed { printed } else { as_it_is }
    }

    /// Whether a card is of a series, given whether it is by what is printed and by the name that it has.
    pub(crate) fn bring_their_series(self, printed: bool, so: bool) -> bool {
        if self == Self::OwnSeries { printed } else { so }
    }

    /// Whether an effect applies to cards by what is printed on them.
    pub(crate) fn apply_to_what_is_printed(self) -> bool {
        self == Self::GroupsAsPrinted
    }

    /// Whether cards are what they are treated as.
    pub(crate) fn treat_cards(self) -> bool {
        self != Self::NeverTreated
    }
}

axis! {
    /// What is peculiar to Pendulum Monsters.
    Pendulums {
        AsTheyAre = "as they are",
        /// Wrong: in a Pendulum Zone they still are monsters.
        MonstersInTheirZones = "monsters in their zones",
        /// Wrong: without its effects a card has no scale.
        NoScaleWhenNegated = "no scale when negated",
        /// Wrong: from the field they are sent to the GY.
        SentToTheGy = "sent to the gy",
        /// Wrong: what negates the Summon of one of them negates that of all.
        NegatedTogether = "negated together",
        /// Wrong: what waits for some monsters is not met if others are Summoned with them.
        AllMustFit = "all must fit",
    }
}

impl Pendulums {
    /// Whether they are monsters in a Pendulum Zone.
    pub(crate) fn are_monsters_in_their_zones(self) -> bool {
        self == Self::MonstersInTheirZones
    }

    /// Whether they have no scale while their effects are negated.
    pub(crate) fn lose_their_scales(self) -> bool {
        self == Self::NoScaleWhenNegated
    }

    /// Whether they go from the field to the GY.
    pub(crate) fn go_to_the_gy(self) -> bool {
        self == Self::SentToTheGy
    }

    /// Whether the Summon of all is negated with that of one.
    pub(crate) fn are_negated_together(self) -> bool {
        self == Self::NegatedTogether
    }

    /// Whether all that are Summoned together must be what is waited for.
    pub(crate) fn must_all_fit(self) -> bool {
        self == Self::AllMustFit
    }
}

axis! {
    /// Whose an effect is that a card gives to another one.
    GivenEffects {
        TheirOwn = "their own",
        /// Wrong: it stays an effect of the card that gives it.
        TheGivers = "the giver's",
        /// Wrong: the same effect, given by two cards, is had once.
        HadOnce = "had once",
    }
}

impl GivenEffects {
    /// Whether who was given an effect does not have it.
    pub(crate) fn stay_with_the_giver(self) -> bool {
        self == Self::TheGivers
    }

    /// Whether the same effect from two cards is one.
    pub(crate) fn are_had_once(self) -> bool {
        self == Self::HadOnce
    }
}

axis! {
    /// What is known of the Summon of a monster that was turned face-down since.
    PastSummons {
        TheKind = "the kind",
        /// Wrong: nothing.
        Forgotten = "forgotten",
        /// Wrong: also from where it was Summoned.
        WithThePlace = "with the place",
    }
}

impl PastSummons {
    /// Whether it is known at all.
    pub(crate) fn are_known_face_down(self) -> bool {
        self != Self::Forgotten
    }

    /// Whether it is known from where.
    pub(crate) fn are_known_with_the_place(self) -> bool {
        self == Self::WithThePlace
    }
}

axis! {
    /// When Gemini monsters have their effects.
    Geminis {
        NormalAtFirst = "normal at first",
        /// Wrong: they are Effect Monsters as soon as they are Summoned.
        EffectsAtOnce = "effects at once",
        /// Wrong: nothing but another Summon makes them Effect Monsters.
        OnlyBySummons = "only by summons",
        /// Wrong: they are Normal Monsters also while their effects are negated.
        NormalThoughNegated = "normal though negated",
        /// Wrong: they are Normal Monsters for the rest of the effect that turned them face-up, too.
        NormalAtOnce = "normal at once",
    }
}

impl Geminis {
    /// Whether no effect can make them what another Summon makes them.
    pub(crate) fn need_a_summon(self) -> bool {
        self == Self::OnlyBySummons
    }

    /// Whether they have their effects before they are Gemini Summoned.
    pub(crate) fn have_their_effects(self) -> bool {
        self == Self::EffectsAtOnce
    }

    /// Whether they stay Normal Monsters while their effects are negated.
    pub(crate) fn are_normal_though_negated(self) -> bool {
        self == Self::NormalThoughNegated
    }

    /// Whether they are Normal Monsters for the effect that turned them face-up.
    pub(crate) fn are_normal_at_once(self) -> bool {
        self == Self::NormalAtOnce
    }
}
