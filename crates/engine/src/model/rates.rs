//! Root search: all discount factors at which the present value of flows is zero.

#![allow(clippy::float_arithmetic, reason = "floats with a bound on their error find where a root is; decimals say it")]

use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;

/// Most intervals that are searched. Thirty years of flows whose sign changes every month need a few thousand.
const BUDGET: u32 = 20_000;

/// Width of an interval of discount factors below which roots are not separated.
const NARROW: f64 = 1e-8;

/// The search needs more intervals than the budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct GivenUp;

/// All w from `least` to `most` at which Σ `flow_m · w^m` is zero, ascending, accurate to about 20 digits.
///
/// The present value is receipts minus payments. Each of the two increases with w, and so do their first and second
/// derivatives. Over an interval the second derivative is therefore bounded by the receipts at one end minus the
/// payments at the other; this bounds the difference of the slope from that in the middle, which in turn bounds the
/// difference of the present value. An interval in which the present value keeps its sign has no root. One in which the
/// slope keeps its sign has at most one, which the signs at its ends decide. Other intervals are halved.
///
/// Limitation: roots closer to each other than [`NARROW`] count as one, or as none if the present value neither changes
/// its sign over them nor is zero, to 20 digits, at its turning point.
///
/// # Errors
/// If the budget of intervals is exceeded.
pub(super) fn roots(flows: &[Decimal], least: Decimal, most: Decimal) -> Result<Vec<Decimal>, GivenUp> {
    let mut roots: Vec<Decimal> = Vec::new();
    for segment in segments(&Sides::new(flows), float(least), float(most))? {
        let decimal = |w: f64| Decimal::from_f64_retain(w).unwrap_or_default().clamp(least, most);
        let (a, b) = (decimal(segment.from), decimal(segment.to));
        let present_value = |w| present_value(flows, w);
        let root = bracketed_root(a, b, present_value).or_else(|| match segment.course {
            SignBehavior::Apart | SignBehavior::Monotone => None,
            SignBehavior::Turning => touched(flows, a, b),
        });
        // neighbours share an end, which may be a root
        let known = |root: &Decimal| roots.last().is_some_and(|last| root - last <= Decimal::new(1, 18));
        roots.extend(root.filter(|root| !known(root)));
    }
    Ok(roots)
}

/// An interval that may contain a root.
#[derive(Clone, Copy, Debug)]
struct RootInterval {
    from: f64,
    to: f64,
    course: SignBehavior,
}

/// Behaviour of the present value over an interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SignBehavior {
    /// No change of sign.
    Apart,
    /// Increasing or decreasing.
    Monotone,
    /// Undecided: it may have a turning point.
    Turning,
}

fn segments(sides: &Sides, least: f64, most: f64) -> Result<Vec<RootInterval>, GivenUp> {
    let (mut open, mut found) = (vec![(least, most)], Vec::<RootInterval>::new());
    for _ in 0..BUDGET {
        // the lower half is on top of the stack, so intervals are found in ascending order
        let Some((from, to)) = open.pop() else { return Ok(found) };
        match sides.course(from, to) {
            SignBehavior::Apart => {}
            SignBehavior::Monotone => found.push(RootInterval { from, to, course: SignBehavior::Monotone }),
            SignBehavior::Turning if to - from > NARROW => {
                let middle = f64::midpoint(from, to);
                open.extend([(middle, to), (from, middle)]);
            }
            SignBehavior::Turning => match found.last_mut() {
                Some(last) if last.course == SignBehavior::Turning && last.to >= from => last.to = to,
                Some(_) | None => found.push(RootInterval { from, to, course: SignBehavior::Turning }),
            },
        }
    }
    Err(GivenUp)
}

/// Flows as floats, split into receipts and payments.
struct Sides {
    flows: Vec<f64>,
    /// Upper bound of the relative error of a sum of powers.
    slack: f64,
}

/// Sums of receipts and of payments.
#[derive(Clone, Copy)]
struct Both {
    received: f64,
    paid: f64,
}

