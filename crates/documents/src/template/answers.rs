//! What is asked before a template is filled, read from what somebody types: by the bounds of the language, in its words.

use super::place::Site;
use crate::catalog::{Accelerator, Kinds, Rental, accelerators, kinds, rentals, servers};
use crate::scenario::nearest;
use crate::scenario::quantities::{Pieces, PricePerNode, Share};
use crate::scenario::quantity::{Money, Quantity, QuantityProblem};
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;
use std::sync::LazyLock;

/// The currency that an amount may be in at every place, since scenarios have a rate of it.
const USD: &str = "USD";

/// The answers that a template is filled by.
#[derive(Clone, Debug)]
pub struct Answers {
    /// What the work runs on.
    pub accelerator: &'static Accelerator,
    /// How many of them.
    pub count: u32,
    /// The share of the time that they are busy.
    pub utilization: Decimal,
    /// Where.
    pub place: &'static Site,
    /// What a server costs by a quote, and in which currency where that is not the place's.
    pub price: Option<(Decimal, Option<String>)>,
    /// What the scenario is called, if somebody says so.
    pub name: Option<String>,
}

/// One of what is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// What the work runs on.
    Accelerator,
    /// How many of them.
    Count,
    /// The share of the time that they are busy.
    Utilization,
    /// Where.
    Place,
    /// What a server costs by a quote.
    Price,
    /// What the scenario is called.
    Name,
}

impl Question {
    /// Every question.
    pub const ALL: [Question; 6] = [
        Question::Accelerator,
        Question::Count,
        Question::Utilization,
        Question::Place,
        Question::Price,
        Question::Name,
    ];

    /// Answers that differ in this one alone, as far apart as they go.
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
            Question::Name => vec![with(&|other| other.name = Some("another".to_owned()))],
        }
    }
}

/// An accelerator that a text means, and which others it could mean.
#[derive(Clone, Debug)]
pub struct ChosenAccelerator {
    /// The one that is taken: one that is sold in servers of which the catalog has prices, before others.
    pub accelerator: &'static Accelerator,
    /// The others.
    pub others: Vec<&'static Accelerator>,
}

/// Every accelerator of the catalog with the rows that rent it on demand, whole ones, with a sound source: those that mean no other, or
/// where there are none those that may mean it.
static OFFERS: LazyLock<Vec<(&'static Accelerator, Vec<&'static Rental>)>> = LazyLock::new(|| {
    let is_whole = |row: &&Rental| row.accelerators.is_integer() && !row.instance.contains("capacity-block");
    let priced = |row: &&Rental| row.grade.is_sound() && row.on_demand_per_hour.is_some();
    let rows = rentals().iter().filter(is_whole).filter(priced);
    let rows: Vec<(&Rental, Kinds)> = rows.filter_map(|row| Some((row, kinds(&row.accelerator)?))).collect();
    let of = |one: &'static Accelerator| {
        let meant = || rows.iter().filter(|(_, kinds)| kinds.has(&one.name));
        let alone: Vec<_> = meant().filter(|(_, kinds)| kinds.accelerators().len() == 1).map(|(row, _)| *row).collect();
        if alone.is_empty() { meant().map(|(row, _)| *row).collect() } else { alone }
    };
    accelerators().iter().map(|one| (one, of(one))).collect()
});

/// The accelerators that scenarios can begin with: those that the catalog has an offer to rent of.
#[must_use]
pub fn offered() -> Vec<&'static Accelerator> {
    OFFERS.iter().filter(|(_, rows)| !rows.is_empty()).map(|(one, _)| *one).collect()
}

/// The rows of the catalog that rent an accelerator.
pub(super) fn offers(one: &Accelerator) -> &'static [&'static Rental] {
    OFFERS.iter().find(|(other, _)| other.name == one.name).map_or(&[], |(_, rows)| rows)
}

/// The accelerator that a text means.
///
/// # Errors
/// If it means none, or one that nobody rents out by the catalog.
pub fn accelerator(text: &str) -> Result<ChosenAccelerator, String> {
    let offered = offered();
    let names = || offered.iter().map(|one| one.name.to_lowercase()).collect::<Vec<_>>();
    let Some(meant) = kinds(text) else {
        let names = names();
        return Err(match nearest(&text.trim().to_lowercase(), names.iter().map(String::as_str)) {
            Some(near) => format!("the catalog does not know this accelerator; did you mean `{near}`?"),
            None => format!("the catalog does not know this accelerator; it has {}", names.join(", ")),
        });
    };
    let mut meant: Vec<&'static Accelerator> = meant.accelerators().to_vec();
    meant.retain(|one| offered.iter().any(|other| other.name == one.name));
    let has_server = |one: &Accelerator| servers().iter().any(|row| row.accelerator == one.name);
    let taken = meant.iter().position(|one| has_server(one)).unwrap_or_default();
    if meant.is_empty() {
        return Err(format!(
            "the catalog has no offer to rent this accelerator, so that nothing is there to compare with; it has {}",
            names().join(", ")
        ));
    }
    Ok(ChosenAccelerator { accelerator: meant.remove(taken), others: meant })
}

