//! A badge: how many rulings an engine passes, as an image that needs nothing else.

use super::scoreboard::Scoreboard;
use crate::texts::filled;
use segoc_protocol::visible;

/// The badge of an engine, as SVG. What is disputed is not counted.
pub fn svg(board: &Scoreboard) -> String {
    let of = |word: &str| board.totals.get(word).copied().unwrap_or_default();
    let scored = board.totals.values().sum::<usize>() - of("disputed");
    let passed = of("passed");
    let colour = match passed * 100 / scored.max(1) {
        100 => "#2a7d2e",
        90..=99 => "#4c8c1c",
        75..=89 => "#7d7a12",
        50..=74 => "#a8620f",
        _ => "#a83232",
    };
    let (label, message) = ("segoc rulings", format!("{passed} of {scored}"));
    let (left, right) = (width(label), width(&message));
    let title = format!("{} {}: {message} rulings passed", escaped(&board.engine.name), escaped(&board.engine.version));
    filled(include_str!("badge.svg"), |place| match place {
        "title" => title.clone(),
        "colour" => colour.to_owned(),
        "label" => label.to_owned(),
        "message" => message.clone(),
        "left" => left.to_string(),
        "right" => right.to_string(),
        "all" => (left + right).to_string(),
        "label width" => (left - 12).to_string(),
        "message width" => (right - 12).to_string(),
        _ => (left + 6).to_string(),
    })
}

/// How wide a part is, with its margins; the text is stretched to fit.
fn width(text: &str) -> usize {
    12 + text.chars().count() * 7
}

/// A text that is no markup.
fn escaped(text: &str) -> String {
    visible(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
