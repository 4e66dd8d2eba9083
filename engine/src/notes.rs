//! Which rules have decided something: for coverage only, nothing here decides anything.
//!
//! Most of it can be seen from outside: a line of the log names the rule that put it there, and an answered question
//! the box it was asked in. What cannot be seen so is noted by the rule's function, in one call when it has decided.

use std::sync::Arc;

use crate::catalogue::Rule;
use crate::def::{
    CannotBe, Cause, CauseWord, Class, EffectDef, How, Modifier, Once, Pattern, React, Says, Subject, Target, Timing,
};
use crate::flow::{Bid, Duel, Frame, GateKind, Slot, Summon, WindowFrame, WindowStage};
use crate::state::{
    CardId, Changed, Destination, EffectRef, Entry, Event, Line, Link, LinkId, LinkOutcome, MoveHow, Occasion, Pending,
    Placement, Ref, Reflex, Seen, Snapshot, Spent, Stay, SummonKind, What, Why, Zone, knows,
};
use crate::words::{Ctx, parts_of, targets_of};

impl Duel {
    /// A line was written. The rule it names has decided it, except that a trigger is placed by the rule of its group
    /// only if there are several groups, and that the fate of a trigger is no decision but its result.
    pub(crate) fn note_line(&self, index: usize) {
        let Some(entry) = self.log.get(index) else { return };
        match &entry.line {
            Line::Fate { .. } => return,
            Line::Placement(placement) => return self.note_placed(placement, entry.rule),
            Line::Event(event) => self.note_event(event, entry.rule),
            Line::LinkDone { link, outcome, reason } => self.note_done(*link, *outcome, *reason),
            Line::ChainComplete(_)
            | Line::Triggered { .. }
            | Line::Chosen { .. }
            | Line::ChainOver
            | Line::AttackEnded { .. }
            | Line::Unaffected(_)
            | Line::Ended(_) => {}
        }
        self.applies_all(entry.rule);
    }

    fn note_event(&self, event: &Event, rule: Option<Rule>) {
        match event.what {
            What::Attempted(kind, ..) => {
                self.applies(Rule::SummonNotYetOnTheField);
                self.applies_if(kind == SummonKind::Flip, Rule::SummonFlipAttemptIsFaceUp);
            }
            // By an effect there is no attempt at which it could be negated.
            What::Summoned(SummonKind::Special, ..) if !matches!(event.deed.cause, Why::Action(_)) => {
                self.applies(Rule::SummonNegatableAttempt);
            }
            What::BecameMaterial(..) => self.applies(Rule::SummonMaterialNeedsSuccess),
            What::EffectNegated(link) => self.applies_if(self.has_cost(link), Rule::CostNotRefunded),
            What::ActivationNegated(link, by) => {
                let source = self.state.link(link).effect.card;
                let kept = self.may_be_by(source, CannotBe::DestroyedByCardEffects, by, event.deed.cause).is_err();
                self.applies_if(kept, Rule::NegationWithoutDestroying);
            }
            What::Moved if leaves_after_a_chain(rule) => {
                let negated = event.cards.iter().any(|c| c.before.zone == Zone::Limbo);
                self.applies_if(negated, Rule::NegationBareNegatedLeaveAtTheEnd);
                let used = event.cards.iter().any(|c| self.def(c.card.card).monster().is_none());
                self.applies_if(used, Rule::ChainUsedCardsLeaveWithTheLastEvent);
            }
            _ => {}
        }
        let tributes = |c: &Changed| c.how == MoveHow::Tributed;
        let by_action = matches!(event.deed.cause, Why::Action(_));
        self.applies_if(by_action && event.cards.iter().any(tributes), Rule::TimingPaymentIsEarlier);
    }

    fn note_done(&self, link: LinkId, outcome: LinkOutcome, reason: Option<Rule>) {
        match outcome {
            LinkOutcome::WithoutEffect if reason != Some(Rule::QuickMandatoryAnswersTheLinkBelow) => {
                self.applies(Rule::NegationNegatedEffectResolves);
            }
            LinkOutcome::ActivationNegated => self.applies_if(self.has_cost(link), Rule::CostNotRefunded),
            _ => {}
        }
    }

    fn has_cost(&self, link: LinkId) -> bool {
        !self.effect(self.state.link(link).effect).cost.is_empty()
    }

