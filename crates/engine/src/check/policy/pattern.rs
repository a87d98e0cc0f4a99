//! Path patterns as in ignore files: `*` and `?` within a name, `**` for any folders. Small enough to need no library.

/// Pattern for paths below a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PathPattern {
    names: Vec<String>,
}

impl PathPattern {
    /// Parses a pattern: names separated by slashes.
    ///
    /// # Errors
    /// What to write instead, if it is not a pattern.
    pub(super) fn parse(text: &str) -> Result<PathPattern, &'static str> {
        let names: Vec<String> = text.trim_end_matches('/').split('/').map(str::to_owned).collect();
        if names.iter().any(|name| name == "." || name == ".." || name.is_empty()) {
            return Err("write a path below the folder of this file, such as \"drafts\" or \"**/*.draft.yaml\"");
        }
        if text.contains(['\\', '[', ']', '{', '}', '!']) {
            return Err("use only `*`, `?` and `**`, and a separate pattern for each alternative");
        }
        if names.iter().any(|name| name.contains("**") && name != "**") {
            return Err("write `**` as a name of its own, as in \"**/drafts\"");
        }
        Ok(PathPattern { names })
    }

    /// Whether it matches a path, or a folder that contains the path.
    pub(super) fn names(&self, path: &str) -> bool {
        let path: Vec<&str> = path.split('/').collect();
        (1..=path.len())
            .any(|end| matches(&self.names, &path[..end], |name| name == "**", |name, one| is_name(name, one)))
    }
}

/// Whether a name matches the pattern of a name.
fn is_name(pattern: &str, name: &str) -> bool {
    let (pattern, name): (Vec<char>, Vec<char>) = (pattern.chars().collect(), name.chars().collect());
    matches(&pattern, &name, |one| *one == '*', |one, other| *one == '?' || one == other)
}

/// Whether items match a pattern in which some elements stand for any number of items. When the rest does not match, only the
/// last such element is extended by one item, so that the work is at most the product of both lengths.
fn matches<P, T>(pattern: &[P], items: &[T], is_any: impl Fn(&P) -> bool, is_one: impl Fn(&P, &T) -> bool) -> bool {
    let (mut at, mut item, mut last) = (0, 0, None);
    while item < items.len() {
        if pattern.get(at).is_some_and(&is_any) {
            last = Some((at, item));
            at += 1;
        } else if pattern.get(at).is_some_and(|one| is_one(one, &items[item])) {
            (at, item) = (at + 1, item + 1);
        } else if let Some((any, taken)) = last {
            last = Some((any, taken + 1));
            (at, item) = (any + 1, taken + 1);
        } else {
            return false;
        }
    }
    pattern[at..].iter().all(is_any)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_names_what_it_fits_and_what_is_below() {
        for (pattern, named, others) in [
            (
                "drafts",
                &["drafts", "drafts/a.yaml", "drafts/b/c.yaml"] as &[&str],
                &["a/drafts/b.yaml", "drafts2"] as &[&str],
            ),
            ("drafts/", &["drafts/a.yaml"], &["draft"]),
            ("**/drafts", &["drafts/a.yaml", "a/b/drafts/c.yaml"], &["a/b/c.yaml"]),
            ("*.draft.yaml", &["a.draft.yaml", ".draft.yaml"], &["b/a.draft.yaml", "a.yaml"]),
            ("**/*.draft.yaml", &["a.draft.yaml", "b/c/a.draft.yaml"], &["a.draft.yml"]),
            ("a/**/z.yaml", &["a/z.yaml", "a/b/c/z.yaml"], &["z.yaml", "b/a/z.yaml"]),
            ("q?-*x*.yaml", &["q1-x.yaml", "q2-axb.yaml", "qü-xx.yaml"], &["q-x.yaml", "q1-y.yaml"]),
            ("**", &["a", "a/b.yaml"], &[]),
        ] {
            let read = PathPattern::parse(pattern).unwrap();
            assert!(named.iter().all(|path| read.names(path)), "{pattern}");
            assert!(others.iter().all(|path| !read.names(path)), "{pattern}");
        }
    }

    #[test]
    fn what_is_no_pattern_says_what_to_write() {
        for wrong in ["", "/", "/etc", "../a", "a//b", "./a", "a**b", "[ab]", "{a,b}", "!a", "a\\b"] {
            assert!(PathPattern::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn many_stars_take_no_longer() {
        let pattern = PathPattern::parse(&"*a".repeat(2_000)).unwrap();
        assert!(!pattern.names(&"a".repeat(1_999)) && pattern.names(&"ba".repeat(2_000)));
    }
}
