//! The corpus as a static site: a page for every ruling, card and rule.
//!
//! Nothing here knows files, threads or a terminal: a [`Site`] says which pages there are, and makes each when it is asked for.
//!
//! ```no_run
//! let corpus = segoc_runner::Corpus::embedded()?;
//! let site = segoc_site::Site::new(&corpus, None)?;
//! for path in site.paths() {
//!     let text = site.page(&path)?.unwrap_or_default();
//!     println!("{path}: {} bytes", text.len());
//! }
//! # Ok::<(), segoc_format::diagnostic::Diagnostics>(())
//! ```

mod board;
mod cards;
mod chain;
mod differs;
mod documents;
mod engines;
mod formats;
mod frame;
mod home;
mod moments;
pub mod parts;
mod play;
mod puzzles;
mod rules;
mod ruling;
mod search;
mod shelf;
mod svg;

use segoc_format::corpus::Corpus;
use segoc_format::diagnostic::Diagnostics;

pub use shelf::Document;
use shelf::Shelf;

/// What the pages are drawn with, and what searches.
const ASSETS: [(&str, &str); 2] =
    [("style.css", include_str!("../assets/style.css")), ("search.js", include_str!("../assets/search.js"))];

/// The site of a corpus.
pub struct Site<'c> {
    shelf: Shelf<'c>,
    /// Where it is to be found, as `https://example.org/segoc`, if that is known.
    url: Option<String>,
}

impl<'c> Site<'c> {
    /// The site of a corpus, which is to be found at an address, if that is known already.
    ///
    /// # Errors
    /// If a ruling, the catalogue of rules or a score cannot be read.
    pub fn new(corpus: &'c Corpus, url: Option<&str>) -> Result<Self, Diagnostics> {
        let url = url.map(|url| url.trim_end_matches('/').to_owned());
        Ok(Self { shelf: Shelf::new(corpus)?, url })
    }

    /// The same with a page on which rulings are written and played. What runs there has to lie beside that page, in `play/`.
    #[must_use]
    pub fn with_playground(mut self) -> Self {
        self.shelf.playground = true;
        self
    }

    /// The same with documents.
    #[must_use]
    pub fn with_documents(mut self, documents: Vec<Document>) -> Self {
        self.shelf.documents = documents;
        self
    }

    /// The path of every page and of what they need, in a fixed order.
    pub fn paths(&self) -> Vec<String> {
        let play = self.shelf.playground.then_some("play/");
        let documents =
            self.shelf.documents.iter().map(|document| format!("docs/{}/", documents::slug(&document.path)));
        let docs = (!self.shelf.documents.is_empty()).then_some("docs/");
        let folders =
            ["", "cards/", "rules/", "formats/", "engines/"].into_iter().chain(docs).chain(play).map(str::to_owned);
        let rulings = self.shelf.rulings.iter().map(|ruling| format!("r/{}/", ruling.id));
        let cards = self.shelf.corpus.card_files().map(|stem| format!("c/{stem}/"));
        let rules = self.shelf.entries().iter().map(|entry| format!("rule/{}/", entry.rule));
        let pages =
            folders.chain(rulings).chain(cards).chain(rules).chain(documents).map(|folder| folder + "index.html");
        let others = ["404.html", "search.json"].into_iter().chain(ASSETS.map(|(path, _)| path)).map(str::to_owned);
        let texts = self.shelf.playground.then(|| play::CORPUS.to_owned());
        let puzzles = self.shelf.rulings.iter().flat_map(|ruling| puzzles::paths(ruling));
        let sitemap = self.url.is_some().then(|| "sitemap.xml".to_owned());
        pages.chain(puzzles).chain(others).chain(texts).chain(sitemap).collect()
    }

    /// What stands at a path; nothing if there is no such page. A folder means its `index.html`.
    ///
    /// # Errors
    /// If a duel cannot be played, or a card cannot be read.
    pub fn page(&self, path: &str) -> Result<Option<String>, Diagnostics> {
        let path = path.trim_start_matches('/');
        if let Some((_, text)) = ASSETS.iter().find(|(asset, _)| *asset == path) {
            return Ok(Some((*text).to_owned()));
        }
        let (shelf, folder) = (&self.shelf, path.strip_suffix("index.html").unwrap_or(path).trim_end_matches('/'));
        let page = match folder.split_once('/') {
            None => match folder {
                "" => Some(home::page(shelf)),
                "cards" => Some(cards::all(shelf)),
                "rules" => Some(rules::all(shelf)),
                "formats" => Some(formats::page(shelf)?),
                "engines" => Some(engines::page(shelf)),
                "docs" if !shelf.documents.is_empty() => Some(documents::all(shelf)),
                "play" if shelf.playground => Some(play::page(shelf)),
                "404.html" => Some(frame::not_found(shelf)),
                "search.json" => return Ok(Some(search::index(shelf))),
                "sitemap.xml" => return Ok(self.sitemap()),
                _ => None,
            },
            Some(_) if path == play::CORPUS && shelf.playground => return play::corpus(shelf).map(Some),
            Some(("r", id)) if path.ends_with(".lua") => return Ok(puzzles::puzzle(shelf, id)),
            Some(("r", id)) => shelf.ruling(id).map(|one| ruling::page(shelf, one)).transpose()?,
            Some(("c", stem)) => shelf.corpus.card_of(stem).transpose()?.map(|card| cards::page(shelf, stem, &card)),
            Some(("docs", name)) => documents::page(shelf, name),
            Some(("rule", word)) => shelf.entry(word).map(|entry| rules::page(shelf, entry)),
            Some(_) => None,
        };
        Ok(page.map(|page| page.into_string()))
    }

    /// Every page, for search engines; addresses need to be known for that.
    fn sitemap(&self) -> Option<String> {
        let url = self.url.as_ref()?;
        let pages = self.paths().into_iter().filter_map(|path| path.strip_suffix("index.html").map(str::to_owned));
        let lines: String = pages.map(|folder| format!("  <url><loc>{url}/{folder}</loc></url>\n")).collect();
        let head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n";
        Some(format!("{head}{lines}</urlset>\n"))
    }
}
