//! `target.*`: chosen on activation, looked at again on resolution.

use crate::catalogue::{Refusal, Rule};
use crate::def::{CannotBe, Count, Group, Joint, Modifier, Part, Pick, Selection, Step, Target, Word};
use crate::flow::{Duel, Flow};
use crate::state::{Board, CardId, Purpose, Ref};
use crate::steps::group_depends;
use crate::words::{Ctx, steps_of, targets_of};

/// What only looks at the board.
impl Board {
    /// Whether the effect would return its target to the hand or Deck.
    fn returns_its_target(&self, ctx: &Ctx, bullet: Option<u8>) -> bool {
        steps_of(self.effect(ctx.effect), bullet).any(|step| match step {
            Step::ReturnToHand(s) | Step::ReturnToDeck(s, _) => matches!(s.pick, Pick::These(Word::Named(_))),
            _ => false,
        })
    }
}

impl Duel {
    /// `target.all-or-none`: whether too few of the cards are left for an effect that speaks of all of them, or
    /// (`resolve.so-many-or-none`) of a number of them.
    pub(crate) fn is_too_few(&self, left: usize, of: usize, rule: Rule) -> bool {
        self.applies_if(left < of, rule);
        left < of && !self.policy.targets.are_enough_if_some_are_left()
    }

    /// `target.none`: there are enough legal targets, before the cost is paid; what leaves the field as the cost is none, neither the card itself
    /// nor what must be chosen for it.
    pub(crate) fn has_targets(&self, ctx: &Ctx, bullet: Option<u8>) -> Result<(), Refusal> {
        let leaves = self.state.pays_with_itself(ctx, bullet);
        // No card is two of the targets.
        let mut wanted: Vec<Vec<CardId>> = Vec::new();
        for target in targets_of(self.effect(ctx.effect), bullet) {
            let enough = match target {
                // What is paid was looked for with these targets.
                Target::Chosen { of, .. } if self.depends_on_what_is_paid(ctx, bullet, of) => true,
                Target::Chosen { count, of, named, .. } => {
                    let mut targets = self.possible_targets(ctx, bullet, of);
                    targets.retain(|&id| self.goes_with_the_rest(ctx, bullet, target, id).is_ok());
                    targets.retain(|&id| !leaves || id != ctx.effect.card);
                    let paid = self.taken_from_the_targets(ctx, bullet, count, of);
                    targets.retain(|id| !paid.contains(id));
                    let cost = self.effect(ctx.effect).cost_with(bullet);
                    let ctx = &Ctx { room: self.room_to_leave(ctx, bullet, named.as_deref(), cost), ..ctx.clone() };
                    let needed = self.needed_for(ctx, count);
                    wanted.extend(std::iter::repeat_n(targets.clone(), needed.min(targets.len() + 1)));
                    self.are_enough_to_choose(ctx, count, of, &targets)
                        && needed <= self.most_targets(ctx, bullet, named.as_ref())
                        && each_finds_its_own(&wanted)
                }
                Target::Known(word) => !self.still_meant_by(ctx, word).is_empty(),
            };
            if !enough {
                let because = match target {
                    Target::Chosen { of, .. } if ctx.told_why => self.why_no_target(ctx, bullet, target, of),
                    _ => Vec::new(),
                };
                return self.refuse(Rule::TargetNone).map_err(|r| r.resting_on(because));
            }
        }
        Ok(())
    }

    /// Of targets on the field: the cards that must be paid, as far as others cannot be.
    fn taken_from_the_targets(&self, ctx: &Ctx, bullet: Option<u8>, count: &Count, of: &Group) -> Vec<CardId> {
        if !of.is_on_the_field() {
            return Vec::new();
        }
        let pick = Pick::Choose(count.clone(), Box::new(of.clone()));
        self.taken_as_the_cost(ctx, bullet, &Step::Pick(Selection { pick, ..Selection::these(Word::ThisCard) }))
    }

