/** Cash over time: what is paid ahead, and when owning has paid back (crates/engine/src/analysis/compare/cashflow.rs). */

import { type Decimal, ZERO, absolute, compare, decimal, isZero, subtract } from './decimal';
import type { Figures } from './evaluated';
import type { CostLine, OptionModel } from './model';
import { minus, money, plus, total } from './number';

/** The cash of an option at the end of each month, month 0 first. */
export interface Cashflow {
  cash: Decimal[];
  /** Without what is sold or still worth something, and the tax on it. */
  beforeResale: Decimal[];
}

export function cashflow(figures: Figures, option: OptionModel): Cashflow {
  const empty = () => new Array<Decimal>(figures.model.horizon + 1).fill(ZERO);
  const [cash, beforeResale] = [empty(), empty()];
  for (const line of option.lines) {
    figures.cash(line).forEach((amount, month) => {
      cash[month] = plus(cash[month], amount);
      if (!isOfResale(line)) beforeResale[month] = plus(beforeResale[month], amount);
    });
  }
  return { cash, beforeResale };
}

/** Whether a line is what something is sold for, or the tax on that. */
function isOfResale({ group, name }: CostLine): boolean {
  return group === 'resale' || (group === 'tax' && name === 'tax on resale');
}

/** That owning falls behind after it has paid back. */
export interface Reversal {
  months: number;
  times: number;
  until_month: number | null;
}

export interface Payback {
  month: number;
  reversal: Reversal | null;
}

/** When owning has cost no more than renting, from the month on in which the first purchase is paid. */
export function payback(own: readonly Decimal[], rent: readonly Decimal[], paid: number, digits: number): Payback | null {
  let [owned, rented] = [ZERO as Decimal, ZERO as Decimal];
  let found: Payback | null = null;
  for (let month = 0; month < own.length; month++) {
    owned = plus(owned, own[month]);
    rented = plus(rented, rent[month]);
    const behind = isPrintedAbove(owned, rented, digits);
    if (found !== null) found.reversal = followed(found.reversal, month, behind);
    else if (month >= paid && !behind) found = { month, reversal: null };
  }
  return found;
}

function isPrintedAbove(amount: Decimal, other: Decimal, digits: number): boolean {
  const surely = decimal(2, digits);
  const apart = subtract(amount, other);
  if (apart !== null && compare(absolute(apart), surely) > 0) return compare(apart, surely) > 0;
  return compare(money(amount, digits), money(other, digits)) > 0;
}

function followed(known: Reversal | null, month: number, behind: boolean): Reversal | null {
  if (known === null) return behind ? { months: 1, times: 1, until_month: null } : null;
  if (!behind) return { ...known, until_month: known.until_month ?? month };
  return { months: known.months + 1, times: known.times + (known.until_month === null ? 0 : 1), until_month: null };
}

/** The most that one has cost more than the other at the end of any month, and the first such month. */
export function mostAhead(
  one: readonly Decimal[],
  other: readonly Decimal[],
  digits: number,
): { amount: Decimal; month: number } | null {
  let ahead: Decimal = ZERO;
  let most: { amount: Decimal; month: number } | null = null;
  for (let month = 0; month < one.length; month++) {
    ahead = plus(ahead, minus(one[month], other[month]));
    if (isPrintedAbove(ahead, most?.amount ?? ZERO, digits)) most = { amount: money(ahead, digits), month };
  }
  return most;
}

/** Sums of contract years; year 0 is month 0. */
export function years(months: readonly Decimal[]): Decimal[] {
  const found = [months[0]];
  for (let first = 1; first < months.length; first += 12) found.push(total(months.slice(first, first + 12)));
  return found;
}

/** Rounded amounts of which the last that is not nothing takes what is left of the printed total. */
export function settled(amounts: readonly Decimal[], all: Decimal, digits: number): Decimal[] {
  const rounded = amounts.map((amount) => money(amount, digits));
  const left = minus(all, total(rounded));
  const last = rounded.findLastIndex((amount) => !isZero(amount));
  const taker = last >= 0 ? last : rounded.length - 1;
  if (taker >= 0) rounded[taker] = plus(rounded[taker], left);
  return rounded;
}
