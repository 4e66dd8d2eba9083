//! Text in lines no wider than a terminal, with rule ids that may be overlooked.

pub(super) use crate::report::wrap;
use anstyle::{AnsiColor, Color, Style};
use segoc_engine::Rule;

/// The widest a line becomes.
pub(super) const WIDTH: usize = 80;

/// Ordinary text.
pub(super) const PLAIN: Style = Style::new();
/// What stands out.
pub(super) const STRONG: Style = Style::new().bold();
/// What may be overlooked.
pub(super) const DIM: Style = Style::new().dimmed();
/// Labels and numbers of links.
pub(super) const LABEL: Style = Style::new().fg_color(Some(Color::Ansi(AnsiColor::Cyan)));
/// What is possible, or went well.
pub(super) const GOOD: Style = Style::new().fg_color(Some(Color::Ansi(AnsiColor::Green)));
/// What is not possible, or went wrong.
pub(super) const BAD: Style = Style::new().fg_color(Some(Color::Ansi(AnsiColor::Red)));
/// What is neither.
pub(super) const NOTE: Style = Style::new().fg_color(Some(Color::Ansi(AnsiColor::Yellow)));

/// A paragraph with a hanging indent: `lead` stands before its first line, and is `wide` columns wide.
pub(super) fn paragraph(lead: &str, wide: usize, text: &str, style: Style, rules: &[Rule]) -> String {
    let mut words: Vec<(String, Style)> =
        text.split_whitespace().flat_map(|w| broken(w, WIDTH - wide)).map(|word| (word, style)).collect();
    words.extend(rules.iter().map(|rule| (format!("[{rule}]"), DIM)));
    let mut out = lead.to_owned();
    let (mut column, mut open) = (wide, None);
    for (word, style) in words {
        let length = word.chars().count();
        let breaks = column + 1 + length > WIDTH;
        // A style lasts as long as its words stand on one line.
        if let Some(before) = open.filter(|before: &Style| breaks || *before != style) {
            out.push_str(&format!("{before:#}"));
        }
        match open {
            Some(_) if breaks => {
                out.push_str(&format!("\n{}", " ".repeat(wide)));
                column = wide;
            }
            Some(_) => {
                out.push(' ');
                column += 1;
            }
            None => {}
        }
        if breaks || open != Some(style) {
            out.push_str(&style.to_string());
        }
        out.push_str(&word);
        column += length;
        open = Some(style);
    }
    if let Some(style) = open {
        out.push_str(&format!("{style:#}"));
    }
    out.push('\n');
    out
}

/// A word that is too long for a line, in pieces that end where a path or link may be broken.
fn broken(word: &str, width: usize) -> Vec<String> {
    let mut pieces = vec![String::new()];
    for part in word.split_inclusive(['/', '-', '_', '?', '&']) {
        let full = |piece: &String| !piece.is_empty() && piece.chars().count() + part.chars().count() > width;
        if word.chars().count() > width && pieces.last().is_some_and(full) {
            pieces.push(String::new());
        }
        if let Some(piece) = pieces.last_mut() {
            piece.push_str(part);
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_hang_and_end_with_their_rules() {
        let text = "word ".repeat(20);
        let shown = crate::report::plain(&paragraph("  1  ", 5, &text, PLAIN, &[Rule::TimingMissed]));
        let lines: Vec<&str> = shown.lines().collect();
        assert_eq!(lines.len(), 2, "{shown}");
        assert!(lines[0].starts_with("  1  word") && lines[1].starts_with("     word"), "{shown}");
        assert!(lines[1].ends_with("[timing.missed]"), "{shown}");
        assert!(lines.iter().all(|l| l.chars().count() <= WIDTH), "{shown}");
    }

    #[test]
    fn long_paths_break_at_their_parts() {
        let path = "a-long-folder/".repeat(10);
        let pieces = broken(&path, 40);
        assert!(pieces.iter().all(|p| p.chars().count() <= 40), "{pieces:?}");
        assert_eq!(pieces.concat(), path);
    }
}
