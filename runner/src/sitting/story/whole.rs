//! What the story of a hunt looks at: every question as a whole, every placement, and what could not be used.

use segoc_engine::def::{Class, EffectDef, Modifier};
use segoc_format::place::Spanned;
use segoc_format::ruling::{Blank, Check, Offer, OfferAction, Refusal, StepKind};
use segoc_protocol::{Action, Ask, CardEvent, CardId, EffectRef, Happened, Prompt, Refused, Sides};

use super::{Checks, Story, fresh};
use crate::cast::Cast;
use crate::drive::is_next_window;
use crate::transcript::{Item, Stretch};

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
        let mut not_offered = refusals(cast, &prompt.refused, is_offered);
        not_offered.extend(bound(cast, prompt).map(|offer| fresh(Refusal { offer, rule: None })));
        let (player, chart, phase) = (prompt.player, prompt.chart, None);
        self.steps.push(StepKind::Check(Check::Window { player, chart, phase, during, offered, not_offered }));
        (self.stopped, self.seen) = (number, Some(number));
    }

    /// The triggers of a chain that cannot be used once more in it.
    pub(super) fn used_up(&self, complete: usize, after: &Stretch) -> Vec<Spanned<Refusal>> {
        let (told, cast) = (self.told, &self.told.cast);
        let is_trigger = |effect: &EffectRef| cast.effect(*effect).is_some_and(|effect| effect.class == Class::Trigger);
        let offers = |effect: EffectRef| {
            let placed = told.items(after).filter_map(|item| told.placement(item));
            let asked = told.questions[after.questions.clone()].iter().flat_map(|question| question.prompt.options());
            placed.flat_map(|placement| placement.offered.clone()).any(|other| other == effect)
                || asked.filter_map(Action::effect).any(|other| other == effect)
        };
        let mut used: Vec<EffectRef> = told.chain_before(complete).into_iter().map(|link| link.effect).collect();
        used.sort_unstable();
        used.dedup();
        let used = used.into_iter().filter(is_trigger).filter(|effect| !offers(*effect));
        let offer = |effect| cast.offer(&Action::Trigger(effect));
        used.filter_map(offer).map(|offer| fresh(Refusal { offer, rule: None })).collect()
    }

    /// What could not be done since the last action, though an engine that has a question more may offer it there: effects of cards that were not to
    /// be activated, what is done instead of something, and a replay of an attack.
    pub(super) fn idle(&mut self, until: usize) {
        let (told, cast) = (self.told, &self.told.cast);
        let asked = told.questions[..until].iter().filter(|question| question.events >= self.acted);
        let offered = asked.clone().flat_map(|question| match &question.prompt.ask {
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
        let confirmed: Vec<CardId> = asked.clone().filter_map(|question| confirmed(&question.prompt)).collect();
        let replaces =
            |card: &CardId| cast.def(*card).is_some_and(|def| def.effects.iter().any(|effect| replaces(effect)));
        let replayed = asked.flat_map(|question| question.prompt.options()).any(is_replay);
        let attackers =
            told.events[self.acted..].iter().filter(|_| !replayed).filter_map(|event| attacker(&event.what));
        let refused = |(card, action)| {
            let offer = Offer { card: cast.reference(card), effect: None, action };
            fresh(Refusal { offer, rule: None })
        };
        let unused = all.clone().filter(|card| has_effects(card) && !used.contains(card));
        let unasked = all.filter(|card| replaces(card) && !confirmed.contains(card));
        let idle = unused.map(|card| (card, OfferAction::Activate));
        let idle = idle.chain(unasked.map(|card| (card, OfferAction::Apply)));
        let idle = idle.chain(attackers.take(1).map(|card| (card, OfferAction::Replay)));
        let idle: Vec<Spanned<Refusal>> = idle.map(refused).collect();
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

/// What a player cannot do who must not leave the phase yet: a monster that can attack stands for that.
fn bound(cast: &Cast<'_>, prompt: &Prompt) -> Option<Offer> {
    let Ask::Act { options } = &prompt.ask else { return None };
    let attacks = |action: &Action| match action {
        Action::Attack { card, .. } | Action::AttackDirectly { card } => Some(*card),
        _ => None,
    };
    let moves_on = |action: &Action| matches!(action, Action::GoTo { .. } | Action::EndTurn);
    let card = options.iter().find_map(attacks).filter(|_| !options.iter().any(moves_on))?;
    Some(Offer { card: cast.reference(card), effect: None, action: OfferAction::MoveOn })
}

/// The card of which a question asks whether it is applied.
fn confirmed(prompt: &Prompt) -> Option<CardId> {
    if let Ask::Confirm(effect) = prompt.ask { Some(effect.card) } else { None }
}

/// Whether something is done instead of something else, if a player likes.
fn replaces(effect: &EffectDef) -> bool {
    effect.applies.iter().any(|modifier| matches!(modifier, Modifier::Replaced(..)))
}

fn is_replay(action: &Action) -> bool {
    matches!(action, Action::ReplayOn { .. } | Action::ReplayDirectly { .. } | Action::StopAttack { .. })
}

/// The card that declared an attack.
fn attacker(what: &Happened) -> Option<CardId> {
    match what {
        Happened::Cards { are, cards, .. } if are.contains(&CardEvent::AttackDeclared) => cards.first().copied(),
        _ => None,
    }
}
