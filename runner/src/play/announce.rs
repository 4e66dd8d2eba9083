//! Announcements: what players said they would answer when asked (§3), and whether it was used.

use segoc_engine::def::BattlePosition;
use segoc_engine::{CardId, EffectRef, Player, Purpose};

use super::activation::Activation;
use super::rewrite::{StepText, Yaml};
use super::story::{Stop, Story};
use super::tell;
use crate::engines::{Event, Placing};
use crate::outcome::{FailureKind, player_name};
use crate::ruling::{CardRef, Span, Spanned, Step, StepKind, Use};

/// Something a player will answer when asked.
pub(super) struct Announcement<'a> {
    /// The step it was written in.
    pub(super) step: usize,
    pub(super) span: Span,
    pub(super) what: Announced<'a>,
    pub(super) used: bool,
}

/// The kinds of announcement.
#[derive(Clone, Copy)]
pub(super) enum Announced<'a> {
    Trigger(&'a Use),
    Chooses {
        player: Player,
        cards: &'a [Spanned<CardRef>],
        /// Still to be given.
        position: Option<BattlePosition>,
    },
    Applies {
        player: Player,
        card: &'a CardRef,
        effect: Option<&'a str>,
    },
}

impl<'a> Story<'a> {
    /// Remembers what a step announces.
    pub(super) fn announce(&mut self, step: &'a Step) {
        let index = self.step_index();
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
    pub(super) fn first_announced(&self, holds: impl Fn(&Announced<'a>) -> bool) -> Option<usize> {
        self.announced.iter().position(|a| !a.used && holds(&a.what))
    }

    /// The first announced trigger among these effects: the announcement and which of the effects.
    pub(super) fn announced_trigger(&self, effects: &[EffectRef]) -> Option<(usize, usize)> {
        self.announced.iter().enumerate().filter(|(_, a)| !a.used).find_map(|(i, a)| match a.what {
            Announced::Trigger(using) => {
                let matches = |e: &EffectRef| self.is_effect(&using.card, using.effect.as_deref(), *e);
                effects.iter().position(matches).map(|option| (i, option))
            }
            _ => None,
        })
    }

    /// Uses an announced trigger, placed at a line of the log: what stands beside it answers the choices of its
    /// activation.
    pub(super) fn use_trigger(&mut self, announcement: usize, effect: EffectRef, since: usize) -> Result<(), Stop> {
        self.settle()?;
        let Some(a) = self.announced.get_mut(announcement) else { return Ok(()) };
        a.used = true;
        if let Announced::Trigger(using) = a.what {
            self.activation = Some(Activation::of_use(a.step, a.span, using, Some(effect), since));
        }
        Ok(())
    }

    /// A trigger was placed without a question: an announcement that says the same is used up by it.
    pub(super) fn forced_placement(&mut self, placing: &Placing) -> Result<(), Stop> {
        let Some(effect) = placing.placed else { return Ok(()) };
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
        let says_the_same = |what: &Announced<'a>| match what {
            Announced::Chooses { player: by, cards: named, .. } => {
                *by == player
                    && named.len() == cards.len()
                    && self.find_all(named.iter().map(|c| &c.value), cards).is_some()
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
}

/// Every announcement must have been used (§5.4), by a question or by what left nothing to ask.
pub(super) fn all_used(story: &Story<'_>) -> Result<(), Stop> {
    match story.announced.iter().find(|a| !a.used) {
        Some(unused) => Err(fail_unused(story, unused)),
        None => Ok(()),
    }
}

fn fail_unused(story: &Story<'_>, unused: &Announcement<'_>) -> Stop {
    let file = &story.ruling.text;
    let step = story.ruling.play[unused.step].span;
    let mut text = StepText::new(file, step);
    match unused.what {
        Announced::Trigger(using) => {
            let card = story.name_of(&using.card);
            let dropped = last_dropped(story, using);
            let message = format!("the trigger of {card} was never placed");
            let mut failure = story.fail_at(unused.step, FailureKind::Unused, unused.span, message);
            let mut refusal = vec![("card", Yaml::word(card.clone()))];
            match dropped {
                Some(dropped) => {
                    failure.notes.push(format!("It was dropped {}.", tell::because(&dropped)));
                    failure.rule = Some(dropped.rule);
                    refusal.push(("rule", Yaml::word(dropped.rule.word())));
                }
                None if was_placed(story, using) => failure.notes.push("It was placed only before this step.".into()),
                None => failure.notes.push("It did not trigger at all: its condition was never met.".into()),
            }
            if let StepKind::Triggers(uses) = &story.ruling.play[unused.step].kind {
                let others = uses.iter().filter(|u| u.span != unused.span);
                let others: Vec<Yaml> =
                    others.map(|u| Yaml::Raw(file[u.span.start..u.span.end].trim().to_owned())).collect();
                let never = Yaml::List(vec![Yaml::map(refusal)]);
                if others.is_empty() {
                    text.replace_tag("triggers", "never offered", &never);
                } else {
                    text.set(&["triggers"], &Yaml::List(others));
                }
                failure.actual = Some(text.into_text());
            }
            failure.into()
        }
        Announced::Chooses { player, cards, position } => {
            let names: Vec<String> = cards.iter().map(|c| story.name_of(&c.value)).collect();
            let names = if names.is_empty() { "a position".into() } else { tell::enumerate(&names, "and") };
            let mut message = format!("{} was never asked to choose {names}", player_name(player));
            if cards.is_empty()
                && let Some(position) = position
            {
                message.push_str(&format!(" ({position})"));
            }
            story.fail_at(unused.step, FailureKind::Unused, unused.span, message).into()
        }
        Announced::Applies { player, card, .. } => {
            let message = format!("{} was never asked whether to apply {}", player_name(player), story.name_of(card));
            story.fail_at(unused.step, FailureKind::Unused, unused.span, message).into()
        }
    }
}

fn last_dropped(story: &Story<'_>, using: &Use) -> Option<segoc_engine::Refusal> {
    let means = |effect: EffectRef| story.is_effect(&using.card, using.effect.as_deref(), effect);
    story.table.log().iter().rev().find_map(|told| match &told.event {
        Event::Dropped(_, effect, Some(refusal)) if means(*effect) => Some(refusal.clone()),
        Event::Placed(p) => p.refused.iter().find(|(e, _)| means(*e)).map(|(_, r)| r.clone()),
        _ => None,
    })
}

fn was_placed(story: &Story<'_>, using: &Use) -> bool {
    story.table.log().iter().any(|told| match &told.event {
        Event::Activated { effect, .. } => story.is_effect(&using.card, using.effect.as_deref(), *effect),
        _ => false,
    })
}
