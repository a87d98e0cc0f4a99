/** The figures of the model at some values of its inputs, and what can be read off them (crates/engine/src/variation/evaluated.rs). */

import { type Decimal, ONE, ZERO, absolute, compare, decimal, equal, isZero } from './decimal';
import { halfMonths } from './flows';
import { decimals, power } from './kind';
import type { CostLine, Flow, Model, WrittenCondition } from './model';
import { plus, root, times } from './number';
import { Fault, type Sheet, type Values } from './sheet';

/** A rule that is broken where it is so the most. */
export interface BrokenRule {
  condition: WrittenCondition;
  /** The first month of the period. */
  month: number;
  by: Decimal;
}

/** Why there is no answer. */
export type Unanswered = { broken: BrokenRule[] } | { fault: Fault };

const LITTLE = decimal(1, 18);
const NEXT_TO_NOTHING = decimal(1, 15);

/** Values of every figure, worked out again as far as inputs move. */
export class Figures {
  readonly values: Values<Decimal>;
  private readonly known: Uint8Array;
  private readonly dependents = new Map<number, number[]>();

  constructor(
    readonly sheet: Sheet,
    readonly model: Model,
  ) {
    this.values = sheet.values(decimals);
    this.known = new Uint8Array(sheet.size);
    for (let figure = 0; figure < sheet.size; figure++) if (sheet.isLeaf(figure)) this.known[figure] = 1;
  }

  /** Moves inputs: what follows from those that are another number is not known any more. */
  move(moves: readonly { figure: number; value: Decimal }[]): void {
    for (const { figure, value } of moves) {
      const at = this.sheet.at(figure, 0);
      const before = this.values.numbers[at];
      if (before.mantissa === value.mantissa && before.scale === value.scale) continue;
      this.values.numbers[at] = value;
      if (!this.dependents.has(figure)) this.dependents.set(figure, this.sheet.dependents([figure]));
      for (const dependent of this.dependents.get(figure)!) this.known[dependent] = 0;
    }
  }

  /** Works out what is not known: rules first, for where one is broken other figures may have no value. */
  answer(): Unanswered | null {
    const { model } = this;
    try {
      this.compute(model.conditions.map((condition) => condition.figure));
      const broken = model.conditions.flatMap((condition) => this.broken(condition));
      if (broken.length > 0) return { broken };
      this.compute(model.core);
      for (const ratio of model.ratios) this.computeRatio(ratio);
    } catch (why) {
      if (why instanceof Fault) return { fault: why };
      throw why;
    }
    return null;
  }

  private compute(figures: readonly number[]): void {
    const open = this.sheet.unknown(figures, this.known);
    this.sheet.evaluate(decimals, open, this.values);
    for (const figure of open) this.known[figure] = 1;
  }

  /** Works out figures that no answer needs; whether they have a value. */
  look(figures: readonly number[]): boolean {
    try {
      this.compute(figures);
    } catch (why) {
      if (why instanceof Fault) return false;
      throw why;
    }
    return true;
  }

  private computeRatio(ratio: number): void {
    const missing = this.sheet.unknown([ratio], this.known);
    try {
      this.sheet.evaluate(decimals, missing, this.values);
    } catch (why) {
      const none = why instanceof Fault && (why.why === 'division by zero' || this.dividesByNothing(why.figure));
      if (none) return;
      throw why;
    }
    if (missing.some((figure) => this.dividesByNothing(figure))) return;
    for (const figure of missing) this.known[figure] = 1;
  }

  /** Whether a quotient divides by what other divisions left over of hours that add up to nothing. */
  private dividesByNothing(figure: number): boolean {
    const divisor = this.sheet.divisor(figure);
    if (divisor === null || this.sheet.isRow(divisor)) return false;
    return compare(absolute(this.values.numbers[this.sheet.at(divisor, 0)]), NEXT_TO_NOTHING) < 0;
  }

  private broken(condition: WrittenCondition): BrokenRule[] {
    const by = (period: number) => this.values.numbers[this.sheet.at(condition.figure, period)];
    let worst = 0;
    for (let period = 1; period < this.sheet.periods.length; period++) {
      if (compare(by(period), by(worst)) > 0) worst = period;
    }
    if (compare(by(worst), LITTLE) <= 0) return [];
    return [{ condition, month: this.sheet.periods[worst].first, by: by(worst) }];
  }

