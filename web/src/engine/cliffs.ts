/** Where what an option costs a month changes by much, and why (crates/engine/src/analysis/compare/cliffs.rs). */

import { type Decimal, ONE, absolute, compare, decimal, divide, equal, isZero } from './decimal';
import type { Figures } from './evaluated';
import { power } from './kind';
import type { CostLine, Event, OptionModel } from './model';
import { minus, money, over, plain, plus, times, total } from './number';
import { written12 } from './written';

const SHARE = decimal(1, 1);

interface Monthly {
  line: CostLine;
  amounts: Decimal[];
}

/** The cliffs of an option, in the order of their months. */
export function cliffs(figures: Figures, option: OptionModel): unknown[] {
  const { periods } = figures.sheet;
  const digits = figures.model.minor_digits;
  const monthly: Monthly[] = option.lines.filter(({ group }) => group !== 'tax' && group !== 'financing').map((line) => {
    const rows = line.flows.filter(([when]) => when === 'monthly' || when === 'in_advance').map(([, row]) => row);
    return { line, amounts: periods.map((_, at) => money(total(rows.map((row) => figures.value(row, at))), digits)) };
  });
  const costs = periods.map((_, at) => total(monthly.map((line) => line.amounts[at])));
  const all = total(periods.map((period, at) => times(costs[at], decimal(period.months))));
  const least = times(over(all, decimal(figures.model.horizon)), SHARE);
  const found: unknown[] = [];
  for (let at = 1; at < periods.length; at++) {
    const change = minus(costs[at], costs[at - 1]);
    if (isZero(change) || compare(absolute(change), least) < 0) continue;
    const step = new Step(figures, option, at, change, costs[at - 1]);
    const lines = monthly
      .filter((line) => step.isOfWeight(step.changeOf(line)))
      .sort((a, b) => compare(absolute(step.changeOf(b)), absolute(step.changeOf(a))));
    found.push({
      month: periods[at].first,
      from: plain(costs[at - 1], digits),
      to: plain(costs[at], digits),
      lines: lines.map(({ line, amounts }) => ({
        name: line.name,
        group: line.group,
        from: plain(amounts[at - 1], digits),
        to: plain(amounts[at], digits),
      })),
      causes: step.causes(lines),
    });
  }
  return found;
}

/** From a period to the next. */
class Step {
  constructor(
    private readonly figures: Figures,
    private readonly option: OptionModel,
    private readonly at: number,
    private readonly change: Decimal,
    private readonly before: Decimal,
  ) {}

  changeOf(line: Monthly): Decimal {
    return minus(line.amounts[this.at], line.amounts[this.at - 1]);
  }

  isOfWeight(amount: Decimal): boolean {
    return !isZero(amount) && compare(absolute(amount), times(absolute(this.change), SHARE)) >= 0;
  }

  causes(lines: Monthly[]): unknown[] {
    const events = this.option.parts.flatMap((part) => part.events).filter((event) => this.isDue(event, lines));
    const causes: unknown[] = [];
    const seen = new Set<string>();
    for (const cause of [...events.map((event) => event.cause), ...lines.flatMap((line) => this.prices(line))]) {
      const text = JSON.stringify(cause);
      if (!seen.has(text)) causes.push(cause);
      seen.add(text);
    }
    const demand = this.demand(causes.length === 0);
    return demand === null ? causes : [...causes, demand];
  }

  private isDue(event: Event, lines: Monthly[]): boolean {
    if (event.month !== this.figures.sheet.periods[this.at].first) return false;
    const [group, name] = event.touches;
    const touched = lines.filter(
      ({ line }) => group === undefined || (group === line.group && (name === undefined || name === line.name)),
    );
    if (event.cause.cause !== 'minimum_term_ends') return touched.length > 0;
    // what may be given back is given back, or not: a price that falls gives nothing back
    return touched.some((line) => {
      const givenBack = minus(this.alongPrices(line), this.changeOf(line));
      return givenBack.mantissa > 0n && this.isOfWeight(givenBack);
    });
  }

  /** The rates by which prices of a line step into this period. */
  private stepping(line: Monthly): [Decimal, 'year' | 'month', string | null, number | null][] {
    const { first } = this.figures.sheet.periods[this.at];
    const due = line.line.price_changes.filter(
      ([, every, , until]) => (every === 'month' || this.isAnniversary()) && (until === null || first < until),
    );
    return due.map(([rate, every, currency, until]) => [this.figures.value(rate), every, currency, until]);
  }

  private isAnniversary(): boolean {
    return this.figures.sheet.periods[this.at].first % 12 === 1;
  }

  /** The change of a line that follows from the paths of its price alone. */
  private alongPrices(line: Monthly): Decimal {
    const by = this.stepping(line).reduce((product, [rate]) => times(product, plus(ONE, rate)), ONE);
    return times(line.amounts[this.at - 1], minus(by, ONE));
  }

  private prices(line: Monthly): unknown[] {
    const last = this.figures.sheet.periods.at(-1)!;
    const weighty = this.stepping(line).filter(([rate]) => this.isOfWeight(times(line.amounts[this.at - 1], rate)));
    return weighty.map(([rate, every, currency, until]) => {
      if (currency !== null) return { cause: 'exchange_rate', currency, change: written12(rate) };
      const left = power(plus(ONE, rate), every === 'year' ? Math.ceil(last.first / 12) - 1 : last.first - 1);
      return {
        cause: 'price',
        line: line.line.name,
        every,
        change: written12(rate),
        // a price that leaves the rate for a path does not come to what the rate leaves of it
        left: left !== null && until === null && compare(left, SHARE) < 0 ? written12(left) : null,
      };
    });
  }

  /** The change of the demand, where it is the only thing that changes or would change the cost by enough. */
  private demand(isAlone: boolean): unknown {
    const [before, after] = [this.at - 1, this.at].map((at) => this.figures.value(this.option.demand, at));
    if (equal(before, after)) return null;
    const change = isZero(before) ? null : divide(minus(after, before), before);
    const weighs = change === null || this.isOfWeight(times(this.before, change));
    return isAlone || weighs ? { cause: 'demand', change: change === null ? null : written12(change) } : null;
  }
}
