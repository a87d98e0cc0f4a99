//! Text and tables of a plan, shared by the formats for people.

use crate::amount::{Amount, Ratio};
use crate::analysis::plan::{Cost, CostOf, Mix, NodesAre, PairPlan, Plans, Tranche, TrancheKind};
use crate::analysis::statement::OptionResult;
use crate::number;
use crate::reasons;
use crate::report::figures;
use crate::report::page::{Cell, Table, TableRow};
use crate::scenario::rent::Meter;
use rust_decimal::Decimal;

/// The plan in sentences: what to own, to commit to and to leave on demand, and the savings.
pub(super) fn plan(others: &[PairPlan], pair: &PairPlan, close_call: Ratio) -> Vec<String> {
    let plan = &pair.plan;
    let mut sentences = vec![mixed(pair, plan)];
    let rented = cheapest(others, pair, |other| other.all_rent_best.as_ref());
    let owned = cheapest(others, pair, |other| other.all_own.as_ref());
    let against = [
        rented.map(|(other, mix)| (mix, format!("renting everything from {}", other.rent))),
        owned.map(|(other, mix)| (mix, format!("{} enough of {} for everything", having(other), other.own))),
    ];
    let lead = |present_value: Amount| {
        let saving = present_value - plan.present_value;
        let share = saving.checked_div(*present_value)?;
        (saving > Decimal::ZERO).then_some((saving, share))
    };
    let mut close = Vec::new();
    let mut savings = Vec::new();
    for (other, what) in against.into_iter().flatten() {
        let Some((saving, share)) = lead(other.present_value) else { continue };
        savings.push(format!("{} ({}) below {what}", saving.grouped(), figures::share(share)));
        if share < *close_call {
            close.push(what);
        }
    }
    let savings = if savings.is_empty() { String::new() } else { format!(": {}", savings.join(", ")) };
    sentences.push(format!("Present value {}{savings}.", plan.present_value.grouped()));
    for (option, amount) in [(&pair.own, &pair.base_case.own), (&pair.rent, &pair.base_case.rent)] {
        let is_close = |amount: &Amount| lead(*amount).is_some_and(|(_, share)| share < *close_call);
        if amount.as_ref().is_ok_and(is_close) {
            close.push(format!("{option} in the base case"));
        }
    }
    if !close.is_empty() {
        let margin = figures::rate(*close_call);
        sentences.push(format!("Too close to call: the lead over {} is below {margin}.", reasons::listed(&close)));
    }
    sentences.extend(cheapest_selling(others, pair).map(|(other, mix)| {
        let less = plan.present_value - mix.present_value;
        format!(
            "Selling costs less: {} Present value {}, {} ({}) below the plan, which keeps the owned nodes.",
            sold(pair, other, mix),
            mix.present_value.grouped(),
            less.grouped(),
            figures::share(less.checked_div(*plan.present_value).unwrap_or_default()),
        )
    }));
    sentences.extend(cheaper_in_base_case(pair).map(|(option, amount)| {
        let less = (plan.present_value - amount).grouped();
        format!(
            "{option} as written costs {}, {less} less: a plan only buys at month 0 and rents everything that its \
             nodes do not serve.",
            amount.grouped()
        )
    }));
    if !pair.cannot_win_because.is_empty() {
        sentences
            .push(format!("It can't be chosen: {}.", reasons::joined(&pair.cannot_win_because, reasons::cannot_win)));
    }
    if let Some(within) = &pair.within_power {
        let present_value = within.present_value.grouped();
        sentences.push(format!("Within the power of the site: {} Present value {present_value}.", mixed(pair, within)));
    }
    sentences
}

/// Sentence that the plan, or selling the owned nodes and renting everything, costs less than the winner; `None` if not.
pub(super) fn cheaper(plans: &Plans, pair: &PairPlan, winner: &OptionResult) -> Option<String> {
    let (what, present_value) = match cheapest_selling(&plans.pairs, pair) {
        Some((other, mix)) => (sold(pair, other, mix), mix.present_value),
        None => (mixed(pair, &pair.plan), pair.plan.present_value),
    };
    let saving = winner.present_value - present_value;
    let share = saving.checked_div(*winner.present_value);
    let close = share.filter(|share| *share < *plans.header.close_call).map_or("", |_| ", too close to call");
    let share = share.map(|share| format!(" ({})", figures::share(share)));
    (*saving > Decimal::ZERO).then(|| {
        format!(
            "Other numbers of nodes and commitments cost less than {}. {what} Present value {}, {}{} less{close}.",
            winner.name,
            present_value.grouped(),
            saving.grouped(),
            share.unwrap_or_default()
        )
    })
}

