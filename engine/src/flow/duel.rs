//! A duel: questions, answers, and the loop between them.

use std::sync::Arc;

use super::{Answer, AnswerError, Applied, Ask, Asking, DamageStage, Frame, Given, Prompt, WindowStage};
use crate::def::{AnyOf, CardDef, Change, Class, EffectDef, Modifier, Phase, Says, Step, Switched, with_given_effects};
use crate::policy::{Axes, Policy};
use crate::state::{Board, EffectRef, Entry, Setup, SetupError, SetupErrors, SetupProblem};

/// A duel between two players.
///
/// It is plain data: two duels with the same set-up, cards, policy and answers are equal, log included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Duel {
    /// Cards of the duel with trigger effects, and with continuous ones: all that need to be looked at on events.
    pub(crate) triggers: Arc<[EffectRef]>,
    pub(crate) continuous: Arc<[Continuous]>,
    pub(crate) mandatory_quick: Arc<[EffectRef]>,
    /// What any of the continuous effects says.
    pub(crate) says: AnyOf,
    /// Whether a card of the duel changes Levels, or Attributes: without one nobody has to ask.
    pub(crate) changes_levels: bool,
    pub(crate) changes_attributes: bool,
    /// Whether a card of the duel makes something else of cards than what is printed on them.
    pub(crate) changes_what_cards_are: bool,
    pub(crate) asking: Asking,
    /// Whether a card of the duel gives others effects, or copies theirs.
    pub(crate) gives_effects: bool,
    /// Whether a card of the duel says as what cards are treated besides their name.
    pub(crate) treats_cards: bool,
    /// Whether the original ATK or DEF of a card may be changed.
    pub(crate) changes_originals: bool,
    /// Whether a card of the duel says that something cannot be used as a material.
    pub(crate) bans_materials: bool,
    /// Whether a card of the duel makes cards unaffected for as long as it applies.
    pub(crate) has_immunities: bool,
    pub(crate) policy: Axes,
    pub(crate) state: Board,
    /// What is under way, the top frame last.
    pub(crate) frames: Vec<Frame>,
    pub(crate) log: Vec<Entry>,
    /// The rules that have decided something.
    pub(crate) applied: Applied,
    prompt: Option<Prompt>,
    /// How things stood before the step that asks half-way.
    before: Option<Box<Before>>,
    /// Answers to the questions of the step under way, in order.
    given: Vec<Given>,
    used: usize,
}

/// A continuous effect of the duel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Continuous {
    pub effect: EffectRef,
    /// The kinds of its modifiers.
    pub says: AnyOf,
}

/// What the cards of a duel can do to others at all.
#[derive(Default)]
struct Possible {
    change_levels: bool,
    ban_materials: bool,
    change_originals: bool,
    treat_cards: bool,
    change_attributes: bool,
    change_what_cards_are: bool,
}

impl Possible {
    fn of(library: &[Arc<CardDef>]) -> Self {
        let (mut says, mut does) = (Self::default(), Self::default());
        for effect in library.iter().flat_map(|def| &def.effects) {
            effect.look_through(&mut |modifier| says.look_at(modifier), &mut |step| does.look_at_step(step));
        }
        says.change_levels |= does.change_levels;
        says.change_originals |= does.change_originals;
        says.change_what_cards_are |= does.change_what_cards_are;
        says
    }

    fn look_at(&mut self, modifier: &Modifier) {
        self.change_what_cards_are |= modifier.says_what_cards_are();
        match modifier {
            Modifier::Level(..) | Modifier::MaterialLevel(_) => self.change_levels = true,
            Modifier::CannotBe(_, _, be, _) => self.ban_materials |= be.is_about_materials(),
            Modifier::Atk(_, Change::Original(_)) | Modifier::Def(_, Change::Original(_)) => {
                self.change_originals = true;
            }
            Modifier::TreatedAs(_, treated) => self.treat_cards |= treated.name.is_none(),
            Modifier::Attribute(..) => self.change_attributes = true,
            _ => {}
        }
    }

