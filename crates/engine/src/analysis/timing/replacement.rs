//! Keep or replace: how long servers are kept at the lowest annual equivalent cost, and how much longer servers that are
//! already owned.
//!
//! The annual equivalent cost of servers kept `n` years and then replaced by the same again is `EAC(n) = PV(n) / a(n)`,
//! with `PV(n)` the present value of the fleet over `n` years, resale at that age included, and
//! `a(n) = (1 − (1 + r)^−n) / r`, or `n` at a rate of 0. The `n` with the lowest is the economic life. The marginal cost
//! of year `k` is `(PV(k) − PV(k − 1)) · (1 + r)^k`, which is
//! `MV(k − 1) · (1 + r) − MV(k) + E(k)` if values `MV` and expenses `E` fall at the ends of years. These are the
//! formulas of Sullivan, Wicks and Koelling, *Engineering Economy*, chapter 9 (equation 9-2 and example 9-4), and of
//! Newnan, Eschenbach and Lavelle, *Engineering Economic Analysis*, chapter 13.

use super::close::CloseYears;
use super::owned;
use super::result::TimingError;
use crate::amount::{Amount, Ratio};
use crate::analysis::header::{Header, header};
use crate::demand::trace::Traces;
use crate::model::OptionId;
use crate::number;
use crate::parallel::on_all_cores;
use crate::scenario::Loaded;
use crate::scenario::document::{Document, Entry};
use crate::scenario::own::Own;
use crate::scenario::purchase::Purchase;
use crate::scenario::quantity::Quantity as _;
use crate::variation::{Impossible, OptionLines, Variation};
use rust_decimal::Decimal;
use serde::Serialize;

const MONTHS_OF_A_YEAR: u32 = 12;

/// How long to keep the servers of an owned option.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Replacement {
    /// Settings of the scenario.
    #[serde(rename = "scenario")]
    pub header: Header,
    /// `own.NAME`: the option with the servers.
    pub option: OptionId,
    /// `own.NAME`: the option whose new servers replace them; usually the same.
    pub successor: OptionId,
    /// New servers of the successor.
    pub nodes: u32,
    /// Years after which its new servers are replaced at the lowest annual equivalent cost; the shortest if several are
    /// equal.
    pub economic_life_years: u32,
    /// Lowest annual equivalent cost of its new servers.
    pub annual_equivalent_cost: Amount,
    /// Years with about the lowest annual equivalent cost.
    #[serde(flatten)]
    pub close: CloseYears,
    /// Useful life of its new servers.
    pub useful_life_months: u32,
    /// New servers of the successor, kept for 1, 2, … years up to their useful life.
    pub lives: Vec<Life>,
    /// Servers that are already owned; null if there are none.
    pub keep: Option<Keep>,
}

/// New servers that are kept for some years.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Life {
    /// Years of service, after which the servers are sold.
    pub years: u32,
    /// Present value of their cost over these years: purchase, running costs and tax less resale; the sum of printed lines.
    pub present_value: Amount,
    /// The same as an equal amount at the end of each of these years.
    pub annual_equivalent_cost: Amount,
    /// Cost of the last of these years, at its end: the loss in resale value, interest on it, and running costs.
    pub marginal_cost: Amount,
}

/// Servers that are already owned, against new ones.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Keep {
    /// Servers already owned.
    pub nodes: u32,
    /// Further years to keep them at the lowest cost; 0 if they are replaced now.
    pub years: u32,
    /// Further years with about the lowest cost: keeping the servers, then paying for new ones, until the last of `kept`.
    #[serde(flatten)]
    pub close: CloseYears,
    /// Each further year, up to the end of their useful life; empty if that is less than a year.
    pub kept: Vec<KeptYear>,
}

