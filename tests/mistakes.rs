//! Authors' mistakes: each in `tests/mistakes` is one edit of a correct scenario (`tests/sound`), with the finding that
//! `check` must report. `tests/mistakes.md` lists them; `.ci/regenerate` writes it.

use crate::support::{settings, text_of};
use rackrent::check::{Checked, Policy, check};
use rackrent::cli::Folder;
use rackrent::diagnostic::{Code, Diagnostic, Fix, FixChoice, FixSafety, Severity, Style, fixed, render};
use serde::Deserialize;
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// Kinds of mistakes with their titles.
const KINDS: [(&str, &str); 7] = [
    ("units", "Units"),
    ("numbers", "Numbers and dates"),
    ("copies", "Pasted text"),
    ("form", "YAML"),
    ("names", "Names and choices"),
    ("sense", "Implausible and missing values"),
    ("upkeep", "Outdated values"),
];

/// List of all mistakes.
const PAGE: &str = "tests/mistakes.md";

/// A mistake.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Mistake {
    /// Description of the mistake.
    what: String,
    /// The correct scenario that is edited.
    r#in: String,
    /// The correct text, which occurs once; without it the mistake is appended.
    right: Option<String>,
    /// The text that replaces it.
    wrong: Option<String>,
    /// Further edits that always come with the mistake.
    #[serde(default)]
    and: Vec<Edit>,
    /// A setting on the command line instead of an edit.
    set: Option<String>,
    /// Expected severity: `error`, `warning`, `information` or `nothing`.
    found: String,
    /// Expected code.
    code: Option<String>,
    /// Part of the expected advice.
    advice: Option<String>,
    /// Number of errors, if not one.
    errors: Option<usize>,
    /// Reason why it is not found.
    why: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Edit {
    right: String,
    wrong: String,
}

impl Mistake {
    fn all_of(kind: &str) -> Vec<Mistake> {
        serde_yaml::from_str(&text_of(format!("tests/mistakes/{kind}.yaml"))).unwrap_or_else(|e| panic!("{kind}: {e}"))
    }

    fn all() -> impl Iterator<Item = Mistake> {
        KINDS.iter().flat_map(|(kind, _)| Mistake::all_of(kind))
    }

