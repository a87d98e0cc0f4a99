//! Exact Shapley values: attribution of a joint effect to its causes.

/// Value of every coalition of players, in whole minor units; `worth[mask]` is that of the players whose bits are set,
/// none if the coalition has no value. At most 12 players, amounts below 10^29.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Coalitions {
    players: u32,
    values: Vec<Option<i128>>,
}

impl Coalitions {
    /// Values of all coalitions of a number of players.
    pub(super) fn new(players: u32, values: Vec<Option<i128>>) -> Coalitions {
        debug_assert_eq!(values.len(), 1 << players);
        Coalitions { players, values }
    }

    /// Whether every coalition has a value.
    pub(super) fn is_whole(&self) -> bool {
        self.values.iter().all(Option::is_some)
    }

    /// Pairs of players where no coalition with the first and without the second has a value.
    pub(super) fn needs(&self) -> Vec<(u32, u32)> {
        let pairs = (0..self.players).flat_map(|one| (0..self.players).map(move |other| (one, other)));
        let alone = |one: u32, other: u32| {
            let without = |mask: &usize| mask & (1 << one) != 0 && mask & (1 << other) == 0;
            (0..self.values.len()).filter(without).any(|mask| self.values[mask].is_some())
        };
        pairs.filter(|(one, other)| one != other && !alone(*one, *other)).collect()
    }

    /// Coalitions of groups of these players; `groups` are disjoint masks that cover all players.
    pub(super) fn of_groups(&self, groups: &[usize]) -> Coalitions {
        let all = |mask: usize| {
            let chosen = groups.iter().enumerate().filter(|(group, _)| mask & (1 << group) != 0);
            chosen.fold(0, |players, (_, group)| players | group)
        };
        let values = (0..1_usize << groups.len()).map(|mask| self.values[all(mask)]).collect();
        Coalitions { players: u32::try_from(groups.len()).unwrap_or(u32::MAX), values }
    }

    /// Shapley value of every player, in whole minor units that add up to the value of all minus the value of none:
    /// `Σ over coalitions S without the player of |S|! · (n − |S| − 1)! / n! · (value of S with the player − value of S)`.
    /// The rounding difference is distributed one unit at a time to the players with the largest rounding loss, earlier
    /// players first. None if a coalition has no value.
    ///
    /// Source: Shapley, A Value for n-Person Games (1953), formula 13.
    pub(super) fn shares(&self) -> Option<Vec<Share>> {
        let values: Vec<i128> = self.values.iter().copied().collect::<Option<_>>()?;
        let all = factorial(self.players);
        let sums: Vec<(i128, bool)> = (0..self.players).map(|player| self.weighed(player, &values)).collect();
        let rounded: Vec<i128> = sums.iter().map(|(sum, _)| nearest(*sum, all)).collect();
        let change = values.last()? - values.first()?;
        let mut shares: Vec<Share> = rounded
            .iter()
            .zip(&sums)
            .map(|(amount, (_, matters))| Share { amount: *amount, matters: *matters })
            .collect();
        let left = change - rounded.iter().sum::<i128>();
        // rounding loss of each, in fractions of a unit, in the direction of the difference
        let taken = |player: &usize| (sums[*player].0 - rounded[*player] * all) * left.signum();
        let mut order: Vec<usize> = (0..shares.len()).collect();
        order.sort_by_key(|player| std::cmp::Reverse(taken(player)));
        for player in order.into_iter().cycle().take(usize::try_from(left.unsigned_abs()).unwrap_or_default()) {
            shares[player].amount += left.signum();
        }
        Some(shares)
    }

    /// `n!` times the Shapley value of a player, and whether the player ever makes a difference.
    fn weighed(&self, player: u32, values: &[i128]) -> (i128, bool) {
        let bit = 1_usize << player;
        let without = (0..values.len()).filter(|mask| mask & bit == 0);
        without.fold((0, false), |(sum, matters), mask| {
            let size = mask.count_ones();
            let adds = values[mask | bit] - values[mask];
            (sum + factorial(size) * factorial(self.players - size - 1) * adds, matters || adds != 0)
        })
    }
}

/// Share of one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Share {
    /// Amount in minor units.
    pub(super) amount: i128,
    /// Whether it makes a difference in any coalition.
    pub(super) matters: bool,
}

fn factorial(n: u32) -> i128 {
    (1..=i128::from(n)).product()
}

/// A fraction rounded half away from zero.
fn nearest(numerator: i128, denominator: i128) -> i128 {
    let twice = 2 * numerator.abs() + denominator;
    numerator.signum() * (twice / (2 * denominator))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn amounts(coalitions: &Coalitions) -> Vec<i128> {
        coalitions.shares().unwrap().iter().map(|share| share.amount).collect()
    }

    #[test]
    fn the_gloves_of_the_textbook() {
        // a left glove and two right ones; a pair is worth 6: the left one receives 4/6 of it, each right one 1/6
        let values = [0, 0, 0, 6, 0, 6, 0, 6].map(Some).to_vec();
        assert_eq!(amounts(&Coalitions::new(3, values)), [4, 1, 1]);
    }

    #[test]
    fn what_two_make_together_is_halved_and_adds_up() {
        // 100 · 5 to 120 · 7: the first alone adds 100, the second 200, both 340; the product term 40 is split equally
        assert_eq!(amounts(&Coalitions::new(2, [500, 600, 700, 840].map(Some).to_vec())), [120, 220]);
        // 1 for three: a third each rounds to zero; the first receives the difference
        let values: Vec<Option<i128>> = (0..8).map(|mask| Some(i128::from(mask == 7))).collect();
        assert_eq!(amounts(&Coalitions::new(3, values.clone())), [1, 0, 0]);
        // 2 for three rounds to one each; the first returns one
        let values = values.iter().map(|values| values.map(|values| values * 2)).collect();
        assert_eq!(amounts(&Coalitions::new(3, values)), [0, 1, 1]);
    }

    #[test]
    fn the_way_back_is_the_way_there() {
        let values: Vec<i128> = vec![7, -3, 12, 5, 0, 41, 41, -8, 3, 19, 2, 2, 5, -11, 6, 1];
        let there = Coalitions::new(4, values.iter().copied().map(Some).collect());
        let back = Coalitions::new(4, values.iter().rev().copied().map(Some).collect());
        let negated: Vec<i128> = amounts(&back).iter().map(|amount| -amount).collect();
        assert_eq!(amounts(&there), negated);
    }

    #[test]
    fn who_never_matters_gets_nothing() {
        let shares = Coalitions::new(2, [3, 9, 3, 9].map(Some).to_vec()).shares().unwrap();
        assert_eq!(shares[1], Share { amount: 0, matters: false });
        assert_eq!(shares[0], Share { amount: 6, matters: true });
    }

    #[test]
    fn who_needs_another_is_known_by_the_mixtures_without_worth() {
        // the first of three needs the third
        let values: Vec<Option<i128>> = (0..8).map(|mask| (mask & 1 == 0 || mask & 4 != 0).then_some(mask)).collect();
        let coalitions = Coalitions::new(3, values);
        assert!(!coalitions.is_whole() && coalitions.shares().is_none());
        assert_eq!(coalitions.needs(), [(0, 2)]);
        let grouped = coalitions.of_groups(&[0b101, 0b010]);
        assert_eq!(grouped, Coalitions::new(2, [0, 5, 2, 7].map(Some).to_vec()));
    }
}
