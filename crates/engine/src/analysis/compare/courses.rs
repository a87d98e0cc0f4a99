//! What options come to over demand and over time, and the load that they serve: what pictures show. Nothing is rounded.

use super::answer::Answer;
use super::cashflow::Cashflow;
use crate::model::{OptionKind, OptionModel, PartModel};
use crate::sheet::{Condition, FigureId, Levels, Sheet, Values};
use crate::variation::broken_rules;
use rust_decimal::Decimal;

/// The firm load that an option is sized for, in the period in which it is highest; of several, the first with the most nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FirmLoad {
    /// Falling levels, each with the share of the hours in which it is held.
    pub levels: Vec<(Decimal, Decimal)>,
    /// Up to which level its own nodes serve it; nothing where it has none.
    pub owned: Decimal,
    /// Up to which level committed instances do, above its nodes; none where nothing is committed to, or what is committed to is
    /// counted in other accelerators.
    pub committed: Option<Decimal>,
}

/// The figures that the load of an option is read off.
struct LoadFigures {
    /// Its firm load.
    curve: FigureId,
    /// What a node holds of it.
    unit: FigureId,
    /// The nodes in service; none where it has none.
    nodes: Option<FigureId>,
    /// The instances of each of its commitments.
    instances: Vec<FigureId>,
    /// What one of them holds in the measure of the load; none where nothing is measured by the same.
    holds: Option<FigureId>,
}

impl LoadFigures {
    /// All of them.
    fn all(&self) -> impl Iterator<Item = FigureId> {
        let single = [self.curve, self.unit].into_iter().chain(self.nodes);
        single.chain(self.instances.iter().copied()).chain(self.holds)
    }
}

impl Answer {
    /// The present value of every option at each of the demand factors, as far as there are hours for so much work; none where
    /// a rule of the option is broken.
    #[must_use]
    pub fn cost_by_demand(&self, factors: &[Decimal]) -> Vec<Vec<Option<Decimal>>> {
        let model = &self.evaluated.model;
        let (sheet, options) = (&model.sheet, &model.options);
        let rules = |option: &OptionModel| -> Vec<Condition> {
            sheet.conditions().get(option.conditions.clone()).map(<[Condition]>::to_vec).unwrap_or_default()
        };
        let mut along: Vec<Along<'_>> = Vec::new();
        for option in options {
            let rules = rules(option);
            let mut figures: Vec<FigureId> = rules.iter().map(|rule| rule.not_above_zero).collect();
            figures.push(option.present_value);
            let affected = sheet.affected(&[model.factor], &figures);
            along.push(Along { sheet, rules, affected, present_value: option.present_value });
        }
        let at = |along: &Along<'_>, factor: &Decimal| {
            let mut values = self.evaluated.values.clone();
            values[sheet.at(model.factor, 0)] = *factor;
            along.at(values)
        };
        along.iter().map(|along| factors.iter().map(|factor| at(along, factor)).collect()).collect()
    }

    /// The cash that every option has paid by the end of each month, month 0 first.
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

    /// The firm load that an option is sized for; none where nothing is sized, as of endpoints.
    #[must_use]
    pub fn firm_load(&self, option: &str) -> Option<FirmLoad> {
        let (model, sheet) = (&self.evaluated.model, &self.evaluated.model.sheet);
        let figures = self.load_figures(model.options.iter().find(|model| model.name == option)?)?;
        // what an option is sized by is worked out only where somebody asks
        let asked: Vec<FigureId> = figures.all().collect();
        let LoadFigures { curve, unit, nodes, instances, holds } = figures;
        let mut values = self.evaluated.values.clone();
        sheet.evaluate(&sheet.unknown_ancestors(&asked, self.evaluated.known()), &mut values).ok()?;
        let falling = |period: usize| {
            let shares = sheet.levels(curve, period, &values).and_then(Levels::exact)?.shares();
            Some(shares.filter(|(_, share)| !share.is_zero()).collect::<Vec<(Decimal, Decimal)>>())
        };
        let peak = |levels: &[(Decimal, Decimal)]| levels.first().map_or(Decimal::ZERO, |(level, _)| *level);
        let all = (0..sheet.periods().len()).filter_map(|period| Some((period, falling(period)?)));
        let number = |figure: FigureId, period: usize| values[sheet.at(figure, period)];
        let nodes = |period: usize| nodes.map_or(Decimal::ZERO, |nodes| number(nodes, period));
        // of periods in which it is as high the one with the most nodes, so that none before a delivery is, and of these the first
        let (period, levels) = all.rev().max_by_key(|(period, levels)| (peak(levels), nodes(*period)))?;
        (!peak(&levels).is_zero()).then_some(())?;
        let number = |figure: FigureId| number(figure, period);
        let owned = nodes(period).checked_mul(number(unit)).unwrap_or_default();
        let count: Decimal = instances.into_iter().map(number).sum();
        let above = holds.map(number).and_then(|holds| holds.checked_mul(count)).filter(|above| !above.is_zero());
        Some(FirmLoad { levels, owned, committed: above.map(|above| owned + above) })
    }

    /// The figures that the load of an option is read off; none where nothing is sized.
    fn load_figures(&self, option: &OptionModel) -> Option<LoadFigures> {
        let (part, sizing) = option.parts.iter().find_map(|part| Some((part, part.sizing?)))?;
        let (instances, holds) = self.committed(option, part, sizing.curve).unwrap_or_default();
        Some(LoadFigures { curve: sizing.curve, unit: sizing.unit, nodes: option.nodes, instances, holds })
    }

    /// The instances that a part of an option is committed to, and what one of them holds in the measure of its curve; none where
    /// no rented option is measured by the same.
    fn committed(
        &self,
        option: &OptionModel,
        part: &PartModel,
        curve: FigureId,
    ) -> Option<(Vec<FigureId>, Option<FigureId>)> {
        let committed = match option.kind {
            OptionKind::Rent => &option.commitments,
            OptionKind::Own | OptionKind::Hybrid => &part.burst_commitments,
        };
        let parts = self.evaluated.model.options.iter().flat_map(|option| &option.parts);
        let mut rented = parts.filter(|part| OptionKind::Rent.is_of(&part.option)).filter_map(|part| part.sizing);
        let holds = match part.sizing.filter(|_| OptionKind::Rent.is_of(&part.option)) {
            Some(own) => own.unit,
            None => rented.find(|rented| rented.curve == curve)?.unit,
        };
        Some((committed.iter().map(|one| one.instances).collect(), Some(holds)))
    }
}

/// An option while demand runs.
struct Along<'s> {
    sheet: &'s Sheet,
    rules: Vec<Condition>,
    affected: Vec<FigureId>,
    present_value: FigureId,
}

impl Along<'_> {
    /// Its present value, unless it is not possible.
    fn at(&self, mut values: Values<Decimal>) -> Option<Decimal> {
        self.sheet.evaluate(&self.affected, &mut values).ok()?;
        let possible = broken_rules(self.sheet, &self.rules, &values).is_empty();
        possible.then(|| values[self.sheet.at(self.present_value, 0)])
    }
}
