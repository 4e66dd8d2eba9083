//! What is printed on a card.

use segoc_engine::def::{Attribute, Race, SpellKind, TrapKind};

use super::Holds::{Among, Either, Line, List, Map, Number, Word};
use super::effect::EFFECT;
use super::group::{COUNTED, GROUP};
use super::words::{UNKNOWN_VALUE, WRITTEN_IS, every, some};
use super::{Choice, Holds, Shape, field};

/// Monster, Spell or Trap.
pub(crate) static KINDS: Choice = Choice::one(
    "kind of card",
    &[
        field("monster", Map(|| &MONSTER), "A monster, with its printed values.").like("{attribute: light, type: machine, is: [synchro], level: 5, atk: 2100, def: 1500, materials: [{choose: 2, of: {kind: monster}}]}"),
        field("spell", Word(every::<SpellKind>), "A Spell Card of this kind.").like("quick-play"),
        field("trap", Word(every::<TrapKind>), "A Trap Card of this kind.").like("counter"),
    ],
);

/// A card file.
pub(crate) static CARD: Shape =
    Shape::new("card", "a card", "A card: what is printed on it, and what its effects are.")
        .fields(&[
            field("name", Line, "The name as printed. The file is named after it.").like("Sangan").needed(),
            field("passcode", Number(1, 99_999_999), "The number in the corner; only tokens have none.")
                .like("26202165")
                .usual(),
            field("series", List(&Line), "Archetypes it belongs to, if an effect asks.").like("[HERO]"),
            field("effects", List(&Map(|| &EFFECT)), "Its effects, in the order of its text.")
                .like("[{id: search, ignition: {does: [{draw: 1}]}}]"),
            field("left out", List(&Line), "One sentence for each thing that is not modelled.")
                .like("[Its second effect.]"),
        ])
        .choices(&[&KINDS]);

/// Level, Rank or Link Rating.
pub(crate) static LEVELS: Choice = Choice::one(
    "level",
    &[
        field("level", Number(0, 13), "Its Level.").like("4"),
        field("rank", Number(0, 13), "Its Rank.").like("4"),
        field("link", Number(0, 13), "Its Link Rating.").like("2"),
    ],
)
.unless("is");

const VALUE: Holds = Either(&[Number(0, 100_000), Word(|| UNKNOWN_VALUE.to_vec())]);

/// A monster's printed values.
pub(crate) static MONSTER: Shape = Shape::new("monster", "a monster", "What is printed on a monster.")
    .fields(&[
        field("attribute", Word(every::<Attribute>), "Its Attribute.").like("dark").needed(),
        field("type", Word(every::<Race>), "Its Type.").like("fiend").needed(),
        field("is", List(&Among(|| some(WRITTEN_IS))), "What else its type line says.")
            .like("[tuner]")
            .with("level: 4"),
        field("atk", VALUE, "Its ATK; \"?\" counts as 0.").like("1000").needed(),
        field("def", VALUE, "Its DEF; only Link Monsters have none.").like("600").usual(),
        field("materials", List(&Map(|| &MATERIAL)), "What it is Fusion, Synchro or Link Summoned with.")
            .like("[{choose: 2, of: {kind: monster}}]"),
    ])
    .choices(&[&LEVELS]);

/// A demand on materials.
pub(crate) static MATERIAL: Shape = Shape::new("material", "a material", "So many monsters of a group.").fields(&[
    field("choose", COUNTED, "How many.").like("2").needed(),
    field("of", Map(|| &GROUP), "Which monsters will do.").like("{kind: monster, is: [tuner]}").needed(),
]);
