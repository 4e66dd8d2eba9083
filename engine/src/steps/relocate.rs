//! Verbs that move cards: destroy, send, discard, banish, tribute, add, return.

use super::Outcome;
use crate::catalogue::{Refusal, Rule};
use crate::def::{CannotBe, CannotDo, Class, DeckAt, Facing, Pick, Selection};
use crate::flow::{Duel, Flow};
use crate::state::{CardId, Changed, MoveHow, Player, Purpose, Ref, What, Why, Zone};
use crate::words::{Ctx, Doing};

/// A way of moving cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verb {
    Destroy,
    /// One doing: the card is destroyed and goes straight to be banished.
    DestroyAndBanish,
    SendToGy,
    Discard,
    Banish(Facing),
    Tribute,
    AddToHand,
    ReturnToHand,
    /// Of banished cards: they return to the GY and are not sent there.
    ReturnToGy,
    ReturnToDeck(DeckAt),
    Detach,
}

impl Verb {
    fn how(self) -> MoveHow {
        match self {
            Self::Destroy | Self::DestroyAndBanish => MoveHow::Destroyed,
            Self::SendToGy => MoveHow::Sent,
            Self::Discard => MoveHow::Discarded,
            Self::Banish(_) => MoveHow::Banished,
            Self::Tribute => MoveHow::Tributed,
            Self::AddToHand => MoveHow::AddedToHand,
            Self::ReturnToHand => MoveHow::ReturnedToHand,
            Self::ReturnToGy => MoveHow::ReturnedToGy,
            Self::ReturnToDeck(_) => MoveHow::ReturnedToDeck,
            Self::Detach => MoveHow::Detached,
        }
    }

    /// Whether it is a destruction, which something else may be done instead of.
    fn destroys(self) -> bool {
        matches!(self, Self::Destroy | Self::DestroyAndBanish)
    }

    fn zone(self) -> Zone {
        match self {
            Self::Destroy | Self::SendToGy | Self::Discard | Self::Tribute | Self::Detach | Self::ReturnToGy => {
                Zone::Gy
            }
            Self::Banish(_) | Self::DestroyAndBanish => Zone::Banished,
            Self::AddToHand | Self::ReturnToHand => Zone::Hand,
            Self::ReturnToDeck(_) => Zone::Deck,
        }
    }
}

