//! Checks (§4, §5.3): each looks at what the engine did, and never tells it anything.

mod board;
mod chain;
mod happens;
mod never_offered;
mod placing;
pub(super) mod refusals;
mod resolves;
mod window;

use super::rewrite::{StepText, Yaml};
use super::story::{Stop, Story};
use crate::outcome::FailureKind;
use crate::ruling::{Blank, Check};

/// Looks at what a check is about.
pub(super) fn check(story: &mut Story<'_>, check: &Check) -> Result<(), Stop> {
    match check {
        Check::Chain { links, cannot_be_added } => chain::check(story, links, cannot_be_added),
        Check::Resolves(links) => resolves::check(story, links),
        Check::Happens(instants) => happens::check(story, instants),
        Check::Window { player, chart, phase, during, offered, not_offered } => {
            let wanted = window::Wanted { player: *player, chart: *chart, phase: *phase, during: *during };
            window::check(story, &wanted, offered, not_offered)
        }
        Check::Placing { player, offered, not_offered } => placing::check(story, *player, offered, not_offered),
        Check::NeverOffered(refusals) => never_offered::check(story, refusals),
        Check::Board(sides) => board::check(story, sides),
        Check::Ends(ending) => board::ends(story, *ending),
        Check::Blank(blank) => Err(match blank {
            Blank::Chain => chain::fill(story),
            Blank::Resolves => resolves::fill(story),
            Blank::Happens => happens::fill(story),
            Blank::Window => window::fill(story),
            Blank::Placing => placing::fill(story),
            Blank::Board(sides) => board::fill(story, *sides),
            Blank::Ends => board::fill_end(story),
        }?),
    }
}

/// What to say of a check that says nothing: what the engine did, written at paths of keys.
fn filled(story: &Story<'_>, kind: FailureKind, values: &[(&[&str], Yaml)]) -> Stop {
    let mut failure = story.fail(kind, story.step().span, "this check does not say yet what it expects");
    let mut text = StepText::new(&story.ruling.text, story.step().span);
    values.iter().for_each(|(path, value)| text.set(path, value));
    failure.actual = Some(text.into_text());
    failure.into()
}

/// What to say of a check that says nothing when there is nothing it could say.
fn nothing(story: &Story<'_>, why: &str) -> Stop {
    story.fail(FailureKind::NotReached, story.step().span, why).into()
}
