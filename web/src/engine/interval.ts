/** A figure while one input runs over an interval: a straight line where it is one, bounds where it is not (crates/sheet/src/interval.rs). */

import { type Decimal, ONE, ZERO, compare, equal, float, isZero, maximum, minimum } from './decimal';
import { Binary, type Kind, Trouble, exactly, power } from './kind';
import type { Falling, Query, Rest } from './levels';
import { ceil, floor, isSomething, minus, negligible, plus, root } from './number';

/** A figure over the half-open interval (a, b]. */
export type Interval =
  /** Linear: the limit just after a, and the value at b. */
  | { readonly is: 'line'; readonly from: Decimal; readonly to: Decimal }
  /** Only known to lie within bounds. */
  | { readonly is: 'within'; readonly low: Decimal; readonly high: Decimal }
  /** Not known. */
  | { readonly is: 'unknown' };

const UNKNOWN: Interval = { is: 'unknown' };

export function line(from: Decimal, to: Decimal): Interval {
  return { is: 'line', from, to };
}

function within(low: Decimal, high: Decimal): Interval {
  return { is: 'within', low, high };
}

/** Bounds that are one number where they are the same. */
function between(low: Decimal, high: Decimal): Interval {
  return equal(low, high) ? line(low, high) : within(low, high);
}

function constant(interval: Interval): Decimal | null {
  return interval.is === 'line' && equal(interval.from, interval.to) ? interval.from : null;
}

export function bounds(interval: Interval): readonly [Decimal, Decimal] | null {
  switch (interval.is) {
    case 'line':
      return [minimum(interval.from, interval.to), maximum(interval.from, interval.to)];
    case 'within':
      return [interval.low, interval.high];
    default:
      return null;
  }
}

/** Arithmetic of two straight lines whose result is linear again. */
function straight(operation: number, a: Interval, b: Interval): Interval | null {
  if (a.is !== 'line' || b.is !== 'line') return null;
  const [a0, a1, b0, b1] = [a.from, a.to, b.from, b.to];
  let linear: boolean;
  switch (operation) {
    case Binary.add:
    case Binary.subtract:
      linear = true;
      break;
    case Binary.multiply:
      linear = equal(a0, a1) || equal(b0, b1);
      break;
    case Binary.divide:
      linear = equal(b0, b1);
      break;
    case Binary.minimum:
    case Binary.maximum:
      linear =
        (compare(a0, b0) <= 0 && compare(a1, b1) <= 0) || (compare(a0, b0) >= 0 && compare(a1, b1) >= 0);
      break;
    default: {
      const reaches = (of: Decimal, other: Decimal) => compare(of, minus(other, negligible(of))) >= 0;
      linear = (reaches(a0, b0) && reaches(a1, b1)) || (reaches(b0, a0) && reaches(b1, a1));
    }
  }
  if (!linear) return null;
  const from = exactly(operation, a0, b0);
  const to = a0 === a1 && b0 === b1 ? from : exactly(operation, a1, b1);
  return from === null || to === null ? null : line(from, to);
}

function bounded(operation: number, a: Interval, b: Interval): Interval {
  const [aBounds, bBounds] = [bounds(a), bounds(b)];
  if (aBounds === null || bBounds === null) return UNKNOWN;
  const [[a0, a1], [b0, b1]] = [aBounds, bBounds];
  const ends = (pairs: [Decimal, Decimal][]) => pairs.map(([one, other]) => exactly(operation, one, other));
  let found: (Decimal | null)[];
  switch (operation) {
    case Binary.add:
    case Binary.minimum:
    case Binary.maximum:
      found = ends([
        [a0, b0],
        [a1, b1],
      ]);
      break;
    case Binary.subtract:
    case Binary.positivePart:
      found = ends([
        [a0, b1],
        [a1, b0],
      ]);
      break;
    default: {
      // nothing is nothing, by whatever it is divided
      if (operation === Binary.divide && isZero(a0) && isZero(a1) && compare(b0, b1) !== 0) return line(a0, a1);
      if (operation === Binary.divide && compare(b0, ZERO) <= 0 && compare(b1, ZERO) >= 0) return UNKNOWN;
      const corners = ends([
        [a0, b0],
        [a0, b1],
        [a1, b0],
        [a1, b1],
      ]);
      if (corners.includes(null)) return UNKNOWN;
      const known = corners as Decimal[];
      found = [known.reduce((x, y) => (compare(y, x) < 0 ? y : x)), known.reduce((x, y) => (compare(y, x) >= 0 ? y : x))];
    }
  }
  const [low, high] = found;
  return low === null || high === null ? UNKNOWN : between(low, high);
}

