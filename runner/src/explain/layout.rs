//! Text in lines no wider than a terminal, with rule ids that may be overlooked.

use anstyle::Style;
use segoc_protocol::Rule;
use textwrap::core::{Fragment, display_width};
use textwrap::wrap_algorithms::wrap_first_fit;

use crate::report::style::DIM;

/// The widest a line becomes.
pub(super) const WIDTH: usize = 80;

/// A word with its style.
#[derive(Debug)]
struct Word {
    text: String,
    style: Style,
}

impl Fragment for Word {
    fn width(&self) -> f64 {
        display_width(&self.text) as f64
    }

    fn whitespace_width(&self) -> f64 {
        1.0
    }

    fn penalty_width(&self) -> f64 {
        0.0
    }
}

/// A paragraph with a hanging indent: `lead` stands before its first line, and is `wide` columns wide.
pub(super) fn paragraph(lead: &str, wide: usize, text: &str, style: Style, rules: &[Rule]) -> String {
    let width = WIDTH - wide;
    let words = text.split_whitespace().flat_map(|word| broken(word, width)).map(|text| Word { text, style });
    let rules = rules.iter().map(|rule| Word { text: format!("[{rule}]"), style: DIM });
    let words: Vec<Word> = words.chain(rules).collect();
    let lines = wrap_first_fit(&words, &[width as f64]);
    let lines: Vec<String> = lines.into_iter().map(styled).collect();
    format!("{lead}{}\n", lines.join(&format!("\n{}", " ".repeat(wide))))
}

/// A line; a style lasts as long as its words stand side by side.
fn styled(words: &[Word]) -> String {
    let same = words.chunk_by(|a, b| a.style == b.style).map(|words| {
        let (style, words) = (words[0].style, words.iter().map(|word| word.text.as_str()).collect::<Vec<_>>());
        format!("{style}{}{style:#}", words.join(" "))
    });
    same.collect::<Vec<_>>().join(" ")
}

/// A word that is too long for a line, in pieces that end where a path or link may be broken.
fn broken(word: &str, width: usize) -> Vec<String> {
    if display_width(word) <= width {
        return vec![word.to_owned()];
    }
    let mut pieces = vec![String::new()];
    for part in word.split_inclusive(['/', '-', '_', '?', '&']) {
        match pieces.last_mut() {
            Some(piece) if piece.is_empty() || display_width(piece) + display_width(part) <= width => {
                piece.push_str(part)
            }
            _ => pieces.push(part.to_owned()),
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::plain;
    use crate::report::style::PLAIN;

    #[test]
    fn paragraphs_hang_and_end_with_their_rules() {
        let text = "word ".repeat(20);
        let shown = plain(&paragraph("  1  ", 5, &text, PLAIN, &[Rule::TimingMissed]));
        let lines: Vec<&str> = shown.lines().collect();
        assert_eq!(lines.len(), 2, "{shown}");
        assert!(lines[0].starts_with("  1  word") && lines[1].starts_with("     word"), "{shown}");
        assert!(lines[1].ends_with("[timing.missed]"), "{shown}");
        assert!(lines.iter().all(|line| display_width(line) <= WIDTH), "{shown}");
    }

    #[test]
    fn long_paths_break_at_their_parts() {
        let path = "a-long-folder/".repeat(10);
        let pieces = broken(&path, 40);
        assert!(pieces.iter().all(|piece| display_width(piece) <= 40), "{pieces:?}");
        assert_eq!(pieces.concat(), path);
    }
}