/// The cheapest mix that sells the owned nodes and rents everything, if it costs less than the plan; with its pair.
fn cheapest_selling<'p>(others: &'p [PairPlan], pair: &'p PairPlan) -> Option<(&'p PairPlan, &'p Mix)> {
    let selling = cheapest(others, pair, |other| other.selling.as_ref().map(|selling| &selling.mix));
    let is_less = |(_, mix): &(&PairPlan, &Mix)| mix.present_value < pair.plan.present_value;
    selling.filter(|_| pair.nodes_owned_already > 0).filter(is_less)
}

/// Sentence: sell the owned nodes, and rent everything from the option of another pair.
fn sold(pair: &PairPlan, other: &PairPlan, mix: &Mix) -> String {
    let already = counted(pair.nodes_owned_already, "node");
    let committed =
        committed(mix).map_or_else(String::new, |committed| format!(", with {committed} instances committed"));
    format!("Sell the {already} of {} that you own, and rent everything from {}{committed}.", pair.own, other.rent)
}

/// The cheapest mix of one kind, of this pair and of the eligible ones, with its pair.
fn cheapest<'p>(
    others: &'p [PairPlan],
    pair: &'p PairPlan,
    mix: impl Fn(&'p PairPlan) -> Option<&'p Mix>,
) -> Option<(&'p PairPlan, &'p Mix)> {
    let others = others.iter().filter(|other| other.cannot_win_because.is_empty());
    let of = |other: &'p PairPlan| Some((other, mix(other)?));
    // this pair comes first, so it wins a tie
    [pair].into_iter().chain(others).filter_map(of).min_by_key(|(_, mix)| mix.present_value)
}

/// An option that, as written, costs less than the plan, because it defers work or buys later, which plans do not. The
/// rented option is skipped if nodes are owned already: `cheapest_selling` covers it.
fn cheaper_in_base_case(pair: &PairPlan) -> Option<(&str, Amount)> {
    let rented = Some((&pair.rent, &pair.base_case.rent)).filter(|_| pair.nodes_owned_already == 0);
    let options = [(&pair.own, &pair.base_case.own)].into_iter().chain(rented);
    let amounts = options.filter_map(|(option, amount)| Some((option.as_str(), *amount.as_ref().ok()?)));
    amounts.filter(|(_, amount)| *amount < pair.plan.present_value).min_by_key(|(_, amount)| *amount)
}

/// Whether the plan's nodes serve everything.
fn serves_everything(pair: &PairPlan, mix: &Mix) -> bool {
    let owned = |cost: &Cost| cost.of == CostOf::Owned || cost.present_value.is_zero();
    *mix == pair.plan && mix.nodes + pair.nodes_owned_already > 0 && pair.costs.iter().all(owned)
}

/// Sentence about a mix: what it owns and rents.
pub(in crate::report) fn mixed(pair: &PairPlan, mix: &Mix) -> String {
    if pair.nodes_owned_already > 0 {
        return additional_nodes(pair, mix);
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
        (0, None) => format!("Rent everything from {}, without commitments.", pair.rent),
        (0, Some(committed)) => {
            format!("Rent everything from {}: commit to {committed} instances, and rent the rest {rest}.", pair.rent)
        }
        (nodes, committed) => {
            let nodes = format!("{} of {}", counted(nodes, "node"), pair.own);
            match committed {
                None => format!("{have} {nodes}, and rent the rest from {}, {rest}.", pair.rent),
                Some(committed) => {
                    format!(
                        "{have} {nodes}, commit to {committed} instances of {}, and rent the rest {rest}.",
                        pair.rent
                    )
                }
            }
        }
    }
}