    fn look_at_step(&mut self, step: &Step) {
        match step {
            Step::ChangeLevel(..) => (self.change_levels, self.change_what_cards_are) = (true, true),
            Step::ChangeAtk(_, Change::Original(_), _)
            | Step::ChangeDef(_, Change::Original(_), _)
            | Step::SwitchAtkAndDef(_, Switched::Original, _) => self.change_originals = true,
            _ => {}
        }
    }
}

/// How things stood before a step.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Before {
    state: Board,
    frames: Vec<Frame>,
    /// The length of the log.
    lines: usize,
}

/// Why a step did not run to its end.
pub(crate) enum Stop {
    /// It needs an answer first.
    Ask(Box<Prompt>),
    /// The answer is of another kind than what is asked.
    WrongKind,
    /// The duel is over.
    Ended,
}

/// The result of anything that may have to ask.
pub(crate) type Flow<T> = Result<T, Stop>;

impl Duel {
    /// Begins a duel in the open state of the set-up's phase; reports everything wrong with the set-up at once.
    ///
    /// # Errors
    /// If the set-up does not fit the library or the board.
    pub fn new(setup: &Setup, library: Vec<Arc<CardDef>>, policy: Policy) -> Result<Self, SetupErrors> {
        let policy = Axes::of(policy);
        let problems = setup.problems(&library);
        if !problems.is_empty() {
            return Err(SetupErrors(problems));
        }
        let uses_extra_zones = setup.uses_extra_zones(&library);
        let state = Board::new(setup, with_given_effects(&library));
        let (mut triggers, mut continuous, mut mandatory_quick) = (Vec::new(), Vec::new(), Vec::new());
        let (mut applied, mut gives_effects) = (AnyOf::default(), false);
        for card in state.ids() {
            for (number, def) in state.def(card).effects.iter().enumerate() {
                let (effect, says) = (EffectRef { card, effect: number as u8 }, AnyOf::applied_by(def));
                match def.class {
                    Class::Trigger => triggers.push(effect),
                    Class::Continuous => continuous.push(Continuous { effect, says }),
                    Class::Quick if def.mandatory => mandatory_quick.push(effect),
                    _ => {}
                }
                applied = applied.or(says);
                gives_effects |= def.given.is_some();
            }
        }
        let may = Possible::of(&state.library);
        let mut duel = Self {
            triggers: triggers.into(),
            says: continuous.iter().fold(AnyOf::default(), |all, said| all.or(said.says)),
            continuous: continuous.into(),
            mandatory_quick: mandatory_quick.into(),
            changes_levels: may.change_levels,
            bans_materials: may.ban_materials,
            changes_originals: may.change_originals,
            gives_effects,
            treats_cards: may.treat_cards,
            changes_attributes: may.change_attributes,
            changes_what_cards_are: may.change_what_cards_are,
            asking: Asking::default(),
            has_immunities: applied.meets([Says::Unaffected, Says::OutOfReach].into()),
            policy,
            state,
            frames: Vec::new(),
            log: Vec::new(),
            applied: Applied::default(),
            prompt: None,
            before: None,
            given: Vec::new(),
            used: 0,
        };
        if uses_extra_zones && !duel.has_extra_zones() {
            return Err(SetupErrors(vec![SetupError { card: None, problem: SetupProblem::NoExtraZones }]));
        }
        duel.keep_zones_for_traps();
        duel.log_what_came_before(setup);
        duel.ask_for_maintenance();
        duel.frames.push(Frame::Open);
        if duel.state.phase == Phase::Draw {
            duel.frames.push(Frame::NormalDraw);
        }
        // Nothing was answered yet, so no answer can be wrong.
        let _ = duel.run(0);
        Ok(duel)
    }

    /// The question that waits for an answer; none when the duel is over.
    #[must_use]
    pub fn prompt(&self) -> Option<&Prompt> {
        self.prompt.as_ref()
    }

    /// Answers the question.
    ///
    /// # Errors
    /// If the answer is not possible; the duel is then unchanged.
    pub fn answer(&mut self, answer: &Answer) -> Result<(), AnswerError> {
        let prompt = self.prompt.as_ref().ok_or(AnswerError::NothingAsked)?;
        let given = prompt.accept(answer)?;
        let had_a_choice = prompt.has_alternatives();
        let acted = matches!(given, Given::Do(_));
        self.undo();
        self.applied.playing = true;
        self.note_question(acted);
        let fuel = self.state.fuel;
        if had_a_choice {
            self.state.fuel = 0;
        }
        self.prompt = None;
        self.given.push(given);
        self.run(fuel)
    }

