//! Checks (§4, §5.3): each looks at what the engine did, and never tells it anything.

mod board;
mod chain;
mod happens;
mod never_offered;
mod placing;
pub(super) mod refusals;
mod resolves;
mod window;

use super::story::{Stop, Story};
use crate::ruling::Check;

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
    }
}
