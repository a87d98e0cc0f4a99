/** What a kind of number has to do for a sheet to be evaluated with it, and how decimals do it (crates/sheet/src/arithmetic.rs). */

import { type Decimal, ONE, ZERO, absolute, add, compare, decimal, divide, equal, float, isZero, multiply, subtract } from './decimal';
import type { Falling, Query } from './levels';
import { ceil, isSomething, negligible, root } from './number';

/** Arithmetic of two figures, by the numbers that stand in the file. */
export const Binary = { add: 0, subtract: 1, multiply: 2, divide: 3, minimum: 4, maximum: 5, positivePart: 6 } as const;

/** Why a figure has no value. */
export class Trouble {
  constructor(readonly why: 'too large' | 'division by zero' | 'too many levels') {}
}

/** A kind of number. What has no value throws `Trouble`. */
export interface Kind<N> {
  of(value: Decimal): N;
  binary(operation: number, a: N, b: N): N;
  ceil(value: N): N;
  any(value: N): N;
  power(value: N, exponent: number): N;
  root(value: N, degree: number): N;
  /** Its value, if it does not move. */
  exact(value: N): Decimal | null;
  equal(a: N, b: N): boolean;
  /** About the most that it may be, by which it is told how much is to be counted; `null` where that is not known. */
  aboutTheMost(value: N): number | null;
  /** Σ of weight × units over falling levels. */
  units(falling: Falling, query: Query<N>): N;
}

/** No figure may exceed this. */
const LIMIT = decimal(10n ** 27n);

function bounded(value: Decimal | null): Decimal | null {
  return value !== null && value.scale <= 1 && compare(absolute(value), LIMIT) > 0 ? null : value;
}

/** Arithmetic of two decimals; `null` where there is no such number. */
export function exactly(operation: number, a: Decimal, b: Decimal): Decimal | null {
  switch (operation) {
    case Binary.add:
      return bounded(add(a, b));
    case Binary.subtract:
      return bounded(subtract(a, b));
    case Binary.multiply:
      return bounded(multiply(a, b));
    case Binary.divide:
      return isZero(b) ? null : bounded(divide(a, b));
    case Binary.minimum:
      return compare(b, a) < 0 ? b : a;
    case Binary.maximum:
      return compare(b, a) < 0 ? a : b;
    default: {
      const rest = subtract(a, b);
      return rest === null ? null : compare(rest, negligible(a)) <= 0 ? ZERO : bounded(rest);
    }
  }
}

export function power(value: Decimal, exponent: number): Decimal | null {
  let result: Decimal | null = ONE;
  let base: Decimal | null = value;
  for (let left = exponent; left > 0; ) {
    if (left & 1) {
      result = bounded(multiply(result, base));
      if (result === null) return null;
    }
    left >>= 1;
    if (left > 0) {
      base = bounded(multiply(base, base));
      if (base === null) return null;
    }
  }
  return result;
}

export const decimals: Kind<Decimal> = {
  of: (value) => value,
  binary(operation, a, b) {
    const value = exactly(operation, a, b);
    if (value !== null) return value;
    throw new Trouble(operation === Binary.divide && isZero(b) ? 'division by zero' : 'too large');
  },
  ceil,
  any: (value) => (isSomething(value) ? ONE : ZERO),
  power(value, exponent) {
    const result = power(value, exponent);
    if (result === null) throw new Trouble('too large');
    return result;
  },
  root,
  exact: (value) => value,
  equal,
  aboutTheMost: float,
  units: (falling, query) => falling.units(query),
};
