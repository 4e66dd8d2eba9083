//! A tale: the duel of a ruling as typed facts, in the order in which they happened.

use segoc_engine::def::{Moment, Phase};
use segoc_engine::{CardId, ChartBox, DuelEnd, LinkOutcome, MoveHow, Player, Rule, SummonKind, Zone};

use crate::outcome::{Outcome, Scene};
use crate::ruling::{Reading, Source};

/// The duel of a ruling, told.
#[derive(Clone, Debug)]
pub struct Tale {
    /// What it is about.
    pub header: Header,
    /// The board at the beginning.
    pub before: Scene,
    /// What happened.
    pub steps: Vec<Step>,
    /// The board at the end.
    pub after: Scene,
    /// Whether it went as the ruling says.
    pub verdict: Verdict,
    /// Other formats of the ruling in which it goes differently.
    pub elsewhere: Vec<String>,
}

/// What a tale is about.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Header {
    pub name: String,
    pub id: String,
    pub path: String,
    pub title: String,
    pub question: String,
    pub answer: String,
    pub format: String,
    /// The format in words.
    pub format_title: String,
    /// The rules that decide it, with their sentences.
    pub rules: Vec<(Rule, String)>,
    /// The sources that speak for this format, else all.
    pub sources: Vec<Source>,
    /// The readings, if the sources disagree.
    pub readings: Vec<Reading>,
    /// The reading that is told.
    pub reading: Option<String>,
}

impl Header {
    /// The title; a draft may have none yet.
    pub(super) fn title_or_draft(&self) -> &str {
        if self.title.is_empty() { "A draft" } else { &self.title }
    }

    /// Name, id and format in a line, without an id that is not given yet.
    pub(super) fn place(&self, name: &str, format: &str) -> String {
        let parts = [name, &self.id, format].into_iter().filter(|part| !part.is_empty());
        parts.collect::<Vec<_>>().join(" · ")
    }
}

/// Whether it went as the ruling says.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// How many checks the ruling has here.
    pub checks: usize,
    /// What came of them.
    pub outcome: Outcome,
    /// How many further steps went otherwise.
    pub more: usize,
    /// The lines of the step that went otherwise, as written.
    pub written: Option<String>,
}

/// A card of the duel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    /// Which.
    pub id: CardId,
    /// How it is called, without ambiguity.
    pub name: String,
}

/// A step of a tale, with the place at which it stands.
#[derive(Clone, Debug)]
pub struct Step {
    /// Whose turn it is.
    pub turn: Player,
    /// The phase.
    pub phase: Phase,
    /// The moment inside the phase.
    pub moment: Option<Moment>,
    /// What it tells.
    pub kind: Kind,
}

/// What a step tells.
#[derive(Clone, Debug)]
pub enum Kind {
    /// A phase begins, or the tale begins in it.
    Phase,
    /// A moment of the Damage Step in which something is told begins.
    Moment(Moment),
    /// A player does something that starts no chain.
    Act(Act),
    /// A card or effect is activated.
    Link(Link),
    /// The chain is complete.
    Chain(Vec<Stacked>),
    /// A link's turn comes.
    Resolves(Resolution),
    /// Things happen that no link does.
    Happens(Vec<Instant>),
    /// Used cards leave the field with the end of the chain.
    Leaves(Vec<Card>, Rule, u32),
    /// Several triggers meet in a window.
    Meet(Meeting),
    /// A trigger cannot be used.
    Lost(Loss),
    /// A player does not use triggers.
    Declined(Player, Vec<Card>),
    /// A window the ruling looks at.
    Window(Chance),
    /// Windows in which nobody does anything.
    Passes(Vec<Pass>),
    /// Something the ruling asks about is not on offer.
    NotOffered(NotOffered),
    /// An attack ends without being carried out.
    AttackEnded(Card, Rule),
    /// The duel is over.
    Ended(DuelEnd),
}

