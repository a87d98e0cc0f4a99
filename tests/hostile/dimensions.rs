//! Scenarios that are large in one dimension each: the maximum number of options, workloads, levels, months, lines or uncertain
//! inputs of a file. Every command that computes runs on each of them.

use super::MOST_MEMORY;
use super::child::{Ended, run};
use std::fmt::Write;
use std::time::Duration;

/// File name of a trace, and a function that returns its text.
type Trace = (&'static str, fn() -> String);

/// Scenario that is large in one dimension.
pub struct Dimension {
    pub name: &'static str,
    pub text: fn() -> String,
    /// Trace in the folder of the scenario.
    pub trace: Option<Trace>,
}

/// CPU time limit per command. Each search has a work budget of about two seconds in a release build, and thirty seconds in a
/// test build.
const MOST_SEARCH_TIME: Duration = Duration::from_secs(120);

/// Memory limit per command and dimension; some dimensions need more than others.
fn most_memory(name: &str) -> u64 {
    match name {
        "purchases" | "price-path" | "levels" => 300 << 20,
        _ => MOST_MEMORY,
    }
}

/// Commands that run on each dimension.
pub const COMMANDS: [&[&str]; 8] =
    [&["compare"], &["check"], &["flip"], &["sensitivity"], &["plan"], &["rate"], &["explain", "verdict"], &["report"]];

const DEMAND: &str = "demand: { accelerators: 8, utilization: 65% }\n";

/// Scenario with a horizon, a demand, and further YAML lines for its owned and its rented option.
fn scenario(months: u32, demand: &str, own: &str, rent: &str) -> String {
    format!("{}own:\n{}rent:\n{}", head(months, demand), owned("hgx", own), rented("aws", rent))
}

fn head(months: u32, demand: &str) -> String {
    format!("name: x\ncurrency: USD\nhorizon_months: {months}\ndiscount_rate: 9%\n{demand}")
}

fn owned(name: &str, more: &str) -> String {
    format!(
        "  {name}:\n    node: {{ price: 289_000, accelerators: 8, power_kw: 10.2 }}\n    burst_to: aws\n    \
         useful_life_months: 60\n    pue: 1.3\n    electricity_per_kwh: 0.094\n{more}"
    )
}

fn rented(name: &str, more: &str) -> String {
    format!("  {name}:\n    accelerators_per_instance: 8\n    on_demand_per_accelerator_hour: 6.88\n{more}")
}

/// Concatenates `count` texts, each from its index.
fn each(count: u32, written: impl Fn(u32) -> String) -> String {
    (0..count).fold(String::new(), |mut all, at| {
        write!(all, "{}", written(at)).expect("writing to a String never fails");
        all
    })
}

fn workloads(count: u32, written: impl Fn(u32) -> String) -> String {
    format!("demand:\n  workloads:\n{}", each(count, |at| format!("    w{at}: {{ {} }}\n", written(at))))
}

/// Load profile of a day or a week with `slots` different shares.
fn profile(slots: u32, at: u32) -> String {
    let share = |slot: u32| (at * 7 + slot * 13) % 990 + 1;
    let shares: Vec<String> = (1..slots).map(|slot| format!("{}.{}%", share(slot) / 10, share(slot) % 10)).collect();
    format!("[{}, 100%]", shares.join(", "))
}

macro_rules! dimensions {
    ($( $name:literal $(, $trace:literal = $levels:expr)? => $text:expr; )*) => {
        pub const DIMENSIONS: &[Dimension] = &[$( Dimension {
            name: $name,
            text: || $text,
            #[allow(unused_mut, unused_assignments, reason = "most have none")]
            trace: { let mut trace: Option<Trace> = None; $( trace = Some(($trace, $levels)); )? trace },
        }, )*];
    };
}

dimensions! {
    "options" => {
        let own = each(22, |at| owned(&format!("o{at}"), "    nodes: 1\n"));
        let rent = each(22, |at| rented(&format!("r{at}"), &format!("    discount: {at}%\n")));
        format!("{}own:\n{own}rent:\n{}{rent}", head(36, DEMAND), rented("aws", ""))
    };
    "owned-options" => {
        let own = each(64, |at| owned(&format!("o{at}"), &format!("    residual_value: {at}%\n    nodes: 1\n")));
        format!("{}own:\n{own}rent:\n{}", head(36, DEMAND), rented("aws", ""))
    };
    "rented-options" => {
        let rent = each(63, |at| rented(&format!("r{at}"), &format!("    discount: {at}%\n")));
        format!("{}own:\n{}rent:\n{}{rent}", head(36, DEMAND), owned("hgx", "    nodes: 1\n"), rented("aws", ""))
    };
    // 64 loads of one level with unequal shares have 65 levels together; with different growth, thousands
    "unequal-shares" => scenario(36, &workloads(64, |at| {
        format!("kind: notebooks, accelerators: 1, utilization: {}%, growth_per_year: {}%", at + 5, at % 3)
    }), "    nodes: 2\n", "");
    // each load doubles the number of levels: 18 loads are refused, 17 are answered
    "independent-loads" => scenario(36, &workloads(17, |at| {
        format!("kind: notebooks, accelerators: {}.{:03}, utilization: {}%", 27 + at * 3, at * 71, at + 5)
    }), "    nodes: 2\n", "");
    "sizes" => scenario(36, &workloads(64, |at| {
        format!("kind: notebooks, accelerators: {}, utilization: {}%, growth_per_year: {}%", at + 1, at + 5, at % 2)
    }), "    nodes: 9\n", "");
    "days" => scenario(36, &workloads(64, |at| {
        format!("kind: realtime_inference, peak_accelerators: {}, headroom: 10%, profile: {}", at + 1, profile(24, at))
    }), "    nodes: 9\n", "");
    "weeks" => scenario(60, &workloads(64, |at| {
        format!("kind: realtime_inference, peak_accelerators: {}, growth_per_year: 7%, profile: {}", at + 1, profile(168, at))
    }), "    nodes: 9\n", "");
    // the figures are built for each combination
    "whole-numbers" => {
        let load = |at| format!("kind: realtime_inference, peak_accelerators: {}, growth_per_year: 7%, profile: {}", at + 1, profile(168, at));
        let uncertain = "uncertainty:\n  own.hgx.nodes: { low: 8, high: 11 }\n  own.hgx.useful_life_months: { low: 57, high: 60 }\n";
        scenario(60, &workloads(64, load), "    nodes: 9\n", "") + uncertain
    };
    "jobs" => scenario(36, &workloads(64, |at| {
        format!("kind: training, accelerator_hours_per_month: {}, accelerators: {}, stalled_share: {}%", 300 + at, at % 8 + 1, at % 9)
    }), "    nodes: 9\n", "");
    "starts" => scenario(360, &workloads(64, |at| {
        format!("kind: notebooks, accelerators: 2, utilization: {}%, starts_month: {}", at + 5, at * 5 + 1)
    }), "    nodes: 9\n", "");
    // with 100,000 levels, the limit of a trace, `report` needs 230 MB
    "levels", "levels.csv" = || levels(60_000) => {
        let load = "demand: { workloads: { chat: { kind: realtime_inference, trace: levels.csv, growth_per_year: 10% } } }\n";
        scenario(36, load, "    nodes: 9\n", "")
    };
    "joint-levels", "levels.csv" = || levels(1_000) => {
        let load = |at| format!("kind: realtime_inference, trace: levels.csv, growth_per_year: {at}%");
        scenario(36, &workloads(2, load), "    nodes: 2\n", "")
    };
    "months" => scenario(
        360,
        "demand: { accelerators: 8, utilization: 65%, growth_per_year: 3% }\n",
        "    nodes: 1\n    replacement_price_change_per_year: -3%\n    electricity_growth_per_year: 2%\n",
        "    price_change_per_year: -1%\n",
    );
    "commitments" => scenario(36, DEMAND, "    nodes: 1\n", &format!("    commitments:\n{}", each(255, |at| {
        format!("      c{at}: {{ instances: 1, discount: {}%, term_months: {}, renew: true }}\n", at % 50, at % 36 + 1)
    })));
    "lines" => scenario(36, DEMAND, &format!("    nodes: 1\n    operating:\n{}", each(250, |at| {
        format!("      l{at}: {{ per_node_month: {}, growth_per_year: {}% }}\n", at + 1, at % 5)
    })), &format!("    operating:\n{}", each(250, |at| format!("      l{at}: {{ per_month: {} }}\n", at + 1))));
    "lines-together" => {
        let lines = |key: &str| format!("    operating:\n{}", each(120, |at| {
            format!("      l{at}: {{ {key}: {}, growth_per_year: {}% }}\n", at + 1, at % 5)
        }));
        let own = each(8, |at| owned(&format!("o{at}"), &format!("    nodes: 1\n{}", lines("per_node_month"))));
        let rent = each(8, |at| rented(&format!("r{at}"), &lines("per_month")));
        format!("{}own:\n{own}rent:\n{}{rent}", head(360, DEMAND), rented("aws", ""))
    };
    "capital" => scenario(36, DEMAND, &format!("    nodes: 1\n    capital:\n{}", each(240, |at| {
        format!("      l{at}: {{ amount: {}000, useful_life_months: {}, residual_value: 5% }}\n", at + 1, at % 30 + 5)
    })), "");
    "one-offs" => scenario(36, DEMAND, &format!("    nodes: 1\n    one_off:\n{}", each(240, |at| {
        format!("      l{at}: {{ amount: {}000, month: {} }}\n", at + 1, at % 36)
    })), "");
    "purchases" => scenario(360, DEMAND, &format!(
        "    purchases: [{}]\n    residual_value: 5%\n",
        each(100, |at| format!("{{ month: {}, nodes: 1 }}, ", at * 3))
    ), "");
    "price-path" => scenario(360, DEMAND, "    nodes: 1\n", &format!(
        "    price_path: [{}]\n",
        each(298, |at| format!("{{ month: {}, per_accelerator_hour: 6.{at} }}, ", at + 2))
    ));
    "tiers" => scenario(36, DEMAND, "    nodes: 1\n", &format!(
        "    operating: {{ egress: {{ transferred_tb_per_month: 5000, tiers: [{}{{ per_tb: 1 }}] }} }}\n",
        each(800, |at| format!("{{ up_to_tb: {}, per_tb: {} }}, ", at + 1, 900 - at))
    ));
    "cases" => {
        let moved = |case: u32| each(50, |at| format!("own.hgx.operating.l{at}.per_month: {}, ", at + case));
        uncertain("cases", &each(16, |case| format!("  c{case}: {{ {} }}\n", moved(case))))
    };
    // forty mutually correlated numbers are the limit
    "correlations" => uncertain("uncertainty", &each(200, |at| {
        let others = if at < 40 { each(at, |other| format!("own.hgx.operating.l{other}.per_month: 0.1, ")) } else { String::new() };
        let with = if others.is_empty() { others } else { format!(", correlation: {{ {others} }}") };
        format!("  own.hgx.operating.l{at}.per_month: {{ low: {at}, high: {}{with} }}\n", at * 200 + 100)
    }));
    "tags" => {
        let tags = |many: u32, at: u32| each(many, |tag| format!("t{tag}: v{}, ", (at + tag) % 64));
        let loads = workloads(64, |at| format!("kind: notebooks, accelerators: 2, utilization: 50%, tags: {{ {} }}", tags(32, at)));
        format!("{}tags: {{ {} }}\n", scenario(36, &loads, "    nodes: 9\n", ""), tags(32, 0))
    };
    "currencies" => {
        let codes = "AED AUD BRL CAD CHF CLP CNY COP CZK DKK EGP EUR GBP HKD HUF IDR ILS INR JPY KRW MXN MYR NOK NZD PEN PHP PLN \
                     RON SAR SEK SGD THB";
        let codes: Vec<&str> = codes.split(' ').collect();
        let code = |at: u32| codes[at as usize];
        let rates = each(32, |at| format!("  {}: {{ rate: 1.{at:02}, change_per_year: {}% }}\n", code(at), at % 7));
        let lines = each(240, |at| format!("      l{at}: {{ per_month: {at} {} }}\n", code(at % 32)));
        format!("{}exchange_rates:\n{rates}", scenario(36, DEMAND, &format!("    nodes: 1\n    operating:\n{lines}"), ""))
    };
    "uncertain" => uncertain("uncertainty", &each(200, |at| {
        format!("  own.hgx.operating.l{at}.per_month: {{ low: {at}, high: {} }}\n", at * 200 + 100)
    }));
}

/// Trace with `count` different levels.
fn levels(count: u32) -> String {
    let rows = each(count, |at| format!("{}.{:02},1\n", (at + 1) / 100, (at + 1) % 100));
    format!("accelerators,hours\n{rows}")
}

/// Scenario with many cost lines, and `entries` for them under a key.
fn uncertain(key: &str, entries: &str) -> String {
    let lines = each(200, |at| format!("      l{at}: {{ per_month: {}00 }}\n", at + 1));
    format!("{}{key}:\n{entries}", scenario(36, DEMAND, &format!("    nodes: 1\n    operating:\n{lines}"), ""))
}

/// Violations by a command: it must give a result or an error, within its limits.
pub fn violations(name: &str, command: &[&str], ended: &Ended) -> Vec<String> {
    let errors = &ended.errors;
    let mut violations = Vec::new();
    if !matches!(ended.status, Some(0..=2)) || errors.contains("panicked") {
        violations.push(format!("ends with {:?}", ended.status));
    }
    // a check may have findings; every other command needs a result
    if ended.status == Some(2) && !errors.contains("error") {
        violations.push("gives no reason for its missing result".to_owned());
    }
    if ended.processor >= MOST_SEARCH_TIME {
        violations.push(format!("takes {:?}", ended.processor));
    }
    if ended.memory >= most_memory(name) {
        violations.push(format!("takes {} MiB", ended.memory >> 20));
    }
    violations.iter().map(|violation| format!("{} {name} {violation}: {:.300}", command.join(" "), errors)).collect()
}

/// Runs a command on a file.
pub fn run_command(folder: &std::path::Path, file: &str, command: &[&str]) -> Ended {
    let (name, more) = command.split_first().expect("a command has a name");
    run(folder, &[&[*name, file], more].concat())
}
