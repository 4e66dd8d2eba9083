//! The reference engine as one engine among others: the one place that translates a [`Duel`] to the protocol.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use segoc_engine as engine;
use segoc_engine::def::CardDef;
use segoc_engine::{Asked, Changed, Duel, Entry, Fate, Line, LinkId, MoveHow, Policy, SummonKind, What};
use segoc_format::corpus::Corpus;
use segoc_format::read::card;
use segoc_format::ruling::engine_setup;
use segoc_protocol::{
    Action, Answer, Ask, BattlePosition, Board, BoardCard, Capabilities, Capability, CardEvent, CardId, Cause, Choice,
    Definition, End, Engine, Event, Face, Fault, FaultKind, Happened, Hello, Next, PlayerEvent, Pool, Prompt, Refused,
    Reply, Rule, Sides, Spot, Start, Summon, Trouble, Turned, Zone,
};

/// The reference engine.
#[derive(Clone, Debug)]
pub struct Reference {
    about: Hello,
    /// The formats by name with their policies.
    formats: Vec<(String, Policy)>,
    cards: Cards,
    duel: Option<Duel>,
    told: Told,
    /// What the duels before this one have asked of their policy.
    asked: Asked,
    /// Whether it is kept where rules decide.
    keeps_places: bool,
}

/// How much of a duel was told.
#[derive(Clone, Debug, Default)]
struct Told {
    /// Lines of the log before this one.
    lines: usize,
    /// Cards before this one.
    cards: usize,
    /// The events that each line of the log since the beginning was told as, counted through the duel.
    events: Vec<Range<usize>>,
    /// The line of the log with which the duel began.
    begin: usize,
}

impl Reference {
    /// The engine with the policies of some formats.
    pub fn new(formats: impl IntoIterator<Item = (String, Policy)>) -> Self {
        let formats: Vec<(String, Policy)> = formats.into_iter().collect();
        let mut about = Hello::new("segoc", env!("CARGO_PKG_VERSION"));
        about.formats = formats.iter().map(|(name, _)| name.clone()).collect();
        about.capabilities = Capability::ALL.iter().copied().collect();
        let (cards, told, asked) = (Cards::default(), Told::default(), Asked::default());
        Self { about, formats, cards, duel: None, told, asked, keeps_places: false }
    }

    /// The engine with the formats of a corpus.
    pub fn of(corpus: &Corpus) -> Self {
        Self::new(corpus.formats().iter().map(|format| (format.name.clone(), format.policy.clone())))
    }

    /// The same, as if it could tell only this.
    #[must_use]
    pub fn telling(mut self, capabilities: Capabilities) -> Self {
        self.about.capabilities = capabilities;
        self
    }

    /// The same, with more to its version.
    #[must_use]
    pub fn called(mut self, more: &str) -> Self {
        self.about.version = format!("{} {more}", self.about.version);
        self
    }

    /// The same, keeping where rules decide something: see [`Self::decided`].
    #[must_use]
    pub fn keeping_places(mut self) -> Self {
        self.keeps_places = true;
        self
    }

    /// Where rules have decided something in the last duel, if that was kept: how many events had been told then, and the rule.
    pub fn decided(&self) -> Vec<(usize, Rule)> {
        let decided = self.duel.iter().flat_map(Duel::decided);
        let told = |line: usize| line.checked_sub(self.told.begin + 1).and_then(|last| self.told.events.get(last));
        decided.map(|(line, rule)| (told(line).map_or(0, |events| events.end), rule)).collect()
    }

    /// The duel under way, or the last one.
    pub fn duel(&self) -> Option<&Duel> {
        self.duel.as_ref()
    }

    /// What all duels so far have asked of their policy.
    pub fn asked(&self) -> Asked {
        let mut asked = self.asked;
        self.duel.iter().for_each(|duel| asked.add(&duel.asked()));
        asked
    }

    /// What has happened since, and what is asked now.
    fn reply(&mut self) -> Result<Reply, Trouble> {
        let Some(duel) = &self.duel else { return Err(no_duel()) };
        let events = self.told.since(duel);
        let next = match (duel.prompt(), duel.end()) {
            (Some(prompt), _) => Next::Asks(Box::new(self::prompt(prompt, duel))),
            (None, Some(end)) => Next::Ends(self::end(end), None),
            (None, None) => return Err(Fault::new(FaultKind::Crashed, "the engine neither asks nor ends").into()),
        };
        Ok(Reply { events, next })
    }
}

