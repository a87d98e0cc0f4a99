//! A plan in words and rows, shared by the formats that people read.

use crate::amount::Amount;
use crate::analysis::plan::{Cost, CostOf, Mix, NodesAre, PairPlan, Plans, Tranche, TrancheKind};
use crate::analysis::statement::OptionStatement;
use crate::number;
use crate::reasons;
use crate::report::figures;
use crate::report::page::{Cell, Table, TableRow};
use crate::scenario::rent::Meter;
use rust_decimal::Decimal;

/// What to own, to commit to and to leave on demand, and what that saves.
pub(super) fn plan(others: &[PairPlan], pair: &PairPlan) -> Vec<String> {
    let plan = &pair.plan;
    let mut said = vec![mixed(pair, plan)];
    let rented = cheapest(others, pair, |other| other.all_rent_best.as_ref());
    let owned = cheapest(others, pair, |other| other.all_own.as_ref());
    let against = [
        rented.map(|(other, mix)| (mix, format!("renting everything from {}", other.rent))),
        owned.map(|(other, mix)| (mix, format!("{} enough of {} for all of it", having(other), other.own))),
    ];
    let savings = against.into_iter().flatten().filter_map(|(other, what)| {
        let saving = other.present_value - plan.present_value;
        let share = saving.checked_div(*other.present_value)?;
        (saving > Decimal::ZERO).then(|| format!("{} ({}) below {what}", saving.grouped(), figures::share(share)))
    });
    let savings: Vec<String> = savings.collect();
    let savings = if savings.is_empty() { String::new() } else { format!(": {}", savings.join(", ")) };
    said.push(format!("Present value {}{savings}.", plan.present_value.grouped()));
    said.extend(cheapest_selling(others, pair).map(|(other, mix)| {
        let less = plan.present_value - mix.present_value;
        format!(
            "Selling costs less: {} Present value {}, {} ({}) below the plan, which keeps what is owned.",
            sold(pair, other, mix),
            mix.present_value.grouped(),
            less.grouped(),
            figures::share(less.checked_div(*plan.present_value).unwrap_or_default()),
        )
    }));
    said.extend(cheaper_as_stated(pair).map(|(option, amount)| {
        let less = (plan.present_value - amount).grouped();
        format!(
            "{option} as the scenario states it costs {}, {less} less: a plan buys at month 0 alone and rents all that its nodes \
             do not serve.",
            amount.grouped()
        )
    }));
    if !pair.cannot_win_because.is_empty() {
        said.push(format!("It cannot be chosen: {}.", reasons::joined(&pair.cannot_win_because, reasons::cannot_win)));
    }
    if let Some(within) = &pair.within_power {
        let present_value = within.present_value.grouped();
        said.push(format!("With the power of the site: {} Present value {present_value}.", mixed(pair, within)));
    }
    said
}

/// That a plan, or renting everything in place of what is owned, costs less than the option that wins.
pub(super) fn cheaper(others: &[PairPlan], pair: &PairPlan, winner: &OptionStatement) -> Option<String> {
    let (what, present_value) = match cheapest_selling(others, pair) {
        Some((other, mix)) => (sold(pair, other, mix), mix.present_value),
        None => (mixed(pair, &pair.plan), pair.plan.present_value),
    };
    let saving = winner.present_value - present_value;
    let share = saving.checked_div(*winner.present_value).map(|share| format!(" ({})", figures::share(share)));
    (*saving > Decimal::ZERO).then(|| {
        format!(
            "With other counts of nodes and commitments the work costs less than {}. {what} Present value {}, {}{} less.",
            winner.name,
            present_value.grouped(),
            saving.grouped(),
            share.unwrap_or_default()
        )
    })
}

/// Everything rented, where that costs less than a plan that keeps what is owned already, with its pair.
fn cheapest_selling<'p>(others: &'p [PairPlan], pair: &'p PairPlan) -> Option<(&'p PairPlan, &'p Mix)> {
    let selling = cheapest(others, pair, |other| other.selling.as_ref().map(|selling| &selling.mix));
    let is_less = |(_, mix): &(&PairPlan, &Mix)| mix.present_value < pair.plan.present_value;
    selling.filter(|_| pair.nodes_owned_already > 0).filter(is_less)
}

/// What is owned sold, and what is rented from the option of a pair in its place.
fn sold(pair: &PairPlan, other: &PairPlan, mix: &Mix) -> String {
    let already = counted(pair.nodes_owned_already, "node");
    let committed = committed(mix).map_or_else(String::new, |committed| format!(", {committed} instances committed"));
    format!("Sell the {already} of {} that you own, and rent everything from {}{committed}.", pair.own, other.rent)
}

