//! What became of a duel: every question with its answer, every event, and where each step of the story stood.
//!
//! A duel is driven once ([`crate::drive`]) and leaves a transcript. Judging, reporting, telling and blessing read it; none of them
//! speaks to the engine.

use std::ops::Range;
use std::sync::Arc;

use segoc_format::place::{Span, Spanned};
use segoc_format::ruling::CardRef;
use segoc_protocol::{
    Answer, Ask, BattlePosition, Board, Capabilities, Capability, CardId, EffectRef, End, Event, Happened, Player,
    Prompt, Refused, Seat,
};

use crate::cast::Cast;
use crate::outcome::Outcome;

/// What became of a duel.
#[derive(Clone, Debug)]
pub struct Transcript<'r> {
    /// The format it was played in.
    pub format: String,
    /// The reading that was played, of a disputed ruling.
    pub reading: Option<String>,
    /// What the engine can tell.
    pub capabilities: Capabilities,
    /// Who is who.
    pub cast: Cast<'r>,
    /// Everything that happened, in order.
    pub events: Vec<Event>,
    /// Everything that was asked, in order; the last one may have no answer.
    pub questions: Vec<Question>,
    /// How the duel ended, if it did.
    pub end: Option<End>,
    /// The board at the end of the duel.
    pub last_board: Option<Board>,
    /// Where the steps of the story stood, as far as they were told.
    pub stands: Vec<Stand>,
    /// Where the story could not be told as it is written.
    pub hitches: Vec<Hitch>,
    /// Why it was not told to its end: the engine cannot, or broke down, or the file is wrong.
    pub stop: Option<Outcome>,
    /// Whether boards or refusals were left out that the engine could have told.
    pub abridged: bool,
}

/// A question with its answer.
#[derive(Clone, Debug)]
pub struct Question {
    /// How many events had happened when it was asked.
    pub events: usize,
    /// The question, with the board and with what was refused as far as they were wanted.
    pub prompt: Arc<Prompt>,
    /// The answer; none if the story ended with the question.
    pub answer: Option<Answer>,
    /// Whether there was a choice, and nothing is written about it.
    pub unwritten: bool,
}

/// A point of a duel: so many events had happened, so many questions had been answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Point {
    /// Events before it.
    pub event: usize,
    /// Questions before it.
    pub question: usize,
}

/// A part of a duel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// The events in it.
    pub events: Range<usize>,
    /// The questions in it.
    pub questions: Range<usize>,
}

impl Point {
    /// From here to another point.
    pub fn to(self, end: Self) -> Stretch {
        let (event, question) = (end.event.max(self.event), end.question.max(self.question));
        Stretch { events: self.event..event, questions: self.question..question }
    }
}

/// Where a step of the story stood.
#[derive(Clone, Debug)]
pub struct Stand {
    /// The step, by its number in the file.
    pub step: usize,
    /// The last action or completed chain before it, from which `never offered` looks.
    pub since: Point,
    /// The event after which `happens` looks: the last action at a prompt to act.
    pub acted: usize,
    /// Where it began to run on.
    pub from: Point,
    /// Where it stopped.
    pub at: Point,
    /// What it came to.
    pub found: Found,
}

/// What a step came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// Nothing: what it is about never came.
    Nothing,
    /// An action, done at this question.
    Action(usize),
    /// A chain, completed by this event.
    Chain(usize),
    /// A window: this question.
    Window(usize),
    /// A placement: this question.
    Asked(usize),
    /// A placement without a question: this event.
    Placed(usize),
    /// The game state is open, or the duel is over; or the step only looks back.
    Here,
}

/// Something that could not be told as it is written.
#[derive(Clone, Debug)]
pub struct Hitch {
    /// The step it belongs to.
    pub step: usize,
    /// Where the duel stood.
    pub at: Point,
    /// What it was.
    pub kind: HitchKind,
}

/// The kinds of hitch.
#[derive(Clone, Debug)]
pub enum HitchKind {
    /// An action was nowhere on offer since this point.
    NotOffered(Point),
    /// A card that is written beside an activation or Summon could not be chosen.
    NotChosen {
        /// What for, as in "could not … it".
        verb: &'static str,
        /// Which card.
        card: Spanned<CardRef>,
        /// The effect, if it was an activation.
        effect: Option<EffectRef>,
        /// What could have been chosen.
        instead: Vec<CardId>,
    },
    /// A word that is written was not among the choices.
    OtherWords {
        /// Where it is written.
        span: Span,
        /// The word.
        word: String,
        /// The choices.
        words: Vec<String>,
    },
    /// An announcement was never used: where it stands.
    Unused(Span),
    /// Nobody was asked for the position that is written.
    PositionNotAsked(BattlePosition),
    /// Nobody was asked for the zone that is written, or it was not on offer.
    ZoneNotAsked(Seat),
}

/// A link of a chain.
#[derive(Clone, Copy, Debug)]
pub struct Link<'t> {
    /// Counted from 1.
    pub number: u16,
    /// Who activated it.
    pub player: Player,
    /// What.
    pub effect: EffectRef,
    /// Its targets.
    pub targets: &'t [CardId],
    /// The event of its activation.
    pub event: usize,
}

