//! `limit.*`: once per turn and the like, and oaths.

use std::sync::Arc;

use crate::catalogue::{Refusal, Rule};
use crate::def::{
    Affected, AtMost, By, CannotDo, Class, Counting, Exempt, Modifier, Once, Phase, Says, Until, Who, Word,
};
use crate::flow::{Bid, Duel};
use crate::state::{
    Board, CardId, Chain, Changed, Deed, DutyDone, EffectRef, Entry, Event, Instant, Lingering, LinkId, LinkNegated,
    Player, Snapshot, Spent, SummonKind, What, Why, Zone,
};
use crate::words::{Applying, Ctx, includes, is_player};

impl Until {
    /// Whether it ends with this turn, for what has lasted since that one. What ends in a phase has its appointment.
    fn ends_with_a_turn(self, turn: u32, since: u32, opponents: bool) -> bool {
        match self {
            Self::EndOfTurn | Self::EndOfThisPhase | Self::EndOfDamageStep | Self::ThatEffectResolves => true,
            Self::EndOfDamageCalculation => true,
            Self::EndOfNextTurn => turn > since,
            Self::EndOfOpponentsTurn => turn > since && opponents,
            _ => false,
        }
    }
}

/// What only looks at the board.
impl Board {
    /// Whether two cards have the same name and mean the same effect of it.
    pub(crate) fn same_effect_by_name(&self, a: EffectRef, b: EffectRef) -> bool {
        a.effect == b.effect && self.is_of_the_name(a, b)
    }

    /// Whether two effects are of cards of the same name.
    fn is_of_the_name(&self, a: EffectRef, b: EffectRef) -> bool {
        self.card(a.card).def == self.card(b.card).def
    }
}

impl Duel {
    /// `limit.spent`, `limit.use-stays-spent`, `limit.copy-forgets`, `limit.stays-with-the-copy`: whether the effect was
    /// used up before.
    /// `limit.only-what-is-written`: an effect without a limit never is. `limit.each-copy-its-own`: another copy has a limit
    /// of its own, unless it is by name.
    pub(crate) fn is_not_spent(&self, bid: &Bid) -> Result<(), Refusal> {
        let effect = self.effect(bid.effect);
        let uses_it_up = |spent: &Spent, once: Option<Once>| match once {
            Some(Once::Copy) => {
                let same_face = spent.face == self.state.card(bid.effect.card).face;
                let its = spent.effect == bid.effect && self.policy.limits.count_for(bid.player, spent.player);
                (its && (same_face || self.policy.limits.outlive_the_copy()))
                    || (self.is_of_another_copy(bid, spent) && self.policy.limits.count_for_every_copy())
            }
            Some(Once::Use | Once::Activate) => {
                spent.player == bid.player && self.state.same_effect_by_name(spent.effect, bid.effect)
            }
            Some(Once::OneEffect) => {
                let shares = self.effect(spent.effect).once_per_turn == Some(Once::OneEffect);
                spent.player == bid.player && shares && self.state.is_of_the_name(spent.effect, bid.effect)
            }
            None => false,
        };
        let twice = |spent: &&Spent| {
            let this_turn = spent.turn == self.state.turn;
            (this_turn && uses_it_up(spent, effect.once_per_turn))
                || uses_it_up(spent, effect.once_per_duel)
                || (effect.once_per_battle_step && spent.effect == bid.effect && self.is_of_this_battle_step(spent))
        };
        let before = usize::from(effect.times_per_turn.unwrap_or(1).saturating_sub(1));
        if let Some(spent) = self.state.spent.iter().filter(twice).nth(before) {
            return self.refuse(Rule::LimitSpent).map_err(|r| r.resting_on(self.why_it_is_spent(bid, spent)));
        }
        self.note_unspent(bid);
        self.is_still_due(bid.effect)?;
        let in_chain = |chain: &Chain| chain.links.iter().any(|&l| self.state.link(l).effect == bid.effect);
        // A copy that stays in the hand is used once in a chain, whatever its text says.
        let once_per_chain = self.policy.limits.are_once_per_chain(effect.once_per_chain)
            || self.state.card(bid.effect.card).zone == Zone::Hand;
        if once_per_chain && self.state.chain().is_some_and(in_chain) {
            return self.refuse(Rule::LimitSpent);
        }
        Ok(())
    }

