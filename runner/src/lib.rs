//! Runner.
pub mod diagnostic;
pub mod ruling;
pub mod yaml;
