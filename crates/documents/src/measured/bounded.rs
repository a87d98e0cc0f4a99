//! JSON in a stream, of which no text is longer than a bound: whatever else a file has, this is all that a reader has to remember.

use std::io::{self, Read};

/// Bytes that a text may have.
const MOST: usize = 1 << 20;

/// A stream of JSON that ends in an error where a text is too long.
pub(super) struct BoundedTexts<R> {
    input: R,
    within: Within,
}

/// Where in JSON a stream is.
#[derive(Clone, Copy, Debug)]
enum Within {
    Structure,
    /// In a text, of which so many bytes were read.
    Text(usize),
    /// Behind a backslash in a text.
    Escape(usize),
}

impl<R: Read> BoundedTexts<R> {
    pub(super) fn new(input: R) -> BoundedTexts<R> {
        BoundedTexts { input, within: Within::Structure }
    }
}

impl<R: Read> Read for BoundedTexts<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(buffer)?;
        for byte in buffer.iter().take(read) {
            self.within = match (self.within, byte) {
                (Within::Structure, b'"') => Within::Text(0),
                (Within::Structure, _) | (Within::Text(_), b'"') => Within::Structure,
                (Within::Text(length), b'\\') => Within::Escape(length),
                (Within::Text(length) | Within::Escape(length), _) if length >= MOST => {
                    return Err(io::Error::new(io::ErrorKind::InvalidData, "it has a text that is longer than 1 MiB"));
                }
                (Within::Text(length) | Within::Escape(length), _) => Within::Text(length + 1),
            };
        }
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_long_text_is_refused() {
        let read = |text: &str| io::copy(&mut BoundedTexts::new(text.as_bytes()), &mut io::sink());
        let long = "x".repeat(MOST);
        for fine in [format!("\"{long}\""), format!("[{}]", "1,".repeat(MOST)), "\"\\\"\" ".repeat(MOST / 4)] {
            assert!(read(&fine).is_ok());
        }
        for refused in [format!("\"{long}x\""), format!("{{\"a\": [\"\\\"{long}")] {
            assert_eq!(read(&refused).unwrap_err().to_string(), "it has a text that is longer than 1 MiB");
        }
    }
}