/// The cheapest of the mixes of one kind, of this pair and of those that may be chosen, with its pair.
fn cheapest<'p>(
    others: &'p [PairPlan],
    pair: &'p PairPlan,
    mix: impl Fn(&'p PairPlan) -> Option<&'p Mix>,
) -> Option<(&'p PairPlan, &'p Mix)> {
    let others = others.iter().filter(|other| other.cannot_win_because.is_empty());
    let of = |other: &'p PairPlan| Some((other, mix(other)?));
    // of equal ones it is this pair's
    [pair].into_iter().chain(others).filter_map(of).min_by_key(|(_, mix)| mix.present_value)
}

/// The option that costs less as the scenario states it: what waits, or is bought later, is no plan. Of renting in place of
/// what is owned already more is said elsewhere.
fn cheaper_as_stated(pair: &PairPlan) -> Option<(&str, Amount)> {
    let rented = Some((&pair.rent, &pair.stated.rent)).filter(|_| pair.nodes_owned_already == 0);
    let stated = [(&pair.own, &pair.stated.own)].into_iter().chain(rented);
    let stated = stated.filter_map(|(option, amount)| Some((option.as_str(), *amount.as_ref().ok()?)));
    stated.filter(|(_, amount)| *amount < pair.plan.present_value).min_by_key(|(_, amount)| *amount)
}

/// Whether the plan's nodes leave nothing to rent.
fn serves_everything(pair: &PairPlan, mix: &Mix) -> bool {
    let owned = |cost: &Cost| cost.of == CostOf::Owned || cost.present_value.is_zero();
    *mix == pair.plan && mix.nodes + pair.nodes_owned_already > 0 && pair.costs.iter().all(owned)
}

/// What a mix owns and rents.
pub(in crate::report) fn mixed(pair: &PairPlan, mix: &Mix) -> String {
    if pair.nodes_owned_already > 0 {
        return beside(pair, mix);
    }
    let have = match pair.nodes_are {
        NodesAre::Bought => "Own",
        NodesAre::Leased => "Lease",
    };
    if serves_everything(pair, mix) {
        let serves = if mix.nodes == 1 { "it serves" } else { "they serve" };
        return format!("{have} {} of {}; {serves} everything.", counted(mix.nodes, "node"), pair.own);
    }
    let committed = committed(mix);
    let rest = metered(pair);
    match (mix.nodes, committed) {
        (0, None) => format!("Rent everything from {}, by its prices without commitments.", pair.rent),
        (0, Some(committed)) => {
            format!("Rent everything from {}: commit to {committed} instances, and leave the rest {rest}.", pair.rent)
        }
        (nodes, committed) => {
            let nodes = format!("{} of {}", counted(nodes, "node"), pair.own);
            match committed {
                None => format!("{have} {nodes}, and rent what they do not serve from {}, {rest}.", pair.rent),
                Some(committed) => {
                    format!(
                        "{have} {nodes}, commit to {committed} instances of {}, and leave the rest {rest}.",
                        pair.rent
                    )
                }
            }
        }
    }
}

/// What is bought beside nodes that are owned already.
fn beside(pair: &PairPlan, mix: &Mix) -> String {
    let already = format!("the {} of {} that you own", counted(pair.nodes_owned_already, "node"), pair.own);
    let bought = match mix.nodes {
        0 => format!("Keep {already}, buy none"),
        nodes => format!("Buy {} beside {already}", counted(nodes, "node")),
    };
    if serves_everything(pair, mix) {
        return format!("{bought}; nothing is left to rent.");
    }
    let rest = metered(pair);
    match committed(mix) {
        None => format!("{bought}, and rent what they do not serve from {}, {rest}.", pair.rent),
        Some(committed) => {
            format!("{bought}, commit to {committed} instances of {}, and leave the rest {rest}.", pair.rent)
        }
    }
}

/// What a plan does with nodes: owning, or leasing.
fn having(pair: &PairPlan) -> &'static str {
    match pair.nodes_are {
        NodesAre::Bought => "owning",
        NodesAre::Leased => "leasing",
    }
}

/// The instances that a mix commits to; none where it commits to none.
fn committed(mix: &Mix) -> Option<String> {
    let committed = mix.commitments.iter().filter(|(_, count)| *count > 0);
    let committed: Vec<String> =
        committed.map(|(name, count)| format!("{} {name}", number::grouped(Decimal::from(*count), 0))).collect();
    (!committed.is_empty()).then(|| committed.join(" and "))
}

