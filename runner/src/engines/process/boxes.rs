//! Boxes of the chart, worked out for engines that leave them out.

use segoc_protocol::{Action, Answer, Ask, ChartBox, Event, Happened, Moment, Phase, Prompt};

/// What decides in which box a player is asked.
#[derive(Clone, Debug, Default)]
pub(super) struct Boxes {
    /// An effect was activated and the chain is not complete.
    building: bool,
    /// The turn player wants to move on from here.
    leaving: Option<(Phase, Option<Moment>)>,
    /// A chain is over, and the opponent has not been asked since.
    after_chain: bool,
}

impl Boxes {
    /// Takes note of something that happened.
    pub(super) fn event(&mut self, event: &Event) {
        match event.what {
            Happened::Activated { .. } => (self.building, self.leaving) = (true, None),
            Happened::ChainComplete => self.building = false,
            Happened::ChainOver => self.after_chain = true,
            _ => {}
        }
    }

    /// Takes note of an answer that is given.
    pub(super) fn answer(&mut self, prompt: &Prompt, answer: &Answer) {
        if let (Ask::Act { options }, Answer::Option(option)) = (&prompt.ask, answer) {
            let leaves = matches!(options.get(*option), Some(Action::GoTo { .. } | Action::EndTurn | Action::Proceed));
            self.leaving = leaves.then_some((prompt.phase, prompt.during));
        }
        if matches!(prompt.ask, Ask::Act { .. }) || prompt.player != prompt.turn {
            self.after_chain = false;
        }
        // What was left for this phase is done, and both players are asked anew.
        if matches!(prompt.ask, Ask::Respond { .. }) && prompt.player == prompt.turn {
            self.leaving = None;
        }
    }

    /// Fills in the box of a window that has none; what is no window has none.
    pub(super) fn complete(&self, prompt: &mut Prompt) {
        if prompt.chart.is_none() {
            prompt.chart = self.of(prompt);
        }
    }

    fn of(&self, prompt: &Prompt) -> Option<ChartBox> {
        let gate = prompt.during.is_some_and(|moment| match moment {
            Moment::BeforeTheDraw | Moment::SummonAttempt | Moment::DamageCalculation => true,
            // After a chain both players may act as ever before the moment goes on.
            Moment::StartOfBattlePhase | Moment::EndOfBattlePhase => !self.after_chain,
            _ => false,
        });
        match prompt.ask {
            Ask::Act { .. } => Some(ChartBox::A),
            Ask::Respond { .. } if self.building => Some(ChartBox::D),
            Ask::Respond { .. } if gate => None,
            Ask::Respond { .. } if prompt.player == prompt.turn => Some(ChartBox::B),
            Ask::Respond { .. } if self.leaving == Some((prompt.phase, prompt.during)) => Some(ChartBox::E),
            Ask::Respond { .. } => Some(ChartBox::C),
            Ask::Trigger { .. } | Ask::Choose(_) | Ask::Confirm(_) => None,
        }
    }
}
