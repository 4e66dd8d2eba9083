//! What an effect does: verbs, amounts, and the conjunctions that join them.

use segoc_engine::def::{DeckAt, Ended, Joint, Negated, Turned, Until};

use super::Holds::{Among, Either, FirstThen, Flag, Map, Number, Word};
use super::condition::CONDITION;
use super::group::{GIVEN, GROUP, KNOWN, SELECTED, SELECTION};
use super::modifier::{CHANGES, MODIFIER};
use super::words::{AMOUNTS as AMOUNT_WORDS, KNOWN as KNOWN_WORDS, TO, WITH_MATERIALS, every, some};
use super::{Choice, Field, Holds, Shape, WHO, field};

/// A number that may depend on the board.
pub(super) const AMOUNT: Holds =
    Either(&[Number(-100_000, 100_000), Word(|| AMOUNT_WORDS.to_vec()), Map(|| &AMOUNT_OF)]);
/// An amount of cards, counters or life points.
const POSITIVE: Holds = Either(&[Number(1, 100_000), Word(|| AMOUNT_WORDS.to_vec()), Map(|| &POSITIVE_AMOUNT)]);
/// An amount for `you`, or for a player.
const FOR_A_PLAYER: Holds =
    Either(&[Number(1, 100_000), Word(|| AMOUNT_WORDS.to_vec()), Map(|| &PLAYER_AMOUNT), Map(|| &POSITIVE_AMOUNT)]);
/// The parts of an effect.
pub(super) const PARTS: Holds = FirstThen(|| &VERB, || &PART);

/// Cards by a word alone, or a verb's own map.
macro_rules! word_or {
    ($shape:expr) => {
        Either(&[Word(|| KNOWN_WORDS.to_vec()), GIVEN, Map(|| $shape)])
    };
}

/// The verbs.
pub static VERBS: Choice = Choice::one(
    "verb",
    &[
        field("destroy", SELECTED, "Destroys cards.").like("{all: {kind: monster, in: [field]}}"),
        field("send to gy", SELECTED, "Sends cards to the GY.").like("this card"),
        field("discard", SELECTED, "Discards cards from the hand.").like("{choose: 1, of: {whose: yours, in: [hand]}}"),
        field("banish", SELECTED, "Banishes cards.").like("{choose: {up to: 2}, of: {kind: card, in: [gy]}}"),
        field("tribute", SELECTED, "Tributes monsters.").like("this card"),
        field("add to hand", SELECTED, "Adds cards to the hand from elsewhere than the field.")
            .like("{choose: 1, of: {kind: monster, whose: yours, in: [deck]}}"),
        field("return to hand", SELECTED, "Returns cards to the hand.")
            .like("{all: {kind: spell or trap, in: [field]}}"),
        field("return to deck", word_or!(&RETURN_TO_DECK), "Returns cards to the Deck.")
            .like("{what: this card, at: bottom}"),
        field(
            "special summon",
            word_or!(&SPECIAL_SUMMON),
            "Special Summons monsters. A choice that names a token and no place makes tokens.",
        )
        .like("{what: this card, position: defense}"),
        field("change position", Map(|| &CHANGE_POSITION), "Turns monsters to another position.")
            .like("{what: attacker, to: defense}"),
        field("take control", word_or!(&TAKE_CONTROL), "Takes control of monsters.")
            .like("{what: that card, until: end of turn}"),
        field("change atk", Map(|| &CHANGE_VALUE), "Changes the ATK of monsters.")
            .like("{what: this card, by: 500, until: end of turn}"),
        field("change def", Map(|| &CHANGE_VALUE), "Changes the DEF of monsters.").like("{what: this card, to: half}"),
        field("reveal", SELECTED, "Shows cards to both players.").like("{all: {whose: opponent's, in: [hand]}}"),
        field("pick", SELECTED, "Chooses cards that later parts speak of.")
            .like("{choose: 1, of: {kind: monster, whose: yours, in: [hand]}, as: picked}"),
        field("equip", Map(|| &EQUIP), "Equips a card to a monster.").like("{what: attacker, to: this card}"),
        field("place counters", Map(|| &PLACE_COUNTERS), "Places counters on a card.")
            .like("{to: this card, count: 1}"),
        field("remove counters", Map(|| &REMOVE_COUNTERS), "Removes counters from a card.")
            .like("{from: this card, count: 1}"),
        field(
            "draw",
            Either(&[Number(1, 100_000), Word(|| AMOUNT_WORDS.to_vec()), Map(|| &DRAW), Map(|| &POSITIVE_AMOUNT)]),
            "Draws cards; an amount alone means `you`.",
        )
        .like("2"),
        field("damage", FOR_A_PLAYER, "Inflicts damage.").like("{who: opponent, count: 500}"),
        field("gain lp", FOR_A_PLAYER, "Gains life points.").like("{each: {kind: monster, in: [field]}, times: 300}"),
        field("pay lp", FOR_A_PLAYER, "Pays life points.").like("half"),
        field("negate", Word(every::<Negated>), "Negates what the effect answers.").like("that activation"),
        field("apply", Map(|| &APPLY), "Makes a modifier hold for a time.")
            .like("{rule: {piercing: this card}, until: end of turn}"),
        field("end", Word(every::<Ended>), "Ends a phase.").like("battle phase"),
        field("calculate damage", Flag, "This card battles the attacker, and damage is calculated at once.")
            .like("true"),
        field("afterwards", Map(|| &AFTERWARDS), "What is done right after the effect has resolved.")
            .like("{normal summon: {choose: 1, of: {kind: monster, whose: yours, in: [hand]}}}"),
        field("you can", Map(|| &VERB), "A verb the player may leave out on resolution.").like("{draw: 1}"),
        field("only if", Map(|| &ONLY_IF), "A verb that is done only if a condition holds on resolution.")
            .like("{condition: {this card: attacks}, do: {draw: 1}}"),
    ],
);