impl Both {
    const NOTHING: Both = Both { received: 0.0, paid: 0.0 };

    /// One step of Horner's method.
    fn then(self, w: f64, next: Both) -> Both {
        Both { received: self.received * w + next.received, paid: self.paid * w + next.paid }
    }

    fn difference(self) -> f64 {
        self.received - self.paid
    }

    fn sum(self) -> f64 {
        self.received + self.paid
    }
}

/// Receipts and payments at a discount factor.
struct DiscountedSums {
    present_value: Both,
    slope: Both,
    /// Half of the second derivative.
    bend: Both,
}

impl Sides {
    fn new(flows: &[Decimal]) -> Sides {
        // Horner's method with numbers of one sign: two roundings per month for each of three sums, plus some at the
        // start and end
        let roundings = 6 * flows.len() + 16;
        let slack = f64::EPSILON * roundings.to_f64().unwrap_or(f64::NAN);
        Sides { flows: flows.iter().copied().map(float).collect(), slack }
    }

    fn at(&self, w: f64) -> DiscountedSums {
        let mut at = DiscountedSums { present_value: Both::NOTHING, slope: Both::NOTHING, bend: Both::NOTHING };
        for flow in self.flows.iter().rev() {
            at.bend = at.bend.then(w, at.slope);
            at.slope = at.slope.then(w, at.present_value);
            at.present_value = at.present_value.then(w, Both { received: flow.max(0.0), paid: -flow.min(0.0) });
        }
        at
    }

    /// Behaviour of the present value over an interval, as far as the bounds decide it.
    fn course(&self, from: f64, to: f64) -> SignBehavior {
        let (below, middle, above) = (self.at(from), self.at(f64::midpoint(from, to)), self.at(to));
        let half = (to - from) / 2.0 * (1.0 + self.slack);
        let more = above.bend.received - below.bend.paid;
        let less = above.bend.paid - below.bend.received;
        let bend = 2.0 * (more.max(less) + self.slack * above.bend.sum());
        let slope = middle.slope.difference().abs();
        let slope_off = half * bend + self.slack * middle.slope.sum();
        let present_value_off = half * (slope + slope_off) + self.slack * middle.present_value.sum();
        if middle.present_value.difference().abs() > present_value_off {
            SignBehavior::Apart
        } else if slope > slope_off {
            SignBehavior::Monotone
        } else {
            SignBehavior::Turning
        }
    }
}

fn float(value: Decimal) -> f64 {
    value.to_f64().unwrap_or(f64::NAN)
}

/// Turning point between two ends of the same sign, if the present value is zero there.
fn touched(flows: &[Decimal], a: Decimal, b: Decimal) -> Option<Decimal> {
    let turn = bracketed_root(a, b, |w| slope(flows, w))?;
    let sizes: Vec<Decimal> = flows.iter().map(Decimal::abs).collect();
    (present_value(flows, turn).abs() <= present_value(&sizes, turn) * Decimal::new(1, 20)).then_some(turn)
}

/// A number with the sign of Σ `flow_m · w^m`, by Horner's method from the end with decreasing powers, so it cannot
/// overflow.
fn present_value(flows: &[Decimal], w: Decimal) -> Decimal {
    if w <= Decimal::ONE {
        flows.iter().rev().fold(Decimal::ZERO, |sum, flow| sum * w + flow)
    } else {
        let u = Decimal::ONE / w;
        flows.iter().fold(Decimal::ZERO, |sum, flow| sum * u + flow)
    }
}

/// A number with the sign of the slope of the present value, Σ `m · flow_m · w^(m − 1)`.
fn slope(flows: &[Decimal], w: Decimal) -> Decimal {
    let rises: Vec<Decimal> = (0u32..).zip(flows).map(|(month, flow)| flow * Decimal::from(month)).collect();
    present_value(&rises, w)
}

/// Root between two ends of different sign: the bracketed secant method (Anderson and Björck's variant of false
/// position), until a step is shorter than 10^-20.
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
        // bisect now and then in case the secant is slow
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
