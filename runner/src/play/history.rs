//! What went by: windows with what was offered and refused in them, and the stretches in which checks look.

use std::ops::Range;

use segoc_engine::{Action, Player, Refusal, Refused, Window};

use super::matching::{is_window, options};
use super::story::Story;
use crate::engines::Event;
use crate::ruling::{CardRef, Offer};

/// A point of the story: so many windows had gone by, so many lines had been logged.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    pub(super) window: usize,
    pub(super) line: usize,
}

/// A window that went by.
pub(super) struct Passed {
    /// The number of its question.
    pub(super) question: usize,
    /// How long the log was.
    pub(super) line: usize,
    pub(super) player: Player,
    pub(super) window: Window,
    pub(super) open: bool,
    pub(super) offered: Vec<Action>,
    /// What was not on offer, as far as a check asks about it.
    pub(super) refused: Vec<Refused>,
}

/// Where a check looks.
#[derive(Clone, Debug)]
pub(super) struct Stretch {
    pub(super) windows: Range<usize>,
    pub(super) lines: Range<usize>,
}

/// A reason the engine gave, and where.
pub(super) struct Reason {
    pub(super) refusal: Refusal,
    pub(super) place: String,
}

impl Story<'_> {
    /// Writes down the window that is answered now.
    pub(super) fn write_down(&mut self) {
        let Some(prompt) = self.table.prompt().filter(|p| is_window(p)) else { return };
        let mut refused = if self.is_curious() { self.table.refused() } else { Vec::new() };
        refused.retain(|r| r.action.card().is_some_and(|c| self.is_curious_about(c)));
        let passed = Passed {
            question: self.answered,
            line: self.table.log().len(),
            player: prompt.player,
            window: prompt.window,
            open: prompt.is_open_state(),
            offered: options(prompt).to_vec(),
            refused,
        };
        self.history.push(passed);
    }

    /// Now.
    pub(super) fn now(&self) -> Mark {
        Mark { window: self.history.len(), line: self.table.log().len() }
    }

    /// Just after a line of the log.
    pub(super) fn after_line(&self, line: usize) -> Mark {
        Mark { window: self.history.partition_point(|p| p.line <= line), line: line + 1 }
    }

    /// From the last action or `chain` check up to a point.
    pub(super) fn stretch_to(&self, end: Mark) -> Stretch {
        self.stretch(self.mark, end)
    }

    /// From one point to another.
    pub(super) fn stretch(&self, from: Mark, end: Mark) -> Stretch {
        Stretch { windows: from.window..end.window.max(from.window), lines: from.line..end.line.max(from.line) }
    }

    /// Where in a stretch something was on offer, in words. Open states do not count.
    pub(super) fn offered_in(&self, offer: &Offer, stretch: &Stretch) -> Option<String> {
        let window = self.history[stretch.windows.clone()]
            .iter()
            .find(|p| !p.open && p.offered.iter().any(|a| self.is_offer(offer, a)))
            .map(|p| self.in_window(p.player, &p.window, p.open));
        window.or_else(|| {
            self.table.log()[stretch.lines.clone()].iter().find_map(|told| match &told.event {
                Event::Placed(placing) if placing.offered.iter().any(|&e| self.is_offered_trigger(offer, e)) => {
                    Some(super::tell::when_placing(placing.player))
                }
                _ => None,
            })
        })
    }

    /// The reasons given where something was last looked for in a stretch: a trigger where it was placed or dropped,
    /// anything else in the last window of its player.
    pub(super) fn reasons_in(&self, offer: &Offer, stretch: &Stretch) -> Vec<Reason> {
        let mut reasons: Vec<Reason> = self.last_refused_in(offer, stretch.windows.clone());
        reasons.extend(self.last_dropped_in(offer, stretch.lines.clone()));
        reasons
    }

    fn last_refused_in(&self, offer: &Offer, windows: Range<usize>) -> Vec<Reason> {
        let reasons = |p: &Passed| -> Vec<Reason> {
            let matching = p.refused.iter().filter(|r| self.is_offer(offer, &r.action));
            let place = || self.in_window(p.player, &p.window, p.open);
            matching.map(|r| Reason { refusal: r.refusal.clone(), place: place() }).collect()
        };
        let last = self.history[windows].iter().rev().filter(|p| !p.open).map(reasons).find(|r| !r.is_empty());
        last.unwrap_or_default()
    }

    pub(super) fn last_dropped_in(&self, offer: &Offer, lines: Range<usize>) -> Option<Reason> {
        self.table.log()[lines].iter().rev().find_map(|told| match &told.event {
            Event::Dropped(player, effect, Some(refusal)) if self.is_offered_trigger(offer, *effect) => {
                let place = format!("when {} could have placed its trigger", crate::outcome::player_name(*player));
                Some(Reason { refusal: refusal.clone(), place })
            }
            Event::AttackEnded(attacker, Some(refusal))
                if offer.action == crate::ruling::OfferAction::Replay && self.is(&offer.card, *attacker) =>
            {
                Some(Reason { refusal: refusal.clone(), place: "when the attack ended".into() })
            }
            Event::Placed(placement) => {
                let refused = placement.refused.iter().find(|(effect, _)| self.is_offered_trigger(offer, *effect));
                refused.map(|(_, refusal)| Reason {
                    refusal: refusal.clone(),
                    place: super::tell::when_placing(placement.player),
                })
            }
            _ => None,
        })
    }

    /// Whether the player who could use the card was asked anything in a stretch.
    pub(super) fn was_asked_in(&self, card: &CardRef, stretch: &Stretch) -> bool {
        let player = match card {
            CardRef::Card(id) => self.controller(*id),
            CardRef::Token(_) => None,
        };
        self.history[stretch.windows.clone()].iter().any(|p| !p.open && player.is_none_or(|q| q == p.player))
    }
}
