//! Every discount factor at which flows are worth nothing.

#![allow(clippy::float_arithmetic, reason = "floats with a bound on their error find where a root is; decimals say it")]

use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;

/// Intervals that are looked at. Flows of thirty years whose sign changes every month take a few thousand.
const BUDGET: u32 = 20_000;

/// The width of an interval of discount factors in which roots are no longer told apart.
const NARROW: f64 = 1e-8;

/// More intervals than the budget allows would have to be looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct GivenUp;

/// All w from `least` to `most` at which Σ `flow_m · w^m` is zero, rising, each good to some 20 digits.
///
/// The worth is what is received less what is paid, and each of the two rises with w, as do their slopes and how these bend. So
/// over an interval the worth bends no more than what is received at one end less what is paid at the other; its slope differs
/// by no more than that from the slope in the middle, and the worth by no more than the slope from the worth there. An
/// interval over which the worth keeps its sign has no root, and one over which the slope does has at most one, which the signs
/// at its ends tell. Any other interval is halved.
///
/// Given up: roots nearer to each other than [`NARROW`] count as one, or as none where the worth neither changes its sign over
/// them nor is nothing, to 20 digits, where it turns.
///
/// # Errors
/// If the budget of intervals does not suffice.
pub(super) fn roots(flows: &[Decimal], least: Decimal, most: Decimal) -> Result<Vec<Decimal>, GivenUp> {
    let mut roots: Vec<Decimal> = Vec::new();
    for stretch in stretches(&Sides::new(flows), float(least), float(most))? {
        let decimal = |w: f64| Decimal::from_f64_retain(w).unwrap_or_default().clamp(least, most);
        let (a, b) = (decimal(stretch.from), decimal(stretch.to));
        let worth = |w| worth(flows, w);
        let root = bracketed_root(a, b, worth).or_else(|| match stretch.course {
            Course::Apart | Course::Monotone => None,
            Course::Turning => touched(flows, a, b),
        });
        // neighbours share an end, which may be a root
        let known = |root: &Decimal| roots.last().is_some_and(|last| root - last <= Decimal::new(1, 18));
        roots.extend(root.filter(|root| !known(root)));
    }
    Ok(roots)
}

/// An interval that may have a root.
#[derive(Clone, Copy, Debug)]
struct Stretch {
    from: f64,
    to: f64,
    course: Course,
}

/// How the worth goes over a stretch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Course {
    /// It keeps its sign.
    Apart,
    /// It rises, or it falls.
    Monotone,
    /// It may turn; where the stretch is narrow, nobody knows.
    Turning,
}

fn stretches(sides: &Sides, least: f64, most: f64) -> Result<Vec<Stretch>, GivenUp> {
    let (mut open, mut found) = (vec![(least, most)], Vec::<Stretch>::new());
    for _ in 0..BUDGET {
        // the lower half lies on top, so that stretches come in their order
        let Some((from, to)) = open.pop() else { return Ok(found) };
        match sides.course(from, to) {
            Course::Apart => {}
            Course::Monotone => found.push(Stretch { from, to, course: Course::Monotone }),
            Course::Turning if to - from > NARROW => {
                let middle = f64::midpoint(from, to);
                open.extend([(middle, to), (from, middle)]);
            }
            Course::Turning => match found.last_mut() {
                Some(last) if last.course == Course::Turning && last.to >= from => last.to = to,
                Some(_) | None => found.push(Stretch { from, to, course: Course::Turning }),
            },
        }
    }
    Err(GivenUp)
}

/// Flows as floats, what is received and what is paid.
struct Sides {
    flows: Vec<f64>,
    /// The relative error of a sum of powers is at most this.
    slack: f64,
}

/// What is received and what is paid.
#[derive(Clone, Copy)]
struct Both {
    received: f64,
    paid: f64,
}

impl Both {
    const NOTHING: Both = Both { received: 0.0, paid: 0.0 };

    /// One step of Horner's rule.
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

/// The two sides at a discount factor.
struct At {
    worth: Both,
    slope: Both,
    /// Half of how the slope rises.
    bend: Both,
}

impl Sides {
    fn new(flows: &[Decimal]) -> Sides {
        // Horner's rule on numbers of one sign: two roundings a month for each of three sums, and some to begin and to end
        let roundings = 6 * flows.len() + 16;
        let slack = f64::EPSILON * roundings.to_f64().unwrap_or(f64::NAN);
        Sides { flows: flows.iter().copied().map(float).collect(), slack }
    }

    fn at(&self, w: f64) -> At {
        let mut at = At { worth: Both::NOTHING, slope: Both::NOTHING, bend: Both::NOTHING };
        for flow in self.flows.iter().rev() {
            at.bend = at.bend.then(w, at.slope);
            at.slope = at.slope.then(w, at.worth);
            at.worth = at.worth.then(w, Both { received: flow.max(0.0), paid: -flow.min(0.0) });
        }
        at
    }

    /// How the worth goes over an interval, as far as the bounds tell.
    fn course(&self, from: f64, to: f64) -> Course {
        let (below, middle, above) = (self.at(from), self.at(f64::midpoint(from, to)), self.at(to));
        let half = (to - from) / 2.0 * (1.0 + self.slack);
        let more = above.bend.received - below.bend.paid;
        let less = above.bend.paid - below.bend.received;
        let bend = 2.0 * (more.max(less) + self.slack * above.bend.sum());
        let slope = middle.slope.difference().abs();
        let slope_off = half * bend + self.slack * middle.slope.sum();
        let worth_off = half * (slope + slope_off) + self.slack * middle.worth.sum();
        if middle.worth.difference().abs() > worth_off {
            Course::Apart
        } else if slope > slope_off {
            Course::Monotone
        } else {
            Course::Turning
        }
    }
}

fn float(value: Decimal) -> f64 {
    value.to_f64().unwrap_or(f64::NAN)
}

/// Where the worth turns between two ends of the same sign, if it is nothing there.
fn touched(flows: &[Decimal], a: Decimal, b: Decimal) -> Option<Decimal> {
    let turn = bracketed_root(a, b, |w| slope(flows, w))?;
    let sizes: Vec<Decimal> = flows.iter().map(Decimal::abs).collect();
    (worth(flows, turn).abs() <= worth(&sizes, turn) * Decimal::new(1, 20)).then_some(turn)
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

/// Something with the sign of the slope of the worth: of Σ `m · flow_m · w^(m − 1)`.
fn slope(flows: &[Decimal], w: Decimal) -> Decimal {
    let rises: Vec<Decimal> = (0u32..).zip(flows).map(|(month, flow)| flow * Decimal::from(month)).collect();
    worth(&rises, w)
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
