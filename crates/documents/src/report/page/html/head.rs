//! The head of a document: its name, its style, its script, and that nothing else may be loaded or run.

use super::escaped;
use crate::report::page::base64::base64;
use sha2::{Digest, Sha256};

/// How a page looks.
pub(in crate::report::page) const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("page.js");

/// What stands before the body of a document.
#[derive(Debug)]
pub(super) struct Head<'a> {
    /// What it is about.
    pub(super) name: &'a str,
    /// What runs in it.
    pub(super) script: Script,
}

/// What runs in a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Script {
    /// Nothing.
    None,
    /// What opens figures.
    Alone,
    /// That, and the program, which answers the scenario again.
    WithEngine,
}

impl Head<'_> {
    /// The beginning of the file, up to the end of the head.
    pub(super) fn text(&self) -> String {
        let style = sha256(STYLE);
        let script = match self.script {
            Script::None => "'none'".to_owned(),
            Script::Alone => format!("'sha256-{}'", sha256(SCRIPT)),
            // what takes longer runs in a worker, which is the same script
            Script::WithEngine => format!("'sha256-{}' 'wasm-unsafe-eval'; worker-src blob:", sha256(SCRIPT)),
        };
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
        match self.script {
            Script::None => String::new(),
            Script::Alone | Script::WithEngine => format!("<script>{SCRIPT}</script>\n"),
        }
    }
}

/// The fingerprint by which a browser knows a style or a script that it may use.
fn sha256(text: &str) -> String {
    base64(&Sha256::digest(text.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_element_ends_within_itself() {
        assert!(!STYLE.contains("</style") && !SCRIPT.contains("</script") && !SCRIPT.contains("<!--"));
    }
}
