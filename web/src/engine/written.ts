/** Numbers as the JSON of a comparison has them. */

import { type Decimal, written } from './decimal';
import { ratio } from './number';

/** A ratio: a number of at most 12 significant digits, which a float keeps. */
export function written12(value: Decimal): number {
  return Number(written(ratio(value)));
}
