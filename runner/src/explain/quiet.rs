//! Phases in which nothing is done, told in a sentence.

use segoc_protocol::{Phase, Player};

use super::clause::enumerate;
use super::places::phase;
use super::tale::{Kind, Layout, Paragraph, Step};
use crate::cast::capital;

/// The steps of a tale, with phases in which nothing is done, if there are several in a row, in one sentence. The first phase and the
/// last one stay as they are.
pub(super) fn shortened(steps: Vec<Step>) -> Vec<Step> {
    let mut phases: Vec<Vec<Step>> = Vec::new();
    for step in steps {
        match phases.last_mut() {
            Some(last) if step.kind != Kind::Phase => last.push(step),
            _ => phases.push(vec![step]),
        }
    }
    let last = phases.len().saturating_sub(1);
    let quiet: Vec<bool> = phases.iter().enumerate().map(|(i, steps)| i > 0 && i < last && is_quiet(steps)).collect();
    let mut out: Vec<Step> = Vec::new();
    let mut run: Vec<Vec<Step>> = Vec::new();
    for (steps, quiet) in phases.into_iter().zip(quiet) {
        if quiet {
            run.push(steps);
            continue;
        }
        out.extend(summed_up(std::mem::take(&mut run)));
        out.extend(steps);
    }
    out.extend(summed_up(run));
    out
}

/// Whether a phase only passes.
fn is_quiet(steps: &[Step]) -> bool {
    let says_why = |step: &Step| {
        step.kind == Kind::Passes && step.told.len() > 1
            || step.told.iter().any(|paragraph| paragraph.shape == Layout::Why)
    };
    steps.iter().all(|step| (step.is_quiet || step.kind == Kind::Phase || step.told.is_empty()) && !says_why(step))
}

/// Several quiet phases in a sentence; one stays as it is.
fn summed_up(phases: Vec<Vec<Step>>) -> Vec<Step> {
    let (Some(last), true) = (phases.last().and_then(|steps| steps.first()), phases.len() > 1) else {
        return phases.into_iter().flatten().collect();
    };
    let mut turns: Vec<(Player, Vec<Phase>)> = Vec::new();
    for step in phases.iter().filter_map(|steps| steps.first()) {
        match turns.last_mut() {
            Some((player, of_turn)) if *player == step.turn && step.phase != Phase::Draw => of_turn.push(step.phase),
            _ => turns.push((step.turn, vec![step.phase])),
        }
    }
    let named = |(player, phases): &(Player, Vec<Phase>)| match &phases[..] {
        [Phase::Draw, .., Phase::End] => format!("{player}'s turn"),
        some => {
            let names: Vec<&str> = some.iter().map(|one| phase(*one)).collect();
            format!("{player}'s {}", enumerate(&names, "and"))
        }
    };
    let turns: Vec<String> = turns.iter().map(named).collect();
    let draws = phases.iter().flatten().filter(|step| step.kind == Kind::Events).flat_map(|step| &step.told);
    let draws: Vec<&str> = draws.map(|paragraph| paragraph.text.trim_end_matches('.')).collect();
    let but =
        if draws.is_empty() { String::new() } else { format!(" but the normal draw: {}", enumerate(&draws, "and")) };
    let text = format!("Nothing is done in {}{but}.", enumerate(&turns, "and"));
    let told = vec![Paragraph::new(Layout::Text, capital(&text), [])];
    vec![Step { kind: Kind::Passes, told, cards: Vec::new(), rule: None, ..last.clone() }]
}
