//! A ruling to begin with. The engine plays it before it is written, so that its checks and rules are true as they stand.

use std::path::Path;
use std::sync::Arc;

use segoc_engine::Rule;
use segoc_protocol::{Phase, Sides};

use super::{Side, text};
use crate::bless::{Refused, bless};
use crate::coverage::exercises;
use crate::texts::{filled, section};
use segoc_format::corpus::Corpus;
use segoc_format::ruling::{Ruling, SourceKind};

/// What a judge knows of a ruling before it is played.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Draft {
    pub title: String,
    pub question: String,
    pub answer: String,
    pub formats: Vec<String>,
    pub source: Cited,
    pub yugi: Side,
    pub joey: Side,
    /// Steps, whose checks may be empty.
    pub play: Play,
}

/// What is played.
#[derive(Clone, Debug, Default)]
pub enum Play {
    /// It is not known yet what the players do.
    #[default]
    Unknown,
    /// How it begins; what is checked then is up to the engine.
    Begins(Vec<String>),
    /// All of it.
    Whole(Vec<String>),
}

/// Where it comes from.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Cited {
    pub kind: SourceKind,
    pub title: String,
    pub url: Option<String>,
    pub as_of: Option<String>,
}

/// A draft that was played.
pub struct PlayedDraft {
    /// Its text with the checks as the engine did them.
    text: String,
    /// The rules that decided something, those first that rulings of the family most often name.
    pub rules: Vec<Rule>,
}

/// How many rules are suggested.
const SUGGESTED: usize = 3;

/// The checks that are tried after a first step, the most telling first.
const CHECKS: &[&[&str]] = &[
    &["chain:", "resolves:", "chain:", "resolves:", "board:"],
    &["chain:", "resolves:", "board:"],
    &["happens:", "board:"],
    &["board:"],
    &["window:"],
];

const TEXT: &str = include_str!("ruling.md");

impl Draft {
    /// The board alone, to see what could be done on it.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn board(&self, corpus: &Corpus, path: &Path) -> Result<Ruling, String> {
        let text = self.text("T000", "  - board:\n");
        corpus.parse_draft_text(path, text).map_err(|mistakes| mistakes.to_string())
    }

    /// Plays it, and fills in its checks. One with a first step only gets the checks that can be made after it.
    ///
    /// # Errors
    /// If the engine cannot play it.
    pub fn play(&self, corpus: &Corpus, path: &Path, id: &str, family: &str) -> Result<PlayedDraft, Refused> {
        let filled = |steps: &str| bless(corpus, path, &self.text(id, steps).into(), &[]);
        let text = match &self.play {
            Play::Begins(first) => {
                let mut tries = CHECKS.iter().map(|checks| filled(&with_checks(&first.join("\n  - "), checks)));
                let first_try = tries.next().unwrap_or(Err(Refused::NoAnswer));
                // What is said of the shortest try is about the step itself.
                tries.fold(first_try, |best, next| if best.is_ok() { best } else { next })?
            }
            Play::Unknown => return Err(Refused::NoAnswer),
            Play::Whole(steps) => filled(&steps.iter().map(|step| format!("  - {step}\n")).collect::<String>())?,
        };
        let ruling = corpus.parse_ruling(&path.display().to_string(), Arc::clone(&text))?;
        let rules = exercised(corpus, ruling, family);
        Ok(PlayedDraft { text: text.to_string(), rules })
    }

    /// The file, with any rule: which ones decide is known only when it was played.
    fn text(&self, id: &str, steps: &str) -> String {
        let mut labels = Vec::new();
        let phase = self.yugi.phase.or(self.joey.phase).map(|phase| format!("  phase: {phase}\n")).unwrap_or_default();
        let (yugi, joey) = (phase + &self.yugi.yaml("Yugi", &mut labels), self.joey.yaml("Joey", &mut labels));
        let source = &self.source;
        let more = |key: &str, value: &Option<String>| {
            let value = value.as_ref().map(|value| value.replace(['"', '\\'], ""));
            value.map(|value| format!("\n    {key}: \"{value}\"")).unwrap_or_default()
        };
        filled(section(TEXT, "The file"), |place| match place {
            "id" => id.to_owned(),
            "title" => text::prose(&self.title),
            "question" => text::prose(&self.question),
            "answer" => text::prose(&self.answer),
            "formats" => text::list(&self.formats),
            "kind" => source.kind.word().to_owned(),
            "source" => text::prose(&source.title),
            "url" => more("url", &source.url),
            "as of" => more("as of", &source.as_of),
            "yugi" => yugi.clone(),
            "joey" => joey.clone(),
            _ => steps.trim_end().to_owned(),
        })
    }
}

