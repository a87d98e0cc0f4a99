//! Random numbers that depend only on a seed, the path of an input and the index of a block of draws: not on other
//! inputs, the number of threads, or the machine.

#![allow(clippy::float_arithmetic, reason = "draws are statistical: they are made in binary floating point")]

use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng, SeedableRng};
use sha2::{Digest, Sha256};

/// Random numbers of an input in a block of draws: `ChaCha8` with the SHA-256 of `SEED PATH` as its key and the index
/// of the block as its nonce. Both are standards that do not change with crate versions.
#[derive(Debug)]
pub struct Stream(ChaCha8Rng);

impl Stream {
    /// Stream of an input in a block.
    #[must_use]
    pub fn new(seed: u64, path: &str, block: u64) -> Stream {
        let key: [u8; 32] = Sha256::digest(format!("{seed} {path}")).into();
        let mut random = ChaCha8Rng::from_seed(key);
        random.set_stream(block);
        Stream(random)
    }

    /// A number strictly between 0 and 1: one of 2^53 equidistant ones.
    #[allow(clippy::cast_precision_loss, reason = "53 bits are exact")]
    pub fn uniform(&mut self) -> f64 {
        ((self.0.next_u64() >> 11) as f64 + 0.5) * (1.0 / 9_007_199_254_740_992.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_depends_on_seed_path_and_block_alone() {
        let first = |seed, path, block| Stream::new(seed, path, block).uniform().to_bits();
        assert_eq!(first(1, "a", 0), first(1, "a", 0));
        let others = [first(2, "a", 0), first(1, "b", 0), first(1, "a", 1)];
        assert!(others.iter().all(|other| *other != first(1, "a", 0)));
    }

    #[test]
    fn chacha8_is_that_of_the_standard() {
        // key and nonce of zeros, 8 rounds: test vector TC1 of draft-strombergson-chacha-test-vectors-01
        let mut random = ChaCha8Rng::from_seed([0; 32]);
        let mut bytes = [0; 8];
        random.fill_bytes(&mut bytes);
        assert_eq!(bytes, [0x3e, 0x00, 0xef, 0x2f, 0x89, 0x5f, 0x40, 0xd6]);
    }
}
