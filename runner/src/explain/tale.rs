//! A tale: the duel of a ruling as steps, in the order in which they were taken, each with its sentences.

use segoc_engine::def::{Class, MonsterDef};
use segoc_format::card::CardFile;
use segoc_format::ruling::{Ruling, Source};
use segoc_protocol::{ChartBox, Moment, Phase, Player, Rule};
use serde::Serialize;

use super::{Setting, said};
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

    /// The steps, in their order.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The duel that is told.
    pub fn transcript(&self) -> &'t Transcript<'t> {
        self.told
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

    /// What the effects say that somebody uses here or would like to, and those that apply, each with its card.
    pub fn effects(&self) -> Vec<(&'t str, Vec<String>)> {
        said::effects(self.told)
    }

    /// What the files leave out, for this format, of the cards that somebody uses or would like to, and of those that apply something.
    pub fn left_out(&self) -> Vec<(&'t str, Vec<&'t str>)> {
        let used = self.steps.iter().flat_map(|step| match step.kind {
            // What is targeted is not used.
            Kind::Activation => step.cards.get(..1).unwrap_or_default(),
            Kind::Triggers | Kind::Declined | Kind::Lost => &step.cards,
            // Nor is what cannot be Summoned or attack.
            Kind::NotOffered if step.told.iter().any(|said| said.text.contains(" activate ")) => &step.cards,
            _ => &[],
        });
        let sides = [&self.before, &self.after].into_iter().flat_map(|scene| scene.sides.iter());
        let face_up = ["monsters", "spells and traps", "pendulum zones"];
        let zones = sides.flat_map(|(_, side)| &side.zones).filter(|(zone, _)| face_up.contains(zone));
        let lying: Vec<&String> = zones.flat_map(|(_, cards)| cards).collect();
        let used: Vec<&String> = used.collect();
        let names = |named: &[&String], card: &CardFile| named.iter().any(|name| name.contains(&card.name));
        let applies = |card: &CardFile| {
            let effects = card.def(&self.told.format).effects;
            effects.iter().any(|effect| effect.class == Class::Continuous)
        };
        // What a card forbids players counts also of one that came only in between.
        let came = self.steps.iter().filter(|step| matches!(step.kind, Kind::Resolution | Kind::Events));
        let came: Vec<&String> = came.flat_map(|step| &step.cards).collect();
        let forbids = |line: &str| line.contains("neither player") || line.contains("no player");
        let mentioned = self.mentioned();
        let cards = self.ruling().cards.iter();
        let lines = cards.map(|card| {
            let all = names(&used, card) || (names(&lying, card) && applies(card));
            let some = names(&lying, card) || names(&came, card);
            let lines = card.left_out.iter().map(String::as_str).filter(move |line| all || (some && forbids(line)));
            let lines = lines.filter(|line| self.is_said_here(line) && self.concerns(&card.name, line, &mentioned));
            (card.name.as_str(), lines.collect::<Vec<_>>())
        });
        lines.filter(|(_, left_out)| !left_out.is_empty()).collect()
    }

    /// All that the story and its boards speak of, in small letters.
    fn mentioned(&self) -> String {
        let steps = self.steps.iter().flat_map(|step| &step.told).map(|told| told.text.as_str());
        let sides = [&self.before, &self.after].into_iter().flat_map(|scene| scene.sides.iter());
        let zones = sides.flat_map(|(_, side)| &side.zones);
        let zones = zones.flat_map(|(zone, cards)| std::iter::once(*zone).chain(cards.iter().map(String::as_str)));
        let kinds = self.ruling().cards.iter().flat_map(|card| card.def(&self.told.format).monster().map(kinds));
        let said: Vec<String> = steps.chain(zones).map(str::to_lowercase).chain(kinds).collect();
        without_other_words(&said.join("\n"))
    }

    /// Whether what is left out of a card concerns this duel: not if it speaks of something that never comes up in it.
    fn concerns(&self, card: &str, line: &str, mentioned: &str) -> bool {
        if line == "that its effect may be used as the card is activated" {
            let activated = |step: &Step| {
                let mut said = step.told.iter().map(|told| &told.text);
                step.kind == Kind::Activation
                    && said.any(|said| said.contains(card) && !said.contains(" the effect of "))
            };
            return self.steps.iter().any(activated);
        }
        let line = without_other_words(&line.to_lowercase());
        let mut asked = OCCASIONS.iter().filter(|word| line.contains(*word)).peekable();
        let comes_up = |word: &&str| mentioned.contains(*word);
        match (asked.peek().is_none(), line.contains(" or ") || line.contains(" and ")) {
            (true, _) => true,
            (false, true) => asked.any(comes_up),
            (false, false) => asked.all(comes_up),
        }
    }

    /// Whether what is left out is so in this format: it names no format, or this one.
    fn is_said_here(&self, line: &str) -> bool {
        let formats = [("tcg", "TCG"), ("ocg", "OCG"), ("edison", "Edison"), ("goat", "Goat")];
        let named: Vec<&str> = formats.iter().filter(|(_, word)| line.contains(word)).map(|(name, _)| *name).collect();
        named.is_empty() || named.contains(&self.told.format.as_str())
    }

    /// The sources that speak for this format; all, if none does.
    pub(super) fn sources(&self) -> Vec<&'t Source> {
        let all: Vec<&'t Source> = self.ruling().sources.iter().collect();
        let speaking: Vec<&'t Source> = all.iter().filter(|s| s.speaks_for(&self.told.format)).copied().collect();
        if speaking.is_empty() { all } else { speaking }
    }
}

