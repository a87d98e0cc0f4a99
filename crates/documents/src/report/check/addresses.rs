//! URLs of rule pages.

use crate::check::rules;
use crate::diagnostic::Code;
use crate::report::LinkBase;

/// URL of the published version's source.
const PUBLISHED: &str = concat!("https://docs.rs/crate/rackrent/", env!("CARGO_PKG_VERSION"));

/// Location of the rule pages: a repository of this program, or its published version.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RulePages(Option<LinkBase>);

impl RulePages {
    /// Pages in a repository, `https://HOST/OWNER/rackrent/blob/REVISION`.
    #[must_use]
    pub fn in_repository(files: LinkBase) -> RulePages {
        RulePages(Some(files))
    }

    /// URL of the page of a rule or error.
    #[must_use]
    pub fn of(&self, code: Code) -> String {
        let page = if rules::is_rule(code) { "rules" } else { "errors" };
        format!("{}/docs/reference/{page}.md#{}", self.files(), code.text())
    }

    /// URL of the program's description.
    #[must_use]
    pub fn program(&self) -> String {
        match &self.0 {
            Some(_) => format!("{}/README.md", self.files()),
            None => PUBLISHED.to_owned(),
        }
    }

    /// Base URL of the files.
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
