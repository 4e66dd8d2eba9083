//! Finding rulings by what they say, without reading them: the words of their files are looked at as they stand.

use std::sync::Arc;

use super::list::{listed, part_of, scalars, text_of};
use super::{Corpus, Listed, file_name, path_of_ruling};
use crate::card::CardFile;
use crate::diagnostic::Diagnostics;
use crate::yaml::{self, Kind, Node};

/// The key behind which a duel is told step by step: what it names stands above it already.
const TOLD: &str = "play";

impl Corpus {
    /// The rulings that say all of some words somewhere, in order: in their name, id, situation, question, answer, rules or sources, or as a card.
    /// Words are looked for from their beginning, in any case and with any punctuation: `dd crow` is in `D.D. Crow`.
    pub fn search<S: AsRef<str>>(&self, words: &[S]) -> Vec<Listed> {
        let wanted: Vec<Vec<u8>> = words.iter().map(|word| folded([word.as_ref()])).collect();
        let (mut buffer, mut said) = (Vec::new(), Vec::new());
        let mut found = |name: &str| {
            let path = path_of_ruling(name);
            let text = self.files.glance(&path, &mut buffer)?;
            said.clear();
            fold(name, &mut said);
            words_of(text).for_each(|scalar| fold(scalar, &mut said));
            let all = wanted.iter().all(|words| says(&said, words));
            all.then(|| listed(name, self.files.shown(&path), Some(text), &self.format_names))
        };
        self.ruling_names().filter_map(&mut found).collect()
    }

    /// The names of cards in the duel of a ruling, as it writes them, each once.
    pub fn cards_in(&self, name: &str) -> Vec<String> {
        let mut buffer = Vec::new();
        let text = self.ruling_path(name).and_then(|path| self.files.glance(&path, &mut buffer));
        let mut cards: Vec<String> = Vec::new();
        let mut add = |scalar: &str| {
            if self.cards.contains_key(&file_name(scalar)) && !cards.iter().any(|card| card == scalar) {
                cards.push(scalar.to_owned());
            }
        };
        let duel = text.and_then(|text| part_of(text, "duel")).unwrap_or_default();
        // Marks that stand for others in quotes need a parser.
        if duel.contains('\\') || duel.contains("''") {
            let tree = yaml::parse("", &duel.into()).0;
            tree.iter().filter_map(|tree| tree.get("duel")).for_each(|duel| each_text(duel, &mut add));
        } else {
            duel.lines().flat_map(scalars).for_each(add);
        }
        cards
    }

    /// The rulings with a card of this name in their duel, in order.
    pub fn about(&self, card: &str) -> Vec<About> {
        let mut found = Vec::new();
        for ruling in self.search(&[card]) {
            let cards = self.cards_in(&ruling.name);
            if !cards.iter().any(|other| other == card) {
                continue;
            }
            let mut buffer = Vec::new();
            let text = self.files.glance(&path_of_ruling(&ruling.name), &mut buffer).unwrap_or_default();
            let answer = text_of(text, "answer");
            let prose = [text_of(text, "ruling"), ruling.question.clone(), answer.clone()];
            let prose = folded(prose.iter().flatten().map(String::as_str));
            found.push(About { says_so: speaks_of(card, &prose, &cards), ruling, answer });
        }
        found
    }

    /// A card by the name of its file; `None` if there is no such file.
    pub fn card_of(&self, stem: &str) -> Option<Result<Arc<CardFile>, Diagnostics>> {
        self.card_file(stem)
    }

    /// The names of the files of cards, in order.
    pub fn card_files(&self) -> impl Iterator<Item = &str> {
        self.cards.keys().map(String::as_str)
    }

    /// The names of cards as their files have them, without reading more, in the order of the files.
    pub fn card_names(&self) -> impl Iterator<Item = String> {
        let name = |path: &String| text_of(self.files.glance(path, &mut Vec::new())?, "name");
        self.cards.values().filter_map(name)
    }

    /// The names of the files of cards that are meant by a name in any spelling: of that card, else of those whose names have it in them.
    pub fn cards_like(&self, name: &str) -> Vec<&str> {
        let wanted = folded([name]);
        let same = |stem: &&str| without_breaks(&folded([*stem])).eq(without_breaks(&wanted));
        match self.card_files().find(same) {
            Some(one) => vec![one],
            None => self.card_files().filter(|stem| says(&folded([*stem]), &wanted)).collect(),
        }
    }
}

/// A ruling with a card in its duel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// The ruling.
    pub ruling: Listed,
    /// Its answer, if that can be made out.
    pub answer: Option<String>,
    /// Whether its situation, question or answer speaks of the card.
    pub says_so: bool,
}

