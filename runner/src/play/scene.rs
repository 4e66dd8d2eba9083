//! The duel as it stands, for a report.

use segoc_engine::def::BattlePosition;
use segoc_engine::{CardId, Player, Zone};

use super::story::Story;
use crate::engines::table::Link;
use crate::engines::{Board, BoardCard, Event};
use crate::outcome::{Scene, SceneLink, SceneSide};

/// A zone in the word of the format, and which cards lie in it.
type ZoneOf = (&'static str, fn(&BoardCard) -> bool);

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
        let prompt = self.table.prompt();
        let now = self.table.chain();
        let chain_is_over = now.is_empty();
        let complete = self.table.log().iter().rposition(|told| told.event == Event::ChainComplete);
        let chain = if chain_is_over { complete.map(|line| self.table.chain_before(line)) } else { Some(now) };
        let board = self.table.board().unwrap_or_default();
        Scene {
            turn: Some(self.table.turn_player()),
            phase: Some(self.table.phase()),
            moment: prompt.and_then(|p| p.window.during),
            asked: prompt.map(|p| (p.player, p.window.chart)),
            sides: [self.side(&board, Player::One), self.side(&board, Player::Two)],
            chain: chain.unwrap_or_default().into_iter().map(|link| self.scene_link(link)).collect(),
            chain_is_over,
        }
    }

    /// Who controls a card, or in whose zone it lies.
    pub(super) fn controller(&self, card: CardId) -> Option<Player> {
        let board = self.table.board()?;
        board.cards.iter().find(|c| c.card == card).map(|c| c.controller)
    }

    fn side(&self, board: &Board, player: Player) -> SceneSide {
        let zone = |(word, lies): &ZoneOf| {
            let there = board.cards.iter().filter(|c| c.controller == player && lies(c));
            let cards: Vec<String> = there.map(|c| self.scene_card(c)).collect();
            (!cards.is_empty()).then_some((*word, cards))
        };
        SceneSide { lp: board.lp[player.index()], zones: ZONES.iter().filter_map(zone).collect() }
    }

    fn scene_card(&self, card: &BoardCard) -> String {
        let mut name = self.name(card.card);
        let def = self.table.def(card.card);
        if let Some(def) = def {
            let owner = self.ruling.setup.cards.get(card.card.0 as usize).map(|start| start.owner);
            if !name.contains(&def.name) {
                name = format!("{} ({name})", def.name);
            } else if owner.is_none_or(|owner| owner == card.controller) {
                name.clone_from(&def.name);
            }
        }
        let printed = def.and_then(|def| def.monster()).map(|m| (m.atk, m.def));
        if card.zone == Zone::Monster && card.face_up {
            if card.position == BattlePosition::Defense {
                name.push_str(" in defense");
            }
            if printed.is_some_and(|values| values != (card.atk, card.def)) {
                name.push_str(&format!(" {}/{}", card.atk, card.def));
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

    fn scene_link(&self, link: Link<'_>) -> SceneLink {
        SceneLink {
            player: link.player,
            card: self.name(link.effect.card),
            effect: self.effect_id(link.effect).map(str::to_owned),
            targets: link.targets.iter().map(|&c| self.name(c)).collect(),
        }
    }
}
