//! What an effect changes for as long as it applies.

use std::sync::Arc;

use super::{
    Amount, Attribute, BattlePosition, Cause, Doer, During, EffectDef, Group, How, Later, Measure, MonsterIs, Once,
    OrDeclared, Part, Race, Step, Who, Word,
};
use crate::vocabulary::words;

/// Cards a modifier applies to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Affected {
    /// Known cards.
    Word(Word),
    /// Whatever belongs to a group at the time.
    Group(Box<Group>),
}

words! {
    /// What may not be done to a card.
    CannotBe {
        /// They cannot be Normal Summoned or Set.
        NormalSummoned = "normal summoned",
        /// They cannot be Normal Summoned, but can be Set.
        NormalSummonedFaceUp = "normal summoned face-up",
        /// They cannot be Set as the Normal Summon of the turn, but can be Normal Summoned.
        NormalSet = "normal set",
        /// They cannot be Special Summoned.
        SpecialSummoned = "special summoned",
        /// They cannot be Special Summoned before they were Summoned in a way that is allowed: "must first be …".
        FirstSpecialSummoned = "first special summoned",
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
        /// They cannot be tributed for a Tribute Summon or Set.
        TributedForASummon = "tributed for a tribute summon",
        /// They cannot be banished.
        Banished = "banished",
        /// They cannot be returned to the hand.
        ReturnedToHand = "returned to hand",
        /// They cannot be returned to the Deck.
        ReturnedToDeck = "returned to deck",
        /// They cannot return to the field after they were banished for a time: they are sent to the GY then.
        ReturnedToField = "returned to field",
        /// They cannot be sent to the GY otherwise than by being destroyed.
        SentToGy = "sent to gy",
        /// They cannot be turned face-down.
        TurnedFaceDown = "turned face-down",
        /// Control of them cannot change.
        TakenControlOf = "taken control of",
        /// Their effects cannot be negated, be it on the field or as a link of a chain.
        EffectNegated = "effect negated",
        /// Their effects that are activated cannot be negated when they resolve; those that only apply can be.
        ActivatedEffectNegated = "activated effect negated",
        /// Their activation, and that of their effects, cannot be negated.
        ActivationNegated = "activation negated",
        /// Their Summon cannot be negated.
        SummonNegated = "summon negated",
        /// They cannot be used as Fusion, Synchro, Xyz or Link Material. Here and in the next four, `by` is a group of monsters:
        /// for the Summon of these, and `not by` but for that of these.
        UsedAsMaterial = "used as material",
        /// They cannot be used as Fusion Material.
        UsedAsFusionMaterial = "used as fusion material",
        /// They cannot be used as Synchro Material.
        UsedAsSynchroMaterial = "used as synchro material",
        /// They cannot be used as Xyz Material.
        UsedAsXyzMaterial = "used as xyz material",
        /// They cannot be used as Link Material.
        UsedAsLinkMaterial = "used as link material",
        /// They cannot be attacked. A monster of which this is said as such, and not of a player, is passed over: with no other
        /// one beside it the opponent may attack directly.
        Attacked = "attacked",
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
        /// They cannot Special Summon two or more monsters at the same time; one they can.
        SpecialSummonSeveral = "special summon several at once",
        /// They cannot Fusion Summon; a Fusion Monster may come otherwise. Likewise the next four.
        FusionSummon = "fusion summon",
        /// They cannot Synchro Summon.
        SynchroSummon = "synchro summon",
        /// They cannot Xyz Summon.
        XyzSummon = "xyz summon",
        /// They cannot Link Summon.
        LinkSummon = "link summon",
        /// They cannot Ritual Summon.
        RitualSummon = "ritual summon",
        /// They cannot Set cards, neither as an action of the turn nor by an effect.
        Set = "set",
        /// They cannot Set monsters, as an action of the turn.
        SetMonsters = "set monsters",
        /// They cannot Set Spells and Traps, by hand or by an effect; to turn a Trap that is a monster face-down is to Set it.
        SetSpellsAndTraps = "set spells and traps",
        /// They cannot Pendulum Summon.
        PendulumSummon = "pendulum summon",
        /// They cannot enter the Battle Phase.
        EnterBattlePhase = "enter battle phase",
        /// They cannot attack: they declare none, and an attack that is under way ends.
        Attack = "attack",
        /// They cannot declare attacks; one that was declared goes on.
        DeclareAttacks = "declare attacks",
        /// They cannot attack directly.
        AttackDirectly = "attack directly",
        /// They cannot change battle positions, as an action of the turn.
        ChangePosition = "change position",
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
        /// They cannot send cards from the Deck to the GY.
        SendFromDeckToGy = "send from deck to gy",
        /// They cannot draw.
        Draw = "draw",
    }
}

