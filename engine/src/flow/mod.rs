//! The course of a duel: the loop of questions and answers, what is under way, and what happens.

mod ask;
mod duel;
mod event;
mod frame;
mod gate;
mod ground;
mod moves;
mod prompt;
mod view;

pub(crate) use ask::Activation;
pub use duel::Duel;
pub(crate) use duel::{Flow, Stop};
pub(crate) use frame::*;
use ground::{Applied, Asking};
use prompt::Given;
pub use prompt::{Action, Answer, AnswerError, Ask, ChartBox, Choice, Pool, Prompt, Refused, Window};
pub use view::{CardView, LinkView};