impl Duel {
    /// Moves the cards of a selection; each player's share is one event of the same instant.
    pub(crate) fn relocate(&mut self, ctx: &mut Ctx, selection: &Selection, verb: Verb) -> Flow<Outcome> {
        let mut shares = Vec::new();
        let mut named: Vec<Ref> = Vec::new();
        for (i, player) in self.acting(ctx, selection).into_iter().enumerate() {
            self.next_players_share(i == 0)?;
            let may = |duel: &Self, id: CardId| duel.is_moved(ctx, player, id, verb);
            let found = self.select(&Ctx { destroys: verb.destroys(), ..ctx.clone() }, selection, player, may)?;
            let mut found = match verb {
                Verb::Tribute if self.is_made_to_tribute(player, ctx.player) => found,
                _ => self.moved_by(ctx, found, verb),
            };
            let would_be = found.len();
            if verb.destroys() && ctx.purpose != Purpose::Cost {
                found = self.not_spared(found.into_iter().map(|id| (id, ctx.cause)).collect())?;
            }
            let mut changed = Vec::new();
            let from_deck = found.iter().any(|&id| self.state.card(id).zone == Zone::Deck);
            let decks = from_deck.then(|| self.state.decks.clone());
            if verb == Verb::Destroy {
                let cause = Self::as_cause(ctx);
                self.may_be_placed_when_destroyed(&found.iter().map(|&id| (id, cause)).collect::<Vec<_>>())?;
            }
            self.state.leaving.clone_from(&found);
            for &id in &found {
                self.applies_if(self.state.card(id).waiting, Rule::ChainUsedCardWaits);
                let mut to = self.owners(id, verb.zone());
                to.face_up &= verb != Verb::Banish(Facing::Down)
                    && !(matches!(verb, Verb::Banish(_)) && self.is_banished_as_it_lies(ctx, selection, id));
                let mut moved = match verb {
                    Verb::ReturnToDeck(at) if self.state.card(id).zone == to.zone => {
                        self.laid_elsewhere_in_it(id, at, changed.len())
                    }
                    _ => self.move_for(ctx, id, to, verb.how()),
                };
                if verb.zone() == Zone::Hand && matches!(moved.after.zone, Zone::Deck | Zone::ExtraDeck) {
                    moved.how = MoveHow::ReturnedToDeck;
                }
                if verb == Verb::ReturnToDeck(DeckAt::Top) && moved.before.zone != Zone::Deck {
                    self.lay_on_top(id);
                }
                changed.push(moved);
            }
            self.state.leaving.clear();
            self.state.placing.clear();
            // What did not come to the hand was not returned there, nor to the Deck what is nowhere any more.
            let comes = |c: &&Changed| match verb {
                Verb::AddToHand | Verb::ReturnToHand => c.after.zone == Zone::Hand,
                Verb::ReturnToDeck(_) => c.after.zone != Zone::Gone,
                _ => true,
            };
            named.extend(changed.iter().filter(comes).map(|c| c.card));
            ctx.spared |= changed.len() < would_be;
            let done = if verb.destroys() {
                self.count_as_destroyed(would_be, changed.len())
            } else {
                self.count_moved(verb, &selection.pick, &changed)
            };
            let share = match Outcome::of_selection(selection, done) {
                Outcome::NotDone if !changed.is_empty() => Outcome::Elsewhere,
                share => share,
            };
            // Nothing has happened to cards that are put back where they lay in the Deck.
            let put_back = decks.is_some_and(|decks| decks == self.state.decks);
            if changed.iter().any(|c| !put_back || c.before.zone != Zone::Deck || c.after.zone != Zone::Deck) {
                self.emit(ctx.cause, ctx.rule, What::Moved, changed);
            }
            shares.push(share);
        }
        if let Some(name) = &selection.named {
            ctx.name(name, named);
        }
        Ok(Outcome::all(&shares))
    }

    /// How many cards were moved as the verb says (`conjunction.not-in-the-hand`, `conjunction.went-elsewhere`).
    fn count_moved(&self, verb: Verb, pick: &Pick, changed: &[Changed]) -> usize {
        match verb {
            Verb::AddToHand | Verb::ReturnToHand => self.count_in_the_hand(changed),
            // A token that would go there is nowhere any more, and was sent there; into a Deck it was not returned.
            Verb::SendToGy => self.count_where_they_go(changed, pick, &[Zone::Gy, Zone::Gone]),
            Verb::ReturnToDeck(_) => self.count_where_they_go(changed, pick, &[Zone::Deck, Zone::ExtraDeck]),
            _ => changed.len(),
        }
    }

    /// Of the cards an effect moves, those that are not unaffected by it. Materials are not their monster.
    fn moved_by(&mut self, ctx: &Ctx, mut found: Vec<CardId>, verb: Verb) -> Vec<CardId> {
        if verb == Verb::Detach {
            let monster = |id: CardId| self.state.card(id).attached_to;
            found.retain(|&id| !monster(id).is_some_and(|monster| self.is_kept_by_the_unaffected(ctx, monster)));
            return found;
        }
        let destroys = matches!(verb, Verb::Destroy | Verb::DestroyAndBanish);
        self.affected(ctx, found, if destroys { Doing::Destroys } else { Doing::Affects })
    }

    /// `legality.though-it-cannot-be-destroyed`: on activation it is not asked whether a card that an effect would destroy can be
    /// destroyed.
    fn need_not_be_destructible(&self, ctx: &Ctx) -> bool {
        let beforehand = ctx.purpose != Purpose::Cost && !matches!(ctx.cause, Why::Link(_) | Why::Reflex(..));
        self.applies_if(beforehand, Rule::LegalityThoughItCannotBeDestroyed);
        beforehand && self.policy.immunity.is_not_foreseen()
    }

