//! From messages of an engine to what they mean: every number is checked, boxes of the chart are worked out.

use std::sync::Arc;

use segoc_engine::def::{BattlePosition, CardDef, Moment, Phase};
use segoc_engine::{
    Action, Answer, Ask, CardId, ChartBox, Choice, DuelEnd, EffectRef, PendingId, Player, Pool, Prompt, Refusal,
    Refused, Rule, Setup, TriggerOption, Window, Zone,
};

use super::message::{self, Act, Choosable, End, Face, Kind};
use crate::engines::{Board, BoardCard, Event, Placing};

/// The result of anything that may not fit the duel: what is wrong.
type Sound<T> = Result<T, String>;

/// The cards and effects of a duel: what an engine may speak of.
#[derive(Clone, Debug, Default)]
pub(crate) struct Known {
    /// How many effects each card of the set-up has.
    effects: Vec<usize>,
    /// The cards there may be, by name, with the number of their effects.
    names: Vec<(String, usize)>,
    tokens: Vec<(CardId, usize)>,
}

impl Known {
    /// What there is in a duel that begins.
    pub(crate) fn new(setup: &Setup, library: &[Arc<CardDef>]) -> Self {
        let effects = setup.cards.iter().map(|card| library.get(card.def).map_or(0, |def| def.effects.len()));
        let names = library.iter().map(|def| (def.name.clone(), def.effects.len()));
        Self { effects: effects.collect(), names: names.collect(), tokens: Vec::new() }
    }

    fn token(&mut self, number: u16, name: &str) -> Sound<CardId> {
        let Some((_, effects)) = self.names.iter().find(|(known, _)| known == name) else {
            return Err(format!("a token `{name}` is not among the definitions"));
        };
        if self.effects_of(number).is_some() {
            return Err(format!("the token `{name}` has the number {number}, which is another card's"));
        }
        self.tokens.push((CardId(number), *effects));
        Ok(CardId(number))
    }

    fn effects_of(&self, number: u16) -> Option<usize> {
        let token = || self.tokens.iter().find(|(card, _)| card.0 == number).map(|(_, effects)| *effects);
        self.effects.get(usize::from(number)).copied().or_else(token)
    }

    fn card(&self, number: u16) -> Sound<CardId> {
        match self.effects_of(number) {
            Some(_) => Ok(CardId(number)),
            None => Err(format!("there is no card {number}; the set-up has {}, numbered from 0", self.effects.len())),
        }
    }

    fn cards(&self, numbers: &[u16]) -> Sound<Vec<CardId>> {
        numbers.iter().map(|number| self.card(*number)).collect()
    }

    fn effect(&self, card: u16, effect: u8) -> Sound<EffectRef> {
        let known = self.card(card)?;
        match self.effects_of(card) {
            Some(effects) if usize::from(effect) < effects => Ok(EffectRef { card: known, effect }),
            Some(effects) => {
                Err(format!("card {card} has {effects} effects, numbered from 0: there is no effect {effect}"))
            }
            None => Err(format!("there is no card {card}")),
        }
    }
}

/// Listens to an engine through one duel.
#[derive(Clone, Debug, Default)]
pub(crate) struct Listener {
    known: Known,
    /// An effect was activated and the chain is not complete.
    building: bool,
    /// The turn player wants to move on from here.
    leaving: Option<(Phase, Option<Moment>)>,
    instant: u32,
}

/// A question with everything that came with it.
pub(crate) struct Heard {
    pub(crate) prompt: Prompt,
    pub(crate) turn: Player,
    pub(crate) refused: Vec<Refused>,
    pub(crate) board: Option<Board>,
}

impl Listener {
    pub(crate) fn new(known: Known) -> Self {
        Self { known, ..Self::default() }
    }

    /// Takes note of an answer that is given.
    pub(crate) fn answers(&mut self, prompt: &Prompt, answer: &Answer) {
        if let (Ask::Act { options }, Answer::Option(option)) = (&prompt.ask, answer) {
            let leaves = matches!(options.get(*option), Some(Action::GoTo(_) | Action::EndTurn | Action::Proceed));
            self.leaving = leaves.then_some((prompt.window.phase, prompt.window.during));
        }
    }

