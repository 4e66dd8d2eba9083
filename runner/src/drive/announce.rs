//! Announcements: what players said they would answer when asked (§3), and whether it was used.

use segoc_format::place::{Span, Spanned};
use segoc_format::ruling::{CardRef, Step, StepKind, Use};
use segoc_protocol::{BattlePosition, CardId, EffectRef, Player, Purpose};

use super::activation::Activation;
use super::{Driver, Halt};
use crate::transcript::HitchKind;

/// Something a player will answer when asked.
pub(super) struct Announcement<'r> {
    /// The step it was written in.
    pub(super) step: usize,
    pub(super) span: Span,
    pub(super) what: Announced<'r>,
    pub(super) used: bool,
}

/// The kinds of announcement.
#[derive(Clone, Copy)]
pub(super) enum Announced<'r> {
    Trigger(&'r Use),
    Chooses {
        player: Player,
        cards: &'r [Spanned<CardRef>],
        /// Still to be given.
        position: Option<BattlePosition>,
    },
    Applies {
        player: Player,
        card: &'r CardRef,
        effect: Option<&'r str>,
    },
}

impl<'r> Driver<'_, 'r> {
    /// Remembers what a step announces.
    pub(super) fn announce(&mut self, step: &'r Step) {
        let index = self.step;
        let mut add = |span, what| {
            self.announced.push(Announcement { step: index, span, what, used: false });
        };
        match &step.kind {
            StepKind::Triggers(uses) => uses.iter().for_each(|u| add(u.span, Announced::Trigger(&u.value))),
            StepKind::Chooses(player, cards, position) => {
                let span = match (cards.first(), cards.last()) {
                    (Some(first), Some(last)) => Span { start: first.span.start, end: last.span.end },
                    _ => step.span,
                };
                add(span, Announced::Chooses { player: *player, cards, position: *position });
            }
            StepKind::Applies(player, card, effect) => {
                add(card.span, Announced::Applies { player: *player, card: &card.value, effect: effect.as_deref() });
            }
            StepKind::Action(..) | StepKind::Check(_) => {}
        }
    }

    /// The first unused announcement of which something holds.
    pub(super) fn first_announced(&self, holds: impl Fn(&Announced<'r>) -> bool) -> Option<usize> {
        self.announced.iter().position(|a| !a.used && holds(&a.what))
    }

    /// The first announced trigger among these effects: the announcement and which of the effects.
    pub(super) fn announced_trigger(&self, effects: &[EffectRef]) -> Option<(usize, usize)> {
        self.announced.iter().enumerate().filter(|(_, a)| !a.used).find_map(|(i, a)| match a.what {
            Announced::Trigger(using) => {
                let matches = |e: &EffectRef| self.told.cast.is_effect(&using.card, using.effect.as_deref(), *e);
                effects.iter().position(matches).map(|option| (i, option))
            }
            _ => None,
        })
    }

    /// Uses an announced trigger, placed after so many events: what stands beside it answers the choices of its
    /// activation.
    pub(super) fn use_trigger(&mut self, announcement: usize, effect: EffectRef, since: usize) -> Result<(), Halt> {
        self.settle()?;
        let Some(a) = self.announced.get_mut(announcement) else { return Ok(()) };
        a.used = true;
        if let Announced::Trigger(using) = a.what {
            self.activation = Some(Activation::of_use(a.step, a.span, using, Some(effect), since));
        }
        Ok(())
    }

    /// A trigger was placed without a question: an announcement that says the same is used up by it.
    pub(super) fn forced_placement(&mut self, effect: EffectRef) -> Result<(), Halt> {
        match self.announced_trigger(&[effect]) {
            Some((announcement, _)) => self.use_trigger(announcement, effect, self.cursor),
            None => self.settle(),
        }
    }

    /// There was only one choice: an announcement that says the same is used up by it.
    pub(super) fn forced_choice(&mut self, player: Player, purpose: Purpose, cards: &[CardId]) {
        if matches!(purpose, Purpose::Cost | Purpose::Target | Purpose::Tributes) {
            // These belong to an activation or a Summon, and stand beside it.
            return;
        }
        let says_the_same = |what: &Announced<'r>| match what {
            Announced::Chooses { player: by, cards: named, .. } => {
                *by == player
                    && named.len() == cards.len()
                    && self.told.cast.find_all(named.iter().map(|c| &c.value), cards).is_some()
            }
            _ => false,
        };
        if let Some(index) = self.first_announced(says_the_same) {
            self.use_choice(index);
        }
    }

    /// Uses an announced choice; its position is given when it is asked for.
    pub(super) fn use_choice(&mut self, index: usize) {
        let announcement = &mut self.announced[index];
        announcement.used = true;
        let step = announcement.step;
        if let Announced::Chooses { position: Some(position), .. } = announcement.what {
            self.give_position_later(position, step);
        }
    }

    /// Every announcement must have been used (§5.4), by a question or by what left nothing to ask.
    pub(super) fn all_used(&self) -> Result<(), Halt> {
        match self.announced.iter().find(|a| !a.used) {
            Some(unused) => Err(self.hitch(unused.step, HitchKind::Unused(unused.span))),
            None => Ok(()),
        }
    }
}
