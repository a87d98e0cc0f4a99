//! Kinds of JSON output, each with a name, a version and a JSON Schema.

/// A kind of JSON output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contract {
    /// Errors of any command.
    Errors,
    /// A comparison.
    Compare,
    /// Explanations of figures.
    Explain,
    /// Sensitivity of a decision to each input.
    Sensitivity,
    /// Simulation of uncertain inputs.
    Simulate,
    /// Inputs that change the winner.
    Flip,
    /// Number of servers to own and to commit to.
    Plan,
    /// Several scenarios together.
    Portfolio,
    /// Cash of several scenarios by calendar period.
    CashPlan,
    /// Hourly cost of owned accelerators.
    Rate,
    /// Report on a scenario.
    Report,
    /// Price list offers as options of a scenario.
    Scan,
    /// Decision over values of inputs.
    Sweep,
    /// Present value of an owned option by month of ordering.
    Timing,
    /// How long to keep the servers of an owned option.
    Replacement,
    /// Decisions with the prices of past months.
    Backtest,
    /// Difference between two scenarios.
    Diff,
    /// Effect of a change on the scenarios of a repository.
    Diffs,
    /// Facts of the catalog.
    Catalog,
    /// Memory of a model, and the accelerators that hold it.
    Fit,
    /// Measured throughput of the catalog.
    CatalogThroughput,
    /// Throughput of a serving benchmark.
    Throughput,
    /// Dated prices of an accelerator.
    History,
    /// Result of a check.
    Check,
    /// Rules of a check.
    Rules,
    /// Prices of lists, taken over into a scenario.
    Reprice,
    /// Named load profiles.
    Profiles,
    /// A trace made from measured load.
    Trace,
}

impl Contract {
    /// All kinds, in documentation order.
    pub const ALL: [Contract; 28] = [
        Contract::Errors,
        Contract::Compare,
        Contract::Explain,
        Contract::Sensitivity,
        Contract::Simulate,
        Contract::Flip,
        Contract::Plan,
        Contract::Portfolio,
        Contract::CashPlan,
        Contract::Rate,
        Contract::Report,
        Contract::Scan,
        Contract::Sweep,
        Contract::Timing,
        Contract::Replacement,
        Contract::Backtest,
        Contract::Diff,
        Contract::Diffs,
        Contract::Catalog,
        Contract::Fit,
        Contract::CatalogThroughput,
        Contract::Throughput,
        Contract::History,
        Contract::Check,
        Contract::Rules,
        Contract::Reprice,
        Contract::Profiles,
        Contract::Trace,
    ];

    /// Name; usually that of a command.
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
            Contract::CashPlan => "cash-plan",
            Contract::Rate => "rate",
            Contract::Report => "report",
            Contract::Scan => "scan",
            Contract::Sweep => "sweep",
            Contract::Timing => "timing",
            Contract::Replacement => "replacement",
            Contract::Backtest => "backtest",
            Contract::Diff => "diff",
            Contract::Diffs => "diffs",
            Contract::Catalog => "catalog",
            Contract::Fit => "fit",
            Contract::CatalogThroughput => "catalog-throughput",
            Contract::Throughput => "throughput",
            Contract::History => "history",
            Contract::Check => "check",
            Contract::Rules => "rules",
            Contract::Reprice => "reprice",
            Contract::Profiles => "profiles",
            Contract::Trace => "trace",
        }
    }

    /// Value of `schema` in objects of this kind: name and version.
    #[must_use]
    pub fn id(self) -> String {
        format!("rackrent.{}/1", self.name())
    }
}
