//! A badge: how many rulings an engine passes, as an image that needs nothing else.

use super::scoreboard::Scoreboard;

/// The badge of an engine, as SVG. What is disputed is not counted.
#[must_use]
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
    let all = left + right;
    let text = |x: usize, text: &str, width: usize| {
        format!(
            "<text x=\"{x}\" y=\"14\" textLength=\"{}\" lengthAdjust=\"spacingAndGlyphs\">{text}</text>",
            width - 12
        )
    };
    let (label_text, message_text) = (text(6, label, left), text(left + 6, &message, right));
    let title = format!("{} {}: {message} rulings passed", escaped(&board.engine.name), escaped(&board.engine.version));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{all}\" height=\"20\" role=\"img\" aria-label=\"{title}\">\n  \
         <title>{title}</title>\n  \
         <clipPath id=\"r\"><rect width=\"{all}\" height=\"20\" rx=\"3\"/></clipPath>\n  \
         <g clip-path=\"url(#r)\">\n    \
         <rect width=\"{left}\" height=\"20\" fill=\"#444\"/>\n    \
         <rect x=\"{left}\" width=\"{right}\" height=\"20\" fill=\"{colour}\"/>\n  \
         </g>\n  \
         <g fill=\"#fff\" font-family=\"Verdana,DejaVu Sans,sans-serif\" font-size=\"11\">\n    \
         {label_text}\n    {message_text}\n  \
         </g>\n</svg>\n"
    )
}

/// How wide a part is, with its margins; the text is stretched to fit.
fn width(text: &str) -> usize {
    12 + text.chars().count() * 7
}

/// A text that is no markup.
fn escaped(text: &str) -> String {
    let text: String = text.chars().filter(|c| !c.is_control()).collect();
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