    /// A trigger or a mandatory quick effect was placed, or none of several.
    fn note_placed(&self, placement: &Placement, rule: Option<Rule>) {
        if rule == Some(Rule::QuickMandatoryAfterTriggers) {
            self.applies(Rule::QuickMandatoryAfterTriggers);
            self.applies(Rule::QuickMandatoryAnswersTheLinkBelow);
            let owed = self.state.pendings.iter().filter(|p| p.owed && p.batched).count();
            return self.applies_if(owed > 1, Rule::QuickMandatoryAll);
        }
        self.applies_if(placement.offered.len() > 1, Rule::SegocPlayerOrdersOwn);
        let follows = self.state.chain().is_some_and(|chain| !chain.links.is_empty());
        let Some(pending) = placement.placed.and_then(|id| self.state.pending(id)).filter(|_| follows) else { return };
        self.applies(Rule::SegocOneChain);
        self.applies(Rule::SpeedTriggersFollowEachOther);
        self.applies_if(self.state.follows_a_trap(pending.effect), Rule::SegocSpellSpeedDoesNotMatter);
    }

    /// The question of the top frame was answered; with an action, or by passing.
    pub(crate) fn note_question(&self, acted: bool) {
        match self.frames.last() {
            Some(Frame::Open) => self.applies(Rule::ChartOpenState),
            Some(Frame::Leaving(_)) => {
                self.applies(Rule::ChartBoxE);
                self.applies_if(acted, Rule::ChartPhaseDoesNotChange);
            }
            Some(Frame::Due(_)) => self.applies(Rule::PhaseDutiesTurnPlayerFirst),
            Some(Frame::Window(window)) if window.stage == WindowStage::B => self.applies(Rule::ChartBoxB),
            Some(Frame::Window(window)) if window.stage == WindowStage::C => self.applies(Rule::ChartBoxC),
            Some(Frame::Build { .. }) => self.applies(Rule::ChainOtherPlayerNext),
            Some(Frame::Gate { kind: GateKind::DamageCalculation, .. }) => {
                self.applies_if(acted, Rule::DamageStepCalculationWindow);
            }
            Some(Frame::Replay) => self.applies_if(self.side_has_changed(), Rule::ReplaySideChanged),
            Some(Frame::Attack { .. }) => {
                self.applies_if(self.a_chain_followed_the_declaration(), Rule::ReplaySideChanged);
            }
            _ => {}
        }
    }

    /// Whether anything was done in answer to the attack, so that the defender's side could have changed.
    fn a_chain_followed_the_declaration(&self) -> bool {
        let declared = |line: &Line| matches!(line, Line::Event(e) if matches!(e.what, What::AttackDeclared { .. }));
        let lines = self.log.iter().rev().map(|entry| &entry.line);
        lines.take_while(|line| !declared(line)).any(|line| matches!(line, Line::ChainOver))
    }

    /// A trigger was met.
    pub(crate) fn note_trigger(&self, effect: EffectRef, source: Ref, seen: &Seen, per_deed: bool, about_itself: bool) {
        self.applies(Rule::TriggerConditionAtTheEvent);
        let waiting = |p: &&Pending| p.effect == effect && p.source == source && !p.batched;
        let again = self.state.pendings.iter().filter(waiting).any(|p| p.seen.iter().all(|s| s.deed != seen.deed));
        self.applies_if(again && per_deed, Rule::TriggerOnceForEachTime);
        self.applies_if(again && !per_deed, Rule::TriggerOptionalOncePerWindow);
        let same_def = |p: &Pending| {
            p.effect.card != effect.card && self.state.card(p.effect.card).def == self.state.card(effect.card).def
        };
        let copies = self.state.pendings.iter().any(|p| same_def(p) && p.seen.iter().any(|s| s.event == seen.event));
        self.applies_if(seen.cards.len() > 1 || copies, Rule::TriggerOnceForOneEvent);
        self.applies_if(self.state.chain().is_some(), Rule::ChainNothingWhileResolving);
        let card = self.state.card(effect.card);
        let came_later = matches!(card.zone, Zone::Hand | Zone::Deck) && card.since >= seen.deed.at && !about_itself;
        self.applies_if(came_later, Rule::PresenceHandWhenTheWindowOpens);
    }