    fn sound(&self) -> String {
        text_of(format!("tests/sound/{}.yaml", self.r#in))
    }

    /// The scenario with the mistake.
    fn text(&self) -> String {
        let mut text = self.sound();
        let mut edit = |right: &str, wrong: &str| {
            assert_eq!(text.matches(right).count(), 1, "{}: {right:?} does not stand once in {}", self.what, self.r#in);
            text = text.replacen(right, wrong, 1);
        };
        self.and.iter().for_each(|Edit { right, wrong }| edit(right, wrong));
        match (&self.right, &self.wrong) {
            (Some(right), Some(wrong)) => edit(right, wrong),
            (None, Some(wrong)) => text.push_str(wrong),
            (Some(_) | None, None) => assert!(self.set.is_some(), "{} changes nothing", self.what),
        }
        text
    }

    fn settings(&self) -> Vec<&str> {
        self.set.iter().map(String::as_str).collect()
    }

    fn checked(&self) -> Checked {
        checked(&self.text(), &self.settings())
    }

    /// Findings of the mistake, without those of the correct scenario.
    fn findings(&self) -> Vec<Diagnostic> {
        let honest = checked(&self.sound(), &[]);
        let is_known = |finding: &Diagnostic| {
            honest.findings.iter().any(|other| (other.code, &other.message) == (finding.code, &finding.message))
        };
        self.checked().findings.into_iter().filter(|finding| !is_known(finding)).collect()
    }

    /// The finding named in the table.
    fn finding(&self) -> Option<Diagnostic> {
        let code = self.code.as_deref()?;
        let code = Code::named(code).unwrap_or_else(|| panic!("{}: there is no {code}", self.what));
        let words = self.advice.as_deref().unwrap_or_default();
        let of_code = self.findings().into_iter().filter(|finding| finding.code == code);
        of_code.into_iter().find(|finding| printed(finding).contains(words))
    }
}

fn checked(text: &str, set: &[&str]) -> Checked {
    check("scenario.yaml", text, &settings(set), &Folder::of("tests/sound/scenario.yaml"), &Policy::default())
}

/// Full text of a finding.
fn printed(finding: &Diagnostic) -> String {
    format!("{}\n{}\n{}", finding.message, finding.label, finding.help.as_deref().unwrap_or_default())
}

fn rendered(checked: &Checked) -> String {
    render(&checked.findings, &checked.sources, Style::default())
}

#[test]
fn every_mistake_is_found_as_the_table_says() {
    let (mut seen, mut wrong) = (BTreeSet::new(), String::new());
    for mistake in Mistake::all() {
        assert!(seen.insert(mistake.what.clone()), "{} stands twice", mistake.what);
        let findings = mistake.findings();
        let weighty = findings.iter().filter(|finding| finding.severity < Severity::Information);
        let errors = findings.iter().filter(|finding| finding.severity == Severity::Error).count();
        let is_so = if mistake.found == "nothing" {
            assert!(mistake.why.is_some() && mistake.code.is_none(), "{}: why is it not found?", mistake.what);
            weighty.count() == 0
        } else {
            assert!(mistake.code.is_some() && mistake.advice.is_some(), "{}: found by what?", mistake.what);
            let is_found = mistake.finding().is_some_and(|finding| finding.severity.text() == mistake.found);
            // one mistake is one error: consequences are not reported
            let as_many = mistake.errors.unwrap_or(usize::from(mistake.found == "error"));
            is_found && errors == as_many
        };
        if !is_so {
            let printed = rendered(&mistake.checked());
            writeln!(wrong, "== {} ({} {:?}):\n{printed}", mistake.what, mistake.found, mistake.code).unwrap();
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(seen.len() >= 150);
}

/// An exact fix restores the meaning: with it, the file has the same decision as the correct one.
#[test]
fn an_exact_fix_restores_the_correct_decision() {
    let (mut made, mut wrong) = (0, String::new());
    for mistake in Mistake::all().filter(|mistake| mistake.set.is_none()) {
        let text = mistake.text();
        let found = mistake.checked().findings;
        let sure = found
            .iter()
            .filter_map(|finding| finding.fix.as_ref())
            .filter(|fix| fix.meaning == FixSafety::Safe && fix.is_of_a_file());
        let mended = fixed(&text, sure, FixChoice::All);
        if mended.made == 0 {
            continue;
        }
        made += 1;
        let (now, honest) = (checked(&mended.text, &[]), checked(&mistake.sound(), &[]));
        if now.decided != honest.decided {
            writeln!(wrong, "== {}:\n{}\n{}", mistake.what, rendered(&now), mended.text).unwrap();
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(made >= 40, "{made}");
}

#[test]
fn the_list_is_current() {
    let page = page();
    if std::env::var_os("RACKRENT_BLESS").is_some() {
        std::fs::write(PAGE, &page).unwrap();
    }
    assert_eq!(text_of(PAGE), page, "{PAGE} is outdated; .ci/regenerate writes it");
}

/// Text of the list.
fn page() -> String {
    let all: Vec<Mistake> = Mistake::all().collect();
    let count = |found: &str| all.iter().filter(|mistake| mistake.found == found).count();
    let mut page = format!(
        "# Tested mistakes\n\n\
         Each of these {} mistakes is one edit of a correct scenario, as quotes, price lists and authors of YAML make them. The list was\n\
         written before the findings were known. {} are errors, {} warnings, {} information, and {} are [not found](#not-found).\n\
         The correct scenarios (`tests/sound`) get no warning.\n\n\
         *Fix*: `sure` if `check --fix` applies the advice, `likely` if only `check --fix --unsafe` does. A test writes this file.\n",
        all.len(),
        count("error"),
        count("warning"),
        count("information"),
        count("nothing"),
    );
    for (kind, title) in KINDS {
        write!(page, "\n## {title}\n\n| mistake | finding | advice | fix |\n|---|---|---|---|\n").unwrap();
        for mistake in Mistake::all_of(kind).iter().filter(|mistake| mistake.found != "nothing") {
            let finding = mistake.finding().unwrap_or_else(|| panic!("{} is not found", mistake.what));
            let code = finding.code.text();
            let fixed = match finding.fix.filter(Fix::is_of_a_file).map(|fix| fix.meaning) {
                Some(FixSafety::Safe) => "sure",
                Some(FixSafety::Unsafe) => "likely",
                None => "",
            };
            let of = if finding.severity == Severity::Error { "errors" } else { "rules" };
            let (found, label) = (&mistake.found, in_cell(&finding.label));
            writeln!(
                page,
                "| {} | {found}: [`{code}`](../docs/reference/{of}.md#{code}) | {label} | {fixed} |",
                in_cell(&mistake.what)
            )
            .unwrap();
        }
    }
    page.push_str("\n## Not found\n\n| mistake | why |\n|---|---|\n");
    for mistake in all.iter().filter(|mistake| mistake.found == "nothing") {
        let why = mistake.why.as_deref().unwrap_or_default();
        writeln!(page, "| {} | {} |", in_cell(&mistake.what), in_cell(why)).unwrap();
    }
    page
}

/// Text for a cell of a Markdown table; code between backticks is not escaped.
fn in_cell(text: &str) -> String {
    let text = text.replace("```", "three backticks").replace('\n', " ").replace('|', "\\|");
    let last = text.matches('`').count() / 2 * 2;
    let part = |(at, part): (usize, &str)| {
        let is_code = at % 2 == 1 && at < last;
        if is_code { part.to_owned() } else { part.replace('<', "\\<").replace('*', "\\*") }
    };
    text.split('`').enumerate().map(part).collect::<Vec<_>>().join("`")
}

#[test]
fn code_in_a_cell_is_not_escaped() {
    assert_eq!(in_cell("`<<<` | 2 * <3>"), "`<<<` \\| 2 \\* \\<3>");
    assert_eq!(in_cell("`a|b` and <c> ` d*"), "`a\\|b` and \\<c> ` d\\*");
}