    /// Puts things back to before the step that asks half-way.
    fn undo(&mut self) {
        if let Some(before) = self.before.take() {
            let Before { state, frames, lines } = *before;
            self.state = state;
            self.frames = frames;
            self.log.truncate(lines);
        }
    }

    /// Steps the top frame until something must be asked or the duel is over.
    ///
    /// A step that needs an answer half-way stops there, with everything done so far to be seen. When the answer comes
    /// the step is undone and run again with it, to the same point and beyond: so what an effect does can be written
    /// down in the order in which it is read.
    ///
    /// # Errors
    /// If the answer does not fit what the step asks. It is then asked again, as if nothing had been answered,
    /// with the fuel there was before.
    fn run(&mut self, fuel: u32) -> Result<(), AnswerError> {
        let mut result = Ok(());
        self.applied.playing = true;
        while self.prompt.is_none() && self.state.end.is_none() {
            let before = self.may_ask_half_way().then(|| {
                let (state, frames) = (self.state.clone(), self.frames.clone());
                Box::new(Before { state, frames, lines: self.log.len() })
            });
            let settles = matches!(self.frames.last(), Some(Frame::Window(w)) if w.stage == WindowStage::Settle);
            self.used = 0;
            match self.step() {
                Ok(()) => self.given.clear(),
                Err(Stop::Ended) => self.frames.clear(),
                Err(Stop::Ask(prompt)) => {
                    debug_assert!(before.is_some() || !settles, "a window asks before it is open, and cannot go back");
                    self.before = before;
                    self.prompt = Some(*prompt);
                }
                Err(Stop::WrongKind) => {
                    self.before = before;
                    self.undo();
                    self.state.fuel = fuel;
                    self.given.pop();
                    result = Err(AnswerError::WrongKind);
                }
            }
        }
        self.applied.playing = false;
        result
    }

    /// The next answer to a question of the present step, if it was given already.
    pub(super) fn next_given(&mut self) -> Option<Given> {
        let given = self.given.get(self.used).cloned();
        self.used += usize::from(given.is_some());
        given
    }

    /// Whether the present step has asked something: it is run again from its beginning with every answer.
    pub(crate) fn has_asked(&self) -> bool {
        self.used > 0
    }

    /// Whether the top frame may change something before it asks.
    fn may_ask_half_way(&self) -> bool {
        match self.frames.last() {
            // What reacts to what happened is all that may ask there.
            Some(Frame::Window(window)) => window.stage == WindowStage::Settle && !self.state.reflexes.is_empty(),
            Some(
                Frame::Activate { .. }
                | Frame::Damage(DamageStage::Calculation | DamageStage::After | DamageStage::End)
                | Frame::Resolve
                | Frame::Parts(_)
                | Frame::Summon(_)
                | Frame::Afterwards { .. }
                | Frame::SetCard { .. }
                | Frame::Later(_)
                | Frame::HandSize { .. },
            ) => true,
            _ => false,
        }
    }

    fn step(&mut self) -> Flow<()> {
        let Some(frame) = self.frames.pop() else {
            return Err(Stop::Ended);
        };
        match frame {
            Frame::Open => self.open_state(),
            Frame::Leaving(goal) => self.leaving(goal),
            Frame::Due(goal) => self.due(goal),
            Frame::MoveOn(goal) => self.move_on(goal),
            Frame::Later(player) => self.do_what_was_left(player),
            Frame::NormalDraw => self.normal_draw(),
            Frame::HandSize { follow_up } => self.hand_size(follow_up),
            Frame::Window(window) => self.window_step(window),
            Frame::Activate { player, effect, pending } => self.activate(player, effect, pending),
            Frame::Build { next, passes } => self.build(next, passes),
            Frame::Owed { next, passes } => self.place_owed(next, passes),
            Frame::Resolve => self.resolve_next(),
            Frame::Parts(resolving) => self.carry_on(resolving),
            Frame::ChainEnd => self.chain_end(),
            Frame::Summon(summon) => self.summon_step(summon),
            Frame::Afterwards { link, what } => self.afterwards(link, &what),
            Frame::SetCard { player, card } => self.set_card(player, card),
            Frame::Gate { kind, next, passes } => self.gate(kind, next, passes),
            Frame::GateOver { moment } => {
                self.state.moment = moment;
                Ok(())
            }
            Frame::Attack { leaving } => self.attack_step(leaving),
            Frame::Replay => self.replay(),
            Frame::Damage(stage) => self.damage_step(stage),
        }
    }

