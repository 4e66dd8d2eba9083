//! A tale: the duel of a ruling as steps, in the order in which they were taken, each with its sentences.

use segoc_format::ruling::{Ruling, Source};
use segoc_protocol::{ChartBox, Moment, Phase, Player, Rule};
use serde::Serialize;

use super::Setting;
use crate::cast::capital;
use crate::outcome::{Outcome, Scene};
use crate::transcript::Transcript;

/// The duel of a ruling, told.
#[derive(Clone, Debug)]
pub struct Tale<'t> {
    pub(super) told: &'t Transcript<'t>,
    pub(super) setting: Setting<'t>,
    /// The board at the beginning.
    pub(super) before: Scene,
    pub(super) steps: Vec<Step>,
    /// The board at the end.
    pub(super) after: Scene,
}

impl<'t> Tale<'t> {
    /// How many steps it has.
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

    /// What the files leave out of the cards that are face-up on the field or that somebody uses, or would like to.
    pub(super) fn left_out(&self) -> Vec<(&'t str, &'t [String])> {
        let uses = |step: &&Step| {
            matches!(step.kind, Kind::Activation | Kind::Triggers | Kind::Declined | Kind::Lost | Kind::NotOffered)
        };
        let used = self.steps.iter().filter(uses).flat_map(|step| &step.cards);
        let sides = [&self.before, &self.after].into_iter().flat_map(|scene| scene.sides.iter());
        let face_up = ["monsters", "spells and traps", "pendulum zones"];
        let zones = sides.flat_map(|(_, side)| &side.zones).filter(|(zone, _)| face_up.contains(zone));
        let named: Vec<&String> = used.chain(zones.flat_map(|(_, cards)| cards)).collect();
        let cards = self.ruling().cards.iter().filter(|card| named.iter().any(|name| name.contains(&card.name)));
        let cards = cards.map(|card| (card.name.as_str(), &card.left_out[..]));
        cards.filter(|(_, left_out)| !left_out.is_empty()).collect()
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

/// A step of a tale: the place at which it stands, what a program may want to know of it, and its sentences.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Step {
    pub(super) kind: Kind,
    pub(super) turn: Player,
    pub(super) phase: Phase,
    /// The moment inside the phase.
    pub(super) moment: Option<Moment>,
    /// Who does it, or is asked.
    pub(super) player: Option<Player>,
    #[serde(rename = "box")]
    pub(super) chart: Option<ChartBox>,
    pub(super) link: Option<u16>,
    pub(super) instant: Option<u32>,
    /// The names of the cards it is about.
    pub(super) cards: Vec<String>,
    /// The rule that decides.
    pub(super) rule: Option<Rule>,
    #[serde(skip)]
    pub(super) told: Vec<Paragraph>,
}

/// What a step tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Kind {
    /// A phase begins, or the tale begins in it.
    Phase,
    /// A moment of the Damage Step in which something is told begins.
    Moment,
    /// A player does something that starts no chain.
    Action,
    /// A card or effect is activated.
    Activation,
    /// The chain is complete.
    Chain,
    /// A link's turn comes.
    Resolution,
    /// Things happen that no link does.
    Events,
    /// Used cards leave the field with the end of the chain.
    #[serde(rename = "used cards leave")]
    Leaves,
    /// Several triggers meet in a window, in the order in which they were met.
    Triggers,
    /// A trigger cannot be used.
    #[serde(rename = "trigger lost")]
    Lost,
    /// A player does not use triggers.
    Declined,
    /// A window the ruling looks at.
    Window,
    /// Windows in which nobody does anything.
    Passes,
    /// Something the ruling asks about is not on offer.
    #[serde(rename = "not offered")]
    NotOffered,
    /// An attack ends without being carried out.
    #[serde(rename = "attack ended")]
    AttackEnded,
    /// A card is unaffected by an effect.
    Unaffected,
    /// The duel is over.
    #[serde(rename = "duel ended")]
    Ended,
}

/// How a sentence stands on the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// A turn and phase.
    Heading,
    /// A part of a phase.
    Subheading,
    /// Ordinary text.
    Text,
    /// A link being added, or resolving.
    Numbered(u16),
    /// One thing under a numbered one.
    Bullet,
    /// A link of the complete chain.
    Stacked(u16),
    /// Something that is not possible.
    Refused,
    /// The sentence of a rule.
    Quote,
}

/// A sentence with the rules it rests on.
#[derive(Clone, Debug)]
pub(super) struct Paragraph {
    pub(super) shape: Shape,
    pub(super) text: String,
    pub(super) rules: Vec<Rule>,
}

impl Paragraph {
    pub(super) fn new(shape: Shape, text: impl Into<String>, rules: impl IntoIterator<Item = Rule>) -> Self {
        Self { shape, text: capital(&text.into()), rules: rules.into_iter().collect() }
    }
}
