//! The board and the chain at the first divergence.

use segoc_protocol::Player;

use super::layout::{INDENT, field, line_width, wrap};
use super::style;
use crate::outcome::{Scene, SceneSide};

/// The duel as it stood.
pub(super) fn scene(scene: &Scene) -> String {
    let mut out = field("Board", &when(scene), style::PLAIN);
    for (player, side) in scene.sides.iter() {
        out.push_str(&self::side(player, side));
    }
    for (i, link) in scene.chain.iter().enumerate() {
        let label = match i {
            0 if scene.chain_is_over => "Resolved",
            0 => "Chain",
            _ => "",
        };
        let mut text = format!("{}  {}", i + 1, link.card);
        if !link.card.starts_with(link.player.word()) {
            text.push_str(&format!(" ({})", link.player.word()));
        }
        if let Some(effect) = &link.effect {
            text.push_str(&format!(", {effect}"));
        }
        if !link.targets.is_empty() {
            text.push_str(&format!(" → {}", link.targets.join(", ")));
        }
        out.push_str(&field(label, &text, style::PLAIN));
    }
    out
}

fn when(scene: &Scene) -> String {
    let turn = scene.turn.map(|p| format!("{}'s turn", p.word()));
    let phase = scene.phase.map(|p| p.to_string());
    let moment = scene.moment.map(|m| m.to_string());
    let asked = scene.asked.map(|(player, chart)| match chart {
        Some(chart) => format!("{} is asked in box {chart}", player.word()),
        None => format!("{} is asked", player.word()),
    });
    let parts: Vec<String> = [turn, phase, moment, asked].into_iter().flatten().collect();
    parts.join(", ")
}

/// One player's side: zones one after the other, wrapped.
fn side(player: Player, side: &SceneSide) -> String {
    let (strong, label) = (style::STRONG, style::LABEL);
    let name = player.word();
    let lead = " ".repeat(INDENT);
    let mut out = format!("{lead}{strong}{name}{strong:#} {} LP\n", side.lp);
    let width = side.zones.iter().map(|(zone, _)| zone.len()).max().unwrap_or(0);
    for (zone, cards) in &side.zones {
        for (i, line) in wrap(&cards.join(", "), line_width() - INDENT - width - 4).into_iter().enumerate() {
            let zone = if i == 0 { *zone } else { "" };
            out.push_str(&format!("{lead}  {label}{zone:<width$}{label:#}  {line}\n"));
        }
    }
    out
}
