//! Questions: who was asked where, what was done, and what was not on offer.

use segoc_engine::def::{Class, How};
use segoc_format::ruling::{CardRef, Check, Offer, OfferAction, StepKind};
use segoc_protocol::{
    Action, Answer, Ask, Capability, CardEvent, CardId, ChartBox, Event, Happened, Moment, Player, Prompt, Purpose,
    Refusal, Rule, Seat,
};

use super::clause::enumerate;
use super::happenings::Instant;
use super::places::{moment, moment_heading, position_named, the_phase};
use super::reasons::Denied;
use super::tale::{Kind, Step};
use super::teller::Teller;
use super::written::with_id;
use crate::cast::{capital, offer_words};
use crate::judge::Looked;
use crate::transcript::{Found, Question};

/// The window in which an activation was begun.
#[derive(Clone, Copy)]
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
            (Ask::Choose(choice), Some(Answer::Word(word))) if choice.purpose == Purpose::Zone => {
                self.zone = choice.about.zip(Seat::from_word(word));
            }
            (Ask::Choose(choice), Some(Answer::Word(word))) => {
                let resolving = self.resolving.as_ref().map(|(link, _)| *link);
                let link = resolving.and_then(|link| self.link_before(self.now, link));
                let does = link.and_then(|link| self.whole_option(&link, word));
                // What the choice is about was picked right before.
                let does = does.map(|does| match does.strip_prefix("that card ") {
                    Some(rest) => format!("it {rest}"),
                    None => does,
                });
                let does = does.filter(|does| !does.contains("that card") && !does.contains("those cards"));
                let is_id = link
                    .and_then(|link| self.told.cast.written(link.effect))
                    .is_some_and(|written| with_id(written, word).is_some());
                let said = match (choice.purpose, does) {
                    (Purpose::Chance, Some(does)) => Some(format!("the throw picks what is to be done: {does}")),
                    (Purpose::Chance, None) => Some("the result is thrown".into()),
                    (_, Some(does)) => Some(format!("{} chooses that {does}", prompt.player)),
                    (_, None) if is_id => None,
                    (_, None) => Some(format!("{} chooses “{word}”", prompt.player)),
                };
                match &mut self.resolving {
                    Some((_, instants)) => instants.extend(said.map(Instant::Said)),
                    None => self.words.push(word),
                }
            }
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
        if let Some(board) = &prompt.board {
            self.tell_new_values(board);
        }
        if self.waits_for_a_chance(prompt) {
            self.meet();
        }
        self.tell_unseen();
        if checked {
            self.flush();
            self.checked_window(number, prompt, asked.answer == Some(Answer::Pass));
        }
        self.looked_at(number, prompt);
        let chosen = match asked.answer {
            Some(Answer::Option(index)) => options.get(index),
            Some(_) => None,
            None => return,
        };
        match chosen {
            Some(action @ (Action::Activate(_) | Action::Trigger(_))) => {
                self.pass_until(prompt);
                self.acting = Some(Acting { prompt, is_trigger: matches!(action, Action::Trigger(_)) });
            }
            Some(Action::Proceed) => self.pass(prompt, true),
            None if checked => {}
            None => self.pass(prompt, false),
            Some(action) => {
                self.flush();
                self.acts(prompt, *action);
            }
        }
        self.forget(number);
        if matches!(prompt.ask, Ask::Act { .. }) {
            self.end_window();
        }
    }

    /// A window the ruling looks at.
    fn checked_window(&mut self, number: usize, prompt: &'t Prompt, passes: bool) {
        if prompt.chart == Some(ChartBox::A) && self.wants_to_move_on(&[Kind::Passes, Kind::Window]) {
            let left = self.left_to_do().unwrap_or_else(|| "something must be done".into());
            let why = format!("{} cannot move on yet: {left} before this phase ends.", prompt.player);
            self.say(Kind::Window, [], why, Some(Rule::PhaseDutiesTurnPlayerFirst));
        }
        let (text, rule) = chance(prompt, self.turn, self.moment);
        let mut offered: Vec<CardId> = Vec::new();
        for option in prompt.options() {
            if let Action::Activate(effect) | Action::Trigger(effect) = option
                && !offered.contains(&effect.card)
            {
                offered.push(effect.card);
            }
        }
        let names: Vec<String> = offered.iter().map(|&card| self.own(prompt.player, &[card])).collect();
        let acts = self.checked_acts(number, prompt);
        let could = match names.is_empty() {
            _ if !acts.is_empty() && names.is_empty() => format!("; they could {}", enumerate(&acts, "or")),
            _ if !acts.is_empty() => {
                format!("; they could use {}, or {}", enumerate(&names, "or"), enumerate(&acts, "or"))
            }
            true if prompt.chart == Some(ChartBox::A) => String::new(),
            true if passes => "; they have nothing to use and pass".into(),
            true => "; they have nothing to use".into(),
            false if passes => format!("; they could use {}, but pass", enumerate(&names, "or")),
            false => format!("; they could use {}", enumerate(&names, "or")),
        };
        self.about.window = Some(prompt);
        let step = self.say(Kind::Window, offered, format!("{text}{could}."), rule);
        (step.player, step.chart) = (Some(prompt.player), prompt.chart);
    }

    /// What a check says can be done here that is no activation, in words.
    fn checked_acts(&self, number: usize, prompt: &Prompt) -> Vec<String> {
        let play = &self.told.cast.ruling.play;
        let here = self.told.stands.iter().filter(|stand| stand.found == Found::Window(number));
        let offers = here.filter_map(|stand| match &play[stand.step].kind {
            StepKind::Check(Check::Window { offered, .. }) => Some(offered),
            _ => None,
        });
        let words = |offer: &Offer| {
            let CardRef::Card(card) = offer.card else { return None };
            let is_there = prompt.options().iter().any(|option| self.told.cast.is_offer(offer, option));
            let words = offer_words(offer.action, &self.own(prompt.player, &[card]));
            let words = match self.procedure(card).filter(|_| offer.action == OfferAction::SpecialSummon) {
                Some(kind) => words.replacen("Special", &capital(kind), 1),
                None => words,
            };
            (is_there && offer.action != OfferAction::Activate).then_some(words)
        };
        let mut said: Vec<String> = offers.flatten().filter_map(|offer| words(&offer.value)).collect();
        said.dedup();
        said
    }

    /// A player does something that starts no chain.
    fn acts(&mut self, prompt: &'t Prompt, action: Action) {
        self.act = Some(action);
        self.about.window = Some(prompt);
        let player = prompt.player;
        let name = |card| self.name(card);
        if matches!(action, Action::GoTo { .. } | Action::EndTurn) && self.wants_to_move_on(&[Kind::Passes]) {
            return;
        }
        let text = match action {
            Action::NormalSummon { card } => format!("{player} Normal Summons {}", name(card)),
            Action::Set { card } => format!("{player} Sets {}", name(card)),
            Action::FlipSummon { card } => format!("{player} Flip Summons {}", name(card)),
            Action::SpecialSummon(effect) => {
                let kind = self.told.cast.effect(effect).and_then(|effect| effect.by).map_or("special", How::word);
                format!("{player} {} Summons {}", capital(kind), name(effect.card))
            }
            Action::PendulumSummon { card } => {
                let attempt = self.told.events[self.now..].iter().find_map(|event| match &event.what {
                    Happened::Attempted { cards, .. } if cards.contains(&card) => Some(self.list(cards)),
                    _ => None,
                });
                format!("{player} Pendulum Summons {}", attempt.unwrap_or_else(|| name(card)))
            }
            Action::ChangePosition { card } => {
                let changed = self.told.events[self.now..].iter().find_map(|event| match &event.what {
                    Happened::Cards { are, cards, position, .. }
                        if are.contains(&CardEvent::ChangedPosition) && cards.contains(&card) =>
                    {
                        position.and_then(position_named)
                    }
                    _ => None,
                });
                match changed {
                    Some(position) => format!("{player} changes {} to {position}", name(card)),
                    None => format!("{player} changes the battle position of {}", name(card)),
                }
            }
            Action::Attack { card, target } => format!("{player} attacks {} with {}", name(target), name(card)),
            Action::AttackDirectly { card } => format!("{player} attacks directly with {}", name(card)),
            Action::ReplayOn { card, target } => {
                format!("Replay: {player} lets {} attack {}", name(card), name(target))
            }
            Action::ReplayDirectly { card } => format!("Replay: {player} lets {} attack directly", name(card)),
            Action::StopAttack { card } => format!("Replay: {player} stops the attack of {}", name(card)),
            Action::Draw => format!("{player} takes the normal draw"),
            Action::GoTo { phase: to } => self.wants(player, &format!("to move on to {}", the_phase(to))),
            Action::EndTurn => self.wants(player, "to end the turn"),
            Action::Activate(_) | Action::Trigger(_) | Action::Proceed => return,
        };
        let replay = text.starts_with("Replay");
        let changed = replay && self.sides_have_changed();
        let lead = match (replay, changed) {
            (false, _) => "",
            (true, true) => "The monsters on the other side have changed. ",
            (true, false) => "What the monster can attack has changed. ",
        };
        let place = prompt.chart.map(|chart| format!(" (box {chart})")).unwrap_or_default();
        let rule = changed.then_some(Rule::ReplaySideChanged);
        let step = self.say(Kind::Action, [], format!("{lead}{text}{place}."), rule);
        (step.player, step.chart) = (Some(player), prompt.chart);
        step.is_quiet = matches!(action, Action::Draw | Action::GoTo { .. } | Action::EndTurn);
    }

    /// What a player wants; `still`, if they wanted it in this phase before.
    fn wants(&self, player: Player, what: &str) -> String {
        let said = |step: &Step| step.kind == Kind::Action && step.told.iter().any(|told| told.text.contains(what));
        let again = self.steps.iter().rev().take_while(|step| step.kind != Kind::Phase).any(said);
        format!("{player} {}wants {what}", if again { "still " } else { "" })
    }

    /// Whether a player was said to want to move on, and nothing has happened since but what is passed over.
    fn wants_to_move_on(&self, passed_over: &[Kind]) -> bool {
        let last = self.steps.iter().rev().find(|step| !passed_over.contains(&step.kind));
        last.is_some_and(|step| {
            step.kind == Kind::Action && matches!(self.act, Some(Action::GoTo { .. } | Action::EndTurn))
        })
    }

    /// What must still be used in this phase, as the duel shows later.
    fn left_to_do(&self) -> Option<String> {
        let in_phase = |event: &&Event| !matches!(event.what, Happened::Phase { .. });
        let duty = |event: &Event| match event.what {
            Happened::Activated { effect, .. } => self
                .told
                .cast
                .effect(effect)
                .and_then(|def| (def.mandatory && def.class == Class::Phase).then_some(effect.card)),
            _ => None,
        };
        let mut cards: Vec<CardId> = Vec::new();
        for card in self.told.events[self.now..].iter().take_while(in_phase).filter_map(duty) {
            if !cards.contains(&card) {
                cards.push(card);
            }
        }
        (!cards.is_empty()).then(|| format!("{} must be used", self.list(&cards)))
    }

    /// Why there is no replay, as the end of a clause.
    fn without_a_replay(&self) -> &'static str {
        match self.moment.and_then(moment_heading) {
            Some(_) => ": the Damage Step has begun, and in it nothing is chosen again",
            None if !self.sides_have_changed() => {
                ": no monster has come to the attacked side or left it since the attack was declared"
            }
            None => "",
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

    /// Tells of the moments before this one, in which nobody acted; in this one somebody does.
    fn pass_until(&mut self, prompt: &Prompt) {
        let here =
            self.passes.iter().rposition(|(passed, _)| passed.during != prompt.during).map_or(0, |last| last + 1);
        let here = self.passes.split_off(here);
        self.flush_passes();
        self.acts_here = !here.is_empty();
        self.passes = here;
    }

    pub(super) fn flush_passes(&mut self) {
        let passes = std::mem::take(&mut self.passes);
        if let Some((first, _)) = passes.first() {
            let here = self.steps.iter().rev().take_while(|step| first.during.is_some() && step.moment == first.during);
            let again = here.into_iter().any(|step| step.kind == Kind::Resolution);
            if self.only_lets_own_summon_through(&passes) {
                return;
            }
            // Who passes before somebody acts in the same moment does so in it.
            if std::mem::take(&mut self.acts_here) && first.during == self.moment {
                self.tell_moment();
            }
            let step = self.say(Kind::Passes, [], pass_words(&passes, again), None);
            (step.player, step.chart) = (Some(first.player), first.chart);
        }
    }

    /// Whether all that is passed is the chance to negate one's own Summon.
    fn only_lets_own_summon_through(&self, passes: &[(&Prompt, bool)]) -> bool {
        let attempt = self.told.events[..self.now].iter().rev().find_map(|event| match event.what {
            Happened::Attempted { player, .. } => Some(player),
            _ => None,
        });
        passes.iter().all(|(prompt, _)| {
            prompt.during == Some(Moment::SummonAttempt) && prompt.chart.is_none() && Some(prompt.player) == attempt
        })
    }

    /// What the ruling asks about and is refused in this window.
    fn looked_at(&mut self, number: usize, prompt: &'t Prompt) {
        for i in 0..self.looked.len() {
            if let Some(looked) = self.looked[i].take_if(|looked| looked.question == Some(number)) {
                self.not_offered(&looked, Some(prompt));
            }
        }
    }

    /// What the ruling asks about and nobody was asked for, once the time is over in which it could have been.
    pub(super) fn looked_up_to(&mut self, event: usize, asked: usize) {
        for i in 0..self.looked.len() {
            let is_over = |looked: &mut Looked| {
                looked.question.is_none() && !looked.dropped && looked.event <= event && looked.asked <= asked
            };
            if let Some(looked) = self.looked[i].take_if(is_over) {
                self.not_offered(&looked, None);
            }
        }
    }

    /// What a monster that cannot attack would have attacked.
    fn attacked(&self, looked: &Looked, window: Option<&Prompt>) -> Option<String> {
        let refused = window?.refused.iter().map(|one| &one.action);
        let meant = refused.filter(|action| self.told.cast.is_offer(&looked.offer, action));
        let targets = meant.filter_map(|action| match action {
            Action::Attack { target, .. } => Some(self.name(*target)),
            _ => None,
        });
        let targets: Vec<String> = targets.collect();
        (!targets.is_empty()).then(|| enumerate(&targets, "or"))
    }

    /// Something the ruling asks about is not on offer, in a window or over some time.
    fn not_offered(&mut self, looked: &Looked, window: Option<&'t Prompt>) {
        let cast = &self.told.cast;
        let denied_card = match &looked.offer.card {
            CardRef::Card(card) => Some(*card),
            CardRef::Token(_) => None,
        };
        // That an attack ends without a replay is told where it ends.
        let ends = |event: &Event| matches!(event.what, Happened::AttackEnded { card } if Some(card) == denied_card);
        let is_replay = looked.offer.action == OfferAction::Replay && looked.refusal.is_none();
        if is_replay && self.told.events.iter().any(|event| event.rule.is_some() && ends(event)) {
            return;
        }
        let (card, owner, def) = match &looked.offer.card {
            CardRef::Card(card) => (self.name(*card), cast.owner(*card), cast.def(*card)),
            CardRef::Token(name) => (name.clone(), None, None),
        };
        let mut recent = self.steps.iter().rev().take_while(|s| !matches!(s.kind, Kind::Resolution | Kind::Phase));
        let again = recent.any(|step| step.kind == Kind::Activation && step.cards.first() == Some(&card));
        // Without causes nobody knows whether a trigger was met.
        let meant = self.meant(&looked.offer);
        let is = |class: Class| meant.iter().any(|effect| cast.class(*effect) == Some(class));
        let causes = self.told.can(Capability::Causes);
        // What a card has gained does not stand in its file.
        let gained = causes && def.is_some() && meant.iter().all(|effect| cast.written(*effect).is_none());
        let player = window.map(|prompt| prompt.player).or(owner);
        let who = player.map_or("Nobody", Player::word);
        let own = match (&looked.offer.card, player) {
            (CardRef::Card(id), Some(player)) => self.own(player, &[*id]),
            _ => card.clone(),
        };
        let what = self
            .attacked(looked, window)
            .map_or_else(|| offer_words(looked.offer.action, &own), |targets| format!("attack {targets} with {own}"));
        let kind = match (looked.offer.action, &looked.offer.card) {
            (OfferAction::SpecialSummon, CardRef::Card(card)) => self.procedure(*card),
            _ => None,
        };
        let what = kind.map_or(what.clone(), |kind| what.replacen("Special", &capital(kind), 1));
        self.flush();
        let place = self.place(window.and_then(|prompt| prompt.chart));
        let text = match looked.offer.action {
            OfferAction::MoveOn if window.is_some() && looked.refusal.is_none() => {
                format!("{who} cannot move on{place}: {card} must be used first")
            }
            OfferAction::MoveOn if window.is_some() => format!("{who} cannot move on{place} because of {card}"),
            _ if looked.refusal.is_some() || window.is_some() => format!("{who} cannot {what} here{place}"),
            // Why there is none was said where it would have been.
            OfferAction::Replay if self.said_whys.contains(&Rule::ReplaySideChanged) => return,
            OfferAction::Replay => format!("There is no replay of the attack of {card}{}", self.without_a_replay()),
            OfferAction::Apply => format!("{who} is not asked whether to apply {card}"),
            OfferAction::Activate if self.has_triggered(&looked.offer) => {
                format!("{card} has triggered, but must wait until this chain is over")
            }
            OfferAction::Activate if again => format!("{card} is not offered a second time"),
            OfferAction::Activate if gained => {
                format!("{card} has that effect from another card, and nothing has met it since")
            }
            OfferAction::Activate if is(Class::Trigger) && self.unmet(&looked.offer).is_none() => {
                let when = meant.first().and_then(|effect| self.opportunity(*effect, player?));
                format!("{card} does not activate{}", when.map(|when| format!(": {when}")).unwrap_or_default())
            }
            OfferAction::Activate if causes && is(Class::Trigger) => {
                format!("{card} does not trigger: {}", self.untriggered(&looked.offer))
            }
            OfferAction::Activate if is(Class::Phase) => {
                let when = meant.first().and_then(|effect| self.opportunity(*effect, player?));
                format!("{card} does not activate{}", when.map(|when| format!(": {when}")).unwrap_or_default())
            }
            _ if looked.was_asked => format!("{who} never gets the chance to {what}"),
            _ => format!("{who} is not asked in all this time, so they cannot {what}"),
        };
        let reason = match (&looked.offer.card, player, &looked.refusal) {
            (CardRef::Card(card), Some(player), Some(refusal)) => {
                let refused = window.into_iter().flat_map(|prompt| &prompt.refused);
                let mut meant =
                    refused.filter(|one| one.refusal == *refusal && cast.is_offer(&looked.offer, &one.action));
                let effect = meant.find_map(|one| one.action.effect());
                self.reason(&Denied { action: looked.offer.action, card: *card, effect, player, refusal })
            }
            (CardRef::Card(card), Some(player), None) if window.is_some() => {
                let refusal = &Refusal { rule: Rule::LegalityConditionNotMet, rests_on: Vec::new() };
                self.plain_reason(&Denied { action: looked.offer.action, card: *card, effect: None, player, refusal })
            }
            _ => None,
        };
        // Nobody knows what else the game asks for where the file does not say it, as for an effect that was given.
        let own = |rule: Rule| cast.ruling.rules.iter().any(|own| own.value == rule);
        if reason.as_deref().is_some_and(|reason| reason.starts_with(super::reasons::UNKNOWN))
            && !own(Rule::LegalityConditionNotMet)
        {
            return;
        }
        let before_a_pass = text.contains(" does not trigger: ");
        let mut told = self.refused(text, looked.refusal.as_ref(), reason);
        // That something happened which is not what a trigger waits for is what the rule says.
        let own = Rule::TriggerConditionAtTheEvent;
        if told[0].text.contains(" does not trigger: ")
            && self.told.cast.ruling.rules.iter().any(|rule| rule.value == own)
        {
            told[0].rules.push(own);
        }
        // Of another effect of the card nobody has asked.
        let elsewhere = looked.refusal.as_ref().is_some_and(|refusal| refusal.rule == Rule::PresenceWrongPlace);
        let was_lost = self
            .steps
            .iter()
            .rev()
            .find(|step| step.cards.first() == Some(&card))
            .is_some_and(|step| step.kind == Kind::Lost);
        if elsewhere && was_lost && looked.offer.effect.is_none() && meant.len() > 1 {
            return;
        }
        let last = self.steps.last().filter(|step| step.kind == Kind::NotOffered);
        if last.is_some_and(|last| last.told.first().map(|p| &p.text) == told.first().map(|p| &p.text)) {
            return;
        }
        self.about.window = window;
        self.about.denied = denied_card;
        let step = self.push(Kind::NotOffered, denied_card, told);
        (step.player, step.chart) = (player, window.and_then(|prompt| prompt.chart));
        if denied_card.is_none() {
            step.cards.push(card);
        }
        if before_a_pass {
            self.put_before_a_pass();
        }
    }
}

