//! Values of used servers, compared with observed ones.

use crate::check::rules::Subject;
use crate::check::rules::words::{few_digits, share};
use crate::diagnostic::{Code, Diagnostic};
use crate::number::counted;
use crate::scenario::document::Entry;
use crate::scenario::own::Own;
use crate::scenario::purchase::Purchase;
use crate::scenario::quantity::Quantity;
use rust_decimal::Decimal;

/// Highest observed value of an accelerator after two to three years, as a share of its price: used H100s at 22 to 25 thousand
/// against 31 thousand new (runlocalai.co, first quarter of 2026).
const AFTER_TWO_YEARS: Decimal = Decimal::from_parts(81, 0, 0, false, 2);

/// Book values do not exceed the price of a new server by this factor: prices fall, and the tax on the invoice is at most a
/// quarter.
const FAR_ABOVE: Decimal = Decimal::TWO;

/// Months after which a residual value is compared with it.
const TWO_YEARS: u32 = 24;

/// Values that rise with age, exceed the observed ones, or are zero while servers are young.
pub(super) fn holding(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let owned = subject.answer.loaded.scenario.own.iter();
    owned.flat_map(|option| of_option(subject, option).into_iter().chain(of_owned_already(subject, option))).collect()
}

/// Servers owned already whose value exceeds the observed ones, or is zero.
fn of_owned_already(subject: &Subject<'_>, option: &Entry<Own>) -> Vec<Diagnostic> {
    let already = option.value.purchases.iter().flatten().filter(|purchase| purchase.is_owned_already());
    let both = |purchase| [of_purchase(subject, option, purchase), in_the_books(subject, option, purchase)];
    already.flat_map(both).flatten().collect()
}

/// Price of a new server.
fn price_of_new(subject: &Subject<'_>, own: &Own) -> Option<Decimal> {
    let list = own.node.server_list_price(&subject.answer.loaded.scenario.exchange_rates)?;
    list.checked_mul(Decimal::ONE - own.node.discount.value.decimal())
}

/// A book value far above the price of a new server. It falls from the price paid, including taxes on the invoice.
fn in_the_books(subject: &Subject<'_>, option: &Entry<Own>, purchase: &Purchase) -> Option<Diagnostic> {
    let book_value = purchase.tax_book_value.as_ref()?;
    let (value, new) = (subject.reported(&book_value.value)?, price_of_new(subject, &option.value)?);
    if value <= new.checked_mul(FAR_ABOVE)? {
        return None;
    }
    let message = format!(
        "servers of own.{} that are owned already have a book value of {} each, but a new one costs {}",
        option.name,
        few_digits(value),
        few_digits(new)
    );
    let finding = subject.finding(Code::ValueHolds, book_value.at, message);
    Some(finding.label("write the part of the price of one server that is not depreciated yet"))
}

fn of_purchase(subject: &Subject<'_>, option: &Entry<Own>, purchase: &Purchase) -> Option<Diagnostic> {
    let (resale_value, own) = (purchase.worth.as_ref()?, &option.value);
    let new = price_of_new(subject, own)?;
    let (value, age) = (subject.reported(&resale_value.value)?, purchase.month.value.from_decision().unsigned_abs());
    let what = format!("the servers of own.{} ordered {} ago", option.name, counted(age, "month"));
    let found =
        |message: String, label: &str| Some(subject.finding(Code::ValueHolds, resale_value.at, message).label(label));
    if value > new {
        let message =
            format!("{what} are valued at {} each, more than {} for a new one", few_digits(value), few_digits(new));
        return found(message, "write what a buyer pays today for one server, not its purchase price");
    }
    if value.is_zero() && age < TWO_YEARS && !new.is_zero() {
        let message = format!("{what} are valued at zero; used servers of that age are sold");
        return found(message, "write what a buyer pays today for one server, less the cost of removing it");
    }
    let share_left = value.checked_div(new)?;
    if age < TWO_YEARS || share_left <= AFTER_TWO_YEARS {
        return None;
    }
    found(
        beyond(&format!("{what} are valued at {} of the price of a new one", share(share_left.round_dp(3)))),
        LABEL_TODAY,
    )
}

const LABEL_TODAY: &str = "write what a buyer pays today for one server";

fn of_option(subject: &Subject<'_>, option: &Entry<Own>) -> Option<Diagnostic> {
    rising(subject, option).or_else(|| held(subject, option)).or_else(|| residual(subject, option))
}

/// A market value above that of the year before.
fn rising(subject: &Subject<'_>, option: &Entry<Own>) -> Option<Diagnostic> {
    let values = option.value.market_values.as_ref()?;
    let (age, pair) =
        values.windows(2).enumerate().find(|(_, pair)| pair[1].value.decimal() > pair[0].value.decimal())?;
    let message = format!(
        "the servers of own.{} are worth {} at age {}, more than {} at age {}",
        option.name,
        share(pair[1].value.decimal()),
        age + 2,
        share(pair[0].value.decimal()),
        age + 1
    );
    let finding = subject.finding(Code::ValueHolds, pair[1].at, message);
    Some(finding.label("list the values by age, as shares of the price when new"))
}

/// A market value, from the second year, above every observed one.
fn held(subject: &Subject<'_>, option: &Entry<Own>) -> Option<Diagnostic> {
    let values = option.value.market_values.as_ref()?.iter().enumerate().skip(1);
    let (age, value) = values.into_iter().find(|(_, value)| value.value.decimal() > AFTER_TWO_YEARS)?;
    let what =
        format!("the servers of own.{} are worth {} at age {}", option.name, share(value.value.decimal()), age + 1);
    Some(subject.finding(Code::ValueHolds, value.at, beyond(&what)).label(LABEL))
}

/// A residual value at the end of a life of two years or more.
fn residual(subject: &Subject<'_>, option: &Entry<Own>) -> Option<Diagnostic> {
    let (value, life) = (&option.value.residual_value, option.value.useful_life_months.value.count());
    if life < TWO_YEARS || value.value.decimal() <= AFTER_TWO_YEARS {
        return None;
    }
    let what =
        format!("the servers of own.{} are sold for {} after {life} months", option.name, share(value.value.decimal()));
    Some(subject.finding(Code::ValueHolds, value.at, beyond(&what)).label(LABEL))
}

const LABEL: &str = "write what a buyer pays for a used server, as a share of the price when new";

fn beyond(what: &str) -> String {
    let seen = share(AFTER_TWO_YEARS);
    format!("{what}; the highest value observed after two to three years is {seen} (used H100s, first quarter of 2026)")
}
