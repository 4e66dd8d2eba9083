//! Steps of a play: actions, announcements and checks.

use segoc_engine::ChartBox;
use segoc_engine::def::{BattlePosition, Moment, Phase};

use super::duel::{BOARD, PLAYER};
use super::words::{DRAWS, ENDINGS, JOEY, NEXT_TURN, OFFERS, OUTCOMES, REPLAYS, YUGI, every, every_and, some};
use super::{Choice, FORMATS, Field, ID, RULE, Shape, Value, field};
use crate::ruling::{CardEvent, PlayerEvent};

const CARDS: Value = Value::List(&Value::Reference);
const LINKS: Value = Value::List(&Value::Either(&[Value::Reference, Value::Map(|| &LINK)]));
const REFUSALS: Value = Value::List(&Value::Either(&[Value::Reference, Value::Map(|| &REFUSAL)]));
const MOMENT: Value = Value::Word(every::<Moment>);

/// What a step may be.
pub static TAGS: Choice = Choice::one(
    "step",
    &[
        field(
            YUGI,
            Value::Map(|| &ACTION),
            "What Yugi does, or will answer when he is asked.",
            "{activates: Dark Hole}",
        ),
        field(
            JOEY,
            Value::Map(|| &ACTION),
            "What Joey does, or will answer when he is asked.",
            "{attacks directly with: Celtic Guardian}",
        ),
        field(
            "triggers",
            Value::List(&Value::Either(&[Value::Reference, Value::Map(|| &TRIGGERED)])),
            "An announcement: triggers that their players use, in this order.",
            "[Sangan, {card: Breaker the Magical Warrior, targets: [Magic Jammer]}]",
        ),
        field(
            "chain",
            LINKS,
            "A check: exactly this chain was completed, Chain Link 1 first.",
            "[Sangan, {card: Breaker the Magical Warrior, effect: break}]",
        )
        .beside(&[field(
            "cannot be added",
            REFUSALS,
            "Refusals that hold after the last link.",
            "[{card: Magic Jammer, rule: speed.equal-or-higher}]",
        )]),
        field(
            "resolves",
            Value::List(&Value::Either(&[Value::Reference, Value::Map(|| &RESOLVING)])),
            "A check: how the chain last checked resolved, every link in order.",
            "[Magic Jammer, {card: Dark Hole, outcome: activation negated}]",
        ),
        field(
            "happens",
            Value::List(&Value::List(&Value::Map(|| &HAPPENING))),
            "A check: these happened in this order; an inner list is one instant.",
            "[[{destroyed: [Sangan]}], [{draws: {player: Yugi, count: 1}}]]",
        ),
        field(
            "window",
            Value::Map(|| &WINDOW),
            "A check: who may act now, and with what.",
            "{player: Joey, box: C, offered: [Call of the Haunted]}",
        ),
        field(
            "placing",
            Value::Map(|| &PLACING),
            "A check: who places a trigger now, and which.",
            "{player: Yugi, offered: [Sangan]}",
        ),
        field(
            "board",
            Value::Map(|| &BOARD),
            "A check: the field once the game state is open.",
            "{Yugi: {lp: 8000, gy: [Dark Hole]}}",
        ),
        field("ends", Value::Word(|| ENDINGS.to_vec()), "A check: the duel is over.", "Joey wins"),
    ],
)
.unless("never offered");

/// A step.
pub static STEP: Shape = Shape::new("step", "a step", "An action, an announcement or a check.")
    .fields(&[
        field("in", FORMATS, "It belongs to these formats only.", "[tcg, ocg]").with("ends: draw"),
        field("because", Value::Text, "A sentence for the reader.", "a Spell would have to be the last link").with("ends: draw"),
        field("reading", ID, "It belongs to this reading of a disputed ruling only.", "yes-he-may").with("ends: draw"),
        field(
            "never offered",
            REFUSALS,
            "A check: these could not be used before the next open state; beside an action or `chain`, up to that step.",
            "[{card: Sangan, rule: timing.missed}]",
        ),
    ])
    .choices(&[&TAGS]);

const EFFECT: Field =
    field("effect", ID, "The id of the effect in the card's file, if more than one could be meant.", "break")
        .with("activates: Breaker the Magical Warrior");
const POSITION: Field =
    field("position", Value::Word(every::<BattlePosition>), "The position of the monster that is Summoned.", "defense");
const TRIBUTING: &[Field] = &[field("tributing", CARDS, "The monsters that are tributed.", "[Sangan]")];

