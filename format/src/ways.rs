//! The ways in which an engine disagrees with a ruling or breaks down, by the words that files and results use.

use std::fmt;

segoc_engine::vocabulary! {
    /// In which way an engine disagrees with a ruling.
    FailureKind {
        /// An action, a trigger or an offer was missing.
        WronglyForbidden = "wrongly forbidden",
        /// Something was on offer that should not have been.
        WronglyAllowed = "wrongly allowed",
        /// A chain, its resolution or events came in another order.
        OtherOrder = "other order",
        /// Another player was asked, or in another window.
        OtherPlayer = "other player",
        /// The board or the end of the duel is another.
        OtherState = "other state",
        /// It was refused for another reason.
        OtherReason = "other reason",
        /// An announcement was never used.
        Unused = "unused",
        /// The window, placement or chain of a check never came.
        NotReached = "not reached",
    }
}

segoc_engine::vocabulary! {
    /// Whose fault a deviation is.
    Class {
        /// The engine rules otherwise.
        EngineDeviates = "engine deviates",
        /// The engine may be right, but the adapter cannot show it.
        AdapterLimit = "adapter limit",
        /// The script or the program of a card rules otherwise, where cards are no part of the engine.
        ScriptDeviates = "script deviates",
    }
}

/// How a ruling is failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    /// The machine word of the outcome.
    pub outcome: &'static str,
    /// In which way it failed; none if any will do.
    pub kind: Option<FailureKind>,
}

impl Way {
    /// Whether what is listed in this way may happen in that one.
    pub fn covers(self, other: Self) -> bool {
        self.outcome == other.outcome && (self.kind.is_none() || self.kind == other.kind)
    }
}

impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            Some(kind) => write!(f, "{} ({kind})", self.outcome),
            None => f.write_str(self.outcome),
        }
    }
}