/// A verb.
pub(crate) static VERB: Shape =
    Shape::new("verb", "a verb", "One doing: a cost, or a part of what an effect does.").choices(&[&VERBS]);

const fn joint(joint: Joint, example: &'static str) -> Field {
    field(joint.word(), Map(|| &VERB), joint.about()).like(example)
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
pub(crate) static PART: Shape = Shape::new(
    "part",
    "a part of an effect",
    "A further part of an effect: a verb under the conjunction that joins it to the part directly before.",
)
.choices(&[&JOINTS]);

const UNTIL: Field =
    field("until", Word(every::<Until>), "How long it lasts; `always` unless written.").like("end of turn");
const COUNT: Field = field("count", POSITIVE, "How much, or how many.").like("{number of: this card}").needed();

/// The cards that return, and where.
pub(crate) static RETURN_TO_DECK: Shape = Shape::new("return-to-deck", "a verb", "The cards that return to the Deck.")
    .including(&[&SELECTION])
    .fields(&[field("at", Word(every::<DeckAt>), "Where in the Deck; `shuffled` unless written.").like("bottom")]);

/// The monsters that are Special Summoned.
pub(crate) static SPECIAL_SUMMON: Shape =
    Shape::new("special-summon", "a verb", "The monsters that are Special Summoned, and how.")
        .including(&[&SELECTION])
        .fields(&[
            field("position", Word(every::<Turned>), "In which position; the player chooses if it is not said.")
                .like("defense"),
            field("to", Word(|| TO.to_vec()), "To another field than that of who Summons.").like("opponent's field"),
            field("by", Among(|| some(WITH_MATERIALS)), "As a Summon with materials.")
                .like("fusion")
                .with("using: {whose: yours, in: [hand, field]}")
                .beside(&[field("using", Map(|| &GROUP), "The group its materials come from.")
                    .like("{whose: yours, in: [hand, field]}")
                    .needed()]),
        ]);

/// The monsters that are turned.
pub(crate) static CHANGE_POSITION: Shape =
    Shape::new("change-position", "a verb", "The monsters that are turned, and to what.")
        .including(&[&SELECTION])
        .fields(&[field("to", Word(every::<Turned>), "The position they are turned to.").like("face-down").needed()]);

/// The monsters that change control.
pub(crate) static TAKE_CONTROL: Shape =
    Shape::new("take-control", "a verb", "The monsters that change control, and for how long.")
        .including(&[&SELECTION])
        .fields(&[UNTIL]);

/// The monsters whose ATK or DEF changes.
pub(crate) static CHANGE_VALUE: Shape =
    Shape::new("change-value", "a verb", "The monsters whose ATK or DEF is changed, and how.")
        .including(&[&SELECTION])
        .fields(&[UNTIL])
        .choices(&[&CHANGES]);

/// The card that becomes an Equip Card.
pub(crate) static EQUIP: Shape =
    Shape::new("equip", "a verb", "The card that becomes the Equip Card, and its monster.")
        .including(&[&SELECTION])
        .fields(&[field("to", KNOWN, "The monster it is equipped to.").like("this card").needed()]);

/// Counters that are placed.
pub(crate) static PLACE_COUNTERS: Shape =
    Shape::new("place-counters", "a number of counters", "Counters that are placed.")
        .fields(&[field("to", KNOWN, "The card on which they are placed.").like("this card").needed(), COUNT]);

/// Counters that are removed.
pub(crate) static REMOVE_COUNTERS: Shape =
    Shape::new("remove-counters", "a number of counters", "Counters that are removed.")
        .fields(&[field("from", KNOWN, "The card from which they are removed.").like("this card").needed(), COUNT]);

/// An amount for a player.
pub(crate) static PLAYER_AMOUNT: Shape =
    Shape::new("player-amount", "an amount for a player", "An amount, and the player it is for.")
        .fields(&[field("who", WHO, "The player; `you` unless written.").like("opponent"), COUNT]);

/// Cards that are drawn.
pub(crate) static DRAW: Shape = Shape::new("draw", "an amount for a player", "How many cards are drawn, and by whom.")
    .including(&[&PLAYER_AMOUNT])
    .fields(&[field("as", GIVEN, "A name by which later parts know the drawn cards.").like("drawn")]);

/// What an amount depends on, each with how much for one.
macro_rules! amounts {
    ($least:expr) => {{
        const TIMES: &[Field] = &[field("times", Number($least, 100_000), "So much for each.").like("300")];
        Choice::one(
            "amount",
            &[
                field("atk of", KNOWN, "The ATK of a card; its last on the field if it left.").like("attacker"),
                field("def of", KNOWN, "The DEF of a card; its last on the field if it left.").like("that card"),
                field("level of", KNOWN, "The Level of a card.").like("that card").beside(TIMES),
                field("number of", KNOWN, "How many cards these are, wherever they are now.")
                    .like("those cards")
                    .beside(TIMES),
                field("counters", KNOWN, "How many counters there are on a card.").like("this card").beside(TIMES),
                field("each", Map(|| &GROUP), "How many cards a group has.")
                    .like("{kind: monster, in: [field]}")
                    .beside(TIMES),
            ],
        )
    }};
}

/// What an amount depends on.
pub(crate) static AMOUNTS: Choice = amounts!(-100_000);
/// What an amount of cards, counters or life points depends on.
static POSITIVE_AMOUNTS: Choice = amounts!(1);

/// An amount that depends on the board.
pub(crate) static AMOUNT_OF: Shape =
    Shape::new("amount", "an amount", "A number that depends on the board.").choices(&[&AMOUNTS]);

/// An amount of cards, counters or life points that depends on the board.
pub(crate) static POSITIVE_AMOUNT: Shape =
    Shape::new("positive-amount", "an amount", "A number of cards, counters or life points that depends on the board.")
        .choices(&[&POSITIVE_AMOUNTS]);

/// A modifier for a time.
pub(crate) static APPLY: Shape = Shape::new("apply", "`apply`", "A modifier, and how long it holds.").fields(&[
    field("rule", Map(|| &MODIFIER), "The modifier.").like("{no battle damage: you}").needed(),
    field("until", Word(every::<Until>), "How long it holds.").like("end of turn").needed(),
]);

/// What can be done afterwards.
pub(crate) static AFTER: Choice = Choice::one(
    "verb for `afterwards`",
    &[field("normal summon", SELECTED, "A monster is Normal Summoned.")
        .like("{choose: 1, of: {kind: monster, whose: yours, in: [hand]}}")],
);

/// What is done afterwards.
pub(crate) static AFTERWARDS: Shape =
    Shape::new("afterwards", "what is done afterwards", "What is done right after the effect has resolved.")
        .choices(&[&AFTER]);

/// A verb under a condition.
pub(crate) static ONLY_IF: Shape =
    Shape::new("only-if", "`only if`", "A verb, and the condition under which it is done.").fields(&[
        field("condition", Map(|| &CONDITION), "Looked at on resolution.").like("{this card: attacks}").needed(),
        field("do", Map(|| &VERB), "The verb.").like("{draw: 1}").needed(),
    ]);
