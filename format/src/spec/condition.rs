//! What must be the case for an effect to be activated or applied.

use segoc_engine::def::{InBattle, Moment, Phase, Whose};

use super::Holds::{List, Map, Number, Word};
use super::cause::EVENT;
use super::group::GROUP;
use super::words::every;
use super::{Choice, Shape, field};

/// The conditions.
pub static CONDITIONS: Choice = Choice::one(
    "condition",
    &[
        field("there is", Map(|| &THERE_IS), "There is a card of a group, or so many.")
            .like("{kind: monster, whose: yours, in: [field], at least: 2}"),
        field("there is no", Map(|| &GROUP), "There is no card of a group.")
            .like("{kind: monster, whose: yours, in: [field]}"),
        field("during", Map(|| &TIME), "It is such a time.").like("{phase: [main 1, main 2], turn: yours}"),
        field("this turn", Map(|| &EVENT), "It happened this turn.").like("{special summoned: {what: this card}}"),
        field("last turn", Map(|| &EVENT), "It happened last turn.")
            .like("{destroyed: {what: this card, by: card effect}}"),
        field("this card", Word(every::<InBattle>), "The part this card takes in the battle under way.")
            .like("attacks"),
        field("not", Map(|| &CONDITION), "The contrary of a condition.").like("{there is: {kind: card, in: [hand]}}"),
        field("all of", List(&Map(|| &CONDITION)), "All of these hold.")
            .like("[{during: {turn: yours}}, {this card: battles}]"),
    ],
);

/// A condition.
pub(crate) static CONDITION: Shape = Shape::new(
    "condition",
    "a condition",
    "What must hold: `requires` is looked at on activation, `while` all the time, `only if` on resolution.",
)
.choices(&[&CONDITIONS]);

/// A group with a number.
pub(crate) static THERE_IS: Shape =
    Shape::new("there-is", "a group of cards", "A group, with how many of its cards there must be.")
        .including(&[&GROUP])
        .fields(&[field("at least", Number(0, 255), "How many there must be, if one is not enough.").like("2")]);

/// A time.
pub(crate) static TIME: Shape = Shape::new("time", "a time", "Phases, moments and whose turn it is.")
    .fields(&[
        field("phase", List(&Word(every::<Phase>)), "One of these phases.").like("[standby]"),
        field("at", List(&Word(every::<Moment>)), "One of these moments.").like("[start of damage step]"),
        field("turn", Word(every::<Whose>), "Whose turn.").like("yours"),
    ])
    .some_of(&["phase", "at", "turn"]);
