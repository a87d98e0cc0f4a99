//! Random scenarios with most keys of the language, as a tree that tests change and write as YAML.

pub mod dates;
pub mod jobs;
mod strategies;
pub mod workloads;

pub use strategies::{Generated, cases, numbered, scenarios, short_scenarios, workload_scenarios};

use rust_decimal::Decimal;
use std::fmt::Write;

/// Random decisions for a scenario: a list of numbers. Shrinking leads to zeros, which give the simplest scenario.
#[derive(Debug)]
pub struct Dice<'a> {
    rolls: &'a [u16],
    next: usize,
}

impl<'a> Dice<'a> {
    pub fn new(rolls: &'a [u16]) -> Dice<'a> {
        Dice { rolls, next: 0 }
    }

    /// A number below `sides`.
    pub fn below(&mut self, sides: u32) -> u32 {
        let roll = self.rolls.get(self.next).copied().unwrap_or_default();
        self.next += 1;
        u32::from(roll) % sides
    }

    /// True with probability 1/`sides`; false if the roll is zero.
    fn rarely(&mut self, sides: u32) -> bool {
        self.below(sides) == sides - 1
    }

    fn one_of<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        texts[self.below(u32::try_from(texts.len()).unwrap()) as usize]
    }
}

/// A scenario, or a part of one.
#[derive(Clone, Debug)]
pub enum Tree {
    /// Keys of the language.
    Part(Vec<(String, Tree)>),
    /// Names that the author chose; reports keep their order.
    Named(Vec<(String, Tree)>),
    /// Values in order.
    List(Vec<Tree>),
    /// An amount or a price, with its currency if that is not the scenario's.
    Money(Decimal, Option<&'static str>),
    /// An exchange rate.
    Rate(Decimal),
    /// Any other value.
    Scalar(String),
}

impl Tree {
    fn entries(&self) -> &[(String, Tree)] {
        match self {
            Tree::Part(entries) | Tree::Named(entries) => entries,
            Tree::List(_) | Tree::Money(..) | Tree::Rate(_) | Tree::Scalar(_) => &[],
        }
    }

    pub fn get(&self, key: &str) -> Option<&Tree> {
        self.entries().iter().find(|(name, _)| name == key).map(|(_, value)| value)
    }

    /// Every key of a part or a list of names.
    pub fn names(&self) -> Vec<&str> {
        self.entries().iter().map(|(name, _)| name.as_str()).collect()
    }

    pub fn text(&self) -> Option<&str> {
        match self {
            Tree::Scalar(text) => Some(text),
            Tree::Part(_) | Tree::Named(_) | Tree::List(_) | Tree::Money(..) | Tree::Rate(_) => None,
        }
    }

    /// Purchases in a list that were ordered before the decision.
    pub fn owned_already(&self) -> Vec<&Tree> {
        let Tree::List(purchases) = self else { return Vec::new() };
        let month = |purchase: &Tree| purchase.get("month").and_then(Tree::text).map(str::to_owned);
        purchases.iter().filter(|purchase| month(purchase).is_some_and(|month| month.starts_with('-'))).collect()
    }

    pub fn into_entries(self) -> Vec<(String, Tree)> {
        match self {
            Tree::Part(entries) | Tree::Named(entries) => entries,
            Tree::List(_) | Tree::Money(..) | Tree::Rate(_) | Tree::Scalar(_) => Vec::new(),
        }
    }

    /// Entries of a part or of a list of names, to change.
    pub fn entries_mut(&mut self) -> &mut Vec<(String, Tree)> {
        match self {
            Tree::Part(entries) | Tree::Named(entries) => entries,
            Tree::List(_) | Tree::Money(..) | Tree::Rate(_) | Tree::Scalar(_) => panic!("{self:?} has no entries"),
        }
    }

    /// Sets the value of a key.
    pub fn put(&mut self, key: &str, value: Tree) {
        self.remove(key);
        self.entries_mut().push((key.to_owned(), value));
    }

    /// Removes a key.
    pub fn remove(&mut self, key: &str) {
        self.entries_mut().retain(|(name, _)| name != key);
    }

