//! Two options of one side against each other: from which demand on which of them costs less.

use super::answer::Answer;
use super::at_demand::{always_at_work, budget, point};
use super::statement::{
    AskedPairs, BreakEvenPoint, NoBreakEven, OptionStatement, PairHalf, SameSideBreakEven, SameSideOutcome,
    SameSidePair, Winner,
};
use crate::amount::Ratio;
use crate::model::OptionModel;
use crate::sheet::{Gap, Less, MovingInput, SearchScope, ZeroSide, crossings};
use crate::variation::compares_at;
use rayon::prelude::*;
use rust_decimal::Decimal;

/// So many times the stated demand is looked at where no fleet sets a limit.
const MOST_FACTOR: Decimal = Decimal::TEN;

/// Digits after the point to which the demand is found from which on two options no longer do the same work.
const LIMIT_DIGITS: u32 = 15;

impl Answer {
    /// The same with the pairs that are asked for.
    ///
    /// # Errors
    /// If an option is asked for that there is not: its name.
    pub fn with_pairs(mut self, asked: AskedPairs) -> Result<Answer, UnknownOption> {
        if let AskedPairs::Against(name) = &asked
            && self.comparison.option(name).is_none()
        {
            return Err(UnknownOption::new(name, &self.comparison.options));
        }
        self.comparison.pairs.of_one_side = self.pairs_of_one_side(&asked);
        self.comparison.pairs.asked = asked;
        Ok(self)
    }

    fn pairs_of_one_side(&self, asked: &AskedPairs) -> Vec<SameSidePair> {
        let options: Vec<(&OptionModel, &OptionStatement)> =
            self.evaluated.model.options.iter().zip(&self.comparison.options).collect();
        let with = |name: &str| match asked {
            AskedPairs::AcrossSides => false,
            AskedPairs::All => true,
            AskedPairs::Against(asked) => asked == name,
        };
        let comparable: Vec<&OptionModel> =
            options.iter().filter(|(_, option)| option.comparable()).map(|(model, _)| *model).collect();
        let two = comparable.iter().enumerate().flat_map(|(at, first)| {
            let others = comparable[at + 1..].iter();
            let alike = others.filter(|second| Winner::of(first.kind) == Winner::of(second.kind));
            alike.filter(|second| with(&first.name) || with(&second.name)).map(|second| (*first, *second))
        });
        let two: Vec<(&OptionModel, &OptionModel)> = two.collect();
        let most = budget(two.len());
        // on all cores, in their order
        let pairs = two.par_iter().map(|(first, second)| SameSidePair {
            first: first.name.clone(),
            second: second.name.clone(),
            break_even: self.break_even_of_one_side([first, second], most),
        });
        pairs.collect()
    }

    /// All points up to the largest demand that both serve at which the sign of the difference of their present values changes.
    fn break_even_of_one_side(&self, both: [&OptionModel; 2], most: usize) -> SameSideBreakEven {
        let evaluated = &self.evaluated;
        let model = &evaluated.model;
        if evaluated.value(model.demanded).is_zero() {
            return SameSideBreakEven::none(NoBreakEven::NothingDemanded);
        }
        let [first, second] = both.map(|option| option.present_value);
        let limit = self.largest_demand(both);
        let negligible = evaluated.value(first).abs().max(evaluated.value(second).abs()) * Decimal::new(1, 18);
        let scope = SearchScope { range: (Decimal::ZERO, limit), negligible, most };
        let difference = Gap { of: first, less: Less::Figure(second) };
        let moving = MovingInput::new(&model.sheet, &evaluated.values, model.factor, scope.range, &[first, second]);
        let Ok(solution) = crossings(&moving, difference, scope) else {
            return SameSideBreakEven::none(NoBreakEven::TooManyJumps);
        };
        let half = |side: &ZeroSide| match side {
            ZeroSide::Below => PairHalf::First,
            ZeroSide::Above => PairHalf::Second,
        };
        let points: Vec<BreakEvenPoint> =
            solution.crossings.iter().map(|crossing| point(evaluated, None, crossing)).collect();
        let outcome = match (points.is_empty(), solution.sides.first()) {
            (false, _) => SameSideOutcome::Crosses,
            (true, Some(side)) => SameSideOutcome::Always(half(side)),
            (true, None) => SameSideOutcome::Equal,
        };
        let wins = if points.is_empty() { Vec::new() } else { solution.sides.iter().map(half).collect() };
        SameSideBreakEven { outcome, points, wins, factor_limit: Some(Ratio::rounded(limit)) }
    }

    /// The largest demand factor up to which both do the same work: what fills the larger fleet, and less where the smaller has no
    /// room for more and nobody serves it instead; at least the stated demand. Of rented ones ten times the stated demand, and
    /// in the short form work in every hour.
    fn largest_demand(&self, both: [&OptionModel; 2]) -> Decimal {
        let evaluated = &self.evaluated;
        let fleets = both.iter().filter_map(|option| option.factor_limit);
        let fleets = fleets.map(|figure| evaluated.ratio(figure).unwrap_or(Decimal::ONE)).max();
        let limit = fleets.unwrap_or_else(|| always_at_work(evaluated).unwrap_or(MOST_FACTOR));
        let same_work =
            |factor: Decimal| both.iter().all(|option| compares_at(&self.loaded.scenario, evaluated, option, factor));
        if same_work(limit) {
            return limit;
        }
        let (mut most, mut beyond) = (Decimal::ONE, limit);
        while beyond - most > Decimal::new(1, LIMIT_DIGITS) {
            let middle = (most + beyond) / Decimal::TWO;
            if same_work(middle) { most = middle } else { beyond = middle }
        }
        most
    }
}

/// The name of an option that there is not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownOption {
    /// As it was asked for.
    pub name: String,
    /// The name that was probably meant.
    pub nearest: Option<String>,
    /// All that there are.
    pub known: Vec<String>,
}

impl UnknownOption {
    fn new(name: &str, options: &[OptionStatement]) -> UnknownOption {
        let names = || options.iter().map(|option| option.name.as_str());
        let without_side = |known: &&str| known.split_once('.').is_some_and(|(_, bare)| bare == name);
        let nearest = names().find(without_side).or_else(|| language::suggest::nearest(name, names()));
        UnknownOption {
            name: name.to_owned(),
            nearest: nearest.map(ToOwned::to_owned),
            known: names().map(ToOwned::to_owned).collect(),
        }
    }
}
