//! What the story of a hunt looks at: every question as a whole, every placement, and what could not be used.

use segoc_format::place::Spanned;
use segoc_format::ruling::{Blank, Check, Offer, OfferAction, Refusal, StepKind};
use segoc_protocol::{Action, Ask, CardId, EffectRef, Happened, Prompt, Refused, Sides};

use super::{Checks, Story, fresh};
use crate::cast::Cast;
use crate::drive::is_next_window;
use crate::transcript::Item;

impl Story<'_> {
    /// Looks at a question as a whole: at the board and what happened if the game state is open, at what is on offer and what is not.
    pub(super) fn everything(&mut self, number: usize, prompt: &Prompt, windows: bool) {
        self.placing(Item::Question(number));
        if prompt.is_open_state() && number > 0 {
            self.check(Check::Blank(Blank::Board(Sides { yugi: true, joey: true })));
            self.check(Check::Blank(Blank::Happens));
            self.idle(number);
        }
        // A gate at which nothing can be done need not be opened.
        let is_idle = prompt.is_gate() && prompt.options().is_empty();
        if !is_next_window(prompt) || is_idle || !(windows || prompt.is_open_state()) {
            return;
        }
        let cast = &self.told.cast;
        let mut offered: Vec<Spanned<Offer>> = Vec::new();
        for offer in prompt.options().iter().filter_map(|action| cast.offer(action)).map(fresh) {
            if !offered.contains(&offer) {
                offered.push(offer);
            }
        }
        let during = prompt.during.filter(|_| prompt.is_gate());
        let is_offered = |offer: &Offer| prompt.options().iter().any(|action| cast.is_offer(offer, action));
        let not_offered = refusals(cast, &prompt.refused, is_offered);
        let (player, chart, phase) = (prompt.player, prompt.chart, None);
        self.steps.push(StepKind::Check(Check::Window { player, chart, phase, during, offered, not_offered }));
        (self.stopped, self.seen) = (number, Some(number));
    }

    /// The cards with effects to activate that could not be used since the last action: an engine that has a window more may offer one there.
    pub(super) fn idle(&mut self, until: usize) {
        let (told, cast) = (self.told, &self.told.cast);
        let asked = told.questions[..until].iter().filter(|question| question.events >= self.acted);
        let offered = asked.flat_map(|question| match &question.prompt.ask {
            Ask::Trigger { options, .. } => options.clone(),
            Ask::Respond { options } => options.iter().filter_map(Action::effect).collect(),
            _ => Vec::new(),
        });
        let activated = told.events[self.acted..].iter().filter_map(|event| match &event.what {
            Happened::Activated { effect, .. } => Some(*effect),
            _ => None,
        });
        let used: Vec<CardId> = offered.chain(activated).map(|effect| effect.card).collect();
        let has_effects =
            |card: &CardId| cast.def(*card).is_some_and(|def| def.effects.iter().any(|effect| effect.activates()));
        let all = (0..cast.ruling.setup.cards.len() as u16).map(CardId);
        let idle = all.filter(|card| has_effects(card) && !used.contains(card)).map(|card| {
            let offer = Offer { card: cast.reference(card), effect: None, action: OfferAction::Activate };
            fresh(Refusal { offer, rule: None })
        });
        let idle: Vec<Spanned<Refusal>> = idle.collect();
        if !idle.is_empty() {
            self.check(Check::NeverOffered(idle));
        }
    }

    /// Looks at a placement, if everything is looked at.
    pub(super) fn placing(&mut self, at: Item) {
        let Some(placement) = self.told.placement(at).filter(|_| matches!(self.manner, Checks::All { .. })) else {
            return;
        };
        let cast = &self.told.cast;
        let link = |effect: &EffectRef| fresh(cast.link(*effect, cast.telling_id(*effect).is_some()));
        let offered = placement.offered.iter().map(link).collect();
        let is_offered = |offer: &Offer| placement.offered.iter().any(|effect| cast.is_offered_trigger(offer, *effect));
        let not_offered = refusals(cast, &placement.refused, is_offered);
        self.check(Check::Placing { player: placement.player, offered, not_offered });
    }
}

/// What is refused and in no way on offer, each once.
fn refusals(cast: &Cast<'_>, refused: &[Refused], is_offered: impl Fn(&Offer) -> bool) -> Vec<Spanned<Refusal>> {
    let mut all: Vec<Spanned<Refusal>> = Vec::new();
    for refused in refused {
        let Some(offer) = cast.offer(&refused.action).filter(|offer| !is_offered(offer)) else { continue };
        if all.iter().all(|other| other.value.offer != offer) {
            all.push(fresh(Refusal { offer, rule: Some(refused.refusal.rule) }));
        }
    }
    all
}
