//! Events as facts.

use segoc_engine::def::{BattlePosition, Cause as CauseDef, CauseWord};
use segoc_engine::{Changed, Entry, Event, Line, LinkId, LinkView, Player, SummonKind, What as Happened, Why, Zone};

use super::super::tale::{Answers, By, Card, Fact, What};
use super::Teller;

impl Teller<'_> {
    /// An event as facts: several if cards went different ways.
    pub(super) fn facts(&self, entry: &Entry, event: &Event) -> Vec<Fact> {
        let (at, rule) = (entry.at.0, entry.rule);
        let by = match (event.what == Happened::MadeRoom, self.by(event.deed.cause)) {
            (true, By::Cost(link, card)) => By::Room(link, card),
            (_, by) => by,
        };
        if !matches!(event.what, Happened::Moved | Happened::MadeRoom) {
            let what = self.what(event);
            let cards = event.cards.iter().map(|c| self.card(c.card.card)).collect();
            return what.map(|what| Fact { what, cards, by, at, rule }).into_iter().collect();
        }
        let mut facts: Vec<Fact> = Vec::new();
        for changed in &event.cards {
            let (from, to) = (&changed.before, &changed.after);
            let hidden = matches!(to.zone, Zone::Hand | Zone::Deck | Zone::ExtraDeck);
            // Whose card it was matters where it is chosen from the hand; on the field it does not.
            let whose = if from.zone == Zone::Hand { from.controller } else { Player::One };
            let what = What::Moved(changed.how, (from.zone, whose), (to.zone, hidden.then_some(to.controller)));
            let card = self.card(changed.card.card);
            match facts.iter_mut().find(|f| f.what == what) {
                Some(fact) => fact.cards.push(card),
                None => facts.push(Fact { what, cards: vec![card], by: by.clone(), at, rule }),
            }
        }
        facts
    }

    fn what(&self, event: &Event) -> Option<What> {
        let position = |c: &Changed| (c.after.position == BattlePosition::Defense).then_some(c.after.face_up);
        Some(match &event.what {
            Happened::Drew { player, .. } => What::Drew(*player),
            Happened::Revealed => What::Revealed,
            Happened::Set => What::Set,
            Happened::Attempted(kind, player) => What::Attempted(*kind, *player),
            Happened::Summoned(kind, _, player) => {
                let special = *kind == SummonKind::Special;
                What::Summoned(*kind, *player, event.cards.first().filter(|_| special).and_then(position))
            }
            Happened::TurnedFaceUp => What::TurnedFaceUp,
            Happened::TurnedFaceDown => What::TurnedFaceDown,
            Happened::ChangedPosition => What::ChangedPosition,
            Happened::ChangedControl => What::ChangedControl(event.cards.first()?.after.controller),
            Happened::Equipped => What::Equipped,
            Happened::CountersPlaced(count) => What::CountersPlaced(*count),
            Happened::CountersRemoved(count) => What::CountersRemoved(*count),
            Happened::Targeted(_) | Happened::AttackTargeted => What::Targeted,
            Happened::Activated(link) => {
                let link = self.duel.link(*link)?;
                What::Activated(link.number, link.player)
            }
            Happened::Resolves(link) => What::Resolved(self.duel.link(*link)?.number),
            Happened::ActivationNegated(..) => What::ActivationNegated,
            Happened::EffectNegated(_) => What::EffectNegated,
            Happened::SummonNegated => What::SummonNegated,
            Happened::AttackNegated => What::AttackNegated,
            Happened::Damage { player, amount, battle } => What::Damage(*player, *amount, battle.is_some()),
            Happened::GainedLp(player, amount) => What::GainedLp(*player, *amount),
            Happened::PaidLp(player, amount) => What::PaidLp(*player, *amount),
            Happened::AttackDeclared { .. } => What::AttackDeclared(None),
            Happened::Redirected => What::Redirected,
            Happened::Battled => What::Battled,
            Happened::Applied => What::Applied(event.cards.iter().flat_map(changed_values).collect()),
            Happened::MomentBegan(moment) => What::Moment(*moment),
            Happened::BecameMaterial(_, monster) => What::Material(self.card(monster.card)),
            Happened::Moved | Happened::MadeRoom | Happened::PhaseBegan(..) => return None,
        })
    }

    fn by(&self, cause: Why) -> By {
        match cause {
            Why::Cost(link) => self.of_link(link).map_or(By::Game, |(n, card)| By::Cost(n, card)),
            Why::Link(link) => self.of_link(link).map_or(By::Game, |(n, card)| By::Link(n, card)),
            Why::Reflex(effect, _) => By::Continuous(self.card(effect.card)),
            Why::Action(player) => By::Player(player),
            Why::Battle(card) => By::Battle(self.card(card)),
            Why::Game => By::Game,
        }
    }

    fn of_link(&self, link: LinkId) -> Option<(u16, Card)> {
        let link = self.duel.link(link)?;
        Some((link.number, self.card(link.effect.card)))
    }

    /// The fact of a line of the log that is about a card, else its first one.
    pub(super) fn fact_about(&self, line: usize, card: segoc_engine::CardId) -> Option<Fact> {
        let entry = self.duel.log().get(line)?;
        let Line::Event(event) = &entry.line else { return None };
        let mut facts = self.facts(entry, event);
        let own = facts.iter().position(|f| f.cards.iter().any(|c| c.id == card));
        let index = own.unwrap_or(0);
        (index < facts.len()).then(|| facts.swap_remove(index))
    }

    /// What an activation answers.
    pub(super) fn answers(&self, link: &LinkView, entry: &Entry) -> Option<Answers> {
        let def = self.duel.card(link.effect.card).def.effects.get(link.effect.effect as usize)?;
        let cause = def.cause.as_ref()?;
        if def.class == segoc_engine::def::Class::Trigger {
            return None;
        }
        if let Some((number, card)) = link.answers.and_then(|l| self.of_link(l)) {
            return Some(Answers::Link(number, card));
        }
        if def.mandatory {
            return Some(Answers::Nothing);
        }
        let before = self.duel.log().iter().enumerate().filter(|(_, e)| e.at < entry.at);
        before.rev().find_map(|(line, e)| match &e.line {
            Line::Event(event) if could_be(cause, event) => {
                let about = link.about.first().copied().or(event.cards.first().map(|c| c.card.card));
                let concerns = |c: &Changed| link.about.is_empty() || link.about.contains(&c.card.card);
                if !event.cards.is_empty() && !event.cards.iter().any(concerns) {
                    return None;
                }
                self.fact_about(line, about.unwrap_or(link.effect.card)).map(Answers::Event)
            }
            _ => None,
        })
    }
}

