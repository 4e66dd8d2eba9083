//! Of what a modifier speaks, in one word, so that those of another kind need not be looked at.

use super::{EffectDef, Modifier};

macro_rules! kinds {
    ($($kind:ident,)+) => {
        /// The kind of a modifier, called as it is.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Says {
            $($kind,)+
        }

        impl Modifier {
            /// Of which kind it is.
            pub(crate) fn says(&self) -> Says {
                match self {
                    $(Self::$kind { .. } => Says::$kind,)+
                }
            }
        }

        const _: () = assert!([$(Says::$kind),+].len() <= u128::BITS as usize);
    };
}

kinds! {
    Negated,
    NegatesEffects,
    CannotBe,
    Unaffected,
    OutOfReach,
    CannotDo,
    AtMost,
    CannotAct,
    MustAttack,
    MustBeAttacked,
    Attacks,
    MayAttackDirectly,
    AttacksInDefense,
    Position,
    Control,
    Destroyed,
    SentToGy,
    GeminiSummoned,
    MostCounters,
    Atk,
    Def,
    Level,
    MaterialLevel,
    Scale,
    NoCost,
    Type,
    Attribute,
    TreatedAs,
    Gains,
    Copies,
    Revealed,
    MayTribute,
    AdditionalNormalSummon,
    NormalSummons,
    OnlyOne,
    Piercing,
    Instead,
    Replaced,
    NoBattleDamage,
    HalfBattleDamage,
    NoDamage,
    MayActivate,
    Wins,
    Whenever,
    InEachPhase,
    LifePoints,
    Tributes,
    CountsAsTributes,
    Substitutes,
    AttackCost,
    Unanswered,
    UnansweredByOpponent,
}

/// Several kinds of modifiers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct AnyOf(u128);

impl AnyOf {
    /// Whether a modifier is of one of these kinds.
    pub(crate) fn has(self, modifier: &Modifier) -> bool {
        self.meets(modifier.says().into())
    }

    /// Whether one of these kinds is among others.
    pub(crate) fn meets(self, others: Self) -> bool {
        self.0 & others.0 != 0
    }

    /// The kinds of what an effect says as long as it applies.
    pub(crate) fn applied_by(effect: &EffectDef) -> Self {
        effect.applies.iter().map(|modifier| Self::from(modifier.says())).fold(Self::default(), Self::or)
    }

    /// These kinds and others.
    pub(crate) fn or(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }
}

impl From<Says> for AnyOf {
    fn from(kind: Says) -> Self {
        Self(1 << kind as u32)
    }
}

impl<const N: usize> From<[Says; N]> for AnyOf {
    fn from(kinds: [Says; N]) -> Self {
        kinds.into_iter().map(Self::from).fold(Self::default(), Self::or)
    }
}