    /// Whether a card is moved now; notes what keeps it from it.
    fn is_moved(&self, ctx: &Ctx, player: Player, id: CardId, verb: Verb) -> bool {
        self.may_be_moved(ctx, player, id, verb).inspect_err(|refusal| self.note_hindered(refusal.rule)).is_ok()
    }

    /// Whether a card can be moved in this way: it is there, nothing forbids it, and it does not wait for its chain to
    /// end (`chain.used-card-waits`).
    pub(crate) fn may_be_moved(&self, ctx: &Ctx, player: Player, id: CardId, verb: Verb) -> Result<(), Refusal> {
        let card = self.state.card(id);
        if !self.is_somewhere(id) {
            return Err(self.impossible(Rule::PresenceWrongPlace));
        }
        if ctx.purpose == Purpose::Cost {
            let is_summoned = self.effect(ctx.effect).class == Class::Procedure && ctx.effect.card == id;
            if ctx.leaving == Some(id) || is_summoned {
                // A card is there for its own activation, or its own Summon, and so not to pay for it.
                return Err(self.impossible(Rule::CostUnpayable));
            }
            self.may_pay_with(id, self.effect(ctx.effect).mandatory)?;
            match verb {
                Verb::SendToGy => self.would_reach_the_gy(id)?,
                Verb::Banish(Facing::Down) => self.would_lie_face_down(id)?,
                Verb::ReturnToHand | Verb::ReturnToDeck(_) => self.would_be_returned(id, verb.zone(), verb.how())?,
                _ => {}
            }
        }
        // What lies in the GY or is banished cannot be destroyed any more.
        let destroyed = verb.destroys();
        if self.cannot_take_anothers_place(id) {
            return Err(self.impossible(Rule::ReplacementNotWithWhatIsDestroyedToo));
        }
        let laid_elsewhere =
            card.zone == Zone::Deck && matches!(verb, Verb::ReturnToDeck(DeckAt::Top | DeckAt::Bottom));
        let stays = card.zone == self.owners(id, verb.zone()).zone && !laid_elsewhere;
        if stays || (destroyed && matches!(card.zone, Zone::Gy | Zone::Banished)) {
            return Err(self.impossible(Rule::PresenceWrongPlace));
        }
        let cause = if ctx.purpose == Purpose::Cost { ctx.cause } else { Self::as_cause(ctx) };
        match verb {
            // Only what is in the hand can be discarded.
            Verb::Discard if card.zone != Zone::Hand => Err(self.impossible(Rule::PresenceWrongPlace)),
            Verb::Detach if card.zone != Zone::Material => Err(self.impossible(Rule::PresenceWrongPlace)),
            Verb::ReturnToGy if card.zone != Zone::Banished => Err(self.impossible(Rule::PresenceWrongPlace)),
            Verb::Destroy | Verb::DestroyAndBanish => {
                let may = self.may_be_by(id, CannotBe::DestroyedByCardEffects, ctx.player, cause);
                if may.is_err() && self.need_not_be_destructible(ctx) { Ok(()) } else { may }
            }
            Verb::Tribute => self.may_be_by(id, CannotBe::Tributed, player, cause),
            // A token is nowhere any more, and so not face-down.
            Verb::Banish(Facing::Down) if self.def(id).is_token() => Err(self.impossible(Rule::PresenceWrongPlace)),
            Verb::Banish(_) => self.may_be_by(id, CannotBe::Banished, player, cause),
            Verb::SendToGy if card.zone == Zone::Deck => self.may_do(player, CannotDo::SendFromDeckToGy, Some(id)),
            Verb::SendToGy => self.may_be_by(id, CannotBe::SentToGy, player, cause),
            Verb::ReturnToHand | Verb::ReturnToDeck(_) if card.waiting => self.refuse(Rule::ChainUsedCardWaits),
            Verb::ReturnToHand => self.may_be_by(id, CannotBe::ReturnedToHand, player, cause),
            Verb::ReturnToDeck(_) => self.may_be_by(id, CannotBe::ReturnedToDeck, player, cause),
            Verb::AddToHand => self.may_do(player, CannotDo::AddToHand, Some(id)),
            _ => Ok(()),
        }
    }
}
