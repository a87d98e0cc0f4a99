//! A comparison made by hand, for the tests of every format.

use super::{Compared, Extent};
use crate::amount::{Amount, Ratio};
use crate::analysis::flip::{FactorMeasure, Flip, FlipInput, FlipReason, RangeEnd};
use crate::analysis::statement::{
    Assumed, Availability, BookRemedy, BreakEven, BreakEvenPoint, By, CashAhead, Comparison, Concern, CrossingOutcome,
    ElsewhereHours, ElsewhereResult, Header, LineResult, LoadJoining, LoanResult, OptionResult, PairResult, Pairs,
    PartResult, Tags, TimeBasis, Verdict, View, ViewLine, ViewOption, Warning, Waste, WasteResult, Winner,
    WorkloadCostResult, WorkloadResult,
};
use crate::check::Caveat;
use crate::diagnostic::{Place, SourceId};
use crate::model::{CostAllocation, CostGroup, OptionId, OptionKind};
use crate::reasons;
use crate::scenario::conventions::Financing;
use crate::scenario::document::Origin;
use crate::scenario::quantities::PricePerInstanceHour;
use crate::scenario::quantity::Money;
use crate::sheet::{Direction, Grid};
use crate::variation::{Ineligible, Lacks};
use rust_decimal::Decimal;
use std::cell::OnceCell;

pub(super) fn d(text: &str) -> Decimal {
    text.parse().unwrap()
}

pub(super) fn amount(text: &str) -> Amount {
    Amount::new(d(text), 2)
}

pub(super) fn ratio(text: &str) -> Ratio {
    d(text).into()
}

fn line(name: &str, group: CostGroup, total: &str, present_value: &str) -> LineResult {
    LineResult {
        name: name.to_owned(),
        label: None,
        group,
        is_already_owned: false,
        total: amount(total),
        present_value: amount(present_value),
    }
}

/// ID of an option from its text.
pub(super) fn id(text: &str) -> OptionId {
    text.parse().expect("the ID of an option")
}

fn option(name: &str, kind: OptionKind, lines: Vec<LineResult>) -> OptionResult {
    let total = Amount::sum(lines.iter().map(|line| line.total), 2);
    let present_value = Amount::sum(lines.iter().map(|line| line.present_value), 2);
    let useful = d("504576");
    OptionResult {
        label: None,
        name: id(name),
        kind,
        ineligible_because: Vec::new(),
        not_comparable_because: Vec::new(),
        work_done: Some(Decimal::ONE.into()),
        total,
        present_value,
        indirect_tax: None,
        per_month: Amount::new(total / Decimal::from(36), 2),
        per_useful_hour: Some((present_value / useful).into()),
        output_unit: None,
        per_unit: None,
        value_of_work: None,
        useful_hours: useful.into(),
        useful_share_of_paid_hours: Some(Decimal::ONE.into()),
        utilization: None,
        energy_kwh_per_year: None,
        carbon_kg_per_year: None,
        nodes: None,
        hours_lost_to_downtime: ratio("0"),
        share_lost_to_downtime: None,
        hours_undone: ratio("0"),
        share_undone: None,
        hours_without_headroom: ratio("0"),
        hours_elsewhere: Vec::new(),
        waste: Vec::new(),
        loan: None,
        parts: Vec::new(),
        amortized_capital: None,
        book_resale: None,
        lines,
        years: vec![crate::analysis::statement::YearResult { year: 0, cash: total, amortized: total, present_value }],
        cliffs: Vec::new(),
        commitments: Vec::new(),
        cash_ahead: Vec::new(),
        left_out: vec!["storage".to_owned(), "egress".to_owned()],
    }
}

fn owned(name: &str) -> OptionResult {
    let lines = vec![
        line("nodes", CostGroup::Purchase, "1192000.00", "1192000.00"),
        line("nodes", CostGroup::Resale, "-584080.00", "-451011.42"),
        line("colocation", CostGroup::Operating, "271728.00", "238587.92"),
        line("electricity", CostGroup::Operating, "180134.21", "158164.94"),
        line("staff", CostGroup::Operating, "570000.00", "500483.09"),
        line("support", CostGroup::Operating, "286080.00", "251189.80"),
    ];
    OptionResult {
        useful_share_of_paid_hours: Some(ratio("0.6")),
        utilization: Some(ratio("0.6")),
        energy_kwh_per_year: Some(ratio("638773.77")),
        nodes: Some(ratio("4")),
        amortized_capital: Some(amount("607920.00")),
        book_resale: Some(amount("584080.00")),
        cash_ahead: vec![CashAhead { other: OptionId::rent("neocloud"), amount: amount("1192000.00"), month: 0 }],
        ..option(name, OptionKind::Own, lines)
    }
}

fn rented(name: &str) -> OptionResult {
    option(name, OptionKind::Rent, vec![line("on-demand", CostGroup::Usage, "3471482.88", "3048061.97")])
}