fn no_duel() -> Trouble {
    Fault::new(FaultKind::Crashed, "no duel is under way").into()
}

impl Engine for Reference {
    fn about(&self) -> &Hello {
        &self.about
    }

    fn start(&mut self, start: &Start) -> Result<Reply, Trouble> {
        // Also if this one cannot be played, the duel before it is over.
        self.asked = self.asked();
        self.duel = None;
        let Some((_, policy)) = self.formats.iter().find(|(name, _)| *name == start.format) else {
            return Err(Trouble::Unsupported(format!("there is no format `{}`", start.format)));
        };
        let library = self.cards.library(start, &self.about.formats).map_err(Trouble::Unsupported)?;
        let setup = engine_setup(&start.setup, &library).map_err(Trouble::Unsupported)?;
        let mut duel = Duel::new(&setup, library, policy.clone()).map_err(|e| Trouble::Unsupported(e.to_string()))?;
        if self.keeps_places {
            duel.keep_places();
        }
        // What came before the duel is no event of it: the log has it in the instant before the first.
        let before = |entry: &&Entry| entry.at.0 == 0 && matches!(entry.line, Line::Event(_));
        let begin = duel.log().iter().take_while(before).count();
        self.told = Told { lines: begin, cards: setup.cards.len(), events: Vec::new(), begin };
        self.duel = Some(duel);
        self.reply()
    }

    fn answer(&mut self, answer: &Answer) -> Result<Reply, Trouble> {
        let duel = self.duel.as_mut().ok_or_else(no_duel)?;
        duel.answer(&self::answer(answer)).map_err(|error| {
            Fault::new(FaultKind::Crashed, format!("the engine refused an answer it had offered: {error}"))
        })?;
        self.reply()
    }

    fn board(&self) -> Option<Board> {
        self.duel.as_ref().map(board)
    }

    fn limit(&self) -> Option<String> {
        match self.duel.as_ref()?.end()? {
            engine::DuelEnd::Endless(limit) => Some(limit.to_string()),
            _ => None,
        }
    }

    fn refused(&self) -> Vec<Refused> {
        let Some(duel) = &self.duel else { return Vec::new() };
        let placing = duel.prompt().is_some_and(|prompt| matches!(prompt.ask, engine::Ask::Trigger { .. }));
        let refused = |r: engine::Refused| {
            let action = match action(&r.action) {
                Action::Activate(effect) if placing => Action::Trigger(effect),
                other => other,
            };
            Refused { action, refusal: r.refusal.into() }
        };
        duel.refused().into_iter().map(refused).collect()
    }
}

/// Cards read from their JSON, by format and name, with what they were read from: most duels have some of an earlier one.
#[derive(Clone, Debug, Default)]
struct Cards(HashMap<(String, String), (Definition, Arc<CardDef>)>);

/// How many are kept: more than a corpus has.
const MOST_CARDS: usize = 1 << 13;

impl Cards {
    /// The cards of a duel.
    fn library(&mut self, start: &Start, formats: &[String]) -> Result<Vec<Arc<CardDef>>, String> {
        start.definitions.iter().map(|definition| self.card(definition, &start.format, formats)).collect()
    }

    fn card(&mut self, definition: &Definition, format: &str, formats: &[String]) -> Result<Arc<CardDef>, String> {
        if let Some(known) = definition.read::<CardDef>() {
            return Ok(known);
        }
        let json = definition.json();
        let name = json.get("name").and_then(|name| name.as_str()).unwrap_or("a definition");
        let key = (format.to_owned(), name.to_owned());
        if let Some((told, card)) = self.0.get(&key)
            && told.json() == json
        {
            return Ok(Arc::clone(card));
        }
        // A card that cannot be read has something this engine does not know.
        let file = card::read_json(name, json, formats).map_err(|mistakes| mistakes.to_string())?;
        if file.name != name {
            return Err(format!("the definition of `{}` spells its name `{name}`", file.name));
        }
        let card = Arc::new(file.def(format));
        if self.0.len() >= MOST_CARDS {
            self.0.clear();
        }
        self.0.insert(key, (definition.clone(), Arc::clone(&card)));
        Ok(card)
    }
}

