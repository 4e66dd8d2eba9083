//! Runner.
pub mod corpus;
pub mod diagnostic;
pub mod read;
pub mod ruling;
pub mod yaml;