    /// `target.none`: of one card that is chosen as a cost, those that must be left so that there are enough targets.
    pub(crate) fn must_be_left_to_target(&self, ctx: &Ctx, bullet: Option<u8>, paid: &Step) -> Vec<CardId> {
        let one = |s: &&Selection| matches!(s.pick, Pick::Choose(Count::Exactly(1), _)) && paid.takes_cards_away();
        let on_the_field = |target: &Target| matches!(target, Target::Chosen { of, .. } if of.is_on_the_field());
        if !targets_of(self.effect(ctx.effect), bullet).any(on_the_field) {
            return Vec::new();
        }
        let Some(selection) = paid.selection().filter(one) else { return Vec::new() };
        let pool = self.pool(ctx, selection, ctx.player);
        let left_with = |&id: &CardId| {
            let mut paid = Ctx { purpose: Purpose::Effect, joined: Vec::new(), ..ctx.clone() };
            paid.taken.push(id);
            self.finds_targets_on_the_field(&paid, bullet)
        };
        let (may, must_not): (Vec<CardId>, Vec<CardId>) = pool.into_iter().partition(left_with);
        self.applies_if(!may.is_empty() && !must_not.is_empty(), Rule::TargetNone);
        if may.is_empty() { Vec::new() } else { must_not }
    }

    fn finds_targets_on_the_field(&self, ctx: &Ctx, bullet: Option<u8>) -> bool {
        targets_of(self.effect(ctx.effect), bullet).all(|target| match target {
            Target::Chosen { count, of, .. }
                if of.is_on_the_field() && !self.depends_on_what_is_paid(ctx, bullet, of) =>
            {
                self.possible_targets(ctx, bullet, of).len() >= self.needed_for(ctx, count)
            }
            _ => true,
        })
    }

    /// Whether a group is made of what cards are that the cost names.
    fn depends_on_what_is_paid(&self, ctx: &Ctx, bullet: Option<u8>, of: &Group) -> bool {
        let mut paid =
            self.effect(ctx.effect).cost_with(bullet).filter_map(Step::selection).filter_map(|s| s.named.as_ref());
        paid.any(|name| {
            !ctx.names.iter().any(|(known, _)| known == name)
                && group_depends(of, &|word| matches!(word, Word::Named(of) if of == name))
        })
    }

    /// `target.none`: the targets that depend on what is paid, as choices that must stay possible.
    pub(crate) fn targets_that_depend_on_what_is_paid(&self, ctx: &Ctx, bullet: Option<u8>) -> Vec<Part> {
        let choice = |target: &Target| match target {
            Target::Chosen { count, of, .. } if self.depends_on_what_is_paid(ctx, bullet, of) => {
                let pick = Pick::Choose(count.clone(), of.clone());
                let step = Step::Pick(Selection { pick, ..Selection::these(Word::ThisCard) });
                Some(Part { joint: Joint::And, step })
            }
            _ => None,
        };
        targets_of(self.effect(ctx.effect), bullet).filter_map(choice).collect()
    }

    /// Members of the group that may be targeted, and with which the effect could do something.
    pub(crate) fn possible_targets(&self, ctx: &Ctx, bullet: Option<u8>, of: &Group) -> Vec<CardId> {
        let mut ids = self.members(ctx, of, None);
        ids.retain(|&id| self.is_possible_target(ctx, bullet, id));
        ids
    }

    fn is_possible_target(&self, ctx: &Ctx, bullet: Option<u8>, id: CardId) -> bool {
        let is_being_activated = id == ctx.effect.card
            && self.state.card(id).zone.on_field()
            && self.effect(ctx.effect).class == crate::def::Class::Activation;
        !is_being_activated && self.may_be_target(ctx, bullet, id).is_ok()
    }

    /// `legality.nothing-possible`: a target is chosen with which the effect does something; one alone so that parts which depend on it
    /// find cards.
    fn goes_with_the_rest(&self, ctx: &Ctx, bullet: Option<u8>, target: &Target, id: CardId) -> Result<(), Refusal> {
        let Target::Chosen { count, named: Some(named), .. } = target else { return Ok(()) };
        // Off the field its values are the printed ones, wherever it goes.
        let stays = !self.state.card(id).zone.on_field();
        let finds_cards = || {
            let joined = self.parts_that_depend(ctx, bullet, stays);
            if joined.is_empty() {
                return true;
            }
            let freed = self.freed_before_any(ctx, bullet, &joined);
            self.allows_what_is_joined(&Ctx { joined, freed, ..ctx.clone() }, named, id)
        };
        let fits =
            self.would_do_something_with(ctx, bullet, named, id) && (*count != Count::Exactly(1) || finds_cards());
        if fits { Ok(()) } else { self.refuse(Rule::LegalityNothingPossible) }
    }