/// What a player does.
pub static ACTIONS: Choice = Choice::one(
    "action",
    &[
        field(
            "activates",
            Value::Reference,
            "Activates a card, or an ignition, quick or phase effect of it.",
            "Dark Hole",
        )
        .beside(&[
            EFFECT,
            field("option", ID, "The id of a bullet.", "mill").with("activates: Don Zaloog"),
            field("targets", CARDS, "What is targeted, in the order of the card's own `targets`.", "[Celtic Guardian]"),
            field("paying with", CARDS, "The cards that pay the cost.", "[Kuriboh]"),
            field("declares", Value::Text, "The declared word.", "warrior"),
            field("during", MOMENT, "At which moment.", "damage calculation"),
        ]),
        field("normal summons", Value::Reference, "Normal Summons a monster.", "Kuriboh").beside(TRIBUTING),
        field("sets", Value::Reference, "Sets a card.", "Dark Hole").beside(TRIBUTING),
        field("flip summons", Value::Reference, "Flip Summons a monster.", "Sangan"),
        field("changes position of", Value::Reference, "Changes the battle position of a monster.", "Sangan"),
        field("special summons", Value::Reference, "Special Summons a monster by its own procedure.", "Don Zaloog")
            .beside(&[field("using", CARDS, "The cards that pay for it.", "[Kuriboh]"), POSITION]),
        field("attacks with", Value::Reference, "Attacks a monster with this one.", "Sangan").beside(&[field(
            "target",
            Value::Reference,
            "The monster that is attacked.",
            "Celtic Guardian",
        )
        .needed()]),
        field("attacks directly with", Value::Reference, "Attacks directly with this monster.", "Sangan"),
        field("replays on", Value::Reference, "In a replay: attacks this monster.", "Celtic Guardian"),
        field(
            "replays",
            Value::Word(|| REPLAYS.to_vec()),
            "In a replay: attacks directly, or not at all.",
            "not at all",
        ),
        field("draws", Value::Word(|| DRAWS.to_vec()), "Draws.", "for the turn"),
        field("goes to", Value::Word(|| every_and::<Phase>(&[NEXT_TURN])), "Moves on.", "battle"),
        field(
            "chooses",
            CARDS,
            "An announcement: the cards he picks when an effect resolves or for the hand size.",
            "[Raigeki]",
        )
        .beside(&[POSITION]),
        field(
            "applies",
            Value::Reference,
            "An announcement: he uses the \"you can\" part of this card when it resolves.",
            "Sangan",
        )
        .beside(&[field("effect", ID, "The id of the effect.", "break").with("applies: Breaker the Magical Warrior")]),
    ],
);

/// An action or announcement.
pub static ACTION: Shape = Shape::new(
    "action",
    "an action",
    "What a player does, or will answer when he is asked. What is not written is not done.",
)
.choices(&[&ACTIONS]);

/// A trigger about which more is said than its card.
pub static TRIGGERED: Shape = Shape::new("triggered", "a trigger", "A trigger with what is decided on its activation.")
    .fields(&[
        field("card", Value::Reference, "The card.", "Breaker the Magical Warrior").needed(),
        field("effect", ID, "The id of its effect.", "break"),
        field("option", ID, "The id of a bullet.", "mill").with("card: Don Zaloog"),
        field("targets", CARDS, "What is targeted.", "[Magic Jammer]"),
        field("paying with", CARDS, "The cards that pay the cost.", "[Kuriboh]"),
        field("declares", Value::Text, "The declared word.", "warrior"),
    ]);

const CARD: Field = field("card", Value::Reference, "The card.", "Breaker the Magical Warrior").needed();
const ITS_EFFECT: Field = field("effect", ID, "The id of its effect.", "break");

/// A link of a chain.
pub static LINK: Shape = Shape::new("link", "a chain link", "A link of a chain: a card, and which effect of it.")
    .fields(&[CARD, ITS_EFFECT]);

/// A link with its outcome.
pub static RESOLVING: Shape = Shape::new(
    "resolving-link",
    "a resolving link",
    "A link, and what became of it; unless written, something happened.",
)
.fields(&[CARD, ITS_EFFECT, field("outcome", Value::Word(|| some(OUTCOMES)), "What became of it.", "effect negated")]);

/// Something that is offered.
pub static OFFER: Shape = Shape::new(
    "offer",
    "an offer",
    "Something that may be done with a card; activating it unless `action` says otherwise.",
)
.fields(&[CARD, ITS_EFFECT, field("action", Value::Word(|| some(OFFERS)), "What is done with it.", "change position")]);

