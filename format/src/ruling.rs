//! A ruling as data: what its file says, with every card reference resolved and every place in the file kept.

use std::sync::Arc;

use segoc_engine::def::{CardDef, Facing};
use segoc_protocol::{
    BattlePosition, CardEvent, CardId, ChartBox, End, LinkOutcome, Moment, Phase, Player, PlayerEvent, Rule, Seat,
    Setup, Sides, Start, StartZone,
};

use crate::card::CardFile;
use crate::diagnostic::Diagnostic;
use crate::place::{Span, Spanned};

/// A ruling file, read.
#[derive(Clone, Debug)]
pub struct Ruling {
    /// `family/file-name`, without ending.
    pub name: String,
    /// Path of the file as shown to people.
    pub path: String,
    /// The text of the file.
    pub text: Arc<str>,
    /// The permanent id.
    pub id: String,
    /// One line: what happens (`ruling` in the file).
    pub title: String,
    /// What a player would ask a judge.
    pub question: String,
    /// The answer.
    pub answer: String,
    /// Names of the formats for which it is asserted.
    pub formats: Vec<String>,
    /// The rules that decide it, the most important first.
    pub rules: Vec<Spanned<Rule>>,
    /// Where it comes from.
    pub sources: Vec<Source>,
    /// Readings, if the sources disagree; then it is never scored.
    pub disputed: Vec<Reading>,
    /// Ids of related rulings.
    pub see_also: Vec<String>,
    /// Engines known to get it wrong.
    pub seen_in: Vec<String>,
    /// The board it begins with.
    pub setup: Setup,
    /// Names of the cards in it: of the set-up, then tokens its cards may make.
    pub card_names: Vec<String>,
    /// The files of these cards, in the same order.
    pub cards: Vec<Arc<CardFile>>,
    /// For each card of the set-up, by [`CardId`], the label given by `as`.
    pub labels: Vec<Option<String>>,
    /// For each card of the set-up, by [`CardId`], how the file refers to it without ambiguity.
    pub references: Vec<String>,
    /// For each card of the set-up, by [`CardId`], where it stands.
    pub card_spans: Vec<Span>,
    /// The story.
    pub play: Vec<Step>,
    /// Place of the `play` key, for reports that belong to no step.
    pub play_span: Span,
    /// What a draft does not say yet; a finished ruling says everything.
    pub unfinished: Vec<Diagnostic>,
}

impl Ruling {
    /// The duel as an engine is told it, in a format.
    pub fn start(&self, format: &str) -> Start {
        let definitions = self.cards.iter().map(|card| card.definition(format)).collect();
        Start { format: format.to_owned(), setup: self.setup.clone(), definitions }
    }

    /// What is wrong with the board in a format: where, and what to do.
    pub fn flaws(&self, format: &str) -> Vec<(Span, String)> {
        let library: Vec<Arc<CardDef>> =
            self.cards.iter().filter_map(|card| card.definition(format).read::<CardDef>()).collect();
        let problems = match engine_setup(&self.setup, &library) {
            Ok(setup) => setup.problems(&library),
            Err(unknown) => return vec![(self.play_span, unknown)],
        };
        let span = |card: CardId| self.card_spans.get(usize::from(card.0)).copied();
        problems.iter().map(|p| (p.card.and_then(span).unwrap_or(self.play_span), p.to_string())).collect()
    }

    /// All sources, those of its readings too.
    pub fn all_sources(&self) -> impl Iterator<Item = &Source> {
        self.sources.iter().chain(self.disputed.iter().flat_map(|reading| &reading.sources))
    }

    /// The highest authority that speaks for a format; `None` if nobody does.
    pub fn authority(&self, format: &str) -> Option<SourceKind> {
        self.all_sources().filter(|source| source.speaks_for(format)).map(|source| source.kind).min()
    }

    /// The file of a card by its name.
    pub fn card(&self, name: &str) -> Option<&Arc<CardFile>> {
        self.card_names.iter().position(|known| known == name).and_then(|i| self.cards.get(i))
    }
}

