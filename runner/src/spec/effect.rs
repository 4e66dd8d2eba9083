//! An effect: its class and the keys that class has.

use segoc_engine::def::{Class, Declares, Once};

use super::cause::CAUSE;
use super::condition::{CONDITION, TIME};
use super::group::{GIVEN, TARGET};
use super::modifier::MODIFIER;
use super::verb::{PARTS, VERB};
use super::words::{BY_PROCEDURE, EITHER, KNOWN as KNOWN_WORDS, every, some};
use super::{Choice, FORMATS, Field, ID, PLACES, Shape, Value, field};

const fn class(class: Class, body: fn() -> &'static Shape, example: &'static str) -> Field {
    field(class.word(), Value::Map(body), class.about(), example)
}

/// The classes.
pub static CLASSES: Choice = Choice::one(
    "class",
    &[
        class(Class::Activation, || &ACTIVATION, "{does: [{draw: 2}]}"),
        class(Class::Ignition, || &IGNITION, "{cost: [{tribute: this card}], does: [{draw: 1}]}"),
        class(
            Class::Trigger,
            || &TRIGGER,
            "{mandatory: true, if: {destroyed: {what: this card, by: battle}}, does: [{draw: 1}]}",
        ),
        class(
            Class::Phase,
            || &PHASE,
            "{mandatory: true, during: {phase: [standby], turn: yours}, does: [{pay lp: 500}]}",
        ),
        class(
            Class::Quick,
            || &QUICK,
            "{mandatory: false, from: [hand], cost: [{discard: this card}], does: [{draw: 1}]}",
        ),
        class(Class::Continuous, || &CONTINUOUS, "{applies: [{piercing: this card}]}"),
        class(Class::Procedure, || &PROCEDURE, "{requires: {there is no: {kind: monster, whose: yours, in: [field]}}}"),
    ],
);

/// An effect.
pub static EFFECT: Shape = Shape::new(
    "effect",
    "an effect",
    "An effect of a card: its class, and when it may be used, what it costs and does.",
)
.fields(&[
    field("id", ID, "Its name within the card, needed if several of its effects activate.", "search"),
    field("in", FORMATS, "The formats in which the card has it, if not all.", "[edison, goat]"),
])
.choices(&[&CLASSES]);

/// `when` or `if`.
pub static CAUSED: Choice = Choice::at_most_one("cause", &CAUSES);
/// `when` or `if` of a trigger.
pub static TRIGGERED: Choice = Choice::one("cause", &CAUSES).unless("during");

static CAUSES: [Field; 2] = [
    field(
        "when",
        Value::Map(|| &CAUSE),
        "What must just have happened. An optional trigger with it can miss the timing.",
        "{card activated: {what: {kind: spell}}}",
    ),
    field(
        "if",
        Value::Map(|| &CAUSE),
        "What must have happened; it may wait until the chain is over.",
        "{sent to gy: {what: this card}}",
    ),
];

const MANDATORY: Field =
    field("mandatory", Value::Bool, "`true`: it must be activated; `false`: \"you can\".", "false").needed();
const DURING: Field = field("during", Value::Map(|| &TIME), "When it may be used.", "{phase: [standby], turn: yours}");
const FROM: Field = field("from", PLACES, "Where the card must be, if not where such a card lives.", "[gy]");
const WHO: Field = field("who", Value::Word(|| vec![EITHER]), "Either player may use it.", "either");
const ONCE: Field = field("once per turn", Value::Word(every::<Once>), "How it is limited within a turn.", "use");
const REQUIRES: Field =
    field("requires", Value::Map(|| &CONDITION), "What must hold when it is activated.", "{this card: attacks}");
const COSTS: Value = Value::List(&Value::Map(|| &VERB));
const COST: Field = field(
    "cost",
    COSTS,
    "What is paid, all in the instant of the activation.",
    "[{pay lp: 1000}, {discard: this card}]",
);
const TARGET_LIST: Value =
    Value::List(&Value::Either(&[Value::Word(|| KNOWN_WORDS.to_vec()), GIVEN, Value::Map(|| &TARGET)]));
const TARGETS: Field = field(
    "targets",
    TARGET_LIST,
    "What is targeted on activation: choices, or words for what is not chosen.",
    "[{choose: 1, of: {kind: monster, in: [field]}, as: picked}]",
);
const DOES: Field = field(
    "does",
    PARTS,
    "What happens on resolution: the first part plain, each further one under its conjunction.",
    "[{negate: that activation}, {and if you do: {destroy: that card}}]",
);

