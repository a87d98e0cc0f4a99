/** Cash over time: what is paid ahead, and when owning has paid back (crates/engine/src/analysis/compare/cashflow.rs). */

import { type Decimal, ZERO, absolute, compare, decimal, isZero, subtract } from './decimal';
import { type Figures, discounted } from './evaluated';
import type { CostLine, OptionModel } from './model';
import { minus, money, plus, times, total } from './number';

/** The cash of an option at the end of each month, month 0 first. */
export interface Cashflow {
  cash: Decimal[];
  forPayback: PaybackFlows;
}

/** What payback counts of the cash of an option: all but resale and the tax on it, with tax in the month in which it accrues. */
export interface PaybackFlows {
  all: Decimal[];
  bought: Decimal[];
  loan: Decimal[];
}

export function cashflow(figures: Figures, option: OptionModel): Cashflow {
  const cash = nothing(figures);
  for (const line of option.lines) add(cash, figures.cash(line));
  return { cash, forPayback: paybackFlows(figures, option, (line) => figures.accrued(line) ?? figures.cash(line)) };
}

/** The same discounted; tax that accrues counts what it is worth when it is settled. */
export function discountedForPayback(figures: Figures, option: OptionModel, factors: readonly Decimal[]): PaybackFlows {
  return paybackFlows(figures, option, (line) => {
    const accrued = figures.accrued(line);
    if (accrued === null) return discounted(figures.cash(line), factors);
    return accrued.map((amount, month) => times(amount, factors[figures.settledIn(month)]));
  });
}

function paybackFlows(figures: Figures, option: OptionModel, months: (line: CostLine) => Decimal[]): PaybackFlows {
  const flows: PaybackFlows = { all: nothing(figures), bought: nothing(figures), loan: nothing(figures) };
  for (const line of option.lines.filter((line) => !isOfResale(line))) {
    const amounts = months(line);
    add(flows.all, amounts);
    if (line.group === 'purchase') add(flows.bought, amounts);
    if (line.group === 'financing') add(flows.loan, amounts);
  }
  return flows;
}

const nothing = (figures: Figures) => new Array<Decimal>(figures.model.horizon + 1).fill(ZERO);

function add(sums: Decimal[], months: readonly Decimal[]): void {
  months.forEach((amount, month) => (sums[month] = plus(sums[month], amount)));
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
  /** What costs the most more in the month in which it falls behind first. */
  cause: 'purchase' | 'loan' | 'running_costs';
}

export interface Payback {
  month: number;
  reversal: Reversal | null;
}

/** When owning has cost no more than renting, from the month on in which the first purchase is paid. */
export function payback(own: PaybackFlows, rent: PaybackFlows, paid: number, digits: number): Payback | null {
  let [owned, rented] = [ZERO as Decimal, ZERO as Decimal];
  let found: Payback | null = null;
  for (let month = 0; month < own.all.length; month++) {
    owned = plus(owned, own.all[month]);
    rented = plus(rented, rent.all[month]);
    const behind = isPrintedAbove(owned, rented, digits);
    if (found !== null) found.reversal = followed(found.reversal, month, behind, () => cause(own, rent, month));
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

/** What of a month's cash is the most of what owning has above renting. */
function cause(own: PaybackFlows, rent: PaybackFlows, month: number): Reversal['cause'] {
  const of = (flows: 'all' | 'bought' | 'loan') => minus(own[flows][month], rent[flows][month]);
  const [bought, loan] = [of('bought'), of('loan')];
  const running = minus(minus(of('all'), bought), loan);
  const isMost = (one: Decimal, others: Decimal[]) =>
    one.mantissa > 0n && others.every((other) => compare(one, other) >= 0);
  if (isMost(bought, [loan, running])) return 'purchase';
  return isMost(loan, [running]) ? 'loan' : 'running_costs';
}

function followed(known: Reversal | null, month: number, behind: boolean, cause: () => Reversal['cause']): Reversal | null {
  if (known === null) return behind ? { months: 1, times: 1, until_month: null, cause: cause() } : null;
  if (!behind) return { ...known, until_month: known.until_month ?? month };
  const times = known.times + (known.until_month === null ? 0 : 1);
  return { months: known.months + 1, times, until_month: null, cause: known.cause };
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
