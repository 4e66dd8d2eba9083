//! From what the runner and the reference engine know to messages.

use segoc_engine::{Action, Answer, Ask, CardId, Choice, EffectRef, Player, Pool, Prompt, Refusal, Refused, Zone};

use super::message::{self, Act, Choosable, Face, Kind, PerPlayer};
use crate::engines::{Board, Event, Told};

/// An answer.
pub(crate) fn answer_message(answer: &Answer) -> message::Answer {
    let mut message = message::Answer::default();
    match answer {
        Answer::Option(option) => message.option = Some(*option),
        Answer::Pass => message.pass = Some(true),
        Answer::Cards(cards) => message.cards = Some(numbers(cards)),
        Answer::Position(position) => message.position = Some(*position),
        Answer::Word(word) => message.word = Some(word.clone()),
        Answer::Confirm(yes) => message.confirm = Some(*yes),
    }
    message
}

/// A question, with the board and what is refused.
pub(crate) fn prompt_message(
    prompt: &Prompt,
    turn: Player,
    refused: &[Refused],
    board: Option<&Board>,
) -> message::Prompt {
    let kind = match prompt.ask {
        Ask::Act { .. } => Kind::Act,
        Ask::Respond { .. } => Kind::Respond,
        Ask::Trigger { .. } => Kind::Trigger,
        Ask::Choose(_) => Kind::Choose,
        Ask::Confirm { .. } => Kind::Confirm,
    };
    let mut message = message::Prompt {
        kind,
        player: prompt.player.into(),
        turn: turn.into(),
        phase: prompt.window.phase,
        during: prompt.window.during,
        attack: prompt.window.attack_under_way,
        chart: prompt.window.chart,
        options: None,
        refused: refused.iter().map(|r| refused_message(choosable(&r.action), &r.refusal)).collect(),
        optional: false,
        purpose: None,
        card: None,
        effect: None,
        about: None,
        cards: None,
        sets: None,
        positions: None,
        words: None,
        min: None,
        max: None,
        board: board.map(board_message),
    };
    match &prompt.ask {
        Ask::Act { options } | Ask::Respond { options } => {
            message.options = Some(options.iter().map(choosable).collect());
        }
        Ask::Trigger { options, may_decline } => {
            message.options = Some(options.iter().map(|o| effect(None, o.effect)).collect());
            message.optional = *may_decline;
        }
        Ask::Choose(choice) => choose(&mut message, choice),
        Ask::Confirm { effect } => (message.card, message.effect) = (Some(effect.card.0), Some(effect.effect)),
    }
    message
}

fn choose(message: &mut message::Prompt, choice: &Choice) {
    message.purpose = Some(choice.purpose);
    message.card = choice.effect.map(|effect| effect.card.0);
    message.effect = choice.effect.map(|effect| effect.effect);
    message.about = choice.about.map(|card| card.0);
    match &choice.from {
        Pool::Cards(cards) => {
            message.cards = Some(numbers(cards));
            (message.min, message.max) = (Some(choice.min), Some(choice.max));
        }
        Pool::Sets(sets) => message.sets = Some(sets.iter().map(|set| numbers(set)).collect()),
        Pool::Positions(positions) => message.positions = Some(positions.clone()),
        Pool::Words(words) => message.words = Some(words.clone()),
    }
}

fn choosable(action: &Action) -> Choosable {
    let card = |act: Act, card: CardId| Choosable { action: Some(act), card: Some(card.0), ..Choosable::default() };
    let on = |act: Act, by: CardId, target: CardId| Choosable { target: Some(target.0), ..card(act, by) };
    let bare = |act: Act| Choosable { action: Some(act), ..Choosable::default() };
    match action {
        Action::Activate(e) => effect(Some(Act::Activate), *e),
        Action::Trigger(t) => effect(Some(Act::Trigger), t.effect),
        Action::SpecialSummon(e) => effect(Some(Act::SpecialSummon), *e),
        Action::NormalSummon(c) => card(Act::NormalSummon, *c),
        Action::Set(c) => card(Act::Set, *c),
        Action::FlipSummon(c) => card(Act::FlipSummon, *c),
        Action::ChangePosition(c) => card(Act::ChangePosition, *c),
        Action::Attack(c, target) => on(Act::Attack, *c, *target),
        Action::AttackDirectly(c) => card(Act::AttackDirectly, *c),
        Action::ReplayOn(c, target) => on(Act::ReplayOn, *c, *target),
        Action::ReplayDirectly(c) => card(Act::ReplayDirectly, *c),
        Action::StopAttack(c) => card(Act::StopAttack, *c),
        Action::Proceed => bare(Act::Proceed),
        Action::Draw => bare(Act::Draw),
        Action::GoTo(phase) => Choosable { phase: Some(*phase), ..bare(Act::GoTo) },
        Action::EndTurn => bare(Act::EndTurn),
    }
}