    /// A card of which a continuous effect speaks has left the field, and not as that effect waits for.
    pub(crate) fn note_left_otherwise(&self, ctx: &Ctx, cause: &Cause, index: usize) {
        let Some(event) = self.event_at(index) else { return };
        let left = |c: &Changed| c.before.zone.on_field() && !c.after.zone.on_field();
        let mut gone = event.cards.iter().filter(|c| left(c)).peekable();
        if gone.peek().is_none() {
            return;
        }
        let known = |pattern: &Pattern| match &pattern.what {
            Some(Subject::Word(word)) => self.meant_by(ctx, word).into_owned(),
            _ => Vec::new(),
        };
        let spoken_of: Vec<Ref> = cause.any_of.iter().flat_map(known).collect();
        let meant = gone.any(|c| spoken_of.iter().any(|r| r.card == c.card.card));
        self.applies_if(meant, Rule::TriggerConditionAtTheEvent);
    }

    /// A window has opened: its triggers are known, and in which order they will be placed.
    pub(crate) fn note_window(&self, window: &WindowFrame) {
        self.note_latecomers(window.occasion);
        let survives = self.state.forced_on.is_some() && !(window.batch.is_empty() && window.late.is_empty());
        self.applies_if(survives, Rule::TriggerSurvivesAForcedPhase);
        let waiting = || window.batch.iter().chain(&window.late).filter_map(|&id| self.state.pending(id));
        waiting().for_each(|pending| self.note_owner(pending));
        self.note_order(window);
    }

    /// Whether whose trigger it is was a question at all.
    fn note_owner(&self, pending: &Pending) {
        let card = self.state.card(pending.effect.card);
        let was_others = |s: &Seen| {
            self.event_at(s.event).is_some_and(|e| {
                e.cards.iter().any(|c| c.card.card == pending.effect.card && c.before.controller != pending.player)
                    || self.state.doer(e.deed.cause).is_some_and(|doer| pending.about_itself && doer != pending.player)
            })
        };
        let asked = (card.zone.on_field() && card.controller != card.owner) || pending.seen.iter().any(was_others);
        self.applies_if(asked, Rule::TriggerBelongsToItsController);
    }

    /// A card which is in force only now was not there for what it waits for.
    fn note_latecomers(&self, occasion: Occasion) {
        for &effect in self.triggers.iter() {
            let card = self.state.card(effect.card);
            let (Some(since), Some(cause)) = (card.in_force, &self.effect(effect).cause) else { continue };
            let came = occasion.latest.is_some_and(|latest| since == latest) && card.zone.on_field();
            if !came || cause.any_of.iter().all(crate::def::Pattern::is_about_this_card) {
                continue;
            }
            let ctx = self.ctx(effect, card.controller);
            let earlier = |&i: &usize| self.event_at(i).is_some_and(|e| e.deed.at < since);
            let missed =
                (occasion.from..occasion.to).filter(earlier).any(|i| self.meets_cause(&ctx, cause, i).is_some());
            self.applies_if(missed, Rule::PresenceNotThereBefore);
        }
    }

    /// In which order the triggers will be placed.
    fn note_order(&self, window: &WindowFrame) {
        let several = window.batch.len() + window.late.len() > 1;
        let waiting = || window.batch.iter().filter_map(|&id| self.state.pending(id));
        let from_hand = waiting().any(|p| !p.mandatory && self.state.card(p.effect.card).zone == Zone::Hand);
        let private = self.policy.private.rule();
        let decided = from_hand && (several || private == Rule::SegocPublicBeforePrivate);
        self.applies_if(decided || !window.late.is_empty(), private);
        let of_different_age = waiting().any(|p| waiting().any(|other| other.age() != p.age()));
        self.applies_if(of_different_age, self.policy.age.rule());
        let group = |p: &Pending| (p.player, p.obligation());
        if waiting().any(|p| waiting().any(|other| group(other) != group(p))) {
            waiting().for_each(|p| self.applies(self.state.group_rule(group(p))));
        }
    }

    /// Whether a trigger is in time was asked.
    pub(crate) fn note_timing(&self, can_miss: bool, in_time: bool) {
        self.applies_if(can_miss && in_time, Rule::TimingLastEvent);
        self.applies_if(!can_miss && !in_time, Rule::TimingNeverMissed);
    }

    /// An event was found that an activation would answer.
    pub(crate) fn note_answered_event(&self, bid: &Bid) {
        let joins = self.state.chain().is_some_and(|c| !c.links.is_empty()) && bid.slot == Slot::Chain;
        self.applies_if(joins, Rule::AnswersCauseOfLink1);
    }