/// What must come up in a duel for a line that speaks of it to concern that duel: when something is done, and with what kinds of cards, not
/// what is done.
const OCCASIONS: [&str; 18] = [
    "standby phase",
    "end phase",
    "battle phase",
    "draw phase",
    "equip",
    "material",
    "tribut",
    "negat",
    "pendulum",
    "fusion",
    "synchro",
    "xyz",
    "ritual",
    "link summon",
    "link monster",
    "attack",
    "battle",
    "gemini",
];

/// A text without words that only look like those of an occasion.
fn without_other_words(text: &str) -> String {
    ["attack position", "battle position"].iter().fold(text.to_owned(), |text, word| text.replace(word, ""))
}

/// The kinds of a monster, as words.
fn kinds(monster: &MonsterDef) -> String {
    let kinds: Vec<&str> = monster.is.iter().map(|kind| kind.word()).collect();
    let link = if monster.link.is_some() { " link monster" } else { "" };
    kinds.join(" ") + link
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
pub struct Step {
    /// What it tells.
    pub kind: Kind,
    /// Whose turn it is.
    pub turn: Player,
    /// The phase.
    pub phase: Phase,
    /// The moment inside the phase.
    pub moment: Option<Moment>,
    /// Who does it, or is asked.
    pub player: Option<Player>,
    /// The box of the chart.
    #[serde(rename = "box")]
    pub chart: Option<ChartBox>,
    /// The Chain Link it is about.
    pub link: Option<u16>,
    /// The instant at which it happens.
    pub instant: Option<u32>,
    /// The names of the cards it is about.
    pub cards: Vec<String>,
    /// The rule that decides.
    pub rule: Option<Rule>,
    /// Its sentences.
    #[serde(skip)]
    pub told: Vec<Paragraph>,
    /// Whether it only brings the turn forward: moving on, passing, the normal draw.
    #[serde(skip)]
    pub(super) is_quiet: bool,
}

/// What a step tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
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
    Leaves,
    /// Several triggers meet in a window, in the order in which they were met.
    Triggers,
    /// A trigger cannot be used.
    Lost,
    /// A player does not use triggers.
    Declined,
    /// A window the ruling looks at.
    Window,
    /// Windows in which nobody does anything.
    Passes,
    /// Something the ruling asks about is not on offer.
    NotOffered,
    /// An attack ends without being carried out.
    AttackEnded,
    /// A card is unaffected by an effect.
    Unaffected,
    /// The duel is over.
    Ended,
}

impl Serialize for Kind {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.word())
    }
}

impl Kind {
    /// The word for it, as in JSON.
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Phase => "phase",
            Self::Moment => "moment",
            Self::Action => "action",
            Self::Activation => "activation",
            Self::Chain => "chain",
            Self::Resolution => "resolution",
            Self::Events => "events",
            Self::Leaves => "used cards leave",
            Self::Triggers => "triggers",
            Self::Lost => "trigger lost",
            Self::Declined => "declined",
            Self::Window => "window",
            Self::Passes => "passes",
            Self::NotOffered => "not offered",
            Self::AttackEnded => "attack ended",
            Self::Unaffected => "unaffected",
            Self::Ended => "duel ended",
        }
    }

    /// Whether it is something that may have a reason.
    pub(super) fn may_have_a_why(self) -> bool {
        !matches!(self, Self::Phase | Self::Moment | Self::Chain | Self::Passes)
    }
}

/// How a sentence stands on the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
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
    /// Why it is so.
    Why,
}

/// A sentence with the rules it rests on.
#[derive(Clone, Debug)]
pub struct Paragraph {
    /// How it stands on the page.
    pub shape: Layout,
    /// What it says.
    pub text: String,
    /// The rules it rests on.
    pub rules: Vec<Rule>,
}

impl Paragraph {
    pub(super) fn new(shape: Layout, text: impl Into<String>, rules: impl IntoIterator<Item = Rule>) -> Self {
        Self { shape, text: capital(&text.into()), rules: rules.into_iter().collect() }
    }
}
