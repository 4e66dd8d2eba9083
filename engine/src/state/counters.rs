//! Counters on a card, of one kind or several.

use std::sync::Arc;

/// How many counters of which kind lie on a card. Some are of no kind that was said: they count as whatever is asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counters(Vec<(Option<Arc<str>>, u8)>);

impl Counters {
    /// So many of which it is not said what they are.
    pub(crate) fn unnamed(count: u8) -> Self {
        Self((count > 0).then_some((None, count)).into_iter().collect())
    }

    /// How many there are of a kind, or of all kinds.
    #[must_use]
    pub fn of(&self, kind: Option<&str>) -> u8 {
        let is_such = |(of, _): &&(Option<Arc<str>>, u8)| kind.is_none() || of.is_none() || of.as_deref() == kind;
        self.0.iter().filter(is_such).fold(0, |sum, (_, n)| sum.saturating_add(*n))
    }

    /// How many there are.
    #[must_use]
    pub fn count(&self) -> u8 {
        self.of(None)
    }

    /// So many more of a kind.
    pub(crate) fn place(&mut self, kind: Option<&str>, count: u8) {
        let count = count.min(u8::MAX - self.count());
        match self.0.iter_mut().find(|(of, _)| of.as_deref() == kind) {
            Some((_, n)) => *n += count,
            None => self.0.push((kind.map(Arc::from), count)),
        }
    }

    /// So many fewer of a kind: those that are said to be of it first.
    pub(crate) fn remove(&mut self, kind: Option<&str>, count: u8) {
        let mut left = count;
        self.0.sort_by_key(|(of, _)| of.as_deref() != kind);
        for (of, n) in &mut self.0 {
            if kind.is_none() || of.is_none() || of.as_deref() == kind {
                let taken = left.min(*n);
                (*n, left) = (*n - taken, left - taken);
            }
        }
        self.0.retain(|(_, n)| *n > 0);
    }
}
