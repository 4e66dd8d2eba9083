//! Runner.
pub mod adequacy;
pub mod bless;
pub mod cli;
pub mod corpus;
pub mod coverage;
pub mod diagnostic;
pub mod engines;
pub mod explain;
pub mod harness;
pub mod lint;
pub mod outcome;
mod parallel;
pub mod play;
pub mod read;
pub mod report;
pub mod ruling;
pub mod trial;
pub mod yaml;
