//! Searches over looks that are made up.

use super::*;

const MOVER: Mover = Mover { today: Decimal::ONE, least: Decimal::ZERO, most: Decimal::ONE_HUNDRED, grid: Grid::Line };

/// Where something turns that is the case from 2 on, and of which only so narrow intervals tell; wider ones are divided, looked at
/// or only glanced at.
fn search(width: Decimal, wider: Sight<bool>) -> (Search<bool>, u32) {
    let mut looks = 0;
    let stance = |turned: &bool| if *turned { Stance::Turned } else { Stance::Stays };
    let search = MOVER.first_crossing(&stance, &|_| None, &mut |probe| match probe {
        Probe::Interval(a, b) if b - a > width && a < Decimal::TWO => wider,
        Probe::Interval(a, b) => {
            looks += 1;
            if a >= Decimal::TWO {
                Sight::Same(true)
            } else if b <= Decimal::TWO {
                Sight::Same(false)
            } else {
                Sight::Passes { at: Decimal::TWO, below: false, above: true }
            }
        }
        Probe::At(at) | Probe::Lead(at) => Sight::Same(at > Decimal::TWO),
    });
    (search, looks)
}

#[test]
fn what_is_only_glanced_at_is_divided_and_does_not_count_as_a_look() {
    let found =
        |search| matches!(search, Search::Turns(Turn { at, direction: Direction::Up, .. }) if at == Decimal::TWO);
    // from 1 to 2 these are 512, and 511 wider ones are divided on the way to them
    let narrow = Decimal::new(2, 3);
    let (counted, _) = search(narrow, Sight::Open { near: None });
    let Search::GivenUp(least, most) = counted else { panic!("{counted:?}") };
    assert!(least >= Decimal::ZERO && most < Decimal::TWO, "{most}");
    let (glanced, looks) = search(narrow, Sight::Glanced);
    assert!(found(glanced) && looks >= 512, "{glanced:?} after {looks}");
}
