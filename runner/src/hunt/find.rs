//! A difference: what it is about, what it is like, and the file it is written to.

use std::fmt;
use std::path::Path;

use segoc_engine::RuleSet;
use segoc_format::edit;
use segoc_format::ruling::{Check, Do, Offer, OfferAction, Ruling, StepKind};
use segoc_format::ways::{FailureKind, Way};
use segoc_protocol::{CardId, ChartBox, EffectRef, Engine, Hello, Moment, Phase, Prompt, Rule, visible};

use super::Hunt;
use super::invent::file_of;
use super::told::{Duel, outcome};
use crate::cast::{Cast, capital};
use crate::coverage::rules_exercised;
use crate::draft::id_of;
use crate::drive::{Manner, drive, offer};
use crate::engines::Reference;
use crate::judge::in_window;
use crate::outcome::{Failure, Outcome, Scene};
use crate::report::wrap;
use crate::texts::{filled, section};
use crate::transcript::{Found, Stand, Transcript};
use crate::trial::guarded;

const TEXT: &str = include_str!("find.md");

/// Where two engines differ first.
#[derive(Clone, Debug)]
pub struct Difference {
    /// What came of the ruling on the other engine.
    pub outcome: Outcome,
    /// What causes it, as far as that can be told.
    pub mechanism: Mechanism,
    /// The step at which it shows.
    pub(super) step: usize,
    /// What a player would ask.
    pub question: String,
    /// What the reference engine says.
    pub ours: String,
    /// What the other one says.
    pub theirs: String,
}

/// What a difference is like: finds of one mechanism are one group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mechanism {
    /// In which way the other engine fails.
    pub way: Way,
    /// The kind of step that fails.
    pub step: &'static str,
    /// The rule by which the reference engine refuses, or that it applied last since the step before.
    pub rule: Option<Rule>,
    /// The box or moment, with the phase.
    pub window: Option<String>,
    /// The same of the other engine, which is there instead.
    pub instead: Option<String>,
    /// What a player would do, or not, with a card.
    pub action: Option<&'static str>,
    /// The classes of the effects concerned.
    pub effects: Vec<&'static str>,
}

impl Mechanism {
    /// The same as a list of deviations says it, of a duel.
    pub(super) fn listed(&self, duel: &Duel) -> segoc_format::deviations::Mechanism {
        let (rule, window, instead) = (self.rule, self.window.clone(), self.instead.clone());
        let (step, action) = (Some(self.step.to_owned()), self.action.map(str::to_owned));
        let cards = duel.case.setup.cards.iter().map(|card| card.name.clone()).collect();
        let does = duel.ruling.cards.iter().flat_map(|card| words_of(&card.text)).collect();
        segoc_format::deviations::Mechanism { step, rule, window, instead, action, cards, does }
    }
}

impl fmt::Display for Mechanism {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}", self.way.kind.map_or(self.way.outcome, FailureKind::word), self.step)?;
        self.rule.iter().try_for_each(|rule| write!(f, ", {rule}"))?;
        self.window.iter().try_for_each(|window| write!(f, ", {window}"))?;
        if self.effects.is_empty() { Ok(()) } else { write!(f, ", {}", self.effects.join("/")) }
    }
}

/// The words of a file, keys as well as what stands behind them.
fn words_of(text: &str) -> impl Iterator<Item = String> {
    let parts = text.split(['{', '}', '[', ']', ',', ':', '\n', '"']);
    parts.map(|part| part.trim_start_matches([' ', '-']).trim_end().to_owned()).filter(|word| !word.is_empty())
}

/// What must stay the same when a difference is made smaller.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Likeness(Way, &'static str, Option<Rule>);

impl Difference {
    pub(super) fn likeness(&self) -> Likeness {
        let refused = matches!(self.mechanism.way.kind, Some(FailureKind::WronglyAllowed | FailureKind::OtherReason));
        Likeness(self.mechanism.way, self.mechanism.step, self.mechanism.rule.filter(|_| refused))
    }
}

/// A find, ready to be written.
#[derive(Clone, Debug)]
pub struct Find {
    /// The name of its file.
    pub file: String,
    /// The text of its file.
    pub text: String,
    /// The format in which it was played.
    pub format: String,
    /// How many cards there are on its board.
    pub cards: usize,
    /// What the difference is.
    pub difference: Difference,
    /// The files of the cards in it that are made up, each by where it lies beside its own.
    pub made_up: Vec<(String, String)>,
}

