//! New ids.

use std::hash::{BuildHasher, Hasher, RandomState};

use segoc_format::corpus::Corpus;

const LETTERS: &[u8] = b"ABCDEFGHJKMNPQRSTVWXYZ";
const ALL: &[u8] = b"ABCDEFGHJKMNPQRSTVWXYZ0123456789";

/// An id no ruling of the corpus has.
pub fn fresh_id(corpus: &Corpus) -> String {
    let taken = corpus.ids();
    // There are 700,000; whoever has used up so many has other worries.
    loop {
        let id = id_of(RandomState::new().build_hasher().finish());
        if !taken.contains(&id) {
            return id;
        }
    }
}

/// Whether no ruling of the corpus has an id.
pub fn is_free(corpus: &Corpus, id: &str) -> bool {
    !corpus.ids().contains(id)
}

/// The id of a number.
#[must_use]
pub fn id_of(mut number: u64) -> String {
    let mut pick = |among: &[u8]| {
        let one = among[(number % among.len() as u64) as usize];
        number /= among.len() as u64;
        char::from(one)
    };
    let first = pick(LETTERS);
    [first, pick(ALL), pick(ALL), pick(ALL)].into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_makes_an_id() {
        for number in (0..2_000).map(|n| n * 7_919).chain([u64::MAX]) {
            let id = id_of(number);
            assert!(id.len() == 4 && id.starts_with(|c: char| c.is_ascii_uppercase()), "{id}");
            assert!(id.chars().all(|c| (c.is_ascii_uppercase() || c.is_ascii_digit()) && !"ILOU".contains(c)), "{id}");
        }
    }
}
