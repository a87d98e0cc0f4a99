//! Correlated inputs: they share one draw by name, or are correlated by a Gaussian copula.
//!
//! Each input has a standard normal score z, and its value is the one with the same cumulative probability in its own
//! distribution, x = F⁻¹(Φ(z)), so its own distribution does not depend on the correlations. The scores of a group are
//! z = W ε with independent standard normal numbers ε, one stream each. For inputs that share a name, W is a column of
//! ones. For correlated inputs it is the Cholesky factor of their correlation matrix R, W Wᵀ = R (R. B. Nelsen, "An
//! Introduction to Copulas", 2nd edition 2006, section 2.9 on random variates; SAS/ETS, "HPCOPULA Procedure: Normal
//! Copula"). Their rank correlation after Spearman is then 6/π · asin(ρ / 2).

#![allow(clippy::float_arithmetic, reason = "draws are statistical: they are made in binary floating point")]

use super::normal;
use super::result::{CorrelatedWith, MovesWith};

use super::stream::Stream;
use crate::amount::Ratio;
use crate::scenario::Scenario;
use crate::scenario::correlation::{CorrelatedGroup, correlated, correlations};
use crate::scenario::uncertainty::Uncertain;
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;

/// A group of correlated inputs.
#[derive(Debug)]
pub(super) struct DrawGroup {
    /// Names of the streams of ε, combined with the seed.
    streams: Vec<String>,
    /// Indices of the inputs, each with its row of W without trailing zeros.
    members: Vec<(usize, Vec<f64>)>,
}

/// Groups of inputs that are not independent, without those of walks.
pub(super) fn together(inputs: &[Uncertain], scenario: &Scenario, walks: impl Fn(usize) -> bool) -> Vec<DrawGroup> {
    let other = inputs.iter().enumerate().filter(|(at, _)| !walks(*at)).map(|(_, input)| input);
    let mut names: Vec<&str> = other.filter_map(|input| input.with.as_deref()).collect();
    names.sort_unstable();
    names.dedup();
    let shared = names.into_iter().map(|name| DrawGroup::by_one_draw(name, inputs));
    let pairs: Vec<_> = correlations(scenario).collect();
    let groups = correlated(&pairs);
    shared.chain(groups.iter().filter_map(|group| DrawGroup::correlated(group, inputs))).collect()
}

/// Correlation of each input with others, in order.
pub(super) fn moves_with(inputs: &[Uncertain], scenario: &Scenario) -> Vec<MovesWith> {
    let of_one = |input: &Uncertain| {
        if let Some(name) = &input.with {
            return MovesWith::Shared(name.clone());
        }
        let others = correlations(scenario).filter(|pair| !pair.value.is_zero()).filter_map(|pair| {
            let other =
                if pair.of == input.path { Some(pair.with) } else { (pair.with == input.path).then_some(pair.of) };
            Some(CorrelatedWith { path: other?.to_owned(), correlation: Ratio::from(pair.value) })
        });
        let others: Vec<CorrelatedWith> = others.collect();
        if others.is_empty() { MovesWith::Nothing } else { MovesWith::Correlated(others) }
    };
    inputs.iter().map(of_one).collect()
}

impl DrawGroup {
    fn by_one_draw(name: &str, inputs: &[Uncertain]) -> DrawGroup {
        let members = inputs.iter().enumerate().filter(|(_, input)| input.with.as_deref() == Some(name));
        // a path contains no space, so no other input has this stream
        DrawGroup { streams: vec![format!("with {name}")], members: members.map(|(at, _)| (at, vec![1.0])).collect() }
    }

    /// None without factors, which the rules of a scenario exclude.
    fn correlated(group: &CorrelatedGroup, inputs: &[Uncertain]) -> Option<DrawGroup> {
        let factors = group.factors().ok()?;
        let float = |value: &Decimal| value.to_f64().unwrap_or_default();
        let roots: Vec<f64> = factors.left.iter().map(|left| libm::sqrt(float(left))).collect();
        let row = |lower: &Vec<Decimal>| lower.iter().zip(&roots).map(|(share, root)| float(share) * root).collect();
        let places = group.paths.iter().map(|path| inputs.iter().position(|input| input.path == *path));
        let members = places.zip(&factors.lower).filter_map(|(place, lower)| Some((place?, row(lower)))).collect();
        Some(DrawGroup { streams: group.paths.clone(), members })
    }

