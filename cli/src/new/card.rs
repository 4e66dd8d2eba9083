//! `segoc new card`: the file of a card to begin with.

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use segoc_engine::def::{Attribute, MonsterIs, Race, SpellKind, TrapKind};

use super::ask::{Asker, Question, one_of, some_of};
use super::{Common, Ending, Problem};
use crate::write::{Existing, write};
use segoc_format::corpus::file_name;
use segoc_format::printed::Table;
use segoc_format::read;
use segoc_runner::draft::card::{Printed, text};

/// Which card, and what is printed on it.
#[derive(Clone, Debug, Args)]
pub(super) struct Request {
    /// The name, as printed.
    #[arg(value_name = "NAME")]
    name: String,

    /// A table of what is printed on cards, from which everything is taken that is not said here.
    #[arg(long, value_name = "FILE")]
    printed: Option<PathBuf>,

    /// The number in the corner of the card.
    #[arg(long, value_name = "NUMBER")]
    passcode: Option<String>,

    /// Monster, spell or trap; need not be said if one of the following is.
    #[arg(long, value_name = "KIND")]
    kind: Option<String>,

    /// The kind of Spell: normal, quick-play, continuous, equip, field, ritual.
    #[arg(long, value_name = "KIND", conflicts_with_all = ["trap", "attribute"])]
    spell: Option<String>,

    /// The kind of Trap: normal, continuous, counter.
    #[arg(long, value_name = "KIND", conflicts_with = "attribute")]
    trap: Option<String>,

    /// The attribute of a monster.
    #[arg(long)]
    attribute: Option<String>,

    /// The type of a monster.
    #[arg(long = "type", value_name = "TYPE")]
    race: Option<String>,

    /// The level of a monster, as `4`, `rank 4` or `link 2`.
    #[arg(long, value_name = "STARS")]
    level: Option<String>,

    /// ATK, or ?.
    #[arg(long)]
    atk: Option<String>,

    /// DEF, or ?.
    #[arg(long)]
    def: Option<String>,

    /// Words of the type line: normal, tuner, flip, spirit, fusion, synchro, xyz, link, ritual, token.
    #[arg(long, value_name = "WORDS")]
    is: Option<String>,

    /// The shape of its effect: trigger-when, trigger-if, quick, ignition, activation, counter, continuous, none.
    #[arg(long, value_name = "SHAPE")]
    effect: Option<String>,

    #[command(flatten)]
    common: Common,
}

impl Request {
    /// The same with what is printed on the card where nothing was said.
    fn filled(&self, name: &str) -> Result<Self, Problem> {
        let mut filled = self.clone();
        let Some(path) = &self.printed else { return Ok(filled) };
        let table = Table::load(path)?;
        let Some(card) = table.card(name) else {
            let help = table.nearest(name).map(|near| format!("did you mean `{near}`?"));
            return Err(Problem::Request(format!("`{}` has no card `{name}`", path.display()), help));
        };
        let first = || card.words.first().cloned().unwrap_or_default();
        let passcode = card.passcodes.first().map(ToString::to_string).unwrap_or_default();
        let mut facts = vec![(&mut filled.passcode, passcode), (&mut filled.kind, card.kind.clone())];
        match card.kind.as_str() {
            "spell" => facts.push((&mut filled.spell, first())),
            "trap" => facts.push((&mut filled.trap, first())),
            _ => {
                let is = card.type_line().collect::<Vec<_>>().join(" ");
                let stars =
                    if card.stars.is_empty() { String::new() } else { format!("{} {}", card.stars_are(), card.stars) };
                facts.extend([(&mut filled.attribute, card.attribute.clone()), (&mut filled.race, first())]);
                facts.extend([(&mut filled.level, stars), (&mut filled.is, is)]);
                facts.extend([(&mut filled.atk, card.atk.clone()), (&mut filled.def, card.def.clone())]);
            }
        }
        for (said, printed) in facts.into_iter().filter(|(said, printed)| said.is_none() && !printed.is_empty()) {
            *said = Some(printed);
        }
        Ok(filled)
    }
}

