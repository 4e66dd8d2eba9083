//! A tale: the duel of a ruling as steps, in the order in which they were taken.
//!
//! A step holds what the engine said, with the numbers of cards; how they are called is looked up where sentences are written.

use std::cmp::Ordering;

use segoc_format::ruling::{Ruling, Source};
use segoc_protocol::{
    Action, CardEvent, CardId, Cause, End, Event, Happened, LinkOutcome, Moment, Phase, Player, Prompt, Refusal, Rule,
    Spot, Zone,
};

use super::{Looked, Setting};
use crate::outcome::Outcome;
pub(super) use crate::transcript::Link;
use crate::transcript::Transcript;

/// The duel of a ruling, told.
#[derive(Clone, Debug)]
pub struct Tale<'t> {
    pub(super) told: &'t Transcript<'t>,
    pub(super) setting: Setting<'t>,
    pub(super) steps: Vec<Step<'t>>,
}

impl<'t> Tale<'t> {
    /// How many steps it has.
    #[must_use]
    pub fn steps_told(&self) -> usize {
        self.steps.len()
    }

    /// The ruling.
    pub(super) fn ruling(&self) -> &'t Ruling {
        self.told.cast.ruling
    }

    /// The title; a draft may have none yet.
    pub(super) fn title(&self) -> &'t str {
        let title = &self.ruling().title;
        if title.is_empty() { "A draft" } else { title }
    }

    /// Name, id and format in a line, without an id that is not given yet.
    pub(super) fn place(&self, name: &str, format: &str) -> String {
        let parts = [name, &self.ruling().id, format].into_iter().filter(|part| !part.is_empty());
        parts.collect::<Vec<_>>().join(" · ")
    }

    /// The rules that decide it, with their sentences.
    pub(super) fn rules(&self) -> impl Iterator<Item = (Rule, &'t str)> {
        let rules = self.ruling().rules.iter().map(|rule| rule.value);
        rules.map(|rule| (rule, self.setting.catalogue.get(rule).map_or("", |entry| entry.sentence.as_str())))
    }

    /// The sources that speak for this format; all, if none does.
    pub(super) fn sources(&self) -> Vec<&'t Source> {
        let all: Vec<&'t Source> = self.ruling().sources.iter().collect();
        let speaking: Vec<&'t Source> = all.iter().filter(|s| s.speaks_for(&self.told.format)).copied().collect();
        if speaking.is_empty() { all } else { speaking }
    }
}

/// Whether it went as the ruling says.
#[derive(Clone, Debug)]
pub struct Assessment {
    /// How many checks the ruling has here.
    pub checks: usize,
    /// What came of them.
    pub outcome: Outcome,
    /// How many further steps went otherwise.
    pub more: usize,
    /// The lines of the step that went otherwise, as written.
    pub written: Option<String>,
}

/// A step of a tale, with the place at which it stands.
#[derive(Clone, Debug)]
pub(super) struct Step<'t> {
    /// Whose turn it is.
    pub(super) turn: Player,
    /// The phase.
    pub(super) phase: Phase,
    /// The moment inside the phase.
    pub(super) moment: Option<Moment>,
    /// What it tells.
    pub(super) kind: Kind<'t>,
}