/// By which prices the rest is rented.
fn metered(pair: &PairPlan) -> String {
    let meters: Vec<Meter> = pair.costs.iter().filter_map(|cost| cost.meter).collect();
    match meters.as_slice() {
        [] | [Meter::OnDemand] => "on demand".to_owned(),
        [Meter::Spot, Meter::OnDemand] => "on spot and on demand".to_owned(),
        [Meter::Dedicated] => "dedicated by the month".to_owned(),
        others => {
            let names: Vec<&str> = others.iter().map(|meter| meter.name()).collect();
            format!("by its prices ({})", names.join(", "))
        }
    }
}

fn counted(count: u32, noun: &str) -> String {
    let noun = if count == 1 { noun.to_owned() } else { format!("{noun}s") };
    format!("{} {noun}", number::grouped(Decimal::from(count), 0))
}

/// The plan and what stands beside it: nodes, each commitment, and what they come to.
pub(super) fn mixes(plans: &Plans, pair: &PairPlan) -> Table {
    let digits = plans.header.minor_digits;
    let commitments = || pair.plan.commitments.iter().map(|(name, _)| name.clone());
    let heads = std::iter::once("nodes".to_owned()).chain(commitments());
    let heads = heads.chain(["present value", "above the plan"].map(str::to_owned));
    let nothing = || std::iter::repeat_n(Cell::Absent, commitments().count() + 1);
    let mix = |label: &str, mix: Option<&Mix>| {
        let Some(mix) = mix else { return TableRow::plain(label, nothing().chain([Cell::Absent, Cell::Absent])) };
        let counts = std::iter::once(mix.nodes).chain(mix.commitments.iter().map(|(_, count)| *count));
        TableRow::plain(
            label,
            counts.map(|count| Cell::fixed(count, 0)).chain(amounts(mix.present_value, pair, digits)),
        )
    };
    let mut rows =
        vec![mix("the plan", Some(&pair.plan)), mix("rented, uncommitted", pair.all_rent_on_demand.as_ref())];
    if !pair.plan.commitments.is_empty() {
        rows.push(mix("rented, best commitments", pair.all_rent_best.as_ref()));
    }
    rows.push(mix("owned, for all of it", pair.all_own.as_ref()));
    for (name, stated) in [(&pair.own, &pair.stated.own), (&pair.rent, &pair.stated.rent)] {
        let amounts = match stated {
            Ok(present_value) => amounts(*present_value, pair, digits),
            Err(_) => [Cell::Absent, Cell::Absent],
        };
        rows.push(TableRow::plain(format!("{name} as stated"), nothing().chain(amounts)));
    }
    Table::new(heads, rows)
}

fn amounts(present_value: Amount, pair: &PairPlan, digits: u32) -> [Cell; 2] {
    [Cell::fixed(present_value, digits), more(present_value - pair.plan.present_value, digits)]
}

/// What is above the least; absent of the least itself.
fn more(amount: Amount, digits: u32) -> Cell {
    Cell::amount(Some(amount).filter(|amount| !amount.is_zero()), digits)
}

/// What is not possible as the scenario states it, and pairs that are not planned.
pub(super) fn missing(plans: &Plans, pair: &PairPlan) -> Vec<String> {
    let stated = [(&pair.own, &pair.stated.own), (&pair.rent, &pair.stated.rent)];
    let stated = stated.into_iter().filter_map(|(name, stated)| {
        let because = reasons::impossible(stated.as_ref().err()?);
        Some(format!("{name} as stated is not possible: {because}"))
    });
    stated.chain(not_planned(plans)).collect()
}

/// Pairs that are not planned, each with the reason.
pub(super) fn not_planned(plans: &Plans) -> impl Iterator<Item = String> {
    plans.left_out.iter().map(|pair| {
        let because = reasons::not_planned(&pair.because);
        format!("{} with {} is not planned: {because}", pair.own, pair.rent)
    })
}

/// The plan of every pair.
pub(super) fn pairs(plans: &Plans) -> Table {
    let least = plans.foremost().map(|pair| pair.plan.present_value);
    let digits = plans.header.minor_digits;
    let row = |pair: &PairPlan| {
        let committed: u32 = pair.plan.commitments.iter().map(|(_, count)| count).sum();
        let committed = (!pair.plan.commitments.is_empty()).then(|| Cell::fixed(committed, 0));
        let cells = [
            Cell::fixed(pair.plan.nodes, 0),
            committed.into(),
            Cell::fixed(pair.plan.present_value, digits),
            least.map(|least| more(pair.plan.present_value - least, digits)).into(),
        ];
        TableRow::plain(format!("{} + {}", pair.own, pair.rent), cells)
    };
    let heads = ["nodes", "committed", "present value", "above the least"];
    Table::new(heads, plans.pairs.iter().map(row).collect()).titled("The cheapest mix of every pair")
}