    /// Multiplies every amount of this part.
    pub fn multiply_money(&mut self, by: Decimal) {
        match self {
            Tree::Money(amount, _) => *amount *= by,
            Tree::Part(entries) | Tree::Named(entries) => {
                for (_, value) in entries {
                    value.multiply_money(by);
                }
            }
            Tree::List(items) => items.iter_mut().for_each(|item| item.multiply_money(by)),
            Tree::Scalar(_) | Tree::Rate(_) => {}
        }
    }

    /// Converts the scenario to another reporting currency, of which `by` units equal one unit of the former: amounts without
    /// a currency code, and exchange rates.
    pub fn report_in_units_of(&mut self, by: Decimal) {
        match self {
            Tree::Money(amount, None) | Tree::Rate(amount) => *amount *= by,
            Tree::Part(entries) | Tree::Named(entries) => {
                for (_, value) in entries {
                    value.report_in_units_of(by);
                }
            }
            Tree::List(items) => items.iter_mut().for_each(|item| item.report_in_units_of(by)),
            Tree::Scalar(_) | Tree::Money(_, Some(_)) => {}
        }
    }

    /// Removes the currency codes of amounts.
    pub fn forget_currencies(&mut self) {
        match self {
            Tree::Money(_, code) => *code = None,
            Tree::Part(entries) | Tree::Named(entries) => {
                for (_, value) in entries {
                    value.forget_currencies();
                }
            }
            Tree::List(items) => items.iter_mut().for_each(Tree::forget_currencies),
            Tree::Scalar(_) | Tree::Rate(_) => {}
        }
    }

    /// The value at a path.
    pub fn at(&mut self, path: &[&str]) -> Option<&mut Tree> {
        let Some((key, rest)) = path.split_first() else {
            return Some(self);
        };
        match self {
            Tree::Part(entries) | Tree::Named(entries) => entries.iter_mut().find(|(name, _)| name == key)?.1.at(rest),
            Tree::List(_) | Tree::Money(..) | Tree::Rate(_) | Tree::Scalar(_) => None,
        }
    }

    /// Shuffles the keys of every part; names keep their order.
    pub fn reorder(&mut self, dice: &mut Dice<'_>) {
        match self {
            Tree::Part(entries) => {
                for end in (1..entries.len()).rev() {
                    entries.swap(end, dice.below(u32::try_from(end).unwrap() + 1) as usize);
                }
                for (_, value) in entries {
                    value.reorder(dice);
                }
            }
            Tree::Named(entries) => entries.iter_mut().for_each(|(_, value)| value.reorder(dice)),
            Tree::List(items) => items.iter_mut().for_each(|item| item.reorder(dice)),
            Tree::Money(..) | Tree::Rate(_) | Tree::Scalar(_) => {}
        }
    }

    /// The tree as YAML, with a comment on every line that can have one.
    pub fn yaml(&self, comment: &str) -> String {
        let mut text = String::new();
        self.block(0, comment, &mut text);
        text
    }

    fn block(&self, depth: usize, comment: &str, text: &mut String) {
        for (key, value) in self.entries() {
            let indent = "  ".repeat(depth);
            if value.entries().is_empty() {
                writeln!(text, "{indent}{key}: {}{comment}", value.flow()).unwrap();
            } else {
                writeln!(text, "{indent}{key}:{comment}").unwrap();
                value.block(depth + 1, comment, text);
            }
        }
    }

    fn flow(&self) -> String {
        match self {
            Tree::Part(entries) | Tree::Named(entries) => {
                let entries: Vec<String> =
                    entries.iter().map(|(key, value)| format!("{key}: {}", value.flow())).collect();
                format!("{{ {} }}", entries.join(", "))
            }
            Tree::List(items) => format!("[{}]", items.iter().map(Tree::flow).collect::<Vec<_>>().join(", ")),
            Tree::Money(amount, None) | Tree::Rate(amount) => amount.to_string(),
            Tree::Money(amount, Some(code)) => format!("{amount} {code}"),
            Tree::Scalar(text) => text.clone(),
        }
    }
}

#[expect(clippy::needless_pass_by_value, reason = "numbers and texts are written alike")]
pub fn scalar(value: impl ToString) -> Tree {
    Tree::Scalar(value.to_string())
}

/// A part under construction.
#[derive(Default)]
struct Part(Vec<(String, Tree)>);

impl Part {
    fn with(mut self, key: &str, value: Tree) -> Part {
        self.0.push((key.to_owned(), value));
        self
    }

