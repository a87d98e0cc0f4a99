//! Data of charts: cost of options over demand and over time, and the load they serve. Unrounded.

use super::answer::Answer;
use super::cashflow::Cashflow;
use crate::model::{OptionId, OptionKind, OptionModel, PartModel};
use crate::sheet::{Condition, FigureId, Levels, Sheet, Values};
use crate::variation::broken_rules;
use rust_decimal::Decimal;

/// Firm load that determines the size of an option, in the period in which it is highest; among equals, the first with
/// the most nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FirmLoad {
    /// Falling levels, each with the share of the hours in which it is held.
    pub levels: Vec<(Decimal, Decimal)>,
    /// Level up to which its own nodes serve it; zero without nodes.
    pub owned: Decimal,
    /// Level up to which committed instances serve it, above its nodes; none without commitments, or if they are
    /// counted in other accelerators.
    pub committed: Option<Decimal>,
}

/// Figures for the load of an option.
struct LoadFigures {
    /// Its firm load.
    curve: FigureId,
    /// Load per node.
    unit: FigureId,
    /// Nodes in service; none if it has none.
    nodes: Option<FigureId>,
    /// Instances of each of its commitments.
    instances: Vec<FigureId>,
    /// Load per instance, in the measure of the load; none if no option uses the same measure.
    holds: Option<FigureId>,
}

impl LoadFigures {
    /// All figures.
    fn all(&self) -> impl Iterator<Item = FigureId> {
        let single = [self.curve, self.unit].into_iter().chain(self.nodes);
        single.chain(self.instances.iter().copied()).chain(self.holds)
    }
}

impl Answer {
    /// Present value of every option at each of the demand factors; none if a rule of the option is broken.
    #[must_use]
    pub fn cost_by_demand(&self, factors: &[Decimal]) -> Vec<Vec<Option<Decimal>>> {
        let model = &self.evaluated.model;
        let (sheet, options) = (&model.sheet, &model.options);
        let rules = |option: &OptionModel| -> Vec<Condition> {
            sheet.conditions().get(option.conditions.clone()).map(<[Condition]>::to_vec).unwrap_or_default()
        };
        let mut along: Vec<OptionOverDemand<'_>> = Vec::new();
        for option in options {
            let rules = rules(option);
            let mut figures: Vec<FigureId> = rules.iter().map(|rule| rule.not_above_zero).collect();
            figures.push(option.present_value);
            let affected = sheet.affected(&[model.factor], &figures);
            along.push(OptionOverDemand { sheet, rules, affected, present_value: option.present_value });
        }
        let at = |along: &OptionOverDemand<'_>, factor: &Decimal| {
            let mut values = self.evaluated.values.clone();
            values[sheet.at(model.factor, 0)] = *factor;
            along.at(values)
        };
        along.iter().map(|along| factors.iter().map(|factor| at(along, factor)).collect()).collect()
    }

    /// Cumulative cash of every option at the end of each month, starting with month 0.
    #[must_use]
    pub fn cash_by_month(&self) -> Vec<Vec<Decimal>> {
        let paid = |option: &OptionModel| {
            let mut sum = Decimal::ZERO;
            let months = Cashflow::of(&self.evaluated, option).cash.into_iter();
            months
                .map(|cash| {
                    sum += cash;
                    sum
                })
                .collect()
        };
        self.evaluated.model.options.iter().map(paid).collect()
    }

    /// Firm load that determines the size of an option; none if nothing is sized, as with endpoints.
    #[must_use]
    pub fn firm_load(&self, option: &OptionId) -> Option<FirmLoad> {
        let (model, sheet) = (&self.evaluated.model, &self.evaluated.model.sheet);
        let figures = self.load_figures(model.options.iter().find(|model| model.id == *option)?)?;
        // sizing figures are evaluated on request only
        let requested: Vec<FigureId> = figures.all().collect();
        let LoadFigures { curve, unit, nodes, instances, holds } = figures;
        let mut values = self.evaluated.values.clone();
        sheet.evaluate(&sheet.unknown_ancestors(&requested, self.evaluated.known()), &mut values).ok()?;
        let falling = |period: usize| {
            let shares = sheet.levels(curve, period, &values).and_then(Levels::exact)?.shares().ok()?;
            Some(shares.into_iter().filter(|(_, share)| !share.is_zero()).collect::<Vec<(Decimal, Decimal)>>())
        };
        let peak = |levels: &[(Decimal, Decimal)]| levels.first().map_or(Decimal::ZERO, |(level, _)| *level);
        let all = (0..sheet.periods().len()).filter_map(|period| Some((period, falling(period)?)));
        let number = |figure: FigureId, period: usize| values[sheet.at(figure, period)];
        let nodes = |period: usize| nodes.map_or(Decimal::ZERO, |nodes| number(nodes, period));
        // among periods with the highest load, the first with the most nodes, so none before a delivery
        let (period, levels) = all.rev().max_by_key(|(period, levels)| (peak(levels), nodes(*period)))?;
        (!peak(&levels).is_zero()).then_some(())?;
        let number = |figure: FigureId| number(figure, period);
        let owned = nodes(period).checked_mul(number(unit)).unwrap_or_default();
        let count: Decimal = instances.into_iter().map(number).sum();
        let above = holds.map(number).and_then(|holds| holds.checked_mul(count)).filter(|above| !above.is_zero());
        Some(FirmLoad { levels, owned, committed: above.map(|above| owned + above) })
    }

    /// Figures for the load of an option; none if nothing is sized.
    fn load_figures(&self, option: &OptionModel) -> Option<LoadFigures> {
        let (part, sizing) = option.parts.iter().find_map(|part| Some((part, part.sizing?)))?;
        let (instances, holds) = self.committed(option, part, sizing.curve).unwrap_or_default();
        Some(LoadFigures { curve: sizing.curve, unit: sizing.unit, nodes: option.nodes, instances, holds })
    }

    /// Committed instances of a part of an option, and the load per instance in the measure of its curve; none if no
    /// rented option uses the same measure.
    fn committed(
        &self,
        option: &OptionModel,
        part: &PartModel,
        curve: FigureId,
    ) -> Option<(Vec<FigureId>, Option<FigureId>)> {
        let committed = match option.id.kind() {
            OptionKind::Rent => &option.commitments,
            OptionKind::Own | OptionKind::Hybrid => &part.burst_commitments,
        };
        let parts = self.evaluated.model.options.iter().flat_map(|option| &option.parts);
        let mut rented = parts.filter(|part| part.option.kind() == OptionKind::Rent).filter_map(|part| part.sizing);
        let holds = match part.sizing.filter(|_| part.option.kind() == OptionKind::Rent) {
            Some(own) => own.unit,
            None => rented.find(|rented| rented.curve == curve)?.unit,
        };
        Some((committed.iter().map(|one| one.instances).collect(), Some(holds)))
    }
}

/// An option evaluated over demand.
struct OptionOverDemand<'s> {
    sheet: &'s Sheet,
    rules: Vec<Condition>,
    affected: Vec<FigureId>,
    present_value: FigureId,
}

impl OptionOverDemand<'_> {
    /// Its present value, unless the option is not possible.
    fn at(&self, mut values: Values<Decimal>) -> Option<Decimal> {
        self.sheet.evaluate(&self.affected, &mut values).ok()?;
        let possible = broken_rules(self.sheet, &self.rules, &values).is_empty();
        possible.then(|| values[self.sheet.at(self.present_value, 0)])
    }
}