/// A further year of servers that are already owned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KeptYear {
    /// Number of the year, from 1.
    pub year: u32,
    /// Cost of keeping the servers until the end of this year, as an equal amount at the end of each year.
    pub annual_equivalent_cost: Amount,
    /// Cost of this year, at its end: the loss in resale value, interest on it, and running costs.
    pub marginal_cost: Amount,
    /// `marginal_cost` less the lowest annual equivalent cost of new servers.
    pub against_new: Amount,
    /// Present value of keeping the servers until the end of this year less that of replacing them now.
    pub against_replacing_now: Amount,
}

/// Reason why there is no economic life.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReplacementError {
    /// An option is not an owned one with servers of a known number.
    Option(TimingError),
    /// The servers are leased.
    Leased {
        /// `own.NAME`.
        option: OptionId,
    },
    /// The useful life of new servers is shorter than a year.
    ShortLife {
        /// `own.NAME`.
        option: OptionId,
    },
    /// The option is not possible over some years.
    Impossible {
        /// `own.NAME`.
        option: OptionId,
        /// The reason.
        because: Box<Impossible>,
    },
    /// An amount is too large.
    TooLarge,
}

/// How long to keep the servers of an owned option, until they are replaced by new ones of the same option or of a
/// successor.
///
/// # Errors
/// If an option has no servers of a known number, leases them, or their life is too short or its cost not known.
pub fn replacement(
    loaded: &Loaded,
    traces: &Traces,
    option: &str,
    successor: Option<&str>,
) -> Result<Replacement, ReplacementError> {
    let variation = Variation::of(loaded, traces);
    let decision = variation.base_case();
    let bought = |name: &str| {
        let entry = owned(loaded, name, decision.options.iter().map(|option| &option.name));
        Servers::of(entry.map_err(ReplacementError::Option)?)
    };
    let servers = bought(option)?;
    let successor = successor.map_or_else(|| Ok(servers.clone()), bought)?;
    let header = header(loaded);
    let rate = loaded.scenario.discount_rate.value.decimal();
    let years = Years { rate, digits: header.minor_digits, close_call: header.close_call };
    let lives = successor.new_servers(&variation)?;
    let (lives, lowest) = years.lives(&lives).ok_or(ReplacementError::TooLarge)?;
    let keep = match servers.already_owned() {
        0 => None,
        nodes => {
            let kept = servers.kept(&variation)?;
            Some(years.keep(nodes, &kept, lowest.unrounded).ok_or(ReplacementError::TooLarge)?)
        }
    };
    let annual_costs = lives.iter().map(|life| (life.years, life.annual_equivalent_cost.into()));
    Ok(Replacement {
        close: CloseYears::of(annual_costs, header.close_call),
        useful_life_months: successor.own.useful_life_months.value.count(),
        option: servers.option,
        nodes: successor.nodes,
        successor: successor.option,
        economic_life_years: lowest.years,
        annual_equivalent_cost: years.amount(lowest.unrounded),
        lives,
        keep,
        header,
    })
}

/// Present value of a fleet over some years.
#[derive(Clone, Copy, Debug)]
struct PresentValue {
    /// Sum of its printed lines.
    printed: Amount,
    unrounded: Decimal,
}

/// Servers of an owned option.
#[derive(Clone, Debug)]
struct Servers<'a> {
    option: OptionId,
    own: &'a Own,
    /// Number of servers: those already owned, or if there are none, all purchases.
    nodes: u32,
}

