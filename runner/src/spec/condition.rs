//! What must be the case for an effect to be activated or applied.

use segoc_engine::def::{InBattle, Moment, Phase, Whose};

use super::cause::EVENT;
use super::group::GROUP;
use super::words::every;
use super::{Choice, Shape, Value, field};

/// The conditions.
pub static CONDITIONS: Choice = Choice::one(
    "condition",
    &[
        field(
            "there is",
            Value::Map(|| &THERE_IS),
            "There is a card of a group, or so many.",
            "{kind: monster, whose: yours, in: [field], at least: 2}",
        ),
        field(
            "there is no",
            Value::Map(|| &GROUP),
            "There is no card of a group.",
            "{kind: monster, whose: yours, in: [field]}",
        ),
        field("during", Value::Map(|| &TIME), "It is such a time.", "{phase: [main 1, main 2], turn: yours}"),
        field("this turn", Value::Map(|| &EVENT), "It happened this turn.", "{special summoned: {what: this card}}"),
        field(
            "last turn",
            Value::Map(|| &EVENT),
            "It happened last turn.",
            "{destroyed: {what: this card, by: card effect}}",
        ),
        field(
            "this card",
            Value::Word(every::<InBattle>),
            "The part this card takes in the battle under way.",
            "attacks",
        ),
        field("not", Value::Map(|| &CONDITION), "The contrary of a condition.", "{there is: {kind: card, in: [hand]}}"),
        field(
            "all of",
            Value::List(&Value::Map(|| &CONDITION)),
            "All of these hold.",
            "[{during: {turn: yours}}, {this card: battles}]",
        ),
    ],
);

/// A condition.
pub static CONDITION: Shape = Shape::new(
    "condition",
    "a condition",
    "What must hold: `requires` is looked at on activation, `while` all the time, `only if` on resolution.",
)
.choices(&[&CONDITIONS]);

/// A group with a number.
pub static THERE_IS: Shape =
    Shape::new("there-is", "a group of cards", "A group, with how many of its cards there must be.")
        .including(&[&GROUP])
        .fields(&[field("at least", Value::Number(0, 255), "How many there must be, if one is not enough.", "2")]);

/// A time.
pub static TIME: Shape = Shape::new("time", "a time", "Phases, moments and whose turn it is.")
    .fields(&[
        field("phase", Value::List(&Value::Word(every::<Phase>)), "One of these phases.", "[standby]"),
        field("at", Value::List(&Value::Word(every::<Moment>)), "One of these moments.", "[start of damage step]"),
        field("turn", Value::Word(every::<Whose>), "Whose turn.", "yours"),
    ])
    .some_of(&["phase", "at", "turn"]);
