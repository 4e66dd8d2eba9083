//! The play of a duel as somebody would write it: what the players did and announced, and checks that say nothing yet.
//!
//! This is the way back from what was answered to a story that makes a driver answer the same ([`drive`](crate::drive)). What a driver
//! answers of itself is not written.

mod whole;

use segoc_engine::def::Class;
use segoc_format::place::{Span, Spanned};
use segoc_format::ruling::{Blank, CardRef, Check, Do, Refusal, StepKind, Use};
use segoc_protocol::{
    Action, Answer, Ask, BattlePosition, CardId, Choice, EffectRef, Happened, Player, Prompt, Purpose, Seat, Sides,
    Turned,
};

use super::Doubt;
use crate::drive::{by_default, is_next_window, is_of_activation, moment, offer};
use crate::transcript::{Item, Point, Transcript};

/// A story that is being written.
struct Story<'t> {
    told: &'t Transcript<'t>,
    /// What somebody asked about, by the question or the event that refuses it.
    doubts: &'t [(Item, Doubt)],
    steps: Vec<StepKind>,
    /// The questions before this one are answered.
    next: usize,
    /// The question to which the last step that runs has come.
    stopped: usize,
    /// After so many events the last action was done.
    acted: usize,
    /// The window at which the last `window` stands.
    seen: Option<usize>,
    /// What the choices of an activation stand beside: the step, the use in it if it is a trigger, and the effect.
    current: Option<(usize, usize, Option<EffectRef>)>,
    /// The last chain that was written has not been followed to its end.
    resolving: bool,
    chains: usize,
    manner: Checks,
}

/// What the checks of a story look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Checks {
    /// Chains and the board.
    Few,
    /// Also what happened, where no chain shows it.
    Usual,
    /// Every open state and every placement; every other window too, if there are such.
    All { windows: bool },
}

/// The steps of a duel that has come to an open state or its end, with what somebody asked about.
pub(super) fn steps(told: &Transcript<'_>, doubts: &[(Item, Doubt)], manner: Checks) -> Vec<StepKind> {
    let begin = Point { event: told.questions.first().map_or(0, |question| question.events), question: 0 };
    let mut story = Story {
        told,
        doubts,
        steps: Vec::new(),
        next: 0,
        stopped: 0,
        acted: begin.event,
        seen: None,
        current: None,
        resolving: false,
        chains: 0,
        manner,
    };
    let end = Point { event: told.events.len(), ..told.last() };
    for item in told.items(&begin.to(end)) {
        match item {
            Item::Event(event) => story.event(event),
            Item::Question(question) => story.question(question),
        }
    }
    story.finish();
    story.steps
}

/// The steps of a duel that nobody asked anything about.
pub(crate) fn told_as(told: &Transcript<'_>, manner: Checks) -> Vec<StepKind> {
    steps(told, &[], manner)
}

fn fresh<T>(value: T) -> Spanned<T> {
    Spanned { value, span: Span::default() }
}