impl Hunt<'_> {
    /// What a duel that came out otherwise says of the other engine.
    pub(super) fn difference(&self, duel: &Duel, outcome: Outcome) -> Difference {
        let (ruling, format) = (&duel.ruling, &duel.case.format);
        let mut engine = Reference::of(self.corpus);
        let told = guarded(|| drive(&mut engine, ruling, format, None, Manner::Full)).ok();
        let failure = if let Outcome::Failed(failure) = &outcome { Some(&**failure) } else { None };
        let place = |failure: &Failure| ruling.play.iter().position(|step| step.span == failure.step);
        let step = failure.and_then(place).unwrap_or(ruling.play.len().saturating_sub(1));
        let stand = told.as_ref().and_then(|told| told.stands.iter().find(|stand| stand.step == step));
        let prompt = told.as_ref().zip(stand).and_then(|(told, stand)| asked_at(told, stand));
        let refused = |failure: &Failure| {
            let mut refusals = ruling.play.get(step)?.refusals();
            refusals.find(|refusal| refusal.span == failure.span)?.value.rule
        };
        let applied = || {
            let (told, stand) = (told.as_ref()?, stand?);
            let since = told.events.get(stand.from.event.min(stand.since.event)..stand.at.event)?;
            since.iter().rev().find_map(|event| event.rule)
        };
        let about = failure.and_then(|failure| named(ruling, step, failure));
        let mechanism = Mechanism {
            way: outcome.way().unwrap_or(Way { outcome: outcome.word(), kind: None }),
            step: ruling.play.get(step).map_or("duel", |step| tag(&step.kind)),
            rule: failure.and_then(refused).or_else(applied),
            window: prompt.map(|prompt| window(prompt.phase, prompt.during, prompt.chart)),
            instead: failure.and_then(|failure| instead(&failure.scene)),
            action: about.as_ref().map(|offer| offer.action.word()),
            effects: told.as_ref().map(|told| classes(&told.cast, about.as_ref())).unwrap_or_default(),
        };
        let words = told.as_ref().zip(about.as_ref()).map(|(told, offer)| told.cast.offer_words(offer));
        let (question, ours) = self.asked(duel, step, &mechanism, prompt, words);
        let theirs = match (&outcome, failure) {
            (_, Some(failure)) => {
                let notes = failure.notes.iter().map(|note| format!(" {note}")).collect::<String>();
                format!("{}.{notes}", capital(&failure.message))
            }
            (Outcome::Endless(why), _) => format!("{}.", capital(why)),
            (Outcome::Fault(fault), _) => format!("It broke down: {fault}."),
            (other, _) => format!("It is {}.", other.word()),
        };
        Difference { outcome, mechanism, step, question, ours, theirs }
    }

    /// The question that a difference answers twice, and what the reference engine answers.
    fn asked(
        &self,
        duel: &Duel,
        step: usize,
        mechanism: &Mechanism,
        prompt: Option<&Prompt>,
        words: Option<String>,
    ) -> (String, String) {
        let written = duel.ruling.play.get(step).map(|step| edit::text_of(&duel.ruling.text, step.span));
        let as_written =
            || format!("`{}`.", written.unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" "));
        let rules = self.corpus.rules().ok();
        let sentence = mechanism.rule.and_then(|rule| rules?.get(rule)).map(|entry| entry.sentence.clone());
        let because = || sentence.as_ref().map_or_else(String::new, |sentence| format!(" {sentence}"));
        let place = prompt.map(|prompt| format!(" {}", in_window(prompt))).unwrap_or_default();
        let player = prompt.map(|prompt| prompt.player.word());
        let kind = mechanism.way.kind;
        if let (Some(words), Some(player)) = (words, player) {
            match kind {
                Some(FailureKind::WronglyForbidden | FailureKind::NotReached | FailureKind::Unused) => {
                    return (format!("Can {player} {words}{place}?"), "Yes.".into());
                }
                Some(FailureKind::WronglyAllowed) => {
                    return (format!("Can {player} {words}{place}?"), format!("No.{}", because()));
                }
                Some(FailureKind::OtherReason) => {
                    return (format!("Why can {player} not {words}{place}?"), because().trim().to_owned());
                }
                _ => {}
            }
        }
        let question = match (kind, mechanism.step) {
            (Some(FailureKind::OtherPlayer), _) => "Who is asked first?",
            (_, "chain" | "placing") => "What is placed on the chain, and in which order?",
            (_, "resolves") => "What becomes of each link of the chain?",
            (_, "happens") => "What happens, and in which order?",
            (_, "board") => "Where does everything lie then?",
            _ => "What happens?",
        };
        (question.to_owned(), as_written())
    }

    /// A find as a file that was tried: it loads, passes on the reference engine and fails on the other one.
    ///
    /// # Errors
    /// Says which of these does not hold.
    pub fn find(
        &self,
        engine: &mut dyn Engine,
        number: u64,
        duel: &Duel,
        difference: Difference,
    ) -> Result<Find, String> {
        let about = engine.about().clone();
        let format = duel.case.format.clone();
        let policy = self.corpus.format(&format).map(|format| format.policy.clone()).unwrap_or_default();
        let shown = rules_exercised(&duel.ruling, &format, &policy).unwrap_or_default();
        let mechanism = difference.mechanism.to_string();
        let mixed = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        let hash = format!("{mechanism} {}", self.seed).bytes().fold(0xcbf2_9ce4_8422_2325, mixed);
        let taken = self.corpus.ids();
        let id = (0..).map(|more| id_of(hash.wrapping_add(more))).find(|id| !taken.contains(id)).unwrap_or_default();
        let kind = difference.mechanism.way.kind.map_or(difference.mechanism.way.outcome, FailureKind::word);
        let rule =
            difference.mechanism.rule.map(|rule| format!("-{}", rule.word().replace('.', "-"))).unwrap_or_default();
        let file = format!("{}{rule}-{}.yaml", kind.replace(' ', "-"), id.to_lowercase());
        let text = self.file(number, duel, &difference, &about, &id, shown);
        let own = &duel.board.cards;
        let read = self.corpus.parse_ruling_with(&file, text.as_str(), own).map_err(|mistakes| mistakes.to_string())?;
        match self.at_home(&read, &format) {
            Outcome::Passed => {}
            other => return Err(format!("it is {} on the reference engine", other.word())),
        }
        if outcome(engine, &read, &format).way().is_none() {
            return Err("it does not fail on the other engine when it is played again".into());
        }
        let made_up = duel.made_up().map(|card| (file_of(&card.name), card.text.to_string())).collect();
        Ok(Find { file, text, format, cards: duel.case.setup.cards.len(), difference, made_up })
    }

    fn file(
        &self,
        number: u64,
        duel: &Duel,
        difference: &Difference,
        about: &Hello,
        id: &str,
        shown: RuleSet,
    ) -> String {
        let engine = format!("{} {}", visible(&about.engine), visible(&about.version));
        let steps = duel.ruling.text.split_once("play:\n").map_or("", |(_, steps)| steps);
        let board = duel.board.text.split_once("duel:").map_or("", |(_, board)| board);
        let rule = difference.mechanism.rule.filter(|rule| shown.contains(*rule));
        let mut rules: Vec<Rule> = rule.into_iter().collect();
        rules.extend(shown.iter().filter(|other| Some(*other) != rule).take(1 - rules.len().min(1)));
        if rules.is_empty() {
            rules.push(Rule::ChartBoxB);
        }
        let comment = |before: &str, text: &str| {
            let text = visible(&text.split_whitespace().collect::<Vec<_>>().join(" "));
            let lines = wrap(&format!("{before}{text}"), 110);
            lines.join("\n#   ").trim_start_matches(before).to_owned()
        };
        filled(section(TEXT, "The file"), |place| match place {
            "id" => id.to_owned(),
            "found" => {
                let invent = if self.inventory.is_some() { " --invent" } else { "" };
                let files: Vec<String> = duel.made_up().map(|card| file_of(&card.name)).collect();
                let beside = match files.as_slice() {
                    [] => String::new(),
                    files => format!(" Cards that are made up lie beside it: {}.", files.join(", ")),
                };
                let (seed, mechanism) = (self.seed, &difference.mechanism);
                comment(
                    "",
                    &format!("Found by `segoc hunt --seed {seed}{invent}`, duel {number}: {mechanism}.{beside}"),
                )
            }
            "ours" => comment("The reference engine: ", &difference.ours),
            "engine" => engine.clone(),
            "theirs" => comment(&format!("{engine}: "), &difference.theirs),
            "title" => edit::sentence(&format!("{engine} and the reference engine differ, {}", difference.mechanism)),
            "question" => edit::sentence(&difference.question),
            "format" => edit::word(&duel.case.format),
            "rules" => edit::words(rules.iter().map(|rule| rule.word())),
            "board" => format!("duel:{board}"),
            _ => steps.trim_end().to_owned(),
        })
    }

    /// Whether a text could be the file of a ruling.
    #[must_use]
    pub fn loads(&self, path: &Path, text: &str) -> bool {
        self.corpus.parse_ruling(&path.display().to_string(), text).is_ok()
    }
}

