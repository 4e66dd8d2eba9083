//! Which cards an effect speaks of.

use segoc_engine::def::{Attribute, BattlePosition, Facing, Kind, MonsterIs, Race, Who, Whose};

use super::words::{AS_MANY, DECLARED, KNOWN as KNOWN_WORDS, every, every_and, some};
use super::{Choice, Form, PLACES, Shape, Value, WHO, field};

/// A name given by `as`.
pub(super) const GIVEN: Value =
    Value::Form(&Form { what: "a name given by `as`, lower-case-with-hyphens", pattern: "^[a-z0-9]+(-[a-z0-9]+)*$" });
/// Cards that are known already.
pub(super) const KNOWN: Value = Value::Either(&[Value::Word(|| KNOWN_WORDS.to_vec()), GIVEN]);
/// Known cards, or any of a group.
pub(super) const CARDS: Value = Value::Either(&[Value::Word(|| KNOWN_WORDS.to_vec()), GIVEN, Value::Map(|| &GROUP)]);
/// How many cards.
pub(super) const COUNTED: Value =
    Value::Either(&[Value::Number(0, 255), Value::Word(|| AS_MANY.to_vec()), Value::Map(|| &COUNT)]);
/// The cards of a verb.
pub(super) const SELECTED: Value =
    Value::Either(&[Value::Word(|| KNOWN_WORDS.to_vec()), GIVEN, Value::Map(|| &SELECTION)]);

/// A group of cards.
pub static GROUP: Shape = Shape::new(
    "group",
    "a group of cards",
    "Cards by what they are: everything written must hold, and in a list any one will do.",
)
.fields(&[
    field("kind", Value::Word(every::<Kind>), "Monster, Spell or Trap; `card` for any.", "spell or trap"),
    field("whose", Value::Word(every::<Whose>), "Who controls them, or in whose place they are.", "opponent's"),
    field("in", PLACES, "Where they are.", "[hand, gy]"),
    field("face", Value::Word(every::<Facing>), "Face-up or face-down.", "up"),
    field("position", Value::Word(every::<BattlePosition>), "Their battle position.", "defense"),
    field(
        "attribute",
        Value::List(&Value::Word(|| every_and::<Attribute>(&[DECLARED]))),
        "Their Attribute, or the one that was declared.",
        "[dark, light]",
    ),
    field(
        "type",
        Value::List(&Value::Word(|| every_and::<Race>(&[DECLARED]))),
        "Their Type, or the one that was declared.",
        "[warrior, beast-warrior]",
    ),
    field("level", Value::Map(|| &RANGE), "Their Level.", "{at most: 4}"),
    field("atk", Value::Map(|| &RANGE), "Their ATK.", "{at least: 1500}"),
    field("def", Value::Map(|| &RANGE), "Their DEF.", "{at most: 1500}"),
    field(
        "name",
        Value::List(&Value::CardName),
        "Their name; `declared` for the one that was declared.",
        "[Kuriboh, Sangan]",
    ),
    field("series", Value::List(&Value::Line), "An archetype they belong to.", "[HERO]"),
    field("is", Value::List(&Value::Word(every::<MonsterIs>)), "What their type line says.", "[fusion, synchro]"),
    field("is not", Value::List(&Value::Word(every::<MonsterIs>)), "What their type line must not say.", "[token]"),
    field("same name as", KNOWN, "They have the name of a known card.", "that card"),
    field(
        "other than",
        Value::List(&Value::Line),
        "Names, words or given names of cards that do not count.",
        "[this card, Sangan]",
    ),
    field("among", Value::List(&KNOWN), "Only these known cards.", "[those cards]"),
]);

/// A range of numbers.
pub static RANGE: Shape = Shape::new("range", "a range", "A range of numbers, both ends included.")
    .fields(&[
        field("at least", Value::Number(0, 100_000), "The lowest number.", "1500"),
        field("at most", Value::Number(0, 100_000), "The highest number.", "4"),
    ])
    .some_of(&["at least", "at most"]);

/// How many cards, if it is not a plain number.
pub static COUNTS: Choice = Choice::one(
    "number of cards",
    &[
        field("up to", Value::Number(0, 255), "At least one, and at most so many.", "2"),
        field("at least", Value::Number(0, 255), "So many or more.", "1"),
    ],
);

/// How many cards, if it is not a plain number.
pub static COUNT: Shape =
    Shape::new("count", "a number of cards", "How many cards are chosen, where the player decides it.")
        .choices(&[&COUNTS]);

/// How the cards of a verb are found.
pub static PICKS: Choice = Choice::one(
    "way to find cards",
    &[
        field("what", KNOWN, "Cards that are known.", "this card"),
        field("all", Value::Map(|| &GROUP), "All cards of a group.", "{kind: monster, whose: opponent's, in: [field]}"),
        field("choose", COUNTED, "A choice from a group: so many cards.", "{up to: 2}").beside(&[OF]),
        field("at random", Value::Number(0, 255), "So many cards of a group by chance.", "1").beside(&[OF]),
        field("top", Value::Number(0, 255), "So many cards from the top of the Deck.", "3"),
    ],
);

const OF: super::Field = field(
    "of",
    Value::Map(|| &GROUP),
    "The group from which the cards come.",
    "{kind: card, whose: yours, in: [hand]}",
)
.needed();

/// The cards a verb acts on.
pub static SELECTION: Shape = Shape::new(
    "selection",
    "a choice of cards",
    "The cards a verb acts on: a word alone, or a map that says how they are found.",
)
.fields(&[
    field("who", WHO, "Who does it; `you` unless written.", "each player").with("top: 1"),
    field("chosen by", Value::Word(|| some(&[Who::Opponent])), "The opponent of `who` makes the choice.", "opponent"),
    field("even none", Value::Flag, "Finding no card is enough, and counts as done.", "true"),
    field("as", GIVEN, "A name by which later parts know these cards.", "picked"),
])
.choices(&[&PICKS]);

/// What is targeted on activation.
pub static TARGET: Shape = Shape::new("target", "a target", "Cards that are chosen and targeted on activation.")
    .fields(&[
        field("choose", COUNTED, "How many.", "1").needed(),
        OF,
        field("as", GIVEN, "A name by which later parts know them.", "picked"),
    ]);