fn end(end: engine::DuelEnd) -> End {
    match end {
        engine::DuelEnd::Wins(player) => End::wins(player.into()),
        engine::DuelEnd::Draw => End::Draw,
        engine::DuelEnd::Endless(_) => End::Endless,
    }
}

/// An answer as the reference engine takes it.
pub fn answer(answer: &Answer) -> engine::Answer {
    match answer {
        Answer::Option(option) => engine::Answer::Option(*option),
        Answer::Pass => engine::Answer::Pass,
        Answer::Cards(cards) => engine::Answer::Cards(cards.clone()),
        Answer::Position(position) => engine::Answer::Position(*position),
        Answer::Word(word) => engine::Answer::Word(word.clone()),
        Answer::Confirm(yes) => engine::Answer::Confirm(*yes),
    }
}

fn prompt(prompt: &engine::Prompt, duel: &Duel) -> Prompt {
    let actions = |options: &[engine::Action]| options.iter().map(action).collect();
    let ask = match &prompt.ask {
        engine::Ask::Act { options } => Ask::Act { options: actions(options) },
        engine::Ask::Respond { options } => Ask::Respond { options: actions(options) },
        engine::Ask::Trigger { options, may_decline } => {
            Ask::Trigger { options: options.iter().map(|o| o.effect).collect(), optional: *may_decline }
        }
        engine::Ask::Choose(choice) => Ask::Choose(self::choice(choice)),
        engine::Ask::Confirm { effect } => Ask::Confirm(*effect),
    };
    Prompt {
        player: prompt.player.into(),
        turn: duel.turn_player().into(),
        phase: prompt.window.phase,
        during: prompt.window.during,
        chart: prompt.window.chart,
        attack: prompt.window.attack_under_way,
        ask,
        refused: Vec::new(),
        board: None,
    }
}

fn choice(choice: &engine::Choice) -> Choice {
    let from = match &choice.from {
        engine::Pool::Cards(cards) => Pool::Cards { cards: cards.clone(), min: choice.min, max: choice.max },
        engine::Pool::Sets(sets) => Pool::Sets { sets: sets.clone() },
        engine::Pool::Positions(positions) => Pool::Positions { positions: positions.clone() },
        engine::Pool::Words(words) => Pool::Words { words: words.clone() },
    };
    Choice { purpose: choice.purpose, effect: choice.effect, about: choice.about, from }
}

fn action(action: &engine::Action) -> Action {
    match *action {
        engine::Action::Activate(effect) => Action::Activate(effect),
        engine::Action::Trigger(trigger) => Action::Trigger(trigger.effect),
        engine::Action::NormalSummon(card) => Action::NormalSummon { card },
        engine::Action::Set(card) => Action::Set { card },
        engine::Action::FlipSummon(card) => Action::FlipSummon { card },
        engine::Action::SpecialSummon(effect) => Action::SpecialSummon(effect),
        engine::Action::PendulumSummon(card) => Action::PendulumSummon { card },
        engine::Action::ChangePosition(card) => Action::ChangePosition { card },
        engine::Action::Attack(card, target) => Action::Attack { card, target },
        engine::Action::AttackDirectly(card) => Action::AttackDirectly { card },
        engine::Action::ReplayOn(card, target) => Action::ReplayOn { card, target },
        engine::Action::ReplayDirectly(card) => Action::ReplayDirectly { card },
        engine::Action::StopAttack(card) => Action::StopAttack { card },
        engine::Action::Proceed => Action::Proceed,
        engine::Action::Draw => Action::Draw,
        engine::Action::GoTo(phase) => Action::GoTo { phase },
        engine::Action::EndTurn => Action::EndTurn,
    }
}

fn board(duel: &Duel) -> Board {
    let there = duel.cards().filter(|card| !matches!(card.zone, Zone::Gone | Zone::Limbo));
    let cards = there.map(|card| {
        let on_field = card.zone.on_field();
        let is_monster = card.zone == Zone::Monster;
        BoardCard {
            card: card.id,
            zone: card.zone,
            player: card.controller.into(),
            face: if (on_field || card.zone == Zone::Banished) && !card.face_up { Face::Down } else { Face::Up },
            position: if is_monster { card.position } else { BattlePosition::Attack },
            seat: card.seat,
            atk: if is_monster { card.atk } else { 0 },
            level: card.level.filter(|_| is_monster).unwrap_or(0),
            def: if is_monster { card.defense } else { 0 },
            counters: if on_field { card.counters } else { 0 },
            equipped_to: card.equipped_to,
            attached_to: card.attached_to,
        }
    });
    Board { lp: Sides::of(|player| duel.lp(player.into())), cards: cards.collect() }
}

