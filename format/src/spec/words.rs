//! The closed vocabularies of the engine and of rulings, all read and described in one way.

use segoc_engine::def::{
    Attribute, BattlePosition, By, CannotBe, CannotDo, CauseWord, Class, DeckAt, Declares, Ended, Exception, Facing,
    GoesTo, How, InBattle, Including, Joint, Kind, Moment, MonsterIs, Negated, Once, Phase, Place, Race, Replaced,
    SpellKind, TrapKind, Turned, Until, Who, Whose,
};
use segoc_protocol::{CardEvent, ChartBox, LinkOutcome, Player, PlayerEvent, Rule, Since, StartZone};

use crate::ruling::{OfferAction, SourceKind};
use crate::ways::Class as DeviationClass;
use crate::ways::FailureKind;

/// An enum whose variants have one spelling each.
pub(crate) trait Vocabulary: Copy + PartialEq + 'static {
    /// How messages speak of one of its words: `phase`.
    const NOUN: &'static str;
    /// Every word.
    fn every() -> &'static [Self];
    /// The spelling of this word.
    fn spelling(self) -> &'static str;
    /// What it means; empty where it says it itself.
    fn meaning(self) -> &'static str;
}

macro_rules! vocabularies {
    ($($name:ident = $noun:literal),+ $(,)?) => {
        $(impl Vocabulary for $name {
            const NOUN: &'static str = $noun;

            fn every() -> &'static [Self] {
                Self::ALL
            }

            fn spelling(self) -> &'static str {
                self.word()
            }

            fn meaning(self) -> &'static str {
                self.about()
            }
        })+
    };
}

vocabularies! {
    Attribute = "Attribute", BattlePosition = "position", By = "`by`", CannotBe = "restriction on cards",
    CannotDo = "restriction on a player", CardEvent = "event", CauseWord = "event", ChartBox = "box", Class = "class",
    DeckAt = "place in the Deck", Declares = "declaration", DeviationClass = "class of deviation",
    Ended = "thing to end", Exception = "exception", Facing = "face", FailureKind = "kind of failure", GoesTo = "move",
    How = "way to Summon", InBattle = "part in the battle", Including = "doing", Joint = "conjunction",
    Kind = "kind of card", LinkOutcome = "outcome", Moment = "moment", MonsterIs = "type line word",
    Negated = "thing to negate", OfferAction = "action", Once = "limit", Phase = "phase", Place = "place",
    Player = "player", PlayerEvent = "event", Race = "Type", Replaced = "move", Rule = "rule", Since = "time",
    SourceKind = "kind of source", SpellKind = "kind of Spell", StartZone = "zone", TrapKind = "kind of Trap",
    Turned = "position", Until = "end", Who = "player", Whose = "owner of cards",
}

/// A word with its meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spelt {
    /// The word.
    pub word: &'static str,
    /// What it means; empty where it says it itself.
    pub about: &'static str,
}

/// A word that belongs to no vocabulary of the engine.
pub(super) const fn spelt(word: &'static str, about: &'static str) -> Spelt {
    Spelt { word, about }
}

/// Every word of a vocabulary.
pub(crate) fn every<T: Vocabulary>() -> Vec<Spelt> {
    some(T::every())
}

/// Some words of a vocabulary.
pub(super) fn some<T: Vocabulary>(words: &[T]) -> Vec<Spelt> {
    words.iter().map(|word| Spelt { word: word.spelling(), about: word.meaning() }).collect()
}

/// Every word of a vocabulary, and others.
pub(super) fn every_and<T: Vocabulary>(others: &[Spelt]) -> Vec<Spelt> {
    let mut words = every::<T>();
    words.extend(others);
    words
}

/// The spellings of some words.
pub(crate) fn spellings(words: &[Spelt]) -> impl Iterator<Item = &'static str> + Clone {
    words.iter().map(|spelt| spelt.word)
}

