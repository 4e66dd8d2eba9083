//! Runner.
pub mod ruling;
