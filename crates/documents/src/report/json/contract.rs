//! The kinds of JSON, each with its name, its version, and its JSON Schema.

/// A kind of JSON that the program writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contract {
    /// Why there is no answer, of any command.
    Errors,
    /// A comparison.
    Compare,
    /// Where figures come from.
    Explain,
    /// How a decision follows each number.
    Sensitivity,
    /// What is decided over draws of uncertain numbers.
    Simulate,
    /// What reverses a decision.
    Flip,
    /// What to own and to commit to.
    Plan,
    /// Several scenarios together.
    Portfolio,
    /// What hours of owned accelerators cost.
    Rate,
    /// Everything about a scenario.
    Report,
    /// Offers of price lists as options of a scenario.
    Scan,
    /// What is decided over values of inputs.
    Sweep,
    /// What differs between two scenarios.
    Diff,
    /// What a change does to the scenarios of a repository.
    Diffs,
    /// Facts of the catalog.
    Catalog,
    /// What a check found.
    Check,
    /// What a check can find.
    Rules,
    /// Named profiles of load.
    Profiles,
    /// A trace that was made of measured load.
    Trace,
}

impl Contract {
    /// All of them, in the order in which they are documented.
    pub const ALL: [Contract; 19] = [
        Contract::Errors,
        Contract::Compare,
        Contract::Explain,
        Contract::Sensitivity,
        Contract::Simulate,
        Contract::Flip,
        Contract::Plan,
        Contract::Portfolio,
        Contract::Rate,
        Contract::Report,
        Contract::Scan,
        Contract::Sweep,
        Contract::Diff,
        Contract::Diffs,
        Contract::Catalog,
        Contract::Check,
        Contract::Rules,
        Contract::Profiles,
        Contract::Trace,
    ];

    /// Its name, which is mostly that of a command.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Contract::Errors => "errors",
            Contract::Compare => "compare",
            Contract::Explain => "explain",
            Contract::Sensitivity => "sensitivity",
            Contract::Simulate => "simulate",
            Contract::Flip => "flip",
            Contract::Plan => "plan",
            Contract::Portfolio => "portfolio",
            Contract::Rate => "rate",
            Contract::Report => "report",
            Contract::Scan => "scan",
            Contract::Sweep => "sweep",
            Contract::Diff => "diff",
            Contract::Diffs => "diffs",
            Contract::Catalog => "catalog",
            Contract::Check => "check",
            Contract::Rules => "rules",
            Contract::Profiles => "profiles",
            Contract::Trace => "trace",
        }
    }

    /// What stands in `schema` of every object of this kind: its name and its version.
    #[must_use]
    pub fn id(self) -> String {
        format!("rackrent.{}/1", self.name())
    }

    /// Its JSON Schema, draft 2020-12, as text.
    #[must_use]
    pub const fn schema(self) -> &'static str {
        match self {
            Contract::Errors => include_str!("../../../schema/errors.schema.json"),
            Contract::Compare => include_str!("../../../schema/compare.schema.json"),
            Contract::Explain => include_str!("../../../schema/explain.schema.json"),
            Contract::Sensitivity => include_str!("../../../schema/sensitivity.schema.json"),
            Contract::Simulate => include_str!("../../../schema/simulate.schema.json"),
            Contract::Flip => include_str!("../../../schema/flip.schema.json"),
            Contract::Plan => include_str!("../../../schema/plan.schema.json"),
            Contract::Portfolio => include_str!("../../../schema/portfolio.schema.json"),
            Contract::Rate => include_str!("../../../schema/rate.schema.json"),
            Contract::Report => include_str!("../../../schema/report.schema.json"),
            Contract::Scan => include_str!("../../../schema/scan.schema.json"),
            Contract::Sweep => include_str!("../../../schema/sweep.schema.json"),
            Contract::Diff => include_str!("../../../schema/diff.schema.json"),
            Contract::Diffs => include_str!("../../../schema/diffs.schema.json"),
            Contract::Catalog => include_str!("../../../schema/catalog.schema.json"),
            Contract::Check => include_str!("../../../schema/check.schema.json"),
            Contract::Rules => include_str!("../../../schema/rules.schema.json"),
            Contract::Profiles => include_str!("../../../schema/profiles.schema.json"),
            Contract::Trace => include_str!("../../../schema/trace.schema.json"),
        }
    }
}
