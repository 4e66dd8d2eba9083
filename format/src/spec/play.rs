//! Steps of a play: actions, announcements and checks.

use segoc_engine::ChartBox;
use segoc_engine::def::{BattlePosition, Moment, Phase};

use super::Holds::{Among, Either, List, Map, Number, Reference, Text, Word};
use super::duel::{BOARD, PLAYER};
use super::words::{DRAWS, ENDINGS, JOEY, NEXT_TURN, OFFERS, OUTCOMES, REPLAYS, YUGI, every, every_and, some};
use super::{Choice, FORMATS, Field, Holds, ID, RULE, Shape, field};
use segoc_protocol::{CardEvent, PlayerEvent};

const CARDS: Holds = List(&Reference);
const LINKS: Holds = List(&Either(&[Reference, Map(|| &LINK)]));
const REFUSALS: Holds = List(&Either(&[Reference, Map(|| &REFUSAL)]));
const MOMENT: Holds = Word(every::<Moment>);

/// What a step may be.
pub static TAGS: Choice = Choice::one(
    "step",
    &[
        field(YUGI, Map(|| &ACTION), "What Yugi does, or will answer when asked.").like("{activates: Dark Hole}"),
        field(JOEY, Map(|| &ACTION), "What Joey does, or will answer when asked.")
            .like("{attacks directly with: Celtic Guardian}"),
        field(
            "triggers",
            List(&Either(&[Reference, Map(|| &TRIGGERED)])),
            "An announcement: triggers that their players use, in this order.",
        )
        .like("[Sangan, {card: Breaker the Magical Warrior, targets: [Magic Jammer]}]"),
        field("chain", LINKS, "A check: exactly this chain was completed, Chain Link 1 first.")
            .like("[Sangan, {card: Breaker the Magical Warrior, effect: break}]")
            .beside(&[field("cannot be added", REFUSALS, "Refusals that hold after the last link.")
                .like("[{card: Magic Jammer, rule: speed.equal-or-higher}]")]),
        field(
            "resolves",
            List(&Either(&[Reference, Map(|| &RESOLVING)])),
            "A check: how the chain last checked resolved, every link in order.",
        )
        .like("[Magic Jammer, {card: Dark Hole, outcome: activation negated}]"),
        field(
            "happens",
            List(&List(&Map(|| &HAPPENING))),
            "A check: these happened in this order; an inner list is one instant.",
        )
        .like("[[{destroyed: [Sangan]}], [{draws: {player: Yugi, count: 1}}]]"),
        field("window", Map(|| &WINDOW), "A check: who may act now, and with what.")
            .like("{player: Joey, box: C, offered: [Call of the Haunted]}"),
        field("placing", Map(|| &PLACING), "A check: who places a trigger now, and which.")
            .like("{player: Yugi, offered: [Sangan]}"),
        field("board", Map(|| &BOARD), "A check: the field once the game state is open.")
            .like("{Yugi: {lp: 8000, gy: [Dark Hole]}}"),
        field("ends", Word(|| ENDINGS.to_vec()), "A check: the duel is over.").like("Joey wins"),
    ],
)
.unless("never offered");

/// A step.
pub(crate) static STEP: Shape = Shape::new("step", "a step", "An action, an announcement or a check.")
    .fields(&[
        field("in", FORMATS, "It belongs to these formats only.").like("[tcg, ocg]").with("ends: draw"),
        field("because", Text, "A sentence for the reader.").like("a Spell would have to be the last link").with("ends: draw"),
        field("reading", ID, "It belongs to this reading of a disputed ruling only.").like("yes-they-may").with("ends: draw"),
        field("never offered", REFUSALS, "A check: these could not be used before the next open state; beside an action or `chain`, up to that step.").like("[{card: Sangan, rule: timing.missed}]"),
    ])
    .choices(&[&TAGS]);

