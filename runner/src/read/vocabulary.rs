//! The closed vocabularies of the engine and of rulings, all read in one way.

use segoc_engine::def::{
    Attribute, BattlePosition, By, CannotBe, CannotDo, CauseWord, Class, DeckAt, Declares, Ended, Exception, Facing,
    GoesTo, How, InBattle, Including, Joint, Kind, Moment, MonsterIs, Negated, Once, Phase, Place, Race, SpellKind,
    TrapKind, Turned, Until, Who, Whose,
};
use segoc_engine::{ChartBox, LinkOutcome, Rule, Since, StartZone};

use crate::ruling::{CardEvent, PlayerEvent};

/// An enum whose variants have one spelling each.
pub(crate) trait Vocabulary: Copy + 'static {
    /// Every word.
    fn every() -> &'static [Self];
    /// The spelling of this word.
    fn spelling(self) -> &'static str;
}

macro_rules! vocabularies {
    ($($name:ident),+ $(,)?) => {
        $(impl Vocabulary for $name {
            fn every() -> &'static [Self] {
                Self::ALL
            }

            fn spelling(self) -> &'static str {
                self.word()
            }
        })+
    };
}

vocabularies! {
    Attribute, BattlePosition, By, CannotBe, CannotDo, CardEvent, CauseWord, ChartBox, Class, DeckAt, Declares, Ended, Exception, Facing, GoesTo, InBattle,
    How, Including, Joint, Kind, LinkOutcome, Moment, MonsterIs, Negated, Once, Phase, Place, PlayerEvent, Race, Rule, Since,
    SpellKind, StartZone, TrapKind, Turned, Until, Who, Whose,
}
