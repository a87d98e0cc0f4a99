//! Commitments, compared with their demand.

use crate::analysis::statement::{CommitmentResult, OptionResult};
use crate::check::rules::Subject;
use crate::check::rules::words::{money, share};
use crate::diagnostic::{Code, Diagnostic, SourceId};
use crate::model::OptionId;
use crate::number::{self, counted};
use crate::scenario::document::{Entry, NodeId};
use crate::scenario::rent::{Commitment, Rent};
use crate::scenario::uncertainty::uncertain;
use crate::sheet::FigureId;
use rust_decimal::Decimal;

/// Months from which a commitment is long.
const LONG_MONTHS: u32 = 12;
/// Share of the present value of the runner-up by which a commitment to more moves the verdict noticeably.
const MOVES: Decimal = Decimal::from_parts(5, 0, 0, false, 2);
/// Days of measured load that justify a long commitment: three months.
const ENOUGH_DAYS: i64 = 90;

/// A commitment of a rented option, with the results of both.
struct Made<'a> {
    rent: &'a Entry<Rent>,
    commitment: &'a Entry<Commitment>,
    option: &'a OptionResult,
    used: &'a CommitmentResult,
}

fn made<'a>(subject: &Subject<'a>) -> Vec<Made<'a>> {
    let answer = subject.answer;
    let of_option = |rent: &'a Entry<Rent>| {
        let option = answer.comparison.option(&OptionId::rent(&rent.name));
        let commitments = rent.value.commitments.iter().filter(|entry| entry.value.instances.value.count() > 0);
        commitments.filter_map(move |commitment| {
            let option = option?;
            let used = option.commitments.iter().find(|used| used.name == commitment.name)?;
            Some(Made { rent, commitment, option, used })
        })
    };
    answer.loaded.scenario.rent.iter().flat_map(of_option).collect()
}

/// Commitments with unused hours for which one instance less would cost less.
pub(super) fn unused(subject: &Subject<'_>) -> Vec<Diagnostic> {
    made(subject).iter().filter_map(|made| made.unused(subject)).collect()
}

/// Commitments to fewer instances than would pay off, if more would turn the verdict or move it by 5 %.
pub(super) fn below_need(subject: &Subject<'_>) -> Vec<Diagnostic> {
    made(subject).iter().filter_map(|made| made.below_need(subject)).collect()
}

impl Made<'_> {
    fn below_need(&self, subject: &Subject<'_>) -> Option<Diagnostic> {
        let comparison = &subject.answer.comparison;
        let verdict = &comparison.verdict;
        let value = |name: &Option<OptionId>| Some(comparison.option(name.as_ref()?)?.present_value);
        let (winner, runner_up) = (value(&verdict.winner)?, value(&verdict.runner_up)?);
        if !self.option.cannot_win_because().is_empty() {
            return None;
        }
        let instances = &self.commitment.value.instances;
        let (most, with_more) = self.best_above(subject)?;
        let saved = self.option.present_value - with_more;
        let name = Some(&self.option.name);
        let wins = name == verdict.winner.as_ref();
        let turns = !wins && with_more < *winner;
        let moves = (wins || name == verdict.runner_up.as_ref()) && saved >= *runner_up * MOVES;
        if !turns && !moves {
            return None;
        }
        let part = share((saved / *runner_up).round_dp(3));
        let effect = match &verdict.runner_up {
            _ if turns => "and wins".to_owned(),
            Some(other) if *other != self.option.name => format!("{part} of the present value of {other}"),
            Some(_) | None => format!("{part} of it"),
        };
        let message = format!(
            "with {} of `{}` instead of {}, {} costs {} less in present value, {effect}",
            counted(most, "instance"),
            self.commitment.name,
            instances.value.count(),
            self.option.name,
            money(subject, saved),
        );
        let finding = subject.finding(Code::CommitmentBelowNeed, instances.at, message);
        Some(finding.label("commit to more; `rackrent plan` finds how many"))
    }

    /// The number of committed instances, above that in the file, at which the option costs least, and its present value
    /// there; none if one more does not cost less. More instances save less each, since they are used in fewer hours.
    fn best_above(&self, subject: &Subject<'_>) -> Option<(u32, Decimal)> {
        let at = |count: u32| self.present_value_with(subject, count, Code::CommitmentBelowNeed);
        let is_worth = |count: u32| Some(at(count.checked_add(1)?)? < at(count)?);
        let stated = self.commitment.value.instances.value.count();
        if !is_worth(stated)? {
            return None;
        }
        // one more is worth it at `low`, and no longer at `high`
        let (mut low, mut step) = (stated, 1_u32);
        let mut high = stated.checked_add(step)?;
        while is_worth(high)? {
            (low, step) = (high, step.checked_mul(2)?);
            high = high.checked_add(step)?;
        }
        while high - low > 1 {
            let middle = u32::midpoint(low, high);
            if is_worth(middle)? { low = middle } else { high = middle }
        }
        Some((high, at(high)?))
    }

    fn unused(&self, subject: &Subject<'_>) -> Option<Diagnostic> {
        let used = self.used.used_share.filter(|used| *used < Decimal::ONE)?;
        let instances = &self.commitment.value.instances;
        let fewer = instances.value.count() - 1;
        let with_fewer = self.present_value_with(subject, fewer, Code::CommitmentUnused)?;
        let saved = self.option.present_value - with_fewer;
        if saved <= Decimal::ZERO {
            return None;
        }
        let name = &self.commitment.name;
        let unused = Decimal::ONE - used;
        // in per cent with one decimal, unless that rounds to zero
        let shown = Some(unused.round_dp(3)).filter(|rounded| !rounded.is_zero()).unwrap_or(unused);
        let message = format!(
            "{} of the hours of `{name}` are paid but unused; with {} instead of {}, {} costs {} less in present value",
            share(shown),
            counted(fewer, "instance"),
            instances.value.count(),
            self.option.name,
            money(subject, saved)
        );
        let label = if fewer == 0 { "remove it" } else { "commit to fewer; `rackrent plan` finds how many" };
        Some(subject.finding(Code::CommitmentUnused, instances.at, message).label(label))
    }

    /// Present value of the option with another number of committed instances.
    fn present_value_with(&self, subject: &Subject<'_>, instances: u32, asker: Code) -> Option<Decimal> {
        let (loaded, evaluated) = (&subject.answer.loaded, &subject.answer.evaluated);
        let at = self.commitment.value.instances.at;
        // the sheet can be reused with another number, except zero, which may give a different sheet
        if let Some(input) = evaluated.model.sheet.input(at).filter(|_| instances > 0) {
            let option = evaluated.model.options.iter().find(|option| option.id == self.option.name)?;
            if !subject.may_move_option(asker, at) {
                return None;
            }
            let lines: Vec<FigureId> = option.lines.iter().map(|line| line.present_value).collect();
            let lines = evaluated.of_option_at(option, &lines, (input, Decimal::from(instances)))?;
            let digits = subject.answer.comparison.header.minor_digits;
            return Some(lines.into_iter().map(|line| number::money(line, digits)).sum());
        }
        if !subject.may_write_option_anew(asker, at) {
            return None;
        }
        let path = loaded.document.path(at);
        let names = [self.option.name.clone()];
        let values = subject.variation().present_values(&names, |document| {
            let _ = document.set(&path, &instances.to_string(), SourceId::FILE);
        });
        values.into_iter().next().flatten()
    }
}

