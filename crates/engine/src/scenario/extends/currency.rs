//! Check for files that replace the reporting currency of a file that they extend. Amounts without a code, and rates, in the
//! lower files were written for the other currency and are reported.

use crate::diagnostic::{Code, Diagnostic, Place, SourceId, Sources};
use crate::number::counted;
use crate::scenario::document::{Document, NodeId, Origin};
use crate::scenario::quantities::ExchangeRate;
use crate::scenario::quantity::{Quantity, ReadNumber};
use std::collections::BTreeSet;

/// Key of the reporting currency.
const CURRENCY: &str = "currency";

/// Reporting currency that a higher file has replaced.
#[derive(Debug)]
pub(in crate::scenario) struct ReplacedCurrency {
    code: String,
    place: Option<Place>,
    /// Files below the one that replaces it.
    below: BTreeSet<SourceId>,
}

/// Reporting currency of a tree, with its place.
pub(super) fn reporting_currency(document: &Document) -> Option<(String, Option<Place>)> {
    let at = document.member(NodeId::ROOT, CURRENCY)?;
    Some((document.text(at)?.to_owned(), document.place(at)))
}

impl ReplacedCurrency {
    /// Currency `before` that a file has replaced; none if it is the same.
    pub(super) fn by_file(
        document: &Document,
        before: Option<(String, Option<Place>)>,
        below: &BTreeSet<SourceId>,
    ) -> Option<ReplacedCurrency> {
        let (code, place) = before?;
        let (now, _) = reporting_currency(document)?;
        (now != code).then(|| ReplacedCurrency { code, place, below: below.clone() })
    }

    /// One finding for each lower file with amounts without a code; none if the currency was set on the command line, which
    /// applies to all amounts.
    pub(in crate::scenario) fn findings(&self, document: &Document, sources: &Sources) -> Vec<Diagnostic> {
        let Some(at) = document.member(NodeId::ROOT, CURRENCY) else { return Vec::new() };
        if document.origin(at) == Origin::Set {
            return Vec::new();
        }
        let now = document.text(at).unwrap_or_default();
        let amounts: Vec<ReadNumber> = document.numbers().into_iter().filter(is_without_code).collect();
        let of_file = |source: &SourceId| {
            let of_it = |number: &&ReadNumber| document.place(number.at).is_some_and(|place| place.source == *source);
            let first = amounts.iter().find(of_it)?;
            let place = document.place(first.at)?;
            let file = sources.file_of(place)?.name;
            let count = counted(u32::try_from(amounts.iter().filter(of_it).count()).unwrap_or(u32::MAX), "amount");
            let message =
                format!("`currency` is {now} instead of {}, but {file} has {count} without a code", self.code);
            let text = document.text(first.at).unwrap_or_default();
            let label = if is_rate(first) {
                format!(
                    "give rates in {now} here, and write amounts there with their codes, as `310_000 {}`",
                    self.code
                )
            } else {
                format!("write those amounts with their code, as `{text} {}`", self.code)
            };
            let finding = Diagnostic::new(Code::SharedCurrency, CURRENCY.to_owned(), document.place(at), message);
            let finding = finding.label(label).related(self.place, format!("{} is set here", self.code));
            let rate = format!("`exchange_rates: {{ {}: … }}` converts them to {now}", self.code);
            Some(finding.related(Some(place), "the first amount without a code").help(rate))
        };
        self.below.iter().filter_map(of_file).collect()
    }
}

/// Whether a number depends on the reporting currency: a rate, or an amount without a code other than zero.
fn is_without_code(number: &ReadNumber) -> bool {
    is_rate(number) || (number.kind.is_money() && number.currency.is_none() && !number.value.is_zero())
}

/// Whether a number is an exchange rate.
fn is_rate(number: &ReadNumber) -> bool {
    number.kind.name == ExchangeRate::KIND.name
}
