//! Where the duel of one engine parts from that of another, told the same story.

use std::collections::BTreeSet;
use std::fmt;

use segoc_protocol::{Action, Ask, Board, Capability, CardId, EffectRef, Event, Happened, LinkOutcome, Prompt};

use super::places::{moment, phase};
use crate::cast::enumerate;
use crate::transcript::{Item, Point, Transcript};

/// The first thing in which two duels differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parting {
    /// The last thing they have in common.
    pub after: Option<String>,
    /// How our duel goes on.
    pub ours: String,
    /// How their duel goes on.
    pub theirs: String,
}

impl fmt::Display for Parting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.after {
            Some(after) => write!(f, "Both duels go the same way until {after}. ")?,
            None => f.write_str("The duels differ from the beginning. ")?,
        }
        write!(f, "Then, in the reference engine, {}; in this engine, {}.", self.ours, self.theirs)
    }
}

/// Where their duel first parts from ours. Only what both engines can tell is compared: not how an engine divides or orders what happens
/// at one time, nor windows that one of them does not open.
#[must_use]
pub fn parts(ours: &Transcript<'_>, theirs: &Transcript<'_>) -> Option<Parting> {
    let both = |capability| ours.can(capability) && theirs.can(capability);
    let course =
        |told| Course { told, windows: both(Capability::Windows), outcomes: both(Capability::Outcomes) }.marks();
    let (our_marks, their_marks) = (course(ours), course(theirs));
    let common = our_marks.iter().zip(&their_marks).take_while(|(our, their)| our == their).count();
    let (our, their) = (our_marks.get(common), their_marks.get(common));
    if our.is_none() && their.is_none() {
        return None;
    }
    let said = |mark: Option<Mark>, told: &Transcript<'_>| match (mark, &told.stop) {
        (Some(mark), _) => mark.to_string(),
        (None, Some(outcome)) => format!("the story stops ({})", outcome.word()),
        (None, None) => "the story is over".into(),
    };
    let is_point = |mark: &&Mark| !matches!(mark, Mark::Happened(_) | Mark::Board(_));
    let after = our_marks[..common].iter().rfind(is_point).map(Mark::to_string);
    let (our, their) = apart(our.cloned(), their.cloned());
    Some(Parting { after, ours: said(our, ours), theirs: said(their, theirs) })
}

/// Something both engines have to say, with cards by their names: tokens have other numbers in other engines.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Mark {
    /// A player is asked, at this place; of what may be done only what is done with cards.
    Asked(String, BTreeSet<String>),
    /// A player is asked as in the other duel, and may not use this.
    Lacks(String, BTreeSet<String>),
    /// The player and the triggers they may place.
    Places(String, BTreeSet<String>),
    /// The link, what was activated by whom, and its targets.
    Link(u16, String, BTreeSet<String>),
    Complete,
    Resolved(u16, LinkOutcome),
    /// What has happened since the last mark, in no order.
    Happened(BTreeSet<String>),
    /// Where everything lies in an open state.
    Board(BTreeSet<String>),
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |items: &BTreeSet<String>, conjunction| enumerate(&items.iter().collect::<Vec<_>>(), conjunction);
        match self {
            Self::Asked(place, offered) => write!(f, "{place} and may use {}", list(offered, "or")),
            Self::Lacks(place, lacking) => write!(f, "{place} and may not use {}", list(lacking, "or")),
            Self::Places(player, offered) => write!(f, "{player} places a trigger: {}", list(offered, "or")),
            Self::Link(number, what, targets) => {
                write!(f, "{what} as Chain Link {number}")?;
                if targets.is_empty() { Ok(()) } else { write!(f, ", targeting {}", list(targets, "and")) }
            }
            Self::Complete => f.write_str("the chain is complete"),
            Self::Resolved(link, LinkOutcome::Done) => write!(f, "Chain Link {link} has resolved"),
            Self::Resolved(link, outcome) => write!(f, "Chain Link {link} has resolved: {outcome}"),
            Self::Happened(facts) => write!(f, "what happens is: {}", list(facts, "and")),
            Self::Board(cards) => write!(f, "the board shows {}", list(cards, "and")),
        }
    }
}

/// Two different marks; of what may be used, what was done and what lies where, only what the other one does not have.
fn apart(ours: Option<Mark>, theirs: Option<Mark>) -> (Option<Mark>, Option<Mark>) {
    let less = |a: &BTreeSet<String>, b: &BTreeSet<String>| -> BTreeSet<String> { a.difference(b).cloned().collect() };
    match (&ours, &theirs) {
        (Some(Mark::Asked(place, a)), Some(Mark::Asked(same, b))) if place == same => {
            let (more, fewer) = (less(a, b), less(b, a));
            let asked = |offered: BTreeSet<String>, lacking| match offered.is_empty() {
                true => Some(Mark::Lacks(place.clone(), lacking)),
                false => Some(Mark::Asked(place.clone(), offered)),
            };
            (asked(more.clone(), fewer.clone()), asked(fewer, more))
        }
        (Some(Mark::Happened(a)), Some(Mark::Happened(b))) => {
            (Some(Mark::Happened(less(a, b))), Some(Mark::Happened(less(b, a))))
        }
        (Some(Mark::Board(a)), Some(Mark::Board(b))) => (Some(Mark::Board(less(a, b))), Some(Mark::Board(less(b, a)))),
        _ => (ours, theirs),
    }
}

/// A duel, and what is compared of it.
struct Course<'t> {
    told: &'t Transcript<'t>,
    windows: bool,
    outcomes: bool,
}

