//! Standard formulas of capital budgeting that are solved rather than written down.

use rust_decimal::Decimal;

/// Why flows have no internal rate of return.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoReturn {
    /// The flow of month 0 is not an outlay.
    NoOutlay,
    /// What owning saves later never makes up for the outlay, at any rate.
    NeverRepaid,
    /// Neither the flows nor their running sum change sign exactly once, so there may be several rates or none.
    SignChanges,
    /// No rate between −99 % and +10,000 % a year.
    OutOfRange,
}

impl NoReturn {
    /// As a sentence's end.
    #[must_use]
    pub fn reason(self) -> &'static str {
        match self {
            NoReturn::NoOutlay => "owning costs no more than renting at month 0",
            NoReturn::NeverRepaid => "owning never saves what it costs first",
            NoReturn::SignChanges => "more than one sign change",
            NoReturn::OutOfRange => "no rate between −99 % and 10,000 % a year",
        }
    }
}

/// The rate i, effective a year, at which Σ `flow_m · (1 + i)^(−m/12)` is zero; `flows[m]` is received at the end of month
/// m. Where the flow of month 0 is an outlay and the flows change sign exactly once, there is only one; where it is their
/// running sum that does, there is only one from 0 % on (Norstrøm's criterion) and that is the one, though below there may
/// be others. Good to 15 significant digits of `1 + i`.
///
/// # Errors
/// If there is no such rate.
pub fn internal_rate_of_return(flows: &[Decimal]) -> Result<Decimal, NoReturn> {
    if flows.first().is_none_or(|first| *first >= Decimal::ZERO) {
        return Err(NoReturn::NoOutlay);
    }
    let running: Vec<Decimal> = flows
        .iter()
        .scan(Decimal::ZERO, |sum, flow| {
            *sum += flow;
            Some(*sum)
        })
        .collect();
    if flows.iter().all(|flow| *flow <= Decimal::ZERO) {
        return Err(NoReturn::NeverRepaid);
    }
    let least_growth = if sign_changes(flows) == 1 {
        Decimal::new(1, 2)
    } else if sign_changes(&running) == 1 && running.last().is_some_and(|sum| *sum > Decimal::ZERO) {
        Decimal::ONE
    } else {
        return Err(NoReturn::SignChanges);
    };
    // in w = (1 + i)^(−1/12) the worth of the flows is a polynomial that rises from the outlay
    let (lowest, highest) = (monthly_discount(Decimal::from(101)), monthly_discount(least_growth));
    let w = bracketed_root(lowest, highest, |w| worth(flows, w)).ok_or(NoReturn::OutOfRange)?;
    let year = (0..12).fold(Decimal::ONE, |power, _| power * w);
    Ok(Decimal::ONE / year - Decimal::ONE)
}

fn sign_changes(flows: &[Decimal]) -> usize {
    let mut signs: Vec<bool> = flows.iter().filter(|flow| !flow.is_zero()).map(Decimal::is_sign_negative).collect();
    signs.dedup();
    signs.len().saturating_sub(1)
}

/// `(growth)^(−1/12)` of a yearly factor.
fn monthly_discount(growth: Decimal) -> Decimal {
    crate::number::root(Decimal::ONE / growth, 12)
}

/// Something with the sign of Σ `flow_m · w^m`, by Horner's rule from the end at which powers fall, so that nothing
/// overflows.
fn worth(flows: &[Decimal], w: Decimal) -> Decimal {
    if w <= Decimal::ONE {
        flows.iter().rev().fold(Decimal::ZERO, |sum, flow| sum * w + flow)
    } else {
        let u = Decimal::ONE / w;
        flows.iter().fold(Decimal::ZERO, |sum, flow| sum * u + flow)
    }
}

/// A root between two ends of different sign: the secant, kept within its bracket (Anderson and Björck's variant of the
/// false position), until a step is shorter than 10^-20.
fn bracketed_root(mut a: Decimal, mut b: Decimal, function: impl Fn(Decimal) -> Decimal) -> Option<Decimal> {
    let (mut at_a, mut at_b) = (function(a), function(b));
    if at_a.is_zero() {
        return Some(a);
    }
    let short = Decimal::new(1, 20);
    for step in 0..300 {
        if at_b.is_zero() {
            return Some(b);
        }
        if at_a.is_sign_negative() == at_b.is_sign_negative() {
            return None;
        }
        let secant = b - (at_b.checked_div(at_b - at_a)?).checked_mul(b - a)?;
        // should the secant ever be slow, halving is not
        let c = if step % 32 == 31 { (a + b) / Decimal::TWO } else { secant };
        if (c - b).abs() < short {
            return Some(c);
        }
        let at_c = function(c);
        if at_c.is_sign_negative() == at_b.is_sign_negative() {
            let share = Decimal::ONE - at_c.checked_div(at_b)?;
            at_a *= if share > Decimal::ZERO { share } else { Decimal::new(5, 1) };
        } else {
            (a, at_a) = (b, at_b);
        }
        (b, at_b) = (c, at_c);
    }
    Some(b)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn yearly(flows: &[i64]) -> Vec<Decimal> {
        let mut months = vec![Decimal::ZERO; (flows.len() - 1) * 12 + 1];
        for (year, flow) in flows.iter().enumerate() {
            months[year * 12] = Decimal::from(*flow);
        }
        months
    }

    #[test]
    fn the_published_irr_of_numpy_financial() {
        let rate = internal_rate_of_return(&yearly(&[-250_000, 100_000, 150_000, 200_000, 250_000, 300_000])).unwrap();
        let published: Decimal = "0.5672303344358536".parse().unwrap();
        assert!((rate - published).abs() < Decimal::new(1, 12), "{rate}");
    }

    #[test]
    fn money_back_after_a_year_returns_nothing_a_hundredth_and_a_hundredfold() {
        // −100 and back x a year later is x / 100 − 1 by definition
        for (back, rate) in [(100, "0"), (110, "0.1"), (2, "-0.98"), (10_000, "99")] {
            let found = internal_rate_of_return(&yearly(&[-100, back])).unwrap();
            let expected: Decimal = rate.parse().unwrap();
            assert!((found - expected).abs() < Decimal::new(1, 12), "{back}: {found}");
        }
        assert_eq!(internal_rate_of_return(&yearly(&[-100, 20_000])), Err(NoReturn::OutOfRange));
    }

    #[test]
    fn a_running_sum_with_one_sign_change_has_its_return_from_nothing_on() {
        // −100 + 250 w − 100 w² with w = 1 / (1 + i) is zero at w = 1/2 and at w = 2: at 100 % and at −50 %. The running
        // sums −100, 150, 50 change sign once; 50 is left over, and of the two rates 100 % says so.
        let rate = internal_rate_of_return(&yearly(&[-100, 250, -100])).unwrap();
        assert!((rate - Decimal::ONE).abs() < Decimal::new(1, 12), "{rate}");
    }

    #[test]
    fn flows_without_one_sign_change_have_no_rate() {
        // 0 % and 10 % both solve −100 + 210 w − 110 w²
        assert_eq!(internal_rate_of_return(&yearly(&[-100, 210, -110])), Err(NoReturn::SignChanges));
        assert_eq!(internal_rate_of_return(&yearly(&[100, -50])), Err(NoReturn::NoOutlay));
        assert_eq!(internal_rate_of_return(&yearly(&[-100, 300, -210])), Err(NoReturn::SignChanges));
        assert_eq!(internal_rate_of_return(&yearly(&[-100])), Err(NoReturn::NeverRepaid));
    }
}