    /// Something that happened.
    pub(crate) fn event(&mut self, message: message::Event) -> Sound<(Option<u32>, Event)> {
        let at = match &message {
            message::Event::Cards { instant, .. } | message::Event::Player { instant, .. } => *instant,
            _ => None,
        };
        if let Some(at) = at {
            if at < self.instant {
                return Err(format!("the instant {at} comes after the instant {}", self.instant));
            }
            self.instant = at;
        }
        let known = &mut self.known;
        let event = match message {
            message::Event::Cards { are, cards, position, .. } => {
                Event::Cards { are, cards: known.cards(&cards)?, position }
            }
            message::Event::Player { is, player, count, .. } => Event::Player(is, player.into(), count),
            message::Event::Token { card, name } => Event::Token(known.token(card, &name)?, name),
            message::Event::Activated { link, player, card, effect, targets } => {
                if link == 0 {
                    return Err("links are counted from 1".into());
                }
                (self.building, self.leaving) = (true, None);
                let effect = known.effect(card, effect)?;
                Event::Activated { link, player: player.into(), effect, targets: known.cards(&targets)? }
            }
            message::Event::Placed { player, card, effect, refused } => {
                let placed = known.effect(card, effect)?;
                let refused = refused.into_iter().map(|r| {
                    let effect = effect_of(known, &r.what)?;
                    Ok((effect, Refusal { rule: r.rule, rests_on: r.rests }))
                });
                let refused = refused.collect::<Sound<Vec<_>>>()?;
                let (player, offered) = (player.into(), vec![placed]);
                Event::Placed(Placing { player, offered, refused, placed: Some(placed), asked: false })
            }
            message::Event::Dropped { player, card, effect, rule, rests } => {
                Event::Dropped(player.into(), known.effect(card, effect)?, refusal(rule, rests))
            }
            message::Event::Chosen { player, purpose, cards } => {
                Event::Chosen(player.into(), purpose, known.cards(&cards)?)
            }
            message::Event::ChainComplete => {
                self.building = false;
                Event::ChainComplete
            }
            message::Event::Resolved { link, outcome, rule } => Event::Resolved { link, outcome, rule },
            message::Event::ChainOver => Event::ChainOver,
            message::Event::AttackEnded { card, rule, rests } => {
                Event::AttackEnded(known.card(card)?, refusal(rule, rests))
            }
        };
        Ok((at.or(Some(self.instant)), event))
    }

    /// A question.
    pub(crate) fn prompt(&mut self, message: message::Prompt) -> Sound<Heard> {
        let ask = self.ask(&message)?;
        let player: Player = message.player.into();
        let turn: Player = message.turn.into();
        let mut window = Window {
            chart: message.chart,
            phase: message.phase,
            during: message.during,
            attack_under_way: message.attack,
        };
        if window.chart.is_none() {
            window.chart = self.chart(&ask, player == turn, &window);
        }
        let prompt = Prompt { player, window, ask };
        let board = message.board.map(|board| self.board(board)).transpose()?;
        if prompt.is_open_state() && board.is_none() {
            return Err("an `act` prompt without `attack` needs a `board`".into());
        }
        let refused = message.refused.into_iter().map(|r| {
            let action = match message.kind {
                Kind::Trigger => Action::Activate(effect_of(&self.known, &r.what)?),
                _ => self.action(&r.what, 0)?,
            };
            Ok(Refused { action, refusal: Refusal { rule: r.rule, rests_on: r.rests } })
        });
        let refused = refused.collect::<Sound<Vec<_>>>()?;
        Ok(Heard { prompt, turn, refused, board })
    }

