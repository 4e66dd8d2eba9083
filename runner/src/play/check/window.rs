//! `window`: who may act now, and with what.

use segoc_engine::def::{Moment, Phase};
use segoc_engine::{Action, Ask, ChartBox, Player, Prompt};

use super::super::history::Reason;
use super::super::matching::{is_window, options};
use super::super::rewrite::{StepText, Yaml};
use super::super::story::{Next, Stop, Story};
use super::super::tell;
use super::refusals;
use crate::outcome::{FailureKind, player_name};
use crate::ruling::{Offer, Refusal, Spanned};

/// The window that is looked for.
pub(super) struct Wanted {
    pub(super) player: Player,
    pub(super) chart: Option<ChartBox>,
    pub(super) phase: Option<Phase>,
    pub(super) during: Option<Moment>,
}

impl Wanted {
    /// Whether a window is where the check looks: the next one, unless a place is named.
    fn is_there(&self, prompt: &Prompt) -> bool {
        let window = &prompt.window;
        let is_gate = matches!(prompt.ask, Ask::Respond { .. }) && window.chart.is_none();
        let is_attack_in_a = matches!(prompt.ask, Ask::Act { .. }) && window.attack_under_way;
        let is_skipped = is_attack_in_a || (is_gate && self.during.is_none());
        !is_skipped
            && (self.chart != Some(ChartBox::A) || window.chart == Some(ChartBox::A))
            && self.phase.is_none_or(|phase| phase == window.phase)
            && self.during.is_none_or(|moment| window.during == Some(moment))
    }
}

pub(super) fn check(
    story: &mut Story<'_>,
    wanted: &Wanted,
    offered: &[Spanned<Offer>],
    not_offered: &[Spanned<Refusal>],
) -> Result<(), Stop> {
    let prompt = run_to(story, wanted)?;
    story.window_seen = Some(story.answered);
    let place = story.in_window(prompt.player, &prompt.window, prompt.is_open_state());
    if prompt.player != wanted.player || wanted.chart.is_some_and(|c| prompt.window.chart != Some(c)) {
        return Err(other_window(story, wanted, &prompt, &place));
    }
    for offer in offered {
        if !options(&prompt).iter().any(|a| story.is_offer(&offer.value, a)) {
            return Err(missing(story, offer, offered, not_offered, &prompt, &place));
        }
    }
    for refusal in not_offered {
        let path = ["window", "not offered"];
        let offer = &refusal.value.offer;
        story.look_here(offer);
        if options(&prompt).iter().any(|a| story.is_offer(offer, a)) {
            let mut failure = refusals::allowed(story, &path, not_offered, refusal, &place);
            if let Some(text) = failure.actual.as_mut() {
                *text = with_offer(story, text, offered, offer);
            }
            return Err(failure.into());
        }
        let reasons = reasons_here(story, offer, &place);
        refusals::compare_reason(story, &path, not_offered, refusal, &reasons)?;
    }
    Ok(())
}

/// The next window, for a check that says nothing of it.
pub(super) fn fill(story: &mut Story<'_>) -> Result<Stop, Stop> {
    let wanted = Wanted { player: Player::One, chart: None, phase: None, during: None };
    let prompt = run_to(story, &wanted)?;
    story.window_seen = Some(story.answered);
    let mut keys = vec![("player", Yaml::word(player_name(prompt.player)))];
    keys.extend(prompt.window.chart.map(|chart| ("box", Yaml::word(chart.word()))));
    let mut offered: Vec<Yaml> = Vec::new();
    for action in options(&prompt) {
        let Action::Activate(effect) = action else { continue };
        let card = story.effect_yaml(*effect, false);
        if !offered.contains(&card) {
            offered.push(card);
        }
    }
    if !offered.is_empty() {
        keys.push(("offered", Yaml::List(offered)));
    }
    Ok(super::filled(story, FailureKind::OtherPlayer, &[(&["window"], Yaml::map(keys))]))
}

/// Runs on to the window the check is about.
fn run_to(story: &mut Story<'_>, wanted: &Wanted) -> Result<Prompt, Stop> {
    let from = story.history.len();
    loop {
        match story.next() {
            Next::Line(_) => story.take_line()?,
            Next::Over => return Err(not_reached(story, wanted, from)),
            Next::Open => {
                story.settle()?;
                let here = story.table.prompt().filter(|p| wanted.is_there(p)).cloned();
                return match here.filter(|_| story.window_seen != Some(story.answered)) {
                    Some(prompt) => Ok(prompt),
                    None => Err(not_reached(story, wanted, from)),
                };
            }
            Next::Asked(prompt) => {
                if is_window(&prompt) && wanted.is_there(&prompt) && story.window_seen != Some(story.answered) {
                    story.settle()?;
                    return Ok(prompt);
                }
                story.answer_by_default(&prompt)?;
            }
        }
    }
}

