//! Answers to the questions of `rackrent new`, parsed with the bounds and error messages of scenarios.

use super::place::Site;
use super::service::SizedService;
use super::typed;
use crate::catalog::{Accelerator, Kinds, Rental, accelerators, kinds, rentals, servers};
use crate::number;
use crate::scenario::quantities::{Pieces, PricePerNode, Share, TaxRate};
use crate::scenario::quantity::{Money, Quantity, QuantityProblem};
use crate::scenario::{CalendarMonth, nearest};
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;
use std::sync::LazyLock;

/// Currency of an amount at any place, because every scenario has its exchange rate.
const USD: &str = "USD";

/// Answers that fill a template.
#[derive(Clone, Debug)]
pub struct Answers {
    /// Accelerator.
    pub accelerator: &'static Accelerator,
    /// Number of accelerators.
    pub count: u32,
    /// Utilization.
    pub utilization: Decimal,
    /// Place.
    pub place: &'static Site,
    /// Price of a server in a quote, with its currency if it is not the place's.
    pub price: Option<(Decimal, Option<String>)>,
    /// Name of the scenario, if given.
    pub name: Option<String>,
    /// Dates and taxes.
    pub terms: Terms,
    /// Service of a model, from which number and utilization follow; none for a template without its placeholders.
    pub service: Option<SizedService>,
}

/// Dates and taxes of a scenario; a key without an answer is omitted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Terms {
    /// First month.
    pub start: Option<CalendarMonth>,
    /// Rate of the tax on profits.
    pub tax: Option<Decimal>,
    /// Rate of a tax on invoices that is not recovered.
    pub vat: Option<Decimal>,
}

/// Question of `rackrent new`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Accelerator.
    Accelerator,
    /// Number of accelerators.
    Count,
    /// Utilization.
    Utilization,
    /// Place.
    Place,
    /// Price of a server in a quote.
    Price,
    /// First month.
    Start,
    /// Tax on profits.
    Tax,
    /// Tax on invoices.
    Vat,
    /// Name of the scenario.
    Name,
}

impl Question {
    /// All questions.
    pub const ALL: [Question; 9] = [
        Question::Accelerator,
        Question::Count,
        Question::Utilization,
        Question::Place,
        Question::Price,
        Question::Start,
        Question::Tax,
        Question::Vat,
        Question::Name,
    ];

    /// Answers that differ in this question only, over its whole range.
    pub(super) fn others(self, answers: &Answers) -> Vec<Answers> {
        let with = |change: &dyn Fn(&mut Answers)| {
            let mut other = answers.clone();
            change(&mut other);
            other
        };
        match self {
            Question::Accelerator => offered().into_iter().map(|one| with(&|other| other.accelerator = one)).collect(),
            Question::Count => [1, 10, 1_000].map(|count| with(&|other| other.count = count)).into(),
            Question::Utilization => {
                [Decimal::new(1, 2), Decimal::ONE].map(|share| with(&|other| other.utilization = share)).into()
            }
            Question::Place => Site::all().iter().map(|place| with(&|other| other.place = place)).collect(),
            Question::Price => vec![with(&|other| other.price = Some((Decimal::ONE, None)))],
            Question::Start => vec![with(&|other| other.terms.start = CalendarMonth::new(2000, 1))],
            Question::Tax => vec![with(&|other| other.terms.tax = Some(Decimal::ONE))],
            Question::Vat => vec![with(&|other| other.terms.vat = Some(Decimal::ONE))],
            Question::Name => vec![with(&|other| other.name = Some("another".to_owned()))],
        }
    }
}

/// Accelerator that a text names, and other possible ones.
#[derive(Clone, Debug)]
pub struct ChosenAccelerator {
    /// Chosen accelerator: one with server prices in the catalog before others.
    pub accelerator: &'static Accelerator,
    /// Other accelerators with this name.
    pub others: Vec<&'static Accelerator>,
}

/// Every accelerator of the catalog with the on-demand offers that rent whole ones, from sound sources: offers that name only
/// this accelerator, or else those that may name it.
static OFFERS: LazyLock<Vec<(&'static Accelerator, Vec<&'static Rental>)>> = LazyLock::new(|| {
    let is_whole = |row: &&Rental| row.accelerators.is_integer() && !row.instance.contains("capacity-block");
    let priced = |row: &&Rental| row.grade.is_sound() && row.on_demand_per_hour.is_some();
    let rows = rentals().iter().filter(is_whole).filter(priced);
    let rows: Vec<(&Rental, Kinds)> = rows.filter_map(|row| Some((row, kinds(&row.accelerator)?))).collect();
    let of = |one: &'static Accelerator| {
        let matching = || rows.iter().filter(|(_, kinds)| kinds.has(&one.name));
        let alone: Vec<_> =
            matching().filter(|(_, kinds)| kinds.accelerators().len() == 1).map(|(row, _)| *row).collect();
        if alone.is_empty() { matching().map(|(row, _)| *row).collect() } else { alone }
    };
    accelerators().iter().map(|one| (one, of(one))).collect()
});