  /** The value of a figure; of a row, that of a period. */
  value(figure: number, period = 0): Decimal {
    if (this.known[figure] === 0) throw new Error(`figure ${figure} was not evaluated`);
    return this.values.numbers[this.sheet.at(figure, period)];
  }

  /** The value of a ratio, if it has one. */
  ratio(figure: number | null): Decimal | null {
    return figure === null || this.known[figure] === 0 ? null : this.value(figure);
  }

  /** The largest value of a row. */
  largest(row: number): Decimal {
    let largest = this.value(row);
    for (let period = 1; period < this.sheet.periods.length; period++) {
      if (compare(this.value(row, period), largest) >= 0) largest = this.value(row, period);
    }
    return largest;
  }

  /** `v^e(m)` for every month m from 0 on, at whose date `e(m)` what is paid in it counts; a fresh power every year. */
  discountFactors(): Decimal[] {
    const v = this.value(this.model.monthly_discount);
    const { flows, horizon } = this.model;
    if (flows !== 'month_end') {
      const half = root(v, 2);
      return Array.from({ length: horizon + 1 }, (_, month) => {
        const halves = halfMonths(flows, month, horizon);
        return (halves % 2 === 0 ? power(v, halves / 2) : power(half, halves)) ?? ZERO;
      });
    }
    const factors: Decimal[] = [];
    let factor = ONE;
    for (let month = 0; month <= this.model.horizon; month++) {
      if (month % 12 === 0) factor = power(v, month) ?? ZERO;
      factors.push(factor);
      factor = times(factor, v);
    }
    return factors;
  }

  private months(): Decimal[] {
    return new Array<Decimal>(this.model.horizon + 1).fill(ZERO);
  }

  /** Cash of a line at the end of each month, month 0 first. */
  cash(line: CostLine): Decimal[] {
    const months = this.months();
    for (const flow of line.flows) this.addFlow(flow, months);
    return months;
  }

  /** Tax of a line in the months in which it accrues; none of a line that is paid as it accrues. */
  accrued(line: CostLine): Decimal[] | null {
    if (line.accrued.length === 0) return null;
    const all = this.months();
    for (const [share, flows] of line.accrued) {
      const [by, months] = [this.value(share), this.months()];
      for (const flow of flows) this.addFlow(flow, months);
      months.forEach((amount, month) => (all[month] = plus(all[month], times(by, amount))));
    }
    return all;
  }

  /** The month in which tax is settled that accrues in a month. */
  settledIn(month: number): number {
    return this.model.tax_year_ends.find((last) => month <= last) ?? month;
  }

  /** Cost of a line in each month, capital spread over its months of service. */
  amortized(line: CostLine): Decimal[] {
    if (line.amortized.length === 0) return this.cash(line);
    const months = this.months();
    for (const amortized of line.amortized) this.addFlow(['monthly', amortized], months);
    return months;
  }

  private addFlow([when, figure, once]: Flow, months: Decimal[]): void {
    const pay = (month: number, amount: Decimal) => {
      months[month] = plus(months[month], amount);
    };
    if (when === 'once') {
      pay(once!, this.value(figure));
      return;
    }
    this.sheet.periods.forEach(({ first, last }, period) => {
      const amount = this.value(figure, period);
      if (when === 'first_month') {
        pay(first, amount);
        return;
      }
      for (let month = first; month <= last; month++) pay(when === 'monthly' ? month : month - 1, amount);
    });
  }

  /** Whether an input stands where it did. */
  isAt(figure: number, value: Decimal): boolean {
    return equal(this.values.numbers[this.sheet.at(figure, 0)], value);
  }

  /** The figures at another demand factor; `null` where one of them has no value. */
  atDemand(factor: Decimal, figures: readonly number[]): Decimal[] | null {
    const values = { ...this.values, numbers: [...this.values.numbers], levels: [...this.values.levels] };
    values.numbers[this.sheet.at(this.model.factor, 0)] = factor;
    try {
      this.sheet.evaluate(decimals, this.sheet.affected([this.model.factor], figures), values);
    } catch (why) {
      if (why instanceof Fault) return null;
      throw why;
    }
    return figures.map((figure) => values.numbers[this.sheet.at(figure, 0)]);
  }
}

/** What flows at the end of each month are worth today. */
export function discounted(months: readonly Decimal[], factors: readonly Decimal[]): Decimal[] {
  return months.map((cash, month) => (isZero(cash) ? ZERO : times(cash, factors[month])));
}