/// What something holds against: everything, or the effects of which all of this is true.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Against {
    /// By what.
    pub by: Option<Doer>,
    /// By what not.
    pub not_by: Option<Doer>,
    /// Only effects that are activated.
    pub activated: bool,
    /// Only effects that target the card, or only those that do not.
    pub targeting: Option<bool>,
    /// Of Special Summons: not those of these kinds.
    pub except_how: Vec<How>,
}

/// A change that holds for a time: while a card applies, or until something ends it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Modifier {
    /// The effects of these cards are negated.
    Negated(Affected),
    /// Effects that were activated so are negated when they resolve.
    NegatesEffects(Cause),
    /// These cards cannot be …, by anything or by some things; with a player, only that player cannot do it to them.
    CannotBe(Option<Who>, Affected, CannotBe, Against),
    /// These cards are unaffected by some effects.
    Unaffected(Affected, Against),
    /// No effect does anything to these cards, whatever it targets.
    OutOfReach(Affected),
    /// These players cannot …, with exceptions.
    CannotDo(Who, CannotDo, Exempt),
    /// These players can do something only so many times in a turn.
    AtMost(AtMost),
    /// These monsters cannot …; with a player, only while that player controls them.
    CannotAct(Option<Who>, Affected, CannotDo),
    /// These monsters attack if they can.
    MustAttack(Affected),
    /// Monsters of the opponent, or these, can attack no others than these.
    MustBeAttacked(Affected, Option<Box<Group>>),
    /// These monsters may attack several times in a Battle Phase.
    Attacks(Affected, Attacks),
    /// These monsters may attack directly although there are monsters to attack.
    MayAttackDirectly(Affected),
    /// These monsters may attack in face-up Defense Position, and with which value they do.
    AttacksInDefense(Affected, Measure),
    /// These monsters are kept in a battle position while they are face-up.
    Position(Affected, BattlePosition),
    /// The player of the effect controls these monsters.
    Control(Affected),
    /// These cards are destroyed as soon as it applies.
    Destroyed(Affected),
    /// These cards are sent to the GY as soon as it applies.
    SentToGy(Affected),
    /// These Gemini monsters are Effect Monsters, as if they had been Summoned once more.
    GeminiSummoned(Affected),
    /// So many counters at most, of a kind or of all together, lie on these cards.
    MostCounters(Affected, u8, Option<String>),
    /// Their ATK changes.
    Atk(Affected, Change),
    /// Their DEF changes.
    Def(Affected, Change),
    /// Their Level changes, on the field and in the hand.
    Level(Affected, Change),
    /// Their Level is another one as a material.
    MaterialLevel(MaterialLevel),
    /// Their Pendulum Scale changes.
    Scale(Affected, Change),
    /// The player pays no LP, or discards nothing, for the activation of cards of a group.
    NoCost(Who, Vec<Spared>, Box<Group>),
    /// Their Type becomes another one.
    Type(Affected, OrDeclared<Race>),
    /// Their Attribute becomes another one.
    Attribute(Affected, OrDeclared<Attribute>),
    /// They are treated as having another name, as of a series, or as being or not being something.
    TreatedAs(Affected, Treated),
    /// They have this effect, too.
    Gains(Affected, Arc<EffectDef>),
    /// They have the effects printed on a card, too, or instead of their own.
    Copies(Affected, Copied),
    /// Cards in these players' hands are known to both.
    Revealed(Affected),
    /// The player of the effect may tribute these cards although they are no monsters of theirs, for any monster or for these.
    MayTribute(Affected, Option<Affected>),
    /// These monsters may be Normal Summoned in addition to the Normal Summon of the turn, one in a turn.
    AdditionalNormalSummon(Affected),
    /// A player can conduct so many Normal Summons and Sets in a turn, instead of one.
    NormalSummons(Who, u8),
    /// Only one face-up card of this name, or of a group, can be on the field, or be controlled by its player.
    OnlyOne(Affected),
    /// They inflict piercing battle damage.
    Piercing(Affected),
    /// Instead of going where they would, these cards go elsewhere.
    Instead(Affected, Instead),
    /// Instead of being destroyed, these cards stay, and something else is done.
    Replaced(Affected, Replacement),
    /// The player takes no battle damage.
    NoBattleDamage(Who),
    /// Battle damage to the player is halved, once however many such effects apply.
    HalfBattleDamage(Who),
    /// The player takes no damage at all.
    NoDamage(Who),
    /// These cards may be activated although they usually could not be yet.
    MayActivate(Affected, Even),
    /// The player wins the duel.
    Wins(Who),
    /// Each time it happens, these parts are done, without a chain.
    Whenever(Cause, Vec<Part>, React),
    /// In each such phase this is done, without a chain.
    InEachPhase(During, Arc<Later>),
    /// Life points of the player change otherwise than they would.
    LifePoints(Who, LpChange, Becomes),
    /// The number of Tributes for the Normal Summon or Set of these monsters.
    Tributes(Affected, TributesTaken),
    /// These monsters may count as so many Tributes, for any monster or for these.
    CountsAsTributes(Affected, u8, Option<Affected>),
    /// These monsters may take the place of one Fusion Material that is named, for any Fusion Monster or for these.
    Substitutes(Affected, Option<Box<Group>>),
    /// What is paid for declaring an attack with these monsters.
    AttackCost(Affected, Vec<Step>),
    /// When it happens, and is the last thing that happened, nothing can be activated.
    Unanswered(Cause),
    /// The same for the opponent of who did it, who cannot activate anything in the chain that answers it either.
    UnansweredByOpponent(Cause),
}

