//! What is tried.

pub mod duels;
pub mod files;
pub mod lines;
pub mod reader;
pub mod requests;

use crate::dice::Dice;

/// Something that is tried with arbitrary bytes.
pub struct Target {
    /// Its name, that of its fuzzer.
    pub name: &'static str,
    /// Tries it; panics if something does not hold.
    pub run: fn(&[u8]),
    /// What to begin with, from the corpus.
    pub seeds: fn() -> Vec<Vec<u8>>,
    /// Changes an input in a way that fits.
    pub change: fn(&mut Vec<u8>, &mut Dice<'_>),
}

/// Everything that is tried.
pub static TARGETS: [Target; 5] = [reader::TARGET, files::TARGET, lines::TARGET, requests::TARGET, duels::TARGET];

impl Target {
    /// The target of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        TARGETS.iter().find(|target| target.name == name)
    }

    /// The input of this number: a seed, changed up to some times; the same every time.
    #[must_use]
    pub fn input(&self, seeds: &[Vec<u8>], number: u64) -> Vec<u8> {
        let mut dice = Dice::new(number);
        let mut input = dice.pick(seeds).clone();
        for _ in 0..1 + dice.below(3) {
            (self.change)(&mut input, &mut dice);
        }
        input
    }
}
