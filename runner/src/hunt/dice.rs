//! Choices made of bytes.

/// Choices, made of bytes as long as there are any, then of numbers that look random and follow from the bytes.
#[derive(Clone, Debug)]
pub struct Dice<'d> {
    bytes: &'d [u8],
    state: u64,
}

impl<'d> Dice<'d> {
    /// Choices made of these bytes.
    #[must_use]
    pub fn of(bytes: &'d [u8]) -> Self {
        let mixed = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        Self { bytes, state: bytes.iter().fold(0xcbf2_9ce4_8422_2325, mixed) }
    }

    /// Choices that follow from a number.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { bytes: &[], state: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5851_f42d_4c95_7f2d }
    }

    /// A number below a limit; 0 if there is none.
    pub fn below(&mut self, limit: usize) -> usize {
        if limit < 2 {
            return 0;
        }
        let wide = if limit > 256 { 2 } else { 1 };
        let drawn = match self.bytes.split_at_checked(wide) {
            Some((head, rest)) => {
                self.bytes = rest;
                head.iter().fold(0, |drawn, byte| drawn << 8 | usize::from(*byte))
            }
            None => self.number() as usize,
        };
        drawn % limit
    }

    /// Whether something that happens once in so many times happens now.
    pub fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// One of several things.
    pub fn pick<'t, T>(&mut self, among: &'t [T]) -> &'t T {
        &among[self.below(among.len())]
    }

    /// The next number, not from the bytes.
    pub fn number(&mut self) -> u64 {
        self.state = self.state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.state >> 33
    }
}