/// A placement of a trigger, asked or not.
#[derive(Clone, Debug)]
pub struct Placement {
    /// Who places it.
    pub player: Player,
    /// What they can place.
    pub offered: Vec<EffectRef>,
    /// What they cannot, and why.
    pub refused: Vec<Refused>,
}

/// Something in the course of a duel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item {
    /// A question, by its number.
    Question(usize),
    /// An event, by its number.
    Event(usize),
}

impl Transcript<'_> {
    /// Whether the engine can tell something.
    pub fn can(&self, capability: Capability) -> bool {
        self.capabilities.contains(&capability)
    }

    /// The question that is asked at a point, if the duel has come to it.
    pub fn asked(&self, at: Point) -> Option<&Question> {
        self.questions.get(at.question).filter(|question| question.events <= at.event)
    }

    /// The point just after an event.
    pub fn after_event(&self, event: usize) -> Point {
        Point { event: event + 1, question: self.questions.partition_point(|q| q.events <= event) }
    }

    /// Everything that had been told when a point's question was asked.
    pub fn told_at(&self, at: Point) -> Point {
        Point { event: self.questions.get(at.question).map_or(self.events.len(), |question| question.events), ..at }
    }

    /// Where what a step says is `never offered` is looked for: up to an action, with the window in which it is done, up to the
    /// completion of a chain, else up to where the step stood.
    pub fn never_offered_in(&self, stand: &Stand) -> Stretch {
        let end = match stand.found {
            Found::Action(question) => {
                let done = self.told_at(Point { event: 0, question });
                Point { question: question + 1, ..done }
            }
            Found::Chain(complete) => Point { event: complete, ..self.after_event(complete) },
            _ => stand.at,
        };
        stand.since.to(end)
    }

    /// The time from the last link of a chain to the event that completed it.
    pub fn after_last_link(&self, complete: usize) -> Stretch {
        let end = Point { event: complete, ..self.after_event(complete) };
        let last = self.chain_before(complete).last().map(|link| link.event);
        last.map_or(end, |activated| self.after_event(activated)).to(end)
    }

    /// The end of everything that was told.
    pub fn last(&self) -> Point {
        let answered = self.questions.iter().take_while(|question| question.answer.is_some()).count();
        Point { event: self.events.len(), question: answered }
    }

    /// The first open state at or after a point, or the end.
    pub fn next_open(&self, from: Point) -> Point {
        let rest = self.questions.iter().enumerate().skip(from.question);
        let open =
            rest.into_iter().find(|(_, question)| question.prompt.is_open_state() && question.events >= from.event);
        match open {
            Some((question, asked)) => Point { event: asked.events, question },
            None => self.last(),
        }
    }

    /// Everything of a stretch, in order.
    pub fn items(&self, stretch: &Stretch) -> impl DoubleEndedIterator<Item = Item> + use<> {
        let mut items = Vec::new();
        let mut event = stretch.events.start;
        for number in stretch.questions.clone() {
            let Some(question) = self.questions.get(number) else { break };
            let until = question.events.clamp(event, stretch.events.end);
            items.extend((event..until).map(Item::Event));
            event = until;
            items.push(Item::Question(number));
        }
        items.extend((event..stretch.events.end).map(Item::Event));
        items.into_iter()
    }

    /// The board at a point, or the last one before it.
    pub fn board(&self, at: Point) -> Option<&Board> {
        if self.end.is_some() && at.question >= self.questions.len() {
            return self.last_board.as_ref();
        }
        let before = self.questions.iter().take(at.question + 1).rev();
        before.into_iter().find_map(|question| question.prompt.board.as_ref())
    }

    /// The links of the chain under way before an event, Chain Link 1 first.
    pub fn chain_before(&self, event: usize) -> Vec<Link<'_>> {
        let mut links: Vec<Link<'_>> = Vec::new();
        for (number, told) in self.events[..event.min(self.events.len())].iter().enumerate().rev() {
            if told.what == Happened::ChainOver {
                break;
            }
            links.extend(link(number, told));
            // A chain may be built while the last link of another has just resolved.
            if links.last().is_some_and(|link| link.number == 1) {
                break;
            }
        }
        links.reverse();
        links
    }

    /// The placement of a trigger at a question, or that an event tells, if nobody was asked.
    pub fn placement(&self, at: Item) -> Option<Placement> {
        match at {
            Item::Question(number) => {
                let prompt = &self.questions.get(number)?.prompt;
                let Ask::Trigger { options, .. } = &prompt.ask else { return None };
                Some(Placement { player: prompt.player, offered: options.clone(), refused: prompt.refused.clone() })
            }
            Item::Event(number) => match &self.events.get(number)?.what {
                Happened::Placed { player, effect, instead, refused, asked: false, .. } => {
                    let offered = std::iter::once(effect).chain(instead).copied().collect();
                    Some(Placement { player: *player, offered, refused: refused.clone() })
                }
                _ => None,
            },
        }
    }
}

/// The link an event adds to the chain, if it does.
pub fn link(number: usize, event: &Event) -> Option<Link<'_>> {
    match &event.what {
        Happened::Activated { link, player, effect, targets, .. } => {
            Some(Link { number: *link, player: *player, effect: *effect, targets, event: number })
        }
        _ => None,
    }
}
