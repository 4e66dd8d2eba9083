//! What judges and players say, and which word of the corpus they mean.
//!
//! One list for every vocabulary, in `slang.md`: of the words a phrase may mean, those are suggested that could stand where it stood.

/// What is said and what may be meant; then what there is no word for.
const TEXT: &str = include_str!("slang.md");
const MISSING: &str = "\n# What there is no word for";

/// The lines of a list, each with what is said and what there is to say to it.
fn lines(missing: bool) -> impl Iterator<Item = (Vec<&'static str>, &'static str)> {
    let (meant, none) = TEXT.split_once(MISSING).unwrap_or_default();
    let lines = if missing { none } else { meant }.lines().filter_map(|line| line.strip_prefix("- ")?.split_once(": "));
    lines.map(|(said, answer)| (said.split(", ").collect(), answer))
}

/// The words a phrase may mean, of those there are.
pub(super) fn meant<'w>(phrase: &str, among: &[&'w str]) -> Vec<&'w str> {
    let phrase = plain(phrase);
    let mut found: Vec<&'w str> = Vec::new();
    let meant = lines(false).filter(|(said, _)| said.contains(&phrase.as_str()));
    for word in meant.flat_map(|(_, words)| words.split(", ")) {
        if let Some(there) = among.iter().find(|there| **there == word)
            && !found.contains(there)
        {
            found.push(there);
        }
    }
    // Long words for short ones inside a phrase: "sent to the Graveyard".
    if found.is_empty() {
        let mut short = phrase.clone();
        for (long, word) in
            [("the ", ""), ("graveyard", "gy"), ("life points", "lp"), ("removed from play", "banished"), (" zone", "")]
        {
            short = short.replace(long, word);
        }
        found.extend(among.iter().copied().filter(|there| short != phrase && *there == short));
    }
    found
}

/// What to say of a notion the vocabulary has no word for; one of several words is found inside a phrase.
pub(super) fn missing(phrase: &str) -> Option<&'static str> {
    let phrase = plain(phrase);
    let is_said = |said: &&str| phrase == *said || (said.contains(' ') && phrase.contains(said));
    lines(true).find(|(said, _)| said.iter().any(is_said)).map(|(_, advice)| advice)
}

/// Lower-case, with single blanks.
fn plain(phrase: &str) -> String {
    let words: Vec<String> = phrase.split([' ', '_']).filter(|word| !word.is_empty()).map(str::to_lowercase).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use segoc_engine::def::{CauseWord, Phase, Place};

    use super::*;
    use crate::spec::Vocabulary;
    use segoc_protocol::{CardEvent, PlayerEvent};

    #[test]
    fn what_is_said_is_plain_and_stands_once_in_a_row() {
        for (said, _) in lines(false).chain(lines(true)) {
            let different: HashSet<&str> = said.iter().copied().collect();
            assert_eq!(different.len(), said.len(), "{said:?}");
            assert!(said.iter().all(|phrase| plain(phrase) == **phrase), "{said:?}");
        }
    }

    #[test]
    fn what_is_meant_are_words_of_the_specification() {
        let specification = include_str!("../../../corpus/README.md");
        for word in lines(false).flat_map(|(_, words)| words.split(", ")) {
            let written = ["`{}`", "{}: ", "{}, ", "{}]"].map(|text| text.replace("{}", word));
            assert!(written.iter().any(|text| specification.contains(text)), "{word}");
        }
    }

    #[test]
    fn words_are_found_where_they_can_stand() {
        fn words<T: Vocabulary>() -> Vec<&'static str> {
            T::every().iter().map(|word| word.spelling()).collect()
        }
        for (phrase, among, expected) in [
            ("Graveyard", words::<Place>(), "gy"),
            ("sent to the Graveyard", words::<CauseWord>(), "sent to gy"),
            ("removed from play", words::<CardEvent>(), "banished"),
            ("healed", words::<PlayerEvent>(), "gains lp"),
            ("Battle Phase", words::<Phase>(), "battle"),
            ("MP1", words::<Phase>(), "main 1"),
        ] {
            assert_eq!(meant(phrase, &among).first(), Some(&expected), "{phrase}");
        }
        assert!(meant("graveyard", &["hand"]).is_empty());
    }
}
