/** Every point at which a difference changes sign while one input runs over an interval (crates/sheet/src/crossings.rs). */

import { type Decimal, MAX, MIN, TWO, absolute, compare, decimal, negated } from './decimal';
import { type Interval, bounds, intervals, line } from './interval';
import { Binary } from './kind';
import { minus, over, plus, times } from './number';
import { Fault, type Sheet, type Values } from './sheet';

export type Side = 'below' | 'above';

/** A point at which a difference changes sign. */
export interface Crossing {
  at: Decimal;
  /** Whether it jumps over zero rather than passing through it. */
  jump: boolean;
}

export interface Solution {
  crossings: Crossing[];
  sides: Side[];
}

/** A figure, less another number. */
export interface Gap {
  of: number;
  less: Decimal | null;
}

const NARROW = decimal(1, 12);

/** Intervals that are looked at before a search is given up. */
const MOST_INTERVALS = 4_000;

/**
 * Every point of (from, to] at which a difference changes sign while an input runs over it; `null` if that takes too long. The
 * interval is halved until the difference is linear in it, or keeps its sign.
 */
export function crossings(
  sheet: Sheet,
  values: Values<Decimal>,
  input: number,
  gap: Gap,
  [from, to]: readonly [Decimal, Decimal],
  negligible: Decimal,
): Solution | null {
  const moved = sheet.affected([input], [gap.of]);
  const bound = sheet.valuesOf(intervals, values);
  const walk = new Walk(negligible);
  const open: (readonly [Decimal, Decimal])[] = [[from, to]];
  for (let looked = 0; open.length > 0; looked++) {
    if (looked === MOST_INTERVALS) return null;
    const [a, b] = open.pop()!;
    bound.numbers[sheet.at(input, 0)] = line(a, b);
    let difference: Interval = { is: 'unknown' };
    try {
      sheet.evaluate(intervals, moved, bound);
      const value = bound.numbers[sheet.at(gap.of, 0)];
      difference = gap.less === null ? value : intervals.binary(Binary.subtract, value, line(gap.less, gap.less));
    } catch (why) {
      if (!(why instanceof Fault)) throw why;
    }
    const ends = bounds(difference);
    if (ends !== null && compare(ends[0], negligible) > 0 && difference.is !== 'line') {
      walk.step(a, MAX, true);
    } else if (ends !== null && compare(ends[1], negated(negligible)) < 0 && difference.is !== 'line') {
      walk.step(a, MIN, true);
    } else if (difference.is === 'line') {
      walk.line(a, b, difference.from, difference.to);
    } else if (compare(minus(b, a), NARROW) > 0) {
      const middle = over(plus(a, b), TWO);
      open.push([middle, b], [a, middle]);
    }
  }
  return { crossings: walk.crossings, sides: walk.sides };
}

/** The walk along the intervals from the lower end to the upper. */
class Walk {
  readonly crossings: Crossing[] = [];
  readonly sides: Side[] = [];
  /** Where the difference became zero, if it is zero now. */
  private zeroSince: Decimal | null = null;

  constructor(private readonly negligible: Decimal) {}

  private side(value: Decimal): Side | null {
    if (compare(absolute(value), this.negligible) <= 0) return null;
    return value.mantissa < 0n ? 'below' : 'above';
  }

  /** The difference has this sign from `at` on; `jump` if it gets there without passing zero. */
  step(at: Decimal, value: Decimal, jump: boolean): void {
    const side = this.side(value);
    if (side === null) {
      this.zeroSince ??= at;
      return;
    }
    const crossing = { at: this.zeroSince ?? at, jump: jump && this.zeroSince === null };
    this.zeroSince = null;
    const last = this.sides.at(-1);
    if (last === side) return;
    if (last !== undefined) this.crossings.push(crossing);
    this.sides.push(side);
  }

  line(a: Decimal, b: Decimal, from: Decimal, to: Decimal): void {
    this.step(a, from, true);
    const [start, end] = [this.side(from), this.side(to)];
    if (start === null || end === null) {
      this.step(b, to, false);
    } else if (start !== end) {
      const share = over(absolute(from), plus(absolute(from), absolute(to)));
      this.step(plus(a, times(minus(b, a), share)), to, false);
    }
  }
}