/// The question at which a step stood.
fn asked_at<'t>(told: &'t Transcript<'_>, stand: &Stand) -> Option<&'t Prompt> {
    let question = match stand.found {
        Found::Action(question) | Found::Window(question) | Found::Asked(question) => question,
        _ => stand.at.question,
    };
    told.questions.get(question).map(|question| &*question.prompt)
}

/// A window as a mechanism names it.
fn window(phase: Phase, during: Option<Moment>, chart: Option<ChartBox>) -> String {
    match (during, chart) {
        (Some(moment), _) => moment.word().to_owned(),
        (None, Some(chart)) => format!("{phase}, box {chart}"),
        (None, None) => phase.word().to_owned(),
    }
}

/// Where an engine is that fails.
fn instead(scene: &Scene) -> Option<String> {
    let Some((_, chart)) = scene.asked else { return Some("over".to_owned()) };
    scene.phase.map(|phase| window(phase, scene.moment, chart))
}

/// The kind of a step.
fn tag(step: &StepKind) -> &'static str {
    match step {
        StepKind::Action(_, done) => match &done.value {
            Do::ReplaysOn(_) | Do::ReplaysDirectly | Do::ReplaysNotAtAll => OfferAction::Replay.word(),
            Do::DrawsForTheTurn => "draw",
            done => offer(done).map_or(OfferAction::MoveOn.word(), |offer| offer.action.word()),
        },
        StepKind::Chooses(..) => "chooses",
        StepKind::Applies(..) => "applies",
        StepKind::Triggers(_) => "triggers",
        StepKind::Check(check) => match check {
            Check::Chain { .. } => "chain",
            Check::Resolves(_) => "resolves",
            Check::Happens(_) => "happens",
            Check::Window { .. } => "window",
            Check::Placing { .. } => "placing",
            Check::NeverOffered(_) => "never offered",
            Check::Board(_) => "board",
            Check::Ends(_) => "ends",
            Check::Blank(_) => "nothing",
        },
    }
}

