/** The cash of a loan (crates/engine/src/variation/evaluated.rs). */

import { type Decimal, ZERO } from './decimal';
import type { Figures } from './evaluated';
import type { OptionModel } from './model';
import { minus, plus } from './number';

/** What it pays at the end of each month, month 0 first, in which it is borrowed. */
export function loanCash(figures: Figures, loan: NonNullable<OptionModel['loan']>): Decimal[] {
  const { horizon } = figures.model;
  const months = new Array<Decimal>(horizon + 1).fill(ZERO);
  months[0] = minus(months[0], figures.value(loan.borrowed));
  for (let month = 1; month <= loan.months; month++) months[month] = plus(months[month], figures.value(loan.payment));
  months[horizon] = plus(months[horizon], figures.value(loan.balance));
  return months;
}
