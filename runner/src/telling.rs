//! Playing a ruling so that it can be told: by the reference engine, or by another one beside it.

use segoc_format::corpus::Corpus;
use segoc_format::diagnostic::{Diagnostic, Diagnostics};
use segoc_format::ruling::Ruling;
use segoc_protocol::{Answer, Ask, CardId, Engine, Rule};

use crate::drive::{Manner, drive};
use crate::engines::Reference;
use crate::explain::{Assessment, Parting, Setting, Tale, goes_differently, parts, tell};
use crate::judge::judged;
use crate::opinions::{Opinion, Opinions};
use crate::outcome::Outcome;
use crate::play;
use crate::transcript::{Question, Transcript};
use crate::trial::guarded;

/// A ruling that was played in a format, whatever became of its checks.
pub struct Played<'r> {
    transcript: Transcript<'r>,
    verdict: Assessment,
    /// Other formats of the ruling in which it goes differently.
    elsewhere: Vec<String>,
    /// Whether the reference engine played it.
    ours: bool,
    /// Where rules have decided something, if the reference engine played it.
    decided: Vec<(usize, Rule)>,
}

/// Plays a ruling with the reference engine.
///
/// # Errors
/// If the format is unknown, the duel cannot begin, or the engine breaks down.
pub fn play<'r>(corpus: &Corpus, ruling: &'r Ruling, format: &str) -> Result<Played<'r>, Diagnostics> {
    let mut played = play_alone(corpus, ruling, format)?;
    let others = ruling.formats.iter().filter(|other| *other != format);
    let differs = |other: &&String| {
        let there = transcript(&mut Reference::of(corpus), ruling, other);
        there.is_ok_and(|(there, _)| goes_differently(&played.transcript, &there))
    };
    played.elsewhere = others.filter(differs).cloned().collect();
    Ok(played)
}

/// Plays a ruling with the reference engine, without a look at other formats.
///
/// # Errors
/// As [`play()`].
pub fn play_alone<'r>(corpus: &Corpus, ruling: &'r Ruling, format: &str) -> Result<Played<'r>, Diagnostics> {
    let mut engine = Reference::of(corpus).keeping_places();
    let played = play_with(&mut engine, corpus, ruling, format)?;
    Ok(Played { ours: true, decided: engine.decided(), ..played })
}

/// Plays a ruling with any engine.
///
/// # Errors
/// As [`play()`].
pub fn play_with<'r>(
    engine: &mut dyn Engine,
    corpus: &Corpus,
    ruling: &'r Ruling,
    format: &str,
) -> Result<Played<'r>, Diagnostics> {
    if corpus.format(format).is_none() {
        let message = format!("there is no format `{format}` in formats.yaml");
        return Err(Diagnostic::of_file(ruling.path.clone(), message).into());
    }
    let (transcript, disputed) = transcript(engine, ruling, format)?;
    let judged = judged(&transcript);
    let verdict = Assessment::new(ruling, judged.checks, &judged.problems(), disputed);
    Ok(Played { transcript, verdict, elsewhere: Vec::new(), ours: false, decided: Vec::new() })
}

/// What became of a ruling; of a disputed one the reading that the engine follows, else the first, and what came of all.
fn transcript<'r>(
    engine: &mut dyn Engine,
    ruling: &'r Ruling,
    format: &str,
) -> Result<(Transcript<'r>, Option<Outcome>), Diagnostics> {
    let play = || {
        let disputed = (!ruling.disputed.is_empty()).then(|| play::play(engine, ruling, format).outcome);
        let followed = match &disputed {
            Some(Outcome::Disputed(disputed)) => disputed.followed.first(),
            _ => None,
        };
        let reading = followed.or(ruling.disputed.first().map(|reading| &reading.id)).cloned();
        (drive(engine, ruling, format, reading.as_deref(), Manner::Lenient), disputed)
    };
    let wrong = |message: String| Diagnostics::from(Diagnostic::of_file(ruling.path.clone(), message));
    let (transcript, disputed) =
        guarded(play).map_err(|_| wrong("the engine broke down while it was played".into()))?;
    match transcript.stop.as_ref().filter(|_| transcript.questions.is_empty()) {
        Some(Outcome::Invalid(flaws)) => Err(Diagnostics(flaws.iter().map(|flaw| flaw.diagnostic(ruling)).collect())),
        Some(Outcome::Unsupported(why)) => Err(wrong(format!("the engine cannot play it: {why}"))),
        Some(Outcome::Fault(fault)) => Err(wrong(format!("the engine broke down: {fault}"))),
        _ => Ok((transcript, disputed)),
    }
}

impl Played<'_> {
    /// The tale of it.
    ///
    /// # Errors
    /// If the catalogue of rules is wrong.
    pub fn tale<'t>(&'t self, corpus: &'t Corpus) -> Result<Tale<'t>, Diagnostics> {
        let told = &self.transcript;
        self.tale_with(corpus, Opinions::of(corpus)?.on(&told.cast.ruling.name, &told.format))
    }

    /// The tale of it, for somebody who knows what other engines make of it.
    ///
    /// # Errors
    /// If the catalogue of rules is wrong.
    pub fn tale_with<'t>(&'t self, corpus: &'t Corpus, opinions: Vec<Opinion>) -> Result<Tale<'t>, Diagnostics> {
        let told = &self.transcript;
        let format = corpus.format(&told.format);
        let setting = Setting {
            format_title: format.map_or(told.format.as_str(), |format| format.title.as_str()),
            catalogue: corpus.rules()?,
            // What the reference engine goes by; of another one only its own reasons say.
            earlier_moment_first: format.filter(|_| self.ours).map(|f| f.policy.age.word() == "earliest first"),
            verdict: self.verdict.clone(),
            elsewhere: self.elsewhere.clone(),
            opinions,
            decided: self.decided.clone(),
        };
        Ok(tell(told, setting))
    }

    /// The choices among several cards about which nothing is written, in a sentence each.
    pub fn unwritten_choices(&self) -> Vec<String> {
        let cast = &self.transcript.cast;
        let names = |cards: &[CardId]| -> Vec<String> { cards.iter().map(|&card| cast.name(card)).collect() };
        let said = |question: &Question| match (&question.prompt.ask, &question.answer) {
            (Ask::Choose(choice), Some(Answer::Cards(chosen))) if question.unwritten => {
                let (chosen, all) = (names(chosen), names(&choice.from.cards()));
                let alike = all.iter().all(|name| chosen.contains(name));
                let player = question.prompt.player;
                let said = format!("{player} took {}, the first of {}", chosen.join(" and "), all.join(", "));
                (!alike).then(|| said + ": `chooses`, or a key beside the action, says otherwise")
            }
            _ => None,
        };
        self.transcript.questions.iter().filter_map(said).collect()
    }

    /// The rules that have decided something, if the reference engine played it.
    pub fn decided(&self) -> impl Iterator<Item = Rule> {
        self.decided.iter().map(|(_, rule)| *rule)
    }

    /// The duel that was played.
    pub fn transcript(&self) -> &Transcript<'_> {
        &self.transcript
    }

    /// What came of it.
    pub fn outcome(&self) -> &Outcome {
        &self.verdict.outcome
    }

    /// Where another engine's duel parts from this one.
    pub fn parts_from(&self, theirs: &Played<'_>) -> Option<Parting> {
        parts(&self.transcript, &theirs.transcript)
    }
}
