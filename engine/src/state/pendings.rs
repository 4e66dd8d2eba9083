//! The triggers that wait: a step back shares them with what goes on, so that taking one copies none of them.

use std::sync::Arc;

use super::{Pending, PendingId};

/// Every trigger that was met and has no fate yet, in the order of their numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pendings(Vec<Arc<Pending>>);

impl Pendings {
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Pending> {
        self.0.iter().map(|pending| &**pending)
    }

    pub(crate) fn ids(&self) -> Vec<PendingId> {
        self.iter().map(|pending| pending.id).collect()
    }

    pub(crate) fn get(&self, id: PendingId) -> Option<&Pending> {
        self.position(id).map(|at| &*self.0[at])
    }

    pub(crate) fn get_mut(&mut self, id: PendingId) -> Option<&mut Pending> {
        self.position(id).map(|at| Arc::make_mut(&mut self.0[at]))
    }

    /// One more, with a number that is higher than all others.
    pub(crate) fn push(&mut self, pending: Pending) {
        debug_assert!(self.0.last().is_none_or(|last| last.id < pending.id));
        self.0.push(Arc::new(pending));
    }

    pub(crate) fn remove(&mut self, id: PendingId) -> Option<Arc<Pending>> {
        self.position(id).map(|at| self.0.remove(at))
    }

    fn position(&self, id: PendingId) -> Option<usize> {
        self.0.binary_search_by_key(&id, |pending| pending.id).ok()
    }
}
