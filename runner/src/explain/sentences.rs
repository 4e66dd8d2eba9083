//! The steps of a tale as sentences, the same for every kind of output.

use segoc_engine::def::Moment;
use segoc_engine::{ChartBox, DuelEnd, LinkOutcome, Player, Rule};

use super::clause::{Tense, clause, enumerate, gerund, list, moment, moment_heading, noun, own, phase};
use super::placing;
use super::tale::{
    Act, Answers, By, Chance, Doing, Fact, Instant, Kind, Link, Loss, NotOffered, Pass, Resolution, Stacked, Step,
    Tale, What,
};
use crate::outcome::player_name;
use crate::ruling::OfferAction;

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
pub(super) fn told(tale: &Tale) -> Vec<Vec<Paragraph>> {
    let mut teller = Told { said: Vec::new(), act: None };
    tale.steps.iter().map(|step| teller.step(step)).collect()
}

struct Told<'t> {
    /// Rules whose sentence was said.
    said: Vec<Rule>,
    /// What was done last without a chain.
    act: Option<&'t Doing>,
}

impl<'t> Told<'t> {
    fn step(&mut self, step: &'t Step) -> Vec<Paragraph> {
        match &step.kind {
            Kind::Phase => {
                let text = format!("{}'s turn, {}", player_name(step.turn), phase(step.phase));
                vec![Paragraph::new(Shape::Heading, text, [])]
            }
            Kind::Moment(moment) => {
                moment_heading(*moment).map(|m| Paragraph::new(Shape::Subheading, m, [])).into_iter().collect()
            }
            Kind::Act(act) => {
                self.act = Some(&act.what);
                vec![acts(act)]
            }
            Kind::Link(link) => activation(link, step.moment),
            Kind::Chain(links) => chain(links),
            Kind::Resolves(resolution) => resolves(resolution),
            Kind::Happens(instants) => self.happens(instants),
            Kind::Leaves(cards, rule, _) => {
                let goes = if cards.len() > 1 { "go" } else { "goes" };
                let text = format!("The chain is over; {} {goes} to the GY.", list(cards));
                vec![Paragraph::new(Shape::Text, text, [*rule])]
            }
            Kind::Meet(meeting) => placing::meet(meeting),
            Kind::Lost(loss) => self.lost(loss),
            Kind::Declined(player, cards) => {
                let text = format!("{} does not use {}.", player_name(*player), own(*player, cards));
                vec![Paragraph::new(Shape::Text, text, [])]
            }
            Kind::Window(chance) => vec![window(chance, step)],
            Kind::Passes(passes) => vec![Paragraph::new(Shape::Text, pass_words(passes), [])],
            Kind::NotOffered(not) => self.not_offered(not, step),
            Kind::AttackEnded(card, rule) => {
                let text = format!("The attack of {} is over, without a replay.", card.name);
                vec![Paragraph::new(Shape::Text, text, [*rule])]
            }
            Kind::Ended(end) => {
                let text = match end {
                    DuelEnd::Wins(player) => format!("{} wins the duel.", player_name(*player)),
                    DuelEnd::Draw => "The duel ends in a draw.".into(),
                    DuelEnd::Endless => "This would go on for ever without anyone having a choice.".into(),
                };
                let rule = (*end == DuelEnd::Draw).then_some(Rule::WinBothIsADraw);
                vec![Paragraph::new(Shape::Text, text, rule)]
            }
        }
    }

    fn happens(&self, instants: &[Instant]) -> Vec<Paragraph> {
        let kept: Vec<Instant> = instants
            .iter()
            .map(|i| Instant {
                at: i.at,
                facts: i.facts.iter().filter(|f| !self.act.is_some_and(|a| echoes(a, f))).cloned().collect(),
            })
            .filter(|i| !i.facts.is_empty())
            .collect();
        let shape = if kept.len() > 1 { Shape::Bullet } else { Shape::Text };
        bullets(&kept, shape)
    }

