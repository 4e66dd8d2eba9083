//! Questions: who was asked where, what was done, and what was not on offer.

use segoc_protocol::{Action, Answer, Ask, ChartBox, Prompt};

use super::super::tale::{Instant, Kind, NotOffered, Step};
use super::Teller;
use crate::judge::Looked;
use crate::transcript::Question;

/// The window in which an activation was begun.
pub(super) struct Acting<'t> {
    pub(super) prompt: &'t Prompt,
    /// Whether a private trigger is used.
    pub(super) is_trigger: bool,
}

impl<'t> Teller<'t> {
    pub(super) fn question(&mut self, number: usize, asked: &'t Question) {
        let prompt: &'t Prompt = &asked.prompt;
        if !self.causes && (prompt.turn, prompt.phase) != (self.turn, self.phase) {
            self.begin_phase(prompt.turn, prompt.phase);
        }
        match (&prompt.ask, &asked.answer) {
            (Ask::Act { options } | Ask::Respond { options }, _) => self.window(number, asked, options),
            (Ask::Choose(_), Some(Answer::Word(word))) => self.words.push(word),
            (Ask::Confirm(effect), Some(Answer::Confirm(yes))) => {
                if let Some((_, instants)) = &mut self.resolving {
                    instants.push(Instant::Chose(prompt.player, effect.card, *yes));
                }
            }
            (Ask::Trigger { options, .. }, Some(Answer::Pass)) => self.declined(number, prompt.player, options),
            _ => {}
        }
    }

    fn window(&mut self, number: usize, asked: &'t Question, options: &'t [Action]) {
        let prompt: &'t Prompt = &asked.prompt;
        let checked = self.is_checked(number);
        self.flush_loose();
        self.moment = prompt.during;
        if self.waits_for_a_chance(prompt) {
            self.meet();
        }
        self.tell_unseen();
        if checked {
            self.flush();
            self.push(Kind::Window(prompt, asked.answer == Some(Answer::Pass)));
        }
        self.looked_at(number, prompt);
        let chosen = match asked.answer {
            Some(Answer::Option(index)) => options.get(index),
            Some(_) => None,
            None => return,
        };
        match chosen {
            Some(Action::Activate(_)) => self.acting = Some(Acting { prompt, is_trigger: false }),
            Some(Action::Trigger(_)) => self.acting = Some(Acting { prompt, is_trigger: true }),
            Some(Action::Proceed) => self.pass(prompt, true),
            None if checked => {}
            None => self.pass(prompt, false),
            Some(action) => {
                self.flush();
                self.push(Kind::Act(prompt, *action));
            }
        }
        self.forget(number);
        if matches!(prompt.ask, Ask::Act { .. }) {
            self.end_window();
        }
    }

    fn pass(&mut self, prompt: &'t Prompt, proceeds: bool) {
        // A chain that is completed and what comes after it are different things.
        let in_chain = |prompt: &Prompt| prompt.chart == Some(ChartBox::D);
        if self.passes.last().is_some_and(|last| in_chain(last.0) != in_chain(prompt)) {
            self.flush_passes();
        }
        self.passes.push((prompt, proceeds));
    }

    /// What the ruling asks about and is refused in this window.
    fn looked_at(&mut self, number: usize, prompt: &'t Prompt) {
        for i in 0..self.looked.len() {
            if let Some(looked) = self.looked[i].take_if(|looked| looked.question == Some(number)) {
                self.not_offered(looked, Some(prompt));
            }
        }
    }

    /// What the ruling asks about and nobody was asked for, once the time is over in which it could have been.
    pub(super) fn looked_up_to(&mut self, event: usize) {
        for i in 0..self.looked.len() {
            let is_over = |looked: &Looked| looked.question.is_none() && !looked.dropped && looked.event <= event;
            if let Some(looked) = self.looked[i].take_if(|looked| is_over(looked)) {
                self.not_offered(looked, None);
            }
        }
    }

    fn not_offered(&mut self, looked: &'t Looked, window: Option<&'t Prompt>) {
        let recent = self.steps.iter().rev().take_while(|s| !matches!(s.kind, Kind::Resolves(_) | Kind::Phase));
        let is_meant = |card| self.told.cast.is(&looked.offer.card, card);
        let used = |step: &Step<'_>| matches!(&step.kind, Kind::Link(used) if is_meant(used.link.effect.card));
        let again = recent.into_iter().any(used);
        self.flush();
        self.push(Kind::NotOffered(NotOffered { looked, window, again }));
    }
}