/// What cards are treated as.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Treated {
    /// Having this name, and no other.
    pub name: Option<NameSaid>,
    /// Belonging to these series besides their own.
    pub series: Vec<String>,
    /// Being this besides what they are.
    pub is: Vec<MonsterIs>,
    /// Not being this.
    pub is_not: Vec<MonsterIs>,
}

/// The effects of another card, and whether they replace one's own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Copied {
    /// Whose effects: a name stands for what is printed on cards of that name.
    pub of: NameSaid,
    /// Its own effects are gone for that time.
    pub instead: bool,
}

/// A name, or whose it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NameSaid {
    /// This name.
    Just(String),
    /// The name that a known card has.
    Of(Word),
}

/// How many Tributes a monster takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TributesTaken {
    /// So many.
    pub count: u8,
    /// Its player may also take as many as its Level asks for.
    pub optional: bool,
    /// Only if it is Normal Summoned, not if it is Set.
    pub summon_only: bool,
}

/// How often monsters may attack in a Battle Phase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attacks {
    /// So many times in all.
    pub times: Amount,
    /// Each monster once, instead of a number.
    pub each_monster: bool,
    /// After the first attack only monsters, not directly.
    pub monsters_only: bool,
    /// Once more than they have attacked when it comes to apply.
    pub again: bool,
    /// Only as long as no other monster has attacked in between.
    pub in_a_row: bool,
}

/// What a restriction does not concern.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exempt {
    /// Cards of this group.
    pub cards: Option<Box<Group>>,
    /// Summons of these kinds.
    pub how: Vec<How>,
    /// What the very effect does that brought the restriction.
    pub this_effect: bool,
}

/// Something that can be done only so many times in a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AtMost {
    /// By whom.
    pub who: Who,
    /// What.
    pub doing: CannotDo,
    /// With which cards. `this card` means every card of its name, wherever it is, and whoever does it with one.
    pub what: Option<Affected>,
    /// How many times.
    pub times: u8,
    /// What counts.
    pub counting: Counting,
}

words! {
    /// What counts where something can be done only so many times in a turn.
    Counting {
        /// Everything that was done this turn, before it applied, too.
        TheWholeTurn = "the whole turn",
        /// Only what was done while it applied: the Summon of its own card does not count.
        WhileItApplies = "while it applies",
    }
}

/// A Level that monsters have as materials only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MaterialLevel {
    /// Which monsters.
    pub what: Affected,
    /// What their Level is then.
    pub change: Change,
    /// For which kinds of Summons.
    pub how: Vec<How>,
    /// Their player may also take the Level they have.
    pub optional: bool,
}