/// What a failure names: something that is, or is not, on offer.
fn named(ruling: &Ruling, step: usize, failure: &Failure) -> Option<Offer> {
    let step = ruling.play.get(step)?;
    let refused = step.refusals().find(|refusal| refusal.span == failure.span);
    if let Some(refused) = refused {
        return Some(refused.value.offer.clone());
    }
    match &step.kind {
        StepKind::Action(_, done) => offer(&done.value),
        StepKind::Check(Check::Window { offered, .. }) => {
            offered.iter().find(|offer| offer.span == failure.span).map(|offer| offer.value.clone())
        }
        _ => None,
    }
}

/// The classes of the effects that are meant.
fn classes(cast: &Cast<'_>, offer: Option<&Offer>) -> Vec<&'static str> {
    let Some(offer) = offer else { return Vec::new() };
    let card = (0..cast.ruling.setup.cards.len() as u16).map(CardId).find(|card| cast.is(&offer.card, *card));
    let Some((card, def)) = card.and_then(|card| Some((card, cast.def(card)?))) else { return Vec::new() };
    let meant = |effect: &usize| {
        cast.is_effect(&offer.card, offer.effect.as_deref(), EffectRef { card, effect: *effect as u8 })
    };
    let activated = (0..def.effects.len()).filter(|effect| def.effects[*effect].activates()).filter(meant);
    let mut classes: Vec<&'static str> = activated.map(|effect| def.effects[effect].class.word()).collect();
    classes.sort_unstable();
    classes.dedup();
    classes
}