fn effect(action: Option<Act>, effect: EffectRef) -> Choosable {
    Choosable { action, card: Some(effect.card.0), effect: Some(effect.effect), ..Choosable::default() }
}

fn refused_message(what: Choosable, refusal: &Refusal) -> message::Refused {
    message::Refused { what, rule: refusal.rule, rests: refusal.rests_on.clone() }
}

/// Something that happened; none if the runner does not need to be told.
pub(crate) fn event_message(told: &Told) -> message::Event {
    let instant = told.at;
    let (rule, rests) = match &told.event {
        Event::Dropped(.., Some(refusal)) | Event::AttackEnded(_, Some(refusal)) => {
            (Some(refusal.rule), refusal.rests_on.clone())
        }
        _ => (None, Vec::new()),
    };
    match &told.event {
        Event::Cards { are, cards, position } => {
            message::Event::Cards { instant, are: are.clone(), cards: numbers(cards), position: *position }
        }
        Event::Player(what, player, count) => {
            message::Event::Player { instant, is: *what, player: (*player).into(), count: *count }
        }
        Event::Token(card, name) => message::Event::Token { card: card.0, name: name.clone() },
        Event::Activated { link, player, effect, targets } => message::Event::Activated {
            link: *link,
            player: (*player).into(),
            card: effect.card.0,
            effect: effect.effect,
            targets: numbers(targets),
        },
        Event::Placed(placing) => {
            // Only placements without a question are told, and those place something.
            let placed = placing.placed.unwrap_or(EffectRef { card: CardId(0), effect: 0 });
            let refused = placing.refused.iter().map(|(e, refusal)| refused_message(effect(None, *e), refusal));
            message::Event::Placed {
                player: placing.player.into(),
                card: placed.card.0,
                effect: placed.effect,
                refused: refused.collect(),
            }
        }
        Event::Dropped(player, effect, _) => message::Event::Dropped {
            player: (*player).into(),
            card: effect.card.0,
            effect: effect.effect,
            rule,
            rests,
        },
        Event::Chosen(player, purpose, cards) => {
            message::Event::Chosen { player: (*player).into(), purpose: *purpose, cards: numbers(cards) }
        }
        Event::ChainComplete => message::Event::ChainComplete,
        Event::Resolved { link, outcome, rule } => {
            message::Event::Resolved { link: *link, outcome: *outcome, rule: *rule }
        }
        Event::ChainOver => message::Event::ChainOver,
        Event::AttackEnded(card, _) => message::Event::AttackEnded { card: card.0, rule, rests },
    }
}

/// Where everything lies.
pub(crate) fn board_message(board: &Board) -> message::Board {
    let cards = board.cards.iter().filter(|card| !matches!(card.zone, Zone::Limbo | Zone::Gone)).map(|card| {
        let on_field = card.zone.on_field();
        let is_monster = card.zone == Zone::Monster;
        message::BoardCard {
            card: card.card.0,
            zone: card.zone,
            player: card.controller.into(),
            face: on_field.then_some(if card.face_up { Face::Up } else { Face::Down }),
            position: is_monster.then_some(card.position),
            atk: is_monster.then_some(card.atk),
            def: is_monster.then_some(card.def),
            counters: on_field.then_some(card.counters),
            equipped_to: card.equipped_to.map(|to| to.0),
        }
    });
    message::Board { lp: PerPlayer { yugi: board.lp[0], joey: board.lp[1] }, cards: cards.collect() }
}

fn numbers(cards: &[CardId]) -> Vec<u16> {
    cards.iter().map(|card| card.0).collect()
}
