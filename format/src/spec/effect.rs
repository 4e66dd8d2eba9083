//! An effect: its class and the keys that class has.

use segoc_engine::def::{Class, Declares, Once};

use super::Holds::{Among, Bool, Either, Flag, List, Map, Word};
use super::cause::CAUSE;
use super::condition::{CONDITION, TIME};
use super::group::{GIVEN, TARGET};
use super::modifier::MODIFIER;
use super::verb::{PARTS, VERB};
use super::words::{BY_PROCEDURE, EITHER, KNOWN as KNOWN_WORDS, every, some};
use super::{Choice, FORMATS, Field, Holds, ID, PLACES, Shape, field};

const fn class(class: Class, body: fn() -> &'static Shape, example: &'static str) -> Field {
    field(class.word(), Map(body), class.about()).like(example)
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
pub(crate) static EFFECT: Shape = Shape::new(
    "effect",
    "an effect",
    "An effect of a card: its class, and when it may be used, what it costs and does.",
)
.fields(&[
    field("id", ID, "Its name within the card, needed if several of its effects activate.").like("search"),
    field("in", FORMATS, "The formats in which the card has it, if not all.").like("[edison, goat]"),
])
.choices(&[&CLASSES]);

/// `when` or `if`.
pub(crate) static CAUSED: Choice = Choice::at_most_one("cause", &CAUSES);
/// `when` or `if` of a trigger.
pub(crate) static TRIGGERED: Choice = Choice::one("cause", &CAUSES).unless("during");

static CAUSES: [Field; 2] = [
    field("when", Map(|| &CAUSE), "What must just have happened. An optional trigger with it can miss the timing.")
        .like("{card activated: {what: {kind: spell}}}"),
    field("if", Map(|| &CAUSE), "What must have happened; it may wait until the chain is over.")
        .like("{sent to gy: {what: this card}}"),
];

const MANDATORY: Field =
    field("mandatory", Bool, "`true`: it must be activated; `false`: \"you can\".").like("false").needed();
const DURING: Field = field("during", Map(|| &TIME), "When it may be used.").like("{phase: [standby], turn: yours}");
const FROM: Field = field("from", PLACES, "Where the card must be, if not where such a card lives.").like("[gy]");
const WHO: Field = field("who", Word(|| vec![EITHER]), "Either player may use it.").like("either");
const ONCE: Field = field("once per turn", Word(every::<Once>), "How it is limited within a turn.").like("use");
const REQUIRES: Field =
    field("requires", Map(|| &CONDITION), "What must hold when it is activated.").like("{this card: attacks}");
const COSTS: Holds = List(&Map(|| &VERB));
const COST: Field = field("cost", COSTS, "What is paid, all in the instant of the activation.")
    .like("[{pay lp: 1000}, {discard: this card}]");
const TARGET_LIST: Holds = List(&Either(&[Word(|| KNOWN_WORDS.to_vec()), GIVEN, Map(|| &TARGET)]));
const TARGETS: Field =
    field("targets", TARGET_LIST, "What is targeted on activation: choices, or words for what is not chosen.")
        .like("[{choose: 1, of: {kind: monster, in: [field]}, as: picked}]");
const DOES: Field =
    field("does", PARTS, "What happens on resolution: the first part plain, each further one under its conjunction.")
        .like("[{negate: that activation}, {and if you do: {destroy: that card}}]");

/// The keys of every effect that activates.
pub(crate) static ACTIVATES: Shape =
    Shape::new("activates", "the effect", "What every effect that activates may have.").fields(&[
        ONCE,
        field("once per chain", Flag, "It is used once in a chain.").like("true"),
        REQUIRES,
        field("oath", Map(|| &OATH), "What its player cannot do in the turn they activate or use it.")
            .like("{activate: [{cannot: {who: you, do: attack}}]}"),
        COST,
        TARGETS,
        field("declares", Word(every::<Declares>), "What is declared on activation.").like("attribute"),
        field("options", List(&Map(|| &OPTION)), "Bullets, one of which is picked on activation.")
            .like("[{id: draw, does: [{draw: 1}]}, {id: burn, does: [{damage: {who: opponent, count: 500}}]}]"),
        DOES,
        field("damage step", Bool, "Whether it may be activated in the Damage Step, where that differs from the rule.")
            .like("true"),
        field("no response", Flag, "Nothing may be chained to it.").like("true"),
    ]);

/// The activation of a Spell or Trap.
pub(crate) static ACTIVATION: Shape = Shape::new("activation", "the effect", "The activation of a Spell or Trap Card.")
    .including(&[&ACTIVATES])
    .fields(&[DURING, field("stays", Flag, "A Normal Spell or Trap that remains on the field.").like("true")])
    .choices(&[&CAUSED]);

/// An ignition effect.
pub(crate) static IGNITION: Shape =
    Shape::new("ignition", "the effect", "An effect used in the open state of the Main Phase.")
        .including(&[&ACTIVATES])
        .fields(&[FROM, WHO])
        .some_of(&["does", "options"]);

/// A trigger.
pub(crate) static TRIGGER: Shape = Shape::new("trigger", "the effect", "An effect that waits for something to happen.")
    .including(&[&ACTIVATES])
    .fields(&[
        MANDATORY,
        field("during", Map(|| &TIME), "When it may be used; with `at` it needs neither `when` nor `if`.")
            .like("{at: [start of damage step]}"),
        FROM,
    ])
    .choices(&[&TRIGGERED])
    .some_of(&["does", "options"]);

/// A phase effect.
pub(crate) static PHASE: Shape =
    Shape::new("phase", "the effect", "An effect used during a phase, in a chain of its own.")
        .including(&[&ACTIVATES])
        .fields(&[MANDATORY, DURING.needed(), FROM])
        .some_of(&["does", "options"]);

/// A quick effect.
pub(crate) static QUICK: Shape = Shape::new("quick", "the effect", "A fast effect.")
    .including(&[&ACTIVATES])
    .fields(&[MANDATORY, DURING, FROM, WHO])
    .choices(&[&CAUSED])
    .some_of(&["does", "options"]);

/// What a continuous effect does.
pub(crate) static APPLIED: Choice = Choice::one(
    "continuous effect",
    &[
        field("applies", List(&Map(|| &MODIFIER)), "What holds.").like("[{atk: {what: this card, by: 500}}]"),
        field("whenever", Map(|| &CAUSE), "What is waited for.").like("{gains lp: {who: you}}").beside(&[field(
            "does",
            PARTS,
            "What is done each time, without a chain.",
        )
        .like("[{draw: 1}]")
        .needed()]),
    ],
);

/// A continuous effect.
pub(crate) static CONTINUOUS: Shape =
    Shape::new("continuous", "the effect", "An effect that applies without being activated.")
        .fields(&[FROM, field("while", Map(|| &CONDITION), "As long as this holds.").like("{during: {turn: yours}}")])
        .choices(&[&APPLIED]);

/// A procedure.
pub(crate) static PROCEDURE: Shape = Shape::new("procedure", "the effect", "A Special Summon that starts no chain.")
    .fields(&[
        FROM,
        field("by", Among(|| some(BY_PROCEDURE)), "A Summon with the monster's `materials`, from the field.")
            .like("synchro"),
        REQUIRES,
        COST,
    ]);

/// When an oath is kept.
pub(crate) static OATHS: Choice = Choice::one(
    "oath",
    &[
        field("activate", List(&Map(|| &MODIFIER)), "Gone if the activation is negated.")
            .like("[{cannot: {who: you, do: special summon}}]"),
        field("use", List(&Map(|| &MODIFIER)), "Kept even if the activation is negated.")
            .like("[{cannot: {who: you, do: attack}}]"),
    ],
);

/// An oath.
pub(crate) static OATH: Shape = Shape::new(
    "oath",
    "an oath",
    "What holds for the player until the end of the turn; also not activated if this turn already broke it.",
)
.choices(&[&OATHS]);

/// A bullet.
pub(crate) static OPTION: Shape = Shape::new("option", "an option", "A bullet of an effect.").fields(&[
    field("id", ID, "Its name, by which a ruling picks it.").like("draw").needed(),
    COST,
    TARGETS,
    field("does", PARTS, "What happens on resolution.").like("[{draw: 1}]").needed(),
]);