pub(super) fn new(request: &Request) -> Result<Ending, Problem> {
    let (corpus, root) = super::corpus(&request.common)?;
    let name = request.name.split_whitespace().collect::<Vec<_>>().join(" ");
    let request = &request.filled(&name)?;
    let stem = file_name(&name);
    if stem.is_empty() {
        return Err(Problem::Request(format!("`{}` cannot be the name of a card", request.name), None));
    }
    if corpus.card_path(&stem).is_some() {
        let what = format!("there is a card of this name already: {}", corpus.card_path(&stem).unwrap_or_default());
        return Err(Problem::Request(what, Some("nothing is overwritten; change that file".into())));
    }
    let file = root.join("cards").join(format!("{stem}.yaml"));
    let mut ask = Asker::on_terminal(&request.common);
    let kind = match (&request.spell, &request.trap, &request.attribute) {
        (Some(_), ..) => Some("spell"),
        (_, Some(_), _) => Some("trap"),
        (.., Some(_)) => Some("monster"),
        _ => request.kind.as_deref(),
    };
    let question = Question { flag: "--kind", words: "Monster, spell or trap?", default: None };
    let kind = ask.value(&question, kind, |said| one_of(said, ["monster", "spell", "trap"]))?;
    let printed = match kind.as_deref() {
        Some("monster") => monster(request, &mut ask)?,
        Some("spell") => {
            let words = "Which kind of Spell: normal, quick-play, continuous, equip, field, ritual?";
            let question = Question { flag: "--spell", words, default: Some("normal".into()) };
            let read = |said: &str| one_of(said, SpellKind::ALL.iter().map(|kind| kind.word()));
            ask.value(&question, request.spell.as_deref(), read)?.map(Printed::Spell)
        }
        Some(_) => {
            let words = "Which kind of Trap: normal, continuous, counter?";
            let question = Question { flag: "--trap", words, default: Some("normal".into()) };
            let read = |said: &str| one_of(said, TrapKind::ALL.iter().map(|kind| kind.word()));
            ask.value(&question, request.trap.as_deref(), read)?.map(Printed::Trap)
        }
        None => None,
    };
    let is_token = matches!(&printed, Some(Printed::Monster { is, .. }) if is.iter().any(|word| word == "token"));
    let passcode = match is_token {
        true => None,
        false => {
            let words = "The number in the corner of the card?";
            let question = Question { flag: "--passcode", words, default: None };
            ask.value(&question, request.passcode.as_deref(), |said| {
                let number = said.trim().parse().ok().filter(|number| (1..=99_999_999).contains(number));
                number.ok_or_else(|| format!("`{}` is not the number of a card", said.trim()))
            })?
        }
    };
    let shape = match &printed {
        Some(printed) => {
            let shapes: Vec<_> = printed.shapes().collect();
            ask.say("What does its text look like?")?;
            for shape in &shapes {
                ask.say(&format!("  {:<13} {}", shape.name, shape.about))?;
            }
            let default = shapes.first().map(|shape| shape.name.to_owned());
            let question = Question { flag: "--effect", words: "Which of these?", default };
            let name = ask.value(&question, request.effect.as_deref(), |said| {
                one_of(said, shapes.iter().map(|shape| shape.name))
            })?;
            shapes.into_iter().find(|shape| Some(shape.name) == name.as_deref())
        }
        None => None,
    };
    ask.complete()?;
    let (Some(printed), Some(shape)) = (printed, shape) else { return Ok(Ending::Wrong) };
    let written: Arc<str> = text(&name, passcode, &printed, shape).into();
    // Whatever was said, the file that is written can be read.
    let formats: Vec<String> = corpus.formats().iter().map(|format| format.name.clone()).collect();
    read::card::read(&file.display().to_string(), &written, &formats)?;
    write(&file, &written, Existing::Keep)?;
    ask.tell(&format!("{} is begun; its comments say what to write. Then: segoc check {0}", file.display()))?;
    Ok(Ending::Passed)
}

fn monster<I, O>(request: &Request, ask: &mut Asker<I, O>) -> Result<Option<Printed>, Problem>
where
    I: std::io::BufRead,
    O: std::io::Write,
{
    let attribute = ask.value(
        &Question { flag: "--attribute", words: "Attribute?", default: None },
        request.attribute.as_deref(),
        |said| one_of(said, Attribute::ALL.iter().map(|word| word.word())),
    )?;
    let race = ask.value(
        &Question { flag: "--type", words: "Type, as fiend or sea serpent?", default: None },
        request.race.as_deref(),
        |said| one_of(said, Race::ALL.iter().map(|word| word.word())),
    )?;
    let words =
        "Further words of its type line (normal, tuner, flip, spirit, fusion, synchro, xyz, link, ritual, token)?";
    let is =
        ask.value(&Question { flag: "--is", words, default: Some(String::new()) }, request.is.as_deref(), |said| {
            let known = MonsterIs::ALL.iter().filter(|is| **is != MonsterIs::Effect).map(|is| is.word());
            some_of(said, &known.collect::<Vec<_>>())
        })?;
    let is = is.unwrap_or_default();
    let key = if is.iter().any(|w| w == "link") {
        "link"
    } else if is.iter().any(|w| w == "xyz") {
        "rank"
    } else {
        "level"
    };
    let stars = ask.value(
        &Question { flag: "--level", words: "Level, Rank or Link Rating?", default: None },
        request.level.as_deref(),
        |said| {
            let said = said.trim().to_lowercase();
            let (word, number) = said.rsplit_once(' ').unwrap_or((key, &said));
            let word = ["level", "rank", "link"].into_iter().find(|known| *known == word);
            let number = number.parse().ok().filter(|number| *number <= 13_u8);
            word.zip(number).ok_or_else(|| format!("`{said}` is no level; write `4`, `rank 4` or `link 2`"))
        },
    )?;
    let value = |said: &str| match said.trim() {
        "?" => Ok("?".to_owned()),
        number => match number.parse::<u32>() {
            Ok(value) if value <= 100_000 => Ok(value.to_string()),
            _ => Err(format!("`{number}` is no ATK or DEF; write a number, or ?")),
        },
    };
    let atk = ask.value(&Question { flag: "--atk", words: "ATK?", default: None }, request.atk.as_deref(), value)?;
    let def = match is.iter().any(|word| word == "link") {
        true => Some(None),
        false => {
            let question = Question { flag: "--def", words: "DEF?", default: None };
            ask.value(&question, request.def.as_deref(), value)?.map(Some)
        }
    };
    Ok(match (attribute, race, stars, atk, def) {
        (Some(attribute), Some(race), Some(stars), Some(atk), Some(def)) => {
            Some(Printed::Monster { attribute, race, stars, atk, def, is })
        }
        _ => None,
    })
}
