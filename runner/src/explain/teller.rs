//! From the transcript of a duel to the steps of its tale: what happened and what was asked, in one order, in sentences that are the same
//! for every kind of output.

use segoc_format::catalogue::Catalogue;
use segoc_protocol::{
    Action, Capability, CardEvent, CardId, ChartBox, End, Event, Happened, LinkOutcome, Moment, Phase, Player, Prompt,
    Refusal, Rule, Seat,
};

use super::clause::stopped;
use super::fact::{Fact, is_token_gone, word};
use super::happenings::{Instant, leaves_after_a_chain};
use super::places::{moment, moment_heading, phase};
use super::quiet;
use super::tale::{Kind, Layout, Paragraph, Step};
use super::triggers::Triggers;
use super::values::Values;
use super::whys::{About, Mark};
use super::windows::Acting;
use crate::judge::Looked;
use crate::transcript::{self, Found, Link, Transcript};

/// What is known while a tale is told.
pub(super) struct Teller<'t> {
    pub(super) told: &'t Transcript<'t>,
    catalogue: &'t Catalogue,
    /// Whether the engine says what brought things about.
    pub(super) causes: bool,
    /// Whether what triggered at an earlier moment comes first, if that is known.
    pub(super) earlier_first: Option<bool>,
    /// How many events have been told.
    pub(super) now: usize,
    pub(super) steps: Vec<Step>,
    pub(super) turn: Player,
    pub(super) phase: Phase,
    pub(super) moment: Option<Moment>,
    /// The moment of the Damage Step that was told last.
    moment_told: Option<Moment>,
    /// Windows in which nobody did anything and that are not told yet, and whether their player goes on with an attack there.
    pub(super) passes: Vec<(&'t Prompt, bool)>,
    /// What happened outside links and is not told yet.
    pub(super) loose: Vec<Instant<'t>>,
    /// What was paid for the activation under way.
    pub(super) cost: Vec<Fact<'t>>,
    /// What was declared for the activation under way.
    pub(super) words: Vec<&'t str>,
    /// What was declared, with the event of the activation.
    pub(super) declared: Vec<(usize, &'t str)>,
    /// The zone that was chosen last, and for which card.
    pub(super) zone: Option<(CardId, Seat)>,
    /// Whether what is passed was passed in the moment in which somebody acts now.
    pub(super) acts_here: bool,
    /// The window in which the activation under way was begun.
    pub(super) acting: Option<Acting<'t>>,
    /// The link that is resolving, and what it has done.
    pub(super) resolving: Option<(u16, Vec<Instant<'t>>)>,
    pub(super) triggers: Triggers<'t>,
    /// What the ruling asks about and is not told yet.
    pub(super) looked: Vec<Option<Looked>>,
    /// Rules whose sentence was said: it is said where the rule first forbids something.
    said: Vec<Rule>,
    /// A phase that has begun while a link resolves, and is told after it.
    forced: Option<(Player, Phase)>,
    /// What was done last without a chain.
    pub(super) act: Option<Action>,
    /// The rules of the ruling that decide something and of which it is not said yet why, with how many events had happened then.
    pub(super) whys: Vec<(usize, Rule)>,
    /// Where rules have decided something, with how many events had happened then.
    pub(super) decided: Vec<(usize, Rule)>,
    /// The rules of which it was said why.
    pub(super) said_whys: Vec<Rule>,
    /// The conjunctions of which it was said that they keep a part from being done.
    pub(super) said_left: Vec<Rule>,
    /// What is remembered of each step.
    pub(super) marks: Vec<Mark<'t>>,
    /// What the step that is told next is about.
    pub(super) about: About<'t>,
    /// The values that monsters were last said to have.
    pub(super) values: Values,
    /// Links of cards that stay on the field and resolved with their effect negated, each with the card that negates it.
    pub(super) silenced: Vec<(CardId, Link<'t>)>,
}

impl<'t> Teller<'t> {
    /// The steps of the tale of a duel.
    pub(super) fn steps(
        told: &'t Transcript<'t>,
        looked: Vec<Looked>,
        earlier_first: Option<bool>,
        catalogue: &'t Catalogue,
        decided: &[(usize, Rule)],
    ) -> Vec<Step> {
        let mut teller = Self::new(told, looked, earlier_first, catalogue);
        let rules = &told.cast.ruling.rules;
        let is_of_ruling = |(_, rule): &&(usize, Rule)| rules.iter().any(|own| own.value == *rule);
        teller.whys = decided.iter().filter(is_of_ruling).copied().collect();
        teller.decided = decided.to_vec();
        teller.begin_phase(teller.turn, teller.phase);
        teller.tell();
        teller.steps
    }

    /// Somebody who has told nothing yet.
    pub(super) fn new(
        told: &'t Transcript<'t>,
        looked: Vec<Looked>,
        earlier_first: Option<bool>,
        catalogue: &'t Catalogue,
    ) -> Self {
        let first = told.questions.first().map(|question| (question.prompt.turn, question.prompt.phase));
        let (turn, phase) = first.unwrap_or((Player::Yugi, told.cast.ruling.setup.phase));
        Teller {
            told,
            catalogue,
            causes: told.can(Capability::Causes),
            earlier_first,
            now: 0,
            steps: Vec::new(),
            turn,
            phase,
            moment: None,
            moment_told: None,
            passes: Vec::new(),
            loose: Vec::new(),
            cost: Vec::new(),
            words: Vec::new(),
            declared: Vec::new(),
            forced: None,
            zone: None,
            acts_here: false,
            acting: None,
            resolving: None,
            triggers: Triggers::default(),
            looked: looked.into_iter().map(Some).collect(),
            said: Vec::new(),
            act: None,
            whys: Vec::new(),
            decided: Vec::new(),
            said_whys: Vec::new(),
            said_left: Vec::new(),
            marks: Vec::new(),
            values: Values::default(),
            silenced: Vec::new(),
            about: About::default(),
        }
    }

    /// Events and questions in one order: a question comes after the events that had happened when it was asked.
    fn tell(&mut self) {
        let told = self.told;
        let mut questions = told.questions.iter().enumerate().peekable();
        for number in 0..=told.events.len() {
            self.now = number;
            while let Some((question, asked)) = questions.next_if(|(_, asked)| asked.events <= number) {
                self.looked_up_to(number, question);
                // The story ends with the last question, unless it looked at it.
                if asked.answer.is_some() || self.is_checked(question) {
                    self.question(question, asked);
                }
            }
            if let Some(end) = told.end.filter(|_| number == told.events.len()) {
                if let Some((link, _)) = self.resolving {
                    self.resolved(number, link, LinkOutcome::Done, None);
                }
                self.flush();
                self.ended(end);
            }
            self.looked_up_to(number, told.questions.iter().take_while(|asked| asked.events <= number).count());
            self.checked_values(number);
            if let Some(event) = told.events.get(number) {
                self.event(number, event);
            }
        }
        self.flush();
        self.tell_what_was_not_done();
        self.tell_unseen();
        self.tell_other_whys();
        self.steps = quiet::shortened(std::mem::take(&mut self.steps));
    }

    pub(super) fn is_checked(&self, question: usize) -> bool {
        self.told.stands.iter().any(|stand| stand.found == Found::Window(question))
    }

    fn event(&mut self, number: usize, event: &'t Event) {
        self.values.note(event);
        match &event.what {
            Happened::Phase { phase, player } => match self.resolving {
                Some(_) if self.causes => self.forced = Some((*player, *phase)),
                _ => self.begin_phase(*player, *phase),
            },
            Happened::Moment { moment } => {
                // What brought a moment about belongs to it, except that damage is dealt before its aftermath begins.
                if *moment == Moment::AfterDamageCalculation {
                    self.flush_loose();
                }
                self.moment = Some(*moment);
                self.flush_loose();
            }
            Happened::Triggered { trigger, effect, events } => self.triggered(*trigger, *effect, events),
            Happened::Placed { .. } => {
                self.meet();
                self.triggers.placement = Some(event);
            }
            Happened::Dropped { player, effect, trigger } => self.dropped(number, event, *player, *effect, *trigger),
            Happened::Activated { .. } => self.activated(number, event),
            Happened::ChainComplete => self.chain(number),
            Happened::Resolves { link } => {
                self.flush();
                self.resolving = Some((*link, Vec::new()));
            }
            Happened::Resolved { link, outcome } => {
                self.resolved(number, *link, *outcome, event.rule);
                if let Some((player, phase)) = self.forced.take() {
                    self.begin_phase(player, phase);
                }
            }
            Happened::Unaffected { card } => match &mut self.resolving {
                Some((_, instants)) => instants.push(Instant::Spared(*card, event.rule)),
                None => {
                    self.flush();
                    let text = self.spared(*card, event.rule);
                    self.say(Kind::Unaffected, [*card], text, event.rule);
                }
            },
            Happened::AttackEnded { card } => {
                self.flush();
                let replay = if event.rule == Some(Rule::ReplayAttackerGone) { ", without a replay" } else { "" };
                let why = self.unfit_to_attack(*card).filter(|_| event.rule == Some(Rule::ReplayAttackerGone));
                let why = why.map(|why| format!(": {why}")).unwrap_or_default();
                let text = format!("The attack of {} is over{replay}{why}.", self.name(*card));
                self.say(Kind::AttackEnded, [*card], text, event.rule);
            }
            Happened::Cards { from, .. } => match word(event) {
                None if !is_token_gone(event) => {}
                Some(CardEvent::Targeted | CardEvent::BecameMaterial) => {}
                _ if leaves_after_a_chain(event.rule) && from.is_some_and(|from| from.zone.on_field()) => {
                    self.leaves(number, event);
                }
                _ => self.happened(number, event),
            },
            Happened::Player { .. } | Happened::Attempted { .. } => self.happened(number, event),
            Happened::Token { .. } | Happened::Chosen { .. } | Happened::ChainOver => {}
        }
        self.tell_what_applies_again(event);
    }

    pub(super) fn begin_phase(&mut self, turn: Player, phase: Phase) {
        self.flush();
        self.tell_what_was_not_done();
        (self.turn, self.phase, self.moment, self.moment_told) = (turn, phase, None, None);
        let heading = Paragraph::new(Layout::Heading, format!("{turn}'s turn, {}", self::phase(phase)), []);
        self.push(Kind::Phase, [], vec![heading]).player = Some(turn);
    }

    fn ended(&mut self, end: End) {
        let (text, rule) = match end {
            End::Draw => ("The duel ends in a draw.".into(), Some(Rule::WinBothIsADraw)),
            End::Endless => ("No end is in sight: it is not played on.".into(), None),
            End::YugiWins => (format!("{} wins the duel.", Player::Yugi), None),
            End::JoeyWins => (format!("{} wins the duel.", Player::Joey), None),
        };
        self.say(Kind::Ended, [], text, rule).rule = rule;
    }

    /// Something that is not possible, with the reason; else with the sentence of its rule, if that was not said yet.
    pub(super) fn refused(
        &mut self,
        text: String,
        refusal: Option<&Refusal>,
        reason: Option<String>,
    ) -> Vec<Paragraph> {
        let rules =
            refusal.iter().flat_map(|refusal| std::iter::once(refusal.rule).chain(refusal.rests_on.iter().copied()));
        let is_explained = reason.is_some();
        let text = reason.map_or_else(|| text.clone(), |reason| format!("{text}: {reason}"));
        let mut out = vec![Paragraph::new(Layout::Refused, stopped(&text), rules)];
        let new = refusal.map(|refusal| refusal.rule).filter(|rule| !is_explained && !self.said.contains(rule));
        if let Some(entry) = new.and_then(|rule| self.catalogue.get(rule)) {
            self.said.push(entry.rule);
            out.push(Paragraph::new(Layout::Quote, entry.sentence.clone(), []));
        }
        out
    }

    /// The link of a number that was activated last before an event.
    pub(super) fn link_before(&self, event: usize, number: u16) -> Option<Link<'t>> {
        let before = self.told.events[..event].iter().enumerate().rev();
        before.filter_map(|(i, event)| transcript::link(i, event)).find(|link| link.number == number)
    }

    /// Where a player acts, as the end of a clause.
    pub(super) fn place(&self, chart: Option<ChartBox>) -> String {
        match (chart, self.moment) {
            (Some(chart), _) => format!(" (box {chart})"),
            (None, Some(at)) => format!(" {}", moment(at)),
            (None, None) => String::new(),
        }
    }

    /// The moment of the Damage Step, if it was not told yet.
    pub(super) fn tell_moment(&mut self) {
        let Some(new) = self.moment.filter(|moment| self.moment_told != Some(*moment)) else { return };
        self.moment_told = Some(new);
        let heading = moment_heading(new).map(|heading| Paragraph::new(Layout::Subheading, heading, []));
        self.push(Kind::Moment, [], heading.into_iter().collect());
    }

    /// Adds a step; before it the moment of the Damage Step it belongs to, if that is new.
    pub(super) fn push(
        &mut self,
        kind: Kind,
        cards: impl IntoIterator<Item = CardId>,
        mut told: Vec<Paragraph>,
    ) -> &mut Step {
        let about = std::mem::take(&mut self.about);
        if kind != Kind::Passes {
            self.tell_moment();
        }
        let cards: Vec<CardId> = cards.into_iter().collect();
        let rule = told.iter().flat_map(|paragraph| &paragraph.rules).next().copied();
        self.tell_whys(kind, &cards, &about, &mut told);
        self.marks.push(Mark { at: self.now, until: self.until(kind), cards: cards.clone(), about });
        let step = Step {
            kind,
            turn: self.turn,
            phase: self.phase,
            moment: self.moment,
            player: None,
            chart: None,
            link: None,
            instant: None,
            cards: cards.into_iter().map(|card| self.name(card)).collect(),
            rule: rule.or_else(|| told.iter().flat_map(|paragraph| &paragraph.rules).next().copied()),
            told,
            is_quiet: kind == Kind::Passes,
        };
        let index = self.steps.len();
        self.steps.push(step);
        &mut self.steps[index]
    }

    /// Adds a step of one sentence.
    pub(super) fn say(
        &mut self,
        kind: Kind,
        cards: impl IntoIterator<Item = CardId>,
        text: String,
        rule: Option<Rule>,
    ) -> &mut Step {
        self.push(kind, cards, vec![Paragraph::new(Layout::Text, text, rule)])
    }

    /// Tells what is not told yet.
    pub(super) fn flush(&mut self) {
        self.flush_loose();
        self.flush_passes();
    }
}