/// Whether prose speaks of a card: by its name, or by the first word of it if no other card of the duel has that.
fn speaks_of(card: &str, prose: &[u8], cards: &[String]) -> bool {
    let short = card.split([' ', ',']).next().unwrap_or(card);
    let alone = || cards.iter().filter(|other| says(&folded([other.as_str()]), &folded([short]))).count() <= 1;
    says(prose, &folded([card])) || short.len() > 3 && says(prose, &folded([short])) && alone()
}

/// Hands over every text below a node.
fn each_text(node: &Node, take: &mut impl FnMut(&str)) {
    match &node.kind {
        Kind::Str(text) => take(text),
        Kind::Seq(items) => items.iter().for_each(|item| each_text(item, take)),
        Kind::Map(entries) => entries.iter().for_each(|(_, value)| each_text(value, take)),
        Kind::Null | Kind::Bool(_) | Kind::Int(_) | Kind::Float(_) => {}
    }
}

/// What a ruling says, piece by piece, without its keys and its play.
fn words_of(text: &str) -> impl Iterator<Item = &str> {
    let mut within = true;
    let below = text.lines().filter(move |line| {
        if !line.starts_with([' ', '-', '#', '\t']) {
            within = line.split_once(':').is_none_or(|(key, _)| key != TOLD);
        }
        within
    });
    below.flat_map(scalars)
}

/// A break within a word, as in `D.D.`, which other spellings leave out.
const WITHIN: u8 = b'-';
/// A break between words.
const BETWEEN: u8 = b' ';

/// Words as they are compared: small letters and digits, with breaks.
fn folded<'t>(texts: impl IntoIterator<Item = &'t str>) -> Vec<u8> {
    let mut said = Vec::new();
    texts.into_iter().for_each(|text| fold(text, &mut said));
    said.pop();
    said
}

/// Adds words to those that are compared, and a break behind them.
fn fold(text: &str, said: &mut Vec<u8>) {
    let break_off = |said: &mut Vec<u8>, new: u8| match said.last_mut() {
        Some(last @ (&mut WITHIN | &mut BETWEEN)) => *last = if new == BETWEEN { BETWEEN } else { *last },
        Some(_) => said.push(new),
        None => {}
    };
    for c in text.chars() {
        if c.is_ascii_alphanumeric() {
            said.push(c.to_ascii_lowercase() as u8);
        } else if c.is_alphanumeric() {
            let mut bytes = [0; 4];
            c.to_lowercase().for_each(|small| said.extend_from_slice(small.encode_utf8(&mut bytes).as_bytes()));
        } else {
            break_off(said, if c.is_whitespace() { BETWEEN } else { WITHIN });
        }
    }
    break_off(said, BETWEEN);
}

fn without_breaks(words: &[u8]) -> impl Iterator<Item = &u8> {
    words.iter().filter(|byte| !matches!(**byte, WITHIN | BETWEEN))
}

/// Whether some of what is said begins with these words.
fn says(said: &[u8], words: &[u8]) -> bool {
    let Some(first) = words.first() else { return true };
    let is_break = |byte: u8| matches!(byte, WITHIN | BETWEEN);
    let mut before = BETWEEN;
    said.iter().enumerate().any(|(at, byte)| {
        let starts = is_break(before) && byte == first;
        before = *byte;
        starts && begins(&said[at..], words)
    })
}

fn begins(mut said: &[u8], words: &[u8]) -> bool {
    for wanted in words {
        match (*wanted, said) {
            (WITHIN, [WITHIN | BETWEEN, rest @ ..]) => said = rest,
            (WITHIN, _) => {}
            (BETWEEN, [WITHIN | BETWEEN, rest @ ..]) => said = rest,
            (letter, [WITHIN, same, rest @ ..] | [same, rest @ ..]) if letter == *same => said = rest,
            _ => return false,
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finds(words: &str, text: &str) -> bool {
        says(&folded([text]), &folded([words]))
    }

    #[test]
    fn any_case_and_punctuation_will_do() {
        for words in ["D.D. Crow", "dd crow", "d.d. crow", "d d crow", "D. D. CROW", "d.d.-crow", "crow", "dd"] {
            assert!(finds(words, "May D.D. Crow banish it?"), "{words}");
        }
        for words in ["xsaber", "X-Saber", "x saber airb", "gravekeepers", "gravekeeper's"] {
            assert!(finds(words, "X-Saber Airbellum and Gravekeeper's Servant"), "{words}");
        }
        for words in ["row", "atk", "dcrow", "addi"] {
            assert!(!finds(words, "Add it at Kuriboh, D.D. Crow"), "{words}");
        }
        assert!(finds("", "anything") && finds("ÄRGER", "ärger") && !finds("a", ""));
    }
}
