//! Instants: what happened together, and what after.

use super::Instant;

/// The clock of a duel. A new instant is asked for, and opens with the first event after that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Clock {
    pub now: Instant,
    pub fresh: bool,
}

impl Default for Clock {
    fn default() -> Self {
        Self { now: Instant(0), fresh: true }
    }
}

impl Clock {
    /// The instant of the event that happens now.
    pub(crate) fn tick(&mut self) -> Instant {
        if self.fresh {
            self.now = Instant(self.now.0 + 1);
            self.fresh = false;
        }
        self.now
    }
}