    fn lost(&mut self, loss: &Loss) -> Vec<Paragraph> {
        let card = &loss.trigger.card;
        let cause = loss.trigger.cause.as_ref().map(|f| clause(f, Tense::Past, Some(card.id))).unwrap_or_default();
        let text = if loss.rule == Rule::TimingMissed {
            let since: Vec<String> = loss.since.iter().map(|f| clause(f, Tense::Past, None)).collect();
            let cause = if cause.is_empty() { String::new() } else { format!(": {cause}") };
            match since.is_empty() {
                true => format!("{} misses the timing{cause}.", card.name),
                false => format!(
                    "{} misses the timing{cause}, but that is no longer the last thing that happened: after it {}.",
                    card.name,
                    enumerate(&since, "and")
                ),
            }
        } else if loss.met {
            format!("{} triggered when {cause}, but cannot be used.", card.name)
        } else {
            format!("{} does not trigger, although {cause}.", card.name)
        };
        self.refused(text, loss.rule, &loss.rests_on, &loss.sentence)
    }

    fn not_offered(&mut self, not: &NotOffered, step: &Step) -> Vec<Paragraph> {
        let player = not.player.map_or("Nobody", player_name);
        let card = &not.card.name;
        let what = offer_words(not.what, card);
        let place = match (not.chart, step.moment) {
            (Some(chart), _) => format!(" (box {chart})"),
            (None, Some(m)) => format!(" {}", moment(m)),
            (None, None) => String::new(),
        };
        let Some(rule) = not.rule else {
            let text = match not.what {
                _ if not.here => format!("{player} cannot {what} here{place}."),
                OfferAction::Replay => format!("There is no replay of the attack of {card}."),
                OfferAction::Activate if not.again => format!("{card} is not offered a second time."),
                OfferAction::Activate if not.waits => {
                    format!("{card} does not trigger: what it waits for has not happened.")
                }
                _ if not.was_asked => format!("{player} never gets the chance to {what}."),
                _ => format!("{player} is not asked in all this time, so he cannot {what}."),
            };
            return vec![Paragraph::new(Shape::Refused, text, [])];
        };
        self.refused(format!("{player} cannot {what} here{place}."), rule, &not.rests_on, &not.sentence)
    }

    fn refused(&mut self, text: String, rule: Rule, rests_on: &[Rule], sentence: &str) -> Vec<Paragraph> {
        let rules = std::iter::once(rule).chain(rests_on.iter().copied());
        let mut out = vec![Paragraph::new(Shape::Refused, text, rules)];
        if !self.said.contains(&rule) && !sentence.is_empty() {
            self.said.push(rule);
            out.push(Paragraph::new(Shape::Quote, sentence, []));
        }
        out
    }
}

fn acts(act: &Act) -> Paragraph {
    let name = player_name(act.player);
    let text = match &act.what {
        Doing::NormalSummons(card) => format!("{name} Normal Summons {}", card.name),
        Doing::Sets(card) => format!("{name} Sets {}", card.name),
        Doing::FlipSummons(card) => format!("{name} Flip Summons {}", card.name),
        Doing::SpecialSummons(card) => format!("{name} Special Summons {}", card.name),
        Doing::ChangesPositionOf(card) => format!("{name} changes the battle position of {}", card.name),
        Doing::Attacks(card, target) => format!("{name} attacks {} with {}", target.name, card.name),
        Doing::AttacksDirectly(card) => format!("{name} attacks directly with {}", card.name),
        Doing::ReplaysOn(card, target) => format!("Replay: {name} lets {} attack {}", card.name, target.name),
        Doing::ReplaysDirectly(card) => format!("Replay: {name} lets {} attack directly", card.name),
        Doing::StopsAttack(card) => format!("Replay: {name} stops the attack of {}", card.name),
        Doing::Draws => format!("{name} takes the normal draw"),
        Doing::GoesTo(to) => format!("{name} wants to move on to the {}", phase(*to)),
        Doing::EndsTurn => format!("{name} wants to end the turn"),
    };
    let replay = matches!(act.what, Doing::ReplaysOn(..) | Doing::ReplaysDirectly(_) | Doing::StopsAttack(_));
    let place = act.chart.map(|c| format!(" (box {c})")).unwrap_or_default();
    let text = if replay { format!("The monsters on the other side have changed. {text}") } else { text };
    Paragraph::new(Shape::Text, format!("{text}{place}."), replay.then_some(Rule::ReplaySideChanged))
}