impl Told {
    /// The events that were not told yet.
    fn since(&mut self, duel: &Duel) -> Vec<Event> {
        let before = self.events.last().map_or(0, |last| last.end);
        let mut events: Vec<Event> = Vec::new();
        for card in duel.ids().skip(self.cards) {
            events.push(Happened::Token { card, name: duel.def(card).name.clone() }.into());
            self.cards += 1;
        }
        for entry in &duel.log()[self.lines..] {
            let first = before + events.len();
            for what in self.happened(duel, entry) {
                events.push(event(duel, entry, what));
            }
            self.events.push(first..before + events.len());
        }
        self.lines = duel.log().len();
        events
    }

    /// What a line of the log says: several things, if cards went different ways.
    fn happened(&self, duel: &Duel, entry: &Entry) -> Vec<Happened> {
        match &entry.line {
            Line::Event(event) => of_event(duel, event),
            Line::Triggered { pending, effect, event } => {
                let events = event.checked_sub(self.begin).and_then(|line| self.events.get(line)).cloned();
                let events = events.unwrap_or_default().collect();
                vec![Happened::Triggered { trigger: pending.0, effect: *effect, events }]
            }
            other => of_line(duel, other).into_iter().collect(),
        }
    }
}

/// An event with its place in time, its cause and its rule.
fn event(duel: &Duel, entry: &Entry, what: Happened) -> Event {
    let cause = match &entry.line {
        Line::Event(event) => Some(match event.deed.cause {
            engine::Why::Cost(link) => duel.link(link).map_or(Cause::Game, |link| Cause::Cost(link.number)),
            engine::Why::Link(link) => duel.link(link).map_or(Cause::Game, |link| Cause::Link(link.number)),
            engine::Why::Reflex(effect, _) => Cause::Effect(effect),
            engine::Why::Action(player) => Cause::Player(player.into()),
            engine::Why::Battle(card) => Cause::Battle(card),
            engine::Why::Game => Cause::Game,
        }),
        _ => None,
    };
    let (rule, rests_on) = match &entry.line {
        Line::Fate { fate: Fate::Dropped(refusal), .. } | Line::AttackEnded { refusal: Some(refusal), .. } => {
            (Some(refusal.rule), refusal.rests_on.clone())
        }
        Line::LinkDone { reason, .. } => (*reason, Vec::new()),
        _ => (entry.rule, Vec::new()),
    };
    Event { instant: Some(entry.at.0), by: cause, rule, rests_on, what }
}

/// A line that is no event.
fn of_line(duel: &Duel, line: &Line) -> Option<Happened> {
    Some(match line {
        Line::Placement(placement) => {
            let chosen = placement.offered.iter().find(|offer| Some(offer.pending) == placement.placed)?;
            let others = placement.offered.iter().filter(|offer| offer.pending != chosen.pending);
            let refused = placement.refused.iter().map(|(effect, why)| (Action::Trigger(*effect), why.clone().into()));
            Happened::Placed {
                player: placement.player.into(),
                effect: chosen.effect,
                instead: others.map(|offer| offer.effect).collect(),
                refused: refused.map(|(action, refusal)| Refused { action, refusal }).collect(),
                asked: placement.asked,
                trigger: Some(chosen.pending.0),
            }
        }
        Line::Chosen { player, purpose, cards, asked: false, .. } => {
            Happened::Chosen { player: (*player).into(), purpose: *purpose, cards: cards.clone() }
        }
        Line::Fate { pending, effect, player, fate: Fate::Dropped(_) } => {
            let met = |entry: &Entry| matches!(entry.line, Line::Triggered { pending: other, .. } if other == *pending);
            let trigger = duel.log().iter().any(met).then_some(pending.0);
            Happened::Dropped { player: (*player).into(), effect: *effect, trigger }
        }
        Line::ChainComplete(_) => Happened::ChainComplete,
        Line::LinkDone { link, outcome, .. } => {
            Happened::Resolved { link: duel.link(*link)?.number, outcome: *outcome }
        }
        Line::ChainOver => Happened::ChainOver,
        Line::AttackEnded { attacker, .. } => Happened::AttackEnded { card: *attacker },
        Line::Unaffected(card) => Happened::Unaffected { card: *card },
        Line::Event(_) | Line::Triggered { .. } | Line::Chosen { .. } | Line::Fate { .. } | Line::Ended(_) => {
            return None;
        }
    })
}

