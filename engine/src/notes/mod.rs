//! Which rules have decided something: for coverage only, nothing here decides anything.
//!
//! Most of it can be seen from outside: a line of the log names the rule that put it there, and an answered question
//! the box it was asked in. What cannot be seen so is noted by the rule's function, in one call when it has decided.

mod activation;
mod line;
mod permission;
mod question;
mod trigger;
