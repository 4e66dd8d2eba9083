//! A chain as it is told: whether its links come, resolve and end in an order there can be.

use crate::sound::Sound;
use crate::words::CardId;

/// A chain as far as it was told.
#[derive(Clone, Debug, Default)]
pub(super) struct Chain {
    pub(super) links: Vec<CardId>,
    pub(super) complete: bool,
    /// How many links have resolved.
    pub(super) done: usize,
    /// The link whose turn has come.
    pub(super) resolving: Option<u16>,
    /// It resolves from the first link on. Rulings say that this is wrong; here it is as good as the other way.
    pub(super) upward: bool,
}

impl Chain {
    pub(super) fn activated(&mut self, link: u16, card: CardId) -> Sound {
        let next = self.links.len() + 1;
        if self.complete {
            return Err(format!("link {link} is activated while the chain resolves"));
        }
        if usize::from(link) != next {
            return Err(format!("link {link} is activated where link {next} comes next"));
        }
        self.links.push(card);
        Ok(())
    }

    pub(super) fn completed(&mut self) -> Sound {
        if std::mem::replace(&mut self.complete, true) {
            return Err("a chain is complete, but it resolves already".into());
        }
        Ok(())
    }

    /// The link is the next one of a chain that resolves.
    fn is_next(&mut self, link: u16, does: &str) -> Sound {
        if !self.complete {
            return Err(format!("link {link} {does}, but the chain is not complete"));
        }
        if self.done == self.links.len() {
            return Err(format!("link {link} {does}, but every link has resolved"));
        }
        if usize::from(link) > self.links.len() {
            return Err(format!("link {link} {does}, but it was never activated"));
        }
        if self.done == 0 && self.resolving.is_none() {
            self.upward = link == 1;
        }
        let next = if self.upward { self.done + 1 } else { self.links.len() - self.done };
        if next != usize::from(link) {
            return Err(format!("link {link} {does}, but link {next} comes next"));
        }
        Ok(())
    }

    pub(super) fn resolves(&mut self, link: u16) -> Sound {
        self.is_next(link, "resolves")?;
        match self.resolving.replace(link) {
            Some(_) => Err(format!("link {link} resolves, but it has begun to already")),
            None => Ok(()),
        }
    }

    pub(super) fn resolved(&mut self, link: u16, begins: bool) -> Sound {
        self.is_next(link, "has resolved")?;
        if self.resolving.take().is_none() && begins {
            return Err(format!("link {link} has resolved, but it never began to"));
        }
        self.done += 1;
        Ok(())
    }

    pub(super) fn over(&self) -> Sound {
        match self.links.len() - self.done {
            _ if !self.complete => Err("a chain is over, but it never resolved".into()),
            0 => Ok(()),
            left => Err(format!("a chain is over, but {left} of its links have not resolved")),
        }
    }
}
