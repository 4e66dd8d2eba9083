//! A corpus: cards, rules, formats and rulings, from a directory or embedded in the program.
//!
//! Opening one looks at names of files only (and at `formats.yaml`); a ruling is read when it is asked for, with the cards it
//! needs and no others. [`Corpus::check`] reads everything.

mod beside;
mod check;
mod export;
mod files;
mod list;
mod search;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::card::CardFile;
use crate::catalogue::{Catalogue, Disputes, Format, Statements};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::digest;
use crate::lint::Lint;
use crate::read::ruling::{Cards, Found, Stage};
use crate::read::{card, disputes, formats, rules, ruling, statements};
use crate::ruling::Ruling;
use crate::suggest;
use crate::yaml;
use beside::{Beside, passed_over};
pub use check::Checked;
pub use check::id_used_twice;
use files::Files;
pub use list::Listed;
pub use search::About;
use segoc_engine::Rule;
use segoc_protocol::visible;

/// Where a corpus comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A directory.
    Directory(PathBuf),
    /// The program itself.
    Embedded,
    /// Texts given by the caller.
    Texts,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Directory(path) => write!(f, "{}", path.display()),
            Self::Embedded => f.write_str("built into this program"),
            Self::Texts => f.write_str("given texts"),
        }
    }
}

/// A corpus. It can be shared between threads.
pub struct Corpus {
    origin: Origin,
    files: Files,
    formats: Vec<Format>,
    format_names: Vec<String>,
    /// The `family/file-name` of every ruling, in order.
    rulings: Vec<String>,
    /// Paths of cards by the name of their file.
    cards: BTreeMap<String, String>,
    /// Cards that were read, by the name of their file.
    read: Mutex<HashMap<String, Result<Arc<CardFile>, Diagnostics>>>,
    catalogue: OnceLock<Result<Catalogue, Diagnostics>>,
    statements: OnceLock<Result<Statements, Diagnostics>>,
    disputes: OnceLock<Result<Disputes, Diagnostics>>,
}

/// The folder in which rulings lie.
const RULINGS: &str = "rulings";
/// The folder in which the scores of engines lie.
const SCOREBOARDS: &str = "scoreboards";

/// The name of the file of a card: lower-case, with a hyphen for whatever is no letter or digit.
pub fn file_name(card: &str) -> String {
    let mut name = String::with_capacity(card.len());
    for word in card.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        if !name.is_empty() {
            name.push('-');
        }
        name.push_str(&word.to_lowercase());
    }
    name
}

/// The path below the root of the ruling of a name.
fn path_of_ruling(name: &str) -> String {
    format!("{RULINGS}/{name}.yaml")
}

impl Corpus {
    /// The corpus in a directory, with `formats.yaml`, `rules.yaml`, `cards` and `rulings` in it.
    ///
    /// # Errors
    /// If there is no corpus, a directory cannot be read, two cards share a file name, or `formats.yaml` is wrong.
    pub fn load(directory: &Path) -> Result<Self, Diagnostics> {
        Self::open(Origin::Directory(directory.to_owned()), Files::in_directory(directory)?)
    }

    /// The nearest corpus: `corpus/` in the working directory or one above, else the one built into this program.
    ///
    /// # Errors
    /// As [`Corpus::load`].
    pub fn found() -> Result<Self, Diagnostics> {
        let mut up = PathBuf::new();
        for dir in std::env::current_dir().iter().flat_map(|here| here.ancestors()) {
            if dir.join("corpus").join("rules.yaml").is_file() {
                return Self::load(&up.join("corpus"));
            }
            up.push("..");
        }
        Self::embedded()
    }

    /// The corpus that was built into this program.
    ///
    /// # Errors
    /// As [`Corpus::load`].
    pub fn embedded() -> Result<Self, Diagnostics> {
        Self::open(Origin::Embedded, Files::embedded())
    }