/// A board as the reference engine takes it: cards by their number in a library.
///
/// # Errors
/// Says which card is not in the library.
pub fn engine_setup(setup: &Setup, library: &[Arc<CardDef>]) -> Result<segoc_engine::Setup, String> {
    let mut cards = Vec::new();
    for (number, card) in setup.cards.iter().enumerate() {
        let Some(def) = library.iter().position(|def| def.name == card.name) else {
            return Err(format!("card {number} is `{}`, which is not among the definitions", card.name));
        };
        let mut start = segoc_engine::StartCard::new(def, card.player.into(), card.zone);
        start.owner = card.owner().into();
        start.position = card.position.unwrap_or(start.position);
        start.seat = card.seat;
        start.counters = card.counters.unwrap_or_default();
        start.equipped_to = card.equipped_to;
        start.attached_to = card.attached_to;
        start.revealed = card.revealed;
        start.face_up = card.face_up;
        start.face_down = card.face_down;
        start.placed_as = card.placed_as;
        start.since = card.since.unwrap_or(start.since);
        start.summoned = card.summoned;
        cards.push(start);
    }
    Ok(segoc_engine::Setup { phase: setup.phase, lp: [setup.lp.yugi, setup.lp.joey], cards })
}

segoc_engine::vocabulary! {
    /// The authority of a source, from highest to lowest.
    SourceKind {
        /// Konami.
        Official = "official",
        /// A judge's or rules team's writing.
        Judge = "judge",
        /// Upper Deck's official answers of their time.
        Netrep = "netrep",
        /// A page anyone may edit.
        Wiki = "wiki",
        /// Not said anywhere, but follows from rules that have sources.
        Derived = "derived",
    }
}

/// Where a ruling or rule comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Source {
    pub kind: SourceKind,
    pub title: String,
    pub url: String,
    /// Key or line inside the source.
    pub at: Option<String>,
    /// Date or revision.
    pub as_of: Option<String>,
    /// The formats it speaks for, if not all of the file's.
    pub formats: Option<Vec<String>>,
    /// Where it stands.
    pub span: Span,
}

impl Source {
    /// Whether it speaks for a format.
    pub fn speaks_for(&self, format: &str) -> bool {
        self.formats.as_ref().is_none_or(|formats| formats.iter().any(|other| other == format))
    }

    /// The commit, branch or tag its link names, if it leads into a repository; a whole repository is its newest commit.
    fn revision(&self) -> Option<&str> {
        let (_, page) = self.url.split_once("://")?;
        let parts: Vec<&str> = page.trim_end_matches('/').split('/').collect();
        match parts.as_slice() {
            ["github.com", _, _] => Some("HEAD"),
            ["github.com", _, _, "blob" | "tree" | "raw", at, ..] | ["raw.githubusercontent.com", _, _, at, ..] => {
                Some(at)
            }
            _ => None,
        }
    }

    /// Whether its link leads to whatever stands there when somebody looks: a branch, or a whole repository.
    pub fn moves(&self) -> bool {
        self.revision().is_some_and(|name| !is_commit(name))
    }

    /// Whether its link shows for ever what was read: it names a commit.
    pub fn is_pinned(&self) -> bool {
        self.revision().is_some_and(is_commit)
    }
}

fn is_commit(name: &str) -> bool {
    name.len() >= 7 && name.chars().all(|c| c.is_ascii_hexdigit())
}

/// One of several answers the sources give.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Reading {
    pub id: String,
    pub answer: String,
    pub sources: Vec<Source>,
}

/// A reference to a card of the duel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CardRef {
    /// A physical card of the set-up.
    Card(CardId),
    /// Any token of this name.
    Token(String),
}

