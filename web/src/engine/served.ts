/** Which hours other options serve in the place of a fleet, and which nobody does (crates/engine/src/analysis/compare/work.rs). */

import type { Served } from '../contract';
import { type Decimal, ONE, compare, divide, isZero, written } from './decimal';
import type { Figures } from './evaluated';
import type { OptionModel, Part } from './model';
import { ratio } from './number';
import { written12 } from './written';

export function served(figures: Figures, options: readonly { name: string; kind: string }[]): Served[] {
  return figures.model.options.map((option, at) => of(figures, option, options[at]));
}

function of(figures: Figures, option: OptionModel, { name, kind }: { name: string; kind: string }): Served {
  const demanded = figures.value(option.demanded);
  const share = (figure: number): number | null => {
    const quotient = isZero(demanded) ? null : divide(figures.value(figure), demanded);
    return quotient === null ? null : written12(quotient);
  };
  const elsewhere = option.parts.flatMap((part) => {
    const served = part.elsewhere.filter(({ useful_hours }) => !isZero(ratio(figures.value(useful_hours))));
    const fleet = kind === 'hybrid' ? part.option : null;
    return served.map(() => ({ fleet, accelerators: accelerators(figures, part), is_down: isDown(figures, part) }));
  });
  return { option: name, share_undone: share(option.undone), share_lost: share(option.lost), elsewhere };
}

/** The fewest and the most that are in service, where any is. */
function accelerators(figures: Figures, part: Part): readonly [string, string] | null {
  const row = part.accelerators;
  if (row === null) return null;
  const counts = figures.sheet.periods.map((_, period) => figures.value(row, period)).filter((count) => !isZero(count));
  const first = counts[0];
  if (first === undefined) return null;
  const end = (isFurther: (order: number) => boolean): Decimal =>
    counts.reduce((so, count) => (isFurther(compare(count, so)) ? count : so), first);
  return [written(end((order) => order < 0)), written(end((order) => order > 0))];
}

function isDown(figures: Figures, part: Part): boolean {
  return part.availability === null ? part.is_down : compare(figures.value(part.availability), ONE) < 0;
}