/// What an event of the log is, in the words of the protocol.
fn of_event(duel: &Duel, event: &engine::Event) -> Vec<Happened> {
    let ids = || event.cards.iter().map(|changed| changed.card.card).collect::<Vec<CardId>>();
    let to_player = |is, player: engine::Player, count| {
        let cards = if is == PlayerEvent::Draws { ids() } else { Vec::new() };
        vec![Happened::Player { is, player: player.into(), count, cards }]
    };
    let link = |id: LinkId| duel.link(id);
    let of_link =
        |is: CardEvent, id| link(id).map(|link| cards(vec![is], vec![link.effect.card])).into_iter().collect();
    match &event.what {
        What::Drew { player, .. } => to_player(PlayerEvent::Draws, *player, event.cards.len() as i32),
        What::Damage { player, amount, .. } => to_player(PlayerEvent::TakesDamage, *player, *amount),
        What::GainedLp(player, amount) => to_player(PlayerEvent::GainsLp, *player, *amount),
        What::PaidLp(player, amount) => to_player(PlayerEvent::PaysLp, *player, *amount),
        What::LpBecame(player, to) => to_player(PlayerEvent::LpBecome, *player, *to),
        What::ActivationNegated(id, _) => of_link(CardEvent::ActivationNegated, *id),
        What::EffectNegated(id) => of_link(CardEvent::EffectNegated, *id),
        What::PhaseBegan(phase, player) => vec![Happened::Phase { phase: *phase, player: (*player).into() }],
        What::MomentBegan(moment) => vec![Happened::Moment { moment: *moment }],
        What::Resolves(id) => link(*id).map(|link| Happened::Resolves { link: link.number }).into_iter().collect(),
        What::Activated(id) => {
            let placed = |entry: &Entry| match entry.line {
                Line::Fate { pending, fate: Fate::Placed(link), .. } if link == *id => Some(pending.0),
                _ => None,
            };
            let mut told = of_cards(duel, event);
            told.extend(link(*id).map(|link| Happened::Activated {
                option: link.option,
                declared: link.declared,
                link: link.number,
                player: link.player.into(),
                effect: link.effect,
                targets: link.targets,
                answers: link.answers.and_then(|answered| duel.link(answered)).map(|answered| answered.number),
                about: link.about,
                trigger: duel.log().iter().rev().find_map(placed),
            }));
            told
        }
        What::Attempted(kind, _, player) => {
            let mut told = of_cards(duel, event);
            told.push(Happened::Attempted { summon: summon(*kind), player: (*player).into(), cards: ids() });
            told
        }
        What::Applied if event.cards.is_empty() => vec![cards(vec![CardEvent::Affected], Vec::new())],
        _ => of_cards(duel, event),
    }
}

fn summon(kind: SummonKind) -> Summon {
    match kind {
        SummonKind::Normal => Summon::Normal,
        SummonKind::Tribute => Summon::Tribute,
        SummonKind::Flip => Summon::Flip,
        SummonKind::Special => Summon::Special,
    }
}

/// Words about cards, and nothing more.
fn cards(are: Vec<CardEvent>, cards: Vec<CardId>) -> Happened {
    let (from, to, position, count, with, atk, def) = Default::default();
    Happened::Cards { are, cards, from, to, position, count, with, atk, def }
}