/// Whether an event only repeats what a player was said to do.
fn echoes(act: &Doing, fact: &Fact) -> bool {
    let about = |card: &super::tale::Card| fact.cards.iter().any(|c| c.id == card.id);
    match (act, &fact.what) {
        (Doing::NormalSummons(card) | Doing::FlipSummons(card) | Doing::SpecialSummons(card), What::Attempted(..))
        | (Doing::Sets(card), What::Set)
        | (Doing::ChangesPositionOf(card), What::ChangedPosition)
        | (Doing::Attacks(card, _) | Doing::AttacksDirectly(card), What::AttackDeclared(_))
        | (Doing::Attacks(_, card), What::Targeted)
        | (Doing::ReplaysOn(card, _) | Doing::ReplaysDirectly(card), What::Redirected) => about(card),
        _ => false,
    }
}

fn activation(link: &Link, at: Option<Moment>) -> Vec<Paragraph> {
    let name = player_name(link.player);
    let what = match (&link.effect, link.of_card) {
        (_, true) => link.card.name.clone(),
        (Some(effect), false) => format!("the effect of {} ({effect})", link.card.name),
        (None, false) => format!("the effect of {}", link.card.name),
    };
    let place = match (link.chart, at) {
        (Some(chart), _) => format!(" (box {chart})"),
        (None, Some(m)) if link.gate => format!(" {}", moment(m)),
        _ => String::new(),
    };
    let mut rules = Vec::new();
    let mut text = match &link.placed {
        Some(placed) => {
            let (text, why) = placing::placed(placed, &link.card.name, &place);
            rules.extend(why);
            text
        }
        None => format!("{name} activates {what}{place}"),
    };
    let (replaced, paid): (Vec<&Fact>, Vec<&Fact>) = link.cost.iter().partition(|f| matches!(f.by, By::Room(..)));
    let mut costs: Vec<String> = paid.into_iter().map(gerund).collect();
    if let Some(last) = costs.last_mut() {
        last.push_str(if link.placed.is_some() { "" } else { " as the cost" });
    }
    let mut details: Vec<String> = replaced.into_iter().map(gerund).collect();
    if !link.words.is_empty() {
        details.push(format!("choosing “{}”", link.words.join(", ")));
    }
    match link.placed.is_some() {
        // What is said of a trigger is a sentence of its own already.
        true => {
            text.push_str(
                &costs.is_empty().then(String::new).unwrap_or_else(|| format!(". Cost: {}", enumerate(&costs, "and"))),
            );
            if !link.targets.is_empty() {
                text.push_str(&format!(". Target: {}", list(&link.targets)));
            }
        }
        false => {
            if !link.targets.is_empty() {
                details.push(format!("targeting {}", list(&link.targets)));
            }
            costs.append(&mut details);
            if !costs.is_empty() {
                text.push_str(&format!(", {}", enumerate(&costs, "and")));
            }
        }
    }
    match &link.answers {
        Some(Answers::Link(number, card)) => text.push_str(&format!(". It answers Chain Link {number}, {}", card.name)),
        Some(Answers::Event(fact)) => text.push_str(&format!(". It answers {}", noun(fact))),
        Some(Answers::Nothing) => text.push_str(". It answers nothing: the link below is not the one that called it"),
        None => {}
    }
    let text = stopped(&text);
    vec![Paragraph::new(Shape::Numbered(link.number), text, rules)]
}

fn chain(links: &[Stacked]) -> Vec<Paragraph> {
    if links.len() < 2 {
        return Vec::new();
    }
    let stacked = |link: &Stacked| {
        let mut text = link.card.name.clone();
        if !text.starts_with(player_name(link.player)) {
            text.push_str(&format!(" ({})", player_name(link.player)));
        }
        if !link.targets.is_empty() {
            text.push_str(&format!(" → {}", list(&link.targets)));
        }
        Paragraph::new(Shape::Stacked(link.number), text, [])
    };
    let mut out: Vec<Paragraph> = links.iter().rev().map(stacked).collect();
    let text = "The chain is complete and resolves from the last link down.";
    out.insert(0, Paragraph::new(Shape::Text, text, [Rule::ChainResolvesLastFirst]));
    out
}

