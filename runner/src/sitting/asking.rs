//! A question as a person reads it: who is asked what, what can be picked, and what cannot and why.

use segoc_engine::def::Class;
use segoc_format::catalogue::Catalogue;
use segoc_protocol::{
    Action, Answer, Ask, CardId, ChartBox, Choice, EffectRef, Moment, Phase, Player, Pool, Prompt, Purpose, Refusal,
    Rule, Turned, Zone,
};
use serde::Serialize;

use super::{Impossible, Sitting};
use crate::cast::{Cast, capital, offer_words};
use crate::english::Reader;
use crate::explain::{asked_in, because, phase_words};

/// A question to a player.
#[derive(Clone, Debug, Serialize)]
pub struct Asking {
    /// The point at which it is asked.
    pub point: usize,
    /// Who is asked.
    pub player: Player,
    /// Whose turn it is.
    pub turn: Player,
    /// In which phase.
    pub phase: Phase,
    /// At which moment of it.
    pub during: Option<Moment>,
    /// In which box of Konami's chart.
    #[serde(rename = "box")]
    pub chart: Option<ChartBox>,
    /// The same in words.
    pub place: String,
    /// The question.
    pub question: String,
    /// What can be picked.
    pub picks: Vec<Pick>,
    /// At least so many.
    pub least: usize,
    /// At most so many.
    pub most: usize,
    /// What is not on offer, and why.
    pub barred: Vec<Barred>,
}

/// Something that can be picked.
#[derive(Clone, Debug, Serialize)]
pub struct Pick {
    /// As a person reads it.
    pub words: String,
    /// The card it is about.
    pub card: Option<CardId>,
    /// The answer it is, alone.
    #[serde(skip)]
    answer: Answer,
    /// Whether an attack simply goes on.
    #[serde(skip)]
    goes_on: bool,
}

/// Something that is not on offer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Barred {
    /// As a person reads it.
    pub words: String,
    /// The card it is about.
    pub card: Option<CardId>,
    /// The rule that forbids it, then those it rests on.
    pub rules: Vec<Rule>,
    /// Why it is not possible for this card on this board, if there is more to say than the rule does.
    pub reason: Option<String>,
    /// The sentence of the rule.
    pub sentence: String,
    #[serde(skip)]
    pub(super) action: Action,
}

impl Pick {
    fn new(words: impl Into<String>, card: Option<CardId>, answer: Answer) -> Self {
        Self { words: words.into(), card, answer, goes_on: false }
    }

    /// Whether it is to do nothing.
    pub fn is_pass(&self) -> bool {
        self.answer == Answer::Pass
    }
}

impl Asking {
    /// The answer that some picks are.
    ///
    /// # Errors
    /// If they are none.
    pub fn answer(&self, picked: &[usize]) -> Result<Answer, Impossible> {
        let mut picks = Vec::new();
        for &number in picked {
            let Some(pick) = self.picks.get(number) else {
                return Err(Impossible(format!("there are {} to pick from, numbered from 1", self.picks.len())));
            };
            picks.push(pick);
        }
        if picked.iter().enumerate().any(|(i, number)| picked[..i].contains(number)) {
            return Err(Impossible("each can be picked once".into()));
        }
        if !(self.least..=self.most).contains(&picked.len()) {
            return Err(Impossible(format!("pick {}, as in {}", self.how_many(), self.example())));
        }
        let cards = |pick: &&Pick| if let Answer::Cards(cards) = &pick.answer { cards.clone() } else { Vec::new() };
        Ok(match picks.as_slice() {
            [one] => one.answer.clone(),
            several => Answer::Cards(several.iter().flat_map(cards).collect()),
        })
    }

    /// Whether there is nothing to decide: one can only pass or go on.
    pub fn is_idle(&self) -> bool {
        matches!(self.picks.as_slice(), [one] if one.answer == Answer::Pass || one.goes_on)
    }