    /// The box of the chart, from who is asked when.
    fn chart(&self, ask: &Ask, turn_player: bool, window: &Window) -> Option<ChartBox> {
        let during = window.during;
        let gate = matches!(during, Some(Moment::BeforeTheDraw | Moment::SummonAttempt | Moment::DamageCalculation));
        match ask {
            Ask::Act { .. } => Some(ChartBox::A),
            Ask::Respond { .. } if self.building => Some(ChartBox::D),
            Ask::Respond { .. } if gate => None,
            Ask::Respond { .. } if turn_player => Some(ChartBox::B),
            Ask::Respond { .. } if self.leaving == Some((window.phase, during)) => Some(ChartBox::E),
            Ask::Respond { .. } => Some(ChartBox::C),
            Ask::Trigger { .. } | Ask::Choose(_) | Ask::Confirm { .. } => None,
        }
    }

    fn ask(&self, message: &message::Prompt) -> Sound<Ask> {
        let needs_options = || message.options.as_deref().ok_or("this kind of prompt needs `options`");
        match message.kind {
            Kind::Act | Kind::Respond => {
                let options = needs_options()?.iter().enumerate();
                let options = options.map(|(i, option)| self.action(option, i)).collect::<Sound<Vec<Action>>>()?;
                match message.kind {
                    Kind::Act if options.is_empty() => Err("an `act` prompt needs an option: moving on is one".into()),
                    Kind::Act => Ok(Ask::Act { options }),
                    _ => Ok(Ask::Respond { options }),
                }
            }
            Kind::Trigger => {
                let options = needs_options()?.iter().enumerate().map(|(i, option)| {
                    Ok(TriggerOption { pending: pending(i), effect: effect_of(&self.known, option)? })
                });
                let options = options.collect::<Sound<Vec<_>>>()?;
                if options.is_empty() {
                    return Err("a `trigger` prompt needs an option".into());
                }
                Ok(Ask::Trigger { options, may_decline: message.optional })
            }
            Kind::Choose => self.choice(message).map(Ask::Choose),
            Kind::Confirm => match (message.card, message.effect) {
                (Some(card), Some(effect)) => Ok(Ask::Confirm { effect: self.known.effect(card, effect)? }),
                _ => Err("a `confirm` prompt needs `card` and `effect`".into()),
            },
        }
    }

    fn choice(&self, message: &message::Prompt) -> Sound<Choice> {
        let purpose = message.purpose.ok_or("a `choose` prompt needs a `purpose`")?;
        let effect = match (message.card, message.effect) {
            (Some(card), Some(effect)) => Some(self.known.effect(card, effect)?),
            (None, None) => None,
            _ => return Err("`card` and `effect` stand together".into()),
        };
        let about = message.about.map(|card| self.known.card(card)).transpose()?;
        let (from, min, max) = match (&message.cards, &message.sets, &message.positions, &message.words) {
            (Some(cards), None, None, None) => {
                let cards = self.known.cards(cards)?;
                let min = message.min.ok_or("`cards` needs `min`")?;
                let max = message.max.ok_or("`cards` needs `max`")?;
                if min > max || max > cards.len() {
                    return Err(format!("from {} cards, {min} to {max} cannot be chosen", cards.len()));
                }
                (Pool::Cards(cards), min, max)
            }
            (None, Some(sets), None, None) if !sets.is_empty() => {
                let sets = sets.iter().map(|set| self.known.cards(set)).collect::<Sound<Vec<_>>>()?;
                let sizes = || sets.iter().map(Vec::len);
                let (min, max) = (sizes().min().unwrap_or_default(), sizes().max().unwrap_or_default());
                (Pool::Sets(sets), min, max)
            }
            (None, None, Some(positions), None) if !positions.is_empty() => (Pool::Positions(positions.clone()), 1, 1),
            (None, None, None, Some(words)) if !words.is_empty() => (Pool::Words(words.clone()), 1, 1),
            _ => return Err("a `choose` prompt has exactly one of `cards`, `sets`, `positions`, `words`".into()),
        };
        Ok(Choice { purpose, effect, about, from, min, max })
    }

