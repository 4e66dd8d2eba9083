//! The board a duel begins with, and the boards of checks.

use segoc_engine::StartZone;
use segoc_engine::def::{BattlePosition, Phase};

use super::Holds::{Among, CardName, Either, Flag, ListOrEmpty, Map, Number, Reference, Word};
use super::words::{JOEY, PLAYERS, SINCE, YUGI, every, some};
use super::{Field, Holds, ID, Shape, field};

/// A player.
pub(super) const PLAYER: Holds = Word(|| PLAYERS.to_vec());

/// The board a duel begins with.
pub(crate) static DUEL: Shape = Shape::new(
    "duel",
    "the duel",
    "The board the duel begins with, in the open state of its phase. A zone holds exactly what is listed.",
)
.fields(&[
    field("phase", Word(every::<Phase>), "The phase it begins in; `main 1` unless written.").like("battle"),
    field(YUGI, Map(|| &SIDE), "The side of the turn player.").like("{hand: [Kuriboh], monsters: [Sangan]}").needed(),
    field(JOEY, Map(|| &SIDE), "The side of the opponent.")
        .like("{monsters: [Celtic Guardian], set: [Magic Jammer]}")
        .needed(),
]);

const CARDS: Holds = ListOrEmpty(&Either(&[CardName, Map(|| &START_CARD)]));

const fn zone(zone: StartZone, about: &'static str, example: &'static str) -> Field {
    field(zone.word(), CARDS, about).like(example)
}

/// A player's side.
pub(crate) static SIDE: Shape = Shape::new("side", "a player's side", "Life points and cards of a player.").fields(&[
    field("lp", Number(1, 1_000_000), "Life points; 8000 unless written.").like("6000"),
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
pub(crate) static START_CARD: Shape =
    Shape::new("start-card", "a card of the set-up", "A card about which more is said than its name.").fields(&[
        field("card", CardName, "Its name.").like("Sangan").needed(),
        field("as", ID, "A label; the card is then meant only by it.").like("first-sangan"),
        field("position", Word(every::<BattlePosition>), "Of `monsters`; `attack` unless written.").like("defense"),
        field("owner", PLAYER, "Its owner, when control has changed.").like("Joey"),
        field("counters", Number(0, 255), "Counters on it.").like("1"),
        field("equipped to", Reference, "Of `spells and traps`: the monster it is equipped to.")
            .like("Celtic Guardian"),
        field("revealed", Flag, "Of `hand`: both players know it.").like("true"),
        field("since", Among(|| some(SINCE)), "When it came to where it is, if not earlier.").like("this turn"),
    ]);

/// What a board check compares.
pub(crate) static BOARD: Shape = Shape::new("board", "a board", "The field once the game state is open.")
    .fields(&[
        field(YUGI, Map(|| &BOARD_SIDE), "What is compared on Yugi's side.").like("{lp: 8000, gy: []}"),
        field(JOEY, Map(|| &BOARD_SIDE), "What is compared on Joey's side.").like("{monsters: [Celtic Guardian]}"),
    ])
    .some_of(&["Yugi", "Joey"]);

const COMPARED: Holds = ListOrEmpty(&Either(&[Reference, Map(|| &BOARD_CARD)]));

const fn compared(zone: StartZone, about: &'static str, example: &'static str) -> Field {
    field(zone.word(), COMPARED, about).like(example)
}

/// A player's side in a check.
pub(crate) static BOARD_SIDE: Shape = Shape::new(
    "board-side",
    "a player's side",
    "Zones that are written are compared whole, in no order; what is not written is not compared.",
)
.fields(&[
    field("lp", Number(0, 1_000_000), "Life points.").like("6000"),
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
pub(crate) static BOARD_CARD: Shape = Shape::new(
    "board-card",
    "a card of the board",
    "A card with what is compared of it. A name means any card of that name, a label or `Yugi's X` that copy.",
)
.fields(&[
    field("card", Reference, "The card.").like("Sangan").needed(),
    field("position", Word(every::<BattlePosition>), "Its battle position.").like("attack"),
    field("counters", Number(0, 255), "Counters on it.").like("1"),
    field("equipped to", Reference, "The monster it is equipped to.").like("Celtic Guardian"),
    field("atk", Number(0, 1_000_000), "Its ATK.").like("1900"),
    field("def", Number(0, 1_000_000), "Its DEF.").like("1000"),
]);
