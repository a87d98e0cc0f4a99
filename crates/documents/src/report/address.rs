//! Percent-encoding of paths in URLs.

use std::fmt::Write;

/// Percent-encodes a path: everything except the unreserved characters of RFC 3986 and `/`. A colon is encoded too,
/// because it would end a URL scheme.
pub(super) fn encoded(path: &str) -> String {
    let mut address = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                address.push(char::from(byte));
            }
            _ => {
                let _ = write!(address, "%{byte:02X}");
            }
        }
    }
    address
}
