//! The moments of a duel on a line: what happened at each, what triggered, and what was lost.

use maud::{Markup, html};
use segoc_protocol::{CardEvent, Event, Happened, Player, PlayerEvent};
use segoc_runner::transcript::Transcript;

use crate::svg::wrapped;

/// A moment.
struct Moment {
    instant: u32,
    marks: Vec<Mark>,
}

/// Something at a moment.
#[derive(PartialEq, Eq)]
struct Mark {
    sort: Sort,
    text: String,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    Happens,
    Activates,
    Triggers,
    Lost,
}

impl Sort {
    fn sign(self) -> &'static str {
        match self {
            Self::Happens => "",
            Self::Activates => "▲ ",
            Self::Triggers => "! ",
            Self::Lost => "✗ ",
        }
    }

    /// How many characters fit into a line: all but what happens is bold.
    fn width(self) -> usize {
        if self == Self::Happens { 52 } else { 44 }
    }

    fn class(self) -> &'static str {
        match self {
            Self::Happens => "detail",
            Self::Activates => "detail activates",
            Self::Triggers => "detail triggers",
            Self::Lost => "detail lost",
        }
    }
}

fn moments(told: &Transcript<'_>) -> Vec<Moment> {
    let mut moments: Vec<Moment> = Vec::new();
    for event in &told.events {
        let Some(mark) = mark(told, event) else { continue };
        // What a trigger waited for happened at the moment of that event.
        let met = if let Happened::Triggered { events, .. } = &event.what { events.last() } else { None };
        let instant = met.and_then(|&met| told.events.get(met)?.instant).or(event.instant);
        let Some(instant) = instant.or(moments.last().map(|moment| moment.instant)) else { continue };
        if !moments.iter().any(|moment| moment.instant == instant) {
            moments.push(Moment { instant, marks: Vec::new() });
        }
        if let Some(moment) = moments.iter_mut().find(|moment| moment.instant == instant)
            && !moment.marks.contains(&mark)
        {
            moment.marks.push(mark);
        }
    }
    moments
}

fn mark(told: &Transcript<'_>, event: &Event) -> Option<Mark> {
    let name = |card| told.cast.full_name(card);
    let (sort, text) = match &event.what {
        Happened::Cards { are, cards, .. } => {
            let words: Vec<String> = are.iter().filter(|word| is_shown(**word, are)).map(|word| said(*word)).collect();
            let names: Vec<String> = cards.iter().map(|&card| name(card)).collect();
            (!words.is_empty()).then(|| (Sort::Happens, format!("{}: {}", names.join(", "), words.join(", "))))?
        }
        Happened::Player { is, player, count, .. } => (Sort::Happens, of_player(*is, *player, *count)),
        Happened::Activated { link, effect, .. } => (Sort::Activates, format!("CL{link} {}", name(effect.card))),
        Happened::Triggered { effect, .. } => (Sort::Triggers, format!("{} triggers", name(effect.card))),
        Happened::Dropped { effect, .. } => {
            let why = event.rule.map(|rule| format!(" [{rule}]")).unwrap_or_default();
            (Sort::Lost, format!("{} cannot be used{why}", name(effect.card)))
        }
        _ => return None,
    };
    Some(Mark { sort, text })
}

/// What is told anyway, means nothing without more words, or is said by another word of the same event, is not on the line.
fn is_shown(word: CardEvent, are: &[CardEvent]) -> bool {
    let any = |others: &[CardEvent]| others.iter().any(|other| are.contains(other));
    match word {
        CardEvent::Targeted | CardEvent::Affected | CardEvent::AttackTargeted | CardEvent::ChangedZone => false,
        CardEvent::NormalSummoned => !are.contains(&CardEvent::TributeSummoned),
        CardEvent::SentToGy => {
            !any(&[CardEvent::Destroyed, CardEvent::Discarded, CardEvent::Tributed, CardEvent::Detached])
        }
        _ => true,
    }
}

/// The word of a file as a judge writes it.
fn said(word: CardEvent) -> String {
    const SPELT: [(&str, &str); 12] = [
        ("summon", "Summon"),
        ("normal ", "Normal "),
        ("tribute ", "Tribute "),
        ("tributed", "Tributed"),
        ("flip ", "Flip "),
        ("special ", "Special "),
        ("to gy", "to the GY"),
        ("to hand", "to the hand"),
        ("to deck", "to the Deck"),
        ("to extra deck", "to the Extra Deck"),
        ("to field", "to the field"),
        ("atk", "ATK"),
    ];
    if word == CardEvent::Set {
        return "Set".into();
    }
    SPELT.iter().fold(word.word().to_owned(), |said, (from, to)| said.replace(from, to))
}

fn of_player(is: PlayerEvent, player: Player, count: i32) -> String {
    match is {
        PlayerEvent::Draws if count == 1 => format!("{player} draws a card"),
        PlayerEvent::Draws => format!("{player} draws {count} cards"),
        PlayerEvent::TakesDamage => format!("{player} takes {count} damage"),
        PlayerEvent::GainsLp => format!("{player} gains {count} LP"),
        PlayerEvent::PaysLp => format!("{player} pays {count} LP"),
        PlayerEvent::LpBecome => format!("{player}'s LP become {count}"),
    }
}

const WIDTH: usize = 420;
const X: usize = 20;
const LINE: usize = 17;

/// The moments as a drawing; nothing if there were fewer than two.
pub(crate) fn drawing(told: &Transcript<'_>) -> Option<Markup> {
    let moments = moments(told);
    if moments.len() < 2 {
        return None;
    }
    let mut top = 16;
    let mut rows = Vec::new();
    for (number, moment) in moments.iter().enumerate() {
        let line = |mark: &Mark| {
            let lines = wrapped(&format!("{}{}", mark.sort.sign(), mark.text), mark.sort.width());
            lines.into_iter().map(|line| (mark.sort.class(), line)).collect::<Vec<_>>()
        };
        let lines: Vec<_> = moment.marks.iter().flat_map(line).collect();
        let tall = LINE * lines.len();
        rows.push((top, number + 1, lines));
        top += tall + 12;
    }
    Some(html! {
        svg.moments viewBox=(format!("0 0 {WIDTH} {top}")) role="img" aria-label="The moments of the duel, in their order" {
            line.time x1=(X) y1="10" x2=(X) y2=(top - 14) {}
            @for (y, number, lines) in &rows {
                circle.dot cx=(X) cy=(*y) r="11" {}
                text.tick x=(X) y=(y + 4) text-anchor="middle" { (number) }
                @for (i, (class, line)) in lines.iter().enumerate() {
                    text class=(class) x=(X + 22) y=(y + 4 + LINE * i) { (line) }
                }
            }
        }
    })
}