/// What became of the cards of an event; those of which the same is to be said stand together.
fn of_cards(duel: &Duel, event: &engine::Event) -> Vec<Happened> {
    let mut told: Vec<(Happened, Vec<CardId>)> = Vec::new();
    for changed in &event.cards {
        let mut one = of_card(&event.what, changed);
        let attempted = matches!((&event.what, event.deed.cause), (What::Summoned(..), engine::Why::Action(_)));
        if let Happened::Cards { from: Some(from), .. } = &mut one {
            let def = duel.def(changed.card.card);
            let attempt = attempted.then(|| since_the_attempt(duel, changed.card.card)).flatten();
            if let Some(zone) = attempt {
                // The log says where a monster was before its Summon was attempted.
                from.zone = zone;
            } else if from.zone == Zone::Limbo && was_activated(duel, changed.card.card, event) {
                // It says of a card whose activation was negated that it was nowhere; all can see where it lay.
                from.zone = match def {
                    def if def.is_field_spell() => Zone::Field,
                    def if def.is_pendulum() => Zone::Pendulum,
                    _ => Zone::SpellTrap,
                };
            }
        }
        if let Happened::Cards { from, to, .. } = &mut one
            && from == to
        {
            (*from, *to) = (None, None);
        }
        if matches!(&one, Happened::Cards { are, from: None, .. } if are.is_empty()) {
            continue;
        }
        match told.last_mut() {
            Some((same, cards)) if *same == one => cards.push(changed.card.card),
            _ => told.push((one, vec![changed.card.card])),
        }
    }
    let with_cards = |(mut what, these): (Happened, Vec<CardId>)| {
        if let Happened::Cards { cards, .. } = &mut what {
            *cards = these;
        }
        what
    };
    told.into_iter().map(with_cards).collect()
}

/// Whether a card that is nowhere was activated, rather than about to be Summoned.
fn was_activated(duel: &Duel, card: CardId, now: &engine::Event) -> bool {
    let events = duel.log().iter().filter_map(|entry| match &entry.line {
        Line::Event(event) if event != now => Some(event),
        _ => None,
    });
    let lay = events.flat_map(|event| &event.cards).rfind(|changed| changed.card.card == card);
    match duel.def(card).monster() {
        Some(_) => lay.is_some_and(|changed| changed.after.zone == Zone::Pendulum),
        // Unless it was a monster and is to become material.
        None => lay.is_none_or(|changed| changed.before.zone != Zone::Monster),
    }
}

/// Where a monster is whose Summon was attempted; that of tokens with which another one's was paid was not.
fn since_the_attempt(duel: &Duel, card: CardId) -> Option<Zone> {
    let attempt = |entry: &Entry| match &entry.line {
        Line::Event(event) if matches!(event.what, What::Attempted(..)) => {
            event.cards.iter().find(|changed| changed.card.card == card).map(|changed| changed.after.zone)
        }
        _ => None,
    };
    duel.log().iter().rev().find_map(attempt)
}

/// What is to be said of one card, without naming it.
fn of_card(what: &What, changed: &Changed) -> Happened {
    let (before, after) = (&changed.before, &changed.after);
    let moved = before.zone != after.zone || before.controller != after.controller;
    // What lay under a monster comes from there, also for one who believes that it lay elsewhere.
    let spot = |snapshot: &engine::Snapshot| Spot {
        zone: if snapshot.attached_to.is_some() { Zone::Material } else { snapshot.zone },
        player: snapshot.controller.into(),
    };
    let turned = match (after.face_up, after.position) {
        (false, _) => Turned::FaceDown,
        (true, BattlePosition::Attack) => Turned::Attack,
        (true, BattlePosition::Defense) => Turned::Defense,
    };
    let positioned = matches!(what, What::Summoned(..) | What::ChangedPosition | What::Set)
        || matches!(what, What::TurnedFaceUp | What::TurnedFaceDown)
        || changed.how == MoveHow::ReturnedToField;
    Happened::Cards {
        are: words(what, changed),
        cards: Vec::new(),
        from: moved.then(|| spot(before)),
        to: moved.then(|| spot(after)),
        position: (positioned && after.zone == Zone::Monster).then_some(turned),
        count: match what {
            What::CountersPlaced(count) | What::CountersRemoved(count) => Some(*count),
            _ => None,
        },
        with: match what {
            What::BecameMaterial(_, monster) => Some(monster.card),
            What::Equipped(monster) | What::Attached(monster) => Some(*monster),
            What::Redirected(target) => *target,
            _ => None,
        },
        atk: (*what == What::Applied && before.atk != after.atk).then_some(after.atk),
        def: (*what == What::Applied && before.def != after.def).then_some(after.def),
    }
}

/// Everything an event and its change say of one card: one change may have several names.
fn words(what: &What, changed: &Changed) -> Vec<CardEvent> {
    let mut words: Vec<CardEvent> = words_of_change(changed);
    // A Flip Summon turns its monster face-up, but that is an event of its own, once the Summon has succeeded.
    words.retain(|word| {
        *word != CardEvent::TurnedFaceUp || !matches!(what, What::Summoned(..) | What::Attempted(SummonKind::Flip, ..))
    });
    words.extend(words_of_event(what));
    // As a link of a chain it is told otherwise.
    words.extend((*what == What::Moved && changed.how == MoveHow::Activated).then_some(CardEvent::ActivatedByEffect));
    words.sort_unstable();
    words.dedup();
    words
}

