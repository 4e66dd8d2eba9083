//! `placing`: who places a trigger now, and which.

use segoc_format::place::Spanned;
use segoc_format::ruling::{Check, LinkRef, Refusal as Expected};
use segoc_protocol::{EffectRef, Player};

use super::chain::fresh;
use super::refusals::Reason;
use super::words::{because, when_placing};
use super::{Judge, Verdict};
use crate::cast::enumerate;
use crate::outcome::{Failure, FailureKind};
use crate::transcript::{Found, Placement, Stand};

impl Judge<'_, '_> {
    pub(super) fn placing(
        &mut self,
        stand: &Stand,
        player: Player,
        offered: &[Spanned<LinkRef>],
        not_offered: &[Spanned<Expected>],
    ) -> Verdict {
        let placement = self.placement(stand, offered)?;
        let (effects, cast) = (&placement.offered, &self.told.cast);
        let observed = |not_offered: &[Spanned<Expected>]| {
            let offered = effects.iter().map(|&effect| fresh(cast.link(effect, false))).collect();
            Check::Placing { player: placement.player, offered, not_offered: not_offered.to_vec() }
        };
        let on_offer = || enumerate(&effects.iter().map(|e| cast.name(e.card)).collect::<Vec<_>>(), "or");
        if placement.player != player {
            let message = format!("{} placed a trigger here, not {player}", placement.player);
            let mut failure = self.fail(stand, FailureKind::OtherPlayer, self.step(stand).span, message);
            failure.notes.push(format!("On offer: {}.", on_offer()));
            failure.actual = Some(observed(&[]).into());
            return Err(failure);
        }
        for link in offered {
            if !effects.iter().any(|&e| cast.is_link(&link.value, e)) {
                let message = format!("{player} could not place the trigger of {}", cast.name_of(&link.value.card));
                let mut failure = self.fail(stand, FailureKind::WronglyForbidden, link.span, message);
                let is = |effect: Option<EffectRef>| effect.is_some_and(|e| cast.is_link(&link.value, e));
                let refused = placement.refused.iter().find(|refused| is(refused.action.effect()));
                failure.notes.push(match refused {
                    Some(refused) => format!("Not possible, {}.", because(&refused.refusal)),
                    None => format!("On offer: {}.", on_offer()),
                });
                if let Some(refused) = refused {
                    failure.rule = Some(refused.refusal.rule);
                }
                failure.actual = Some(observed(not_offered).into());
                return Err(failure);
            }
        }
        for expected in not_offered {
            let (offer, path) = (&expected.value.offer, ["placing", "not offered"]);
            if effects.iter().any(|&e| self.told.cast.is_offered_trigger(offer, e)) {
                let mut failure = self.allowed(stand, &path, not_offered, expected, &when_placing(player));
                failure.actual = Some(observed(&[]).into());
                return Err(failure);
            }
            let refused = placement.refused.iter().filter(|r| self.told.cast.is_offer(offer, &r.action));
            let reason = |refused: &segoc_protocol::Refused| Reason {
                refusal: refused.refusal.clone(),
                place: when_placing(player),
            };
            let reasons: Vec<Reason> = refused.map(reason).collect();
            self.compare_reason(stand, &path, not_offered, expected, &reasons)?;
        }
        Ok(())
    }

    /// The placement there was.
    pub(super) fn observe_placing(&self, stand: &Stand) -> Result<Check, Failure> {
        let placement = self.placement(stand, &[])?;
        let offered = placement.offered.iter().map(|&effect| fresh(self.told.cast.link(effect, false))).collect();
        Ok(Check::Placing { player: placement.player, offered, not_offered: Vec::new() })
    }

    fn placement(&self, stand: &Stand, offered: &[Spanned<LinkRef>]) -> Result<Placement, Failure> {
        let placement = match stand.found {
            Found::Asked(question) => self.told.placement_asked(question),
            Found::Placed(event) => self.told.placement_told(event),
            _ => None,
        };
        placement.ok_or_else(|| {
            let message = "the game state was open again before anyone placed a trigger";
            let mut failure = self.fail(stand, FailureKind::NotReached, self.step(stand).span, message);
            self.explain(stand, &mut failure, offered.iter().map(|link| &link.value));
            failure
        })
    }
}
