//! What was asked, and of which file: every result begins with it.

use crate::amount::{Amount, Ratio};
use crate::diagnostic::{Place, SET, SourceId};
use crate::scenario::calendar::{Calendar, DatedMonth, DatedMonths};
use crate::scenario::cases::STATED;
use crate::scenario::conventions::{Financing, FlowDates};
use crate::scenario::document::{Given, Label, Named, ScalarOr};
use crate::scenario::quantities;
use crate::scenario::quantity::Quantity;
use crate::scenario::{Labels, Loaded, Scenario, budget, exchange, reviews};
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;

/// Tags by their names.
pub type Tags = BTreeMap<String, String>;

/// The tags of a scenario, or of a workload.
pub(super) fn tags(stated: &Named<Given<Label>>) -> Tags {
    stated.iter().map(|entry| (entry.name.clone(), entry.value.value.text().to_owned())).collect()
}

/// What was asked, and of which file.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Header {
    /// The scenario's name.
    pub name: String,
    /// Who answers for it.
    pub owner: Option<String>,
    /// Its tags; absent where there are none.
    #[serde(skip_serializing_if = "Tags::is_empty")]
    pub tags: Tags,
    /// The day of its prices.
    pub date: Option<String>,
    /// The day until which it should be looked at again; of several the first.
    pub review_by: Option<String>,
    /// The days of all reviews, where there are several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reviews: Vec<String>,
    /// Free text.
    pub notes: Option<String>,
    /// ISO 4217 code.
    pub currency: String,
    /// Digits of the currency's minor unit.
    #[serde(skip)]
    pub minor_digits: u32,
    /// Months compared.
    pub horizon_months: u32,
    /// The calendar month of month 1, where the scenario says it.
    #[serde(flatten, serialize_with = "calendar")]
    #[cfg_attr(feature = "schema", schemars(with = "WrittenCalendar"))]
    pub calendar: Option<Calendar>,
    /// At which date what is paid in a month counts for discounting; absent where that is the end of the month.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "flow_dates")]
    #[cfg_attr(feature = "schema", schemars(with = "String", extend("enum" = ["month_end", "year_end", "mid_year"])))]
    pub flows: Option<FlowDates>,
    /// Whether loans are part of the result; absent where they are reported beside it.
    #[serde(skip_serializing_if = "is_beside", serialize_with = "financing")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>", extend("enum" = ["inside"])))]
    pub financing: Financing,
    /// Cost of capital a year.
    pub discount_rate: Ratio,
    /// The rate of tax on profits, where every figure is after tax.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tax_rate: Option<Ratio>,
    /// What may be spent over the horizon.
    pub budget: Option<Amount>,
    /// All that limits what may be spent; absent where nothing does, or a single amount over the horizon.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub budgets: Option<Budgets>,
    /// Under which share of the runner-up's present value a saving is too close to call.
    pub close_call: Ratio,
    /// What useful output is counted in, unless a workload says otherwise.
    #[serde(rename = "unit")]
    pub output_unit: Option<String>,
    /// The stated utilization of the short form.
    pub demand_utilization: Option<Ratio>,
    /// The file's name as it was given.
    pub file: String,
    /// The files that it extends, by the names that places say; absent where there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub extends: Vec<String>,
    /// SHA-256 of the file's bytes, in hexadecimal; where it extends others, that of the lines with the SHA-256 of each.
    pub sha256: String,
    /// The case of the scenario; `stated` is the file as it stands.
    #[serde(serialize_with = "or_stated")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub case: Option<String>,
    /// `PATH=VALUE` of every `--set`.
    pub set: Vec<String>,
    /// The workbook in which somebody has changed values; absent where nobody has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub workbook: Option<String>,
    /// What the author calls options, workloads and lines, by their paths; absent where nothing bears a label.
    #[serde(skip_serializing_if = "Labels::is_empty")]
    pub labels: Labels,
}

/// What may be spent, in the currency of the scenario; each `null` where it is not stated.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Budgets {
    /// Over the whole horizon.
    pub total: Option<Amount>,
    /// In any one year.
    pub per_year: Option<Amount>,
    /// On what is bought.
    pub capital: Option<Amount>,
    /// On all else: running costs, rent, leases, what is paid once.
    pub operating: Option<Amount>,
}

impl Budgets {
    /// Those of a scenario; none of a single amount, which is what may be spent over the horizon.
    fn of(scenario: &Scenario) -> Option<Budgets> {
        let ScalarOr::Part(part) = scenario.budget.as_ref()? else { return None };
        let digits = scenario.currency.value.minor_digits();
        let amount = |stated: &Option<Given<quantities::Amount>>| {
            let amount = exchange::at_the_decision(&scenario.exchange_rates, &stated.as_ref()?.value)?;
            Some(Amount::new(amount, digits))
        };
        Some(Budgets {
            total: amount(&part.total),
            per_year: amount(&part.per_year),
            capital: amount(&part.capital),
            operating: amount(&part.operating),
        })
    }
}

