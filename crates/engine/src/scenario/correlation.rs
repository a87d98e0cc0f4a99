//! Correlations of uncertain inputs: groups of correlated inputs, and the factors of their matrix.

use super::Scenario;
use super::document::NodeId;
use super::quantity::Quantity;
use rust_decimal::Decimal;

/// Smallest conditional variance of an input given the earlier ones; at or below it the input counts as fully determined.
const NOTHING_LEFT: Decimal = Decimal::from_parts(1, 0, 0, false, 12);

/// A correlation as given in the scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Correlation<'a> {
    /// Path of the input under which it is written.
    pub of: &'a str,
    /// Path of the other input.
    pub with: &'a str,
    /// Coefficient, from -1 to 1.
    pub value: Decimal,
    /// Node in the document.
    pub at: NodeId,
}

/// All given correlations, in the order of the file.
pub fn correlations(scenario: &Scenario) -> impl Iterator<Item = Correlation<'_>> {
    scenario.uncertainty.iter().flat_map(|entry| {
        let others = entry.value.correlation.iter();
        others.map(|other| Correlation {
            of: &entry.name,
            with: &other.name,
            value: other.value.value.decimal(),
            at: other.at,
        })
    })
}

/// Group of inputs that are correlated directly or through others; correlations that are not given are 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CorrelatedGroup {
    /// Paths, sorted.
    pub paths: Vec<String>,
    /// Correlation matrix, one row per input.
    matrix: Vec<Vec<Decimal>>,
}