/// A board alone, as a draft with nothing to play.
///
/// # Errors
/// What is wrong with it.
pub fn board(corpus: &Corpus, format: &str, phase: Phase, sides: &Sides<Side>) -> Result<Ruling, String> {
    let mut labels = Vec::new();
    let sides: String = sides.iter().map(|(player, side)| side.yaml(player.word(), &mut labels)).collect();
    let text = format!("formats: [{}]\nduel:\n  phase: {}\n{sides}", text::word(format), text::word(phase.word()));
    corpus.parse_draft_text(Path::new("board.yaml"), text).map_err(|mistakes| mistakes.to_string())
}

/// The file of a duel that was played by hand: its board and its steps as they are written, and nothing that a judge has to say. Without
/// rules any one stands there, for which ones decide is known only when it was played.
pub(crate) fn by_hand(id: &str, title: &str, format: &str, rules: &[Rule], duel: &str, steps: &str) -> String {
    let rules = if rules.is_empty() { &[Rule::ChartBoxB] } else { rules };
    filled(section(TEXT, "A duel played by hand"), |place| match place {
        "id" => id.to_owned(),
        "title" => text::prose(title),
        "format" => text::word(format),
        "rules" => text::list(rules.iter().map(|rule| rule.word())),
        "duel" => format!("{}\n", duel.trim_end()),
        _ => steps.trim_end().to_owned(),
    })
}

/// What stands for the rules until they are known.
const RULES: &str = "rules: [chart.box-b]  # not known yet\n";

/// A first step with checks after it, and what can be written besides.
fn with_checks(first: &str, checks: &[&str]) -> String {
    let checks: Vec<String> = checks.iter().map(|check| format!("  - {check}")).collect();
    let form = section(TEXT, "A first step with checks after it");
    filled(form, |place| if place == "first" { first.to_owned() } else { checks.join("\n") })
}

/// The rules that decide something in a ruling, those first that rulings of the family most often name.
fn exercised(corpus: &Corpus, ruling: Ruling, family: &str) -> Vec<Rule> {
    let rulings = [Arc::new(ruling)];
    let played = exercises(corpus, &rulings);
    let mut rules: Vec<Rule> = Rule::ALL.iter().copied().filter(|rule| played.iter().any(|e| e.shows(*rule))).collect();
    let of_family = corpus.list().into_iter().filter(|listed| listed.name.split('/').next() == Some(family));
    let named: Vec<Rule> = of_family
        .filter_map(|listed| corpus.ruling(&listed.name).ok())
        .flat_map(|ruling| ruling.rules.iter().map(|rule| rule.value).collect::<Vec<_>>())
        .collect();
    rules.sort_by_key(|rule| std::cmp::Reverse(named.iter().filter(|other| *other == rule).count()));
    rules
}

impl PlayedDraft {
    /// The rules to suggest.
    pub fn suggested(&self) -> &[Rule] {
        &self.rules[..self.rules.len().min(SUGGESTED)]
    }

    /// The file with these rules, or without any with those that are suggested. Comments say which decide nothing yet, and which others do.
    pub fn text(&self, chosen: &[Rule], corpus: &Corpus) -> String {
        let shown = |rule: &&Rule| self.rules.contains(rule);
        let named = if chosen.is_empty() { self.suggested() } else { chosen };
        let mut lines =
            String::from("# What decides it, the most important first; `segoc rules ID` says everything about one.\n");
        for rule in chosen.iter().filter(|rule| !shown(rule)) {
            lines.push_str(&format!(
                "# {rule} decides nothing in the play below yet: a step or a check has to show it.\n"
            ));
        }
        let others: Vec<&Rule> = self.rules.iter().filter(|rule| !named.contains(rule)).collect();
        if !others.is_empty() {
            lines.push_str("# The engine also used, in the play below:\n");
        }
        let catalogue = corpus.rules().ok();
        for rule in others.iter().take(OTHERS) {
            let sentence =
                catalogue.and_then(|c| c.get(**rule)).map(|entry| entry.sentence.as_str()).unwrap_or_default();
            let line: String = format!("#   {rule}: {}", text::line(sentence));
            let cut: String = line.chars().take(WIDTH).collect();
            lines.push_str(&if cut == line { line } else { format!("{}…", cut.trim_end()) });
            lines.push('\n');
        }
        if others.len() > OTHERS {
            lines.push_str(&format!("#   and {} more, as `segoc explain` shows.\n", others.len() - OTHERS));
        }
        let names = text::list(named.iter().map(|rule| rule.word()));
        self.text.replacen(RULES, &format!("{lines}rules: {names}\n"), 1)
    }
}

/// How many other rules a comment lists.
const OTHERS: usize = 6;
/// The widest a comment becomes.
const WIDTH: usize = 118;
