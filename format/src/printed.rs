//! What is printed on cards, from a table that anybody can make, and card files compared with it.
//!
//! The table is a text with a line for each card and tabs between its columns. The first line names the columns; those in
//! [`COLUMNS`] are needed, [`FURTHER`] may be there, others are passed over. An empty cell says nothing.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use segoc_engine::def::MonsterIs;

use crate::card::CardFile;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::lint::Lint;
use crate::place::Span;
use crate::suggest;
use crate::yaml::{self, Kind, Node};

/// The columns a table must have.
pub const COLUMNS: [&str; 8] =
    ["name", "passcodes", "kind", "types or property", "attribute", "atk", "def", "level, rank or link"];

/// The columns a table may have besides.
pub const FURTHER: [&str; 2] = ["scale", "arrows"];

/// The largest table that is read: every card there is takes about one mebibyte.
const MAX_BYTES: u64 = 64 * 1024 * 1024;

/// A table of what is printed on cards.
#[derive(Debug)]
pub struct Table {
    cards: Vec<Printed>,
    by_name: HashMap<String, usize>,
    by_passcode: HashMap<u32, usize>,
}

/// What is printed on a card. Words are in lower case; what is empty is not known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Printed {
    /// Its name.
    pub name: String,
    /// Its number; some printings have another one.
    pub passcodes: Vec<u32>,
    /// `monster`, `spell` or `trap`.
    pub kind: String,
    /// The words of a monster's type line, its Type first; or the kind of Spell or Trap.
    pub words: Vec<String>,
    /// Attribute.
    pub attribute: String,
    /// ATK.
    pub atk: String,
    /// DEF.
    pub def: String,
    /// Level, Rank or Link Rating.
    pub stars: String,
    /// Pendulum Scale.
    pub scale: String,
    /// Where its Link Arrows point.
    pub arrows: Vec<String>,
}

impl Printed {
    /// Whether its type line has a word.
    fn is(&self, word: &str) -> bool {
        self.words.iter().any(|other| other == word)
    }

    /// The words of its type line that card files write. A monster of no kind, but for Pendulum, is a Normal Monster: some tables leave that out.
    pub fn type_line(&self) -> impl Iterator<Item = &'static str> {
        let plain = !self.words.is_empty() && self.words.iter().skip(1).all(|word| word == MonsterIs::Pendulum.word());
        let written = MonsterIs::ALL.iter().filter(|word| **word != MonsterIs::Effect).map(|word| word.word());
        written.filter(move |word| {
            self.words.iter().skip(1).any(|other| other == word) || (plain && *word == MonsterIs::Normal.word())
        })
    }

    /// Whether its type line tells that its monster is no Flip monster. Old prints say "Effect" of those as well.
    fn denies_flip(&self) -> bool {
        !self.is("effect")
    }

    /// `level`, `rank` or `link`.
    pub fn stars_are(&self) -> &'static str {
        if self.is("link") {
            "link"
        } else if self.is("xyz") {
            "rank"
        } else {
            "level"
        }
    }

    /// What a file must say, key by key; a value that is not known says nothing.
    fn of_monster(&self) -> [(&'static str, &str); 6] {
        let race = self.words.first().map_or("", String::as_str);
        [
            ("attribute", self.attribute.as_str()),
            ("type", race),
            (self.stars_are(), &self.stars),
            ("atk", &self.atk),
            ("def", &self.def),
            ("scale", &self.scale),
        ]
    }
}

impl Table {
    /// Reads a table from a file.
    ///
    /// # Errors
    /// If it cannot be read, lacks a column, or has a line that does not fit them.
    pub fn load(path: &Path) -> Result<Self, Diagnostics> {
        let shown = path.display().to_string();
        let text = yaml::read_up_to(MAX_BYTES, "every card there is takes about one mebibyte", path, &shown)?;
        Self::read(&shown, &text)
    }

    /// Reads a table; `path` is shown in messages.
    ///
    /// # Errors
    /// If it lacks a column, or has a line that does not fit them.
    pub fn read(path: &str, text: &Arc<str>) -> Result<Self, Diagnostics> {
        let head = text.lines().next().unwrap_or_default();
        let names: Vec<&str> = head.split('\t').map(str::trim).collect();
        let mut errors = Vec::new();
        let mut error = |start: usize, line: &str, message: String, help: String| {
            let span = Span { start, end: start + line.trim_end().len() };
            errors.push(Diagnostic::new(path, text, span, message).lint(Lint::Printed).help(help));
        };
        let columns = COLUMNS.map(|column| names.iter().position(|name| *name == column));
        if let Some((missing, _)) = COLUMNS.iter().zip(columns).find(|(_, place)| place.is_none()) {
            let help = format!("the first line names the columns, with tabs between them: {}", suggest::list(COLUMNS));
            error(0, head, format!("the table has no column `{missing}`"), help);
            return Err(Diagnostics(errors));
        }
        let mut table = Self { cards: Vec::new(), by_name: HashMap::new(), by_passcode: HashMap::new() };
        let mut start = 0;
        for (number, written) in text.split_inclusive('\n').enumerate() {
            let (at, line) = (start, written.trim_end_matches(['\n', '\r']));
            start += written.len();
            if number == 0 || line.trim().is_empty() {
                continue;
            }
            let cells: Vec<&str> = line.split('\t').map(str::trim).collect();
            if cells.len() != names.len() {
                let message = format!("{} columns are named, and this line has {}", names.len(), cells.len());
                error(at, line, message, "put a tab between two columns, also where one is empty".into());
                continue;
            }
            let [name, passcodes, kind, types, attribute, atk, def, stars] =
                columns.map(|place| place.map_or("", |i| cells[i]));
            let codes: Result<Vec<u32>, _> = passcodes.split_whitespace().map(str::parse).collect();
            let Ok(passcodes) = codes else {
                error(at, line, format!("`{passcodes}` are no passcodes"), "write numbers with spaces between".into());
                continue;
            };
            let further = |column: &str| names.iter().position(|name| *name == column).map_or("", |i| cells[i]);
            let [scale, arrows] = FURTHER.map(further);
            let words = types.split('/').map(|word| word.trim().to_lowercase()).filter(|word| !word.is_empty());
            table.add(Printed {
                name: name.to_owned(),
                passcodes,
                kind: kind.to_lowercase(),
                words: words.collect(),
                attribute: attribute.to_lowercase(),
                atk: atk.to_lowercase(),
                def: def.to_lowercase(),
                stars: stars.to_lowercase(),
                scale: scale.to_owned(),
                arrows: arrows.split_whitespace().map(str::to_lowercase).collect(),
            });
        }
        if errors.is_empty() { Ok(table) } else { Err(Diagnostics(errors)) }
    }

