//! What is asked before a template is filled, read from what somebody types: by the bounds of the language, in its words.

use super::place::Site;
use crate::catalog::{Accelerator, Kinds, Rental, accelerators, kinds, rentals, servers};
use crate::scenario::nearest;
use crate::scenario::quantities::{Pieces, PricePerNode, Share};
use crate::scenario::quantity::{Money, Quantity, QuantityProblem};
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;

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

/// An accelerator that a text means, and which others it could mean.
#[derive(Clone, Debug)]
pub struct ChosenAccelerator {
    /// The one that is taken: one that is sold in servers of which the catalog has prices, before others.
    pub accelerator: &'static Accelerator,
    /// The others.
    pub others: Vec<&'static Accelerator>,
}

/// The accelerators that scenarios can begin with: those that the catalog has an offer to rent of.
#[must_use]
pub fn offered() -> Vec<&'static Accelerator> {
    accelerators().iter().filter(|one| !offers(one).is_empty()).collect()
}

/// The rows of the catalog that rent an accelerator on demand, whole ones, with a sound source: those that mean no other, or where there are none
/// those that may mean it.
pub(super) fn offers(one: &Accelerator) -> Vec<&'static Rental> {
    let of = |wanted: &dyn Fn(&Kinds) -> bool| -> Vec<_> {
        let is_whole = |row: &&Rental| row.accelerators.is_integer() && !row.instance.contains("capacity-block");
        let priced = |row: &&Rental| row.grade.is_sound() && row.on_demand_per_hour.is_some();
        let rows = rentals().iter().filter(is_whole).filter(priced);
        rows.filter(|row| kinds(&row.accelerator).is_some_and(|kinds| wanted(&kinds))).collect()
    };
    let alone = of(&|kinds| kinds.has(&one.name) && kinds.accelerators().len() == 1);
    if alone.is_empty() { of(&|kinds| kinds.has(&one.name)) } else { alone }
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
    let (amount, currency) = PricePerNode::KIND.read_amount(text.trim(), &place.currency).map_err(said)?;
    match currency.map(|currency| currency.code().to_owned()) {
        None => Ok((amount, None)),
        Some(code) if code == "USD" => Ok((amount, Some(code))),
        Some(code) => Err(format!("is in {code}; write it in {} or USD, and change it in the file", place.currency)),
    }
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
        assert!(price("289_000 JPY", eu).is_err() && price("'; rm", us).is_err());
    }
}
