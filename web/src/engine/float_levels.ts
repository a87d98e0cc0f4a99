/** Falling levels with running sums in binary floating point, each as near to the exact one as a float can be. */

import { type Decimal, float } from './decimal';
import type { Falling } from './levels';

export interface Floats {
  levels: number[];
  weights: number[];
  longer: number[];
  areas: number[];
  gauges: number[] | null;
}

const floatsOf = new WeakMap<Falling, Floats>();

export function inFloats(falling: Falling): Floats {
  let found = floatsOf.get(falling);
  if (found === undefined) {
    const of = (values: readonly Decimal[]) => values.map(float);
    found = {
      levels: of(falling.levels),
      weights: of(falling.weights),
      longer: of(falling.longers),
      areas: of(falling.areas),
      gauges: falling.gauges === null ? null : of(falling.gauges),
    };
    floatsOf.set(falling, found);
  }
  return found;
}
