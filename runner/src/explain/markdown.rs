//! A tale as a document one could paste into a forum post.

use segoc_protocol::Rule;

use super::pretty::{BOXES, LEFT_OUT, SAID, left_out_words, said_words, zone_name};
use super::tale::{Layout, Paragraph, Tale};
use super::verdict;
use crate::markdown::{code, inline, text, yaml};
use crate::outcome::Scene;
use crate::report::source_words;

/// A tale as Markdown.
pub fn markdown(tale: &Tale<'_>) -> String {
    let mut out = header(tale);
    out.push_str("\n## The board\n\n");
    out.push_str(&board(&tale.before));
    let effects = tale.effects();
    if !effects.is_empty() {
        out.push_str(&format!("\n## {SAID}\n\n"));
    }
    for (card, said) in &effects {
        said.iter().for_each(|said| out.push_str(&format!("- {}\n", text(&said_words(card, said)))));
    }
    tale.steps.iter().for_each(|step| out.push_str(&shown(&step.told)));
    out.push_str("\n## The board at the end\n\n");
    out.push_str(&board(&tale.after));
    if !tale.left_out().is_empty() {
        out.push_str(&format!("\n## {LEFT_OUT}\n\n"));
    }
    for (card, left_out) in tale.left_out() {
        out.push_str(&format!("- {}\n", text(&left_out_words(card, &left_out))));
    }
    out.push_str("\n## Verdict\n\n");
    out.push_str(&verdict::sentences(tale).iter().map(|s| text(s)).collect::<Vec<_>>().join("\n\n"));
    out.push('\n');
    if let Some(written) = &tale.setting.verdict.written {
        out.push_str(&format!("\nExpected:\n\n{}", yaml(written)));
    }
    out.push_str(&format!("\n*{BOXES}*\n"));
    if let Some(line) = verdict::elsewhere(tale) {
        out.push_str(&format!("\n*{}*\n", inline(&line)));
    }
    out
}

fn header(tale: &Tale<'_>) -> String {
    let ruling = tale.ruling();
    let mut out = format!("# {}\n\n", inline(tale.title()));
    out.push_str(&tale.place(&code(&ruling.name), &inline(tale.setting.format_title)));
    out.push_str("\n\n");
    for (label, said) in [("Question", &ruling.question), ("Answer", &ruling.answer)] {
        if !said.is_empty() {
            out.push_str(&format!("**{label}:** {}\n\n", inline(said)));
        }
    }
    if !ruling.disputed.is_empty() {
        out.push_str("**Readings:**\n\n");
        for reading in &ruling.disputed {
            out.push_str(&format!("- {}: {}\n", inline(&reading.id), inline(&reading.answer)));
        }
        out.push('\n');
    }
    if !ruling.rules.is_empty() {
        out.push_str("**Rules:**\n\n");
    }
    for (rule, sentence) in tale.rules() {
        out.push_str(&format!("- `{rule}`: {}\n", inline(sentence)));
    }
    if !ruling.sources.is_empty() {
        out.push_str("\n**Sources:**\n\n");
    }
    for source in tale.sources() {
        let words = text(&source_words(source));
        match source.url.is_empty() {
            true => out.push_str(&format!("- {words}\n")),
            false => out.push_str(&format!("- {words}: <{}>\n", source.url)),
        }
    }
    if !tale.setting.opinions.is_empty() {
        out.push_str("\n**Engines:**\n\n");
    }
    for opinion in &tale.setting.opinions {
        out.push_str(&format!("- {}\n", text(&opinion.to_string())));
    }
    out
}

fn board(scene: &Scene) -> String {
    let mut out = String::new();
    for (player, side) in scene.sides.iter() {
        out.push_str(&format!("- **{}**, {} LP\n", player, side.lp));
        for (zone, cards) in &side.zones {
            out.push_str(&format!("  - {}: {}\n", zone_name(zone), inline(&cards.join(", "))));
        }
    }
    out
}

fn shown(paragraphs: &[Paragraph]) -> String {
    let mut out = String::new();
    for (i, p) in paragraphs.iter().enumerate() {
        let told = format!("{}{}", text(&p.text), rules(&p.rules));
        let after = |shape: fn(Layout) -> bool| i > 0 && shape(paragraphs[i - 1].shape);
        out.push_str(&match p.shape {
            Layout::Heading => format!("\n## {told}\n"),
            Layout::Subheading => format!("\n### {told}\n"),
            Layout::Text => format!("\n{told}\n"),
            Layout::Numbered(n) => format!("\n**CL{n}.** {told}\n"),
            Layout::Bullet if after(|s| s == Layout::Bullet) => format!("- {told}\n"),
            Layout::Bullet => format!("\n- {told}\n"),
            Layout::Refused => format!("\n**Not possible:** {told}\n"),
            Layout::Quote => format!("\n> {told}\n"),
            Layout::Why => format!("\n*Why:* {told}\n"),
            Layout::Stacked(n) if after(|s| matches!(s, Layout::Stacked(_))) => format!("| CL{n} | {told} |\n"),
            Layout::Stacked(n) => format!("\n| Link | Chain |\n|---|---|\n| CL{n} | {told} |\n"),
        });
    }
    out
}

fn rules(rules: &[Rule]) -> String {
    rules.iter().map(|rule| format!(" `[{rule}]`")).collect()
}