impl<'a> Servers<'a> {
    fn of(entry: &'a Entry<Own>) -> Result<Servers<'a>, ReplacementError> {
        let (option, own) = (OptionId::own(&entry.name), &entry.value);
        if own.lease.is_some() {
            return Err(ReplacementError::Leased { option });
        }
        let sum = |which: &dyn Fn(&&Purchase) -> bool| {
            let purchases = own.purchases.iter().flatten().filter(which);
            purchases.fold(0, |sum: u32, purchase| sum.saturating_add(purchase.nodes.value.count()))
        };
        let nodes = match (&own.nodes, &own.purchases) {
            (Some(nodes), _) => nodes.value.count(),
            (None, None) => return Err(ReplacementError::Option(TimingError::Sized { option })),
            (None, Some(_)) => match sum(&|purchase| purchase.is_owned_already()) {
                0 => sum(&|_| true),
                already => already,
            },
        };
        Ok(Servers { option, own, nodes })
    }

    fn already_owned(&self) -> u32 {
        if self.own.purchases.iter().flatten().any(Purchase::is_owned_already) { self.nodes } else { 0 }
    }

    /// Present values of new servers, kept for 1, 2, … years.
    fn new_servers(&self, variation: &Variation<'_>) -> Result<Vec<PresentValue>, ReplacementError> {
        let years = self.own.useful_life_months.value.count() / MONTHS_OF_A_YEAR;
        self.present_values(variation, years, |document| {
            document.remove_at(&self.option.path("purchases"));
            document.set_at(&self.option.path("nodes"), &self.nodes.to_string());
            document.remove_at(&self.option.path("lead_time_weeks"));
            document.set_at(&self.option.path("lead_time_months"), "0");
        })
    }

    /// Present values of the servers already owned, kept for 1, 2, … more years, their resale value today included.
    /// One-time payments count only if the option buys no servers. None if some last less than a year.
    fn kept(&self, variation: &Variation<'_>) -> Result<Vec<PresentValue>, ReplacementError> {
        let lead = self.own.lead_time().value;
        let already = self.own.purchases.iter().flatten().filter(|purchase| purchase.is_owned_already());
        let ends = already.map(|purchase| {
            purchase
                .delivered(lead)
                .saturating_add_unsigned(purchase.life(self.own).value.count())
                .max(0)
                .unsigned_abs()
        });
        let years = ends.min().unwrap_or_default() / MONTHS_OF_A_YEAR;
        if years == 0 {
            return Ok(Vec::new());
        }
        let later = || {
            let purchases = self.own.purchases.iter().flatten().enumerate();
            purchases.filter(|(_, purchase)| !purchase.is_owned_already())
        };
        self.present_values(variation, years, |document| {
            // one-time payments belong to the servers that are still to be bought
            if later().next().is_some() {
                document.remove_at(&self.option.path("one_off"));
            }
            for (at, _) in later() {
                document.remove_at(&self.option.path(&format!("purchases.{at}")));
            }
        })
    }

    /// Present values of the fleet over 1, 2, … years. Work beyond the fleet is left undone and costs nothing, so that
    /// only the servers count.
    fn present_values(
        &self,
        variation: &Variation<'_>,
        years: u32,
        change: impl Fn(&mut Document) + Sync,
    ) -> Result<Vec<PresentValue>, ReplacementError> {
        let horizon = &variation.scenario().horizon_months;
        if years == 0 {
            return Err(ReplacementError::ShortLife { option: self.option.clone() });
        }
        let longest = years * MONTHS_OF_A_YEAR;
        let path = variation.document().path(horizon.at);
        let fleet_alone = |document: &mut Document| {
            change(document);
            document.set_at(&path, &longest.max(horizon.value.count()).to_string());
            document.set_at(&self.option.path("burst_to"), "wait");
            document.set_at(&self.option.path("until_delivery"), "wait");
            document.remove_at("cost_of_delay_per_month");
        };
        let over = |year: u32| {
            let found = variation.option_over(year * MONTHS_OF_A_YEAR, &self.option, fleet_alone);
            found
                .map(|OptionLines { cost, .. }| PresentValue { printed: cost.present_value, unrounded: cost.unrounded })
        };
        let found: Result<Vec<PresentValue>, Impossible> = on_all_cores(1..=years, over).into_iter().collect();
        found
            .map_err(|because| ReplacementError::Impossible { option: self.option.clone(), because: Box::new(because) })
    }
}

/// Annual equivalents at a discount rate.
#[derive(Clone, Copy, Debug)]
struct Years {
    rate: Decimal,
    digits: u32,
    close_call: Ratio,
}

/// The life with the lowest annual equivalent cost.
#[derive(Clone, Copy, Debug)]
struct Lowest {
    years: u32,
    unrounded: Decimal,
}

impl Years {
    fn amount(self, value: Decimal) -> Amount {
        Amount::rounded(value, self.digits)
    }