/// Accelerators of new scenarios: those with a rental offer in the catalog.
#[must_use]
pub fn offered() -> Vec<&'static Accelerator> {
    OFFERS.iter().filter(|(_, rows)| !rows.is_empty()).map(|(one, _)| *one).collect()
}

/// Rental offers of an accelerator.
pub(super) fn offers(one: &Accelerator) -> &'static [&'static Rental] {
    OFFERS.iter().find(|(other, _)| other.name == one.name).map_or(&[], |(_, rows)| rows)
}

/// Accelerator that a text names.
///
/// # Errors
/// If it names none, or one without a rental offer in the catalog.
pub fn accelerator(text: &str) -> Result<ChosenAccelerator, String> {
    let offered = offered();
    if offered.is_empty() {
        return Err(
            "the catalog has no rental offer for any of its accelerators, so there is nothing to compare".to_owned()
        );
    }
    let names = || offered.iter().map(|one| one.name.to_lowercase()).collect::<Vec<_>>();
    let Some(recognized) = kinds(text) else {
        let names = names();
        return Err(match nearest(&text.trim().to_lowercase(), names.iter().map(String::as_str)) {
            Some(near) => format!("the catalog has no such accelerator; did you mean `{near}`?"),
            None => format!("the catalog has no such accelerator; it has {}", names.join(", ")),
        });
    };
    let mut recognized: Vec<&'static Accelerator> = recognized.accelerators().to_vec();
    recognized.retain(|one| offered.iter().any(|other| other.name == one.name));
    let has_server = |one: &Accelerator| servers().iter().any(|row| row.accelerator == one.name);
    let taken = recognized.iter().position(|one| has_server(one)).unwrap_or_default();
    if recognized.is_empty() {
        return Err(format!(
            "the catalog has no rental offer for this accelerator, so there is nothing to compare; it has offers for {}",
            names().join(", ")
        ));
    }
    Ok(ChosenAccelerator { accelerator: recognized.remove(taken), others: recognized })
}

/// Number of accelerators.
///
/// # Errors
/// If it is not an integer from 1 to the maximum of a scenario.
pub fn count(text: &str) -> Result<u32, String> {
    let text = typed::in_notation(Pieces::KIND, text, "")?;
    let value = Pieces::KIND.read(&text, "").map_err(problem_text)?;
    value
        .to_u32()
        .filter(|count| *count > 0)
        .ok_or_else(|| "0 accelerators leave nothing to compare; write 1 or more".to_owned())
}

/// Utilization.
///
/// # Errors
/// If it is not a share above 0 %.
pub fn utilization(text: &str) -> Result<Decimal, String> {
    let text = typed::in_notation(Share::KIND, text, "")?;
    let value = Share::KIND.read(&text, "").map_err(problem_text)?;
    if value.is_zero() {
        Err("a utilization of 0 leaves nothing to compare; write a share such as 60%".to_owned())
    } else {
        Ok(value)
    }
}

/// Tax rate.
///
/// # Errors
/// If it is not a share.
pub fn tax_rate(text: &str) -> Result<Decimal, String> {
    let text = typed::in_notation(TaxRate::KIND, text, "")?;
    TaxRate::KIND.read(&text, "").map_err(problem_text)
}

/// Calendar month: `2027-04`.
///
/// # Errors
/// If it is not one.
pub fn start(text: &str) -> Result<CalendarMonth, String> {
    let month = || {
        let (year, of_year) = text.trim().split_once('-')?;
        let is_digits = |part: &str, count| part.len() == count && part.chars().all(|c| c.is_ascii_digit());
        let is_month = is_digits(year, 4) && is_digits(of_year, 2);
        CalendarMonth::new(year.parse().ok().filter(|_| is_month)?, of_year.parse().ok()?)
    };
    month().ok_or_else(|| format!("is `{text}`, not a month such as 2027-04"))
}

