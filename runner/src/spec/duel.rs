//! The board a duel begins with, and the boards of checks.

use segoc_engine::StartZone;
use segoc_engine::def::{BattlePosition, Phase};

use super::words::{JOEY, PLAYERS, SINCE, YUGI, every, some};
use super::{Field, ID, Shape, Value, field};

/// A player.
pub(super) const PLAYER: Value = Value::Word(|| PLAYERS.to_vec());

/// The board a duel begins with.
pub static DUEL: Shape = Shape::new(
    "duel",
    "the duel",
    "The board the duel begins with, in the open state of its phase. A zone holds exactly what is listed.",
)
.fields(&[
    field("phase", Value::Word(every::<Phase>), "The phase it begins in; `main 1` unless written.", "battle"),
    field(YUGI, Value::Map(|| &SIDE), "The side of the turn player.", "{hand: [Kuriboh], monsters: [Sangan]}").needed(),
    field(
        JOEY,
        Value::Map(|| &SIDE),
        "The side of his opponent.",
        "{monsters: [Celtic Guardian], set: [Magic Jammer]}",
    )
    .needed(),
]);

const CARDS: Value = Value::ListOrEmpty(&Value::Either(&[Value::CardName, Value::Map(|| &START_CARD)]));

const fn zone(zone: StartZone, about: &'static str, example: &'static str) -> Field {
    field(zone.word(), CARDS, about, example)
}

/// A player's side.
pub static SIDE: Shape = Shape::new("side", "a player's side", "Life points and cards of a player.").fields(&[
    field("lp", Value::Number(1, 1_000_000), "Life points; 8000 unless written.", "6000"),
    zone(StartZone::Hand, "The hand.", "[Kuriboh, Raigeki]"),
    zone(StartZone::Monsters, "Face-up in the Monster Zone; at most 5 with those that are Set.", "[Sangan]"),
    zone(
        StartZone::SpellsAndTraps,
        "Face-up, Field Spells too, and monsters that are Equip Cards.",
        "[Ultimate Offering]",
    ),
    zone(StartZone::Set, "Everything face-down on the field, monsters too.", "[Ring of Destruction]"),
    zone(StartZone::Gy, "The Graveyard.", "[Jinzo]"),
    zone(StartZone::Banished, "Banished cards.", "[]"),
    zone(StartZone::Deck, "The Deck; the first one listed is the top card.", "[Raigeki]"),
    zone(StartZone::ExtraDeck, "Fusion, Synchro, Xyz and Link Monsters.", "[]"),
]);

/// A card of the set-up about which more is said than its name.
pub static START_CARD: Shape =
    Shape::new("start-card", "a card of the set-up", "A card about which more is said than its name.").fields(&[
        field("card", Value::CardName, "Its name.", "Sangan").needed(),
        field("as", ID, "A label; the card is then meant only by it.", "first-sangan"),
        field("position", Value::Word(every::<BattlePosition>), "Of `monsters`; `attack` unless written.", "defense"),
        field("owner", PLAYER, "Its owner, when control has changed.", "Joey"),
        field("counters", Value::Number(0, 255), "Counters on it.", "1"),
        field(
            "equipped to",
            Value::Reference,
            "Of `spells and traps`: the monster it is equipped to.",
            "Celtic Guardian",
        ),
        field("revealed", Value::Flag, "Of `hand`: both players know it.", "true"),
        field("since", Value::Word(|| some(SINCE)), "When it came to where it is, if not earlier.", "this turn"),
    ]);

/// What a board check compares.
pub static BOARD: Shape = Shape::new("board", "a board", "The field once the game state is open.")
    .fields(&[
        field(YUGI, Value::Map(|| &BOARD_SIDE), "What is compared on Yugi's side.", "{lp: 8000, gy: []}"),
        field(JOEY, Value::Map(|| &BOARD_SIDE), "What is compared on Joey's side.", "{monsters: [Celtic Guardian]}"),
    ])
    .some_of(&["Yugi", "Joey"]);

const COMPARED: Value = Value::ListOrEmpty(&Value::Either(&[Value::Reference, Value::Map(|| &BOARD_CARD)]));

const fn compared(zone: StartZone, about: &'static str, example: &'static str) -> Field {
    field(zone.word(), COMPARED, about, example)
}

/// A player's side in a check.
pub static BOARD_SIDE: Shape = Shape::new(
    "board-side",
    "a player's side",
    "Zones that are written are compared whole, in no order; what is not written is not compared.",
)
.fields(&[
    field("lp", Value::Number(0, 1_000_000), "Life points.", "6000"),
    compared(StartZone::Hand, "The hand.", "[Kuriboh]"),
    compared(StartZone::Monsters, "Face-up in the Monster Zone.", "[{card: Sangan, position: attack}]"),
    compared(StartZone::SpellsAndTraps, "Face-up Spells and Traps.", "[Ultimate Offering]"),
    compared(StartZone::Set, "Everything face-down on the field.", "[]"),
    compared(StartZone::Gy, "The Graveyard.", "[]"),
    compared(StartZone::Banished, "Banished cards.", "[]"),
    compared(StartZone::Deck, "The Deck.", "[]"),
    compared(StartZone::ExtraDeck, "The Extra Deck.", "[]"),
]);

/// A card in a check of the board.
pub static BOARD_CARD: Shape = Shape::new(
    "board-card",
    "a card of the board",
    "A card with what is compared of it. A name means any card of that name, a label or `Yugi's X` that copy.",
)
.fields(&[
    field("card", Value::Reference, "The card.", "Sangan").needed(),
    field("position", Value::Word(every::<BattlePosition>), "Its battle position.", "attack"),
    field("counters", Value::Number(0, 255), "Counters on it.", "1"),
    field("equipped to", Value::Reference, "The monster it is equipped to.", "Celtic Guardian"),
    field("atk", Value::Number(0, 1_000_000), "Its ATK.", "1900"),
    field("def", Value::Number(0, 1_000_000), "Its DEF.", "1000"),
]);
