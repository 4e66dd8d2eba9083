//! The corpus to begin with, read once.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use segoc_format::card::CardFile;
use segoc_format::corpus::Corpus;
use segoc_format::ruling::Ruling;
use segoc_runner::hunt::Inventory;

/// The embedded corpus, and what is made of it.
pub struct World {
    /// The corpus.
    pub corpus: Corpus,
    /// The names of its formats.
    pub formats: Vec<String>,
    /// Its rulings, by name.
    pub rulings: Vec<Arc<Ruling>>,
    /// Its cards.
    pub cards: Vec<Arc<CardFile>>,
    /// Its tokens.
    pub tokens: Vec<Arc<CardFile>>,
    /// What cards are recombined of.
    pub inventory: Inventory,
    /// The rulings that use a card, by the card's name.
    pub users: BTreeMap<String, Vec<usize>>,
    /// Words and phrases of its files.
    pub words: Vec<String>,
}

/// The world, made when it is first asked for.
pub fn world() -> &'static World {
    static WORLD: OnceLock<World> = OnceLock::new();
    WORLD.get_or_init(|| {
        // What other engines make of rulings would be read anew for every tale.
        let files = segoc_corpus::files().filter(|(path, _)| !path.starts_with("scoreboards/"));
        let corpus = Corpus::from_texts(files).expect("the embedded corpus");
        let checked = corpus.check();
        assert!(checked.diagnostics.is_empty(), "the embedded corpus has mistakes");
        let formats: Vec<String> = corpus.formats().iter().map(|format| format.name.clone()).collect();
        let mut users: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (i, ruling) in checked.rulings.iter().enumerate() {
            ruling.cards.iter().for_each(|card| users.entry(card.name.clone()).or_default().push(i));
        }
        let texts = checked.rulings.iter().map(|r| &r.text).chain(checked.cards.iter().map(|c| &c.text));
        World {
            tokens: checked.cards.iter().filter(|card| card.is_token()).cloned().collect(),
            inventory: Inventory::of(&checked.cards, &formats),
            words: words(texts),
            rulings: checked.rulings,
            cards: checked.cards,
            formats,
            users,
            corpus,
        }
    })
}

/// Every word of some texts, and every short phrase between punctuation marks.
fn words<'t>(texts: impl Iterator<Item = &'t Arc<str>>) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for text in texts {
        words.extend(text.split(|c: char| " ,{}[]:\n\"'".contains(c)).map(str::to_owned));
        let phrases = text.split(|c: char| ":,[]{}\n".contains(c)).map(|phrase| phrase.trim().trim_start_matches("- "));
        words.extend(phrases.filter(|phrase| phrase.len() < 40).map(str::to_owned));
    }
    words.sort_unstable();
    words.dedup();
    words.retain(|word| !word.is_empty());
    words
}
