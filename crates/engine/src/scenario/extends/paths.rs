//! Lexical operations on file paths with forward slashes, without file system access.

/// Resolves a path relative to a file; the file and the result are relative to the same folder. A result outside that folder
/// begins with `..`.
#[must_use]
pub fn path_relative_to(file: &str, path: &str) -> String {
    let folder = file.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut steps: Vec<&str> = Vec::new();
    for step in folder.split('/').chain(path.split('/')) {
        match step {
            "" | "." => {}
            ".." if steps.last().is_some_and(|last| *last != "..") => {
                steps.pop();
            }
            step => steps.push(step),
        }
    }
    let root = if file.starts_with('/') { "/" } else { "" };
    format!("{root}{}", steps.join("/"))
}

/// Message and label for an invalid path in `extends`; none for a relative path of a file. Whether it is inside the repository
/// is checked when it is opened.
pub(super) fn misplaced(path: &str) -> Option<(&'static str, String)> {
    let relative = || "write its path relative to this file, such as `../shared/prices.yaml`".to_owned();
    let drive = path.chars().nth(1) == Some(':') && path.starts_with(|c: char| c.is_ascii_alphabetic());
    if path.trim().is_empty() {
        Some(("names no file", relative()))
    } else if path.contains("://") {
        Some(("is a URL; nothing is downloaded", relative()))
    } else if path.starts_with(['/', '~']) || drive {
        Some(("is not relative to this file", relative()))
    } else if path.contains('\\') {
        Some(("contains backslashes", format!("write `{}`", path.replace('\\', "/"))))
    } else if path.ends_with('/') || matches!(path.rsplit('/').next(), Some("." | "..")) {
        Some(("is a folder", "write the path of a file in it".to_owned()))
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_relative_to_the_file_that_says_it() {
        let cases = [
            ("a.yaml", "b.yaml", "b.yaml"),
            ("a.yaml", "../shared/b.yaml", "../shared/b.yaml"),
            ("../shared/b.yaml", "./c.yaml", "../shared/c.yaml"),
            ("../shared/b.yaml", "../c.yaml", "../c.yaml"),
            ("x/y/a.yaml", "../../../b.yaml", "../b.yaml"),
            ("/x/y/a.yaml", "../b.yaml", "/x/b.yaml"),
            ("x/a.yaml", "y/../b.yaml", "x/b.yaml"),
        ];
        for (file, path, expected) in cases {
            assert_eq!(path_relative_to(file, path), expected, "{file} {path}");
        }
    }

    #[test]
    fn a_path_names_a_file_and_nothing_else() {
        for path in ["a.yaml", "../a.yaml", "x y/ü.yaml", "..a/b"] {
            assert_eq!(misplaced(path), None, "{path}");
        }
        for path in ["", " ", "/a.yaml", "~/a.yaml", "C:/a.yaml", "a\\b.yaml", "x/", "..", "https://a/b.yaml"] {
            assert!(misplaced(path).is_some(), "{path}");
        }
    }
}
