//! `never offered`: could not be used before the next open state.

use super::super::story::{Stop, Story};
use super::refusals;
use crate::ruling::{Refusal, Spanned};

pub(super) fn check(story: &mut Story<'_>, list: &[Spanned<Refusal>]) -> Result<(), Stop> {
    story.run_to_open_state()?;
    let stretch = story.stretch_to(story.now());
    refusals::check(story, "never offered", list, &stretch)
}