impl Teller<'_> {
    /// What did not trigger is told before the players pass in the window that follows, in which triggers come first.
    fn put_before_a_pass(&mut self) {
        let last = self.steps.len().saturating_sub(1);
        let Some(passed) = last.checked_sub(1).and_then(|before| self.steps.get(before)) else { return };
        let after_a_chain = matches!(passed.chart, Some(ChartBox::B | ChartBox::C));
        if passed.kind == Kind::Passes && after_a_chain && self.marks.len() == self.steps.len() {
            self.steps.swap(last - 1, last);
            self.marks.swap(last - 1, last);
        }
    }
}

/// Who has a chance in a window, and by which rule.
pub(super) fn chance(prompt: &Prompt, turn: Player, at: Option<Moment>) -> (String, Option<Rule>) {
    use Rule as R;
    let name = prompt.player;
    match (prompt.chart, at) {
        (Some(ChartBox::A), _) => (format!("The game state is open: {name} may act (box A)"), Some(R::ChartOpenState)),
        (Some(ChartBox::B), _) => (format!("{name} has the next chance (box B)"), Some(R::ChartBoxB)),
        (Some(ChartBox::C), _) => (format!("Now {name} has a chance (box C)"), Some(R::ChartBoxC)),
        (Some(ChartBox::D), _) => (format!("{name} may add to the chain (box D)"), Some(R::ChainOtherPlayerNext)),
        (Some(ChartBox::E), _) => (format!("Before {turn} moves on, {name} has a chance (box E)"), Some(R::ChartBoxE)),
        (None, Some(Moment::SummonAttempt)) => {
            (format!("At the Summon attempt {name} has a chance to negate it"), Some(R::SummonOnlyNegatorsStart))
        }
        (None, Some(at)) => {
            let rule = match at {
                Moment::BeforeTheDraw => R::ChartNoWindowBeforeTheDraw,
                Moment::StartOfBattlePhase | Moment::EndOfBattlePhase => R::PhaseEffectsOneByOne,
                _ => R::DamageStepCalculationWindow,
            };
            (format!("{name} has a chance {}", moment(at)), Some(rule))
        }
        (None, None) => (format!("{name} has a chance"), None),
    }
}

