//! What an effect changes for as long as it applies.

use segoc_engine::def::{CannotBe, CannotDo, GoesTo, Race, Replaced};

use super::cause::CAUSE;
use super::group::{CARDS, GROUP};
use super::verb::{AMOUNT, PARTS};
use super::words::{DECLARED, every, every_and};
use super::{Choice, Field, Shape, Value, WHO, field};

const WHAT: Field =
    field("what", CARDS, "The cards, known or of a group.", "{kind: monster, whose: opponent's, in: [field]}");

/// The modifiers.
pub static MODIFIERS: Choice = Choice::one(
    "modifier",
    &[
        field(
            "negated",
            Value::Map(|| &NEGATED),
            "The effects of these cards are negated.",
            "{what: {kind: trap, in: [field]}}",
        ),
        field(
            "cannot",
            Value::Map(|| &CANNOT),
            "Something cannot be done to cards, or by players.",
            "{what: this card, be: destroyed by battle}",
        ),
        field("atk", Value::Map(|| &CHANGE), "The ATK of cards is changed.", "{what: this card, by: 500}"),
        field("def", Value::Map(|| &CHANGE), "The DEF of cards is changed.", "{what: this card, to: 0}"),
        field("type", Value::Map(|| &TYPE_CHANGE), "The Type of monsters is changed.", "{what: this card, to: zombie}"),
        field(
            "treated as",
            Value::Map(|| &TREATED_AS),
            "Cards are treated as having another name.",
            "{what: this card, name: Umi}",
        ),
        field("revealed", CARDS, "Cards in the hand that both players know.", "{whose: opponent's, in: [hand]}"),
        field(
            "may tribute",
            CARDS,
            "Monsters of the opponent that may be tributed.",
            "{kind: monster, whose: opponent's, in: [field]}",
        ),
        field("piercing", CARDS, "Monsters that inflict piercing battle damage.", "this card"),
        field(
            "instead",
            Value::Map(|| &INSTEAD),
            "Cards that would move go elsewhere.",
            "{of: {sent to gy: {what: {kind: card}}}, do: banish}",
        ),
        field("no battle damage", WHO, "A player takes no battle damage.", "you"),
        field("half battle damage", WHO, "A player takes half the battle damage.", "opponent"),
        field("no damage", WHO, "A player takes no damage at all.", "you"),
        field("wins", WHO, "A player wins the duel; usually under `while`.", "you"),
        field(
            "whenever",
            Value::Map(|| &WHENEVER),
            "Each time it happens something is done, without a chain.",
            "{cause: {special summoned: {what: {kind: monster}}}, does: [{draw: 1}]}",
        ),
    ],
);

/// A modifier.
pub static MODIFIER: Shape = Shape::new(
    "modifier",
    "a modifier",
    "What holds for a time: as long as a continuous effect is in force, until the end of an `apply`, or for the turn of an `oath`.",
)
.choices(&[&MODIFIERS]);

/// Negated cards.
pub static NEGATED: Shape =
    Shape::new("negated", "a negation", "The cards whose effects are negated.").fields(&[WHAT.needed()]);

/// Whether cards or players are restricted.
pub static RESTRICTIONS: Choice = Choice::one(
    "restriction",
    &[
        field("be", Value::Word(every::<CannotBe>), "What cannot be done to the cards.", "targeted")
            .beside(&[WHAT.needed()]),
        field("do", Value::Word(every::<CannotDo>), "What the players cannot do.", "special summon")
            .with("who: you")
            .beside(&[field(
                "except",
                Value::Map(|| &GROUP),
                "Cards with which they can all the same.",
                "{series: [HERO]}",
            )]),
    ],
);

/// A restriction.
pub static CANNOT: Shape = Shape::new("cannot", "a restriction", "What cannot be done: to cards, or by players.")
    .fields(&[field(
        "who",
        WHO,
        "With `be`: only this player cannot do it to them. With `do`: the players; needed.",
        "opponent",
    )])
    .choices(&[&RESTRICTIONS]);

/// How a value changes.
pub static CHANGES: Choice = Choice::one(
    "change",
    &[field("by", AMOUNT, "By so much, up or down.", "-500"), field("to", AMOUNT, "To so much.", "0")],
);

/// A change of ATK or DEF.
pub static CHANGE: Shape =
    Shape::new("change", "a change", "A change of ATK or DEF.").fields(&[WHAT.needed()]).choices(&[&CHANGES]);

/// A change of Type.
pub static TYPE_CHANGE: Shape = Shape::new("type-change", "a change of Type", "Monsters, and the Type they have.")
    .fields(&[
        WHAT.needed(),
        field(
            "to",
            Value::Word(|| every_and::<Race>(&[DECLARED])),
            "The Type, or the one that was declared.",
            "zombie",
        )
        .needed(),
    ]);

/// Another name.
pub static TREATED_AS: Shape =
    Shape::new("treated-as", "`treated as`", "Cards and the name they are treated as having.")
        .fields(&[WHAT.needed(), field("name", Value::CardName, "The name.", "Umi").needed()]);

/// A move that is replaced.
pub static INSTEAD: Shape = Shape::new("instead", "`instead`", "A move of cards, and what happens instead.").fields(&[
    field("of", Value::Map(|| &REPLACED), "The move that is replaced.", "{left the field: {what: this card}}").needed(),
    field("do", Value::Word(every::<GoesTo>), "Where the cards go.", "banish").needed(),
]);

/// The moves that can be replaced.
pub static REPLACEABLE: Choice = Choice::one(
    "move that can be replaced",
    &[
        field(Replaced::SentToGy.word(), Value::Map(|| &MOVED), Replaced::SentToGy.about(), "{what: {kind: monster}}"),
        field(
            Replaced::LeftTheField.word(),
            Value::Map(|| &MOVED),
            Replaced::LeftTheField.about(),
            "{what: this card}",
        ),
    ],
);

/// A move that can be replaced.
pub static REPLACED: Shape =
    Shape::new("replaced", "a move", "A move that can be replaced, with its cards.").choices(&[&REPLACEABLE]);

/// The cards of a move.
pub static MOVED: Shape = Shape::new("moved", "a move", "The cards of a move.").fields(&[WHAT.needed()]);

/// What is done each time.
pub static WHENEVER: Shape = Shape::new(
    "whenever",
    "`whenever`",
    "What is done each time something happens; inside a resolving link it waits until the link is done.",
)
.fields(&[
    field("cause", Value::Map(|| &CAUSE), "What happens.", "{gains lp: {who: you}}").needed(),
    field("does", PARTS, "What is done.", "[{damage: {who: opponent, count: 500}}]").needed(),
]);