/// A step of the story.
#[derive(Clone, Debug)]
pub struct Step {
    /// The whole step in the file.
    pub span: Span,
    /// The formats it belongs to; all of the file's if `None`.
    pub formats: Option<Vec<String>>,
    /// The reading it belongs to, in a disputed ruling.
    pub reading: Option<String>,
    /// Prose for the reader.
    pub because: Option<String>,
    /// `never offered` beside an action or `chain`.
    pub never_offered: Vec<Spanned<Refusal>>,
    /// What it is.
    pub kind: StepKind,
}

/// The kinds of step.
#[derive(Clone, Debug)]
pub enum StepKind {
    /// A player does something.
    Action(Player, Spanned<Do>),
    /// A player will choose these cards when asked in a resolution or for the hand size.
    Chooses(Player, Vec<Spanned<CardRef>>, Option<BattlePosition>, Option<Seat>),
    /// A player will apply the "you can" part of this card's effect, or pick this one of several things it may do.
    Applies(Player, Spanned<CardRef>, Option<String>, Option<String>),
    /// Triggers their players will use.
    Triggers(Vec<Spanned<Use>>),
    /// A check.
    Check(Check),
}

/// The details of an activation: what is chosen on the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Use {
    /// The card.
    pub card: CardRef,
    /// The id of the effect, if given.
    pub effect: Option<String>,
    /// The bullet.
    pub option: Option<String>,
    /// Targets, in order.
    pub targets: Vec<Spanned<CardRef>>,
    /// What pays the cost.
    pub paying_with: Vec<Spanned<CardRef>>,
    /// The declared word.
    pub declares: Option<String>,
}

/// An action at an act or respond prompt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Do {
    /// Activates a card or effect, at a given moment.
    Activates(Use, Option<Moment>),
    /// Normal Summons with these Tributes.
    NormalSummons(CardRef, Vec<Spanned<CardRef>>, Option<Seat>),
    /// Sets with these Tributes.
    Sets(CardRef, Vec<Spanned<CardRef>>, Option<Seat>),
    /// Flip Summons.
    FlipSummons(CardRef),
    /// Changes the battle position of a monster.
    ChangesPositionOf(CardRef),
    /// Special Summons by its own procedure, with these cards, in this position, to this zone.
    SpecialSummons(CardRef, Option<String>, Vec<Spanned<CardRef>>, Option<BattlePosition>, Option<Seat>),
    /// Pendulum Summons these monsters together.
    PendulumSummons(Vec<Spanned<CardRef>>),
    /// Attacks a monster.
    AttacksWith(CardRef, CardRef),
    /// Attacks directly.
    AttacksDirectlyWith(CardRef),
    /// Attacks this monster in a replay.
    ReplaysOn(CardRef),
    /// Attacks directly in a replay.
    ReplaysDirectly,
    /// Stops the attack in a replay.
    ReplaysNotAtAll,
    /// Draws the card of the turn.
    DrawsForTheTurn,
    /// Moves on to a phase.
    GoesTo(Phase),
    /// Ends the turn.
    GoesToNextTurn,
}

segoc_engine::vocabulary! {
    /// What an offer is about.
    OfferAction {
        /// To activate the card or an effect of it: what an offer is about unless it says otherwise.
        Activate = "activate",
        /// To Normal Summon it.
        NormalSummon = "normal summon",
        /// To Set it.
        Set = "set",
        /// To Flip Summon it.
        FlipSummon = "flip summon",
        /// To Special Summon it by its own procedure.
        SpecialSummon = "special summon",
        /// To Pendulum Summon it, alone or with others.
        PendulumSummon = "pendulum summon",
        /// To change its battle position.
        ChangePosition = "change position",
        /// To attack a monster with it.
        Attack = "attack",
        /// To attack directly with it.
        AttackDirectly = "attack directly",
        /// To go on with its attack in a replay.
        Replay = "replay",
        /// To move on to another phase or turn without having done more with it.
        MoveOn = "move on",
        /// To apply what it leaves to its player: a part with "you can", or something instead of a destruction.
        Apply = "apply",
    }
}

/// Something that is, or is not, on offer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// The card.
    pub card: CardRef,
    /// The id of the effect, if given.
    pub effect: Option<String>,
    /// What would be done with it.
    pub action: OfferAction,
}

