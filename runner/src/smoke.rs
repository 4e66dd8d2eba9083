//! Whether an adapter works at all, before any ruling is judged: what `segoc smoke` looks at.
//!
//! Everything here is about the adapter, not about the rules: the simplest duels there are, told as a ruling would tell
//! them. Every finding says what to do about it.

use std::time::{Duration, Instant};

use segoc_protocol::{Action, Answer, Capability, Engine, Fault, Hello, Next, PROTOCOL, Trouble};
use serde_json::json;

use crate::engines::Process;
use crate::engines::process::Terms;
use crate::outcome::Outcome;
use crate::play;
use crate::texts::section;
use segoc_format::corpus::Corpus;
use segoc_format::diagnostic::Diagnostics;
use segoc_format::ruling::Ruling;

/// The simplest duel: cards in every kind of place, and a Spell to activate.
const DUEL: &str = include_str!("smoke.yaml");

/// All of it takes no longer than this, as long as the engine answers at all.
const LONGEST: Duration = Duration::from_secs(10);

/// How good a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grade {
    /// As it should be.
    Fine,
    /// Allowed, and worth knowing.
    Note,
    /// The adapter is wrong.
    Wrong,
}

/// Something that was looked at.
#[derive(Clone, Debug)]
pub struct Finding {
    /// How good it is.
    pub grade: Grade,
    /// What was looked at.
    pub what: String,
    /// What was seen.
    pub seen: String,
    /// What to do about it.
    pub advice: Option<String>,
    /// The breakdown, if it is one.
    pub fault: Option<Box<Fault>>,
}

/// Looks at an adapter; `each` sees every finding as soon as it is there. True if nothing is wrong.
///
/// # Errors
/// What `each` returns.
pub fn smoke<E: From<Diagnostics>>(
    terms: &Terms,
    corpus: &Corpus,
    mut each: impl FnMut(&Finding) -> Result<(), E>,
) -> Result<bool, E> {
    let begun = Instant::now();
    let cards = Corpus::embedded()?;
    let mut right = true;
    let mut tell = |finding: Finding| -> Result<bool, E> {
        right &= finding.grade != Grade::Wrong;
        each(&finding)?;
        Ok(finding.grade != Grade::Wrong)
    };
    let mut engine = match Process::start(terms.clone()) {
        Ok(engine) => engine,
        Err(fault) => {
            tell(broken("hello", fault))?;
            return Ok(false);
        }
    };
    let about = engine.about().clone();
    tell(fine("hello", format!("{} {}, protocol {PROTOCOL}", about.engine, about.version)))?;
    tell(formats(&about, corpus))?;
    tell(capabilities(&about))?;
    let mut beside = None;
    for format in about.formats.iter().filter(|format| cards.format(format).is_some()) {
        let ruling = cards.parse_ruling("smoke.yaml", DUEL.replace("FORMAT", format))?;
        for look in [a_new_duel, a_spell, a_duel_that_is_left, an_unknown_card] {
            if begun.elapsed() > LONGEST {
                let (what, seen) = (format!("the rest of {format}"), format!("left out after {} s", LONGEST.as_secs()));
                tell(note(what, seen, "every answer takes long"))?;
                break;
            }
            // After a breakdown the engine would be started again; what went wrong first is what matters.
            if !tell(look(&mut engine, &ruling, format))? {
                return Ok(false);
            }
        }
        beside.get_or_insert((ruling, format));
    }
    if let Some((ruling, format)) = beside {
        tell(a_second_process(&engine, &ruling, format))?;
    }
    tell(its_end(engine))?;
    tell(match Process::start(terms.clone()) {
        Ok(_) => fine("a new process", "started after the first one ended"),
        Err(fault) => broken("a new process", fault),
    })?;
    Ok(right)
}

/// Something that is as it should be.
fn fine(what: impl Into<String>, seen: impl Into<String>) -> Finding {
    Finding { grade: Grade::Fine, what: what.into(), seen: seen.into(), advice: None, fault: None }
}

/// Something that is allowed, and worth knowing.
fn note(what: impl Into<String>, seen: impl Into<String>, advice: impl Into<String>) -> Finding {
    Finding { grade: Grade::Note, advice: Some(advice.into()), ..fine(what, seen) }
}

fn wrong(what: impl Into<String>, seen: impl Into<String>, advice: impl Into<String>) -> Finding {
    Finding { grade: Grade::Wrong, ..note(what, seen, advice) }
}

fn broken(what: impl Into<String>, fault: Box<Fault>) -> Finding {
    let advice = advice(fault.kind.word());
    broken_so(what, fault, advice)
}

/// What the author of an adapter does about something.
fn advice(about: &str) -> &'static str {
    section(include_str!("smoke.md"), about).trim_end()
}

/// A breakdown about which something else is to be done than usual.
fn broken_so(what: impl Into<String>, fault: Box<Fault>, advice: &str) -> Finding {
    Finding { fault: Some(fault.clone()), ..wrong(what, fault.message, advice) }
}

fn of_trouble(what: String, trouble: Trouble) -> Finding {
    match trouble {
        Trouble::Fault(fault) => broken(what, fault),
        Trouble::Unsupported(why) => note(what, format!("unsupported: {why}"), advice("unsupported")),
    }
}

fn formats(about: &Hello, corpus: &Corpus) -> Finding {
    let known: Vec<&str> = corpus.formats().iter().map(|format| format.name.as_str()).collect();
    let claimed = about.formats.join(", ");
    match about.formats.iter().find(|format| !known.contains(&format.as_str())) {
        _ if about.formats.is_empty() => {
            wrong("formats", "none", "name in `formats` what the engine plays, as [\"tcg\"]: nothing else is run")
        }
        Some(other) => {
            let advice = format!("the corpus has no format `{other}`; it has {}", known.join(", "));
            wrong("formats", claimed, advice)
        }
        None => fine("formats", claimed),
    }
}

