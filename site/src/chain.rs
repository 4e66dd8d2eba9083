//! A chain, drawn as a stack: Chain Link 1 at the bottom, each link with who activated it, why it came there, what it answers and targets, and what
//! became of it.

use maud::{Markup, html};
use segoc_engine::def::Class;
use segoc_protocol::{Event, Happened, LinkOutcome, Player, Rule};
use segoc_runner::transcript::{Link, Transcript};

use crate::svg::wrapped;

/// A chain that was completed.
pub(crate) struct Chain {
    pub(crate) links: Vec<Drawn>,
}

/// A link as it is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Drawn {
    pub(crate) number: u16,
    pub(crate) player: Player,
    pub(crate) card: String,
    /// What kind of activation it is, in a word or two.
    kind: &'static str,
    targets: Vec<String>,
    /// The link it answers.
    answers: Option<u16>,
    /// The rule by which it was placed there.
    pub(crate) placed_by: Option<Rule>,
    pub(crate) outcome: Option<LinkOutcome>,
}

/// Every chain of a duel.
pub(crate) fn chains(told: &Transcript<'_>) -> Vec<Chain> {
    let complete = |(number, event): (usize, &Event)| (event.what == Happened::ChainComplete).then_some(number);
    let completed: Vec<usize> = told.events.iter().enumerate().filter_map(complete).collect();
    let chain = |&number: &usize| Chain {
        links: told.chain_before(number).into_iter().map(|link| drawn(told, link, number)).collect(),
    };
    completed.iter().map(chain).collect()
}

fn drawn(told: &Transcript<'_>, link: Link<'_>, complete: usize) -> Drawn {
    let event = &told.events[link.event];
    let answers = if let Happened::Activated { answers, .. } = &event.what { *answers } else { None };
    let placed =
        told.events[..link.event].iter().rev().take_while(|event| !matches!(event.what, Happened::Activated { .. }));
    let placed_by = placed.into_iter().find_map(|event| match &event.what {
        Happened::Placed { effect, .. } if *effect == link.effect => event.rule,
        _ => None,
    });
    let later = told.events[complete..].iter().take_while(|event| event.what != Happened::ChainOver);
    let outcome = later.into_iter().find_map(|event| match event.what {
        Happened::Resolved { link: number, outcome } if number == link.number => Some(outcome),
        _ => None,
    });
    Drawn {
        number: link.number,
        player: link.player,
        card: told.cast.full_name(link.effect.card),
        kind: told.cast.effect(link.effect).map_or("", kind),
        targets: link.targets.iter().map(|&card| told.cast.full_name(card)).collect(),
        answers,
        placed_by,
        outcome,
    }
}

fn kind(effect: &segoc_engine::def::EffectDef) -> &'static str {
    match (effect.class, effect.mandatory) {
        (Class::Activation, _) => "card",
        (Class::Trigger, true) => "trigger, mandatory",
        (Class::Trigger, false) => "trigger, optional",
        (Class::Quick, true) => "quick effect, mandatory",
        (Class::Quick, false) => "quick effect",
        (Class::Ignition, _) => "ignition effect",
        (Class::Phase, true) => "effect of the phase, mandatory",
        (Class::Phase, false) => "effect of the phase",
        _ => "",
    }
}

const WIDTH: usize = 420;
const LEFT: usize = 34;
const BOX: usize = 330;
const LINE: usize = 17;
const GAP: usize = 14;

/// The lines of a link, each with its class: the name, what became of it, then what it is and why it came there.
fn lines(link: &Drawn) -> Vec<(&'static str, String)> {
    let mut said = format!("{}, {}", link.player, link.kind);
    if !link.targets.is_empty() {
        said.push_str(&format!(", targets {}", link.targets.join(", ")));
    }
    let fate = link.outcome.and_then(fate);
    let name = if fate.is_some() { "card struck" } else { "card" };
    let mut lines: Vec<_> = wrapped(&link.card, 29).into_iter().map(|line| (name, line)).collect();
    lines.extend(fate.map(|fate| ("fate", fate.to_owned())));
    lines.extend(wrapped(&said, 41).into_iter().map(|line| ("detail", line)));
    lines.extend(link.placed_by.map(|rule| ("detail", rule.word().to_owned())));
    lines
}

/// What became of a link that did not simply resolve.
fn fate(outcome: LinkOutcome) -> Option<&'static str> {
    match outcome {
        LinkOutcome::Done => None,
        LinkOutcome::WithoutEffect => Some("without effect"),
        LinkOutcome::EffectNegated => Some("effect negated"),
        LinkOutcome::ActivationNegated => Some("activation negated"),
    }
}

/// What a screen reader says of a chain.
fn spoken(chain: &Chain) -> String {
    let link = |link: &Drawn| {
        let fate = link.outcome.and_then(fate).map(|fate| format!(" ({fate})")).unwrap_or_default();
        format!("Chain Link {}: {}'s {}{fate}", link.number, link.player, link.card)
    };
    chain.links.iter().map(link).collect::<Vec<_>>().join(". ")
}

/// A chain as a drawing; `number` tells it from the others of the page.
pub(crate) fn drawing(chain: &Chain, number: &str) -> Markup {
    // From the top: the last link first.
    let mut top = 4;
    let mut places: Vec<(usize, usize)> = Vec::new();
    for link in chain.links.iter().rev() {
        let height = 21 + LINE * lines(link).len();
        places.push((top, height));
        top += height + GAP;
    }
    places.reverse();
    let height = top;
    let at = |link: u16| places.get(usize::from(link).saturating_sub(1)).copied();
    html! {
        svg.chain viewBox=(format!("0 0 {WIDTH} {height}")) role="img" aria-labelledby=(format!("chain-{number}")) {
            title id=(format!("chain-{number}")) { (spoken(chain)) }
            @for (link, &(y, tall)) in chain.links.iter().zip(&places) {
                g class=(link.player.word().to_lowercase()) {
                    rect.link x=(LEFT) y=(y) width=(BOX) height=(tall) rx="7" {}
                    circle.number cx=(LEFT) cy=(y + tall / 2) r="16" {}
                    text.number x=(LEFT) y=(y + tall / 2 + 6) text-anchor="middle" { (link.number) }
                    @for (i, (class, line)) in lines(link).iter().enumerate() {
                        text class=(class) x=(LEFT + 26) y=(y + 23 + LINE * i) { (line) }
                    }
                }
                @if let Some((to, tall_there)) = link.answers.and_then(at) {
                    @let (from, to, x) = (y + tall / 2, to + tall_there / 2, LEFT + BOX);
                    path.answers d=(format!("M{x} {from} C {} {from}, {} {to}, {} {to}", x + 40, x + 40, x + 4)) {}
                    path.arrow d=(format!("M{} {} l8 -4 v8 z", x + 2, to)) {}
                }
            }
        }
    }
}
