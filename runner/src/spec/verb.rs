//! What an effect does: verbs, amounts, and the conjunctions that join them.

use segoc_engine::def::{DeckAt, Ended, Joint, Negated, Turned, Until};

use super::condition::CONDITION;
use super::group::{GIVEN, GROUP, KNOWN, SELECTED, SELECTION};
use super::modifier::{CHANGES, MODIFIER};
use super::words::{AMOUNTS as AMOUNT_WORDS, KNOWN as KNOWN_WORDS, TO, WITH_MATERIALS, every, some};
use super::{Choice, Field, Shape, Value, WHO, field};

/// A number that may depend on the board.
pub(super) const AMOUNT: Value = Value::Either(&[
    Value::Number(-100_000, 100_000),
    Value::Word(|| AMOUNT_WORDS.to_vec()),
    Value::Map(|| &AMOUNT_OF),
]);
/// An amount of cards, counters or life points.
const POSITIVE: Value =
    Value::Either(&[Value::Number(1, 100_000), Value::Word(|| AMOUNT_WORDS.to_vec()), Value::Map(|| &POSITIVE_AMOUNT)]);
/// An amount for `you`, or for a player.
const FOR_A_PLAYER: Value = Value::Either(&[
    Value::Number(1, 100_000),
    Value::Word(|| AMOUNT_WORDS.to_vec()),
    Value::Map(|| &PLAYER_AMOUNT),
    Value::Map(|| &POSITIVE_AMOUNT),
]);
/// The parts of an effect.
pub(super) const PARTS: Value = Value::FirstThen(|| &VERB, || &PART);

/// Cards by a word alone, or a verb's own map.
macro_rules! word_or {
    ($shape:expr) => {
        Value::Either(&[Value::Word(|| KNOWN_WORDS.to_vec()), GIVEN, Value::Map(|| $shape)])
    };
}

/// The verbs.
pub static VERBS: Choice = Choice::one(
    "verb",
    &[
        field("destroy", SELECTED, "Destroys cards.", "{all: {kind: monster, in: [field]}}"),
        field("send to gy", SELECTED, "Sends cards to the GY.", "this card"),
        field("discard", SELECTED, "Discards cards from the hand.", "{choose: 1, of: {whose: yours, in: [hand]}}"),
        field("banish", SELECTED, "Banishes cards.", "{choose: {up to: 2}, of: {kind: card, in: [gy]}}"),
        field("tribute", SELECTED, "Tributes monsters.", "this card"),
        field(
            "add to hand",
            SELECTED,
            "Adds cards to the hand from elsewhere than the field.",
            "{choose: 1, of: {kind: monster, whose: yours, in: [deck]}}",
        ),
        field("return to hand", SELECTED, "Returns cards to the hand.", "{all: {kind: spell or trap, in: [field]}}"),
        field(
            "return to deck",
            word_or!(&RETURN_TO_DECK),
            "Returns cards to the Deck.",
            "{what: this card, at: bottom}",
        ),
        field(
            "special summon",
            word_or!(&SPECIAL_SUMMON),
            "Special Summons monsters. A choice that names a token and no place makes tokens.",
            "{what: this card, position: defense}",
        ),
        field(
            "change position",
            Value::Map(|| &CHANGE_POSITION),
            "Turns monsters to another position.",
            "{what: attacker, to: defense}",
        ),
        field(
            "take control",
            word_or!(&TAKE_CONTROL),
            "Takes control of monsters.",
            "{what: that card, until: end of turn}",
        ),
        field(
            "change atk",
            Value::Map(|| &CHANGE_VALUE),
            "Changes the ATK of monsters.",
            "{what: this card, by: 500, until: end of turn}",
        ),
        field(
            "change def",
            Value::Map(|| &CHANGE_VALUE),
            "Changes the DEF of monsters.",
            "{what: this card, to: half}",
        ),
        field("reveal", SELECTED, "Shows cards to both players.", "{all: {whose: opponent's, in: [hand]}}"),
        field(
            "pick",
            SELECTED,
            "Chooses cards that later parts speak of.",
            "{choose: 1, of: {kind: monster, whose: yours, in: [hand]}, as: picked}",
        ),
        field("equip", Value::Map(|| &EQUIP), "Equips a card to a monster.", "{what: attacker, to: this card}"),
        field(
            "place counters",
            Value::Map(|| &PLACE_COUNTERS),
            "Places counters on a card.",
            "{to: this card, count: 1}",
        ),
        field(
            "remove counters",
            Value::Map(|| &REMOVE_COUNTERS),
            "Removes counters from a card.",
            "{from: this card, count: 1}",
        ),
        field(
            "draw",
            Value::Either(&[
                Value::Number(1, 100_000),
                Value::Word(|| AMOUNT_WORDS.to_vec()),
                Value::Map(|| &DRAW),
                Value::Map(|| &POSITIVE_AMOUNT),
            ]),
            "Draws cards; an amount alone means `you`.",
            "2",
        ),
        field("damage", FOR_A_PLAYER, "Inflicts damage.", "{who: opponent, count: 500}"),
        field("gain lp", FOR_A_PLAYER, "Gains life points.", "{each: {kind: monster, in: [field]}, times: 300}"),
        field("pay lp", FOR_A_PLAYER, "Pays life points.", "half"),
        field("negate", Value::Word(every::<Negated>), "Negates what the effect answers.", "that activation"),
        field(
            "apply",
            Value::Map(|| &APPLY),
            "Makes a modifier hold for a time.",
            "{rule: {piercing: this card}, until: end of turn}",
        ),
        field("end", Value::Word(every::<Ended>), "Ends a phase.", "battle phase"),
        field(
            "calculate damage",
            Value::Flag,
            "This card battles the attacker, and damage is calculated at once.",
            "true",
        ),
        field(
            "afterwards",
            Value::Map(|| &AFTERWARDS),
            "What is done right after the effect has resolved.",
            "{normal summon: {choose: 1, of: {kind: monster, whose: yours, in: [hand]}}}",
        ),
        field("you can", Value::Map(|| &VERB), "A verb the player may leave out on resolution.", "{draw: 1}"),
        field(
            "only if",
            Value::Map(|| &ONLY_IF),
            "A verb that is done only if a condition holds on resolution.",
            "{condition: {this card: attacks}, do: {draw: 1}}",
        ),
    ],
);

