//! What an engine can tell.

use std::collections::BTreeSet;

segoc_engine::vocabulary! {
    /// Something an engine can tell. What becomes of checks without it stands in `corpus/PROTOCOL.md`.
    Capability {
        /// It opens every window of the chart, also one in which a player can only pass.
        Windows = "windows",
        /// It numbers events by instant.
        Instants = "instants",
        /// It tells a link that did nothing from one that did something.
        Outcomes = "outcomes",
        /// It says by which rule something is refused.
        Reasons = "reasons",
        /// It knows the Battle Phase.
        Battle = "battle",
    }
}

/// What an engine can tell.
pub type Capabilities = BTreeSet<Capability>;
