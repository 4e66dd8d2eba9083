//! Actions and announcements of a player.

use std::sync::Arc;

use segoc_engine::def::Phase;
use segoc_protocol::Player;

use super::RulingReader;
use crate::card::CardFile;
use crate::place::Spanned;
use crate::read::{Entry, Fields};
use crate::ruling::{CardRef, Do, StepKind, Use};
use crate::spec::shapes::ACTION;
use crate::yaml::{Kind, Node};

impl RulingReader<'_, '_> {
    /// What a player does, or will answer when asked.
    pub(super) fn action(&mut self, player: Player, node: &Node) -> Option<StepKind> {
        let fields = self.fields(node, &ACTION)?;
        let action = fields.one("action")?;
        match action.key {
            "chooses" => fields.make(self, ["chooses", "position", "zone"], |cards, position, zone| {
                StepKind::Chooses(player, cards, position, zone)
            }),
            "applies" => {
                let card: Option<Spanned<CardRef>> = action.read(self);
                let effect = self.effect_of(&fields, card.as_ref().map(|card| &card.value));
                let option = fields.entry("option").and_then(|option| {
                    self.id_of(option, card.as_ref().map(|card| &card.value), |file, _| file.alternatives())
                });
                Some(StepKind::Applies(player, card?, effect, option))
            }
            _ => {
                let value = self.act(action, &fields)?;
                Some(StepKind::Action(player, Spanned { value, span: node.span }))
            }
        }
    }

    fn act(&mut self, action: Entry<'_>, fields: &Fields<'_>) -> Option<Do> {
        match action.key {
            "draws" => action.read(self).map(|_: String| Do::DrawsForTheTurn),
            "goes to" => action.read(self).map(|to: String| {
                // The next turn is no phase.
                Phase::from_word(&to).map_or(Do::GoesToNextTurn, Do::GoesTo)
            }),
            "replays" => action.read(self).map(|how: String| match how.as_str() {
                "directly" => Do::ReplaysDirectly,
                _ => Do::ReplaysNotAtAll,
            }),
            "activates" => {
                let during = fields.get(self, "during");
                let used = self.activation("activates", fields);
                Some(Do::Activates(used?, during?))
            }
            "normal summons" => fields.make(self, ["normal summons", "tributing", "zone"], Do::NormalSummons),
            "sets" => fields.make(self, ["sets", "tributing", "zone"], Do::Sets),
            "special summons" => {
                let card: Option<CardRef> = action.read(self);
                let effect = self.effect_of(fields, card.as_ref());
                fields.make(self, ["using", "position", "zone"], |with, position, zone| {
                    Some(Do::SpecialSummons(card?, effect, with, position, zone))
                })?
            }
            "pendulum summons" => action.read(self).map(Do::PendulumSummons),
            "flip summons" => action.read(self).map(Do::FlipSummons),
            "changes position of" => action.read(self).map(Do::ChangesPositionOf),
            "attacks with" => fields.make(self, ["attacks with", "target"], Do::AttacksWith),
            "attacks directly with" => action.read(self).map(Do::AttacksDirectlyWith),
            "replays on" => action.read(self).map(Do::ReplaysOn),
            _ => self.unread(action),
        }
    }

    /// An activation: its card under some key, and what is decided on the way.
    pub(super) fn activation(&mut self, key: &str, fields: &Fields<'_>) -> Option<Use> {
        let card: Option<CardRef> = fields.get(self, key);
        let effect = self.effect_of(fields, card.as_ref());
        let option = fields.entry("option").and_then(|option| {
            self.id_of(option, card.as_ref(), |file, _| {
                file.effects.iter().flat_map(|effect| &effect.def.options).map(|option| option.id.clone()).collect()
            })
        });
        let declares: Option<String> = fields.entry("declares").and_then(|declares| match declares.node.kind {
            Kind::Int(_) => self.number(declares.node, "`declares`", 0, 100_000).map(|number: u32| number.to_string()),
            _ => declares.read(self),
        });
        fields.make(self, ["targets", "paying with"], |targets, paying_with| {
            Some(Use { card: card?, effect, option, targets, paying_with, declares })
        })?
    }

    /// The id of an effect, which the card must have in a format of this file.
    pub(super) fn effect_of(&mut self, fields: &Fields<'_>, card: Option<&CardRef>) -> Option<String> {
        // A card may also have an effect that another card of the duel gives it.
        let files: Vec<Arc<CardFile>> = self.known.table.files.iter().flatten().cloned().collect();
        self.id_of(fields.entry("effect")?, card, |file, formats| {
            let here = file.effects.iter().filter(|e| formats.is_empty() || formats.iter().any(|f| e.is_in(f)));
            let given = files.iter().flat_map(|file| &file.effects).flat_map(|effect| effect.def.gifts());
            let given = given.filter_map(|effect| effect.id.clone());
            let copied = files.iter().any(|file| file.effects.iter().any(|effect| effect.def.copies()));
            let others = files.iter().filter(|_| copied).flat_map(|file| &file.effects);
            let own = here.chain(others).filter_map(|effect| effect.def.id.clone());
            own.chain(given).collect()
        })
    }

    /// An id that must be among those of a card, in the formats of this file.
    fn id_of(
        &mut self,
        entry: Entry<'_>,
        card: Option<&CardRef>,
        ids: impl Fn(&CardFile, &[String]) -> Vec<String>,
    ) -> Option<String> {
        let id: String = entry.read(self)?;
        let Some(file) = card.and_then(|card| self.known.table.file(card)) else { return Some(id) };
        let (what, ids) = (format!("{} of {}", entry.key, file.name), ids(file, &self.of_file));
        if !ids.contains(&id) {
            self.unknown(entry.node.span, &what, &id, ids.iter().map(String::as_str));
            return None;
        }
        Some(id)
    }
}
