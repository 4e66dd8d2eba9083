//! The files beside cards and rulings: rules, formats, statements and disputes.

use super::Holds::{Axes, ByName, Flag, Line, List, Map, Text};
use super::ruling::{DATE, RULING_ID, SOURCE, SOURCES};
use super::{Choice, FORMATS, Field, Form, Holds, ID, RULE, Shape, consists_of, field};

const BELIEFS: Holds = List(&Map(|| &BELIEF));
const MISCONCEPTIONS: Field = field("misconceptions", BELIEFS, "What people believe instead.")
    .like("[{id: when-never-misses, belief: An optional trigger never misses the timing.}]");

/// The catalogue of rules.
pub(crate) static CATALOGUE: Shape =
    Shape::new("catalogue", "the catalogue", "Every rule the engine knows, and no other.").fields(&[
        field("families", ByName(&Map(|| &FAMILY), false), "The families of rules, by the first word of their ids.")
            .like("{timing: {means: missing the timing, module: timing.rs}}")
            .needed(),
        field("rules", List(&Map(|| &RULE_ENTRY)), "The rules.")
            .like("[{id: timing.missed, rule: It is lost., formats: [tcg], sources: [{kind: derived, title: T}]}]")
            .needed(),
        field(
            "misconceptions",
            List(&Map(|| &BELIEF)),
            "Misconceptions about no rule, but about a difference between formats.",
        )
        .like("[{id: zero-atk-both, belief: Two monsters without ATK destroy each other.}]"),
    ]);

/// A family of rules.
pub(crate) static FAMILY: Shape = Shape::new("family", "a family", "Rules that one module of the engine applies.")
    .fields(&[
        field("means", Line, "What they are about.").like("missing the timing").needed(),
        field("module", Line, "The module that applies them.").like("timing.rs").needed(),
    ]);

/// A rule.
pub(crate) static RULE_ENTRY: Shape = Shape::new("rule", "a rule", "A rule of the catalogue.").fields(&[
    field("id", RULE, "`family.rule-name`, as the engine knows it.").like("timing.missed").needed(),
    field("rule", Line, "The rule in a sentence.")
        .like("An optional trigger is lost if it was not the last thing to happen.")
        .needed(),
    field("formats", FORMATS, "Where it holds.").like("[tcg, ocg]").needed(),
    field("refuses", Flag, "It is a reason for something not being offered.").like("true"),
    field("differs from", List(&RULE), "The rules that hold instead in other formats.")
        .like("[segoc.age-does-not-matter]"),
    MISCONCEPTIONS,
    SOURCES,
]);

/// What people believe instead.
pub(crate) static BELIEF: Shape = Shape::new("belief", "a misconception", "What people believe instead of a rule.")
    .fields(&[
        field("id", Line, "Its id in the engine's table of misconceptions.").like("zero-atk-both").needed(),
        field("belief", Line, "What they believe, in a sentence.")
            .like("Two monsters without ATK destroy each other.")
            .needed(),
    ]);

/// A format.
pub(crate) static FORMAT: Shape = Shape::new("format", "a format", "A format: a set of rules, not a pool of cards.")
    .fields(&[
        field("title", Line, "The name for people.").like("Goat").needed(),
        field("since", DATE, "When it was first played, in quotes.").like("\"2005-04\""),
        field("until", DATE, "When it was last played, in quotes.").like("\"2005\""),
        field("note", Text, "What else to know about it.").like("Played again since 2015."),
        field("policy", Axes, "The axes in which it differs from today's TCG.").like("{field spells: one in all}"),
    ]);

/// What documents say.
pub(crate) static STATEMENTS: Shape =
    Shape::new("statements", "the file of statements", "What the source documents say, sentence by sentence.").fields(
        &[
            field("documents", ByName(&Map(|| &SOURCE), false), "The documents by short names.")
                .like("{note: {kind: derived, title: T}}")
                .needed(),
            field("statements", List(&Map(|| &STATEMENT)), "What they say.")
                .like("[{id: A-1, statement: S., stands in: {note: opening}, rules: [timing.missed]}]")
                .needed(),
        ],
    );

/// The id of a statement.
const STATEMENT_ID: Holds = Holds::Form(&Form {
    name: "an id",
    what: "an id in CAPITALS-AND-DIGITS-1",
    pattern: "^[A-Z0-9]+(-[A-Z0-9]+)*$",
    fits: |text| text.split('-').all(|part| consists_of(part, |c| c.is_ascii_uppercase() || c.is_ascii_digit())),
});

/// A statement or an example.
pub(crate) static SAID: Choice = Choice::one(
    "statement",
    &[
        field("statement", Line, "What is said, in our words.").like("The turn player goes first."),
        field("example", Line, "What a worked example shows, in our words.")
            .like("Sangan and Peten meet.")
            .with("rulings: [K7Q2]"),
    ],
);

/// A statement.
pub(crate) static STATEMENT: Shape =
    Shape::new("statement", "a statement", "What a document says, and what stands for it.")
        .fields(&[
            field("id", STATEMENT_ID, "Its name, which never changes.").like("A-1").needed(),
            field("stands in", ByName(&Line, true), "The documents that say it, each with the place in it.")
                .like("{note: opening}")
                .needed(),
            field("rules", List(&RULE), "The rules that stand for it.").like("[timing.missed]"),
            field("rulings", List(&RULING_ID), "Ids of the rulings that play it.").like("[K7Q2]"),
            field("not checked", Line, "Why nothing stands for it.").like("It is about tournaments."),
        ])
        .choices(&[&SAID])
        .some_of(&["rules", "rulings", "not checked"]);

/// Where sources disagree.
pub(crate) static DISPUTES: Shape = Shape::new(
    "disputes",
    "the file of disputes",
    "Where the sources disagree or are silent.",
)
.fields(&[field("disputes", List(&Map(|| &DISPUTE)), "The points.").like("[{id: a-point, question: Q?, answers: [{answer: A., sources: [{kind: derived, title: T}]}], disputed: [K7Q2]}]")
.needed()]);

/// A dispute.
pub(crate) static DISPUTE: Shape =
    Shape::new("dispute", "a dispute", "A point on which the sources disagree or are silent.")
        .fields(&[
            field("id", ID, "Its name, which never changes.").like("hand-limit").needed(),
            field("question", Line, "What is asked.").like("Who goes first?").needed(),
            field("answers", List(&Map(|| &ANSWER)), "The answers, each with who gives it.")
                .like("[{answer: A., sources: [{kind: derived, title: T}]}]")
                .needed(),
            field("decided", Map(|| &DECISION), "How it was decided.").like("{answer: A., authority: Konami}"),
            field("disputed", List(&RULING_ID), "Ids of rulings that keep every reading and are never scored.")
                .like("[K7Q2]"),
        ])
        .some_of(&["decided", "disputed"]);

/// An answer.
pub(crate) static ANSWER: Shape = Shape::new("answer", "an answer", "An answer to a disputed question.")
    .fields(&[field("answer", Line, "The answer, in our words.").like("The turn player.").needed(), SOURCES]);

/// A decision.
pub(crate) static DECISION: Shape = Shape::new("decision", "a decision", "The answer that was taken.").fields(&[
    field("answer", Line, "Which one.").like("The turn player.").needed(),
    field("authority", Line, "On whose authority.").like("the official rulebook").needed(),
    field("rulings", List(&RULING_ID), "Ids of the rulings that show it.").like("[K7Q2]"),
]);
