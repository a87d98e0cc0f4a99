//! Independent model of spot cost: a discount on the list price of each month, until the first step of the price path of spot
//! itself.

use super::percent;
use crate::generated::cases;
use crate::support::{answered, option};
use proptest::prelude::*;

/// Hours per month; an instance works in each of them.
const HOURS: u32 = 100;

/// Changes of a list price.
#[derive(Clone, Debug)]
enum List {
    Stays,
    EachYear(i32),
    EachMonth(i32),
    Path(Vec<(u32, u32)>),
}

#[derive(Clone, Debug)]
struct Case {
    horizon: u32,
    list: u32,
    moves: List,
    discount: u32,
    /// Months and prices of the spot price path.
    own: Vec<(u32, u32)>,
    /// Share of the work on spot; the rest is on demand.
    share: u32,
    euro_change: i32,
}

/// Steps of a path, each some months after the previous one.
fn path() -> impl Strategy<Value = Vec<(u32, u32)>> {
    prop::collection::vec((1..10_u32, 1..60_u32), 1..4).prop_map(|steps| {
        let mut month = 1;
        let step = |(later, price): (u32, u32)| {
            month += later;
            (month, price)
        };
        steps.into_iter().map(step).collect()
    })
}

fn drawn() -> impl Strategy<Value = Case> {
    let moves = prop_oneof![
        Just(List::Stays),
        (-40..80_i32).prop_map(List::EachYear),
        (-8..8_i32).prop_map(List::EachMonth),
        path().prop_map(List::Path),
    ];
    let own = prop_oneof![Just(Vec::new()), path()];
    (1..50_u32, 1..90_u32, moves, 0..100_u32, own, 0..=100_u32, -20..20_i32).prop_map(
        |(horizon, list, moves, discount, own, share, euro_change)| {
            let within = |path: Vec<(u32, u32)>| path.into_iter().filter(|(month, _)| *month <= horizon).collect();
            let moves = match moves {
                List::Path(path) => List::Path(within(path)),
                List::Stays | List::EachYear(_) | List::EachMonth(_) => moves,
            };
            Case { horizon, list, moves, discount, own: within(own), share, euro_change }
        },
    )
}

/// Price of a path in a month, if it has one by then.
fn reached(path: &[(u32, u32)], month: u32) -> Option<f64> {
    path.iter().rfind(|(first, _)| *first <= month).map(|(_, price)| f64::from(*price))
}

impl Case {
    fn list_price(&self, month: u32) -> f64 {
        let today = f64::from(self.list);
        match &self.moves {
            List::Stays => today,
            List::EachYear(change) => today * percent(100 + change).powi(((month - 1) / 12).cast_signed()),
            List::EachMonth(change) => today * percent(100 + change).powi((month - 1).cast_signed()),
            List::Path(path) => reached(path, month).unwrap_or(today),
        }
    }

    fn spot_price(&self, month: u32) -> f64 {
        let discounted = self.list_price(month) * percent(100 - self.discount.cast_signed());
        reached(&self.own, month).unwrap_or(discounted)
    }

    /// Cost of spot and of on-demand use over the horizon.
    fn costs(&self) -> (f64, f64) {
        let euro = |month: u32| percent(100 + self.euro_change).powi(((month - 1) / 12).cast_signed());
        let share = percent(self.share.cast_signed());
        let sum = |price: &dyn Fn(u32) -> f64| -> f64 {
            (1..=self.horizon).map(|month| f64::from(HOURS) * euro(month) * price(month)).sum()
        };
        (share * sum(&|month| self.spot_price(month)), (1.0 - share) * sum(&|month| self.list_price(month)))
    }

    fn text(&self) -> String {
        let steps = |path: &[(u32, u32)]| {
            let step = |(month, price): &(u32, u32)| format!("{{ month: {month}, per_instance_hour: {price} EUR }}");
            format!("price_path: [{}]", path.iter().map(step).collect::<Vec<_>>().join(", "))
        };
        let moves = match &self.moves {
            List::Stays => String::new(),
            List::EachYear(change) => format!("    price_change_per_year: {change}%\n"),
            List::EachMonth(change) => format!("    price_change_per_month: {change}%\n"),
            List::Path(path) if path.is_empty() => String::new(),
            List::Path(path) => format!("    {}\n", steps(path)),
        };
        let own = if self.own.is_empty() { String::new() } else { format!(", {}", steps(&self.own)) };
        format!(
            "\
name: Drawn
currency: USD
exchange_rates: {{ EUR: {{ rate: 1, change_per_year: {}% }} }}
horizon_months: {}
hours_per_month: {HOURS}
discount_rate: 0%
demand: {{ workloads: {{ t: {{ kind: training, accelerator_hours_per_month: {HOURS}, accelerators: 1 }} }} }}
rent:
  cloud:
    accelerators_per_instance: 1
    on_demand_per_instance_hour: {} EUR
{moves}    spot: {{ discount: {}%, share: {}%{own} }}
",
            self.euro_change, self.horizon, self.list, self.discount, self.share,
        )
    }
}

proptest! {
    #![proptest_config(cases(100))]

    #[test]
    fn a_spot_discount_applies_to_the_list_price_of_each_month(case in drawn()) {
        let answer = answered(&case.text());
        let cloud = option(&answer, "rent.cloud");
        let (spot, on_demand) = case.costs();
        for (name, expected) in [("spot", spot), ("on-demand", on_demand)] {
            let line = cloud.lines.iter().find(|line| line.name == name).unwrap();
            let found: f64 = line.total.to_string().parse().unwrap();
            let near = (found - expected).abs() <= 0.006 + expected.abs() * 1e-9;
            prop_assert!(near, "{name}: {found} instead of {expected}\n{}", case.text());
        }
    }
}
