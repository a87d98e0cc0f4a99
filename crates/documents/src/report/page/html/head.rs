//! HTML head: title, style, script, and a content security policy that blocks everything else.

use super::escaped;
use crate::report::page::base64::base64;
use sha2::{Digest, Sha256};

/// Style sheet.
pub(in crate::report::page) const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("page.js");

/// Everything before the body.
#[derive(Debug)]
pub(super) struct Head<'a> {
    /// Title.
    pub(super) name: &'a str,
    /// Script.
    pub(super) script: Script,
}

/// Script of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Script {
    /// None.
    None,
    /// Script that shows explanations.
    Alone,
    /// Script and engine, which recompute the scenario.
    WithEngine,
}

impl Head<'_> {
    /// Start of the file up to the end of the head.
    pub(super) fn text(&self) -> String {
        let style = sha256(STYLE);
        let script = match self.script {
            Script::None => "'none'".to_owned(),
            Script::Alone => format!("'sha256-{}'", sha256(SCRIPT)),
            // long computations run in a worker, which uses the same script
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

    /// The script element, if any.
    pub(super) fn script_element(&self) -> String {
        match self.script {
            Script::None => String::new(),
            Script::Alone | Script::WithEngine => format!("<script>{SCRIPT}</script>\n"),
        }
    }
}

/// Hash of a style or script in a content security policy.
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
