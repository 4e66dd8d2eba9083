//! Questions: who was asked where, what was done, and what was not on offer.

use segoc_engine::def::Class;
use segoc_engine::policy::Private;
use segoc_engine::{Action, Answer, Ask, CardId, ChartBox, PendingId};

use super::super::tale::{Act, Card, Chance, Doing, Fact, Instant, Kind, NotOffered, Pass, What};
use super::Teller;
use crate::play::{Asked, Looked};
use crate::ruling::CardRef;

/// The window in which an activation was begun.
pub(super) struct Acting {
    pub(super) chart: Option<ChartBox>,
    /// A window in which only certain effects may start a chain.
    pub(super) gate: bool,
    /// The private trigger that is used.
    pub(super) trigger: Option<PendingId>,
}

impl Teller<'_> {
    pub(super) fn question(&mut self, number: usize, asked: &Asked) {
        match &asked.prompt.ask {
            Ask::Act { options } | Ask::Respond { options } => self.window(number, asked, options),
            Ask::Choose(_) => {
                if let Some(Answer::Word(word)) = &asked.answer {
                    self.words.push(word.clone());
                }
            }
            Ask::Confirm { effect } => self.confirmed(asked, effect.card),
            Ask::Trigger { .. } => {}
        }
    }

    fn window(&mut self, number: usize, asked: &Asked, options: &[Action]) {
        let window = asked.prompt.window;
        let waiting = options.iter().any(|o| matches!(o, Action::Trigger(_)));
        self.flush_loose();
        self.moment = window.during;
        if waiting || (self.policy.private == Private::FastWindow && self.is_chance(asked)) {
            self.meet();
        }
        self.tell_unseen();
        if asked.checked {
            self.flush();
            let offered = self.offered(options);
            let passes = asked.answer == Some(Answer::Pass);
            let chance = Chance { player: asked.prompt.player, chart: window.chart, offered, passes };
            self.push(Kind::Window(chance));
        }
        self.looked_at(number, asked);
        let chosen = match asked.answer {
            Some(Answer::Option(index)) => options.get(index),
            Some(_) => None,
            None => return,
        };
        match chosen {
            Some(Action::Activate(_)) => self.begin(asked, None),
            Some(Action::Trigger(trigger)) => self.begin(asked, Some(trigger.pending)),
            Some(Action::Proceed) => self.pass(asked, true),
            None if asked.checked => {}
            None => self.pass(asked, false),
            Some(action) => {
                self.flush();
                if let Some(what) = self.doing(action) {
                    let act = Act { player: asked.prompt.player, chart: window.chart, what };
                    self.push(Kind::Act(act));
                }
            }
        }
        if matches!(asked.prompt.ask, Ask::Act { .. }) {
            self.end_window();
        }
    }

    /// Whether a player has a chance after an action or a chain.
    fn is_chance(&self, asked: &Asked) -> bool {
        matches!(asked.prompt.window.chart, Some(ChartBox::B | ChartBox::C)) && !self.waiting.is_empty()
    }

    fn begin(&mut self, asked: &Asked, trigger: Option<PendingId>) {
        let chart = asked.prompt.window.chart;
        self.acting = Some(Acting { chart, gate: chart.is_none(), trigger });
    }

    fn pass(&mut self, asked: &Asked, proceeds: bool) {
        let window = asked.prompt.window;
        let pass = Pass { player: asked.prompt.player, chart: window.chart, moment: window.during, proceeds };
        // A chain that is completed and what comes after it are different things.
        let in_chain = |p: &Pass| p.chart == Some(ChartBox::D);
        if self.passes.last().is_some_and(|last| in_chain(last) != in_chain(&pass)) {
            self.flush_passes();
        }
        self.passes.push(pass);
    }

    fn confirmed(&mut self, asked: &Asked, card: CardId) {
        let Some(Answer::Confirm(yes)) = asked.answer else { return };
        let at = self.duel.log().get(asked.line).map_or(0, |e| e.at.0);
        let by = super::super::tale::By::Game;
        let what = What::Chose(asked.prompt.player, yes);
        let fact = Fact { what, cards: vec![self.card(card)], by, at, rule: None };
        if let Some((_, instants)) = &mut self.resolving {
            instants.push(Instant { at, facts: vec![fact] });
        }
    }

    /// The cards that may be used in a window.
    fn offered(&self, options: &[Action]) -> Vec<Card> {
        let mut cards: Vec<Card> = Vec::new();
        for option in options {
            let (Action::Activate(_) | Action::Trigger(_)) = option else { continue };
            if let Some(card) = option.card().map(|c| self.card(c)).filter(|c| !cards.contains(c)) {
                cards.push(card);
            }
        }
        cards
    }

    fn doing(&self, action: &Action) -> Option<Doing> {
        Some(match action {
            Action::NormalSummon(card) => Doing::NormalSummons(self.card(*card)),
            Action::Set(card) => Doing::Sets(self.card(*card)),
            Action::FlipSummon(card) => Doing::FlipSummons(self.card(*card)),
            Action::SpecialSummon(effect) => Doing::SpecialSummons(self.card(effect.card)),
            Action::ChangePosition(card) => Doing::ChangesPositionOf(self.card(*card)),
            Action::Attack(card, target) => Doing::Attacks(self.card(*card), self.card(*target)),
            Action::AttackDirectly(card) => Doing::AttacksDirectly(self.card(*card)),
            Action::ReplayOn(card, target) => Doing::ReplaysOn(self.card(*card), self.card(*target)),
            Action::ReplayDirectly(card) => Doing::ReplaysDirectly(self.card(*card)),
            Action::StopAttack(card) => Doing::StopsAttack(self.card(*card)),
            Action::Draw => Doing::Draws,
            Action::GoTo(phase) => Doing::GoesTo(*phase),
            Action::EndTurn => Doing::EndsTurn,
            Action::Activate(_) | Action::Trigger(_) | Action::Proceed => return None,
        })
    }

    /// What the ruling asks about and is refused in this window.
    fn looked_at(&mut self, number: usize, asked: &Asked) {
        for (i, looked) in self.recording.looked.iter().enumerate() {
            if looked.question == Some(number) && !std::mem::replace(&mut self.looked[i], true) {
                self.not_offered(looked, Some(asked));
            }
        }
    }

    /// What the ruling asks about and nobody was asked for, once the time is over in which it could have been.
    pub(super) fn looked_up_to(&mut self, line: usize) {
        for (i, looked) in self.recording.looked.iter().enumerate() {
            let done = looked.question.is_some() || looked.dropped || looked.line > line;
            if !done && !std::mem::replace(&mut self.looked[i], true) {
                self.not_offered(looked, None);
            }
        }
    }

    fn not_offered(&mut self, looked: &Looked, asked: Option<&Asked>) {
        let card = match &looked.offer.card {
            CardRef::Card(id) => self.card(*id),
            CardRef::Token(name) => Card { id: CardId(u16::MAX), name: name.clone() },
        };
        let view = self.duel.cards().find(|c| c.id == card.id);
        let owner = view.as_ref().map(|c| c.owner);
        let waits = view.is_some_and(|c| c.def.effects.iter().any(|e| e.class == Class::Trigger));
        let rule = looked.refusal.as_ref().map(|r| r.rule);
        let recent = self.steps.iter().rev().take_while(|s| !matches!(s.kind, Kind::Resolves(_) | Kind::Phase));
        let again = recent.into_iter().any(|s| matches!(&s.kind, Kind::Link(link) if link.card == card));
        self.flush();
        self.push(Kind::NotOffered(NotOffered {
            player: asked.map(|a| a.prompt.player).or(owner),
            what: looked.offer.action,
            card,
            here: asked.is_some(),
            chart: asked.and_then(|a| a.prompt.window.chart),
            rule,
            rests_on: looked.refusal.as_ref().map(|r| r.rests_on.clone()).unwrap_or_default(),
            waits,
            sentence: rule.map(|r| self.sentence(r)).unwrap_or_default(),
            was_asked: looked.was_asked,
            again,
        }));
    }
}