/// Something a player does that starts no chain.
#[derive(Clone, Debug)]
pub struct Act {
    /// Who.
    pub player: Player,
    /// In which box.
    pub chart: Option<ChartBox>,
    /// What.
    pub what: Doing,
}

/// The kinds of doing that start no chain.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum Doing {
    NormalSummons(Card),
    Sets(Card),
    FlipSummons(Card),
    SpecialSummons(Card),
    ChangesPositionOf(Card),
    Attacks(Card, Card),
    AttacksDirectly(Card),
    ReplaysOn(Card, Card),
    ReplaysDirectly(Card),
    StopsAttack(Card),
    Draws,
    GoesTo(Phase),
    EndsTurn,
}

/// An activation.
#[derive(Clone, Debug)]
pub struct Link {
    /// Its number on the chain.
    pub number: u16,
    /// Who activates it.
    pub player: Player,
    /// In which box; none for triggers that are placed.
    pub chart: Option<ChartBox>,
    /// At which moment of a gate.
    pub gate: bool,
    /// The card.
    pub card: Card,
    /// Whether the Spell or Trap Card itself is activated, not an effect of it.
    pub of_card: bool,
    /// The name of the effect, if the card has several.
    pub effect: Option<String>,
    /// What was paid.
    pub cost: Vec<Fact>,
    /// What was declared or picked on activation.
    pub words: Vec<String>,
    /// What it targets.
    pub targets: Vec<Card>,
    /// What it answers.
    pub answers: Option<Answers>,
    /// Why it was placed here, if it is a trigger.
    pub placed: Option<Placed>,
    /// The instant.
    pub instant: u32,
}

/// What an activation answers.
#[derive(Clone, Debug)]
pub enum Answers {
    /// An activation: its number and card.
    Link(u16, Card),
    /// Something that happened.
    Event(Fact),
    /// A mandatory effect that answers nothing where it lies.
    Nothing,
}

/// Why a trigger was placed where it was.
#[derive(Clone, Debug)]
pub struct Placed {
    /// The trigger.
    pub trigger: Trigger,
    /// The rule of its group.
    pub group: Rule,
    /// The other triggers its player could have placed instead.
    pub instead: Vec<Card>,
    /// Whether its player was asked.
    pub asked: bool,
    /// Whether it was told already that it triggered.
    pub told: bool,
    /// Its moment among those of the others, in formats in which that matters.
    pub age: Option<std::cmp::Ordering>,
    /// It waited because its card is private.
    pub private: bool,
    /// Whether it is the first of several.
    pub position: Position,
    /// Whether all triggers of the window are of one group.
    pub one_group: bool,
}

/// Where among the triggers of a window one is placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Position {
    First,
    /// After another of the same group.
    Next,
    /// The first of a later group.
    NextGroup,
}

/// A trigger that was met.
#[derive(Clone, Debug)]
pub struct Trigger {
    /// Whose it is.
    pub player: Player,
    /// Its card.
    pub card: Card,
    /// Whether it must be activated.
    pub mandatory: bool,
    /// What met it.
    pub cause: Option<Fact>,
    /// When it was met.
    pub instant: u32,
}

/// Several triggers that meet in a window.
#[derive(Clone, Debug)]
pub struct Meeting {
    /// Them, in the order in which they were met.
    pub triggers: Vec<Trigger>,
    /// Whether the order of their moments matters in this format.
    pub age_matters: bool,
    /// Whether they are mandatory quick effects that an activation calls for.
    pub called: bool,
}

/// A link of a complete chain.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Stacked {
    pub number: u16,
    pub player: Player,
    pub card: Card,
    pub targets: Vec<Card>,
}

/// What a link does.
#[derive(Clone, Debug)]
pub struct Resolution {
    /// Its number.
    pub number: u16,
    /// Who activated it.
    pub player: Player,
    /// Its card.
    pub card: Card,
    /// What happens, one instant after the other.
    pub instants: Vec<Instant>,
    /// What became of it.
    pub outcome: LinkOutcome,
    /// Why, if it did nothing.
    pub reason: Option<Rule>,
}

