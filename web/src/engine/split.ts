/** The lines of options over time, as a view of the program has them (crates/engine/src/analysis/compare/view.rs, crates/documents/src/report/compare/split.rs). */

import type { Split } from '../contract';
import { settled } from './cashflow';
import type { Decimal } from './decimal';
import { type Figures, discounted } from './evaluated';
import type { CostLine, OptionModel } from './model';
import { loanCash } from './loan';
import { money, plain, plus, total } from './number';

/** The first and the last month of a column. */
type Months = readonly [first: number, last: number];

/** What the lines of every option come to in the months of each column, and together. */
export function split(figures: Figures, names: readonly string[], basis: string, columns: readonly Months[]): Split[] {
  const of = new Splitting(figures, basis, columns);
  return figures.model.options.map((option, at) => of.option(option, names[at]));
}

class Splitting {
  private readonly digits: number;
  private readonly factors: Decimal[];

  constructor(
    private readonly figures: Figures,
    private readonly basis: string,
    private readonly columns: readonly Months[],
  ) {
    this.digits = figures.model.minor_digits;
    this.factors = figures.discountFactors();
  }

  option(option: OptionModel, name: string): Split {
    const rows = new Map<string, Decimal[]>();
    for (const line of option.lines) {
      const field = `lines/${line.group}/${line.name}`;
      const before = rows.get(field);
      const amounts = this.line(line);
      rows.set(field, before === undefined ? amounts : before.map((amount, at) => plus(amount, amounts[at])));
    }
    const sums = [...this.columns, null].map((_, at) => total([...rows.values()].map((amounts) => amounts[at])));
    const written = (amounts: Decimal[]) => amounts.map((amount) => plain(amount, this.digits));
    const lines = Object.fromEntries([...rows].map(([field, amounts]) => [field, written(amounts)]));
    return { option: name, lines, totals: written(sums), loan: written(this.loan(option)) };
  }

  /** What a line comes to in each column, and together. */
  private line(line: CostLine): Decimal[] {
    const isWorth = this.basis === 'present-value';
    const all = money(this.figures.value(isWorth ? line.present_value : line.total), this.digits);
    return [...settled(this.sums(this.months(line)), all, this.digits), all];
  }

  private months(line: CostLine): Decimal[] {
    switch (this.basis) {
      case 'amortized':
        return this.figures.amortized(line);
      case 'present-value':
        return discounted(this.figures.cash(line), this.factors);
      default:
        return this.figures.cash(line);
    }
  }

  private sums(months: readonly Decimal[]): Decimal[] {
    return this.columns.map(([first, last]) => total(months.slice(first, last + 1)));
  }

  /** The cash of a loan, and last its interest. */
  private loan({ loan }: OptionModel): Decimal[] {
    if (loan === null) return [];
    const months = loanCash(this.figures, loan);
    const all = money(total(months), this.digits);
    return [...settled(this.sums(months), all, this.digits), money(this.figures.value(loan.interest), this.digits)];
  }
}