    /// Scores of each of its inputs in a block of draws, with the index of the input.
    pub(super) fn scores(&self, seed: u64, block: u64, count: usize) -> Vec<(usize, Vec<f64>)> {
        let normals = |stream: &String| -> Vec<f64> {
            let mut stream = Stream::new(seed, stream, block);
            (0..count).map(|_| normal::quantile(stream.uniform())).collect()
        };
        let independent: Vec<Vec<f64>> = self.streams.iter().map(normals).collect();
        let score = |row: &[f64], draw: usize| row.iter().zip(&independent).map(|(weight, z)| weight * z[draw]).sum();
        let scores = |(at, row): &(usize, Vec<f64>)| (*at, (0..count).map(|draw| score(row, draw)).collect());
        self.members.iter().map(scores).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DRAWS: usize = 100_000;

    /// Groups of three inputs, two of them correlated as given.
    fn group(of: [&str; 3]) -> Vec<DrawGroup> {
        let [price, rented, power] = of;
        let text = format!(
            "name: Three\ncurrency: USD\nhorizon_months: 12\ndiscount_rate: 9%\ndemand: {{ accelerators: 8, utilization: 50% }}
own: {{ box: {{ node: {{ price: 1_000, accelerators: 8, power_kw: 10 }}, useful_life_months: 12, pue: 1.3, electricity_per_kwh: 0.1 }} }}
rent: {{ cloud: {{ accelerators_per_instance: 1, on_demand_per_accelerator_hour: 2 }} }}
uncertainty:
  own.box.node.price: {{ low: 900, high: 1_100{price} }}
  rent.cloud.on_demand_per_accelerator_hour: {{ low: 1, likely: 2, high: 4{rented} }}
  own.box.node.power_kw: {{ p10: 9, p90: 11{power} }}
"
        );
        let loaded = crate::scenario::load("three.yaml", &text, &[]).unwrap();
        let uncertain = crate::scenario::uncertainty::uncertain(&loaded.document, &loaded.scenario);
        together(&uncertain, &loaded.scenario, |_| false)
    }

    /// All scores of a group, block by block.
    fn scores(group: &DrawGroup) -> Vec<Vec<f64>> {
        let mut all = vec![Vec::new(); group.members.len()];
        for block in 0..10 {
            for (all, (_, scores)) in all.iter_mut().zip(group.scores(5, block, DRAWS / 10)) {
                all.extend(scores);
            }
        }
        all
    }

    /// Spearman's rank correlation: the correlation of the ranks.
    fn spearman(a: &[f64], b: &[f64]) -> f64 {
        let ranks = |values: &[f64]| {
            let mut order: Vec<usize> = (0..values.len()).collect();
            order.sort_by(|x, y| values[*x].total_cmp(&values[*y]));
            let mut ranks = vec![0.0; values.len()];
            for (rank, at) in (0_u32..).zip(order) {
                ranks[at] = f64::from(rank);
            }
            ranks
        };
        correlation(&ranks(a), &ranks(b))
    }

    fn correlation(a: &[f64], b: &[f64]) -> f64 {
        let n = f64::from(u32::try_from(a.len()).unwrap());
        let mean = |values: &[f64]| values.iter().sum::<f64>() / n;
        let (mean_a, mean_b) = (mean(a), mean(b));
        let with =
            |x: &[f64], mx: f64, y: &[f64], my: f64| -> f64 { x.iter().zip(y).map(|(x, y)| (x - mx) * (y - my)).sum() };
        with(a, mean_a, b, mean_b) / (with(a, mean_a, a, mean_a) * with(b, mean_b, b, mean_b)).sqrt()
    }

    #[test]
    fn ranks_are_correlated_as_theory_says() {
        // five standard errors of a rank correlation, largest without correlation: 5 / √n
        let error = 5.0 / f64::from(u32::try_from(DRAWS).unwrap()).sqrt();
        for by in [-0.95, -0.5, 0.1, 0.6, 0.99] {
            let correlation = format!(", correlation: {{ rent.cloud.on_demand_per_accelerator_hour: {by} }}");
            let groups = group([&correlation, "", ""]);
            let [pair] = &groups[..] else { panic!("one pair: {groups:?}") };
            let all = scores(pair);
            let expected = 6.0 / std::f64::consts::PI * (by / 2.0_f64).asin();
            let found = spearman(&all[0], &all[1]);
            assert!((found - expected).abs() <= error, "{by}: {found}, not {expected}");
            // each score is standard normal: mean 0, mean of squares 1 with variance 2 per draw
            for scores in &all {
                let n = f64::from(u32::try_from(scores.len()).unwrap());
                let mean = scores.iter().sum::<f64>() / n;
                let square = scores.iter().map(|score| score * score).sum::<f64>() / n;
                assert!(mean.abs() <= error && (square - 1.0).abs() <= error * 2.0_f64.sqrt(), "{by}: {mean} {square}");
            }
        }
    }

    #[test]
    fn three_are_correlated_as_each_pair_says_and_in_whatever_order_they_are_written() {
        let error = 5.0 / f64::from(u32::try_from(DRAWS).unwrap()).sqrt();
        let written = |of: [&str; 3]| scores(&group(of)[0]);
        let (price, rented, power) =
            ("own.box.node.price", "rent.cloud.on_demand_per_accelerator_hour", "own.box.node.power_kw");
        let all = written([
            &format!(", correlation: {{ {rented}: 0.7, {power}: -0.3 }}"),
            "",
            &format!(", correlation: {{ {rented}: 0.2 }}"),
        ]);
        // by path: power, price, rented
        for (a, b, expected) in [(0, 1, -0.3), (1, 2, 0.7), (0, 2, 0.2)] {
            let found = correlation(&all[a], &all[b]);
            assert!((found - expected).abs() <= error, "{found}, not {expected}");
        }
        let otherwise = written([
            "",
            &format!(", correlation: {{ {power}: 0.2, {price}: 0.7 }}"),
            &format!(", correlation: {{ {price}: -0.3 }}"),
        ]);
        assert_eq!(all, otherwise);
    }

    #[test]
    fn numbers_of_one_name_have_the_same_scores() {
        let groups = group([", with: market", "", ", with: market"]);
        let [market] = &groups[..] else { panic!("one group: {groups:?}") };
        let all = scores(market);
        assert!(all.len() == 2 && all[0] == all[1]);
        assert!(group(["", "", ""]).is_empty());
    }
}