pub(super) fn pair(own: &str, rent: &str) -> PairResult {
    let point = BreakEvenPoint {
        factor: ratio("0.616"),
        utilization: Some(ratio("0.3696")),
        demand_utilization: Some(ratio("0.3696")),
        hours_per_day: Some(ratio("8.8704")),
        replicas: [None, None],
        jump: false,
    };
    PairResult {
        own: id(own),
        rent: id(rent),
        break_even: BreakEven {
            outcome: CrossingOutcome::Crosses,
            points: vec![point],
            wins: vec![Winner::Rent, Winner::Own],
            factor_limit: Some(ratio("1.66666666667")),
            today: Some(ratio("0.6")),
            beyond_capacity: None,
        },
        leased: false,
        payback_month: Some(20),
        payback_months: Some(Ratio::rounded(Decimal::new(1955, 2))),
        payback_date: None,
        payback_reversal: None,
        discounted_payback_month: Some(23),
        discounted_payback_months: Some(Ratio::rounded(Decimal::from(23))),
        discounted_payback_date: None,
        discounted_payback_reversal: None,
        break_even_horizon_months: Some(14),
        break_even_horizon_at_most: None,
        resale_needed: Some(amount("0")),
        resale_counted: Some(amount("584080.00")),
        irr: Some(ratio("0.83")),
        no_return: None,
    }
}

pub(super) fn header() -> Header {
    Header {
        name: "32 H100s, buy or rent".to_owned(),
        owner: Some("platform team".to_owned()),
        tags: Tags::new(),
        date: Some("2026-10-28".to_owned()),
        review_by: None,
        reviews: Vec::new(),
        notes: None,
        currency: "USD".to_owned(),
        minor_digits: 2,
        horizon_months: 36,
        calendar: None,
        flows: None,
        financing: Financing::Separate,
        discount_rate: ratio("0.09"),
        tax_rate: None,
        indirect_tax_rates: Vec::new(),
        budget: None,
        budgets: None,
        close_call: ratio("0.05"),
        output_unit: None,
        demand_utilization: Some(ratio("0.6")),
        file: "quote.yaml".to_owned(),
        extends: Vec::new(),
        sha256: "3f9a41c2".repeat(8),
        case: None,
        set: Vec::new(),
        workbook: None,
        labels: crate::scenario::Labels::default(),
    }
}

/// On-demand, which costs 55.04 an instance-hour, where renting wins below some price.
pub(super) fn flip(at: &str) -> Flip {
    Flip {
        number: FlipInput {
            path: "rent.neocloud.on_demand_per_instance_hour".to_owned(),
            kind: PricePerInstanceHour::KIND,
            currency: None,
            measure: FactorMeasure::Number,
            grid: Grid::Line,
            origin: Origin::File,
            file: "quotes/quote.yaml".to_owned(),
            place: Some(Place { source: SourceId::FILE, start: 0, len: 5, line: 17, column: 34 }),
            today: d("55.04"),
            spread: None,
        },
        at: d(at),
        direction: Direction::Down,
        end: RangeEnd::Without,
        other_until: None,
        because: FlipReason::Equal,
        wins: Some(OptionId::rent("neocloud")),
        over_capacity: Vec::new(),
        findings: Vec::new(),
    }
}

/// A comparison as it is shown, with its own warnings.
pub(super) fn compared(comparison: &Comparison) -> Compared<'_> {
    let caveats = comparison.warnings.iter().map(reasons::warning);
    let caveats = caveats.map(|finding| Caveat { finding, accepted_because: None }).collect();
    Compared {
        comparison,
        answer: None,
        caveats,
        cases: &[],
        extent: Extent::Whole,
        split: None,
        plan: None,
        simulation: OnceCell::new(),
    }
}

/// A reason for which an option cannot be chosen.
pub(super) fn lacking() -> Ineligible {
    Ineligible { part: None, workload: None, lacks: Lacks::Feature("a".to_owned()) }
}

/// One owned option; with more, rented and owned ones in turn, under names of different length.
pub(super) fn comparison(options: usize) -> Comparison {
    let owns = ["own.hgx", "own.dgx-b200-colocated", "own.workstations"].into_iter().take(options.div_ceil(2));
    let rents = ["rent.neocloud", "rent.hyperscaler-on-demand-frankfurt", "rent.spot"].into_iter().take(options / 2);
    let names: Vec<(&str, &str)> = owns.clone().flat_map(|own| rents.clone().map(move |rent| (own, rent))).collect();
    let all: Vec<OptionResult> = owns.map(owned).chain(rents.map(rented)).collect();
    let saving = all.first().zip(all.last()).map(|(own, rent)| rent.present_value - own.present_value);
    let saving = saving.filter(|_| options > 1);
    let place = Place { source: SourceId::FILE, start: 0, len: 0, line: 11, column: 5 };
    let path = "own.hgx.useful_life_months".to_owned();
    Comparison {
        planned_demand: None,
        header: header(),
        pairs: Pairs {
            across_sides: names.into_iter().map(|(own, rent)| pair(own, rent)).collect(),
            ..Pairs::default()
        },
        flips: vec![flip("34.12")],
        verdict: Verdict {
            winner: Some(OptionId::own("hgx")),
            runner_up: saving.map(|_| OptionId::rent("neocloud")),
            saving,
            saving_share: saving.map(|_| ratio("0.38")),
            close: false,
            disagreements: Vec::new(),
        },
        options: all,
        assumed: [
            ("hours_per_month", "730"),
            ("own.hgx.availability", "100%"),
            ("own.hgx.node.idle_power_kw", "power_kw"),
        ]
        .map(|(path, value)| Assumed { path: path.to_owned(), value: value.to_owned(), stated_beside: false })
        .into(),
        workloads: Vec::new(),
        warnings: vec![Warning { path, place: Some(place), concern: book_resale() }],
    }
}

