//! Pseudo-random numbers, the same in every run.

/// `SplitMix64` (Steele, Lea and Flood 2014), from its seed.
pub struct Rolls(pub u64);

impl Rolls {
    pub fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, count: usize) -> usize {
        usize::try_from(self.roll() % count as u64).unwrap()
    }
}