fn resolves(resolution: &Resolution) -> Vec<Paragraph> {
    let card = &resolution.card.name;
    let text = match (resolution.outcome, resolution.reason) {
        (LinkOutcome::Done, _) => format!("{card} resolves."),
        (LinkOutcome::WithoutEffect, Some(Rule::ResolveContinuousCardMustStay)) => {
            format!("{card} resolves without effect: it is no longer face-up on the field.")
        }
        (LinkOutcome::WithoutEffect, Some(Rule::QuickMandatoryAnswersTheLinkBelow)) => {
            format!("{card} resolves without effect: it did not lie on what called it.")
        }
        (LinkOutcome::WithoutEffect, _) => {
            format!("{card} resolves without effect: there is nothing it can do.")
        }
        (LinkOutcome::EffectNegated, _) => format!("{card} resolves, but its effect is negated."),
        (LinkOutcome::ActivationNegated, _) => format!("{card} does not resolve: its activation was negated."),
    };
    let mut out = vec![Paragraph::new(Shape::Numbered(resolution.number), text, resolution.reason)];
    let negated = |f: &Fact| f.what == What::EffectNegated && f.cards.iter().any(|c| c.id == resolution.card.id);
    let instants: Vec<Instant> = resolution
        .instants
        .iter()
        .map(|i| Instant { at: i.at, facts: i.facts.iter().filter(|f| !negated(f)).cloned().collect() })
        .filter(|i| !i.facts.is_empty())
        .collect();
    out.extend(bullets(&instants, Shape::Bullet));
    out
}

/// One sentence for each instant; what happened together stands together.
fn bullets(instants: &[Instant], shape: Shape) -> Vec<Paragraph> {
    let sentence = |(i, instant): (usize, &Instant)| {
        let battle = instant.facts.iter().find(|f| f.what == What::Battled);
        let others = instant.facts.iter().filter(|f| f.what != What::Battled);
        let mut clauses: Vec<String> = others.map(happening).collect();
        if let Some(battle) = battle {
            let what = if clauses.is_empty() { "nobody takes damage".into() } else { clauses.join("; ") };
            clauses = vec![format!("{}: {what}", happening(battle))];
        }
        let text = match (i, clauses.len()) {
            (0, 1) => clauses.concat(),
            _ if instant.facts.iter().all(|f| matches!(f.what, What::Chose(..))) => clauses.concat(),
            (0, _) => format!("at the same time: {}", clauses.join("; ")),
            (_, 1) => format!("then {}", clauses.concat()),
            _ => format!("then, at the same time: {}", clauses.join("; ")),
        };
        let mut rules: Vec<Rule> = instant.facts.iter().filter(|f| is_worth_saying(f)).filter_map(|f| f.rule).collect();
        let continuous = instant.facts.iter().any(|f| matches!(f.by, By::Continuous(_)));
        rules.extend(continuous.then_some(Rule::ContinuousAppliesAfterTheLink));
        rules.extend(shared(&instant.facts).then_some(Rule::SimultaneousOneMoment));
        rules.dedup();
        Paragraph::new(shape, stopped(&capital(&text)), rules)
    };
    instants.iter().enumerate().map(sentence).collect()
}

fn happening(fact: &Fact) -> String {
    let clause = clause(fact, Tense::Present, None);
    match &fact.by {
        By::Continuous(card) if !fact.cards.iter().any(|c| c.id == card.id) => format!("by {}, {clause}", card.name),
        _ => clause,
    }
}

/// Whether both players did the same thing for one effect.
fn shared(facts: &[Fact]) -> bool {
    let player = |f: &Fact| match (&f.what, &f.by) {
        (What::Drew(player), By::Link(..)) => Some(*player),
        (What::Moved(_, (segoc_engine::Zone::Hand, player), _), By::Link(..)) => Some(*player),
        _ => None,
    };
    [Player::One, Player::Two].into_iter().all(|p| facts.iter().any(|f| player(f) == Some(p)))
}

