//! The targets of `segoc_fuzzing` as fuzzers: `CONTRIBUTING.md` says how they are run.

use segoc_fuzzing::Target;
use segoc_fuzzing::dice::Dice;

pub use libfuzzer_sys;

/// Changes an input: half of the time as the fuzzer does, half of the time as fits the target.
pub fn changed(target: &Target, data: &mut [u8], size: usize, most: usize, seed: u32) -> usize {
    let mut dice = Dice::new(seed.into());
    if dice.one_in(2) {
        return libfuzzer_sys::fuzzer_mutate(data, size, most);
    }
    let mut input = data[..size].to_vec();
    (target.change)(&mut input, &mut dice);
    input.truncate(most);
    data[..input.len()].copy_from_slice(&input);
    input.len()
}

/// A fuzzer of a target.
#[macro_export]
macro_rules! fuzzer {
    ($target:expr) => {
        $crate::libfuzzer_sys::fuzz_target!(|data: &[u8]| ($target.run)(data));
        $crate::libfuzzer_sys::fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
            $crate::changed(&$target, data, size, max_size, seed)
        });
    };
}