    /// An effect was found not to be used up.
    pub(crate) fn note_unspent(&self, bid: &Bid) {
        let forgotten = |spent: &Spent| spent.turn == self.state.turn && spent.effect == bid.effect;
        let copy = self.effect(bid.effect).once_per_turn == Some(Once::Copy);
        self.applies_if(copy && self.state.spent.iter().any(forgotten), Rule::LimitCopyForgets);
        let anothers = |spent: &Spent| spent.turn == self.state.turn && self.is_of_another_copy(bid, spent);
        self.applies_if(copy && self.state.spent.iter().any(anothers), Rule::LimitEachCopyItsOwn);
    }

    /// A quick or mandatory effect that Summons its own card is asked about, with another such effect in the chain.
    pub(crate) fn note_exempt(&self, bid: &Bid) {
        let def = self.effect(bid.effect);
        let exempt = def.class == Class::Quick || def.mandatory;
        self.applies_if(exempt, Rule::HandQuickEffectsExempt);
    }

    /// A card moves: from the field to the Extra Deck, or not, as it never was there.
    pub(crate) fn note_extra_deck(&self, id: CardId, before: &Snapshot, to: Destination, how: MoveHow) {
        let to_extra = to.zone == Zone::ExtraDeck && to.face_up && before.zone.on_field() && how != MoveHow::Placed;
        let never_there = before.zone == Zone::Limbo && to.zone == Zone::Gy && self.def(id).is_pendulum();
        self.applies_if(to_extra || never_there, Rule::PendulumGoesToTheExtraDeck);
    }

    /// `target.checked-again`: in another place it is another card, of which what was applied to it does not speak.
    pub(crate) fn note_another_card(&self, was: Ref, from: Zone, to: Zone, stay: Stay) {
        let moved_there = from.on_field() && to.on_field() && stay != was.stay;
        let mut names = self.state.lingering.iter().flat_map(|l| &l.names);
        self.applies_if(moved_there && names.any(|(_, cards)| cards.contains(&was)), Rule::TargetCheckedAgain);
    }

    /// `target.checked-again`: what still applies spoke of a monster that is turned face-down.
    pub(crate) fn note_forgotten(&self, card: CardId) {
        let continuous = |effect: &Arc<EffectDef>| effect.class == Class::Continuous;
        // A card that was activated and has a continuous effect may speak of what was chosen then.
        let applies_on = |link: &Link| {
            let source = self.state.card(link.effect.card);
            let lies_there = link.done && link.card_activation && source.face_up && source.zone.on_field();
            lies_there && self.def(link.effect.card).effects.iter().any(continuous)
        };
        let known = self.state.links.latest_first().any(|link| knows(&link.names, card) && applies_on(link))
            || self.state.boosts.iter().any(|boost| boost.card == self.state.reference(card))
            || self.state.lingering.iter().any(|l| l.is_about(card) || l.is_of_itself(card));
        self.applies_if(known, Rule::TargetCheckedAgain);
    }

    /// `target.checked-again`: a target is affected no more, or is still, although it was turned to another position since.
    pub(crate) fn note_checked_again(&self, link: Option<LinkId>, targets: &[Ref], kept: &[Ref]) {
        let from = link.map_or(self.log.len(), |link| self.state.link(link).event);
        let mut since = (from..self.log.len()).filter_map(|index| self.event_at(index));
        let turned = since.any(|e| e.what == What::ChangedPosition && e.cards.iter().any(|c| kept.contains(&c.card)));
        self.applies_if(targets != kept || turned, Rule::TargetCheckedAgain);
    }

    /// `summon.face-down-fusion-material`: a monster that lies face-down may be used.
    pub(crate) fn note_face_down_materials(&self, how: How, sets: &[Vec<CardId>]) {
        let face_down = |&id: &CardId| self.state.card(id).zone == Zone::Monster && !self.state.card(id).face_up;
        let any = how == How::Fusion && sets.iter().flatten().any(face_down);
        self.applies_if(any, Rule::SummonFaceDownFusionMaterial);
    }

    /// `immunity.unaffected`: a monster that goes elsewhere would be unaffected, had battle not destroyed it.
    pub(crate) fn note_unaffected_no_more(&self, id: CardId, goes_its_way: bool) {
        let card = self.state.card(id);
        let says_so = || !self.said_by(id, card.controller, Says::Unaffected).is_empty();
        let no_more = || card.doomed_by.is_some() && card.face_up && says_so();
        self.applies_if(!goes_its_way && no_more(), Rule::ImmunityUnaffected);
    }