    /// Puts a frame back, because it goes on after what is pushed next.
    pub(crate) fn push(&mut self, frame: Frame) {
        self.frames.push(frame);
    }

    /// The definition of an effect.
    pub(crate) fn effect(&self, effect: EffectRef) -> &EffectDef {
        self.state.effect(effect)
    }
}

impl Prompt {
    /// Whether there was anything to decide.
    fn has_alternatives(&self) -> bool {
        match &self.ask {
            Ask::Respond { options } => !options.is_empty(),
            _ => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Given;
    use super::*;
    use crate::def::*;
    use crate::state::{CardId, Player, StartCard, StartZone};

    /// A Normal Spell whose player picks a card of the opponent to destroy while it resolves.
    fn duel() -> Duel {
        let group = Group {
            kind: Some(Kind::Card),
            whose: Some(Whose::Opponents),
            places: vec![Place::Hand],
            ..Group::default()
        };
        let pick = Pick::Choose(Count::Exactly(1), Box::new(group));
        let what = Selection { pick, ..Selection::these(Word::ThisCard) };
        let mut activation = EffectDef::new(Class::Activation);
        activation.does = vec![Part { joint: Joint::First, step: Step::Discard(what) }];
        let card = |name: &str, effects| {
            let kind = CardKind::Spell(SpellKind::Normal);
            Arc::new(CardDef {
                name: name.into(),
                always_named: None,
                passcode: None,
                kind,
                series: vec![],
                mentions: vec![],
                effects,
                as_monster: None,
            })
        };
        let library = vec![card("Picks", vec![Arc::new(activation)]), card("Blank", vec![])];
        let cards = vec![
            StartCard::new(0, Player::One, StartZone::Hand),
            StartCard::new(1, Player::Two, StartZone::Hand),
            StartCard::new(1, Player::Two, StartZone::Hand),
        ];
        Duel::new(&Setup { phase: Phase::Main1, lp: [8000; 2], cards }, library, Policy::default()).unwrap()
    }

    /// Whatever kind of answer comes to a step, even past the check of the prompt, it fits or it is an error.
    #[test]
    fn an_answer_of_the_wrong_kind_is_an_error_in_every_step() {
        let mut duel = duel();
        let wrong = [Given::Confirm(true), Given::Word("nothing".into()), Given::Position(Turned::Attack), Given::Pass];
        let mut kinds = 0;
        for answer in [Answer::Option(0), Answer::Pass, Answer::Pass] {
            kinds += refuses(&mut duel, &wrong);
            duel.answer(&answer).unwrap();
        }
        assert!(matches!(duel.prompt().map(|p| &p.ask), Some(Ask::Choose(_))), "{:?}", duel.prompt());
        kinds += refuses(&mut duel, &wrong);
        assert!(kinds >= 13, "only {kinds} were wrong");
        duel.answer(&Answer::Cards(vec![CardId(2)])).unwrap();
        assert_eq!(duel.card(CardId(2)).zone, crate::state::Zone::Gy);
    }

    /// How many of the answers are refused, each leaving the duel as it was.
    fn refuses(duel: &mut Duel, wrong: &[Given]) -> usize {
        let passes = matches!(duel.prompt().map(|p| &p.ask), Some(Ask::Respond { .. }));
        let wrong = wrong.iter().filter(|given| !(passes && **given == Given::Pass));
        wrong
            .map(|given| {
                let before = duel.clone();
                duel.undo();
                duel.prompt = None;
                duel.given.push(given.clone());
                assert_eq!(duel.run(before.state.fuel), Err(AnswerError::WrongKind), "{given:?}");
                assert_eq!(*duel, before, "{given:?}");
            })
            .count()
    }
}
