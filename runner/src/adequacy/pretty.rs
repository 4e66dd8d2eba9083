//! Adequacy for people: what nobody notices first.

use std::fmt::Write as _;

use super::{Adequacy, Held, Mistake};
use crate::coverage::pretty::first_few;
use crate::report::{count, style, wrap};

/// What is not caught, what is caught by which rulings, the rulings that catch nothing, and one line that counts it.
#[must_use]
pub fn all(adequacy: &Adequacy) -> String {
    let mut text = String::new();
    let uncaught: Vec<&Mistake> = adequacy.uncaught().collect();
    if !uncaught.is_empty() {
        let _ = writeln!(text, "{0}Misconceptions no ruling catches: {1}{0:#}", style::BAD, uncaught.len());
        uncaught.iter().for_each(|mistake| text.push_str(&believed(mistake, style::BAD)));
        text.push('\n');
    }
    let _ = writeln!(text, "{0}Misconceptions and the rulings that catch them{0:#}", style::STRONG);
    for (mistake, caught) in adequacy.mistakes.iter().filter(|(_, caught)| !caught.is_empty()) {
        text.push_str(&believed(mistake, style::LABEL));
        let rulings = adequacy.catching(caught);
        let names = first_few(rulings.iter().map(|ruling| ruling.name.as_str()));
        let _ = writeln!(text, "    {}: {}{names}{1:#}", count(rulings.len(), "ruling"), style::DIM);
    }
    let idle = adequacy.idle();
    if !idle.is_empty() {
        let _ = writeln!(text, "\n{0}Rulings that catch nothing: {1}{0:#}", style::NOTE, idle.len());
        idle.iter().for_each(|ruling| text.push_str(&format!("  {}\n", ruling.name)));
    }
    let _ = writeln!(
        text,
        "\n{} of {} caught by {}; {} catching nothing",
        adequacy.mistakes.len() - uncaught.len(),
        count(adequacy.mistakes.len(), "misconception"),
        count(adequacy.trials.len(), "trial"),
        count(idle.len(), "ruling"),
    );
    text
}

fn believed(mistake: &Mistake, colour: anstyle::Style) -> String {
    let how = match mistake.held {
        Held::Axis(axis, word) => format!("{axis}: {word}"),
        Held::Unknown(_) => "the refusal is not known".to_owned(),
    };
    let mut text = format!("  {colour}{}{colour:#}  {1}({how}){1:#}\n", mistake.id, style::DIM);
    for line in wrap(&mistake.belief, 88) {
        let _ = writeln!(text, "    {line}");
    }
    text
}