/// How many accelerators.
///
/// # Errors
/// If it is no whole number from 1 on, or more than a scenario may have.
pub fn count(text: &str) -> Result<u32, String> {
    let value = Pieces::KIND.read(text.trim(), "").map_err(said)?;
    value
        .to_u32()
        .filter(|count| *count > 0)
        .ok_or_else(|| "for no accelerators there is nothing to compare".to_owned())
}

/// The share of the time that they are busy.
///
/// # Errors
/// If it is no share above 0 %.
pub fn utilization(text: &str) -> Result<Decimal, String> {
    let value = Share::KIND.read(text.trim(), "").map_err(said)?;
    if value.is_zero() {
        Err("without work there is nothing to compare; write such as 60%".to_owned())
    } else {
        Ok(value)
    }
}

/// What a server costs, in the currency of a place or in one that is said: `289_000`, `289_000 USD`.
///
/// # Errors
/// If it is no amount, or in a currency for which the scenario would have no rate.
pub fn price(text: &str, place: &Site) -> Result<(Decimal, Option<String>), String> {
    let in_dollars = |text: &str| match PricePerNode::KIND.read_amount(text, &place.currency) {
        Ok((amount, Some(currency))) if currency.code() == USD => Ok(amount),
        Ok(_) => Err(None),
        Err(problem) => Err(problem.instead.map(|(_, meant)| meant)),
    };
    match in_dollars(text.trim()) {
        Ok(amount) => return Ok((amount, Some(USD.to_owned()))),
        Err(Some(meant)) if in_dollars(&meant).is_ok() => return Err(format!("is `{text}`; write {meant}")),
        Err(Some(_) | None) => {}
    }
    // the scenario will have no rate of another currency
    let amount = PricePerNode::KIND.read_in(text.trim(), None, &place.currency).map_err(said)?;
    Ok((amount, None))
}

fn said(QuantityProblem { message, label, .. }: QuantityProblem) -> String {
    format!("{message}; {label}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_leaves_it_open_takes_the_one_with_servers() {
        let chosen = accelerator("h100").unwrap();
        assert_eq!(chosen.accelerator.name, "H100-80GB-SXM5");
        let others: Vec<&str> = chosen.others.iter().map(|one| one.name.as_str()).collect();
        assert_eq!(others, ["H100-80GB-PCIe", "H100-94GB-NVL"]);
        assert_eq!(accelerator("TPU v6e").unwrap().accelerator.name, "TPU-v6e");
        assert!(
            accelerator("h10O").unwrap_err().contains("it has") || accelerator("h10O").unwrap_err().contains("mean")
        );
        assert!(accelerator("GB200").unwrap_err().contains("no offer to rent"));
    }

    #[test]
    fn numbers_are_read_as_in_scenarios() {
        assert_eq!(count(" 1_000 "), Ok(1000));
        for wrong in ["0", "-1", "1.5", "1e9", "", "many", "16: x", "1\n2", "99999999999999999999999999999999"] {
            assert!(count(wrong).is_err(), "{wrong}");
        }
        assert_eq!(utilization("40%"), Ok(Decimal::new(4, 1)));
        assert_eq!(utilization("0.4"), Ok(Decimal::new(4, 1)));
        for wrong in ["0", "40", "101%", "", "40% # x", "\u{1b}[31m"] {
            assert!(utilization(wrong).is_err(), "{wrong}");
        }
        let (us, eu) = (Site::named("us").unwrap(), Site::named("eu").unwrap());
        assert_eq!(price("289_000 USD", us), Ok((Decimal::from(289_000), None)));
        assert_eq!(price("289_000 USD", eu), Ok((Decimal::from(289_000), Some("USD".to_owned()))));
        assert!(price("'; rm", us).is_err());
        // a scenario that is begun has a rate of USD alone, and nobody can give it another
        for (text, place, expected) in [
            ("200_000 EUR", us, "is `200_000 EUR`, and it has to be in USD; write what that is in USD"),
            ("200000EUR", us, "is `200000EUR`, and it has to be in USD; write what that is in USD"),
            ("£200000", us, "is `£200000`, and it has to be in USD; write what that is in USD"),
            ("289_000 JPY", eu, "is `289_000 JPY`, and it has to be in EUR; write what that is in EUR"),
            ("200000usd", eu, "is `200000usd`; write 200_000 USD"),
        ] {
            assert_eq!(price(text, place), Err(expected.to_owned()));
        }
    }
}