const EFFECT: Field = field("effect", ID, "The id of the effect in the card's file, if more than one could be meant.")
    .like("break")
    .with("activates: Breaker the Magical Warrior");
const POSITION: Field =
    field("position", Word(every::<BattlePosition>), "The position of the monster that is Summoned.").like("defense");
const TRIBUTING: &[Field] = &[field("tributing", CARDS, "The monsters that are tributed.").like("[Sangan]")];

/// What a player does.
pub static ACTIONS: Choice = Choice::one(
    "action",
    &[
        field("activates", Reference, "Activates a card, or an ignition, quick or phase effect of it.")
            .like("Dark Hole")
            .beside(&[
                EFFECT,
                field("option", ID, "The id of a bullet.").like("mill").with("activates: Don Zaloog"),
                field("targets", CARDS, "What is targeted, in the order of the card's own `targets`.")
                    .like("[Celtic Guardian]"),
                field("paying with", CARDS, "The cards that pay the cost.").like("[Kuriboh]"),
                field("declares", Text, "The declared word.").like("warrior"),
                field("during", MOMENT, "At which moment.").like("damage calculation"),
            ]),
        field("normal summons", Reference, "Normal Summons a monster.").like("Kuriboh").beside(TRIBUTING),
        field("sets", Reference, "Sets a card.").like("Dark Hole").beside(TRIBUTING),
        field("flip summons", Reference, "Flip Summons a monster.").like("Sangan"),
        field("changes position of", Reference, "Changes the battle position of a monster.").like("Sangan"),
        field("special summons", Reference, "Special Summons a monster by its own procedure.")
            .like("Don Zaloog")
            .beside(&[field("using", CARDS, "The cards that pay for it.").like("[Kuriboh]"), POSITION]),
        field("attacks with", Reference, "Attacks a monster with this one.").like("Sangan").beside(&[field(
            "target",
            Reference,
            "The monster that is attacked.",
        )
        .like("Celtic Guardian")
        .needed()]),
        field("attacks directly with", Reference, "Attacks directly with this monster.").like("Sangan"),
        field("replays on", Reference, "In a replay: attacks this monster.").like("Celtic Guardian"),
        field("replays", Word(|| REPLAYS.to_vec()), "In a replay: attacks directly, or not at all.").like("not at all"),
        field("draws", Word(|| DRAWS.to_vec()), "Draws.").like("for the turn"),
        field("goes to", Word(|| every_and::<Phase>(&[NEXT_TURN])), "Moves on.").like("battle"),
        field("chooses", CARDS, "An announcement: the cards they pick when an effect resolves or for the hand size.")
            .like("[Raigeki]")
            .beside(&[POSITION]),
        field("applies", Reference, "An announcement: they use the \"you can\" part of this card when it resolves.")
            .like("Sangan")
            .beside(&[field("effect", ID, "The id of the effect.")
                .like("break")
                .with("applies: Breaker the Magical Warrior")]),
    ],
);

/// An action or announcement.
pub(crate) static ACTION: Shape = Shape::new(
    "action",
    "an action",
    "What a player does, or will answer when asked. What is not written is not done.",
)
.choices(&[&ACTIONS]);

/// A trigger about which more is said than its card.
pub(crate) static TRIGGERED: Shape =
    Shape::new("triggered", "a trigger", "A trigger with what is decided on its activation.").fields(&[
        field("card", Reference, "The card.").like("Breaker the Magical Warrior").needed(),
        field("effect", ID, "The id of its effect.").like("break"),
        field("option", ID, "The id of a bullet.").like("mill").with("card: Don Zaloog"),
        field("targets", CARDS, "What is targeted.").like("[Magic Jammer]"),
        field("paying with", CARDS, "The cards that pay the cost.").like("[Kuriboh]"),
        field("declares", Text, "The declared word.").like("warrior"),
    ]);

const CARD: Field = field("card", Reference, "The card.").like("Breaker the Magical Warrior").needed();
const ITS_EFFECT: Field = field("effect", ID, "The id of its effect.").like("break");