/// Which calendar month each month is, for programs; absent where the scenario does not say when it starts.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct WrittenCalendar {
    /// The calendar month of month 1, `2027-04`.
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<String>,
    /// The month of the calendar year in which fiscal years begin, from 1 to 12.
    #[serde(skip_serializing_if = "Option::is_none")]
    fiscal_year_starts: Option<u32>,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands over the field")]
fn is_beside(financing: &Financing) -> bool {
    *financing == Financing::Beside
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands over the field")]
fn financing<S: Serializer>(financing: &Financing, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(financing.name())
}

#[allow(clippy::ref_option, clippy::trivially_copy_pass_by_ref, reason = "serde hands over the field")]
fn flow_dates<S: Serializer>(flows: &Option<FlowDates>, serializer: S) -> Result<S::Ok, S::Error> {
    flows.map(FlowDates::name).serialize(serializer)
}

#[allow(clippy::ref_option, reason = "serde hands over the field")]
fn calendar<S: Serializer>(calendar: &Option<Calendar>, serializer: S) -> Result<S::Ok, S::Error> {
    let start = calendar.map(|calendar| calendar.start.to_string());
    let fiscal_year_starts = calendar.map(|calendar| calendar.fiscal_year_starts);
    WrittenCalendar { start, fiscal_year_starts }.serialize(serializer)
}

impl Header {
    /// A month, with its date where the scenario says when it starts.
    #[must_use]
    pub fn dated(&self, month: u32) -> DatedMonth {
        DatedMonth::of(month, self.calendar.as_ref())
    }

    /// Months one after another, with their dates.
    #[must_use]
    pub fn dated_months(&self, first: u32, last: u32) -> DatedMonths {
        DatedMonths { first: self.dated(first), last: self.dated(last) }
    }
}

/// What was asked.
#[must_use]
pub fn header(loaded: &Loaded) -> Header {
    let scenario = &loaded.scenario;
    let minor_digits = scenario.currency.value.minor_digits();
    Header {
        name: scenario.name.value.clone(),
        owner: scenario.owner.as_ref().map(|owner| owner.value.clone()),
        tags: tags(&scenario.tags),
        date: scenario.date.as_ref().map(|date| date.value.to_string()),
        review_by: reviews::first(scenario.review_by.as_ref()).map(|day| day.value.to_string()),
        reviews: match reviews::days(scenario.review_by.as_ref()) {
            [] | [_] => Vec::new(),
            several => several.iter().map(|day| day.value.to_string()).collect(),
        },
        notes: scenario.notes.as_ref().map(|notes| notes.value.clone()),
        currency: scenario.currency.value.code().to_owned(),
        minor_digits,
        horizon_months: scenario.horizon_months.value.count(),
        calendar: Calendar::of(scenario),
        financing: scenario.financing(),
        flows: scenario.flows.as_ref().map(|flows| flows.value).filter(|flows| *flows != FlowDates::MonthEnd),
        discount_rate: scenario.discount_rate.value.decimal().into(),
        tax_rate: scenario.tax.as_ref().map(|tax| tax.rate.value.decimal().into()),
        budget: scenario
            .budget
            .as_ref()
            .and_then(budget::of_horizon)
            .and_then(|budget| exchange::at_the_decision(&scenario.exchange_rates, &budget.value))
            .map(|budget| Amount::new(budget, minor_digits)),
        budgets: Budgets::of(scenario),
        close_call: scenario.close_call.value.decimal().into(),
        output_unit: scenario.demand.unit.as_ref().map(|unit| unit.name.value.clone()),
        demand_utilization: scenario.demand.utilization.as_ref().map(|share| share.value.decimal().into()),
        file: loaded.sources.name().to_owned(),
        extends: loaded.sources.files().skip(1).map(|file| file.name.to_owned()).collect(),
        sha256: loaded.sources.sha256(),
        case: loaded.case.clone(),
        set: loaded.sources.settings().filter(|set| set.name == SET).map(|set| set.text.to_owned()).collect(),
        workbook: loaded.workbook.clone(),
        labels: Labels::of_document(&loaded.document),
    }
}

impl Header {
    /// The name of the file that a place is in, the scenario's or one that it extends; none of a `--set` and of a trace.
    #[must_use]
    pub fn file_of(&self, place: Place) -> Option<&str> {
        match place.source {
            SourceId::File(0) => Some(&self.file),
            SourceId::File(number) => self.extends.get(usize::from(number) - 1).map(String::as_str),
            SourceId::Setting(_) | SourceId::Trace(_) => None,
        }
    }
}

/// The name of a case, or of the file as it stands.
#[allow(clippy::ref_option, reason = "serde hands over the field")]
fn or_stated<S: Serializer>(case: &Option<String>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(case.as_deref().unwrap_or(STATED))
}
