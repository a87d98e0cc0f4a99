//! URIs of files, as editors name them.

use lsp_types::Uri;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Path of a file by its URI; `None` for other URIs, such as that of an unnamed text.
pub(super) fn path_of(uri: &Uri) -> Option<PathBuf> {
    let is_file = uri.scheme().is_some_and(|scheme| scheme.as_str().eq_ignore_ascii_case("file"));
    let bytes = decoded(uri.path().as_str());
    is_file.then(|| from_bytes(bytes)).flatten().filter(|path| !path.as_os_str().is_empty())
}

/// URI of a file.
pub(super) fn uri_of(path: &Path) -> Option<Uri> {
    let path = path.to_str()?;
    let path = if cfg!(windows) { format!("/{}", path.replace('\\', "/")) } else { path.to_owned() };
    let mut address = "file://".to_owned();
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'.' | b'~' => {
                address.push(char::from(byte));
            }
            _ => {
                let _ = write!(address, "%{byte:02X}");
            }
        }
    }
    address.parse().ok()
}

/// Decodes percent-encoded bytes.
fn decoded(text: &str) -> Vec<u8> {
    let (mut bytes, mut rest) = (Vec::with_capacity(text.len()), text.as_bytes());
    while let [first, after @ ..] = rest {
        let digit = |at: usize| after.get(at).and_then(|digit| char::from(*digit).to_digit(16));
        if let (b'%', Some(high), Some(low)) = (first, digit(0), digit(1)) {
            bytes.extend(u8::try_from(high * 16 + low));
            rest = &after[2..];
        } else {
            bytes.push(*first);
            rest = after;
        }
    }
    bytes
}

#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "other platforms may fail to decode")]
fn from_bytes(bytes: Vec<u8>) -> Option<PathBuf> {
    use std::os::unix::ffi::OsStringExt;
    Some(PathBuf::from(std::ffi::OsString::from_vec(bytes)))
}

#[cfg(not(unix))]
fn from_bytes(bytes: Vec<u8>) -> Option<PathBuf> {
    let text = String::from_utf8(bytes).ok()?;
    // `/C:/folder/file.yaml`
    let has_drive = text.as_bytes().get(2) == Some(&b':');
    Some(PathBuf::from(if has_drive { &text[1..] } else { &text }))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::ffi::OsStrExt;

    #[test]
    fn a_file_is_found_by_its_address() {
        let path = |uri: &str| path_of(&uri.parse().unwrap());
        assert_eq!(path("file:///a%20folder/gr%C3%B6%C3%9Fe.yaml"), Some(PathBuf::from("/a folder/größe.yaml")));
        assert_eq!(path("file:///a%ff.yaml").unwrap().as_os_str().as_bytes(), b"/a\xff.yaml");
        assert_eq!(path("untitled:Untitled-1"), None);
        assert_eq!(path("file://"), None);
    }

    #[test]
    fn an_address_names_the_file() {
        for name in ["/a folder/größe #1 50%.yaml", "/plain.yaml"] {
            let uri = uri_of(Path::new(name)).unwrap();
            assert_eq!(path_of(&uri), Some(PathBuf::from(name)), "{}", uri.as_str());
        }
    }
}
