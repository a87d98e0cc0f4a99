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
}
