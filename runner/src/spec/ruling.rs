//! The head of a ruling, and where it comes from.

use super::duel::DUEL;
use super::play::STEP;
use super::words::every;
use super::{FORMATS, Field, Form, ID, RULE, Shape, Value, field};
use crate::ruling::SourceKind;

/// The id of a ruling.
pub(super) const RULING_ID: Value = Value::Form(&Form {
    what: "a capital, then three capitals or digits, none of them I, L, O or U",
    pattern: "^[A-HJKMNP-TV-Z][0-9A-HJKMNP-TV-Z]{3}$",
});
/// A link.
pub(super) const URL: Value = Value::Form(&Form { what: "a whole link, with https://", pattern: "^https?://" });
/// A year, month or day.
pub(super) const DATE: Value =
    Value::Form(&Form { what: "a year, month or day, in quotes", pattern: "^[0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?$" });

const SOURCE_LIST: Value = Value::List(&Value::Map(|| &SOURCE));
pub(super) const SOURCES: Field =
    field("sources", SOURCE_LIST, "Where it comes from, at least one.", "[{kind: derived, title: Chain}]").needed();

/// A ruling file.
pub static RULING: Shape = Shape::new("ruling", "a ruling", "A ruling: a question, its answer, and a duel that shows it.").fields(&[
    field("id", RULING_ID, "Permanent, never reused: a capital, then three capitals or digits, none of them I, L, O or U.", "K7Q2").needed(),
    field("ruling", Value::Line, "The situation in one line.", "Two mandatory triggers meet in one window").needed(),
    field("question", Value::Text, "One sentence a player would ask a judge.", "Which of them is Chain Link 1?").needed(),
    field("answer", Value::Text, "One or two sentences; says it for each format where they differ.", "The turn player's.").needed(),
    field("formats", FORMATS, "The formats for which it is asserted.", "[tcg, ocg, edison, goat]").needed(),
    field("rules", Value::List(&RULE), "The rules that decide it, the most important first.", "[segoc.turn-player-mandatory]").needed(),
    SOURCES,
    field(
        "disputed",
        Value::List(&Value::Map(|| &READING)),
        "Two or more readings, if the sources disagree. It is then never scored.",
        "[{reading: yes-he-may, answer: Yes., sources: [{kind: derived, title: T}]}, {reading: no-he-may-not, answer: No., sources: [{kind: derived, title: T}]}]",
    ),
    field("see also", Value::List(&RULING_ID), "Ids of rulings that belong to it, as the other half of a pair.", "[H1B1]"),
    field("seen in", Value::List(&URL), "Links to engines known to get it wrong.", "[\"https://example.org/issues/1\"]"),
    field(
        "duel",
        Value::Map(|| &DUEL),
        "The board it begins with.",
        "{Yugi: {hand: [Kuriboh, Don Zaloog, Dark Hole, Tribe-Infecting Virus], monsters: [Sangan, {card: Breaker the Magical Warrior, counters: 1}], spells and traps: [Ultimate Offering], deck: [Raigeki]}, Joey: {monsters: [Celtic Guardian], set: [Magic Jammer, Call of the Haunted]}}",
    )
    .needed(),
    field("play", Value::List(&Value::Map(|| &STEP)), "Actions and checks, told in order.", "[{Yugi: {goes to: battle}}, {board: {Yugi: {lp: 8000}}}]").needed(),
]);

/// One of several answers.
pub static READING: Shape = Shape::new("reading", "a reading", "One of the answers the sources give.").fields(&[
    field("reading", ID, "Its id; steps with the same `reading` belong to it only.", "only-once").needed(),
    field("answer", Value::Text, "The answer.", "\"Yes, in box C.\"").needed(),
    SOURCES,
]);

/// A source.
pub static SOURCE: Shape = Shape::new("source", "a source", "Where an answer comes from.").fields(&[
    field("kind", Value::Word(every::<SourceKind>), "Its authority.", "judge")
        .with("url: \"https://example.org\"")
        .needed(),
    field("title", Value::Line, "As a person would cite it.", "Official rulebook").needed(),
    field(
        "url",
        URL,
        "Where to read it; may be left out if the kind is `derived`.",
        "\"https://www.yugioh-card.com/en/\"",
    )
    .usual(),
    field("at", Value::Line, "Key, line or heading inside it.", "page 42"),
    field("as of", DATE, "Date or year of the version read, in quotes.", "\"2018-10-07\""),
    field("in", FORMATS, "The formats it speaks for, if not all of the file's.", "[goat]"),
]);
