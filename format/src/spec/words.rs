//! The closed vocabularies of the engine and of rulings, all read and described in one way.

use std::sync::LazyLock;

use segoc_engine::def::{
    Arrow, Attribute, BattlePosition, Becomes, By, CannotBe, CannotDo, CauseWord, Class, Comparison, Counting, DeckAt,
    Declares, Ended, Even, Exception, Facing, Feature, GoesTo, How, InBattle, Including, Joint, Kind, LpChange,
    Measure, Moment, MonsterIs, Moving, Negated, Once, Phase, Place, PlacedAs, PlacedIn, Race, React, Replaced, Spared,
    SpellKind, SummonedAs, TrapKind, Turned, Unnegatable, Until, Which, Who, Whose,
};
use segoc_protocol::{CardEvent, ChartBox, FaultKind, LinkOutcome, Player, PlayerEvent, Rule, Seat, Since, StartZone};

use super::Form;
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
        })+

        /// The words of a vocabulary, by the name of its type.
        fn vocabulary(name: &str) -> &'static [Spelt] {
            match name {
                $(stringify!($name) => {
                    static WORDS: LazyLock<Vec<Spelt>> =
                        LazyLock::new(|| $name::ALL.iter().map(|word| spelt(word.word(), word.about())).collect());
                    &WORDS
                })+
                _ => &[],
            }
        }
    };
}

vocabularies! {
    Arrow = "Link Arrow", Attribute = "Attribute", BattlePosition = "position", Becomes = "change of life points", By = "`by`", CannotBe = "restriction on cards",
    CannotDo = "restriction on a player or monster", CardEvent = "event", CauseWord = "event", ChartBox = "box", Class = "class", Comparison = "comparison", Counting = "way to count",
    DeckAt = "place in the Deck", Declares = "declaration", PlacedIn = "place for cards", PlacedAs = "kind of card", Spared = "part of a cost", DeviationClass = "class of deviation",
    Ended = "thing to end", Even = "time for `even`", Exception = "exception", Facing = "face", FailureKind = "kind of failure", Feature = "thing to compare", GoesTo = "move",
    How = "way to Summon", InBattle = "part in the battle", Including = "doing", Joint = "conjunction",
    Kind = "kind of card", LinkOutcome = "outcome", LpChange = "change of life points", Measure = "value to compare", Moment = "moment", MonsterIs = "type line word", Moving = "thing to do with materials",
    Negated = "thing to negate", OfferAction = "action", Once = "limit", Phase = "phase", Place = "place",
    Player = "player", PlayerEvent = "event", Race = "Type", React = "time of a reaction", Replaced = "move", Rule = "rule", Seat = "zone", Since = "time",
    SourceKind = "kind of source", SpellKind = "kind of Spell", StartZone = "zone", SummonedAs = "way to Summon", TrapKind = "kind of Trap",
    Turned = "position", Unnegatable = "part of an effect", Until = "end", Which = "phase to wait for", Who = "player", Whose = "owner of cards",
}

/// A word with its meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spelt {
    /// The word.
    pub word: &'static str,
    /// What it means; empty where it says it itself.
    pub about: &'static str,
}

const fn spelt(word: &'static str, about: &'static str) -> Spelt {
    Spelt { word, about }
}

/// The words of a vocabulary, or of a list that belongs to none; none if there is no such list.
pub(super) fn list(name: &str) -> &'static [Spelt] {
    match name {
        "amounts" => AMOUNTS,
        "as many" => AS_MANY,
        "that amount" => THAT_AMOUNT,
        "draws" => DRAWS,
        "either" => &OTHERS[..1],
        "endings" => ENDINGS,
        "known" => KNOWN,
        "other field" => TO,
        "only summon" => ONLY_SUMMON,
        "outcomes" => outcomes(),
        "player" => PLAYERS,
        "replays" => REPLAYS,
        "skipped draw" => SKIPPED_DRAW,
        "this card" => &KNOWN[..1],
        "this effect" => THIS_EFFECT,
        "unknown value" => UNKNOWN_VALUE,
        _ => vocabulary(name),
    }
}

/// The spellings of some words.
pub(crate) fn spellings(words: &[Spelt]) -> impl Iterator<Item = &'static str> + Clone {
    words.iter().map(|spelt| spelt.word)
}

/// The two players.
const PLAYERS: &[Spelt] =
    &[spelt("Yugi", "The turn player when the duel begins."), spelt("Joey", "The opponent of Yugi.")];