fn capabilities(about: &Hello) -> Finding {
    let words = |has: bool| {
        let some = Capability::ALL.iter().filter(|c| about.capabilities.contains(c) == has).map(|c| c.word());
        some.collect::<Vec<_>>().join(", ")
    };
    match (words(true), words(false)) {
        (all, none) if none.is_empty() => fine("capabilities", all),
        (some, missing) => {
            let advice =
                format!("not claimed: {missing}; what becomes of checks without them stands in corpus/PROTOCOL.md");
            note("capabilities", if some.is_empty() { "none".into() } else { some }, advice)
        }
    }
}

/// The first question, and the board it is asked on.
fn a_new_duel(engine: &mut Process, ruling: &Ruling, format: &str) -> Finding {
    let what = format!("a new duel ({format})");
    let begun = engine.start(&ruling.start(format)).and_then(|reply| engine.in_doubt().map(|()| reply));
    let reply = match begun {
        Ok(reply) => reply,
        Err(trouble) => return of_trouble(what, trouble),
    };
    match &reply.next {
        // A board that is not the one it was told is a fault.
        Next::Asks(prompt) if prompt.is_open_state() => fine(what, "begins with the board it was told"),
        _ => {
            let seen = "it does not begin with an `act` prompt";
            wrong(what, seen, "the duel begins in the open state of its phase")
        }
    }
}

/// A Normal Spell is activated, both players pass, it resolves.
fn a_spell(engine: &mut Process, ruling: &Ruling, format: &str) -> Finding {
    let what = format!("a Spell that draws ({format})");
    match play::play(engine, ruling, format).outcome {
        Outcome::Fault(fault) => broken(what, fault),
        Outcome::Unsupported(why) => of_trouble(what, Trouble::Unsupported(why)),
        Outcome::Failed(failure) => {
            let notes: String = failure.notes.iter().map(|note| format!(". {note}")).collect();
            let seen = format!("{}{}", failure.message, notes.trim_end_matches('.'));
            wrong(what, seen, advice("another course"))
        }
        Outcome::Endless(why) => {
            wrong(what, why, "a player who passed is not asked again until something has happened")
        }
        Outcome::Passed => fine(what, "activated, resolved, and the board is right"),
        Outcome::Disputed(_) | Outcome::Invalid(_) => {
            Finding { grade: Grade::Note, ..fine(what, "it could not be judged") }
        }
    }
}

/// A duel is left in the middle, and the next one begins as if nothing had been.
fn a_duel_that_is_left(engine: &mut Process, ruling: &Ruling, format: &str) -> Finding {
    let what = format!("a duel that is left ({format})");
    let left = engine.start(&ruling.start(format)).and_then(|first| {
        if let Next::Asks(prompt) = &first.next
            && let Some(spell) = prompt.options().iter().position(|option| matches!(option, Action::Activate(_)))
        {
            engine.answer(&Answer::Option(spell))?;
        }
        Ok(first)
    });
    let again = left.and_then(|before| Ok((before, engine.start(&ruling.start(format))?)));
    match again {
        Err(trouble) => of_trouble(what, trouble),
        Ok((first, second)) if first.next == second.next => fine(what, "forgotten when the next one begins"),
        Ok(_) => wrong(what, "the next duel did not begin like the first", advice("another beginning")),
    }
}

/// A card with an effect nobody knows.
fn an_unknown_card(engine: &mut Process, ruling: &Ruling, format: &str) -> Finding {
    let what = format!("a card nobody knows ({format})");
    let mut start = ruling.start(format);
    let unknown = json!({
        "name": "A Card Nobody Knows", "passcode": 1, "spell": "normal",
        "effects": [{"activation": {"does": [{"an effect of the future": true}]}}],
    });
    if let Some(known) = ruling.card_names.iter().position(|name| name == "Pot of Greed") {
        start.definitions[known] = unknown.into();
    }
    for card in start.setup.cards.iter_mut().filter(|card| card.name == "Pot of Greed") {
        card.name = "A Card Nobody Knows".into();
    }
    match engine.start(&start) {
        Err(Trouble::Unsupported(why)) => {
            fine(what, format!("unsupported: {}", why.lines().next().unwrap_or_default()))
        }
        Err(Trouble::Fault(fault)) => broken_so(what, fault, advice("broken by an unknown card")),
        Ok(_) => note(what, "played", advice("an unknown card is played")),
    }
}

/// A second process plays beside the first.
fn a_second_process(first: &Process, ruling: &Ruling, format: &str) -> Finding {
    let what = "a second process at the same time";
    match first.another().start(&ruling.start(format)) {
        Ok(_) | Err(Trouble::Unsupported(_)) => fine(what, "plays too"),
        Err(Trouble::Fault(fault)) => broken_so(what, fault, advice("one process only")),
    }
}

/// The engine ends when its input does.
fn its_end(engine: Process) -> Finding {
    if engine.ends_by_itself() {
        return fine("the end", "it ends when its input is closed");
    }
    let advice = "it was killed, as it will be at the end of every run; end when standard input ends";
    note("the end", "it goes on when its input is closed", advice)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_advice_about_everything() {
        let own = include_str!("smoke.rs").split("advice(\"").skip(1).filter_map(|rest| rest.split_once('"'));
        let kinds = segoc_protocol::FaultKind::ALL.iter().map(|kind| kind.word());
        for about in own.map(|(about, _)| about).chain(kinds) {
            assert!(!advice(about).is_empty(), "{about}");
        }
    }
}
