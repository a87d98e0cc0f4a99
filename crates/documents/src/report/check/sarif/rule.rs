//! Rules in SARIF: short and full description, page, and URL of the page.

use super::{Text, level};
use crate::check::rules;
use crate::diagnostic::{Code, Severity};
use crate::report::check::RulePages;
use serde::Serialize;

/// A rule.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Rule {
    id: &'static str,
    short_description: Text,
    full_description: Text,
    help_uri: String,
    help: Help,
    default_configuration: Configuration,
    properties: Properties,
}

impl Rule {
    pub(super) fn of(code: Code, pages: &RulePages) -> Rule {
        let page = rules::page(code);
        Rule {
            id: code.text(),
            short_description: Text::of(code.description()),
            full_description: Text::of(&rules::summary(code)),
            help_uri: pages.of(code),
            // services show help as it is, including the braces in YAML examples
            help: Help { text: page.clone(), markdown: page },
            default_configuration: Configuration { level: level(code.severity()) },
            properties: Properties::of(code),
        }
    }
}

/// Properties by which code scanning sorts rules.
#[derive(Serialize)]
struct Properties {
    #[serde(rename = "problem.severity")]
    severity: &'static str,
    tags: [&'static str; 1],
}

impl Properties {
    fn of(code: Code) -> Properties {
        let severity = match code.severity() {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Information => "recommendation",
        };
        Properties { severity, tags: ["cost"] }
    }
}

#[derive(Serialize)]
struct Configuration {
    level: &'static str,
}

#[derive(Serialize)]
struct Help {
    text: String,
    markdown: String,
}
