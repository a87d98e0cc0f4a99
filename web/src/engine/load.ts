/** The load that an option is sized for, and how much of it is owned and committed to (crates/engine/src/analysis/compare/courses.rs). */

import type { FirmLoad } from '../contract';
import { type Decimal, ZERO, compare, isZero, multiply, written } from './decimal';
import type { Figures } from './evaluated';
import type { OptionModel } from './model';
import { over, plus, total } from './number';

export function firmLoad(figures: Figures, { load }: OptionModel): FirmLoad | null {
  if (load === null) return null;
  const { curve, unit, nodes, instances, holds } = load;
  const all = [curve, unit, nodes, ...instances, holds].filter((figure) => figure !== null);
  if (!figures.look(all)) return null;
  const { sheet, values } = figures;
  const number = (figure: number | null, period: number): Decimal => (figure === null ? ZERO : figures.value(figure, period));
  let most: { period: number; levels: [Decimal, Decimal][]; peak: Decimal } | null = null;
  for (let period = 0; period < sheet.periods.length; period++) {
    const { falling } = sheet.levels(curve, period, values);
    if (falling === null) continue;
    const shares = falling.levels.map((level, at): [Decimal, Decimal] => [level, over(falling.weights[at]!, falling.whole)]);
    const levels = shares.filter(([, share]) => !isZero(share));
    const peak = levels[0]?.[0] ?? ZERO;
    const higher = most === null ? 1 : compare(peak, most.peak) || compare(number(nodes, period), number(nodes, most.period));
    // of periods in which it is as high the one with the most nodes, and of these the first
    if (higher > 0) most = { period, levels, peak };
  }
  if (most === null || isZero(most.peak)) return null;
  const { period, levels } = most;
  const owned = multiply(number(nodes, period), number(unit, period)) ?? ZERO;
  const count = total(instances.map((figure) => number(figure, period)));
  const above = holds === null ? null : multiply(number(holds, period), count);
  return {
    levels: levels.map(([level, share]) => [written(level), written(share)] as const),
    owned: written(owned),
    committed: above === null || isZero(above) ? null : written(plus(owned, above)),
  };
}