/// What a step tells.
#[derive(Clone, Debug)]
pub(super) enum Kind<'t> {
    /// A phase begins, or the tale begins in it.
    Phase,
    /// A moment of the Damage Step in which something is told begins.
    Moment(Moment),
    /// A player does something that starts no chain, at this question.
    Act(&'t Prompt, Action),
    /// A card or effect is activated.
    Link(Activation<'t>),
    /// The chain is complete.
    Chain(Vec<Link<'t>>),
    /// A link's turn comes.
    Resolves(Resolution<'t>),
    /// Things happen that no link does.
    Happens(Vec<Instant<'t>>),
    /// Used cards leave the field with the end of the chain.
    Leaves(Fact<'t>),
    /// Several triggers meet in a window, in the order in which they were met.
    Meet(Vec<Trigger<'t>>),
    /// A trigger cannot be used.
    Lost(Loss<'t>),
    /// A player does not use triggers.
    Declined(Player, Vec<CardId>),
    /// A window the ruling looks at, and whether its player passes.
    Window(&'t Prompt, bool),
    /// Windows in which nobody does anything, and whether their player goes on with an attack there.
    Passes(Vec<(&'t Prompt, bool)>),
    /// Something the ruling asks about is not on offer.
    NotOffered(NotOffered<'t>),
    /// An attack ends without being carried out, and by which rule.
    AttackEnded(CardId, Option<Rule>),
    /// The duel is over.
    Ended(End),
}

/// An activation.
#[derive(Clone, Debug)]
pub(super) struct Activation<'t> {
    /// The link it adds to the chain.
    pub(super) link: Link<'t>,
    /// The window in which it was begun; none for triggers that are placed.
    pub(super) window: Option<&'t Prompt>,
    /// Whether the Spell or Trap Card itself is activated, not an effect of it.
    pub(super) of_card: bool,
    /// What was paid.
    pub(super) cost: Vec<Fact<'t>>,
    /// What was declared or picked on activation.
    pub(super) words: Vec<&'t str>,
    /// What it answers.
    pub(super) answers: Option<Answers<'t>>,
    /// Why it was placed here, if it is a trigger.
    pub(super) placed: Option<Placed<'t>>,
}

/// What an activation answers.
#[derive(Clone, Debug)]
pub(super) enum Answers<'t> {
    /// An activation.
    Link(Link<'t>),
    /// Something that happened.
    Event(Fact<'t>),
    /// A mandatory effect that answers nothing where it lies.
    Nothing,
}

/// Why a trigger was placed where it was.
#[derive(Clone, Debug)]
pub(super) struct Placed<'t> {
    /// The trigger.
    pub(super) trigger: Trigger<'t>,
    /// The rule of its group.
    pub(super) group: Option<Rule>,
    /// The other triggers its player could have placed instead.
    pub(super) instead: Vec<CardId>,
    /// Whether it was told already that it triggered.
    pub(super) told: bool,
    /// Its moment among those of the others, in formats in which that matters.
    pub(super) age: Option<Ordering>,
    /// It waited because its card is private.
    pub(super) private: bool,
    /// Whether it is the first of several.
    pub(super) position: Position,
    /// Whether all triggers of the window are of one group.
    pub(super) one_group: bool,
}

/// Where among the triggers of a window one is placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Position {
    /// Before all others.
    First,
    /// After another of the same group.
    Next,
    /// The first of a later group.
    NextGroup,
}

/// A trigger that was met.
#[derive(Clone, Debug)]
pub(super) struct Trigger<'t> {
    /// Whose it is.
    pub(super) player: Player,
    /// Its card.
    pub(super) card: CardId,
    /// Whether it must be activated.
    pub(super) mandatory: bool,
    /// What met it.
    pub(super) cause: Option<Fact<'t>>,
}

impl Trigger<'_> {
    /// When it was met.
    pub(super) fn at(&self) -> Option<u32> {
        self.cause.as_ref().and_then(|cause| cause.event.instant)
    }
}

/// What a link does.
#[derive(Clone, Debug)]
pub(super) struct Resolution<'t> {
    /// Which.
    pub(super) link: Link<'t>,
    /// What happens, one instant after the other.
    pub(super) instants: Vec<Instant<'t>>,
    /// What became of it.
    pub(super) outcome: LinkOutcome,
    /// Why, if it did nothing.
    pub(super) reason: Option<Rule>,
}

/// Things that happen at the same time, or what a player chose.
#[derive(Clone, Debug)]
pub(super) enum Instant<'t> {
    /// These happen.
    Facts(Vec<Fact<'t>>),
    /// A player applies the optional part of the effect of a card, or does not.
    Chose(Player, CardId, bool),
}

impl<'t> Instant<'t> {
    /// What happens.
    pub(super) fn facts(&self) -> &[Fact<'t>] {
        match self {
            Self::Facts(facts) => facts,
            Self::Chose(..) => &[],
        }
    }

    /// The number of the instant.
    pub(super) fn at(&self) -> Option<u32> {
        self.facts().first().and_then(|fact| fact.event.instant)
    }

    /// The same without some facts; nothing if none is left.
    pub(super) fn without(&self, left_out: impl Fn(&Fact<'t>) -> bool) -> Option<Self> {
        let Self::Facts(facts) = self else { return Some(self.clone()) };
        let kept: Vec<Fact<'t>> = facts.iter().filter(|fact| !left_out(fact)).cloned().collect();
        (!kept.is_empty()).then_some(Self::Facts(kept))
    }
}

/// A trigger that cannot be used.
#[derive(Clone, Debug)]
pub(super) struct Loss<'t> {
    /// Which.
    pub(super) trigger: Trigger<'t>,
    /// The reason, if the engine says it.
    pub(super) refusal: Option<Refusal>,
    /// What happened since, if it missed the timing.
    pub(super) since: Vec<Fact<'t>>,
    /// Whether the trigger was met at all, or its card could not see what happened.
    pub(super) met: bool,
}

/// Something the ruling asks about that is not on offer.
#[derive(Clone, Copy, Debug)]
pub(super) struct NotOffered<'t> {
    /// What, and where it was looked for.
    pub(super) looked: &'t Looked,
    /// The window in which it was looked for; none if it was looked for over some time.
    pub(super) window: Option<&'t Prompt>,
    /// Whether it was used before in the same chain.
    pub(super) again: bool,
}

/// Something that happened: an event, with the cards of others of its instant of which the same is to be said.
#[derive(Clone, Debug)]
pub(super) struct Fact<'t> {
    /// The event.
    pub(super) event: &'t Event,
    /// The cards it is about.
    pub(super) cards: Vec<CardId>,
    /// The card of the link or effect that brought it about, or of the link it is about.
    pub(super) source: Option<CardId>,
    /// The ATK and DEF the cards have now, if they changed.
    pub(super) values: [Option<i32>; 2],
}

impl<'t> Fact<'t> {
    /// An event as a fact.
    pub(super) fn new(event: &'t Event, source: Option<CardId>) -> Self {
        let mut values = [None, None];
        let cards = match &event.what {
            Happened::Cards { cards, atk, def, .. } => {
                values = [*atk, *def];
                cards.clone()
            }
            Happened::Player { cards, .. } | Happened::Attempted { cards, .. } => cards.clone(),
            Happened::Activated { effect, .. } => vec![effect.card],
            Happened::Resolves { .. } => source.into_iter().collect(),
            _ => Vec::new(),
        };
        Self { event, cards, source, values }
    }

    /// The word that says best what became of its cards.
    pub(super) fn word(&self) -> Option<CardEvent> {
        word(self.event)
    }

    /// Whether a word says best what became of its cards.
    pub(super) fn is(&self, word: CardEvent) -> bool {
        self.word() == Some(word)
    }

    /// From where to where its cards went, if there is nothing more to say of them than that.
    pub(super) fn way(&self) -> Option<(Spot, Spot)> {
        match (&self.event.what, self.word()) {
            (Happened::Cards { from: Some(from), to: Some(to), .. }, word) if word.is_none_or(is_a_way) => {
                Some((*from, *to))
            }
            _ => None,
        }
    }

    /// Whether it was done by the effect of a link.
    pub(super) fn by_link(&self) -> Option<u16> {
        match self.event.by {
            Some(Cause::Link(link)) => Some(link),
            _ => None,
        }
    }

    /// Adds a fact of the same instant if the same is to be said of its cards; else gives it back.
    pub(super) fn join(&mut self, other: Self) -> Option<Self> {
        let when = |fact: &Self| (fact.event.instant, fact.event.by, fact.word());
        if when(self) != when(&other) || self.event.instant.is_none() || self.word().is_none() {
            return Some(other);
        }
        if self.is(CardEvent::Affected) {
            // Two values of one card are one fact.
            let free = (0..2).all(|i| self.values[i].is_none() || other.values[i].is_none());
            if self.cards != other.cards || self.cards.is_empty() || !free {
                return Some(other);
            }
            self.values = [0, 1].map(|i| self.values[i].or(other.values[i]));
            return None;
        }
        if self.event.rule != other.event.rule || self.said() != other.said() {
            return Some(other);
        }
        self.cards.extend(other.cards);
        None
    }

    /// What is said of its cards beside the word: hidden places are somebody's, and so is the side to which they came.
    fn said(&self) -> (Option<Spot>, Option<Spot>, Option<u8>) {
        let Happened::Cards { to, count, .. } = &self.event.what else { return (None, None, None) };
        let hidden = |spot: Spot| matches!(spot.zone, Zone::Hand | Zone::Deck | Zone::ExtraDeck);
        let shown = |spot: Spot| if hidden(spot) { spot } else { Spot { player: Player::Yugi, ..spot } };
        match self.way() {
            Some((from, to)) => (Some(shown(from)), Some(shown(to)), *count),
            None => (None, *to, *count),
        }
    }
}

/// The word that says best what became of the cards of an event.
pub(super) fn word(event: &Event) -> Option<CardEvent> {
    let Happened::Cards { are, .. } = &event.what else { return None };
    let is = |word: CardEvent| are.contains(&word).then_some(word);
    // A Tribute Summon is a Normal Summon too, and whatever is done to a card may send or banish it.
    is(CardEvent::TributeSummoned)
        .or_else(|| are.iter().find(|word| !is_a_way(**word)).copied())
        .or_else(|| are.iter().find(|word| !says_where(**word)).copied())
        .or_else(|| is(CardEvent::Banished))
        .or_else(|| are.first().copied())
}

/// Whether a word says only where cards went, or why.
fn says_where(word: CardEvent) -> bool {
    matches!(word, CardEvent::SentToGy | CardEvent::Banished | CardEvent::MadeRoom)
}

/// Whether the cards of an event left to make room for another one.
pub(super) fn made_room(event: &Event) -> bool {
    matches!(&event.what, Happened::Cards { are, .. } if are.contains(&CardEvent::MadeRoom))
}

/// Whether a word says how cards went from one place to another.
fn is_a_way(word: CardEvent) -> bool {
    use CardEvent as C;
    matches!(
        word,
        C::Destroyed
            | C::Discarded
            | C::Tributed
            | C::MadeRoom
            | C::UsedAsMaterial
            | C::AddedToHand
            | C::ReturnedToHand
            | C::ReturnedToDeck
            | C::Banished
            | C::SentToGy
    )
}
