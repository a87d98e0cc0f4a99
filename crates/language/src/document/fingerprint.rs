//! Fingerprints, which identify the content of a file.

use super::quoted;
use crate::declaration::Scalar;
use crate::diagnostic::{DocumentCode, hexadecimal};
use crate::quantity::QuantityProblem;
use serde_json::json;
use sha2::{Digest, Sha256};
use std::fmt;
use std::io::{self, Read};

/// Bytes of a fingerprint.
const BYTES: usize = 32;
/// Buffer size for reading a file.
const PIECE: usize = 1 << 16;

/// SHA-256 of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fingerprint([u8; BYTES]);

impl fmt::Display for Fingerprint {
    /// As printed by `sha256sum`, truncated to the precision.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&hexadecimal(&self.0))
    }
}

impl Fingerprint {
    pub(crate) const SCALAR: Scalar = Scalar {
        name: "Fingerprint",
        meaning: "The SHA-256 of a file, in 64 hexadecimal digits.",
        words: "64 hexadecimal digits",
        // SHA-256 of the three letters `abc` (FIPS 180-4, example of NIST)
        example: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
        schema: || json!({ "type": "string", "pattern": "^[0-9A-Fa-f]{64}$" }),
    };
    /// Placeholder for an invalid one.
    pub(crate) const PLACEHOLDER: Fingerprint = Fingerprint([0; BYTES]);

    /// Parses hexadecimal digits in either case.
    ///
    /// # Errors
    /// If it contains other characters or has the wrong length.
    pub fn read(text: &str) -> Result<Fingerprint, QuantityProblem> {
        let digits: Option<Vec<u8>> = text.chars().map(|c| c.to_digit(16).and_then(|d| u8::try_from(d).ok())).collect();
        let digits = digits.filter(|digits| !digits.is_empty()).ok_or_else(|| {
            let message = format!("is {}, which is not a SHA-256", quoted(text));
            not_a_fingerprint(message)
        })?;
        let bytes: Vec<u8> =
            digits.chunks(2).map(|pair| pair.iter().fold(0, |byte, digit| byte << 4 | digit)).collect();
        let fingerprint = (digits.len() == 2 * BYTES).then_some(bytes).and_then(|bytes| bytes.try_into().ok());
        fingerprint.map(Fingerprint).ok_or_else(|| {
            let message = format!("has {} digits; a SHA-256 has {}", digits.len(), 2 * BYTES);
            not_a_fingerprint(message)
        })
    }

    /// Fingerprint of a file, which is read to its end.
    ///
    /// # Errors
    /// If it cannot be read, or is longer than `most` bytes.
    pub fn of(input: &mut dyn Read, most: u64) -> io::Result<Fingerprint> {
        let (mut hash, mut bytes, mut piece) = (Sha256::new(), 0, vec![0; PIECE]);
        loop {
            match input.read(&mut piece) {
                Ok(0) => return Ok(Fingerprint(hash.finalize().into())),
                Ok(read) => {
                    hash.update(&piece[..read]);
                    bytes += read as u64;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
            if bytes > most {
                return Err(io::ErrorKind::FileTooLarge.into());
            }
        }
    }
}

fn not_a_fingerprint(message: String) -> QuantityProblem {
    let label = "write the digits that `sha256sum FILE` prints".to_owned();
    QuantityProblem::new(DocumentCode::InvalidFingerprint, message, label)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(text: &str) -> String {
        Fingerprint::read(text).unwrap_err().message
    }

    /// Examples of FIPS 180-4 published by NIST: `abc`, and a million times `a`.
    #[test]
    fn a_file_has_the_fingerprint_that_the_standard_says() {
        let abc = Fingerprint::of(&mut "abc".as_bytes(), 3).unwrap();
        assert_eq!(abc.to_string(), Fingerprint::SCALAR.example);
        let million = "a".repeat(1_000_000);
        let expected = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0";
        assert_eq!(Fingerprint::of(&mut million.as_bytes(), 1_000_000).unwrap().to_string(), expected);
        let error = Fingerprint::of(&mut million.as_bytes(), 999_999).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::FileTooLarge);
    }

    #[test]
    fn what_is_printed_is_read_in_capitals_too() {
        let text = Fingerprint::SCALAR.example;
        assert_eq!(Fingerprint::read(text).unwrap().to_string(), text);
        assert_eq!(Fingerprint::read(&text.to_uppercase()), Fingerprint::read(text));
        assert_eq!(message("ba7816bf"), "has 8 digits; a SHA-256 has 64");
        assert_eq!(message(&format!("{text}0")), "has 65 digits; a SHA-256 has 64");
        for text in ["", "soon", "sha256:ba7816bf", "ä"] {
            assert_eq!(message(text), format!("is {}, which is not a SHA-256", quoted(text)));
        }
    }
}