impl Course<'_> {
    fn marks(&self) -> Vec<Mark> {
        let all = Point { event: self.told.events.len(), question: self.told.questions.len() };
        let mut marks = Vec::new();
        let mut happened = BTreeSet::new();
        for item in self.told.items(&Point::default().to(all)) {
            let new = match item {
                Item::Event(number) => {
                    let event = &self.told.events[number];
                    happened.extend(self.happened(event));
                    self.event(event).into_iter().collect()
                }
                Item::Question(number) => self.question(&self.told.questions[number].prompt),
            };
            if !new.is_empty() && !happened.is_empty() {
                marks.push(Mark::Happened(std::mem::take(&mut happened)));
            }
            marks.extend(new);
        }
        marks.extend((!happened.is_empty()).then_some(Mark::Happened(happened)));
        marks.extend(self.told.last_board.as_ref().map(|board| self.board(board)));
        marks
    }

    fn event(&self, event: &Event) -> Option<Mark> {
        Some(match &event.what {
            Happened::Activated { link, player, effect, targets, .. } => {
                let what = format!("{player} activates {}", self.effect(*effect));
                Mark::Link(*link, what, targets.iter().map(|&card| self.name(card)).collect())
            }
            Happened::Placed { player, effect, instead, asked: false, .. } => {
                let offered = std::iter::once(effect).chain(instead).map(|effect| self.effect(*effect));
                Mark::Places(player.to_string(), offered.collect())
            }
            Happened::ChainComplete => Mark::Complete,
            Happened::Resolved { link, outcome } => {
                let nothing = *outcome == LinkOutcome::WithoutEffect && !self.outcomes;
                Mark::Resolved(*link, if nothing { LinkOutcome::Done } else { *outcome })
            }
            _ => return None,
        })
    }

    /// What an event says of cards and players.
    fn happened(&self, event: &Event) -> Vec<String> {
        match &event.what {
            Happened::Cards { are, cards, .. } => {
                // Details an engine need not tell, and engines tell them in different ways.
                let words = are.iter().filter(|word| !word.is_detail());
                words.flat_map(|word| cards.iter().map(move |&card| format!("{} ({word})", self.name(card)))).collect()
            }
            Happened::Player { is, player, count, .. } => vec![format!("{player} {is} {count}")],
            Happened::AttackEnded { card } => vec![format!("{} (attack ended)", self.name(*card))],
            Happened::Unaffected { card } => vec![format!("{} (unaffected)", self.name(*card))],
            _ => Vec::new(),
        }
    }

    fn question(&self, prompt: &Prompt) -> Vec<Mark> {
        match &prompt.ask {
            Ask::Respond { options } if options.is_empty() && !self.windows => Vec::new(),
            Ask::Act { options } | Ask::Respond { options } => {
                let asked =
                    Mark::Asked(place(prompt), options.iter().filter_map(|option| self.action(option)).collect());
                let board = prompt.board.as_ref().filter(|_| prompt.is_open_state()).map(|board| self.board(board));
                board.into_iter().chain([asked]).collect()
            }
            Ask::Trigger { options, .. } => {
                let offered = options.iter().map(|effect| self.effect(*effect)).collect();
                vec![Mark::Places(prompt.player.to_string(), offered)]
            }
            Ask::Choose(_) | Ask::Confirm(_) => Vec::new(),
        }
    }

    /// What is done with a card, in a word.
    fn action(&self, action: &Action) -> Option<String> {
        let card = self.name(action.card()?);
        Some(match action {
            Action::Activate(effect) | Action::Trigger(effect) => self.effect(*effect),
            Action::Attack { target, .. } | Action::ReplayOn { target, .. } => {
                format!("{card} (attack on {})", self.name(*target))
            }
            Action::AttackDirectly { .. } | Action::ReplayDirectly { .. } => format!("{card} (direct attack)"),
            Action::StopAttack { .. } => format!("{card} (no attack)"),
            Action::NormalSummon { .. } => format!("{card} (Normal Summon)"),
            Action::FlipSummon { .. } => format!("{card} (Flip Summon)"),
            Action::SpecialSummon(_) => format!("{card} (Special Summon)"),
            Action::PendulumSummon { .. } => format!("{card} (Pendulum Summon)"),
            Action::Set { .. } => format!("{card} (Set)"),
            Action::ChangePosition { .. } => format!("{card} (change of position)"),
            Action::Proceed | Action::Draw | Action::GoTo { .. } | Action::EndTurn => return None,
        })
    }

    fn board(&self, board: &Board) -> Mark {
        let lp = board.lp.iter().map(|(player, lp)| format!("{player} with {lp} LP"));
        let cards = board.cards.iter().map(|there| {
            let face = if there.zone.on_field() { format!(" face-{}", there.face) } else { String::new() };
            format!("{}{face} ({}'s {})", self.name(there.card), there.player, there.zone)
        });
        Mark::Board(lp.chain(cards).collect())
    }

    fn effect(&self, effect: EffectRef) -> String {
        let name = self.name(effect.card);
        self.told.cast.telling_id(effect).map(|id| format!("{name} ({id})")).unwrap_or(name)
    }

    fn name(&self, card: CardId) -> String {
        self.told.cast.full_name(card)
    }
}

/// Who is asked, and when.
fn place(prompt: &Prompt) -> String {
    let chart = prompt.chart.map(|chart| format!(" in box {chart}")).unwrap_or_default();
    let during = prompt.during.map(|at| format!(", {}", moment(at))).unwrap_or_default();
    format!("{} is asked{chart} ({}'s {}{during})", prompt.player, prompt.turn, phase(prompt.phase))
}
