//! Text of a timing with rental prices that walk.

use super::words::{headline, options};
use crate::amount::Amount;
use crate::analysis::timing::{Alternative, ExpectedCost, OrderRule, Outlook, SignalPrice, Timing};
use crate::number;
use crate::reasons::listed;
use crate::report::figures;
use crate::report::page::{Cell, LineOf, Section};
use rust_decimal::Decimal;

/// Columns of the expected cost in data.
pub(super) const COLUMNS: [&str; 4] = ["expected", "standard_error", "p10", "p90"];

/// Expected cost of the month at an index, in whole units of the currency; none if no price walks.
pub(super) fn cell(timing: &Timing, at: usize) -> Option<Cell> {
    let cost = timing.outlook.as_ref()?.months.get(at)?;
    Some(Cell::amount(cost.map(|cost| cost.mean), 0))
}

/// Cells of [`COLUMNS`] for the month at an index; none if no price walks.
pub(super) fn data(timing: &Timing, at: usize) -> impl Iterator<Item = Cell> {
    let cost = timing.outlook.as_ref().and_then(|outlook| outlook.months.get(at));
    let figures: [fn(ExpectedCost) -> Amount; 4] = [|c| c.mean, |c| c.standard_error, |c| c.p10, |c| c.p90];
    let digits = timing.header.minor_digits;
    cost.into_iter().flat_map(move |cost| figures.map(|figure| Cell::amount(cost.map(figure), digits)))
}

/// Expected cost by month of ordering, for a chart.
pub(super) fn line(timing: &Timing) -> Option<LineOf> {
    let outlook = timing.outlook.as_ref()?;
    let amounts = outlook.months.iter().map(|cost| cost.map(|cost| cost.mean.into()));
    Some(LineOf { name: format!("{}, expected", options(timing)), amounts: amounts.collect() })
}

/// The rule, if it saves anything; otherwise the best choice of today.
pub(super) fn answer(timing: &Timing) -> Option<String> {
    let outlook = timing.outlook.as_ref()?;
    let today = today(timing, outlook)?;
    let rule = outlook.rule.as_ref();
    Some(match rule.and_then(|rule| Some((rule, significant_saving(rule)?))) {
        Some((rule, saving)) => format!(
            "If prices move as simulated, {}: {} less on average than the best choice of today, {today}.",
            order_rule(timing, rule),
            headline(&timing.header.currency, saving)
        ),
        None => {
            format!("If prices move as simulated, the best choice on average is {today}; deciding later saves nothing.")
        }
    })
}

/// The saving of a rule if it is more than chance: above twice its standard error.
fn significant_saving(rule: &OrderRule) -> Option<Amount> {
    let error = Decimal::from(rule.saving_standard_error?);
    rule.saving.filter(|saving| Decimal::from(*saving) > Decimal::TWO * error)
}

/// `ordering now`, `ordering in month 12`, `renting rent.cloud`.
fn today(timing: &Timing, outlook: &Outlook) -> Option<String> {
    Some(match outlook.best_fixed.as_ref()? {
        Alternative::Order { month: 0 } => "ordering now".to_owned(),
        Alternative::Order { month } => format!("ordering in {}", timing.header.dated(*month)),
        Alternative::Never { option } => format!("renting {option}"),
    })
}

/// The expected costs and the rule.
pub(super) fn section(timing: &Timing) -> Option<Section> {
    let outlook = timing.outlook.as_ref()?;
    let names: Vec<String> = outlook
        .walks
        .iter()
        .map(|walk| format!("{} (volatility {} a year)", walk.option, figures::share(*walk.volatility_per_year)))
        .collect();
    let draws = number::grouped(Decimal::from(outlook.sampling.draws), 0);
    let mut says = vec![format!(
        "{draws} simulations of the price of {}, seed {}; ± is the 95 % confidence of a mean",
        listed(&names),
        outlook.sampling.seed
    )];
    let fixed = today(timing, outlook).zip(outlook.best_expected);
    says.extend(fixed.map(|(choice, cost)| format!("best choice of today: {choice}, {}", mean(timing, cost))));
    if let Some(rule) = &outlook.rule {
        says.push(format!("best rule: {}, {}", rule_in_words(timing, rule), mean(timing, rule.expected)));
        says.extend(orders(rule));
        let saving = rule.saving.filter(|saving| !saving.round_dp(timing.header.minor_digits).is_zero());
        says.extend(saving.zip(rule.saving_standard_error).map(|(saving, error)| {
            let (verb, amount) = if saving < Decimal::ZERO { ("costs", -saving) } else { ("saves", saving) };
            let more = if saving < Decimal::ZERO { " more" } else { "" };
            format!(
                "against the best choice of today, the rule {verb} {}{more} on average (±{})",
                headline(&timing.header.currency, amount),
                figures::rounded(confidence(error))
            )
        }));
    }
    if !outlook.followers.is_empty() {
        says.push(format!("simulated with them: {}", listed(&outlook.followers)));
    }
    Section::detail("Outlook", says)
}

/// `USD 1.42 m on average (±1.2 k)`; `USD 1.42 m` if it is the same in all simulations.
fn mean(timing: &Timing, cost: ExpectedCost) -> String {
    let mean = headline(&timing.header.currency, cost.mean);
    let error = confidence(cost.standard_error);
    if error.round_dp(timing.header.minor_digits).is_zero() {
        mean
    } else {
        format!("{mean} on average (±{})", figures::rounded(error))
    }
}

/// Half the width of the interval that contains the mean with a probability of 95 %.
fn confidence(standard_error: Amount) -> Decimal {
    Decimal::new(196, 2) * Decimal::from(standard_error)
}

/// `order own.lab when rent.cloud is above 3.40 USD/accelerator-h`, and the last month.
fn order_rule(timing: &Timing, rule: &OrderRule) -> String {
    let share = figures::share(*rule.above);
    let above = match &rule.price {
        Some(SignalPrice { today, unit }) => {
            let price = number::readable(*today * *rule.above, 3);
            format!("{price} {unit} ({share} of today's price)")
        }
        None => format!("{share} of today's price"),
    };
    let until = timing.header.dated(rule.until_month);
    format!("order {} when the list price of {} is above {above}, until {until}", options(timing), rule.signal)
}

/// A rule in words.
fn rule_in_words(timing: &Timing, rule: &OrderRule) -> String {
    let rent = format!("rent {} on demand", rule.otherwise);
    match rule.mean_month {
        None => rent,
        Some(month) if month.is_zero() && *rule.orders == Decimal::ONE => format!("order {} now", options(timing)),
        Some(_) => format!("{}; otherwise {rent}", order_rule(timing, rule)),
    }
}

/// How often and when a rule orders; none if it never does, or always now.
fn orders(rule: &OrderRule) -> Option<String> {
    let month = rule.mean_month.filter(|month| !month.is_zero())?;
    let share = figures::share(*rule.orders);
    Some(format!("the rule orders in {share} of simulations, on average in month {}", number::readable(*month, 2)))
}
