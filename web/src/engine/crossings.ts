/** Every point at which a difference changes sign while one input runs over an interval (crates/sheet/src/crossings.rs). */

import { type Decimal, MAX, MIN, TWO, absolute, compare, decimal, negated } from './decimal';
import { type Interval, bounds, intervals, line } from './interval';
import { type Bounds, type Sure, bounds as inFloats, running, sure } from './bounds';
import { Binary, type Kind } from './kind';
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

/**
 * Every point of (from, to] at which a difference changes sign while an input runs over it; `null` if that takes as much as `most`. The
 * interval is halved until the difference is linear in it, or keeps its sign; floats look first.
 */
export function crossings(
  sheet: Sheet,
  values: Values<Decimal>,
  input: number,
  gap: Gap,
  [from, to]: readonly [Decimal, Decimal],
  negligible: Decimal,
  most: number,
): Solution | null {
  const looked = new Looked(sheet, values, input, gap);
  const walk = new Walk(negligible);
  const open: (readonly [Decimal, Decimal])[] = [[from, to]];
  while (open.length > 0) {
    if (looked.worked >= most) return null;
    const [a, b] = open.pop()!;
    const sure = looked.sure(a, b, negligible);
    const exact = sure === null ? looked.exactly(a, b) : null;
    if (exact !== null && exact.is === 'line') {
      walk.line(a, b, exact.from, exact.to);
      continue;
    }
    const ends = exact === null ? null : bounds(exact);
    if (sure === 'above' || (ends !== null && compare(ends[0], negligible) > 0)) {
      walk.step(a, MAX, true);
    } else if (sure === 'below' || (ends !== null && compare(ends[1], negated(negligible)) < 0)) {
      walk.step(a, MIN, true);
    } else if (compare(minus(b, a), NARROW) > 0) {
      const middle = over(plus(a, b), TWO);
      open.push([middle, b], [a, middle]);
    }
  }
  return { crossings: walk.crossings, sides: walk.sides };
}

/** A difference while an input runs over one interval after another. */
class Looked {
  private readonly moved: number[];
  private readonly floats: Values<Bounds>;
  /** Exact ones, once floats could not tell. */
  private exact: Values<Interval> | null = null;

  constructor(
    private readonly sheet: Sheet,
    private readonly stated: Values<Decimal>,
    private readonly input: number,
    private readonly gap: Gap,
  ) {
    this.moved = sheet.affected([input], [gap.of]);
    this.floats = sheet.valuesOf(inFloats, stated);
  }

  /** How much was worked out so far. */
  get worked(): number {
    return this.floats.worked + (this.exact?.worked ?? 0);
  }

  /** What is sure of it over (a, b] in binary floating point. */
  sure(a: Decimal, b: Decimal, negligible: Decimal): Sure | null {
    const value = this.over(inFloats, this.floats, running(a, b));
    return value === null ? null : sure(value, negligible);
  }

  /** It over (a, b]. */
  exactly(a: Decimal, b: Decimal): Interval {
    this.exact ??= this.sheet.valuesOf(intervals, this.stated);
    return this.over(intervals, this.exact, line(a, b)) ?? { is: 'unknown' };
  }

  private over<N>(kind: Kind<N>, values: Values<N>, input: N): N | null {
    values.numbers[this.sheet.at(this.input, 0)] = input;
    try {
      this.sheet.evaluate(kind, this.moved, values);
    } catch (why) {
      if (why instanceof Fault) return null;
      throw why;
    }
    const value = values.numbers[this.sheet.at(this.gap.of, 0)];
    return this.gap.less === null ? value : kind.binary(Binary.subtract, value, kind.of(this.gap.less));
  }
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