    fn action(&self, option: &Choosable, index: usize) -> Sound<Action> {
        let act = option.action.ok_or("an option needs an `action`")?;
        let card = || {
            let number = option.card.ok_or_else(|| format!("`{act}` needs a `card`"))?;
            self.known.card(number)
        };
        let target = || {
            let number = option.target.ok_or_else(|| format!("`{act}` needs a `target`"))?;
            self.known.card(number)
        };
        let effect = || effect_of(&self.known, option);
        Ok(match act {
            Act::Activate => Action::Activate(effect()?),
            Act::Trigger => Action::Trigger(TriggerOption { pending: pending(index), effect: effect()? }),
            Act::SpecialSummon => Action::SpecialSummon(effect()?),
            Act::NormalSummon => Action::NormalSummon(card()?),
            Act::Set => Action::Set(card()?),
            Act::FlipSummon => Action::FlipSummon(card()?),
            Act::ChangePosition => Action::ChangePosition(card()?),
            Act::Attack => Action::Attack(card()?, target()?),
            Act::AttackDirectly => Action::AttackDirectly(card()?),
            Act::ReplayOn => Action::ReplayOn(card()?, target()?),
            Act::ReplayDirectly => Action::ReplayDirectly(card()?),
            Act::StopAttack => Action::StopAttack(card()?),
            Act::Proceed => Action::Proceed,
            Act::Draw => Action::Draw,
            Act::GoTo => Action::GoTo(option.phase.ok_or("`go to` needs a `phase`")?),
            Act::EndTurn => Action::EndTurn,
        })
    }

    /// Where everything lies.
    pub(crate) fn board(&self, board: message::Board) -> Sound<Board> {
        let mut cards: Vec<BoardCard> = Vec::new();
        for card in board.cards {
            let id = self.known.card(card.card)?;
            if cards.iter().any(|other| other.card == id) {
                return Err(format!("card {} lies in two places", card.card));
            }
            cards.push(BoardCard {
                card: id,
                zone: card.zone,
                controller: card.player.into(),
                face_up: !matches!(card.face, Some(Face::Down)),
                position: card.position.unwrap_or(BattlePosition::Attack),
                atk: card.atk.unwrap_or_default(),
                def: card.def.unwrap_or_default(),
                counters: card.counters.unwrap_or_default(),
                equipped_to: card.equipped_to.map(|to| self.known.card(to)).transpose()?,
            });
        }
        cards.retain(|card| card.zone != Zone::Gone);
        cards.sort_by_key(|card| card.card);
        Ok(Board { lp: [board.lp.yugi, board.lp.joey], cards })
    }
}

/// An answer: exactly one of the fields.
pub(crate) fn answer(message: message::Answer) -> Option<Answer> {
    let message::Answer { option, pass, cards, position, word, confirm } = message;
    let all = [
        option.map(Answer::Option),
        pass.filter(|pass| *pass).map(|_| Answer::Pass),
        cards.map(|cards| Answer::Cards(cards.into_iter().map(CardId).collect())),
        position.map(Answer::Position),
        word.map(Answer::Word),
        confirm.map(Answer::Confirm),
    ];
    let mut given = all.into_iter().flatten();
    let answer = given.next()?;
    given.next().is_none().then_some(answer)
}

/// How a duel ended.
pub(crate) fn end(result: End) -> DuelEnd {
    match result {
        End::YugiWins => DuelEnd::Wins(Player::One),
        End::JoeyWins => DuelEnd::Wins(Player::Two),
        End::Draw => DuelEnd::Draw,
        End::Endless => DuelEnd::Endless,
    }
}

fn effect_of(known: &Known, option: &Choosable) -> Sound<EffectRef> {
    match (option.card, option.effect) {
        (Some(card), Some(effect)) => known.effect(card, effect),
        _ => Err("an effect needs `card` and `effect`".into()),
    }
}

fn refusal(rule: Option<Rule>, rests_on: Vec<Rule>) -> Option<Refusal> {
    rule.map(|rule| Refusal { rule, rests_on })
}

/// Options of other engines are known by their place alone.
fn pending(index: usize) -> PendingId {
    PendingId(u32::try_from(index).unwrap_or(u32::MAX))
}
