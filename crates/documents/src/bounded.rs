//! JSON stream with strings of bounded length, so that memory is bounded for any file.

use std::io::{self, Read};

/// JSON stream that fails at a string that is too long.
pub(crate) struct BoundedTexts<R> {
    input: R,
    /// Maximum number of bytes of a string.
    most: usize,
    within: JsonPosition,
}

/// Position in the JSON.
#[derive(Clone, Copy, Debug)]
enum JsonPosition {
    Structure,
    /// In a string, after this number of bytes.
    Text(usize),
    /// After a backslash in a string.
    Escape(usize),
}

impl<R: Read> BoundedTexts<R> {
    pub(crate) fn new(input: R, most: usize) -> BoundedTexts<R> {
        BoundedTexts { input, most, within: JsonPosition::Structure }
    }
}

impl<R: Read> Read for BoundedTexts<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(buffer)?;
        for byte in buffer.iter().take(read) {
            self.within = match (self.within, byte) {
                (JsonPosition::Structure, b'"') => JsonPosition::Text(0),
                (JsonPosition::Structure, _) | (JsonPosition::Text(_), b'"') => JsonPosition::Structure,
                (JsonPosition::Text(length), b'\\') => JsonPosition::Escape(length),
                (JsonPosition::Text(length) | JsonPosition::Escape(length), _) if length >= self.most => {
                    let message = format!("it has a string longer than {} MiB", self.most >> 20);
                    return Err(io::Error::new(io::ErrorKind::InvalidData, message));
                }
                (JsonPosition::Text(length) | JsonPosition::Escape(length), _) => JsonPosition::Text(length + 1),
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
        const MOST: usize = 1 << 20;
        let read = |text: &str| io::copy(&mut BoundedTexts::new(text.as_bytes(), MOST), &mut io::sink());
        let long = "x".repeat(MOST);
        for fine in [format!("\"{long}\""), format!("[{}]", "1,".repeat(MOST)), "\"\\\"\" ".repeat(MOST / 4)] {
            assert!(read(&fine).is_ok());
        }
        for refused in [format!("\"{long}x\""), format!("{{\"a\": [\"\\\"{long}")] {
            assert_eq!(read(&refused).unwrap_err().to_string(), "it has a string longer than 1 MiB");
        }
    }
}
