//! A tale for a terminal, eighty columns wide where there is none, in colours; whoever prints it takes them out where they are not wanted.

use anstyle::Style;
use segoc_protocol::Rule;
use textwrap::core::{Fragment, display_width};
use textwrap::wrap_algorithms::wrap_first_fit;

use super::tale::{Kind, Layout, Paragraph, Step, Tale};
use super::verdict::{self, Tone};
use crate::outcome::Scene;
use crate::report::style::{ADDED, DIM, LABEL, MARKED, PLAIN, REMOVED, STRONG};
use crate::report::{source_words, width, wrap};

/// The widest a line becomes, where there is no terminal.
const WIDTH: usize = 80;

/// What the boxes are.
pub(super) const BOXES: &str =
    "Boxes A to E are those of Konami's chart of fast effect timing; ids in brackets are rules of rules.yaml.";

/// What stands above what card files leave out.
pub(super) const LEFT_OUT: &str = "Not told, as the card files leave it out";

/// What stands above what the cards say.
pub(super) const SAID: &str = "What the cards used here say";

/// A tale for people.
pub fn pretty(tale: &Tale<'_>) -> String {
    let mut out = header(tale);
    out.push_str(&heading("The board"));
    out.push_str(&board(&tale.before));
    out.push_str(&effects(tale));
    out.push_str(&steps(&tale.steps));
    out.push_str(&heading("The board at the end"));
    out.push_str(&board(&tale.after));
    out.push_str(&left_out(tale));
    out.push_str(&verdict(tale));
    out.push('\n');
    out.push_str(&paragraph("", 0, BOXES, DIM, &[]));
    if let Some(line) = verdict::elsewhere(tale) {
        out.push_str(&paragraph("", 0, &line, MARKED, &[]));
    }
    out
}

fn header(tale: &Tale<'_>) -> String {
    let (ruling, sources) = (tale.ruling(), tale.sources());
    let mut out = paragraph("", 0, tale.title(), STRONG, &[]);
    let place = tale.place(&ruling.name, tale.setting.format_title);
    out.push_str(&paragraph("", 0, &place, DIM, &[]));
    out.push('\n');
    for (label, text) in [("Question", &ruling.question), ("Answer", &ruling.answer)] {
        if !text.is_empty() {
            out.push_str(&field(label, text, PLAIN));
        }
    }
    for (i, reading) in ruling.disputed.iter().enumerate() {
        let label = if i == 0 { "Readings" } else { "" };
        out.push_str(&field(label, &format!("{}: {}", reading.id, reading.answer), PLAIN));
    }
    for (i, (rule, sentence)) in tale.rules().enumerate() {
        out.push_str(&field(if i == 0 { "Rules" } else { "" }, rule.word(), STRONG));
        out.push_str(&paragraph(&" ".repeat(14), 14, sentence, PLAIN, &[]));
    }
    for (i, source) in sources.iter().enumerate() {
        let label = match (i, sources.len()) {
            (0, 1) => "Source",
            (0, _) => "Sources",
            _ => "",
        };
        out.push_str(&field(label, &source_words(source), PLAIN));
        if !source.url.is_empty() {
            // A link stays whole, however long it is.
            out.push_str(&format!("{}{DIM}{}{DIM:#}\n", " ".repeat(12), source.url));
        }
    }
    for (i, opinion) in tale.setting.opinions.iter().enumerate() {
        out.push_str(&field(if i == 0 { "Engines" } else { "" }, &opinion.to_string(), PLAIN));
    }
    out
}

/// A labelled paragraph.
fn field(label: &str, text: &str, style: Style) -> String {
    let pad = " ".repeat(10 - label.len().min(10));
    let label = if label.is_empty() { String::new() } else { format!("{LABEL}{label}{LABEL:#}") };
    paragraph(&format!("  {label}{pad}"), 12, text, style, &[])
}