    /// `legality.mandatory-anyway`: a waiting effect that must be activated is, although it can do nothing, or harms its own player.
    pub(crate) fn note_an_unwanted_duty(&self, pending: &Pending, bullet: Option<u8>) {
        let ctx = self.ctx_of_pending(pending);
        let unwanted = || self.is_not_idle(&ctx, bullet).is_err() || self.has_only_own_targets(&ctx, bullet);
        self.applies_if(pending.mandatory && unwanted(), Rule::LegalityMandatoryAnyway);
    }

    /// Whether it targets a card on the field, whosever it is, and only those of its own player are there.
    fn has_only_own_targets(&self, ctx: &Ctx, bullet: Option<u8>) -> bool {
        let own = |id: &CardId| self.state.card(*id).zone.on_field() && self.state.card(*id).controller == ctx.player;
        let only_own = |target: &Target| match target {
            Target::Chosen { of, .. } if of.whose.is_none() => {
                let possible = self.possible_targets(ctx, bullet, of);
                !possible.is_empty() && possible.iter().all(own)
            }
            _ => false,
        };
        targets_of(self.effect(ctx.effect), bullet).any(only_own)
    }

    /// Something was found to be impossible for a card while an effect resolves.
    pub(crate) fn note_hindered(&self, rule: Rule) {
        match rule {
            Rule::LegalityForbidden => {
                self.applies(rule);
                self.applies(Rule::ResolveForbiddenPartFails);
            }
            Rule::ChainUsedCardWaits | Rule::LimitSoManyTimes | Rule::ReplacementNotWithWhatIsDestroyedToo => {
                self.applies(rule);
            }
            _ => {}
        }
    }

    /// A link is about to be added.
    pub(crate) fn note_activation(&self, id: LinkId, effect: EffectRef) {
        let link = self.state.link(id);
        let def = self.effect(effect);
        self.applies(Rule::ChainEveryActivationIsALink);
        self.applies(Rule::SpeedClasses);
        self.applies_if(link.number == 1 && link.speed == 3, Rule::SpeedCounterTrapMayStart);
        let costs = !def.cost.is_empty() || link.bullet.is_some_and(|b| !def.options[b as usize].cost.is_empty());
        self.applies_if(costs, Rule::CostPaidAtActivation);
        self.applies_if(costs, Rule::TimingPaymentIsEarlier);
        let paid = |t: &crate::state::Ref| self.state.card(t.card).since == self.state.clock.now;
        self.applies_if(link.targets.iter().any(paid), Rule::TargetMayBeTheCardPaid);
        let same = |l: &Link| {
            l.effect.effect == effect.effect
                && l.player == link.player
                && self.state.card(l.effect.card).def == self.state.card(effect.card).def
        };
        let of_this_turn = |l: &&Link| l.event >= self.state.turn_began[0];
        let again = self.state.links.latest_first().skip(1).take_while(of_this_turn).any(same);
        self.applies_if(again && def.once_per_turn.is_none() && !def.once_per_chain, Rule::LimitOnlyWhatIsWritten);
        let below = self.state.chain().and_then(|c| c.links.iter().rev().nth(1));
        let answers_a_counter_trap =
            below.is_some_and(|&l| self.state.link(l).speed == 3) && def.class != Class::Trigger;
        self.applies_if(answers_a_counter_trap, Rule::SpeedEqualOrHigher);
        self.applies_if(link.speed > 1 && self.state.in_damage_step(), Rule::DamageStepAdmission);
        let joins = link.number > 1 && def.class == Class::Phase;
        self.applies_if(joins, Rule::PhaseEffectsOneByOne);
        self.note_answer(id);
    }

