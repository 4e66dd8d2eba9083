//! Announcements: what players said they would answer when asked (§3), battle positions too, and whether it was used.

use segoc_format::place::{Span, Spanned};
use segoc_format::ruling::{CardRef, Step, StepKind, Use};
use segoc_protocol::{
    Answer, BattlePosition, CardEvent, CardId, Choice, EffectRef, Happened, Player, Prompt, Purpose, Seat, Turned,
};

use super::activation::Activation;
use super::answer::by_default;
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
        zone: Option<Seat>,
    },
    Applies {
        player: Player,
        card: &'r CardRef,
        effect: Option<&'r str>,
        /// Which of several things it may do.
        option: Option<&'r str>,
    },
}

/// A position that was written beside something already answered.
pub(super) struct Later {
    position: BattlePosition,
    step: usize,
    /// How many events had happened when it was answered.
    since: usize,
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
            StepKind::Chooses(player, cards, position, zone) => {
                let span = match (cards.first(), cards.last()) {
                    (Some(first), Some(last)) => Span { start: first.span.start, end: last.span.end },
                    _ => step.span,
                };
                add(span, Announced::Chooses { player: *player, cards, position: *position, zone: *zone });
            }
            StepKind::Applies(player, card, effect, option) => {
                let (effect, option) = (effect.as_deref(), option.as_deref());
                add(card.span, Announced::Applies { player: *player, card: &card.value, effect, option });
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
        let Announced::Chooses { position, zone, .. } = announcement.what else { return };
        if let Some(position) = position {
            self.give_position_later(position, step);
        }
        if let Some(zone) = zone {
            self.give_zone_later(zone, step);
        }
    }

    /// Every announcement must have been used (§5.4), by a question or by what left nothing to ask.
    pub(super) fn all_used(&self) -> Result<(), Halt> {
        let unused = self.announced.iter().find(|a| !a.used);
        unused.map_or(Ok(()), |unused| Err(self.hitch(unused.step, HitchKind::Unused(unused.span))))
    }

    /// Remembers a position for the question that will ask for it.
    pub(super) fn give_position_later(&mut self, position: BattlePosition, step: usize) {
        self.positions.push(Later { position, step, since: self.told.events.len() });
    }

    /// The position that was written for the cards chosen last, or for this card, about which nobody was asked.
    pub(super) fn announced_position(
        &mut self,
        prompt: &Prompt,
        about: Option<CardId>,
        positions: &[Turned],
    ) -> Turned {
        let written = |driver: &Self| driver.positions.iter().position(|l| turned(l.position, positions).is_some());
        if written(self).is_none() {
            let fits = |position: Option<BattlePosition>, _| position.and_then(|p| turned(p, positions)).is_some();
            self.use_choice_about(prompt.player, about, fits);
        }
        let found = written(self).and_then(|i| turned(self.positions.remove(i).position, positions));
        found.unwrap_or_else(|| default_position(positions))
    }

    /// Uses a choice that names only this card, for its position or its zone.
    fn use_choice_about(
        &mut self,
        player: Player,
        about: Option<CardId>,
        fits: impl Fn(Option<BattlePosition>, Option<Seat>) -> bool,
    ) {
        let is_meant = |card: &Spanned<CardRef>| about.is_some_and(|about| self.told.cast.is(&card.value, about));
        let announced = self.first_announced(|a| match a {
            Announced::Chooses { player: by, cards, position, zone } => {
                *by == player && cards.iter().all(is_meant) && fits(*position, *zone)
            }
            _ => false,
        });
        if let Some(index) = announced {
            self.use_choice(index);
        }
    }

    /// Remembers a zone for the question that will ask for it.
    pub(super) fn give_zone_later(&mut self, zone: Seat, step: usize) {
        self.zones.push((zone, step));
    }

    /// The zone that was written for what is Summoned now, or for this card, about which nobody was asked; else the first.
    pub(super) fn announced_zone(&mut self, prompt: &Prompt, choice: &Choice, words: &[String]) -> Answer {
        let offered = |zone: Seat| words.iter().any(|word| word == zone.word());
        let written = |driver: &Self| driver.zones.iter().position(|(zone, _)| offered(*zone));
        if written(self).is_none() {
            self.use_choice_about(prompt.player, choice.about, |_, zone| zone.is_some_and(offered));
        }
        written(self).map_or_else(|| by_default(choice), |i| Answer::Word(self.zones.remove(i).0.word().to_owned()))
    }

    /// Every written zone must have been asked for.
    pub(super) fn zones_were_given(&self) -> Result<(), Halt> {
        let missed = self.zones.first();
        missed.map_or(Ok(()), |(zone, step)| Err(self.hitch(*step, HitchKind::ZoneNotAsked(*zone))))
    }

    /// Every written position must have been asked for, or be the one in which a monster was Summoned anyway.
    pub(super) fn positions_were_given(&self) -> Result<(), Halt> {
        let missed = self.positions.iter().find(|later| !self.was_summoned_in(later));
        missed.map_or(Ok(()), |later| Err(self.hitch(later.step, HitchKind::PositionNotAsked(later.position))))
    }

    fn was_summoned_in(&self, later: &Later) -> bool {
        let summons = [CardEvent::NormalSummoned, CardEvent::FlipSummoned, CardEvent::SpecialSummoned];
        self.since_event(later.since).iter().any(|told| match &told.what {
            Happened::Cards { are, position: Some(position), .. } => {
                let lies = match position {
                    Turned::Attack => BattlePosition::Attack,
                    _ => BattlePosition::Defense,
                };
                are.iter().any(|word| summons.contains(word)) && lies == later.position
            }
            _ => false,
        })
    }
}

/// The way to lie in a battle position, if it is on offer.
pub(super) fn turned(position: BattlePosition, positions: &[Turned]) -> Option<Turned> {
    let wanted: &[Turned] = match position {
        BattlePosition::Attack => &[Turned::Attack],
        BattlePosition::Defense => &[Turned::Defense, Turned::FaceUpDefense],
    };
    positions.iter().copied().find(|p| wanted.contains(p))
}

/// Attack position, if it is on offer.
pub(super) fn default_position(positions: &[Turned]) -> Turned {
    turned(BattlePosition::Attack, positions).or(positions.first().copied()).unwrap_or(Turned::Attack)
}