/// Who may be meant by an event of a card.
pub(crate) const YOU_OR_OPPONENT: &[Who] = &[Who::You, Who::Opponent];
/// The words a card's type line may have in its file.
pub(crate) const WRITTEN_IS: &[MonsterIs] = &[
    MonsterIs::Normal,
    MonsterIs::Tuner,
    MonsterIs::Flip,
    MonsterIs::Spirit,
    MonsterIs::Fusion,
    MonsterIs::Synchro,
    MonsterIs::Xyz,
    MonsterIs::Link,
    MonsterIs::Ritual,
    MonsterIs::Token,
];
/// The outcomes of a link that are written; none written is that something happened.
pub(crate) const OUTCOMES: &[LinkOutcome] =
    &[LinkOutcome::WithoutEffect, LinkOutcome::EffectNegated, LinkOutcome::ActivationNegated];
/// What an offer may be about; activating is said by leaving it out.
pub(crate) const OFFERS: &[OfferAction] = &[
    OfferAction::NormalSummon,
    OfferAction::Set,
    OfferAction::FlipSummon,
    OfferAction::SpecialSummon,
    OfferAction::ChangePosition,
    OfferAction::Attack,
    OfferAction::AttackDirectly,
    OfferAction::Replay,
];
/// When a card came to where it lies; none written is earlier.
pub(crate) const SINCE: &[Since] = &[Since::ThisTurn, Since::LastTurn];
/// The ways an effect may Summon with materials.
pub(crate) const WITH_MATERIALS: &[How] = &[How::Fusion, How::Synchro];
/// The ways a procedure may Summon with materials.
pub(crate) const BY_PROCEDURE: &[How] = &[How::Synchro, How::Link];

/// The two players.
pub(crate) const PLAYERS: &[Spelt] =
    &[spelt(YUGI, "The turn player when the duel begins."), spelt(JOEY, "The opponent of Yugi.")];
/// The turn player when the duel begins.
pub(crate) const YUGI: &str = "Yugi";
/// The opponent of Yugi.
pub(crate) const JOEY: &str = "Joey";
/// Either player, where one of them may be meant.
pub(crate) const EITHER: Spelt = spelt("either", "Either player.");
/// What was declared on activation.
pub(crate) const DECLARED: Spelt = spelt("declared", "What was declared on activation.");
/// Amounts that are words.
pub(crate) const AMOUNTS: &[Spelt] = &[
    spelt("half", "Half of what it is about, rounded up."),
    spelt("double", "Twice what it is about."),
    spelt("the same amount", "As much as the part before changed."),
];
/// A number of cards that is no number.
pub(crate) const AS_MANY: &[Spelt] = &[spelt("as many as possible", "As many as there are.")];
/// Where else monsters may be Summoned to.
pub(crate) const TO: &[Spelt] = &[spelt("opponent's field", "The field of the opponent of who Summons.")];
/// ATK and DEF that are not printed as numbers.
pub(crate) const UNKNOWN_VALUE: &[Spelt] = &[spelt("?", "Counts as 0.")];
/// How a replay may go on without a monster to attack.
pub(crate) const REPLAYS: &[Spelt] =
    &[spelt("directly", "The attack becomes direct."), spelt("not at all", "The attack is stopped.")];
/// Draws that are an action.
pub(crate) const DRAWS: &[Spelt] = &[spelt("for the turn", "The normal draw.")];
/// Where to go besides to a phase.
pub(crate) const NEXT_TURN: Spelt = spelt("next turn", "From the End Phase: the turn ends.");
/// How a duel ends.
pub(crate) const ENDINGS: &[Spelt] =
    &[spelt("draw", "Nobody wins."), spelt("Yugi wins", "Yugi has won."), spelt("Joey wins", "Joey has won.")];
/// Words for cards that are known, besides names given by `as`.
pub(crate) const KNOWN: &[Spelt] = &[
    spelt("this card", "The card whose effect this is."),
    spelt("that card", "The card of the cause: what was Summoned, activated, destroyed."),
    spelt("those cards", "The cards of the cause, if there are several."),
    spelt("attacker", "The attacking monster."),
    spelt("attack target", "The monster that is attacked."),
    spelt("opposing monster", "The monster this card battles."),
    spelt("equipped monster", "The monster this card is equipped to."),
    spelt("summoned monster", "The monster Summoned with the materials of the cause."),
];