/** A function that never falls, or does so only with its argument's bounds. */
function monotone(interval: Interval, of: (value: Decimal) => Decimal | null): Interval {
  const still = constant(interval);
  if (still !== null) {
    const value = of(still);
    return value === null ? UNKNOWN : line(value, value);
  }
  const ends = bounds(interval);
  if (ends === null) return UNKNOWN;
  const [low, high] = ends.map(of);
  return low === null || high === null ? UNKNOWN : within(low, high);
}

export const intervals: Kind<Interval> = {
  of: (value) => line(value, value),
  binary: (operation, a, b) => straight(operation, a, b) ?? bounded(operation, a, b),
  ceil(value) {
    switch (value.is) {
      case 'line': {
        const { from, to } = value;
        const order = compare(from, to);
        if (order === 0) return between(ceil(from), ceil(to));
        // just after the open end a rising line is above a whole number that it starts from
        return order < 0 ? between(plus(floor(from), ONE), ceil(to)) : between(ceil(to), ceil(from));
      }
      case 'within':
        return between(ceil(value.low), ceil(value.high));
      default:
        return UNKNOWN;
    }
  },
  any(value) {
    let [always, never] = [false, false];
    if (value.is === 'line') {
      always = compare(value.from, ZERO) >= 0 && isSomething(value.to);
      never = !isSomething(value.from) && !isSomething(value.to);
    } else if (value.is === 'within') {
      always = isSomething(value.low);
      never = !isSomething(value.high);
    }
    return always ? line(ONE, ONE) : never ? line(ZERO, ZERO) : within(ZERO, ONE);
  },
  power(value, exponent) {
    if (exponent === 0) return line(ONE, ONE);
    return exponent === 1 ? value : monotone(value, (base) => power(base, exponent));
  },
  root: (value, degree) => monotone(value, (of) => root(of, degree)),
  exact: constant,
  equal(a, b) {
    if (a.is === 'line' && b.is === 'line') return equal(a.from, b.from) && equal(a.to, b.to);
    if (a.is === 'within' && b.is === 'within') return equal(a.low, b.low) && equal(a.high, b.high);
    return a.is === b.is;
  },
  aboutTheMost(value) {
    const found = bounds(value);
    return found === null ? null : float(found[1]);
  },
  units: (falling, query) => risingUnits(falling, query) ?? falling.levelByLevel(intervals, query),
};

/** Units while nothing but the scale of a curve rises; `null` where something else moves. */
function risingUnits(falling: Falling, query: Query<Interval>): Interval | null {
  const stills = [query.above, query.step, query.cap, query.reserved].map((of) => (of === null ? null : constant(of)));
  const moves = [query.above, query.step, query.cap, query.reserved].some((of, at) => of !== null && stills[at] === null);
  if (moves) return null;
  const [above, step, cap, reservedOr] = stills;
  const reserved = reservedOr ?? ZERO;
  let [from, to] = [ONE, ONE];
  if (query.scale !== null) {
    if (query.scale.is !== 'line' || compare(query.scale.from, query.scale.to) > 0) return null;
    ({ from, to } = query.scale);
  }
  const units = (scale: Decimal, rest: Rest): Decimal | null => {
    try {
      // just after the lower end a level that fills its units needs one more
      return step !== null && falling.gauges === null && cap === null
        ? falling.stepped({ scale, above: above ?? ZERO, step, reserved, rest })
        : falling.units({ scale, above, cap, step, reserved });
    } catch (why) {
      if (why instanceof Trouble) return null;
      throw why;
    }
  };
  const low = units(from, compare(from, to) < 0 ? 'just above' : 'at');
  const high = low === null ? null : units(to, 'at');
  if (low === null || high === null) return null;
  if (step !== null) return between(low, high);
  const passed = (threshold: Decimal) => falling.countAbove(from, threshold) !== falling.countAbove(to, threshold);
  const bottom = above ?? ZERO;
  // at a scale of nothing no level lies above anything: just after it all do that are anything at all
  const kinked = (!isZero(bottom) && passed(bottom)) || (cap !== null && passed(plus(bottom, maximum(cap, ZERO))));
  return kinked ? within(low, high) : line(low, high);
}

