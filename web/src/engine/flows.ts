/** The dates at which payments count for discounting (crates/engine/src/scenario/conventions.rs). */

import { type Decimal, ZERO, absolute, compare, decimal } from './decimal';
import type { FlowDates } from './model';
import { plus, times } from './number';

/** Half months from the decision to the date at which what is paid at the end of a month counts. */
export function halfMonths(flows: FlowDates, month: number, horizon: number): number {
  const contractYear = Math.ceil(month / 12) * 12;
  const yearEnd = Math.min(contractYear, horizon);
  switch (flows) {
    case 'month_end':
      return 2 * month;
    case 'year_end':
      return 2 * yearEnd;
    default:
      return Math.max(contractYear - 12, 0) + yearEnd;
  }
}

/** Flows by month added up at the dates at which they count, with the steps of a year in which these are counted. */
export function datedFlows(flows: readonly Decimal[], dates: FlowDates): [Decimal[], number] {
  const horizon = flows.length - 1;
  const halves = dates === 'mid_year' && horizon % 2 !== 0 ? 1 : 2;
  const nothing = () => new Array<Decimal>((flows.length * 2) / halves).fill(ZERO);
  const [dated, sizes] = [nothing(), nothing()];
  flows.forEach((flow, month) => {
    const at = halfMonths(dates, month, horizon) / halves;
    dated[at] = plus(dated[at], flow);
    sizes[at] = plus(sizes[at], absolute(flow));
  });
  // what divisions leave over of flows that cancel out is no flow
  const isLeftOver = (sum: Decimal, at: number) => compare(absolute(sum), times(sizes[at], decimal(1, 20))) <= 0;
  return [dated.map((sum, at) => (isLeftOver(sum, at) ? ZERO : sum)), halves === 2 ? 12 : 24];
}
