//! Allocation of work in words: parts of a hybrid, hours that a fleet can't serve, and loads that are treated as
//! independent.

use crate::amount::Ratio;
use crate::analysis::statement::{
    Availability, Comparison, ElsewhereHours, ElsewhereResult, LoadJoining, OptionResult, PartResult, WorkloadResult,
};
use crate::model::OptionKind;
use crate::number;
use crate::reasons::listed;
use crate::report::figures;
use rust_decimal::Decimal;

/// Parts of each hybrid: `hybrid.split: chat and notebooks at own.hgx; tuning at rent.cloud`.
pub(super) fn hybrids(comparison: &Comparison) -> Vec<String> {
    let hybrids = comparison.options.iter().filter(|option| option.kind == OptionKind::Hybrid);
    let display_name = |name: &String| {
        let workload = comparison.workloads.iter().find(|workload| workload.name == *name);
        workload.map_or_else(|| name.clone(), |workload| workload.display_name().to_owned())
    };
    let part = |part: &PartResult| {
        let workloads: Vec<String> = part.workloads.iter().map(display_name).collect();
        format!("{} at {}", served(&workloads), part.option)
    };
    let text = |option: &OptionResult| {
        format!("{}: {}", option.name, option.parts.iter().map(part).collect::<Vec<_>>().join("; "))
    };
    hybrids.map(text).collect()
}

/// Useful hours that a fleet does not serve, and the option that serves them.
pub(super) fn shortfalls(comparison: &Comparison) -> Vec<String> {
    comparison.options.iter().flat_map(shortfalls_of).collect()
}

fn shortfalls_of(option: &OptionResult) -> Vec<String> {
    let hours = |hours: Ratio, share: Option<Ratio>| {
        let share = share.map(|share| format!(" ({})", figures::share(*share))).unwrap_or_default();
        format!("{}: {} useful hours{share}", option.name, whole(*hours))
    };
    let elsewhere = option.hours_elsewhere.iter().map(|served| {
        format!("{} {} go to {}", hours(served.useful_hours, served.share), which(served), served.option)
    });
    let unserved = (!option.hours_undone.is_zero())
        .then(|| format!("{} are delayed and remain unserved", hours(option.hours_undone, option.share_undone)));
    let lost = (!option.hours_lost_to_downtime.is_zero()).then(|| {
        let lost = hours(option.hours_lost_to_downtime, option.share_lost_to_downtime);
        format!("{lost} are lost to downtime; nothing is rented for them")
    });
    let without_headroom = (!option.hours_without_headroom.is_zero()).then(|| {
        let hours = whole(*option.hours_without_headroom);
        format!("{}: in {hours} hours its fleet covers the work but not its headroom", option.name)
    });
    elsewhere.chain(unserved).chain(without_headroom).chain(lost).collect()
}

/// Hours that a fleet does not serve: `beyond its 48 accelerators`.
fn which(served: &ElsewhereResult) -> String {
    let of_fleet = |what: &str| match &served.fleet {
        Some(fleet) => format!("the {what} of {fleet}"),
        None => format!("its {what}"),
    };
    match &served.which {
        ElsewhereHours::BeyondQuota(instances) => {
            let plural = if *instances == Decimal::ONE { "" } else { "s" };
            format!("beyond {}", of_fleet(&format!("quota of {} instance{plural}", number::readable(*instances, 6))))
        }
        ElsewhereHours::BeforeFirstDelivery => format!("before {}", of_fleet("first delivery")),
        ElsewhereHours::BeyondAccelerators { counts, availability } => {
            let count = |count: &Decimal| number::readable(*count, 6);
            let counts = match counts {
                Some((least, most)) if least == most => format!("{} ", count(most)),
                Some((least, most)) => format!("{} to {} ", count(least), count(most)),
                None => String::new(),
            };
            let down = match availability {
                Availability::Always => "",
                Availability::AtTimesDown => " or while they are down",
            };
            format!("beyond {}{down}", of_fleet(&format!("{counts}accelerators")))
        }
    }
}

/// Hours without decimals, unless there are few.
fn whole(hours: Decimal) -> String {
    if hours >= Decimal::ONE_HUNDRED { number::grouped(hours, 0) } else { number::readable(hours, 3) }
}