    /// How many are picked, in words.
    pub fn how_many(&self) -> String {
        match (self.least, self.most) {
            (1, 1) => "one".into(),
            (least, most) if least == most => least.to_string(),
            (0, most) => format!("up to {most}"),
            (least, most) => format!("{least} to {most}"),
        }
    }

    fn example(&self) -> String {
        let numbers: Vec<String> = (1..=self.least.max(1)).map(|number| number.to_string()).collect();
        format!("`{}`", numbers.join(" "))
    }
}

impl Sitting<'_> {
    /// What is asked; nothing if the duel is over.
    pub fn asking(&self) -> Option<Asking> {
        self.asking_at(self.here)
    }

    /// What is asked at a point.
    pub(super) fn asking_at(&self, point: usize) -> Option<Asking> {
        let catalogue = self.corpus.rules().ok();
        let told = self.told(point);
        let prompt = self.points[point].prompt.as_ref()?;
        let (least, most) = match &prompt.ask {
            Ask::Choose(Choice { from: Pool::Cards { min, max, .. }, .. }) => (*min, *max),
            _ => (1, 1),
        };
        let mut barred: Vec<Barred> = Vec::new();
        // Nobody wonders about cards in a Deck, nor outside an open state about what is done in one.
        let in_deck = |card: CardId| self.points[point].board.card(card).is_some_and(|card| card.zone == Zone::Deck);
        let wonders = |action: &Action| {
            !action.card().is_some_and(in_deck) && (prompt.is_open_state() || action.effect().is_some())
        };
        for refused in prompt.refused.iter().filter(|refused| wonders(&refused.action)) {
            let mut one = bar(&told.cast, &refused.action, prompt.player, &refused.refusal, catalogue);
            one.reason = catalogue.and_then(|all| because(&told, prompt, &refused.action, &refused.refusal, all));
            if !barred.iter().any(|other| (&other.words, &other.rules) == (&one.words, &one.rules)) {
                barred.push(one);
            }
        }
        let at = prompt.during.map(|moment| format!(", {moment}")).unwrap_or_default();
        Some(Asking {
            point,
            player: prompt.player,
            turn: prompt.turn,
            phase: prompt.phase,
            during: prompt.during,
            chart: prompt.chart,
            place: format!("{}'s turn, {}{at}", prompt.turn, phase_words(prompt.phase)),
            question: question(&told.cast, prompt),
            picks: picks(&told.cast, prompt),
            least,
            most,
            barred,
        })
    }

    /// What was answered at a point, in words.
    pub(super) fn answered(&self, point: usize, answer: &Answer) -> String {
        let told = self.told(point);
        let Some(prompt) = &self.points[point].prompt else { return String::new() };
        let pick = picks(&told.cast, prompt).into_iter().find(|pick| pick.answer == *answer);
        let words = match (pick, answer) {
            (Some(pick), _) => pick.words,
            (None, Answer::Cards(cards)) if cards.is_empty() => "none".into(),
            (None, Answer::Cards(cards)) => {
                cards.iter().map(|&c| told.cast.full_name(c)).collect::<Vec<_>>().join(", ")
            }
            (None, _) => String::new(),
        };
        format!("{}: {words}", prompt.player)
    }
}

/// Something that is not on offer, in words.
pub(super) fn bar(
    cast: &Cast<'_>,
    action: &Action,
    player: Player,
    refusal: &Refusal,
    catalogue: Option<&Catalogue>,
) -> Barred {
    let sentence = catalogue.and_then(|catalogue| catalogue.get(refusal.rule)).map(|entry| entry.sentence.clone());
    Barred {
        words: action_words(cast, action, player),
        card: action.card(),
        rules: std::iter::once(refusal.rule).chain(refusal.rests_on.iter().copied()).collect(),
        reason: None,
        sentence: sentence.unwrap_or_default(),
        action: *action,
    }
}