/// Rules that say no more than what is told anyway are left out.
fn is_worth_saying(fact: &Fact) -> bool {
    match fact.rule {
        Some(Rule::DamageStepDamageBeforeDestruction) => matches!(fact.what, What::Moved(..)),
        rule => !matches!(rule, Some(Rule::ChainResolvesLastFirst | Rule::SummonNegatableAttempt)),
    }
}

fn window(chance: &Chance, step: &Step) -> Paragraph {
    let (name, turn) = (player_name(chance.player), player_name(step.turn));
    let (text, rule) = match (chance.chart, step.moment) {
        (Some(ChartBox::A), _) => (format!("The game state is open: {name} may act (box A)"), Rule::ChartOpenState),
        (Some(ChartBox::B), _) => (format!("{name} has the next chance (box B)"), Rule::ChartBoxB),
        (Some(ChartBox::C), _) => (format!("Now {name} has a chance (box C)"), Rule::ChartBoxC),
        (Some(ChartBox::D), _) => (format!("{name} may add to the chain (box D)"), Rule::ChainOtherPlayerNext),
        (Some(ChartBox::E), _) => (format!("Before {turn} moves on, {name} has a chance (box E)"), Rule::ChartBoxE),
        (None, Some(Moment::SummonAttempt)) => {
            (format!("At the Summon attempt {name} has a chance to negate it"), Rule::SummonOnlyNegatorsStart)
        }
        (None, Some(Moment::BeforeTheDraw)) => {
            (format!("{name} has a chance before the draw"), Rule::ChartNoWindowBeforeTheDraw)
        }
        (None, _) => (format!("{name} has a chance during damage calculation"), Rule::DamageStepCalculationWindow),
    };
    let names: Vec<&str> = chance.offered.iter().map(|c| c.name.as_str()).collect();
    let could = match names.is_empty() {
        true if chance.chart == Some(ChartBox::A) => String::new(),
        true if chance.passes => "; he has nothing to use and passes".into(),
        true => "; he has nothing to use".into(),
        false if chance.passes => format!("; he could use {}, but passes", enumerate(&names, "or")),
        false => format!("; he could use {}", enumerate(&names, "or")),
    };
    Paragraph::new(Shape::Text, format!("{text}{could}."), [rule])
}

fn pass_words(passes: &[Pass]) -> String {
    let mut names: Vec<&str> = Vec::new();
    let mut boxes: Vec<&str> = Vec::new();
    let mut moments: Vec<&str> = Vec::new();
    for pass in passes.iter().filter(|p| !p.proceeds) {
        let name = player_name(pass.player);
        names.extend((!names.contains(&name)).then_some(name));
        let chart = pass.chart.map(ChartBox::word);
        boxes.extend(chart.filter(|c| !boxes.contains(c)));
        let moment = pass.moment.map(moment);
        moments.extend(moment.filter(|m| !moments.contains(m)));
    }
    let goes_on = passes.iter().find(|p| p.proceeds).map(|p| player_name(p.player));
    if passes.iter().all(|p| p.moment == Some(Moment::SummonAttempt) && p.chart.is_none()) {
        return match names[..] {
            [one] => format!("{one} does not negate the Summon."),
            _ => format!("{} let the Summon go through.", names.join(", then ")),
        };
    }
    let in_damage_step = passes.iter().all(|p| p.moment.and_then(moment_heading).is_some());
    if moments.len() > 1 || goes_on.is_some() || (in_damage_step && names.len() > 1 && !boxes.contains(&"D")) {
        let nobody = match moments.is_empty() {
            true => "nobody acts".to_owned(),
            false => format!("nobody acts {}", enumerate(&moments, "or")),
        };
        return match goes_on {
            Some(name) if moments.is_empty() => {
                format!("{name} goes on with the attack; {} passes.", names.join(", then "))
            }
            Some(name) => format!("{}; {name} goes on with the attack.", capital(&nobody)),
            None => format!("{}.", capital(&nobody)),
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
