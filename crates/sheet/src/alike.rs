//! Comparison of sheets that differ only in the values of leaves.

use crate::formula::FigureId;
use crate::sheet::{FigureRow, Sheet};
use rust_decimal::Decimal;

/// A leaf with another value in another sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MovedLeaf {
    /// The leaf.
    pub figure: FigureId,
    /// The period of a row; the first for a number.
    pub period: usize,
    /// Value in the other sheet minus the value here.
    pub more: Decimal,
}

impl Sheet {
    /// Leaves with other values in a sheet that has the same formulas and whose periods begin in the same months; none
    /// if anything else differs.
    #[must_use]
    pub fn moved_leaves(&self, other: &Sheet) -> Option<Vec<MovedLeaf>> {
        let begins = |sheet: &'_ Sheet| sheet.periods.iter().map(|period| period.first).collect::<Vec<u32>>();
        let is_alike = begins(self) == begins(other)
            && self.rows.len() == other.rows.len()
            && self.rows.iter().zip(&other.rows).all(|(row, other)| row.is_like(other))
            && self.curves == other.curves;
        is_alike.then(|| {
            let both = self.leaves.iter().zip(&other.leaves).filter(|(here, there)| here.value != there.value);
            let moved = both.map(|(here, there)| {
                let (figure, period) = self.place(here.at);
                MovedLeaf { figure, period, more: there.value - here.value }
            });
            moved.collect()
        })
    }

    /// Figure and period of a number.
    fn place(&self, at: u32) -> (FigureId, usize) {
        let figure = self.rows.partition_point(|row| row.first <= at).saturating_sub(1);
        let id = u32::try_from(figure).expect("fewer figures than u32 counts");
        (FigureId(id), (at - self.rows[figure].first) as usize)
    }
}

impl FigureRow {
    /// Whether another figure has the same formula.
    fn is_like(&self, other: &FigureRow) -> bool {
        self.formula == other.formula && self.wide == other.wide && self.first == other.first
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draft::Draft;
    use crate::period::Period;
    use crate::unit::Unit;

    /// A price per month over `months` months, with a last period that ends with them.
    fn rented(months: u32, price: i64) -> (Sheet, FigureId) {
        let draft = Draft::new(vec![Period { first: 1, last: 12 }, Period { first: 13, last: months }]);
        let price = draft.constant(price, Unit::ONE, "price");
        let length = draft.calendar("months", Unit::ONE, |period| period.months().into());
        let total = (price * length).dot(draft.calendar("once", Unit::ONE, |_| Decimal::ONE)).id();
        (draft.finish(), total)
    }

    #[test]
    fn a_longer_last_period_changes_only_its_months() {
        let ((short, _), (long, _)) = (rented(14, 5), rented(20, 5));
        let moved = short.moved_leaves(&long).unwrap();
        let [leaf] = moved.as_slice() else { panic!("one leaf: {moved:?}") };
        assert_eq!((leaf.period, leaf.more), (1, Decimal::from(6)));
        assert_eq!(short.moved_leaves(&short), Some(Vec::new()));
    }

    #[test]
    fn other_formulas_or_periods_are_not_comparable() {
        let (short, _) = rented(14, 5);
        let draft = Draft::new(vec![Period { first: 1, last: 12 }, Period { first: 13, last: 14 }]);
        let price = draft.constant(5, Unit::ONE, "price");
        let length = draft.calendar("months", Unit::ONE, |period| period.months().into());
        let _ = (length * price).dot(draft.calendar("once", Unit::ONE, |_| Decimal::ONE));
        assert_eq!(short.moved_leaves(&draft.finish()), None);
        let draft = Draft::new(vec![Period { first: 1, last: 12 }]);
        assert_eq!(short.moved_leaves(&draft.finish()), None);
    }
}