/// Who passes where; `again` if something was done there before.
fn pass_words(passes: &[(&Prompt, bool)], again: bool) -> String {
    let mut names: Vec<&str> = Vec::new();
    let mut boxes: Vec<&str> = Vec::new();
    let mut moments: Vec<&str> = Vec::new();
    let add = |to: &mut Vec<_>, word| to.extend((!to.contains(&word)).then_some(word));
    for (prompt, _) in passes.iter().filter(|(_, proceeds)| !proceeds) {
        add(&mut names, prompt.player.word());
        prompt.chart.into_iter().for_each(|chart| add(&mut boxes, chart.word()));
        prompt.during.into_iter().for_each(|at| add(&mut moments, moment(at)));
    }
    let goes_on = passes.iter().find(|(_, proceeds)| *proceeds).map(|(prompt, _)| prompt.player);
    if passes.iter().all(|(prompt, _)| prompt.during == Some(Moment::SummonAttempt) && prompt.chart.is_none()) {
        return match names[..] {
            [one] => format!("{one} lets the Summon go through."),
            _ => format!("{} let the Summon go through.", names.join(", then ")),
        };
    }
    let in_damage_step = passes.iter().all(|(prompt, _)| prompt.during.and_then(moment_heading).is_some());
    if moments.len() > 1 || goes_on.is_some() || (in_damage_step && names.len() > 1 && !boxes.contains(&"D")) {
        let at = if moments.is_empty() { String::new() } else { format!(" {}", enumerate(&moments, "or")) };
        let nobody = if again { "Nobody acts further" } else { "Nobody acts" };
        return match goes_on {
            Some(name) if at.is_empty() => format!("{name} goes on with the attack; {} passes.", names.join(", then ")),
            Some(name) => format!("{nobody}{at}; {name} goes on with the attack."),
            None => format!("{nobody}{at}."),
        };
    }
    let place = match boxes[..] {
        [] => moments.first().map(|m| format!(" {m}")).unwrap_or_default(),
        [one] => format!(" (box {one})"),
        _ => format!(" (boxes {})", enumerate(&boxes, "and")),
    };
    match names[..] {
        [one] => format!("{one} passes{place}."),
        _ => format!("{} pass{place}.", names.join(", then ")),
    }
}