    /// `limit.spent`: whether a monster of the name was not yet Summoned this turn by a procedure that allows it once.
    pub(crate) fn procedure_is_not_spent(&self, procedure: EffectRef, player: Player) -> Result<(), Refusal> {
        let used = |spent: &Spent| {
            let same = self.state.same_effect_by_name(spent.effect, procedure);
            spent.turn == self.state.turn && spent.player == player && same
        };
        let limited = self.effect(procedure).once_per_turn.is_some();
        if limited && self.state.spent.iter().any(used) { self.refuse(Rule::LimitSpent) } else { Ok(()) }
    }

    /// On what it rests that an earlier use still counts.
    fn why_it_is_spent(&self, bid: &Bid, spent: &Spent) -> Option<Rule> {
        match (self.effect(bid.effect).once_per_turn, spent.link.map(|link| self.state.link(link).negated)) {
            (Some(Once::Use), Some(LinkNegated::Activation)) => Some(Rule::LimitUseStaysSpent),
            (_, Some(LinkNegated::Effect)) => Some(Rule::NegationEffectKeepsRestriction),
            (Some(Once::Copy), _) if spent.player != bid.player => Some(Rule::LimitStaysWithTheCopy),
            _ => None,
        }
    }

    /// `limit.only-one-controlled`: whether a card can come to lie face-up on a player's side, if it says that they can control only one
    /// of its name.
    pub(crate) fn may_be_the_only_one(&self, player: Player, id: CardId) -> Result<(), Refusal> {
        let is_another = |said: &Applying<'_>| {
            let there = |other: &CardId| {
                let card = self.state.card(*other);
                *other != id && card.zone.on_field() && card.face_up
            };
            match said.modifier {
                Modifier::OnlyOne(Affected::Group(group)) => {
                    let is_one = |other: CardId| self.in_group(&said.ctx, group, other, &self.printed(other), player);
                    self.state.ids().filter(there).any(is_one)
                }
                _ => {
                    let name = self.def(id).original_name();
                    let named =
                        |other: CardId| self.alias(other).as_deref().unwrap_or(self.def(other).original_name()) == name;
                    let on_their_side = |other: &CardId| self.state.card(*other).controller == player;
                    self.state.ids().filter(there).filter(on_their_side).any(named)
                }
            }
        };
        if self.said_by(id, player, Says::OnlyOne).iter().any(is_another) || self.is_one_too_many(player, id) {
            return self.refuse(Rule::LimitOnlyOneControlled);
        }
        Ok(())
    }

    /// The same of what a card on the field says of others than itself.
    fn is_one_too_many(&self, player: Player, id: CardId) -> bool {
        let face_up = Snapshot { zone: Zone::Monster, controller: player, face_up: true, ..self.printed(id) };
        self.modifiers_that(Says::OnlyOne, |m| matches!(m, Modifier::OnlyOne(Affected::Group(_)))).iter().any(|said| {
            match said.modifier {
                Modifier::OnlyOne(Affected::Group(group)) => {
                    said.ctx.source.card != id && self.in_group(&said.ctx, group, id, &face_up, said.ctx.player)
                }
                _ => false,
            }
        })
    }

    /// Whether an effect was used since the last attack was declared.
    fn is_of_this_battle_step(&self, spent: &Spent) -> bool {
        let declared = |index: usize| self.event_at(index).map(|event| &event.what);
        let Some(link) = spent.link else { return false };
        let mut since = self.state.link(link).event..self.log.len();
        spent.turn == self.state.turn && !since.any(|i| matches!(declared(i), Some(What::AttackDeclared { .. })))
    }

    /// Whether the same effect of another copy was used by the player.
    pub(crate) fn is_of_another_copy(&self, bid: &Bid, spent: &Spent) -> bool {
        spent.effect != bid.effect
            && spent.player == bid.player
            && self.state.same_effect_by_name(spent.effect, bid.effect)
    }

    /// `summon.negated-not-counted`: notes what a Summon by a procedure uses up and what it forbids, once it succeeded.
    pub(crate) fn spend_on_a_summon(&mut self, player: Player, procedure: EffectRef) {
        if self.effect(procedure).once_per_turn.is_some() {
            let (turn, face) = (self.state.turn, self.state.card(procedure.card).face);
            self.state.spent.push(Spent { turn, player, effect: procedure, face, link: None });
        }
        self.swear(player, procedure, None);
    }

    /// Notes what an activation uses up and what it forbids.
    pub(crate) fn spend(&mut self, player: Player, effect: EffectRef, face: u32, link: LinkId) {
        let def = self.effect(effect);
        if def.once_per_turn.is_some() || def.once_per_duel.is_some() || def.once_per_battle_step {
            self.state.spent.push(Spent { turn: self.state.turn, player, effect, face, link: Some(link) });
        }
        if self.effect(effect).class == Class::Phase {
            let (turn, phase) = (self.state.turn, self.state.phase);
            self.state.duties_done.push(DutyDone { effect, turn, phase, link });
        }
        self.swear(player, effect, Some(link));
    }

    /// What a player cannot do this turn because they activate an effect, or have Summoned a monster in this way.
    fn swear(&mut self, player: Player, effect: EffectRef, link: Option<LinkId>) {
        let Some(oath) = self.effect(effect).oath.clone() else { return };
        for modifier in oath.applies {
            self.state.lingering.push(Lingering {
                modifier: Arc::new(modifier),
                player,
                effect,
                source: self.state.reference(effect.card),
                until: Until::EndOfTurn,
                from_turn: self.state.turn,
                ends: None,
                names: Vec::new(),
                those: Vec::new(),
                summoned: Vec::new(),
                answers: None,
                sworn: true,
                link,
            });
        }
    }

    /// `negation.activation-leaves-nothing`: what a negated activation gives back.
    pub(crate) fn give_back(&mut self, link: LinkId) {
        let effect = self.state.link(link).effect;
        let by_activating = |once: Option<Once>| self.policy.oaths.gives_back(once == Some(Once::Activate));
        let def = self.effect(effect);
        let limit = by_activating(def.once_per_turn.or(def.once_per_duel));
        let oath = by_activating(self.effect(effect).oath.as_ref().map(|o| o.by));
        self.note_giving_back(link, limit, oath);
        if limit {
            self.state.spent.retain(|s| s.link != Some(link));
        }
        if oath {
            self.state.lingering.retain(|l| !(l.sworn && l.link == Some(link)));
        }
    }

    /// An oath this turn already broke forbids the activation, or the Summon.
    pub(crate) fn oath_is_not_broken(&self, effect: EffectRef, player: Player) -> Result<(), Refusal> {
        let Some(oath) = &self.effect(effect).oath else { return Ok(()) };
        let ctx = self.ctx(effect, player);
        // Also where the duel begins in it, or after it, so that nothing was logged.
        let is_in_battle =
            || self.state.turn_player == player && matches!(self.state.phase, Phase::Battle | Phase::Main2);
        let broken = oath.applies.iter().any(|modifier| match modifier {
            Modifier::CannotDo(Who::You, CannotDo::EnterBattlePhase, _) if is_in_battle() => true,
            Modifier::CannotDo(Who::You, doing, except) => {
                self.done_this_turn(player, *doing).any(|event| !self.is_excepted(&ctx, except, event))
            }
            Modifier::CannotAct(_, affected, doing) => {
                let mut cards = self.done_this_turn(player, *doing).flat_map(|event| &event.cards);
                cards.any(|changed| self.was_about(&ctx, affected, changed))
            }
            _ => false,
        });
        if broken { self.refuse(Rule::LegalityForbidden) } else { Ok(()) }
    }

    /// Whether an oath speaks of the card that did something. `limit.as-it-was-then`: another card did not break it.
    fn was_about(&self, ctx: &Ctx, affected: &Affected, changed: &Changed) -> bool {
        match affected {
            Affected::Word(word) => self.meant_by(ctx, word).contains(&changed.card),
            Affected::Group(group) => {
                let about = self.in_group(ctx, group, changed.card.card, &self.as_it_was_then(changed), ctx.player);
                self.applies_if(!about, Rule::LimitAsItWasThen);
                about
            }
        }
    }

    /// Whether an oath would have allowed what happened.
    fn is_excepted(&self, ctx: &Ctx, except: &Exempt, event: &Event) -> bool {
        let how = matches!(event.what, What::Summoned(_, Some(how), _) if except.how.contains(&how));
        how || except.cards.as_ref().is_some_and(|group| {
            event.cards.iter().all(|c| self.in_group(ctx, group, c.card.card, &self.as_it_was_then(c), ctx.player))
        })
    }

    /// `limit.as-it-was-then`: what was done counts by what the card was when it was done.
    fn as_it_was_then(&self, changed: &Changed) -> Snapshot {
        let was = &changed.after;
        self.applies_if(was.attribute.is_some() || was.race.is_some() || was.alias.is_some(), Rule::LimitAsItWasThen);
        if self.policy.limits.look_at_the_print() { self.printed(changed.card.card) } else { was.clone() }
    }

    /// The events of this turn in which a player did such a thing.
    fn done_this_turn(&self, player: Player, doing: CannotDo) -> impl Iterator<Item = &Event> {
        let events = self.log[self.state.turn_began[0]..].iter().filter_map(Entry::event);
        events.filter(move |event| self.is_such(event, player, doing))
    }

    fn is_such(&self, event: &Event, player: Player, doing: CannotDo) -> bool {
        match event.what {
            What::Attempted(..) if !self.attempts_count() => false,
            What::Summoned(kind, _, by) | What::Attempted(kind, _, by) => {
                by == player
                    && match doing {
                        CannotDo::Summon => true,
                        CannotDo::NormalSummon => matches!(kind, SummonKind::Normal | SummonKind::Tribute),
                        CannotDo::SpecialSummon => kind == SummonKind::Special,
                        _ => {
                            let kind = doing.kind_of_special_summon();
                            kind.is_some() && matches!(event.what, What::Summoned(_, how, _) if how == kind)
                        }
                    }
            }
            What::Set => {
                let monster = event.cards.iter().any(|c| c.after.zone == Zone::Monster);
                doing == CannotDo::SetMonsters && monster && event.deed.cause == Why::Action(player)
            }
            What::Activated(link) => {
                let link = self.state.link(link);
                let what = match (self.kind_of_effect(link.effect), link.card_activation) {
                    (By::SpellEffect, true) => CannotDo::ActivateSpells,
                    (By::SpellEffect, false) => CannotDo::ActivateSpellEffects,
                    (By::TrapEffect, true) => CannotDo::ActivateTraps,
                    (By::TrapEffect, false) => CannotDo::ActivateTrapEffects,
                    _ => CannotDo::ActivateMonsterEffects,
                };
                link.player == player && what == doing && link.negated != LinkNegated::Activation
            }
            What::PhaseBegan(Phase::Battle, whose) => doing == CannotDo::EnterBattlePhase && whose == player,
            What::AttackDeclared { direct } => {
                let attack = matches!(doing, CannotDo::Attack | CannotDo::DeclareAttacks);
                (attack || (direct && doing == CannotDo::AttackDirectly))
                    && event.cards.iter().any(|c| c.after.controller == player)
            }
            _ => false,
        }
    }

    /// `limit.so-many-times`: what an effect allows only so many times in a turn is not done more often. An effect of the card
    /// itself counts for every card of its name, whoever does it.
    pub(crate) fn is_not_too_often(
        &self,
        player: Player,
        doing: CannotDo,
        with: Option<CardId>,
    ) -> Result<(), Refusal> {
        if self.is_beyond_bans() {
            return Ok(());
        }
        for applying in self.modifiers(Says::AtMost) {
            let Modifier::AtMost(limit) = applying.modifier else { continue };
            let group = match &limit.what {
                None => None,
                Some(Affected::Group(group)) => Some(group),
                Some(Affected::Word(_)) => continue,
            };
            let belongs = |id: CardId, was: &Snapshot| {
                group.is_none_or(|group| self.in_group(&applying.ctx, group, id, was, applying.ctx.player))
            };
            if includes(limit.doing, doing)
                && is_player(applying.ctx.player, limit.who, player)
                && (group.is_none() || with.is_some_and(|id| belongs(id, &self.snapshot(id))))
            {
                let since = (limit.counting == Counting::WhileItApplies).then_some(applying.since);
                self.is_few_enough(player, limit, since, belongs)?;
            }
        }
        let Some(id) = with else { return Ok(()) };
        for effect in self.those_that_say(Says::AtMost).filter(|effect| effect.card == id) {
            for modifier in &self.effect(effect).applies {
                if let Modifier::AtMost(limit) = modifier
                    && limit.what == Some(Affected::Word(Word::ThisCard))
                    && includes(limit.doing, doing)
                {
                    let name = self.def(id).original_name();
                    self.is_few_enough(player, limit, None, |other, was| {
                        was.alias.as_deref().unwrap_or(self.def(other).original_name()) == name
                    })?;
                }
            }
        }
        Ok(())
    }

    /// Whether a player has not yet done something as often as it can be done. What was done at once was done once.
    fn is_few_enough(
        &self,
        player: Player,
        limit: &AtMost,
        since: Option<Instant>,
        belongs: impl Fn(CardId, &Snapshot) -> bool,
    ) -> Result<(), Refusal> {
        let counts = |event: &&Event| {
            since.is_none_or(|since| event.deed.at > since)
                && event.cards.iter().any(|c| belongs(c.card.card, &c.after))
        };
        let mut deeds: Vec<Deed> = self.done_this_turn(player, limit.doing).filter(counts).map(|e| e.deed).collect();
        deeds.dedup();
        if deeds.len() < usize::from(limit.times) { Ok(()) } else { self.refuse(Rule::LimitSoManyTimes) }
    }

    /// Whether a player can Special Summon no monster in any way.
    pub(crate) fn cannot_special_summon_at_all(&self, player: Player) -> bool {
        let bans = self.modifiers(Says::CannotDo);
        bans.iter().any(|a| match a.modifier {
            Modifier::CannotDo(who, doing, except) => {
                includes(*doing, CannotDo::SpecialSummon)
                    && *except == Exempt::default()
                    && is_player(a.ctx.player, *who, player)
            }
            _ => false,
        }) || self.is_not_too_often(player, CannotDo::SpecialSummon, None).is_err()
    }

    /// Ends what lasted until the end of the turn. `later.until-that-turn-ends`: what lasts until the end of a later one goes on.
    pub(crate) fn end_of_turn(&mut self) {
        let turn = self.state.turn;
        let whose = self.state.turn_player;
        self.state.lingering.retain(|l| !l.until.ends_with_a_turn(turn, l.from_turn, whose != l.player));
        self.state.boosts.retain(|b| !b.until.ends_with_a_turn(turn, b.from_turn, whose != b.by.1));
        let lasts = |until: Until| matches!(until, Until::EndOfNextTurn | Until::EndOfOpponentsTurn);
        let mut going_on =
            self.state.lingering.iter().map(|l| l.until).chain(self.state.boosts.iter().map(|b| b.until));
        self.applies_if(going_on.any(lasts), Rule::LaterUntilThatTurnEnds);
        self.return_control(None, |_, control| {
            control.until.ends_with_a_turn(turn, control.from_turn, whose == control.back_to)
        });
        self.settle_control();
    }

    /// Ends what lasted until the end of the phase.
    pub(crate) fn end_of_phase(&mut self) {
        self.state.lingering.retain(|l| l.until != Until::EndOfThisPhase);
        self.state.boosts.retain(|b| b.until != Until::EndOfThisPhase);
        self.return_control(None, |_, control| control.until == Until::EndOfThisPhase);
        self.settle_control();
    }

    /// Ends what lasted for the damage calculation only.
    pub(crate) fn end_of_damage_calculation(&mut self) {
        self.state.lingering.retain(|l| l.until != Until::EndOfDamageCalculation);
        self.state.boosts.retain(|b| b.until != Until::EndOfDamageCalculation);
    }

    /// Ends what lasted until its card left the field, or until the Damage Step ended.
    pub(crate) fn drop_what_ended(&mut self, damage_step_over: bool) {
        let state = &self.state;
        let stays = |l: &Lingering| match l.until {
            Until::ThisCardLeavesTheField => state.still(l.source) && state.card(l.source.card).face_up,
            Until::EndOfDamageStep => !damage_step_over,
            Until::ThatEffectResolves => l.answers.is_some_and(|link| !state.link(link).done),
            _ => true,
        };
        let keep: Vec<bool> = state.lingering.iter().map(stays).collect();
        let mut keep = keep.iter();
        self.state.lingering.retain(|_| keep.next().copied().unwrap_or(true));
        self.state.boosts.retain(|b| b.until != Until::EndOfDamageStep || !damage_step_over);
    }
}
