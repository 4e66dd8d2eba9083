//! What an effect changes for as long as it applies.

use segoc_engine::def::{CannotBe, CannotDo, GoesTo, Race, Replaced};

use super::Holds::{CardName, Map, Word};
use super::cause::CAUSE;
use super::group::{CARDS, GROUP};
use super::verb::{AMOUNT, PARTS};
use super::words::{DECLARED, every, every_and};
use super::{Choice, Field, Shape, WHO, field};

const WHAT: Field =
    field("what", CARDS, "The cards, known or of a group.").like("{kind: monster, whose: opponent's, in: [field]}");

/// The modifiers.
pub static MODIFIERS: Choice = Choice::one(
    "modifier",
    &[
        field("negated", Map(|| &NEGATED), "The effects of these cards are negated.")
            .like("{what: {kind: trap, in: [field]}}"),
        field("cannot", Map(|| &CANNOT), "Something cannot be done to cards, or by players.")
            .like("{what: this card, be: destroyed by battle}"),
        field("atk", Map(|| &CHANGE), "The ATK of cards is changed.").like("{what: this card, by: 500}"),
        field("def", Map(|| &CHANGE), "The DEF of cards is changed.").like("{what: this card, to: 0}"),
        field("type", Map(|| &TYPE_CHANGE), "The Type of monsters is changed.").like("{what: this card, to: zombie}"),
        field("treated as", Map(|| &TREATED_AS), "Cards are treated as having another name.")
            .like("{what: this card, name: Umi}"),
        field("revealed", CARDS, "Cards in the hand that both players know.").like("{whose: opponent's, in: [hand]}"),
        field("may tribute", CARDS, "Monsters of the opponent that may be tributed.")
            .like("{kind: monster, whose: opponent's, in: [field]}"),
        field("piercing", CARDS, "Monsters that inflict piercing battle damage.").like("this card"),
        field("instead", Map(|| &INSTEAD), "Cards that would move go elsewhere.")
            .like("{of: {sent to gy: {what: {kind: card}}}, do: banish}"),
        field("no battle damage", WHO, "A player takes no battle damage.").like("you"),
        field("half battle damage", WHO, "A player takes half the battle damage.").like("opponent"),
        field("no damage", WHO, "A player takes no damage at all.").like("you"),
        field("wins", WHO, "A player wins the duel; usually under `while`.").like("you"),
        field("whenever", Map(|| &WHENEVER), "Each time it happens something is done, without a chain.")
            .like("{cause: {special summoned: {what: {kind: monster}}}, does: [{draw: 1}]}"),
    ],
);

/// A modifier.
pub(crate) static MODIFIER: Shape = Shape::new(
    "modifier",
    "a modifier",
    "What holds for a time: as long as a continuous effect is in force, until the end of an `apply`, or for the turn of an `oath`.",
)
.choices(&[&MODIFIERS]);

/// Negated cards.
pub(crate) static NEGATED: Shape =
    Shape::new("negated", "a negation", "The cards whose effects are negated.").fields(&[WHAT.needed()]);

/// Whether cards or players are restricted.
pub(crate) static RESTRICTIONS: Choice = Choice::one(
    "restriction",
    &[
        field("be", Word(every::<CannotBe>), "What cannot be done to the cards.")
            .like("targeted")
            .beside(&[WHAT.needed()]),
        field("do", Word(every::<CannotDo>), "What the players cannot do.")
            .like("special summon")
            .with("who: you")
            .beside(&[
                field("except", Map(|| &GROUP), "Cards with which they can all the same.").like("{series: [HERO]}")
            ]),
    ],
);

/// A restriction.
pub(crate) static CANNOT: Shape =
    Shape::new("cannot", "a restriction", "What cannot be done: to cards, or by players.")
        .fields(&[field(
            "who",
            WHO,
            "With `be`: only this player cannot do it to them. With `do`: the players; needed.",
        )
        .like("opponent")])
        .choices(&[&RESTRICTIONS]);

/// How a value changes.
pub(crate) static CHANGES: Choice = Choice::one(
    "change",
    &[field("by", AMOUNT, "By so much, up or down.").like("-500"), field("to", AMOUNT, "To so much.").like("0")],
);

/// A change of ATK or DEF.
pub(crate) static CHANGE: Shape =
    Shape::new("change", "a change", "A change of ATK or DEF.").fields(&[WHAT.needed()]).choices(&[&CHANGES]);

/// A change of Type.
pub(crate) static TYPE_CHANGE: Shape =
    Shape::new("type-change", "a change of Type", "Monsters, and the Type they have.").fields(&[
        WHAT.needed(),
        field("to", Word(|| every_and::<Race>(&[DECLARED])), "The Type, or the one that was declared.")
            .like("zombie")
            .needed(),
    ]);

/// Another name.
pub(crate) static TREATED_AS: Shape =
    Shape::new("treated-as", "`treated as`", "Cards and the name they are treated as having.")
        .fields(&[WHAT.needed(), field("name", CardName, "The name.").like("Umi").needed()]);

/// A move that is replaced.
pub(crate) static INSTEAD: Shape = Shape::new("instead", "`instead`", "A move of cards, and what happens instead.")
    .fields(&[
        field("of", Map(|| &REPLACED), "The move that is replaced.")
            .like("{left the field: {what: this card}}")
            .needed(),
        field("do", Word(every::<GoesTo>), "Where the cards go.").like("banish").needed(),
    ]);

/// The moves that can be replaced.
pub(crate) static REPLACEABLE: Choice = Choice::one(
    "move that can be replaced",
    &[
        field(Replaced::SentToGy.word(), Map(|| &MOVED), Replaced::SentToGy.about()).like("{what: {kind: monster}}"),
        field(Replaced::LeftTheField.word(), Map(|| &MOVED), Replaced::LeftTheField.about()).like("{what: this card}"),
    ],
);

/// A move that can be replaced.
pub(crate) static REPLACED: Shape =
    Shape::new("replaced", "a move", "A move that can be replaced, with its cards.").choices(&[&REPLACEABLE]);

/// The cards of a move.
pub(crate) static MOVED: Shape = Shape::new("moved", "a move", "The cards of a move.").fields(&[WHAT.needed()]);

/// What is done each time.
pub(crate) static WHENEVER: Shape = Shape::new(
    "whenever",
    "`whenever`",
    "What is done each time something happens; inside a resolving link it waits until the link is done.",
)
.fields(&[
    field("cause", Map(|| &CAUSE), "What happens.").like("{gains lp: {who: you}}").needed(),
    field("does", PARTS, "What is done.").like("[{damage: {who: opponent, count: 500}}]").needed(),
]);