    fn may_be_target(&self, ctx: &Ctx, bullet: Option<u8>, id: CardId) -> Result<(), Refusal> {
        self.may_be_by(id, CannotBe::Targeted, ctx.player, Self::as_cause(ctx))?;
        if !self.may_be_chosen(ctx, id) {
            return Err(self.impossible(Rule::LegalityForbidden));
        }
        if self.is_out_of_reach_as_doomed(ctx, id) {
            return Err(self.impossible(Rule::DamageStepDoomed));
        }
        if self.state.card(id).waiting && self.state.returns_its_target(ctx, bullet) {
            self.refuse(Rule::ChainUsedCardWaits)?;
        }
        self.would_be_taken(ctx, bullet, id)?;
        let equips =
            |step: &Step| matches!(step, Step::Equip { what, .. } if matches!(what.pick, Pick::These(Word::Named(_))));
        if !self.state.card(id).zone.on_field() && steps_of(self.effect(ctx.effect), bullet).any(equips) {
            self.may_be_the_only_one(ctx.player, id)?;
        }
        self.would_be_summonable(ctx, bullet, id)?;
        self.would_be_laid_down(ctx, bullet, id)
    }

    /// Cards that would fit are not among those from which the target is chosen.
    fn note_left_out(&self, ctx: &Ctx, bullet: Option<u8>, left_out: Vec<CardId>) {
        let why = |id| self.may_be_target(ctx, bullet, id).err().map(|refusal| refusal.rule);
        self.applies_all(left_out.into_iter().filter_map(why));
    }

    fn why_no_target(&self, ctx: &Ctx, bullet: Option<u8>, target: &Target, of: &Group) -> Vec<Rule> {
        let may =
            |id| self.may_be_target(ctx, bullet, id).and_then(|()| self.goes_with_the_rest(ctx, bullet, target, id));
        self.members(ctx, of, None).into_iter().filter_map(|id| may(id).err()).map(|refusal| refusal.rule).collect()
    }

    /// `target.checked-again`: a monster turned face-down is no longer the one that resolved effects speak of.
    pub(crate) fn forget_face_down(&mut self, card: CardId) {
        if !self.targets_are_followed() {
            self.note_forgotten(card);
            self.state.forget(card);
        }
    }

    /// `target.may-be-the-card-paid`: targets are chosen after the cost was paid.
    pub(crate) fn choose_targets(&mut self, ctx: &mut Ctx, bullet: Option<u8>) -> Flow<Vec<Ref>> {
        let library = self.state.library.clone();
        let def = self.state.effect_in(&library, ctx.effect);
        let mut all = Vec::new();
        // What the card knew by these names from its own activation is another matter.
        let names = |name: &str| {
            targets_of(def, bullet).any(|t| matches!(t, Target::Chosen { named: Some(n), .. } if n == name))
        };
        ctx.names.retain(|(name, _)| !names(name));
        for target in targets_of(def, bullet) {
            let (chosen, named) = match target {
                Target::Known(word) => (self.still_meant_by(ctx, word), None),
                Target::Chosen { count, of, named, .. } => {
                    let fits = self.members(ctx, of, None).into_iter();
                    let (mut from, left_out): (Vec<CardId>, Vec<CardId>) =
                        fits.partition(|&id| self.is_possible_target(ctx, bullet, id));
                    self.note_left_out(ctx, bullet, left_out);
                    from.retain(|&id| self.goes_with_the_rest(ctx, bullet, target, id).is_ok());
                    from.retain(|&id| !all.contains(&self.state.reference(id)));
                    let room = self.room_to_leave(ctx, bullet, named.as_deref(), std::iter::empty());
                    let ctx = &Ctx { room, ..ctx.clone() };
                    let by = (ctx.player, Purpose::Target);
                    let most = self.most_targets(ctx, bullet, named.as_ref());
                    let most = most.min(self.zones_for_targets(ctx, bullet, named.as_ref()));
                    let chosen = self.choose_from(ctx, by, (count, most), of, from)?;
                    (chosen, named.as_deref())
                }
            };
            let refs: Vec<Ref> = chosen.into_iter().map(|id| self.state.reference(id)).collect();
            all.extend(refs.iter().copied());
            if let Some(name) = named {
                ctx.name(name, refs);
            }
        }
        Ok(all)
    }