impl Step {
    /// Everything it says not to be on offer.
    pub fn refusals(&self) -> impl Iterator<Item = &Spanned<Refusal>> {
        let more = match &self.kind {
            StepKind::Check(
                Check::NeverOffered(list)
                | Check::Chain { cannot_be_added: list, .. }
                | Check::Window { not_offered: list, .. }
                | Check::Placing { not_offered: list, .. },
            ) => list.as_slice(),
            _ => &[],
        };
        self.never_offered.iter().chain(more)
    }
}

/// Something that is not on offer, with the rule that forbids it if the file says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// What.
    pub offer: Offer,
    /// Why.
    pub rule: Option<Rule>,
}

/// A card, or one effect of it, as a link of a chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkRef {
    /// The card.
    pub card: CardRef,
    /// The id of the effect, if given.
    pub effect: Option<String>,
}

/// The kinds of check.
#[derive(Clone, Debug)]
pub enum Check {
    /// Exactly this chain was completed; `cannot_be_added` was offered to nobody after its last link.
    Chain {
        /// Chain Link 1 first.
        links: Vec<Spanned<LinkRef>>,
        /// Not offered after the last link.
        cannot_be_added: Vec<Spanned<Refusal>>,
    },
    /// How the chain last checked resolved, in order.
    Resolves(Vec<Spanned<(LinkRef, Option<LinkOutcome>)>>),
    /// These happened in this order; each inner list at one instant.
    Happens(Vec<Spanned<Vec<Spanned<Happening>>>>),
    /// Who may act now, and with what.
    Window {
        /// Who.
        player: Player,
        /// In which box.
        chart: Option<ChartBox>,
        /// In which phase.
        phase: Option<Phase>,
        /// At which moment.
        during: Option<Moment>,
        /// Must be among the options.
        offered: Vec<Spanned<Offer>>,
        /// Must not be.
        not_offered: Vec<Spanned<Refusal>>,
    },
    /// Who places a trigger now, and which.
    Placing {
        /// Who.
        player: Player,
        /// Must be among the options.
        offered: Vec<Spanned<LinkRef>>,
        /// Must not be.
        not_offered: Vec<Spanned<Refusal>>,
    },
    /// Could not be used before the next open state.
    NeverOffered(Vec<Spanned<Refusal>>),
    /// The field once the state is open.
    Board(Sides<Option<Spanned<BoardSide>>>),
    /// The duel is over.
    Ends(End),
    /// Nothing is written yet; only in drafts.
    Blank(Blank),
}

/// A check of a draft that does not say yet what it expects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Blank {
    Chain,
    Resolves,
    Happens,
    Window,
    Placing,
    /// Which of the sides say nothing.
    Board(Sides<bool>),
    Ends,
}

/// One player's side in a `board` check; what is not written is not compared.
#[derive(Clone, Debug, Default)]
pub struct BoardSide {
    /// Life points.
    pub lp: Option<i32>,
    /// The zones that are compared, with every card in them.
    pub zones: Vec<(StartZone, Spanned<Vec<BoardCard>>)>,
}

/// A card in a `board` check. A label means that copy; a plain name any card of that name.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct BoardCard {
    pub name: String,
    pub label: Option<CardId>,
    pub position: Option<BattlePosition>,
    /// Its zone.
    pub seat: Option<Seat>,
    pub counters: Option<u8>,
    /// Of a banished card: whether it lies face-up or face-down.
    pub face: Option<Facing>,
    pub equipped_to: Option<CardRef>,
    /// Its materials, all of them.
    pub materials: Option<Vec<BoardCard>>,
    pub atk: Option<i32>,
    /// Its Level.
    pub level: Option<i32>,
    pub def: Option<i32>,
}

/// One event of a `happens` check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Happening {
    /// To cards.
    Cards(CardEvent, Vec<CardRef>),
    /// To a player, this many.
    Player(PlayerEvent, Player, i32),
}