    /// A corpus of texts, each with its path below the root: `("cards/sangan.yaml", "name: Sangan …")`.
    ///
    /// # Errors
    /// As [`Corpus::load`].
    pub fn from_texts<P: Into<String>, T: Into<Arc<str>>>(
        texts: impl IntoIterator<Item = (P, T)>,
    ) -> Result<Self, Diagnostics> {
        let texts = texts.into_iter().map(|(path, text)| (path.into(), text.into()));
        Self::open(Origin::Texts, Files::of_texts(texts))
    }

    /// The same corpus as texts, with another text in one of its files, or with one file more; `path` is below the root.
    ///
    /// # Errors
    /// As [`Corpus::load`], or if a file cannot be read.
    pub fn with_text(&self, path: &str, text: impl Into<Arc<str>>) -> Result<Self, Diagnostics> {
        let mut texts: BTreeMap<String, Arc<str>> = self.texts()?.into_iter().collect();
        texts.insert(path.to_owned(), text.into());
        Self::from_texts(texts)
    }

    /// Every file of YAML, by its path below the root: what [`Corpus::from_texts`] makes the same corpus of.
    ///
    /// # Errors
    /// If one cannot be read.
    pub fn texts(&self) -> Result<Vec<(String, Arc<str>)>, Diagnostics> {
        let at_root = ["disputes.yaml", "formats.yaml", "rules.yaml", "statements.yaml"];
        let at_root = at_root.into_iter().filter(|path| self.files.has(path)).map(str::to_owned);
        let in_folders = self.files.paths().iter().filter(|path| path.contains('/') && path.ends_with(".yaml"));
        at_root.chain(in_folders.cloned()).map(|path| Ok((path.clone(), self.files.text(&path)?))).collect()
    }

    fn open(origin: Origin, files: Files) -> Result<Self, Diagnostics> {
        let mut errors = Vec::new();
        let formats = files.text("formats.yaml");
        let formats = formats.and_then(|text| formats::read(&files.shown("formats.yaml"), &text)).unwrap_or_else(|e| {
            errors.extend(e.0);
            Vec::new()
        });
        let mut rulings = Vec::new();
        let mut cards: Vec<(String, String)> = Vec::new();
        for path in files.paths() {
            let Some((folder, rest)) = path.split_once('/') else { continue };
            let Some(name) = rest.strip_suffix(".yaml") else { continue };
            match folder {
                RULINGS => rulings.push(name.to_owned()),
                "cards" => cards.push((name.rsplit('/').next().unwrap_or(name).to_owned(), path.clone())),
                _ => {}
            }
        }
        cards.sort();
        for pair in cards.windows(2) {
            if let [(stem, path), (other_stem, other)] = pair
                && stem == other_stem
            {
                let message = format!("there is another file of this name: {}", files.shown(path));
                errors.push(
                    Diagnostic::of_file(files.shown(other), message).help("a card is named once; remove one of them"),
                );
            }
        }
        if !errors.is_empty() {
            return Err(Diagnostics(errors));
        }
        // They are nearly in order.
        rulings.sort();
        let format_names = formats.iter().map(|format| format.name.clone()).collect();
        Ok(Self {
            origin,
            files,
            formats,
            format_names,
            rulings,
            cards: cards.into_iter().collect(),
            read: Mutex::default(),
            catalogue: OnceLock::new(),
            statements: OnceLock::new(),
            disputes: OnceLock::new(),
        })
    }