    /// `target.checked-again`: whether a modifier speaks of a target of its effect that is not there any more.
    pub(crate) fn speaks_of_a_lost_target(&self, ctx: &Ctx, modifier: &Modifier) -> bool {
        let bullet = ctx.link.and_then(|link| self.state.link(link).bullet);
        let mut targets = targets_of(self.effect(ctx.effect), bullet);
        let lost = targets.any(|target| match target {
            Target::Chosen { named: Some(name), .. } => {
                let word = Word::Named(name.clone());
                modifier.words().contains(&&word) && self.still_meant_by(ctx, &word).is_empty()
            }
            _ => false,
        });
        self.applies_if(lost, Rule::TargetCheckedAgain);
        lost
    }

    /// `target.checked-again`: an effect does not follow its target anywhere.
    fn targets_are_followed(&self) -> bool {
        self.policy.targets.are_followed()
    }

    /// `target.even-if-changed`: where the text speaks only of the card that was targeted, it must lie there as it was asked to,
    /// face-up or face-down and on the same side, and be nothing else; or only be what it was asked for, on whichever side.
    fn is_still_a_target(&self, ctx: &Ctx, of: &Group, even_if_changed: bool, whoever: bool, id: CardId) -> bool {
        let was = self.snapshot(id);
        let fits = self.in_group(ctx, of, id, &was, ctx.player);
        if fits || self.policy.targets.must_still_fit(even_if_changed || whoever) {
            return fits;
        }
        let whose = of.whose.filter(|_| !whoever);
        let asked = if even_if_changed {
            // Face-up Attack Position is one thing that was asked for, and may have changed; so may the face, if nothing else could.
            let alone = Group {
                kind: of.kind,
                whose: of.whose,
                places: of.places.clone(),
                face: of.face,
                other_than: of.other_than.clone(),
                ..Group::default()
            };
            let face = of.face.filter(|_| of.position.is_none() && *of != alone);
            Group { kind: of.kind, whose, places: of.places.clone(), face, ..Group::default() }
        } else {
            Group { whose, ..of.clone() }
        };
        let lies_there = self.in_group(ctx, &asked, id, &was, ctx.player);
        self.applies_if(lies_there, Rule::TargetEvenIfChanged);
        lies_there
    }

    /// `target.checked-again`: a target that moved, or no longer is what was asked for, is not affected.
    pub(crate) fn recheck_targets(&self, ctx: &mut Ctx, bullet: Option<u8>) {
        for target in targets_of(self.effect(ctx.effect), bullet) {
            let Target::Chosen { of, named: Some(name), even_if_changed, whoever_controls_it, .. } = target else {
                continue;
            };
            if self.targets_are_followed() {
                self.follow_what_is_known(ctx, name);
                continue;
            }
            let fits = |r: &Ref| {
                self.state.still(*r) && self.is_still_a_target(ctx, of, *even_if_changed, *whoever_controls_it, r.card)
            };
            let kept: Option<Vec<Ref>> =
                ctx.names.iter().find(|(n, _)| n == name).map(|(_, refs)| refs.iter().copied().filter(fits).collect());
            if let (Some(kept), Some(entry)) = (kept, ctx.names.iter_mut().find(|(n, _)| n == name)) {
                self.note_checked_again(ctx.link, &entry.1, &kept);
                entry.1 = kept;
            }
        }
    }
}

/// Whether there is a card for each, of those among which it is chosen, and no card for two.
fn each_finds_its_own(wanted: &[Vec<CardId>]) -> bool {
    fn finds(wanted: &[Vec<CardId>], one: usize, tried: &mut Vec<CardId>, taken: &mut Vec<(CardId, usize)>) -> bool {
        for &id in &wanted[one] {
            if tried.contains(&id) {
                continue;
            }
            tried.push(id);
            let before = taken.iter().position(|(other, _)| *other == id);
            let free = before.is_none_or(|at| finds(wanted, taken[at].1, tried, taken));
            if free {
                taken.retain(|(other, _)| *other != id);
                taken.push((id, one));
                return true;
            }
        }
        false
    }
    let mut taken = Vec::new();
    (0..wanted.len()).all(|one| finds(wanted, one, &mut Vec::new(), &mut taken))
}
