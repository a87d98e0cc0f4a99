/** The internal rate of return, and every discount factor at which flows are worth nothing (crates/engine/src/model/finance.rs, rates.rs). */

import { type Decimal, ONE, TWO, ZERO, absolute, compare, decimal, divide, float, isZero, multiply, parsed } from './decimal';
import { minus, over, percent, plus, root, times } from './number';

/** The rate, or the words for why there is none. */
export type Return = { rate: Decimal } | { none: string };

const SHORT = decimal(1, 20);

/** The rate at which flows are worth nothing, effective a year; `flows[k]` is received after k of so many steps of a year. */
export function internalRateOfReturn(flows: readonly Decimal[], steps: number): Return {
  const first = flows.find((flow) => !isZero(flow));
  if (first === undefined || first.mantissa > 0n) {
    return { none: 'owning does not begin with an outlay, so that nothing is invested' };
  }
  if (flows.every((flow) => flow.mantissa <= 0n)) return { none: 'owning never saves what it costs first' };
  const little = decimal(1, 14);
  const rates = (least: Decimal, most: Decimal): Decimal[] | null => {
    const [from, to] = [discount(plus(ONE, most), steps), discount(plus(ONE, least), steps)];
    return roots(flows, minus(from, little), plus(to, little))?.reverse().map((w) => yearlyRate(w, steps)) ?? null;
  };
  const tooOften = { none: 'what owning costs and saves takes turns too often to find every rate' };
  let found = rates(ZERO, decimal(100));
  if (found === null) return tooOften;
  if (found.length === 0) found = rates(decimal(-5, 1), ZERO);
  if (found === null) return tooOften;
  if (found.length === 0) return { none: 'none lies between −50 % and 10,000 % a year' };
  if (found.length === 1) return { rate: found[0] };
  return { none: `several rates would be right: ${found.map((rate) => percent(rate, 1)).join(', ')}` };
}

function discount(growth: Decimal, steps: number): Decimal {
  return root(over(ONE, growth), steps);
}

function yearlyRate(w: Decimal, steps: number): Decimal {
  let year = ONE;
  for (let step = 0; step < steps; step++) year = times(year, w);
  return minus(over(ONE, year), ONE);
}

/** Intervals that are looked at. */
const BUDGET = 20_000;
/** The width of an interval of discount factors in which roots are no longer told apart. */
const NARROW = 1e-8;

type Course = 'apart' | 'monotone' | 'turning';

interface Stretch {
  from: number;
  to: number;
  course: Course;
}

function roots(flows: readonly Decimal[], least: Decimal, most: Decimal): Decimal[] | null {
  const stretches = stretchesOf(new Sides(flows), float(least), float(most));
  if (stretches === null) return null;
  const found: Decimal[] = [];
  for (const { from, to, course } of stretches) {
    const [a, b] = [from, to].map((w) => clamped(parsed(w.toFixed(20)), least, most));
    let root = bracketedRoot(a, b, (w) => worth(flows, w));
    if (root === null && course === 'turning') root = touched(flows, a, b);
    if (root === null) continue;
    // neighbours share an end, which may be a root
    const last = found.at(-1);
    if (last === undefined || compare(minus(root, last), decimal(1, 18)) > 0) found.push(root);
  }
  return found;
}

function clamped(value: Decimal, least: Decimal, most: Decimal): Decimal {
  return compare(value, least) < 0 ? least : compare(value, most) > 0 ? most : value;
}

function stretchesOf(sides: Sides, least: number, most: number): Stretch[] | null {
  const open: [number, number][] = [[least, most]];
  const found: Stretch[] = [];
  for (let looked = 0; looked < BUDGET; looked++) {
    const next = open.pop();
    if (next === undefined) return found;
    const [from, to] = next;
    const course = sides.course(from, to);
    if (course === 'apart') continue;
    if (course === 'monotone') {
      found.push({ from, to, course });
    } else if (to - from > NARROW) {
      const middle = (from + to) / 2;
      open.push([middle, to], [from, middle]);
    } else {
      const last = found.at(-1);
      if (last !== undefined && last.course === 'turning' && last.to >= from) last.to = to;
      else found.push({ from, to, course });
    }
  }
  return null;
}