/// Sentence about a mix with nodes that are owned already: what it buys in addition, and what it rents.
fn additional_nodes(pair: &PairPlan, mix: &Mix) -> String {
    let already = format!("the {} of {} that you own", counted(pair.nodes_owned_already, "node"), pair.own);
    let bought = match mix.nodes {
        0 => format!("Keep {already}, buy none"),
        nodes => format!("Buy {} in addition to {already}", counted(nodes, "node")),
    };
    if serves_everything(pair, mix) {
        return format!("{bought}; they serve everything.");
    }
    let rest = metered(pair);
    match committed(mix) {
        None => format!("{bought}, and rent the rest from {}, {rest}.", pair.rent),
        Some(committed) => {
            format!("{bought}, commit to {committed} instances of {}, and rent the rest {rest}.", pair.rent)
        }
    }
}

/// Gerund for nodes: `owning` or `leasing`.
fn having(pair: &PairPlan) -> &'static str {
    match pair.nodes_are {
        NodesAre::Bought => "owning",
        NodesAre::Leased => "leasing",
    }
}

/// Committed instances: `3 year and 2 two-years`; `None` without any.
fn committed(mix: &Mix) -> Option<String> {
    let committed = mix.commitments.iter().filter(|(_, count)| *count > 0);
    let committed: Vec<String> =
        committed.map(|(name, count)| format!("{} {name}", number::grouped(Decimal::from(*count), 0))).collect();
    (!committed.is_empty()).then(|| committed.join(" and "))
}

/// Tariffs of the rest: `on demand`, `dedicated by the month`.
fn metered(pair: &PairPlan) -> String {
    let meters: Vec<Meter> = pair.costs.iter().filter_map(|cost| cost.meter).collect();
    match meters.as_slice() {
        [] | [Meter::OnDemand] => "on demand".to_owned(),
        [Meter::Spot, Meter::OnDemand] => "on spot and on demand".to_owned(),
        [Meter::Dedicated] => "dedicated by the month".to_owned(),
        others => {
            let names: Vec<&str> = others.iter().map(|meter| meter.name()).collect();
            format!("at its prices ({})", names.join(", "))
        }
    }
}

fn counted(count: u32, noun: &str) -> String {
    let noun = if count == 1 { noun.to_owned() } else { format!("{noun}s") };
    format!("{} {noun}", number::grouped(Decimal::from(count), 0))
}

/// Table of the plan and the other mixes: nodes, commitments, present value.
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
        vec![mix("the plan", Some(&pair.plan)), mix("all rented, no commitments", pair.all_rent_on_demand.as_ref())];
    if !pair.plan.commitments.is_empty() {
        rows.push(mix("all rented, best commitments", pair.all_rent_best.as_ref()));
    }
    rows.push(mix("all owned", pair.all_own.as_ref()));
    for (name, amount) in [(&pair.own, &pair.base_case.own), (&pair.rent, &pair.base_case.rent)] {
        let amounts = match amount {
            Ok(present_value) => amounts(*present_value, pair, digits),
            Err(_) => [Cell::Absent, Cell::Absent],
        };
        rows.push(TableRow::plain(format!("{name}, base case"), nothing().chain(amounts)));
    }
    Table::new(heads, rows)
}

fn amounts(present_value: Amount, pair: &PairPlan, digits: u32) -> [Cell; 2] {
    [Cell::fixed(present_value, digits), more(present_value - pair.plan.present_value, digits)]
}

/// The amount above the cheapest; absent for the cheapest itself.
fn more(amount: Amount, digits: u32) -> Cell {
    Cell::amount(Some(amount).filter(|amount| !amount.is_zero()), digits)
}

/// Options that are not possible in the base case, and pairs without a plan.
pub(super) fn missing(plans: &Plans, pair: &PairPlan) -> Vec<String> {
    let options = [(&pair.own, &pair.base_case.own), (&pair.rent, &pair.base_case.rent)];
    let stated = options.into_iter().filter_map(|(name, stated)| {
        let because = reasons::impossible(stated.as_ref().err()?);
        Some(format!("{name} is not possible in the base case: {because}"))
    });
    stated.chain(not_planned(plans)).collect()
}

/// Pairs without a plan, each with the reason.
pub(super) fn not_planned(plans: &Plans) -> impl Iterator<Item = String> {
    plans.left_out.iter().map(|pair| {
        let because = reasons::not_planned(&pair.because);
        format!("{} with {} is not planned: {because}", pair.own, pair.rent)
    })
}

