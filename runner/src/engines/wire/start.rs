//! The message with which a duel begins, and back: from a board to JSON, and from JSON to a board.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use segoc_engine::def::{BattlePosition, CardDef};
use segoc_engine::{Player, Setup, Since, StartZone};
use serde_json::{Map, Value};

use super::message;
use crate::engines::Start;
use crate::read::card::{self, CardFile};
use crate::yaml::{self, Kind, Node};

/// The definitions of cards, by card and format: each is worked out once for all engines of a run.
#[derive(Debug, Default)]
pub(crate) struct Definitions(RwLock<HashMap<(String, String), Value>>);

impl Definitions {
    /// A card file as JSON, with the effects the card has in a format.
    fn of(&self, file: &CardFile, format: &str) -> Value {
        let key = (file.name.clone(), format.to_owned());
        if let Some(known) = self.0.read().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return known.clone();
        }
        let definition = definition(file, format);
        self.0.write().unwrap_or_else(PoisonError::into_inner).insert(key, definition.clone());
        definition
    }
}

fn definition(file: &CardFile, format: &str) -> Value {
    // A file that was read once can be parsed again.
    let Some(node) = yaml::parse(&file.path, &file.text).0 else { return Value::Null };
    let mut value = json(&node);
    if let Some(Value::Array(effects)) = value.get_mut("effects") {
        let mut here = file.effects.iter().map(|effect| effect.is_in(format));
        effects.retain(|_| here.next().unwrap_or(true));
        for effect in effects.iter_mut().filter_map(Value::as_object_mut) {
            effect.remove("in");
        }
    }
    value
}

fn json(node: &Node) -> Value {
    match &node.kind {
        Kind::Null => Value::Null,
        Kind::Bool(value) => Value::Bool(*value),
        Kind::Int(value) => Value::from(*value),
        Kind::Float(value) => Value::from(*value),
        Kind::Str(value) => Value::String(value.clone()),
        Kind::Seq(items) => Value::Array(items.iter().map(json).collect()),
        Kind::Map(entries) => {
            Value::Object(entries.iter().map(|(k, v)| (k.value.clone(), json(v))).collect::<Map<_, _>>())
        }
    }
}

/// The message with which a duel begins.
pub(crate) fn start_message(start: &Start<'_>, definitions: &Definitions) -> message::Start {
    let cards = start.setup.cards.iter().map(|card| message::StartCard {
        name: start.library.get(card.def).map(|def| def.name.clone()).unwrap_or_default(),
        player: card.side.into(),
        zone: card.zone,
        owner: (card.owner != card.side).then(|| card.owner.into()),
        position: (card.position != BattlePosition::Attack && card.zone == StartZone::Monsters)
            .then_some(card.position),
        counters: (card.counters > 0).then_some(card.counters),
        equipped_to: card.equipped_to,
        revealed: card.revealed,
        since: (card.since != Since::Earlier).then_some(card.since),
    });
    message::Start {
        format: start.format.to_owned(),
        phase: start.setup.phase,
        lp: message::PerPlayer { yugi: start.setup.lp[0], joey: start.setup.lp[1] },
        cards: cards.collect(),
        definitions: start.files.iter().map(|file| definitions.of(file, start.format)).collect(),
    }
}

/// Card files that were sent before, by their text.
#[derive(Debug, Default)]
pub(crate) struct CardFiles(HashMap<String, Arc<CardFile>>);

/// A duel that was sent.
#[derive(Debug)]
pub(crate) struct Sent {
    pub(crate) format: String,
    pub(crate) setup: Setup,
    pub(crate) library: Vec<Arc<CardDef>>,
    pub(crate) files: Vec<Arc<CardFile>>,
}

impl CardFiles {
    /// Reads the message with which a duel begins.
    pub(crate) fn read(&mut self, message: &message::Start, formats: &[String]) -> Result<Sent, String> {
        let mut files: Vec<Arc<CardFile>> = Vec::new();
        for definition in &message.definitions {
            files.push(self.file(definition, formats)?);
        }
        let mut cards = Vec::new();
        for (number, sent) in message.cards.iter().enumerate() {
            let Some(def) = files.iter().position(|file| file.name == sent.name) else {
                return Err(format!("card {number} is `{}`, which is not among the definitions", sent.name));
            };
            let side: Player = sent.player.into();
            let mut card = segoc_engine::StartCard::new(def, side, sent.zone);
            card.owner = sent.owner.map_or(side, Player::from);
            card.position = sent.position.unwrap_or(card.position);
            card.counters = sent.counters.unwrap_or_default();
            card.equipped_to = sent.equipped_to;
            card.revealed = sent.revealed;
            card.since = sent.since.unwrap_or(card.since);
            cards.push(card);
        }
        let library: Vec<Arc<CardDef>> = files.iter().map(|file| Arc::new(file.def(&message.format))).collect();
        let setup = Setup { phase: message.phase, lp: [message.lp.yugi, message.lp.joey], cards };
        if let Some(problem) = setup.problems(&library).first() {
            return Err(problem.to_string());
        }
        Ok(Sent { format: message.format.clone(), setup, library, files })
    }

    /// JSON is YAML: a definition is read like the file it came from.
    fn file(&mut self, definition: &Value, formats: &[String]) -> Result<Arc<CardFile>, String> {
        let text = definition.to_string();
        if let Some(known) = self.0.get(&text) {
            return Ok(Arc::clone(known));
        }
        let name = definition.get("name").and_then(Value::as_str).unwrap_or("a definition");
        let file = card::read(name, &Arc::from(text.as_str()), formats);
        let file = Arc::new(file.map_err(|mistakes| mistakes.render(false))?);
        self.0.insert(text, Arc::clone(&file));
        Ok(file)
    }
}