/// Groups of correlated inputs, sorted by path.
#[must_use]
pub fn correlated(stated: &[Correlation<'_>]) -> Vec<CorrelatedGroup> {
    let moving: Vec<&Correlation<'_>> = stated.iter().filter(|pair| !pair.value.is_zero()).collect();
    let mut groups: Vec<Vec<&str>> = Vec::new();
    for pair in &moving {
        let mut joined = vec![pair.of, pair.with];
        let (touched, others): (Vec<_>, Vec<_>) =
            groups.into_iter().partition(|group| group.contains(&pair.of) || group.contains(&pair.with));
        joined.extend(touched.into_iter().flatten());
        joined.sort_unstable();
        joined.dedup();
        groups = others;
        groups.push(joined);
    }
    groups.sort_unstable();
    groups.into_iter().map(|paths| CorrelatedGroup::of(&paths, &moving)).collect()
}

impl CorrelatedGroup {
    fn of(paths: &[&str], pairs: &[&Correlation<'_>]) -> CorrelatedGroup {
        let place = |path: &str| paths.binary_search(&path).ok();
        let mut matrix = vec![vec![Decimal::ZERO; paths.len()]; paths.len()];
        for (at, row) in matrix.iter_mut().enumerate() {
            row[at] = Decimal::ONE;
        }
        for pair in pairs {
            if let Some((a, b)) = place(pair.of).zip(place(pair.with)) {
                (matrix[a][b], matrix[b][a]) = (pair.value, pair.value);
            }
        }
        CorrelatedGroup { paths: paths.iter().map(|path| (*path).to_owned()).collect(), matrix }
    }

    /// Correlation of two inputs of the group.
    #[must_use]
    pub fn between(&self, a: usize, b: usize) -> Decimal {
        self.matrix[a][b]
    }

    /// Subgroup of the inputs at these places, in this order.
    #[must_use]
    pub fn only(&self, places: &[usize]) -> CorrelatedGroup {
        let row = |a: &usize| places.iter().map(|b| self.matrix[*a][*b]).collect();
        let paths = places.iter().map(|at| self.paths[*at].clone()).collect();
        CorrelatedGroup { paths, matrix: places.iter().map(row).collect() }
    }

    /// Factors R = L D Lᵀ with ones on the diagonal of L. The matrix is positive definite if all of D is above zero.
    ///
    /// # Errors
    /// Place of the first input without conditional variance: its correlations with the earlier inputs are inconsistent or
    /// determine it fully.
    pub fn factors(&self) -> Result<Factors, usize> {
        let size = self.paths.len();
        let mut factors = Factors { lower: vec![Vec::new(); size], left: Vec::with_capacity(size) };
        for row in 0..size {
            let mut left = Decimal::ONE;
            for column in 0..row {
                let known: Decimal =
                    (0..column).map(|k| factors.lower[row][k] * factors.lower[column][k] * factors.left[k]).sum();
                let share = (self.matrix[row][column] - known) / factors.left[column];
                left -= share * share * factors.left[column];
                factors.lower[row].push(share);
            }
            if left <= NOTHING_LEFT {
                return Err(row);
            }
            factors.lower[row].push(Decimal::ONE);
            factors.left.push(left);
        }
        Ok(factors)
    }
}

/// Factors of a correlation matrix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Factors {
    /// L: weights of each input on the earlier ones and on itself, one row per input up to the diagonal.
    pub lower: Vec<Vec<Decimal>>,
    /// D: conditional variance of each input, given the earlier ones.
    pub left: Vec<Decimal>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn d(text: &str) -> Decimal {
        text.parse().unwrap()
    }

    fn pairs<'a>(of: &[(&'a str, &'a str, &str)]) -> Vec<Correlation<'a>> {
        of.iter().map(|(of, with, value)| Correlation { of, with, value: d(value), at: NodeId::ROOT }).collect()
    }

    #[test]
    fn numbers_are_grouped_through_others_and_none_by_a_correlation_of_nothing() {
        let all = pairs(&[("a", "d", "0.5"), ("b", "e", "0.1"), ("c", "a", "-0.2"), ("e", "a", "0"), ("f", "g", "0")]);
        let groups = correlated(&all);
        let paths: Vec<Vec<String>> = groups.iter().map(|group| group.paths.clone()).collect();
        assert_eq!(paths, [vec!["a", "c", "d"], vec!["b", "e"]]);
        assert_eq!(
            (groups[0].between(0, 1), groups[0].between(2, 0), groups[0].between(1, 2)),
            (d("-0.2"), d("0.5"), d("0"))
        );
    }

    #[test]
    fn factors_are_those_worked_out() {
        // two inputs with 0.6: L = 1 / 0.6 1, D = 1, 1 − 0.36
        let two = correlated(&pairs(&[("a", "b", "0.6")]));
        let factors = two[0].factors().unwrap();
        assert_eq!(
            factors,
            Factors { lower: vec![vec![d("1")], vec![d("0.6"), d("1")]], left: vec![d("1"), d("0.64")] }
        );
        // three inputs with 0.5 each: the second has L = 0.5, D = 0.75; the third 0.5, then (0.5 − 0.25) / 0.75 = 1/3 of
        // the second, and D = 1 − 0.25 − 0.75 / 9 = 2/3
        let three = correlated(&pairs(&[("a", "b", "0.5"), ("b", "c", "0.5"), ("c", "a", "0.5")]));
        let factors = three[0].factors().unwrap();
        let third = &factors.lower[2];
        assert!(
            (third[1] - Decimal::ONE / d("3")).abs() < d("1e-20".replace("1e-20", "0.00000000000000000001").as_str())
        );
        assert!((factors.left[2] - d("2") / d("3")).abs() < d("0.00000000000000000001"));
    }

    #[test]
    fn what_cannot_hold_at_once_has_no_factors() {
        // a with b and b with c at 0.9 require at least 0.81 − 0.19 for a with c
        let chain =
            |between| correlated(&pairs(&[("a", "b", "0.9"), ("b", "c", "0.9"), ("a", "c", between)]))[0].factors();
        assert_eq!((chain("0"), chain("0.61")), (Err(2), Err(2)));
        // 0.9 · 0.9 − (1 − 0.81) = 0.62 is the limit itself: no variance remains
        assert_eq!(chain("0.62"), Err(2));
        assert!(chain("0.63").is_ok());
        assert_eq!(correlated(&pairs(&[("a", "b", "1")]))[0].factors(), Err(1));
        assert_eq!(correlated(&pairs(&[("a", "b", "-1")]))[0].factors(), Err(1));
    }
}