/// What the effects say that matter here.
fn effects(tale: &Tale<'_>) -> String {
    let effects = tale.effects();
    let lines = effects.iter().flat_map(|(card, said)| said.iter().map(move |said| said_words(card, said)));
    let lines: String = lines.map(|line| paragraph("  ", 4, &line, PLAIN, &[])).collect();
    if lines.is_empty() { lines } else { heading(SAID) + &lines }
}

/// What an effect of a card says, in a line.
pub(super) fn said_words(card: &str, said: &str) -> String {
    format!("{card}: {said}")
}

/// What the files of the cards leave out.
fn left_out(tale: &Tale<'_>) -> String {
    let cards: Vec<String> = tale.left_out().iter().map(|(card, left_out)| left_out_words(card, left_out)).collect();
    let lines: String = cards.iter().map(|card| paragraph("  ", 2, card, PLAIN, &[])).collect();
    if lines.is_empty() { lines } else { heading(LEFT_OUT) + &lines }
}

/// What the file of a card leaves out, in a line.
pub(super) fn left_out_words(card: &str, left_out: &[&str]) -> String {
    format!("{card}: {}", left_out.join("; "))
}

/// A heading with a line to the edge.
fn heading(text: &str) -> String {
    let rest = width(WIDTH).saturating_sub(display_width(text) + 4);
    format!("\n{DIM}──{DIM:#} {STRONG}{text}{STRONG:#} {DIM}{}{DIM:#}\n", "─".repeat(rest))
}

/// A board, zone by zone.
pub fn board(scene: &Scene) -> String {
    let width = scene.sides.iter().flat_map(|(_, side)| &side.zones).map(|(zone, _)| zone.len()).max().unwrap_or(0);
    let mut out = String::new();
    for (player, side) in scene.sides.iter() {
        out.push_str(&format!("  {STRONG}{}{STRONG:#} {} LP\n", player, side.lp));
        for (zone, cards) in &side.zones {
            let zone = zone_name(zone);
            let lead = format!("    {LABEL}{zone}{LABEL:#}{}", " ".repeat(width + 2 - zone.len().min(width)));
            out.push_str(&paragraph(&lead, width + 6, &cards.join(", "), PLAIN, &[]));
        }
    }
    out
}

/// A zone as players call it.
pub(super) fn zone_name(zone: &str) -> &str {
    if zone == "gy" { "GY" } else { zone }
}

/// What belongs together without an empty line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Block {
    Heading,
    Flow,
    Build,
    Chain,
    Resolve,
}

fn block(step: &Step, before: Block) -> Block {
    match step.kind {
        Kind::Phase | Kind::Moment => Block::Heading,
        Kind::Activation => Block::Build,
        Kind::Chain => Block::Chain,
        Kind::Resolution => Block::Resolve,
        Kind::Leaves if before == Block::Resolve => before,
        Kind::Passes if before == Block::Build && step.chart.is_some() => before,
        Kind::NotOffered | Kind::Lost | Kind::Window | Kind::Declined if before == Block::Build => before,
        _ => Block::Flow,
    }
}

/// Steps, laid out by what belongs together.
pub(super) fn steps(steps: &[Step]) -> String {
    let mut out = String::new();
    let mut before = Block::Heading;
    for step in steps.iter().filter(|step| !step.told.is_empty()) {
        let now = block(step, before);
        let anew = matches!(step.kind, Kind::Action | Kind::Triggers) && before == Block::Flow;
        if (now != before || anew) && before != Block::Heading && now != Block::Heading {
            out.push('\n');
        }
        let indent = if now == Block::Build || now == Block::Resolve { 5 } else { 2 };
        out.push_str(&shown(&step.told, indent));
        before = now;
    }
    out
}