    /// Where it comes from.
    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    /// The version of the corpus this program was built with.
    pub fn version(&self) -> &'static str {
        segoc_corpus::VERSION
    }

    /// The formats, in the order of `formats.yaml`.
    pub fn formats(&self) -> &[Format] {
        &self.formats
    }

    /// A format by name.
    pub fn format(&self, name: &str) -> Option<&Format> {
        self.formats.iter().find(|format| format.name == name)
    }

    /// The catalogue of rules, read on first use.
    ///
    /// # Errors
    /// If `rules.yaml` is wrong.
    pub fn rules(&self) -> Result<&Catalogue, Diagnostics> {
        self.once(&self.catalogue, "rules.yaml", rules::read, None)
    }

    /// The catalogue with the families and this rule alone, if it can be told from the others without reading them; else all of it.
    ///
    /// # Errors
    /// If `rules.yaml` is wrong.
    pub fn one_rule(&self, rule: Rule) -> Result<Catalogue, Diagnostics> {
        let (path, text) = (self.files.shown("rules.yaml"), self.files.text("rules.yaml")?);
        match rules::read_one(&path, &text, &self.format_names, rule) {
            Some(catalogue) => Ok(catalogue),
            None => self.rules().cloned(),
        }
    }

    /// What the source documents say, read on first use; nothing if there is no `statements.yaml`.
    ///
    /// # Errors
    /// If `statements.yaml` is wrong.
    pub fn statements(&self) -> Result<&Statements, Diagnostics> {
        self.once(&self.statements, "statements.yaml", statements::read, Some(Statements::none))
    }

    /// Where the sources disagree, read on first use; nothing if there is no `disputes.yaml`.
    ///
    /// # Errors
    /// If `disputes.yaml` is wrong.
    pub fn disputes(&self) -> Result<&Disputes, Diagnostics> {
        self.once(&self.disputes, "disputes.yaml", disputes::read, Some(Disputes::none))
    }

    /// The scores of engines that come with it: the path of each as shown to people, and its text.
    ///
    /// # Errors
    /// If one cannot be read.
    pub fn scoreboards(&self) -> Result<Vec<(String, Arc<str>)>, Diagnostics> {
        let names = self.files.in_folder(SCOREBOARDS, ".json");
        let paths = names.into_iter().map(|name| format!("{SCOREBOARDS}/{name}"));
        paths.map(|path| Ok((self.files.shown(&path), self.files.text(&path)?))).collect()
    }

    /// The id of a ruling, by its `family/file-name`, and the digest of what it plays, its cards apart; `None` if it cannot be made
    /// out.
    pub fn ruling_digest(&self, name: &str) -> Option<(String, String)> {
        let mut buffer = Vec::new();
        let text = self.files.glance(&self.ruling_path(name)?, &mut buffer)?;
        Some((list::id_line(text)?.to_owned(), digest::of_ruling(text)))
    }

    /// The digest of a card's file, by the name of the file; `None` if it cannot be read.
    pub fn card_digest(&self, stem: &str) -> Option<String> {
        let text = self.files.text(self.cards.get(stem)?).ok()?;
        Some(digest::of_text(&text))
    }

    /// A file that is read on first use; `without` is what there is if there is no such file.
    fn once<'c, T>(
        &self,
        cell: &'c OnceLock<Result<T, Diagnostics>>,
        path: &str,
        read: impl Fn(&str, &Arc<str>, &[String]) -> Result<T, Diagnostics>,
        without: Option<fn(&str) -> T>,
    ) -> Result<&'c T, Diagnostics> {
        let shown = self.files.shown(path);
        let read = || match without {
            Some(without) if !self.files.has(path) => Ok(without(&shown)),
            _ => read(&shown, &self.files.text(path)?, &self.format_names),
        };
        cell.get_or_init(read).as_ref().map_err(Clone::clone)
    }

    /// Reads one ruling, by its `family/file-name`, with the cards it needs.
    ///
    /// # Errors
    /// If there is none of that name, or it or one of its cards is wrong.
    pub fn ruling(&self, name: &str) -> Result<Arc<Ruling>, Diagnostics> {
        let Some(path) = self.ruling_path(name) else {
            let help = suggest::nearest(name, self.ruling_names());
            let mut error = Diagnostic::of_file(self.origin.to_string(), format!("there is no ruling `{name}`"));
            error.help = help.map(|near| format!("did you mean `{near}`?"));
            return Err(error.into());
        };
        let text = self.files.text(&path)?;
        ruling::read(name, &self.files.shown(&path), &text, self, &self.format_names, Stage::Finished).map(Arc::new)
    }

    /// The path below the root of the ruling of this name, if there is one.
    fn ruling_path(&self, name: &str) -> Option<String> {
        self.rulings.binary_search_by(|other| other.as_str().cmp(name)).ok().map(|_| path_of_ruling(name))
    }

    /// Reads a ruling that is not part of the corpus, against its cards and formats; `path` is shown in messages. A card that the corpus has not
    /// is looked for in a folder `cards` beside the file.
    ///
    /// # Errors
    /// If it or one of its cards is wrong.
    pub fn parse_ruling(&self, path: &str, text: impl Into<Arc<str>>) -> Result<Ruling, Diagnostics> {
        self.parse_ruling_with(path, text, &[])
    }

    /// The same, with cards of its own, which come before those of the corpus.
    ///
    /// # Errors
    /// As [`Corpus::parse_ruling`].
    pub fn parse_ruling_with(
        &self,
        path: &str,
        text: impl Into<Arc<str>>,
        own: &[Arc<CardFile>],
    ) -> Result<Ruling, Diagnostics> {
        let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
        let name = name.strip_suffix(".yaml").unwrap_or(name);
        let cards = Beside::new(self, Path::new(path), own);
        ruling::read(name, path, &text.into(), &cards, &self.format_names, Stage::Finished)
    }

    /// Reads a ruling from a file that is not part of the corpus.
    ///
    /// # Errors
    /// As [`Corpus::parse_ruling`], or if the file cannot be read.
    pub fn parse_ruling_file(&self, path: &Path) -> Result<Ruling, Diagnostics> {
        let shown = visible(&path.display().to_string());
        let text = yaml::read(path, &shown)?;
        self.parse_ruling(&shown, text)
    }

    /// Reads a card that lies in a folder `cards` beside rulings that are not part of the corpus.
    ///
    /// # Errors
    /// If it is wrong or cannot be read, is called otherwise than its card, or is another one than the corpus's.
    pub fn parse_card_file(&self, path: &Path) -> Result<CardFile, Diagnostics> {
        let shown = visible(&path.display().to_string());
        let card = card::read(&shown, &yaml::read(path, &shown)?, &self.format_names)?;
        let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        called_as_its_file(&card, &stem)?;
        match self.find(&card.name) {
            Found::Card(other) if other.text != card.text => Err(passed_over(&card, &other).into()),
            _ => Ok(card),
        }
    }

    /// Reads a ruling that is being written, from a file anywhere: it need not check anything yet.
    ///
    /// # Errors
    /// As [`Corpus::parse_ruling_file`].
    pub fn parse_draft(&self, path: &Path) -> Result<Ruling, Diagnostics> {
        let text = yaml::read(path, &path.display().to_string())?;
        self.parse_draft_text(path, text)
    }

    /// Reads a ruling that is being written; `path` is shown in messages.
    ///
    /// # Errors
    /// As [`Corpus::parse_ruling`].
    pub fn parse_draft_text(&self, path: &Path, text: impl Into<Arc<str>>) -> Result<Ruling, Diagnostics> {
        self.parse_draft_with(path, text, &[])
    }

    /// The same, with cards of its own, which come before those of the corpus.
    ///
    /// # Errors
    /// As [`Corpus::parse_ruling`].
    pub fn parse_draft_with(
        &self,
        path: &Path,
        text: impl Into<Arc<str>>,
        own: &[Arc<CardFile>],
    ) -> Result<Ruling, Diagnostics> {
        let shown = visible(&path.display().to_string());
        let name = path.file_stem().map_or_else(|| shown.clone(), |stem| visible(&stem.to_string_lossy()));
        let cards = Beside::new(self, path, own);
        ruling::read(&name, &shown, &text.into(), &cards, &self.format_names, Stage::Draft)
    }

    /// A card by its name; `None` if there is none.
    #[must_use]
    pub fn card(&self, name: &str) -> Option<Result<Arc<CardFile>, Diagnostics>> {
        match self.find(name) {
            Found::Card(card) => Some(Ok(card)),
            Found::Broken(errors) => Some(Err(errors)),
            Found::Unknown => None,
        }
    }

    /// The file of a card, as shown to people, by the name of the file.
    pub fn card_path(&self, stem: &str) -> Option<String> {
        self.cards.get(stem).map(|path| self.files.shown(path))
    }

    /// A path below the root as shown to people.
    pub fn shown(&self, path: &str) -> String {
        self.files.shown(path)
    }

    /// The path below the root of a file, if it is one of the corpus.
    pub fn path_of(&self, file: &Path) -> Option<String> {
        self.files.path_of(file)
    }

    /// The `family/file-name` of the ruling in a file, if it is one of the corpus.
    pub fn name_in(&self, file: &Path) -> Option<String> {
        let path = self.path_of(file)?;
        Some(path.strip_prefix(RULINGS)?.strip_prefix('/')?.strip_suffix(".yaml")?.to_owned())
    }

    /// The names of the files of cards that write a key somewhere, in order.
    pub fn cards_with<'c>(&'c self, key: &str) -> impl Iterator<Item = &'c str> {
        let (key, bare) = (format!("{key}:"), |c: char| c.is_alphanumeric() || c == ' ' || c == '-');
        let writes = move |text: &str| {
            let before = |at: usize| text[..at].trim_end_matches(' ').chars().next_back();
            text.match_indices(&key).any(|(at, _)| !before(at).is_some_and(bare) || text[..at].ends_with("- "))
        };
        let files = self.cards.iter().filter(move |(_, path)| self.files.text(path).is_ok_and(|text| writes(&text)));
        files.map(|(stem, _)| stem.as_str())
    }

    /// A card by the name of its file, read once.
    fn card_file(&self, stem: &str) -> Option<Result<Arc<CardFile>, Diagnostics>> {
        let path = self.cards.get(stem)?;
        let known = self.read.lock().unwrap_or_else(PoisonError::into_inner).get(stem).cloned();
        if known.is_some() {
            return known;
        }
        // Two threads may read the same card at once; both get the same.
        let card = self.read_card(stem, path).map(Arc::new);
        self.read.lock().unwrap_or_else(PoisonError::into_inner).insert(stem.to_owned(), card.clone());
        Some(card)
    }

    fn read_card(&self, stem: &str, path: &str) -> Result<CardFile, Diagnostics> {
        let text = self.files.text(path)?;
        let card = card::read(&self.files.shown(path), &text, &self.format_names)?;
        called_as_its_file(&card, stem)?;
        Ok(card)
    }
}

fn called_as_its_file(card: &CardFile, stem: &str) -> Result<(), Diagnostics> {
    let right = file_name(&card.name);
    if right == stem {
        return Ok(());
    }
    let message = format!("the file of `{}` must be called `{right}.yaml`", card.name);
    let error = Diagnostic::new(&card.path, &card.text, card.name_span, message).lint(Lint::FileName);
    Err(error.help(format!("rename it, or correct the name: it is now `{stem}.yaml`")).into())
}

impl Cards for Corpus {
    fn find(&self, name: &str) -> Found {
        match self.card_file(&file_name(name)) {
            // The file of another spelling: `sangan` is not a card.
            Some(Ok(card)) if card.name != name => Found::Unknown,
            Some(Ok(card)) => Found::Card(card),
            Some(Err(errors)) => Found::Broken(errors),
            None => Found::Unknown,
        }
    }

    fn nearest(&self, name: &str) -> Option<String> {
        let stem = file_name(name);
        let stems = || self.cards.keys().map(String::as_str);
        let near = suggest::nearest(&stem, stems()).or_else(|| match *suggest::containing(&stem, stems()) {
            [only] => Some(only),
            _ => None,
        })?;
        Some(self.card_file(near)?.ok()?.name.clone())
    }
}
