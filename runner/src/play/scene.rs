//! The duel as it stands, for a report.

use segoc_engine::def::BattlePosition;
use segoc_engine::{CardView, Line, LinkId, Player, Zone};

use super::story::Story;
use crate::outcome::{Scene, SceneLink, SceneSide};

/// A zone in the word of the format, and which cards lie in it.
type ZoneOf = (&'static str, fn(&CardView<'_>) -> bool);

/// The zones in the words of the format.
pub(super) const ZONES: [ZoneOf; 8] = [
    ("hand", |c| c.zone == Zone::Hand),
    ("monsters", |c| c.zone == Zone::Monster && c.face_up),
    ("spells and traps", |c| matches!(c.zone, Zone::SpellTrap | Zone::Field) && c.face_up),
    ("set", |c| c.zone.on_field() && !c.face_up),
    ("gy", |c| c.zone == Zone::Gy),
    ("banished", |c| c.zone == Zone::Banished),
    ("deck", |c| c.zone == Zone::Deck),
    ("extra deck", |c| c.zone == Zone::ExtraDeck),
];

impl Story<'_> {
    /// The duel at this point.
    pub(super) fn scene(&self) -> Scene {
        let prompt = self.duel.prompt();
        let now = self.duel.chain();
        let last = self.duel.log().iter().rev().find_map(|entry| match &entry.line {
            Line::ChainComplete(links) => Some(links.as_slice()),
            _ => None,
        });
        let chain = if now.is_empty() { last.unwrap_or_default() } else { now };
        Scene {
            turn: Some(self.duel.turn_player()),
            phase: Some(self.duel.phase()),
            moment: prompt.and_then(|p| p.window.during),
            asked: prompt.map(|p| (p.player, p.window.chart)),
            sides: [self.side(Player::One), self.side(Player::Two)],
            chain: chain.iter().filter_map(|&id| self.scene_link(id)).collect(),
            chain_is_over: now.is_empty(),
        }
    }

    fn side(&self, player: Player) -> SceneSide {
        let zone = |(word, lies): &ZoneOf| {
            let cards: Vec<String> =
                self.duel.cards().filter(|c| c.controller == player && lies(c)).map(|c| self.scene_card(&c)).collect();
            (!cards.is_empty()).then_some((*word, cards))
        };
        SceneSide { lp: self.duel.lp(player), zones: ZONES.iter().filter_map(zone).collect() }
    }

    fn scene_card(&self, card: &CardView<'_>) -> String {
        let mut name = self.name(card.id);
        if !name.contains(&card.def.name) {
            name = format!("{} ({name})", card.def.name);
        } else if card.owner == card.controller {
            name = card.def.name.clone();
        }
        let printed = card.def.monster().map(|m| (m.atk, m.def));
        if card.zone == Zone::Monster && card.face_up {
            if card.position == BattlePosition::Defense {
                name.push_str(" in defense");
            }
            if printed.is_some_and(|values| values != (card.atk, card.defense)) {
                name.push_str(&format!(" {}/{}", card.atk, card.defense));
            }
        }
        if card.counters > 0 {
            name.push_str(&format!(" +{} counters", card.counters));
        }
        if let Some(to) = card.equipped_to {
            name.push_str(&format!(" on {}", self.name(to)));
        }
        name
    }

    fn scene_link(&self, id: LinkId) -> Option<SceneLink> {
        let link = self.duel.link(id)?;
        Some(SceneLink {
            player: link.player,
            card: self.name(link.effect.card),
            effect: self.effect_id(link.effect).map(str::to_owned),
            targets: link.targets.iter().map(|&c| self.name(c)).collect(),
        })
    }
}