/// What an event says of all its cards.
fn words_of_event(what: &What) -> &'static [CardEvent] {
    match what {
        What::Summoned(SummonKind::Normal, ..) => &[CardEvent::NormalSummoned],
        What::Summoned(SummonKind::Tribute, ..) => &[CardEvent::NormalSummoned, CardEvent::TributeSummoned],
        What::Summoned(SummonKind::Flip, ..) => &[CardEvent::FlipSummoned],
        What::Summoned(SummonKind::Special, ..) => &[CardEvent::SpecialSummoned],
        What::Set => &[CardEvent::Set],
        What::Revealed => &[CardEvent::Revealed],
        What::TurnedFaceDown => &[CardEvent::TurnedFaceDown],
        What::TurnedFaceUp => &[CardEvent::TurnedFaceUp],
        What::ChangedPosition => &[CardEvent::ChangedPosition],
        What::ChangedZone => &[CardEvent::ChangedZone],
        What::ChangedControl => &[CardEvent::ChangedControl],
        What::Equipped(_) => &[CardEvent::Equipped],
        What::SummonNegated => &[CardEvent::SummonNegated],
        What::CountersPlaced(_) => &[CardEvent::CounterPlaced],
        What::CountersRemoved(_) => &[CardEvent::CounterRemoved],
        What::AttackDeclared { .. } => &[CardEvent::AttackDeclared],
        What::AttackTargeted => &[CardEvent::AttackTargeted],
        What::Redirected(_) => &[CardEvent::AttackRedirected],
        What::AttackNegated => &[CardEvent::AttackNegated],
        What::Battled => &[CardEvent::Battled],
        What::Applied => &[CardEvent::Affected],
        What::MadeRoom => &[CardEvent::MadeRoom],
        What::Targeted(_) => &[CardEvent::Targeted],
        What::BecameMaterial(..) => &[CardEvent::BecameMaterial],
        _ => &[],
    }
}

/// What the change of one card says of it: one change may have several names.
fn words_of_change(changed: &Changed) -> Vec<CardEvent> {
    let (before, after) = (&changed.before, &changed.after);
    let moved_to = |zone: Zone| after.zone == zone && before.zone != zone;
    let stayed = before.zone.on_field() && after.zone.on_field() && changed.how == MoveHow::Stayed;
    let all = [
        (changed.how == MoveHow::Destroyed, CardEvent::Destroyed),
        (changed.how == MoveHow::Discarded, CardEvent::Discarded),
        (changed.how == MoveHow::Tributed, CardEvent::Tributed),
        (changed.how == MoveHow::Material, CardEvent::UsedAsMaterial),
        (changed.how == MoveHow::Detached, CardEvent::Detached),
        (changed.how == MoveHow::Attached, CardEvent::Attached),
        (moved_to(Zone::Gy) && changed.how != MoveHow::ReturnedToGy, CardEvent::SentToGy),
        (moved_to(Zone::Gy) && changed.how == MoveHow::ReturnedToGy, CardEvent::ReturnedToGy),
        (moved_to(Zone::Banished), CardEvent::Banished),
        (changed.how == MoveHow::AddedToHand, CardEvent::AddedToHand),
        (changed.how == MoveHow::ReturnedToHand, CardEvent::ReturnedToHand),
        (changed.how == MoveHow::ReturnedToDeck, CardEvent::ReturnedToDeck),
        (moved_to(Zone::ExtraDeck) && after.face_up, CardEvent::AddedToExtraDeck),
        (changed.how == MoveHow::Placed, CardEvent::Placed),
        (changed.how == MoveHow::Destroyed && moved_to(Zone::SpellTrap), CardEvent::Placed),
        (changed.how == MoveHow::ReturnedToField, CardEvent::ReturnedToField),
        (stayed && !before.face_up && after.face_up, CardEvent::TurnedFaceUp),
        (stayed && before.face_up && !after.face_up, CardEvent::TurnedFaceDown),
        (stayed && before.controller != after.controller, CardEvent::ChangedControl),
    ];
    all.into_iter().filter(|(is, _)| *is).map(|(_, word)| word).collect()
}