words! {
    /// When an effect without a chain reacts to an activation, or to being targeted.
    React {
        /// When that link has resolved; not at all if its activation was negated.
        AfterTheLink = "after the link",
        /// Right after the activation, before anyone may respond.
        AtOnce = "at once",
    }
}

words! {
    /// When a card may be activated although it usually could not be yet.
    Even {
        /// Traps and Quick-Play Spells in the turn they were Set.
        TheTurnItWasSet = "the turn it was set",
        /// Traps from the hand, and Quick-Play Spells from the hand in the opponent's turn.
        FromTheHand = "from the hand",
    }
}

words! {
    /// A change of life points.
    LpChange {
        /// Any damage.
        Damage = "damage",
        /// Battle damage.
        BattleDamage = "battle damage",
        /// Damage by an effect.
        EffectDamage = "effect damage",
        /// Life points gained.
        Gain = "gain",
    }
}

words! {
    /// What a change of life points becomes.
    Becomes {
        /// It happens to the opponent instead.
        TheOpponents = "the opponent's",
        /// As many life points are lost as damage.
        Damage = "damage",
        /// As many life points are gained.
        Gain = "gain",
        /// Half of it.
        Half = "half",
        /// Twice as much.
        Double = "double",
        /// Nothing.
        Nothing = "nothing",
    }
}

impl LpChange {
    /// Whether it is a change of this kind, or one of those it stands for.
    pub(crate) fn includes(self, other: Self) -> bool {
        let damage = matches!(other, Self::BattleDamage | Self::EffectDamage);
        self == other || (self == Self::Damage && damage)
    }
}

impl Modifier {
    /// The cards it is about, if it is about cards.
    fn affected(&self) -> Option<&Affected> {
        match self {
            Self::Negated(a)
            | Self::CannotBe(_, a, ..)
            | Self::Unaffected(a, _)
            | Self::CannotAct(_, a, _)
            | Self::MustAttack(a)
            | Self::MustBeAttacked(a, _)
            | Self::Attacks(a, _)
            | Self::OutOfReach(a)
            | Self::MayAttackDirectly(a)
            | Self::AttacksInDefense(a, _)
            | Self::Position(a, _)
            | Self::Control(a)
            | Self::Destroyed(a)
            | Self::SentToGy(a)
            | Self::GeminiSummoned(a)
            | Self::MostCounters(a, ..)
            | Self::Atk(a, _)
            | Self::Def(a, _)
            | Self::Level(a, _)
            | Self::MaterialLevel(MaterialLevel { what: a, .. })
            | Self::Attribute(a, _)
            | Self::Scale(a, _)
            | Self::Type(a, _)
            | Self::TreatedAs(a, _)
            | Self::Gains(a, _)
            | Self::Copies(a, _)
            | Self::Revealed(a)
            | Self::MayTribute(a, _)
            | Self::Piercing(a)
            | Self::AdditionalNormalSummon(a)
            | Self::Tributes(a, _)
            | Self::CountsAsTributes(a, ..)
            | Self::AttackCost(a, _)
            | Self::Replaced(a, _)
            | Self::Instead(a, _) => Some(a),
            _ => None,
        }
    }

    /// The words for known cards by which it says whom it is about.
    pub(crate) fn words(&self) -> Vec<&Word> {
        match self.affected() {
            None => Vec::new(),
            Some(Affected::Word(word)) => vec![word],
            Some(Affected::Group(group)) => {
                let equipped = group.equipped_to.iter().chain(&group.equipped_with).filter_map(|of| of.word());
                group.among.iter().chain(&group.same_name_as).chain(equipped).collect()
            }
        }
    }
}