/// Price of a server, in the currency of a place or in a given one: `289_000`, `$289k`, `289_000 USD`.
///
/// # Errors
/// If it is not an amount, or in a currency for which the scenario has no exchange rate.
pub fn price(text: &str, place: &Site) -> Result<(Decimal, Option<String>), String> {
    let in_dollars = |text: &str| match PricePerNode::KIND.read_amount(text, &place.currency) {
        Ok((amount, Some(currency))) if currency.code() == USD => Ok(amount),
        Ok(_) => Err(None),
        Err(problem) => Err(problem.instead.map(|(_, suggestion)| suggestion)),
    };
    let read = typed::in_notation(PricePerNode::KIND, text, &place.currency)?;
    match in_dollars(&read) {
        Ok(amount) => return Ok((amount, Some(USD.to_owned()))),
        Err(Some(suggestion)) if in_dollars(&suggestion).is_ok() => {
            return Err(format!("is `{text}`; write {suggestion}"));
        }
        Err(Some(_) | None) => {}
    }
    // the scenario has no exchange rate of another currency
    let amount = |text: &str| PricePerNode::KIND.read_in(text, None, &place.currency);
    // the error quotes what was typed
    let amount = amount(&read).or_else(|_| amount(text.trim())).map_err(problem_text)?;
    Ok((amount, None))
}

/// Price of a server as scenarios state it: `289_000`, `289_000 USD`.
#[must_use]
pub fn price_text((amount, currency): &(Decimal, Option<String>)) -> String {
    let amount = number::typed(*amount);
    currency.as_ref().map_or_else(|| amount.clone(), |code| format!("{amount} {code}"))
}

pub(super) fn problem_text(QuantityProblem { message, label, .. }: QuantityProblem) -> String {
    format!("{message}; {label}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_leaves_it_open_takes_the_one_with_servers() {
        let chosen = accelerator("h100").unwrap();
        assert_eq!(chosen.accelerator.name, "H100-80GB-SXM5");
        let others: Vec<&str> = chosen.others.iter().map(|one| &*one.name).collect();
        assert_eq!(others, ["H100-80GB-PCIe", "H100-94GB-NVL"]);
        assert_eq!(accelerator("TPU v6e").unwrap().accelerator.name, "TPU-v6e");
        assert!(
            accelerator("h10O").unwrap_err().contains("it has") || accelerator("h10O").unwrap_err().contains("mean")
        );
        assert!(accelerator("GB200").unwrap_err().contains("no rental offer"));
    }

    #[test]
    fn numbers_are_read_as_in_scenarios() {
        assert_eq!(count(" 1_000 "), Ok(1000));
        for wrong in ["0", "-1", "1.5", "1e9", "", "many", "16: x", "1\n2", "99999999999999999999999999999999"] {
            assert!(count(wrong).is_err(), "{wrong}");
        }
        assert_eq!(utilization("40%"), Ok(Decimal::new(4, 1)));
        assert_eq!(utilization("0.4"), Ok(Decimal::new(4, 1)));
        assert_eq!(utilization("40"), Ok(Decimal::new(4, 1)));
        for wrong in ["0", "1.5", "101", "101%", "", "40% # x", "\u{1b}[31m"] {
            assert!(utilization(wrong).is_err(), "{wrong}");
        }
        let (us, eu) = (Site::named("us").unwrap(), Site::named("eu").unwrap());
        assert_eq!(price("289_000 USD", us), Ok((Decimal::from(289_000), None)));
        assert_eq!(price("289_000 USD", eu), Ok((Decimal::from(289_000), Some("USD".to_owned()))));
        // a dollar sign is in dollars at any place
        assert_eq!(price("$289k", us), Ok((Decimal::from(289_000), None)));
        assert_eq!(price("$289,000", eu), Ok((Decimal::from(289_000), Some("USD".to_owned()))));
        assert_eq!(price("200000usd", eu), Ok((Decimal::from(200_000), Some("USD".to_owned()))));
        assert!(price("'; rm", us).is_err());
        // a new scenario has an exchange rate for USD only
        for (text, place, expected) in [
            ("200_000 EUR", us, "is `200_000 EUR`; it must be in USD; convert it to USD"),
            ("200000EUR", us, "is `200000EUR`; it must be in USD; convert it to USD"),
            ("£200000", us, "is `£200000`; it must be in USD; convert it to USD"),
            ("289_000 JPY", eu, "is `289_000 JPY`; it must be in EUR; convert it to EUR"),
        ] {
            assert_eq!(price(text, place), Err(expected.to_owned()));
        }
    }
}
