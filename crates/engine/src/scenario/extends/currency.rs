//! A currency that a file states in place of one that it extends. Amounts without a code, and rates, of the files below it were
//! written in the other: they are not taken for amounts in this one.

use crate::diagnostic::{Code, Diagnostic, Place, SourceId, Sources};
use crate::number::counted;
use crate::scenario::document::{Document, NodeId, Origin};
use crate::scenario::quantities::ExchangeRate;
use crate::scenario::quantity::{Quantity, ReadNumber};
use std::collections::BTreeSet;

/// The key of the currency.
const CURRENCY: &str = "currency";

/// A currency that a higher file has replaced by another.
#[derive(Debug)]
pub(in crate::scenario) struct ReplacedCurrency {
    code: String,
    place: Option<Place>,
    /// The files that lie below the one that states another.
    below: BTreeSet<SourceId>,
}

/// The currency that a tree states, with its place.
pub(super) fn stated(document: &Document) -> Option<(String, Option<Place>)> {
    let at = document.member(NodeId::ROOT, CURRENCY)?;
    Some((document.text(at)?.to_owned(), document.place(at)))
}

impl ReplacedCurrency {
    /// What a file has replaced that was laid over others, which stated a currency `before`; none where it is the same.
    pub(super) fn by_file(
        document: &Document,
        before: Option<(String, Option<Place>)>,
        below: &BTreeSet<SourceId>,
    ) -> Option<ReplacedCurrency> {
        let (code, place) = before?;
        let (now, _) = stated(document)?;
        (now != code).then(|| ReplacedCurrency { code, place, below: below.clone() })
    }

    /// A finding for each file below with amounts that say no currency; none where the currency was set on the command line,
    /// which says what all amounts are in.
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
                format!("`currency` is {now} in place of {}, and {file} has {count} without a code", self.code);
            let text = document.text(first.at).unwrap_or_default();
            let label = if is_rate(first) {
                format!(
                    "state rates in {now} here, and write amounts there with their codes, as `310_000 {}`",
                    self.code
                )
            } else {
                format!("write those amounts with the code of theirs, as `{text} {}`", self.code)
            };
            let finding = Diagnostic::new(Code::SharedCurrency, CURRENCY.to_owned(), document.place(at), message);
            let finding = finding.label(label).related(self.place, format!("{} is stated here", self.code));
            let rate = format!("`exchange_rates: {{ {}: … }}` says what they come to in {now}", self.code);
            Some(finding.related(Some(place), "the first amount without a code").help(rate))
        };
        self.below.iter().filter_map(of_file).collect()
    }
}

/// Whether a number is an amount that is taken to be in the currency of the scenario, or a rate, which is stated in it. Nothing is
/// as much in every currency.
fn is_without_code(number: &ReadNumber) -> bool {
    is_rate(number) || (number.kind.is_money() && number.currency.is_none() && !number.value.is_zero())
}

/// Whether a number is what one of another currency is worth.
fn is_rate(number: &ReadNumber) -> bool {
    number.kind.name == ExchangeRate::KIND.name
}
