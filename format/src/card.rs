//! A card as data: what its file says.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use segoc_engine::def::{AsMonster, CardDef, CardKind, EffectDef, Modifier, MonsterIs, Step};
use segoc_protocol::Definition;
use serde_json::Value;

use crate::digest;
use crate::place::{Span, Spanned};
use crate::yaml;

/// A card file, read.
#[derive(Clone, Debug)]
pub struct CardFile {
    /// The name of the card.
    pub name: String,
    /// The name that it has by the rules instead of the printed one.
    pub always_named: Option<String>,
    /// The number printed on it; tokens have none.
    pub passcode: Option<u32>,
    /// Path of the file as shown to people.
    pub path: String,
    /// The text of the file.
    pub text: Arc<str>,
    /// Where the name stands.
    pub name_span: Span,
    /// Monster, Spell or Trap, with what is printed on it.
    pub kind: CardKind,
    /// What it is as a monster, if it is a Spell or Trap that Special Summons itself.
    pub as_monster: Option<AsMonster>,
    /// The archetypes it belongs to.
    pub series: Vec<String>,
    /// Cards its text names, as far as another card asks for that.
    pub text_mentions: Vec<String>,
    /// Its effects, those of all formats.
    pub effects: Vec<CardEffect>,
    /// What is not modelled, a sentence each.
    pub left_out: Vec<String>,
    /// Names of other cards its effects speak of.
    pub mentions: Vec<Spanned<String>>,
    /// Names of cards its effects Special Summon by name; tokens among them are made.
    pub summons: Vec<String>,
    /// The card as it is in formats that were asked for.
    pub(crate) made: Made,
}

/// Definitions that were made, by format. A copy of a card begins with none.
#[derive(Default)]
pub(crate) struct Made(Mutex<Vec<(String, Definition)>>);

impl Clone for Made {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl fmt::Debug for Made {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Made")
    }
}

/// An effect with the formats in which the card has it.
#[derive(Clone, Debug)]
pub struct CardEffect {
    /// The formats; `None` means all.
    pub formats: Option<Vec<String>>,
    /// The effect.
    pub def: Arc<EffectDef>,
    /// Where it stands.
    pub span: Span,
}

impl CardEffect {
    /// Whether the card has it in a format.
    pub fn is_in(&self, format: &str) -> bool {
        self.formats.as_ref().is_none_or(|formats| formats.iter().any(|name| name == format))
    }
}

impl CardFile {
    /// The card as it is in a format.
    pub fn def(&self, format: &str) -> CardDef {
        CardDef {
            name: self.name.clone(),
            always_named: self.always_named.clone(),
            passcode: self.passcode,
            kind: self.kind.clone(),
            series: self.series.clone(),
            mentions: self.text_mentions.clone(),
            as_monster: self.as_monster.clone(),
            effects: self.effects.iter().filter(|effect| effect.is_in(format)).map(|e| Arc::clone(&e.def)).collect(),
        }
    }

    /// The card as it is in a format, for an engine: worked out once.
    pub fn definition(self: &Arc<Self>, format: &str) -> Definition {
        let mut made = self.made.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, known)) = made.iter().find(|(name, _)| name == format) {
            return known.clone();
        }
        let (file, name) = (Arc::downgrade(self), format.to_owned());
        let json = move || file.upgrade().map_or(Value::Null, |file| file.json(&name));
        let definition = Definition::of(Arc::new(self.def(format)), json);
        made.push((format.to_owned(), definition.clone()));
        definition
    }

    /// The file as JSON, with the effects the card has in a format.
    fn json(&self, format: &str) -> Value {
        // A file that was read once can be parsed again.
        let Some(node) = yaml::parse(&self.path, &self.text).0 else { return Value::Null };
        let mut value = node.to_json();
        if let Some(Value::Array(effects)) = value.get_mut("effects") {
            let mut here = self.effects.iter().map(|effect| effect.is_in(format));
            effects.retain(|_| here.next().unwrap_or(true));
            for effect in effects.iter_mut().filter_map(Value::as_object_mut) {
                effect.remove("in");
            }
            // A card without effects says nothing of any.
            if effects.is_empty()
                && let Value::Object(card) = &mut value
            {
                card.remove("effects");
            }
        }
        value
    }

    /// The digest of its file.
    pub fn digest(&self) -> String {
        digest::of_text(&self.text)
    }

    /// The ids of the things its effects may do, one of several, while they resolve.
    pub(crate) fn alternatives(&self) -> Vec<String> {
        fn of(step: &Step, ids: &mut Vec<String>) {
            match step {
                Step::YouCan(step) | Step::OnlyIf(_, step) => of(step, ids),
                Step::OneOf(_, alternatives) | Step::ByChance(alternatives) => {
                    for alternative in alternatives {
                        ids.push(alternative.id.clone());
                        alternative.does.iter().for_each(|part| of(&part.step, ids));
                    }
                }
                _ => {}
            }
        }
        let mut ids = Vec::new();
        for CardEffect { def, .. } in &self.effects {
            let parts = def.does.iter().chain(def.options.iter().flat_map(|option| &option.does));
            let in_each_phase = def.applies.iter().flat_map(|modifier| match modifier {
                Modifier::InEachPhase(_, later) => &later.does[..],
                _ => &[],
            });
            parts.chain(in_each_phase).for_each(|part| of(&part.step, &mut ids));
        }
        ids
    }

    /// Whether it is a token.
    pub fn is_token(&self) -> bool {
        is_token(&self.kind)
    }
}

/// Whether what is printed on a card makes it a token.
pub(crate) fn is_token(kind: &CardKind) -> bool {
    matches!(kind, CardKind::Monster(monster) if monster.is.contains(&MonsterIs::Token))
}