/** What is received and what is paid, at a discount factor. */
interface At {
  worth: [number, number];
  slope: [number, number];
  bend: [number, number];
}

class Sides {
  private readonly flows: number[];
  private readonly slack: number;

  constructor(flows: readonly Decimal[]) {
    this.flows = flows.map(float);
    this.slack = Number.EPSILON * (6 * flows.length + 16);
  }

  private at(w: number): At {
    const at: At = { worth: [0, 0], slope: [0, 0], bend: [0, 0] };
    const then = (sum: [number, number], next: [number, number]) => {
      sum[0] = sum[0] * w + next[0];
      sum[1] = sum[1] * w + next[1];
    };
    for (let month = this.flows.length - 1; month >= 0; month--) {
      then(at.bend, at.slope);
      then(at.slope, at.worth);
      then(at.worth, [Math.max(this.flows[month], 0), Math.max(-this.flows[month], 0)]);
    }
    return at;
  }

  /** How the worth goes over an interval, as far as the bounds tell. */
  course(from: number, to: number): Course {
    const [below, middle, above] = [this.at(from), this.at((from + to) / 2), this.at(to)];
    const difference = ([received, paid]: [number, number]) => received - paid;
    const sum = ([received, paid]: [number, number]) => received + paid;
    const half = ((to - from) / 2) * (1 + this.slack);
    const more = above.bend[0] - below.bend[1];
    const less = above.bend[1] - below.bend[0];
    const bend = 2 * (Math.max(more, less) + this.slack * sum(above.bend));
    const slope = Math.abs(difference(middle.slope));
    const slopeOff = half * bend + this.slack * sum(middle.slope);
    const worthOff = half * (slope + slopeOff) + this.slack * sum(middle.worth);
    if (Math.abs(difference(middle.worth)) > worthOff) return 'apart';
    return slope > slopeOff ? 'monotone' : 'turning';
  }
}

/** Where the worth turns between two ends of the same sign, if it is nothing there. */
function touched(flows: readonly Decimal[], a: Decimal, b: Decimal): Decimal | null {
  const rises = flows.map((flow, month) => times(flow, decimal(month)));
  const turn = bracketedRoot(a, b, (w) => worth(rises, w));
  if (turn === null) return null;
  const size = worth(flows.map(absolute), turn);
  return compare(absolute(worth(flows, turn)), times(size, SHORT)) <= 0 ? turn : null;
}

/** Something with the sign of Σ flow_m · w^m, by Horner's rule from the end at which powers fall. */
function worth(flows: readonly Decimal[], w: Decimal): Decimal {
  if (compare(w, ONE) <= 0) return flows.reduceRight((sum, flow) => plus(times(sum, w), flow), ZERO);
  const u = over(ONE, w);
  return flows.reduce((sum, flow) => plus(times(sum, u), flow), ZERO);
}

/** A root between two ends of different sign, by the secant kept within its bracket. */
function bracketedRoot(a: Decimal, b: Decimal, of: (w: Decimal) => Decimal): Decimal | null {
  let [atA, atB] = [of(a), of(b)];
  if (isZero(atA)) return a;
  const negative = (value: Decimal) => value.mantissa < 0n;
  for (let step = 0; step < 300; step++) {
    if (isZero(atB)) return b;
    if (negative(atA) === negative(atB)) return null;
    const quotient = divide(atB, minus(atB, atA));
    const part = quotient === null ? null : multiply(quotient, minus(b, a));
    if (part === null) return null;
    // should the secant ever be slow, halving is not
    const c = step % 32 === 31 ? over(plus(a, b), TWO) : minus(b, part);
    if (compare(absolute(minus(c, b)), SHORT) < 0) return c;
    const atC = of(c);
    if (negative(atC) === negative(atB)) {
      const share = divide(atC, atB);
      if (share === null) return null;
      const left = minus(ONE, share);
      atA = times(atA, left.mantissa > 0n ? left : decimal(5, 1));
    } else {
      [a, atA] = [b, atB];
    }
    [b, atB] = [c, atC];
  }
  return b;
}