/// Either player, where one of them may be meant.
pub(crate) const EITHER: Spelt = spelt("either", "Either player.");
/// What was declared on activation.
pub(crate) const DECLARED: Spelt = spelt("declared", "What was declared on activation.");
/// Amounts that are words.
const AMOUNTS: &[Spelt] = &[
    spelt("half", "Half of what it is about, rounded up; of life points that are paid what is left is rounded up."),
    spelt("double", "Twice what it is about."),
    spelt("the same amount", "As much as the part before changed."),
    spelt(
        "that amount",
        "As much as the event changed for which the effect waits: damage, life points, cards that were drawn.",
    ),
];
/// The amount that is known before anything is done.
const THAT_AMOUNT: &[Spelt] = AMOUNTS.split_at(3).1;
/// A number of cards that is no number.
pub(crate) const AS_MANY: &[Spelt] = &[spelt("as many as possible", "As many as there are.")];
/// Where else monsters may be Summoned to.
const TO: &[Spelt] = &[spelt("opponent's field", "The field of the opponent of who Summons.")];
/// What alone something is said of that is true of Summoning and Setting.
const ONLY_SUMMON: &[Spelt] = &[spelt("normal summon", "The Normal Summon, not the Set.")];
/// By what something forbidden may be done.
const THIS_EFFECT: &[Spelt] = &[spelt("this effect", "The very effect that brings the restriction.")];
/// ATK and DEF that are not printed as numbers.
pub(crate) const UNKNOWN_VALUE: &[Spelt] = &[spelt("?", "Counts as 0.")];
/// How a replay may go on without a monster to attack.
const REPLAYS: &[Spelt] =
    &[spelt("directly", "The attack becomes direct."), spelt("not at all", "The attack is stopped.")];
/// What is skipped besides phases.
pub(crate) const SKIPPED_DRAW: &[Spelt] =
    &[spelt("normal draw", "The normal draw of this turn, which is still to come.")];
/// Draws that are an action.
const DRAWS: &[Spelt] = &[spelt("for the turn", "The normal draw.")];
/// Where to go besides to a phase.
const NEXT_TURN: Spelt = spelt("next turn", "From the End Phase: the turn ends.");
/// How a duel ends.
const ENDINGS: &[Spelt] =
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
/// Words that stand beside those of a vocabulary.
pub(super) const OTHERS: &[Spelt] = &[EITHER, DECLARED, NEXT_TURN];

/// The outcomes of an engine that can be listed as a deviation.
pub(crate) fn outcomes() -> &'static [Spelt] {
    static WORDS: LazyLock<Vec<Spelt>> = LazyLock::new(|| {
        let mut words = vec![
            spelt("failed", "Something went otherwise than the ruling says."),
            spelt("endless", "The cards would go on for ever."),
        ];
        words.extend(FaultKind::ALL.iter().map(|kind| spelt(kind.word(), kind.about())));
        words
    });
    &WORDS
}

/// The forms a text may have, by name.
pub(super) fn form(name: &str) -> Option<&'static Form> {
    FORMS.iter().find(|(known, _)| *known == name).map(|(_, form)| form)
}

/// A form of a text: how messages speak of one, what it is, and the form as a regular expression and as a function.
const fn of(name: &'static str, what: &'static str, pattern: &'static str, fits: fn(&str) -> bool) -> Form {
    Form { name, what, pattern, fits }
}

const LOWER_CASE: &str = "^[a-z0-9]+(-[a-z0-9]+)*$";
const DATE: &str = "^[0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?$";
const RULING_ID: &str = "^[A-HJKMNP-TV-Z][0-9A-HJKMNP-TV-Z]{3}$";

static FORMS: &[(&str, Form)] = &[
    ("id", of("an id", "an id, lower-case-with-hyphens", LOWER_CASE, is_lower_case)),
    ("given", of("a name given by `as`", "a name given by `as`, lower-case-with-hyphens", LOWER_CASE, is_lower_case)),
    (
        "ruling id",
        of("an id", "a capital, then three capitals or digits, none of them I, L, O or U", RULING_ID, |text| {
            let good = |c: char| (c.is_ascii_uppercase() || c.is_ascii_digit()) && !"ILOU".contains(c);
            text.len() == 4 && text.chars().all(good) && text.starts_with(|c: char| c.is_ascii_uppercase())
        }),
    ),
    (
        "statement id",
        of("an id", "an id in CAPITALS-AND-DIGITS-1", "^[A-Z0-9]+(-[A-Z0-9]+)*$", |text| {
            text.split('-').all(|part| consists_of(part, |c| c.is_ascii_uppercase() || c.is_ascii_digit()))
        }),
    ),
    (
        "url",
        of("a URL", "a whole link, with https://", "^https?://[^ <>\"`\\\\]+$", |text| {
            let rest = text.strip_prefix("https://").or(text.strip_prefix("http://"));
            rest.is_some_and(|rest| consists_of(rest, |c| !c.is_whitespace() && !"<>\"`\\".contains(c)))
        }),
    ),
    (
        "date",
        of("a date", "a year, month or day in quotes (\"2018\", \"2018-10\")", DATE, |text| {
            let is_number = |(part, len): (&str, usize)| part.len() == len && part.chars().all(|c| c.is_ascii_digit());
            matches!(text.len(), 4 | 7 | 10) && text.split('-').zip([4, 2, 2]).all(is_number)
        }),
    ),
];

/// Whether a text is made of lower-case letters and digits, with hyphens between them.
fn is_lower_case(text: &str) -> bool {
    text.split('-').all(|part| consists_of(part, |c| c.is_ascii_lowercase() || c.is_ascii_digit()))
}

/// Whether there is something in a text, and nothing but such characters.
fn consists_of(text: &str, such: impl Fn(char) -> bool) -> bool {
    !text.is_empty() && text.chars().all(such)
}
