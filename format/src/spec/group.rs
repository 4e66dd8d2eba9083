//! Which cards an effect speaks of.

use segoc_engine::def::{Attribute, BattlePosition, Facing, Kind, MonsterIs, Race, Who, Whose};

use super::Holds::{Among, CardName, Either, Flag, Line, List, Map, Number, Word};
use super::words::{AS_MANY, DECLARED, KNOWN as KNOWN_WORDS, every, every_and, some};
use super::{Choice, Form, Holds, PLACES, Shape, WHO, field};

/// A name given by `as`.
pub(super) const GIVEN: Holds = Holds::Form(&Form {
    name: "a name given by `as`",
    what: "a name given by `as`, lower-case-with-hyphens",
    pattern: "^[a-z0-9]+(-[a-z0-9]+)*$",
    fits: super::is_lower_case,
});
/// Cards that are known already.
pub(super) const KNOWN: Holds = Either(&[Word(|| KNOWN_WORDS.to_vec()), GIVEN]);
/// Known cards, or any of a group.
pub(super) const CARDS: Holds = Either(&[Word(|| KNOWN_WORDS.to_vec()), GIVEN, Map(|| &GROUP)]);
/// How many cards.
pub(super) const COUNTED: Holds = Either(&[Number(0, 255), Word(|| AS_MANY.to_vec()), Map(|| &COUNT)]);
/// The cards of a verb.
pub(super) const SELECTED: Holds = Either(&[Word(|| KNOWN_WORDS.to_vec()), GIVEN, Map(|| &SELECTION)]);

/// A group of cards.
pub(crate) static GROUP: Shape = Shape::new(
    "group",
    "a group of cards",
    "Cards by what they are: everything written must hold, and in a list any one will do.",
)
.fields(&[
    field("kind", Word(every::<Kind>), "Monster, Spell or Trap; `card` for any.").like("spell or trap"),
    field("whose", Word(every::<Whose>), "Who controls them, or in whose place they are.").like("opponent's"),
    field("in", PLACES, "Where they are.").like("[hand, gy]"),
    field("face", Word(every::<Facing>), "Face-up or face-down.").like("up"),
    field("position", Word(every::<BattlePosition>), "Their battle position.").like("defense"),
    field(
        "attribute",
        List(&Word(|| every_and::<Attribute>(&[DECLARED]))),
        "Their Attribute, or the one that was declared.",
    )
    .like("[dark, light]"),
    field("type", List(&Word(|| every_and::<Race>(&[DECLARED]))), "Their Type, or the one that was declared.")
        .like("[warrior, beast-warrior]"),
    field("level", Map(|| &RANGE), "Their Level.").like("{at most: 4}"),
    field("atk", Map(|| &RANGE), "Their ATK.").like("{at least: 1500}"),
    field("def", Map(|| &RANGE), "Their DEF.").like("{at most: 1500}"),
    field("name", List(&CardName), "Their name; `declared` for the one that was declared.").like("[Kuriboh, Sangan]"),
    field("series", List(&Line), "An archetype they belong to.").like("[HERO]"),
    field("is", List(&Word(every::<MonsterIs>)), "What their type line says.").like("[fusion, synchro]"),
    field("is not", List(&Word(every::<MonsterIs>)), "What their type line must not say.").like("[token]"),
    field("same name as", KNOWN, "They have the name of a known card.").like("that card"),
    field("other than", List(&Line), "Names, words or given names of cards that do not count.")
        .like("[this card, Sangan]"),
    field("among", List(&KNOWN), "Only these known cards.").like("[those cards]"),
]);

/// A range of numbers.
pub(crate) static RANGE: Shape = Shape::new("range", "a range", "A range of numbers, both ends included.")
    .fields(&[
        field("at least", Number(0, 100_000), "The lowest number.").like("1500"),
        field("at most", Number(0, 100_000), "The highest number.").like("4"),
    ])
    .some_of(&["at least", "at most"]);

/// How many cards, if it is not a plain number.
pub(crate) static COUNTS: Choice = Choice::one(
    "number of cards",
    &[
        field("up to", Number(0, 255), "At least one, and at most so many.").like("2"),
        field("at least", Number(0, 255), "So many or more.").like("1"),
    ],
);

/// How many cards, if it is not a plain number.
pub(crate) static COUNT: Shape =
    Shape::new("count", "a number of cards", "How many cards are chosen, where the player decides it.")
        .choices(&[&COUNTS]);

/// How the cards of a verb are found.
pub(crate) static PICKS: Choice = Choice::one(
    "way to find cards",
    &[
        field("what", KNOWN, "Cards that are known.").like("this card"),
        field("all", Map(|| &GROUP), "All cards of a group.").like("{kind: monster, whose: opponent's, in: [field]}"),
        field("choose", COUNTED, "A choice from a group: so many cards.").like("{up to: 2}").beside(&[OF]),
        field("at random", Number(0, 255), "So many cards of a group by chance.").like("1").beside(&[OF]),
        field("top", Number(0, 255), "So many cards from the top of the Deck.").like("3"),
    ],
);

const OF: super::Field = field("of", Map(|| &GROUP), "The group from which the cards come.")
    .like("{kind: card, whose: yours, in: [hand]}")
    .needed();

/// The cards a verb acts on.
pub(crate) static SELECTION: Shape = Shape::new(
    "selection",
    "a choice of cards",
    "The cards a verb acts on: a word alone, or a map that says how they are found.",
)
.fields(&[
    field("who", WHO, "Who does it; `you` unless written.").like("each player").with("top: 1"),
    field("chosen by", Among(|| some(&[Who::Opponent])), "The opponent of `who` makes the choice.").like("opponent"),
    field("even none", Flag, "Finding no card is enough, and counts as done.").like("true"),
    field("as", GIVEN, "A name by which later parts know these cards.").like("picked"),
])
.choices(&[&PICKS]);

/// What is targeted on activation.
pub(crate) static TARGET: Shape = Shape::new("target", "a target", "Cards that are chosen and targeted on activation.")
    .fields(&[
        field("choose", COUNTED, "How many.").like("1").needed(),
        OF,
        field("as", GIVEN, "A name by which later parts know them.").like("picked"),
    ]);
