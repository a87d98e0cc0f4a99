//! Addresses of the pages of rules.

use crate::check::rules;
use crate::diagnostic::Code;
use crate::report::LinkBase;

/// Where the source of a published version can be read.
const PUBLISHED: &str = concat!("https://docs.rs/crate/rackrent/", env!("CARGO_PKG_VERSION"));

/// Where the pages of rules can be read: in a repository of this program, or else in its published version.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RulePages(Option<LinkBase>);

impl RulePages {
    /// Those in the files of a repository, `https://HOST/OWNER/rackrent/blob/REVISION`.
    #[must_use]
    pub fn in_repository(files: LinkBase) -> RulePages {
        RulePages(Some(files))
    }

    /// The address of the page of a rule, or of the section of an error.
    #[must_use]
    pub fn of(&self, code: Code) -> String {
        let page = if rules::is_rule(code) { "rules" } else { "errors" };
        format!("{}/docs/reference/{page}.md#{}", self.files(), code.text())
    }

    /// The address of what is said of the program.
    #[must_use]
    pub fn program(&self) -> String {
        match &self.0 {
            Some(_) => format!("{}/README.md", self.files()),
            None => PUBLISHED.to_owned(),
        }
    }

    /// What the addresses of files begin with.
    fn files(&self) -> String {
        match self.0.as_ref().and_then(LinkBase::address) {
            Some(address) => address.to_owned(),
            None => format!("{PUBLISHED}/source"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_has_an_address() {
        let pages = RulePages::in_repository(LinkBase::parse("https://example.org/a/b/blob/0123").unwrap());
        let of = |code| pages.of(code);
        assert_eq!(of(Code::BookResale), "https://example.org/a/b/blob/0123/docs/reference/rules.md#book-resale");
        assert_eq!(of(Code::EmptyFile), "https://example.org/a/b/blob/0123/docs/reference/errors.md#empty-file");
        let published = RulePages::default().of(Code::BookResale);
        assert!(
            published.starts_with("https://docs.rs/crate/rackrent/0.1.0/source/docs/reference/rules.md#"),
            "{published}"
        );
    }
}
