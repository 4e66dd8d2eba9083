//! The head of a ruling, and where it comes from.

use super::Holds::{Line, List, Map, Text, Word};
use super::duel::DUEL;
use super::play::STEP;
use super::words::every;
use super::{FORMATS, Field, Form, Holds, ID, RULE, Shape, field};
use crate::ruling::SourceKind;

/// The id of a ruling.
pub(super) const RULING_ID: Holds = Holds::Form(&Form {
    name: "an id",
    what: "a capital, then three capitals or digits, none of them I, L, O or U",
    pattern: "^[A-HJKMNP-TV-Z][0-9A-HJKMNP-TV-Z]{3}$",
    fits: |text| {
        let good = |c: char| (c.is_ascii_uppercase() || c.is_ascii_digit()) && !"ILOU".contains(c);
        text.len() == 4 && text.chars().all(good) && text.starts_with(|c: char| c.is_ascii_uppercase())
    },
});
/// A link.
pub(super) const URL: Holds = Holds::Form(&Form {
    name: "a URL",
    what: "a whole link, with https://",
    pattern: "^https?://",
    fits: |text| !text.contains('\n') && (text.starts_with("https://") || text.starts_with("http://")),
});
/// A year, month or day.
pub(super) const DATE: Holds = Holds::Form(&Form {
    name: "a date",
    what: "a year, month or day, in quotes",
    pattern: "^[0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?$",
    fits: |text| {
        let is_number = |(part, len): (&str, usize)| part.len() == len && part.chars().all(|c| c.is_ascii_digit());
        matches!(text.len(), 4 | 7 | 10) && text.split('-').zip([4, 2, 2]).all(is_number)
    },
});

const SOURCE_LIST: Holds = List(&Map(|| &SOURCE));
pub(super) const SOURCES: Field = field("sources", SOURCE_LIST, "Where it comes from, at least one.")
    .like("[{kind: derived, title: Chain}]")
    .needed();

/// A ruling file.
pub(crate) static RULING: Shape = Shape::new("ruling", "a ruling", "A ruling: a question, its answer, and a duel that shows it.").fields(&[
    field("id", RULING_ID, "Permanent, never reused: a capital, then three capitals or digits, none of them I, L, O or U.").like("K7Q2").needed(),
    field("ruling", Line, "The situation in one line.").like("Two mandatory triggers meet in one window").needed(),
    field("question", Text, "One sentence a player would ask a judge.").like("Which of them is Chain Link 1?").needed(),
    field("answer", Text, "One or two sentences; says it for each format where they differ.").like("The turn player's.").needed(),
    field("formats", FORMATS, "The formats for which it is asserted.").like("[tcg, ocg, edison, goat]").needed(),
    field("rules", List(&RULE), "The rules that decide it, the most important first.").like("[segoc.turn-player-mandatory]").needed(),
    SOURCES,
    field("disputed", List(&Map(|| &READING)), "Two or more readings, if the sources disagree. It is then never scored.").like("[{reading: yes-they-may, answer: Yes., sources: [{kind: derived, title: T}]}, {reading: no-they-may-not, answer: No., sources: [{kind: derived, title: T}]}]"),
    field("see also", List(&RULING_ID), "Ids of rulings that belong to it, as the other half of a pair.").like("[H1B1]"),
    field("seen in", List(&URL), "Links to engines known to get it wrong.").like("[\"https://example.org/issues/1\"]"),
    field("duel", Map(|| &DUEL), "The board it begins with.").like("{Yugi: {hand: [Kuriboh, Don Zaloog, Dark Hole, Tribe-Infecting Virus], monsters: [Sangan, {card: Breaker the Magical Warrior, counters: 1}], spells and traps: [Ultimate Offering], deck: [Raigeki]}, Joey: {monsters: [Celtic Guardian], set: [Magic Jammer, Call of the Haunted]}}")
    .needed(),
    field("play", List(&Map(|| &STEP)), "Actions and checks, told in order.").like("[{Yugi: {goes to: battle}}, {board: {Yugi: {lp: 8000}}}]").needed(),
]);

/// One of several answers.
pub(crate) static READING: Shape =
    Shape::new("reading", "a reading", "One of the answers the sources give.").fields(&[
        field("reading", ID, "Its id; steps with the same `reading` belong to it only.").like("only-once").needed(),
        field("answer", Text, "The answer.").like("\"Yes, in box C.\"").needed(),
        SOURCES,
    ]);

/// A source.
pub(crate) static SOURCE: Shape = Shape::new("source", "a source", "Where an answer comes from.").fields(&[
    field("kind", Word(every::<SourceKind>), "Its authority.")
        .like("judge")
        .with("url: \"https://example.org\"")
        .needed(),
    field("title", Line, "As a person would cite it.").like("Official rulebook").needed(),
    field("url", URL, "Where to read it; may be left out if the kind is `derived`.")
        .like("\"https://www.yugioh-card.com/en/\"")
        .usual(),
    field("at", Line, "Key, line or heading inside it.").like("page 42"),
    field("as of", DATE, "Date or year of the version read, in quotes.").like("\"2018-10-07\""),
    field("in", FORMATS, "The formats it speaks for, if not all of the file's.").like("[goat]"),
]);
