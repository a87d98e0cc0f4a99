//! Check output as workflow commands of GitHub Actions, which annotate the lines of a pull request.
//!
//! `::error file=a.yaml,line=5,col=38,endLine=5,endColumn=40,title=rackrent share-above-one::message`. The runner
//! decodes `%25`, `%0D` and `%0A` in messages, and also `%3A` and `%2C` in properties.

use super::{CheckedFile, Checks, Finding, concise};
use crate::diagnostic::{Severity, clean};
use std::io::{self, Write};

pub(super) fn write(checks: &Checks, out: &mut dyn Write) -> io::Result<()> {
    for (file, group) in checks.groups() {
        if let Some((first, rest)) = group.split_first() {
            writeln!(out, "{}", command(file, first, rest))?;
        }
    }
    Ok(())
}

fn command(file: &CheckedFile, first: &Finding, rest: &[&Finding]) -> String {
    let name = match first.diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Information => "notice",
    };
    let help = first.diagnostic.help.as_ref().map_or(String::new(), |help| format!("\n{}", clean(help)));
    let message = format!("{}{}{help}", clean(&first.sentence()), concise::more(rest));
    let title = format!("rackrent {}", first.diagnostic.code.text());
    format!(
        "::{name} file={}{},title={}::{}",
        property(&file.from_root),
        lines(first),
        property(&title),
        escaped(&message)
    )
}

/// Position properties. GitHub rejects columns for a range of several lines.
fn lines(finding: &Finding) -> String {
    match finding.in_file() {
        None => String::new(),
        Some(spot) if spot.line == spot.end_line && spot.end_column > spot.column => {
            let (line, column) = (spot.line, spot.column);
            format!(",line={line},col={column},endLine={line},endColumn={}", spot.end_column)
        }
        Some(spot) => format!(",line={},endLine={}", spot.line, spot.end_line),
    }
}

/// Escapes a message for the runner.
fn escaped(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes a property value, which needs more escapes than a message.
fn property(text: &str) -> String {
    clean(&escaped(text)).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_ends_a_command_or_a_property_is_escaped() {
        assert_eq!(escaped("100%\r\n::error::x"), "100%25%0D%0A::error::x");
        assert_eq!(property("a,line=3::b%2C"), "a%2Cline=3%3A%3Ab%252C");
    }
}
