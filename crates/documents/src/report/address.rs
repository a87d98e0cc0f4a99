//! Paths as parts of addresses.

use std::fmt::Write;

/// A path in an address: what RFC 3986 does not leave as it is stands as `%XX`, a colon too, which would end a scheme.
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
