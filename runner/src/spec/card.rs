//! What is printed on a card.

use segoc_engine::def::{Attribute, Race, SpellKind, TrapKind};

use super::effect::EFFECT;
use super::group::{COUNTED, GROUP};
use super::words::{UNKNOWN_VALUE, WRITTEN_IS, every, some};
use super::{Choice, Shape, Value, field};

/// Monster, Spell or Trap.
pub static KINDS: Choice = Choice::one(
    "kind of card",
    &[
        field(
            "monster",
            Value::Map(|| &MONSTER),
            "A monster, with its printed values.",
            "{attribute: light, type: machine, is: [synchro], level: 5, atk: 2100, def: 1500, materials: [{choose: 2, of: {kind: monster}}]}",
        ),
        field("spell", Value::Word(every::<SpellKind>), "A Spell Card of this kind.", "quick-play"),
        field("trap", Value::Word(every::<TrapKind>), "A Trap Card of this kind.", "counter"),
    ],
);

/// A card file.
pub static CARD: Shape = Shape::new("card", "a card", "A card: what is printed on it, and what its effects are.")
    .fields(&[
        field("name", Value::Line, "The name as printed. The file is named after it.", "Sangan").needed(),
        field("passcode", Value::Number(1, 99_999_999), "The number in the corner; only tokens have none.", "26202165")
            .usual(),
        field("series", Value::List(&Value::Line), "Archetypes it belongs to, if an effect asks.", "[HERO]"),
        field(
            "effects",
            Value::List(&Value::Map(|| &EFFECT)),
            "Its effects, in the order of its text.",
            "[{id: search, ignition: {does: [{draw: 1}]}}]",
        ),
        field(
            "left out",
            Value::List(&Value::Line),
            "One sentence for each thing that is not modelled.",
            "[Its second effect.]",
        ),
    ])
    .choices(&[&KINDS]);

/// Level, Rank or Link Rating.
pub static LEVELS: Choice = Choice::one(
    "level",
    &[
        field("level", Value::Number(0, 13), "Its Level.", "4"),
        field("rank", Value::Number(0, 13), "Its Rank.", "4"),
        field("link", Value::Number(0, 13), "Its Link Rating.", "2"),
    ],
)
.unless("is");

const VALUE: Value = Value::Either(&[Value::Number(0, 100_000), Value::Word(|| UNKNOWN_VALUE.to_vec())]);

/// A monster's printed values.
pub static MONSTER: Shape = Shape::new("monster", "a monster", "What is printed on a monster.")
    .fields(&[
        field("attribute", Value::Word(every::<Attribute>), "Its Attribute.", "dark").needed(),
        field("type", Value::Word(every::<Race>), "Its Type.", "fiend").needed(),
        field("is", Value::List(&Value::Word(|| some(WRITTEN_IS))), "What else its type line says.", "[tuner]")
            .with("level: 4"),
        field("atk", VALUE, "Its ATK; \"?\" counts as 0.", "1000").needed(),
        field("def", VALUE, "Its DEF; only Link Monsters have none.", "600").usual(),
        field(
            "materials",
            Value::List(&Value::Map(|| &MATERIAL)),
            "What it is Fusion, Synchro or Link Summoned with.",
            "[{choose: 2, of: {kind: monster}}]",
        ),
    ])
    .choices(&[&LEVELS]);

/// A demand on materials.
pub static MATERIAL: Shape = Shape::new("material", "a material", "So many monsters of a group.").fields(&[
    field("choose", COUNTED, "How many.", "2").needed(),
    field("of", Value::Map(|| &GROUP), "Which monsters will do.", "{kind: monster, is: [tuner]}").needed(),
]);