impl Modifier {
    /// The words for the known cards it is laid on; none if it applies to whatever belongs to a group.
    pub(crate) fn laid_on(&self) -> Vec<&Word> {
        match self {
            Self::Negated(affected)
            | Self::CannotBe(_, affected, ..)
            | Self::Unaffected(affected, _)
            | Self::CannotAct(_, affected, _)
            | Self::MustAttack(affected)
            | Self::Attacks(affected, _)
            | Self::MayAttackDirectly(affected)
            | Self::AttacksInDefense(affected, _)
            | Self::Position(affected, _)
            | Self::Control(affected)
            | Self::Destroyed(affected)
            | Self::SentToGy(affected)
            | Self::GeminiSummoned(affected)
            | Self::Atk(affected, _)
            | Self::Def(affected, _)
            | Self::Level(affected, _)
            | Self::MaterialLevel(MaterialLevel { what: affected, .. })
            | Self::Attribute(affected, _)
            | Self::Type(affected, _)
            | Self::Scale(affected, _)
            | Self::TreatedAs(affected, _)
            | Self::Gains(affected, _)
            | Self::Copies(affected, _)
            | Self::Piercing(affected) => match affected {
                Affected::Word(word) => vec![word],
                Affected::Group(group) => group.among.iter().collect(),
            },
            _ => Vec::new(),
        }
    }

    /// Whether it applies to whatever belongs to a group, and names known cards at most to say which it means, as in "other monsters".
    pub(crate) fn is_said_of_others(&self) -> bool {
        matches!(self.affected(), Some(Affected::Group(_))) && self.words().is_empty()
    }

    /// Whether it says where its own card goes when it leaves the field.
    pub(crate) fn is_about_its_own_leaving(&self) -> bool {
        let leaving = |instead: &Instead| instead.of == Replaced::LeftTheField;
        matches!(self, Self::Instead(Affected::Word(Word::ThisCard), instead) if leaving(instead))
    }

    /// Whether it makes something else of the cards it is laid on than they are.
    pub(crate) fn changes_what_cards_are(&self) -> bool {
        matches!(
            self,
            Self::Atk(..)
                | Self::Def(..)
                | Self::Level(..)
                | Self::Type(..)
                | Self::Attribute(..)
                | Self::TreatedAs(..)
                | Self::Gains(..)
                | Self::Copies(..)
                | Self::GeminiSummoned(_)
        )
    }

    /// Whether it says which name, series, Type, Attribute or Level cards have, or which effects.
    pub(crate) fn says_what_cards_are(&self) -> bool {
        matches!(
            self,
            Self::Level(..)
                | Self::MaterialLevel(_)
                | Self::Scale(..)
                | Self::Type(..)
                | Self::Attribute(..)
                | Self::TreatedAs(..)
                | Self::Gains(..)
                | Self::Copies(..)
                | Self::GeminiSummoned(_)
        )
    }

    /// Whether it says what a player may not do with cards.
    pub(crate) fn binds_a_player(&self) -> bool {
        matches!(self, Self::CannotBe(Some(_), ..) | Self::MaterialLevel(MaterialLevel { optional: true, .. }))
    }

    /// Whether it does something to the cards it speaks of, so that a card may be unaffected by it. Where a card goes instead, what it
    /// costs, and what players may not do with it, is no matter of the card.
    pub(crate) fn does_something_to_its_cards(&self) -> bool {
        match self {
            Self::CannotBe(None, _, be, _) => matches!(
                be,
                CannotBe::Targeted
                    | CannotBe::Destroyed
                    | CannotBe::DestroyedByBattle
                    | CannotBe::DestroyedByCardEffects
                    | CannotBe::Banished
                    | CannotBe::ReturnedToHand
                    | CannotBe::ReturnedToDeck
                    | CannotBe::SentToGy
                    | CannotBe::TurnedFaceDown
                    | CannotBe::TakenControlOf
                    | CannotBe::EffectNegated
            ),
            // What does something else instead is not done to the card.
            Self::Replaced(_, how) => how.does.is_empty(),
            Self::Negated(_)
            | Self::Unaffected(..)
            | Self::CannotAct(..)
            | Self::MustAttack(_)
            | Self::Attacks(..)
            | Self::MayAttackDirectly(_)
            | Self::AttacksInDefense(..)
            | Self::Position(..)
            | Self::Control(_)
            | Self::Destroyed(_)
            | Self::SentToGy(_)
            | Self::Atk(..)
            | Self::Def(..)
            | Self::CountsAsTributes(..)
            | Self::Piercing(_) => true,
            _ => self.says_what_cards_are(),
        }
    }
}

impl CannotBe {
    /// Whether it is something that players do with their cards, by no effect of another card.
    #[must_use]
    pub fn is_done_by_players(self) -> bool {
        matches!(self, Self::Activated) || self.is_a_normal_summon()
    }

