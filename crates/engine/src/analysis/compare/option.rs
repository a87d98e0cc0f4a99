//! One option of a comparison.

use super::answer::Depth;
use super::cashflow::{self, Cashflow};
use super::cliffs::cliffs;
use super::context::Compare;
use super::left_out::{Hardware, left_out};
use super::statement::{
    CashAhead, Cliff, CommitmentResult, IndirectTaxResult, LineResult, LoanResult, OptionResult, ValueResult, Waste,
    WasteResult, YearResult, cash_by_the_hour,
};
use super::view;
use crate::amount::{Amount, Ratio};
use crate::model::loan::LoanModel;
use crate::model::{CostGroup, CostLine, OptionKind, OptionModel, WorkValue};
use crate::number;
use crate::scenario::purchase::Purchase;
use crate::sheet::FigureId;
use crate::variation::{comparable, eligible};
use rust_decimal::Decimal;

impl Compare<'_> {
    /// The author's label for a line of an option or of its parts.
    fn line_label(&self, model: &OptionModel, group: CostGroup, line: &str) -> Option<String> {
        let parts: &[&str] = match group {
            CostGroup::Purchase | CostGroup::Lease | CostGroup::Resale => &["capital"],
            CostGroup::OneOff => &["one_off"],
            CostGroup::Operating
            | CostGroup::Usage
            | CostGroup::Burst
            | CostGroup::UntilDelivery
            | CostGroup::Delay => &["operating"],
            CostGroup::Financing | CostGroup::Tax => &[],
        };
        let options = [&model.id].into_iter().chain(model.parts.iter().map(|part| &part.option));
        let paths = options.flat_map(|option| parts.iter().map(move |part| format!("{option}.{part}.{line}")));
        // lines of the same name are merged in a hybrid; the label is used if all of them share it
        let stated = paths.filter(|path| self.loaded.document.find(path).is_some());
        let labels: Vec<Option<&str>> = stated.map(|path| self.header.labels.of(&path)).collect();
        let (first, others) = labels.split_first()?;
        first.filter(|_| others.iter().all(|other| other == first)).map(str::to_owned)
    }

    pub(super) fn option(&self, at: usize, flows: &[Cashflow]) -> OptionResult {
        let model = &self.evaluated.model.options[at];
        let lines: Vec<LineResult> = model
            .lines
            .iter()
            .map(|line| LineResult {
                name: line.name.clone(),
                label: self.line_label(model, line.group, &line.name),
                group: line.group,
                is_already_owned: line.is_already_owned,
                total: self.money(line.total),
                present_value: self.money(line.present_value),
            })
            .collect();
        let digits = self.header.minor_digits;
        let total = Amount::sum(lines.iter().map(|line| line.total), digits);
        let present_value = Amount::sum(lines.iter().map(|line| line.present_value), digits);
        let capital = lines
            .iter()
            .filter(|line| matches!(line.group, CostGroup::Purchase | CostGroup::Lease | CostGroup::Resale));
        let months = Decimal::from(self.evaluated.model.horizon);
        let demanded = self.evaluated.value(model.demanded);
        let useful_hours = self.evaluated.value(model.useful_hours);
        OptionResult {
            name: model.id.clone(),
            label: self.header.labels.of(model.id.as_str()).map(str::to_owned),
            kind: model.id.kind(),
            ineligible_because: eligible::ineligible_because(self.scenario(), model, &|row| {
                self.evaluated.largest(row)
            }),
            not_comparable_because: comparable::not_comparable_because(
                self.scenario(),
                model,
                self.evaluated.model.demanded,
                &|figure| self.evaluated.value(figure),
            ),
            work_done: share_of(useful_hours, demanded),
            total,
            present_value,
            indirect_tax: self.indirect_tax(model, total, present_value),
            per_month: Amount::rounded(self.evaluated.value(model.total) / months, digits),
            per_useful_hour: self.ratio(Some(model.per_useful_hour)),
            output_unit: model.output.clone(),
            per_unit: self.ratio(model.per_unit),
            value_of_work: model.value.map(|value| self.value_of(value, present_value)),
            useful_hours: Ratio::rounded(useful_hours),
            useful_share_of_paid_hours: self.ratio(model.useful_share),
            waste: self.waste(model, cash_by_the_hour(total, &lines)),
            utilization: self.ratio(model.utilization),
            energy_kwh_per_year: self.value(model.energy),
            carbon_kg_per_year: self.value(model.carbon),
            nodes: model.nodes.map(|nodes| {
                let last = self.evaluated.model.sheet.periods().len() - 1;
                Ratio::from(self.evaluated.value_in(nodes, last).normalize())
            }),
            hours_lost_to_downtime: Ratio::rounded(self.evaluated.value(model.lost)),
            share_lost_to_downtime: share_of(self.evaluated.value(model.lost), demanded),
            hours_undone: Ratio::rounded(self.evaluated.value(model.unserved)),
            share_undone: share_of(self.evaluated.value(model.unserved), demanded),
            hours_without_headroom: self.value(model.without_headroom).unwrap_or(Ratio::from(Decimal::ZERO)),
            hours_elsewhere: self.elsewhere(model),
            parts: self.parts(model),
            loan: model.loan.as_ref().map(|loan| self.loan(loan)),
            amortized_capital: capital.map(|line| line.total).reduce(|a, b| a + b),
            book_resale: model.book_resale.map(|book| self.money(book)).filter(|book| !book.is_zero()),
            years: self.years(model),
            cliffs: self.cliffs(model),
            commitments: model
                .commitments
                .iter()
                .map(|commitment| CommitmentResult {
                    name: commitment.name.clone(),
                    used_share: self.ratio(Some(commitment.used_share)),
                    covered_share: self.ratio(Some(commitment.covered_share)),
                })
                .collect(),
            cash_ahead: match self.depth {
                Depth::Whole => self.cash_ahead(at, flows),
                Depth::WithoutHorizons | Depth::Verdict => Vec::new(),
            },
            left_out: match model.id.kind() {
                OptionKind::Own | OptionKind::Rent => {
                    left_out(&self.loaded.document, model.id.kind().name(), model.at, self.hardware(model))
                }
                // listed with its parts
                OptionKind::Hybrid => Vec::new(),
            },
            lines,
        }
    }

    /// What indirect tax adds to an option's printed amounts; none if it adds nothing.
    fn indirect_tax(&self, model: &OptionModel, total: Amount, present_value: Amount) -> Option<IndirectTaxResult> {
        let without = self.without_indirect_tax?;
        let digits = self.header.minor_digits;
        let sum = |figure: &dyn Fn(&CostLine) -> FigureId| {
            Amount::sum(model.lines.iter().map(|line| Amount::rounded(without.value(figure(line)), digits)), digits)
        };
        let total = total - sum(&|line| line.total);
        let present_value = present_value - sum(&|line| line.present_value);
        let is_nothing = total.is_zero() && present_value.is_zero();
        (!is_nothing).then_some(IndirectTaxResult { total, present_value })
    }

    /// When the hardware of an option was bought.
    fn hardware(&self, model: &OptionModel) -> Hardware {
        let own = model.id.owned().and_then(|name| self.scenario().own.get(name));
        let purchases = own.and_then(|own| own.value.purchases.as_deref()).unwrap_or_default();
        match purchases {
            [] => Hardware::New,
            all if all.iter().all(Purchase::is_owned_already) => Hardware::OwnedAlready,
            _ => Hardware::New,
        }
    }

    fn value_of(&self, value: WorkValue, cost: Amount) -> ValueResult {
        let (total, present_value) = (self.money(value.total), self.money(value.present_value));
        let less_cost = Amount::new(*present_value - *cost, self.header.minor_digits);
        ValueResult { total, present_value, less_cost }
    }

    fn years(&self, model: &OptionModel) -> Vec<YearResult> {
        match self.depth {
            Depth::Whole => view::year_statements(self.evaluated, model, self.header.minor_digits),
            Depth::WithoutHorizons | Depth::Verdict => Vec::new(),
        }
    }

    fn cliffs(&self, model: &OptionModel) -> Vec<Cliff> {
        match self.depth {
            Depth::Whole => cliffs(self.evaluated, model, self.header.minor_digits),
            Depth::WithoutHorizons | Depth::Verdict => Vec::new(),
        }
    }

    fn cash_ahead(&self, at: usize, flows: &[Cashflow]) -> Vec<CashAhead> {
        let others = self.evaluated.model.options.iter().zip(flows).enumerate().filter(|(other, _)| *other != at);
        let ahead = others.filter_map(|(_, (other, flow))| {
            let (amount, month) = cashflow::most_ahead(&flows[at].cash, &flow.cash, self.header.minor_digits)?;
            let amount = Amount::new(amount, self.header.minor_digits);
            Some(CashAhead { other: other.id.clone(), amount, month })
        });
        ahead.collect()
    }

    /// Cost of the hours that are not useful: their share of the hours paid for, applied to the option's cash cost by
    /// the hour.
    fn waste(&self, model: &OptionModel, by_the_hour: Amount) -> Vec<WasteResult> {
        let Some(waste) = &model.waste else { return Vec::new() };
        let paid = self.evaluated.value(waste.paid);
        let of = |cause, figure: Option<FigureId>| {
            // to 12 digits, as ratios are compared: rounding residue counts as zero
            let share = self.evaluated.value(figure?).checked_div(paid)?;
            let share = if share > Decimal::new(1, 12) { share } else { Decimal::ZERO };
            let hours = share * paid;
            Some(WasteResult {
                cause,
                hours: Ratio::rounded(hours),
                share: Ratio::rounded(share),
                cost: Amount::rounded(by_the_hour.checked_mul(share)?, self.header.minor_digits),
            })
        };
        let causes = [
            of(Waste::Idle, Some(waste.idle)),
            of(Waste::WarmAndHeadroom, waste.ready),
            of(Waste::Failed, waste.failed),
            of(Waste::Stalled, waste.stalled),
            of(Waste::Interrupted, waste.interrupted),
        ];
        causes.into_iter().flatten().collect()
    }

    fn loan(&self, loan: &LoanModel) -> LoanResult {
        let months = self.evaluated.loan(loan);
        let total: Decimal = months.iter().sum();
        let digits = self.header.minor_digits;
        LoanResult {
            borrowed: self.money(loan.borrowed),
            payment: self.money(loan.payment),
            balance: self.money(loan.balance),
            interest: self.money(loan.interest),
            present_value: self.money(loan.present_value),
            years: Amount::all(view::settled(&view::years(&months), number::money(total, digits), digits), digits),
        }
    }
}

/// Share of the demand; none if nothing is demanded.
pub(super) fn share_of(hours: Decimal, demanded: Decimal) -> Option<Ratio> {
    hours.checked_div(demanded).map(Ratio::rounded)
}
