//! JSON Schemas of the protocol's messages, from the words the messages are made of.

use segoc_engine::def::{BattlePosition, Moment, Phase, Turned};
use segoc_engine::{ChartBox, LinkOutcome, Purpose, Since, StartZone, Zone};
use serde_json::{Map, Value, json};

use super::message::{Act, End, Face, Name, PROTOCOL};
use crate::engines::Capability;
use crate::ruling::{CardEvent, PlayerEvent};

/// A field: its key, whether it must be there, what it holds and what it says.
type Field = (&'static str, bool, Value, &'static str);

const NEEDED: bool = true;
const OPTIONAL: bool = false;

/// The schemas as files of the corpus: their paths and texts.
#[must_use]
pub fn files() -> Vec<(String, String)> {
    let file = |name: &str, schema: &Value| {
        let text = serde_json::to_string_pretty(schema).unwrap_or_default();
        (format!("schema/protocol-{name}.schema.json"), format!("{text}\n"))
    };
    vec![file("to-engine", &to_engine()), file("from-engine", &from_engine())]
}

/// What the runner writes.
#[must_use]
pub fn to_engine() -> Value {
    let hello = message(
        "hello",
        "The first message: which versions of the protocol the runner speaks.",
        vec![
            ("protocols", NEEDED, list(json!({"type": "integer"})), "The versions it speaks."),
            ("runner", NEEDED, text(), "The runner and its version."),
            ("corpus", NEEDED, text(), "The version of the corpus."),
        ],
    );
    let start = message(
        "start",
        "A duel to be played; whatever duel was under way is forgotten.",
        vec![
            ("format", NEEDED, text(), "The format, by its name."),
            ("phase", NEEDED, word(Phase::ALL, Phase::word), "The phase in whose open state the duel begins."),
            ("lp", NEEDED, reference("lp"), "Life points."),
            (
                "cards",
                NEEDED,
                list(reference("start card")),
                "The set-up; a card is its position in this list, from 0.",
            ),
            (
                "definitions",
                NEEDED,
                list(json!({"type": "object"})),
                "Each card of the set-up once, and each token: the card file as JSON (card.schema.json).",
            ),
        ],
    );
    let answer = message(
        "answer",
        "The answer to the last prompt: exactly one of these fields.",
        vec![
            ("option", OPTIONAL, number(), "A position in `options`, from 0."),
            ("pass", OPTIONAL, json!({"const": true}), "Pass, or decline."),
            ("cards", OPTIONAL, list(card()), "The chosen cards."),
            ("position", OPTIONAL, word(Turned::ALL, Turned::word), "The chosen position."),
            ("word", OPTIONAL, text(), "The chosen word."),
            ("confirm", OPTIONAL, json!({"type": "boolean"}), "Whether the part is applied."),
        ],
    );
    let start_card = object(
        "A card of the set-up.",
        vec![
            ("name", NEEDED, text(), "Its name, as in its definition."),
            ("player", NEEDED, player(), "On whose side it lies."),
            ("zone", NEEDED, word(StartZone::ALL, StartZone::word), "Where it lies."),
            ("owner", OPTIONAL, player(), "Who owns it, if not that player."),
            ("position", OPTIONAL, word(BattlePosition::ALL, BattlePosition::word), "Attack unless written."),
            ("counters", OPTIONAL, number(), "Counters on it."),
            ("equipped to", OPTIONAL, card(), "The monster it is equipped to."),
            ("revealed", OPTIONAL, json!({"type": "boolean"}), "Both players know this card of the hand."),
            ("since", OPTIONAL, word(Since::ALL, Since::word), "When it came there; earlier unless written."),
        ],
    );
    schema("What the runner writes", vec![hello, start, answer], vec![("start card", start_card), ("lp", lp())])
}

