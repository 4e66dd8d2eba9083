//! Cards as data: a closed vocabulary that reads like Problem-Solving Card Text.
//!
//! Nothing here does anything; the modules named after the rules give it meaning. Formats are not known here either:
//! whoever builds a [`CardDef`] has already picked the effects that exist in the format at hand.

mod card;
mod cause;
mod condition;
mod effect;
mod group;
mod modifier;
mod says;
mod step;

pub use card::*;
pub use cause::*;
pub use condition::*;
pub use effect::*;
pub use group::*;
pub use modifier::*;
pub(crate) use says::*;
pub use step::*;
