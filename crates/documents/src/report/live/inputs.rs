//! The inputs that may be moved, and the numbers that may not.

use super::figures::Kept;
use crate::analysis::statement::Comparison;
use crate::analysis::{Answer, usual_costs_of_key};
use crate::model::OptionKind;
use crate::scenario::CurrencyCode;
use crate::scenario::document::{Content, Document, NodeId, Origin};
use crate::scenario::quantity::{NumberForm, ReadNumber};
use crate::scenario::{InputWords, Scenario, declared, declared_at};
use crate::sheet::FigureId;
use language::declaration::{Keyed, Price, Step};
use rust_decimal::Decimal;
use serde_json::{Value, json};

/// A number of the scenario that may be moved.
pub(super) struct Input<'a> {
    answer: &'a Answer,
    node: NodeId,
    number: ReadNumber,
    pub(super) figure: FigureId,
}

/// The numbers that figures are computed from and that shape nothing, in the order of the document.
pub(super) fn movable(answer: &Answer) -> Vec<Input<'_>> {
    let numbers = answer.loaded.document.numbers().into_iter();
    numbers
        .filter_map(|number| Some(Input { answer, node: number.at, number, figure: figure(answer, number.at)? }))
        .collect()
}

/// The paths of the other numbers.
pub(super) fn fixed(answer: &Answer) -> Vec<String> {
    let document = &answer.loaded.document;
    let fixed = document.numbers().into_iter().filter(|number| figure(answer, number.at).is_none());
    fixed.map(|number| document.path(number.at)).collect()
}

/// The figure of a number that may be moved.
fn figure(answer: &Answer, node: NodeId) -> Option<FigureId> {
    let sheet = &answer.evaluated.model.sheet;
    let number = answer.loaded.document.number(node)?;
    sheet.input(node).filter(|_| !sheet.is_structural(node) && !is_ruled(answer, &number))
}

/// Whether a rule between keys looks at a number: what it refuses only the program knows.
fn is_ruled(answer: &Answer, number: &ReadNumber) -> bool {
    let path = answer.loaded.document.path(number.at);
    let steps = Scenario::PART.steps(path.split('.'));
    let bounded = steps.iter().any(|step| matches!(step, Step::Key(key) if key.bound.is_some() || key.one_whole));
    let parts: Vec<&str> = path.split('.').collect();
    // shares of a payment or of a depreciation add up to the whole, a profile reaches its peak, and something has to be demanded of what is stated in units
    let of_several = match parts.as_slice() {
        [.., "payment" | "profile", _] | [.., "unit", "per_accelerator_hour"] => true,
        ["demand", "accelerators" | "utilization"] => number.value.is_zero(),
        _ => false,
    };
    let by_path = matches!(steps.first(), Some(Step::Key(key)) if key.keyed != Keyed::ByName && key.speaks_of_others());
    bounded || of_several || by_path
}

impl Input<'_> {
    /// What an interpreter has to know of it.
    pub(super) fn written(&self, kept: &Kept<'_>) -> Value {
        let Answer { loaded, comparison, .. } = self.answer;
        let (document, currency) = (&loaded.document, &comparison.header.currency);
        let path = document.path(self.node);
        let kind = self.number.kind;
        // an amount says its own currency where that is another, and may say that of the scenario
        let own = self.number.currency.filter(|_| kind.is_money());
        let other = own.map(CurrencyCode::code);
        let is_job_size = loaded.scenario.demand.is_job_size(self.node);
        let form = match kind.form {
            NumberForm::Number => "number",
            NumberForm::Share => "share",
            NumberForm::Count => "count",
        };
        let unit = self.answer.evaluated.model.sheet.row(self.figure).unit;
        let output = comparison.header.output_unit.as_deref().unwrap_or("unit");
        let thousandth = kind.thousandth.map(|(called, short)| [called, short]);
        json!({
            "figure": kept.place(self.figure),
            "subject": subject(document, self.node),
            "path": path,
            "name": comparison.header.labels.words(&path).heading(),
            "text": document.text(self.node).unwrap_or_default(),
            "unit": self.number.unit_text(currency),
            "units": [unit.text(currency, output), unit.plural(currency, output)],
            "form": form,
            "is_job_size": is_job_size,
            "currency": kind.is_money().then(|| other.unwrap_or(currency)),
            "coded": other.is_some(),
            "least": digits(kind.minimum()),
            "most": digits(kind.maximum()),
            "range": kind.range_in(own, currency),
            "example": kind.example,
            "thousandth": thousandth,
            "names_costs": names_costs(&path),
            "price": self.price(&path),
            "assumed": document.origin(self.node) == Origin::Assumed,
        })
    }
}

impl Input<'_> {
    /// What is said of a price, or of a discount rate, that would turn the verdict; none of another number.
    fn price(&self, path: &str) -> Option<Value> {
        let Comparison { header, options, .. } = &self.answer.comparison;
        let Price { per } = declared_at(path).key()?.price?;
        let words = header.labels.words(path);
        // of two options it is clear whose price is meant
        let owner = words.owner.filter(|_| options.len() > 2);
        let called = header.labels.spoken(&InputWords { owner, ..words }.phrase());
        let code = self.number.currency.map(CurrencyCode::code);
        Some(json!({ "called": called, "per": per, "is_money": self.number.kind.unit.is_of_money(), "code": code }))
    }
}

/// Whether every price that figures follow from may be moved, each on its own.
pub(super) fn all_prices_move(answer: &Answer) -> bool {
    let document = &answer.loaded.document;
    let sheet = &answer.evaluated.model.sheet;
    let is_price = |number: &ReadNumber| declared(document, number.at).key().is_some_and(|key| key.price.is_some());
    let prices = document.numbers().into_iter().filter(is_price);
    prices.filter(|price| sheet.input(price.at).is_some() && !sheet.is_structural(price.at)).all(|price| {
        let parent = document.node(price.at).parent;
        let is_of_list = parent.is_some_and(|of| matches!(document.node(of).content, Content::List(_)));
        figure(answer, price.at).is_some() && !is_of_list && price.kind.form != NumberForm::Count
    })
}

/// How a finding names a number: by its key, or by its place in a list and what that is counted by.
fn subject(document: &Document, at: NodeId) -> String {
    let node = document.node(at);
    match node.parent.map(|parent| document.node(parent)) {
        Some(parent) if matches!(parent.content, Content::List(_)) => {
            let counted = Scenario::PART.along(document.keys(at)).counted(&node.key);
            let counted = counted.map(|counted| format!(" at {counted}")).unwrap_or_default();
            format!("`{}.{}`{counted}", parent.key, node.key)
        }
        _ => format!("`{}`", node.key),
    }
}

/// Usual costs of its option that are named once a number is set.
fn names_costs(path: &str) -> Vec<&'static str> {
    let Some((option, key)) = path.rsplit_once('.') else { return Vec::new() };
    let Some((kind, _)) = OptionKind::of(option).filter(|(_, name)| !name.contains('.')) else { return Vec::new() };
    usual_costs_of_key(kind.name(), key).collect()
}

fn digits(value: Decimal) -> String {
    value.normalize().to_string()
}