/// What an engine writes.
#[must_use]
pub fn from_engine() -> Value {
    let hello = message(
        "hello",
        "Who the engine is.",
        vec![
            ("protocol", NEEDED, json!({"const": PROTOCOL}), "The version it chose."),
            ("engine", NEEDED, text(), "Its name."),
            ("version", NEEDED, text(), "Its version."),
            ("formats", NEEDED, list(text()), "The formats it plays."),
            ("capabilities", OPTIONAL, list(word(Capability::ALL, Capability::word)), "What it can tell."),
        ],
    );
    let end = message(
        "end",
        "The duel is over.",
        vec![
            ("result", NEEDED, word(End::ALL, End::word), "How it ended."),
            ("board", NEEDED, reference("board"), "Where everything lies."),
        ],
    );
    let unsupported =
        message("unsupported", "The engine cannot play this duel.", vec![("reason", NEEDED, text(), "Why not.")]);
    let error = message("error", "The engine broke down.", vec![("message", NEEDED, text(), "What happened.")]);
    let mut messages = vec![hello, prompt(), end, unsupported, error];
    messages.extend(events());
    let board_card = object(
        "A card on the board.",
        vec![
            ("card", NEEDED, card(), "Which card."),
            ("zone", NEEDED, word(Zone::ALL, Zone::word), "Where it lies."),
            ("player", NEEDED, player(), "Its controller, or the player in whose zone it lies."),
            ("face", OPTIONAL, word(Face::ALL, Face::word), "Which side is seen, on the field."),
            ("position", OPTIONAL, word(BattlePosition::ALL, BattlePosition::word), "Of a monster."),
            ("atk", OPTIONAL, json!({"type": "integer"}), "Its present ATK."),
            ("def", OPTIONAL, json!({"type": "integer"}), "Its present DEF."),
            ("counters", OPTIONAL, number(), "Counters on it."),
            ("equipped to", OPTIONAL, card(), "The monster it is equipped to."),
        ],
    );
    let board = object(
        "Where everything lies.",
        vec![
            ("lp", NEEDED, reference("lp"), "Life points."),
            ("cards", NEEDED, list(reference("board card")), "Every card there is, once."),
        ],
    );
    let definitions = vec![
        ("lp", lp()),
        ("board", board),
        ("board card", board_card),
        ("option", object("Something that may be chosen.", option())),
        ("refused", object("Something that is not on offer, and why.", [option(), reason(NEEDED)].concat())),
    ];
    schema("What an engine writes", messages, definitions)
}

fn prompt() -> Value {
    message(
        "prompt",
        "A question; the engine waits for an answer.",
        vec![
            ("kind", NEEDED, json!({"enum": ["act", "respond", "trigger", "choose", "confirm"]}), "Which question."),
            ("player", NEEDED, player(), "Who is asked."),
            ("turn", NEEDED, player(), "The turn player."),
            ("phase", NEEDED, word(Phase::ALL, Phase::word), "The phase."),
            ("during", OPTIONAL, word(Moment::ALL, Moment::word), "A moment inside the phase."),
            ("attack", OPTIONAL, json!({"type": "boolean"}), "An attack was declared and not carried out."),
            ("box", OPTIONAL, word(ChartBox::ALL, ChartBox::word), "The box of the chart; worked out if left out."),
            ("options", OPTIONAL, list(reference("option")), "Of act, respond and trigger prompts."),
            ("refused", OPTIONAL, list(reference("refused")), "What is not on offer, from an engine with reasons."),
            ("optional", OPTIONAL, json!({"type": "boolean"}), "Of a trigger prompt: none need be placed."),
            ("purpose", OPTIONAL, word(Purpose::ALL, Purpose::word), "Of a choose prompt: what the choice is for."),
            ("card", OPTIONAL, card(), "With `effect`: what is activated or resolves."),
            ("effect", OPTIONAL, number(), "A position in the effects of its definition, from 0."),
            ("about", OPTIONAL, card(), "The card whose position is chosen."),
            ("cards", OPTIONAL, list(card()), "Any of these cards, from `min` to `max` of them."),
            ("sets", OPTIONAL, list(list(card())), "One of these lists of cards."),
            ("positions", OPTIONAL, list(word(Turned::ALL, Turned::word)), "One of these positions."),
            ("words", OPTIONAL, list(text()), "One of these words."),
            ("min", OPTIONAL, number(), "At least so many cards."),
            ("max", OPTIONAL, number(), "At most so many cards."),
            ("board", OPTIONAL, reference("board"), "Needed in an act prompt without an attack under way."),
        ],
    )
}

fn option() -> Vec<Field> {
    vec![
        ("action", OPTIONAL, word(Act::ALL, Act::word), "What may be done; left out in a trigger prompt."),
        ("card", OPTIONAL, card(), "The card that acts."),
        ("effect", OPTIONAL, number(), "Its effect."),
        ("target", OPTIONAL, card(), "What is attacked."),
        ("phase", OPTIONAL, word(Phase::ALL, Phase::word), "The phase to go to."),
    ]
}

/// The rule by which something is refused.
fn reason(needed: bool) -> Vec<Field> {
    vec![
        ("rule", needed, text(), "A rule of rules.yaml, by its id."),
        ("rests", OPTIONAL, list(text()), "Further rules it rests on."),
    ]
}