    /// Whether what a link answers was a question: there were other links, or other events.
    fn note_answer(&self, id: LinkId) {
        let link = self.state.link(id);
        let def = self.effect(link.effect);
        let Some((chain, cause)) = self.state.chain().zip(def.cause.as_ref()).filter(|_| def.class != Class::Trigger)
        else {
            return;
        };
        self.applies_if(link.answers.is_some() && link.number > 2, Rule::AnswersLinkBefore);
        let includes = cause.any_of.iter().any(|pattern| !pattern.including.is_empty());
        self.applies_if(link.answers.is_some() && includes, Rule::AnswersIncludes);
        let certain = cause.any_of.iter().any(|pattern| pattern.destroying.is_some() || pattern.damaging.is_some());
        self.applies_if(link.answers.is_some() && certain, Rule::AnswersCertainDoing);
        let targeting = cause.any_of.iter().any(|pattern| pattern.targeting.is_some());
        self.applies_if(link.answers.is_some() && targeting, Rule::AnswersOnlyWhatTargets);
        let Occasion { from, to, latest } = chain.occasion;
        let earlier = |i: usize| self.event_at(i).is_some_and(|e| Some(e.deed.at) != latest);
        let last = link.answers.is_none() && cause.timing == Timing::When && (from..to).any(earlier);
        self.applies_if(last, Rule::AnswersLastEventOnly);
    }

    /// A link is about to do what it says.
    pub(crate) fn note_resolution(&self, id: LinkId) {
        let link = self.state.link(id);
        let card = self.state.card(link.effect.card);
        let gone = !self.state.still(link.source) || !card.face_up;
        self.applies_if(gone && !link.left_as_cost, Rule::ResolveEffectWithoutItsCard);
        let others = card.zone.on_field() && card.controller != link.player;
        self.applies_if(others && !self.effect(link.effect).either_player, Rule::ResolveActivatingPlayerKeepsIt);
        let does = parts_of(self.effect(link.effect), link.bullet).next().is_some();
        let untargeted = link.targets.is_empty() && does;
        self.applies_if(untargeted && self.chain().len() > 1, Rule::ResolveBoardAsItIs);
    }

    /// Whether the effect of a link is negated was asked.
    pub(crate) fn note_negation(&self, id: LinkId, negated: bool) {
        let spared = self.state.link(id).left_as_cost && self.something_negates();
        self.applies_if(!negated && spared, Rule::CostNotNegated);
    }

    /// A negated activation gives back its limit, its oath, or both.
    pub(crate) fn note_giving_back(&self, link: LinkId, limit: bool, oath: bool) {
        let limited = || self.state.spent.iter().any(|spent| spent.link == Some(link));
        let sworn = || self.state.lingering.iter().any(|l| l.sworn && l.link == Some(link));
        self.applies_if((limit && limited()) || (oath && sworn()), Rule::NegationActivationLeavesNothing);
    }

    /// What waited for the end of a link or an action is about to be done.
    pub(crate) fn note_reflex(&self, reflex: &Reflex) {
        self.applies(match reflex.reacts {
            React::AfterTheLink => Rule::ContinuousAppliesAfterTheLink,
            React::AtOnce => Rule::ContinuousAtOnceIfItSaysSo,
        });
        if let Modifier::Whenever(cause, ..) = &*reflex.source.modifier {
            let targeted = cause.any_of.iter().any(|p| p.event == CauseWord::Targeted);
            self.applies_if(targeted, Rule::ContinuousDestroyedAfterTheLink);
        }
    }

    /// The second player's share of a part is about to be done.
    pub(crate) fn note_share(&self) {
        self.applies(Rule::SimultaneousTurnPlayerFirst);
        self.applies(Rule::SimultaneousOneMoment);
    }

    /// A Summon was attempted, and negated or not.
    pub(crate) fn note_summon(&self, summon: &Summon, negated: bool) {
        if negated {
            self.applies_if(summon.kind == SummonKind::Tribute, Rule::SummonTributesStayPaid);
            self.applies_if(summon.kind == SummonKind::Special, Rule::SummonNegatedNotCounted);
            self.applies_if(summon.kind != SummonKind::Flip, Rule::SummonNegatedNeverOnTheField);
            self.applies_if(!summon.materials.is_empty(), Rule::SummonMaterialNeedsSuccess);
        } else {
            let mut since = self.log.iter().rev().take_while(|entry| !Entry::is_attempt(entry));
            let answered = since.any(|entry| matches!(entry.line, Line::ChainOver));
            self.applies_if(answered, Rule::SummonOneChainAtTheAttempt);
        }
    }
}

fn leaves_after_a_chain(rule: Option<Rule>) -> bool {
    matches!(rule, Some(Rule::ChainUsedCardsLeaveWithTheLastEvent | Rule::NegationBareNegatedLeaveAtTheEnd))
}
