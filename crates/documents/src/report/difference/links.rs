//! Links to lines of files.

use super::super::address;
use super::super::page::markdown::escape;

/// Maximum bytes of a link; without it the text stays plain.
const LONGEST: usize = 1_000;

/// Base of links to files; without one, links are relative to the repository.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LinkBase(Option<String>);

impl LinkBase {
    /// Parses a URL such as `https://HOST/OWNER/NAME/blob/COMMIT`.
    ///
    /// # Errors
    /// A message, if the text is not a web URL.
    pub fn parse(text: &str) -> Result<LinkBase, String> {
        let is_address = text.starts_with("https://") || text.starts_with("http://");
        let is_plain = text.bytes().all(|byte| byte.is_ascii_graphic() && !b"()<>[]\"`\\|".contains(&byte));
        if is_address && is_plain {
            Ok(LinkBase(Some(text.trim_end_matches('/').to_owned())))
        } else {
            Err("write a URL such as https://HOST/OWNER/NAME/blob/COMMIT".to_owned())
        }
    }

    /// The URL without a trailing slash; `None` for relative links.
    #[must_use]
    pub fn address(&self) -> Option<&str> {
        self.0.as_deref()
    }

    /// Markdown link to a file, or to a line of it; plain text for a path outside the repository.
    pub(in crate::report) fn to(&self, text: &str, path: &str, line: Option<u32>) -> String {
        let text = escape(text);
        let line = line.map_or(String::new(), |line| format!("#L{line}"));
        let begins = self.0.as_ref().map_or(String::new(), |base| format!("{base}/"));
        let link = format!("{begins}{}{line}", address::encoded(path));
        if path.starts_with('/') || path == "-" || link.len() > LONGEST {
            return text;
        }
        format!("[{text}]({link})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_relative_or_begin_with_what_was_given() {
        let base = LinkBase::parse("https://example.org/a/b/blob/0123/").unwrap();
        let link = base.to("7", "x y/(a).yaml", Some(7));
        assert_eq!(link, "[7](https://example.org/a/b/blob/0123/x%20y/%28a%29.yaml#L7)");
        assert_eq!(LinkBase::default().to("a_b", "a_b.yaml", None), "[a\\_b](a_b.yaml)");
        assert_eq!(LinkBase::default().to("7", "/tmp/a.yaml", Some(7)), "7");
        for wrong in ["javascript:alert(1)", "https://x/)[y](z", "https://a b", "main"] {
            assert!(LinkBase::parse(wrong).is_err(), "{wrong}");
        }
    }
}