/// Firm loads that are treated as independent, once for all options that serve the same; only the largest of nested
/// sets.
pub(in crate::report) fn independent_loads(comparison: &Comparison) -> Option<String> {
    let sets = comparison.options.iter().flat_map(|option| &option.parts).map(|part| groups(comparison, part));
    let mut kept: Vec<Vec<String>> = Vec::new();
    for groups in sets.filter(|groups| groups.len() > 1) {
        let within = |a: &[String], b: &[String]| a.iter().all(|name| b.contains(name));
        if !kept.iter().any(|other| within(&groups, other)) {
            kept.retain(|other| !within(other, &groups));
            kept.push(groups);
        }
    }
    let texts: Vec<String> = kept.iter().map(|groups| listed(groups)).collect();
    (!texts.is_empty())
        .then(|| format!("loads without a common clock are treated as independent: {}", texts.join("; ")))
}

/// Firm loads of a part: those on the clock as one entry, `chat with search`, and each of the others.
fn groups(comparison: &Comparison, part: &PartResult) -> Vec<String> {
    let workloads = || comparison.workloads.iter().filter(|workload| part.workloads.contains(&workload.name));
    let of = |load: LoadJoining| {
        workloads().filter(move |workload| workload.load == load).map(|w: &WorkloadResult| w.display_name())
    };
    let clock: Vec<&str> = of(LoadJoining::Clock).collect();
    let clock = (!clock.is_empty()).then(|| clock.join(" with "));
    clock.into_iter().chain(of(LoadJoining::Independent).map(ToOwned::to_owned)).collect()
}

/// Names of workloads; all work in the short form.
fn served(names: &[String]) -> String {
    if names.is_empty() { "all work".to_owned() } else { listed(names) }
}

#[cfg(test)]
mod tests {
    use super::super::super::example::{self, ratio};
    use super::*;

    #[test]
    fn a_hybrid_says_what_it_is_made_of() {
        let mut comparison = example::of_workloads();
        assert_eq!(hybrids(&comparison), ["hybrid.serve-at-home: chat at own.hgx; tuning at rent.neocloud"]);
        comparison.options[2].parts[0].workloads = ["a", "b", "c"].map(ToOwned::to_owned).into();
        assert!(hybrids(&comparison)[0].contains(": a, b and c at own.hgx;"));
    }

    #[test]
    fn hours_beyond_a_fleet_say_which_and_where_they_go() {
        let mut comparison = example::of_workloads();
        let fleet = &mut comparison.options[0];
        (fleet.hours_undone, fleet.share_undone) = (ratio("12.5"), Some(ratio("0.00002")));
        (fleet.hours_lost_to_downtime, fleet.share_lost_to_downtime) = (ratio("5256.4"), Some(ratio("0.0104")));
        fleet.hours_without_headroom = ratio("8760");
        let expected = [
            "own.hgx: 50,458 useful hours (10 %) beyond its 32 accelerators go to rent.neocloud",
            "own.hgx: 12.5 useful hours (0.002 %) are delayed and remain unserved",
            "own.hgx: in 8,760 hours its fleet covers the work but not its headroom",
            "own.hgx: 5,256 useful hours (1.0 %) are lost to downtime; nothing is rented for them",
        ];
        assert_eq!(shortfalls(&comparison), expected);
    }

    #[test]
    fn loads_that_do_not_share_the_clock_are_named() {
        let mut comparison = example::of_workloads();
        assert_eq!(independent_loads(&comparison), None);
        comparison.workloads[1].load = LoadJoining::Independent;
        let expected = "loads without a common clock are treated as independent: chat and tuning";
        assert_eq!(independent_loads(&comparison).as_deref(), Some(expected));
        comparison.workloads[1].load = LoadJoining::Clock;
        assert_eq!(independent_loads(&comparison), None, "both on the clock");
        // only the hybrid is left, whose parts serve one load each: no loads are treated as independent
        comparison.workloads[1].load = LoadJoining::Independent;
        comparison.options.drain(..2);
        assert_eq!(independent_loads(&comparison), None);
    }
}