    /// `(1 + r)^k` for k = 1, 2, …
    fn growth(self) -> impl Iterator<Item = Option<Decimal>> {
        let factor = Decimal::ONE + self.rate;
        std::iter::successors(Some(Some(factor)), move |before| {
            Some(before.and_then(|before| before.checked_mul(factor)))
        })
    }

    /// Marginal costs of years, at their ends, from present values over 1, 2, … years.
    fn marginal(self, present_values: &[PresentValue]) -> Option<Vec<Decimal>> {
        let before = std::iter::once(Decimal::ZERO).chain(present_values.iter().map(|all| all.unrounded));
        let years = present_values.iter().zip(before).zip(self.growth());
        years.map(|((all, before), growth)| all.unrounded.checked_sub(before)?.checked_mul(growth?)).collect()
    }

    /// Annuity factors: the present value of 1 at the end of each of 1, 2, … years.
    fn annuities(self) -> impl Iterator<Item = Option<Decimal>> {
        self.growth().scan(Some(Decimal::ZERO), |sum, growth| {
            *sum = sum.and_then(|sum| sum.checked_add(Decimal::ONE.checked_div(growth?)?));
            Some(*sum)
        })
    }

    /// New servers by years of service, and the life with the lowest annual equivalent cost.
    fn lives(self, present_values: &[PresentValue]) -> Option<(Vec<Life>, Lowest)> {
        let marginal = self.marginal(present_values)?;
        let (mut lives, mut lowest): (Vec<Life>, Option<(Amount, Lowest)>) = (Vec::new(), None);
        for (years, ((present_value, annuity), marginal)) in
            (1..).zip(present_values.iter().zip(self.annuities()).zip(marginal))
        {
            let unrounded = present_value.unrounded.checked_div(annuity?)?;
            let annual = self.amount(unrounded);
            if lowest.is_none_or(|(least, _)| annual < least) {
                lowest = Some((annual, Lowest { years, unrounded }));
            }
            lives.push(Life {
                years,
                present_value: present_value.printed,
                annual_equivalent_cost: annual,
                marginal_cost: self.amount(marginal),
            });
        }
        Some((lives, lowest?.1))
    }

    /// Servers already owned: they are kept for the number of years at which the present value of keeping them, and
    /// then paying the annual equivalent cost of new ones, is lowest.
    fn keep(self, nodes: u32, present_values: &[PresentValue], annual: Decimal) -> Option<Keep> {
        let marginal = self.marginal(present_values)?;
        let mut kept = Vec::new();
        let (mut years, mut least) = (0, Decimal::ZERO);
        // new servers from now on, for as many years as the old ones last
        let new =
            annual.checked_mul(self.annuities().take(present_values.len()).last().unwrap_or(Some(Decimal::ZERO))?)?;
        for (year, ((present_value, annuity), marginal)) in
            (1..).zip(present_values.iter().zip(self.annuities()).zip(marginal))
        {
            let annuity = annuity?;
            let against_now =
                number::money(present_value.unrounded.checked_sub(annual.checked_mul(annuity)?)?, self.digits);
            if against_now < least {
                (years, least) = (year, against_now);
            }
            kept.push(KeptYear {
                year,
                annual_equivalent_cost: self.amount(present_value.unrounded.checked_div(annuity)?),
                marginal_cost: self.amount(marginal),
                against_new: self.amount(marginal.checked_sub(annual)?),
                against_replacing_now: self.amount(against_now),
            });
        }
        let later = kept.iter().map(|kept| Some((kept.year, new.checked_add(kept.against_replacing_now.into())?)));
        let costs: Option<Vec<(u32, Decimal)>> = std::iter::once(Some((0, new))).chain(later).collect();
        Some(Keep { nodes, years, close: CloseYears::of(costs?, self.close_call), kept })
    }
}
