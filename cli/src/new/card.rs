//! `segoc new card`: the file of a card to begin with.

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use segoc_engine::def::{Arrow, Attribute, MonsterIs, Race, SpellKind, TrapKind};

use super::ask::{Asker, one_of, some_of};
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

    /// The Pendulum Scale of a Pendulum Monster.
    #[arg(long)]
    scale: Option<String>,

    /// Where the Link Arrows of a Link Monster point, as `top bottom-left`.
    #[arg(long, value_name = "WORDS")]
    arrows: Option<String>,

    /// Words of the type line: normal, tuner, flip, spirit, toon, union, gemini, fusion, synchro, xyz, link, pendulum, ritual, token.
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
                facts.extend([(&mut filled.scale, card.scale.clone()), (&mut filled.arrows, card.arrows.join(" "))]);
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
        return Err(Problem::plain(format!("`{}` cannot be the name of a card", request.name)));
    }
    if let Some(path) = corpus.card_path(&stem) {
        let what = format!("there is a card of this name already: {path}");
        return Err(Problem::advised(what, "nothing is overwritten; change that file"));
    }
    let file = root.join("cards").join(format!("{stem}.yaml"));
    let mut ask = Asker::on_terminal(&request.common);
    let printed = printed(request, &mut ask)?;
    let is_token = matches!(&printed, Some(Printed::Monster { is, .. }) if is.iter().any(|word| word == "token"));
    let mut passcode = None;
    if !is_token {
        let words = "The number in the corner of the card?";
        passcode = ask.value("--passcode", words, None, &request.passcode, |said| {
            match said.trim().parse().ok().filter(|number| (1..=99_999_999).contains(number)) {
                None => Err(format!("`{}` is not the number of a card", said.trim())),
                number => Ok(number),
            }
        })?;
    }
    let shapes: Vec<_> = printed.iter().flat_map(Printed::shapes).collect();
    let mut shape = None;
    if !shapes.is_empty() {
        ask.say("What does its text look like?")?;
        for shape in &shapes {
            ask.say(&format!("  {:<13} {}", shape.name, shape.about))?;
        }
        let usual = shapes.first().map(|shape| shape.name.to_owned());
        let names = || shapes.iter().map(|shape| shape.name);
        let name = ask.value("--effect", "Which of these?", usual, &request.effect, |said| one_of(said, names()))?;
        shape = shapes.iter().find(|shape| shape.name == name);
    }
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

/// What is printed on the card; none if it is not known what it is.
fn printed(request: &Request, ask: &mut Asker) -> Result<Option<Printed>, Problem> {
    let kind = match (&request.spell, &request.trap, &request.attribute) {
        (Some(_), ..) => Some("spell".to_owned()),
        (_, Some(_), _) => Some("trap".to_owned()),
        (.., Some(_)) => Some("monster".to_owned()),
        _ => request.kind.clone(),
    };
    let kinds = ["monster", "spell", "trap"];
    let kind = ask.value("--kind", "Monster, spell or trap?", None, &kind, |said| one_of(said, kinds))?;
    let usual = Some("normal".to_owned());
    Ok(match kind.as_str() {
        "monster" => Some(monster(request, ask)?),
        "spell" => {
            let words = "Which kind of Spell: normal, quick-play, continuous, equip, field, ritual?";
            let read = |said: &str| one_of(said, SpellKind::ALL.iter().map(|kind| kind.word()));
            Some(Printed::Spell(ask.value("--spell", words, usual, &request.spell, read)?))
        }
        "trap" => {
            let words = "Which kind of Trap: normal, continuous, counter?";
            let read = |said: &str| one_of(said, TrapKind::ALL.iter().map(|kind| kind.word()));
            Some(Printed::Trap(ask.value("--trap", words, usual, &request.trap, read)?))
        }
        _ => None,
    })
}

fn monster(request: &Request, ask: &mut Asker) -> Result<Printed, Problem> {
    let attributes = || Attribute::ALL.iter().map(|word| word.word());
    let races = || Race::ALL.iter().map(|word| word.word());
    let read = |said: &str| one_of(said, attributes());
    let attribute = ask.value("--attribute", "Attribute?", None, &request.attribute, read)?;
    let words = "Type, as fiend or sea serpent?";
    let race = ask.value("--type", words, None, &request.race, |said| one_of(said, races()))?;
    let words = "Further words of its type line (normal, tuner, flip, spirit, toon, union, gemini, fusion, synchro, xyz, link, pendulum, ritual, token)?";
    let known = MonsterIs::ALL.iter().filter(|is| **is != MonsterIs::Effect).map(|is| is.word()).collect::<Vec<_>>();
    let is = ask.value("--is", words, Some(String::new()), &request.is, |said| some_of(said, &known))?;
    let has = |word: &str| is.iter().any(|other| other == word);
    let key = if has("link") {
        "link"
    } else if has("xyz") {
        "rank"
    } else {
        "level"
    };
    let stars = ask.value("--level", "Level, Rank or Link Rating?", None, &request.level, |said| {
        let said = said.trim().to_lowercase();
        let (word, number) = said.rsplit_once(' ').unwrap_or((key, &said));
        let word = ["level", "rank", "link"].into_iter().find(|known| *known == word);
        let number = number.parse().ok().filter(|number| *number <= 13_u8);
        word.zip(number).ok_or_else(|| format!("`{said}` is no level; write `4`, `rank 4` or `link 2`"))
    })?;
    let value = |said: &str| match said.trim() {
        "?" => Ok("?".to_owned()),
        number => match number.parse::<u32>() {
            Ok(value) if value <= 100_000 => Ok(value.to_string()),
            _ => Err(format!("`{number}` is no ATK or DEF; write a number, or ?")),
        },
    };
    let atk = ask.value("--atk", "ATK?", None, &request.atk, value)?;
    let def = match has("link") {
        true => None,
        false => Some(ask.value("--def", "DEF?", None, &request.def, value)?),
    };
    let scale = match has("pendulum") {
        true => Some(ask.value("--scale", "Pendulum Scale?", None, &request.scale, |said| {
            let number = said.trim().parse::<u8>().ok().filter(|number| *number <= 13);
            number.ok_or_else(|| format!("`{}` is no Pendulum Scale; write a number up to 13", said.trim()))
        })?),
        false => None,
    };
    let words = "Where do its Link Arrows point, as top bottom-left?";
    let known: Vec<_> = Arrow::ALL.iter().map(|arrow| arrow.word()).collect();
    let arrows = match has("link") {
        true => ask.value("--arrows", words, Some(String::new()), &request.arrows, |said| some_of(said, &known))?,
        false => Vec::new(),
    };
    Ok(Printed::Monster { attribute, race, stars, atk, def, is, scale, arrows })
}