    fn maybe(self, key: &str, value: Option<Tree>) -> Part {
        match value {
            Some(value) => self.with(key, value),
            None => self,
        }
    }

    fn without(mut self, key: &str) -> Part {
        self.0.retain(|(name, _)| name != key);
        self
    }

    fn part(self) -> Tree {
        Tree::Part(self.0)
    }

    fn named(self) -> Option<Tree> {
        (!self.0.is_empty()).then_some(Tree::Named(self.0))
    }
}

/// Random amount of up to `most` units, with cents, sometimes in another currency.
fn money(dice: &mut Dice<'_>, most: u32) -> Tree {
    let roll = dice.below(60_000);
    let cents = i64::from(roll) * i64::from(most) / 600;
    let code = match roll % 7 {
        5 => Some("EUR"),
        6 => Some("CHF"),
        _ => None,
    };
    Tree::Money(Decimal::new(cents + 1, 2), code)
}

/// Exchange rates of the currencies of amounts; one of them changes each year.
fn exchange_rates(dice: &mut Dice<'_>) -> Tree {
    let moving = Part::default()
        .with("rate", Tree::Rate(Decimal::new(113, 2)))
        .with("change_per_year", scalar(dice.one_of(&["0%", "-12%", "30%"])));
    Part::default().with("EUR", moving.part()).with("CHF", Tree::Rate(Decimal::new(125, 2))).part()
}

fn share(dice: &mut Dice<'_>, texts: &[&str]) -> Option<Tree> {
    dice.rarely(3).then(|| scalar(dice.one_of(texts)))
}

const CHANGES: &[&str] = &["-10%", "4%", "25%", "100%", "-50%"];
const SHARES: &[&str] = &["10%", "0.5", "33.3%", "100%"];

/// Random valid scenario.
pub fn scenario(dice: &mut Dice<'_>) -> Tree {
    let horizon = 24 - dice.below(23) + dice.below(2) * 14;
    let rents: Vec<String> = (0..=dice.below(3)).map(|at| format!("cloud-{at}")).collect();
    let demand = Part::default()
        .with("accelerators", scalar(dice.one_of(&["8", "20", "3.5", "12.25", "64"])))
        .with("utilization", scalar(dice.one_of(&["50%", "65%", "0.08", "100%", "1%"])))
        .maybe("growth_per_year", share(dice, CHANGES))
        .with("unit", Part::default().with("name", scalar("run")).with("per_accelerator_hour", scalar("9.5")).part());
    let mut named_rents = Part::default();
    for (at, name) in rents.iter().enumerate() {
        named_rents = named_rents.with(name, rent(dice, at == 0, horizon));
    }
    let mut owned = Part::default();
    for at in 0..=dice.below(2) {
        owned = owned.with(&format!("fleet-{at}"), own(dice, horizon, &rents));
    }
    Part::default()
        .with("name", scalar("Made at random"))
        .with("currency", scalar(dice.one_of(&["USD", "JPY", "KWD"])))
        .with("exchange_rates", exchange_rates(dice))
        .with("horizon_months", scalar(horizon))
        .maybe("hours_per_month", dice.rarely(2).then(|| scalar("100.5")))
        .with("discount_rate", scalar(dice.one_of(&["0%", "9%", "21%", "0.07"])))
        .maybe("cost_of_delay_per_month", dice.rarely(2).then(|| money(dice, 900)))
        .maybe("budget", budget(dice))
        .with("demand", demand.part())
        .maybe("flows", share(dice, &["year_end", "mid_year"]))
        .maybe("start", share(dice, &["2027-01", "2027-05", "2031-12"]))
        .maybe("financing", share(dice, &["inside"]))
        .maybe("tax", dice.rarely(3).then(|| tax(dice)))
        .maybe("indirect_tax", share(dice, &["19%", "7%"]))
        .with("own", Tree::Named(owned.0))
        .with("rent", Tree::Named(named_rents.0))
        .part()
}

/// Random tax on profits, with straight-line depreciation, a schedule or yearly shares.
fn tax(dice: &mut Dice<'_>) -> Tree {
    let methods = ["straight_line", "macrs_3_year", "macrs_5_year"];
    let part = Part::default().with("rate", scalar(dice.one_of(&["25%", "0%", "40%"])));
    let part = match dice.below(4) {
        3 => part.with("depreciation", Tree::List(["50%", "30%", "20%"].map(scalar).into())),
        method => {
            let part = part.with("depreciation", scalar(methods[method as usize]));
            part.maybe("depreciation_months", (method == 0).then(|| scalar(1 + dice.below(40))))
        }
    };
    part.maybe("first_year_share", share(dice, SHARES)).maybe("settled", share(dice, &["month", "year"])).part()
}

/// Random rented option. The first one is on demand, so that others can burst to its commitments.
fn rent(dice: &mut Dice<'_>, first: bool, horizon: u32) -> Tree {
    let tariff = if first { dice.below(2) } else { dice.below(5) };
    let key = [
        "on_demand_per_instance_hour",
        "on_demand_per_accelerator_hour",
        "dedicated_per_instance_month",
        "dedicated_per_accelerator_month",
        "price_per_unit",
    ][tariff as usize];
    let most = [40, 5, 9_000, 1_200, 2][tariff as usize];
    let mut part = Part::default().with(key, money(dice, most)).maybe("discount", share(dice, &["12%", "0.4"]));
    if let Some((key, moves)) = price_move(dice, tariff as usize, most, horizon) {
        part = part.with(key, moves);
    }
    if tariff < 4 {
        part = part
            .with("accelerators_per_instance", scalar(dice.one_of(&["8", "1", "4", "16"])))
            .maybe("relative_throughput", share(dice, &["0.6", "2", "1.37"]))
            .maybe("power_kw", share(dice, &["10.2"]));
        if part.0.iter().any(|(key, _)| key == "power_kw") {
            part = part.with("pue", scalar("1.1"));
        }
    }
    if (2..4).contains(&tariff) {
        let term = 1 + dice.below(15);
        part = part.maybe("minimum_term_months", dice.rarely(2).then(|| scalar(term)));
    }
    if tariff < 2 {
        let mut commitments = Part::default();
        for at in 0..dice.below(3) {
            commitments = commitments.with(&format!("term-{at}"), commitment(dice, horizon));
        }
        part = part
            .maybe("scaling", dice.rarely(4).then(|| scalar("always_on")))
            .maybe("idle_overhead", share(dice, &["8%", "50%"]))
            .maybe("commitments", commitments.named());
    }
    let mut lines = Part::default();
    for at in 0..dice.below(3) {
        lines = lines.with(&format!("line-{at}"), operating(dice, &RENTED_BASES, horizon));
    }
    part.maybe("operating", lines.named()).maybe("one_off", one_offs(dice, horizon)).part()
}

/// Random change of the price of a tariff: a key with its value, if any.
fn price_move(dice: &mut Dice<'_>, tariff: usize, most: u32, horizon: u32) -> Option<(&'static str, Tree)> {
    let measure =
        ["per_instance_hour", "per_accelerator_hour", "per_instance_month", "per_accelerator_month", "per_unit"]
            [tariff];
    match dice.below(6) {
        0 | 1 => share(dice, CHANGES).map(|change| ("price_change_per_year", change)),
        2 if horizon > 3 => {
            let first = 2 + dice.below(horizon / 2);
            let months = [first, first + 1 + dice.below(9)];
            let step =
                |month: u32| Part::default().with("month", scalar(month)).with(measure, money(dice, most)).part();
            Some(("price_path", Tree::List(months.map(step).into())))
        }
        3 => dice.rarely(3).then(|| ("price_change_per_month", scalar(dice.one_of(&["-2%", "1.5%"])))),
        _ => None,
    }
}

fn commitment(dice: &mut Dice<'_>, horizon: u32) -> Tree {
    let price = match dice.below(3) {
        0 => ("discount", scalar(dice.one_of(&["45%", "0.1"]))),
        1 => ("per_instance_hour", money(dice, 20)),
        _ => ("per_accelerator_hour", money(dice, 3)),
    };
    Part::default()
        .with("instances", scalar(dice.below(4)))
        .with(price.0, price.1)
        .with("term_months", scalar(1 + dice.below(36)))
        .maybe("starts_month", dice.rarely(3).then(|| scalar(1 + horizon / 2)))
        .maybe("upfront", share(dice, SHARES))
        .maybe("renew", dice.rarely(2).then(|| scalar("true")))
        .part()
}

fn one_offs(dice: &mut Dice<'_>, horizon: u32) -> Option<Tree> {
    match dice.below(4) {
        0 | 1 => None,
        2 => Part::default().with("migration", money(dice, 30_000)).named(),
        _ => {
            let month = dice.below(horizon + 1);
            let dated = Part::default().with("amount", money(dice, 9_000)).with("month", scalar(month));
            Part::default().with("removal", dated.part()).named()
        }
    }
}

/// Cost bases of operating lines, by their numbers in `operating`: for rented options, for owned options, and for owned options
/// without bursts.
const RENTED_BASES: [u32; 9] = [0, 1, 2, 3, 4, 5, 6, 7, 12];
const OWNED_BASES: [u32; 13] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
const BASES_WITHOUT_BURST: [u32; 12] = [0, 1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12];

/// Random operating line with one of the bases.
fn operating(dice: &mut Dice<'_>, bases: &[u32], horizon: u32) -> Tree {
    let part = Part::default();
    let part = match bases[dice.below(u32::try_from(bases.len()).unwrap()) as usize] {
        0 => part.with("per_month", money(dice, 900)),
        1 => part.with("per_year", money(dice, 9_000)),
        2 => part.with("fte", scalar("0.4")).with("per_fte_year", money(dice, 90_000)),
        3 => part.with("per_useful_hour", money(dice, 2)),
        4 => part.with("share_of_bill", scalar("3%")),
        5 => part.with("stored_tb", scalar("12.5")).with("per_tb_month", money(dice, 30)),
        6 => part.with("transferred_tb_per_month", scalar("7")).with("per_tb", money(dice, 90)),
        7 => {
            let tier = |dice: &mut Dice<'_>| Part::default().with("per_tb", money(dice, 90));
            let below = tier(dice).with("up_to_tb", scalar("10")).part();
            let tiers = Tree::List(vec![below, tier(dice).part()]);
            part.with("transferred_tb_per_month", scalar("30")).with("tiers", tiers)
        }
        8 => part.with("per_node_month", money(dice, 300)),
        9 => part.with("per_accelerator_month", money(dice, 30)),
        10 => part.with("per_kw_month", money(dice, 200)),
        11 => part.with("share_of_capital_per_year", scalar("5%")),
        _ => part.with("million_requests_per_month", scalar("40")).with("per_million_requests", money(dice, 3)),
    };
    let starts = dice.rarely(3).then(|| 1 + dice.below(horizon));
    let ends = dice.rarely(3).then(|| starts.unwrap_or(1) + dice.below(horizon));
    part.maybe("growth_per_year", share(dice, CHANGES))
        .maybe("starts_month", starts.map(scalar))
        .maybe("ends_month", ends.map(scalar))
        .part()
}

fn own(dice: &mut Dice<'_>, horizon: u32, rents: &[String]) -> Tree {
    let lead = if horizon > 3 { dice.below(horizon / 2) } else { 0 };
    let life = 1 + dice.below(40);
    let first = u32::from(dice.rarely(4) && lead + 2 < horizon);
    let rented = |dice: &mut Dice<'_>| {
        let at = dice.below(u32::try_from(rents.len()).unwrap() + 1) as usize;
        rents.get(at).map_or("wait", String::as_str)
    };
    let node = Part::default()
        .with("accelerators", scalar(dice.one_of(&["8", "1", "4"])))
        .with("price", money(dice, 30_000))
        .maybe("discount", share(dice, &["6%", "0.25"]))
        .with("power_kw", scalar("10.2"))
        .maybe("idle_power_kw", share(dice, &["2.4", "0"]))
        .maybe("nameplate_kw", share(dice, &["11", "10.2"]));
    let (fleet, sized) = match dice.below(3) {
        0 => (Some(("nodes", scalar(dice.below(6)))), false),
        1 => {
            let purchase = |month: u32, nodes: u32| {
                Part::default().with("month", scalar(month)).with("nodes", scalar(nodes)).part()
            };
            let later = purchase(first + dice.below(horizon), dice.below(4));
            let already = (lead + life > 1 && dice.rarely(2)).then(|| owned_already(dice, lead + life - 1));
            let purchases = already.into_iter().chain([purchase(first, 1 + dice.below(3)), later]);
            (Some(("purchases", Tree::List(purchases.collect()))), false)
        }
        _ => (None, true),
    };
    let late = lead > 0 || fleet.as_ref().is_some_and(|(key, _)| *key == "purchases" && first > 0);
    let mut part = Part::default().with("node", node.part());
    if let Some((key, value)) = fleet {
        part = part.with(key, value);
    }
    let burst = (!sized || dice.rarely(2)).then(|| rented(dice));
    let bases: &[u32] = if burst.is_some_and(|name| name != "wait") { &OWNED_BASES } else { &BASES_WITHOUT_BURST };
    let part = part
        .maybe("spare_nodes", dice.rarely(3).then(|| scalar("1")))
        .maybe("availability", share(dice, &["97%", "0.5"]))
        .maybe("relative_throughput", share(dice, &["0.7", "1.5"]))
        .with("lead_time_months", scalar(lead))
        .maybe("until_delivery", late.then(|| scalar(rented(dice))))
        .maybe("burst_to", burst.map(scalar))
        .maybe("payment", share(dice, SHARES).map(|share| Part::default().with("order", share).part()))
        .with("useful_life_months", scalar(life));
    let part = match dice.below(3) {
        0 => part,
        1 => part.with("residual_value", scalar(dice.one_of(SHARES))),
        _ => part.with("market_values", Tree::List(vec![scalar("65%"), scalar("0.4")])),
    };
    let mut lines = Part::default();
    for at in 0..dice.below(4) {
        lines = lines.with(&format!("line-{at}"), operating(dice, bases, horizon));
    }
    part.maybe("value_at_horizon", dice.rarely(2).then(|| scalar(dice.one_of(&["residual", "none"]))))
        .maybe("replacement_price_change_per_year", share(dice, CHANGES))
        .with("pue", scalar("1.3"))
        .with("electricity_per_kwh", money(dice, 1))
        .maybe("electricity_growth_per_year", share(dice, CHANGES))
        .maybe("capital", capital(dice))
        .maybe("operating", lines.named())
        .maybe("one_off", one_offs(dice, horizon))
        .part()
}

