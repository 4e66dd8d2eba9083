//! What a card's text means: who speaks, which cards, which events, what applies now.

mod ctx;
mod gifts;
mod layers;
mod matching;
mod select;
mod together;
mod which;

pub(crate) use crate::state::Ctx;
pub(crate) use ctx::Doing;
pub(crate) use layers::{Applying, Way, declared_as, includes, is_player, value_change};
pub(crate) use matching::{parts_of, steps_of, targets_of};
pub(crate) use which::{at_place, lies_at};