/// Adds a fact to those of an instant; two values of one card are one fact.
pub(super) fn add(facts: &mut Vec<Fact>, fact: Fact) {
    if let (Some(last), What::Applied(values)) = (facts.last_mut(), &fact.what)
        && let What::Applied(before) = &mut last.what
        && last.cards == fact.cards
        && !last.cards.is_empty()
    {
        before.extend(values);
        return;
    }
    facts.push(fact);
}

/// The values that changed.
fn changed_values(changed: &Changed) -> impl Iterator<Item = (bool, i32)> {
    let (before, after) = (&changed.before, &changed.after);
    let atk = (before.atk != after.atk).then_some((true, after.atk));
    atk.into_iter().chain((before.def != after.def).then_some((false, after.def)))
}

/// Whether an event is of a kind a cause names; the engine has decided that one of them is meant.
fn could_be(cause: &CauseDef, event: &Event) -> bool {
    use CauseWord as W;
    let kind = |word: CauseWord| match &event.what {
        Happened::Attempted(..) => word == W::WouldBeSummoned,
        Happened::Summoned(kind, ..) => {
            word == W::Summoned
                || match kind {
                    SummonKind::Normal | SummonKind::Tribute => word == W::NormalSummoned,
                    SummonKind::Flip => word == W::FlipSummoned,
                    SummonKind::Special => word == W::SpecialSummoned,
                }
        }
        Happened::AttackDeclared { .. } => word == W::AttackDeclared,
        Happened::AttackTargeted => word == W::ChosenAsAttackTarget,
        Happened::TurnedFaceUp => word == W::TurnedFaceUp,
        Happened::Targeted(_) => word == W::Targeted,
        Happened::Drew { .. } => word == W::Draws,
        Happened::Damage { battle, .. } => {
            word == W::TakesDamage
                || (battle.is_some() && matches!(word, W::TakesBattleDamage | W::InflictsBattleDamage))
        }
        Happened::GainedLp(..) => word == W::GainsLp,
        Happened::ActivationNegated(..) => word == W::ActivationNegated,
        Happened::Moved => matches!(
            word,
            W::SentToGy
                | W::Destroyed
                | W::Banished
                | W::Discarded
                | W::Tributed
                | W::UsedAsMaterial
                | W::LeftTheField
                | W::AddedToHand
                | W::DestroysByBattle
        ),
        _ => false,
    };
    cause.any_of.iter().any(|pattern| kind(pattern.event))
}