/// Table of the plan of every pair.
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
    let heads = ["nodes", "committed", "present value", "above the cheapest"];
    Table::new(heads, plans.pairs.iter().map(row).collect()).titled("Cheapest mix of each pair")
}

/// Table of the steps (nodes and committed instances), in busy hours and break-even hours per month.
pub(super) fn steps(plans: &Plans, pair: &PairPlan) -> Table {
    // more decimals for months with few hours
    let few = [(100, 1), (10, 2)].into_iter().find(|(hours, _)| plans.hours_per_month >= Decimal::from(*hours));
    let decimals = few.map_or(4, |(_, decimals)| decimals);
    let row = |tranche: &Tranche| {
        let planned = match (tranche.planned, &tranche.kind) {
            (true, TrancheKind::Nodes) => "owned",
            (true, TrancheKind::Committed(_)) => "committed",
            (false, _) => "no",
        };
        let never = tranche.break_even_hours.is_some_and(|hours| hours > plans.hours_per_month);
        let pays = if never { "never".into() } else { Cell::amount(tranche.break_even_hours, decimals) };
        TableRow::plain(step(tranche), [Cell::amount(tranche.busy_hours, decimals), pays, planned.into()])
    };
    let title = format!(
        "Steps, in hours per month (of {}): a unit pays off when its busy hours exceed its break-even hours",
        number::readable(plans.hours_per_month, 6)
    );
    Table::new(["busy", "break-even", "in the plan"], pair.tranches.iter().map(row).collect()).titled(title)
}

/// Notes that prevent misreading the steps.
pub(super) fn steps_notes(plans: &Plans, pair: &PairPlan) -> Vec<String> {
    let mut nodes = pair.tranches.iter().filter(|tranche| tranche.kind == TrancheKind::Nodes);
    let pays = |tranche: &Tranche| tranche.busy_hours > tranche.break_even_hours;
    let first_does_not = nodes.next().is_some_and(|first| !pays(first));
    let later_do = nodes.any(|tranche| pays(tranche) && !tranche.planned);
    let bears = "The first node carries the costs that do not depend on the size of the fleet";
    let bears = match (first_does_not, pair.plan.nodes) {
        // one node may be too small for a job
        (_, _) if !pair.large_jobs.is_empty() => None,
        (true, 0) if later_do => Some(format!("{bears}; the savings of later nodes do not offset them.")),
        (true, 1..) => Some(format!("{bears}.")),
        (_, _) => None,
    };
    let jobs = pair.large_jobs.iter().map(|job| {
        let nodes = counted(job.nodes, "node");
        format!(
            "A job of {} needs {nodes} at once, in addition to those that firm work holds: they only pay off together.",
            job.workload
        )
    });
    let jobs: Vec<String> = jobs.collect();
    let flexible = (!plans.flexible.is_empty())
        .then(|| format!("Flexible work ({}) fills the hours that firm work leaves idle.", plans.flexible.join(", ")));
    let drawn = pair.curve.as_ref().zip(flexible.as_ref()).map(|_| "The chart does not show it.".to_owned());
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

/// The parts of the plan's present value.
pub(super) fn costs(plans: &Plans, pair: &PairPlan) -> String {
    let part = |name: &str, amount| format!("{name} {}", number::grouped(amount, plans.header.minor_digits));
    let parts = pair.costs.iter().filter(|cost| !cost.present_value.is_zero());
    parts.map(|cost| part(&reasons::cost_of(&cost.of), *cost.present_value)).collect::<Vec<_>>().join(" · ")
}

/// The search range, and the inputs that were fixed.
pub(super) fn held(pair: &PairPlan) -> String {
    let count = |count: u32| number::grouped(Decimal::from(count), 0);
    let committed = if pair.plan.commitments.is_empty() {
        String::new()
    } else {
        format!(" and 0–{} of each commitment", count(pair.commitments_max))
    };
    let additional_nodes = match pair.nodes_owned_already {
        0 => String::new(),
        already => format!(" in addition to the {} owned already", count(already)),
    };
    format!(
        "0–{} nodes{additional_nodes}{committed}; none is cheaper. Nodes are bought at month 0; all other inputs are fixed",
        count(pair.nodes_max)
    )
}