/// Paragraphs; ordinary text stands at an indent.
fn shown(paragraphs: &[Paragraph], indent: usize) -> String {
    let mut out = String::new();
    let mut stack: Vec<(u16, &str)> = Vec::new();
    for p in paragraphs {
        let (text, rules) = (p.text.as_str(), &p.rules[..]);
        match p.shape {
            Layout::Heading => out.push_str(&heading(text)),
            Layout::Subheading => out.push_str(&format!("\n  {STRONG}{text}{STRONG:#}\n")),
            Layout::Text => out.push_str(&paragraph(&" ".repeat(indent), indent, text, PLAIN, rules)),
            Layout::Numbered(n) => {
                out.push_str(&paragraph(&format!("{LABEL}{:<4}{LABEL:#} ", format!("CL{n}")), 5, text, PLAIN, rules));
            }
            Layout::Bullet => out.push_str(&paragraph("     • ", 7, text, PLAIN, rules)),
            Layout::Refused => out.push_str(&paragraph(&format!("  {REMOVED}✗{REMOVED:#}  "), 5, text, PLAIN, rules)),
            Layout::Quote => out.push_str(&paragraph("     ", 5, &format!("“{text}”"), DIM, rules)),
            Layout::Why => {
                let lead = format!("{}{STRONG}Why:{STRONG:#} ", " ".repeat(indent));
                out.push_str(&paragraph(&lead, indent + 5, text, PLAIN, rules));
            }
            Layout::Stacked(n) => stack.push((n, text)),
        }
    }
    out.push_str(&drawn(&stack));
    out
}

/// The chain as a small stack, the last link on top.
fn drawn(stack: &[(u16, &str)]) -> String {
    if stack.is_empty() {
        return String::new();
    }
    const LEAD: &str = "     ";
    let rows: Vec<(String, Vec<String>)> =
        stack.iter().map(|(n, text)| (format!("CL{n}"), wrap(text, width(WIDTH) - LEAD.len() - 11))).collect();
    let number = rows.iter().map(|(n, _)| n.len()).max().unwrap_or(1);
    let width = rows.iter().flat_map(|(_, lines)| lines).map(|line| display_width(line)).max().unwrap_or(0);
    let edge = |left: &str, middle: &str, right: &str| {
        let line = format!("{left}{}{middle}{}{right}", "─".repeat(number + 2), "─".repeat(width + 2));
        format!("{LEAD}{DIM}{line}{DIM:#}\n")
    };
    let mut out = edge("┌", "┬", "┐");
    for (n, lines) in rows {
        for (i, line) in lines.iter().enumerate() {
            let n = if i == 0 { n.as_str() } else { "" };
            let pad = " ".repeat(width - display_width(line));
            let bar = format!("{DIM}│{DIM:#}");
            out.push_str(&format!("{LEAD}{bar} {LABEL}{n:>number$}{LABEL:#} {bar} {line}{pad} {bar}\n"));
        }
    }
    out.push_str(&edge("└", "┴", "┘"));
    out
}

fn verdict(tale: &Tale<'_>) -> String {
    let mut out = heading("Verdict");
    let (mark, style) = match tale.setting.verdict.tone() {
        Tone::Good => ("✓", ADDED),
        Tone::Bad => ("✗", REMOVED),
        Tone::Neither => ("·", MARKED),
    };
    for (i, text) in verdict::sentences(tale).iter().enumerate() {
        let lead = if i == 0 { format!("  {style}{mark}{style:#}  ") } else { " ".repeat(5) };
        out.push_str(&paragraph(&lead, 5, text, PLAIN, &[]));
    }
    if let Some(written) = &tale.setting.verdict.written {
        out.push_str(&paragraph("     ", 5, &format!("Expected, in {}:", tale.ruling().path), PLAIN, &[]));
        for line in written.lines() {
            let lead = " ".repeat(7 + line.len() - line.trim_start().len());
            out.push_str(&paragraph(&lead, lead.len(), line, DIM, &[]));
        }
    }
    out
}

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
fn paragraph(lead: &str, wide: usize, text: &str, style: Style, rules: &[Rule]) -> String {
    let width = width(WIDTH).saturating_sub(wide);
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