    /// Whether it is about Normal Summons, or the Set that takes the place of one.
    pub(crate) fn is_a_normal_summon(self) -> bool {
        matches!(self, Self::NormalSummoned | Self::NormalSummonedFaceUp | Self::NormalSet)
    }

    /// Whether it is about Special Summons, which are of a kind and may be done by an effect.
    #[must_use]
    pub fn is_a_special_summon(self) -> bool {
        matches!(self, Self::SpecialSummoned | Self::FirstSpecialSummoned)
    }

    /// Whether it is something that monsters do.
    #[must_use]
    pub fn is_done_by_monsters(self) -> bool {
        matches!(self, Self::DestroyedByBattle | Self::Attacked) || self.is_about_materials()
    }

    /// Whether it is about what a monster is Summoned with.
    pub(crate) fn is_about_materials(self) -> bool {
        use CannotBe::{
            UsedAsFusionMaterial, UsedAsLinkMaterial, UsedAsMaterial, UsedAsSynchroMaterial, UsedAsXyzMaterial,
        };
        let words =
            [UsedAsMaterial, UsedAsFusionMaterial, UsedAsSynchroMaterial, UsedAsXyzMaterial, UsedAsLinkMaterial];
        words.contains(&self)
    }
}

impl CannotDo {
    /// The kind of Special Summon it is about, if it is one kind.
    pub(crate) fn kind_of_special_summon(self) -> Option<How> {
        Some(match self {
            Self::FusionSummon => How::Fusion,
            Self::SynchroSummon => How::Synchro,
            Self::XyzSummon => How::Xyz,
            Self::LinkSummon => How::Link,
            Self::RitualSummon => How::Ritual,
            Self::PendulumSummon => How::Pendulum,
            _ => return None,
        })
    }

    /// Whether it is something that single monsters do, so that it can be said of them.
    #[must_use]
    pub fn is_done_by_monsters(self) -> bool {
        matches!(self, Self::Attack | Self::DeclareAttacks | Self::AttackDirectly | Self::ChangePosition)
    }
}

words! {
    /// A cost that need not be paid.
    Spared {
        /// Life points.
        PayLp = "pay lp",
        /// Discarded cards.
        Discard = "discard",
    }
}

/// A move that is replaced by another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instead {
    /// The move that is replaced.
    pub of: Replaced,
    /// By what it must come about.
    pub by: Option<Doer>,
    /// By what it must not come about.
    pub not_by: Option<Doer>,
    /// Where the card goes.
    pub goes: GoesTo,
}

/// Something that is done instead of a destruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replacement {
    /// By what the cards would be destroyed.
    pub by: Option<Doer>,
    /// By what not.
    pub not_by: Option<Doer>,
    /// What is done; `those cards` are the ones that would be destroyed.
    pub does: Vec<Part>,
    /// It is not for the player to decide.
    pub mandatory: bool,
    /// It is done for each of the cards.
    pub for_each: bool,
    /// How often in a turn.
    pub once_per_turn: Option<Once>,
}

words! {
    /// What can be replaced.
    Replaced {
        /// Being sent to the GY.
        SentToGy = "sent to gy",
        /// Leaving the field.
        LeftTheField = "left the field",
        /// Being returned to the Deck or the Extra Deck, as a material too.
        ReturnedToDeck = "returned to deck",
        /// Being returned to the hand.
        ReturnedToHand = "returned to hand",
        /// Being destroyed. With a word for `do` the cards are destroyed all the same and go there, not to the GY; with verbs they are
        /// not destroyed.
        Destroyed = "destroyed",
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
        /// It is placed on top of the Deck.
        TopOfDeck = "top of deck",
        /// It is placed on the bottom of the Deck.
        BottomOfDeck = "bottom of deck",
        /// Of a monster on the field that is destroyed: its controller may place it face-up in their Spell & Trap Zone as a Continuous Spell.
        ContinuousSpell = "continuous spell",
    }
}

/// A change of ATK or DEF.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Up or down by an amount.
    By(Amount),
    /// To an amount.
    To(Amount),
    /// The original value becomes an amount; what else changes it is then worked out from that.
    Original(Amount),
}

impl Change {
    /// By how much, or to what.
    pub(crate) fn amount(&self) -> &Amount {
        match self {
            Self::By(amount) | Self::To(amount) | Self::Original(amount) => amount,
        }
    }
}
