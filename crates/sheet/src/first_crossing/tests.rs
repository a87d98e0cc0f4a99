//! Searches over constructed outcomes.

use super::*;

const DOMAIN: SearchDomain =
    SearchDomain { today: Decimal::ONE, least: Decimal::ZERO, most: Decimal::ONE_HUNDRED, grid: Grid::Line };

/// Searches for a change of outcome just after 2. Only intervals up to a width are decided; wider ones are divided,
/// whether they count as evaluated or not.
fn search(width: Decimal, wider: ProbeResult<bool>) -> (SearchResult<bool>, u32) {
    let mut looks = 0;
    let relative_outcome = |turned: &bool| if *turned { RelativeOutcome::Changed } else { RelativeOutcome::Stays };
    let search = DOMAIN.first_crossing(&relative_outcome, &|_| None, &mut |probe| match probe {
        Probe::Interval(a, b) if b - a > width && a < Decimal::TWO => wider,
        Probe::Interval(a, b) => {
            looks += 1;
            if a >= Decimal::TWO {
                ProbeResult::Same(true)
            } else if b <= Decimal::TWO {
                ProbeResult::Same(false)
            } else {
                ProbeResult::Passes { at: Decimal::TWO, below: false, above: true }
            }
        }
        Probe::At(at) | Probe::Lead(at) => ProbeResult::Same(at > Decimal::TWO),
    });
    (search, looks)
}

#[test]
fn cheap_evaluations_are_divided_and_not_counted() {
    let found = |search| matches!(search, SearchResult::Found(FirstCrossing { at, direction: Direction::Up, .. }) if at == Decimal::TWO);
    // from 1 to 2 there are 512 of these, and 511 wider intervals are divided before them
    let narrow = Decimal::new(2, 3);
    let (counted, _) = search(narrow, ProbeResult::Open { near: None });
    let SearchResult::Aborted(least, most) = counted else { panic!("{counted:?}") };
    assert!(least >= Decimal::ZERO && most < Decimal::TWO, "{most}");
    let (glanced, looks) = search(narrow, ProbeResult::Uncounted);
    assert!(found(glanced) && looks >= 512, "{glanced:?} after {looks}");
}

#[test]
fn a_tie_that_intervals_do_not_prove_ends_the_search_soon() {
    let mut values = 0;
    let tied = |(): &()| RelativeOutcome::Tied;
    let search = DOMAIN.first_crossing(&tied, &|()| None, &mut |probe| match probe {
        Probe::Interval(..) => ProbeResult::Open { near: None },
        Probe::At(_) | Probe::Lead(_) => {
            values += 1;
            ProbeResult::Same(())
        }
    });
    let SearchResult::Aborted(least, most) = search else { panic!("{search:?}") };
    assert!(least < Decimal::ONE && Decimal::ONE < most, "{least} to {most}");
    // below, both ends are evaluated
    assert!(values <= 3 * MOST_LOOKS / COST_OF_A_TIE, "{values} values");
}
