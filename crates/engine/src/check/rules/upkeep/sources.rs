//! Important prices without a verifiable source.

use crate::check::rules::Subject;
use crate::check::rules::words::share;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{OptionId, OptionModel};
use crate::scenario::declared;
use crate::scenario::document::Origin;
use crate::scenario::own::quoted_with_age;
use crate::scenario::quantity::ReadNumber;
use rust_decimal::Decimal;

/// Share of an option's present value from which a price needs a source.
const A_TENTH: Decimal = Decimal::from_parts(1, 0, 0, false, 1);

/// Placeholders for a source.
const PLACEHOLDERS: [&str; 14] =
    ["-", "--", "?", "??", "???", "n/a", "na", "none", "tbd", "tbc", "tba", "todo", "fixme", "xxx"];

/// Prices without a source that account for a tenth of an option's cost, and sources that are placeholders.
pub(super) fn unsourced(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let document = &subject.answer.loaded.document;
    let is_price = |number: &ReadNumber| {
        let is_written = document.origin(number.at) != Origin::Assumed && !number.value.is_zero();
        is_written && declared(document, number.at).key().is_some_and(|key| key.price.is_some())
    };
    let prices = document.numbers().into_iter().filter(is_price);
    prices.filter_map(|price| of_price(subject, &price)).chain(placeholder_sources(subject)).collect()
}

fn of_price(subject: &Subject<'_>, price: &ReadNumber) -> Option<Diagnostic> {
    let path = subject.answer.loaded.document.path(price.at);
    if subject.has_source(&path) {
        return None;
    }
    let id = OptionId::of_path(&path)?;
    let option = subject.answer.evaluated.model.options.iter().find(|option| option.id == id)?;
    let carried = carried(subject, option, price).filter(|carried| *carried >= A_TENTH)?;
    let message = format!(
        "{} has no source, and accounts for {} of the cost of {}",
        quoted_with_age(&path),
        share(carried.round_dp(2)),
        option.id
    );
    let finding = subject.finding(Code::UnsourcedPrice, price.at, message);
    Some(finding.label(format!("add `{path}: {{ from: …, date: … }}` to `sources`")))
}

/// Share of an option's present value that depends on a price: the decrease if the price were zero.
fn carried(subject: &Subject<'_>, option: &OptionModel, price: &ReadNumber) -> Option<Decimal> {
    let evaluated = &subject.answer.evaluated;
    let input = evaluated.model.sheet.input(price.at)?;
    let whole = evaluated.value(option.present_value);
    if !subject.may_move_option(Code::UnsourcedPrice, price.at) {
        return None;
    }
    let without = *evaluated.of_option_at(option, &[option.present_value], (input, Decimal::ZERO))?.first()?;
    (whole - without).checked_div(whole).filter(|_| whole > Decimal::ZERO)
}

/// Sources that are placeholders.
fn placeholder_sources(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let sources = subject.answer.loaded.scenario.sources.iter().filter(|source| {
        let says = source.value.from.value.trim().trim_end_matches(['.', ':']).to_lowercase();
        PLACEHOLDERS.contains(&says.as_str())
    });
    let found = sources.map(|source| {
        let from = &source.value.from;
        let message =
            format!("the source of {} is `{}`, which can't be verified", quoted_with_age(&source.name), from.value);
        subject
            .finding(Code::UnsourcedPrice, from.at, message)
            .label("name the quote, the page or the person, and the date")
    });
    found.collect()
}