/// A verb.
pub static VERB: Shape =
    Shape::new("verb", "a verb", "One doing: a cost, or a part of what an effect does.").choices(&[&VERBS]);

const fn joint(joint: Joint, example: &'static str) -> Field {
    field(joint.word(), Value::Map(|| &VERB), joint.about(), example)
}

/// The conjunctions.
pub static JOINTS: Choice = Choice::one(
    "conjunction",
    &[
        joint(Joint::And, "{destroy: this card}"),
        joint(Joint::AndIfYouDo, "{destroy: that card}"),
        joint(Joint::Then, "{draw: 1}"),
        joint(Joint::Also, "{damage: {who: opponent, count: 500}}"),
        joint(Joint::AlsoAfterThat, "{gain lp: 500}"),
    ],
);

/// A further part of an effect.
pub static PART: Shape = Shape::new(
    "part",
    "a part of an effect",
    "A further part of an effect: a verb under the conjunction that joins it to the part directly before.",
)
.choices(&[&JOINTS]);

const UNTIL: Field =
    field("until", Value::Word(every::<Until>), "How long it lasts; `always` unless written.", "end of turn");
const COUNT: Field = field("count", POSITIVE, "How much, or how many.", "{number of: this card}").needed();

/// The cards that return, and where.
pub static RETURN_TO_DECK: Shape = Shape::new("return-to-deck", "a verb", "The cards that return to the Deck.")
    .including(&[&SELECTION])
    .fields(&[field("at", Value::Word(every::<DeckAt>), "Where in the Deck; `shuffled` unless written.", "bottom")]);

/// The monsters that are Special Summoned.
pub static SPECIAL_SUMMON: Shape =
    Shape::new("special-summon", "a verb", "The monsters that are Special Summoned, and how.")
        .including(&[&SELECTION])
        .fields(&[
            field(
                "position",
                Value::Word(every::<Turned>),
                "In which position; the player chooses if it is not said.",
                "defense",
            ),
            field("to", Value::Word(|| TO.to_vec()), "To another field than that of who Summons.", "opponent's field"),
            field("by", Value::Word(|| some(WITH_MATERIALS)), "As a Summon with materials.", "fusion")
                .with("using: {whose: yours, in: [hand, field]}")
                .beside(&[field(
                    "using",
                    Value::Map(|| &GROUP),
                    "The group its materials come from.",
                    "{whose: yours, in: [hand, field]}",
                )
                .needed()]),
        ]);

/// The monsters that are turned.
pub static CHANGE_POSITION: Shape =
    Shape::new("change-position", "a verb", "The monsters that are turned, and to what.")
        .including(&[&SELECTION])
        .fields(&[field("to", Value::Word(every::<Turned>), "The position they are turned to.", "face-down").needed()]);

/// The monsters that change control.
pub static TAKE_CONTROL: Shape =
    Shape::new("take-control", "a verb", "The monsters that change control, and for how long.")
        .including(&[&SELECTION])
        .fields(&[UNTIL]);