/// The reasons why something is not on offer in the present window.
fn reasons_here(story: &Story<'_>, offer: &Offer, place: &str) -> Vec<Reason> {
    let refused = story.table.refused();
    let here: Vec<Reason> = refused
        .into_iter()
        .filter(|r| story.is_offer(offer, &r.action))
        .map(|r| Reason { refusal: r.refusal, place: place.to_owned() })
        .collect();
    if here.is_empty() { story.reasons_in(offer, &story.stretch_to(story.now())) } else { here }
}

fn other_window(story: &Story<'_>, wanted: &Wanted, prompt: &Prompt, place: &str) -> Stop {
    let name = player_name(prompt.player);
    let message = if prompt.player == wanted.player {
        format!("{name} was asked {place}")
    } else {
        format!("{name} was asked, not {}", player_name(wanted.player))
    };
    let mut failure = story.fail(FailureKind::OtherPlayer, story.step().span, message);
    failure.notes.push(format!("The window is {place}; on offer: {}.", story.options_words(options(prompt))));
    let mut text = StepText::new(&story.ruling.text, story.step().span);
    text.set(&["window", "player"], &Yaml::word(name));
    if let (Some(_), Some(chart)) = (wanted.chart, prompt.window.chart) {
        text.set(&["window", "box"], &Yaml::word(chart.word()));
    }
    failure.actual = Some(text.into_text());
    failure.into()
}

fn missing(
    story: &Story<'_>,
    offer: &Spanned<Offer>,
    offered: &[Spanned<Offer>],
    not_offered: &[Spanned<Refusal>],
    prompt: &Prompt,
    place: &str,
) -> Stop {
    let words = story.offer_words(&offer.value);
    let message = format!("{} could not {words} {place}", player_name(prompt.player));
    let mut failure = story.fail(FailureKind::WronglyForbidden, offer.span, message);
    let reason = reasons_here(story, &offer.value, place).pop();
    match &reason {
        Some(reason) => {
            failure.notes.push(format!("Not possible {}, {}.", reason.place, tell::because(&reason.refusal)));
            failure.rule = Some(reason.refusal.rule);
        }
        None => failure.notes.push(format!("On offer: {}.", story.options_words(options(prompt)))),
    }
    let raw = |start: usize, end: usize| Yaml::Raw(story.ruling.text[start..end].trim().to_owned());
    let others: Vec<Yaml> =
        offered.iter().filter(|o| o.span != offer.span).map(|o| raw(o.span.start, o.span.end)).collect();
    let mut refused: Vec<Yaml> = not_offered.iter().map(|r| raw(r.span.start, r.span.end)).collect();
    refused.push(refusals::yaml(story, &offer.value, reason.map(|r| r.refusal.rule)));
    let mut text = StepText::new(&story.ruling.text, story.step().span);
    if others.is_empty() {
        text.remove(&["window", "offered"]);
    } else {
        text.set(&["window", "offered"], &Yaml::List(others));
    }
    text.set(&["window", "not offered"], &Yaml::List(refused));
    failure.actual = Some(text.into_text());
    failure.into()
}

/// The rewritten step with one more offer.
fn with_offer(story: &Story<'_>, text: &str, offered: &[Spanned<Offer>], offer: &Offer) -> String {
    let raw = |o: &Spanned<Offer>| Yaml::Raw(story.ruling.text[o.span.start..o.span.end].trim().to_owned());
    let mut items: Vec<Yaml> = offered.iter().map(raw).collect();
    items.push(refusals::yaml(story, offer, None));
    let mut text = StepText::again(text, &story.ruling.text, story.step().span);
    text.set(&["window", "offered"], &Yaml::List(items));
    text.into_text()
}

fn not_reached(story: &Story<'_>, wanted: &Wanted, from: usize) -> Stop {
    let mut place = Vec::new();
    place.extend(wanted.chart.map(|c| format!("box {c}")));
    place.extend(wanted.phase.map(|p| p.to_string()));
    place.extend(wanted.during.map(|m| m.to_string()));
    let place = if place.is_empty() { String::new() } else { format!(" ({})", place.join(", ")) };
    let end = if story.table.prompt().is_some() { "the game state was open" } else { "the duel was over" };
    let message = format!("{end} before {} had a window{place}", player_name(wanted.player));
    let mut failure = story.fail(FailureKind::NotReached, story.step().span, message);
    let passed = story.history[from..].iter().map(|p| story.in_window(p.player, &p.window, p.open));
    let passed: Vec<String> = passed.collect();
    if !passed.is_empty() {
        failure.notes.push(format!("The windows on the way were {}.", passed.join("; ")));
    }
    if let Some(prompt) = story.table.prompt() {
        failure.notes.push(format!("The duel stands {}.", story.in_window(prompt.player, &prompt.window, true)));
    }
    failure.into()
}