/// Things that happen at the same time.
#[derive(Clone, Debug)]
pub struct Instant {
    /// The number of the instant.
    pub at: u32,
    /// What happens.
    pub facts: Vec<Fact>,
}

/// A trigger that cannot be used.
#[derive(Clone, Debug)]
pub struct Loss {
    /// Which.
    pub trigger: Trigger,
    /// The rule that forbids it.
    pub rule: Rule,
    /// Further rules that rests on.
    pub rests_on: Vec<Rule>,
    /// What happened since, if it missed the timing.
    pub since: Vec<Fact>,
    /// The rule's sentence.
    pub sentence: String,
    /// Whether the trigger was met at all, or its card could not see what happened.
    pub met: bool,
}

/// A window the ruling looks at.
#[derive(Clone, Debug)]
pub struct Chance {
    /// Who may act.
    pub player: Player,
    /// In which box.
    pub chart: Option<ChartBox>,
    /// With which cards.
    pub offered: Vec<Card>,
    /// Whether the player passes.
    pub passes: bool,
}

/// A window in which a player passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pass {
    /// Who.
    pub player: Player,
    /// In which box.
    pub chart: Option<ChartBox>,
    /// At which moment.
    pub moment: Option<Moment>,
    /// He goes on with an attack.
    pub proceeds: bool,
}

/// Something the ruling asks about that is not on offer.
#[derive(Clone, Debug)]
pub struct NotOffered {
    /// Who would do it.
    pub player: Option<Player>,
    /// What, as in "activate Trap Hole".
    pub what: crate::ruling::OfferAction,
    /// The card.
    pub card: Card,
    /// Whether it was looked for in a certain window, not over some time.
    pub here: bool,
    /// In which box it was looked for.
    pub chart: Option<ChartBox>,
    /// Whether the card has an effect that triggers.
    pub waits: bool,
    /// Why not, if anyone was asked.
    pub rule: Option<Rule>,
    /// Further rules that rests on.
    pub rests_on: Vec<Rule>,
    /// The rule's sentence.
    pub sentence: String,
    /// Whether its player was asked.
    pub was_asked: bool,
    /// Whether it was used before in the same chain.
    pub again: bool,
}

/// Something that happened.
#[derive(Clone, Debug)]
pub struct Fact {
    /// What.
    pub what: What,
    /// To which cards.
    pub cards: Vec<Card>,
    /// By what.
    pub by: By,
    /// When.
    pub at: u32,
    /// The rule that put it there, if one had to decide.
    pub rule: Option<Rule>,
}

/// By what something happened.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum By {
    Cost(u16, Card),
    /// To make room for the card, a Field Spell that was activated.
    Room(u16, Card),
    Link(u16, Card),
    Continuous(Card),
    Player(Player),
    Battle(Card),
    Game,
}

/// The kinds of fact.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum What {
    /// How, from where and whose it was there, to where and whose if that is a hidden or private place.
    Moved(MoveHow, (Zone, Player), (Zone, Option<Player>)),
    Drew(Player),
    Revealed,
    Set,
    Attempted(SummonKind, Player),
    /// The cards became materials for this monster.
    Material(Card),
    /// The last is set in Defense Position: whether face-up.
    Summoned(SummonKind, Player, Option<bool>),
    TurnedFaceUp,
    TurnedFaceDown,
    ChangedPosition,
    ChangedControl(Player),
    Equipped,
    CountersPlaced(u8),
    CountersRemoved(u8),
    Targeted,
    Activated(u16, Player),
    Resolved(u16),
    ActivationNegated,
    EffectNegated,
    SummonNegated,
    AttackNegated,
    Damage(Player, i32, bool),
    GainedLp(Player, i32),
    PaidLp(Player, i32),
    AttackDeclared(Option<Card>),
    Redirected,
    Battled,
    /// With the values of the card, if they changed: whether ATK, and to what.
    Applied(Vec<(bool, i32)>),
    Moment(Moment),
    Chose(Player, bool),
}
