//! The links of a duel: a step back shares them with what goes on, those of chains that are over all at once, so that taking one copies
//! none of them.

use std::ops::{Index, IndexMut};
use std::sync::Arc;

use super::{Link, LinkId};

/// Every link of a duel, by its id.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Links {
    /// Of chains that are over.
    past: Arc<Vec<Arc<Link>>>,
    /// Of what is under way.
    present: Vec<Arc<Link>>,
}

impl Links {
    pub(crate) fn len(&self) -> usize {
        self.past.len() + self.present.len()
    }

    pub(crate) fn push(&mut self, link: Link) {
        self.present.push(Arc::new(link));
    }

    pub(crate) fn get(&self, id: LinkId) -> Option<&Link> {
        let at = id.0 as usize;
        let link = self.past.get(at).or_else(|| self.present.get(at.checked_sub(self.past.len())?));
        link.map(|link| &**link)
    }

    /// The latest first.
    pub(crate) fn latest_first(&self) -> impl Iterator<Item = &Link> {
        self.present.iter().rev().chain(self.past.iter().rev()).map(|link| &**link)
    }

    /// Changes those that need it.
    pub(crate) fn change(&mut self, needs: impl Fn(&Link) -> bool, change: impl Fn(&mut Link)) {
        let ids: Vec<LinkId> = (0..self.len() as u32).map(LinkId).filter(|&id| needs(&self[id])).collect();
        ids.iter().for_each(|&id| change(&mut self[id]));
    }

    /// All chains are over.
    pub(crate) fn settle(&mut self) {
        Arc::make_mut(&mut self.past).append(&mut self.present);
    }
}

impl Index<LinkId> for Links {
    type Output = Link;

    fn index(&self, id: LinkId) -> &Link {
        let (at, past) = (id.0 as usize, self.past.len());
        if at < past { &self.past[at] } else { &self.present[at - past] }
    }
}

impl IndexMut<LinkId> for Links {
    fn index_mut(&mut self, id: LinkId) -> &mut Link {
        let (at, past) = (id.0 as usize, self.past.len());
        let link = if at < past { &mut Arc::make_mut(&mut self.past)[at] } else { &mut self.present[at - past] };
        Arc::make_mut(link)
    }
}