/// The keys of every effect that activates.
pub static ACTIVATES: Shape = Shape::new("activates", "the effect", "What every effect that activates may have.")
    .fields(&[
        ONCE,
        field("once per chain", Value::Flag, "It is used once in a chain.", "true"),
        REQUIRES,
        field(
            "oath",
            Value::Map(|| &OATH),
            "What its player cannot do in the turn he activates or uses it.",
            "{activate: [{cannot: {who: you, do: attack}}]}",
        ),
        COST,
        TARGETS,
        field("declares", Value::Word(every::<Declares>), "What is declared on activation.", "attribute"),
        field(
            "options",
            Value::List(&Value::Map(|| &OPTION)),
            "Bullets, one of which is picked on activation.",
            "[{id: draw, does: [{draw: 1}]}, {id: burn, does: [{damage: {who: opponent, count: 500}}]}]",
        ),
        DOES,
        field(
            "damage step",
            Value::Bool,
            "Whether it may be activated in the Damage Step, where that differs from the rule.",
            "true",
        ),
        field("no response", Value::Flag, "Nothing may be chained to it.", "true"),
    ]);

/// The activation of a Spell or Trap.
pub static ACTIVATION: Shape = Shape::new("activation", "the effect", "The activation of a Spell or Trap Card.")
    .including(&[&ACTIVATES])
    .fields(&[DURING, field("stays", Value::Flag, "A Normal Spell or Trap that remains on the field.", "true")])
    .choices(&[&CAUSED]);

/// An ignition effect.
pub static IGNITION: Shape =
    Shape::new("ignition", "the effect", "An effect used in the open state of the Main Phase.")
        .including(&[&ACTIVATES])
        .fields(&[FROM, WHO])
        .some_of(&["does", "options"]);

/// A trigger.
pub static TRIGGER: Shape = Shape::new("trigger", "the effect", "An effect that waits for something to happen.")
    .including(&[&ACTIVATES])
    .fields(&[
        MANDATORY,
        field(
            "during",
            Value::Map(|| &TIME),
            "When it may be used; with `at` it needs neither `when` nor `if`.",
            "{at: [start of damage step]}",
        ),
        FROM,
    ])
    .choices(&[&TRIGGERED])
    .some_of(&["does", "options"]);

/// A phase effect.
pub static PHASE: Shape = Shape::new("phase", "the effect", "An effect used during a phase, in a chain of its own.")
    .including(&[&ACTIVATES])
    .fields(&[MANDATORY, DURING.needed(), FROM])
    .some_of(&["does", "options"]);

/// A quick effect.
pub static QUICK: Shape = Shape::new("quick", "the effect", "A fast effect.")
    .including(&[&ACTIVATES])
    .fields(&[MANDATORY, DURING, FROM, WHO])
    .choices(&[&CAUSED])
    .some_of(&["does", "options"]);

/// What a continuous effect does.
pub static APPLIED: Choice = Choice::one(
    "continuous effect",
    &[
        field("applies", Value::List(&Value::Map(|| &MODIFIER)), "What holds.", "[{atk: {what: this card, by: 500}}]"),
        field("whenever", Value::Map(|| &CAUSE), "What is waited for.", "{gains lp: {who: you}}").beside(&[field(
            "does",
            PARTS,
            "What is done each time, without a chain.",
            "[{draw: 1}]",
        )
        .needed()]),
    ],
);

/// A continuous effect.
pub static CONTINUOUS: Shape =
    Shape::new("continuous", "the effect", "An effect that applies without being activated.")
        .fields(&[FROM, field("while", Value::Map(|| &CONDITION), "As long as this holds.", "{during: {turn: yours}}")])
        .choices(&[&APPLIED]);

/// A procedure.
pub static PROCEDURE: Shape =
    Shape::new("procedure", "the effect", "A Special Summon that starts no chain.").fields(&[
        FROM,
        field(
            "by",
            Value::Word(|| some(BY_PROCEDURE)),
            "A Summon with the monster's `materials`, from the field.",
            "synchro",
        ),
        REQUIRES,
        COST,
    ]);

/// When an oath is kept.
pub static OATHS: Choice = Choice::one(
    "oath",
    &[
        field(
            "activate",
            Value::List(&Value::Map(|| &MODIFIER)),
            "Gone if the activation is negated.",
            "[{cannot: {who: you, do: special summon}}]",
        ),
        field(
            "use",
            Value::List(&Value::Map(|| &MODIFIER)),
            "Kept even if the activation is negated.",
            "[{cannot: {who: you, do: attack}}]",
        ),
    ],
);

/// An oath.
pub static OATH: Shape = Shape::new(
    "oath",
    "an oath",
    "What holds for the player until the end of the turn; also not activated if this turn already broke it.",
)
.choices(&[&OATHS]);

/// A bullet.
pub static OPTION: Shape = Shape::new("option", "an option", "A bullet of an effect.").fields(&[
    field("id", ID, "Its name, by which a ruling picks it.", "draw").needed(),
    COST,
    TARGETS,
    field("does", PARTS, "What happens on resolution.", "[{draw: 1}]").needed(),
]);
