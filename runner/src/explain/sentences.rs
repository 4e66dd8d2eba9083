//! The steps of a tale as sentences, the same for every kind of output.

use segoc_engine::def::Class;
use segoc_format::ruling::{CardRef, OfferAction};
use segoc_protocol::{
    Action, Capability, CardEvent, Cause, ChartBox, EffectRef, End, Happened, LinkOutcome, Moment, Player, PlayerEvent,
    Prompt, Refusal, Rule, Zone,
};

use super::clause::{Tense, enumerate, moment, moment_heading, phase};
use super::tale::{
    Activation, Answers, Fact, Instant, Kind, Link, Loss, NotOffered, Resolution, Step, Tale, made_room,
};

/// How a sentence stands on the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// A turn and phase.
    Heading,
    /// A part of a phase.
    Subheading,
    /// Ordinary text.
    Text,
    /// A link being added, or resolving.
    Numbered(u16),
    /// One thing under a numbered one.
    Bullet,
    /// A link of the complete chain.
    Stacked(u16),
    /// Something that is not possible.
    Refused,
    /// The sentence of a rule.
    Quote,
}

/// A sentence with the rules it rests on.
#[derive(Clone, Debug)]
pub(super) struct Paragraph {
    pub(super) shape: Shape,
    pub(super) text: String,
    pub(super) rules: Vec<Rule>,
}

impl Paragraph {
    pub(super) fn new(shape: Shape, text: impl Into<String>, rules: impl IntoIterator<Item = Rule>) -> Self {
        Self { shape, text: text.into(), rules: rules.into_iter().collect() }
    }
}

/// The sentences of every step. The sentence of a rule is said where the rule first forbids something.
pub(super) fn told(tale: &Tale<'_>) -> Vec<Vec<Paragraph>> {
    let mut teller = Told { tale, said: Vec::new(), act: None };
    tale.steps.iter().map(|step| teller.step(step)).collect()
}

/// What is known while sentences are written.
pub(super) struct Told<'t> {
    pub(super) tale: &'t Tale<'t>,
    /// Rules whose sentence was said.
    said: Vec<Rule>,
    /// What was done last without a chain.
    act: Option<Action>,
}