/// Random servers that were ordered at most `most` months before the decision.
fn owned_already(dice: &mut Dice<'_>, most: u32) -> Tree {
    Part::default()
        .with("month", scalar(format!("-{}", 1 + dice.below(most))))
        .with("nodes", scalar(1 + dice.below(3)))
        .with("worth", money(dice, 20_000))
        .maybe("tax_book_value", dice.rarely(2).then(|| money(dice, 15_000)))
        .part()
}

fn capital(dice: &mut Dice<'_>) -> Option<Tree> {
    let part = Part::default();
    let part = match dice.below(7) {
        0 | 1 => return None,
        2 => part.with("per_node", money(dice, 9_000)),
        3 => part.with("count", scalar("4")).with("price", money(dice, 3_000)),
        4 => part.with("amount", money(dice, 30_000)),
        5 => part.with("per_kw", money(dice, 3_000)),
        _ => part.with("share_of_nodes", scalar("1.5%")),
    };
    let life = 1 + dice.below(50);
    let part = part
        .maybe("useful_life_months", dice.rarely(2).then(|| scalar(life)))
        .maybe("residual_value", share(dice, SHARES));
    Part::default().with("network", part.part()).named()
}

/// Random budget: one amount, or amounts for parts.
fn budget(dice: &mut Dice<'_>) -> Option<Tree> {
    match dice.below(6) {
        0 | 1 => Some(money(dice, 90_000)),
        2 => Some(
            Part::default()
                .maybe("per_year", dice.rarely(2).then(|| money(dice, 40_000)))
                .maybe("capital", dice.rarely(2).then(|| money(dice, 60_000)))
                .with("operating", money(dice, 60_000))
                .part(),
        ),
        _ => None,
    }
}
