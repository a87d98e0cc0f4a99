//! The head of a document: its name, its style, its script, and that nothing else may be loaded or run.

use super::escaped;
use sha2::{Digest, Sha256};

/// How a page looks.
pub(in crate::report::page) const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("page.js");

/// What stands before the body of a document.
#[derive(Debug)]
pub(super) struct Head<'a> {
    /// What it is about.
    pub(super) name: &'a str,
    /// Whether a script runs in it.
    pub(super) script: bool,
}

impl Head<'_> {
    /// The beginning of the file, up to the end of the head.
    pub(super) fn text(&self) -> String {
        let style = sha256(STYLE);
        let script = if self.script { format!("'sha256-{}'", sha256(SCRIPT)) } else { "'none'".to_owned() };
        let policy = format!(
            "default-src 'none'; style-src 'sha256-{style}'; script-src {script}; base-uri 'none'; form-action 'none'"
        );
        format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n\
             <meta name=\"generator\" content=\"rackrent {}\">\n\
             <title>{}</title>\n<style>{STYLE}</style>\n</head>\n",
            env!("CARGO_PKG_VERSION"),
            escaped(self.name)
        )
    }

    /// The one script, where there is one.
    pub(super) fn script_element(&self) -> String {
        if self.script { format!("<script>{SCRIPT}</script>\n") } else { String::new() }
    }
}

/// The fingerprint by which a browser knows a style or a script that it may use.
fn sha256(text: &str) -> String {
    base64(&Sha256::digest(text.as_bytes()))
}

/// Bytes in the letters of base 64 (RFC 4648), filled up with `=`.
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let byte = |at: usize| u32::from(three.get(at).copied().unwrap_or_default());
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for at in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * at)) as usize & 63];
            text.push(if at > three.len() { '=' } else { char::from(letter) });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_written_as_the_standard_says() {
        // the test vectors of RFC 4648, section 10
        let cases =
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("foobar", "Zm9vYmFy")];
        for (bytes, text) in cases {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
    }

    #[test]
    fn no_element_ends_within_itself() {
        assert!(!STYLE.contains("</style") && !SCRIPT.contains("</script") && !SCRIPT.contains("<!--"));
    }
}