    fn add(&mut self, card: Printed) {
        let index = self.cards.len();
        self.by_name.entry(card.name.clone()).or_insert(index);
        for &passcode in &card.passcodes {
            self.by_passcode.entry(passcode).or_insert(index);
        }
        self.cards.push(card);
    }

    /// A card by its name.
    pub fn card(&self, name: &str) -> Option<&Printed> {
        self.by_name.get(name).map(|&index| &self.cards[index])
    }

    /// The name that was probably meant.
    pub fn nearest(&self, name: &str) -> Option<&str> {
        suggest::nearest(name, self.cards.iter().map(|card| card.name.as_str()))
    }

    /// Everything in which a card file says otherwise than the table. Tokens that the table does not have are passed over.
    pub fn differences(&self, card: &CardFile) -> Vec<Diagnostic> {
        let found = |span, message: String, help: String| {
            Diagnostic::new(&card.path, &card.text, span, message).lint(Lint::Printed).help(help)
        };
        let Some(printed) = self.card(&card.name) else {
            let by_number = card.passcode.and_then(|code| self.by_passcode.get(&code)).map(|&i| &self.cards[i].name);
            return match by_number {
                Some(name) => {
                    let message = format!("the card with the passcode of `{}` is called otherwise", card.name);
                    vec![found(card.name_span, message, format!("its name is printed `{name}`"))]
                }
                None if card.is_token() => Vec::new(),
                None => {
                    let help = match self.nearest(&card.name) {
                        Some(near) => format!("did you mean `{near}`?"),
                        None => "correct the name, or add the card to the table".into(),
                    };
                    let message = format!("no card of the table is called `{}`", card.name);
                    vec![found(card.name_span, message, help).warning()]
                }
            };
        };
        // A file that was read once can be parsed again.
        let Some(tree) = yaml::parse(&card.path, &card.text).0 else { return Vec::new() };
        let differs = |node: &Node, key: &str, right: &str| {
            found(node.span, format!("`{key}` of `{}` is printed otherwise", card.name), format!("printed: {right}"))
        };
        let mut all = Vec::new();
        if let (Some(node), Some(code)) = (tree.get("passcode"), card.passcode)
            && !printed.passcodes.is_empty()
            && !printed.passcodes.contains(&code)
        {
            let codes: Vec<String> = printed.passcodes.iter().map(ToString::to_string).collect();
            all.push(differs(node, "passcode", &codes.join(" or ")));
        }
        let kinds = ["monster", "spell", "trap"];
        let written = kinds.into_iter().find_map(|kind| tree.get(kind).map(|node| (kind, node)));
        let Some((kind, body)) = written else { return all };
        if !printed.kind.is_empty() && printed.kind != kind {
            let message = format!("`{}` is no {kind}", card.name);
            all.push(found(card.name_span, message, format!("printed: {}", printed.kind)));
            return all;
        }
        if kind != "monster" {
            let right = printed.words.join(" ");
            all.extend((!right.is_empty() && text_of(body) != right).then(|| differs(body, kind, &right)));
            return all;
        }
        for (key, right) in printed.of_monster() {
            match body.get(key) {
                Some(node) if !right.is_empty() && text_of(node) != right => all.push(differs(node, key, right)),
                None if key == printed.stars_are() && !right.is_empty() => {
                    let message = format!("`{}` has no `{key}`", card.name);
                    all.push(found(body.span, message, format!("write `{key}: {right}`")));
                }
                _ => {}
            }
        }
        let mut right: Vec<&str> = printed.type_line().collect();
        let mut words: Vec<String> = body.get("is").map(texts_of).unwrap_or_default();
        let flip = MonsterIs::Flip.word();
        words.retain(|word| word != flip || printed.denies_flip() || right.contains(&flip));
        right.sort_unstable();
        words.sort_unstable();
        if words != right && !printed.words.is_empty() {
            let node = body.get("is").unwrap_or(body);
            all.push(differs(node, "is", &format!("[{}]", right.join(", "))));
        }
        all
    }
}

/// A plain value as it is written.
fn text_of(node: &Node) -> String {
    match &node.kind {
        Kind::Str(text) => text.to_lowercase(),
        Kind::Int(number) => number.to_string(),
        _ => String::new(),
    }
}

/// The values of a list.
fn texts_of(node: &Node) -> Vec<String> {
    match &node.kind {
        Kind::Seq(items) => items.iter().map(text_of).collect(),
        _ => Vec::new(),
    }
}
