//! Actions and announcements of a player.

use segoc_engine::def::Phase;
use segoc_protocol::Player;

use super::RulingReader;
use crate::card::{CardEffect, CardFile};
use crate::place::Spanned;
use crate::read::Fields;
use crate::ruling::{CardRef, Do, StepKind, Use};
use crate::spec;
use crate::spec::words::{DRAWS, NEXT_TURN, REPLAYS};
use crate::suggest;
use crate::yaml::{Kind, Node};

impl RulingReader<'_> {
    /// What a player does, or will answer when asked.
    pub(super) fn action(&mut self, player: Player, node: &Node) -> Option<StepKind> {
        let mut fields = self.reader.fields(node, &spec::play::ACTION)?;
        let found = fields.among(&spec::play::ACTIONS);
        let [(key, value)] = found.as_slice() else {
            match found.as_slice() {
                [(first, _), (second, _), ..] => {
                    let message = format!("an action is one thing, found `{}` and `{}`", first.value, second.value);
                    self.reader.error_help(second.span, message, "make it two steps");
                }
                _ => {
                    let actions = spec::play::ACTIONS.keys();
                    let (message, help) = match first_key(node) {
                        Some(key) => (format!("unknown action `{key}`"), suggest::help(key, actions)),
                        None => (
                            "the action does not say what is done".into(),
                            format!("one of {}", suggest::list(actions)),
                        ),
                    };
                    self.reader.error_help(fields.head(), message, help);
                }
            }
            return None;
        };
        let kind = match key.value.as_str() {
            "chooses" => {
                let cards = self.references(value);
                let position = fields.take("position").and_then(|node| self.reader.word(node, "position"));
                Some(StepKind::Chooses(player, cards, position))
            }
            "applies" => {
                let card = self.reference(value);
                let effect = fields.take("effect").and_then(|node| self.effect_id(node, card.as_ref()));
                card.map(|card| StepKind::Applies(player, Spanned { value: card, span: value.span }, effect))
            }
            verb => self
                .act(verb, value, &mut fields)
                .map(|value| StepKind::Action(player, Spanned { value, span: node.span })),
        };
        fields.finish(&mut self.reader);
        kind
    }

    fn act(&mut self, verb: &str, value: &Node, fields: &mut Fields<'_>) -> Option<Do> {
        match verb {
            "draws" => return self.draws(value),
            "goes to" => return self.goes_to(value),
            "replays" => return self.replays(value),
            _ => {}
        }
        let card = self.reference(value);
        match verb {
            "activates" => {
                let during = fields.take("during").and_then(|node| self.reader.word(node, "moment"));
                self.activation(card, fields).map(|used| Do::Activates(used, during))
            }
            "normal summons" | "sets" => {
                let tributes = self.cards_of(fields, "tributing");
                let make = if verb == "sets" { Do::Sets } else { Do::NormalSummons };
                card.map(|card| make(card, tributes))
            }
            "special summons" => {
                let using = self.cards_of(fields, "using");
                let position = fields.take("position").and_then(|node| self.reader.word(node, "position"));
                card.map(|card| Do::SpecialSummons(card, using, position))
            }
            "flip summons" => card.map(Do::FlipSummons),
            "changes position of" => card.map(Do::ChangesPositionOf),
            "attacks with" => {
                let target = fields.need("target").and_then(|node| self.reference(node));
                card.zip(target).map(|(card, target)| Do::AttacksWith(card, target))
            }
            "replays on" => card.map(Do::ReplaysOn),
            _ => card.map(Do::AttacksDirectlyWith),
        }
    }

    fn cards_of(&mut self, fields: &mut Fields<'_>, key: &'static str) -> Vec<Spanned<CardRef>> {
        fields.take(key).map(|node| self.references(node)).unwrap_or_default()
    }

    /// The keys of an activation beside its card.
    pub(super) fn activation(&mut self, card: Option<CardRef>, fields: &mut Fields<'_>) -> Option<Use> {
        let effect = fields.take("effect").and_then(|node| self.effect_id(node, card.as_ref()));
        let option = fields.take("option").and_then(|node| self.option_id(node, card.as_ref()));
        let targets = self.cards_of(fields, "targets");
        let paying_with = self.cards_of(fields, "paying with");
        let declares = fields.take("declares").and_then(|node| self.reader.string(node, "a word"));
        Some(Use { card: card?, effect, option, targets, paying_with, declares })
    }

    fn draws(&mut self, node: &Node) -> Option<Do> {
        self.reader.one_of(node, "`for the turn`", "draw", DRAWS).map(|_| Do::DrawsForTheTurn)
    }

    fn replays(&mut self, node: &Node) -> Option<Do> {
        let word = self.reader.one_of(node, "`directly` or `not at all`", "replay", REPLAYS)?;
        Some(if word == "directly" { Do::ReplaysDirectly } else { Do::ReplaysNotAtAll })
    }

    fn goes_to(&mut self, node: &Node) -> Option<Do> {
        let phase = self.reader.word_or(node, "phase", Phase::ALL, NEXT_TURN)?;
        Some(phase.map_or(Do::GoesToNextTurn, Do::GoesTo))
    }

    /// The id of an effect, which the card must have in a format of this file.
    pub(super) fn effect_id(&mut self, node: &Node, card: Option<&CardRef>) -> Option<String> {
        let formats = self.formats.clone();
        let is_here = |effect: &&CardEffect| formats.is_empty() || formats.iter().any(|format| effect.is_in(format));
        self.id_of(node, card, "effect", |file| {
            file.effects.iter().filter(is_here).filter_map(|effect| effect.def.id.clone()).collect()
        })
    }

    fn option_id(&mut self, node: &Node, card: Option<&CardRef>) -> Option<String> {
        self.id_of(node, card, "option", |file| {
            file.effects.iter().flat_map(|effect| &effect.def.options).map(|option| option.id.clone()).collect()
        })
    }

    /// An id that must be among those of a card.
    fn id_of(
        &mut self,
        node: &Node,
        card: Option<&CardRef>,
        what: &str,
        ids: impl Fn(&CardFile) -> Vec<String>,
    ) -> Option<String> {
        let id = self.reader.id(node, &format!("the id of an {what}"))?;
        let Some(file) = card.and_then(|card| self.table.file(card)) else { return Some(id) };
        let (what, ids) = (format!("{what} of {}", file.name), ids(file));
        if !ids.contains(&id) {
            self.reader.unknown(node.span, &what, &id, ids.iter().map(String::as_str));
            return None;
        }
        Some(id)
    }
}

fn first_key(node: &Node) -> Option<&str> {
    match &node.kind {
        Kind::Map(entries) => entries.first().map(|(key, _)| key.value.as_str()),
        _ => None,
    }
}