fn picks(cast: &Cast<'_>, prompt: &Prompt) -> Vec<Pick> {
    let player = prompt.player;
    let pass = |words: &str| Pick::new(words, None, Answer::Pass);
    let action = |(number, action): (usize, &Action)| {
        let pick = Pick::new(action_words(cast, action, player), action.card(), Answer::Option(number));
        Pick { goes_on: *action == Action::Proceed, ..pick }
    };
    match &prompt.ask {
        Ask::Act { options } => options.iter().enumerate().map(action).collect(),
        Ask::Respond { options } => options.iter().enumerate().map(action).chain([pass("Pass")]).collect(),
        Ask::Trigger { options, optional } => {
            let trigger = |(number, effect): (usize, &EffectRef)| {
                let words = action_words(cast, &Action::Trigger(*effect), player);
                Pick::new(words, Some(effect.card), Answer::Option(number))
            };
            let none = optional.then(|| pass("Activate none of them"));
            options.iter().enumerate().map(trigger).chain(none).collect()
        }
        Ask::Confirm(effect) => {
            let yes = |words, yes| Pick::new(words, Some(effect.card), Answer::Confirm(yes));
            vec![yes("Yes", true), yes("No", false)]
        }
        Ask::Choose(choice) => of_choice(cast, prompt, choice),
    }
}

fn of_choice(cast: &Cast<'_>, prompt: &Prompt, choice: &Choice) -> Vec<Pick> {
    // Where a card lies is said if not all lie in one place.
    let place =
        |card: CardId| prompt.board.as_ref().and_then(|board| board.card(card)).map(|card| (card.player, card.zone));
    let pool = choice.from.cards();
    let several = pool.iter().any(|card| place(*card) != place(pool[0]));
    let name = |card: &CardId| match place(*card).filter(|_| several) {
        Some((player, zone)) => format!("{} ({player}'s {zone})", cast.full_name(*card)),
        None => cast.full_name(*card),
    };
    let cards = |cards: &[CardId]| {
        let words = match cards {
            [] => "None".into(),
            some => some.iter().map(name).collect::<Vec<_>>().join(" and "),
        };
        let one = cards.first().copied().filter(|_| cards.len() == 1);
        Pick::new(words, one, Answer::Cards(cards.to_vec()))
    };
    match &choice.from {
        Pool::Cards { cards: pool, .. } => pool.iter().map(|card| cards(&[*card])).collect(),
        Pool::Sets { sets } => sets.iter().map(|set| cards(set)).collect(),
        Pool::Positions { positions } => {
            let pick = |p: &Turned| Pick::new(position_words(*p), choice.about, Answer::Position(*p));
            positions.iter().map(pick).collect()
        }
        Pool::Words { words } => {
            words.iter().map(|word| Pick::new(capital(word), None, Answer::Word(word.clone()))).collect()
        }
    }
}

fn position_words(position: Turned) -> &'static str {
    match position {
        Turned::Attack => "Face-up Attack Position",
        Turned::Defense | Turned::FaceUpDefense => "Face-up Defense Position",
        Turned::FaceDown => "Face-down Defense Position",
        Turned::Other => "The other battle position",
    }
}

fn question(cast: &Cast<'_>, prompt: &Prompt) -> String {
    let player = prompt.player;
    match &prompt.ask {
        Ask::Act { .. } if prompt.attack => format!("The attack is under way: what does {player} do?"),
        Ask::Act { .. } | Ask::Respond { .. } => format!("{}.", asked_in(prompt)),
        Ask::Trigger { optional: true, .. } => format!("Which trigger does {player} place on the chain next, if any?"),
        Ask::Trigger { .. } => format!("Which trigger does {player} place on the chain next?"),
        Ask::Confirm(effect) => {
            format!("Does {player} apply the optional part of {}?", cast.full_name(effect.card))
        }
        Ask::Choose(choice) => of_purpose(cast, player, choice),
    }
}