fn events() -> Vec<Value> {
    let instant: Field = ("instant", OPTIONAL, number(), "Events of one instant happened at the same time.");
    let who: Field = ("player", NEEDED, player(), "Whose.");
    let effect: [Field; 2] =
        [("card", NEEDED, card(), "The card."), ("effect", NEEDED, number(), "Its effect, from 0.")];
    let link: Field = ("link", NEEDED, number(), "The Chain Link, from 1.");
    let is = |word, about, fields: Vec<Field>| event(word, about, fields);
    let effect_of = |more: Vec<Field>| [vec![who.clone()], effect.to_vec(), more].concat();
    vec![
        is(
            "cards",
            "Something happened to cards, in this physical order; every word holds for each.",
            vec![
                instant.clone(),
                ("are", NEEDED, list(word(CardEvent::ALL, CardEvent::word)), "What they are now."),
                ("cards", NEEDED, list(card()), "Which cards."),
                ("position", OPTIONAL, word(BattlePosition::ALL, BattlePosition::word), "Of a Summon."),
            ],
        ),
        is(
            "player",
            "Something happened to a player.",
            vec![
                instant,
                ("is", NEEDED, word(PlayerEvent::ALL, PlayerEvent::word), "What."),
                who.clone(),
                ("count", NEEDED, json!({"type": "integer"}), "How much."),
            ],
        ),
        is(
            "token",
            "A token was made; comes before its number is used.",
            vec![("card", NEEDED, card(), "Its number."), ("name", NEEDED, text(), "Its name.")],
        ),
        is(
            "activated",
            "A card or effect was activated, its cost paid, its targets chosen.",
            [vec![link.clone()], effect_of(vec![("targets", OPTIONAL, list(card()), "Its targets.")])].concat(),
        ),
        is(
            "placed",
            "A trigger is placed without a question.",
            effect_of(vec![("refused", OPTIONAL, list(reference("refused")), "What could not be placed.")]),
        ),
        is("dropped", "A trigger that was met cannot be used.", effect_of(reason(OPTIONAL))),
        is(
            "chosen",
            "A choice was made without a question.",
            vec![
                who,
                ("purpose", NEEDED, word(Purpose::ALL, Purpose::word), "What the choice was for."),
                ("cards", NEEDED, list(card()), "What was chosen."),
            ],
        ),
        is("chain complete", "Both players passed.", Vec::new()),
        is(
            "resolved",
            "The turn of a link has come and gone.",
            vec![
                link,
                ("outcome", NEEDED, word(LinkOutcome::ALL, LinkOutcome::word), "What became of it."),
                ("rule", OPTIONAL, text(), "Why, if it did nothing."),
            ],
        ),
        is("chain over", "The last link has resolved.", Vec::new()),
        is(
            "attack ended",
            "An attack ended before it was carried out, without a replay.",
            [vec![("card", NEEDED, card(), "What attacked.")], reason(OPTIONAL)].concat(),
        ),
    ]
}

fn schema(title: &str, messages: Vec<Value>, definitions: Vec<(&str, Value)>) -> Value {
    json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": format!("{title} (segoc protocol {PROTOCOL})"),
        "description": "One message a line; PROTOCOL.md says what they mean. Unknown fields are ignored.",
        "oneOf": messages,
        "definitions": definitions.into_iter().map(|(name, value)| (name.to_owned(), value)).collect::<Map<_, _>>(),
    })
}

fn message(kind: &str, about: &str, fields: Vec<Field>) -> Value {
    tagged("type", kind, object(about, fields))
}

fn event(kind: &str, about: &str, fields: Vec<Field>) -> Value {
    tagged("type", "event", tagged("event", kind, object(about, fields)))
}

/// An object that also says what it is.
fn tagged(key: &str, kind: &str, mut object: Value) -> Value {
    object["properties"][key] = json!({"const": kind});
    if let Some(required) = object["required"].as_array_mut() {
        required.insert(0, json!(key));
    }
    object
}

fn object(about: &str, fields: Vec<Field>) -> Value {
    let required: Vec<&str> = fields.iter().filter(|(_, needed, ..)| *needed).map(|(key, ..)| *key).collect();
    let properties = fields.into_iter().map(|(key, _, mut value, about)| {
        value["description"] = json!(about);
        (key.to_owned(), value)
    });
    json!({
        "type": "object",
        "description": about,
        "properties": properties.collect::<Map<_, _>>(),
        "required": required,
    })
}

fn word<T: Copy>(all: &[T], spelling: fn(T) -> &'static str) -> Value {
    json!({"enum": all.iter().map(|word| spelling(*word)).collect::<Vec<_>>()})
}

fn list(items: Value) -> Value {
    json!({"type": "array", "items": items})
}

fn reference(name: &str) -> Value {
    json!({"allOf": [{"$ref": format!("#/definitions/{name}")}]})
}

fn text() -> Value {
    json!({"type": "string"})
}

fn number() -> Value {
    json!({"type": "integer", "minimum": 0})
}

fn card() -> Value {
    number()
}

fn player() -> Value {
    word(Name::ALL, Name::word)
}

fn lp() -> Value {
    let each = || json!({"type": "integer"});
    object(
        "Life points of both players.",
        vec![("Yugi", NEEDED, each(), "Yugi's."), ("Joey", NEEDED, each(), "Joey's.")],
    )
}