/// A link of a chain.
pub(crate) static LINK: Shape =
    Shape::new("link", "a chain link", "A link of a chain: a card, and which effect of it.")
        .fields(&[CARD, ITS_EFFECT]);

/// A link with its outcome.
pub(crate) static RESOLVING: Shape = Shape::new(
    "resolving-link",
    "a resolving link",
    "A link, and what became of it; unless written, something happened.",
)
.fields(&[CARD, ITS_EFFECT, field("outcome", Among(|| some(OUTCOMES)), "What became of it.").like("effect negated")]);

/// Something that is offered.
pub(crate) static OFFER: Shape = Shape::new(
    "offer",
    "an offer",
    "Something that may be done with a card; activating it unless `action` says otherwise.",
)
.fields(&[CARD, ITS_EFFECT, field("action", Among(|| some(OFFERS)), "What is done with it.").like("change position")]);

/// Something that is not offered.
pub(crate) static REFUSAL: Shape =
    Shape::new("refusal", "a refusal", "Something that may not be done, and the rule that forbids it.")
        .including(&[&OFFER])
        .fields(&[field("rule", RULE, "The rule that forbids it; compared with the reason the engine gives.")
            .like("timing.missed")]);

const WHO: Field = field("player", PLAYER, "The player.").like("Yugi").needed();
const NOT_OFFERED: Field =
    field("not offered", REFUSALS, "What must not be among the options.").like("[{card: Sangan, rule: timing.missed}]");

/// A window.
pub(crate) static WINDOW: Shape = Shape::new("window", "a window", "Who may act now, and with what.").fields(&[
    WHO,
    field("box", Word(every::<ChartBox>), "The box of Konami's chart.").like("C"),
    field("phase", Word(every::<Phase>), "The phase.").like("main 1"),
    field("during", MOMENT, "The moment.").like("damage calculation"),
    field("offered", List(&Either(&[Reference, Map(|| &OFFER)])), "What must be among the options.")
        .like("[Call of the Haunted, {card: Sangan, action: attack}]"),
    NOT_OFFERED,
]);

/// A placement.
pub(crate) static PLACING: Shape = Shape::new("placing", "a placing", "Who places a trigger now, and which.")
    .fields(&[WHO, field("offered", LINKS, "Triggers that must be among the options.").like("[Sangan]"), NOT_OFFERED]);

const fn to_cards(event: CardEvent) -> Field {
    field(event.word(), CARDS, event.about()).like("[Sangan, Celtic Guardian]")
}

const fn to_a_player(event: PlayerEvent) -> Field {
    field(event.word(), Map(|| &PLAYER_EVENT), event.about()).like("{player: Yugi, count: 2}")
}

/// What may happen: every event of the protocol to cards or players.
pub(crate) static HAPPENINGS: Choice = Choice::one("event", &EVENTS);

static EVENTS: [Field; CardEvent::ALL.len() + PlayerEvent::ALL.len()] = {
    let mut all = [to_cards(CardEvent::ALL[0]); CardEvent::ALL.len() + PlayerEvent::ALL.len()];
    let mut i = 1;
    while i < all.len() {
        all[i] = match i.checked_sub(CardEvent::ALL.len()) {
            None => to_cards(CardEvent::ALL[i]),
            Some(player) => to_a_player(PlayerEvent::ALL[player]),
        };
        i += 1;
    }
    all
};

/// One event of an instant.
pub(crate) static HAPPENING: Shape =
    Shape::new("happening", "an event", "What happened in an instant: to cards, in no order, or to a player.")
        .choices(&[&HAPPENINGS]);

/// What happened to a player.
pub(crate) static PLAYER_EVENT: Shape =
    Shape::new("player-event", "an event about a player", "To whom it happened, and how much.")
        .fields(&[WHO, field("count", Number(0, 1_000_000), "How many cards or life points.").like("500").needed()]);
