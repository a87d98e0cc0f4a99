/** Numbers for pictures: binary floating point, good to a pixel and no more. */

import { type Decimal, float, parsed } from './decimal';
import { Binary, type Kind, Trouble } from './kind';

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
  units: (falling, query) => falling.levelByLevel(floats, query),
};