/// Something that is not offered.
pub static REFUSAL: Shape =
    Shape::new("refusal", "a refusal", "Something that may not be done, and the rule that forbids it.")
        .including(&[&OFFER])
        .fields(&[field(
            "rule",
            RULE,
            "The rule that forbids it; compared with the reason the engine gives.",
            "timing.missed",
        )]);

const WHO: Field = field("player", PLAYER, "The player.", "Yugi").needed();
const NOT_OFFERED: Field =
    field("not offered", REFUSALS, "What must not be among the options.", "[{card: Sangan, rule: timing.missed}]");

/// A window.
pub static WINDOW: Shape = Shape::new("window", "a window", "Who may act now, and with what.").fields(&[
    WHO,
    field("box", Value::Word(every::<ChartBox>), "The box of Konami's chart.", "C"),
    field("phase", Value::Word(every::<Phase>), "The phase.", "main 1"),
    field("during", MOMENT, "The moment.", "damage calculation"),
    field(
        "offered",
        Value::List(&Value::Either(&[Value::Reference, Value::Map(|| &OFFER)])),
        "What must be among the options.",
        "[Call of the Haunted, {card: Sangan, action: attack}]",
    ),
    NOT_OFFERED,
]);

/// A placement.
pub static PLACING: Shape = Shape::new("placing", "a placing", "Who places a trigger now, and which.").fields(&[
    WHO,
    field("offered", LINKS, "Triggers that must be among the options.", "[Sangan]"),
    NOT_OFFERED,
]);

const fn to_cards(event: CardEvent, example: &'static str) -> Field {
    field(event.word(), CARDS, event.about(), example)
}

const fn to_a_player(event: PlayerEvent, example: &'static str) -> Field {
    field(event.word(), Value::Map(|| &PLAYER_EVENT), event.about(), example)
}

/// What may happen.
pub static HAPPENINGS: Choice = Choice::one(
    "event",
    &[
        to_cards(CardEvent::Destroyed, "[Sangan, Celtic Guardian]"),
        to_cards(CardEvent::SentToGy, "[Sangan]"),
        to_cards(CardEvent::Discarded, "[Kuriboh]"),
        to_cards(CardEvent::Banished, "[Sangan]"),
        to_cards(CardEvent::Tributed, "[Sangan]"),
        to_cards(CardEvent::AddedToHand, "[Raigeki]"),
        to_cards(CardEvent::ReturnedToHand, "[Sangan]"),
        to_cards(CardEvent::ReturnedToDeck, "[Sangan]"),
        to_cards(CardEvent::NormalSummoned, "[Kuriboh]"),
        to_cards(CardEvent::FlipSummoned, "[Sangan]"),
        to_cards(CardEvent::SpecialSummoned, "[Don Zaloog]"),
        to_cards(CardEvent::Set, "[Dark Hole]"),
        to_cards(CardEvent::Revealed, "[Kuriboh]"),
        to_cards(CardEvent::TurnedFaceDown, "[Sangan]"),
        to_cards(CardEvent::TurnedFaceUp, "[Sangan]"),
        to_cards(CardEvent::ChangedPosition, "[Celtic Guardian]"),
        to_cards(CardEvent::ChangedControl, "[Celtic Guardian]"),
        to_cards(CardEvent::Equipped, "[Call of the Haunted]"),
        to_cards(CardEvent::ActivationNegated, "[Dark Hole]"),
        to_cards(CardEvent::EffectNegated, "[Sangan]"),
        to_cards(CardEvent::SummonNegated, "[Kuriboh]"),
        to_cards(CardEvent::CounterPlaced, "[Breaker the Magical Warrior]"),
        to_cards(CardEvent::CounterRemoved, "[Breaker the Magical Warrior]"),
        to_cards(CardEvent::AttackDeclared, "[Sangan]"),
        to_a_player(PlayerEvent::Draws, "{player: Yugi, count: 2}"),
        to_a_player(PlayerEvent::TakesDamage, "{player: Joey, count: 500}"),
        to_a_player(PlayerEvent::GainsLp, "{player: Yugi, count: 1000}"),
        to_a_player(PlayerEvent::PaysLp, "{player: Yugi, count: 800}"),
    ],
);

/// One event of an instant.
pub static HAPPENING: Shape =
    Shape::new("happening", "an event", "What happened in an instant: to cards, in no order, or to a player.")
        .choices(&[&HAPPENINGS]);

/// What happened to a player.
pub static PLAYER_EVENT: Shape =
    Shape::new("player-event", "an event about a player", "To whom it happened, and how much.")
        .fields(&[WHO, field("count", Value::Number(0, 1_000_000), "How many cards or life points.", "500").needed()]);