/// Long commitments while demand is uncertain.
pub(super) fn before_demand(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let long = |made: &&Made<'_>| made.commitment.value.months() >= LONG_MONTHS;
    made(subject).iter().filter(long).filter_map(|made| made.before_demand(subject)).collect()
}

/// Reason why demand is uncertain, with its node.
struct Unknown {
    because: String,
    at: NodeId,
    label: &'static str,
}

impl Made<'_> {
    fn before_demand(&self, subject: &Subject<'_>) -> Option<Diagnostic> {
        let unknown = self.uncertain_growth(subject).or_else(|| self.short_trace(subject))?;
        let months = counted(self.commitment.value.months(), "month");
        let message = format!("`{}` commits for {months}, but {}", self.commitment.name, unknown.because);
        let place = subject.answer.loaded.document.place(unknown.at);
        let finding = subject.finding(Code::CommitmentBeforeDemand, self.commitment.value.lasts().at, message);
        Some(finding.label("commit for less than a year, or only to certain demand").related(place, unknown.label))
    }

    /// Growth with a range wider than 25 percentage points. A fully used commitment is safe while demand does not fall.
    fn uncertain_growth(&self, subject: &Subject<'_>) -> Option<Unknown> {
        let loaded = &subject.answer.loaded;
        let is_all_used = self.used.used_share.is_some_and(|used| used == Decimal::ONE);
        let paths = self.growth_paths(subject);
        let found = uncertain(&loaded.document, &loaded.scenario).into_iter().find_map(|entry| {
            let (low, high) = entry.spread.ends();
            let is_wide = high - low > Decimal::new(25, 2);
            let is_sure = is_all_used && low >= Decimal::ZERO;
            (is_wide && !is_sure && paths.contains(&entry.path)).then_some((entry.path, low, high))
        });
        let (path, low, high) = found?;
        let because = format!("demand growth is uncertain, {} to {} a year", share(low), share(high));
        let at = loaded.scenario.uncertainty.get(&path)?.at;
        Some(Unknown { because, at, label: "uncertain growth" })
    }

    /// Paths of the growth rates of the option's workloads.
    fn growth_paths(&self, subject: &Subject<'_>) -> Vec<String> {
        let served = subject.served(self.rent.at);
        let follows = served.is_empty() || served.iter().any(|workload| workload.value.growth_per_year.is_none());
        let general = follows.then(|| "demand.growth_per_year".to_owned());
        let mut paths: Vec<String> = general.into_iter().collect();
        paths.extend(served.iter().map(|workload| format!("demand.workloads.{}.growth_per_year", workload.name)));
        paths
    }

    fn short_trace(&self, subject: &Subject<'_>) -> Option<Unknown> {
        subject.served(self.rent.at).into_iter().find_map(|workload| {
            let trace = subject.answer.traces.get(&workload.name)?;
            let seconds = trace.seconds.filter(|seconds| *seconds < Decimal::from(ENOUGH_DAYS * 86_400))?;
            let days = (seconds / Decimal::from(86_400)).trunc();
            let because = format!("the load of {} was only measured for {days} days", workload.name);
            let at = workload.value.trace.as_ref()?.at;
            Some(Unknown { because, at, label: "less than three months" })
        })
    }
}