impl Story<'_> {
    fn event(&mut self, number: usize) {
        match &self.told.events[number].what {
            Happened::ChainComplete => {
                self.chain(number);
                (self.resolving, self.current) = (true, None);
                self.chains += 1;
            }
            Happened::ChainOver if self.resolving => {
                self.check(Check::Blank(Blank::Resolves));
                self.resolving = false;
            }
            Happened::Activated { effect, targets, .. } => {
                // What only could be targeted was not asked for; it is written all the same.
                let targets = self.refs(targets);
                if let Some((.., of)) = self.current
                    && of == Some(*effect)
                    && let Some(using) = self.using()
                    && using.targets.is_empty()
                {
                    using.targets = targets;
                }
                self.current = None;
            }
            Happened::Placed { asked: false, .. } => {
                self.placing(Item::Event(number));
                self.current = None;
            }
            _ => {}
        }
    }

    /// A chain, with what could not be added to it if somebody asked.
    fn chain(&mut self, complete: usize) {
        let after = self.told.after_last_link(complete);
        let mut cannot_be_added = self.refused(|at| match at {
            Item::Question(question) => after.questions.contains(&question),
            Item::Event(event) => after.events.contains(&event),
        });
        if matches!(self.manner, Checks::All { .. }) {
            cannot_be_added.extend(self.used_up(complete, &after));
        }
        if cannot_be_added.is_empty() {
            return self.check(Check::Blank(Blank::Chain));
        }
        let cast = &self.told.cast;
        let link = |effect: EffectRef| fresh(cast.link(effect, cast.telling_id(effect).is_some()));
        let links = self.told.chain_before(complete).into_iter().map(|link_| link(link_.effect)).collect();
        self.check(Check::Chain { links, cannot_be_added });
    }

    /// What somebody asked about that is refused at some places.
    fn refused(&self, there: impl Fn(Item) -> bool) -> Vec<Spanned<Refusal>> {
        let refused = self.doubts.iter().filter(|(at, _)| there(*at));
        refused.map(|(_, doubt)| fresh(Refusal { offer: doubt.offer.clone(), rule: Some(doubt.rule) })).collect()
    }

    /// A check; a story stops there.
    fn check(&mut self, check: Check) {
        self.steps.push(StepKind::Check(check));
        self.stopped = self.next;
    }

    fn question(&mut self, number: usize) {
        let question = &self.told.questions[number];
        let (prompt, answer) = (&question.prompt, &question.answer);
        if prompt.is_open_state() {
            self.lost_before(number);
        }
        match self.manner {
            Checks::All { windows } => self.everything(number, prompt, windows),
            Checks::Few | Checks::Usual => self.asked_about(number, prompt),
        }
        match (&prompt.ask, answer) {
            (Ask::Act { options } | Ask::Respond { options }, Some(Answer::Option(option))) => {
                if let Some(action) = options.get(*option) {
                    self.act(number, prompt, action);
                }
            }
            (Ask::Act { .. } | Ask::Respond { .. }, _) => self.current = None,
            (Ask::Trigger { options, .. }, Some(Answer::Option(option))) => {
                if let Some(effect) = options.get(*option) {
                    self.trigger(number, *effect);
                }
            }
            (Ask::Choose(choice), Some(answer)) => self.choice(number, prompt.player, choice, answer),
            (Ask::Confirm(effect), Some(Answer::Confirm(true))) => {
                let (card, id) = (self.told.cast.reference(effect.card), self.told.cast.telling_id(*effect));
                self.steps.push(StepKind::Applies(prompt.player, fresh(card), id, None));
            }
            _ => {}
        }
        self.next = number + 1;
    }

    /// A player does something.
    fn act(&mut self, number: usize, prompt: &Prompt, action: &Action) {
        let cast = &self.told.cast;
        let card = |id: &CardId| cast.reference(*id);
        let done = match action {
            Action::Proceed => return,
            Action::Trigger(effect) => return self.trigger(number, *effect),
            Action::Activate(effect) => Do::Activates(self.use_of(*effect), None),
            Action::SpecialSummon(effect) => Do::SpecialSummons(card(&effect.card), None, Vec::new(), None, None),
            Action::NormalSummon { card: it } => Do::NormalSummons(card(it), Vec::new(), None),
            Action::Set { card: it } => Do::Sets(card(it), Vec::new(), None),
            Action::FlipSummon { card: it } => Do::FlipSummons(card(it)),
            Action::PendulumSummon { card: it } => Do::PendulumSummons(vec![fresh(card(it))]),
            Action::ChangePosition { card: it } => Do::ChangesPositionOf(card(it)),
            Action::Attack { card: it, target } => Do::AttacksWith(card(it), card(target)),
            Action::AttackDirectly { card: it } => Do::AttacksDirectlyWith(card(it)),
            Action::ReplayOn { target, .. } => Do::ReplaysOn(card(target)),
            Action::ReplayDirectly { .. } => Do::ReplaysDirectly,
            Action::StopAttack { .. } => Do::ReplaysNotAtAll,
            Action::Draw => Do::DrawsForTheTurn,
            Action::GoTo { phase } => Do::GoesTo(*phase),
            Action::EndTurn => Do::GoesToNextTurn,
        };
        let done = self.not_too_early(number, prompt, done);
        self.acted = self.told.questions[number].events;
        self.current = Some((self.steps.len(), 0, action.effect()));
        self.steps.push(StepKind::Action(prompt.player, fresh(done)));
        self.stopped = number + 1;
    }

    /// An action is done where it is first on offer. If that was before, its moment is written, or windows up to its own.
    fn not_too_early(&mut self, number: usize, prompt: &Prompt, mut done: Do) -> Do {
        let Some(wanted) = offer(&done) else { return done };
        let cast = &self.told.cast;
        let offers = |question: &usize| {
            let prompt_ = &self.told.questions[*question].prompt;
            prompt_.player == prompt.player && prompt_.options().iter().any(|action| cast.is_offer(&wanted, action))
        };
        let before: Vec<usize> = (self.stopped..number).filter(offers).collect();
        let Some(last) = before.last() else { return done };
        let at = prompt.during.filter(|at| before.iter().all(|q| self.told.questions[*q].prompt.during != Some(*at)));
        if let (Do::Activates(_, during @ None), Some(at)) = (&mut done, at) {
            *during = Some(at);
        }
        if moment(&done).is_none() {
            self.windows_past(*last, number);
        }
        done
    }

    /// Looks at every window until one after a question, at most up to another.
    fn windows_past(&mut self, past: usize, until: usize) {
        for number in self.stopped..=until {
            let prompt = &self.told.questions[number].prompt;
            if is_next_window(prompt) && self.seen.is_none_or(|seen| seen < number) {
                self.window(number, Vec::new());
                if number > past {
                    return;
                }
            }
        }
    }

    fn window(&mut self, number: usize, not_offered: Vec<Spanned<Refusal>>) {
        let prompt = &self.told.questions[number].prompt;
        let during = prompt.during.filter(|_| prompt.is_gate());
        let (player, chart, phase, offered) = (prompt.player, prompt.chart, None, Vec::new());
        self.steps.push(StepKind::Check(Check::Window { player, chart, phase, during, offered, not_offered }));
        (self.stopped, self.seen) = (number, Some(number));
    }

    /// What somebody asked about at a window where no chain is built.
    fn asked_about(&mut self, number: usize, prompt: &Prompt) {
        let refused = self.refused(|at| at == Item::Question(number));
        let building = !self.told.chain_before(self.told.questions[number].events).is_empty();
        if refused.is_empty() || building || !is_next_window(prompt) {
            return;
        }
        if let Some(before) = number.checked_sub(1).filter(|before| *before >= self.stopped) {
            self.windows_up_to(before);
        }
        self.window(number, refused);
    }

    /// Looks at every window up to a question.
    fn windows_up_to(&mut self, until: usize) {
        for number in self.stopped..=until {
            if is_next_window(&self.told.questions[number].prompt) && self.seen.is_none_or(|seen| seen < number) {
                self.window(number, Vec::new());
            }
        }
    }

    /// What somebody asked about that was lost before an open state, outside a chain.
    fn lost_before(&mut self, number: usize) {
        let questions = &self.told.questions;
        let open = questions[..number].iter().rev().find(|question| question.prompt.is_open_state());
        let since = open.map_or(0, |open| open.events);
        let now = questions.get(number).map_or(self.told.events.len(), |question| question.events);
        let lost = self.refused(|at| {
            matches!(at, Item::Event(event) if (since..now).contains(&event) && self.told.chain_before(event).is_empty())
        });
        if !lost.is_empty() {
            self.check(Check::NeverOffered(lost));
        }
    }

    /// A trigger is placed or used.
    fn trigger(&mut self, number: usize, effect: EffectRef) {
        let declined = |question: &usize| {
            let question = &self.told.questions[*question];
            let offered = match &question.prompt.ask {
                Ask::Trigger { options, .. } => options.contains(&effect),
                Ask::Respond { options } => options.contains(&Action::Trigger(effect)),
                _ => false,
            };
            offered && question.answer == Some(Answer::Pass)
        };
        if let Some(last) = (self.stopped..number).rev().find(declined) {
            match self.told.questions[number].prompt.is_window() {
                true => self.windows_past(last, number),
                false => self.placements_past(last, number),
            }
        }
        self.announce(effect);
    }

    /// Announces a trigger; the choices of its activation stand beside it.
    fn announce(&mut self, effect: EffectRef) {
        let using = fresh(self.use_of(effect));
        match self.steps.last_mut() {
            Some(StepKind::Triggers(uses)) => uses.push(using),
            _ => self.steps.push(StepKind::Triggers(vec![using])),
        }
        let place = if let Some(StepKind::Triggers(uses)) = self.steps.last() { uses.len() - 1 } else { 0 };
        self.current = Some((self.steps.len() - 1, place, Some(effect)));
    }

    /// Looks at every placement until one after a question.
    fn placements_past(&mut self, past: usize, until: usize) {
        let from = Point { event: self.told.questions[self.stopped].events, question: self.stopped };
        let end = Point { event: self.told.questions[until].events, question: until + 1 };
        for item in self.told.items(&from.to(end)) {
            if self.told.placement(item).is_none() {
                continue;
            }
            self.steps.push(StepKind::Check(Check::Blank(Blank::Placing)));
            if matches!(item, Item::Question(number) if number > past) {
                break;
            }
        }
        self.stopped = until;
    }

    fn choice(&mut self, number: usize, player: Player, choice: &Choice, answer: &Answer) {
        let asked = Point { event: self.told.questions[number].events, question: number + 1 };
        if is_of_activation(self.told, choice, self.acted, asked) && choice.purpose != Purpose::Zone {
            return self.of_activation(player, choice, answer);
        }
        let usual = by_default(choice) == *answer;
        match answer {
            Answer::Cards(cards) => {
                // What is answered anyway is written if it can be named.
                let named = !cards.is_empty() && cards.iter().all(|&card| self.is_nameable(card));
                if named || !usual {
                    let cards = self.refs(cards);
                    self.steps.push(StepKind::Chooses(player, cards, None, None));
                }
            }
            Answer::Position(_) if usual => {}
            Answer::Position(position) => self.place(player, choice.about, battle_position(*position), None),
            Answer::Word(_) if usual && choice.purpose == Purpose::Zone => {}
            Answer::Word(word) if choice.purpose == Purpose::Zone => {
                self.place(player, choice.about, None, Seat::from_word(word));
            }
            Answer::Word(word) => self.picks(player, choice.effect, word),
            _ => {}
        }
    }

    /// One of several things that an effect may do.
    fn picks(&mut self, player: Player, effect: Option<EffectRef>, word: &str) {
        let Some(effect) = effect else { return };
        let cast = &self.told.cast;
        let (card, id) = (cast.reference(effect.card), cast.telling_id(effect));
        // Who says which is done wants one of them.
        let may_pick = cast.may_pick(effect, word);
        if let Some(StepKind::Applies(by, of, _, option @ None)) = self.steps.last_mut()
            && may_pick
            && (*by, &of.value) == (player, &card)
        {
            *option = Some(word.to_owned());
            return;
        }
        self.steps.push(StepKind::Applies(player, fresh(card), id, Some(word.to_owned())));
    }

    /// The position or zone of a monster, beside what brings it to the field.
    fn place(&mut self, player: Player, about: Option<CardId>, position: Option<BattlePosition>, zone: Option<Seat>) {
        let about = about.map(|about| self.told.cast.reference(about));
        for step in self.steps.iter_mut().rev() {
            match step {
                StepKind::Chooses(by, cards, at, to) if *by == player => {
                    let is_meant = cards.iter().any(|card| Some(&card.value) == about.as_ref());
                    if is_meant && (position.is_none() || at.is_none()) && (zone.is_none() || to.is_none()) {
                        (*at, *to) = (at.or(position), to.or(zone));
                        return;
                    }
                }
                StepKind::Action(by, done) if *by == player => {
                    let (card, at, to) = match &mut done.value {
                        Do::NormalSummons(card, _, to) | Do::Sets(card, _, to) => (card, None, to),
                        Do::SpecialSummons(card, _, _, at, to) => (card, Some(at), to),
                        // What is said of these monsters is said before it.
                        Do::PendulumSummons(_) => continue,
                        _ => break,
                    };
                    if Some(&*card) != about.as_ref() {
                        break;
                    }
                    if let (Some(at), Some(position)) = (at, position) {
                        *at = Some(position);
                    }
                    *to = to.or(zone);
                    return;
                }
                StepKind::Action(..) => break,
                _ => {}
            }
        }
        let Some(about) = about else { return };
        let said = StepKind::Chooses(player, vec![fresh(about.clone())], position, zone);
        let swings = |step: &StepKind| match step {
            StepKind::Action(by, done) if *by == player => match &done.value {
                Do::PendulumSummons(cards) => cards.iter().any(|card| card.value == about),
                _ => false,
            },
            _ => false,
        };
        let last = self.steps.iter().rposition(|step| matches!(step, StepKind::Action(..)));
        match last.filter(|&last| self.steps.get(last).is_some_and(swings)) {
            // Some engines ask for it as the Summon is begun, others when it succeeds.
            Some(before) => {
                self.steps.insert(before, said);
                self.current = self.current.map(|(step, place, of)| (step + usize::from(step >= before), place, of));
            }
            None => self.steps.push(said),
        }
    }

    /// A choice that stands beside an activation or a Summon.
    fn of_activation(&mut self, player: Player, choice: &Choice, answer: &Answer) {
        let is_current =
            self.current.is_some_and(|(.., of)| choice.effect.is_none() || of.is_none() || of == choice.effect);
        // A trigger that was placed without a question.
        let triggers = |effect: &EffectRef| {
            let class = self.told.cast.class(*effect);
            matches!(class, Some(Class::Trigger | Class::Quick)) && !matches!(answer, Answer::Position(_))
        };
        if let Some(effect) = choice.effect.filter(triggers).filter(|_| !is_current) {
            self.announce(effect);
        }
        match (answer, choice.purpose) {
            (_, Purpose::Cause) => {}
            (Answer::Cards(cards), purpose) => {
                let cards = self.refs(cards);
                let target = purpose == Purpose::Target;
                if let Some(using) = self.using() {
                    let list = if target { &mut using.targets } else { &mut using.paying_with };
                    list.extend(cards);
                } else if let Some(
                    Do::NormalSummons(_, with, _)
                    | Do::Sets(_, with, _)
                    | Do::SpecialSummons(_, _, with, ..)
                    | Do::PendulumSummons(with),
                ) = self.doing()
                {
                    with.extend(cards);
                }
            }
            (Answer::Word(word), purpose) => {
                if let Some(using) = self.using() {
                    let slot = if purpose == Purpose::Bullet { &mut using.option } else { &mut using.declares };
                    *slot = Some(word.clone());
                }
            }
            (Answer::Position(position), _) if by_default(choice) != *answer => {
                self.place(player, choice.about, battle_position(*position), None);
            }
            _ => {}
        }
    }

    /// What the present activation uses.
    fn using(&mut self) -> Option<&mut Use> {
        let (step, place, _) = self.current?;
        match self.steps.get_mut(step)? {
            StepKind::Triggers(uses) => uses.get_mut(place).map(|using| &mut using.value),
            StepKind::Action(_, done) => match &mut done.value {
                Do::Activates(using, _) => Some(using),
                _ => None,
            },
            _ => None,
        }
    }

    /// What is being done.
    fn doing(&mut self) -> Option<&mut Do> {
        match self.steps.get_mut(self.current?.0)? {
            StepKind::Action(_, done) => Some(&mut done.value),
            _ => None,
        }
    }

    fn use_of(&self, effect: EffectRef) -> Use {
        let cast = &self.told.cast;
        Use {
            card: cast.reference(effect.card),
            effect: cast.telling_id(effect),
            option: None,
            targets: Vec::new(),
            paying_with: Vec::new(),
            declares: None,
        }
    }

    /// Whether no other card is called so.
    fn is_nameable(&self, card: CardId) -> bool {
        let (all, name) = (&self.told.cast.ruling.references, self.told.cast.name(card));
        all.iter().filter(|other| **other == name).count() < 2
    }

    fn refs(&self, cards: &[CardId]) -> Vec<Spanned<CardRef>> {
        cards.iter().map(|&card| fresh(self.told.cast.reference(card))).collect()
    }

    /// How it ends: what happened if no chain says it, and the board.
    fn finish(&mut self) {
        self.lost_before(self.told.questions.len());
        if let Checks::All { windows } = self.manner {
            let told = self.told;
            let last = told.questions.iter().enumerate().next_back();
            match last.filter(|(_, last)| last.answer.is_none() && last.prompt.is_open_state()) {
                Some((number, last)) => return self.everything(number, &last.prompt, windows),
                None => self.idle(told.questions.len()),
            }
        }
        let acts = self.steps.iter().any(|step| matches!(step, StepKind::Action(..)));
        if self.chains == 0 && acts && self.manner == Checks::Usual {
            self.check(Check::Blank(Blank::Happens));
        }
        let last = match self.told.end {
            Some(_) => Blank::Ends,
            None => Blank::Board(Sides { yugi: true, joey: true }),
        };
        self.check(Check::Blank(last));
    }
}

fn battle_position(position: Turned) -> Option<BattlePosition> {
    match position {
        Turned::Attack => Some(BattlePosition::Attack),
        Turned::Defense | Turned::FaceUpDefense => Some(BattlePosition::Defense),
        Turned::FaceDown | Turned::Other => None,
    }
}