/// Resale of which nobody has said what it is sold for.
fn book_resale() -> Concern {
    Concern::BookResale {
        option: OptionId::own("hgx"),
        book: amount("584_080"),
        share: d("0.49"),
        month: 36.into(),
        at_stake: d("584_080"),
        remedy: BookRemedy::MarketValues,
    }
}

/// An owned fleet with a loan, a rented one, and a hybrid of both, for a service and for training.
pub(super) fn of_workloads() -> Comparison {
    let mut comparison = comparison(2);
    let all = ["chat", "tuning"];
    let part = |option: &OptionId, workloads: &[&str]| PartResult {
        option: option.clone(),
        workloads: workloads.iter().map(|name| (*name).to_owned()).collect(),
    };
    for option in &mut comparison.options {
        option.parts = vec![part(&option.name, &all)];
    }
    let fleet = &mut comparison.options[0];
    fleet.waste = vec![
        WasteResult { cause: Waste::Idle, hours: ratio("100000"), share: ratio("0.3"), cost: amount("574758.66") },
        WasteResult { cause: Waste::Failed, hours: ratio("33333"), share: ratio("0.1"), cost: amount("191586.22") },
    ];
    fleet.loan = Some(LoanResult {
        borrowed: amount("600000.00"),
        payment: amount("26635.00"),
        balance: amount("0"),
        interest: amount("39240.00"),
        present_value: amount("-9120.00"),
        years: ["-600000.00", "319620.00", "319620.00", "0.00"].map(amount).into(),
    });
    fleet.hours_elsewhere = vec![ElsewhereResult {
        group: CostGroup::Burst,
        option: OptionId::rent("neocloud"),
        useful_hours: ratio("50457.6"),
        share: Some(ratio("0.1")),
        fleet: None,
        which: ElsewhereHours::BeyondAccelerators {
            counts: Some((d("32"), d("32"))),
            availability: Availability::Always,
        },
    }];
    let mut hybrid = rented("hybrid.serve-at-home");
    hybrid.kind = OptionKind::Hybrid;
    hybrid.parts = vec![part(&OptionId::own("hgx"), &["chat"]), part(&OptionId::rent("neocloud"), &["tuning"])];
    comparison.options.push(hybrid);
    comparison.pairs.across_sides.push(pair("hybrid.serve-at-home", "rent.neocloud"));
    let workload = |name: &str, kind, load, unit: Option<&str>| WorkloadResult {
        label: None,
        name: name.to_owned(),
        owner: None,
        tags: Tags::new(),
        kind,
        load,
        output_unit: unit.map(ToOwned::to_owned),
        peak: (load != LoadJoining::Flexible).then(|| ratio("24")),
        mean: ratio("9.6"),
        useful_hours: ratio("252288"),
        spent_hours: if load == LoadJoining::Flexible { ratio("280320") } else { ratio("252288") },
        costs: comparison
            .options
            .iter()
            .map(|option| WorkloadCostResult {
                option: option.name.clone(),
                total: Some(Amount::new(option.total / Decimal::TWO, 2)),
                cost: Some(Amount::new(option.present_value / Decimal::TWO, 2)),
                per_unit: unit.map(|_| ratio("0.21")),
                per_run: None,
                per_million_tokens: None,
                allocation: CostAllocation::UsefulHours,
            })
            .collect(),
    };
    comparison.workloads = vec![
        workload("chat", "realtime_inference", LoadJoining::Clock, Some("1M tokens")),
        workload("tuning", "training", LoadJoining::Flexible, None),
    ];
    comparison
}

/// The staff of the owned option by year.
pub(super) fn view(basis: TimeBasis) -> View {
    let amounts = ["0", "190000", "190000", "190000"].map(amount).to_vec();
    let line = ViewLine {
        name: "staff".to_owned(),
        group: CostGroup::Operating,
        amounts: amounts.clone(),
        present_values: ["0", "181000", "166000", "152000"].map(amount).to_vec(),
        total: amount("570000"),
    };
    let option = ViewOption {
        name: OptionId::own("hgx"),
        lines: vec![line],
        totals: amounts,
        total: amount("570000"),
        loan: None,
    };
    let months = vec![0..=0, 1..=12, 13..=24, 25..=36];
    View { by: By::Year, basis, columns: vec![0, 1, 2, 3], dates: None, months, options: vec![option] }
}