/// The monsters whose ATK or DEF changes.
pub static CHANGE_VALUE: Shape =
    Shape::new("change-value", "a verb", "The monsters whose ATK or DEF is changed, and how.")
        .including(&[&SELECTION])
        .fields(&[UNTIL])
        .choices(&[&CHANGES]);

/// The card that becomes an Equip Card.
pub static EQUIP: Shape = Shape::new("equip", "a verb", "The card that becomes the Equip Card, and its monster.")
    .including(&[&SELECTION])
    .fields(&[field("to", KNOWN, "The monster it is equipped to.", "this card").needed()]);

/// Counters that are placed.
pub static PLACE_COUNTERS: Shape = Shape::new("place-counters", "a number of counters", "Counters that are placed.")
    .fields(&[field("to", KNOWN, "The card on which they are placed.", "this card").needed(), COUNT]);

/// Counters that are removed.
pub static REMOVE_COUNTERS: Shape = Shape::new("remove-counters", "a number of counters", "Counters that are removed.")
    .fields(&[field("from", KNOWN, "The card from which they are removed.", "this card").needed(), COUNT]);

/// An amount for a player.
pub static PLAYER_AMOUNT: Shape =
    Shape::new("player-amount", "an amount for a player", "An amount, and the player it is for.")
        .fields(&[field("who", WHO, "The player; `you` unless written.", "opponent"), COUNT]);

/// Cards that are drawn.
pub static DRAW: Shape = Shape::new("draw", "an amount for a player", "How many cards are drawn, and by whom.")
    .including(&[&PLAYER_AMOUNT])
    .fields(&[field("as", GIVEN, "A name by which later parts know the drawn cards.", "drawn")]);

/// What an amount depends on, each with how much for one.
macro_rules! amounts {
    ($least:expr) => {{
        const TIMES: &[Field] = &[field("times", Value::Number($least, 100_000), "So much for each.", "300")];
        Choice::one(
            "amount",
            &[
                field("atk of", KNOWN, "The ATK of a card; its last on the field if it left.", "attacker"),
                field("def of", KNOWN, "The DEF of a card; its last on the field if it left.", "that card"),
                field("level of", KNOWN, "The Level of a card.", "that card").beside(TIMES),
                field("number of", KNOWN, "How many cards these are, wherever they are now.", "those cards")
                    .beside(TIMES),
                field("counters", KNOWN, "How many counters there are on a card.", "this card").beside(TIMES),
                field("each", Value::Map(|| &GROUP), "How many cards a group has.", "{kind: monster, in: [field]}")
                    .beside(TIMES),
            ],
        )
    }};
}

/// What an amount depends on.
pub static AMOUNTS: Choice = amounts!(-100_000);
/// What an amount of cards, counters or life points depends on.
static POSITIVE_AMOUNTS: Choice = amounts!(1);

/// An amount that depends on the board.
pub static AMOUNT_OF: Shape =
    Shape::new("amount", "an amount", "A number that depends on the board.").choices(&[&AMOUNTS]);

/// An amount of cards, counters or life points that depends on the board.
pub static POSITIVE_AMOUNT: Shape =
    Shape::new("positive-amount", "an amount", "A number of cards, counters or life points that depends on the board.")
        .choices(&[&POSITIVE_AMOUNTS]);

/// A modifier for a time.
pub static APPLY: Shape = Shape::new("apply", "`apply`", "A modifier, and how long it holds.").fields(&[
    field("rule", Value::Map(|| &MODIFIER), "The modifier.", "{no battle damage: you}").needed(),
    field("until", Value::Word(every::<Until>), "How long it holds.", "end of turn").needed(),
]);

/// What can be done afterwards.
pub static AFTER: Choice = Choice::one(
    "verb for `afterwards`",
    &[field(
        "normal summon",
        SELECTED,
        "A monster is Normal Summoned.",
        "{choose: 1, of: {kind: monster, whose: yours, in: [hand]}}",
    )],
);

/// What is done afterwards.
pub static AFTERWARDS: Shape =
    Shape::new("afterwards", "what is done afterwards", "What is done right after the effect has resolved.")
        .choices(&[&AFTER]);

/// A verb under a condition.
pub static ONLY_IF: Shape = Shape::new("only-if", "`only if`", "A verb, and the condition under which it is done.")
    .fields(&[
        field("condition", Value::Map(|| &CONDITION), "Looked at on resolution.", "{this card: attacks}").needed(),
        field("do", Value::Map(|| &VERB), "The verb.", "{draw: 1}").needed(),
    ]);