fn of_purpose(cast: &Cast<'_>, player: Player, choice: &Choice) -> String {
    let count = match &choice.from {
        Pool::Cards { min, max, .. } if min == max => format!("{min} "),
        Pool::Cards { min: 0, max, .. } => format!("up to {max} "),
        Pool::Cards { min, max, .. } => format!("{min} to {max} "),
        _ => String::new(),
    };
    let of = choice.effect.map(|effect| format!(" of {}", cast.full_name(effect.card))).unwrap_or_default();
    let it = choice.about.map_or_else(|| "the monster".into(), |card| cast.full_name(card));
    match choice.purpose {
        Purpose::Cost => format!("{player} pays the cost{of}: with which {count}?"),
        Purpose::Target => format!("{player} chooses {count}as the target{of}: which?"),
        Purpose::Tributes => format!("{player} Tributes {count}for the Summon: which?"),
        Purpose::Materials => format!("{player} uses materials for the Summon{of}: which?"),
        Purpose::Together => format!("{player} Pendulum Summons further monsters with it, {count}: which?"),
        Purpose::Zone => format!("To which Monster Zone does {it} go?"),
        Purpose::Effect => format!("{player} chooses {count}for the effect{of}: which?"),
        Purpose::Chance => format!("Chance decides{of}; you say how, {count}: which?"),
        Purpose::HandSize => format!("{player} discards {count}for the hand size limit: which?"),
        Purpose::Position => format!("In which position is {it} Summoned?"),
        Purpose::Declaration => format!("What does {player} declare for the effect{of}?"),
        Purpose::Bullet => format!("Which of the effects{of} does {player} choose?"),
        Purpose::Alternative => format!("Which of these does the effect{of} do?"),
        Purpose::Cause => format!("Which of these does the effect{of} mean?"),
    }
    .replace(" ?", "?")
    .replace(" , ", ", ")
    .replace(" :", ":")
}

/// What a player can do, as a person reads it.
pub(super) fn action_words(cast: &Cast<'_>, action: &Action, player: Player) -> String {
    let name = |card: CardId| cast.full_name(card);
    match action {
        Action::Activate(effect) | Action::Trigger(effect) => {
            let of = if cast.class(*effect) == Some(Class::Activation) { "" } else { "the effect of " };
            let which = cast.telling_id(*effect).map(|id| match deeds(cast, *effect, player) {
                Some(deeds) => format!(": {deeds}"),
                None => format!(" ({id})"),
            });
            format!("Activate {of}{}{}", name(effect.card), which.unwrap_or_default())
        }
        Action::Attack { card, target } => format!("Attack {} with {}", name(*target), name(*card)),
        Action::ReplayOn { card, target } => format!("Replay: attack {} with {}", name(*target), name(*card)),
        Action::ReplayDirectly { card } => format!("Replay: attack directly with {}", name(*card)),
        Action::StopAttack { card } => format!("Replay: stop the attack of {}", name(*card)),
        Action::Proceed => "Go on with the attack".into(),
        Action::Draw => "Draw for the turn".into(),
        Action::GoTo { phase: phase @ (Phase::Main1 | Phase::Main2) } => format!("Go to {}", phase_words(*phase)),
        Action::GoTo { phase } => format!("Go to the {}", phase_words(*phase)),
        Action::EndTurn => "End the turn".into(),
        action => {
            let offer = cast.offer(action);
            let words = offer.map(|offer| offer_words(offer.action, &action.card().map(name).unwrap_or_default()));
            capital(&words.unwrap_or_default())
        }
    }
}

/// What an effect does, if there are words for it.
fn deeds(cast: &Cast<'_>, effect: EffectRef, player: Player) -> Option<String> {
    let named = |word: &str| match word {
        "this card" => Some("it".to_owned()),
        "you" => Some(player.to_string()),
        "opponent" => Some(player.opponent().to_string()),
        _ => None,
    };
    let written = cast.written(effect)?.as_object()?;
    let does = written.values().find_map(|body| body.get("does"))?;
    Reader::new(&named).deeds(does)
}
