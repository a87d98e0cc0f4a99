//! Reasons why an option cannot win or is not possible, in words that follow its name and a colon.

use crate::analysis::sensitivity::NotPossible;
use crate::number;
use crate::sheet::EvaluationErrorKind;
use crate::variation::{
    Broken, CannotWin, Cooling, HostResource, Impossible, Ineligible, Lacks, NoValue, NotComparable,
};
use rust_decimal::Decimal;
use std::borrow::Borrow;
use std::fmt::Display;

/// Reason why a possible option cannot win.
#[must_use]
pub fn cannot_win(why: &CannotWin) -> String {
    match why {
        CannotWin::Ineligible(why) => ineligible(why),
        CannotWin::NotComparable(why) => not_comparable(why),
    }
}

/// Several reasons in one sentence, separated by semicolons.
#[must_use]
pub fn joined<R>(because: &[R], words: fn(&R) -> String) -> String {
    because.iter().map(words).collect::<Vec<_>>().join("; ")
}

/// Reason why an option can't be chosen.
#[must_use]
pub fn ineligible(Ineligible { part, workload, lacks: what }: &Ineligible) -> String {
    let whose = match (part, workload) {
        (Some(part), Some(workload)) => format!("{part} for {workload}: "),
        (Some(part), None) => format!("{part}: "),
        (None, Some(workload)) => format!("for {workload}: "),
        (None, None) => String::new(),
    };
    format!("{whose}{}", lacks(what))
}

fn months(count: Decimal) -> String {
    if count == Decimal::ONE { "1 month".to_owned() } else { format!("{count} months") }
}

fn within_months(count: Decimal) -> String {
    if count.is_zero() { "at once".to_owned() } else { format!("within {}", months(count)) }
}

fn lacks(lacks: &Lacks) -> String {
    match lacks {
        Lacks::LocationUnstated { required } => {
            format!("its location is not specified, but must be in {}", required.join(" or "))
        }
        Lacks::Location { actual, required } => {
            format!("it is in {actual}, but must be in {}", required.join(" or "))
        }
        Lacks::Feature(feature) => format!("it does not list the required feature {feature}"),
        Lacks::Availability { after, within } => {
            format!("it is available after {}, but required {}", months(*after), within_months(*within))
        }
        Lacks::MemoryUnstated { required } => {
            format!("the memory of its accelerators is not specified, but {required} GiB are required")
        }
        Lacks::Memory { actual, required } => {
            format!("its accelerators have {actual} GiB of memory, but {required} GiB are required")
        }
        Lacks::Accelerators { actual, required } => {
            format!("a server has {actual} accelerators, but {required} in one server are required")
        }
        Lacks::InstanceMemory { actual, required } => {
            format!(
                "the accelerators of a server have {actual} GiB of memory together, but {required} GiB are required"
            )
        }
        Lacks::ReplicaMemory { accelerators, actual, required } => {
            format!(
                "the {accelerators} accelerators of a replica have {actual} GiB of memory, but {required} GiB are required"
            )
        }
        Lacks::Host { resource, actual, required } => {
            let (what, amount): (&str, &dyn Fn(&Decimal) -> String) = match resource {
                HostResource::CpuCores => ("number of CPU cores", &|count| count.normalize().to_string()),
                HostResource::Memory => ("main memory", &|gib| format!("{} GiB", gib.normalize())),
                HostResource::Storage => ("local storage", &|tb| format!("{} TB", tb.normalize())),
            };
            let required = amount(required);
            match actual {
                Some(actual) => {
                    format!("its {what} per accelerator is {}, but {required} is required", amount(actual))
                }
                None => format!("its {what} per accelerator is not specified, but {required} is required"),
            }
        }
        Lacks::Power { delivered, needed, cooling } => {
            let cooling = match cooling {
                Cooling::With => "with cooling",
                Cooling::Without => "even without cooling",
            };
            format!(
                "the site delivers {} kW, but the servers need {} kW {cooling}",
                number::readable(*delivered, 6),
                number::readable(*needed, 6)
            )
        }
    }
}

/// Reason why the cost of an option is not comparable.
#[must_use]
pub fn not_comparable(why: &NotComparable) -> String {
    match why {
        NotComparable::DoesNotServe(workloads) => format!("it does not serve {}", listed(workloads)),
        NotComparable::LeavesUnserved(hours) => format!(
            "it leaves {} useful hours unserved, without a `cost_of_delay_per_month` to price them",
            number::readable(*hours, 6)
        ),
        NotComparable::HoldsNoHeadroom(hours) => format!(
            "it lacks its headroom in {} hours, without a `cost_of_delay_per_month` to price them",
            number::readable(*hours, 6)
        ),
    }
}

/// `a`, `a and b`, `a, b and c`.
#[must_use]
pub fn listed<S: Borrow<str> + Display>(names: &[S]) -> String {
    match names {
        [before @ .., last] if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        names => names.concat(),
    }
}

/// The option that is not possible at an end of the tested range of an input, and why.
#[must_use]
pub fn not_possible(NotPossible { option, why }: &NotPossible) -> String {
    format!("{option}: {}", impossible(why))
}

/// Reason why an option is not possible.
#[must_use]
pub fn impossible(why: &Impossible) -> String {
    match why {
        Impossible::Refused(finding) => finding.message.clone(),
        Impossible::NotDeliveredWithin(months) => {
            format!("nothing is delivered within {}", number::counted(*months, "month"))
        }
        Impossible::Breaks(rule) => broken(rule),
        Impossible::NoValue(why) => no_value(why),
    }
}

/// Sentence about a broken rule of the sheet.
#[must_use]
pub fn broken(rule: &Broken) -> String {
    match rule {
        Broken::DemandExceedsFleet { option, nodes, month } => {
            let plural = if *nodes == Decimal::ONE { "" } else { "s" };
            format!("`{option}` is {nodes} node{plural} short of the demand in {month}, and nothing serves the rest")
        }
        Broken::SpotCannotFinish { spot } => {
            format!("work on `{spot}` never finishes: interruptions, checkpoints and restarts take all the time")
        }
        Broken::LimitExceeded { limit, most, needed, month } => {
            let what = if limit.ends_with("max_replicas") { "replica" } else { "instance" };
            let plural = if *needed == Decimal::ONE { "" } else { "s" };
            format!("the load needs {needed} {what}{plural} in {month}, but `{limit}` is {}", most.normalize())
        }
    }
}

/// Sentence about a figure that cannot be computed.
#[must_use]
pub fn no_value(NoValue { name, error }: &NoValue) -> String {
    let name = name.as_deref().unwrap_or("a figure");
    match error {
        EvaluationErrorKind::TooLarge => format!("{name} would exceed 10^27, the largest number supported"),
        EvaluationErrorKind::DivisionByZero => format!("{name} would divide by zero"),
        EvaluationErrorKind::TooManyLevels => {
            "independent loads have more combinations of levels than can be evaluated".to_owned()
        }
    }
}
