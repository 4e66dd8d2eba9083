//! A tale as a document one could paste into a forum post.

use segoc_protocol::Rule;

use super::pretty::{BOXES, zone_name};
use super::tale::{Paragraph, Shape, Tale};
use super::verdict;
use crate::outcome::Scene;
use crate::report::source_words;

/// A tale as Markdown.
pub fn markdown(tale: &Tale<'_>) -> String {
    let mut out = header(tale);
    out.push_str("\n## The board\n\n");
    out.push_str(&board(&tale.before));
    tale.steps.iter().for_each(|step| out.push_str(&shown(&step.told)));
    out.push_str("\n## The board at the end\n\n");
    out.push_str(&board(&tale.after));
    out.push_str("\n## Verdict\n\n");
    out.push_str(&verdict::sentences(tale).iter().map(|s| escaped(s)).collect::<Vec<_>>().join("\n\n"));
    out.push('\n');
    if let Some(written) = &tale.setting.verdict.written {
        out.push_str(&format!("\nExpected:\n\n```yaml\n{written}\n```\n"));
    }
    out.push_str(&format!("\n*{BOXES}*\n"));
    if let Some(line) = verdict::elsewhere(tale) {
        out.push_str(&format!("\n*{}*\n", escaped(&line)));
    }
    out
}

fn header(tale: &Tale<'_>) -> String {
    let ruling = tale.ruling();
    let mut out = format!("# {}\n\n", escaped(tale.title()));
    out.push_str(&tale.place(&format!("`{}`", ruling.name), &escaped(tale.setting.format_title)));
    out.push_str("\n\n");
    for (label, text) in [("Question", &ruling.question), ("Answer", &ruling.answer)] {
        if !text.is_empty() {
            out.push_str(&format!("**{label}:** {}\n\n", escaped(text)));
        }
    }
    if !ruling.disputed.is_empty() {
        out.push_str("**Readings:**\n\n");
        for reading in &ruling.disputed {
            out.push_str(&format!("- {}: {}\n", escaped(&reading.id), escaped(&reading.answer)));
        }
        out.push('\n');
    }
    if !ruling.rules.is_empty() {
        out.push_str("**Rules:**\n\n");
    }
    for (rule, sentence) in tale.rules() {
        out.push_str(&format!("- `{rule}`: {}\n", escaped(sentence)));
    }
    if !ruling.sources.is_empty() {
        out.push_str("\n**Sources:**\n\n");
    }
    for source in tale.sources() {
        let words = escaped(&source_words(source));
        match source.url.is_empty() {
            true => out.push_str(&format!("- {words}\n")),
            false => out.push_str(&format!("- {words}: <{}>\n", source.url)),
        }
    }
    if !tale.setting.opinions.is_empty() {
        out.push_str("\n**Engines:**\n\n");
    }
    for opinion in &tale.setting.opinions {
        out.push_str(&format!("- {}\n", escaped(&opinion.to_string())));
    }
    out
}

fn board(scene: &Scene) -> String {
    let mut out = String::new();
    for (player, side) in scene.sides.iter() {
        out.push_str(&format!("- **{}**, {} LP\n", player, side.lp));
        for (zone, cards) in &side.zones {
            out.push_str(&format!("  - {}: {}\n", zone_name(zone), escaped(&cards.join(", "))));
        }
    }
    out
}

fn shown(paragraphs: &[Paragraph]) -> String {
    let mut out = String::new();
    for (i, p) in paragraphs.iter().enumerate() {
        let text = format!("{}{}", escaped(&p.text), rules(&p.rules));
        let after = |shape: fn(Shape) -> bool| i > 0 && shape(paragraphs[i - 1].shape);
        out.push_str(&match p.shape {
            Shape::Heading => format!("\n## {text}\n"),
            Shape::Subheading => format!("\n### {text}\n"),
            Shape::Text => format!("\n{text}\n"),
            Shape::Numbered(n) => format!("\n**Chain Link {n}.** {text}\n"),
            Shape::Bullet if after(|s| s == Shape::Bullet) => format!("- {text}\n"),
            Shape::Bullet => format!("\n- {text}\n"),
            Shape::Refused => format!("\n**Not possible:** {text}\n"),
            Shape::Quote => format!("\n> {text}\n"),
            Shape::Stacked(n) if after(|s| matches!(s, Shape::Stacked(_))) => format!("| {n} | {text} |\n"),
            Shape::Stacked(n) => format!("\n| Link | Chain |\n|---|---|\n| {n} | {text} |\n"),
        });
    }
    out
}

fn rules(rules: &[Rule]) -> String {
    rules.iter().map(|rule| format!(" `[{rule}]`")).collect()
}

/// Letters that would be taken for markup, made harmless.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        if matches!(letter, '*' | '_' | '`' | '<' | '|' | '\\') {
            out.push('\\');
        }
        out.push(letter);
    }
    out
}
