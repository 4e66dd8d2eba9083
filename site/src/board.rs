//! Boards: both sides with their zones, and what has changed since the board before.

use maud::{Markup, html};
use segoc_protocol::Player;
use segoc_runner::judge::scene::scene;
use segoc_runner::outcome::Scene;
use segoc_runner::transcript::{Point, Transcript};

/// A board, and when it was so.
struct Shown {
    when: String,
    scene: Scene,
}

/// The boards of a duel: at the beginning, at open states at which something had changed, and at the end.
fn boards(told: &Transcript<'_>) -> Vec<Shown> {
    let at = |point| scene(told, point, |cast, card| cast.full_name(card));
    let begin = Point { event: told.questions.first().map_or(0, |question| question.events), question: 0 };
    let mut boards = vec![Shown { when: "At the beginning".into(), scene: at(begin) }];
    for (number, question) in told.questions.iter().enumerate().filter(|(_, question)| question.prompt.is_open_state())
    {
        let now = at(Point { event: question.events, question: number });
        if boards.last().is_some_and(|last| !alike(&last.scene, &now)) {
            let phase = segoc_runner::explain::phase_words(question.prompt.phase);
            boards.push(Shown { when: format!("Then, in {}'s {phase}", question.prompt.turn), scene: now });
        }
    }
    let end = at(told.last());
    if boards.len() == 1 || boards.last().is_some_and(|last| !alike(&last.scene, &end)) {
        boards.push(Shown { when: String::new(), scene: end });
    }
    if let Some(last) = boards.last_mut() {
        last.when = "At the end".into();
    }
    boards
}

fn alike(a: &Scene, b: &Scene) -> bool {
    let sides = |scene: &Scene| scene.sides.iter().map(|(_, side)| (side.lp, side.zones.clone())).collect::<Vec<_>>();
    sides(a) == sides(b)
}

/// The boards of a duel; those between the first and the last are folded.
pub(crate) fn drawing(told: &Transcript<'_>) -> Markup {
    let boards = boards(told);
    let last = boards.len() - 1;
    html! {
        div.boards {
            @for (i, board) in boards.iter().enumerate() {
                @let before = i.checked_sub(1).map(|i| &boards[i].scene);
                @if i == 0 || i == last {
                    figure.board { figcaption { (board.when) } (sides(&board.scene, before)) }
                } @else {
                    details.board { summary { (board.when) } (sides(&board.scene, before)) }
                }
            }
        }
    }
}

/// Both sides, the opponent's on top as at a table.
pub(crate) fn sides(scene: &Scene, before: Option<&Scene>) -> Markup {
    html! { @for player in [Player::Joey, Player::Yugi] { (side(scene, before, player)) } }
}

fn side(scene: &Scene, before: Option<&Scene>, player: Player) -> Markup {
    let (side, was) = (&scene.sides[player], before.map(|before| &before.sides[player]));
    let was_there = |zone: &str, card: &String| {
        was.is_none_or(|was| was.zones.iter().any(|(other, cards)| *other == zone && cards.contains(card)))
    };
    html! {
        div class=(format!("side {}", player.word().to_lowercase())) {
            p.who { b { (player) } " " span.changed[was.is_some_and(|was| was.lp != side.lp)] { (side.lp) " LP" } }
            dl {
                @for (zone, cards) in &side.zones {
                    dt { (if *zone == "gy" { "GY" } else { zone }) }
                    dd { @for card in cards { span.card.changed[!was_there(zone, card)] { (card) } } }
                }
            }
        }
    }
}
