//! The duel at one point, ready to be shown.

use segoc_protocol::{BattlePosition, Board, BoardCard, CardId, Happened, Player, Sides, StartZone, Zone};

use crate::cast::{Cast, enumerate};
use crate::outcome::{Scene, SceneLink, SceneSide};
use crate::transcript::{Link, Point, Transcript};

/// Whether a card lies in a zone, in the words of the format.
pub fn lies_in(card: &BoardCard, zone: StartZone) -> bool {
    match zone {
        StartZone::Hand => card.zone == Zone::Hand,
        StartZone::Monsters => card.zone == Zone::Monster && card.is_face_up(),
        StartZone::SpellsAndTraps => matches!(card.zone, Zone::SpellTrap | Zone::Field) && card.is_face_up(),
        StartZone::PendulumZones => card.zone == Zone::Pendulum,
        StartZone::Set => card.zone.on_field() && !card.is_face_up(),
        StartZone::Gy => card.zone == Zone::Gy,
        StartZone::Banished => card.zone == Zone::Banished,
        StartZone::Deck => card.zone == Zone::Deck,
        StartZone::ExtraDeck => card.zone == Zone::ExtraDeck,
        StartZone::Material => card.zone == Zone::Material,
    }
}

/// How cards are called: where the file is at hand, or not.
pub type Naming = fn(&Cast<'_>, CardId) -> String;

/// The duel at a point.
pub fn scene(told: &Transcript<'_>, at: Point, name: Naming) -> Scene {
    let asked = told.questions.get(at.question);
    let prompt = asked.or(told.questions.last()).map(|question| &question.prompt);
    let events = asked.map_or(told.events.len(), |question| question.events);
    let now = told.chain_before(events);
    let chain_is_over = now.is_empty();
    let complete = told.events[..events].iter().rposition(|event| event.what == Happened::ChainComplete);
    let chain = if chain_is_over { complete.map(|event| told.chain_before(event)) } else { Some(now) };
    let empty = Board::default();
    let board = told.board(at).unwrap_or(&empty);
    Scene {
        turn: Some(prompt.map_or(Player::Yugi, |prompt| prompt.turn)),
        phase: Some(prompt.map_or(told.cast.ruling.setup.phase, |prompt| prompt.phase)),
        moment: asked.and_then(|question| question.prompt.during),
        asked: asked.map(|question| (question.prompt.player, question.prompt.chart)),
        sides: Sides::of(|player| side(&told.cast, board, player, name)),
        chain: chain.unwrap_or_default().into_iter().map(|link| scene_link(&told.cast, link)).collect(),
        chain_is_over,
    }
}

fn side(cast: &Cast<'_>, board: &Board, player: Player, name: Naming) -> SceneSide {
    let zone = |zone: &StartZone| {
        // Materials are told with their monster.
        let shown = *zone != StartZone::Material;
        let there = board.cards.iter().filter(|card| shown && card.player == player && lies_in(card, *zone));
        let cards: Vec<String> = there.map(|card| scene_card(cast, board, card, name)).collect();
        (!cards.is_empty()).then_some((zone.word(), cards))
    };
    SceneSide { lp: board.lp[player], zones: StartZone::ALL.iter().filter_map(zone).collect() }
}

fn scene_card(cast: &Cast<'_>, board: &Board, card: &BoardCard, named: Naming) -> String {
    let mut name = named(cast, card.card);
    if let Some(own) = name.strip_prefix(&format!("{}'s ", card.player)) {
        name = own.to_owned();
    }
    let def = cast.def(card.card);
    let printed = def.and_then(|def| def.monster()).map(|monster| (monster.atk, monster.def));
    if card.zone == Zone::Monster && card.is_face_up() {
        if card.position == BattlePosition::Defense {
            name.push_str(" in defense");
        }
        if printed.is_some_and(|values| values != (card.atk, card.def)) {
            name.push_str(&match def.is_some_and(|def| def.is_link()) {
                true => format!(" {} ATK", card.atk),
                false => format!(" {}/{}", card.atk, card.def),
            });
        }
    }
    if let Some(seat) = card.seat.filter(|_| card.zone == Zone::Monster && cast.zones_matter()) {
        name.push_str(&match seat.word().strip_suffix(" extra") {
            Some(side) => format!(" in the {side} Extra Monster Zone"),
            None => format!(" in the {seat} zone"),
        });
    }
    if card.zone == Zone::Banished && !card.is_face_up() {
        name.push_str(" face-down");
    }
    if card.counters > 0 {
        name.push_str(&format!(" +{} counters", card.counters));
    }
    if let Some(to) = card.equipped_to {
        name.push_str(&format!(" on {}", named(cast, to)));
    }
    let under = board.cards.iter().filter(|under| under.attached_to == Some(card.card));
    let under: Vec<String> = under.map(|under| named(cast, under.card)).collect();
    if !under.is_empty() {
        name.push_str(&format!(" (materials: {})", enumerate(&under, "and")));
    }
    name
}

fn scene_link(cast: &Cast<'_>, link: Link<'_>) -> SceneLink {
    SceneLink {
        player: link.player,
        card: cast.name(link.effect.card),
        effect: cast.effect_id(link.effect).map(str::to_owned),
        targets: link.targets.iter().map(|&card| cast.name(card)).collect(),
    }
}