impl Told<'_> {
    fn step(&mut self, step: &Step<'_>) -> Vec<Paragraph> {
        let text = |text: String, rule: Option<Rule>| vec![Paragraph::new(Shape::Text, text, rule)];
        match &step.kind {
            Kind::Phase => {
                let text = format!("{}'s turn, {}", step.turn, phase(step.phase));
                vec![Paragraph::new(Shape::Heading, text, [])]
            }
            Kind::Moment(moment) => {
                moment_heading(*moment).map(|m| Paragraph::new(Shape::Subheading, m, [])).into_iter().collect()
            }
            Kind::Act(prompt, action) => {
                self.act = Some(*action);
                self.acts(prompt, action).into_iter().collect()
            }
            Kind::Link(activation) => vec![self.activation(activation, step.moment)],
            Kind::Chain(links) => self.chain(links),
            Kind::Resolves(resolution) => self.resolves(resolution),
            Kind::Happens(instants) => self.happens(instants),
            Kind::Leaves(fact) => {
                let goes = if fact.cards.len() > 1 { "go" } else { "goes" };
                text(format!("The chain is over; {} {goes} to the GY.", self.list(&fact.cards)), fact.event.rule)
            }
            Kind::Meet(triggers) => self.meet(triggers),
            Kind::Lost(loss) => self.lost(loss),
            Kind::Declined(player, cards) => text(format!("{player} does not use {}.", self.own(*player, cards)), None),
            Kind::Window(prompt, passes) => vec![self.window(prompt, *passes, step)],
            Kind::Passes(passes) => text(pass_words(passes), None),
            Kind::NotOffered(not) => self.not_offered(not, step),
            Kind::AttackEnded(card, rule) => {
                text(format!("The attack of {} is over, without a replay.", self.name(*card)), *rule)
            }
            Kind::Ended(end) => match end {
                End::Draw => text("The duel ends in a draw.".into(), Some(Rule::WinBothIsADraw)),
                End::Endless => text("This would go on for ever without anyone having a choice.".into(), None),
                End::YugiWins => text(format!("{} wins the duel.", Player::Yugi), None),
                End::JoeyWins => text(format!("{} wins the duel.", Player::Joey), None),
            },
        }
    }

    fn happens(&self, instants: &[Instant<'_>]) -> Vec<Paragraph> {
        let repeats = |fact: &Fact<'_>| self.act.is_some_and(|act| echoes(act, fact));
        let kept: Vec<Instant<'_>> = instants.iter().filter_map(|instant| instant.without(repeats)).collect();
        let shape = if kept.len() > 1 { Shape::Bullet } else { Shape::Text };
        self.bullets(&kept, shape)
    }

    fn lost(&mut self, loss: &Loss<'_>) -> Vec<Paragraph> {
        let card = loss.trigger.card;
        let name = self.name(card);
        let cause = loss.trigger.cause.as_ref().map(|fact| self.clause(fact, Tense::Past, Some(card)));
        let rule = loss.refusal.as_ref().map(|refusal| refusal.rule);
        let text = if rule == Some(Rule::TimingMissed) {
            let since: Vec<String> = loss.since.iter().map(|fact| self.clause(fact, Tense::Past, None)).collect();
            let cause = cause.map(|cause| format!(": {cause}")).unwrap_or_default();
            match since.is_empty() {
                true => format!("{name} misses the timing{cause}."),
                false => format!(
                    "{name} misses the timing{cause}, but that is no longer the last thing that happened: after it {}.",
                    enumerate(&since, "and")
                ),
            }
        } else {
            match (loss.met, cause) {
                (true, Some(cause)) => format!("{name} triggered when {cause}, but cannot be used."),
                (false, Some(cause)) => format!("{name} does not trigger, although {cause}."),
                (_, None) => format!("The trigger of {name} cannot be used."),
            }
        };
        self.refused(text, loss.refusal.as_ref())
    }

    fn not_offered(&mut self, not: &NotOffered<'_>, step: &Step<'_>) -> Vec<Paragraph> {
        let (looked, cast) = (not.looked, &self.tale.told.cast);
        let (card, owner, def) = match &looked.offer.card {
            CardRef::Card(card) => (self.name(*card), cast.owner(*card), cast.def(*card)),
            CardRef::Token(name) => (name.clone(), None, None),
        };
        // Without causes nobody knows whether a trigger was met.
        let triggers = def.is_some_and(|def| def.effects.iter().any(|effect| effect.class == Class::Trigger));
        let waits = triggers && self.tale.told.can(Capability::Causes);
        let player = not.window.map(|prompt| prompt.player).or(owner).map_or("Nobody", Player::word);
        let what = offer_words(looked.offer.action, &card);
        let place = match (not.window.and_then(|prompt| prompt.chart), step.moment) {
            (Some(chart), _) => format!(" (box {chart})"),
            (None, Some(at)) => format!(" {}", moment(at)),
            (None, None) => String::new(),
        };
        let text = match looked.offer.action {
            _ if looked.refusal.is_some() || not.window.is_some() => format!("{player} cannot {what} here{place}."),
            OfferAction::Replay => format!("There is no replay of the attack of {card}."),
            OfferAction::Activate if not.again => format!("{card} is not offered a second time."),
            OfferAction::Activate if waits => format!("{card} does not trigger: what it waits for has not happened."),
            _ if looked.was_asked => format!("{player} never gets the chance to {what}."),
            _ => format!("{player} is not asked in all this time, so they cannot {what}."),
        };
        self.refused(text, looked.refusal.as_ref())
    }

    /// Something that is not possible, with the sentence of its rule if that was not said yet.
    fn refused(&mut self, text: String, refusal: Option<&Refusal>) -> Vec<Paragraph> {
        let rules =
            refusal.iter().flat_map(|refusal| std::iter::once(refusal.rule).chain(refusal.rests_on.iter().copied()));
        let mut out = vec![Paragraph::new(Shape::Refused, text, rules)];
        let new = refusal.map(|refusal| refusal.rule).filter(|rule| !self.said.contains(rule));
        if let Some(entry) = new.and_then(|rule| self.tale.setting.catalogue.get(rule)) {
            self.said.push(entry.rule);
            out.push(Paragraph::new(Shape::Quote, entry.sentence.clone(), []));
        }
        out
    }

    fn acts(&self, prompt: &Prompt, action: &Action) -> Option<Paragraph> {
        let player = prompt.player;
        let name = |card| self.name(card);
        let text = match *action {
            Action::NormalSummon { card } => format!("{player} Normal Summons {}", name(card)),
            Action::Set { card } => format!("{player} Sets {}", name(card)),
            Action::FlipSummon { card } => format!("{player} Flip Summons {}", name(card)),
            Action::SpecialSummon(effect) => format!("{player} Special Summons {}", name(effect.card)),
            Action::ChangePosition { card } => format!("{player} changes the battle position of {}", name(card)),
            Action::Attack { card, target } => format!("{player} attacks {} with {}", name(target), name(card)),
            Action::AttackDirectly { card } => format!("{player} attacks directly with {}", name(card)),
            Action::ReplayOn { card, target } => {
                format!("Replay: {player} lets {} attack {}", name(card), name(target))
            }
            Action::ReplayDirectly { card } => format!("Replay: {player} lets {} attack directly", name(card)),
            Action::StopAttack { card } => format!("Replay: {player} stops the attack of {}", name(card)),
            Action::Draw => format!("{player} takes the normal draw"),
            Action::GoTo { phase: to } => format!("{player} wants to move on to the {}", phase(to)),
            Action::EndTurn => format!("{player} wants to end the turn"),
            Action::Activate(_) | Action::Trigger(_) | Action::Proceed => return None,
        };
        let replay = text.starts_with("Replay");
        let place = prompt.chart.map(|chart| format!(" (box {chart})")).unwrap_or_default();
        let text = if replay { format!("The monsters on the other side have changed. {text}") } else { text };
        Some(Paragraph::new(Shape::Text, format!("{text}{place}."), replay.then_some(Rule::ReplaySideChanged)))
    }

    fn activation(&self, activation: &Activation<'_>, at: Option<Moment>) -> Paragraph {
        let link = &activation.link;
        let card = self.name(link.effect.card);
        let what = match (self.effect_name(link.effect), activation.of_card) {
            (_, true) => card.clone(),
            (Some(effect), false) => format!("the effect of {card} ({effect})"),
            (None, false) => format!("the effect of {card}"),
        };
        let place = match (activation.window.map(|prompt| prompt.chart), at) {
            (Some(Some(chart)), _) => format!(" (box {chart})"),
            (Some(None), Some(at)) => format!(" {}", moment(at)),
            _ => String::new(),
        };
        let (mut text, rules) = match &activation.placed {
            Some(placed) => self.placed(placed, &place),
            None => (format!("{} activates {what}{place}", link.player), Vec::new()),
        };
        let is_replaced = |fact: &&Fact<'_>| made_room(fact.event);
        let (replaced, paid): (Vec<&Fact<'_>>, Vec<&Fact<'_>>) = activation.cost.iter().partition(is_replaced);
        let mut costs: Vec<String> = paid.into_iter().map(|fact| self.gerund(fact)).collect();
        let targets = self.list(link.targets);
        if activation.placed.is_some() {
            // What is said of a trigger is a sentence of its own already.
            if !costs.is_empty() {
                text.push_str(&format!(". Cost: {}", enumerate(&costs, "and")));
            }
            if !targets.is_empty() {
                text.push_str(&format!(". Target: {targets}"));
            }
        } else {
            if let Some(last) = costs.last_mut() {
                last.push_str(" as the cost");
            }
            costs.extend(replaced.into_iter().map(|fact| self.gerund(fact)));
            if !activation.words.is_empty() {
                costs.push(format!("choosing “{}”", activation.words.join(", ")));
            }
            if !targets.is_empty() {
                costs.push(format!("targeting {targets}"));
            }
            if !costs.is_empty() {
                text.push_str(&format!(", {}", enumerate(&costs, "and")));
            }
        }
        match &activation.answers {
            Some(Answers::Link(link)) => {
                text.push_str(&format!(". It answers Chain Link {}, {}", link.number, self.name(link.effect.card)));
            }
            Some(Answers::Event(fact)) => text.push_str(&format!(". It answers {}", self.noun(fact))),
            Some(Answers::Nothing) => {
                text.push_str(". It answers nothing: the link below is not the one that called it")
            }
            None => {}
        }
        Paragraph::new(Shape::Numbered(link.number), stopped(&text), rules)
    }

    /// The name of an effect, if its card has several that go on a chain.
    fn effect_name(&self, effect: EffectRef) -> Option<&str> {
        let effects = &self.tale.told.cast.def(effect.card)?.effects;
        let others = effects.iter().filter(|e| e.activates() && e.class != Class::Activation);
        if others.count() < 2 { None } else { self.tale.told.cast.effect_id(effect) }
    }

    fn chain(&self, links: &[Link<'_>]) -> Vec<Paragraph> {
        if links.len() < 2 {
            return Vec::new();
        }
        let stacked = |link: &Link<'_>| {
            let mut text = self.name(link.effect.card);
            if !text.starts_with(link.player.word()) {
                text.push_str(&format!(" ({})", link.player));
            }
            if !link.targets.is_empty() {
                text.push_str(&format!(" → {}", self.list(link.targets)));
            }
            Paragraph::new(Shape::Stacked(link.number), text, [])
        };
        let text = "The chain is complete and resolves from the last link down.";
        let head = Paragraph::new(Shape::Text, text, [Rule::ChainResolvesLastFirst]);
        std::iter::once(head).chain(links.iter().rev().map(stacked)).collect()
    }

    fn resolves(&self, resolution: &Resolution<'_>) -> Vec<Paragraph> {
        let own = resolution.link.effect.card;
        let card = self.name(own);
        let text = match (resolution.outcome, resolution.reason) {
            (LinkOutcome::Done, _) => format!("{card} resolves."),
            (LinkOutcome::WithoutEffect, Some(Rule::ResolveContinuousCardMustStay)) => {
                format!("{card} resolves without effect: it is no longer face-up on the field.")
            }
            (LinkOutcome::WithoutEffect, Some(Rule::QuickMandatoryAnswersTheLinkBelow)) => {
                format!("{card} resolves without effect: it did not lie on what called it.")
            }
            (LinkOutcome::WithoutEffect, None) => format!("{card} resolves without effect."),
            (LinkOutcome::WithoutEffect, _) => format!("{card} resolves without effect: there is nothing it can do."),
            (LinkOutcome::EffectNegated, _) => format!("{card} resolves, but its effect is negated."),
            (LinkOutcome::ActivationNegated, _) => format!("{card} does not resolve: its activation was negated."),
        };
        let mut out = vec![Paragraph::new(Shape::Numbered(resolution.link.number), text, resolution.reason)];
        let negated = |fact: &Fact<'_>| fact.is(CardEvent::EffectNegated) && fact.cards.contains(&own);
        let instants: Vec<Instant<'_>> = resolution.instants.iter().filter_map(|i| i.without(negated)).collect();
        out.extend(self.bullets(&instants, Shape::Bullet));
        out
    }

    /// One sentence for each instant; what happened together stands together.
    fn bullets(&self, instants: &[Instant<'_>], shape: Shape) -> Vec<Paragraph> {
        instants.iter().enumerate().map(|(i, instant)| self.bullet(i, instant, shape)).collect()
    }

    fn bullet(&self, number: usize, instant: &Instant<'_>, shape: Shape) -> Paragraph {
        let facts = match instant {
            Instant::Facts(facts) => facts,
            Instant::Chose(player, card, yes) => {
                let does = if *yes { "applies" } else { "does not apply" };
                let text = format!("{player} {does} the optional part of {}", self.name(*card));
                return Paragraph::new(shape, stopped(&text), []);
            }
        };
        let (battles, others): (Vec<&Fact<'_>>, Vec<&Fact<'_>>) = facts.iter().partition(|f| f.is(CardEvent::Battled));
        let mut clauses: Vec<String> = others.into_iter().map(|fact| self.happening(fact)).collect();
        if let Some(battle) = battles.first() {
            let what = if clauses.is_empty() { "nobody takes damage".into() } else { clauses.join("; ") };
            clauses = vec![format!("{}: {what}", self.happening(battle))];
        }
        let text = match (number, clauses.len()) {
            (0, 1) => clauses.concat(),
            (0, _) => format!("at the same time: {}", clauses.join("; ")),
            // Without instants nobody knows what was one moment and what came later.
            (_, 1) if instant.at().is_none() => clauses.concat(),
            (_, 1) => format!("then {}", clauses.concat()),
            _ => format!("then, at the same time: {}", clauses.join("; ")),
        };
        let mut rules: Vec<Rule> = facts.iter().filter_map(worth_saying).collect();
        let continuous = facts.iter().any(|fact| matches!(fact.event.by, Some(Cause::Effect(_))));
        rules.extend(continuous.then_some(Rule::ContinuousAppliesAfterTheLink));
        rules.extend(shared(facts).then_some(Rule::SimultaneousOneMoment));
        rules.dedup();
        Paragraph::new(shape, stopped(&capital(&text)), rules)
    }

    fn happening(&self, fact: &Fact<'_>) -> String {
        let clause = self.clause(fact, Tense::Present, None);
        match fact.event.by {
            Some(Cause::Effect(effect)) if !fact.cards.contains(&effect.card) => {
                format!("by {}, {clause}", self.name(effect.card))
            }
            _ => clause,
        }
    }

    fn window(&self, prompt: &Prompt, passes: bool, step: &Step<'_>) -> Paragraph {
        let (name, turn) = (prompt.player, step.turn);
        let (text, rule) = match (prompt.chart, step.moment) {
            (Some(ChartBox::A), _) => {
                (format!("The game state is open: {name} may act (box A)"), Some(Rule::ChartOpenState))
            }
            (Some(ChartBox::B), _) => (format!("{name} has the next chance (box B)"), Some(Rule::ChartBoxB)),
            (Some(ChartBox::C), _) => (format!("Now {name} has a chance (box C)"), Some(Rule::ChartBoxC)),
            (Some(ChartBox::D), _) => {
                (format!("{name} may add to the chain (box D)"), Some(Rule::ChainOtherPlayerNext))
            }
            (Some(ChartBox::E), _) => {
                (format!("Before {turn} moves on, {name} has a chance (box E)"), Some(Rule::ChartBoxE))
            }
            (None, Some(Moment::SummonAttempt)) => {
                (format!("At the Summon attempt {name} has a chance to negate it"), Some(Rule::SummonOnlyNegatorsStart))
            }
            (None, Some(Moment::BeforeTheDraw)) => {
                (format!("{name} has a chance before the draw"), Some(Rule::ChartNoWindowBeforeTheDraw))
            }
            (None, Some(at)) => {
                (format!("{name} has a chance {}", moment(at)), Some(Rule::DamageStepCalculationWindow))
            }
            (None, None) => (format!("{name} has a chance"), None),
        };
        let names: Vec<String> = offered(prompt).into_iter().map(|card| self.name(card)).collect();
        let could = match names.is_empty() {
            true if prompt.chart == Some(ChartBox::A) => String::new(),
            true if passes => "; they have nothing to use and pass".into(),
            true => "; they have nothing to use".into(),
            false if passes => format!("; they could use {}, but pass", enumerate(&names, "or")),
            false => format!("; they could use {}", enumerate(&names, "or")),
        };
        Paragraph::new(Shape::Text, format!("{text}{could}."), rule)
    }
}

/// The cards that may be used in a window.
pub(super) fn offered(prompt: &Prompt) -> Vec<segoc_protocol::CardId> {
    let mut cards = Vec::new();
    for option in prompt.options() {
        if let Action::Activate(effect) | Action::Trigger(effect) = option
            && !cards.contains(&effect.card)
        {
            cards.push(effect.card);
        }
    }
    cards
}

/// Whether an event only repeats what a player was said to do.
fn echoes(act: Action, fact: &Fact<'_>) -> bool {
    let attempted = matches!(fact.event.what, Happened::Attempted { .. });
    let (card, repeats) = match act {
        Action::NormalSummon { card } | Action::FlipSummon { card } => (card, attempted),
        Action::SpecialSummon(effect) => (effect.card, attempted),
        Action::Set { card } => (card, fact.is(CardEvent::Set)),
        Action::ChangePosition { card } => (card, fact.is(CardEvent::ChangedPosition)),
        Action::Attack { target, .. } if fact.is(CardEvent::AttackTargeted) => (target, true),
        Action::Attack { card, .. } | Action::AttackDirectly { card } => (card, fact.is(CardEvent::AttackDeclared)),
        Action::ReplayOn { card, .. } | Action::ReplayDirectly { card } => (card, fact.is(CardEvent::AttackRedirected)),
        _ => return false,
    };
    repeats && fact.cards.contains(&card)
}

/// Whether both players did the same thing for one effect.
fn shared(facts: &[Fact<'_>]) -> bool {
    let player = |fact: &Fact<'_>| match (&fact.event.what, fact.way()) {
        _ if fact.by_link().is_none() => None,
        (Happened::Player { is: PlayerEvent::Draws, player, .. }, _) => Some(*player),
        (_, Some((from, _))) if from.zone == Zone::Hand => Some(from.player),
        _ => None,
    };
    [Player::Yugi, Player::Joey].into_iter().all(|p| facts.iter().any(|fact| player(fact) == Some(p)))
}

/// The rule of a fact, unless it says no more than what is told anyway.
fn worth_saying(fact: &Fact<'_>) -> Option<Rule> {
    fact.event.rule.filter(|rule| match rule {
        Rule::DamageStepDamageBeforeDestruction => fact.way().is_some(),
        Rule::ChainResolvesLastFirst
        | Rule::ChartOpenOnly
        | Rule::ChartOpenState
        | Rule::SummonNegatableAttempt
        | Rule::TimingLastEvent => false,
        _ => true,
    })
}

fn pass_words(passes: &[(&Prompt, bool)]) -> String {
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
            [one] => format!("{one} does not negate the Summon."),
            _ => format!("{} let the Summon go through.", names.join(", then ")),
        };
    }
    let in_damage_step = passes.iter().all(|(prompt, _)| prompt.during.and_then(moment_heading).is_some());
    if moments.len() > 1 || goes_on.is_some() || (in_damage_step && names.len() > 1 && !boxes.contains(&"D")) {
        let at = if moments.is_empty() { String::new() } else { format!(" {}", enumerate(&moments, "or")) };
        return match goes_on {
            Some(name) if at.is_empty() => format!("{name} goes on with the attack; {} passes.", names.join(", then ")),
            Some(name) => format!("Nobody acts{at}; {name} goes on with the attack."),
            None => format!("Nobody acts{at}."),
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

/// Something that might be offered: "activate Trap Hole".
fn offer_words(action: OfferAction, card: &str) -> String {
    match action {
        OfferAction::Activate => format!("activate {card}"),
        OfferAction::NormalSummon => format!("Normal Summon {card}"),
        OfferAction::Set => format!("Set {card}"),
        OfferAction::FlipSummon => format!("Flip Summon {card}"),
        OfferAction::SpecialSummon => format!("Special Summon {card}"),
        OfferAction::ChangePosition => format!("change the position of {card}"),
        OfferAction::Attack => format!("attack with {card}"),
        OfferAction::AttackDirectly => format!("attack directly with {card}"),
        OfferAction::Replay => format!("replay the attack of {card}"),
    }
}

/// A text with a full stop, unless a name ends it with a mark of its own.
pub(super) fn stopped(text: &str) -> String {
    if text.ends_with(['.', '!', '?']) { text.to_owned() } else { format!("{text}.") }
}

/// A text with its first letter large.
pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
