//! Formulas as a spreadsheet computes them, written out by hand.

#![allow(clippy::unwrap_used, reason = "what a test cannot read fails it")]

use rust_decimal::Decimal;
use sheet::unit::Unit;
use sheet::{Cells, CurveQuery, Draft, DraftShape, DraftTerm, Figure, FigureId, LevelRanges, Period, Sheet, Weight};
use std::collections::BTreeMap;

/// Cells by figure: a row of two periods has those below each other's letters.
struct Named(BTreeMap<FigureId, &'static str>);

impl Cells for Named {
    fn cell(&self, figure: FigureId, period: usize) -> Option<String> {
        self.0.get(&figure).map(|name| format!("{name}{}", period + 1))
    }

    fn range(&self, row: FigureId) -> Option<String> {
        self.0.get(&row).map(|name| format!("{name}1:{name}2"))
    }

    fn levels(&self, _: FigureId, _: usize) -> Option<LevelRanges> {
        Some(LevelRanges { shares: "S".to_owned(), levels: "L".to_owned(), gauge: None })
    }
}

const PERIODS: [Period; 2] = [Period { first: 1, last: 12 }, Period { first: 13, last: 14 }];

fn of(draft: Draft, figure: FigureId, period: usize, names: &[(FigureId, &'static str)]) -> String {
    draft.finish().spreadsheet_formula(figure, period, &Named(names.iter().copied().collect()))
}

fn draft() -> Draft {
    Draft::new(PERIODS.to_vec())
}

#[test]
fn brackets_stand_where_they_are_needed() {
    let draft = draft();
    let [a, b, c] = ["a", "b", "c"].map(|name| draft.variable(name, Decimal::ONE));
    let result = (a - (b - c)) / (b * c) + a.min(b).max(c) * a.positive_part_over(b + c);
    let names = [(a.id(), "A"), (b.id(), "B"), (c.id(), "C")];
    let result = result.id();
    assert_eq!(of(draft, result, 0, &names), "(A1-(B1-C1))/(B1*C1)+MAX(MIN(A1,B1),C1)*MAX(0,A1-(B1+C1))");
}

#[test]
fn whole_units_are_counted_after_rounding_and_nothing_is_nothing() {
    let draft = draft();
    let a = draft.variable("a", Decimal::ONE);
    let half = draft.constant(Decimal::new(5, 1), Unit::ONE, "");
    let result = (a / half).ceil() + a.any();
    let (result, name) = (result.id(), (a.id(), "A"));
    assert_eq!(of(draft, result, 0, &[name]), "ROUNDUP(ROUND(A1/0.5,9),0)+IF(A1>1E-6,1,0)");
}

#[test]
fn sums_over_periods_and_months() {
    let draft = draft();
    let v = draft.variable("v", Decimal::ONE);
    let months = draft.calendar("months", Unit::ONE, |period| Decimal::from(period.months()));
    let discount = v.annuity(Unit::ONE);
    let total = months.dot(discount) + v.dot(months);
    let names = [(v.id(), "V"), (months.id(), "M"), (discount.id(), "D")];
    let (total, discount) = (total.id(), discount.id());
    let sheet = draft.finish();
    let without = Named(names[..2].iter().copied().collect());
    assert_eq!(sheet.spreadsheet_formula(discount, 0, &without), "SUMPRODUCT(V1^{1,2,3,4,5,6,7,8,9,10,11,12})");
    assert_eq!(sheet.spreadsheet_formula(discount, 1, &without), "SUMPRODUCT(V2^{13,14})");
    let all = Named(names.into_iter().collect());
    assert_eq!(sheet.spreadsheet_formula(total, 0, &all), "SUMPRODUCT(M1:M2,D1:D2)+(V1*SUM(M1:M2))");
}

/// A clock of four hours, of which two are computed alike, beside a level for a share of the hours.
fn loaded() -> (Sheet, FigureId, FigureId, [(FigureId, &'static str); 5]) {
    let draft = draft();
    let [busy, quiet, height, level, share] =
        ["busy", "quiet", "height", "level", "share"].map(|name| draft.variable(name, Decimal::new(5, 1)));
    let hours = draft.constant(100, Unit::ONE, "");
    let clock = DraftShape::Clock { shares: [busy, quiet, quiet, busy].map(Figure::id).into(), height, floor: None };
    let steps = DraftShape::Steps(vec![(level, share)]);
    let terms = [clock, steps].map(|shape| DraftTerm { shape, weight: Weight::default(), gauge: None });
    let curve = draft.curve(hours, &terms);
    let step = draft.variable("step", Decimal::TWO);
    let units = draft.hours(curve, CurveQuery { step: Some(step), ..CurveQuery::default() });
    let names = [(busy, "B"), (quiet, "Q"), (height, "H"), (level, "L"), (share, "S")];
    let names = names.map(|(figure, name)| (figure.id(), name));
    let (levels, units) = (curve.levels.id(), units.id());
    (draft.finish(), levels, units, names)
}

#[test]
fn loads_that_are_independent_meet_in_every_state() {
    let (sheet, curve, _, names) = loaded();
    let mut values = sheet.values::<Decimal>();
    sheet.evaluate(&sheet.all(), &mut values).unwrap();
    let cells = Named(names.into_iter().collect());
    let states = sheet.state_formulas(curve, 0, (&cells, &values), 4).unwrap();
    let texts: Vec<String> = states.iter().map(|state| format!("{}: {}", state.share.0, state.level.0)).collect();
    assert_eq!(texts, ["2/4*S1: B1*H1+L1", "2/4*(1-S1): B1*H1+0", "2/4*S1: Q1*H1+L1", "2/4*(1-S1): Q1*H1+0"]);
    // 0.5 · 0.5 + 0.5 in a quarter of the hours
    assert_eq!((states[0].share.1, states[0].level.1), (Decimal::new(25, 2), Decimal::new(75, 2)));
    assert!(sheet.state_formulas(curve, 0, (&cells, &values), 3).is_none());
}

#[test]
fn whole_units_of_levels_are_added_over_them() {
    let (sheet, _, units, names) = loaded();
    let step = sheet.operands(units).into_iter().find(|figure| names.iter().all(|(named, _)| named != figure));
    assert!(step.is_some());
    let last = FigureId::index;
    let step = sheet.all().into_iter().filter(|figure| last(*figure) < last(units)).max_by_key(|f| last(*f)).unwrap();
    let cells = Named(names.into_iter().chain([(step, "U")]).collect());
    let counted = "ROUNDUP(ROUND((L)/U1,9),0)";
    let expected = format!("SUMPRODUCT(S*({counted}>0)*({counted}-0))*100");
    assert_eq!(sheet.spreadsheet_formula(units, 0, &cells), expected);
}

#[test]
fn equal_addends_of_a_long_sum_are_written_together() {
    let draft = draft();
    let [busy, quiet] = ["share", "share"].map(|name| draft.variable(name, Decimal::ONE));
    let slots = (0..24).map(|hour| if hour < 8 { busy } else { quiet });
    let mean = slots.reduce(|a, b| a + b).unwrap() / draft.constant(24, Unit::ONE, "");
    let (busy, mean) = (busy.id(), mean.id());
    let sheet = draft.finish();
    let leaf = |figure: FigureId, name: bool| {
        let value = if figure == busy { "1" } else { "0.25" };
        Some(if name { "share" } else { value }.to_owned())
    };
    let is_leaf = |figure: FigureId| matches!(sheet.row(figure).formula, sheet::Formula::Leaf(_));
    let of = |name: bool| sheet.expression(mean, 0, &|figure, _| is_leaf(figure).then(|| leaf(figure, name)).flatten());
    assert_eq!(of(true), "(Σ share (24 of them)) ÷ share");
    assert_eq!(of(false), "(8 × 1 + 16 × 0.25) ÷ 0.25");
}
