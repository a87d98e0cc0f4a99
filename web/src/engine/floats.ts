/** Numbers for pictures: binary floating point, good to a pixel and no more. */

import { type Decimal, float, parsed } from './decimal';
import { inFloats } from './float_levels';
import { Binary, type Kind, Trouble } from './kind';
import type { Falling, Query } from './levels';

const known = new WeakMap<Decimal, number>();

export const floats: Kind<number> = {
  of(value) {
    const before = known.get(value);
    if (before !== undefined) return before;
    const number = float(value);
    known.set(value, number);
    return number;
  },
  binary(operation, a, b) {
    switch (operation) {
      case Binary.add:
        return a + b;
      case Binary.subtract:
        return a - b;
      case Binary.multiply:
        return a * b;
      case Binary.divide:
        if (b === 0) throw new Trouble('division by zero');
        return a / b;
      case Binary.minimum:
        return Math.min(a, b);
      case Binary.maximum:
        return Math.max(a, b);
      default: {
        const rest = a - b;
        // what rounding left over is nothing
        return rest <= Math.abs(a) * 1e-12 ? 0 : rest;
      }
    }
  },
  ceil: (value) => Math.ceil(value - Math.abs(value) * 1e-12 - 1e-15),
  any: (value) => (value > 1e-12 ? 1 : 0),
  power: (value, exponent) => value ** exponent,
  root: (value, degree) => (value <= 0 ? 0 : value ** (1 / degree)),
  // levels are told apart by their digits
  exact: (value) => (Number.isFinite(value) ? parsed(value.toFixed(12)) : null),
  equal: (a, b) => a === b,
  aboutTheMost: (value) => value,
  units,
};

/** Σ of weight × units, level by level. */
function units(falling: Falling, query: Query<number>): number {
  const { levels, weights, gauges } = inFloats(falling);
  const scale = query.scale ?? 1;
  const above = query.above ?? 0;
  const cap = query.cap ?? Infinity;
  const least = above * (1 + 1e-12);
  let sum = 0;
  for (let at = 0; at < levels.length; at++) {
    const gauge = (gauges === null ? levels[at] : gauges[at]) * scale;
    // levels fall, gauges do not
    if (gauge <= least && gauges === null) break;
    const cut = Math.min(gauge > least ? gauge - above : 0, cap);
    let count = gauges === null ? cut : gauge === 0 ? levels[at] * scale : (levels[at] * cut) / gauges[at];
    if (query.step !== null) count = Math.max(0, floats.ceil(count / query.step) - (query.reserved ?? 0));
    sum += count * weights[at];
  }
  return sum;
}
