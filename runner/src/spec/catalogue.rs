//! The files beside cards and rulings: rules, formats, statements and disputes.

use super::ruling::{DATE, RULING_ID, SOURCE, SOURCES};
use super::{Choice, FORMATS, Field, Form, ID, RULE, Shape, Value, field};

const BELIEFS: Value = Value::List(&Value::Map(|| &BELIEF));
const MISCONCEPTIONS: Field = field(
    "misconceptions",
    BELIEFS,
    "What people believe instead.",
    "[{id: when-never-misses, belief: An optional trigger never misses the timing.}]",
);

/// The catalogue of rules.
pub static CATALOGUE: Shape = Shape::new("catalogue", "the catalogue", "Every rule the engine knows, and no other.")
    .fields(&[
        field(
            "families",
            Value::ByName(&Value::Map(|| &FAMILY), false),
            "The families of rules, by the first word of their ids.",
            "{timing: {means: missing the timing, module: timing.rs}}",
        )
        .needed(),
        field(
            "rules",
            Value::List(&Value::Map(|| &RULE_ENTRY)),
            "The rules.",
            "[{id: timing.missed, rule: It is lost., formats: [tcg], sources: [{kind: derived, title: T}]}]",
        )
        .needed(),
        field(
            "misconceptions",
            Value::List(&Value::Map(|| &BELIEF)),
            "Misconceptions about no rule, but about a difference between formats.",
            "[{id: zero-atk-both, belief: Two monsters without ATK destroy each other.}]",
        ),
    ]);

/// A family of rules.
pub static FAMILY: Shape = Shape::new("family", "a family", "Rules that one module of the engine applies.").fields(&[
    field("means", Value::Line, "What they are about.", "missing the timing").needed(),
    field("module", Value::Line, "The module that applies them.", "timing.rs").needed(),
]);

/// A rule.
pub static RULE_ENTRY: Shape = Shape::new("rule", "a rule", "A rule of the catalogue.").fields(&[
    field("id", RULE, "`family.rule-name`, as the engine knows it.", "timing.missed").needed(),
    field(
        "rule",
        Value::Line,
        "The rule in a sentence.",
        "An optional trigger is lost if it was not the last thing to happen.",
    )
    .needed(),
    field("formats", FORMATS, "Where it holds.", "[tcg, ocg]").needed(),
    field("refuses", Value::Flag, "It is a reason for something not being offered.", "true"),
    field(
        "differs from",
        Value::List(&RULE),
        "The rules that hold instead in other formats.",
        "[segoc.age-does-not-matter]",
    ),
    MISCONCEPTIONS,
    SOURCES,
]);

/// What people believe instead.
pub static BELIEF: Shape = Shape::new("belief", "a misconception", "What people believe instead of a rule.").fields(&[
    field("id", Value::Line, "Its id in the engine's table of misconceptions.", "zero-atk-both").needed(),
    field("belief", Value::Line, "What they believe, in a sentence.", "Two monsters without ATK destroy each other.")
        .needed(),
]);

/// A format.
pub static FORMAT: Shape =
    Shape::new("format", "a format", "A format: a set of rules, not a pool of cards.").fields(&[
        field("title", Value::Line, "The name for people.", "Goat").needed(),
        field("since", DATE, "When it was first played, in quotes.", "\"2005-04\""),
        field("until", DATE, "When it was last played, in quotes.", "\"2005\""),
        field("note", Value::Text, "What else to know about it.", "Played again since 2015."),
        field("policy", Value::Axes, "The axes in which it differs from today's TCG.", "{field spells: one in all}"),
    ]);

/// What documents say.
pub static STATEMENTS: Shape =
    Shape::new("statements", "the file of statements", "What the source documents say, sentence by sentence.").fields(
        &[
            field(
                "documents",
                Value::ByName(&Value::Map(|| &SOURCE), false),
                "The documents by short names.",
                "{note: {kind: derived, title: T}}",
            )
            .needed(),
            field(
                "statements",
                Value::List(&Value::Map(|| &STATEMENT)),
                "What they say.",
                "[{id: A-1, statement: S., stands in: {note: opening}, rules: [timing.missed]}]",
            )
            .needed(),
        ],
    );

/// A statement or an example.
pub static SAID: Choice = Choice::one(
    "statement",
    &[
        field("statement", Value::Line, "What is said, in our words.", "The turn player goes first."),
        field("example", Value::Line, "What a worked example shows, in our words.", "Sangan and Peten meet.")
            .with("rulings: [K7Q2]"),
    ],
);

/// A statement.
pub static STATEMENT: Shape = Shape::new("statement", "a statement", "What a document says, and what stands for it.")
    .fields(&[
        field(
            "id",
            Value::Form(&Form { what: "an id in CAPITALS-AND-DIGITS-1", pattern: "^[A-Z0-9]+(-[A-Z0-9]+)*$" }),
            "Its name, which never changes.",
            "A-1",
        )
        .needed(),
        field(
            "stands in",
            Value::ByName(&Value::Line, true),
            "The documents that say it, each with the place in it.",
            "{note: opening}",
        )
        .needed(),
        field("rules", Value::List(&RULE), "The rules that stand for it.", "[timing.missed]"),
        field("rulings", Value::List(&RULING_ID), "Ids of the rulings that play it.", "[K7Q2]"),
        field("not checked", Value::Line, "Why nothing stands for it.", "It is about tournaments."),
    ])
    .choices(&[&SAID])
    .some_of(&["rules", "rulings", "not checked"]);

/// Where sources disagree.
pub static DISPUTES: Shape = Shape::new(
    "disputes",
    "the file of disputes",
    "Where the sources disagree or are silent.",
)
.fields(&[field(
    "disputes",
    Value::List(&Value::Map(|| &DISPUTE)),
    "The points.",
    "[{id: a-point, question: Q?, answers: [{answer: A., sources: [{kind: derived, title: T}]}], disputed: [K7Q2]}]",
)
.needed()]);

/// A dispute.
pub static DISPUTE: Shape = Shape::new("dispute", "a dispute", "A point on which the sources disagree or are silent.")
    .fields(&[
        field("id", ID, "Its name, which never changes.", "hand-limit").needed(),
        field("question", Value::Line, "What is asked.", "Who goes first?").needed(),
        field(
            "answers",
            Value::List(&Value::Map(|| &ANSWER)),
            "The answers, each with who gives it.",
            "[{answer: A., sources: [{kind: derived, title: T}]}]",
        )
        .needed(),
        field("decided", Value::Map(|| &DECISION), "How it was decided.", "{answer: A., authority: Konami}"),
        field(
            "disputed",
            Value::List(&RULING_ID),
            "Ids of rulings that keep every reading and are never scored.",
            "[K7Q2]",
        ),
    ])
    .some_of(&["decided", "disputed"]);

/// An answer.
pub static ANSWER: Shape = Shape::new("answer", "an answer", "An answer to a disputed question.")
    .fields(&[field("answer", Value::Line, "The answer, in our words.", "The turn player.").needed(), SOURCES]);

/// A decision.
pub static DECISION: Shape = Shape::new("decision", "a decision", "The answer that was taken.").fields(&[
    field("answer", Value::Line, "Which one.", "The turn player.").needed(),
    field("authority", Value::Line, "On whose authority.", "the official rulebook").needed(),
    field("rulings", Value::List(&RULING_ID), "Ids of the rulings that show it.", "[K7Q2]"),
]);