/// The steps of nodes and commitments with their hours a month.
pub(super) fn steps(plans: &Plans, pair: &PairPlan) -> Table {
    // hours that tell steps apart, of however few a month has
    let few = [(100, 1), (10, 2)].into_iter().find(|(hours, _)| plans.hours_per_month >= Decimal::from(*hours));
    let decimals = few.map_or(4, |(_, decimals)| decimals);
    let row = |tranche: &Tranche| {
        let planned = match (tranche.planned, &tranche.kind) {
            (true, TrancheKind::Nodes) => "owned",
            (true, TrancheKind::Committed(_)) => "committed",
            (false, _) => "no",
        };
        // no month has so many hours
        let never = tranche.break_even_hours.is_some_and(|hours| hours > plans.hours_per_month);
        let pays = if never { "never".into() } else { Cell::amount(tranche.break_even_hours, decimals) };
        TableRow::plain(step(tranche), [Cell::amount(tranche.busy_hours, decimals), pays, planned.into()])
    };
    let title = format!(
        "Steps, in hours a month (of {}): beside the rest of the plan a unit pays if it is busy for more hours than it pays from",
        number::readable(plans.hours_per_month, 6)
    );
    Table::new(["busy", "pays from", "in the plan"], pair.tranches.iter().map(row).collect()).titled(title)
}

/// What keeps a reader from misreading the steps.
pub(super) fn steps_notes(plans: &Plans, pair: &PairPlan) -> Vec<String> {
    let mut nodes = pair.tranches.iter().filter(|tranche| tranche.kind == TrancheKind::Nodes);
    let pays = |tranche: &Tranche| tranche.busy_hours > tranche.break_even_hours;
    let first_does_not = nodes.next().is_some_and(|first| !pays(first));
    let later_do = nodes.any(|tranche| pays(tranche) && !tranche.planned);
    let bears = "The first node bears what a fleet of any size costs";
    let bears = match (first_does_not, pair.plan.nodes) {
        // what the first node does not save may be the work of a job that it is too small for
        (_, _) if !pair.large_jobs.is_empty() => None,
        (true, 0) if later_do => Some(format!("{bears}; what later nodes save does not make up for it.")),
        (true, 1..) => Some(format!("{bears}.")),
        (_, _) => None,
    };
    let jobs = pair.large_jobs.iter().map(|job| {
        let nodes = counted(job.nodes, "node");
        format!(
            "A job of {} takes {nodes} at once, beside what firm work holds, and runs on no fewer: these pay off together.",
            job.workload
        )
    });
    let jobs: Vec<String> = jobs.collect();
    let flexible = (!plans.flexible.is_empty())
        .then(|| format!("Flexible work ({}) fills hours that firm work leaves.", plans.flexible.join(", ")));
    let drawn = pair.curve.as_ref().zip(flexible.as_ref()).map(|_| "The drawing does not show it.".to_owned());
    let flexible = flexible.map(|said| [Some(said), drawn].into_iter().flatten().collect::<Vec<_>>().join(" "));
    bears.into_iter().chain(jobs).chain(flexible).collect()
}

fn step(tranche: &Tranche) -> String {
    let unit = match &tranche.kind {
        TrancheKind::Nodes => "node".to_owned(),
        TrancheKind::Committed(name) => format!("{name} instance"),
    };
    let count = |count: u32| number::grouped(Decimal::from(count), 0);
    if tranche.first == tranche.last {
        format!("{unit} {}", count(tranche.first))
    } else {
        format!("{unit}s {}–{}", count(tranche.first), count(tranche.last))
    }
}

/// What the plan's present value is made of.
pub(super) fn costs(plans: &Plans, pair: &PairPlan) -> String {
    let part = |name: &str, amount| format!("{name} {}", number::grouped(amount, plans.header.minor_digits));
    let parts = pair.costs.iter().filter(|cost| !cost.present_value.is_zero());
    parts.map(|cost| part(&reasons::cost_of(&cost.of), *cost.present_value)).collect::<Vec<_>>().join(" · ")
}

/// What was held and what was looked at.
pub(super) fn held(pair: &PairPlan) -> String {
    let count = |count: u32| number::grouped(Decimal::from(count), 0);
    let committed = if pair.plan.commitments.is_empty() {
        String::new()
    } else {
        format!(", of each commitment up to {}", count(pair.commitments_max))
    };
    let beside = match pair.nodes_owned_already {
        0 => String::new(),
        already => format!(" beside the {} that are owned already", count(already)),
    };
    format!(
        "everything the scenario states but these counts; nodes are bought at month 0. None of the mixes of up to {}{beside}{committed} costs less",
        counted(pair.nodes_max, "node")
    )
}
