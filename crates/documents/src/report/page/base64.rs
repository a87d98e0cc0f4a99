//! Base64.

/// Encodes bytes in base64 (RFC 4648) with padding.
#[must_use]
pub fn base64(bytes: &[u8]) -> String {
    let mut text = vec![b'='; bytes.len().div_ceil(3) * 4];
    let (groups, rest) = bytes.as_chunks::<3>();
    let (fours, _) = text.as_chunks_mut::<4>();
    for (group, four) in groups.iter().zip(&mut *fours) {
        *four = letters(*group);
    }
    if let ([_, ..], Some(last)) = (rest, fours.last_mut()) {
        let mut group = [0; 3];
        group[..rest.len()].copy_from_slice(rest);
        last[..=rest.len()].copy_from_slice(&letters(group)[..=rest.len()]);
    }
    String::from_utf8(text).expect("all letters are ASCII")
}

/// Four letters for three bytes.
fn letters([first, second, third]: [u8; 3]) -> [u8; 4] {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let bits = u32::from_be_bytes([0, first, second, third]);
    let letter = |shift: u32| LETTERS[(bits >> shift) as usize & 63];
    [letter(18), letter(12), letter(6), letter(0)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_written_as_the_standard_says() {
        // test vectors of RFC 4648, section 10
        let cases = [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ];
        for (bytes, text) in cases {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
        // the last two letters of its table 1
        assert_eq!(base64(&[0xfb, 0xff]), "+/8=");
    }
}
